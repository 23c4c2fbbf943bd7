"""The name that a missing name means, and names that mean none."""

from __future__ import annotations

import pytest

from sphinx_docsnav.sitefiles.nearest import Nearest, find_nearest

EXAMPLE_NAMES = (
    *("index", "changes", "guides/install", "guides/quick-start", "guides/step-1", "guides/step-2"),
    *(
        "api/pets/list",
        "api/pets/create",
        "fr/guides/install",
        "fr/index",
        "book",
        "diagram-project",
    ),
    *("diagram-next", "instagram", "rocket", "sliders-horizontal", "CardGroup", "Tabs", "Banner"),
)
"""Pages, icons and components of the example."""


@pytest.mark.parametrize(
    ("wanted", "meant"),
    [
        # The same words, in other letters, otherwise joined, in another order.
        ("Guides/Install", "guides/install"),
        ("guides/quickstart", "guides/quick-start"),
        ("guides/quick_start", "guides/quick-start"),
        ("guides/quic-kstart", "guides/quick-start"),
        ("project-diagram", "diagram-project"),
        ("card-group", "CardGroup"),
        ("fr", "fr/index"),
        # The same last part in a folder that does not exist.
        ("guide/quick-start", "guides/quick-start"),
        ("quick-start", "guides/quick-start"),
        ("docs/fr/guides/install", "fr/guides/install"),
        # Few letters of a word differ.
        ("guides/instal", "guides/install"),
        ("guides/isntall", "guides/install"),
        ("chagnes", "changes"),
        ("rockett", "rocket"),
        ("sldiers-horizontal", "sliders-horizontal"),
        ("Tbas", "Tabs"),
        ("Baner", "Banner"),
    ],
)
def test_a_wrong_name_means_the_name_with_its_words(wanted: str, meant: str) -> None:
    assert find_nearest(wanted, EXAMPLE_NAMES) == meant


@pytest.mark.parametrize(
    "wanted",
    [
        "diagram",
        "Inner",
        "look",
        "bookmark",
        "guides/step-3",
        "guides/uninstall",
        "api/pets/delete",
        "api/pets/index",
        "fr/guides/quick-start",
        "fr/changes",
        "",
        "/",
        "x" * 10_000,
    ],
)
def test_a_name_that_is_simply_missing_means_none(wanted: str) -> None:
    assert not find_nearest(wanted, EXAMPLE_NAMES)


def test_a_folder_with_pages_is_not_compared_with_pages_of_other_folders() -> None:
    assert not find_nearest("browsers/pools", ["browsers/replays", "browsers/tools", "apps/pools"])


def test_of_two_names_that_are_equally_near_none_is_meant() -> None:
    assert not find_nearest("guides/setup", ["a/setup", "b/setup"])
    assert not find_nearest("staart", ["staert", "stairt"])


def test_the_anchor_of_another_heading_is_not_meant() -> None:
    assert not find_nearest("yield-step", ["if-else-step", "code-step"])


def test_vowels_of_indic_scripts_belong_to_their_words() -> None:
    assert find_nearest("नेमसपेस", ["नेमस्पेस", "नाम"]) == "नेमस्पेस"
    assert not find_nearest("पैकेज", ["पाक"])


def test_one_index_answers_any_number_of_searches() -> None:
    names = Nearest(f"guides/page{number}x" for number in "abcdefgh")

    assert {names.to(f"guides/page{number}") for number in "abcdefgh"} == {""}
    assert [names.to("guides/pagecx-old"), names.to("guide/pagecx")] == ["", "guides/pagecx"]
