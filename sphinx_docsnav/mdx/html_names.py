"""Names of HTML elements that tell how a page is read."""

from __future__ import annotations

VOID = frozenset(
    """
    area base br col embed hr img input link meta param source track wbr
    """.split()  # noqa: SIM905  # a list of words
)
"""Html elements that have no end tag."""

PHRASING = frozenset(
    """
    a abbr b bdi bdo br button cite code data del dfn em i img input ins kbd label mark
    math meter output progress q ruby s samp small span strong sub sup svg time u var
    wbr
    """.split()  # noqa: SIM905  # a list of words
)
"""Html that a paragraph keeps even when it holds nothing else."""
