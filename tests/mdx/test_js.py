# ruff: noqa: E501 -- sources of one line each

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from counting import counted

from sphinx_docsnav.mdx.expressions import (
    UNDEFINED,
    JsxComponent,
    JsxValue,
    Reserve,
    Unsupported,
    evaluate,
    evaluate_function,
    expand,
    to_text,
)
from sphinx_docsnav.mdx.expressions.budget import Budget
from sphinx_docsnav.mdx.expressions.values import FunctionPosition

SEVERAL_WAYS = "repeats a group that can match in several ways, which may take very long"
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


def written(value: object) -> str:
    """Return *value* as ``data/javascript.txt`` writes it."""
    if isinstance(value, list):
        return f"[{';'.join(map(written, value))}]"
    if type(value) is dict:
        return "{" + ";".join(f"{key}:{written(item)}" for key, item in value.items()) + "}"
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else to_text(value)


def test_expressions_have_the_values_that_node_gives_or_none() -> None:
    """Each line has an expression, what Node.js 20 makes of it, and whether it is refused here."""
    data = Path(__file__).parent / "data" / "javascript.txt"
    lines = [line.split("\t") for line in data.read_text("utf-8").strip("\n").split("\n")]
    assert len(lines) > 700
    wrong = []
    for source, answer, *refused in lines:
        value = evaluate(source, {})
        if isinstance(value, Unsupported) != bool(refused):
            wrong.append((source, value, answer))
        elif not refused and written(value) != answer:
            wrong.append((source, written(value), answer))
    assert wrong == []


