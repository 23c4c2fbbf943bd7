"""Formulas as MathML."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path
from unittest.mock import Mock

import docutils
import pytest
from building import Project

from sphinx_docsnav.rendering import formulas
from sphinx_docsnav.rendering.formulas import FormulaError, convert_tex

DOCS = '{"navigation": {"pages": ["index"]}, "styling": {"latex": true}}'
CASES = Path(__file__).with_name("formulas.txt")
"""Formulas with the text that their MathML shows, one in a line, with spaces around ``=>``."""
ON = {"html_math_renderer": "docsnav_mathml"}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("E = mc^2", "E=mc2"),
        (r"\frac{a}{b}", "ab"),
        (r"\begin{align*}a&=b\\c&=d\end{align*}", "a=bc=d"),
        (r"x \in \{1, \dots, n\}", "x∈{1,…,n}"),
        (r"\begin{array}{cc}a&b\\c&d\end{array}", "abcd"),
        (r"a \lt b \iff \texttt{x y}", "a<b⟺xy"),
        ("a < b", "a<b"),
        ("<script>", "<script>"),
        (r"x = 1 \tag{1}", "x=1(1)"),
        (r"{n \choose k} = {{a \over b} \over c}", "(nk)=abc"),
        (r"a + 1 \over 2", "a+12"),
        (r"\frac12 + \frac{\dfrac34}5", "12+345"),
        (r"\big( x \big) \Bigg| y", "(x)|y"),
        (r"\color{red}{a} \textcolor{#f00}{b}", "ab"),
        (r"\sum_{\substack{i<n\\j<{m}}} x \xRightarrow{f} y", "\N{N-ARY SUMMATION}i<nj<mx⇒fy"),
        (r"{\bf x} \rm{ab} \textbf{two words}", "\N{MATHEMATICAL BOLD SMALL X}abtwowords"),
        (r"\operatorname*{arg} \mathop{x} \left( a \middle| b \right)", "argx(a|b)"),
        (r"x = 1 \tag*{A_1}", "x=1A_1"),
        (r"\begin{align}a&=b \tag{1}\\c&=d \tag{2}\end{align}", "a=b(1)c=d(2)"),
        (r"y \text{if $x>0$}", "yifx>0"),
        (r"2 \text{\textasciicircum} 3", "2^3"),
        (r"\text{a\textbackslash{}b}", r"a\b"),
        (r"\text{a\_b \{5\%\} \$3 \textless{}p\textgreater}", "a_b{5%}$3<p>"),
        (r"\text{a {b} c} \Alpha \Chi \Large x", "abcAXx"),
        (r"\lang x \rang \in \reals \infin \mathclap{y}", "⟨x⟩∈\N{DOUBLE-STRUCK CAPITAL R}∞y"),
        *(line.split(" => ") for line in CASES.read_text("utf-8").splitlines()),
    ],
)
def test_a_formula_is_well_formed_mathml(text: str, words: str) -> None:
    if docutils.__version_info__ < (0, 21) and f"{text} => {words}" in CASES.read_text("utf-8"):
        pytest.skip("docutils before 0.21 has fewer commands; the page shows the source")
    if docutils.__version_info__ < (0, 21) and r"\begin{align" in text:
        pytest.skip("docutils before 0.21 does not convert it; the page shows its source")
    if docutils.__version_info__ < (0, 21) and (r"\bf" in text or r"\reals" in text):
        pytest.skip(
            "docutils before 0.21 writes kinds of letters as an attribute, which this ignores"
        )
    math = ET.fromstring(convert_tex(text, block=True))  # noqa: S314 -- our own output
    shown = "".join(math.itertext()).replace("\N{FUNCTION APPLICATION}", "")
    assert "".join(shown.split()) == words
    assert math.get("display") == "block"


@pytest.mark.parametrize("text", [r"\href{javascript:alert(1)}{x}", r"\unknown{x}", "{" * 9999])
def test_tex_that_is_not_known_is_refused(text: str) -> None:
    with pytest.raises(FormulaError):
        convert_tex(text, block=False)


def test_a_page_with_formulas_loads_nothing(project: Project) -> None:
    project.write({"docs.json": DOCS, "index.mdx": "# T\n\nSo $E = mc^2$.\n\n$$\na^2\n$$\n"})
    assert project.build(conf=ON).warnings == ""
    page = (project.output() / "index.html").read_text("utf-8")
    assert page.count("<math") == 2
    assert "mathjax" not in page.lower()


@pytest.mark.parametrize(
    ("styling", "short", "long"), [('"latex": true', 1, 1), ('"latex": false', 0, 0), ("", 0, 1)]
)
def test_the_site_says_whether_dollars_enclose_formulas(
    project: Project, styling: str, short: int, long: int
) -> None:
    docs = DOCS.replace('"latex": true', styling).replace('"index"', '"index", "long"')
    files = {"index.mdx": "# T\n\nSo $x$.\n", "long.mdx": "# L\n\nSo $\\alpha$.\n"}
    project.write({"docs.json": docs, **files})
    assert project.build(conf=ON).warnings == ""
    for name, count in (("index", short), ("long", long)):
        page = (project.output() / f"{name}.html").read_text("utf-8")
        assert page.count("<math") == count


def test_a_formula_at_which_the_converter_stumbles_has_a_reason(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Versions of docutils differ in the formulas at which they do.
    monkeypatch.setattr(formulas, "_convert", Mock(side_effect=AttributeError("append")))
    with pytest.raises(FormulaError, match="'&' outside of an environment"):
        convert_tex("a & b", block=True)


def test_the_number_of_a_formula_stands_beside_it(project: Project) -> None:
    text = "# T\n\n$$\nx = 1 \\tag{1}\n$$\n\n$$\ny \\tag*{<b>}\n$$\n"
    project.write({"docs.json": DOCS, "index.mdx": text})
    assert project.build(conf=ON).warnings == ""
    page = (project.output() / "index.html").read_text("utf-8")
    assert '<span class="eqno">(1)</span><math' in page
    assert '<span class="eqno">&lt;b&gt;</span><math' in page
    assert "tag" not in page.partition("<math")[2].partition("</math>")[0]


def test_a_formula_that_cannot_be_converted_is_shown_as_source(project: Project) -> None:
    project.write({"docs.json": DOCS, "index.mdx": "# T\n\nSo $x < \\genfrac{1}$.\n"})
    warnings = project.build(conf=ON).warnings
    assert warnings.count("WARNING") == 1
    assert "cannot be converted to MathML: " in warnings
    assert r"\genfrac" in warnings.partition("MathML: ")[2]
    assert r"<code>x &lt; \genfrac{1}</code>" in (project.output() / "index.html").read_text(
        "utf-8"
    )


@pytest.mark.skipif(
    docutils.__version_info__ < (0, 21), reason="docutils before 0.21 does not convert it"
)
def test_an_environment_that_is_a_formula_is_converted_like_one_in_it(project: Project) -> None:
    text = "# T\n\n$$\n\\begin{align*}\na &= b \\\\\nc &= d\n\\end{align*}\n$$\n"
    project.write({"docs.json": DOCS, "index.mdx": text})
    assert project.build(conf=ON).warnings == ""
    page = (project.output() / "index.html").read_text("utf-8")
    assert page.count("<mtr>") == 2
    project.build("latex")
    latex = "".join(file.read_text("utf-8") for file in project.output("latex").glob("*.tex"))
    assert r"\begin{aligned}" in latex
    assert r"\begin{align*}" not in latex


def test_a_cancelled_term_is_struck_in_every_browser() -> None:
    markup = convert_tex(r"\xcancel{x}", block=False)
    (box,) = ET.fromstring(markup).iter("{http://www.w3.org/1998/Math/MathML}menclose")  # noqa: S314 -- our own output
    assert box.get("notation") == "updiagonalstrike downdiagonalstrike"
    assert (box.get("style") or "").count("linear-gradient") == 2


def test_a_project_that_does_not_choose_it_keeps_its_renderer(project: Project) -> None:
    project.write({"docs.json": DOCS, "index.mdx": "# T\n\nSo $\\alpha$.\n"})
    project.build()
    page = (project.output() / "index.html").read_text("utf-8")
    assert "<math" not in page
    assert "mathjax" in page.lower()
