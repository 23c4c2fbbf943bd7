"""Components with state: a page has what they show at first, and one message about the rest."""

from __future__ import annotations

from pathlib import Path

import pytest
from docutils import nodes
from rendering import render

from sphinx_docsnav.components import make_builtin_registry
from sphinx_docsnav.components.cards import CardNode
from sphinx_docsnav.mdx.expressions import (
    JsxComponent,
    JsxValue,
    Reserve,
    Unsupported,
    evaluate,
    expand,
)
from sphinx_docsnav.mdx.expressions.values import ELEMENTS


def show(source: str) -> tuple[str, bool]:
    """Return what a component shows, tags in brackets, and whether code changes it later."""
    component = evaluate(source, {})
    assert isinstance(component, JsxComponent), component
    reserve = Reserve()
    value = expand(component, {"title": "T"}, reserve)
    assert not isinstance(value, Unsupported), value
    return write(value), reserve.has_state


def write(value: object) -> str:
    if isinstance(value, list):
        return "".join(map(write, value))
    if isinstance(value, JsxValue):
        inside = "".join(map(write, value.children))
        return f"[{value.name}: {inside}]" if value.name else inside
    return str(value) if isinstance(value, (str, int)) and not isinstance(value, bool) else ""


CHANGING = {
    "a counter": (
        "return <p>{n}<button onClick={() => set(n + 1)}>+</button></p>",
        "[p: 0[button: +]]",
    ),
    "a reducer": (
        """const [s, go] = useReducer((s, to) => to, { page: 1 }, (s) => ({ page: s.page + 1 }));
        return <a onClick={() => go(2)}>{s.page}</a>""",
        "[a: 2]",
    ),
    "a handler that calls a function of the component": (
        "const more = () => set(n + 1); return <b onClick={() => more()}>x</b>",
        "[b: x]",
    ),
    "a setter that another component gets": (
        "const Bar = ({ set }) => <i onClick={set}>A</i>; return <Bar set={set} />",
        "[Bar: ]",
    ),
    "content that a click opens": (
        "return <div><b onClick={() => set(1)}>Why</b>{n > 0 && <p>A</p>}</div>",
        "[div: [b: Why]]",
    ),
    "an effect that sets a state": (
        "useEffect(() => set(1), []); return <p>{n}</p>",
        "[p: 0]",
    ),
    "a timer in an effect": (
        "useEffect(() => { setInterval(() => set((x) => x + 1), 9) }, []); return <p>{n} s</p>",
        "[p: 0 s]",
    ),
    "content that an async function fetches": (
        """const load = async () => { set(await fetch('x')); };
        useEffect(() => { load(); }, []);
        return n ? <p>{n.x}</p> : <p>Loading</p>""",
        "[p: Loading]",
    ),
    "an empty element that an effect fills": (
        """const r = useRef(null);
        useEffect(() => { r.current.append(1); }, []);
        return <div ref={r} />""",
        "[p: T]",
    ),
    "nothing at first": (
        "useEffect(() => set(1), []); return n ? <p>later</p> : null",
        "[p: T]",
    ),
    "a picture": (
        "useEffect(() => { set(1) }, []); return <img src={n ? 'dark.png' : 'light.png'} />",
        "[img: ]",
    ),
}
UNCHANGING = {
    "a state that a function computes": (
        "const [m] = useState(() => 7); return <p>{m}</p>",
        "[p: 7]",
    ),
    "a setter that nothing calls": ("return <p onClick={() => scroll()}>{n}</p>", "[p: 0]"),
    "a script that only counts visits": (
        "useEffect(() => { window.dataLayer.push(1); }, []); return null",
        "",
    ),
}


@pytest.mark.parametrize("case", [*CHANGING, *UNCHANGING])
def test_a_component_is_shown_in_its_first_state(case: str) -> None:
    body, text = (CHANGING | UNCHANGING)[case]
    source = f"({{ title }}) => {{ const [n, set] = useState(0); {body} }}"
    assert show(source) == (text, case in CHANGING)


def test_no_code_is_left_in_the_result() -> None:
    source = (
        "() => <Card onClick={() => 1} onOpen={useState(1)[1]}><b onClick={nowhere}>x</b></Card>"
    )
    value = expand(evaluate(source, {}), {})
    text = repr(value)
    assert "BuiltIn" not in text
    assert "JsxComponent" not in text