NO_CHANGE = "has no value here: a page is built once, so that every reader would see the same value"


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
        ("['a', '', 'b'].filter(Boolean)", ["a", "b"]),
        ("['1', '2'].map(Number)", [1, 2]),
        ("Math.sqrt(16) + Math.sign(-3)", 3),
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
        (
            "[1.25, 2.5, -1.25, 1.005, 1e21].map(n => n.toFixed(1))",
            ["1.3", "2.5", "-1.3", "1.0", "1e+21"],
        ),
        ("(2.5).toFixed() + (-0.4).toFixed()", "3-0"),
        (
            "[0.000001234, 1.5e-7, 123456789012345680000, 1e21].join()",
            "0.000001234,1.5e-7,123456789012345680000,1e+21",
        ),
        (
            "[Number('0x10'), Number('0b11'), Number([5]), Number('-Infinity'), Number('5.')]",
            [16, 3, 5, float("-inf"), 5],
        ),
        ("[Number('1_0'), Number('inf')].map(isNaN)", [True, True]),
        ("[1] == 1", True),
        ("'abc'.startsWith('b', 1) && 'abc'.endsWith('b', 2) && !'abc'.includes('a', 1)", True),
        ("'abcb'.indexOf('b', 2) + 'abc'.substr(-2, 1)", "3b"),
        ("[NaN].includes(NaN)", True),
        ("[1, 2, 3].with(-1, 9).toSpliced(0, 1)", [2, 9]),
        ("[1, 2, 3].findLastIndex(x => x < 3)", 1),
        ("Object.entries({404: 'a', 200: 'b', x: 'c'}).join()", "200,b,404,a,x,c"),
        (
            "JSON.stringify({10: 1, 9: () => 2, b: [() => 3, NaN], c: new Date(0)})",
            '{"10":1,"b":[null,null],"c":"1970-01-01T00:00:00.000Z"}',
        ),
        ("JSON.stringify({a: 1, b: 2}, ['b'])", '{"b":2}'),
        ("(([a, , b = 3, ...c]) => [a, b, c])([1, 2, undefined, 4, 5])", [1, 3, [4, 5]]),
        ("(function f(n) { return n < 2 ? 1 : n * f(n - 1) })(5)", 120),
        ("String.raw`\\frac{${n}}\\n`", "\\frac{3}\\n"),
        ("[() => 'a', x => x][1]('b')", "b"),
        ("(() => { try { return nothing.a } catch (error) { return error.name } })()", "TypeError"),
        ("(() => { const a = [1, 2]; a.length = 0; a[2] = 'x'; return a.join() })()", ",,x"),
        (
            "(() => { let keys = ''; for (const key in {b: 1, 2: 1, 1: 1}) keys += key; return keys })()",
            "12b",
        ),
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
        ("list.toReversed()", [3, 2, 1]),
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
        ("React.createElement('b', { id: 'x' }, 'y')", ["b", {"id": "x"}, ["y"]]),
        ("React.createElement(React.Fragment, { children: 'y' })", ["", {}, ["y"]]),
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
        (
            "process.env.HOME",
            "'process' has no value here: a page is built without Node.js",
            "process",
        ),
        (
            "Math.random()",
            f"'Math.random' {NO_CHANGE}",
            "Math.random",
        ),
        ("user.name", "'user' is not known here", "user"),
        ("useActionState(0)", "'useActionState' is not known here", "useActionState"),
        ("Object.create(o)", "'Object.create()' is not supported", ""),
        ("nothing.a", "a member of 'nothing' is read, which is null", ""),
        ("(async () => 1)()", "an async function is not supported", ""),
        ("new Worker('a')", "'new Worker()' is not supported", ""),
        ("window.x", "'window' has no value here: a page is built without a browser", "window"),
        ("this.x", "'this' is not supported", ""),
        ("import('x')", "'import' is not supported", ""),
        ("a = 1", "a value can only be assigned inside of a function", ""),
        ("1, 2", "unexpected ','", ""),
        ('"a", "b"', "unexpected ','", ""),
        ('{"a", "b"}', "expected ':', found ','", ""),
        ("s.anchor('x')", "the method 'anchor()' is not supported", ""),
        ("s.constructor('x')", "the method 'constructor()' is not supported", ""),
        ("/x", "the regular expression that '/' starts is not closed", ""),
        ("/x/y.test(s)", "the flag 'y' of a regular expression is not supported", ""),
        ("/(a)\\1/.test(s)", "'\\1' in a regular expression is not supported", ""),
        ("/(?<=a)b/.test(s)", "lookbehind in a regular expression is not supported", ""),
        ("/(a/.test(s)", "a bracket of the regular expression /(a/ is not closed", ""),
        ("/a)/.test(s)", "a bracket of the regular expression /a)/ is not open", ""),
        ("/[b-a]/.test(s)", "the regular expression /[b-a]/ cannot be read", ""),
        ("/a{999}/.test(s)", "a regular expression repeats something more than 100 times", ""),
        (
            "/(a+)+b/.test(s)",
            f"the regular expression /(a+)+b/ {SEVERAL_WAYS}",
            "",
        ),
        (
            "/(?:a|a)*b/.test(s)",
            f"the regular expression /(?:a|a)*b/ {SEVERAL_WAYS}",
            "",
        ),
        ("`open", "the template is not closed", ""),
        ("<a>", "<a> is not closed", ""),
        ("<a></b>", "expected '</a>', found '</b>'", ""),
        ("(() => { while (true) {} })()", "it takes too many steps", ""),
        ("1 +", "a value is missing before the end", ""),
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
    "endless loop": "(() => { for (;;) {} })()",
    "growing array": "(() => { const a = []; while (true) { a.push(...a, 1) } })()",
    "array in itself": "(() => { const a = []; a.push(a, a); return a })()",
    "array in itself as text": "(() => { const a = []; a.push(a, a); return a.join() })()",
    "doubling arrays joined": "(() => { const a0 = [1,1];"
    + "".join(f"const a{i + 1} = [a{i}, a{i}];" for i in range(40))
    + " return a40.join('') })()",
    "slow pattern": "/\\s+\\s+\\s+$/.test(' '.repeat(5000) + 'x')",
    "slow patterns": "big.map(i => /a+a+$/.test('a'.repeat(400) + 'b'))",
    "sorting": "(() => { const a = []; for (const i of big) { for (const j of big) { a.push(i) } } "
    "return a.sort((x, y) => y - x) })()",
    "unread functions": "(() => { " + "const f = () => { a: 1; " * 50 + "}; " * 50 + " })()()",
    "else": "(() => { if (0) {} " + "else if (0) {} " * 10000 + " })()()",
}


