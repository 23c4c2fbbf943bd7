"""Random changes of pages and of JSON values, and random components."""

from __future__ import annotations

import copy
import re
from collections.abc import Sequence
from random import Random
from typing import Any

from components.constructs import HOLDERS

MARKS: tuple[str, ...] = (
    *("{", "}", "<", ">", "</", "/>", "`", "```", "~~~", "$", "$$", "|", "[", "](", "![", "*"),
    *("**", "_", "~~", "\\", "&", "&#0;", "&lt;", "#", "## ", "- ", "1. ", "> ", "    ", "\t"),
    *("---", "===", "{/*", "*/}", "<!--", "-->", "<>", "</>", "<br>", "<br/>", "<p>", "</div>"),
    *("{`", "`}", "${a}", "{{a: 1}}", '="', "='", "={", "...", "[^1]", "[^1]: ", ":::", "@", "/"),
    *(
        "\0",
        "\x01",
        "\x1b",
        "\x85",
        "\u2028",
        "\u202e",
        "\ufeff",
        "\ufffe",
        "\U0001f600",
        "é",
        "\u0627",
    ),
    *("export const a = 1\n", 'import B from "/snippets/b.mdx"\n', "<B />", "\r\n", "\n\n", " "),
    *("%", "\\begin{verbatim}", "\\end{document}", "\\input{x}", "^^M", "]]>", "<![CDATA[", "<?x"),
    *("javascript:x", "#", "//x", "http://[", "%zz", "a:b", "../../x", "x" * 3000),
)
"""Texts that have a meaning in Markdown, JSX, LaTeX, XML, URLs or terminals."""
VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1.5, 10**400, 1e308, "", " ", "x", "\0", "\ud800", "x/../y"),
    *([], {}, [[]], [{}], {"": ""}, [None], ["x"], {"$ref": "#"}, {"$ref": "other.json"}),
    *({"$ref": "#/nothing"}, {"$ref": 1}, "https://example.org", "/", "..", "#a", "get /x"),
    *("object", "array", "string", ["string", "null"], "binary", "date-time", "https://[x"),
    *("openapi.json", "p0", "p1", {"source": "openapi.json", "directory": "api"}, "en", "2024-13"),
)
"""Values that are wrong in most fields."""
_TAG = re.compile(r"</?[A-Za-z][^<>]*>")
MAX_DEPTH = 40
"""Containers further inside of a value are not changed."""
_EXPRESSIONS = (
    "s", "t", "!t", "0", "-1", "'a'", "''", "null", "undefined", "true", "[1, 2, 3]", "{ a: s }",
    "items", "items[s]", "items[s]?.name", "items.length", "props", "props.a", "children", "Card",
    "`x${s}`", "Math.random()", "Object.keys(props)", "JSON.stringify(items)", "new Set(items)",
    "items.filter((x) => x !== s)", "items.reduce((a, x) => a + x, t)", "(() => s)()", "setS",
)  # fmt: skip
"""Expressions of a component."""
_TAGS = ("div", "p", "button", "li", "pre", "Note", "Card", "Tabs", "Tab", "Box", "", "C")
"""Elements of a component; the empty one is a fragment."""


def mutate_text(  # noqa: C901, PLR0911 -- one case per change
    dice: Random, text: str, others: Sequence[str]
) -> str:
    """Return *text* with one change."""
    lines = text.split("\n")
    start = dice.randrange(len(lines))
    end = min(len(lines), start + dice.randint(1, 4))
    place = dice.randint(0, len(text))
    length = dice.choice((1, 1, 3, 20))
    match dice.randrange(11):
        case 0:
            return text[:place] + dice.choice(MARKS) + text[place:]
        case 1:
            return text[:place] + text[place + length :]
        case 2:
            return "\n".join([*lines[:start], *lines[end:]])
        case 3:
            return "\n".join([*lines[:end], *lines[start:end], *lines[end:]])
        case 4:
            prefix = dice.choice(("  ", "    ", "> ", "- ", "1. ", "# ", "| ", "\t"))
            return "\n".join(
                [*lines[:start], *(prefix + x for x in lines[start:end]), *lines[end:]]
            )
        case 5:
            other = dice.choice(others)
            return f"{text[:place]}{other}{text[place:]}"
        case 6:
            return nest(dice, text)
        case 7:
            tags = list(_TAG.finditer(text))
            if not tags:
                return nest(dice, text)
            tag = dice.choice(tags)
            replacement = dice.choice(("", dice.choice(tags)[0], tag[0] * 2))
            return text[: tag.start()] + replacement + text[tag.end() :]
        case 8:
            return " ".join(lines[start:end]).join([text[:place], text[place:]])
        case 9:
            return text.replace("\n\n", "\n") if dice.random() < 0.5 else text.replace("\n", "\n\n")
        case _:
            words = text.split(" ")
            first, second = dice.randrange(len(words)), dice.randrange(len(words))
            words[first], words[second] = words[second], words[first]
            return " ".join(words)


