"""An extension that stands in for intersphinx, whose inventories need a network.

The first build of a project records the references that it cannot resolve; the others accept these
and no more. So a project passes with ``-W`` as it does with a network, and a reference that only
fails beside ``sphinx_docsnav`` is still a warning.
"""

from __future__ import annotations

import json
from pathlib import Path

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

AFTER_ALL = 999


def accept(
    app: Sphinx, env: BuildEnvironment, node: pending_xref, content: nodes.TextElement
) -> nodes.TextElement | None:
    """Return the text of a reference that leads out of the project (``missing-reference``)."""
    recorded = Path(app.config.outside_references)
    key = [env.docname, *(node.get(name, "") for name in ("refdomain", "reftype", "reftarget"))]
    known = json.loads(recorded.read_text("utf-8")) if recorded.exists() else []
    if app.config.outside_references_recorded and key not in known:
        known.append(key)
        recorded.write_text(json.dumps(known), encoding="utf-8")
    return content if key in known else None


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the handler and where it records."""
    app.add_config_value("outside_references", "", "", str)
    app.add_config_value("outside_references_recorded", False, "", bool)  # noqa: FBT003 -- Sphinx's
    app.connect("missing-reference", accept, priority=AFTER_ALL)
    return {"parallel_read_safe": True}
