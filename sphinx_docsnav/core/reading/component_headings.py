"""Headings inside of components for "On this page", and the ids of each page."""

from __future__ import annotations

from collections.abc import Iterator

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx

from sphinx_docsnav.components.markup import UpdateNode
from sphinx_docsnav.core.reading.text_dates import format_month, number_months, parse_day
from sphinx_docsnav.core.site.env_record import record_of
from sphinx_docsnav.navigation.page_facts import FRONT_MATTER_TITLE

_SKIPPED_NODES = (nodes.section, nodes.Invisible)
"""Nodes without headings for the list of a section: other sections, and what no reader sees."""

_MOST_DATED_ENTRIES = 12
"""Number of dated entries of a changelog up to which "On this page" lists each of them."""


def collect_headings(app: Sphinx, doctree: nodes.document) -> None:
    """Put headings of components into "On this page"; note the ids of a page (``doctree-read``)."""
    env = app.env
    record_of(env).anchors[env.docname] = frozenset(doctree.ids)
    toc, title = env.tocs.get(env.docname), env.titles.get(env.docname)
    # Sphinx has copied the title into each of these.
    for copied in (toc, title, env.longtitles.get(env.docname)):
        if copied is not None:
            _remove_links(copied)
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


def _remove_links(copied: nodes.Element) -> None:
    """Replace the links in a title that Sphinx has copied by their text.

    Sphinx replaces all but links to files, which its list of headings would treat as entries.
    """
    for link in list(copied.findall(nodes.reference)):
        if "anchorname" not in link:  # else, it is an entry
            link.parent.replace(link, link.children)


def _find_headings(node: nodes.Element) -> Iterator[nodes.Element]:
    """Yield the headings below *node* that belong to no section inside it."""
    for child in node.children:
        if not isinstance(child, nodes.Element) or isinstance(child, _SKIPPED_NODES):
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
    if sum(isinstance(heading, UpdateNode) for heading in headings) <= _MOST_DATED_ENTRIES:
        return headings
    months = number_months(code)
    days = [
        parse_day(update["toc"], months) if isinstance(update, UpdateNode) else None
        for update in headings
    ]
    names = [format_month(day, code) if day else "" for day in days]
    dated = [name for name in names if name]
    # Months help only if some of them have several entries.
    if len(dated) <= _MOST_DATED_ENTRIES or len(set(dated)) == len(dated):
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
