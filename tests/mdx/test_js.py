from __future__ import annotations

import time
from typing import Any

import pytest

from sphinx_docsnav.mdx.expressions import (
    UNDEFINED,
    Budget,
    Component,
    JsxValue,
    Unsupported,
    evaluate,
    evaluate_function,
    expand,
    to_text,
)

SCOPE: dict[str, Any] = {
    "n": 3,
    "s": "hey",
    "list": [1, 2, 3],
    "o": {"a": [1, {"b": "q"}], "length": 9},
    "nothing": None,
}


def plain(value: object) -> object:
    """Return an element as ``[name, props, children]``."""
    if isinstance(value, JsxValue):
        return [value.name, plain(value.props), plain(list(value.children))]
    if isinstance(value, list):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    return value


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("1", 1),
        ("1.50", 1.5),
        (".5e1", 5),
        ("0xff", 255),
        ("1_000", 1000),
        ("'a\\n\\u0041\\x42\\u{43}'", "a\nABC"),
        ('"it\'s"', "it's"),
        ("true", True),
        ("null", None),
        ("undefined", UNDEFINED),
        ("/* only a comment */", UNDEFINED),
        ("", UNDEFINED),
        ("1 // comment", 1),
        ("[1, 'a', [true]]", [1, "a", [True]]),
        ("[...list, ...'ab']", [1, 2, 3, "a", "b"]),
        ("[1,]", [1]),
        (
            "{ color: 'red', 'a-b': 1, 2: 3, [s]: 4, n, ...o }",
            {"color": "red", "a-b": 1, "2": 3, "hey": 4, "n": 3, "a": [1, {"b": "q"}], "length": 9},
        ),
        ("`a${n}b${`c${s}`}`", "a3bchey"),
        ("`\\`${'}'}`", "`}"),
        ("1 + 2 * 3", 7),
        ("(1 + 2) * 3", 9),
        ("2 ** 3 ** 2", 512),
        ("7 % 4 - -1", 4),
        ("-7 % 4", -3),
        ("1 / 0", float("inf")),
        ("0.5 + 0.5", 1),
        ("'a' + 1 + 2", "a12"),
        ("1 + 2 + 'a'", "3a"),
        ("'3' * '4'", 12),
        ("[1, 2] + ''", "1,2"),
        ("!''", True),
        ("![]", False),
        ("+'5'", 5),
        ("typeof s", "string"),
        ("typeof missing", "undefined"),
        ("typeof null", "object"),
        ("1 < 2 && 'b' > 'a'", True),
        ("1 === 1.0", True),
        ("1 == '1'", True),
        ("null == undefined", True),
        ("null === undefined", False),
        ("'' || 'b'", "b"),
        ("'' ?? 'b'", ""),
        ("nothing ?? 'b'", "b"),
        ("n > 2 ? 'y' : 'n'", "y"),
        ("n > 5 ? 1 : n > 2 ? 2 : 3", 2),
        ("'a' in o", True),
        ("o.a[1].b", "q"),
        ("o['a'][0]", 1),
        ("o.length", 9),
        ("o.missing", UNDEFINED),
        ("o.toString", UNDEFINED),
        ("o.__proto__", UNDEFINED),
        ("s.constructor", UNDEFINED),
        ("s.length", 3),
        ("s[0]", "h"),
        ("list[9]", UNDEFINED),
        ("list.length", 3),
        ("nothing?.a.b", UNDEFINED),
        ("o?.a?.[0]", 1),
        ("o.f?.()", UNDEFINED),
        ("s.toUpperCase()", "HEY"),
        ("'  a '.trim()", "a"),
        ("'abcd'.slice(-2)", "cd"),
        ("'abcd'.substring(2, 0)", "ab"),
        ("'a,b'.split(',')", ["a", "b"]),
        ("'aXbX'.replace('X', '-')", "a-bX"),
        ("'aXbX'.replaceAll('X', '-')", "a-b-"),
        ("'ab'.repeat(2)", "abab"),
        ("'5'.padStart(3, '0')", "005"),
        ("'abc'.includes('b')", True),
        ("'abc'.startsWith('a') && 'abc'.endsWith('c')", True),
        ("'abc'.indexOf('c')", 2),
        ("'abc'.at(-1)", "c"),
        ("(1.005).toFixed(1)", "1.0"),
        ("(1234).toLocaleString()", "1,234"),
        ("list.map(x => x * 2)", [2, 4, 6]),
        ("list.map((x, i) => x * i)", [0, 2, 6]),
        ("list.filter(x => x > 1).join(' ')", "2 3"),
        ("list.find(x => x > 1)", 2),
        ("list.some(x => x > 2)", True),
        ("list.every(x => x > 2)", False),
        ("list.reduce((a, b) => a + b, 10)", 16),
        ("[[1], [2, [3]]].flat(2)", [1, 2, 3]),
        ("list.concat(4, [5])", [1, 2, 3, 4, 5]),
        ("list.includes(2)", True),
        ("list.indexOf(3)", 2),
        ("list.slice(1)", [2, 3]),
        ("list.reverse()", [3, 2, 1]),
        ("[[1, 2]].map(([a, b]) => a + b)", [3]),
        ("[{ a: 1 }].map(({ a, b = 2, ...rest }) => a + b)", [3]),
        ("((...all) => all.length)(1, 2)", 2),
        (
            "(() => { const { a, ...r } = { a: 1, b: 2 }; if (a) { return r } return 0 })()",
            {"b": 2},
        ),
        ("(function (x) { return x })(5)", 5),
        ("Object.entries({ a: 1 })", [["a", 1]]),
        ("Math.max(1, 5, 3)", 5),
        ("Math.round(2.5)", 3),
        ("Array.isArray([])", True),
        ("String(1)", "1"),
        ("encodeURIComponent('a b&c')", "a%20b%26c"),
        ("1 as const", 1),
    ],
)
def test_value(source: str, value: object) -> None:
    found = evaluate(source, SCOPE)
    assert (found, type(found)) == (value, type(value))


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ('<img src="/a.png" alt={s} />', ["img", {"src": "/a.png", "alt": "hey"}, []]),
        ("<A b />", ["A", {"b": True}, []]),
        ("<A {...o} length={1} />", ["A", {"a": [1, {"b": "q"}], "length": 1}, []]),
        ("<>a {n}</>", ["", {}, ["a ", 3]]),
        ("<p>Don't *x* &amp; &lt;</p>", ["p", {}, ["Don't *x* & <"]]),
        ("<p>\n  one\n  two {n}\n  <b>x</b>\n</p>", ["p", {}, ["one two ", 3, ["b", {}, ["x"]]]]),
        (
            "<ul>{list.map(i => <li key={i}>{i}</li>)}</ul>",
            ["ul", {}, [[["li", {"key": i}, [i]] for i in (1, 2, 3)]]],
        ),
        ("<A icon={<B />} title='x\"y' />", ["A", {"icon": ["B", {}, []], "title": 'x"y'}, []]),
        ("<A.B-c d:e='1' />", ["A.B-c", {"d:e": "1"}, []]),
        ("n > 2 && <b>{/* c */}x</b>", ["b", {}, ["x"]]),
        ("<A>{}</A>", ["A", {}, []]),
        ("<A children='x' />", ["A", {}, ["x"]]),
    ],
)
def test_element(source: str, value: object) -> None:
    assert plain(evaluate(source, SCOPE)) == value


