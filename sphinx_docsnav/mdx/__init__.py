"""Read MDX: text -> tokens, front matter, imports, exports and problems.

The names in ``__all__`` are the public face of this package, which imports neither
Sphinx nor docutils; docs/reference/mdx-package.rst describes them. Each is loaded when
it is first asked for, so that a program that needs one reads no more than that one.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sphinx_docsnav.mdx.esm import Export, Import
    from sphinx_docsnav.mdx.expressions import Unsupported, evaluate
    from sphinx_docsnav.mdx.frontmatter import FrontMatter, read_front_matter
    from sphinx_docsnav.mdx.slugs import Slugger
    from sphinx_docsnav.mdx.source import MdxOptions, MdxSource, SourceCache, parse_mdx
    from sphinx_docsnav.mdx.tags import Attribute, Expression, SpreadAttribute, Tag

__all__ = [
    "Attribute",
    "Export",
    "Expression",
    "FrontMatter",
    "Import",
    "MdxOptions",
    "MdxSource",
    "Slugger",
    "SourceCache",
    "SpreadAttribute",
    "Tag",
    "Unsupported",
    "evaluate",
    "parse_mdx",
    "read_front_matter",
]

_MODULES = {
    "Attribute": "tags",
    "Export": "esm",
    "Expression": "tags",
    "FrontMatter": "frontmatter",
    "Import": "esm",
    "MdxOptions": "source",
    "MdxSource": "source",
    "Slugger": "slugs",
    "SourceCache": "source",
    "SpreadAttribute": "tags",
    "Tag": "tags",
    "Unsupported": "expressions",
    "evaluate": "expressions",
    "parse_mdx": "source",
    "read_front_matter": "frontmatter",
}
"""The module of each public name."""


if not TYPE_CHECKING:  # a type checker shall know the names above only

    def __getattr__(name: str) -> object:
        """Return the public name *name* from its module."""
        if name not in _MODULES:
            message = f"module {__name__!r} has no attribute {name!r}"
            raise AttributeError(message)
        return getattr(importlib.import_module(f"{__name__}.{_MODULES[name]}"), name)


def setup(app: Any) -> dict[str, Any]:  # noqa: ANN401 -- Sphinx's application; see the package
    """Read MDX pages in a Sphinx project, without navigation of ours; called by Sphinx."""
    app.setup_extension("sphinx_docsnav.core.extension")
    for name in ("mathml", "speed", "guard"):
        app.setup_extension(f"sphinx_docsnav.features.{name}")
    return {"parallel_read_safe": True, "parallel_write_safe": True}
