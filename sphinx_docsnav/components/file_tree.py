"""Tree, also called FileTree, with Tree.Folder and Tree.File or a Markdown list in it."""

from __future__ import annotations

from docutils import nodes

from sphinx_docsnav.components.component_nodes import (
    BlockComponent,
    HtmlOutput,
    ItemComponent,
    block_children,
    content_of,
    make_title,
    title_of,
)
from sphinx_docsnav.components.registry import ComponentServices, ComponentType, Props


class FileProps(Props):
    """Properties of a file or folder."""

    name: str = ""
    """Its name."""
    default_open: bool = False
    """A folder that starts open."""
    openable: bool = True
    """A folder that can be folded."""
    highlight: bool = False
    """The item that the text describes."""


TREE = "docsnav-tree"
"""The class of a tree."""


class TreeNode(BlockComponent):
    """The whole tree."""

    html_tag = "ul"

    def plain(self) -> list[nodes.Node]:
        """Return nested lists."""
        return [nodes.bullet_list("", *(_plain_item(child) for child in self.children), bullet="*")]


class TreeListingNode(BlockComponent):
    """What is in a folder."""

    html_tag = "ul"


class TreeFileNode(ItemComponent):
    """A file."""

    lists = (TreeNode, TreeListingNode)
    list_class = TREE


class TreeFolderNode(ItemComponent):
    """A folder with what is in it."""

    lists = (TreeNode, TreeListingNode)
    list_class = TREE

    def open_html(self, out: HtmlOutput) -> None:
        """Open the item and its fold, if it has one; the title is the fold's summary."""
        opened = {"open": "open"} if self["open"] else {}
        super().open_html(out)
        if self["openable"]:
            out.body.append(out.starttag(nodes.Element(), "details", "", **opened))

    def close_html(self, out: HtmlOutput) -> None:
        """Close what was opened."""
        if self["openable"]:
            out.body.append("</details>")
        super().close_html(out)


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


def build_tree(
    context: ComponentServices, _props: Props, children: list[nodes.Node]
) -> list[nodes.Node]:
    """Return a tree of files; content that is no file, folder or list is placed below it."""
    entries = _entries(children)
    rest = [child for child in children if not isinstance(child, _KNOWN) and child.astext().strip()]
    if any(next(child.findall(_is_entry), None) is None for child in rest):
        context.warn("a tree contains only files, folders and lists; the rest is shown below it")
    return [TreeNode("", *entries, classes=[TREE]), *block_children(rest)]


def build_file(
    _context: ComponentServices, props: FileProps, _children: list[nodes.Node]
) -> list[nodes.Node]:
    """Return a file of a tree."""
    return [_file(props.name, highlight=props.highlight)]


def _file(name: str, *, highlight: bool = False) -> TreeFileNode:
    node = TreeFileNode("", classes=["docsnav-tree-file", *_marked(highlight=highlight)])
    node += make_title([nodes.Text(name)], "docsnav-tree-name", tag="span")
    return node


def build_folder(
    _context: ComponentServices, props: FileProps, children: list[nodes.Node]
) -> list[nodes.Node]:
    """Return a folder of a tree, which can be folded unless ``openable`` says otherwise."""
    return [_folder(props, _entries(children))]


def _folder(props: FileProps, entries: list[nodes.Node]) -> TreeFolderNode:
    css = ["docsnav-tree-folder", *_marked(highlight=props.highlight)]
    node = TreeFolderNode("", classes=css, open=props.default_open, openable=props.openable)
    tag = "summary" if props.openable else "strong"
    node += make_title([nodes.Text(props.name)], "docsnav-tree-name", tag=tag)
    node += TreeListingNode("", *entries)
    return node


def _marked(*, highlight: bool) -> list[str]:
    return ["docsnav-tree-highlight"] if highlight else []


def _entries(children: list[nodes.Node]) -> list[nodes.Node]:
    entries: list[nodes.Node] = []
    for child in children:
        if isinstance(child, nodes.bullet_list):
            entries += [_listed(item) for item in child.children]
        elif isinstance(child, (TreeFileNode, TreeFolderNode)):
            entries.append(child)
    return entries


def _listed(item: nodes.Node) -> nodes.Node:
    """Return the file or folder that an item of a Markdown list writes."""
    lists = [child for child in item.children if isinstance(child, nodes.bullet_list)]
    words = [child.astext() for child in item.children if not isinstance(child, nodes.bullet_list)]
    name = " ".join(" ".join(words).split())
    if not lists and not name.endswith("/"):
        return _file(name)
    inner = [entry for listing in lists for entry in _entries([listing])]
    return _folder(FileProps(name=name.rstrip("/") or name, default_open=True), inner)


_KNOWN = (TreeFileNode, TreeFolderNode, nodes.bullet_list)


def _is_entry(node: nodes.Node) -> bool:
    return isinstance(node, (TreeFileNode, TreeFolderNode))


_TREES = ("Tree", "FileTree", "Tree.Folder")

TYPES = (
    ComponentType("Tree", build_tree),
    ComponentType("FileTree", build_tree),
    ComponentType("Tree.File", build_file, FileProps, needs=("name",), part_of=_TREES),
    ComponentType("Tree.Folder", build_folder, FileProps, needs=("name",), part_of=_TREES),
)
NODES: tuple[type[nodes.Element], ...] = (TreeNode, TreeFileNode, TreeFolderNode, TreeListingNode)
