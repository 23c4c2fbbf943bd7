"""Parts of a site, laid over each other, are the whole."""

from __future__ import annotations

import json
import os
import re
import shutil
import zlib
from pathlib import Path

import pytest
from building import Project
from sphinx.errors import SphinxError
from support import Command, MakeSite, contents

from sphinx_docsnav.cli.console import ExitCode
from sphinx_docsnav.cli.site_argument import PAGE_SUFFIXES
from sphinx_docsnav.core.site.env_record import record_of
from sphinx_docsnav.navigation import load_site
from sphinx_docsnav.navigation.shares import list_part_docnames

REAL = os.environ.get("DOCSNAV_SITES", "")


def lay(project: Project, *parts: str) -> dict[str, bytes]:
    """Build each part from nothing and return the files laid over each other."""
    files: dict[str, bytes] = {}
    for part in parts:
        out = f"part-{part.replace('/', '-')}"
        result = project.build(out=out, conf={"docsnav_only": [part]})
        assert result.warnings == ""
        files |= project.files(out)
    return files


def test_parts_laid_over_each_other_are_the_whole(kitchen: Project) -> None:
    kitchen.build()
    whole = kitchen.files()

    assert lay(kitchen, "en", "fr", "ar") == whole
    assert lay(kitchen, "ar", "fr/v1", "en/v1", "fr/v2", "en/v2") == whole
    assert lay(kitchen, "v1", "v2") == whole


@pytest.mark.parametrize("jobs", [1, 2, 4])
def test_the_parts_of_a_number_of_jobs_are_the_whole(
    kitchen: Project, command: Command, jobs: int
) -> None:
    assert command("parts", kitchen.src, "-j", str(jobs), "--json") == 0
    rows = json.loads(command.out)["include"]
    site = load_site(kitchen.src, lambda _fault: None, suffixes=PAGE_SUFFIXES)
    documents = frozenset(site.listed)
    parts = [list_part_docnames(site, row["only"], documents) for row in rows]
    common = list_part_docnames(site, [], documents)

    assert [row["part"] for row in rows] == [f"{number + 1}/{jobs}" for number in range(len(rows))]
    assert [row["pages"] for row in rows] == [len(part - common) for part in parts]
    assert frozenset().union(*parts) == documents
    assert sum(len(part - common) for part in parts) == len(documents - common)


def test_pages_are_shared_evenly_and_divisions_stay_whole(
    make_site: MakeSite, command: Command
) -> None:
    def tabs(code: str, *sizes: int) -> list[dict[str, object]]:
        names = [
            f"{code}/{tab}/{number}" for tab, size in enumerate(sizes) for number in range(size)
        ]
        files.update((f"{name}.mdx", "# A\n") for name in names)
        return [
            {"tab": f"T{tab}/x", "pages": [n for n in names if n.startswith(f"{code}/{tab}/")]}
            for tab in range(len(sizes))
        ]

    files: dict[str, str] = {}
    languages = [
        {"language": "en", "tabs": tabs("en", 6, 4)},
        {"language": "fr", "tabs": tabs("fr", 2, 2)},
        {"language": "de", "tabs": tabs("de", 1, 1)},
    ]
    site = make_site({"languages": languages}, files)

    assert command("parts", site, "-j", "3") == 0

    assert command.out.splitlines() == [
        "1/3  6 pages  en/T0-x",
        "2/3  6 pages  en/T1-x, de",
        "3/3  4 pages  fr",
    ]


