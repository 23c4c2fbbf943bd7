"""Lists, tables and quotes that a page writes as HTML -> docutils' nodes.

HTML output keeps the elements of the page; all other formats need this structure.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from docutils import nodes

from sphinx_docsnav.components.component_nodes import are_inline, wrap_inline_children

MAX_SPAN = 100
"""The maximum number of columns or rows that a cell spans."""
MAX_COLUMNS = 200
"""The maximum number of columns; a wider table is shown cell by cell."""

_ROWS = frozenset({"thead", "tbody", "tfoot", "tr"})
_CELLS = frozenset({"td", "th"})


def make_structure(tag: str, children: list[nodes.Node]) -> list[nodes.Node] | None:
    """Return docutils' nodes for an HTML element; ``None`` if docutils has nothing like it."""
    make = _STRUCTURES.get(tag)
    return make(children) if make is not None and children else None


def _get_tag(node: nodes.Node) -> str:
    """Return the name of the HTML element that *node* is; ``""`` for other nodes."""
    return str(node.get("tag", "")) if isinstance(node, nodes.Element) else ""


def _get_blocks(node: nodes.Node) -> list[nodes.Node]:
    """Return a node, or the content of a cell or item, as blocks."""
    if isinstance(node, nodes.Element) and _get_tag(node) in _CELLS | {"li", "dd", "dt"}:
        return wrap_inline_children(node.children)
    return wrap_inline_children([node])


def _make_items(children: list[nodes.Node]) -> Iterator[nodes.list_item]:
    """Yield the items of a list; other content becomes an item, too."""
    for child in wrap_inline_children(children):
        if _get_tag(child) == "li" or child.astext().strip():
            yield nodes.list_item("", *_get_blocks(child))


def _make_definitions(children: list[nodes.Node]) -> list[nodes.Node]:
    """Return a definition list; content before the first term becomes a term."""
    pairs: list[tuple[nodes.term, nodes.definition]] = []
    for child in wrap_inline_children(children):
        if _get_tag(child) == "dt" or not pairs:
            pairs.append((nodes.term("", "", *_get_line(child)), nodes.definition()))
        else:
            pairs[-1][1].extend(_get_blocks(child))
    listing = nodes.definition_list()
    for term, definition in pairs:
        # docutils requires a definition, even if it is empty.
        definition.extend([] if definition.children else [nodes.paragraph()])
        listing += nodes.definition_list_item("", term, definition)
    return [listing]


def _get_line(node: nodes.Node) -> list[nodes.Node]:
    """Return the content of a term as inline nodes."""
    children = node.children if isinstance(node, nodes.Element) else [node]
    if are_inline(children):
        return list(children)
    return [nodes.Text(node.astext())]


def _collect_rows(children: Iterable[nodes.Node]) -> Iterator[tuple[bool, list[nodes.Element]]]:
    """Yield for each row whether it is in the head of the table, and its cells."""
    for child in children:
        if not isinstance(child, nodes.Element) or _get_tag(child) not in _ROWS:
            continue
        if _get_tag(child) == "tr":
            cells = [cell for cell in child.children if isinstance(cell, nodes.Element)]
            cells = [cell for cell in cells if _get_tag(cell) in _CELLS]
            if cells:
                yield False, cells
        else:
            in_head = _get_tag(child) == "thead"
            yield from ((in_head, cells) for _, cells in _collect_rows(child.children))


def _has_table(node: nodes.Node) -> bool:
    """Return whether there is a table in *node*."""
    elements = node.findall(nodes.Element)
    return any(
        isinstance(element, nodes.table) or _get_tag(element) == "table" for element in elements
    )


def _make_table(children: list[nodes.Node]) -> list[nodes.Node] | None:
    """Return a table; ``None`` for one without rows, with too many columns or a table in a cell."""
    rows = list(_collect_rows(children))
    if not rows or any(map(_has_table, children)):
        # LaTeX allows no table in a table.
        return None
    # Without a head, a first row of header cells is the head.
    if not any(is_head for is_head, _ in rows) and all(_get_tag(c) == "th" for c in rows[0][1]):
        rows[0] = True, rows[0][1]
    grids = [
        _Grid([cells for in_head, cells in rows if in_head is section]) for section in (True, False)
    ]
    # Head and body have the same number of columns.
    width = max(grid.width for grid in grids)
    if width > MAX_COLUMNS:
        return None
    group = nodes.tgroup("", cols=width)
    group += [nodes.colspec("", colwidth=100 // width or 1) for _ in range(width)]
    for grid, section in zip(grids, (nodes.thead(), nodes.tbody()), strict=True):
        # docutils requires a body, even if it is empty.
        if grid.rows or isinstance(section, nodes.tbody):
            section.extend(grid.filled(width))
            group += section
    table = nodes.table("", group, classes=["docutils"])
    # A table has one title; further captions are dropped.
    captions = [child for child in children if _get_tag(child) == "caption"]
    for caption in captions[:1]:
        table.insert(0, nodes.title("", "", *_get_line(caption)))
    return [table]


class _Grid:
    """The head or body of a table, whose cells can span columns and rows."""

    def __init__(self, rows: list[list[nodes.Element]]) -> None:
        self.rows: list[tuple[nodes.row, int]] = []
        """Each row, and the number of columns that it and the cells above it cover."""
        # The number of rows that a cell above still covers, by column.
        covered: dict[int, int] = {}
        for number, cells in enumerate(rows):
            covered = self._add_row(cells, covered, len(rows) - number)

    @property
    def width(self) -> int:
        """The number of columns of the widest row."""
        return max((width for _, width in self.rows), default=0)

    def filled(self, width: int) -> list[nodes.row]:
        """Return the rows, with empty cells up to *width* columns."""
        for row, row_width in self.rows:
            row += [nodes.entry() for _ in range(width - row_width)]
        return [row for row, _ in self.rows]

    def _add_row(
        self, cells: list[nodes.Element], covered: dict[int, int], rows_left: int
    ) -> dict[int, int]:
        """Add a row; return the columns that its cells, and those above, cover in the next row."""
        row, column = nodes.row(), 0
        below = {at: count - 1 for at, count in covered.items() if count > 1}
        for cell in cells:
            # A cell begins at the first column that no cell above covers.
            while column in covered:
                column += 1
            across, down = _get_span(cell, "colspan"), min(_get_span(cell, "rowspan"), rows_left)
            entry = nodes.entry("", *_get_blocks(cell))
            if across > 1:
                entry["morecols"] = across - 1
            # The cell covers the same columns in the next rows.
            if down > 1:
                entry["morerows"] = down - 1
                below |= dict.fromkeys(range(column, column + across), down - 1)
            row += entry
            column += across
        self.rows.append((row, max([column, *(at + 1 for at in covered)])))
        return below


def _get_span(cell: nodes.Element, name: str) -> int:
    """Return the number of columns (``colspan``) or rows (``rowspan``) of a cell."""
    attributes: dict[str, str] = cell.get("html") or {}
    text = attributes.get(name, "")
    return min(int(text), MAX_SPAN) or 1 if text.isascii() and text.isdigit() else 1


_STRUCTURES: dict[str, Callable[[list[nodes.Node]], list[nodes.Node] | None]] = {
    "blockquote": lambda children: [nodes.block_quote("", *wrap_inline_children(children))],
    "dl": _make_definitions,
    "ol": lambda children: [
        nodes.enumerated_list("", *_make_items(children), enumtype="arabic", prefix="", suffix=".")
    ],
    "table": _make_table,
    "ul": lambda children: [nodes.bullet_list("", *_make_items(children), bullet="-")],
}
