"""Values in, values out: the parts of the shell that need no build."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from docutils import nodes
from docutils.utils import new_document
from sphinx import addnodes
from sphinx.environment import BuildEnvironment

from sphinx_docsnav.core.log import format_fault, make_site_error
from sphinx_docsnav.core.reading.link_resolution import find_links
from sphinx_docsnav.core.site.env_record import facts_of
from sphinx_docsnav.core.site.generate import write_pages
from sphinx_docsnav.docs_json.kinds import Icon
from sphinx_docsnav.docs_json.site_settings import Redirect
from sphinx_docsnav.faults import DocsNavError, Fault, FaultKind, Position, Severity
from sphinx_docsnav.features.missing_pages import make_redirect_pages
from sphinx_docsnav.sitefiles.page_links import SiteDocuments
from sphinx_docsnav.themes.addresses import Addresses


def fault(message: str, severity: Severity = Severity.ERROR) -> Fault:
    return Fault(
        FaultKind.SYNTAX, severity, message, Path("/site/docs.json"), Position(3, 5), "/x", "do y"
    )


def test_a_message_has_its_place_level_pointer_and_hint() -> None:
    assert format_fault(fault("bad"), Path("/site")) == "docs.json:3:5: ERROR: /x: bad; do y"


def test_what_stops_a_build_repeats_the_first_error_and_counts_the_others() -> None:
    errors = [fault("bad"), fault("worse"), fault("worst")]
    error = DocsNavError("bad", fault=errors[0])
    assert str(make_site_error(error, errors, Path("/site"))) == (
        "docs.json:3:5: /x: bad; do y (and 2 more)"
    )


def test_a_generated_page_is_written_only_if_it_differs(tmp_path: Path) -> None:
    paths = write_pages(tmp_path, {"a/b": "one"})
    before = paths["a/b"].stat().st_mtime_ns
    write_pages(tmp_path, {"a/b": "one"})
    assert paths["a/b"].stat().st_mtime_ns == before
    write_pages(tmp_path, {"c": "two"})
    assert not paths["a/b"].exists()


def test_a_generated_page_cannot_lead_out_of_its_folder(tmp_path: Path) -> None:
    with pytest.raises(DocsNavError, match=r"'\.\./\.\./x' of a generated page leads out"):
        write_pages(tmp_path / "pages", {"../../x": "text"})
    assert not (tmp_path.parent / "x.mdx").exists()


def environment(metadata: dict[str, Any], title: str = "") -> BuildEnvironment:
    titles = {"page": nodes.title("", title)} if title else {}
    return cast("BuildEnvironment", SimpleNamespace(metadata={"page": metadata}, titles=titles))


def test_facts_come_from_front_matter_and_field_lists_alike() -> None:
    facts = facts_of(environment({"hidden": "", "icon": "book", "tag": "NEW"}, "Own title"), "page")
    assert (facts.title, facts.hidden, facts.icon, facts.tag) == (
        "Own title",
        True,
        Icon("book"),
        "NEW",
    )


def test_a_title_in_the_fields_wins() -> None:
    assert facts_of(environment({"title": "Field"}, "Own"), "page").title == "Field"


def test_a_flag_that_says_false_is_false() -> None:
    assert not facts_of(environment({"hidden": "false"}), "page").hidden


def document_with(*references: addnodes.pending_xref) -> nodes.document:
    document = new_document("page")
    document += nodes.paragraph("", "", *references)
    return document


def test_links_are_the_documents_they_may_mean() -> None:
    relative = addnodes.pending_xref("", reftype="doc", reftarget="../b", refexplicit=False)
    ours = addnodes.pending_xref("", reftype="docsnav", docsnav_paths=["/c"], refexplicit=True)
    other = addnodes.pending_xref("", reftype="func", reftarget="f")
    links = find_links(document_with(relative, ours, other), "folder/page")
    assert links is not None
    assert {"b", "c"} <= links.targets
    assert links.titled == {"b"}


class Outputs:
    """What a builder says about its files."""

    outdir = Path("/out")

    def get_outfilename(self, docname: str) -> str:
        return f"/out/{docname}.html"


def redirects(*entries: tuple[str, str], mount: str = "") -> tuple[dict[str, str], list[str]]:
    rules = [Redirect(source=source, destination=destination) for source, destination in entries]
    builder: Any = Outputs()
    documents = {"new/page", "guide/index", "old"}
    return make_redirect_pages(
        builder, rules, Addresses("{}.html".format, SiteDocuments(documents)), mount=mount
    )


def test_a_redirect_is_a_relative_link() -> None:
    pages, _ = redirects(("/old/page", "/new/page#part"))
    assert list(pages) == ["old/page.html"]
    assert 'content="0; url=../new/page.html#part"' in pages["old/page.html"]


def test_the_path_of_a_redirect_is_decoded() -> None:
    pages, _ = redirects(("/caf%C3%A9%20b", "/old"))
    assert list(pages) == ["café b.html"]


def test_a_source_may_begin_with_the_path_on_the_server_if_it_is_known() -> None:
    assert list(redirects(("/docs/past", "/old"))[0]) == ["docs/past.html"]
    assert list(redirects(("/docs/past", "/docs/old"), mount="docs")[0]) == ["past.html"]
    assert list(redirects(("/guide/past", "/old"), mount="guide")[0]) == ["guide/past.html"]


def test_redirects_in_a_circle_have_no_page() -> None:
    pages, _ = redirects(("/a", "/b"), ("/b", "/a"), ("/c", "/c.html"), ("/d", "/old"))
    assert list(pages) == ["d.html"]


def test_redirects_with_wildcards_have_no_page() -> None:
    assert redirects(("/old/:slug*", "/new/:slug*"), ("/a/*", "/b")) == (
        {},
        ["/old/:slug*", "/a/*"],
    )


@pytest.mark.parametrize(
    ("destination", "url"),
    [
        ("/guide", "guide/index.html"),  # as links of pages do
        ("/new/page.mdx?a=1#part", "new/page.html?a=1#part"),
        ("/guide%2Findex", "guide/index.html"),
        ("/old", "old.html"),
        ("/docs/new/page#part", "new/page.html#part"),
        ("/docs", "index.html"),
        ("/files/terms.pdf", "./files/terms.pdf"),
        ("https://example.com/here", "https://example.com/here"),
    ],
)
def test_a_redirect_leads_where_a_link_of_docs_json_leads(destination: str, url: str) -> None:
    pages, _ = redirects(("/here", destination))
    assert f'content="0; url={url}"' in pages["here.html"]


@pytest.mark.parametrize("source", ["/../x", "/a/../../x", "/%2E%2E/x", "/a%5Cx"])
def test_redirects_out_of_the_site_have_no_page(source: str) -> None:
    assert redirects((source, "/same"))[0] == {}


def test_a_redirect_is_escaped() -> None:
    pages, _ = redirects(("/old", 'https://example.com/"><script>x()</script>'))
    assert "x()" in pages["old.html"]
    assert '">' not in pages["old.html"].partition("https://example.com/")[2].partition("x()")[0]
    assert "<script>x" not in pages["old.html"]


def test_a_redirect_keeps_query_and_fragment_unless_it_has_its_own() -> None:
    pages, _ = redirects(("/one", "/old"), ("/two", "/old#part"), ("/three", "/old?a=1"))
    kept = {name: "location.search+location.hash" in text for name, text in pages.items()}
    assert kept == {"one.html": True, "two.html": False, "three.html": False}


def test_the_extension_starts_without_what_reads_pages() -> None:
    heavy = (
        *("markdown_it", "yaml", "sphinx_docsnav.endpoints.operation_page"),
        *("sphinx_docsnav.rendering.mdx_renderer", "sphinx_docsnav.mdx.expressions"),
        *(
            "sphinx_docsnav.openapi.content.operation_content",
            "sphinx_docsnav.endpoints.page_writer",
        ),
    )
    code = (
        "import sys, sphinx_docsnav.core.extension\n"
        "from sphinx_docsnav.features import list_feature_settings\n"
        "list(list_feature_settings())  # imports all features\n"
        f"print([name for name in {heavy} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
