"""Formulas as MathML, which browsers show without a script and without network.

Docutils has the converter: it comes with Sphinx, its output is always well
formed, and it refuses a command that it does not know instead of passing it on.
A project chooses this renderer with ``html_math_renderer = "docsnav_mathml"``;
``sphinx-docsnav build`` does so for sites without a conf.py.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from docutils import nodes
from docutils.utils import get_source_line
from docutils.utils.math import latex2mathml

from sphinx_docsnav.core.log import sphinx_report
from sphinx_docsnav.docs_json.phrases import shorten
from sphinx_docsnav.faults import Fault, FaultKind, Position, Severity

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinx.application import Sphinx
    from sphinx.config import Config
    from sphinx.writers.html5 import HTML5Translator

RENDERER = "docsnav_mathml"
"""The name of the renderer, for ``html_math_renderer``."""
_ENVIRONMENTS = {
    **dict.fromkeys(("align", "alignat", "eqnarray", "equation"), "aligned"),
    **dict.fromkeys(("gather", "gathered", "split"), "aligned"),
    **dict.fromkeys(("dcases", "rcases"), "cases"),
}
_ENVIRONMENT = re.compile(rf"\\(begin|end)\{{({'|'.join(_ENVIRONMENTS)})\*?\}}")
_ARRAY = re.compile(r"\\begin\{array\}\s*\{[^{}]*\}|\\(end)\{array\}")
_SYNONYMS = {
    **dict.fromkeys(("dots", "dotsc", "dotso"), r"\ldots"),
    **dict.fromkeys(("dotsb", "dotsm", "dotsi"), r"\cdots"),
    **dict.fromkeys(("textsf", "texttt", "textup", "textmd", "textnormal"), r"\text"),
    **dict.fromkeys(("enskip", "enspace", "space", "nobreakspace"), r"\;"),
    **dict.fromkeys(("notag", "nonumber", "allowbreak", "nobreak", "mathstrut"), ""),
    "argmax": r"\operatorname{argmax}",
    "argmin": r"\operatorname{argmin}",
    "bm": r"\boldsymbol",
    "degree": r"^\circ",
    "gt": ">",
    "iff": r"\Longleftrightarrow",
    "lt": "<",
    "stackrel": r"\overset",
    "textbf": r"\mathbf",
    "textit": r"\mathit",
}
"""Commands that the converter does not have, by others that it has."""
_SYNONYM = re.compile(rf"\\({'|'.join(_SYNONYMS)})(?![a-zA-Z])")


def tex_to_mathml(text: str, *, block: bool) -> str:
    """Return the formula *text* as a ``math`` element, empty if it cannot be converted."""
    text = _ENVIRONMENT.sub(lambda found: f"\\{found[1]}{{{_ENVIRONMENTS[found[2]]}}}", text)
    text = _ARRAY.sub(lambda found: rf"\{found[1] or 'begin'}{{matrix}}", text)
    text = _SYNONYM.sub(lambda found: f"{_SYNONYMS[found[1]]} ", text)
    try:
        try:
            return str(latex2mathml.tex2mathml(text, as_block=block))
        except TypeError:  # docutils before 0.21 names the parameter differently
            convert: Callable[..., object] = latex2mathml.tex2mathml
            return str(convert(text, inline=not block))
    except Exception:  # noqa: BLE001 -- of many types; also text that nests too deeply
        return ""


def register_renderer(app: Sphinx, config: Config) -> None:
    """Add the renderer if the project has chosen it (``config-inited``).

    Sphinx prefers every added renderer to its own, also one that nobody has chosen.
    """
    if config.html_math_renderer == RENDERER:
        app.add_html_math_renderer(RENDERER, (_visit_inline, None), (_visit_block, None))


def _visit_inline(writer: HTML5Translator, node: nodes.math) -> None:
    _write(writer, node, block=False)


def _visit_block(writer: HTML5Translator, node: nodes.math_block) -> None:
    _write(writer, node, block=True)


def _write(writer: HTML5Translator, node: nodes.Element, *, block: bool) -> None:
    text = node.astext()
    markup = tex_to_mathml(text, block=block)
    if not markup:
        shown = shorten(" ".join(text.split()))
        message = f"the formula {shown!r} cannot be converted to MathML; its source is shown"
        hint = "write it differently, or set html_math_renderer to 'mathjax' in conf.py"
        path, line = get_source_line(node)
        report = sphinx_report(Path(writer.builder.srcdir))
        report(
            Fault(
                FaultKind.FORMULA,
                Severity.WARNING,
                message,
                Path(path) if path else None,
                Position(line) if line else None,
                hint=hint,
                problem="a formula cannot be converted to MathML; its source is shown",
            )
        )
        markup = f"<code>{writer.encode(text)}</code>"
    ids = "".join(f'<span id="{name}"></span>' for name in node["ids"])
    number = node.get("number")
    shown = f'<span class="eqno">({number})</span>' if block and number else ""
    tag = "div" if block else "span"
    writer.body.append(f'<{tag} class="math notranslate nohighlight">{ids}{shown}{markup}</{tag}>')
    raise nodes.SkipNode