def test_an_element_knows_what_the_scope_says_of_its_name() -> None:
    thing = object()
    assert evaluate("<A />", {"A": thing}).target is thing
    assert evaluate("<A.b />", {"A": {"b": thing}}).target is thing
    assert evaluate("<A />", {}).target is None


@pytest.mark.parametrize(
    ("source", "reason", "unbound"),
    [
        ("id", "'id' is not known here", "id"),
        ("process.env.HOME", "'process' is not known here", "process"),
        ("user.name", "'user' is not known here", "user"),
        ("useState(0)", "'useState' is not known here", "useState"),
        ("Object.assign(o, {})", "'Object' is not known here", "Object"),
        ("nothing.a", "nothing has no members", ""),
        ("async () => 1", "'async' is not evaluated", ""),
        ("new Date()", "'new' is not evaluated", ""),
        ("this.x", "'this' is not evaluated", ""),
        ("import('x')", "'import' is not evaluated", ""),
        ("a = 1", "expected the end, found '='", ""),
        ("1, 2", "expected the end, found ','", ""),
        ('"a", "b"', "expected the end, found ','", ""),
        ('{"a", "b"}', "expected ':', found ','", ""),
        ("s.anchor('x')", "'anchor()' is not evaluated", ""),
        ("s.constructor('x')", "'constructor()' is not evaluated", ""),
        ("list.push(1)", "'push()' is not evaluated", ""),
        ("/x/.test(s)", "expected a value, found '/'", ""),
        ("`open", "the template is not closed", ""),
        ("<a>", "<a> is not closed", ""),
        ("<a></b>", "expected '</a>', found '</b>'", ""),
        ("(() => { while (true) {} })()", "'while' starts no statement that is static", ""),
        ("1 +", "expected a value, found 'the end'", ""),
        ("#", "'#' is not understood", ""),
        ("s()", "only functions written on the page can be called", ""),
        ("<b /> + 'x'", "an element cannot be added to text", ""),
    ],
)
def test_refusal_says_why(source: str, reason: str, unbound: str) -> None:
    assert evaluate(source, SCOPE) == Unsupported(reason, unbound)
    assert not evaluate(source, SCOPE)