def test_a_component_with_state_has_one_message_with_its_position_and_remedy(
    tmp_path: Path,
) -> None:
    page = render(
        tmp_path,
        "export const Gas = () => {\n  const [gas, setGas] = useState('high');\n"
        "  useEffect(() => { fetch('x').then(setGas); }, []);\n  return <b>{gas}</b>;\n};\n\n"
        "The price is <Gas /> now.\n\nAnd <Gas /> again.\n",
    )
    assert page.document.astext().count("high") == 2
    message = "<Gas> changes with JavaScript; only its first state is shown"
    assert page.messages == [f"page.mdx:7: {message} [component_unknown]"]
    hint = "write its other contents into the page, such as in <Tabs>"
    assert page.host.faults[0].hint == hint


HOSTILE = [
    # a handler that never ends
    "() => { const [s, setS] = useState(0); return <p onClick={() => { for (;;) setS(1) }}>x</p> }",
    # a result that shows the same parts again and again
    (
        "() => { const [s, setS] = useState(0); let a = <b onClick={() => setS(s + 1)}>{s}</b>;"
        " for (let i = 0; i < 17; i++) a = <i>{a}{a}</i>; return a }"
    ),
    # a component that shows itself
    (
        "() => { const [s, setS] = useState(0); const A = ({ set }) => <A set={set}>{s}</A>;"
        " return <A set={setS} /> }"
    ),
    # functions that name each other
    (
        "() => { const [s, setS] = useState(0); const a = () => b(); const b = () => a();"
        " return <p onClick={a}>x</p> }"
    ),
]


@pytest.mark.parametrize("source", HOSTILE)
def test_hostile_states_end_within_the_steps_of_a_page(source: str) -> None:
    reserve = Reserve(100_000)
    component = evaluate(source, {})
    assert isinstance(component, JsxComponent)
    value = expand(component, {}, reserve)
    assert isinstance(value, Unsupported) or value is not None
    assert reserve.steps >= 0


def test_the_reserve_of_a_page_is_shared_and_then_spent() -> None:
    reserve = Reserve(30_000)
    long = "(() => { let n = 0; while (n < 3000) n++; return n })()"
    assert evaluate(long, {}, reserve.make_budget()) == 3000
    assert reserve.steps < 30_000
    for _again in range(5):
        found = evaluate(long, {}, reserve.make_budget())
    assert found == Unsupported("it takes too many steps")
    assert evaluate("1 + 1", {}, reserve.make_budget()) == 2


def test_code_chooses_among_components_and_elements_by_name(tmp_path: Path) -> None:
    page = render(
        tmp_path,
        "export const Pick = ({ kind, big, children }) => {\n"
        "  const Box = { note: Note, card: Card }[kind] || Tip;\n  const Tag = big ? 'h2' : 'p';\n"
        "  const id = `x-${Math.random().toString(36).substring(2, 9)}`;\n"
        "  return <Box><Tag id={id}>{children}</Tag></Box>;\n};\n\n"
        "<Pick kind='note'>a</Pick>\n\n<Pick kind='card' big>b</Pick>\n\n<Pick>c</Pick>\n\n"
        "{Note}\n",
    )
    boxes = [page.first(kind).astext().split()[-1] for kind in (nodes.note, CardNode, nodes.tip)]
    assert boxes == ["a", "b", "c"]
    assert ["'Note' is not known here" in message for message in page.messages] == [True]


def test_code_knows_the_components_of_the_format() -> None:
    assert {name for name in make_builtin_registry().types if "." not in name} == ELEMENTS


def test_components_that_double_their_children_end(tmp_path: Path) -> None:
    page = render(
        tmp_path,
        "export const C = ({ n, children }) => {\n  const [s, setS] = useState(0);\n"
        "  return n > 0 ? <C n={n - 1}>{children}{children}</C> : <p>{children}</p>;\n};\n\n"
        "<C n={18}>words</C>\n",
    )
    assert len(list(page.document.findall())) < 500_000
    assert "the result is larger than 500,000 characters" in page.messages[0]
