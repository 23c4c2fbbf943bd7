"""Tree, also called FileTree, with Tree.Folder and Tree.File or a Markdown list inside."""

from __future__ import annotations

from docutils import nodes

from sphinx_docsnav.components.component_nodes import (
    BlockComponent,
    HtmlOutput,
    ItemComponent,
    get_content_nodes,
    get_title_nodes,
    make_title,
    wrap_inline_children,
)
from sphinx_docsnav.components.registry import ComponentServices, ComponentType, Props

TREE = "docsnav-tree"
"""The class of a tree."""
_TREE_NAMES = ("Tree", "FileTree", "Tree.Folder")
"""The components that files and folders are directly inside."""


class FileProps(Props):
    """Properties of a file or folder."""

    name: str = ""
    """The name of the file or folder."""
    default_open: bool = False
    """Whether a folder is open at first."""
    openable: bool = True
    """Whether a folder can be folded."""
    highlight: bool = False
    """Whether the entry is highlighted."""


class TreeNode(BlockComponent):
    """A tree of files."""

    html_tag = "ul"

    def plain(self) -> list[nodes.Node]:
        """Return nested lists."""
        return [
            nodes.bullet_list("", *(_make_tree_item(child) for child in self.children), bullet="*")
        ]


class TreeListingNode(BlockComponent):
    """The content of a folder."""

    html_tag = "ul"


class TreeFileNode(ItemComponent):
    """A file of a tree."""

    lists = (TreeNode, TreeListingNode)
    list_class = TREE


class TreeFolderNode(ItemComponent):
    """A folder of a tree, and its content."""

    lists = (TreeNode, TreeListingNode)
    list_class = TREE

    def open_html(self, out: HtmlOutput) -> None:
        """Write the start of the item, and of its fold if it has one."""
        opened = {"open": "open"} if self["open"] else {}
        super().open_html(out)
        # A folder that cannot be folded shows its content at all times.
        if self["openable"]:
            out.body.append(out.starttag(nodes.Element(), "details", "", **opened))

    def close_html(self, out: HtmlOutput) -> None:
        """Write the end of the fold and the item."""
        if self["openable"]:
            out.body.append("</details>")
        super().close_html(out)


def _make_tree_item(item: nodes.Node) -> nodes.list_item:
    """Return a file or folder as an item of a list."""
    # Text directly in a tree is kept as an item.
    if not isinstance(item, nodes.Element):
        return nodes.list_item("", nodes.paragraph("", item.astext()))
    result = nodes.list_item("", nodes.paragraph("", "", *get_title_nodes(item)))
    for listing in get_content_nodes(item):
        if isinstance(listing, TreeListingNode) and listing.children:
            result += nodes.bullet_list(
                "", *(_make_tree_item(child) for child in listing.children), bullet="*"
            )
    return result


def build_tree(
    context: ComponentServices, _props: Props, children: list[nodes.Node]
) -> list[nodes.Node]:
    """Return a tree of files; content that is not a file, folder or list is placed below it."""
    entries = _collect_entries(children)
    # Line ends between the entries are no content.
    others = [
        child
        for child in children
        if not (_is_entry(child) or isinstance(child, nodes.bullet_list)) and child.astext().strip()
    ]
    # Entries that are not directly inside have a message of their own.
    if any(next(child.findall(_is_entry), None) is None for child in others):
        context.warn("a tree contains only files, folders and lists; the rest is shown below it")
    return [TreeNode("", *entries, classes=[TREE]), *wrap_inline_children(others)]


def build_file(
    _context: ComponentServices, props: FileProps, _children: list[nodes.Node]
) -> list[nodes.Node]:
    """Return a file of a tree."""
    return [_make_file(props.name, highlight=props.highlight)]


def _make_file(name: str, *, highlight: bool = False) -> TreeFileNode:
    """Return the node of a file."""
    node = TreeFileNode(
        "", classes=["docsnav-tree-file", *_get_highlight_classes(highlight=highlight)]
    )
    node += make_title([nodes.Text(name)], "docsnav-tree-name", tag="span")
    return node


def build_folder(
    _context: ComponentServices, props: FileProps, children: list[nodes.Node]
) -> list[nodes.Node]:
    """Return a folder of a tree, which can be folded unless ``openable`` is false."""
    return [_make_folder(props, _collect_entries(children))]


def _make_folder(props: FileProps, entries: list[nodes.Node]) -> TreeFolderNode:
    """Return the node of a folder."""
    css = ["docsnav-tree-folder", *_get_highlight_classes(highlight=props.highlight)]
    node = TreeFolderNode("", classes=css, open=props.default_open, openable=props.openable)
    tag = "summary" if props.openable else "strong"
    node += make_title([nodes.Text(props.name)], "docsnav-tree-name", tag=tag)
    node += TreeListingNode("", *entries)
    return node


def _get_highlight_classes(*, highlight: bool) -> list[str]:
    """Return the class of a highlighted entry in a list; an empty list for others."""
    return ["docsnav-tree-highlight"] if highlight else []


def _collect_entries(children: list[nodes.Node]) -> list[nodes.Node]:
    """Return the files and folders among *children*, with those of Markdown lists."""
    entries: list[nodes.Node] = []
    for child in children:
        if isinstance(child, nodes.bullet_list):
            entries += [_read_list_item(item) for item in child.children]
        elif _is_entry(child):
            entries.append(child)
    return entries


def _read_list_item(item: nodes.Node) -> nodes.Node:
    """Return the file or folder that an item of a Markdown list describes."""
    lists = [child for child in item.children if isinstance(child, nodes.bullet_list)]
    texts = [child.astext() for child in item.children if not isinstance(child, nodes.bullet_list)]
    name = " ".join(" ".join(texts).split())
    # An item with a list inside, or a slash at its end, is a folder.
    if not lists and not name.endswith("/"):
        return _make_file(name)
    entries = [entry for listing in lists for entry in _collect_entries([listing])]
    return _make_folder(FileProps(name=name.rstrip("/") or name, default_open=True), entries)


def _is_entry(node: nodes.Node) -> bool:
    """Return whether *node* is a file or folder of a tree."""
    return isinstance(node, (TreeFileNode, TreeFolderNode))


TYPES = (
    ComponentType("Tree", build_tree),
    ComponentType("FileTree", build_tree),
    ComponentType("Tree.File", build_file, FileProps, needs=("name",), part_of=_TREE_NAMES),
    ComponentType("Tree.Folder", build_folder, FileProps, needs=("name",), part_of=_TREE_NAMES),
)
NODES: tuple[type[nodes.Element], ...] = (TreeNode, TreeFileNode, TreeFolderNode, TreeListingNode)
