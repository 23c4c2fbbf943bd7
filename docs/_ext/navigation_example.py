"""The ``docsnav-example`` directive: a docs.json beside the site that it produces.

MDX pages use the component ``<NavigationExample name="tabs" />`` for the same.

``.. docsnav-example:: tabs`` shows ``examples/tabs.json`` with the tree that
`sphinx-docsnav tree` prints for it, and, in HTML, the real site that
`sphinx-docsnav build` produces from it, in a frame. Pages and specifications that
the file names come from ``examples/``, or are generated with one line of text.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective
from sphinx.writers.html5 import HTML5Translator

from sphinx_docsnav.components import ComponentServices, Props
from sphinx_docsnav.core.reading.component_setup import add_component

logger = logging.getLogger(__name__)


class frame(nodes.General, nodes.Element):  # noqa: N801 -- docutils names node classes so
    """The built example called ``name``."""


class NavigationExample(SphinxDirective):
    """A docs.json, its navigation tree and the site built from it."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return the nodes of the example."""
        return example_nodes(self.env.app, self.arguments[0])


class NavigationExampleProps(Props):
    """Properties of NavigationExample."""

    name: str = ""
    """The file name in ``examples/``, without its suffix."""


def build_example_component(
    app: Sphinx,
    _context: ComponentServices,
    props: NavigationExampleProps,
    _children: list[nodes.Node],
) -> list[nodes.Node]:
    """Return the nodes of the example."""
    return example_nodes(app, props.name)


def example_nodes(app: Sphinx, name: str) -> list[nodes.Node]:
    """Return the JSON and the tree side by side, and the frame below."""
    source = examples_folder(app) / f"{name}.json"
    app.env.note_dependency(str(source))
    text = source.read_text("utf-8")
    tree = run_command("tree", str(write_site(app, name)))
    pair = nodes.container(
        "",
        titled_block("docs.json", text.strip(), "json"),
        titled_block("The navigation", tree.rstrip(), "text"),
        classes=["docsnav-example-pair"],
    )
    return [pair, frame(name=name)]


def titled_block(title: str, text: str, language: str) -> nodes.Element:
    """Return a code block with a title."""
    caption = nodes.paragraph("", title, classes=["docsnav-example-title"])
    return nodes.container("", caption, nodes.literal_block(text, text, language=language))


def examples_folder(app: Sphinx) -> Path:
    """Return the folder of the examples' sources."""
    return Path(app.srcdir) / "examples"


def write_site(app: Sphinx, name: str) -> Path:
    """Return the folder of the example's site, which is written if it is not up to date."""
    root = Path(app.doctreedir) / "_examples" / name
    root.mkdir(parents=True, exist_ok=True)
    text = (examples_folder(app) / f"{name}.json").read_text("utf-8")
    write_if_different(root / "docs.json", text)
    for page in page_paths(json.loads(text)["navigation"]):
        write_if_different(root / f"{page}.mdx", page_text(page))
    for source in specifications(json.loads(text)):
        shutil.copyfile(examples_folder(app) / source, root / source)
    return root


def write_if_different(path: Path, text: str) -> None:
    """Write a file, unless it has this content already."""
    if not path.exists() or path.read_text("utf-8") != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


def page_text(page: str) -> str:
    """Return a small page with a title derived from its path."""
    title = page.rpartition("/")[2].replace("-", " ").capitalize()
    return f"---\ntitle: {title}\n---\n\nThis is the page `{page}`.\n"


def page_paths(value: object) -> Iterator[str]:
    """Yield the page paths that a part of docs.json names."""
    if isinstance(value, list):
        for item in value:
            yield from page_paths(item)
    elif isinstance(value, dict):
        yield from (page for page in value.get("pages", ()) if is_page(page))
        yield from filter(None, [value.get("root")])
        for item in value.values():
            yield from page_paths(item)


def is_page(entry: object) -> bool:
    """Tell a page path from a group and from an endpoint reference."""
    return isinstance(entry, str) and " " not in entry


def specifications(value: object) -> Iterator[str]:
    """Yield the specification files that docs.json names."""
    if isinstance(value, list):
        for item in value:
            yield from specifications(item)
    elif isinstance(value, dict):
        sources = (value.get("openapi"), value.get("source"))
        yield from (text for text in sources if is_specification(text))
        for item in value.values():
            yield from specifications(item)


def is_specification(value: object) -> bool:
    """Tell the path of a specification."""
    return isinstance(value, str) and value.endswith((".json", ".yaml"))


def run_command(*words: str) -> str:
    """Return the output of `sphinx-docsnav`.

    :raises ExtensionError: the command failed or printed a warning.
    """
    command = [sys.executable, "-m", "sphinx_docsnav", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 -- own words
    if done.returncode or done.stderr:
        msg = f"{' '.join(words)} ended with {done.returncode}: {done.stderr}{done.stdout}"
        raise ExtensionError(msg)
    return done.stdout


def build_examples(app: Sphinx, exception: Exception | None) -> None:
    """Build every example that a page uses, two at a time."""
    if exception is not None or app.builder.format != "html":
        return
    names = sorted(path.stem for path in examples_folder(app).glob("*.json"))
    shown = [name for name in names if (Path(app.doctreedir) / "_examples" / name).is_dir()]

    def build(name: str) -> str:
        out = Path(app.outdir) / "examples" / name
        title = ("-D", "project=Example", "-D", "html_title=Example")
        words = (str(write_site(app, name)), str(out), "-q", "-W", "-j", "1", *title)
        return run_command("build", *words)

    with ThreadPoolExecutor(2) as pool:
        for name, _ in zip(shown, pool.map(build, shown), strict=True):
            logger.info("built the example %s", name)


def visit_frame(translator: HTML5Translator, node: nodes.Element) -> None:
    """Write the frame and a link to the example."""
    builder = translator.builder
    depth = builder.get_target_uri(builder.current_docname).count("/")
    address = f"{'../' * depth}examples/{node['name']}/index.html"
    translator.body.append(
        f'<div class="docsnav-example-frame"><iframe src="{address}" loading="lazy" '
        f'title="The site built from this docs.json"></iframe></div>'
        f'<p class="docsnav-example-link"><a class="reference external" href="{address}">'
        "Open this site</a></p>"
    )
    raise nodes.SkipNode


def skip_frame(_translator: object, _node: nodes.Element) -> None:
    """Skip the frame in formats without frames."""
    raise nodes.SkipNode


def setup(app: Sphinx) -> dict[str, bool]:
    """Add the directive."""
    skip = (skip_frame, None)
    app.add_node(frame, html=(visit_frame, None), latex=skip, text=skip, man=skip, texinfo=skip)
    app.add_directive("docsnav-example", NavigationExample)
    build = partial(build_example_component, app)
    add_component(app, "NavigationExample", build, props=NavigationExampleProps)
    app.connect("build-finished", build_examples)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
