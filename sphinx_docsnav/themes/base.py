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
BANNER, FOOTER = "banner", "footer"
"""The parts that are the banner and the footer of docs.json."""
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


class Modes(NamedTuple):
    """Light and dark pages of a theme, between which a reader switches."""

    keys: tuple[str, ...]
    """The names under which a browser stores the mode.

    A name that begins with a dot follows the path of the site's root.
    """
    button: str
    """A CSS selector of the buttons that change the mode."""
    dark: tuple[str, ...]
    """Selectors of a body in dark mode, from ``html`` on."""
    dark_by_system: str = ""
    """The selector of a body that is dark where the reader's system is."""
    values: tuple[str, str] = ("light", "dark")
    """What the browser stores for light and for dark mode."""


class PageArea(NamedTuple):
    """What shows the colour behind a page."""

    selector: str = "body"
    """``html``, ``body`` or a selector below it."""
    variables: tuple[str, ...] = ()
    """CSS variables with the colour."""
    covers: str = ""
    """A selector of what hides the area with a colour of its own."""
    text: tuple[str, str] = ("#1f2328", "#d6d6d6")
    """The colours of text on light and on dark pages; links of nearly the same are underlined."""


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
    search_overlays: ClassVar[str] = ""
    """A folder of overlays that replace a search of the theme by ours, also without navigation.

    For a theme whose own script reads Sphinx's index: Immaterial.
    """
    tabs: ClassVar[str] = "bar"
    """The part that lists the tabs."""
    links: ClassVar[str] = ""
    """The part that has the links of ``navbar``; empty if the bar of tabs has them."""
    side: ClassVar[tuple[str, ...]] = ("switch", "anchors", "sidebar")
    """The parts that the theme shows in its sidebar, or in its header."""
    eyebrow: ClassVar[str] = ""
    """The default of ``styling.eyebrows``: ``breadcrumbs``, ``section`` or nothing."""
    hide_headings: ClassVar[Mapping[str, str]] = {}
    """Front matter by which a page of the theme leaves its list of headings out."""
    drawers: ClassVar[tuple[Drawer, ...]] = ()
    """The drawers of a theme that has no keys for them."""
    search_button: ClassVar[str] = ""
    """The selector of a button of the theme that opens a search; ours opens in its place."""
    modes: ClassVar[Modes | None] = None
    """The light and the dark mode of the theme; ``None`` if it has one mode."""
    font_variables: ClassVar[tuple[str, str]] = ("", "")
    """CSS variables with the fonts of text and of headings."""
    page: ClassVar[PageArea] = PageArea()
    """What shows the colour behind a page."""
    edit_settings: ClassVar[tuple[tuple[str, ...], ...]] = ()
    """Theme options and values of ``html_context`` that together make the theme link to sources."""
    bundles: ClassVar[bool] = False
    """The theme is ours: its style sheet has the rules of all parts of the navigation, and the
    files of the navigation contain what other themes load with components.

    A flag, not a method: each feature asks whether its files are among those of the navigation.
    """
    important_classes: ClassVar[bool] = False
    """The theme has important rules for classes such as ``p-4``, with other meanings."""
    navigation_options: ClassVar[Mapping[str, Instead | None]] = {}
    """The options of the theme that concern the navigation; ``None`` for those that have their
    effect, else what our sidebar shows instead, which a build says once for each that is set."""

    def __init__(self, options: Mapping[str, Any]) -> None:
        self.options = options
        """The theme's options that the project has set itself (``html_theme_options``)."""

    def one_mode(self, settings: Mapping[str, object]) -> str:
        """Return why pages of this build are light or dark for all readers; empty if they are not.

        Immaterial has two modes only with a theme option.

        :param settings: those of the project; ``html_theme`` names the theme.
        """
        return "" if self.modes else f"theme {str(settings.get('html_theme', ''))!r} has one mode"

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

        One that the templates omit is reported once, and added at the top of the page. Override
        it if a kind of pages has no sidebar, as the front page of PyData.
        """
        # A project's own announcement replaces the banner.
        announced = bool(context.get("theme_announcement"))
        above = (self.tabs, self.links) if self.links else (self.tabs,)
        return (*(() if announced else (BANNER,)), *above, *self.side, FOOTER)

    def extras(self, options: Mapping[str, Any]) -> dict[str, Any]:  # noqa: ARG002 -- a hook
        """Return what the cached templates find as ``docsnav.theme``.

        ``guest_mark``, with ``{}`` for a name, encloses parts of pages that several divisions list.

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

    def handlers(self) -> Iterator[tuple[str, int, Callable[..., object], str]]:
        """Yield handlers of the theme's own: event, priority, function, reason.

        For a theme that relies on an event that Sphinx does not emit in every build: Immaterial.
        """
        yield from ()

    def finished(self, env: Any, changed: Iterable[str], has_file: Callable[[str], bool]) -> None:  # noqa: ANN401 -- themes put what they like there
        """Prepare what the theme does when all pages are written (``build-finished``).

        For a theme that changes the files of pages that it believes to be written: Awesome.

        :param changed: documents that are written because their navigation has changed; Sphinx
            learns of them after ``env-updated``, where themes collect what is written.
        :param has_file: returns whether a document has a file in the output;
            with ``docsnav_only``, most have none.
        """

    def colour_rules(self, colours: Colours) -> str:
        """Return style rules that give the theme the colours of docs.json."""
        return f":root{{--docsnav-accent:{colours.light}}}"

    def code_rules(self, light: Any, dark: Any) -> str:  # noqa: ANN401, ARG002 -- classes of Pygments; a hook
        """Return the rules of two Pygments styles, if the theme has no style sheet of them.

        The theme of this package has pairs of colours; others have a sheet for each mode.
        """
        return ""

    def added_rules(self, colors: Mapping[str, str]) -> str:  # noqa: ARG002 -- a hook
        """Return what only this site has in the style sheet of the navigation.

        The theme of this package has its palette and its measures there.

        :param colors: ``colors`` of docs.json.
        """
        return ""


def replaced_options(adapter: Adapter) -> Iterator[Fault]:
    """Yield ``setting_ignored`` for each option that is set and that our sidebar replaces."""
    for name, instead in adapter.navigation_options.items():
        value = str(adapter.options.get(name, "")).lower()
        if instead is not None and name in adapter.options and value not in instead.like:
            message = f"html_theme_options: {name!r} has no effect: the sidebar shows "
            yield Fault(FaultKind.SETTING_IGNORED, Severity.INFO, message + instead.shown)


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
