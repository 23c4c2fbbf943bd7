"""What the pages of joined versions have: switchers, notices, canonical links, redirects."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path

import pytest

from sphinx_docsnav.cli.git_versions.join import (
    VERSIONS_FILE,
    VERSIONS_OWNER,
    BuiltVersion,
    VersionJoiner,
    adopt_versions,
    read_other_rows,
)
from sphinx_docsnav.cli.git_versions.repository import Ref
from sphinx_docsnav.cli.git_versions.version_plan import GitPart
from sphinx_docsnav.core.site.output_ledger import OutputLedger
from sphinx_docsnav.features.versions import FINISHED_FILE, NOTICE_COMMENT, PLACEHOLDER_URL

URL = "https://example.org/docs/"


def ledger_of_run(out: Path) -> OutputLedger:
    """Return the ledger of *out* for one more run."""
    return OutputLedger(out, out.with_name("outputs.json"), time.time_ns())


def write(joined: VersionJoiner) -> None:
    joined.write(ledger_of_run(joined.out))


def entry(place: str, depth: int = 0) -> str:
    url = f"{PLACEHOLDER_URL}{place}/{depth}"
    return f'<li><a rel="noopener" href="{url}">docsnav-{place}-{depth}</a></li>'


def complete_page(title: str, depth: int = 1) -> str:
    own = f"<ul>{entry('before')}<li>own</li>{entry('after')}</ul>"
    inner = f"<ul>{entry('before', 1)}<li>own</li>{entry('after', 1)}</ul>" if depth > 1 else ""
    return (
        f'<html lang="en"><head><link rel="canonical" href="x"></head><body>{own}{inner}'
        f"{NOTICE_COMMENT}{title}</body></html>"
    )


def made(
    folder: Path, label: str, *names: str, ref: Ref | None = None, plain: bool = False
) -> BuiltVersion:
    """Return a version as a build leaves it."""
    for name in names:
        file = folder / label / name
        file.parent.mkdir(parents=True, exist_ok=True)
        body = (
            "<html><head></head><body class='a'>plain</body></html>"
            if plain
            else complete_page(name)
        )
        file.write_text(body, encoding="utf-8")
    (folder / label / FINISHED_FILE).write_text(json.dumps({"plain": plain}), encoding="utf-8")
    return BuiltVersion(GitPart((("version", label),), label, ref=ref), folder / label)


@pytest.fixture
def versions(tmp_path: Path) -> tuple[BuiltVersion, ...]:
    built = tmp_path / "built"
    return (
        made(built, "dev", "index.html", "a/index.html", "a/new.html"),
        made(built, "2.0", "index.html", "a/index.html", ref=Ref("v2.0", "2", is_tag=True)),
        made(built, "1.0", "index.html", "old.html", ref=Ref("v1.0", "1", is_tag=True)),
    )


def links(text: str) -> list[tuple[str, str]]:
    return re.findall(r'<li><a href="([^"]+)">([^<]+)</a>', text)


def test_the_switcher_leads_to_the_same_page_or_to_the_nearest_one(
    versions: tuple[BuiltVersion, ...], tmp_path: Path
) -> None:
    write(VersionJoiner(versions, tmp_path / "out"))
    text = (tmp_path / "out/dev/a/new.html").read_text("utf-8")
    assert links(text) == [("../../2.0/a/index.html", "2.0"), ("../../1.0/index.html", "1.0")]
    text = (tmp_path / "out/1.0/index.html").read_text("utf-8")
    assert links(text) == [("../dev/index.html", "dev"), ("../2.0/index.html", "2.0")]


@pytest.mark.parametrize(
    ("name", "is_dirhtml", "address"),
    [
        ("search.html", False, "search.html"),
        ("a/index.html", False, "index.html"),
        ("a/index.html", True, "./"),
        ("404.html", False, "/docs/1.0/index.html"),
    ],
)
def test_the_entry_of_the_version_itself_leads_to_the_page(
    versions: tuple[BuiltVersion, ...], tmp_path: Path, name: str, address: str, *, is_dirhtml: bool
) -> None:
    joined = VersionJoiner(versions, tmp_path / "out", URL, is_dirhtml)
    built = made(tmp_path / "built", "1.0", "index.html", name)
    first = f"<ul>{entry('before')}<li>\n<a class='own' href=\"first.html\">1.0</a></li>"
    text = joined.complete_page(built, name, f"{first}{entry('after')}</ul>")
    assert f"<a class='own' href=\"{address}\">1.0</a></li></ul>" in text
    assert [label for _, label in links(text)] == ["dev", "2.0"]


def test_every_link_of_a_switcher_leads_to_a_file_and_no_placeholder_remains(
    versions: tuple[BuiltVersion, ...], tmp_path: Path
) -> None:
    out = tmp_path / "out"
    write(VersionJoiner(versions, out, URL))
    for file in out.rglob("*.html"):
        text = file.read_text("utf-8")
        assert "docsnav.invalid" not in text
        assert NOTICE_COMMENT not in text
        assert all((file.parent / address).is_file() for address, _ in links(text)), file


def test_dirhtml_links_to_folders(versions: tuple[BuiltVersion, ...], tmp_path: Path) -> None:
    write(VersionJoiner(versions, tmp_path / "out", is_dirhtml=True))
    text = (tmp_path / "out/dev/a/index.html").read_text("utf-8")
    assert links(text) == [("../../2.0/a/", "2.0"), ("../../1.0/", "1.0")]


def test_versions_other_than_the_default_one_have_a_notice(
    versions: tuple[BuiltVersion, ...], tmp_path: Path
) -> None:
    out = tmp_path / "out"
    write(VersionJoiner(versions, out))
    assert "docsnav-older" not in (out / "2.0/index.html").read_text("utf-8")
    text = (out / "1.0/old.html").read_text("utf-8")
    assert (
        '<strong>1.0</strong>. The current version is <a href="../2.0/index.html">2.0</a>' in text
    )


def test_canonical_links_name_the_default_version_where_it_has_the_page(
    versions: tuple[BuiltVersion, ...], tmp_path: Path
) -> None:
    out = tmp_path / "out"
    write(VersionJoiner(versions, out, URL))

    def canonical(name: str) -> list[str]:
        text = (out / name).read_text("utf-8")
        return re.findall(r'rel="canonical" href="([^"]+)"', text)

    assert canonical("1.0/index.html") == [f"{URL}2.0/index.html"]
    assert canonical("2.0/index.html") == [f"{URL}2.0/index.html"]
    assert canonical("1.0/old.html") == ["x"]  # its own, as the build of the version has it
    sitemap = (out / "sitemap.xml").read_text("utf-8")
    assert re.findall(rf"<loc>{URL}(.*?)</loc>", sitemap) == [
        *("dev/a/new.html", "2.0/a/index.html", "2.0/index.html", "1.0/old.html"),
    ]


def test_a_policy_of_noindex_keeps_old_versions_out(tmp_path: Path) -> None:
    built = tmp_path / "built"
    old = made(built, "1.0", "index.html", ref=Ref("v1.0", "1", is_tag=True))
    new = made(built, "2.0", "index.html", ref=Ref("v2.0", "2", is_tag=True))
    for each in (old, new):
        (each.files / FINISHED_FILE).write_text('{"old_versions": "noindex"}', encoding="utf-8")
    write(VersionJoiner((new, old), tmp_path / "out", URL))
    assert "noindex" in (tmp_path / "out/1.0/index.html").read_text("utf-8")
    assert "noindex" not in (tmp_path / "out/2.0/index.html").read_text("utf-8")
    assert "1.0" not in (tmp_path / "out/sitemap.xml").read_text("utf-8").replace('1.0"', "")


def test_latest_and_stable_lead_to_each_page(
    versions: tuple[BuiltVersion, ...], tmp_path: Path
) -> None:
    out = tmp_path / "out"
    write(VersionJoiner(versions, out))
    assert 'url=../../dev/a/new.html"' in (out / "latest/a/new.html").read_text("utf-8")
    assert 'url=../2.0/index.html"' in (out / "stable/index.html").read_text("utf-8")
    assert 'url=2.0/index.html"' in (out / "index.html").read_text("utf-8")


def test_pages_of_plain_sphinx_get_a_switcher_and_a_notice(tmp_path: Path) -> None:
    built = tmp_path / "built"
    old = made(built, "1.0", "index.html", ref=Ref("v1.0", "1", is_tag=True), plain=True)
    new = made(built, "2.0", "index.html", ref=Ref("v2.0", "2", is_tag=True))
    write(VersionJoiner((new, old), tmp_path / "out", URL))
    text = (tmp_path / "out/1.0/index.html").read_text("utf-8")
    assert links(text) == [("../2.0/index.html", "2.0")]
    assert re.search(r"<body class='a'><div style=[^>]* role=\"note\"><p>This page is about", text)
    assert f'<link rel="canonical" href="{URL}2.0/index.html" />' in text


def test_a_placeholder_between_lists_does_not_repeat_them(tmp_path: Path) -> None:
    built = tmp_path / "built"
    versions = tuple(made(built, name, "index.html") for name in ("2.0", "1.0", "0.9"))
    loose = f'<p>P <a href="{PLACEHOLDER_URL}after/0">other</a></p>'
    for lists in (f"<ul><li>first</li></ul>{loose}<ul><li>last</li></ul>", loose):
        text = complete_page("T").replace("</body>", f"{lists}</body>")
        (built / "2.0/index.html").write_text(text, "utf-8")
        # Placeholders at the start of the body have no list item before them, but a `<link>`.
        early = text.replace("<body>", f"<body>{loose}")
        (built / "1.0/index.html").write_text(early, "utf-8")
        write(VersionJoiner(versions, tmp_path / "out"))
        for name in ("2.0", "1.0"):
            page = (tmp_path / "out" / name / "index.html").read_text("utf-8")
            assert PLACEHOLDER_URL not in page
            assert page.count('<p>P <a href="#">other</a></p>') == (1 if name == "2.0" else 2)
            assert (
                page.count("<li>first</li>") == page.count("<li>last</li>") == lists.count("first")
            )
            assert page.count("</head>") == 1


def test_placeholders_in_pages_and_labels_end_the_filling(tmp_path: Path) -> None:
    built = tmp_path / "built"
    label = f"{PLACEHOLDER_URL}before/0"
    evil = BuiltVersion(GitPart((("version", label),), "1"), made(built, "1", "index.html").files)
    new = made(built, "2", "index.html")
    page = new.files / "index.html"
    entries = f"<li>{entry('after')[4:-5]}{entry('after', 0)[4:-5]}{entry('after', 9)[4:-5]}</li>"
    more = entry("after", 9) + entry("after", 9).replace("after/9", f"after/{'9' * 5000}")
    page.write_text(page.read_text("utf-8") + entries + more, encoding="utf-8")
    write(VersionJoiner((new, evil), tmp_path / "out"))
    assert PLACEHOLDER_URL not in (tmp_path / "out/2/index.html").read_text("utf-8")


def test_labels_are_escaped(tmp_path: Path) -> None:
    built = tmp_path / "built"
    evil = BuiltVersion(
        GitPart((("version", '<b "x">'),), "evil"), made(built, "evil", "index.html").files
    )
    plain = made(built, "old", "index.html", plain=True)
    write(VersionJoiner((evil, plain), tmp_path / "out"))
    for name in ("evil", "old"):
        assert '<b "x">' not in (tmp_path / "out" / name / "index.html").read_text("utf-8")


def test_products_switch_to_the_version_of_the_same_name_else_to_the_default(
    tmp_path: Path,
) -> None:
    def version(product: str, label: str) -> BuiltVersion:
        folder = f"{product}/{label}"
        files = tmp_path / "built" / folder
        files.mkdir(parents=True)
        (files / "index.html").write_text(complete_page(folder, depth=2), encoding="utf-8")
        ref = Ref(f"v{label}", label, is_tag=True)
        return BuiltVersion(
            GitPart((("product", product), ("version", label)), folder, ref=ref), files
        )

    built = (
        *(version("app", "2.0"), version("app", "1.0")),
        *(version("sdk", "3.0"), version("sdk", "1.0")),
    )
    write(VersionJoiner(built, tmp_path / "out"))
    text = (tmp_path / "out/app/1.0/index.html").read_text("utf-8")
    assert links(text) == [("../../sdk/1.0/index.html", "sdk"), ("../2.0/index.html", "2.0")]
    text = (tmp_path / "out/sdk/1.0/index.html").read_text("utf-8")
    assert links(text) == [("../../app/1.0/index.html", "app"), ("../3.0/index.html", "3.0")]
    assert "../2.0/index.html" in (tmp_path / "out/app/stable/index.html").read_text("utf-8")


def test_a_second_join_writes_nothing_and_removes_what_is_gone(
    versions: tuple[BuiltVersion, ...], tmp_path: Path
) -> None:
    out = tmp_path / "out"
    (out / "mine").mkdir(parents=True)
    (out / "mine/file").touch()
    write(VersionJoiner(versions, out))
    before = {file: file.stat().st_mtime_ns for file in out.rglob("*") if file.is_file()}
    write(VersionJoiner(versions, out))
    assert {file: file.stat().st_mtime_ns for file in out.rglob("*") if file.is_file()} == before
    (versions[0].files / "a/new.html").unlink()
    write(VersionJoiner((BuiltVersion(versions[0].part, versions[0].files), versions[1]), out))
    assert not (out / "1.0").exists()
    assert not (out / "dev/a/new.html").exists()
    assert not (out / "latest/a/new.html").exists()
    assert (out / "mine/file").exists()


def test_files_of_a_run_whose_cache_is_lost_are_removed(
    versions: tuple[BuiltVersion, ...], tmp_path: Path
) -> None:
    out = tmp_path / "out"
    write(VersionJoiner(versions, out))
    (tmp_path / "outputs.json").unlink()
    (out / "dev/a/old.html").touch()
    (out / "own.html").touch()
    ledger = ledger_of_run(out)
    adopt_versions(ledger, out)
    VersionJoiner(versions[:2], out).write(ledger)
    assert not (out / "1.0").exists()
    assert not (out / "dev/a/old.html").exists()
    assert (out / "dev/index.html").is_file()
    assert (out / "own.html").is_file()


def test_versions_of_which_nothing_is_known_stay(
    versions: tuple[BuiltVersion, ...], tmp_path: Path
) -> None:
    out = tmp_path / "out"
    write(VersionJoiner(versions, out))
    others = read_other_rows(out, ("dev", "2.0"))
    write(VersionJoiner(versions[:2], out, others=tuple(others)))
    assert (out / "1.0/index.html").is_file()
    write(VersionJoiner(versions[:2], out))
    assert not (out / "1.0").exists()


def test_a_file_takes_the_place_of_a_folder(
    versions: tuple[BuiltVersion, ...], tmp_path: Path
) -> None:
    out, files = tmp_path / "out", versions[0].files
    (files / "place").mkdir()
    (files / "place/file").touch()
    write(VersionJoiner(versions, out))
    (files / "place/file").unlink()
    (files / "place").rmdir()
    (files / "place").touch()
    built = BuiltVersion(versions[0].part, files)
    write(VersionJoiner((built, *versions[1:]), out))
    assert (out / built.part.folder / "place").is_file()


def test_a_list_that_names_folders_outside_removes_nothing(tmp_path: Path) -> None:
    (tmp_path / "secret").mkdir()
    (tmp_path / "secret/file").touch()
    out = tmp_path / "out"
    out.mkdir()
    (out / "own.html").touch()
    for text in (
        '[{"folder": "../secret"}, {"folder": ""}, 3]',
        '[{"folder": "../secret", "aliases": ["../secret"]}, {"folder": ""}]',
    ):
        (out / VERSIONS_FILE).write_text(text, encoding="utf-8")
        ledger = ledger_of_run(out)
        adopt_versions(ledger, out)
        ledger.finish(VERSIONS_OWNER)
    assert (tmp_path / "secret/file").exists()
    assert (out / "own.html").exists()
