r"""Formulas of TeX as MathML, which browsers show without a script and without network.

Docutils has the converter: it comes with Sphinx, its output is always well formed, and it refuses
a command that it does not know instead of passing it on. The tables of this module write a
formula with the commands that the converter has.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from docutils import nodes
from docutils.utils import get_source_line
from docutils.utils.math import latex2mathml

from sphinx_docsnav.faults import Fault, FaultKind, Position, Severity
from sphinx_docsnav.mdx.tex_commands import CAPITALS, TEXT_SIGNS
from sphinx_docsnav.messages import shorten

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
    **dict.fromkeys(("big", "bigm", "bigg", "biggm"), r"\bigl"),
    **dict.fromkeys(("Big", "Bigm", "Bigg", "Biggm"), r"\Bigl"),
    **dict.fromkeys(("mathbin", "mathclose", "mathinner", "mathnormal", "mathop"), ""),
    **dict.fromkeys(("mathopen", "mathord", "mathpunct", "mathrel"), ""),
    **dict.fromkeys(("middle", "smash", "vphantom"), ""),
    **dict.fromkeys(("llap", "rlap", "clap", "mathllap", "mathrlap", "mathclap"), ""),
    **dict.fromkeys(("tiny", "scriptsize", "small", "normalsize", "large", "Large"), ""),
    **dict.fromkeys(("LARGE", "huge", "Huge"), ""),
    **dict(zip(CAPITALS, "ABEZHIKMNOPTX", strict=True)),
    **dict.fromkeys(("R", "reals", "Reals"), r"\mathbb{R}"),
    **dict.fromkeys(("N", "natnums"), r"\mathbb{N}"),
    "Z": r"\mathbb{Z}",
    "And": r"\&",
    "Join": r"\bowtie",
    "argmax": r"\operatorname{argmax}",
    "argmin": r"\operatorname{argmin}",
    "Bbb": r"\mathbb",
    "bm": r"\boldsymbol",
    "bold": r"\mathbf",
    "dag": r"\dagger",
    "ddag": r"\ddagger",
    "degree": r"^\circ",
    "doublecap": r"\Cap",
    "doublecup": r"\Cup",
    "fbox": r"\boxed",
    "frak": r"\mathfrak",
    "gt": ">",
    "hphantom": r"\phantom",
    "hbox": r"\text",
    "iff": r"\Longleftrightarrow",
    "infin": r"\infty",
    "lang": r"\langle",
    "larr": r"\leftarrow",
    "lt": "<",
    "omicron": "o",
    "rang": r"\rangle",
    "rarr": r"\rightarrow",
    "stackrel": r"\overset",
    "textbf": r"\mathbf",
    "textit": r"\mathit",
    "unlhd": r"\trianglelefteq",
    "unrhd": r"\trianglerighteq",
}
"""Commands that the converter does not have, by others that it has."""
_TAG = re.compile(r"\\tag(\*?)\s*\{((?:[^{}]|\{[^{}]*\})*)\}")
_TEXT = re.compile(r"(\\(?:text|textrm|mbox)\s*\{)((?:[^{}\\]|\\.|\{[^{}]*\})*)\}")
_SIGN = re.compile(rf"\\(?:({'|'.join(TEXT_SIGNS)})(?![a-zA-Z])(?:\{{\}}| )?|([#%&_{{}}$ ]))")
_BRACES = {"{": "\ue000", "}": "\ue001", "$": "\ue002", "\\": "\ue003"}
"""Signs of text that the converter would take for TeX: characters in their place."""
_SYNONYM = re.compile(rf"\\({'|'.join(_SYNONYMS)})(?![a-zA-Z])")


_INNER = r"(?:[^{}]|\{(?:[^{}]|\{[^{}]*+\})*+\})"
_GROUP = rf"\{{({_INNER}*+)\}}"
"""A group with groups in it; what stands in it is the text of the match."""
_REWRITTEN = (
    (r"\\operatorname\*", r"\\operatorname"),
    (rf"\\(?:text)?color\s*{_GROUP}", ""),
    (rf"\\colorbox\s*{_GROUP}", r"\\text"),
    (rf"\\substack\s*{_GROUP}", r"\\begin{matrix}\1\\end{matrix}"),
    (rf"\\x(Left|Right|Leftright|leftright)arrow\s*{_GROUP}", r"\\overset{\2}{\\\1arrow}"),
    (rf"\\xmapsto\s*{_GROUP}", r"\\overset{\1}{\\mapsto}"),
    (r"\\(rm|bf|it|sf|tt|cal|frak)\s*(?=\{)", r"\\math\1"),
    (rf"\{{\s*\\(rm|bf|it|sf|tt|cal|frak)\s+({_INNER}*+)\}}", r"{\\math\1{\2}}"),
    (r"\\text(?:bf|it)\s*(\{[^{}]*\s[^{}]*\})", r"\\text\1"),
    (r"\\([dtc]?frac|[dt]?binom)\s*(\d)", r"\\\1{\2}"),
    (rf"\\([dtc]?frac|[dt]?binom)\s*(\{{{_INNER}*+\}})\s*(\d)", r"\\\1\2{\3}"),
)
"""Commands whose arguments the converter reads otherwise, or that stand between these."""
_INFIX = re.compile(
    rf"\{{({_INNER}*?)\\(over|choose|atop|brace|brack)(?![a-zA-Z])\s*({_INNER}*+)\}}"
)
_INFIX_AS = {
    "over": r"\frac{%s}{%s}",
    "choose": r"\binom{%s}{%s}",
    "atop": r"\begin{matrix}%s\\%s\end{matrix}",
    "brace": r"\left\{\begin{matrix}%s\\%s\end{matrix}\right\}",
    "brack": r"\left[\begin{matrix}%s\\%s\end{matrix}\right]",
}
_HAS_INFIX = re.compile(rf"\\(?:{'|'.join(_INFIX_AS)})(?![a-zA-Z])")
_DEEPEST = 10
"""Formulas with one of these commands inside another one are converted up to so many levels."""


def convert_formula(node: nodes.math | nodes.math_block) -> tuple[str, str]:
    r"""Return the formula of *node* as a ``math`` element, and its number in brackets.

    :returns: an empty element if the formula cannot be converted; an empty number for a formula
        without one, or in a line of text. The argument of the only ``\tag`` is a number, too.
    """
    text, number = node.astext(), node.get("number")
    block = isinstance(node, nodes.math_block)
    tags = list(_TAG.finditer(text))
    if block and not number and len(tags) == 1 and "$" not in tags[0][2]:
        return tex_to_mathml(_TAG.sub("", text), block=True), _tag_text(tags[0])
    return tex_to_mathml(text, block=block), f"({number})" if block and number else ""


def unconverted_formula(node: nodes.Element) -> Fault:
    """Return the fault of a formula that `convert_formula` cannot convert."""
    path, line = get_source_line(node)
    shown = shorten(" ".join(node.astext().split()))
    return Fault(
        FaultKind.FORMULA,
        Severity.WARNING,
        f"the formula {shown!r} cannot be converted to MathML; its source is shown",
        Path(path) if path else None,
        Position(line) if line else None,
        hint="write it differently, or set html_math_renderer to 'mathjax' in conf.py",
        problem="a formula cannot be converted to MathML; its source is shown",
    )


def tex_to_mathml(text: str, *, block: bool) -> str:
    """Return the formula *text* as a ``math`` element, empty if it cannot be converted."""
    text = _rewrite(text)
    text = _ENVIRONMENT.sub(lambda found: f"\\{found[1]}{{{_ENVIRONMENTS[found[2]]}}}", text)
    text = _ARRAY.sub(lambda found: rf"\{found[1] or 'begin'}{{matrix}}", text)
    text = _SYNONYM.sub(lambda found: f"{_SYNONYMS[found[1]]} ", text)
    text = _TAG.sub(lambda found: rf"\qquad\text{{{_tag_text(found)}}}", text)
    text = _TEXT.sub(lambda found: f"{found[1]}{_words(found[2])}}}", text)
    try:
        markup = _convert(text, block=block)
    except Exception:  # noqa: BLE001 -- of many types; also text that nests too deeply
        return ""
    for sign, instead in _BRACES.items():
        markup = markup.replace(instead, sign)
    return markup.replace("&ApplyFunction;", "\N{FUNCTION APPLICATION}")  # EPUB is XML


def _rewrite(text: str) -> str:
    """Return a formula in the commands that the converter has."""
    if _HAS_INFIX.search(text):
        text = f"{{{text}}}"
        for _ in range(_DEEPEST):
            text = _INFIX.sub(
                lambda found: "{" + _INFIX_AS[found[2]] % found.group(1, 3) + "}", text
            )
    for pattern, by in _REWRITTEN:
        text = re.sub(pattern, by, text)
    return text


def _convert(text: str, *, block: bool) -> str:
    try:
        return str(latex2mathml.tex2mathml(text, as_block=block))
    except TypeError:  # docutils before 0.21 names the parameter differently
        convert: Callable[..., object] = latex2mathml.tex2mathml
        return str(convert(text, inline=not block))


def _tag_text(tag: re.Match[str]) -> str:
    return tag[2] if tag[1] else f"({tag[2]})"


def _words(text: str) -> str:
    r"""Return what stands in ``\text{}`` without groups, which the converter would show."""
    text = _SIGN.sub(_sign, text)
    return text if "$" in text else text.replace("{", "").replace("}", "")


def _sign(found: re.Match[str]) -> str:
    sign = TEXT_SIGNS[found[1]] if found[1] else found[2]
    return _BRACES.get(sign, sign)
