"""Values of expressions in attributes: each is text of the page, or left out with one message."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from docutils import nodes
from rendering import Rendered, render

from sphinx_docsnav.components import make_builtin_registry

HEAD = """\
import fromPackage from 'some-package'
import missing from './none.mdx'
export const work = (x) => x
export const Shown = () => <b>bold</b>

"""
MISSING = (
    "page.mdx:2: import of './none.mdx': no such file in the site; its tags show only their "
    "content [import_missing]"
)
FROM_PACKAGE = (
    "a name that is used as text comes from the package 'some-package', which pages cannot use here"
)
VALUES = (
    *("fromPackage", "missing", "work", "Shown", "Math", "Math.max", "window.location"),
    *(
        "<b>x</b>",
        "{a: 1}",
        "[fromPackage, 1]",
        "[work]",
        "[{a: 1}]",
        "{a: missing}",
        "new Date(0)",
    ),
    *("missing.x", "missing()", "'a' + missing", "`a${fromPackage}`", "1e300", "[1, 2]", "/x/g"),
)
INTERNAL = re.compile(
    r"Opaque|Jsx|BuiltIn|ChildNodes|Snippet\(|<function|object at 0x|\[object |UNDEFINED"
    r"|Unsupported|Function\(|\{'a'|DateValue|RegexValue|PosixPath"
)
ELEMENTS = (
    *("a", "img", "div", "iframe", "video", "h2", "p", "input", "button", "svg", "pre", "code"),
    *("select", "textarea", "details", "br", "use", "ol"),
)
ATTRIBUTES = (
    *("id", "className", "style", "title", "alt", "href", "src", "width", "name", "value", "type"),
    *("aria-label", "data-x", "srcSet", "placeholder", "level", "defaultValue", "children"),
)


def show(root: Path, body: str) -> Rendered:
    return render(root, f"{HEAD}{body}\n")


def find_element(page: Rendered) -> nodes.Element:
    """Return the first ``<div>`` of a page."""
    elements = page.document.findall(nodes.Element)
    return next(node for node in elements if node.get("tag") == "div")


@pytest.mark.parametrize("value", VALUES)
def test_no_value_of_code_is_written_as_python_writes_it(tmp_path: Path, value: str) -> None:
    registry = make_builtin_registry()
    tags = [(name, attribute) for name in ELEMENTS for attribute in ATTRIBUTES]
    for name, kind in registry.types.items():
        fields = (
            field.alias or field_name for field_name, field in kind.props.model_fields.items()
        )
        tags += [(name, attribute) for attribute in (*fields, "id", "className", "style")]
    # In front of each tag, a line of its own keeps what the tag is from joining the one before.
    page = show(tmp_path, "\n\n".join(f"<{tag} {name}={{{value}}}>t</{tag}>" for tag, name in tags))
    assert INTERNAL.findall(page.document.pformat()) == []
    assert [text for text in page.messages if INTERNAL.search(text)] == []


@pytest.mark.parametrize(
    ("written", "reason"),
    [
        ("fromPackage", FROM_PACKAGE),
        ("work", "expected text, found a function"),
        ("{a: 1}", "expected text, found an object"),
        ("[{a: 1}]", "expected text, found a list"),
        ("new Date(8e15)", "expected text, found an object"),
    ],
)
def test_a_value_without_a_text_is_left_out_with_its_reason(
    tmp_path: Path, written: str, reason: str
) -> None:
    page = show(tmp_path, f"<div\n  id={{{written}}}>text</div>")
    assert page.messages == [
        MISSING,
        f"page.mdx:7: attribute 'id': {reason}; left out [expression]",
    ]
    assert page.host.faults[1].position is not None
    assert page.host.faults[1].position.column == 3


@pytest.mark.parametrize(
    "body",
    [
        "<div id={missing}>text</div>",
        "<div id={missing.x}>text</div>",
        "<div id={`a-${missing}`}>text</div>",
        "<div style={{color: missing}}>text</div>",
        "<iframe src={missing} />",
        "<img src={missing} alt={missing()} />",
        "<Card title={missing}>text</Card>",
        "<Card {...missing.props}>text</Card>",
        "<iframe {...missing} />",
        "<Tooltip tip={missing}>text</Tooltip>",
        "<ParamField path={missing}>text</ParamField>",
        "<Color.Item value={missing} />",
        "<Snippet file={missing} />",
        "{missing.x}",
        "export const text = missing.text\n\n<div id={text}>{text}</div>",
        "export const Part = missing.Part\n\n<Part>text</Part>",
        "import { part } from './part.mdx'\n\n<div id={part}>text</div>",
    ],
)
def test_what_a_missing_import_causes_has_no_message_of_its_own(tmp_path: Path, body: str) -> None:
    (tmp_path / "part.mdx").write_text(
        "import missing from './none.mdx'\n\nexport const part = missing.part\n"
    )
    messages = show(tmp_path, body).messages
    assert [message for message in messages if "part.mdx:" not in message] == [MISSING]


def test_a_component_of_the_page_that_uses_a_missing_import_has_no_message_of_its_own(
    tmp_path: Path,
) -> None:
    page = show(
        tmp_path,
        "export const Frame = () => <iframe src={missing} />\n"
        "export const Line = () => <p>{missing.x}</p>\n\n<Frame />\n\n<Line />",
    )
    assert page.messages == [MISSING]


@pytest.mark.parametrize(
    "body",
    [
        "<iframe src={window.location} />",
        "<iframe {...window.frame} />",
        "<Tooltip tip={window.name}>text</Tooltip>",
        "<Tooltip {...window.tip}>text</Tooltip>",
    ],
)
def test_an_attribute_without_a_value_has_one_message(tmp_path: Path, body: str) -> None:
    (_, message) = show(tmp_path, body).messages
    assert "'window' has no value here" in message


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("<Card title={work}>text</Card>", "attribute 'title': expected text, found a function"),
        ("<Card {...fromPackage}>text</Card>", "attributes {...fromPackage}: a name whose members"),
        ("<div style={{color: work}}>text</div>", "'style': expected text, found a function"),
        ("<div style={[1]}>text</div>", "'style': expected text, found a list"),
        ("<div style>text</div>", "'style': expected text, found true"),
        ("<iframe src={undefined} />", "<iframe> has no address in 'src'"),
        ("<iframe src={null} />", "<iframe> has no address in 'src'"),
        ("<Snippet file={work} />", "<Snippet> has no 'file'"),
    ],
)
def test_a_tag_without_a_value_that_it_needs_has_one_message(
    tmp_path: Path, body: str, reason: str
) -> None:
    (_, message) = show(tmp_path, body).messages
    assert reason in message


def test_a_property_that_a_page_does_not_give_to_a_snippet_is_a_missing_attribute(
    tmp_path: Path,
) -> None:
    (tmp_path / "film.mdx").write_text(
        "<div id={name} {...others}>text</div>\n\n<iframe src={film.url} />\n"
    )
    page = render(tmp_path, "import Film from './film.mdx'\n\n<Film />\n")
    assert page.messages == [
        "film.mdx:3: <iframe> has no address in 'src'; left out [html_dropped]"
    ]


@pytest.mark.parametrize(
    "body",
    [
        "<div ref={work} sx={{a: 1}}>text</div>",
        "<Card title='a' ref={work} key={fromPackage} role={work} data-x={work}>text</Card>",
        "<Card title='a' sx={work}>text</Card>",
        "<div style={{color: undefined, width: null, height: false}}>text</div>",
    ],
)
def test_an_attribute_that_has_no_effect_needs_no_message(tmp_path: Path, body: str) -> None:
    assert show(tmp_path, body).messages == [MISSING]


def test_numbers_dates_and_lists_are_text(tmp_path: Path) -> None:
    style = "{{margin: ['1px'], width: 5}}"
    tag = f"<div id={{5}} title={{[1, 'b']}} data-x={{new Date(0)}} style={style} hidden>"
    node = find_element(show(tmp_path, f"{tag}text</div>"))
    assert (node["ids"], node["html"]["title"]) == (["5"], "1,b")
    assert node["html"]["data-x"].startswith("Thu Jan 01 1970")
    assert (node["html"]["style"], node["html"]["hidden"]) == ("margin: 1px; width: 5px", "")


def test_an_id_and_a_class_without_a_value_are_none(tmp_path: Path) -> None:
    node = find_element(show(tmp_path, "<div id className={true}>text</div>"))
    assert (node["ids"], node["classes"]) == ([], [])


def test_a_component_of_the_page_sees_the_values_of_its_children_as_they_are(
    tmp_path: Path,
) -> None:
    page = render(
        tmp_path,
        """\
export const Pick = ({ children, number }) => {
  const item = children.find((child) => child.props.value === number);
  return <p>{item.props.data.words.join(" ")} {item.props.shown === false && "hidden"}</p>;
};

<Pick number={2}>
<li value={1} data={{words: ["a"]}} shown>one</li>
<li value={2} data={{words: ["b", "c"]}} shown={false}>two</li>
</Pick>
""",
    )
    assert page.document.astext().split() == ["Fallback", "b", "c", "hidden"]
    assert page.messages == []