@pytest.mark.slow
@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_ends_quickly(name: str) -> None:
    calls, value = counted(lambda: evaluate(BOMBS[name], {"o": {}, "big": list(range(100))}))
    assert calls < 10_000_000  # a second or two
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
    assert isinstance(component, JsxComponent)
    assert plain(expand(component, {})) == ["b", {}, ["Hi you", UNDEFINED]]
    found = expand(component, {"name": "me", "children": ["x"], "id": "y"})
    assert plain(found) == ["b", {"id": "y"}, ["Hi me", ["x"]]]


def test_a_component_with_hooks_shows_its_initial_state() -> None:
    source = """() {
      const [count, setCount] = useState(0);
      const [open] = React.useState(() => true);
      const box = useRef(null);
      const words = useMemo(() => ['a', 'b'].join(' '), []);
      const go = useCallback(async () => { await fetch('/x'); }, []);
      useEffect(() => {
        const timer = setInterval(() => setCount(n => n + 1), 1000);
        return () => { clearInterval(timer); delete window.x; };
      }, []);
      setCount(5);
      if (!box.current && open) {
        return <b onClick={async () => { try { await go() } catch { throw 1 } }}>{count}{words}</b>;
      }
      return null;
    }"""
    component = evaluate_function(source, {}, "C")
    assert isinstance(component, JsxComponent)
    assert plain(expand(component, {})) == [
        "b",
        {"onClick": "{ try { await go() } catch { throw 1 } }"},
        [0, "a b"],
    ]


def body(statements: str, scope: dict[str, Any] | None = None) -> object:
    """Return what a function with these statements returns."""
    return evaluate(f"(() => {{ {statements} }})()", SCOPE if scope is None else scope)


