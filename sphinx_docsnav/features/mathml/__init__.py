"""Formulas as MathML, which browsers show without a script and without network.

A project chooses this renderer with ``html_math_renderer = "docsnav_mathml"``;
``sphinx-docsnav build`` does so for sites without a conf.py.
"""

from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.util.typing import ExtensionMetadata
from sphinx.writers.html5 import HTML5Translator

from sphinx_docsnav.core.events import connect_always
from sphinx_docsnav.core.settings import metadata
from sphinx_docsnav.core.site.document_messages import make_report
from sphinx_docsnav.core.state import app_of
from sphinx_docsnav.navigation.checks import MATHML_RENDERER
from sphinx_docsnav.rendering.formulas import FormulaError, convert_formula, make_formula_fault


def register_renderer(app: Sphinx, config: Config) -> None:
    """Add the renderer if the project selects it (``config-inited``).

    Sphinx would use an added renderer even if the project does not select it.
    """
    if config.html_math_renderer == MATHML_RENDERER:
        app.add_html_math_renderer(MATHML_RENDERER, (_visit_formula, None), (_visit_formula, None))


def _visit_formula(writer: HTML5Translator, node: nodes.math | nodes.math_block) -> None:
    try:
        markup, number = convert_formula(node)
    except FormulaError as error:
        make_report(app_of(writer.builder.env))(make_formula_fault(node, error))
        markup, number = f"<code>{writer.encode(node.astext())}</code>", ""
    ids = "".join(f'<span id="{name}"></span>' for name in node["ids"])
    number_markup = f'<span class="eqno">{writer.encode(number)}</span>' if number else ""
    tag = "div" if isinstance(node, nodes.math_block) else "span"
    writer.body.append(
        f'<{tag} class="math notranslate nohighlight">{ids}{number_markup}{markup}</{tag}>'
    )
    raise nodes.SkipNode


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the feature; called by Sphinx."""
    connect_always(
        app, "config-inited", 950, register_renderer, "Sphinx looks for it at builder-inited"
    )
    return metadata()
