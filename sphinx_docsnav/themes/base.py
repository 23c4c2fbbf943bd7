"""The interface of theme adapters: everything that is specific to a family of themes."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, TypedDict

from sphinx_docsnav.faults import Fault, FaultKind, Severity
from sphinx_docsnav.themes.brand import Brand, BrandSettings, Colours, put_logo
from sphinx_docsnav.themes.page_view import PageView

Context = dict[str, Any]
"""What Sphinx gives to the template of one page."""
FOOTER = "footer"
"""The part that is the footer of docs.json."""
BESIDE_CONTENTS = ("localtoc.html", "relations.html", "sourcelink.html", "searchbox.html")
"""Sidebar templates of Sphinx that are below a table of contents."""


class Instead(NamedTuple):
    """What the sidebar shows whatever an option of the theme says."""

    shown: str
    """The end of a sentence: "the sidebar shows …"."""
    like: tuple[str, ...] = ()
    """The values of the option that ask for just that, in lower case."""


ALL_LEVELS = Instead("all levels, which readers unfold")
CLOSED = Instead("all branches, closed but for that of the page", ("false", "0", ""))
ALL_TOCTREES = Instead("what docs.json lists, or all toctrees, hidden ones included", ("true", "1"))
TITLES = Instead("titles of pages; headings are in the list of the page", ("true", "1"))


def theme_options(*kept: str, **replaced: Instead | None) -> Mapping[str, Instead | None]:
    """Return what options of a theme do: those *kept* have their effect."""
    return {**dict.fromkeys(kept), **replaced}


class Drawer(TypedDict):
    """A part of the page that is a drawer in narrow windows."""

    media: str
    """A media query for the windows in which it is a drawer."""
    panel: str
    """The drawer."""
    opener: str
    """What opens it."""
    closer: str
    """What closes it; the first one is clicked on Escape."""
    open: str
    """What the page has while it is open."""


class Adapter:
    """How one family of themes shows the navigation.

    The files of an adapter, a style sheet and templates, are in the folder of its
    module; an adapter derived from another one uses the other's files too.
    One object serves all pages of a build. Everything it puts into a page's
    context is plain data or a plain function, because the ``json`` and
    ``pickle`` builders write the context out.
    """

    themes: ClassVar[tuple[str, ...]] = ()
    """Directory names of the themes; themes that inherit from one of them match too."""
    style: ClassVar[str] = ""
    """The name of a style sheet in the adapter's folder; it becomes a part of ``docsnav.css``."""
    script: ClassVar[str] = ""
    """The name of a script in the adapter's folder; it becomes a part of ``docsnav.js``."""
    overlays: ClassVar[str] = ""
    """The name of a folder in the adapter's folder; its templates come before the theme's own."""
    banner: ClassVar[str] = "banner"
    """The part that is the banner."""
    tabs: ClassVar[str] = "bar"
    """The part that lists the tabs."""
    links: ClassVar[str] = ""
    """The part that has the links of ``navbar``; empty if the bar of tabs has them."""
    side: ClassVar[tuple[str, ...]] = ("switch", "anchors", "sidebar")
    """The parts that the theme shows in its sidebar, or in its header."""
    eyebrow: ClassVar[str] = ""
    """The default of ``styling.eyebrows``: ``breadcrumbs``, ``section`` or nothing."""
    drilldown: ClassVar[bool] = False
    """Group titles lead to their first page where docs.json leaves it open."""
    parents_without_link: ClassVar[bool] = False
    """The theme's breadcrumbs can name a parent without an address."""
    hide_headings: ClassVar[Mapping[str, str]] = {}
    """Front matter by which a page of the theme leaves its list of headings out."""
    text: ClassVar[tuple[str, str]] = ("#1f2328", "#d6d6d6")
    """The colours of text on light and on dark pages; links of nearly the same are underlined."""
    extensions: ClassVar[tuple[str, ...]] = ()
    """Extensions that the theme needs, where a site has no ``conf.py``."""
    adds_files_when_checked: ClassVar[bool] = False
    """The theme adds its style sheets and scripts at ``env-check-consistency``."""
    drawers: ClassVar[tuple[Drawer, ...]] = ()
    """The drawers of a theme that has no keys for them."""
    search_button: ClassVar[str] = ""
    """The selector of a button of the theme that opens a search; ours opens in its place."""
    names_search: ClassVar[bool] = False
    """Pages of the theme load the scripts of Sphinx's search."""
    search_overlays: ClassVar[str] = ""
    """A folder of overlays in place of a search of the theme that reads Sphinx's index."""
    drops_comments: ClassVar[bool] = False
    """The theme removes comments from finished pages."""
    mode_keys: ClassVar[tuple[str, ...]] = ()
    """The names under which a browser stores light or dark mode; empty if the theme has one mode.

    A name that begins with a dot follows the path of the site's root.
    """
    mode_values: ClassVar[tuple[str, str]] = ("light", "dark")
    """What it stores for light and for dark mode."""
    mode_options: ClassVar[tuple[str, ...]] = ("color_mode",)
    """Theme options that set the first mode in ``conf.py``."""
    mode_needs: ClassVar[str] = ""
    """A theme option without which the theme has one mode."""
    mode_toggle: ClassVar[str] = ""
    """A CSS selector of the buttons that change the mode."""
    dark: ClassVar[tuple[str, ...]] = ()
    """Selectors of a body in dark mode, from ``html`` on; empty if the theme has none."""
    dark_by_system: ClassVar[str] = ""
    """The selector of a body that is dark where the reader's system is."""
    font_variables: ClassVar[tuple[str, str]] = ("", "")
    """CSS variables with the fonts of text and of headings."""
    page_variables: ClassVar[tuple[str, ...]] = ()
    """CSS variables with the colour behind a page."""
    page: ClassVar[str] = "body"
    """What shows the colour behind a page: ``html``, ``body`` or a selector below it."""
    page_covers: ClassVar[str] = ""
    """A selector of what hides that with a colour of its own."""
    edit_settings: ClassVar[tuple[tuple[str, ...], ...]] = ()
    """Theme options and values of ``html_context`` that together make the theme link to sources."""

    escaped_meta: ClassVar[tuple[str, ...]] = ()
    """Metadata of pages that the theme's templates filter before they escape it.

    It stays as it is; what is escaped before would be escaped twice.
    """

    bundles: ClassVar[bool] = False
    """The theme is ours: its style sheet has the rules of all parts of the navigation, and the
    files of the navigation contain what other themes load with components."""
    important_classes: ClassVar[bool] = False
    """The theme has important rules for classes such as ``p-4``, with other meanings."""

    navigation_options: ClassVar[Mapping[str, Instead | None]] = {}
    """The options of the theme that concern the navigation; ``None`` for those that have their
    effect, else what our sidebar shows instead, which a build says once for each that is set."""

    def __init__(self, options: Mapping[str, Any]) -> None:
        self.options = options
        """The theme's options that the project has set itself (``html_theme_options``)."""

    @property
    def has_two_modes(self) -> bool:
        """Whether pages of this build can be light or dark."""
        return bool(self.mode_keys) and (not self.mode_needs or self.mode_needs in self.options)

    def one_mode(self, settings: Mapping[str, object]) -> str:
        """Return why pages of this build are light or dark for all readers.

        :param settings: those of the project; ``html_theme`` names the theme.
        """
        without = f" without the option {self.mode_needs!r}" if self.mode_needs else ""
        return f"theme {str(settings.get('html_theme', ''))!r} has one mode{without}"

    def replaced_options(self) -> Iterator[Fault]:
        """Yield ``setting_ignored`` for each option that is set and that our sidebar replaces."""
        for name, instead in self.navigation_options.items():
            value = str(self.options.get(name, "")).lower()
            if instead is not None and name in self.options and value not in instead.like:
                message = f"html_theme_options: {name!r} has no effect: the sidebar shows "
                yield Fault(FaultKind.SETTING_IGNORED, Severity.INFO, message + instead.shown)

    def links_to_sources(self, context: Mapping[str, Any]) -> bool:
        """Say if the project has set up the theme's own links to edit a page.

        :param context: ``html_context`` of the project.
        """
        values = {**context, **self.options}
        return any(all(values.get(name) for name in names) for names in self.edit_settings)

    @classmethod
    def logo_settings(cls, brand: Brand) -> BrandSettings:
        """Return the Sphinx settings that show a site's logo.

        A project with a logo of its own keeps that.
        """
        return put_logo(brand.logo_light)

    @classmethod
    def brand_settings(cls, brand: Brand) -> BrandSettings:
        """Return the Sphinx settings for the look of a site that has no ``conf.py``."""
        return cls.logo_settings(brand)

    def sidebars(self, names: list[str], *, own: bool) -> list[str]:  # noqa: ARG002 -- a hook
        """Return the templates of the sidebar with ours among them.

        :param names: as the theme or ``html_sidebars`` lists them.
        :param own: the project lists them itself.
        """
        return names

    def required_on(self, context: Context, page: PageView) -> tuple[str, ...]:  # noqa: ARG002 -- a hook
        """Return the parts that a page must show: all but those that its author has hidden.

        One that the templates omit is reported once, and added at the top of the page.
        """
        # A project's own announcement replaces the banner.
        announced = bool(context.get("theme_announcement"))
        above = (self.tabs, self.links) if self.links else (self.tabs,)
        return (*(() if announced else (self.banner,)), *above, *self.side, FOOTER)

    def extras(self, options: Mapping[str, Any]) -> dict[str, Any]:  # noqa: ARG002 -- a hook
        """Return what the cached templates find as ``docsnav.theme``.

        :param options: the theme's options as the project has set them.
        """
        return {}

    @classmethod
    def escape_texts(cls, context: Context) -> None:
        """Escape what the theme has computed from texts of pages, and prints as it is.

        It is called for every HTML page, with our navigation and without, after the theme's own
        handlers. What Sphinx and this extension compute is safe before.
        """

    def inputs(self, context: Context, page: PageView) -> None:
        """Change what the theme reads, before it computes anything (priority 450)."""

    def outputs(self, context: Context, page: PageView) -> None:
        """Change what the theme has computed (priority 900)."""

    def navigation_changed(self, env: Any, docnames: Iterable[str]) -> None:  # noqa: ANN401 -- as below
        """Take notice of documents that are written because their navigation has changed.

        Sphinx learns of them after ``env-updated``, where themes collect what is written.
        """

    def finished(self, env: Any, has_file: Callable[[str], bool]) -> None:  # noqa: ANN401 -- themes put what they like there
        """Run the theme's code after all pages are written (``build-finished``).

        :param has_file: returns whether a document has a file in the output;
            with ``docsnav_only``, most have none.
        """

    def colour_rules(self, colours: Colours) -> str:
        """Return style rules that give the theme the colours of docs.json."""
        return f":root{{--docsnav-accent:{colours.light}}}"

    def code_rules(self, light: Any, dark: Any) -> str:  # noqa: ANN401, ARG002 -- classes of Pygments; a hook
        """Return the rules of two Pygments styles, if the theme has no style sheet of them."""
        return ""

    def added_rules(self, colors: Mapping[str, str]) -> str:  # noqa: ARG002 -- a hook
        """Return what only this site has in the style sheet of the navigation.

        :param colors: ``colors`` of docs.json.
        """
        return ""