@pytest.mark.parametrize(
    ("statements", "value"),
    [
        ("let x; if (n > 2) { x = 'big'; } else { x = 'small'; } return x", "big"),
        ("let x = 1; { let x = 2; } return x", 1),
        ("var x = 1; if (true) { var x = 2; } return x", 2),
        ("let x = 1; x += 2; x *= 3; x -= 1; x **= 2; x /= 4; x %= 9; return x", 7),
        ("let x = null; x ??= 'a'; x &&= 'b'; x ||= 'c'; return x", "b"),
        ("let i = 1; const a = i++; const b = ++i; return [a, b, i--, i]", [1, 3, 3, 2]),
        ("if (n === 1) return 'a'; else if (n === 3) return 'c'; return 'd'", "c"),
        (
            "switch (s) { case 'a': return 1; case 'b': case 'hey': return 2; default: return 3 }",
            2,
        ),
        (
            "let x = ''; switch (n) { case 3: x += 'c'; case 4: x += 'd'; break; } return x",
            "cd",
        ),
        ("switch (n) { default: return 'none'; case 4: return 'four' }", "none"),
        ("let t = 0; for (const i of list) { if (i === 2) continue; t += i; } return t", 4),
        ("for (const [k, v] of Object.entries({ a: 1 })) { return k + v }", "a1"),
        (
            "const found = []; for (const k in { a: 1, b: 2 }) { found.push(k) } return found",
            ["a", "b"],
        ),
        (
            "let t = []; for (let i = 0; i < 5; i++) { if (i > 2) break; t.push(i) } return t",
            [0, 1, 2],
        ),
        (
            "const f = []; for (let i = 0; i < 2; i++) { f.push(() => i) } return f.map(g => g())",
            [0, 1],
        ),
        ("let i = 0; while (i < 3) { i++ } do { i++ } while (false); return i", 4),
        ("const w = s.split(''); const last = w.pop(); return [w, last]", [["h", "e"], "y"]),
        ("const a = [3, 1, 2]; a.sort((x, y) => y - x); return a", [3, 2, 1]),
        ("const a = [10, 9, 1]; return a.sort()", [1, 10, 9]),
        (
            "const a = [1, 2, 3, 4]; const cut = a.splice(1, 2, 'x'); return [a, cut]",
            [[1, "x", 4], [2, 3]],
        ),
        ("const a = [2]; a.unshift(1); a.push(3, 4); a.shift(); a.reverse(); return a", [4, 3, 2]),
        ("return Array(3).fill('x')", ["x", "x", "x"]),
        ("return Array.from({ length: 3 }, (_, i) => i * 2)", [0, 2, 4]),
        ("const o = { a: 1 }; o.b = 2; o['c'] = 3; return o", {"a": 1, "b": 2, "c": 3}),
        ("const a = [1]; a[0] = 'x'; a[1] = 'y'; return a", ["x", "y"]),
        (
            "const o = {}; for (const i of list) { (o[i > 1] ||= []).push(i) } return o",
            {"false": [1], "true": [2, 3]},
        ),
        ("list.push(4); const t = list; return [t.length, list.at(-1)]", [4, 4]),
        ("let x = 'a'; const set = () => { x = 'b' }; set(); return x", "b"),
        ("return twice(4); function twice(y) { return y * 2 }", 8),
        ("let t = 0; list.forEach(i => { t += i }); return t", 6),
        ("try { return 1 } catch (e) { return 2 } finally { }", 1),
        ("const { a: [, { b = 'z' }], ...rest } = o; return [b, rest.length]", ["q", 9]),
        (
            "console.log('x'); return JSON.stringify({ a: [1, undefined], b: undefined })",
            '{"a":[1,null]}',
        ),
        ("return JSON.stringify([1 / 0, 0.5])", "[null,0.5]"),
        ("return Object.assign({}, { a: 1 }, { b: 2 })", {"a": 1, "b": 2}),
        ("return typeof window === 'undefined' ? 'build' : 'reader'", "build"),
        ("const x = () => { return new Date() }; return 'never called'", "never called"),
        ("const x = () => { label: for (;;) {} }; return 'never read'", "never read"),
    ],
)
def test_statements_of_a_function(statements: str, value: object) -> None:
    assert body(statements) == value


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("/\\d+/.test('a1')", True),
        ("/^a$/m.test('b\\na')", True),
        ("/^a$/.test('a\\n')", False),
        ("/A/i.test('xa')", True),
        ("/[\"'`]/.test(s)", False),
        ("'a-b_c'.split(/[-_]/)", ["a", "b", "c"]),
        ("'abc'.split(/(b)/)", ["a", "b", "c"]),
        ("'abc'.split(/(?:)/)", ["a", "b", "c"]),
        ("'aXbX'.replace(/X/, '-')", "a-bX"),
        ("'aXbX'.replace(/X/g, '-')", "a-b-"),
        ("'xabc'.replace(/x*/g, '-')", "--a-b-c-"),
        ("'John Smith'.replace(/(\\w+) (\\w+)/, '$2, $1 $& $$')", "Smith, John John Smith $"),
        ("'2024-05'.replace(/(?<y>\\d+)-(?<m>\\d+)/, '$<m>/$<y>')", "05/2024"),
        ("'a b'.replace(/\\b\\w/g, c => c.toUpperCase())", "A B"),
        ("'Hello World'.toLowerCase().replace(/[^a-z0-9]+/g, '-')", "hello-world"),
        ("'a1b22'.match(/\\d+/g)", ["1", "22"]),
        ("'a1-D'.replace(/[\\D]/g, '')", "1"),
        ("'abc'.match(/x/)", None),
        ("'ab12'.match(/([a-z]+)(\\d+)?/)[2]", "12"),
        ("'xab'.match(/ab/).index", 1),
        ("'v1.2'.match(/v(?<major>\\d)/).groups.major", "1"),
        ("[...'a1b2'.matchAll(/[a-z](\\d)/g)].map(m => m[1])", ["1", "2"]),
        ("'abc'.search(/c/)", 2),
        ("/(\\w)(x)?/.exec('a')[2]", UNDEFINED),
        ("'a/b'.split(/\\//)", ["a", "b"]),
        ("/[/]/.test('/')", True),
        ("6 / 2 / 3", 1),
        ("`${/a/g}`", "/a/g"),
        ("/\\u{e9}|\\x41/u.test('A')", True),
    ],
)
def test_regular_expressions(source: str, value: object) -> None:
    found = evaluate(source, SCOPE)
    assert (found, source) == (value, source)


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("5 & 3 | 8 ^ 1", 9),
        ("~5 + (1 << 31)", -2147483654),
        ("-1 >>> 28", 15),
        ("-9 >> 1", -5),
        ("1 + 2 << 3 > 23", True),
        ("(2 ** 40 + 5) | 0", 5),
        ("'x' | 0", 0),
        ("2 == 2 & 1", 1),
    ],
)
def test_bitwise_operators(source: str, value: object) -> None:
    assert (evaluate(source, SCOPE), source) == (value, source)


