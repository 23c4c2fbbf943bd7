"""Formulas of strangers: mathematics is typeset, all else is text."""

from __future__ import annotations

from pathlib import Path

import pytest
from docutils import nodes
from rendering import render

from sphinx_docsnav.mdx.tex_commands import tex_problem

MATHEMATICS = (
    "",
    "E=mc^2",
    r"\frac{a}{b}\,\sqrt[3]{x}",
    r"\begin{pmatrix} 1 & 2 \\[4pt] 3 & 4 \end{pmatrix}",
    r"\begin{aligned} a &= b \\ c &= d \end{aligned}",
    r"\left\{ x \in \mathbb{R} \mid x > 0 \right\}",
    r"\text{caf\'e costs 5\% of \$10}",
    r"\operatorname*{arg\,max}_{\theta} \mathcal{L}(\theta)",
    r"\underbrace{a + b}_{\text{sum}} \xrightarrow{f} \hat{y}",
    r"\color{red} x",
)
REFUSED = {
    r"\input{/etc/passwd}": r"'\input' is no command of mathematics that is known here",
    r"\write18{ls}": r"'\write' is no command of mathematics that is known here",
    r"\immediate\write18{ls}": r"'\immediate' is no command of mathematics that is known here",
    r"\openin5=/etc/passwd": r"'\openin' is no command of mathematics that is known here",
    r"\csname input\endcsname": r"'\csname' is no command of mathematics that is known here",
    r"\catcode`\@=11": r"'\catcode' is no command of mathematics that is known here",
    r"\def\x{\x}\x": r"'\def' is no command of mathematics that is known here",
    r"\newcommand{\x}{1}": r"'\newcommand' is no command of mathematics that is known here",
    r"\href{javascript:alert(1)}{x}": r"'\href' is no command of mathematics that is known here",
    r"\require{html}": r"'\require' is no command of mathematics that is known here",
    r"\frac{1}{\input{x}}": r"'\input' is no command of mathematics that is known here",
    r"\text{\input{x}}": r"'\input' is no command of mathematics that is known here",
    r"\\\input{x}": r"'\input' is no command of mathematics that is known here",
    "^^5cinput{x}": "'^^' is a notation for characters, which formulas may not use",
    "^^^^005cinput{x}": "'^^' is a notation for characters, which formulas may not use",
    r"\^^69nput{x}": r"'^^' is a notation for characters, which formulas may not use",
    "x$ \\input y$": "'$' has a meaning of its own in TeX; write '\\$'",
    "50% of": "'%' has a meaning of its own in TeX; write '\\%'",
    "#1": "'#' has a meaning of its own in TeX; write '\\#'",
    r"\) text \(": r"'\)' is no command of mathematics",
    r"\]": r"'\]' is no command of mathematics",
    r"\@input{x}": r"'\@' is no command of mathematics",
    "a\\": "'\\' is no command of mathematics",
    "{a": "'{' is not closed",
    "a}": "'}' closes what is not open",
    r"{\begin{array}}\end{array}": "'}' closes what is not open",
    r"\end{split}\end{equation*}": r"'\end{split}' closes what is not open",
    r"\begin{filecontents}{x}": r"'\begin{filecontents}' is no environment that formulas may use",
    r"\begin{verbatim}": r"'\begin{verbatim}' is no environment that formulas may use",
    r"\begin x": r"'\begin{}' is no environment that formulas may use",
    r"\begin{array}": r"'\begin{array}' is not closed",
    "{" * 60 + "}" * 60: "groups nest deeper than 50 levels",
    "x" * 20_001: "the formula has more than 20,000 characters",
}


@pytest.mark.parametrize("formula", MATHEMATICS)
def test_mathematics_is_typeset(formula: str) -> None:
    assert tex_problem(formula) == ""


@pytest.mark.parametrize("formula", REFUSED)
def test_what_can_do_more_than_mathematics_is_refused(formula: str) -> None:
    assert tex_problem(formula) == REFUSED[formula]


@pytest.mark.parametrize(
    ("page", "kind"),
    [
        ("$$x$$ and $$\\input{y}$$", "formula"),
        ("$$\n\\input{y}\n$$", "formula"),
        ("$\\frac{1}{2}$ and $\\input{y}$", "formula"),
        ("<Latex>\\input\\{y\\}</Latex>", "component_property"),
    ],
)
def test_a_refused_formula_is_shown_as_text_with_a_warning(
    page: str, kind: str, tmp_path: Path
) -> None:
    rendered = render(tmp_path, page)
    assert not any("input" in node.astext() for node in rendered.document.findall(nodes.math))
    assert not list(rendered.document.findall(nodes.math_block))
    assert "input" in rendered.document.astext()
    [message] = rendered.messages
    assert message.endswith(f"the formula is shown as text [{kind}]")
