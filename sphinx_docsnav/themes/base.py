"""The interface of theme adapters: everything that is specific to a family of themes."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, TypedDict

from sphinx_docsnav.faults import Fault, FaultKind, Severity
from sphinx_docsnav.themes.brand import Brand, BrandSettings, Colours, make_logo_setting
from sphinx_docsnav.themes.page_view import PageView

Context = dict[str, Any]
"""The context that Sphinx passes to the template of one page."""
BANNER, FOOTER = "banner", "footer"
"""The parts that show the banner and the footer of docs.json."""
BESIDE_CONTENTS = ("localtoc.html", "relations.html", "sourcelink.html", "searchbox.html")
"""Sidebar templates of Sphinx that belong below a table of contents."""


class Instead(NamedTuple):
    """What the sidebar shows regardless of an option of the theme."""

    shown: str
    """The end of a sentence: "the sidebar shows …"."""
    like: tuple[str, ...] = ()
    """The values of the option that have the same effect, in lower case."""


CLOSED = Instead("all branches, closed but for that of the page", ("false", "0", ""))
ALL_TOCTREES = Instead("what docs.json lists, or all toctrees, hidden ones included", ("true", "1"))


def list_theme_options(*kept: str, **replaced: Instead | None) -> Mapping[str, Instead | None]:
    """Return the navigation options of a theme: *kept* have an effect, the others are replaced."""
    return {**dict.fromkeys(kept), **replaced}


class ShownHeadings(Enum):
    """The pages whose headings the sidebar of a theme shows on every page."""

    NONE = "none"
    """No page: toctrees in sections are directly below their document."""
    LEADING = "leading"
    """Only headings with toctrees below them."""
    PARENTS = "parents"
    """Pages with other pages below them, or with several titles.

    For themes that show only the branch of the current page, and in it the headings of all pages;
    the headings of a page without others below it are on that page alone.
    """
    ALL = "all"
    """All pages."""


class SidebarExtent(NamedTuple):
    """How much of the site a sidebar shows."""

    headings: ShownHeadings = ShownHeadings.NONE
    """The headings that it shows."""
    max_level: int = 0
    """The level of the deepest entries, from 1; 0 for any."""
    has_plain_titles: bool = False
    """Whether it shows the text of titles, without formulas, code and section numbers."""

    @classmethod
    def of_extras(cls, extras: Mapping[str, Any]) -> SidebarExtent:
        """Return what the values of an adapter say; see `Adapter.extras`."""
        headings = extras.get("headings", ShownHeadings.NONE)
        has_plain_titles = bool(extras.get("has_plain_titles"))
        return cls(headings, int(extras.get("max_level", 0)), has_plain_titles)


def is_set_option(options: Mapping[str, Any], name: str) -> bool:
    """Return whether an option of the theme is true, as text or as a boolean."""
    return str(options.get(name, "")).lower() in {"true", "1", "yes", "on"}


def choose_headings(
    options: Mapping[str, Any], collapse: str, titles_only: str = ""
) -> ShownHeadings:
    """Return the headings that a theme shows, from the names of its options for toctrees."""
    if is_set_option(options, titles_only):
        return ShownHeadings.NONE
    return ShownHeadings.PARENTS if is_set_option(options, collapse) else ShownHeadings.ALL


def read_level_option(options: Mapping[str, Any], name: str) -> int:
    """Return the number of levels in an option of the theme; 0 if it sets none."""
    text = str(options.get(name, "")).strip()
    return int(text) if text.isdecimal() else 0


class Drawer(TypedDict):
    """A part of the page that is a drawer in narrow windows, described by CSS selectors."""

    media: str
    """The media query of the windows in which it is a drawer."""
    panel: str
    """The selector of the drawer."""
    opener: str
    """The selector of the button that opens it."""
    closer: str
    """The selector of the buttons that close it; the first one is clicked on Escape."""
    open: str
    """A selector that matches while it is open."""


def make_drawer_rule(drawer: Drawer) -> str:
    """Return the rule that hides a closed drawer, so that keys do not stop in it.

    The drawer disappears once it has slid out. Without scripts, it may be a part of the page.
    """
    return (
        f"@media (scripting:enabled) and {drawer['media']}"
        f"{{html:not(:has({drawer['open']})) {drawer['panel']}"
        "{animation:docsnav-hide 0s .3s forwards}}\n"
    )


class Modes(NamedTuple):
    """The light and the dark mode of a theme, between which readers switch."""

    keys: tuple[str, ...]
    """The keys of the browser's local storage for the mode.

    A key that begins with a dot is preceded by the path of the site's root.
    """
    button: str
    """A CSS selector of the buttons that change the mode."""
    dark: tuple[str, ...]
    """Selectors of the body in dark mode, starting at ``html``."""
    dark_by_system: str = ""
    """The selector of a body that is dark if the system of the reader is."""
    values: tuple[str, str] = ("light", "dark")
    """The stored values of the light and the dark mode."""


class PageArea(NamedTuple):
    """The element that shows the background of a page, and the fonts of its text."""

    selector: str = "body"
    """``html``, ``body`` or a selector below it."""
    variables: tuple[str, ...] = ()
    """CSS variables with the colour."""
    covers: str = ""
    """A selector of elements that cover the area with a colour of their own."""
    text: tuple[str, str] = ("#1f2328", "#d6d6d6")
    """The colours of text on light and on dark pages; links of nearly the same are underlined."""
    fonts: tuple[str, str] = ("", "")
    """CSS variables with the fonts of text and of headings."""


class Adapter:
    """How one family of themes shows the navigation.

    The files of an adapter, a style sheet and templates, are in the folder of its module; a derived
    adapter also uses the files of its base. One object serves all pages of a build. All that it
    puts into the context of a page is plain data or a plain function, because the ``json`` and
    ``pickle`` builders write the context.
    """

    themes: ClassVar[tuple[str, ...]] = ()
    """The directory names of the themes; themes that inherit from one of them match, too."""
    style: ClassVar[str] = ""
    """The name of a style sheet in the adapter's folder; it becomes a part of ``docsnav.css``."""
    script: ClassVar[str] = ""
    """The name of a script in the adapter's folder; it becomes a part of ``docsnav.js``."""
    overlays: ClassVar[str] = ""
    """The name of a folder in the adapter's folder; its templates override those of the theme."""
    search_overlays: ClassVar[str] = ""
    """A folder of overlays that replace the search of the theme, also without docs.json.

    For a theme whose own script reads Sphinx's index: Immaterial.
    """
    tabs: ClassVar[str] = "bar"
    """The part that lists the tabs."""
    links: ClassVar[str] = ""
    """The part that shows the links of ``navbar``; empty if the bar of tabs shows them."""
    side: ClassVar[tuple[str, ...]] = ("switch", "anchors", "sidebar")
    """The parts that the theme shows in its sidebar, or in its header."""
    eyebrow: ClassVar[str] = ""
    """The default of ``styling.eyebrows``: ``breadcrumbs``, ``section`` or nothing."""
    hide_headings: ClassVar[Mapping[str, str]] = {}
    """The front matter with which a page of the theme omits its list of headings."""
    drawers: ClassVar[tuple[Drawer, ...]] = ()
    """The drawers of a theme without keyboard support for them."""
    search_button: ClassVar[str] = ""
    """The selector of the theme's search button, which opens our search instead."""
    modes: ClassVar[Modes | None] = None
    """The light and the dark mode of the theme; ``None`` if it has one mode."""
    page_files: ClassVar[Mapping[Path, tuple[str, ...]]] = {}
    """Style sheets and scripts that few pages load, and what the HTML of such a page contains.

    A script without such a mark is for tabs; the script of the theme loads it.
    """
    page: ClassVar[PageArea] = PageArea()
    """The background and the fonts of a page."""
    edit_settings: ClassVar[tuple[tuple[str, ...], ...]] = ()
    """Theme options and values of ``html_context`` that together make the theme link to sources."""
    bundles: ClassVar[bool] = False
    """Whether the theme is part of this package: its style sheet has the rules of all parts, and
    the files of the navigation contain what other themes load with components.

    A flag, not a method: each feature asks whether its files are among those of the navigation.
    """
    important_classes: ClassVar[bool] = False
    """Whether the theme has important rules for classes such as ``p-4``, with other meanings."""
    navigation_options: ClassVar[Mapping[str, Instead | None]] = {}
    """The options of the theme for the navigation: ``None`` if they have an effect, or else what
    the sidebar shows instead, which a build reports for each option that is set."""

    def __init__(self, options: Mapping[str, Any]) -> None:
        self.options = options
        """The theme options that the project sets (``html_theme_options``)."""

    def one_mode(self, settings: Mapping[str, object]) -> str:
        """Return why pages of this build have only one mode; empty if readers can switch it.

        Immaterial has two modes only with a theme option.

        :param settings: those of the project; ``html_theme`` names the theme.
        """
        return "" if self.modes else f"theme {str(settings.get('html_theme', ''))!r} has one mode"

    @classmethod
    def logo_settings(cls, brand: Brand) -> BrandSettings:
        """Return the Sphinx settings that show the logo of a site, unless the project has one."""
        return make_logo_setting(brand.logo_light)

    @classmethod
    def brand_settings(cls, brand: Brand) -> BrandSettings:
        """Return the Sphinx settings for the look of a site that has no ``conf.py``."""
        return cls.logo_settings(brand)

    def sidebars(self, names: list[str], *, own: bool) -> list[str]:  # noqa: ARG002 -- a hook
        """Return the templates of the sidebar, including those of this extension.

        :param names: the templates that the theme or ``html_sidebars`` lists.
        :param own: whether the project lists them.
        """
        return names

    def required_on(self, context: Context, page: PageView) -> tuple[str, ...]:  # noqa: ARG002 -- a hook
        """Return the parts that a page must show, except those that its author has hidden.

        A part that the templates omit is reported once, and added at the top of the page. Override
        this if some pages have no sidebar, such as the front page of PyData.
        """
        # An announcement of the project replaces the banner.
        announced = bool(context.get("theme_announcement"))
        above = (self.tabs, self.links) if self.links else (self.tabs,)
        return (*(() if announced else (BANNER,)), *above, *self.side, FOOTER)

    def extras(self, options: Mapping[str, Any]) -> dict[str, Any]:  # noqa: ARG002 -- a hook
        """Return the values that cached templates read as ``docsnav.theme``.

        ``guest_mark``, with ``{}`` for a name, encloses parts of pages that several divisions list.
        The sidebar shows entries down to ``max_level``, and the ``headings`` of `ShownHeadings`;
        with ``has_plain_titles``, it shows the text of titles, without formulas, code and numbers.

        :param options: the theme options that the project sets.
        """
        return {}

    @classmethod
    def escape_texts(cls, context: Context) -> None:
        """Escape values that the theme computes from texts of pages and prints without escaping.

        Called for every HTML page, also without docs.json, after the handlers of the theme. Values
        of Sphinx and of this extension are safe.
        """

    def inputs(self, context: Context, page: PageView) -> None:
        """Change the values that the theme reads, before its handlers run (priority 450)."""

    def outputs(self, context: Context, page: PageView) -> None:
        """Change the values that the theme has computed (priority 900)."""

    def handlers(self) -> Iterator[tuple[str, int, Callable[..., object], str]]:
        """Yield additional event handlers: event, priority, function, reason.

        Immaterial needs them, as it relies on an event that Sphinx does not emit in every build.
        """
        yield from ()

    def finished(self, env: Any, changed: Iterable[str], has_file: Callable[[str], bool]) -> None:  # noqa: ANN401 -- themes add attributes to it
        """Prepare the handlers of the theme that run after all pages are written.

        Awesome needs this: it changes the files of all pages that it assumes to be written.

        :param changed: documents that are written because their navigation has changed; they are
            added after ``env-updated``, in which themes collect the written documents.
        :param has_file: returns whether a document has a file in the output; with
            ``docsnav_only``, most have none.
        """

    def colour_rules(self, colours: Colours) -> str:
        """Return the style rules for the colours of docs.json."""
        return f":root{{--docsnav-accent:{colours.light}}}"

    def code_rules(self, light: Any, dark: Any) -> str:  # noqa: ANN401, ARG002 -- classes of Pygments; a hook
        """Return the rules of two Pygments styles, if the theme has no style sheets for them.

        The theme of this package has pairs of colours; others have a style sheet for each mode.
        """
        return ""

    def added_rules(self, colors: Mapping[str, str]) -> str:  # noqa: ARG002 -- a hook
        """Return rules for the style sheet of the navigation that depend on the site.

        The theme of this package adds its palette and its measures.

        :param colors: ``colors`` of docs.json.
        """
        return ""


