"""Names of icons, as sites write them, and the drawings they lead to."""

from __future__ import annotations

import pytest

from sphinx_docsnav.docs_json.kinds import Icon
from sphinx_docsnav.faults import FaultKind
from sphinx_docsnav.icons import IconKind, SiteIcons, find_icon_kind
from sphinx_docsnav.icons.packs import (
    FONT_AWESOME,
    KNOWN_SETS,
    IconPack,
    find_installed_pack,
    read_listed_aliases,
    read_pro_names,
    read_substitutes,
)

ICONS = SiteIcons()


def _pack(name: str) -> IconPack:
    pack = find_installed_pack(KNOWN_SETS[name])
    assert pack is not None
    return pack


def _found(name: str, style: str = "", library: str = "", default: str = "fontawesome") -> str:
    found = SiteIcons(default).find(Icon(name, style, library))
    return f"{found.set_name}:{found.name}:{found.style}" if found else ""


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("rocket", "fontawesome:rocket:solid"),
        ("github", "fontawesome:github:brands"),
        ("GitHub", "fontawesome:github:brands"),
        ("ArrowRight", "fontawesome:arrow-right:solid"),
        ("fa-rocket", "fontawesome:rocket:solid"),
        ("fa-regular fa-bell", "fontawesome:bell:regular"),
        ("fab fa-github", "fontawesome:github:brands"),
        ("N", "fontawesome:n:solid"),
    ],
)
def test_a_name_is_found_however_it_is_written(name: str, drawn: str) -> None:
    assert _found(name) == drawn


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("cog", "fontawesome:gear:solid"),
        ("external-link", "fontawesome:arrow-up-right-from-square:solid"),
        ("rocket-launch", "fontawesome:rocket:solid"),
        ("browser", "lucide:app-window:"),
        ("circle-1", "tabler:circle-number-1:outline"),
        ("sparkles", "lucide:sparkles:"),
    ],
)
def test_former_names_names_not_free_and_other_libraries_names_are_drawn(
    name: str, drawn: str
) -> None:
    assert _found(name) == drawn


def test_the_sites_library_is_looked_in_first() -> None:
    assert _found("rocket", default="lucide") == "lucide:rocket:"
    assert _found("rocket", default="tabler") == "tabler:rocket:outline"
    assert _found("rocket", library="lucide") == "lucide:rocket:"


@pytest.mark.parametrize(
    ("style", "drawn"),
    [
        ("solid", "solid"),
        ("regular", "regular"),
        ("light", "regular"),
        ("sharp-solid", "solid"),
        ("duotone", "solid"),
        ("unheard-of", "solid"),
    ],
)
def test_a_style_gives_the_nearest_one_that_is_drawn(style: str, drawn: str) -> None:
    assert _found("bell", style) == f"fontawesome:bell:{drawn}"


def test_a_style_the_icon_is_not_drawn_in_gives_the_usual_one() -> None:
    assert _found("rocket", "regular") == "fontawesome:rocket:solid"
    assert _found("star", "solid", "tabler") == "tabler:star:filled"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("rocket", IconKind.NAME),
        ("fa-solid fa-rocket", IconKind.NAME),
        ("https://example.org/a.svg", IconKind.URL),
        ("//example.org/a", IconKind.URL),
        ("/images/a.svg", IconKind.FILE),
        ("a.PNG", IconKind.FILE),
        ("images/a", IconKind.FILE),
    ],
)
def test_a_name_is_told_from_a_url_and_a_file(text: str, kind: IconKind) -> None:
    assert find_icon_kind(text) is kind


def test_files_and_urls_have_no_drawing_and_no_fault() -> None:
    assert ICONS.svg(Icon("/logo.svg")) is None
    assert ICONS.fault(Icon("/logo.svg")) is None


def test_an_unknown_name_is_a_warning_with_the_nearest_name() -> None:
    fault = ICONS.fault(Icon("rockett"))
    assert fault is not None
    assert fault.kind is FaultKind.ICON_MISSING
    assert fault.message == (
        "icon 'rockett' is not in Font Awesome Free 6.7.2, Lucide 0.575.0 or Tabler Icons; "
        "it is left out"
    )
    assert fault.hint == "did you mean 'rocket'?"
    assert ICONS.svg(Icon("rockett")) is None


def test_nothing_is_near_to_nonsense() -> None:
    assert ICONS.similar(Icon("q9x8z7")) == ""
    assert ICONS.find(Icon("")) is None


def test_every_substitute_and_alias_leads_to_an_icon() -> None:
    lost = [n for n, (home, near) in read_substitutes().items() if near not in _pack(home).index]
    for name, icon_set in KNOWN_SETS.items():
        index = _pack(name).index
        lost += [
            alias for alias, icon in read_listed_aliases(icon_set).items() if icon not in index
        ]
    assert lost == []


def test_no_substitute_hides_an_icon_that_is_free() -> None:
    free = _pack("fontawesome").index
    assert [name for name in read_substitutes() if name in free] == []


@pytest.mark.parametrize(
    ("name", "end"),
    [
        ("mountains", "'mountain' is drawn"),
        ("wifi-slash", "it is left out"),  # one without the slash would say the opposite
        ("kubernetes", "it is left out"),
    ],
)
def test_a_name_of_font_awesome_pro_is_called_so(name: str, end: str) -> None:
    fault = ICONS.fault(Icon(name))
    assert fault is not None
    assert fault.message == f"icon '{name}' is not in Font Awesome Free 6.7.2; {end}"


def test_brands_and_letters_of_font_awesome_pro_are_drawn_by_another_library() -> None:
    assert [_found(name) for name in ("openai", "square-n", "bracket-curly")] == [
        "tabler:brand-openai:outline",
        "tabler:square-letter-n:outline",
        "lucide:braces:",
    ]


def test_names_that_no_library_draws_are_not_drawn() -> None:
    drawn = {name for home in KNOWN_SETS for name in _pack(home).index}
    others = read_substitutes().keys() | read_listed_aliases(FONT_AWESOME).keys()
    assert not read_pro_names() & (drawn | others)
