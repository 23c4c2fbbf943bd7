"""The Markdown copies alone, for a Sphinx project without docs.json: an extension of its own."""

from __future__ import annotations

from typing import Any


def setup(app: Any) -> dict[str, Any]:  # noqa: ANN401 -- Sphinx's application; see the package
    """Write Markdown copies and ``llms.txt``, without navigation of ours; called by Sphinx."""
    app.setup_extension("sphinx_docsnav.core.extension")
    app.setup_extension("sphinx_docsnav.features.markdown_copies")
    return {"parallel_read_safe": True, "parallel_write_safe": True}