def test_a_part_by_its_number(make_site: MakeSite, command: Command, tmp_path: Path) -> None:
    tabs = [{"tab": "A", "pages": ["index", "a"]}, {"tab": "B", "pages": ["b"]}]
    files = {name: f"# {name}\n" for name in ("index.mdx", "a.mdx", "b.mdx", "unlisted.mdx")}
    site, out = make_site({"tabs": tabs}, files), tmp_path / "made"
    words = ("-q", "-j", "1", "--theme", "basic")
    files_of: dict[str, bytes] = {}
    for part in ("1/2", "2/2"):
        assert command("build", site, out / part, "--part", part, *words) == 0, command.err
        files_of |= contents(out / part)
    assert command("build", site, out / "whole", *words) == 0

    assert (out / "2/2/b.html").is_file()
    assert not (out / "2/2/a.html").exists()
    whole = contents(out / "whole")
    assert "llms-full.txt" in whole  # the text of all pages, also of those that a part leaves out
    assert files_of == whole
    (site / "b.mdx").write_text("# New\n")
    again = ("build", site, out / "1/2", "--part", "1/2", *words)
    assert command(*again) == 0
    assert "# New" in (out / "1/2/llms-full.txt").read_text("utf-8")
    assert command(*again) == 0
    assert "# New" in (out / "1/2/llms-full.txt").read_text("utf-8")
    assert command("build", site, out / "3", "--part", "3/3", *words) == ExitCode.USAGE
    assert "--part 3/3: the site has 2; see sphinx-docsnav parts" in command.err


@pytest.mark.parametrize("part", ["0/2", "3/2", "2", "a/b", "1/0"])
def test_a_part_that_cannot_be(command: Command, part: str) -> None:
    assert command("build", ".", "out", "--part", part) == ExitCode.USAGE
    assert f"expected K/N, such as 2/4, not '{part}'" in command.err


def test_a_part_holds_its_own_pages_alone(kitchen: Project) -> None:
    kitchen.build(conf={"docsnav_only": ["fr/v2"]})

    names = set(kitchen.files())
    assert "fr/guides/start.html" in names
    assert not {name for name in names if name.startswith(("v1/", "ar/", "fr/v1/", "guides/"))}
    found = {name for name in names if name.startswith("_static/docsnav-search/index")}
    assert {name.rpartition("/")[2].partition(".")[0] for name in found} == {"index-fr-v2"}
    text = (kitchen.output() / "fr/guides/start.html").read_text("utf-8")
    assert 'href="../../v1/guides/start.html"' in text or 'href="../../guides/start.html"' in text


def test_parts_built_into_one_folder_become_the_whole(kitchen: Project) -> None:
    kitchen.build(out="whole")
    for part in ("fr", "en", "ar"):
        kitchen.build(conf={"docsnav_only": [part]})

    assert kitchen.files() == kitchen.files("whole")


def test_a_page_that_is_gone_is_gone_from_the_search_of_its_part(kitchen: Project) -> None:
    def files_of_search(out: str) -> set[str]:
        for part in ("fr", "en"):
            kitchen.build(out=out, conf={"docsnav_only": [part]})
        return {name for name in kitchen.files(out) if "/docsnav-search/" in name}

    before = files_of_search("out")
    (kitchen.src / "library" / "soup.mdx").unlink()
    after = files_of_search("out")
    assert before - after >= {"_static/docsnav-search/pages/library/soup.js"}
    assert after == files_of_search("clean")


def test_what_a_part_left_out_is_written_later(kitchen: Project) -> None:
    kitchen.build()
    for name in ("fr/library/soup.mdx", "library/soup.mdx"):
        page = kitchen.src / name
        page.write_text(page.read_text("utf-8").replace("title: So", "title: Other So"), "utf-8")
    kitchen.build(conf={"docsnav_only": ["ar"]})

    result = kitchen.build()
    kitchen.build(out="clean")

    assert result.read == (0, 2, 0)
    assert kitchen.files() == kitchen.files("clean")


