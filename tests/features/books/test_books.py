"""LaTeX and EPUB: a document per version and language, with chapters made from the groups."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import xml.etree.ElementTree as ET
import zipfile
from pathlib import Path

import pytest
from building import Project
from support import Command

CONF = {"numfig": True}
EPUB = {"epub_show_urls": "no", "version": "1", "copyright": "c"}
TITLE = re.compile(r"\\(part|chapter|section)\{((?:[^{}]|\{[^{}]*\})*)\}")
NCX = "{http://www.daisy.org/z3986/2005/ncx/}"
PACKAGES = ("fncychap", "tabulary", "needspace", "capt-of", "wrapfig", "upquote", "titlesec")


def tex(project: Project, name: str) -> str:
    return (project.output("latex") / f"{name}.tex").read_text("utf-8")


def titles(text: str) -> list[str]:
    """Return the titles of a LaTeX document, indented by their level."""
    depth = {"part": 0, "chapter": 1, "section": 2}
    return [f"{'  ' * depth[kind]}{label}" for kind, label in TITLE.findall(text)]


def site(project: Project, navigation: object, *pages: str, **files: str) -> None:
    """Write a site of *pages* named ``v1/a``, each with its name for a title."""
    texts = {f"{page}.rst": f"{page}\n{'=' * len(page)}\n\nText.\n" for page in pages}
    docs = json.dumps({"name": "Shelf", "navigation": navigation})
    project.write({"docs.json": docs, **texts, **files})


def contents(project: Project, out: str = "epub") -> list[str]:
    """Return the table of contents of an EPUB, indented by level, each with its address."""
    root = ET.fromstring((project.output(out) / "toc.ncx").read_bytes())  # noqa: S314 -- our own

    def rows(node: ET.Element, indent: str) -> list[str]:
        found = []
        for point in node.findall(f"{NCX}navPoint"):
            label = point.findtext(f"{NCX}navLabel/{NCX}text", "")
            source = point.find(f"{NCX}content")
            assert source is not None
            found.append(f"{indent}{label} -> {source.get('src')}")
            found += rows(point, f"{indent}  ")
        return found

    found = root.find(f"{NCX}navMap")
    assert found is not None
    return rows(found, "")


def test_latex_has_a_document_for_each_language_and_version(kitchen: Project) -> None:
    result = kitchen.build("latex", conf=CONF)

    assert result.warnings == ""
    names = {path.stem for path in kitchen.output("latex").glob("kitchen*.tex")}
    assert names == {f"kitchen-{slug}" for slug in ("en-v2", "en-v1", "fr-v2", "fr-v1", "ar-v2")}
    french = tex(kitchen, "kitchen-fr-v2")
    assert titles(french) == [
        "Guides",
        "  Cuisine",
        "  Premiers pas",
        "    Soupe",
        "  Nouveautés",
        "  Dessins",
        "Bibliothèque",
        "  Recettes",
        "    Soupe",
        "  Modèles",
        "    Casseroles",
    ]
    assert r"\title{Kitchen v2}" in french
    assert r"\release{v2}" in french
    assert result.app.config.latex_engine == "lualatex"
    arabic = tex(kitchen, "kitchen-ar-v2")
    assert r"\babelprovide[main,import=ar]{docsnav}" in arabic
    assert r"\AtBeginEnvironment{sphinxVerbatim}{\pardir TLT" in arabic
    assert "babelprovide" not in french


def test_babel_gets_a_language_without_its_country(project: Project) -> None:
    language = {"language": "fa-IR", "pages": ["a"]}
    site(project, {"languages": [language]}, "a")

    project.build("latex", conf=CONF)

    [document] = project.output("latex").glob("*.tex")
    assert r"\babelprovide[main,import=fa]{docsnav}" in document.read_text("utf-8")


def test_a_document_speaks_its_language(kitchen: Project) -> None:
    kitchen.build("latex", conf={**CONF, "latex_engine": "pdflatex"})

    french, english = tex(kitchen, "kitchen-fr-v2"), tex(kitchen, "kitchen-en-v2")
    assert re.search(r"\\documentclass\[[^]]*french\]", french)
    assert re.search(r"\\documentclass\[[^]]*english\]", english)
    assert r"\sphinxlineitem{Paramètres}" in french
    assert r"\sphinxlineitem{Parameters}" in english
    folder = kitchen.output("latex")
    words = (folder / "sphinxmessages-fr-v2.sty").read_text("utf-8")
    assert r"\addto\captionsfrench" in words
    assert "suite de la page précédente" in words
    assert r"\usepackage{sphinxmessages-fr-v2}" in french
    assert "continued from previous page" in (folder / "sphinxmessages.sty").read_text("utf-8")


def test_a_group_without_a_page_is_a_chapter_at_its_depth(project: Project) -> None:
    inner = {"group": "Inner", "pages": ["b"]}
    groups = [{"group": "Outer", "pages": ["a", inner]}, {"group": "Last", "pages": ["c"]}]
    site(
        project,
        {"tabs": [{"tab": "One", "groups": groups}, {"tab": "Two", "pages": ["d"]}]},
        *"abcd",
    )

    project.build("latex")

    assert titles(tex(project, "shelf")) == [
        "One",
        "  Outer",
        "    a",
        "    Inner",
        "  Last",
        "    c",
        "Two",
        "  d",
    ]
    assert r"\subsection{b}" in tex(project, "shelf")


def test_levels_that_say_nothing_are_left_out(project: Project) -> None:
    group = {"group": "Guides", "pages": ["b"]}
    blank = {"group": " ", "pages": ["a"]}
    tabs = [{"tab": "Guides", "groups": [group]}, {"tab": "Other", "groups": [blank]}]
    site(project, {"anchors": [{"anchor": "Docs", "tabs": tabs}]}, "a", "b")

    project.build("latex")

    assert [title.strip() for title in titles(tex(project, "shelf"))] == [
        "Guides",
        "b",
        "Other",
        "a",
    ]


def test_a_root_page_is_the_chapter_of_its_group(project: Project) -> None:
    group = {"group": "G", "root": "a", "pages": ["b"]}
    site(project, {"groups": [group, {"group": "H", "pages": ["c"]}]}, *"abc")

    project.build("latex")

    assert [title.strip() for title in titles(tex(project, "shelf"))] == ["a", "b", "H", "c"]


def test_the_root_document_of_a_project_introduces_the_book(project: Project) -> None:
    index = "Welcome\n=======\n\nWords before all.\n\n.. toctree::\n\n   own\n   a\n"
    files = {"index.rst": index}
    site(project, {"groups": [{"group": "G", "pages": ["a"]}]}, "a", "own", **files)

    result = project.build("latex")

    text = tex(project, "shelf")
    assert result.warnings == ""
    assert (
        text.index("Words before all.") < text.index(r"\chapter{own}") < text.index(r"\chapter{a}")
    )
    assert text.count(r"\chapter{a}") == 1
    assert "Welcome" not in text


def test_a_link_out_of_a_book_names_the_page_and_its_book(kitchen: Project) -> None:
    page = kitchen.src / "library/soup.mdx"
    page.write_text(page.read_text("utf-8") + "\n[Old](/v1/library/soup)\n", "utf-8")

    kitchen.build("latex", conf=CONF)

    found = re.search(
        r"Old[^\n]*|\\sphinxstyleemphasis\{Kitchen v1\}", tex(kitchen, "kitchen-en-v2")
    )
    assert found is not None


def test_a_page_above_the_versions_is_in_each_book_once(project: Project) -> None:
    versions = [{"version": v, "pages": [f"{v}/a", "same"]} for v in ("v1", "v2")]
    tabs = [{"tab": "T", "versions": versions}, {"tab": "All", "pages": ["same", "about"]}]
    site(project, {"tabs": tabs}, "v1/a", "v2/a", "same", "about")

    project.build("latex")

    for version in ("v1", "v2"):
        text = tex(project, f"shelf-{version}")
        found = [title.strip() for title in titles(text)]
        assert found == ["T", f"{version}/a", "same", "All", "about"]


def test_one_document_of_all_if_the_setting_says_one(kitchen: Project) -> None:
    kitchen.build("latex", conf={**CONF, "docsnav_books": "one"})

    names = [path.name for path in kitchen.output("latex").glob("kitchen*.tex")]
    assert names == ["kitchen.tex"]
    parts = re.findall(r"\\part\{([^}]*)\}", tex(kitchen, "kitchen"))
    assert parts == ["English", "Français", "العربية"]


def test_only_the_books_of_the_divisions_that_are_named(kitchen: Project) -> None:
    kitchen.build("latex", conf={**CONF, "docsnav_only": ["fr", "en/v1"]})

    names = {path.stem for path in kitchen.output("latex").glob("kitchen*.tex")}
    assert names == {"kitchen-fr-v2", "kitchen-fr-v1", "kitchen-en-v1"}


def test_a_tab_above_the_versions_is_in_the_books_of_all(project: Project) -> None:
    versions = [{"version": v, "pages": [f"{v}/a"]} for v in ("v1", "v2")]
    tabs = [{"tab": "T", "versions": versions}, {"tab": "All", "pages": ["about"]}]
    site(project, {"tabs": tabs}, "v1/a", "v2/a", "about")

    project.build("latex", conf={"docsnav_only": ["All"]})

    names = {path.stem for path in project.output("latex").glob("shelf*.tex")}
    assert names == {"shelf-v1", "shelf-v2"}


def test_documents_that_a_project_names_are_its_own(project: Project) -> None:
    site(project, {"groups": [{"group": "G", "pages": ["index", "a"]}]}, "index", "a")
    project.write(
        {
            "conf.py": 'extensions = ["sphinx_docsnav"]\n'
            'latex_documents = [("index", "mine.tex", "Mine", "Me", "howto")]\n'
        }
    )

    project.build("latex")

    assert [path.name for path in project.output("latex").glob("*.tex")] == ["mine.tex"]
    assert r"\title{Mine}" in tex(project, "mine")


def make_pdf(folder: Path) -> None:
    """Make ``shelf.pdf`` of ``shelf.tex`` if LaTeX is installed with what Sphinx needs."""
    if not shutil.which("latexmk"):
        pytest.skip("latexmk is not installed")
    finds = shutil.which("kpsewhich")
    wanted = [f"{name}.sty" for name in PACKAGES]
    found = subprocess.run([finds or "false", *wanted], capture_output=True, text=True, check=False)
    if len(found.stdout.split()) < len(wanted):
        pytest.skip("packages of LaTeX that Sphinx needs are not installed")
    command = ["latexmk", "-pdf", "-interaction=nonstopmode", "-halt-on-error", "shelf.tex"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:]
    assert (folder / "shelf.pdf").read_bytes().startswith(b"%PDF")


def test_a_pdf_has_the_groups_in_its_table_of_contents(project: Project) -> None:
    groups = [{"group": "Outer", "pages": ["a", {"group": "Inner", "pages": ["b"]}]}]
    tabs = [{"tab": "One", "groups": groups}, {"tab": "Two", "pages": ["c"]}]
    site(project, {"tabs": tabs}, *"abc")
    project.build("latex")

    folder = project.output("latex")
    make_pdf(folder)

    lines = re.findall(
        r"contentsline \{(\w+)\}\{(.*?)\}\{", (folder / "shelf.toc").read_text("utf-8")
    )
    levels = [(kind, label.rpartition("}")[2].rpartition("}")[0] or label) for kind, label in lines]
    assert [kind for kind, _ in levels] == [
        "part",
        "chapter",
        "section",
        "section",
        "subsection",
        "part",
        "chapter",
    ]


def test_an_epub_is_one_book_with_the_groups_as_chapters(kitchen: Project) -> None:
    result = kitchen.build("epub", conf={**CONF, **EPUB})

    assert result.warnings == ""
    assert contents(kitchen) == [
        "Guides -> index.xhtml#docsnav-chapter-1",
        "  Kitchen -> index.xhtml",
        "  Getting started -> guides/start.xhtml",
        "  What is new -> guides/new.xhtml",
        "  Pictures -> guides/figures.xhtml",
        "Library -> library/soup.xhtml#docsnav-chapter-2",
        "  Recipes -> library/soup.xhtml#docsnav-chapter-3",
        "    Soup -> library/soup.xhtml",
        "  Models -> library/pots.xhtml#docsnav-chapter-4",
        "    Pots -> library/pots.xhtml",
    ]
    page = (kitchen.output("epub") / "library/soup.xhtml").read_text("utf-8")
    assert 'id="docsnav-chapter-2"><strong>Library</strong>' in page
    (book,) = kitchen.output("epub").glob("*.epub")
    assert book.name == "Kitchen-en-v2.epub"


def test_an_epub_holds_the_pages_of_its_book_alone(kitchen: Project) -> None:
    page = kitchen.src / "fr/guides/start.mdx"
    page.write_text(page.read_text("utf-8") + "\n[Vieux](/fr/v1/index) [Soupe](/fr/library/soup)\n")
    kitchen.build("epub", conf={**CONF, **EPUB, "docsnav_only": ["fr/v2"]})

    (book,) = kitchen.output("epub").glob("Kitchen-fr-v2.epub")
    with zipfile.ZipFile(book) as archive:
        names = [name for name in archive.namelist() if name.endswith(".xhtml")]
        texts = {name: archive.read(name) for name in names}
    pages = {f"fr/{name}.xhtml" for name in ("index", "guides/start", "guides/new")}
    pages |= {f"fr/{name}.xhtml" for name in ("guides/figures", "library/soup", "library/pots")}
    assert {*names} == pages | {"nav.xhtml", "genindex.xhtml", "py-modindex.xhtml"} & {*names}
    for name, text in texts.items():
        for link in re.findall(r'href="([^"#:]*\.xhtml)', text.decode()):
            target = (Path("/", name).parent / link).resolve().relative_to("/").as_posix()
            assert target in names, (name, link)
    start = texts["fr/guides/start.xhtml"].decode()
    assert "Vieux" in start
    assert 'href="../library/soup.xhtml"' in start


def test_an_epub_is_in_its_language_and_turns_its_way(kitchen: Project) -> None:
    with (kitchen.src / "ar/index.mdx").open("a", encoding="utf-8") as file:
        file.write("\n`.env`\n\n```bash\n./run\n```\n")
    kitchen.build("epub", conf={**CONF, **EPUB, "docsnav_only": ["ar"]}, out="ar")
    package = (kitchen.output("ar") / "content.opf").read_text("utf-8")
    page = (kitchen.output("ar") / "ar/index.xhtml").read_text("utf-8")
    assert "<dc:language>ar</dc:language>" in package
    assert 'page-progression-direction="rtl"' in package
    assert 'lang="ar" xml:lang="ar" dir="rtl"' in page
    assert re.findall(r"<(pre|code) dir=\"ltr\"", page) == ["code", "pre"]

    kitchen.build("epub", conf={**CONF, **EPUB, "docsnav_only": ["fr/v2"]}, out="fr")
    figures = (kitchen.output("fr") / "fr/guides/figures.xhtml").read_text("utf-8")
    assert "Paramètres" in figures
    assert 'dir="ltr"' not in figures.partition("<body")[2]
    assert "<h1>Table des matières</h1>" in (kitchen.output("fr") / "nav.xhtml").read_text("utf-8")


def test_an_epub_of_all_has_each_page_in_its_language(kitchen: Project) -> None:
    kitchen.build("epub", conf={**CONF, **EPUB, "docsnav_books": "one"})

    folder = kitchen.output("epub")
    assert (folder / "Kitchen.epub").is_file()
    rows = [row.partition("#")[0] for row in contents(kitchen) if not row.startswith(" ")]
    assert rows == [
        "English -> index.xhtml",
        "Français -> fr/index.xhtml",
        "العربية -> ar/index.xhtml",
    ]
    assert "Paramètres" in (folder / "fr/guides/figures.xhtml").read_text("utf-8")
    assert "Parameters" in (folder / "guides/figures.xhtml").read_text("utf-8")


def test_links_out_of_an_epub_lead_to_the_web_where_it_is_known(kitchen: Project) -> None:
    page = kitchen.src / "guides/start.mdx"
    page.write_text(page.read_text("utf-8") + "\n[Old](/v1/index)\n", "utf-8")
    kitchen.build("epub", conf={**CONF, **EPUB, "html_baseurl": "https://docs.example/k/"})

    text = (kitchen.output("epub") / "guides/start.xhtml").read_text("utf-8")
    assert 'href="https://docs.example/k/v1/index.html"' in text


def test_every_file_of_an_epub_is_well_formed(kitchen: Project) -> None:
    kitchen.build("epub", conf={**CONF, **EPUB}, parallel=2)

    files = [
        path for path in kitchen.output("epub").rglob("*") if path.suffix in {".xhtml", ".opf"}
    ]
    assert len(files) > 5
    for path in files:
        ET.fromstring(path.read_bytes())  # noqa: S314 -- our own


def test_a_second_epub_reads_nothing_and_another_book_is_written_whole(kitchen: Project) -> None:
    conf = {**CONF, **EPUB}
    kitchen.build("epub", conf=conf)

    again = kitchen.build("epub", conf=conf)
    french = kitchen.build("epub", conf={**conf, "docsnav_only": ["fr/v2"]})
    kitchen.build("epub", conf={**conf, "docsnav_only": ["fr/v2"]}, out="clean")

    assert again.read == (0, 0, 0)
    assert french.read == (0, 0, 0)
    assert contents(kitchen) == contents(kitchen, "clean")
    packages = [
        [
            line
            for line in (kitchen.output(out) / "content.opf").read_text("utf-8").splitlines()
            if "href" in line
        ]
        for out in ("epub", "clean")
    ]
    assert [re.sub(r'id="[^"]*"', "", line) for line in packages[0]] == [
        re.sub(r'id="[^"]*"', "", line) for line in packages[1]
    ]


@pytest.mark.parametrize("builder", ["man", "text", "texinfo", "singlehtml"])
def test_other_books_hold_every_page(kitchen: Project, builder: str) -> None:
    result = kitchen.build(builder, conf=CONF)

    assert result.warnings == ""
    texts = "".join(
        path.read_text("utf-8", "replace")
        for path in kitchen.output(builder).rglob("*")
        if path.is_file() and path.suffix in {".1", ".txt", ".texi", ".html"}
    )
    for title in ("Casseroles", "Pictures", "قدور"):
        assert title.lower() in texts.lower()


def specification() -> str:
    """Return a specification with a schema that is too large for the page of its operation."""
    owner = {"properties": {f"field{i}": {"type": "string"} for i in range(400)}}
    pet = {"properties": {"owner": {"$ref": "#/components/schemas/Owner"}}}
    schema = {"$ref": "#/components/schemas/Pet"}
    answer = {"description": "Fine.", "content": {"application/json": {"schema": schema}}}
    return json.dumps(
        {
            "openapi": "3.1.0",
            "info": {"title": "Pet shop", "version": "1"},
            "paths": {
                "/pets": {
                    "get": {"summary": "List", "tags": ["Pets"], "responses": {"200": answer}}
                },
                "/owners": {"get": {"summary": "Owners", "tags": ["Owners"], "responses": {}}},
            },
            "components": {"schemas": {"Pet": pet, "Owner": owner}},
        }
    )


API_TABS = {
    "tabs": [
        {"tab": "Guides", "pages": ["index"]},
        {"tab": "API", "openapi": "o.json"},
        {"tab": "Help", "pages": ["help"]},
    ]
}


def test_schemas_and_introduction_of_an_api_end_its_chapter_in_latex(project: Project) -> None:
    site(project, API_TABS, "index", "help", **{"o.json": specification()})

    assert project.build("latex").warnings == ""
    text = tex(project, "shelf")
    rows = titles(text)
    assert rows[rows.index("  Pet shop") :] == [
        "  Pet shop",
        *("    Endpoints", "    Schemas"),
        *("    Pets", "    Owners", "    Pet", "    Owner"),
        *("Help", "  help"),
    ]
    assert r"\hyperref[\detokenize{api-reference/schemas/owner::doc}]" in text
    assert text.count("field399") == 1


@pytest.mark.slow
def test_long_addresses_and_values_stay_on_the_pages_of_a_pdf(project: Project) -> None:
    long = "/".join(f"{{someIdentifierOf{number}}}" for number in range(12))
    body = {"application/json": {"example": {"token": "x" * 300}}}
    operation = {"summary": "O", "requestBody": {"content": body}, "responses": {}}
    value = {
        "openapi": "3.1.0",
        "info": {"title": "Pet shop", "version": "1"},
        "servers": [{"url": "https://an.address.of.a.server.example.com/with/a/path"}],
        "paths": {f"/{long}": {"post": operation}},
    }
    site(project, API_TABS, "index", "help", **{"o.json": json.dumps(value)})
    project.build("latex")

    make_pdf(project.output("latex"))

    log = (project.output("latex") / "shelf.log").read_text("utf-8", "replace")
    assert re.findall(r"Overfull .hbox.*", log) == []


def test_a_setting_for_long_lines_of_code_stays(project: Project) -> None:
    site(project, {"pages": ["index"]}, "index")
    setup = {"sphinxsetup": "verbatimforcewraps=false,"}
    project.build("latex", conf={"latex_elements": setup})
    assert "verbatimforcewraps=true" not in tex(project, "shelf")
    project.build("latex", conf={"latex_elements": {"sphinxsetup": "hmargin=1in,"}})
    assert "verbatimforcewraps=true, hmargin=1in" in tex(project, "shelf")


def test_an_epub_has_every_field_that_a_page_links_to(project: Project) -> None:
    site(project, API_TABS, "index", "help", **{"o.json": specification()})

    assert project.build("epub", conf=EPUB).warnings == ""
    assert contents(project)[-7:] == [
        "  Pet shop -> api-reference/overview.xhtml",
        "    Pets -> api-reference/pets.xhtml",
        "    Owners -> api-reference/owners.xhtml",
        "    Pet -> api-reference/schemas/pet.xhtml",
        "    Owner -> api-reference/schemas/owner.xhtml",
        "Help -> help.xhtml#docsnav-chapter-4",
        "  help -> help.xhtml",
    ]
    with zipfile.ZipFile(next(project.output("epub").glob("*.epub"))) as book:
        page = book.read("api-reference/pets/list.xhtml").decode()
        owner = book.read("api-reference/schemas/owner.xhtml").decode()
    assert 'href="../schemas/owner.xhtml"' in page
    assert "field399" in owner


def test_the_contents_of_a_book_have_the_headings_that_sphinx_lists(project: Project) -> None:
    toctree = "Book\n====\n\n.. toctree::\n\n   a\n   b\n"
    deep = "A\n=\n\nOne & two\n---------\n\nDeep\n~~~~\n\nDeeper\n^^^^^^\n\nText.\n"
    inner = "B\n=\n\n.. toctree::\n\n   c\n\nAfter\n-----\n"
    texts = {"index.rst": toctree, "a.rst": deep, "b.rst": inner}
    # A page in no toctree, so that the book is that of docs.json.
    pages = ["a", {"group": "B", "root": "b", "pages": ["c"]}, "d"]
    site(project, {"pages": pages}, "c", "d", **texts)
    project.write({"alone.rst": ":orphan:\n\nAlone\n=====\n"})
    project.write(
        {"conf.py": "extensions = []\n", "c.rst": ":tocdepth: 1\n\nC\n=\n\nHidden\n------\n"}
    )
    project.build("epub", out="plain")
    project.build("epub", conf={"extensions": "sphinx_docsnav"})
    ours, plain = contents(project), contents(project, "plain")
    assert {row.strip() for row in plain} <= {row.strip() for row in ours}
    assert (project.output("epub") / "alone.xhtml").is_file()  # no toctree has it
    assert ours[:4] == [
        "Book -> index.xhtml",
        "A -> a.xhtml",
        "  One & two -> a.xhtml#one-two",
        "    Deep -> a.xhtml#deep",
    ]
    assert not any("Deeper" in row or "Hidden" in row for row in ours)


def test_a_single_html_page_has_every_field(project: Project) -> None:
    site(project, API_TABS, "index", "help", **{"o.json": specification()})

    assert project.build("singlehtml").warnings == ""
    html = (project.output("singlehtml") / "index.html").read_text("utf-8")
    assert "field399" in html


def test_each_book_has_the_schemas_of_its_own_endpoints_only(project: Project) -> None:
    versions = [
        {"version": "v1", "groups": [{"group": "A", "pages": ["v1/a"]}]},
        {
            "version": "v2",
            "groups": [{"group": "A", "openapi": {"source": "o.json", "directory": "v2"}}],
        },
    ]
    site(project, {"versions": versions}, "index", "v1/a", **{"o.json": specification()})

    assert project.build("latex").warnings == ""
    assert "field399" not in tex(project, "shelf-v1")
    assert "field399" in tex(project, "shelf-v2")


def test_books_of_a_project_without_docs_json_are_those_of_sphinx(project: Project) -> None:
    index = "Book\n====\n\n.. toctree::\n   :numbered:\n   :caption: Part\n\n   Named <a>\n   b\n"
    inner = "B\n=\n\n.. toctree::\n\n   c\n\nAfter\n-----\n"
    project.write({"index.rst": index, "a.rst": "A\n=\n", "b.rst": inner, "c.rst": "C\n=\n"})
    project.write({"conf.py": "extensions = []\n"})
    ours = {"docsnav_config": "toctree", "extensions": "sphinx_docsnav"}
    for builder in ("epub", "latex"):
        project.build(builder, out=f"plain-{builder}")
        project.build(builder, conf=ours)
    assert contents(project) == contents(project, "plain-epub")
    texts = [
        next(project.output(out).glob("*.tex")).read_text("utf-8").partition("\\begin{document}")[2]
        for out in ("latex", "plain-latex")
    ]
    assert texts[0] == texts[1] != ""


INNER_TOCTREE = """
Shelf
=====

