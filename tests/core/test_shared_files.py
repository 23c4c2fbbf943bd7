"""The script that the pages of a large division share: one per content, kept while it is used."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from building import Project
from core.test_written_parts import EditedSite
from sidebar_limit import limit_sidebars


def scripts(site: EditedSite, out: str = "html") -> set[str]:
    return {path.name for path in site.project.output(out).glob("_static/docsnav-sidebar-*")}


def used(site: EditedSite, out: str = "html") -> dict[str, str]:
    """Return the address of the script of each page."""
    found = {}
    for name in site.titles:
        pages = site.project.output(out)
        path = pages / f"{name}.html" if out == "html" else pages / name / "index.html"
        (found[name],) = re.findall(r'<script src="([^"]*docsnav-sidebar-[^"]*)"', path.read_text())
    return found


@pytest.fixture
def site(project: Project) -> EditedSite:
    made = EditedSite(project, "furo")
    limit_sidebars(project, 0)
    made.build()
    return made


def test_pages_of_a_division_share_a_script(site: EditedSite) -> None:
    addresses = used(site)
    assert len(set(addresses.values())) == 2
    assert addresses["a"] == addresses["d"] != addresses["e"]
    assert scripts(site) == {Path(address).name for address in addresses.values()}
    assert all((site.project.output() / address).is_file() for address in addresses.values())


def test_a_title_makes_another_script_and_replaces_it_in_written_pages(site: EditedSite) -> None:
    before = used(site)
    site.titles["h"] = "Another title"
    assert set(site.build()) <= {"g", "h"}
    after = used(site)
    assert {name for name in before if before[name] != after[name]} == set("efgh")
    assert scripts(site) == {Path(address).name for address in after.values()}
    site.assert_as_clean()


def test_edits_of_labels_write_no_page_and_leave_no_script_behind(site: EditedSite) -> None:
    for label in ("Longer than before", "Short & <b>"):
        site.groups[1] = label
        assert site.build() == []
        site.assert_as_clean()


def test_addresses_of_pages_in_folders(project: Project) -> None:
    site = EditedSite(project, "alabaster")
    limit_sidebars(project, 0)
    site.build("dirhtml")
    for name, address in used(site, "dirhtml").items():
        assert (project.output("dirhtml") / name / address).is_file()
    site.titles["h"] = "Other"
    site.build("dirhtml")
    site.assert_as_clean("dirhtml")


@pytest.mark.parametrize(("builder", "limit"), [("html", 1000), ("singlehtml", 0)])
def test_a_small_sidebar_and_a_single_page_are_whole(
    project: Project, builder: str, limit: int
) -> None:
    site = EditedSite(project, "alabaster")
    limit_sidebars(project, limit)
    site.build(builder)
    assert scripts(site, builder) == set()


def test_a_division_that_has_become_small_leaves_no_script_behind(project: Project) -> None:
    site = EditedSite(project, "alabaster")
    limit_sidebars(project, 1)
    site.titles["a"] = "A title of many words " * 50
    site.build()
    assert len(scripts(site)) == 1
    site.titles["a"] = "A"
    site.build()
    assert scripts(site) == set()
    site.assert_as_clean()


def test_two_processes_write_the_same_scripts(project: Project) -> None:
    site = EditedSite(project, "furo")
    limit_sidebars(project, 0)
    site.build(parallel=2)
    site.assert_as_clean()


def test_a_sidebar_of_a_small_site_is_whole_on_each_page(project: Project) -> None:
    names = [f"guides/page-{number}" for number in range(43)]
    groups = [
        {"group": f"Group {number}", "pages": names[number::5]} for number in range(5)
    ]  # 8 or 9 pages each
    project.conf = {"html_theme": "furo"}
    project.write({"docs.json": json.dumps({"navigation": {"groups": groups}})})
    project.write({f"{name}.mdx": f"# A title of usual length: {name}\n" for name in names})
    project.build()
    for name in (names[0], names[-1]):
        text = (project.output() / f"{name}.html").read_text("utf-8")
        sidebar = text.partition('class="docsnav-sidebar')[2].partition("</nav>")[0]
        # Larger than where sharing could begin, and without a script.
        assert len(sidebar) > 6 * 1024
        assert sidebar.count("<a ") == len(names)
        assert "docsnav-sidebar-" not in text
