"""Links to operations, resolved once all pages are read."""

from __future__ import annotations

from docutils import nodes
from sphinx import addnodes


def operation_link(operation: str, specification: str = "") -> addnodes.pending_xref:
    """Return a link to the page of an operation, its name alone if no page shows it.

    :param operation: ``GET /pets``, or an operation's id.
    :param specification: the specification's name, if only that one's is meant.
    """
    return addnodes.pending_xref(
        "",
        nodes.literal(operation, operation),
        refdomain="docsnav",
        reftype="endpoint",
        reftarget=operation,
        refexplicit=True,
        refwarn=False,
        docsnav_optional=True,
        docsnav_specification=specification,
    )
