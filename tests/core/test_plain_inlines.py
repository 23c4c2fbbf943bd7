"""Links and bold words around blocks, and blank lines within words, in books and text."""

from __future__ import annotations

import re

import pytest
from building import Project
from docutils import nodes

from sphinx_docsnav.core.plain import MAX_DEPTH, limit_depth

CARD = """<a href="/q">
<div><img src="/a.png" alt="P" /></div>
<div><h4>Head</h4><p>some <b>bold</b> words</p></div><ul><li>one</li></ul>
</a>"""
COMPONENT = f"""export const Box = () => {{
  return (
{CARD}
  )
}}

<Box />"""


def _build(project: Project, text: str) -> tuple[str, str]:
    """Return a page as text and as LaTeX."""
    project.write(
        {
            "docs.json": '{"navigation": {"pages": ["p", "q"]}}',
            "p.mdx": f"# T\n\n{text}\n",
            "q.mdx": "# Q\n\nwords\n",
            "a.png": "",
        }
    )
    for builder in ("text", "latex"):
        assert project.build(builder).warnings == ""
    (book,) = project.output("latex").glob("*.tex")
    page = book.read_text("utf-8").partition(r"\label{\detokenize{p::doc}}")[2]
    plain = (project.output("text") / "p.txt").read_text("utf-8")
    return plain, page.partition(r"\sphinxstepscope")[0]


@pytest.mark.parametrize("text", [CARD, COMPONENT], ids=["page", "component"])
def test_a_link_around_blocks_is_in_each(project: Project, text: str) -> None:
    plain, book = _build(project, text)
    assert "Head}" in book  # an older Sphinx prints no links in titles
    for words in (r"some \sphinxstylestrong{bold} words", "one"):
        assert rf"{{\hyperref[\detokenize{{q::doc}}]{{\sphinxcrossref{{{words}}}}}}}" in book
    assert book.count(r"\begin{itemize}") == 1
    assert r"\sphinxincludegraphics{{a}.png}" in book
    words = "T * [image: P][image] -[ Head ]- some **bold** words * one"
    assert " ".join(plain.split()) == words


@pytest.mark.parametrize(
    ("text", "plain", "book"),
    [
        (
            "<b>\n\none\n\n- two\n\n</b>",
            "T\n*\n\n**one**\n\n* **two**\n",
            [r"\sphinxstylestrong{one}", r"\sphinxstylestrong{two}"],
        ),
        (
            '<em id="i">\n\n```\na\n\nb\n```\n\n</em>',
            "T\n*\n\n   a\n\n   b\n",
            ["a\n\nb\n\\end{sphinxVerbatim}", r"\label{\detokenize{p:i}}"],
        ),
        ("<b><p>one</p><p>two</p></b>", "T\n*\n\n**one two**\n", [r"\sphinxstylestrong{one two}"]),
        (
            "<dl><dt><p>one</p><p>two</p></dt><dd>x</dd></dl>",
            "T\n*\n\none two\n   x\n",
            [r"\sphinxlineitem{one two}"],
        ),
        ("## <View title='a' />", "T\n*\n\n\na\n=\n", [r"\section{a}"]),
        ('a<b> {"b\\n\\nc"}</b>', "T\n*\n\na** b c**\n", [r"a\sphinxstylestrong{ b c}"]),
        (
            '<Card title={"one\\n\\n*two*"}>{"a\\n\\nb"}</Card>',
            "T\n*\n\none *two*\n   a b\n",
            [r"\sphinxlineitem{one \sphinxstyleemphasis{two}}"],
        ),
    ],
    ids=["list", "code", "line", "term", "title", "space", "attribute"],
)
def test_no_format_has_paragraphs_in_words(
    project: Project, text: str, plain: str, book: list[str]
) -> None:
    written, printed = _build(project, text)
    assert written == plain
    assert all(words in printed for words in book)