def test_only_pages_with_a_linked_heading_are_read_whole_outside_the_part(project: Project) -> None:
    codes = ("en", "fr")
    languages = [{"language": code, "pages": [f"{code}/a", f"{code}/b"]} for code in codes]
    project.write({"docs.json": json.dumps({"navigation": {"languages": languages}})})
    text = "---\ntitle: Page {}\n---\n\n## Set up: a part\n\nText.\n\n[other]({})\n"
    project.write({f"{code}/b.mdx": text.format(code, "/en/a") for code in codes})
    project.write({"en/a.mdx": text.format("en", "/fr/a#set-up:-a-part")})
    project.write({"fr/a.mdx": text.format("fr", "/en/b")})
    assert project.build(out="whole").warnings == ""

    for _ in range(2):
        app = project.build(conf={"docsnav_only": ["en"]}).app
        assert record_of(app.env).outlined == {"fr/b"}
        assert {
            name: "set-up-a-part" in ids for name, ids in record_of(app.env).anchors.items()
        } == {
            **dict.fromkeys(("en/a", "en/b", "fr/a"), True),
            **dict.fromkeys(("fr/b", "index"), False),
        }
        project.write({"fr/b.mdx": text.format("frank", "/en/a")})
    project.write({"fr/b.mdx": text.format("fr", "/en/a")})
    en = project.files()
    assert project.build(conf={"docsnav_only": ["fr"]}).read == (0, 1, 0)
    assert en | project.files() == project.files("whole")


def test_the_inventory_names_documents_by_their_full_path(kitchen: Project) -> None:
    kitchen.build(conf={"docsnav_only": ["ar"]})

    lines = zlib.decompress((kitchen.output() / "objects.inv").read_bytes().split(b"\n", 4)[4])
    found = dict(re.findall(r"^(\S+) std:doc -1 (\S+)", lines.decode(), re.MULTILINE))
    assert {"index", "fr/v1/guides/start", "ar/library/soup"} <= found.keys()
    assert found["fr/v1/guides/start"] == "fr/v1/guides/start.html"


def test_an_unknown_name_stops_the_build(kitchen: Project) -> None:
    with pytest.raises(SphinxError, match=r"there is no division 'frr'; did you mean 'fr'\?"):
        kitchen.build(conf={"docsnav_only": ["frr"]})


def test_the_command_line_takes_names(kitchen: Project, command: Command, tmp_path: Path) -> None:
    out = tmp_path / "made"

    code = command("build", kitchen.src, out, "--only", "fr/v1", "--only", "ar", "-j", "1", "-q")

    assert (code, command.err) == (0, "")
    pages = {path.relative_to(out).parts[0] for path in out.glob("*/**/*.html")}
    assert pages == {"fr", "ar"}


@pytest.mark.sites
@pytest.mark.on_demand
@pytest.mark.skipif(not REAL, reason="DOCSNAV_SITES names no folder of sites")
def test_failproofai_in_fifteen_parts_is_failproofai(command: Command, tmp_path: Path) -> None:
    source = tmp_path / "site"
    shutil.copytree(Path(REAL) / "failproofai" / "source", source)
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    docs = json.loads((source / "docs.json").read_text("utf-8"))
    codes = [language["language"] for language in docs["navigation"]["languages"]]

    command("build", source, whole, "--theme", "alabaster", "-q")
    files: dict[str, bytes] = {}
    for code in codes:
        command("build", source, parts, "--theme", "alabaster", "-q", "--only", code)
        files |= contents(parts)
        for path in [path for path in parts.iterdir() if path.name != ".doctrees"]:
            shutil.rmtree(path) if path.is_dir() else path.unlink()

    expected = contents(whole)
    assert files.keys() == expected.keys()
    assert [name for name in files if files[name] != expected[name]] == []


def test_the_trees_of_pages_that_are_not_written_are_not_kept(kitchen: Project) -> None:
    conf = """
extensions = ["sphinx_docsnav"]
docsnav_only = ["ar"]

def setup(app):
    app.kept = []
    def look(app, *rest):
        app.kept.extend(app.env._write_doc_doctree_cache)
    app.connect("env-updated", look)
"""
    kitchen.write({"conf.py": conf})
    app = kitchen.build().app
    kept = app.__dict__["kept"]
    assert any(name.startswith("ar/") for name in kept)
    assert sum(name.startswith("fr/") for name in kept) <= 1, "only the last document may be left"
