"""Collect headings inside of components for "On this page", and the ids of each page."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.environment.collectors import EnvironmentCollector

from sphinx_docsnav.components.markup import UpdateNode
from sphinx_docsnav.core.reading.heading_dates import format_month, number_months, parse_day
from sphinx_docsnav.navigation.page_facts import FRONT_MATTER_TITLE

_NO_HEADINGS = (nodes.section, nodes.Invisible)
_LONG = 12
"""The dated entries of a changelog that "On this page" lists one by one."""


class HeadingCollector(EnvironmentCollector):
    """Puts headings of components into "On this page" and remembers every id of a page."""

    def clear_doc(self, app: Sphinx, env: BuildEnvironment, docname: str) -> None:  # noqa: ARG002 - Sphinx's
        """Forget a document."""
        anchors_of(env).pop(docname, None)

    def merge_other(
        self,
        app: Sphinx,  # noqa: ARG002 - Sphinx's signature
        env: BuildEnvironment,
        docnames: AbstractSet[str],
        other: BuildEnvironment,
    ) -> None:
        """Take over what another process read."""
        theirs = anchors_of(other)
        anchors_of(env).update({name: theirs[name] for name in docnames if name in theirs})

    def process_doc(self, app: Sphinx, doctree: nodes.document) -> None:
        """Collect the ids and headings of a document; runs after Sphinx's own collectors."""
        env = app.env
        anchors_of(env)[env.docname] = frozenset(doctree.ids)
        toc = env.tocs.get(env.docname)
        title = env.titles.get(env.docname)
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
                env.toc_num_entries[env.docname] += len(
                    headings
                )  # themes show a list of two or more


def anchors_of(env: BuildEnvironment) -> dict[str, frozenset[str]]:
    """Return the ids of each document that has been read."""
    anchors: dict[str, frozenset[str]] = env.__dict__.setdefault("docsnav_anchors", {})
    return anchors


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