def test_a_picture_of_another_type_than_its_name_says_does_not_stop_latex(project: Project) -> None:
    page = "# T\n\n![one](/a.png)\n\n![two](/b.png)\n\n![three](/c.webp) [d](#none)\n"
    docs = '{"navigation": {"pages": ["p"]}}'
    project.write({"docs.json": docs, "p.mdx": page, "a.png": "RIFF....WEBPVP8 ", "c.webp": ""})
    (project.src / "b.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    no_anchor = "link to '#none': page 'p' has no anchor '#none' [docsnav.anchor_missing]\n"
    assert project.build("latex").warnings == (
        f"p.mdx:7:19: WARNING: {no_anchor}"
        "p.mdx:3:1: WARNING: the picture '/a.png' is not of the type that its name says; its "
        "alternative text is shown; convert it, or correct its name [docsnav.image_missing]\n"
        "p.mdx:7:1: WARNING: the picture '/c.webp' is of a type that the builder 'latex' cannot "
        "print; its alternative text is shown; convert it to PNG, or add 'sphinx.ext.imgconverter' "
        "to 'extensions' [docsnav.image_missing]\n"
    )
    (book,) = project.output("latex").glob("*.tex")
    text = book.read_text("utf-8")
    assert text.count("includegraphics") == 1
    assert "\none\n" in text
    assert "none" not in text  # a link to a label that no line has leads nowhere
    assert project.build("html").warnings == f"p.mdx:7:19: WARNING: {no_anchor}"
    project.build("epub")
    assert "none" not in (project.output("epub") / "p.xhtml").read_text("utf-8")


def test_values_of_attributes_keep_two_hyphens_also_in_links(project: Project) -> None:
    page = (
        "---\ntitle: The --all flag\n---\n\n"
        '<Card title="--card" href="/index">A -- dash</Card>\n\n'
        '<Accordion title="-a, --add">Text</Accordion>\n\n'
        '<ParamField path="x" default="--value">Text</ParamField>\n\n'
        "```bash --name\nrun\n```\n\n[{'--code'}](/index)\n"
    )
    project.write({"docs.json": '{"navigation": {"pages": ["index"]}}', "index.mdx": page})
    assert project.build().warnings == ""
    html = (project.output() / "index.html").read_text("utf-8")
    for words in ("The --all flag", "--card", "-a, --add", "--value", "--name", "--code"):
        assert f"{words}<" in html, words
    assert "A \N{EN DASH} dash" in html


def test_a_link_leads_to_the_only_anchor_that_differs_in_marks(project: Project) -> None:
    page = '[x](#example:-a) [y](#gone)\n\n<div id="example-a">Text</div>\n'
    project.write({"docs.json": '{"navigation": {"pages": ["index"]}}', "index.mdx": page})
    warnings = project.build().warnings
    assert "#gone" in warnings
    assert "example" not in warnings
    html = (project.output() / "index.html").read_text("utf-8")
    assert 'href="#example-a"' in html


def test_text_of_code_gets_no_typographic_signs(project: Project) -> None:
    source = 'export const F = () => <p>--env "x"</p>;\n\n# T\n\n<F />\n\nProse {"--a"} -- "b".\n'
    project.write({"docs.json": '{"navigation": {"pages": ["index"]}}', "index.mdx": source})
    assert project.build().warnings == ""
    page = (project.output() / "index.html").read_text("utf-8")
    assert '<p>--env "x"</p>' in page.replace("&quot;", '"')
    assert "<p>Prose --a \N{EN DASH} “b”.</p>" in page


def test_a_quote_that_is_too_deep_leaves_what_is_around_it() -> None:
    texts = [nodes.paragraph("", text) for text in ("one", "two", "deep", "four", "five")]
    inner = nodes.block_quote("", *texts[:2], nodes.block_quote("", texts[2]), *texts[3:])
    limit_depth(inner, MAX_DEPTH)
    assert inner.children == texts


OTHER = """
Other
=====

.. include:: code.txt
   :code: python

.. py:function:: f(x)

   :param x: Words.

      >>> f(1)

   :returns: More.
"""


@pytest.mark.parametrize("builder", ["text", "man", "texinfo", "latex", "gettext"])
def test_documents_of_other_parsers_stay_as_sphinx_has_them(project: Project, builder: str) -> None:
    """Also where a builder has them in one document with pages of ours."""
    page = "# Page\n\n<Card>\n  In a card\n</Card>\n"
    files = {
        "conf.py": "extensions = []\n",
        "index.rst": "Home\n====\n\n.. toctree::\n\n   other\n",
        "other.rst": OTHER,
        "code.txt": "a = 1\n\n\ndef g():\n    return 2\n",
    }
    project.write(files)
    settings = {"extensions": "sphinx_docsnav", "docsnav_config": "toctree"}
    outputs = []
    for out, conf in (("plain", {}), ("ours", settings)):
        assert project.build(builder, out=out, conf=conf).warnings == ""
        folder = project.output(out)
        texts = {path.name: path.read_text("utf-8") for path in sorted(folder.glob("[op]*.*"))}
        outputs.append({name: re.sub("POT-Creation.*", "", text) for name, text in texts.items()})
    assert outputs[1] == outputs[0]
    assert outputs[0]

    project.write({"index.rst": f"{files['index.rst']}   page\n", "page.mdx": page})
    project.build(builder, out="both", conf=settings)
    folder = project.output("both")
    written = "".join(path.read_text("utf-8") for path in folder.glob("[op]*.*")).splitlines()
    code = [line for line in "".join(outputs[0].values()).splitlines() if "return" in line]
    assert [line for line in written if "return" in line] == code
    assert "In a card" in "".join(written)