@pytest.mark.parametrize(
    ("statements", "value"),
    [
        ("let a = 1, b = 2; [a, b] = [b, a]; return [a, b]", [2, 1]),
        ("let a, b, r; [a, , b = 7, ...r] = [1, 2, undefined, 4, 5]; return [a, b, r]", [1, 7, [4, 5]]),
        ("let a, r; ({ a, ...r } = { a: 1, b: 2 }); return [a, r]", [1, {"b": 2}]),
        ("const o = { p: {} }; let x; [o.p.q, { k: x }] = [1, { k: 2 }]; return [o, x]", [{"p": {"q": 1}}, 2]),
        ("let n = 6; n &= 3; n |= 8; n ^= 1; return n", 11),
    ],
)  # fmt: skip
def test_assignments_to_several_variables_and_collections(statements: str, value: object) -> None:
    assert body(statements) == value


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("[3, 2, 1].indexOf(2, 2)", -1),
        ("[1, 2, 1].indexOf(1, -9)", 0),
        ("[1, 2, 3, 1].lastIndexOf(3, -3)", -1),
        ("[1, 2, 1].lastIndexOf(1, -9)", -1),
        ("'abab'.lastIndexOf('b', 2)", 1),
        (r"'abc'.replace(/(b)/, '[$1$&$`$\'$$]')", "a[bbac$]c"),
        ("Math.cbrt(27)", 3),
    ],
)
def test_methods_have_the_values_of_node(source: str, value: object) -> None:
    assert evaluate(source, {}) == value


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("JSON.parse('1', (k, v) => v)", "JSON.parse() with a function is not supported"),
        ("(a => 1).length", "the length of a function is not known here"),
        ("new Set([1])", "'new Set()' is not supported"),
        ("new Intl.NumberFormat('de')", "'new Intl.NumberFormat()' is not supported"),
        ("(1).toLocaleString('de')", "'toLocaleString()' of another language, or with options"),
        (
            "new Date('2024-03-10').toLocaleDateString('en-US')",
            "the method 'toLocaleDateString()' is not supported",
        ),
        ("new Date('1/5/2024')", "the date '1/5/2024' is not written in a form that is supported"),
        (
            "'a'.replace('a', '$`')",
            "'$`' and \"$'\" are not supported in a replacement",
        ),
    ],
)
def test_what_would_have_another_value_is_refused(source: str, reason: str) -> None:
    found = evaluate(source, {})
    assert isinstance(found, Unsupported)
    assert found.reason == reason


def test_an_expression_with_the_flag_g_goes_on_where_it_was() -> None:
    statements = (
        "const r = /a(.)/g; const out = []; let m; "
        "while ((m = r.exec('a1a2')) !== null) { out.push(m[1]) } return out"
    )
    assert body(statements) == ["1", "2"]


