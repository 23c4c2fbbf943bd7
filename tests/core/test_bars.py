"""``navbar`` and ``footer`` of docs.json: shown on every page, replaced in place when edited."""

from __future__ import annotations

import json
from typing import Any

import pytest
import sphinx
from building import Project
from themes.reading import Page, text_of

LINKS: list[dict[str, str]] = [
    {"label": "Blog <b>", "href": "https://example.org/blog"},
    {"label": "Setup", "href": "/guides/setup#why"},
    {"label": "", "icon": "discord", "href": "https://discord.example"},
]
NAVBAR = {
    "links": LINKS,
    "primary": {"type": "github", "href": "https://github.com/o/r"},
}
FOOTER = {
    "socials": {"x": "https://x.com/o", "unheard": "https://www.unheard.example/o"},
    "links": [{"header": "Company", "items": [{"label": "Terms & more", "href": "/guides/setup"}]}],
}
CONF = """
extensions = ["sphinx_docsnav"]

def setup(app):
    app.written = []
    app.connect("html-page-context", lambda app, name, *rest: app.written.append(name))
"""


def site(project: Project, navigation: dict[str, Any] | None = None, **bars: object) -> None:
    groups = [{"group": "G", "pages": ["index", "guides/setup", "de/index"]}]
    text = json.dumps({"navigation": navigation or {"groups": groups}, **bars})
    pages = {f"{name}.mdx": f"# {name}\n" for name in ("index", "guides/setup", "de/index")}
    project.write({"docs.json": text, **({} if (project.src / "index.mdx").exists() else pages)})


def links(project: Project, page: str, part: str) -> list[str]:
    read = Page.read(project.output() / f"{page}.html")
    found = read.all(part)
    return [
        f"{text_of(link)} -> {link.attrib['href']}" for nav in found[:1] for link in nav.iter("a")
    ]


def test_every_page_shows_the_links_with_its_own_addresses(project: Project) -> None:
    site(project, navbar=NAVBAR, footer=FOOTER)
    assert project.build().warnings == ""
    assert links(project, "guides/setup", "docsnav-links") == [
        "Blog <b> -> https://example.org/blog",
        "Setup -> ../guides/setup.html#why",
        "Discord -> https://discord.example",
        "GitHub -> https://github.com/o/r",
    ]
    assert links(project, "index", "docsnav-links")[1] == "Setup -> guides/setup.html#why"
    assert links(project, "search", "docsnav-footer") == [
        "Terms & more -> guides/setup.html",
        "X -> https://x.com/o",
        "unheard.example -> https://www.unheard.example/o",
    ]
    assert "<b>" not in project.files()["index.html"].decode().partition("docsnav-links")[2]


def test_an_icon_of_many_links_is_drawn_once(project: Project) -> None:
    many = [{"label": str(n), "icon": "github", "href": f"https://e.org/{n}"} for n in range(6)]
    site(project, navbar={"links": many})
    assert project.build().warnings == ""
    text = project.files()["index.html"].decode()
    assert text.count('<use href="#docsnav-') == 6 * text.count("<symbol") > 0


def test_a_language_has_links_and_a_footer_of_its_own(project: Project) -> None:
    english = {"language": "en", "groups": [{"group": "G", "pages": ["index", "guides/setup"]}]}
    german = {
        "language": "de",
        "navbar": {"links": [{"label": "Hilfe", "href": "/de/index"}]},
        "footer": {"socials": {"github": "https://github.com/de"}},
        "groups": [{"group": "G", "pages": ["de/index"]}],
    }
    site(project, {"languages": [english, german]}, navbar=NAVBAR, footer=FOOTER)
    assert project.build().warnings == ""
    assert links(project, "de/index", "docsnav-links") == ["Hilfe -> ../de/index.html"]
    assert links(project, "de/index", "docsnav-footer") == ["GitHub -> https://github.com/de"]
    assert len(links(project, "index", "docsnav-links")) == 4


def test_links_that_lead_nowhere_and_icons_that_are_not_there_are_reported(
    project: Project,
) -> None:
    wrong = [
        {"label": "A", "href": "javascript:alert(1)"},
        {"label": "B", "href": "/guides/setpu", "icon": "no-such-icon"},
    ]
    site(project, navbar={"links": wrong}, footer={"socials": {"x": "/nowhere"}})
    told = project.build().warnings
    assert [part in told for part in ("javascript:", "did you mean '/guides/setup'")] == [True] * 2
    assert [part in told for part in ("no-such-icon", "/footer/socials/x")] == [True] * 2
    assert "javascript" not in project.files()["index.html"].decode()


@pytest.mark.parametrize("theme", ["basic", "furo"])
def test_an_edit_replaces_the_links_and_writes_no_page(project: Project, theme: str) -> None:
    pytest.importorskip(theme) if theme == "furo" else None
    project.conf["html_theme"] = theme
    project.write({"conf.py": CONF})
    site(project, navbar=NAVBAR, footer=FOOTER)
    project.build()
    footer = {**FOOTER, "socials": {"github": "https://github.com/new"}}
    site(project, navbar={"links": LINKS[:1]}, footer=footer)
    written = project.build().app.__dict__["written"]
    # Sphinx before 8.2 has to write one document in order to write its index.
    root = {"index"} if sphinx.version_info >= (8, 2) else set[str]()
    assert set(written).isdisjoint({"guides/setup", "de/index"} | root)
    project.build(out="clean", fresh=True)
    now, clean = project.files("html"), project.files("clean")
    assert {name: data.splitlines() for name, data in now.items()} == {
        name: data.splitlines() for name, data in clean.items()
    }


def test_the_project_can_leave_them_out(project: Project) -> None:
    project.conf["docsnav_theme_options"] = {"navbar": "hide", "footer": "hide"}
    site(project, navbar=NAVBAR, footer=FOOTER)
    assert project.build().warnings == ""
    assert links(project, "index", "docsnav-links") == links(project, "index", "docsnav-footer")


def test_other_builders_have_them_as_plain_data_and_catalogues_their_texts(
    project: Project,
) -> None:
    site(project, navbar=NAVBAR, footer=FOOTER)
    project.build("json")
    page = json.loads(project.files("json")["index.fjson"])
    assert page["docsnav"]["navbar"]["primary"]["label"] == "GitHub"
    assert page["docsnav"]["footer"]["columns"][0]["header"] == "Company"
    project.build("gettext")
    catalogue = project.files("gettext")["docsnav.pot"].decode()
    assert [f'msgid "{text}"' in catalogue for text in ("Blog <b>", "Company")] == [True, True]
