"""The key of a page: a digest of all that it shows beside its own text.

That is the data that templates are given, put together as for the page itself, so that nothing
describes what a page shows a second time. What the pages of a division have in common is put
together once, with addresses from the root of the output. Pages are written again, without being
read, if their key is another one than when they were written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from operator import itemgetter

from sphinx.application import Sphinx

from sphinx_docsnav.core.compat.private_names import digest_output_settings
from sphinx_docsnav.core.events import SHOWN
from sphinx_docsnav.core.pages.assets import list_optional_styles
from sphinx_docsnav.core.pages.page_views import PageViews
from sphinx_docsnav.core.pages.written_parts import PageKey
from sphinx_docsnav.core.state import SiteState, state_of
from sphinx_docsnav.docs_json.kinds import Kind
from sphinx_docsnav.navigation.tree import Element, Page, PagePlace
from sphinx_docsnav.sitefiles.write import digest
from sphinx_docsnav.themes.division_frame import Frame
from sphinx_docsnav.themes.page_view import PageView
from sphinx_docsnav.themes.variable import KEYS, Crumb

UNSHOWN_SETTINGS = ("$schema", "navigation", "redirects", "variables", "api", "navbar", "footer")
"""Fields of docs.json that no page shows, or that it shows in parts of its navigation only."""
NAMED_ELSEWHERE = frozenset(KEYS[kind] for kind in (Kind.LANGUAGE, Kind.VERSION, Kind.PRODUCT))
"""Levels that pages name outside of parts, too: in notices, and to search engines."""
PRESENTED = frozenset(
    {
        "label",
        "icon",
        "shown_texts",
        "shown_values",
        "align",
        "expanded",
        "folds",
        "about",
        "children",
    }
    | {"root", "global_elements", "navbar", "footer", "pointer", "searchable", "boost"}
)
"""Fields of elements that parts and the way to a page show, and those that no page shows."""
_OTHER_FIELDS = tuple(each.name for each in fields(Element) if each.name not in PRESENTED)


class PageKeys:
    """Makes the keys of the pages of one site.

    :param views: ``None`` for builders that show no navigation of ours, such as EPUB.
    :param titles: the title of each document.
    :param others: returns what else a page shows that other pages decide, by docname.
    """

    def __init__(
        self,
        app: Sphinx,
        views: PageViews | None,
        titles: Mapping[str, str],
        others: Callable[[str], object],
    ) -> None:
        state = state_of(app)
        self._site = state.site
        self._views = views
        self._titles, self._others = titles, others
        self._relations: Mapping[str, Sequence[str | None]] = app.env.collect_relations()
        self._beside = [values for values in app.emit(SHOWN) if values is not None]
        self._settings = digest(
            digest_settings(state), digest_output_settings(app.builder), list_optional_styles(state)
        )
        # A book has a table of contents in place of parts.
        self._tree = digest(self._site.root, self._site.hanging) if views is None else ""
        self._shared: dict[Frame, PageKey] = {}
        self._groups: dict[tuple[object, ...], tuple[str, str, Crumb | None]] = {}
        self._steps: dict[Page, str] = {}
        self._guests: dict[str, list[tuple[PagePlace, ...]]] = {}
        for places in self._site.guests.values():
            self._guests.setdefault(places[0].page.docname, []).append(places)

    def of(self, docname: str) -> PageKey:
        """Return the key of the page of a document."""
        relations = self._list_relations(docname)
        shown_values = [values(docname) for values in self._beside]
        # Builders without our navigation show Sphinx's relations and contents.
        if self._views is None:
            own_piece = digest(
                self._settings, self._tree, relations, shown_values, self._others(docname)
            )
            return PageKey(own_piece, "", "", "")
        view = self._views.make_view_from_root(docname)
        shared = self._digest_frame(view.frame)
        # Most of a key is the same for a division or a group, and is made once for it.
        values, crumbs, last = self._digest_group(view)
        own_piece = digest(
            shared.own,
            values,
            self._digest_neighbour(view, view.previous),
            self._digest_neighbour(view, view.next),
            view.alternates,
            self._list_switch_targets(view),
            relations,
            shown_values,
            self._others(docname),
            (docname in self._site.guest_names, self._list_hosts(self._views, docname)),
        )
        # Themes add the page itself to the way, unless that has it.
        is_last = view.place.has_entry and view.frame.crumb(view.place.page) == last
        sidebar = "-".join((shared.sidebar, *view.marked))
        return PageKey(own_piece, f"{crumbs}-{is_last}", shared.bars, sidebar)

    def _digest_group(self, view: PageView) -> tuple[str, str, Crumb | None]:
        """Return what all pages of a group show of it, the way to them, and its last step.

        The first two are digests; all is made once for a group.
        """
        group = (view.frame, view.path, view.place.breadcrumbs, view.is_in_header)
        if group not in self._groups:
            elements = (item for item in view.path if isinstance(item, Element))
            values, crumbs = digest(*map(_list_other_values, elements)), view.crumbs
            last = crumbs[-1] if crumbs else None
            self._groups[group] = values, digest(crumbs, view.section), last
        return self._groups[group]

    def _digest_neighbour(self, view: PageView, page: Page | None) -> str:
        """Return how a page looks as the previous or next one of others; made once."""
        if page is None:
            return ""
        if page not in self._steps:
            self._steps[page] = repr(view.neighbour(page))
        return self._steps[page]

    def _digest_frame(self, frame: Frame) -> PageKey:
        """Return the digests of what all pages of a division show; made once."""
        if frame not in self._shared:
            own_piece = digest(
                self._settings,
                (frame.language, frame.notice, frame.inside),
                [level for level in frame.levels if level["kind"] in NAMED_ELSEWHERE],
                [_list_other_values(element) for element in frame.chain],
            )
            bars = digest(frame.levels, frame.global_anchors, frame.navbar, frame.footer)
            sidebar = digest(frame.sidebar, self._site.is_in_one_row)
            self._shared[frame] = PageKey(own_piece, "", bars, sidebar)
        return self._shared[frame]

    def _list_switch_targets(self, view: PageView) -> list[tuple[str, str, bool] | None]:
        """Return where each switch of a page leads, and whether that is the same page."""
        targets = (view.switch(element) for element, _ in view.frame.switches.values())
        guests = self._site.guest_keys
        return [
            (target.page.docname, guests.get(target.page, ""), target.rule.is_same_page)
            if target
            else None
            for target in targets
        ]

    def _list_hosts(self, views: PageViews, docname: str) -> list[object]:
        """Return the divisions that list the page beside its own, each for its first such page.

        A script has what they show. They may have no page of their own that changes with them.
        """
        hosts: list[object] = []
        # One page of each division stands for its script.
        for places in self._guests.get(docname, ()):
            guests = [*views.make_guest_views(places).values()]
            shared = self._digest_frame(guests[0].frame)
            hosts.append((str(shared), [self._list_switch_targets(view) for view in guests]))
        return hosts

    def _list_relations(self, docname: str) -> list[tuple[str, str | None]]:
        """Return the relations that Sphinx passes to themes: parents, previous and next page."""
        parent, *neighbours = self._relations.get(docname, (None, None, None))
        relations = [(name or "", self._titles.get(name or "")) for name in neighbours]
        # Themes show the whole way up to the root document.
        while parent:
            relations.append((parent, self._titles.get(parent)))
            parent = self._relations.get(parent, (None, None, None))[0]
        return relations


def digest_settings(state: SiteState) -> str:
    """Return the digest of the settings of docs.json that every page may show."""
    # Fields that only some pages show are in the values of these pages.
    shown_settings = (item for item in state.settings.items() if item[0] not in UNSHOWN_SETTINGS)
    return digest(sorted(shown_settings, key=itemgetter(0)))


def _list_other_values(element: Element) -> list[object]:
    """Return what features may show of an element around a page: each field, new ones included."""
    return [getattr(element, name) for name in _OTHER_FIELDS]
