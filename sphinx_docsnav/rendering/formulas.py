r"""Formulas of TeX as MathML, which browsers show without a script and without network.

Docutils has the converter: it comes with Sphinx, its output is always well formed, and it refuses
a command that it does not know instead of passing it on. The tables of this module write a
formula with the commands that the converter has.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import cache

from docutils import nodes
from docutils.utils.math import latex2mathml, tex2unichar

from sphinx_docsnav.components.document_structure import make_node_warning
from sphinx_docsnav.faults import Fault, FaultKind
from sphinx_docsnav.mdx.tex_commands import CAPITALS, TEXT_SIGNS
from sphinx_docsnav.messages import shorten

_ENVIRONMENTS = {
    **dict.fromkeys(("align", "alignat", "alignedat", "eqnarray", "equation"), "aligned"),
    **dict.fromkeys(("gather", "gathered", "split"), "aligned"),
    "dcases": "cases",
}
_ENVIRONMENT = re.compile(
    rf"\\(begin|end)\{{({'|'.join(_ENVIRONMENTS)})\*?\}}(?:(?<=at\}}|t\*\}}|ed\}})\s*\{{\d+\}})?"
)
_MATRICES = re.compile(
    r"\\(begin|end)\{(?:array|subarray|([pbBvV]?matrix)\*)\}"
    r"(?:(?<=y\})\s*\{[^{}]*\}|(?<=\*\})\s*\[[^\[\]]*\])?"
)
"""Matrices whose columns have an alignment, which the converter does not read."""
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
    **dict.fromkeys(("LARGE", "huge", "Huge", "hline", "scriptscriptstyle"), ""),
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
    "circledR": r"\text{®}",
    "copyright": r"\text{©}",
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
_TEXT_OR_SIGN = re.compile(
    r"\\(?:text[a-z]*|[mhf]box|operatorname\*?|tag\*?)\s*\{(?:[^{}\\]|\\.|\{[^{}]*\})*\}|([^\x00-\x7f])"
)
"""Text, which stays as it is, or a sign."""
_SIGNS = {
    "\N{DEGREE SIGN}": r"{}^\circ ",
    "\N{DOUBLE PRIME}": "''",
    "\N{MIDDLE DOT}": r"\cdot ",
    "\N{MINUS SIGN}": "-",
    "\N{NO-BREAK SPACE}": "~",
    "\N{PRIME}": "'",
    "\N{TRIPLE PRIME}": "'''",
    "\N{UP TACK}": r"\perp ",
}
"""Signs that the converter writes otherwise, or not as a command."""
_BRACES = {"{": "\ue000", "}": "\ue001", "$": "\ue002", "\\": "\ue003"}
"""Signs of text that the converter would read as TeX, and the characters that stand for them."""
_SYNONYM = re.compile(rf"\\({'|'.join(_SYNONYMS)})(?![a-zA-Z])")
_INNER = r"(?:[^{}]|\{(?:[^{}]|\{[^{}]*+\})*+\})"
_GROUP = rf"\{{({_INNER}*+)\}}"
"""A group with groups in it; its content is the text of the match."""
_CANCELLED = {
    "cancel": "\ue010",
    "bcancel": "\ue011",
    "xcancel": "\ue012",
}
"""Commands that strike out their argument, and the character that marks the box that the converter
makes for it."""
_STRIKES = {
    "\ue010": ("updiagonalstrike", ("top right",)),
    "\ue011": ("downdiagonalstrike", ("bottom right",)),
    "\ue012": ("updiagonalstrike downdiagonalstrike", ("top right", "bottom right")),
}
"""The name of each strike in MathML 3, and the directions of its lines for browsers without it."""
_BOX = re.compile("<menclose [^>]*>\\s*<mtext>([\ue010-\ue012])</mtext>")
_REWRITTEN = (
    (r"\\begin\{rcases\}", r"\\left.\\begin{matrix}"),
    (r"\\end\{rcases\}", r"\\end{matrix}\\right\\}"),
    (r"\\operatorname\*", r"\\operatorname"),
    (r"(\\operatorname\s*\{[^{}]*?)\\[,:; ](?=[^{}]*\})", "\\1\N{THIN SPACE}"),
    (r"\\(?:m?kern|[mh]skip)\s*-[\d.]+\s*(?:em|ex|mu|pt)", ""),
    (r"\\(?:m?kern|[mh]skip)\s*[\d.]+\s*(?:em|ex|mu|pt)", r"\\;"),
    (rf"^\s*\\(rm|bf|it|sf|tt|cal|frak)\s+({_INNER}*+)$", r"{\\math\1{\2}}"),
    (rf"\\(?:text)?color\s*{_GROUP}", ""),
    (rf"\\colorbox\s*{_GROUP}", r"\\text"),
    (rf"\\substack\s*{_GROUP}", r"\\begin{matrix}\1\\end{matrix}"),
    (rf"\\x(Left|Right|Leftright|leftright)arrow\s*{_GROUP}", r"\\overset{\2}{\\\1arrow}"),
    (rf"\\xmapsto\s*{_GROUP}", r"\\overset{\1}{\\mapsto}"),
    (r"\\(rm|bf|it|sf|tt|cal|frak)\s*(?=\{)", r"\\math\1"),
    (rf"\{{\s*\\(rm|bf|it|sf|tt|cal|frak)\s+({_INNER}*+)\}}", r"{\\math\1{\2}}"),
    (r"\\text(?:bf|it|sf|tt|up|md)\s*(\{[^{}]*(?:\s|[^\x00-\x7f\w])[^{}]*\})", r"\\text\1"),
    (r"\\([dtc]?frac|[dt]?binom)\s*(\d)", r"\\\1{\2}"),
    (rf"\\([dtc]?frac|[dt]?binom)\s*(\{{{_INNER}*+\}})\s*(\d)", r"\\\1\2{\3}"),
)
"""Commands whose arguments the converter reads otherwise, as patterns and replacements."""
_INFIX = re.compile(
    rf"\{{({_INNER}*?)\\(over|choose|atop|brace|brack)(?![a-zA-Z])\s*({_INNER}*+)\}}"
)
_INFIX_TEMPLATES = {
    "over": r"\frac{%s}{%s}",
    "choose": r"\binom{%s}{%s}",
    "atop": r"\begin{matrix}%s\\%s\end{matrix}",
    "brace": r"\left\{\begin{matrix}%s\\%s\end{matrix}\right\}",
    "brack": r"\left[\begin{matrix}%s\\%s\end{matrix}\right]",
}
_CANCEL = re.compile(rf"\\([bx]?cancel)(?:\s*{_GROUP}|\s*(?<![a-z])(\w)|\s+(\w))")
_HAS_INFIX = re.compile(rf"\\(?:{'|'.join(_INFIX_TEMPLATES)})(?![a-zA-Z])")
_MAX_INFIX_DEPTH = 10
"""The maximum depth of infix commands inside each other that are converted."""


class FormulaError(ValueError):
    """A formula cannot be converted; the message is a clause that says why."""


def convert_formula(node: nodes.math | nodes.math_block) -> tuple[str, str]:
    r"""Return the formula of *node* as a ``math`` element, and its number in brackets.

    :returns: an empty number for a formula without one, or in a line of text. The argument of the
        only ``\\tag`` is a number, too.
    :raises FormulaError: it cannot be converted.
    """
    text, number = node.astext(), node.get("number")
    block = isinstance(node, nodes.math_block)
    tags = list(_TAG.finditer(text))
    if block and not number and len(tags) == 1 and "$" not in tags[0][2]:
        return convert_tex(_TAG.sub("", text), block=True), _get_tag_text(tags[0])
    return convert_tex(text, block=block), f"({number})" if block and number else ""


def make_formula_fault(node: nodes.Element, error: FormulaError) -> Fault:
    """Return the fault of a formula that `convert_formula` has refused with *error*."""
    shown = shorten(" ".join(node.astext().split()))
    return make_node_warning(
        node,
        FaultKind.FORMULA,
        f"the formula {shown!r} cannot be converted to MathML: {error}; its source is shown",
        hint="write it differently, or set html_math_renderer to 'mathjax', with -D on the command "
        "line or in conf.py",
        problem="a formula cannot be converted to MathML; its source is shown",
    )


def convert_tex(text: str, *, block: bool) -> str:
    """Return the formula *text* as a ``math`` element.

    :raises FormulaError: it cannot be converted.
    """
    text = _rewrite_commands(_replace_signs(text))
    text = _ENVIRONMENT.sub(lambda match: f"\\{match[1]}{{{_ENVIRONMENTS[match[2]]}}}", text)
    text = _MATRICES.sub(lambda match: f"\\{match[1]}{{{match[2] or 'matrix'}}}", text)
    text = _SYNONYM.sub(lambda match: f"{_SYNONYMS[match[1]]} ", text)
    text = _TAG.sub(lambda match: rf"\qquad\text{{{_get_tag_text(match)}}}", text)
    text = _TEXT.sub(lambda match: f"{match[1]}{_clean_text(match[2])}}}", text)
    try:
        markup = _convert(text, block=block)
    except RecursionError as error:
        msg = "its groups nest too deeply"
        raise FormulaError(msg) from error
    except (AttributeError, LookupError, TypeError) as error:
        # The converter fails; the text of such an error says nothing about the formula.
        msg = "a part of it is not expected where it is, such as '&' outside of an environment"
        raise FormulaError(msg) from error
    except Exception as error:  # of many types, by the version of docutils
        reason = " ".join(str(error).split()).rstrip(".!")
        raise FormulaError(f"{reason[:1].lower()}{reason[1:]}" or type(error).__name__) from error
    for sign, instead in _BRACES.items():
        markup = markup.replace(instead, sign)
    markup = _BOX.sub(_open_struck_box, markup)
    return markup.replace("&ApplyFunction;", "\N{FUNCTION APPLICATION}")  # EPUB is XML


def _replace_signs(text: str) -> str:
    r"""Return a formula with commands in place of signs that are no letters: ``≤`` is ``\le``."""
    return text if text.isascii() else _TEXT_OR_SIGN.sub(_get_command, text)


def _get_command(match: re.Match[str]) -> str:
    """Return the command for a sign; text, letters and digits stay."""
    sign = match[1]
    if not sign or sign.isalpha() or sign.isdigit() or unicodedata.category(sign)[0] in "CM":
        return match[0]
    return _SIGNS.get(sign) or _list_commands().get(sign) or rf"{{\text{{{sign}}}}}"


@cache
def _list_commands() -> dict[str, str]:
    """Return the commands of the signs that the converter writes, the usual one for each."""
    commands: dict[str, str] = {}
    operators = (tex2unichar.mathbin, tex2unichar.mathrel, tex2unichar.mathop, tex2unichar.mathord)
    brackets = (tex2unichar.mathopen, tex2unichar.mathclose, tex2unichar.mathfence)
    for table in (*operators, *brackets):
        for name, sign in table.items():
            commands.setdefault(sign, rf"\{name} ")
    return commands


def _open_struck_box(match: re.Match[str]) -> str:
    """Return the start tag of a box that strikes out its content, for that of a marked box."""
    notation, corners = _STRIKES[match[1]]
    line = "transparent calc(50% - .5px),currentColor,transparent calc(50% + .5px)"
    style = ",".join(f"linear-gradient(to {corner},{line})" for corner in corners)
    return f'<menclose notation="{notation}" style="background:{style}">'


def _rewrite_commands(text: str) -> str:
    """Return a formula in the commands that the converter has."""
    if _HAS_INFIX.search(text):
        text = f"{{{text}}}"
        for _ in range(_MAX_INFIX_DEPTH):
            text = _INFIX.sub(
                lambda match: "{" + _INFIX_TEMPLATES[match[2]] % match.group(1, 3) + "}", text
            )
    for pattern, by in _REWRITTEN:
        text = re.sub(pattern, by, text)
    return _CANCEL.sub(
        lambda match: (
            rf"\boxed{{\text{{{_CANCELLED[match[1]]}}}{{{match[2] or match[3] or match[4]}}}}}"
        ),
        text,
    )


def _convert(text: str, *, block: bool) -> str:
    """Return what docutils makes of the formula *text*."""
    try:
        return str(latex2mathml.tex2mathml(text, as_block=block))
    except TypeError:  # docutils before 0.21 names the parameter differently
        convert: Callable[..., object] = latex2mathml.tex2mathml
        return str(convert(text, inline=not block))


def _get_tag_text(tag: re.Match[str]) -> str:
    r"""Return the number that ``\\tag`` shows; ``\\tag*`` has no brackets."""
    return tag[2] if tag[1] else f"({tag[2]})"


def _clean_text(text: str) -> str:
    r"""Return the content of ``\text{}`` without groups, which the converter would show."""
    text = _SIGN.sub(_get_sign, text)
    return text if "$" in text else text.replace("{", "").replace("}", "")


def _get_sign(match: re.Match[str]) -> str:
    """Return the character of a command in text, or what stands for it during the conversion."""
    sign = TEXT_SIGNS[match[1]] if match[1] else match[2]
    return _BRACES.get(sign, sign)
