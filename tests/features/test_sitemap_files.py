"""The sitemap is written where the project has none of its own, and goes when it is not wanted."""

from __future__ import annotations

from pathlib import Path

from building import Project

CONF = {"html_baseurl": "https://a.example/", "docsnav_sitemap": True}


def sitemap(project: Project) -> Path:
    return project.output() / "sitemap.xml"


def write_pages(project: Project, *names: str) -> None:
    pages = ", ".join(f'"{name}"' for name in names)
    project.write({f"{name}.mdx": f"# {name}\n" for name in names})
    project.write({"docs.json": f'{{"navigation": {{"pages": [{pages}]}}}}'})


def test_a_sitemap_of_the_project_is_kept(project: Project) -> None:
    write_pages(project, "a")
    project.write({"own/sitemap.xml": "<own/>"})
    for _ in range(2):
        project.build(conf={**CONF, "html_extra_path": ["own"], "exclude_patterns": ["own"]})
        assert sitemap(project).read_text("utf-8") == "<own/>"


def test_a_sitemap_goes_when_it_is_not_wanted(project: Project) -> None:
    write_pages(project, "a")
    project.build(conf=CONF)
    assert "https://a.example/a.html" in sitemap(project).read_text("utf-8")
    project.build(conf={**CONF, "docsnav_sitemap": False})
    assert not sitemap(project).exists()


def test_a_sitemap_follows_the_pages_though_the_doctrees_are_lost(project: Project) -> None:
    write_pages(project, "a")
    project.build(conf=CONF)
    write_pages(project, "a", "b")
    project.build(conf=CONF, doctrees="others")
    assert "https://a.example/b.html" in sitemap(project).read_text("utf-8")
