"""Components with state: what a reader sees at first, and what a click would show."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from docutils import nodes
from rendering import render

from sphinx_docsnav.components import builtin_registry
from sphinx_docsnav.components.accordion import FoldNode
from sphinx_docsnav.components.cards import CardNode
from sphinx_docsnav.components.markup import MarkupTextNode
from sphinx_docsnav.components.tabs import TabSetNode
from sphinx_docsnav.mdx.expressions import (
    JsxComponent,
    JsxValue,
    Reserve,
    StateNote,
    Unsupported,
    evaluate,
    expand,
)
from sphinx_docsnav.mdx.expressions.values import ELEMENTS

TABS = """
({tabs}) => {
  const [a, setA] = React.useState(tabs[0].id);
  const cur = tabs.find((t) => t.id === a);
  return <div>
    {tabs.map((t) => <button key={t.id} onClick={() => setA(t.id)}>{t.label}</button>)}
    <pre>{cur.text}</pre>
  </div>;
}
"""
GIVEN = {
    "tabs": [
        {"id": "a", "label": "One", "text": "FIRST"},
        {"id": "b", "label": "Two", "text": "SECOND"},
    ]
}


def shown(source: str, props: Mapping[str, Any] | None = None) -> tuple[str, list[str]]:
    """Return what the component *source* shows, tags in brackets, and the notes on it."""
    component = evaluate(source, {})
    assert isinstance(component, JsxComponent), component
    notes: list[StateNote] = []
    value = expand(component, props or {}, None, notes)
    assert not isinstance(value, Unsupported), value
    return written(value), [note.clause for note in notes]


def written(value: object) -> str:
    if isinstance(value, list):
        return "".join(map(written, value))
    if isinstance(value, JsxValue):
        title = f" {written(value.props['title'])}" if "title" in value.props else ""
        title += ", open" if value.props.get("defaultOpen") else ""
        inside = "".join(map(written, value.children))
        return f"[{value.name}{title}: {inside}]" if value.name else inside
    return str(value) if isinstance(value, (str, int)) and not isinstance(value, bool) else ""


def test_contents_that_buttons_choose_become_tabs_with_their_titles() -> None:
    text, notes = shown(TABS, GIVEN)
    assert text == "[div: [Tabs: [Tab One: [pre: FIRST]][Tab Two: [pre: SECOND]]]]"
    assert notes == []


def test_pictures_that_buttons_choose_become_tabs() -> None:
    source = TABS.replace("<pre>{cur.text}</pre>", '<img className="wide" src={cur.text} />')
    text, notes = shown(source, GIVEN)
    assert text == "[div: [Tabs: [Tab One: [img: ]][Tab Two: [img: ]]]]"
    assert notes == []


def test_tabs_stand_in_the_order_of_the_buttons() -> None:
    given = {"tabs": GIVEN["tabs"]}
    source = TABS.replace("tabs[0]", "tabs[1]")
    text, _notes = shown(source, given)
    assert text == "[div: [Tabs: [Tab One: [pre: FIRST]][Tab Two: [pre: SECOND]]]]"


@pytest.mark.parametrize(
    ("hooks", "body", "text"),
    [
        (
            "const [open, setOpen] = useState(false)",
            (
                "<div><button onClick={() => setOpen(!open)}>{open ? 'Less' : 'More'}</button>"
                "{open && <p>HIDDEN</p>}</div>"
            ),
            "[div: [Accordion More: [p: HIDDEN]]]",
        ),
        (
            "const [open, setOpen] = useState(null)",
            (
                "<ul>{['A1', 'A2', 'A3'].map((a, i) => <li key={a}>"
                "<b onClick={() => setOpen(open === i ? null : i)}>Q</b>{open === i && <p>{a}</p>}"
                "</li>)}</ul>"
            ),
            (
                "[ul: [li: [Accordion Q: [p: A1]]][li: [Accordion Q: [p: A2]]]"
                "[li: [Accordion Q: [p: A3]]]]"
            ),
        ),
        (
            "const [n, setN] = useState(0)",
            (
                "<div><button onClick={() => setN((c) => c - 1)}>-</button><p>{n}</p>"
                "<button onClick={() => setN(n + 1)}>+</button></div>"
            ),
            "[div: [button: -][p: 0][button: +]]",
        ),
        (
            "const [n, setN] = useState(0)",
            "<p>{`Count: ${n}`}<button onClick={() => setN(n + 1)}>+</button></p>",
            "[p: Count: 0[button: +]]",
        ),
        (
            "const [done, setDone] = useState(false)",
            (
                "<button onClick={() => { navigator.clipboard.writeText('x'); setDone(true) }}>"
                "{done ? 'Copied' : 'Copy'}</button>"
            ),
            "[button: Copy]",
        ),
        (
            "const [v, setV] = useState('x')",
            (
                "<div><select onChange={(e) => setV(e.target.value)}><option value='x'>Ex</option>"
                "<option value='y'>Why</option></select>{v === 'x' ? <p>for x</p> : <p>for y</p>}"
                "</div>"
            ),
            "[div: [Tabs: [Tab Ex: [p: for x]][Tab Why: [p: for y]]]]",
        ),
        (
            "const [s, go] = useReducer((state, to) => ({ page: to }), { page: 1 })",
            (
                "<div><a onClick={() => go(1)}>P1</a><a onClick={() => go(2)}>P2</a>"
                "{s.page === 1 ? <h3>one</h3> : <h4>two</h4>}</div>"
            ),
            "[div: [Tabs: [Tab P1: [h3: one]][Tab P2: [h4: two]]]]",
        ),
        (
            "const [all, setAll] = useState('all'); const list = [['a', 1], ['b', 2], ['a', 3]]",
            (
                "<div>{['all', 'a', 'b'].map((c) => <button onClick={() => setAll(c)}>{c}"
                "</button>)}{list.filter(([c]) => all === 'all' || c === all).map(([c, n]) =>"
                " <i key={n}>{c}{n}</i>)}</div>"
            ),
            "[div: [button: all][button: a][button: b][i: a1][i: b2][i: a3]]",
        ),
    ],
)
def test_what_a_click_would_show_is_kept(hooks: str, body: str, text: str) -> None:
    assert shown(f"() => {{ {hooks}; return {body} }}") == (text, [])


BUTTON = "<button onClick={() => set(!open)}>Why</button>"
FOLDS = {
    "open at first": (
        "true",
        (
            "<div><button onClick={() => set((o) => !o)}>{open ? '▼' : '▶'} <b>Why</b></button>"
            "{open ? <div>A</div> : null}</div>"
        ),
        "[div: [Accordion Why, open: [div: A]]]",
    ),
    "an arrow that turns": (
        "false",
        (
            "<><h3><a onClick={() => set(!open)}>Why <i className={open ? 'up' : ''}>▾</i></a></h3>"
            "<p style={{ display: open ? 'block' : 'none' }}>A</p></>"
        ),
        "[Accordion Why: [p: A]]",
    ),
    "one of several, the first is open": (
        "0",
        (
            "<>{['A', 'B'].map((t, i) => <div key={i}>"
            "<button onClick={() => set(open === i ? -1 : i)}>Why {t}"
            "<i>{open === i ? '-' : '+'}</i></button>{open === i && <p>{t}{t}</p>}</div>)}</>"
        ),
        "[div: [Accordion Why A, open: [p: AA]]][div: [Accordion Why B: [p: BB]]]",
    ),
    "a fold in a fold": (
        "0",
        (
            "<div><button onClick={() => set(open ? 0 : 1)}>Why</button>{open > 0 && <div><p>A</p>"
            "<button onClick={() => set(3 - open)}>More</button>{open > 1 && <p>B</p>}</div>}</div>"
        ),
        "[div: [Accordion Why: [div: [p: A][Accordion More: [p: B]]]]]",
    ),
    "words of a title that change": (
        "false",
        "<><b onClick={() => set(!open)}>{1}. Why{open ? null : ' not'}?</b>{open && <p>A</p>}</>",
        "[b: 1. Why not?][p: A]",
    ),
    "a number before the title of a button": (
        "false",
        "<><button onClick={() => set(!open)}>{1}. Why{false}?</button>{open && <p>A</p>}</>",
        "[Accordion 1. Why?: [p: A]]",
    ),
    "the button follows": (
        "false",
        f"<div>{{open && <p>A</p>}}{BUTTON}</div>",
        "[div: [Accordion Why: [p: A]]]",
    ),
    "something stands between": (
        "false",
        f"<div>{BUTTON}<p>B</p>{{open && <p>A</p>}}</div>",
        "[div: [button: Why][p: B][p: A]]",
    ),
    "in a line": (
        "false",
        f"<p>B {BUTTON}{{open && <i>A</i>}}</p>",
        "[p: B [button: Why][i: A]]",
    ),
    "a row of a table": (
        "false",
        (
            "<tbody><tr onClick={() => set(!open)}><td>Why</td></tr>{open && <tr><td>A</td></tr>}"
            "</tbody>"
        ),
        "[tbody: [tr: [td: Why]][tr: [td: A]]]",
    ),
    "more each time": (
        "1",
        (
            "<div>{['A', 'B', 'C'].slice(0, open).map((t) => <p key={t}>{t}</p>)}"
            "<button onClick={() => set(open + 1)}>Why</button></div>"
        ),
        "[div: [p: A][p: B][p: C][button: Why]]",
    ),
    "a word that says that it was done": (
        "false",
        "<div><button onClick={() => set(true)}>Why</button>{open && <p>A</p>}</div>",
        "[div: [button: Why][p: A]]",
    ),
}


@pytest.mark.parametrize("case", FOLDS)
def test_a_control_that_only_shows_and_hides_one_part_is_the_title_of_a_fold(case: str) -> None:
    first, body, text = FOLDS[case]
    source = f"() => {{ const [open, set] = useState({first}); return {body} }}"
    assert shown(source) == (text, [])


def test_folds_of_items_that_are_components_are_in_the_page(tmp_path: Path) -> None:
    page = render(
        tmp_path,
        "export const Item = ({ title, first, children }) => {\n"
        "  const [open, set] = useState(first);\n"
        "  return <div><button onClick={() => set(!open)}>{title}</button>{open && <p>{children}"
        "</p>}</div>;\n};\nexport const Items = () => <section><Item title='*One*' first={false}>A"
        "</Item><Item title='Two' first>B</Item></section>;\n\n<Items />\n",
    )
    folds = list(page.document.findall(FoldNode))
    assert [" ".join(fold.astext().split()) for fold in folds] == ["*One* A", "Two B"]
    assert [fold["open"] for fold in folds] == [False, True]
    assert page.messages == []


@pytest.mark.parametrize("n", ["n + 1", "(n + 1) % 3"])
@pytest.mark.parametrize("where", ["props", "code", "scope"])
@pytest.mark.parametrize("texts", ["['S0TEXT', 'S1TEXT', 'S2TEXT']", "[10, 20, 30]"])
def test_texts_of_a_list_that_differ_in_a_number_are_all_kept(
    n: str, where: str, texts: str
) -> None:
    given = evaluate(texts, {})
    assert isinstance(given, list)
    name = {"code": texts, "scope": "known", "props": "given"}[where]
    source = f"""({{ given }}) => {{
      const [n, setN] = useState(0);
      return <div><p>{{{name}[n]}}</p><button onClick={{() => setN({n})}}>Next</button></div>;
    }}"""
    notes: list[StateNote] = []
    value = expand(evaluate(source, {"known": given}), {"given": given}, None, notes)
    assert "".join(f"[p: {text}]" for text in given) in written(value)
    assert ["one after another" in note.clause for note in notes] == [True]


def test_no_item_of_a_list_is_lost_for_its_key() -> None:
    source = """() => {
      const [n, setN] = useState(0);
      const parts = ['a', <b key={2}>b</b>, 'c', <i key="d">d</i>, <i key="d">e</i>];
      return <p>{parts}{n > 0 && <u>x</u>}<button onClick={() => setN(1)}>+</button></p>;
    }"""
    assert shown(source)[0] == "[p: a[b: b]c[i: d][i: e][u: x][button: +]]"


def test_two_lists_without_a_common_key_are_a_choice() -> None:
    source = """() => {
      const [view, setView] = useState('grid');
      const all = [{ id: 'a', t: 1 }, { id: 'b', t: 2 }];
      return <div><button onClick={() => setView('grid')}>Grid</button>
        <button onClick={() => setView('time')}>Time</button>
        <div>{view === 'grid' ? all.map((x) => <p key={x.id}>{x.id}</p>)
          : all.map((x) => <p key={x.t}>{x.t}</p>)}</div></div>;
    }"""
    tabs = "[Tabs: [Tab Grid: [p: a][p: b]][Tab Time: [p: 1][p: 2]]]"
    assert shown(source) == (f"[div: [div: {tabs}]]", [])


def test_controls_that_say_more_than_their_title_stay_beside_the_tabs() -> None:
    source = """() => {
      const [t, setT] = useState(0);
      return <main>
        <ul>{['A', 'B'].map((l, i) =>
          <li key={l}><a href='#' onClick={() => setT(i)}>{l}</a></li>)}</ul>
        {[<p>p0</p>, <h3>p1</h3>][t]}
      </main>;
    }"""
    assert shown(source)[0] == "[main: [Tabs: [Tab A: [p: p0]][Tab B: [h3: p1]]]]"
    more = source.replace(
        "<a href='#' onClick={() => setT(i)}>{l}</a>",
        "<Card title='t' onClick={() => setT(i)}>{l}</Card>",
    )
    text, notes = shown(more)
    assert text.startswith("[main: [ul: [li: [Card t: A]][li: [Card t: B]]][Tabs: [Tab A: [p: p0]]")
    assert notes == []


def test_panels_that_are_hidden_by_their_style_are_shown() -> None:
    source = """() => {
      const [a, setA] = useState(0);
      return <div>{['x', 'y'].map((t, i) => <section key={t} onClick={() => setA(1 - a)}
        style={{ display: a === i ? 'block' : 'none' }}>{t}</section>)}</div>;
    }"""
    component = evaluate(source, {})
    value = expand(component, {})
    assert [one.props["style"]["display"] for one in value.children[0]] == ["block", "block"]


def test_contents_without_titles_follow_one_another_with_a_note() -> None:
    source = """() => {
      const [dark, setDark] = useState(false);
      if (dark) return <div><h2>Dark</h2><p>night</p></div>;
      return <div onClick={() => setDark(true)}><h2>Light</h2><p>day</p></div>;
    }"""
    text, notes = shown(source)
    assert text == "[div: [h2: Light][p: day][h2: Dark][p: night]]"
    assert len(notes) == 1
    assert "one after another" in notes[0]


STEPPER = """({ steps }) => {
  const [open, setOpen] = useState(false);
  const [n, setN] = useState(0);
  const [dark, setDark] = useState(false);
  useEffect(() => { setDark(document.body.classList.contains("dark")); }, []);
  return <div>
    <div role="button" onClick={() => setOpen(!open)} />
    {open && <section>
      <button disabled={n === 0} onClick={() => setN(n - 1)}>-</button>
      <button onClick={() => n === steps.length - 1 ? setOpen(false) : setN(n + 1)}>+</button>
      <h3>{steps[n]?.title}</h3>
      <div>{steps[n]?.all.map((t) => <p dangerouslySetInnerHTML={{ __html: t }} />)}</div>
    </section>}
  </div>;
}"""


def test_an_empty_box_that_a_click_opens_shows_its_steps_in_their_order(tmp_path: Path) -> None:
    steps = "[{title: 'T1', all: ['a <b>1</b>', 'a 2']}, {title: 'T2', all: ['b 1']}]"
    page = render(tmp_path, f"export const Steps = {STEPPER};\n\n<Steps steps={{{steps}}} />\n")
    assert " ".join(page.document.astext().split()) == "Fallback - + T1 a 1 a 2 T2 b 1"
    assert ["<Steps> shows several contents" in message for message in page.messages] == [True]


def test_a_component_that_is_given_a_part_of_a_list_says_nothing_new() -> None:
    scope: dict[str, Any] = {}
    table = "({ rows }) => <table>{rows.map((r, i) => <tr key={i}><td>{r}</td></tr>)}</table>"
    scope["Table"] = evaluate(table, scope)
    source = """() => {
      const [kind, setKind] = useState('');
      const rows = ['a1', 'b2', 'a3'].filter((r) => r.startsWith(kind));
      return <div><button onClick={() => setKind('b')}>B</button><Table rows={rows} /></div>;
    }"""
    notes: list[StateNote] = []
    value = expand(evaluate(source, scope), {}, None, notes)
    assert isinstance(value, JsxValue)
    assert value.children[1].props["rows"] == ["a1", "b2", "a3"]
    assert notes == []


def test_components_that_are_given_a_setter_are_looked_into() -> None:
    scope: dict[str, Any] = {}
    scope["Bar"] = evaluate(
        "({ set }) => <nav><i onClick={() => set(1)}>A</i><i onClick={() => set(2)}>B</i></nav>",
        scope,
    )
    scope["Item"] = evaluate("({ open, text }) => <div>{open ? <p>{text}</p> : null}</div>", scope)
    source = (
        "() => { const [n, setN] = useState(0); return <main><Bar set={setN} />"
        "<Item open={n === 1} text='aa' /><Item open={n === 2} text='bb' /></main> }"
    )
    value = expand(evaluate(source, scope), {})
    assert "aa" in written(list(value.children))
    assert "bb" in written(list(value.children))


def test_states_without_end_leave_the_first_rendering_and_a_note() -> None:
    source = """() => {
      const [s, setS] = useState('a');
      return <div><p>{s}</p><button onClick={() => setS(s + s + 'b')}>more</button></div>;
    }"""
    text, notes = shown(source)
    assert text.startswith("[div: [p: a]")
    assert len(notes) == 1


@pytest.mark.parametrize("price", ["n * 25", "[5, 30, 99][n]"])
def test_numbers_that_follow_a_counter_are_no_contents_but_others_are(price: str) -> None:
    source = f"""() => {{
      const [n, setN] = useState(0);
      return <div><p>{{n}}: ${{{price}}}</p>
        <button onClick={{() => setN((n + 1) % 3)}}>more</button></div>;
    }}"""
    counter = source.replace(" % 3", "") if "25" in price else source
    text, notes = shown(counter)
    assert ("99" in text, len(notes)) == ("99" in price, "99" in price)


def test_many_toggles_cost_little_and_show_everything() -> None:
    items = ", ".join(f"'T{number}x'" for number in range(30))
    source = f"""() => {{
      const [open, setOpen] = useState({{}});
      return <ul>{{[{items}].map((t, i) => <li key={{t}} onClick={{() =>
        setOpen({{ ...open, [i]: !open[i] }})}}>{{open[i] && <p>{{t}}</p>}}</li>)}}</ul>;
    }}"""
    component = evaluate(source, {})
    notes: list[StateNote] = []
    text = written(expand(component, {}, Reserve(), notes))
    assert [f"[p: T{number}x]" in text for number in range(30)] == [True] * 30
    assert notes == []


def test_no_code_is_left_in_the_result() -> None:
    source = (
        "() => <Card onClick={() => 1} onOpen={useState(1)[1]}><b onClick={nowhere}>x</b></Card>"
    )
    value = expand(evaluate(source, {}), {})
    text = repr(value)
    assert "BuiltIn" not in text
    assert "JsxComponent" not in text


def test_a_page_shows_tabs_for_a_component_with_state(tmp_path: Path) -> None:
    export = f"export const Code = {TABS.strip()};\n\n"
    first, second = (
        "{id: 'a', label: 'One', text: 'FIRST'}",
        "{id: 'b', label: 'Two', text: 'SECOND'}",
    )
    page = render(tmp_path, f"{export}<Code tabs={{[{first}, {second}]}} />\n")
    assert page.messages == []
    tabs = page.first(TabSetNode)
    assert [node.astext() for node in tabs.findall(nodes.literal_block)] == ["FIRST", "SECOND"]


def test_items_that_replace_each_other_keep_the_order_of_the_page(tmp_path: Path) -> None:
    page = render(
        tmp_path,
        "export const Path = () => {\n  const [a, setA] = useState({ host: 'cloud', db: 'pg' });\n"
        "  const steps = [...(a.host === 'self' ? ['Deploy'] : []), 'Use ' + a.db, 'Enjoy'];\n"
        "  return <div><button onClick={() => setA((p) => ({ ...p, host: 'self' }))}>Self</button>"
        "<button onClick={() => setA((p) => ({ ...p, db: 'duck' }))}>Duck</button>"
        "<ol>{steps.map((s) => <li key={s}>{s}</li>)}</ol></div>;\n};\n\n<Path />\n",
    )
    items = [
        item.astext() for item in page.document.findall(MarkupTextNode) if item.get("tag") == "li"
    ]
    assert items == ["Deploy", "Use pg", "Use duck", "Enjoy"]
    assert ["<Path> shows several contents" in message for message in page.messages] == [True]


def test_a_page_says_once_that_contents_follow_one_another(tmp_path: Path) -> None:
    page = render(
        tmp_path,
        "export const Day = () => {\n  const [dark, setDark] = useState(false);\n"
        "  return <div onClick={() => setDark(!dark)}>{dark ? <p>night</p> : <h3>day</h3>}</div>;\n"
        "};\n\n<Day />\n\n<Day />\n",
    )
    assert "night" in page.document.astext()
    assert len(page.messages) == 1
    assert "<Day> shows several contents" in page.messages[0]


HOSTILE = [
    # every click makes the state twice as large
    "() => { const [s, setS] = useState([1]); return <p onClick={() => setS([s, s])}>{s}</p> }",
    # many handlers, each of which leads to another state
    (
        "() => { const [s, setS] = useState(0); return <ul>{Array.from({ length: 900 }, (_, i) =>"
        " <li onClick={() => setS(s * 1000 + i)}>{s + 'x' + i}</li>)}</ul> }"
    ),
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
    # nested panels
    (
        "() => { const [s, setS] = useState(0); let a = <p>{'t' + s * 7}</p>;"
        " for (let i = 0; i < 50; i++) a = <div onClick={() => setS(s + i)}>{a}</div>; return a }"
    ),
]


@pytest.mark.parametrize("source", HOSTILE)
def test_hostile_states_end_within_the_steps_of_a_page(source: str) -> None:
    reserve = Reserve(100_000)
    component = evaluate(source, {})
    assert isinstance(component, JsxComponent)
    notes: list[StateNote] = []
    value = expand(component, {}, reserve, notes)
    assert isinstance(value, Unsupported) or value is not None
    assert reserve.steps >= 0


def test_the_reserve_of_a_page_is_shared_and_then_spent() -> None:
    reserve = Reserve(30_000)
    long = "(() => { let n = 0; while (n < 3000) n++; return n })()"
    assert evaluate(long, {}, reserve.budget()) == 3000
    assert reserve.steps < 30_000
    for _again in range(5):
        found = evaluate(long, {}, reserve.budget())
    assert found == Unsupported("it takes too many steps")
    assert evaluate("1 + 1", {}, reserve.budget()) == 2


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
    assert {name for name in builtin_registry().types if "." not in name} == ELEMENTS


def test_components_that_double_their_children_end(tmp_path: Path) -> None:
    page = render(
        tmp_path,
        "export const C = ({ n, children }) => {\n  const [s, setS] = useState(0);\n"
        "  return n > 0 ? <C n={n - 1}>{children}{children}</C> : <p>{children}</p>;\n};\n\n"
        "<C n={18}>words</C>\n",
    )
    assert len(list(page.document.findall())) < 500_000
    assert "the result is larger than 500,000 characters" in page.messages[0]


LOADS = [
    "loads content with JavaScript when a reader opens the page; what it shows without it is kept"
]
MOVES = ["changes its content by itself; the state that says most is shown"]
EFFECTS = {
    "the end of effects is shown": """
        const [m, setM] = useState(false);
        useEffect(() => setM(true), []);
        return m ? <p>{title}</p> : null;
    """,
    "a timer goes on to its end": """
        const all = ['a', 'b', 'c'];
        const [n, setN] = useState(0);
        useEffect(() => { if (n < 3) setTimeout(() => setN(n + 1), 9); }, [n]);
        return <pre>{all.slice(0, n)}</pre>;
    """,
    "words that change by themselves": """
        const all = ['fast', 'small'];
        const [n, setN] = useState(0);
        useEffect(() => {
            const t = setInterval(() => setN((x) => (x + 1) % 2), 9);
            return () => clearInterval(t);
        }, []);
        return <p>{all[n]}</p>;
    """,
    "texts that differ in a number and change by themselves": """
        const [n, setN] = useState(0);
        useEffect(() => { setInterval(() => setN((x) => (x + 1) % 2), 9) }, []);
        return <p>{['Release 1', 'Release 2'][n]}</p>;
    """,
    "a clock": """
        const [n, setN] = useState(0);
        useEffect(() => { setInterval(() => setN((x) => x + 1), 9) }, []);
        return <p>{n} s</p>;
    """,
    "what is fetched by an async function": """
        const [d, setD] = useState(null);
        const load = async () => { setD(await fetch(title)); };
        useEffect(() => { load(); }, []);
        return d ? <p>{d.x}</p> : <p>Loading</p>;
    """,
    "nothing but the title is known": """
        const [url, setUrl] = useState(null);
        useEffect(() => { window.load.then((x) => setUrl(x[title])); }, [title]);
        return url ? <iframe src={url} title={title} /> : <div />;
    """,
    "an element that a script fills": """
        const r = useRef(null);
        useEffect(() => { r.current.append(1); }, []);
        return <div ref={r} />;
    """,
    "a list that is fetched": """
        const [all, setAll] = useState([]);
        useEffect(() => { fetch('x').then(setAll); }, []);
        return <ul>{all.map((x) => <li>{x.name}</li>)}<li>and more</li></ul>;
    """,
    "what only hides what is shown": """
        const [all, setAll] = useState([]);
        useEffect(() => { setAll(location.search.split(',')); }, []);
        return all.length === 0 || all.includes(title) ? <p>{title}</p> : null;
    """,
    "a colour is no content": """
        const [d, setD] = useState(false);
        useEffect(() => { setD(document.body.classList.contains('dark')); }, []);
        return <img src={d ? 'dark.png' : 'light.png'} alt={title} />;
    """,
    "a script that only counts visits": """
        useEffect(() => { window.dataLayer.push(1); }, []);
        return null;
    """,
    "what a click does is no effect": """
        const [c, setC] = useState(false);
        useEffect(() => { window.scroll(); }, []);
        const copy = () => { setC(true); setTimeout(() => setC(false), 9); };
        return <div><p>{title}</p><button onClick={copy}>{c ? 'Copied' : 'Copy'}</button></div>;
    """,
}
OPENED = {
    "the end of effects is shown": ("[p: T]", []),
    "a timer goes on to its end": ("[pre: abc]", []),
    "words that change by themselves": ("[p: fast]", MOVES),
    "texts that differ in a number and change by themselves": ("[p: Release 1]", MOVES),
    "a clock": ("[p: 0 s]", []),
    "what is fetched by an async function": ("[p: Loading]", LOADS),
    "nothing but the title is known": ("[p: T]", LOADS),
    "an element that a script fills": ("[p: T]", LOADS),
    "a list that is fetched": ("[ul: [li: and more]]", LOADS),
    "what only hides what is shown": ("[p: T]", []),
    "a colour is no content": ("[img: ]", []),
    "a script that only counts visits": ("", []),
    "what a click does is no effect": ("[div: [p: T][button: Copy]]", []),
}


@pytest.mark.parametrize("case", EFFECTS)
def test_effects_run_as_far_as_they_need_no_browser(case: str) -> None:
    assert shown(f"({{title}}) => {{ {EFFECTS[case]} }}", {"title": "T"}) == OPENED[case]


def test_content_that_a_script_loads_has_one_message_with_its_place(tmp_path: Path) -> None:
    page = render(
        tmp_path,
        "export const Gas = () => {\n  const [gas, setGas] = useState(null);\n"
        "  useEffect(() => { fetch('x').then(setGas); }, []);\n  return <b>{gas}</b>;\n};\n\n"
        "The price is <Gas /> now.\n\nAnd <Gas /> again.\n",
    )
    (message,) = page.messages
    assert message.startswith("page.mdx:7: <Gas> loads content with JavaScript")
