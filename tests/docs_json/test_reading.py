"""What reading a docs.json gives: one kind of value for every kind of element."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from sphinx_docsnav.data_files.json_values import Json
from sphinx_docsnav.docs_json import (
    DocsJson,
    ElementModel,
    OpenApiSource,
    PageEntry,
    read_docs_json,
)
from sphinx_docsnav.docs_json.kinds import Banner, Icon, Kind
from sphinx_docsnav.docs_json.lenient import read_settings
from sphinx_docsnav.docs_json.models import MODELS, Navigation
from sphinx_docsnav.docs_json.site_settings import SiteSettings
from sphinx_docsnav.faults import DocsNavError, Fault, Severity, fault_text


def write(folder: Path, docs: object) -> Path:
    path = folder / "docs.json"
    path.write_text(json.dumps(docs), "utf-8")
    return path


def read(folder: Path, navigation: object, **fields: object) -> DocsJson:
    """Return a docs.json that has no faults at all."""
    faults: list[Fault] = []
    docs = read_docs_json(write(folder, {**fields, "navigation": navigation}), faults.append)
    assert [fault_text(fault, folder) for fault in faults] == []
    return docs


def outline(element: ElementModel | PageEntry) -> list[object] | str:
    """Return labels and pages as nested lists."""
    if isinstance(element, PageEntry):
        return element.text
    return [element.label, *(outline(child) for child in element.children)]


def test_a_division_of_every_kind(tmp_path: Path) -> None:
    lists: dict[str, tuple[str, str]] = {
        "tabs": ("tab", "Guides"),
        "anchors": ("anchor", "Guides"),
        "dropdowns": ("dropdown", "Guides"),
        "products": ("product", "Guides"),
        "versions": ("version", "v1"),
        "languages": ("language", "en"),
        "groups": ("group", "Guides"),
    }
    for key, (label, name) in lists.items():
        docs = read(tmp_path, {key: [{label: name, "pages": ["index"]}]})
        (element,) = docs.navigation.children
        assert isinstance(element, MODELS[key])
        assert (element.kind, element.label) == (Kind(label), name)
        assert element.pointer == f"/navigation/{key}/0"
        assert element.children == (PageEntry("index", f"{element.pointer}/pages/0"),)


def test_rule_2_groups_and_pages_mix_in_a_group(tmp_path: Path) -> None:
    inner = {"group": "Inner", "pages": ["b"]}
    docs = read(tmp_path, {"groups": [{"group": "Outer", "pages": ["a", inner, "c"]}]})
    assert outline(docs.navigation) == ["", ["Outer", "a", ["Inner", "b"], "c"]]


def test_a_field_of_every_kind(tmp_path: Path) -> None:
    inner = {
        "group": "Inner",
        "icon": {"name": "book", "style": "solid", "library": "lucide"},
        "tag": "NEW",
        "root": "start",
        "expanded": True,
        "hidden": True,
        "directory": "card",
        "openapi": {"source": " openapi.json ", "directory": "api"},
        "pages": ["a"],
    }
    docs = read(tmp_path, {"groups": [{"group": "Outer", "icon": "flag", "pages": [inner]}]})
    outer = docs.navigation.children[0]
    assert isinstance(outer, ElementModel)
    assert outer.icon == Icon("flag")
    assert (outer.expanded, outer.hidden, outer.root, outer.openapi) == (None, False, None, None)
    group = outer.children[0]
    assert isinstance(group, ElementModel)
    assert group.icon == Icon("book", "solid", "lucide")
    assert (group.tag, group.expanded, group.hidden) == ("NEW", True, True)
    assert group.root == PageEntry("start", "/navigation/groups/0/pages/0/root")
    assert group.openapi == OpenApiSource(("openapi.json",), "api")
    assert group.directory == "card"


def test_several_specifications(tmp_path: Path) -> None:
    written = ["a.json", {"source": "b.json", "directory": "b"}]
    docs = read(tmp_path, {"tabs": [{"tab": "API", "openapi": written}]})
    tab = docs.navigation.children[0]
    assert isinstance(tab, ElementModel)
    assert tab.openapi == OpenApiSource(("a.json", "b.json"), "b")


def test_a_language_has_its_own_banner(tmp_path: Path) -> None:
    banner = {"content": "Neu", "dismissible": True, "type": "info"}
    docs = read(tmp_path, {"languages": [{"language": "de", "banner": banner, "pages": ["a"]}]})
    language = docs.navigation.children[0]
    assert isinstance(language, ElementModel)
    assert language.banner == Banner("Neu", dismissible=True, kind="info")


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("#abc", ("#abc", "#abc")),
        ({"light": "#1e3a5f", "dark": "#475569"}, ("#1e3a5f", "#475569")),
        ({"light": "#1e3a5f"}, ("#1e3a5f", "#1e3a5f")),
        ({"dark": "#475569"}, ("#475569", "#475569")),
    ],
)
def test_a_banner_has_a_color_for_each_mode(
    tmp_path: Path, written: object, expected: tuple[str, str]
) -> None:
    banner = {"content": "News", "color": written}
    docs = read(tmp_path, {"pages": ["a"]}, banner=banner)
    assert docs.banner == Banner("News", light=expected[0], dark=expected[1])


def test_a_product_is_shown_by_its_name(tmp_path: Path) -> None:
    docs = read(tmp_path, {"products": [{"product": "cloud", "name": "Cloud", "pages": ["a"]}]})
    assert outline(docs.navigation) == ["", ["Cloud", "a"]]


def test_rule_9_global_anchors_link_to_urls_and_pages(tmp_path: Path) -> None:
    anchors = [{"anchor": "Blog", "href": "https://example.com"}, {"anchor": "New", "href": "new"}]
    docs = read(tmp_path, {"global": {"anchors": anchors}, "pages": ["a"]})
    assert [(anchor.label, anchor.href) for anchor in docs.navigation.global_] == [
        ("Blog", "https://example.com"),
        ("New", "new"),
    ]
    assert docs.navigation.global_[0].pointer == "/navigation/global/anchors/0"


def test_rule_14_an_empty_list_is_no_kind_of_child(tmp_path: Path) -> None:
    docs = read(tmp_path, {"tabs": [{"tab": "A", "groups": [], "pages": ["a"]}], "pages": []})
    assert outline(docs.navigation) == ["", ["A", "a"]]


def test_rule_15_openapi_stands_at_any_level(tmp_path: Path) -> None:
    docs = read(tmp_path, {"openapi": "openapi.json", "pages": ["GET /pets"]})
    assert docs.navigation.openapi == OpenApiSource(("openapi.json",))


def test_divisions_nest_in_any_order(tmp_path: Path) -> None:
    navigation: dict[str, object] = {"group": "G", "pages": ["a"]}
    chain = ["groups", "products", "anchors", "dropdowns", "tabs", "versions", "languages"]
    labels = {"language": "en"}
    for key, above in zip(chain, [*chain[1:], None], strict=True):
        navigation = {key: [navigation]}
        if above:
            label = MODELS[above].label_field
            navigation[label] = labels.get(label, label)
    docs = read(tmp_path, navigation)
    expected: object = ["G", "a"]
    for label in ("product", "anchor", "dropdown", "tab", "version", "en", ""):
        expected = [label, expected]
    assert outline(docs.navigation) == expected


def test_settings(tmp_path: Path) -> None:
    docs = read(
        tmp_path,
        {"pages": ["a"]},
        name="Example",
        logo={"light": "/l.svg", "dark": "/d.svg"},
        favicon="/f.svg",
        colors={"primary": "#123456"},
        banner={"content": "News"},
        styling={"eyebrows": "breadcrumbs"},
        interaction={"drilldown": False},
        icons={"library": "lucide"},
        api={"openapi": ["a.json", "b.json"], "examples": {"languages": ["curl"]}},
        redirects=[{"source": "/a", "destination": "/b"}],
        errors={"404": {"title": "Lost"}},
        search={"prompt": "Find it"},
        navbar={"links": [{"label": "Blog", "href": "https://example.com", "icon": "github"}]},
        footer={"socials": {"x": "https://x.com/e"}},
        variables={"version": "2"},
        contextual={"nobody": ["reads", "this"]},
    )
    assert docs.name == "Example"
    assert docs.logo is not None
    assert (docs.logo.light, docs.logo.dark) == ("/l.svg", "/d.svg")
    assert docs.favicon is not None
    assert (docs.favicon.light, docs.favicon.dark) == ("/f.svg", "/f.svg")
    assert docs.colors.primary == "#123456"
    assert docs.banner == Banner("News")
    assert docs.styling.eyebrows == "breadcrumbs"
    assert docs.interaction.drilldown is False
    assert docs.icons.library == "lucide"
    assert docs.api.openapi == OpenApiSource(("a.json", "b.json"))
    assert docs.api.examples.languages == ("curl",)
    assert docs.redirects[0].permanent
    assert docs.search.prompt == "Find it"
    assert docs.errors.not_found is not None
    assert docs.errors.not_found.title == "Lost"
    assert docs.navbar.links[0].icon == Icon("github")
    assert docs.footer.socials == {"x": "https://x.com/e"}
    assert docs.variables == {"version": "2"}


def test_defaults(tmp_path: Path) -> None:
    docs = read(tmp_path, {"pages": ["a"]})
    assert (docs.name, docs.logo, docs.favicon, docs.banner) == ("", None, None, None)
    assert (docs.styling.eyebrows, docs.interaction.drilldown) == (None, None)
    assert docs.icons.library == "fontawesome"
    assert docs.errors.not_found is None


def test_values_are_frozen(tmp_path: Path) -> None:
    docs = read(tmp_path, {"pages": ["a"]})
    with pytest.raises(ValueError, match="frozen"):
        docs.navigation.__setattr__("pages", ())


# What is left when work goes on after errors


def kept(folder: Path, navigation: object) -> object:
    docs = read_docs_json(write(folder, {"navigation": navigation}), print, keep_going=True)
    return outline(docs.navigation)[1:]


def test_an_element_with_an_error_is_left_out_and_pointers_stay(tmp_path: Path) -> None:
    tabs = [{"tab": 5, "pages": ["a"]}, {"tab": "B", "pages": [7, "b", {"group": "", "pages": []}]}]
    docs = read_docs_json(write(tmp_path, {"navigation": {"tabs": tabs}}), print, keep_going=True)
    (tab,) = docs.navigation.children
    assert tab.pointer == "/navigation/tabs/1"
    assert isinstance(tab, ElementModel)
    assert tab.children == (PageEntry("b", "/navigation/tabs/1/pages/1"),)


@pytest.mark.parametrize("fields", [{"pages": "a"}, {"root": 5, "pages": ["a"]}])
def test_an_element_with_a_wrong_list_or_root_is_left_out(
    tmp_path: Path, fields: dict[str, object]
) -> None:
    groups = [{"group": "A", **fields}, {"group": "B", "pages": ["b"]}]
    assert kept(tmp_path, {"groups": groups}) == [["B", "b"]]
    assert kept(tmp_path, {"tabs": "x", "groups": groups}) == [["B", "b"]]


def test_of_two_kinds_of_child_the_first_is_kept(tmp_path: Path) -> None:
    group = {"group": "G", "pages": ["g"]}
    anchor = {"anchor": "A", "pages": ["a"]}
    assert kept(tmp_path, {"tabs": [{"tab": "T", "groups": [group], "anchors": [anchor]}]}) == [
        ["T", ["A", "a"]]
    ]
    assert kept(tmp_path, {"pages": ["p"], "groups": [group]}) == [["G", "g"]]
    assert kept(tmp_path, {"tabs": [{"tab": "T", "pages": ["p"], "groups": [group]}]}) == [
        ["T", ["G", "g"]]
    ]


def test_a_link_keeps_no_children(tmp_path: Path) -> None:
    tab = {"tab": "T", "href": "https://example.com", "pages": ["a"]}
    assert kept(tmp_path, {"tabs": [tab]}) == [["T"]]


def test_a_misplaced_menu_is_left_out_and_nothing_else(tmp_path: Path) -> None:
    menu = [{"item": "I", "pages": ["i"]}]
    assert kept(tmp_path, {"anchors": [{"anchor": "A", "menu": menu, "pages": ["a"]}]}) == [
        ["A", "a"]
    ]


def test_an_unknown_style_leaves_the_icon(tmp_path: Path) -> None:
    icon = {"name": "book", "style": "bold"}
    navigation = {"groups": [{"group": "G", "icon": icon, "pages": ["a"]}]}
    docs = read_docs_json(write(tmp_path, {"navigation": navigation}), print)
    (group,) = docs.navigation.groups
    assert group.icon == Icon("book")


def test_nothing_is_left_without_a_root_pattern(tmp_path: Path) -> None:
    with pytest.raises(DocsNavError, match="expected a list of objects with 'tab'"):
        read_docs_json(write(tmp_path, {"navigation": {"tabs": {}}}), print, keep_going=True)


def test_the_exception_repeats_the_first_error_and_counts_the_others(tmp_path: Path) -> None:
    path = write(tmp_path, {"navigation": {"icn": 1, "pages": [1, 2, 3]}})
    with pytest.raises(DocsNavError) as caught:
        read_docs_json(path, print)
    assert str(caught.value) == (
        "docs.json:1:37: ERROR: /navigation/pages/0: expected the path of a page or an object with"
        " 'group', found the number 1 [docsnav.wrong_type] (and 2 more errors)"
    )


# Whatever the file holds

MODELS_OF_ALL: list[type[ElementModel]] = [Navigation, *MODELS.values()]
KNOWN = {key for model in MODELS_OF_ALL for key in (*model.fields, *model.holds)}
OTHERS = ["name", "source", "light", "content", "$ref", "icn", "a/b~", "style"]
KEYS = st.sampled_from([*sorted(KNOWN), *OTHERS])
STRINGS = st.sampled_from(
    ["", " ", "a", "en", "en_US", "GET /x", "#fff", "https://a", "\x00", "./"]
)
ANYTHING: st.SearchStrategy[Json] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | STRINGS | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=6),
    max_leaves=25,
)


@given(st.dictionaries(KEYS, ANYTHING, max_size=5), st.dictionaries(KEYS, ANYTHING, max_size=3))
def test_no_file_gives_anything_but_faults(
    tmp_path: Path, navigation: dict[str, Json], more: dict[str, Json]
) -> None:
    path = write(tmp_path, {**more, "navigation": navigation})
    for keep_going in (False, True):
        faults: list[Fault] = []
        try:
            docs = read_docs_json(path, faults.append, keep_going=keep_going)
        except DocsNavError:
            assert Severity.ERROR in {fault.severity for fault in faults}
        else:
            outline(docs.navigation)
        for fault in faults:
            assert "\n" not in fault_text(fault, tmp_path)
            assert fault.position is not None
            assert "ydantic" not in fault.message


JUNK: list[Json] = [5, "", "x", [5], [[]], [{"x": []}], {"x": 5}, {"x": [5]}, None, True]


@pytest.mark.parametrize("field", sorted(SiteSettings.model_fields))
def test_whatever_a_setting_is_reading_it_ends(field: str) -> None:
    name = SiteSettings.model_fields[field].alias or field
    inner: list[Json] = [{key: junk} for key in _names_below(field) for junk in JUNK]
    for junk in (*JUNK, *inner):
        read, findings, _ = read_settings(SiteSettings, {name: junk}, "")
        assert isinstance(read, SiteSettings)
        assert all(finding.pointer.startswith(f"/{name}") for finding in findings)


def _names_below(field: str) -> list[str]:
    """Return the fields of the object that a setting is."""
    model = type(getattr(SiteSettings(), field))
    fields = model.model_fields if issubclass(model, BaseModel) else {}
    return [below.alias or name for name, below in fields.items()]


@pytest.mark.parametrize(
    ("written", "modes"),
    [
        ("dark", ("github-dark", "github-dark")),
        ({"theme": "dracula"}, ("dracula", "dracula")),
        ({"theme": {"light": "tango", "dark": "monokai"}}, ("tango", "monokai")),
    ],
)
def test_blocks_of_code_have_a_theme_for_each_mode(
    tmp_path: Path, written: object, modes: tuple[str, str]
) -> None:
    docs = read(tmp_path, {"pages": ["a"]}, styling={"codeblocks": written})
    assert docs.styling.codeblocks is not None
    assert (docs.styling.codeblocks.light, docs.styling.codeblocks.dark) == modes
