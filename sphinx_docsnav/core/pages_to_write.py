"""Find the pages to write that Sphinx would not write.

Sphinx writes the pages of documents that it reads, and those whose files are missing or older than
their documents or the templates. `find_pages_to_write` adds the pages that show something else of
*other* documents and of docs.json than when they were written. Where only parts of the navigation
have changed, they are replaced in the file, and Sphinx need not write the page.

The key of a page is a digest of the data that its templates are given, put together as for the page
itself, so that nothing describes what a page shows a second time. The ledger of outputs keeps it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields
from operator import itemgetter

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from sphinx_docsnav.core.events import SHOWN
from sphinx_docsnav.core.pages.assets import list_optional_styles
from sphinx_docsnav.core.pages.page_views import PageViews
from sphinx_docsnav.core.pages.theme_choice import adapter_of, html_state
from sphinx_docsnav.core.pages.written_parts import PageKey, replace_parts
from sphinx_docsnav.core.private_names import FINISHES_WITHOUT_DOCUMENTS, digest_output_settings
from sphinx_docsnav.core.reading.link_resolution import digest_objects
from sphinx_docsnav.core.site.document_messages import find_documents_to_check_again
from sphinx_docsnav.core.site.env_record import Links, record_of
from sphinx_docsnav.core.site.load import builder_pages
from sphinx_docsnav.core.site.output_ledger import ledger_of
from sphinx_docsnav.core.site.plant import list_toctree_ancestors
from sphinx_docsnav.core.state import SiteState, build_state, find_state, reading_of, state_of
from sphinx_docsnav.docs_json.kinds import Kind
from sphinx_docsnav.navigation.checks import find_indirect_links
from sphinx_docsnav.navigation.tree import Element, Page, PagePlace
from sphinx_docsnav.sitefiles.page_links import is_pattern, normalize_anchor
from sphinx_docsnav.sitefiles.write import digest
from sphinx_docsnav.themes.division_frame import Frame
from sphinx_docsnav.themes.page_view import PageView
from sphinx_docsnav.themes.variable import KEYS, Crumb

UNSHOWN_SETTINGS = ("$schema", "navigation", "redirects", "variables", "api", "navbar", "footer")
"""Fields of docs.json that no page shows, or that it shows in parts of its navigation only."""
NAMED_ELSEWHERE = frozenset(KEYS[kind] for kind in (Kind.LANGUAGE, Kind.VERSION, Kind.PRODUCT))
"""Levels that pages name outside of parts, too: in notices, and to search engines."""
PRESENTED = frozenset(
    (
        *("label", "icon", "shown_texts", "shown_values", "align", "expanded", "folds", "about"),
        *("children", "root", "global_elements", "navbar", "footer", "pointer", "searchable"),
        "boost",
    )
)
"""Fields of elements that parts and the way to a page show, and those that no page shows."""
_OTHER_FIELDS = tuple(each.name for each in fields(Element) if each.name not in PRESENTED)


def find_pages_to_write(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Return the pages to write that Sphinx would not write (``env-get-updated``).

    All are written if the last build into this folder did not end. Section numbers, which the
    sidebar shows, are known only at this event.
    """
    build, state = build_state(app), find_state(app)
    if build.is_drafting or state is None:
        return []
    adapter = adapter_of(app)
    # Not those for writing: which indices are empty is known only then.
    views = PageViews(app, adapter, builder_pages(app)) if adapter is not None else None
    build.page_keys = _make_page_keys(app, state, views)
    ledger = ledger_of(app)
    keys_before = ledger.page_keys
    if ledger.interrupted:
        to_write = {*env.all_docs}
    else:
        # The pages whose key differs from that of their file.
        changes = {
            docname: (keys_before.get(docname, ""), key)
            for docname, key in build.page_keys.items()
            if keys_before.get(docname) != key
        }
        replaced_pages = replace_parts(app, changes, views.get_view) if views is not None else set()
        to_write = changes.keys() - replaced_pages
        to_write |= find_documents_to_check_again(app)
        # Before Sphinx 8.2, a build that writes no document writes no index either.
        if changes and not to_write and not FINISHES_WITHOUT_DOCUMENTS:
            to_write = {app.config.root_doc}
    html_state(app).changed = sorted(to_write)
    return sorted(to_write)