def adapter_files(adapter: type[Adapter], attribute: str) -> list[Path]:
    """Return the files or folders that *adapter* and the classes it derives from name.

    :param attribute: ``style``, ``script``, ``overlays`` or ``search_overlays``.
    :returns: those of the most general class first.
    """
    found = []
    for cls in reversed(adapter.__mro__):
        name = vars(cls).get(attribute)
        module = sys.modules.get(cls.__module__)
        if name and module is not None and module.__file__:
            found.append(Path(module.__file__).parent / name)
    return found


def beside(
    names: Iterable[str], anchors: Iterable[str], before: Iterable[str], after: Iterable[str] = ()
) -> list[str] | None:
    """Return template *names* with others around the first of *anchors*, none of them twice.

    :returns: ``None`` if none of *anchors* is among *names*.
    """
    listed = list(names)
    found = next((name for name in listed if name in set(anchors)), None)
    if found is None:
        return None
    place = listed.index(found)
    return [
        *listed[:place],
        *(name for name in before if name not in listed),
        found,
        *(name for name in after if name not in listed),
        *listed[place + 1 :],
    ]


def usual_place(names: Iterable[str], ours: Iterable[str]) -> list[str]:
    """Return template *names* of a project that lists no table of contents, with *ours* added.

    They are inserted before the templates that belong below a table of contents, such as
    a page's own headings; without such templates, at the end.
    """
    listed = list(names)
    added = [name for name in ours if name not in listed]
    return beside(listed, BESIDE_CONTENTS, added) or [*listed, *added]
