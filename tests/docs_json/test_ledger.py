"""The table of what each field of the format does."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from support import Command, MakeSite

from sphinx_docsnav.components import make_builtin_registry
from sphinx_docsnav.docs_json.json_schema import make_json_schema
from sphinx_docsnav.docs_json.ledger import (
    COMPONENTS,
    FIELDS,
    FRONT_MATTER,
    Effect,
    find_fields_without_effect,
    find_keys_without_effect,
)
from sphinx_docsnav.docs_json.site_settings import UNUSED
from sphinx_docsnav.features import FEATURES

SITES = Path(os.environ.get("DOCSNAV_SITES", "nowhere"))
DOCS = sorted(SITES.glob("*/source/docs.json"))
PARTS = {"editors", "themes", "rendering", "navigation", *FEATURES}
"""Who can use a field."""
NAVIGATION = {"pages": ["index"]}
HOLDING = {"anchors", "dropdowns", "groups", "languages", "menu", "products", "tabs", "versions"}


def unused(value: dict[str, Any]) -> dict[str, str]:
    return {found.name: found.pointer for found in find_fields_without_effect(value)}


def test_the_outermost_field_without_an_effect_is_named_with_its_pointer() -> None:
    value = {"navigation": NAVIGATION, "redirects": [{"source": "/a", "permanent": True}]}
    assert unused(value) == {"redirects.permanent": "/redirects/0/permanent"}
    value = {"navigation": {"groups": [{"group": "G", "pages": ["index"], "public": True}]}}
    assert unused(value) == {"navigation.*.public": "/navigation/groups/0/public"}


def test_each_integration_is_named() -> None:
    value = {"integrations": {"ga4": {"measurementId": "G-1"}, "posthog": {"apiKey": "p"}}}
    assert unused(value) == {
        "integrations.ga4": "/integrations/ga4",
        "integrations.posthog": "/integrations/posthog",
    }


def test_options_of_the_menu_that_need_a_server_are_named() -> None:
    link = {"title": "T", "href": "https://example.org"}
    assert unused({"contextual": {"options": ["copy", "assistant", "claude", link]}}) == {
        "contextual.options assistant": "/contextual/options/1"
    }


def test_an_option_that_the_format_does_not_have_is_not_called_one_of_the_service() -> None:
    value = {"contextual": {"options": ["mcp", "chatgptt", "zzz"]}}
    reasons = [found.why for found in find_fields_without_effect(value)]
    assert reasons == [
        "the hosted service answers it",
        "no option of the format; did you mean 'chatgpt'?",
        "no option of the format",
    ]


def test_buttons_that_cannot_be_links_are_named() -> None:
    good = {"title": "G", "icon": "star", "href": {"base": "https://example.org"}}
    options = [
        {"title": "T"},
        {"title": "J", "href": "javascript:a()"},
        good,
        {"href": "https://a"},
    ]
    assert unused({"contextual": {"options": options}}) == {
        "contextual.options T": "/contextual/options/0",
        "contextual.options J": "/contextual/options/1",
        "contextual.options.icon": "/contextual/options/2/icon",
        "contextual.options ": "/contextual/options/3",
    }


def test_the_format_of_a_font_counts_where_it_is_no_file_of_the_site() -> None:
    font = {"family": "F", "source": "/f.woff2", "format": "woff2"}
    assert unused({"fonts": {"body": font}}) == {"fonts.body.format": "/fonts/body/format"}
    assert "fonts.format" not in unused({"fonts": font | {"source": "https://e.org/f"}})


def test_elements_that_each_page_has_already_are_named() -> None:
    tags = {"canonical": "https://example.org", "robots": "noarchive"}
    assert unused({"seo": {"metatags": tags}}) == {
        "seo.metatags.canonical": "/seo/metatags/canonical"
    }


def test_files_that_docs_json_names_and_the_site_lacks_are_named(
    command: Command, make_site: MakeSite
) -> None:
    fields = {
        "background": {"image": "/none.png"},
        "fonts": {"body": {"family": "F", "source": "/font.ttf"}},
        "thumbnails": {"background": "/lost.png"},
    }
    root = make_site({"pages": ["index"]}, {"index.mdx": "# T\n"}, **fields)
    command("check", root)
    told = [
        line.partition("WARNING: ")[2].partition(" is ")[0] for line in command.out.splitlines()
    ]
    assert sorted(told) == [
        "/background/image: '/none.png'",
        "/fonts/body/source: '/font.ttf'",
        "/thumbnails/background: '/lost.png'",
    ]


def test_a_name_that_is_no_field_of_the_format_is_named() -> None:
    assert unused({"api": {"example": {}}, "colour": "red", "//": "note"}) == {
        "api.example": "/api/example",
        "colour": "/colour",
    }


def test_names_that_a_site_chooses_are_not_named() -> None:
    assert unused({"variables": {"a": "1"}, "footer": {"socials": {"x": "https://x.com"}}}) == {}


def test_keys_of_front_matter_without_an_effect_are_named_and_own_keys_are_not() -> None:
    found = find_keys_without_effect({"title": "T", "version": True, "og:title": "O", "mine": "1"})
    assert [each.name for each in found] == ["version"]


def test_who_uses_a_field_is_a_feature_or_a_part() -> None:
    for name, entry in (
        *FIELDS.items(),
        *FRONT_MATTER.items(),
        *COMPONENTS.items(),
    ):
        assert entry.effect is not Effect.USED or entry.note in PARTS, name


def test_every_component_and_its_attributes_without_effect_are_in_the_table() -> None:
    types = make_builtin_registry().types
    unused = {f"{name}.{each}" for name, entry in types.items() for each in entry.without_effect}
    assert {name for name in COMPONENTS if name.rpartition(".")[2][0].islower()} == unused
    special = {"Heading", "Snippet"}  # the renderer knows these
    assert COMPONENTS.keys() - unused == types.keys() | special


def test_check_names_attributes_that_change_nothing(command: Command, make_site: MakeSite) -> None:
    page = "# T\n\n<Steps>\n<Step title='One' noAnchor>\nText.\n</Step>\n</Steps>\n"
    root = make_site({"pages": ["index"]}, {"index.mdx": page})
    command("check", "--verbose", root)
    assert (
        "index.mdx:4:19: INFO: 'noAnchor' of <Step> is not used: each step has an anchor"
        in command.out
    )


def test_every_field_of_our_schema_is_in_the_table() -> None:
    schema = make_json_schema()
    for name in schema["properties"]:
        assert name in FIELDS
    for definition in ("Navigation", "Group", "Tab", "Item", "Anchor", "Version", "Language"):
        for name in schema["definitions"][definition]["properties"]:
            assert f"navigation.*.{name}" in FIELDS


OFTEN_SILENT = """
    integrations contextual background seo.metatags seo.indexing fonts appearance.default
    appearance.strict styling.codeblocks search.prompt errors.404 metadata.timestamp thumbnails
    feedback markdown.instructions variations public seo.paths seo.organization seo.trailingSlash
    api.params.post api.url contextual.display
