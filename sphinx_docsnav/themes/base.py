"""What a theme needs to show the navigation in its own places."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar

from sphinx_docsnav.themes.colours import Colours
from sphinx_docsnav.themes.page_view import PageView

Context = dict[str, Any]
"""What Sphinx gives to the template of one page."""


class Adapter:
    """How one family of themes shows the navigation.

    One object serves all pages of a build. Everything it puts into a page's
    context is plain data or a plain function, for the ``json`` and ``pickle``
    builders write the context out.
    """

    themes: ClassVar[tuple[str, ...]] = ()
    """Directory names of the themes; themes that inherit from one of them match too."""
    overlays: ClassVar[str] = ""
    """Folder of ``templates/overlays`` whose templates stand before the theme's own."""
    stylesheets: ClassVar[tuple[str, ...]] = ("docsnav.css",)
    """Files of ``static``, in this order."""
    eyebrow: ClassVar[str] = ""
    """What stands for an unset ``styling.eyebrows``: ``breadcrumbs``, ``section`` or nothing."""
    drilldown: ClassVar[bool] = False
    """Group titles lead to their first page where docs.json leaves it open."""

    parents_may_not_lead: ClassVar[bool] = False
    """The theme's breadcrumbs can name a parent without an address."""
    needed: ClassVar[tuple[str, ...]] = ()
    """Parts that are put in front of the page's body if none of its templates has taken them."""

    important_classes: ClassVar[bool] = False
    """The theme has important rules for classes such as ``p-4``, with other meanings."""

    def __init__(self, options: Mapping[str, Any]) -> None:
        self.options = options
        """The theme's options that the project has set itself (``html_theme_options``)."""

    def sidebars(self, names: list[str], *, own: bool) -> list[str]:  # noqa: ARG002 -- a hook
        """Return the templates of the sidebar with ours among them.

        :param names: as the theme or ``html_sidebars`` lists them.
        :param own: the project lists them itself, so only places beside a
            template that shows the table of contents are ours to fill.
        """
        return names

    def extras(self, options: Mapping[str, Any]) -> dict[str, Any]:  # noqa: ARG002 -- a hook
        """Return what the cached templates find as ``docsnav.theme``.

        :param options: the theme's options as the project has set them.
        """
        return {}

    def inputs(self, context: Context, page: PageView) -> None:
        """Change what the theme reads, before it computes anything (priority 400)."""

    def outputs(self, context: Context, page: PageView) -> None:
        """Change what the theme has computed (priority 900)."""

    def finished(self, env: Any, has_file: Callable[[str], bool]) -> None:  # noqa: ANN401 -- themes put what they like there
        """Prepare what the theme does when all pages are written (``build-finished``).

        :param has_file: tells whether a document has a file in the output;
            with ``docsnav_only``, most have none.
        """

    def colour_rules(self, colours: Colours) -> str:
        """Return style rules that give the theme the colours of docs.json."""
        return f":root{{--docsnav-accent:{colours.light}}}"


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
