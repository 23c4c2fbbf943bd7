"""Pages rendered without Sphinx, for tests of the reader and of components."""

from __future__ import annotations

import copy
import os
from dataclasses import dataclass, field
from pathlib import Path

from docutils import nodes
from docutils.frontend import get_default_settings
from docutils.utils import new_document

from sphinx_docsnav.components import make_builtin_registry
from sphinx_docsnav.components.registry import Registry
from sphinx_docsnav.endpoints.page_writer import Describe
from sphinx_docsnav.faults import Fault, FaultKind
from sphinx_docsnav.icons import SiteIcons
from sphinx_docsnav.mdx.source import MdxOptions, MdxSource, parse_mdx
from sphinx_docsnav.rendering.descriptions import DescriptionRenderer
from sphinx_docsnav.rendering.page_document import parse_page, render_page
from sphinx_docsnav.rendering.page_state import PageState
from sphinx_docsnav.sitefiles.page_links import Address


@dataclass
class PlainHost:
    """A build that keeps what it is told."""

    root: Path
    docname: str = "page"
    icons: SiteIcons = field(default_factory=SiteIcons)
    html: str = "safe"
    iframe_hosts: tuple[str, ...] = ()
    own_host: str = ""
    language: str = "en"
    link_schemes: tuple[str, ...] = ()
    tells_unused: bool = False
    describes_objects: bool = False
    registry: Registry = field(default_factory=make_builtin_registry)
    faults: list[Fault] = field(default_factory=list)
    dependencies: list[str] = field(default_factory=list)

    def describe_object(
        self,
        name: str,
        document: nodes.document,  # noqa: ARG002 -- as `Host` has it
        line: int,
    ) -> list[nodes.Node]:
        return [nodes.paragraph("", f"{name} of line {line}")]

    def source(self, path: Path) -> MdxSource:
        self.depend(path)
        return parse_mdx(path.read_text("utf-8"))

    def depend(self, path: Path) -> None:
        self.dependencies.append(Path(os.path.relpath(path, self.root)).as_posix())

    def link(self, address: Address, words: nodes.Element) -> nodes.Element:
        target = "|".join(address.paths) + (f"#{address.anchor}" if address.anchor else "")
        return nodes.reference("", "", words, refuri=f"page:{target}")

    def download(self, path: Path, words: nodes.Element) -> nodes.Element:
        name = path.relative_to(self.root).as_posix()
        return nodes.reference("", "", words, refuri=f"file:{name}")

    def publish(self, path: Path) -> str:
        return path.relative_to(self.root).as_posix()

    def report(self, fault: Fault) -> None:
        self.faults.append(fault)

    def report_failure(self, error: Exception, line: int) -> None:  # noqa: ARG002 -- as `Host` has it
        raise error

    @property
    def messages(self) -> list[str]:
        """Each fault as ``path:line: message [kind]``."""
        return [
            f"{fault.path.relative_to(self.root).as_posix()}:"
            f"{fault.position.line if fault.position else 0}: {fault.message} [{fault.kind}]"
            for fault in self.faults
            if fault.path is not None
        ]


@dataclass
class Rendered:
    """A page that was rendered."""

    document: nodes.document
    host: PlainHost

    @property
    def tree(self) -> str:
        """The document, docutils' pseudo-XML without the attributes that tests don't ask about."""
        shown = copy.deepcopy(self.document)
        for node in shown.findall(nodes.Element):
            for name in list(node.attributes):
                if name not in {"ids", "classes", "refuri", "uri", "language"}:
                    del node[name]
            node.attributes.setdefault("names", [])
        return "\n".join(shown.pformat("  ").rstrip().split("\n")[1:])

    @property
    def messages(self) -> list[str]:
        return self.host.messages

    def first(self, cls: type[nodes.Element]) -> nodes.Element:
        return next(iter(self.document.findall(cls)))


def render(
    root: Path, text: str, *, name: str = "page", material: bool = False, **options: object
) -> Rendered:
    """Render *text* as the page *name* of the site in *root*."""
    host = PlainHost(root, docname=name, **options)  # type: ignore[arg-type]  # as tests say
    path = root / f"{name}.{'md' if material else 'mdx'}"
    document = new_document(str(path), get_default_settings())
    folder = name.rpartition("/")[0]
    source = parse_page(text, MdxOptions(material=material), host)
    render_page(source, document, host, path=path, folder=folder, fallback_title="Fallback")
    return Rendered(document, host)


def describer(
    document: nodes.document, root: Path, complaints: list[str] | None = None
) -> Describe:
    """Return a function that renders the descriptions of one page without Sphinx.

    :param complaints: takes the messages about mistakes; without it there must be none.
    """
    writing = PageState(PlainHost(root), document)

    def complain(_kind: FaultKind, message: str, _hint: str, text: str) -> None:
        assert complaints is not None, (message, text)
        complaints.append(message)

    def describe(text: str, source: str) -> list[nodes.Node]:
        return DescriptionRenderer(writing, source, ("",), complain).describe(text)

    return describe
