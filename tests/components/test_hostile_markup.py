"""Markup that nobody meant: every page is built, in every format, and shows its text."""

from __future__ import annotations

import importlib
import itertools
import pkgutil
import xml.etree.ElementTree as ET
from collections.abc import Iterator

import pytest
from building import Project
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace

import sphinx_docsnav

_SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'
_PAIR = '<a href="https://x.org"><img src="/l.svg"/><img src="/d.svg"/></a>'
_BOXES = ("Frame", "Columns", 'Card title="t"', 'Tile title="t"', "Panel", "Note", "li", "td")
_IN_A_LINE = {
    "pair": _PAIR,
    "missing": "[![](/none.png)](https://x.org)",
    "remote": "[![a](https://r.org/x.png)](https://x.org)",
    "math": "Energy is $$E=mc^2$$ today.",
}
PAGES: dict[str, str] = {
    **{
        f"{name}-{number}": f"<{box}>{text} WORDS</{box.split()[0]}>"
        for (name, text), (number, box) in itertools.product(_IN_A_LINE.items(), enumerate(_BOXES))
    },
    **{
        f"{name}-alone-{number}": f"<{box}>{text}</{box.split()[0]}>\n\nWORDS"
        for (name, text), (number, box) in itertools.product(_IN_A_LINE.items(), enumerate(_BOXES))
    },
    "link-drawing": '<a href="#x" aria-label="P"><svg/></a> WORDS',
    "link-in-link": '- <a href="/dollars">[WORDS](/dollars)</a>',
    "link-of-component": '<a href="/dollars">WORDS<Card title="t" href="/dollars">x</Card></a>',
    "dollars": "costs $$5 and $$6 WORDS",
    "math-places": "## a $$x$$ b\n\n- $$x$$\n\n| a |\n|---|\n| $$x$$ |\n\nWORDS",
    "item-expression": '- {"WORDS"}',
    "item-badge": "- <Badge>WORDS</Badge>",
    "item-unknown": "- <Foo>WORDS</Foo>",
    "item-fragment": "- <>WORDS</>",
    "item-nested": '- - {"WORDS"}\n  - <Badge>x</Badge>\n\n1. {"x"}',
    "crossed-list": "<ul>\n<li></ul>WORDS</li>",
    "crossed-paragraph": "<div>\n<p></div>WORDS</p>",
    "crossed-steps": "<Steps>\n<Step></Steps> WORDS</Step>",
    "host-frame": '<iframe src="https://[x" />WORDS',
    "host-link": '[WORDS](https://[x) [a](//[x) <a href="https://x:99999999">t</a>',
    "host-picture": '![](https://[x) <img src="//[x" alt="y"/> <video src="//[x"/> WORDS',
    "host-card": '<Card title="t" href="https://[x" img="//[y" icon="https://[z">WORDS</Card>',
    "number-hexadecimal": "{0x" + "f" * 5000 + "} WORDS",
    "number-decimal": "{" + "9" * 5000 + "} WORDS",
    "number-method": "{(0x" + "f" * 5000 + ").toFixed(2)} {[1][0x" + "f" * 400 + "]} WORDS",
    "number-incomplete": "{0x_} WORDS",
    "heading-ids": "## Assets, Networks & Fees\n\nWORDS",
    "number-property": "<Columns cols={0x" + "f" * 5000 + "}>WORDS</Columns>",
}
_OUTPUT = {"html": "{}.html", "text": "{}.txt", "epub": "{}.xhtml"}


@pytest.fixture
def hostile(project: Project) -> Project:
    """A site of such pages."""
    names = ", ".join(f'"{name}"' for name in PAGES)
    project.write(
        {
            "docs.json": f'{{"navigation": {{"pages": [{names}]}}}}',
            "l.svg": _SVG,
            "d.svg": _SVG,
            **{f"{name}.mdx": f"{text}\n" for name, text in PAGES.items()},
        }
    )
    return project


@pytest.mark.parametrize("builder", sorted(_OUTPUT))
def test_every_page_is_built_and_shows_its_text(hostile: Project, builder: str) -> None:
    hostile.build(builder, conf={"epub_copyright": "x", "version": "1"})
    shown = {
        name
        for name in PAGES
        if "WORDS" in (hostile.output(builder) / _OUTPUT[builder].format(name)).read_text("utf-8")
    }
    assert shown == set(PAGES)
    for chapter in hostile.output(builder).glob("*.xhtml"):
        ET.fromstring(chapter.read_bytes())  # noqa: S314 -- our own output; EPUB is XML


def test_one_book_has_the_text_of_every_page(hostile: Project) -> None:
    hostile.build("latex")
    [book] = hostile.output("latex").glob("*.tex")
    assert book.read_text("utf-8").count("WORDS") >= len(PAGES)


def _subclasses(cls: type[nodes.Element]) -> Iterator[type[nodes.Element]]:
    for subclass in cls.__subclasses__():
        yield subclass
        yield from _subclasses(subclass)


def test_visitors_of_docutils_know_every_class_of_nodes(project: Project) -> None:
    for module in pkgutil.walk_packages(sphinx_docsnav.__path__, "sphinx_docsnav."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    project.write({"docs.json": '{"navigation": {"pages": ["index"]}}', "index.mdx": "text\n"})
    with docutils_namespace():
        app = Sphinx(
            project.src,
            None,
            project.output(),
            project.root / "doctrees",
            "html",
            {"extensions": "sphinx_docsnav", "html_theme": "basic"},
            None,
        )
        app.build()
        unknown = {
            cls.__name__
            for cls in _subclasses(nodes.Element)
            if cls.__module__.startswith("sphinx_docsnav.")
            and not hasattr(nodes.GenericNodeVisitor, f"visit_{cls.__name__}")
        }
    bases = {"BlockComponent", "Component", "InlineComponent", "ItemComponent", "_Markup"}
    only_while_reading = {"BlockContainer", "InlineContainer"}
    assert unknown == bases | only_while_reading
