"""Tree, Tree.Folder and Tree.File: a file tree."""

from __future__ import annotations

from docutils import nodes

from sphinx_docsnav.components.component_nodes import (
    BlockComponent,
    HtmlOutput,
    content_of,
    make_title,
    title_of,
)
from sphinx_docsnav.components.registry import ComponentType, Context, Props


class FileProps(Props):
    """Properties of a file or folder."""

    name: str = ""
    """Its name."""
    default_open: bool = False
    """A folder that starts open."""
    openable: bool = True
    """A folder that can be folded."""


class TreeNode(BlockComponent):
    """The whole tree."""

    html_tag = "ul"

    def plain(self) -> list[nodes.Node]:
        """Return nested lists."""
        return [nodes.bullet_list("", *(_plain_item(child) for child in self.children), bullet="*")]


class TreeFileNode(BlockComponent):
    """A file."""

    html_tag = "li"


class TreeFolderNode(BlockComponent):
    """A folder with what is in it."""

    def open_html(self, out: HtmlOutput) -> None:
        """Open the item and its fold; the title is the fold's summary."""
        opened = {"open": "open"} if self["open"] else {}
        out.body.append(out.starttag(self, "li", ""))
        out.body.append(out.starttag(nodes.Element(), "details", "", **opened))

    def close_html(self, out: HtmlOutput) -> None:
        """Close what was opened."""
        out.body.append("</details></li>\n")


class TreeListingNode(BlockComponent):
    """What is in a folder."""

    html_tag = "ul"


def _plain_item(item: nodes.Node) -> nodes.list_item:
    if not isinstance(item, nodes.Element):
        return nodes.list_item("", nodes.paragraph("", item.astext()))
    result = nodes.list_item("", nodes.paragraph("", "", *title_of(item)))
    for listing in content_of(item):
        if isinstance(listing, TreeListingNode) and listing.children:
            result += nodes.bullet_list(
                "", *(_plain_item(child) for child in listing.children), bullet="*"
            )
    return result


def build_tree(_context: Context, _props: Props, children: list[nodes.Node]) -> list[nodes.Node]:
    """Return the tree; only files and folders belong into it."""
    return [TreeNode("", *_entries(children), classes=["docsnav-tree"])]


def build_file(
    _context: Context, props: FileProps, _children: list[nodes.Node]
) -> list[nodes.Node]:
    """Return a file."""
    node = TreeFileNode("", classes=["docsnav-tree-file"])
    node += make_title([nodes.Text(props.name)], "docsnav-tree-name", tag="span")
    return [node]


def build_folder(
    _context: Context, props: FileProps, children: list[nodes.Node]
) -> list[nodes.Node]:
    """Return a folder."""
    node = TreeFolderNode("", classes=["docsnav-tree-folder"], open=props.default_open)
    node += make_title([nodes.Text(props.name)], "docsnav-tree-name", tag="summary")
    node += TreeListingNode("", *_entries(children))
    return [node]


def _entries(children: list[nodes.Node]) -> list[nodes.Node]:
    return [child for child in children if isinstance(child, (TreeFileNode, TreeFolderNode))]


TYPES = (
    ComponentType("Tree", build_tree),
    ComponentType("Tree.File", build_file, FileProps),
    ComponentType("Tree.Folder", build_folder, FileProps),
)
NODES: tuple[type[nodes.Element], ...] = (TreeNode, TreeFileNode, TreeFolderNode, TreeListingNode)
