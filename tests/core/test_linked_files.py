"""Files of the site that docs.json links to are in the output, at the address of the link."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest
from building import Project

WHERE = ("anchor", "banner", "button", "column", "entry", "link", "logo", "moved", "social")
"""One file per place of docs.json that has addresses."""


def docs_json(*, href: str = "/files/link.pdf") -> str:
    """Return a docs.json that links to one file from each place that has addresses."""
    docs = {
        "name": "Site",
        "logo": {"light": "/logo.svg", "dark": "/logo.svg", "href": "/files/logo.pdf"},
        "banner": {"content": "Read [the paper](/files/banner.pdf)"},
        "navbar": {
            "links": [{"label": "Link", "href": href}],
            "primary": {"type": "button", "label": "Go", "href": "files/button.pdf?page=2#top"},
        },
        "footer": {
            "socials": {"website": "/files/social.pdf"},
            "links": [{"header": "More", "items": [{"label": "C", "href": "/files/column.pdf"}]}],
        },
        "redirects": [{"source": "/old", "destination": "/files/moved.pdf"}],
        "navigation": {
            "global": {"anchors": [{"anchor": "A", "href": "/files/anchor.pdf"}]},
            "pages": ["index", {"title": "Entry", "href": "/files/entry.pdf"}],
        },
    }
    return json.dumps(docs)


FILES = {f"files/{name}.pdf": name for name in WHERE}


@pytest.fixture
def site(project: Project) -> Project:
    project.write(
        {"index.mdx": "# Home\n", "logo.svg": "<svg/>", "docs.json": docs_json(), **FILES}
    )
    project.conf["html_theme"] = "docsnav"
    return project


@pytest.mark.parametrize("builder", ["html", "dirhtml"])
def test_a_file_that_docs_json_links_to_is_at_the_address_of_the_link(
    site: Project, builder: str
) -> None:
    result = site.build(builder)
    assert not result.warnings
    out = site.output(builder)
    published = sorted(path.stem for path in (out / "files").iterdir())
    assert published == sorted(WHERE)
    page = (out / "index.html").read_text("utf-8")
    links = set(re.findall(r'href="(?:\./)?(files/[^"?#]*)', page))
    assert links == {f"files/{name}.pdf" for name in WHERE if name != "moved"}
    old = "old/index.html" if builder == "dirhtml" else "old.html"
    target = re.search(r'url=([^"]*)"', (out / old).read_text("utf-8"))
    assert target is not None
    assert (out / old).parent.joinpath(target[1]).read_text("utf-8") == "moved"


def test_another_build_follows_the_files_and_the_links(site: Project) -> None:
    site.build()
    file = site.output() / "files/link.pdf"
    before = file.stat().st_mtime_ns
    site.build()
    assert file.stat().st_mtime_ns == before
    site.write({"files/link.pdf": "second edition"})
    site.build()
    assert file.read_text("utf-8") == "second edition"
    site.write({"docs.json": docs_json(href="/files/my%20file.pdf"), "files/my file.pdf": "new"})
    assert not site.build().warnings
    assert not file.exists()
    assert (site.output() / "files/my file.pdf").read_text("utf-8") == "new"


def test_a_linked_file_replaces_nothing_that_the_build_has_written(site: Project) -> None:
    site.write({"docs.json": docs_json(href="/objects.inv"), "objects.inv": "mine"})
    for _ in range(2):
        site.build()
        assert (site.output() / "objects.inv").read_bytes().startswith(b"# Sphinx inventory")


def test_a_file_outside_of_the_site_is_not_published_and_a_build_says_so(site: Project) -> None:
    outside = site.root / "secret.pdf"
    outside.write_text("secret", "utf-8")
    (site.src / "files/link.pdf").unlink()
    (site.src / "files/link.pdf").symlink_to(outside)
    result = site.build()
    assert "'/files/link.pdf' does not lead to a page or file of the site" in result.warnings
    assert not (site.output() / "files/link.pdf").exists()


def test_a_file_is_read_once_and_its_unchanged_copy_is_not(
    site: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    site.build()
    read: list[Path] = []
    unpatched = Path.read_bytes

    def read_bytes(path: Path) -> bytes:
        read.append(path)
        return unpatched(path)

    monkeypatch.setattr(Path, "read_bytes", read_bytes)
    site.build()
    found = sorted(path for path in read if path.suffix == ".pdf")
    assert found == sorted(site.src / name for name in FILES)


@pytest.mark.parametrize("kept", ["size", "time", "size and time"])
def test_a_copy_that_another_has_changed_is_neither_replaced_nor_removed(
    site: Project, kept: str
) -> None:
    site.build()
    copy = site.output() / "files/link.pdf"
    before = copy.stat()
    theirs = "knil" if "size" in kept else "theirs"
    copy.write_text(theirs, "utf-8")
    if "time" in kept:
        os.utime(copy, ns=(before.st_atime_ns, before.st_mtime_ns))
    site.write({"files/link.pdf": "more"})
    site.build()
    assert copy.read_text("utf-8") == theirs
    site.write({"docs.json": docs_json(href="/files/entry.pdf")})
    site.build()
    assert copy.read_text("utf-8") == theirs


def test_a_copy_with_other_times_is_still_of_the_build(site: Project) -> None:
    site.build()
    copy = site.output() / "files/link.pdf"
    os.utime(copy, (1, 1))
    site.write({"files/link.pdf": "more"})
    site.build()
    assert copy.read_text("utf-8") == "more"
    os.utime(copy, (1, 1))
    site.write({"docs.json": docs_json(href="/files/entry.pdf")})
    site.build()
    assert not copy.exists()


def test_an_address_that_climbs_stays_in_the_output(site: Project) -> None:
    site.write({"docs.json": docs_json(href="/files/sub/../../../../up.pdf"), "up.pdf": "up"})
    (site.src / "files/link.pdf").unlink()
    site.build()
    found = [path.relative_to(site.root) for path in site.root.rglob("up.pdf")]
    assert sorted(found) == [Path("out/html/up.pdf"), Path("src/up.pdf")]


def test_variables_of_docs_json_are_texts_and_addresses_of_the_banner(project: Project) -> None:
    docs = {
        "name": "Site",
        "variables": {"version": "2.1", "file": "/files/new.pdf"},
        "banner": {"content": "Version {{version}} of {{unknown}}: [news]({{file}})"},
        "navigation": {"pages": ["index"]},
    }
    project.write({"index.mdx": "# Home\n", "docs.json": json.dumps(docs), "files/new.pdf": "new"})
    result = project.build("html")
    assert not result.warnings
    out = project.output("html")
    html = (out / "index.html").read_text("utf-8")
    assert re.search(r'Version 2\.1 of {{unknown}}: <a [^>]*href="[^"]*new\.pdf"', html)
    assert (out / "files/new.pdf").is_file()