"""
"""Settings of real sites that other tools and earlier releases accepted without a word."""


def test_settings_that_were_silent_are_in_the_table() -> None:
    assert [name for name in OFTEN_SILENT.split() if name not in FIELDS] == []


def test_settings_whose_errors_are_only_mentioned_have_no_effect() -> None:
    for pointer in UNUSED:
        assert FIELDS[pointer.strip("/").replace("/", ".")].effect is not Effect.USED


def test_check_names_all_such_fields_in_one_line_and_each_place_if_verbose(
    command: Command, make_site: MakeSite
) -> None:
    page = "---\ntitle: T\nversion: true\n---\n\nText.\n"
    pages = {"index.mdx": page, "other.mdx": page}
    root = make_site({"pages": ["index", "other"]}, pages)
    docs = json.loads((root / "docs.json").read_text("utf-8"))
    docs |= {"theme": "mint", "integrations": {"ga4": {"measurementId": "G-1"}}}
    (root / "docs.json").write_text(json.dumps(docs, indent=1), "utf-8")
    command("check", "-W", root)
    (line,) = command.out.splitlines()
    names = "not used in a static site: integrations.ga4, front matter 'version'; "
    assert names in line
    assert line.startswith("docs.json:")
    command("check", "--verbose", root)
    kinds = [line.partition(":")[0] for line in command.out.splitlines()]
    assert kinds == ["docs.json", "docs.json", "index.mdx", "other.mdx"]
    assert "'theme' is replaced by html_theme, or --theme" in command.out


@pytest.fixture
def pillow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Pillow, which draws thumbnails, look installed."""
    module = ModuleType("PIL")
    module.__spec__ = ModuleSpec("PIL", None)
    monkeypatch.setitem(sys.modules, "PIL", module)


