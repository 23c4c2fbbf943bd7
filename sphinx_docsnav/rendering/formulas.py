"""Formulas between dollars -> mathematics."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_docsnav.components.misc import make_math
from sphinx_docsnav.faults import FaultKind

if TYPE_CHECKING:
    from docutils import nodes
    from markdown_it.token import Token

    from sphinx_docsnav.rendering.renderer import Renderer


def formula_node(out: Renderer, token: Token, *, inline: bool) -> nodes.Element:
    """Return the formula of *token*, as text if TeX may not see it.

    Faults: ``formula``.
    """
    return make_math(
        token.content.strip(), lambda message: out.warn(FaultKind.FORMULA, message), inline=inline
    )
