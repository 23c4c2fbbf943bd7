"""Formulas of strangers: mathematics is typeset, all else is text."""

from __future__ import annotations

from pathlib import Path

import pytest
from docutils import nodes
from rendering import render

from sphinx_docsnav.mdx.tex_commands import find_tex_problem, unwrap_formula

MATHEMATICS = (
    "",
    "E=mc^2",
    r"\frac{a}{b}\,\sqrt[3]{x}",
    r"\begin{pmatrix} 1 & 2 \\[4pt] 3 & 4 \end{pmatrix}",
    r"\begin{aligned} a &= b \\ c &= d \end{aligned}",
    r"\left\{ x \in \mathbb{R} \mid x > 0 \right\}",
    r"\text{caf\'e costs 5\% of \$10}",
    r"x = 1 \tag{1}",
    r"\begin{cases} x & \text{if $x>0$} \\ y & \mbox{else, $\text{as $y$}$}\end{cases}",
    r"\text{\textasciicircum}",
    r"\operatorname*{arg\,max}_{\theta} \mathcal{L}(\theta)",
    r"\underbrace{a + b}_{\text{sum}} \xrightarrow{f} \hat{y}",
    r"\color{red} x",
)
REFUSED = {
    r"\input{/etc/passwd}": r"'\input' is not a known mathematical command",
    r"\write18{ls}": r"'\write' is not a known mathematical command",
    r"\immediate\write18{ls}": r"'\immediate' is not a known mathematical command",
    r"\openin5=/etc/passwd": r"'\openin' is not a known mathematical command",
    r"\csname input\endcsname": r"'\csname' is not a known mathematical command",
    r"\catcode`\@=11": r"'\catcode' is not a known mathematical command",
    r"\def\x{\x}\x": r"'\def' is not a known mathematical command",
    r"\newcommand{\x}{1}": r"'\newcommand' is not a known mathematical command",
    r"\href{javascript:alert(1)}{x}": r"'\href' is not a known mathematical command",
    r"\require{html}": r"'\require' is not a known mathematical command",
    r"\frac{1}{\input{x}}": r"'\input' is not a known mathematical command",
    r"\text{$\input{x}$}": r"'\input' is not a known mathematical command",
    r"\text{$x}": "'}' closes what is not open",
    r"\text{$x": "'$' is not closed; write '$' after its content",
    r"\text{x": r"'\text{' is not closed; write '}' after its content",
    r"\frac{$x$}{y}": r"'$' has a special meaning in TeX; write '\$'",
    r"\text{\frac{$}{$}}": r"'$' has a special meaning in TeX; write '\$'",
    r"\text{a}$b$": r"'$' has a special meaning in TeX; write '\$'",
    r"\text{\input{x}}": r"'\input' is not a known mathematical command",
    r"\\\input{x}": r"'\input' is not a known mathematical command",
    "^^5cinput{x}": "'^^' is a notation for characters, which formulas may not use",
    "^^^^005cinput{x}": "'^^' is a notation for characters, which formulas may not use",
    r"\^^69nput{x}": r"'^^' is a notation for characters, which formulas may not use",
    "x$ \\input y$": "'$' has a special meaning in TeX; write '\\$'",
    "50% of": "'%' has a special meaning in TeX; write '\\%'",
    "#1": "'#' has a special meaning in TeX; write '\\#'",
    r"\) text \(": r"'\)' is not a mathematical command",
    r"\]": r"'\]' is not a mathematical command",
    r"\@input{x}": r"'\@' is not a mathematical command",
    "a\\": "'\\' is not a mathematical command",
    "{a": "'{' is not closed; write '}' after its content",
    "a}": "'}' closes what is not open",
    r"{\begin{array}}\end{array}": "'}' closes what is not open",
    r"\end{split}\end{equation*}": r"'\end{split}' closes what is not open",
    r"\begin{filecontents}{x}": (
        r"'\begin{filecontents}' is not an environment that formulas may use"
    ),
    r"\begin{verbatim}": r"'\begin{verbatim}' is not an environment that formulas may use",
    r"\begin{align} a &= b": (
        r"'\begin{align}' is not at both ends of the formula; inside of one, write"
        r" '\begin{aligned}'"
    ),
    r"\begin x": r"'\begin{}' is not an environment that formulas may use",
    r"\begin{array}": r"'\begin{array}' is not closed; write '\end{array}' after its content",
    "{" * 60 + "}" * 60: "groups nest deeper than 50 levels",
    "x" * 20_001: "the formula has more than 20,000 characters",
}


@pytest.mark.parametrize("formula", MATHEMATICS)
def test_mathematics_is_typeset(formula: str) -> None:
    assert find_tex_problem(formula) == ""


@pytest.mark.parametrize("formula", REFUSED)
def test_what_can_do_more_than_mathematics_is_refused(formula: str) -> None:
    assert find_tex_problem(formula) == REFUSED[formula]


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


def test_a_brace_that_is_not_closed_in_a_formula_has_one_message(tmp_path: Path) -> None:
    rendered = render(tmp_path, "# T\n\n<Latex>a{b</Latex> {c\n\n<Latex>\nd{e\n</Latex>\n\nf{g\n")
    cause = "<Latex>: '{' is not closed; write '}' after its content; the formula is shown as text"
    text = "'{' is not closed; kept as text"
    assert rendered.messages == [
        f"page.mdx:3: {text} [mdx_syntax]",
        f"page.mdx:9: {text} [mdx_syntax]",
        f"page.mdx:3: {cause} [component_property]",
        f"page.mdx:5: {cause} [component_property]",
    ]


@pytest.mark.parametrize(
    ("formula", "inner"),
    [
        (r"\begin{align}a&=b\end{align}", r"\begin{aligned}a&=b\end{aligned}"),
        ("\n\\begin{alignat*}{2}a&=b\\end{alignat*}\n", r"\begin{alignedat}{2}a&=b\end{alignedat}"),
        (r"\begin{equation*} a = b \end{equation*}", "a = b"),
        (r"\begin{aligned}a\end{aligned}", r"\begin{aligned}a\end{aligned}"),
        (r"x \begin{align}a\end{align}", r"x \begin{align}a\end{align}"),
        (
            r"\begin{gather}a\end{gather} \begin{gather}b\end{gather}",
            r"\begin{gather}a\end{gather} \begin{gather}b\end{gather}",
        ),
        (r"\begin{align}a\end{align*}", r"\begin{align}a\end{align*}"),
    ],
)
def test_an_environment_that_is_a_formula_gives_way_to_one_inside_of_formulas(
    formula: str, inner: str
) -> None:
    assert unwrap_formula(formula) == inner
