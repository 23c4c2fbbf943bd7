"""Headings inside of components for "On this page", the ids of each page, and dates in headings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date

from babel import Locale, UnknownLocaleError
from babel.dates import format_skeleton
from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx

from sphinx_docsnav.components.markup import UpdateNode
from sphinx_docsnav.core.site.env_record import record_of
from sphinx_docsnav.navigation.page_facts import FRONT_MATTER_TITLE
from sphinx_docsnav.sitefiles.languages import find_catalog_code

_NO_HEADINGS = (nodes.section, nodes.Invisible)
_LONG = 12
"""The dated entries of a changelog that "On this page" lists one by one."""
_NUMBERS = (
    r"\b(\d{4})(?:[-/.]|\s?[年년])\s?(\d{1,2})"
    r"(?:[-/.]\s?(\d{1,2})|\s?[月월](?:\s?(\d{1,2}))?)(?!\d)"
)
_WORDS = (
    r"(?:(\d{1,2})\.?(?:[nrst][dht]|er|º)?\s+)?(?:(?:de|of)\s+)?(?<![^\W\d])([^\W\d]{3,20})\.?,?\s+"
    r"(?:(\d{1,2})(?:[nrst][dht])?,?\s+)?(?:(?:de|of)\s+)?(\d{4})\b"
)
_MORE = re.compile(r"\d|\w\w")
"""Words that a date alone has none of; single letters belong to dates, such as ``日``."""


def collect_headings(app: Sphinx, doctree: nodes.document) -> None:
    """Put headings of components into "On this page"; note the ids of a page (``doctree-read``)."""
    env = app.env
    record_of(env).anchors[env.docname] = frozenset(doctree.ids)
    toc, title = env.tocs.get(env.docname), env.titles.get(env.docname)
    # All three are copies of the title that Sphinx has made.
    for copied in (toc, title, env.longtitles.get(env.docname)):
        if copied is not None:
            _unlink(copied)
    written_title = doctree.next_node(nodes.title)
    if title is not None and written_title is not None:
        title[FRONT_MATTER_TITLE] = written_title.get(FRONT_MATTER_TITLE, False)
    if toc is None:
        return
    for section in doctree.findall(nodes.section):
        headings = _group_by_month(list(_find_headings(section)), str(app.config.language))
        item = _find_item(toc, section) if headings else None
        if item is not None:
            _insert(item, headings, env.docname)
            # Themes show a list of two or more.
            env.toc_num_entries[env.docname] += len(headings)


def _unlink(copied: nodes.Element) -> None:
    """Replace links in a title that Sphinx has copied by their text.

    Sphinx does so for links of every kind but those to files, which its list of headings
    takes for entries; it stops at them.
    """
    for link in list(copied.findall(nodes.reference)):
        if "anchorname" not in link:  # else, it is an entry
            link.parent.replace(link, link.children)


def _find_headings(node: nodes.Element) -> Iterator[nodes.Element]:
    """Yield the headings below *node* that belong to no section inside it."""
    for child in node.children:
        if not isinstance(child, nodes.Element) or isinstance(child, _NO_HEADINGS):
            continue
        if child.get("toc") and child["ids"]:
            yield child
        if not isinstance(child, nodes.TextElement):
            yield from _find_headings(child)


def _group_by_month(headings: list[nodes.Element], code: str) -> list[nodes.Element]:
    """Return the months of a long changelog in place of its dated entries, with what is in them.

    :param code: the language of the page.
    """
    # A short list needs no months.
    if sum(isinstance(heading, UpdateNode) for heading in headings) <= _LONG:
        return headings
    months = number_months(code)
    days = [
        parse_day(update["toc"], months) if isinstance(update, UpdateNode) else None
        for update in headings
    ]
    names = [format_month(day, code) if day else "" for day in days]
    dated = [name for name in names if name]
    # Months help only if some of them have several entries.
    if len(dated) <= _LONG or len(set(dated)) == len(dated):
        return headings
    entries: dict[str, nodes.Element] = {}
    in_update = False
    for heading, name in zip(headings, names, strict=True):
        # Headings inside of a dated entry are left out with it.
        in_update = bool(name) or (in_update and not isinstance(heading, UpdateNode))
        if name:
            month = nodes.inline(toc=name, ids=heading["ids"], level=heading["level"])
            entries.setdefault(name, month)
        elif not in_update:
            entries[heading["ids"][0]] = heading
    return list(entries.values())


def _find_item(toc: nodes.Element, section: nodes.section) -> nodes.Element | None:
    """Return the entry of *section* in Sphinx's own list."""
    anchors = {f"#{name}" for name in section["ids"]}
    first = isinstance(section.parent, nodes.document)
    for reference in toc.findall(nodes.reference):
        anchor = reference.get("anchorname", "")
        if anchor in anchors or (first and not anchor):
            return reference.parent.parent
    return None