BOMBS = {
    "text": "'a'.repeat(1e9)",
    "padding": "'a'.padEnd(1e9)",
    "doubling": "(() => { "
    + "".join(f"const a{i + 1} = `${{a{i}}}${{a{i}}}`;" for i in range(60))
    + "})()",
    "doubling arrays": "(() => { const a0 = [1,1];"
    + "".join(f"const a{i + 1} = [a{i}, a{i}];" for i in range(40))
    + " return a40 })()",
    "doubling elements": "(() => { const a0 = <b>x</b>;"
    + "".join(f"const a{i + 1} = <b>{{a{i}}}{{a{i}}}</b>;" for i in range(40))
    + " return a40 })()",
    "array as text": "(() => { const a0 = ['x','x'];"
    + "".join(f"const a{i + 1} = [a{i}, a{i}];" for i in range(40))
    + " return `${a40}` })()",
    "recursion": "(f => f(f))(f => f(f))",
    "nested maps": "big.map(a => big.map(b => big.map(c => big.map(d => 1))))",
    "power": "9 ** 9 ** 9 ** 9",
    "brackets": "(" * 5000 + ")" * 5000,
    "arrays": "[" * 5000 + "]" * 5000,
    "elements": "<a>" * 5000 + "</a>" * 5000,
    "not": "!" * 5000 + "1",
    "minus": "- " * 5000 + "1",
    "ternary": "1 ? " * 3000 + "1" + " : 1" * 3000,
    "members": "o" + ".a" * 5000,
    "sum": "1" + "+1" * 50_000,
    "arrows": "a => " * 3000 + "1",
    "templates": "`${" * 3000 + "1" + "}`" * 3000,
    "replacing": "'aaaaaaaaaa'.repeat(1000).replaceAll('a', 'b'.repeat(10000))",
    "joining": "big.join('x'.repeat(99999))",
    "nesting": "big.reduce((a, b) => [a], 1)",
    "long": "'" + "a" * 300_000 + "'",
}


@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_ends_quickly(name: str) -> None:
    begin = time.process_time()
    value = evaluate(BOMBS[name], {"o": {}, "big": list(range(100))})
    assert time.process_time() - begin < 5
    if name != "power":
        assert isinstance(value, Unsupported)


def test_evaluations_can_share_a_budget() -> None:
    budget = Budget(steps=9)
    assert evaluate("1 + 1", {}, budget) == 2
    assert evaluate("1 + 1 + 1 + 1", {}, budget) == Unsupported("it takes too many steps")


def test_a_component_is_a_static_template() -> None:
    source = """({ name = 'you', children, ...rest }) => {
      const hi = `Hi ${name}`;
      return <b {...rest}>{hi}{children}</b>
    }"""
    component = evaluate(source, {})
    assert isinstance(component, Component)
    assert plain(expand(component, {})) == ["b", {}, ["Hi you", UNDEFINED]]
    found = expand(component, {"name": "me", "children": ["x"], "id": "y"})
    assert plain(found) == ["b", {"id": "y"}, ["Hi me", ["x"]]]


def test_a_component_with_hooks_is_opaque() -> None:
    component = evaluate_function("() { const [a, b] = useState(0); return <b>{a}</b> }", {}, "C")
    assert isinstance(component, Component)
    assert expand(component, {}) == Unsupported("'useState' is not known here", "useState")


def test_an_effect_is_no_static_statement() -> None:
    assert evaluate_function("() { useEffect(() => {}); return <b /> }", {}) == Unsupported(
        "'useEffect' starts no statement that is static"
    )


def test_a_name_without_a_value_says_why() -> None:
    scope = {"x": Unsupported("it takes too many steps")}
    assert evaluate("x", scope) == Unsupported("'x' has no value here: it takes too many steps")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1, "1"),
        (1.5, "1.5"),
        (1e21, "1e+21"),
        (1e-7, "1e-7"),
        (-0.0, "0"),
        (float("nan"), "NaN"),
        (float("-inf"), "-Infinity"),
        (True, "true"),
        (None, "null"),
        (UNDEFINED, "undefined"),
        ([1, None, [2]], "1,,2"),
        ({}, "[object Object]"),
    ],
)
def test_text_of_a_value_is_javascripts(value: object, text: str) -> None:
    assert to_text(value) == text


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("0x" + "f" * 5000, "Infinity"),
        ("-0x" + "f" * 5000, "-Infinity"),
        ("0x" + "f" * 20, "1.2089258196146292e+24"),
        ("9" * 5000, "Infinity"),
        ("(0x" + "f" * 5000 + ").toFixed(2)", "Infinity"),
        ("0xff", "255"),
    ],
)
def test_numbers_are_as_large_as_those_of_javascript(source: str, expected: str) -> None:
    assert to_text(evaluate(source, {})) == expected


def test_a_prefix_without_digits_is_no_number() -> None:
    assert isinstance(evaluate("0x_", {}), Unsupported)
