"""The pages of one build as templates see them; what they share is made once."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, cached_property, partial
from html import escape
from typing import Any
from urllib.parse import quote

from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder

from sphinx_docsnav.core.language import find_catalog
from sphinx_docsnav.core.pages.copied_files import icon_address
from sphinx_docsnav.core.pages.template_texts import TitleMarkup
from sphinx_docsnav.core.pages.written_parts import (
    GUEST_MARK,
    GUESTS,
    make_shared_sidebar,
    shares_sidebars,
    written_parts_of,
)
from sphinx_docsnav.core.site.divisions import scopes_of, switches_of
from sphinx_docsnav.core.site.hanging_pages import (
    find_document_entries,
    find_plain_headings,
    find_section_number,
)
from sphinx_docsnav.core.site.load import find_site_documents
from sphinx_docsnav.core.site.plant import shows_titles_only
from sphinx_docsnav.core.state import reading_of, state_of
from sphinx_docsnav.docs_json.kinds import Icon, Kind
from sphinx_docsnav.faults import FaultKind
from sphinx_docsnav.icons import IconKind, find_icon_kind
from sphinx_docsnav.mdx.frontmatter import read_flag
from sphinx_docsnav.navigation import Site
from sphinx_docsnav.navigation.checks import list_site_links
from sphinx_docsnav.navigation.inventory import (
    BUILDER_PAGES,
    explain_ungenerated_page,
    is_builder_page,
)
from sphinx_docsnav.navigation.page_facts import PageFacts
from sphinx_docsnav.navigation.switch import Target
from sphinx_docsnav.navigation.tree import (
    DocumentEntries,
    Element,
    Page,
    PagePlace,
    translate_banner,
)
from sphinx_docsnav.sitefiles.languages import direction, make_browser_code
from sphinx_docsnav.sitefiles.page_links import find_path
from sphinx_docsnav.themes.addresses import (
    Addresses,
    ReplacedAddresses,
    find_common_folder,
    find_prefix,
)
from sphinx_docsnav.themes.base import Adapter, ShownHeadings, SidebarExtent
from sphinx_docsnav.themes.brand import Colours
from sphinx_docsnav.themes.division_frame import Frame
from sphinx_docsnav.themes.page_view import DATA, FIELDS, PageView
from sphinx_docsnav.themes.part_markup import read_part_options
from sphinx_docsnav.themes.shared_sidebar import ROOT, SWITCH, SharedSidebar
from sphinx_docsnav.themes.site_bars import SiteBars, make_notice
from sphinx_docsnav.themes.variable import (
    FooterView,
    Lazy,
    NavbarView,
    Notice,
    PageLanguage,
    Viewer,
)


def warn_missing_builder_pages(app: Sphinx, pagenames: frozenset[str]) -> None:
    """Warn of each link of docs.json to an index or search page that this build does not write.

    Sphinx says nothing about such an entry of a toctree.

    Faults: ``link_missing``.
    """
    state = state_of(app)
    if reading_of(app).from_toctrees:
        return
    faults = state.docs.source
    for href, pointer in list_site_links(state.docs, state.site):
        name = find_path(href).removesuffix(".html")
        if is_builder_page(name) and name not in pagenames and name not in app.env.all_docs:
            kind = FaultKind.LINK_MISSING
            state.report(faults.warning(kind, pointer, *explain_ungenerated_page(name)))


def find_builder_page_facts(app: Sphinx) -> dict[str, PageFacts]:
    """Return the titles of such pages in the language of the project, as toctrees show them."""
    labels = app.env.domains["std"].data["labels"]
    return {
        page: PageFacts(title=str(labels[name][2]))
        for name, (page, _) in BUILDER_PAGES.items()
        if name in labels and name != "py-modindex"  # as in toctrees, its title is the other's
    }


class PageViews:
    """Makes the view of each page, and keeps the frames that pages share.

    :param pagenames: the pages without a document that links may lead to.
    """

    def __init__(self, app: Sphinx, adapter: Adapter, pagenames: frozenset[str]) -> None:
        self.app = app
        self.adapter = adapter
        """Shows the navigation in the theme of the build."""
        self.state = state_of(app)
        self.site: Site = self.state.site
        """The site this is for; another site has its own `PageViews`."""
        self.documents = app.env.all_docs
        self.switches = switches_of(app)
        self._search_pages = scopes_of(app).pages
        extras = adapter.extras(self._read_theme_options())
        self.extent = SidebarExtent.of_extras(extras)
        """The part of the site that the sidebar shows."""
        self.has_titles_only = shows_titles_only(app.env, app.config.root_doc)
        """Whether the project's toctrees list titles of pages without their headings."""
        if self.has_titles_only:
            self.extent = self.extent._replace(headings=ShownHeadings.NONE)
        self._entries: dict[str, DocumentEntries | None] = {}
        self._draw_icon = cache(self._make_icon)
        self.viewer = self._make_viewer(pagenames)
        self.extras = {"bar_links": not adapter.links, **extras}
        """The values of the adapter for cached templates."""
        self.part_options = read_part_options(app.config.docsnav_theme_options)
        """The parts that the project omits or moves into the sidebar."""
        self._frames: dict[tuple[Element, bool, str, str], Frame] = {}
        self._homes: dict[Element, str] = {}
        self._shared_sidebars: dict[Element, SharedSidebar | None] = {}
        self._ready = {
            "drilldown": self.state.docs.interaction.drilldown,
            "eyebrow": self.state.docs.styling.eyebrows or adapter.eyebrow,
        }
        self.translate = find_catalog(app)
        """Translates the texts of docs.json."""
        self._current: tuple[str, PageView] | None = None

    def _make_viewer(self, pagenames: frozenset[str]) -> Viewer:
        """Return what all pages share to show entries: addresses, icons, headings and limits.

        :param pagenames: as for the class.
        """
        target = cache(self.app.builder.get_target_uri)
        guests = self.site.guest_keys if shares_sidebars(self.app) else {}
        return Viewer(
            Addresses(target, find_site_documents(self.app), pagenames, guests),
            self.site.first_page,
            self._draw_icon,
            drilldown=self.state.docs.interaction.drilldown,
            hanging=lambda docname: self.site.hanging.get(docname, ()),
            entries_of=self.document_entries,
            arrange=cache(self._arrange_group),
            max_level=self._find_max_level(),
            max_heading_level=self.extent.max_level,
            number=self._find_number,
            render_title=TitleMarkup(self.app).render,
            has_plain_titles=self.extent.has_plain_titles,
        )

    def _find_number(self, page: Page) -> str:
        """Return the section number of a page or heading, in themes whose sidebar has numbers."""
        return "" if self.extent.has_plain_titles else find_section_number(self.app.env, page)

    def _read_theme_options(self) -> dict[str, Any]:
        builder = self.app.builder
        if not isinstance(builder, StandaloneHTMLBuilder) or builder.templates is None:
            return {}
        # Sphinx has warned of the options that the theme lacks, and would do it again.
        options: dict[str, Any] = builder.theme.get_options({})
        set_options = self.app.config.html_theme_options.items()
        return options | {name: value for name, value in set_options if name in options}

    def _find_max_level(self) -> int:
        """Return the level of the deepest pages of the sidebar; 0 for any.

        The default of a theme is for toctrees: docs.json lists what the sidebar is to show.
        """
        if self.site.is_in_one_row:
            return self.extent.max_level
        return SidebarExtent.of_extras(self.adapter.extras(self.adapter.options)).max_level

    def document_entries(self, docname: str) -> DocumentEntries | None:
        """Return the entries of a document with the headings that all pages show; found once.

        :returns: ``None`` if they are its own entry and the pages below it.
        """
        if docname not in self._entries:
            self._entries[docname] = self._find_entries(docname)
        return self._entries[docname]

    def _find_entries(self, docname: str) -> DocumentEntries | None:
        pages, divided = self.site.hanging.get(docname, ()), self.site.divided.get(docname)
        headings = self.extent.headings
        is_parent = bool(pages) or divided is not None
        if headings is ShownHeadings.NONE or (headings is not ShownHeadings.ALL and not is_parent):
            return divided
        return find_document_entries(self.app.env, self.app.tags, docname, pages, headings)

    def _arrange_group(self, group: Element) -> DocumentEntries | None:
        """Return the entries of a group among the headings of its main page, as its toctrees do.

        :returns: ``None`` if the toctrees of that page list none of them, or no headings are shown.
        """
        # The root of a heading is its section of a page.
        is_heading = group.root is not None and bool(group.root.anchor)
        if group.root is None or is_heading or self.extent.headings is ShownHeadings.NONE:
            return None
        docname, (env, tags) = group.root.docname, (self.app.env, self.app.tags)
        items = (*self.site.hanging.get(docname, ()), *group.children)
        entries = find_document_entries(env, tags, docname, items, self.extent.headings)
        if entries is None or entries.before or entries.after:
            return None
        elements = (item for item in entries.below if isinstance(item, Element))
        placed_items = {*entries.below, *(item for element in elements for item in element.walk())}
        # What docs.json adds to the toctrees comes last.
        others = [item for item in items if item not in placed_items]
        return DocumentEntries((), (*entries.below, *others), ()) if others != [*items] else None

    def _find_headings(self, place: PagePlace) -> Iterable[Element | Page]:
        """Return the headings of a page that the sidebar of all pages does not have."""
        docname, env, tags = place.page.docname, self.app.env, self.app.tags
        if not place.has_entry or docname not in self.documents:
            return ()
        groups = [group for group in place.groups if group.root is place.page]
        # The sidebar has the headings with pages below them: the others are left.
        if self.extent.headings is ShownHeadings.LEADING:
            children = (child for group in groups for child in group.children)
            listed = (*self.site.hanging.get(docname, ()), *children)
            return find_plain_headings(env, tags, docname, listed)
        if self.document_entries(docname) or any(map(self.viewer.arrange, groups)):
            return ()
        return find_plain_headings(env, tags, docname, ())

    def make_variable(self, view: PageView) -> Lazy[PageView]:
        """Return the ``docsnav`` template variable of a page."""
        return Lazy(view, FIELDS, self._ready)

    def get_view(self, pagename: str) -> PageView:
        """Return the view that `make_view` made for a page, or a new one."""
        if self._current is None or self._current[0] != pagename:
            return self.make_view(pagename, None)
        return self._current[1]

    def make_view(self, pagename: str, pathto: Callable[..., str] | None) -> PageView:
        """Return a new view of a page of the output; later handlers of the page share it.

        :param pathto: what Sphinx, or an extension, gives to the page for addresses;
            ``None`` for the usual ones.
        """
        place = self._find_place(pagename)
        chain, in_site = place.divisions, place.in_site
        addresses = self.viewer.addresses
        # Pages of one division and depth share a frame, as long as addresses are the usual ones.
        usual = addresses.prefix(pagename)
        prefix = find_prefix(pathto, addresses.target) if pathto else usual
        # Another extension decides on each address of this page: nothing can be shared.
        if pathto and prefix is None:
            page_addresses = ReplacedAddresses(
                addresses.target,
                addresses.documents,
                addresses.builder_pages,
                addresses.guests,
                pathto=pathto,
            )
            viewer = replace(self.viewer, addresses=page_addresses)
            frame = self._make_frame(chain, usual, "", viewer, is_in_tree=in_site)
        else:
            home = self._find_home(chain[-1] if chain else self.site.root, pagename)
            frame = self._get_frame(chain, prefix or "", home, is_in_tree=in_site)
        wrap = written_parts_of(self.app).marks.wrap
        is_guest = bool(addresses.guests) and pagename in self.site.guest_names
        mark = self.extras.get("guest_mark", GUEST_MARK) if is_guest else ""
        view = self._make_page_view(pagename, frame, place)
        view.wrap, view.guest_mark = wrap, mark
        # The key of the page, made before, has other addresses: never replace its parts.
        if prefix != usual:
            view.reads.add(DATA)  # an extension decides on addresses while the page is written
        self._current = (pagename, view)
        return view

    def make_view_from_root(self, docname: str) -> PageView:
        """Return the view of a document with addresses as on a page at the output's root."""
        place = self._find_place(docname)
        frame = self._get_frame(place.divisions, "", "", is_in_tree=place.in_site)
        return self._make_page_view(docname, frame, place)

    def _make_page_view(self, pagename: str, frame: Frame, place: PagePlace) -> PageView:
        view = PageView(frame, place, self._make_switch(pagename))
        if self.extent.headings is not ShownHeadings.ALL:
            view.find_headings = partial(self._find_headings, place)
        if not read_flag(self.app.env.metadata.get(pagename, {}).get("hideFooterPagination")):
            view.previous, view.next = self.site.neighbours(pagename)
        return view

    def _find_place(self, pagename: str) -> PagePlace:
        place = self.site.place(pagename)
        if place is not None:
            return place
        return self.site.place_of_other(pagename, self._search_pages.get(pagename))

    def _find_home(self, division: Element, pagename: str) -> str:
        """Return the folder that all pages of a division's sidebar are in, and *pagename* too."""
        target = self.viewer.addresses.target
        if division not in self._homes:
            pages = self.viewer.pages(division.children)
            self._homes[division] = find_common_folder(
                target(p.docname) for p in pages if not p.url
            )
        # Shorter addresses inside of a folder that the whole sidebar is in.
        home = self._homes[division]
        return home if target(pagename).startswith(home) else ""

    def _get_frame(
        self, chain: tuple[Element, ...], prefix: str, home: str, *, is_in_tree: bool
    ) -> Frame:
        key = (chain[-1] if chain else self.site.root, is_in_tree, prefix, home)
        if key not in self._frames:
            frame = self._make_frame(chain, prefix, home, self.viewer, is_in_tree=is_in_tree)
            frame.find_shared = partial(self._get_shared_sidebar, chain)
            self._frames[key] = frame
        return self._frames[key]

    def _get_shared_sidebar(self, chain: tuple[Element, ...]) -> SharedSidebar | None:
        """Return the short sidebar of a large division; computed once."""
        division = chain[-1] if chain else self.site.root
        if division not in self._shared_sidebars:
            make = partial(self._make_frame, chain, ROOT, "", self.viewer, is_in_tree=True)
            self._shared_sidebars[division] = make_shared_sidebar(self.app, make)
        return self._shared_sidebars[division]

    def _make_frame(
        self,
        chain: tuple[Element, ...],
        prefix: str,
        home: str,
        viewer: Viewer,
        *,
        is_in_tree: bool,
    ) -> Frame:
        bars = SiteBars(viewer.addresses, prefix, self._draw_icon, self.translate)
        return Frame(
            self.site.root,
            chain,
            is_in_tree,
            prefix,
            viewer,
            self._render,
            self._find_language(chain),
            self._make_notice(chain, prefix, viewer.addresses),
            self._make_navbar(chain, bars),
            self._make_footer(chain, bars),
            home,
            self.extras,
            self.part_options,
            first_in_header=self.site.is_in_one_row,
        )

    def _make_navbar(self, chain: tuple[Element, ...], bars: SiteBars) -> NavbarView | None:
        """Return the links at the top: those of the language, else of the site."""
        navbars = [element.navbar for element in chain if element.navbar is not None]
        hidden = "navbar" in self.part_options
        return None if hidden else bars.navbar(navbars[-1] if navbars else self.state.docs.navbar)

    def _make_footer(self, chain: tuple[Element, ...], bars: SiteBars) -> FooterView | None:
        """Return the footer of the language, else of the site."""
        footers = [element.footer for element in chain if element.footer is not None]
        hidden = "footer" in self.part_options
        return None if hidden else bars.footer(footers[-1] if footers else self.state.docs.footer)

    def _render(self, template: str, context: dict[str, Any]) -> str:
        templates = self.app.builder.templates
        if templates is None:
            raise RuntimeError(f"{self.app.builder.name} renders no templates")
        rendered: str = templates.render(template, context)
        return rendered

    def _find_language(self, chain: tuple[Element, ...]) -> PageLanguage:
        codes = [element.code for element in chain if element.kind is Kind.LANGUAGE]
        code = codes[-1] if codes else self.app.config.language
        return PageLanguage(code=make_browser_code(code), direction=direction(code))

    @cached_property
    def colours(self) -> Colours | None:
        """The colours of docs.json, readable; ``None`` if it has none."""
        colors = self.state.docs.colors
        return Colours.of(colors.primary, colors.light)

    def _make_notice(
        self, chain: tuple[Element, ...], prefix: str, addresses: Addresses
    ) -> Notice | None:
        site_banner = translate_banner(self.state.docs.banner, self.translate)
        banners = (site_banner, *(element.banner for element in chain))
        banner = next((each for each in reversed(banners) if each is not None), None)
        if banner is None or "banner" in self.part_options:
            return None
        return make_notice(banner, addresses, prefix, self.state.docs.variables)

    def _make_switch(self, pagename: str) -> Callable[[Element], Target | None]:
        """Return a function that finds where the switch to a division leads from a page."""
        if pagename in self.documents:
            return partial(self.switches.target, pagename)
        return lambda _element: None

    def make_guest_views(self, places: Sequence[PagePlace]) -> dict[str, PageView]:
        """Return the views of a division for the pages of others that it lists, by docname."""
        # All addresses are relative to the root: the script adds the page's own prefix.
        frame = self._make_frame(places[0].divisions, ROOT, "", self.viewer, is_in_tree=True)
        docnames = sorted({place.page.docname for place in places})
        return {
            docname: PageView(
                frame, PagePlace(Page(docname), has_entry=False), self._make_switch(docname)
            )
            for docname in docnames
        }

    def make_guest_scripts(self, names: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Yield the file and the content of the script of each division that lists guests.

        It replaces the parts of such a page by those of the division.

        :param names: the parts that pages have.
        """
        target = self.viewer.addresses.target
        for key, places in self.site.guests.items() if self.viewer.addresses.guests else ():
            views = self.make_guest_views(places)
            frame = next(iter(views.values())).frame
            # Addresses that depend on the page are filled in by the script.
            marks = {f"{switch}.": f"{SWITCH}{n};" for n, switch in enumerate(frame.switches)}
            parts = {name: frame.part(name).fill(marks) for name in names}
            switches = {
                target(docname): [escape(url) for url in view.addresses.values()]
                for docname, view in views.items()
            }
            data = f"{json.dumps(parts)}, {json.dumps(switches)}"
            yield f"{GUESTS}{key}.js", f"docsnavTools.show({data});\n"

    def _make_icon(self, icon: Icon, prefix: str) -> str:
        """Return the markup of an icon; empty if it does not exist."""
        kind = find_icon_kind(icon.name)
        if kind is IconKind.NAME:
            return self.state.icons.svg(icon) or ""
        if kind is IconKind.URL:
            source = icon.name if icon.name.startswith("https://") else ""
        else:
            source = self._find_image(icon.name, prefix)
        return f'<img class="docsnav-icon" src="{escape(source)}" alt="">' if source else ""

    def _find_image(self, name: str, prefix: str) -> str:
        """Return the address of an image of the site, empty if it is outside or missing."""
        address = icon_address(self.app, name)
        return prefix + quote(address) if address else ""