ASKS = {
    "appearance": {"default": "dark"},
    "feedback": {"thumbsRating": True, "raiseIssue": True},
    "fonts": {"family": "Open Sans"},
    "integrations": {"ga4": {"measurementId": "G-1"}},
    "thumbnails": {"fonts": {"family": "Inter"}},
}
CONF = """
docsnav_edit_url = "https://github.com/o/r/edit/main/{path}"
docsnav_allowed = {"file_hosts": ["fonts.googleapis.com"]}
docsnav_script = "own.js"
docsnav_thumbnail_font = "font.ttf"
html_baseurl = "https://example.org/"
html_theme_options = {}
"""


@pytest.mark.usefixtures("pillow")
@pytest.mark.parametrize(
    ("conf", "expected"),
    [
        ("", "not used in a static site: feedback.thumbsRating"),
        (CONF, ""),
        (f"{CONF}html_theme = 'furo'", ""),
        (f"{CONF}html_theme = 'unknown'", ""),
        (f"{CONF}html_theme = 'alabaster'", "theme 'alabaster' has one mode"),
    ],
)
def test_check_knows_what_conf_py_asks_for(
    command: Command, make_site: MakeSite, conf: str, expected: str
) -> None:
    root = make_site({"pages": ["index"]}, {"index.mdx": "# T\n"}, **ASKS)
    (root / "conf.py").write_text(conf, "utf-8")
    command("check", root)
    assert expected in command.out
    assert (command.out == "") is (expected == "")


WISHES: dict[str, Any] = {
    "appearance": {"default": "dark"},
    "background": {"color": {"light": "#ffffff", "dark": "#000000"}},
    "banner": {"content": "News"},
    "colors": {"primary": "#aa2200", "light": "#ffaa88"},
    "errors": {"404": {"title": "Lost"}},
    "feedback": {"raiseIssue": True},
    "fonts": {"family": "serif"},
    "logo": {"light": "/day.svg", "dark": "/night.svg"},
    "favicon": "/day.svg",
    "metadata": {"timestamp": True},
    "styling": {"codeblocks": {"theme": {"light": "xcode", "dark": "dracula"}}},
}
ONE_MODE = (
    "'appearance', 'background.color.dark', 'styling.codeblocks.theme.dark' have no effect: "
    "theme '{}' has one mode"
)