def find_replaced_options(adapter: Adapter) -> Iterator[Fault]:
    """Yield a fault for each theme option that is set and has no effect on the sidebar.

    Faults: ``setting_ignored``.
    """
    for name, replacement in adapter.navigation_options.items():
        value = str(adapter.options.get(name, "")).lower()
        # A value with the same effect as the replacement needs no message.
        if replacement is not None and name in adapter.options and value not in replacement.like:
            message = f"html_theme_options: {name!r} has no effect: the sidebar shows "
            yield Fault(FaultKind.SETTING_IGNORED, Severity.INFO, message + replacement.shown)


def list_adapter_files(adapter: type[Adapter], attribute: str) -> list[Path]:
    """Return the files or folders of *adapter* and its base classes.

    :param attribute: ``style``, ``script``, ``overlays`` or ``search_overlays``.
    :returns: the paths of the most general class first.
    """
    paths = []
    # The most general class first, so that rules of a derived style sheet override its base's.
    for cls in reversed(adapter.__mro__):
        # An inherited name is not in `vars`; it was added with the class that defines it.
        name = vars(cls).get(attribute)
        module = sys.modules.get(cls.__module__)
        if name and module is not None and module.__file__:
            paths.append(Path(module.__file__).parent / name)
    return paths


def insert_beside(
    names: Iterable[str], anchors: Iterable[str], before: Iterable[str], after: Iterable[str] = ()
) -> list[str] | None:
    """Return template *names* with others before and after the first of *anchors*.

    A template that is already in *names* is not added again.

    :returns: ``None`` if *names* contains none of *anchors*.
    """
    all_names = list(names)
    # The order of the sidebar decides, not that of *anchors*: the first one is the uppermost.
    anchor = next((name for name in all_names if name in set(anchors)), None)
    if anchor is None:
        return None
    # Names that the project lists itself keep the position that it has chosen.
    index = all_names.index(anchor)
    return [
        *all_names[:index],
        *(name for name in before if name not in all_names),
        anchor,
        *(name for name in after if name not in all_names),
        *all_names[index + 1 :],
    ]


def usual_place(names: Iterable[str], ours: Iterable[str]) -> list[str]:
    """Return template *names* of a project without a table of contents, with *ours* added.

    They are inserted before templates that belong below a table of contents, such as the headings
    of the page; without such templates, at the end.
    """
    all_names = list(names)
    new_names = [name for name in ours if name not in all_names]
    return insert_beside(all_names, BESIDE_CONTENTS, new_names) or [*all_names, *new_names]
