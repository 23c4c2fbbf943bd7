"""The theme ``docsnav``, and themes that inherit from it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

from pygments.style import Style, StyleMeta
from pygments.token import (
    STANDARD_TYPES,
    Comment,
    Error,
    Generic,
    Keyword,
    Literal,
    Name,
    Number,
    Operator,
    Punctuation,
    String,
    Token,
    _TokenType,
)

from sphinx_docsnav.themes.base import Adapter, Modes, PageArea, insert_beside, usual_place
from sphinx_docsnav.themes.brand import (
    Brand,
    BrandSettings,
    Colours,
    Palette,
    choose_text_color,
    make_logo_setting,
)


def _list_styles(ink: dict[str, str]) -> dict[_TokenType, str]:
    """Return the style of each kind of token.

    :param ink: seven colours by name: ``text``, ``quiet``, ``word``, ``call``, ``name``,
        ``string`` and ``value``.
    """
    return {
        Token: ink["text"],
        Comment: f"italic {ink['quiet']}",
        Comment.Preproc: f"noitalic {ink['name']}",
        Keyword: ink["word"],
        Keyword.Constant: ink["value"],
        Operator: ink["text"],
        Operator.Word: ink["word"],
        Punctuation: ink["text"],
        Name.Attribute: ink["name"],
        Name.Builtin: ink["name"],
        Name.Class: ink["call"],
        Name.Constant: ink["value"],
        Name.Decorator: ink["call"],
        Name.Exception: ink["call"],
        Name.Function: ink["call"],
        Name.Label: ink["name"],
        Name.Tag: ink["word"],
        Name.Variable: ink["name"],
        Literal: ink["value"],
        Number: ink["value"],
        String: ink["string"],
        String.Escape: ink["value"],
        Generic.Deleted: ink["word"],
        Generic.Emph: "italic",
        Generic.Error: ink["word"],
        Generic.Heading: f"bold {ink['call']}",
        Generic.Inserted: ink["string"],
        Generic.Output: ink["quiet"],
        Generic.Prompt: ink["quiet"],
        Generic.Strong: "bold",
        Generic.Subheading: ink["call"],
        Generic.Traceback: ink["word"],
        Error: ink["word"],
    }


class Light(Style):  # type: ignore[misc]  # Pygments ships no types
    """The style of code on light pages."""

    background_color = "#f6f7f9"
    line_number_color = "#5d6472"
    styles: ClassVar = _list_styles(
        {
            "text": "#24292f",
            "quiet": "#5d6472",
            "word": "#b0243c",
            "call": "#6a3bbf",
            "name": "#8a4600",
            "string": "#0a6640",
            "value": "#0550ae",
        }
    )


class Dark(Style):  # type: ignore[misc]  # Pygments ships no types
    """The style of code on dark pages."""

    background_color = "#16191f"
    line_number_color = "#98a0ae"
    styles: ClassVar = _list_styles(
        {
            "text": "#d8dee9",
            "quiet": "#98a0ae",
            "word": "#ff8b94",
            "call": "#cbb2ff",
            "name": "#f5c07a",
            "string": "#8fdcae",
            "value": "#86bdff",
        }
    )


FOLDER = Path(__file__).parent
"""The folder of the theme."""
OBJECT_MARKS = (
    *(f'class="{name}' for name in ("sig ", "field-list", "option-list", "footnote", "citation")),
    *(f'class="{name}' for name in ("glossary", "hlist", "sidebar", "rubric", "sd-", "tab-set")),
    *(f'class="{name}' for name in ("highlighttable", "line-block", "toctree-wrapper")),
    *(f'class="{name}' for name in ("math", "topic", "contents", "attribution", "centered")),
    *(f'class="{case}{kind}' for case in ("lower", "upper") for kind in ("alpha", "roman")),
    *("align-left", "align-right", "dark-light", "guilabel", "menuselection", "problematic"),
    *("indextable", "toggle-hidden", "viewcode-"),
)
"""What few pages contain, for which the theme has a style sheet of its own."""
_LENGTH = re.compile(r"\d*\.?\d+(rem|em|px|ch)")
_TREE = ("globaltoc.html", "docsnav/sidebar.html")
"""Sidebar templates that the sidebar of docs.json replaces."""


class OwnTheme(Adapter):
    """One bar with brand, search and links, the tabs below it; a drawer in narrow windows."""

    themes = ("docsnav",)
    style = "style.css"
    script = "script.js"
    bundles = True
    links = "header-links"
    eyebrow = "breadcrumbs"
    modes = Modes(
        keys=("docsnav-mode",),
        button=".dn-mode",
        dark=("html body[data-theme=dark]",),
        dark_by_system="html body:not([data-theme=light])",
    )
    page_files: ClassVar[Mapping[Path, tuple[str, ...]]] = {FOLDER / "objects.css": OBJECT_MARKS}
    page = PageArea(variables=("--docsnav-surface",), fonts=("--dn-sans", "--dn-titles"))

    @classmethod
    def logo_settings(cls, brand: Brand) -> BrandSettings:
        """Return Sphinx's logo, and the theme's option for dark pages."""
        if not brand.is_pair:
            return make_logo_setting(brand.logo_light)
        return {
            "html_logo": brand.logo_light,
            "html_static_path": [brand.logo_dark],
            "html_theme_options": {"logo_dark": brand.dark_name},
        }

    def sidebars(self, names: list[str], *, own: bool) -> list[str]:
        """Replace the global table of contents of a project; without one, add the sidebar."""
        # The theme's own list of templates already contains ours.
        if not own or "docsnav/sidebar.html" in names:
            return names
        ours = ("docsnav/switch.html", "docsnav/drawer.html", "docsnav/anchors.html")
        placed = insert_beside(names, _TREE, (*ours, "docsnav/sidebar.html"))
        if placed is None:
            return usual_place(names, (*ours, "docsnav/sidebar.html"))
        return [name for name in placed if name != "globaltoc.html"]

    def colour_rules(self, colours: Colours) -> str:  # noqa: ARG002 -- a hook
        """Return nothing: the style sheet has the colours."""
        return ""

    def added_rules(self, colors: Mapping[str, str]) -> str:
        """Return the site's own rules: palette and measures."""
        accent = colors.get("primary", "") or str(self.options.get("accent") or "")
        rules = Palette.of(accent, colors.get("light", ""), colors.get("dark", "")).rules()
        for option, name in (("width", "--dn-text"), ("radius", "--docsnav-radius")):
            value = str(self.options.get(option) or "")
            # A value that is no plain length could end the rule, so it is ignored.
            rules += f":root{{{name}:{value}}}\n" if _LENGTH.fullmatch(value) else ""
        return rules

    def code_rules(self, light: StyleMeta, dark: StyleMeta) -> str:
        """Return the rules for tokens of code, with a pair of colours each."""

        def values(token: object) -> str:
            by_day, by_night = light.style_for_token(token), dark.style_for_token(token)
            value = _pair("color", by_day["color"] or inks[0], by_night["color"] or inks[1])
            value += ";font-weight:700" * bool(by_day["bold"])
            value += ";font-style:italic" * bool(by_day["italic"])
            return value + ";text-decoration:underline" * bool(by_day["underline"])

        backs = (light.background_color, dark.background_color)
        # A Pygments style can leave the colour of text open: choose one that is readable on its
        # background.
        inks = ["24292f" if choose_text_color(back) == "#000" else "d8dee9" for back in backs]
        # Tokens of equal style share one rule; Pygments has about 80 kinds of token.
        groups: dict[str, list[str]] = {}
        for token, name in STANDARD_TYPES.items():
            groups.setdefault(values(token), []).extend([name] * bool(name))
        base = values(Token)
        rules = [f":root{{{_pair('--dn-code', *backs)}}}.highlight{{{base}}}"]
        for value, names in groups.items():
            # The block itself has the base style, which its tokens inherit.
            if value != base:
                rules.append(f".highlight :is({','.join('.' + name for name in names)}){{{value}}}")
        return "\n".join(rules) + "\n"

    def extras(self, options: Mapping[str, Any]) -> dict[str, Any]:  # noqa: ARG002 -- needs none
        """Use shorter classes than those of toctrees, as every entry has one."""
        return {"level": "docsnav-l"}


def _pair(name: str, light: str, dark: str) -> str:
    light, dark = (f"#{colour.lstrip('#')}" for colour in (light, dark))
    return f"{name}:light-dark({light},{dark})"