@pytest.mark.parametrize(
    ("theme", "conf", "expected"),
    [
        ("furo", "", []),
        ("sphinx_rtd_theme", "", [ONE_MODE.format("sphinx_rtd_theme")]),
        (
            "alabaster",
            "",
            [ONE_MODE.format("alabaster").replace("'background", "'colors.light', 'background")],
        ),
        (
            "sphinx_immaterial",
            "",
            [ONE_MODE.format("sphinx_immaterial") + " without the option 'palette'"],
        ),
        (
            "sphinx_immaterial",
            "html_theme_options = {'palette': {'scheme': 'slate'}}",
            ["'appearance' has no effect: 'palette' in html_theme_options sets the mode"],
        ),
        (
            "pydata_sphinx_theme",
            "html_context = {'default_mode': 'light'}",
            ["'appearance' has no effect: 'default_mode' in html_context sets the mode"],
        ),
        (
            "furo",
            (
                "html_theme_options = {'announcement': 'Mine', 'light_logo': 'mine.svg',"
                " 'light_css_variables': {'font-stack': 'a', 'color-background-primary': '#fff'}}"
            ),
            [
                "'fonts' has no effect: conf.py sets 'font-stack'",
                "'background' has no effect: conf.py sets 'color-background-primary'",
                "'banner' has no effect: conf.py sets 'announcement'",
                "'logo' has no effect: conf.py sets 'light_logo'",
            ],
        ),
        (
            "furo",
            (
                "html_theme_options = {'light_css_variables': {'color-code-background': '#fff'},"
                " 'light_logo': 'day.svg', 'sidebar_hide_name': True}"
            ),
            [],
        ),
        (
            "shibuya",
            (
                "pygments_style = 'friendly'\nhtml_logo = 'mine.svg'\nhtml_favicon = 'mine.svg'\n"
                "html_last_updated_fmt = ''\nhtml_additional_pages = {'404': 'lost.html'}\n"
                "docsnav_edit_url = 'https://example.org/{path}'"
            ),
            [
                "'errors.404' has no effect: 'html_additional_pages' has the page",
                "'styling.codeblocks' has no effect: conf.py sets 'pygments_style'",
                "'logo' has no effect: conf.py sets 'html_logo'",
                "'favicon' has no effect: conf.py sets 'html_favicon'",
                (
                    "'metadata.timestamp' has no effect: the theme shows the date of "
                    "'html_last_updated_fmt'"
                ),
                (
                    "'feedback.raiseIssue' has no effect: docsnav_edit_url is no address of "
                    "GitHub's or GitLab's form"
                ),
            ],
        ),
        (
            "docsnav",
            "extensions = ['notfound.extension', 'sphinx_last_updated_by_git']",
            [
                "'errors.404' has no effect: notfound.extension writes the page",
                (
                    "'metadata.timestamp' has no effect: the theme shows the dates of "
                    "sphinx_last_updated_by_git"
                ),
            ],
        ),
    ],
)
def test_check_names_what_the_theme_or_conf_py_decides(
    command: Command, make_site: MakeSite, theme: str, conf: str, expected: list[str]
) -> None:
    pictures = dict.fromkeys(("day.svg", "night.svg"), "<svg xmlns='http://www.w3.org/2000/svg'/>")
    root = make_site({"pages": ["index"]}, {"index.mdx": "# T\n", **pictures}, **WISHES)
    (root / "conf.py").write_text(f"html_theme = {theme!r}\n{conf}\n", "utf-8")
    command("check", root)
    told = [line.partition(": INFO: ")[2] for line in command.out.splitlines()]
    assert [
        line.partition(": ")[2].removesuffix(" [docsnav.setting_ignored]")
        for line in told
        if "effect" in line
    ] == expected


@pytest.mark.usefixtures("pillow")
@pytest.mark.parametrize(
    ("fields", "conf", "expected"),
    [
        ({"thumbnails": {}, "seo": {"organization": {"name": "P"}}}, "", "html_baseurl is not set"),
        ({"thumbnails": {}}, "html_baseurl = 'https://example.org'", ""),
        ({"api": {"playground": {"proxy": True}}}, "", "docsnav_openapi_options.proxy is not set"),
        (
            {"api": {"playground": {"proxy": True}}},
            "docsnav_openapi_options = {'proxy': '/p/'}",
            "",
        ),
        (
            {"contextual": {"options": ["copy"]}},
            "docsnav_page_actions = ['copy']",
            "docsnav_markdown is not set",
        ),
        (
            {"contextual": {"options": ["copy", "claude"]}},
            "docsnav_page_actions = ['copy']\ndocsnav_markdown = True",
            "conf.py sets 'docsnav_page_actions'",
        ),
        (
            {"contextual": {"options": ["copy", "assistant"]}},
            "docsnav_page_actions = ['copy']\ndocsnav_markdown = True",
            "",
        ),
    ],
)
def test_check_names_the_setting_that_a_field_needs(
    command: Command, make_site: MakeSite, fields: dict[str, Any], conf: str, expected: str
) -> None:
    root = make_site({"pages": ["index"]}, {"index.mdx": "# T\n"}, **fields)
    (root / "conf.py").write_text(f"html_theme = 'furo'\n{conf}\n", "utf-8")
    command("check", root)
    assert expected in command.out
    assert ("effect" in command.out) is bool(expected)


IN_DOCS = {"colors": {"primary": "#aa2200"}, "contextual": {"options": ["copy", "assistant"]}}