def keep_page_keys(app: Sphinx, exception: Exception | None) -> None:
    """Store the keys of the pages as they are written now (``build-finished``)."""
    if exception is None:
        ledger_of(app).page_keys = build_state(app).page_keys


def _make_page_keys(app: Sphinx, state: SiteState, views: PageViews | None) -> dict[str, str]:
    """Return the key of each page of this build; see `PageKeys`.

    The builders of text and of books by LaTeX show no navigation, and a project may have none of
    ours: then the links of a page, or the titles around it, are all that others decide.
    """
    env = app.env
    others = make_link_describer(app, state)
    if not reading_of(app).has_navigation:
        titles_of_relations = describe_relations(env)
        return {name: digest(others(name), titles_of_relations.get(name)) for name in env.all_docs}
    if app.builder.format != "html":
        return {name: digest(others(name)) for name in env.all_docs}
    titles = {docname: facts.title for docname, facts in state.facts.items()}
    # One object makes all keys: what pages have in common is put together once.
    keys = PageKeys(app, views, titles, others)
    return {docname: str(keys.of(docname)) for docname in env.all_docs}


class PageKeys:
    """Makes the keys of the pages of one site; what pages have in common is put together once.

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
                (frame.language, frame.notice, frame.is_in_tree),
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


def make_link_describer(app: Sphinx, state: SiteState) -> Callable[[str], object]:
    """Return a function from a docname to what the links in the document show and lead to.

    A link may show the title of its target, may lead to a page inside of a folder, and by the
    redirects of docs.json to another page; or it refers to an object of one of Sphinx's domains.
    """
    record, docnames = record_of(app.env), app.env.all_docs
    links_of, anchors = record.links, record.anchors
    titles = {docname: facts.title for docname, facts in state.facts.items()}
    folders = dict(state.site.first_pages) if state.located else {}
    redirects = _digest_redirects(state) if state.located else ""
    objects = digest_objects(
        app.env, {key for page_links in links_of.values() for key in page_links.objects}
    )

    def shown(docname: str) -> object:
        links = links_of.get(docname)
        if links is None or links == Links(frozenset(), frozenset()):
            return None
        anchor_names = [
            _select_anchors(anchors.get(name, ()), links) for name in sorted(links.anchored)
        ]
        targets = [(name, name in docnames, folders.get(name)) for name in sorted(links.targets)]
        shown_titles = [titles.get(name) for name in sorted(links.titled)]
        shown_objects = [objects.get(key) for key in sorted(links.objects)]
        # Only a page with such a link depends on the redirects.
        away = redirects if any(name not in docnames for name in links.targets) else ""
        return targets, anchor_names, shown_titles, shown_objects, away

    return shown


def _select_anchors(anchors: Iterable[str], links: Links) -> list[str]:
    """Return those of the anchors of a document that *links* may mean."""
    return sorted(anchor for anchor in anchors if normalize_anchor(anchor) in links.anchors)


def _digest_redirects(state: SiteState) -> str:
    """Return a digest of the redirects of docs.json, with the folders that they may lead to."""
    folders = find_indirect_links(state.docs, state.site)
    if any(is_pattern(rule.destination) for rule in state.docs.redirects):
        folders = sorted(state.site.first_pages.items())
    return digest(state.settings.get("redirects"), folders)


def describe_relations(env: BuildEnvironment) -> dict[str, str]:
    """Return names and titles of the documents above, before and after each document.

    Sphinx does not write a page again when the title of its neighbor changes, as for pages of
    authors that is rare. An edit of a specification renames pages.
    """
    titles = {docname: title.astext() for docname, title in env.titles.items()}
    list_ancestors = list_toctree_ancestors(env)
    described: dict[str, str] = {}
    for docname, relations in env.collect_relations().items():
        shown = [name for name in (*relations, *list_ancestors(docname)) if name]
        described[docname] = "\n".join(f"{name} {titles.get(name, '')}" for name in shown)
    return described