def test_changing_data_of_the_page_changes_it_for_one_evaluation_only() -> None:
    scope = {"rows": [3, 1, 2], "o": {"a": {"b": 1}}}
    found = body(
        "rows.sort(); o.a.b = 2; const el = <p x={rows} y={o} />; rows.push(9); return el", scope
    )
    assert plain(found) == ["p", {"x": [1, 2, 3, 9], "y": {"a": {"b": 2}}}, []]
    assert scope == {"rows": [3, 1, 2], "o": {"a": {"b": 1}}}


@pytest.mark.parametrize(
    ("statements", "reason"),
    [
        ("const x = 1; x = 2", "'x' is a constant and cannot be assigned to"),
        ("n = 4", "'n' is not a variable of this function, so it cannot be assigned to"),
        ("s.length = 1", "only members of arrays and objects can be assigned to"),
        ("list['a'] = 1", "an array has no index 'a' to assign to"),
        ("list[999999999] = 1", "a list gets longer than 10,000 items"),
        ("throw 'x'", "'throw' is not supported"),
        ("return n instanceof (() => 1)", "'instanceof' is not supported"),
        ("[n + 1] = [1]", "assigning to something that is not a variable is not supported"),
        ("let a; [a] = null", "undefined or null cannot be destructured"),
        ("const f = async () => { await x }; return f()", "an async function is not supported"),
        ("const f = () => { label: for (;;) {} }; return f()", "a value is missing before ':'"),
        ("return nothing.trim()", "'trim()' of 'nothing' is called, which is null"),
        ("for (const x of n) {}", "only an array can be looped over"),
        ("const x; return x", "expected '=', found ';'"),
    ],
)
def test_a_refused_statement_says_why(statements: str, reason: str) -> None:
    assert body(statements) == Unsupported(reason)


def test_a_refusal_knows_its_line() -> None:
    source = "({ a }) => {\n\n  const c = [a].map(x => {\n    return new Worker();\n  });\n}"
    component = evaluate(source, {}, position=FunctionPosition("snippets/a.jsx", 10))
    assert isinstance(component, JsxComponent)
    found = expand(component, {})
    assert isinstance(found, Unsupported)
    assert found.position == FunctionPosition("snippets/a.jsx", 13)
    unread = evaluate("() => {\n\n class A {}\n}", {}, position=FunctionPosition("", 5))
    assert unread == Unsupported("a class is not supported")
    assert isinstance(unread, Unsupported)
    assert unread.position == FunctionPosition("", 7)


def test_html_elements_are_not_looked_up_in_the_scope() -> None:
    assert evaluate("<b />", {"b": 1}).target is None


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


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("Number.isSafeInteger(2 ** 53)", False),
        ("Number.isSafeInteger(5)", True),
        ("[Number.isFinite(1 / 0), Number.isFinite('1'), isFinite('1')]", [False, False, True]),
        ("Number.MAX_SAFE_INTEGER", 2**53 - 1),
        ("[Math.PI > 3.14, Math.pow(2, 10), Math.log2(8)]", [True, 1024, 3]),
        ("parseInt('ff', 16)", 255),
        ("parseInt('0x1f')", 31),
        ("parseInt('12px')", 12),
        ("['1', '2'].map(Number)", [1, 2]),
        ("[[1, 2], [3]].map(Math.max.name ? String : String)", ["1,2", "3"]),
        ("(255).toString(16)", "ff"),
        ("(1234567.891).toLocaleString()", "1,234,567.891"),
        ("Object.hasOwn({ a: 1 }, 'a')", True),
        ("({ a: 1 }).hasOwnProperty('b')", False),
        ("/a`b/.test('a`b') || `x`", True),
        ("typeof globalThis", "object"),
        ("typeof globalThis.React.useState", "function"),
        ("typeof globalThis.document", "undefined"),
        ("[].concat([1]) instanceof Array", True),
        ("new RegExp('A', 'i').test('cat')", True),
        ("new Date('2024-02-29').getFullYear()", 2024),
        ("new Date(2024, 0, 31).getDate()", 31),
        ("new Date('2024-02-29T10:20:30Z').toISOString()", "2024-02-29T10:20:30.000Z"),
        ("new Date('2024-03-02') - new Date('2024-03-01')", 86_400_000),
        ("isNaN(new Date('soon'))", True),
        ("React.Children.count(['a', null, <b/>])", 2),
        ("React.isValidElement(<b/>)", True),
    ],
)
def test_functions_of_javascript_that_need_nothing_from_outside(source: str, value: object) -> None:
    assert evaluate(source, {}) == value