@pytest.mark.parametrize(
    ("conf", "expected"),
    [
        ("", "contextual.options assistant, contextual, colors"),
        ("docsnav_colors = True", "contextual.options assistant, contextual"),
        ("html_theme = 'docsnav'", "contextual.options assistant, contextual"),
        ("docsnav_page_actions = ['copy']", "contextual.options assistant, colors"),
        (None, "contextual.options assistant"),
    ],
)
def test_buttons_and_colours_that_conf_py_does_not_ask_for_are_named(
    command: Command, make_site: MakeSite, conf: str | None, expected: str
) -> None:
    root = make_site({"pages": ["index"]}, {"index.mdx": "# T\n"}, **IN_DOCS)
    if conf is not None:
        (root / "conf.py").write_text(conf, "utf-8")
    command("check", root)
    assert f"not used in a static site: {expected}; " in command.out
    command("check", "--verbose", root)
    reason = ": 'colors' is not used: docsnav_colors in conf.py gives them to the theme"
    assert (reason in command.out) is expected.endswith("colors")


@pytest.mark.parametrize(
    ("code", "place", "remedy"),
    [
        ({"theme": "draculaa"}, "/theme", "did you mean 'dracula'?"),
        ({"theme": {"light": "github-lihgt", "dark": "nord"}}, "/theme/light", "'github-light'?"),
        ({"theme": {"light": "vesper", "dark": "monokay"}}, "/theme/dark", "'monokai'?"),
        ("drak", "", "did you mean 'dark'?"),
        ("dracula", "", 'write {"theme": "dracula"}'),
    ],
)
def test_an_unknown_theme_of_code_is_a_warning_with_a_near_name(
    command: Command, make_site: MakeSite, code: object, place: str, remedy: str
) -> None:
    root = make_site({"pages": ["index"]}, {"index.mdx": "# T\n"}, styling={"codeblocks": code})
    command("check", root)
    (line,) = command.out.splitlines()
    assert f"WARNING: /styling/codeblocks{place}: " in line
    assert remedy in line


@pytest.mark.parametrize(
    "code",
    ["system", "dark", {"theme": "css-variables"}, {"theme": {"light": "rose-pine", "dark": ""}}],
)
def test_themes_of_code_that_the_format_or_pygments_has_are_silent(
    command: Command, make_site: MakeSite, code: object
) -> None:
    root = make_site({"pages": ["index"]}, {"index.mdx": "# T\n"}, styling={"codeblocks": code})
    command("check", root)
    assert command.out == ""


def leaves(value: object, name: str) -> Iterator[str]:
    """Yield the path of each field in *value* that holds no further fields."""
    if isinstance(value, dict) and value:
        for key, inside in value.items():
            path = f"{name}.{key}" if name else key
            is_element = path == "navigation" or (
                name == "navigation.*" and key in {*HOLDING, "pages", "global"}
            )
            yield from leaves(inside, "navigation.*" if is_element else path)
    elif isinstance(value, list):
        for item in value:
            yield from leaves(item, name)
    else:
        yield name


@pytest.mark.skipif(not DOCS, reason="DOCSNAV_SITES names no sites")
@pytest.mark.parametrize("path", DOCS, ids=lambda path: path.parents[1].name)
def test_no_field_of_a_real_site_is_silent(path: Path) -> None:
    value = json.loads(path.read_text("utf-8"))
    named = {found.name for found in find_fields_without_effect(value)}
    for leaf in leaves(value, ""):
        above = [leaf.rsplit(".", number)[0] for number in range(leaf.count(".") + 1)]
        entry = next((FIELDS[name] for name in above if name in FIELDS), None)
        is_used = entry is not None and entry.effect is Effect.USED
        assert leaf.startswith("$") or is_used or not named.isdisjoint(above), leaf


PRINT_SCHEMA = """
import { docsConfigJsonSchema } from '@mintlify/validation';
console.log(JSON.stringify(docsConfigJsonSchema));
"""


