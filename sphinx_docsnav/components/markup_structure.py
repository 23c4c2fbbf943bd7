"""Lists, tables and quotes that a page writes as html -> docutils' own nodes.

HTML output has the elements as the page wrote them; every other format needs
the structure.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from docutils import nodes

from sphinx_docsnav.components.component_nodes import block_children

MAX_SPAN = 100
"""Columns or rows that one cell covers at most."""
MAX_COLUMNS = 200
"""Columns of a table at most; one with more is shown cell by cell."""

_ROWS = frozenset({"thead", "tbody", "tfoot", "tr"})
_CELLS = frozenset({"td", "th"})


def structure(tag: str, children: list[nodes.Node]) -> list[nodes.Node] | None:
    """Return the nodes of an html element; ``None`` if docutils has nothing of its kind."""
    write = _STRUCTURES.get(tag)
    return write(children) if write is not None and children else None


def _tag(node: nodes.Node) -> str:
    return str(node.get("tag", "")) if isinstance(node, nodes.Element) else ""


def _blocks(node: nodes.Node) -> list[nodes.Node]:
    if isinstance(node, nodes.Element) and _tag(node) in _CELLS | {"li", "dd", "dt"}:
        return block_children(node.children)
    return block_children([node])


def _items(children: list[nodes.Node]) -> Iterator[nodes.list_item]:
    for child in block_children(children):
        if _tag(child) == "li" or child.astext().strip():
            yield nodes.list_item("", *_blocks(child))


def _bullets(children: list[nodes.Node]) -> list[nodes.Node]:
    return [nodes.bullet_list("", *_items(children), bullet="-")]


def _numbers(children: list[nodes.Node]) -> list[nodes.Node]:
    return [nodes.enumerated_list("", *_items(children), enumtype="arabic", prefix="", suffix=".")]


def _quote(children: list[nodes.Node]) -> list[nodes.Node]:
    return [nodes.block_quote("", *block_children(children))]


def _definitions(children: list[nodes.Node]) -> list[nodes.Node]:
    """Return a definition list; what comes before the first term is a term, too."""
    found: list[tuple[nodes.term, nodes.definition]] = []
    for child in block_children(children):
        if _tag(child) == "dt" or not found:
            found.append((nodes.term("", "", *_content(child)), nodes.definition()))
        else:
            found[-1][1].extend(_blocks(child))
    listing = nodes.definition_list()
    for term, definition in found:
        definition.extend([] if definition.children else [nodes.paragraph()])
        listing += nodes.definition_list_item("", term, definition)
    return [listing]


def _content(node: nodes.Node) -> list[nodes.Node]:
    """Return the content of a term, which is one line."""
    inner = node.children if isinstance(node, nodes.Element) else [node]
    if all(isinstance(child, (nodes.Text, nodes.Inline)) for child in inner):
        return list(inner)
    return [nodes.Text(node.astext())]


def _rows(children: Iterable[nodes.Node]) -> Iterator[tuple[bool, list[nodes.Element]]]:
    """Yield for each row whether it is in the table's head, and its cells."""
    for child in children:
        if not isinstance(child, nodes.Element) or _tag(child) not in _ROWS:
            continue
        if _tag(child) == "tr":
            cells = [cell for cell in child.children if isinstance(cell, nodes.Element)]
            found = [cell for cell in cells if _tag(cell) in _CELLS]
            if found:
                yield False, found
        else:
            in_head = _tag(child) == "thead"
            yield from ((in_head, cells) for _, cells in _rows(child.children))


def _has_table(node: nodes.Node) -> bool:
    inside = node.findall(nodes.Element)
    return any(isinstance(inner, nodes.table) or _tag(inner) == "table" for inner in inside)


def _table(children: list[nodes.Node]) -> list[nodes.Node] | None:
    """Return a table; ``None`` for one without rows, too many columns, or a table in a cell."""
    rows = list(_rows(children))
    if not rows or any(map(_has_table, children)):
        return None  # LaTeX has no tables in tables
    if not any(is_head for is_head, _ in rows) and all(_tag(c) == "th" for c in rows[0][1]):
        rows[0] = True, rows[0][1]
    grids = [_Grid([cells for in_head, cells in rows if in_head is part]) for part in (True, False)]
    width = max(grid.width for grid in grids)
    if width > MAX_COLUMNS:
        return None
    group = nodes.tgroup("", cols=width)
    group += [nodes.colspec("", colwidth=100 // width or 1) for _ in range(width)]
    for grid, part in zip(grids, (nodes.thead(), nodes.tbody()), strict=True):
        if grid.rows or isinstance(part, nodes.tbody):  # docutils has no table without a body
            part.extend(grid.filled(width))
            group += part
    table = nodes.table("", group, classes=["docutils"])
    captions = [child for child in children if _tag(child) == "caption"]
    for caption in captions[:1]:
        table.insert(0, nodes.title("", "", *_content(caption)))
    return [table]


class _Grid:
    """The head or the body of a table, whose cells may cover several columns and rows."""

    def __init__(self, rows: list[list[nodes.Element]]) -> None:
        self.rows: list[tuple[nodes.row, int]] = []
        """Each row, and how many columns it and the cells above cover."""
        covered: dict[int, int] = {}  # column -> rows that a cell above still covers
        for number, cells in enumerate(rows):
            covered = self._add(cells, covered, len(rows) - number)

    @property
    def width(self) -> int:
        """Columns of the widest row."""
        return max((width for _, width in self.rows), default=0)

    def filled(self, width: int) -> list[nodes.row]:
        """Return the rows, with empty cells up to *width* columns."""
        for row, own in self.rows:
            row += [nodes.entry() for _ in range(width - own)]
        return [row for row, _ in self.rows]

    def _add(
        self, cells: list[nodes.Element], covered: dict[int, int], rows_left: int
    ) -> dict[int, int]:
        """Add a row; return the columns that cells cover in the next one."""
        row, column = nodes.row(), 0
        below = {at: count - 1 for at, count in covered.items() if count > 1}
        for cell in cells:
            while column in covered:
                column += 1
            across, down = _span(cell, "colspan"), min(_span(cell, "rowspan"), rows_left)
            entry = nodes.entry("", *_blocks(cell))
            if across > 1:
                entry["morecols"] = across - 1
            if down > 1:
                entry["morerows"] = down - 1
                below |= dict.fromkeys(range(column, column + across), down - 1)
            row += entry
            column += across
        self.rows.append((row, max([column, *(at + 1 for at in covered)])))
        return below


def _span(cell: nodes.Element, name: str) -> int:
    attributes: dict[str, str] = cell.get("html") or {}
    text = attributes.get(name, "")
    return min(int(text), MAX_SPAN) or 1 if text.isascii() and text.isdigit() else 1


_STRUCTURES: dict[str, Callable[[list[nodes.Node]], list[nodes.Node] | None]] = {
    "blockquote": _quote,
    "dl": _definitions,
    "ol": _numbers,
    "table": _table,
    "ul": _bullets,
}