def _insert(item: nodes.Element, headings: list[nodes.Element], docname: str) -> None:
    """Put entries for *headings* before those of the subsections."""
    if len(item.children) == 1:
        item += nodes.bullet_list()
    listing = item.children[1]
    if not isinstance(listing, nodes.Element):
        return
    levels: list[tuple[int, nodes.Element]] = [(0, listing)]
    index = 0
    for heading in headings:
        level = int(heading.get("level", 2))
        # Leave the headings that this one does not belong below.
        while len(levels) > 1 and levels[-1][0] >= level:
            levels.pop()
        entry = _make_entry(heading, docname)
        parent = levels[-1][1]
        if parent is listing:
            listing.insert(index, entry)
            index += 1
        else:
            if len(parent.children) == 1:
                parent += nodes.bullet_list()
            parent.children[1].append(entry)  # type: ignore[attr-defined]  # the list just made
        levels.append((level, entry))


def _make_entry(heading: nodes.Element, docname: str) -> nodes.list_item:
    title = heading["toc"]
    reference = nodes.reference(
        "", title, internal=True, refuri=docname, anchorname=f"#{heading['ids'][0]}"
    )
    return nodes.list_item("", addnodes.compact_paragraph("", "", reference))


def number_months(code: str) -> Mapping[str, int]:
    """Return the numbers of months by their names and their first three letters, in lower case."""
    numbers: dict[str, int] = {}
    for language in ("en", find_catalog_code(code)):
        try:
            names = Locale.parse(language).months["format"]["wide"]
        except (UnknownLocaleError, ValueError):
            continue
        for number, name in names.items():
            numbers.setdefault(name.lower(), number)
            numbers.setdefault(name.lower()[:3], number)
    return numbers


def find_day(text: str, months: Mapping[str, int]) -> date | None:
    """Return the first date in *text*: ``2026-08-21``, ``August 21, 2026``, ``August 2026``."""
    # Dates in numbers are unambiguous, so they come first.
    for year, month, day, other in re.findall(_NUMBERS, text):
        if parsed := _make_day(year, month, day or other or 1):
            return parsed
    for first, name, second, year in re.findall(_WORDS, text):
        number = months.get(name.lower()) or months.get(name.lower()[:3])
        if number and (parsed := _make_day(year, number, first or second or 1)):
            return parsed
    return None


def _make_day(year: str, month: str | int, day: str | int) -> date | None:
    try:
        return date(int(year), int(month), int(day))
    except ValueError:
        return None


def parse_day(text: str, months: Mapping[str, int]) -> date | None:
    """Return the date that *text* is; ``None`` if it says anything else."""
    rest = re.sub(_WORDS, "", re.sub(_NUMBERS, "", text))
    return None if _MORE.search(rest) else find_day(text, months)


def format_month(day: date, code: str) -> str:
    """Return the month and year of *day*, as a list in a language shows it: ``August 2026``."""
    for language in (find_catalog_code(code), "en"):
        try:
            name = format_skeleton("yMMMM", day, locale=Locale.parse(language))
        except (UnknownLocaleError, ValueError):
            continue
        break
    return name[:1].upper() + name[1:]
