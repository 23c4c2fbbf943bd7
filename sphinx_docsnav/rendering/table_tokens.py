"""Table tokens -> docutils tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_docsnav.components.component_nodes import block_children
from sphinx_docsnav.components.markup import TableNode

if TYPE_CHECKING:
    from markdown_it.token import Token

    from sphinx_docsnav.rendering.renderer import Renderer, TokenRule


def _table_open(out: Renderer, _token: Token) -> None:
    table = TableNode(classes=["colwidths-auto"])
    out.open(table)
    out.open(nodes.tgroup())


def _table_close(out: Renderer, _token: Token) -> None:
    group = out.close()
    if not any(isinstance(part, nodes.tbody) for part in group):
        group += nodes.tbody()  # docutils has no table without a body
    columns = max((len(row) for row in group.findall(nodes.row)), default=1)
    for _ in range(columns):
        group.insert(0, nodes.colspec(colwidth=round(100 / columns)))
    group["cols"] = columns
    out.close()


def _part_open(out: Renderer, token: Token) -> None:
    out.open(nodes.thead() if token.type == "thead_open" else nodes.tbody())


def _row_open(out: Renderer, _token: Token) -> None:
    out.open(nodes.row())


def _cell_open(out: Renderer, token: Token) -> None:
    entry = nodes.entry()
    align = str(token.attrs.get("style", "")).removeprefix("text-align:")
    if align:
        entry["classes"].append(f"docsnav-{align}")
    out.open(entry)
    out.open(nodes.paragraph())


def _cell_close(out: Renderer, _token: Token) -> None:
    paragraph = out.close()
    entry = out.close()
    entry.children = block_children(paragraph.children)
    for child in entry.children:
        entry.setup_child(child)
        if isinstance(child, nodes.paragraph):
            child.rawsource = child.rawsource or paragraph.rawsource


def _close(out: Renderer, _token: Token) -> None:
    out.close()


RULES: dict[str, TokenRule] = {
    "table_open": _table_open,
    "table_close": _table_close,
    "thead_open": _part_open,
    "thead_close": _close,
    "tbody_open": _part_open,
    "tbody_close": _close,
    "tr_open": _row_open,
    "tr_close": _close,
    "th_open": _cell_open,
    "th_close": _cell_close,
    "td_open": _cell_open,
    "td_close": _cell_close,
}