def nest(dice: Random, text: str) -> str:
    """Return *text* inside a component, a list item, a quote, a heading or a cell."""
    start, end = HOLDERS[dice.choice(sorted(HOLDERS))]
    gap = dice.choice(("\n\n", "\n", ""))
    match dice.randrange(7):
        case 0:
            return "- " + text.replace("\n", "\n  ")
        case 1:
            return "> " + text.replace("\n", "\n> ")
        case 2:
            return f"## {text}"
        case 3:
            return f"| a | b |\n|---|---|\n| {text} | x |"
        case _:
            return f"{start}{gap}{text}{gap}{end}"


def mutate_value(dice: Random, value: Any, others: Sequence[Any]) -> Any:  # noqa: ANN401 -- JSON
    """Return a copy of *value*, JSON, with one change somewhere in it."""
    changed = copy.deepcopy(value)
    places = list(_list_containers(changed))
    if not places:
        return copy.deepcopy(dice.choice(VALUES))
    container = dice.choice(places)
    keys = list(container) if isinstance(container, dict) else list(range(len(container)))
    key = dice.choice(keys)
    match dice.randrange(6):
        case 0:
            container[key] = copy.deepcopy(dice.choice(VALUES))
        case 1:
            del container[key]
        case 2:
            container[key] = copy.deepcopy(_choose_part(dice, value))
        case 3:
            container[key] = copy.deepcopy(_choose_part(dice, dice.choice(others)))
        case 4 if isinstance(container, list):
            container.insert(
                key, copy.deepcopy(_choose_part(dice, dice.choice((value, container[key]))))
            )
        case 4:
            other = dice.choice(list(_list_containers(dice.choice(others))) or [{}])
            names = [name for name in other if isinstance(name, str)] or ["x"]
            container[dice.choice(names)] = container.pop(key)
        case _:
            text = container[key]
            if isinstance(text, str):
                container[key] = mutate_text(dice, text, MARKS)
            else:
                container[key] = [text] if dice.random() < 0.5 else {"x": text}
    return changed


def _list_containers(value: Any, depth: int = 0) -> Any:  # noqa: ANN401 -- JSON
    """Yield every list and object of *value* that is not empty."""
    if not isinstance(value, (dict, list)) or not value or depth > MAX_DEPTH:
        return
    yield value
    for item in value.values() if isinstance(value, dict) else value:
        yield from _list_containers(item, depth + 1)


def _choose_part(dice: Random, value: Any) -> Any:  # noqa: ANN401 -- JSON
    """Return some value within *value*."""
    container = dice.choice(list(_list_containers(value)) or [[value]])
    return dice.choice(list(container.values()) if isinstance(container, dict) else container)


def make_component(dice: Random) -> str:  # noqa: C901 -- a grammar in one place
    """Return a component of a page, with state, hooks, handlers and loops, and its use."""

    def value(depth: int = 0) -> str:
        if depth > 2 or dice.random() < 0.6:
            return dice.choice(_EXPRESSIONS)
        operator = dice.choice(("+", "&&", "||", "??", "===", ">", "%", "?"))
        other = f"{value(depth + 1)} : {value(depth + 1)}" if operator == "?" else value(depth + 1)
        return f"({value(depth + 1)} {operator} {other})"

    def child(depth: int) -> str:
        match dice.randrange(7):
            case 0:
                return f"{{{value()}}}"
            case 1:
                return f"{{{value()} && {element(depth)}}}"
            case 2:
                return f"{{{value()} ? {element(depth)} : {element(depth)}}}"
            case 3:
                return f"{{items.map((x, i) => {element(depth)})}}"
            case 4:
                return "{children}"
            case _:
                return element(depth) if depth < 4 else "words"

    def element(depth: int = 0) -> str:
        tag = dice.choice(_TAGS)
        inner = "".join(child(depth + 1) for _ in range(dice.randrange(4 if depth < 3 else 1)))
        if not tag:
            return f"<>{inner}</>"
        click = f" onClick={{() => {dice.choice(('setS', 'setT'))}({value()})}}"
        properties = f" title={{{value()}}} key={{{dice.choice(('i', 's', 't'))}}}"
        return f"<{tag}{dice.choice(('', click))}{dice.choice(('', properties))}>{inner}</{tag}>"

    return (
        "export const C = ({ children, ...props }) => {\n"
        f"  const [s, setS] = useState({value()});\n"
        f"  const [t, setT] = React.useState({value()});\n"
        f"  const items = useMemo(() => {dice.choice(('[1, 2]', 'props.a', value()))}, [s]);\n"
        f"  const i = 0;\n  useEffect(() => {{ setT({value()}); }}, []);\n"
        f"  const Box = {value()} ? Card : 'div';\n  if ({value()}) return {element()};\n"
        f"  return {element()};\n}};\n\n<C a={{[1, {{ name: 'b' }}]}}>words</C>"
    )
