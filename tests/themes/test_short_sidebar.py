"""What a page of a large division carries without its script."""

from __future__ import annotations

import re

import pytest

from sphinx_docsnav.themes.shared_sidebar import SHORT_SIDEBAR_SIZE, ShortSidebar
from sphinx_docsnav.themes.variable import Entry

LINK = re.compile(r'href="([^"]*)">([^<]*)<')


class Keys:
    """Makes entries as `Viewer` does: what is below an entry first."""

    def __init__(self) -> None:
        self.made = 0

    def entry(self, label: str, *children: Entry, url: str = "", level: int = 1) -> Entry:
        key, self.made = f"e{self.made}", self.made + 1
        return Entry(
            kind="group" if children else "page",
            label=label,
            html="",
            url=url if children else f"{label}.html",
            external=False,
            level=level,
            children=list(children),
            key=key,
        )


def flat(count: int) -> tuple[ShortSidebar, list[Entry]]:
    keys = Keys()
    pages = [keys.entry(f"page-{number}") for number in range(count)]
    return ShortSidebar(pages, "l", "More"), pages


def grouped(groups: int, nested: int, count: int) -> tuple[ShortSidebar, list[Entry]]:
    keys = Keys()
    made, pages = [], []
    for one in range(groups):
        below = []
        for two in range(nested):
            own = [keys.entry(f"p-{one}-{two}-{three}", level=2) for three in range(count)]
            pages += own
            below.append(keys.entry(f"Nested {one} {two}", *own, level=1))
        made.append(keys.entry(f"Group {one} of the interface", *below, level=0))
    return ShortSidebar(made, "l", "More"), pages


@pytest.mark.parametrize(
    "made", [flat(2000), grouped(47, 3, 9), grouped(400, 1, 2), grouped(1, 2, 900)]
)
def test_its_size_does_not_depend_on_the_size_of_the_division(
    made: tuple[ShortSidebar, list[Entry]],
) -> None:
    short, pages = made
    sizes = [len(short.rows(page["key"], is_page=True)) for page in (*pages[::97], pages[-1])]
    assert max(sizes) < 1.3 * SHORT_SIDEBAR_SIZE
    assert len(short.rows("", is_page=False)) < 1.3 * SHORT_SIDEBAR_SIZE


@pytest.mark.parametrize("made", [flat(500), grouped(60, 3, 4), grouped(1, 2, 200)])
def test_every_page_is_reached_by_its_links(made: tuple[ShortSidebar, list[Entry]]) -> None:
    short, pages = made
    assert reached(short, pages) == {page["url"] for page in pages}


@pytest.mark.parametrize("count", [500, 2000])
def test_omitted_pages_are_before_and_after_the_others(count: int) -> None:
    short, pages = flat(count)
    rows = short.rows(pages[count // 2]["key"], is_page=True)
    labels = [label for _, label in LINK.findall(rows)]
    assert labels[0] == labels[-1] == "More"
    assert "More" not in labels[1:-1]


@pytest.mark.parametrize("made", [flat(500), grouped(60, 3, 4), grouped(1, 2, 200)])
def test_links_out_of_the_site_hide_no_page(made: tuple[ShortSidebar, list[Entry]]) -> None:
    short, pages = made
    for index, page in enumerate(pages):
        page["external"] = index % 4 != 2
    inside = [page for page in pages if not page["external"]]
    assert reached(short, inside) >= {page["url"] for page in inside}


def test_a_group_that_begins_with_a_page_of_another_group_can_be_opened() -> None:
    keys = Keys()
    groups = []
    for name in ("first", "second"):
        pages = [keys.entry("both", level=2), keys.entry(f"{name}-own", level=2)]
        groups.append(keys.entry(name, *pages, level=1))
    here = groups[0]["children"][1]["key"]
    short = ShortSidebar([keys.entry("Top", *groups, level=0)], "l", "More")
    assert dict(LINK.findall(short.rows(here, is_page=True)))["second-own.html"] == "second"


def reached(short: ShortSidebar, pages: list[Entry]) -> set[str]:
    """Return where the links of the first of *pages* lead, and those of the pages found so."""
    by_url = {page["url"]: page["key"] for page in pages}
    seen, left = set[str](), [pages[0]["url"]]
    while left:
        url = left.pop()
        if url not in seen:
            seen.add(url)
            found = LINK.findall(short.rows(by_url[url], is_page=True)) if url in by_url else ()
            left += [address for address, _ in found]
    return seen


def test_a_small_division_has_all_headings_and_the_open_branch() -> None:
    short, pages = grouped(3, 2, 2)
    rows = short.rows(pages[5]["key"], is_page=True)
    assert [label for _, label in LINK.findall(rows)] == [
        "Group 0 of the interface",
        "Group 1 of the interface",
        "Nested 1 0",
        "p-1-0-0",
        "p-1-0-1",
        "Nested 1 1",
        "Group 2 of the interface",
    ]
    assert 'aria-current="page" href="p-1-0-1.html"' in rows
    assert ("p-2-0-0.html", "Group 2 of the interface") in LINK.findall(rows)


def test_labels_are_text_and_a_group_without_one_shows_its_pages() -> None:
    keys = Keys()
    first, second = keys.entry("a"), keys.entry("b")
    groups = [
        keys.entry("", first, level=0),
        keys.entry("<b>Bold</b>", second, level=0),
    ]
    short = ShortSidebar(groups, "l", "More")
    assert short.rows(first["key"], is_page=True) == (
        '<div class="docsnav-group"><ul><li class="l1 current current-page">'
        '<a class="reference internal" aria-current="page" href="a.html">a</a></li></ul></div>'
        '<div class="docsnav-group"><p class="caption">'
        '<a class="reference internal" href="b.html">&lt;b&gt;Bold&lt;/b&gt;</a></p></div>'
    )
    assert LINK.findall(short.rows("", is_page=False))[0] == ("a.html", "a")


def test_a_page_without_an_entry_has_its_group_open_and_nothing_current() -> None:
    short, pages = grouped(3, 2, 2)
    group = short.entries[1]
    rows = short.rows(group["key"], is_page=False)
    assert "Nested 1 0" in rows
    assert "aria-current" not in rows
    assert "current-page" not in rows
    assert pages[0]["url"] in rows  # where the first group leads