@pytest.mark.parametrize(
    ("statements", "value"),
    [
        (
            "return [{ s: 'a' }, { s: 'b' }].reduce((a, m) => ((a[m.s] = 1), a), {})",
            {"a": 1, "b": 1},
        ),
        ("let a = 1, b; a++, b = a; return b, a", 2),
        ("globalThis.f = (n) => n + 1; globalThis.m = 1; return f(m)", 2),
        (
            (
                "const R = typeof globalThis !== 'undefined' && globalThis.React ? globalThis.React"
                " : (() => { throw new Error('x') })(); const { useState } = R; return useState(4)[0]"
            ),
            4,
        ),
        ("try { throw new Error('bad') } catch (e) { return e.message }", "bad"),
        ("try { return JSON.parse('{') } catch { return null } finally { n }", None),
        ("const o = { a: 1, b: 2 }; delete o.a; return o", {"b": 2}),
        ("const x = <i title='t'>w</i>; return [x.props?.children, x.props.title]", ["w", "t"]),
        ("const x = <i><b/><u/></i>; return x.props.children.length", 2),
        ("const { max } = Math; return max(1, 5, 2)", 5),
        ("return React.Children.toArray(<b>1</b>).map(c => c.props.children)", ["1"]),
    ],
)
def test_statements_that_real_components_use(statements: str, value: object) -> None:
    assert body(statements) == value


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        (
            "Math.random()",
            "'Math.random' has no value here: a page is built once, so that every reader would see the same value",
        ),
        ("Math.imul(1)", "'Math.imul()' is not supported"),
        ("React.lazy(1)", "'React.lazy()' is not supported"),
        ("Math()", "'Math()' is not supported"),
        ("(() => { Math.PI = 3 })()", "only members of arrays and objects can be assigned to"),
    ],
)
def test_what_has_no_value_in_a_build_says_why(source: str, reason: str) -> None:
    found = evaluate(source, {})
    assert isinstance(found, Unsupported)
    assert found.reason == reason


def test_the_present_is_the_day_of_the_build(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(86_400 * 20_000 + 77))
    reserve = Reserve()
    assert evaluate("Date.now() / 86400000", {}, reserve.make_budget()) == 20_000
    assert reserve.is_dated
    assert evaluate("new Date().toISOString()", {}) == "2024-10-04T00:00:00.000Z"
    assert evaluate("new Date('2024-01-02').getTime() <= Date.now()", {}) is True


def test_what_a_page_puts_into_global_this_ends_with_the_evaluation() -> None:
    assert (
        evaluate("(() => { globalThis.x = 1; globalThis.Math = 2; return globalThis.x })()", {})
        == 1
    )
    assert evaluate("globalThis.x", {}) is UNDEFINED
    assert evaluate("Math.max(1)", {}) == 1


def test_members_of_python_cannot_be_read() -> None:
    for owner in ("Math", "Math.max", "new Map()", "new Date(0)", "<b/>", "/a/", "globalThis"):
        for name in ("__class__", "__dict__", "function", "members", "__globals__", "time"):
            found = evaluate(f"({owner}).{name}", {})
            assert found is UNDEFINED or isinstance(found, Unsupported), (owner, name)