def names_of_schema(schema: dict[str, Any]) -> set[str]:
    """Return the paths of all fields of a JSON Schema; those of elements as ``navigation.*``."""
    names: set[str] = set()
    seen: set[tuple[int, str]] = set()
    waiting: list[tuple[Any, str]] = [(schema, "")]
    while waiting:
        node, name = waiting.pop()
        if not isinstance(node, dict) or (id(node), name) in seen:
            continue
        seen.add((id(node), name))
        if isinstance(node.get("$ref"), str):
            target: Any = schema
            for step in filter(None, node["$ref"].lstrip("#").split("/")):
                target = target[int(step)] if isinstance(target, list) else target.get(step, {})
            waiting.append((target, name))
        items = node.get("items", [])
        choices = [*node.get("anyOf", ()), *node.get("oneOf", ()), *node.get("allOf", ())]
        inside = [*choices, *(items if isinstance(items, list) else [items])]
        waiting += [(each, name) for each in inside]
        for key, below in node.get("properties", {}).items():
            path = f"{name}.{key}" if name else key
            names.add(path)
            is_element = path == "navigation" or (
                name == "navigation.*" and key in {*HOLDING, "pages", "global"}
            )
            if is_element or not path.startswith("navigation"):
                waiting.append((below, "navigation.*" if is_element else path))
    return names


@pytest.mark.on_demand
def test_the_newest_schema_of_the_service_has_no_field_that_the_table_lacks(tmp_path: Path) -> None:
    npm = ["npm", "install", "--silent", "--ignore-scripts", "--prefix", str(tmp_path)]
    subprocess.run([*npm, "@mintlify/validation"], check=True, timeout=300)
    script = tmp_path / "print.mjs"
    script.write_text(PRINT_SCHEMA, "utf-8")
    printed = subprocess.run(
        ["node", script], check=True, capture_output=True, text=True, timeout=60
    )
    names = names_of_schema(json.loads(printed.stdout))
    assert len(names) > 100
    assert sorted(name for name in names if not is_covered(name)) == []


def is_covered(name: str) -> bool:
    """Return whether the table has a field, or one around it without entries for its parts."""
    if name in FIELDS or any(each.startswith(f"{name}.") for each in FIELDS):
        return True
    around = name.rpartition(".")[0]
    has_parts = any(each.startswith(f"{around}.") for each in FIELDS)
    return bool(around) and not has_parts and is_covered(around)


@pytest.mark.parametrize(
    ("fields", "name", "hint"),
    [
        ({"navbar": {"links": []}, "navbarr": {}}, "navbarr", "; did you mean 'navbar'?"),
        ({"seo": {"indexing": "all", "indexes": 1}}, "indexes", ""),
        ({"own": 1}, "own", ""),
    ],
)
def test_a_name_that_the_format_does_not_have_is_unknown_rather_than_unused(
    command: Command, make_site: MakeSite, fields: dict[str, Any], name: str, hint: str
) -> None:
    command("check", make_site({"pages": ["index"]}, {"index.mdx": "# T\n"}, **fields))
    assert f"unknown field '{name}'; it is ignored{hint} [docsnav.unknown_field]" in command.out
    assert "static site" not in command.out


@pytest.mark.parametrize(
    "fields",
    [
        {"redirects": {"source": "/a", "to": "/b"}},
        {"navbar": [{"own": 1}]},
        {"contextual": {"options": {"copy": True}}},
    ],
)
def test_what_is_ignored_as_a_whole_has_one_message(
    command: Command, make_site: MakeSite, fields: dict[str, Any]
) -> None:
    command("check", make_site({"pages": ["index"]}, {"index.mdx": "# T\n"}, **fields))
    (message,) = command.out.splitlines()
    assert "[docsnav.setting_ignored]" in message


def test_what_is_reported_but_not_ignored_has_messages_about_what_is_in_it(
    command: Command, make_site: MakeSite
) -> None:
    group = {"group": "Empty", "public": True, "pages": []}
    site = make_site({"groups": [group, {"group": "All", "pages": ["index"]}]}, {"index.mdx": "x"})
    command("check", site)
    assert [line.rpartition("[")[2] for line in command.out.splitlines()] == [
        "docsnav.empty]",
        "docsnav.unused_field]",
    ]


def test_a_page_of_another_repository_has_one_message(
    command: Command, make_site: MakeSite
) -> None:
    pages = ["index", {"sourceRef": "libraries/client"}]
    command("check", make_site({"pages": pages}, {"index.mdx": "# T\n"}))
    assert command.out.count("sourceRef' is not supported") == 1
    assert len(command.out.splitlines()) == 1