Words before all.

Table of contents
-----------------

.. toctree::
   :caption: Guide

   a
   b
"""


@pytest.fixture
def toctrees(project: Project) -> Project:
    """A project whose toctree is in a section of the root document."""
    pages = {f"{name}.rst": f"{name}\n=\n\n.. index:: {name}\n\nText.\n" for name in "ab"}
    project.conf = EPUB
    project.write({"conf.py": "extensions = []\n", "index.rst": INNER_TOCTREE, **pages})
    return project


def test_latex_and_epub_stay_where_toctrees_have_all_pages(
    toctrees: Project, command: Command
) -> None:
    for builder in ("epub", "latex"):
        toctrees.build(builder, out=f"plain-{builder}")
    assert command("init", toctrees.src) == 0
    for builder in ("epub", "latex"):
        result = toctrees.build(builder, conf={"extensions": "sphinx_docsnav"})
        assert result.warnings == ""
    assert contents(toctrees) == contents(toctrees, "plain-epub")
    texts = [
        next(toctrees.output(out).glob("*.tex")).read_text("utf-8")
        for out in ("latex", "plain-latex")
    ]
    assert texts[0].splitlines() == texts[1].splitlines()
    assert [title.strip() for title in titles(texts[0])] == ["Table of contents", "a", "b"]


def test_groups_are_chapters_where_a_page_is_in_no_toctree(toctrees: Project) -> None:
    toctrees.write({"c.rst": "c\n=\n"})
    groups = [{"group": "G", "pages": ["a", "b"]}, {"group": "H", "pages": ["c"]}]
    toctrees.write({"docs.json": json.dumps({"name": "Shelf", "navigation": {"groups": groups}})})

    toctrees.build("latex", conf={"extensions": "sphinx_docsnav"})

    found = [title.strip() for title in titles(tex(toctrees, "shelf"))]
    assert found == ["Table of contents", "G", "a", "b", "H", "c"]
