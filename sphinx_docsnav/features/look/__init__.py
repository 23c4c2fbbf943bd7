"""``fonts``, ``background``, ``styling.codeblocks`` and ``appearance`` of docs.json.

The first three are rules of CSS, which are appended to ``docsnav.css``. Theme options in
``conf.py`` have precedence. Pages load fonts and pictures from other hosts only if
``docsnav_allowed`` names these hosts.

``appearance`` is the initial mode of pages, light or dark. Themes store the choice of a reader in
the browser, each under another key. A script before that of the theme stores the mode of docs.json
as the first choice; with ``strict``, as the only one. If a theme has no dark mode, or ``conf.py``
sets its default, nothing changes.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Collection, Container, Iterator, Mapping
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote_plus, urlsplit

from pygments.formatters import HtmlFormatter
from pygments.styles import get_style_by_name
from pygments.token import (
    STANDARD_TYPES,
    Comment,
    Keyword,
    Name,
    Number,
    Operator,
    Punctuation,
    String,
    Token,
)
from pygments.util import ClassNotFound
from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.util import logging
from sphinx.util.typing import ExtensionMetadata

from sphinx_docsnav.core.events import FILES, SHOWN, connect
from sphinx_docsnav.core.finished_html import end_of_head
from sphinx_docsnav.core.pages.theme_choice import adapter_of
from sphinx_docsnav.core.private_names import list_settings_in_conf_py
from sphinx_docsnav.core.settings import Setting, add_settings, check_strings, metadata
from sphinx_docsnav.core.site.output_ledger import ledger_of
from sphinx_docsnav.core.state import build_state, find_state
from sphinx_docsnav.docs_json.kinds import SYSTEM_FONTS
from sphinx_docsnav.sitefiles.safe_files import find_font_kind, find_site_file, find_site_image
from sphinx_docsnav.themes.base import Adapter, Context
from sphinx_docsnav.themes.brand import (
    READABLE_CONTRAST,
    Brand,
    Colours,
    compute_contrast,
    file_name,
    find_differing_option,
    parse_colour,
)

if TYPE_CHECKING:
    from pygments.style import StyleMeta

    from sphinx_docsnav.docs_json import DocsJson
    from sphinx_docsnav.docs_json.site_settings import Appearance, Background, CodeModes, Font

logger = logging.getLogger(__name__)

LOOK_FOLDER = "docsnav-look"
"""The folder of ``_static`` with fonts and pictures."""
LOOK_OWNER = "fonts and pictures"
"""The owner of these files in the ledger of outputs."""
FONT_SERVICE = "fonts.googleapis.com"
"""The host of font families without a file."""
_FONT_OPTIONS = ("font", "font_family", "head_font_family", "bodyfont", "headfont", "headerfont")
"""Options of themes for the fonts of text and headings."""
_BACKGROUND_OPTIONS = ("bgcolor", "body_bg", "base_bg")
"""Options of themes for the background of the page."""
_STYLE_OPTIONS = ("pygments_style", "pygments_dark_style", "pygments_light_style")
"""Settings and options of themes for the Pygments styles of code."""
_LIGHT_SUFFIXES = ("latte", "dawn", "lotus", "ochin")
_HEADINGS = ":is(h1,h2,h3,h4,h5,h6)"
_SAFE_CHARACTER = re.compile(r"[\w./:?=&%+~@,-]")
_DIGEST_LENGTH = 12
_ALLOWED_ORIGIN = "of the site, nor of a host in docsnav_allowed['file_hosts']"
_RESET_STYLE = (
    "background:none;color:inherit;font-style:inherit;font-weight:inherit;text-decoration:none"
)
"""Declarations that reset the theme's style of code."""
_CODE_TOKENS = ":where(pre) [class]:not(:where([class*=docsnav-]))"
"""The selector of tokens of code, but not of lines that an author has highlighted."""
CSS_VARIABLES = "css-variables"
"""The theme of code whose colours are variables that the style sheets of the site define."""
CODE_VARIABLES = {
    "--mint-token-keyword": (Keyword, Operator.Word, Name.Tag),
    "--mint-token-constant": (Keyword.Constant, Number, Name.Constant),
    "--mint-token-string": (String,),
    "--mint-token-string-expression": (String.Backtick, String.Interpol),
    "--mint-token-comment": (Comment,),
    "--mint-token-function": (Name.Function, Name.Class, Name.Decorator),
    "--mint-token-parameter": (Name.Variable, Name.Attribute),
    "--mint-token-punctuation": (Punctuation,),
}
"""The kinds of tokens that each of these variables colours; a later variable is stronger.

Source: create/code.mdx of the service's documentation. Pygments has no tokens for links.
"""
_DEFINED_VARIABLE = re.compile(r"(?<![\w-])(--mint-[\w-]++)\s*:")
_SOFT_COLOUR = "color-mix(in srgb,var(--docsnav-accent) {}%,transparent)"
_FADE_LAYER = ("linear-gradient(transparent,var(--docsnav-surface) 36rem)", "100% 9999rem")
DECORATIONS = {
    "gradient": (
        (
            f"radial-gradient(60rem 30rem at 75% -4rem,{_SOFT_COLOUR.format(18)},transparent)",
            "100% 9999rem",  # once: below a short page, it would begin again
        ),
    ),
    "grid": (
        _FADE_LAYER,
        (f"linear-gradient({_SOFT_COLOUR.format(9)} 1px,transparent 1px)", "2.5rem 2.5rem"),
        (f"linear-gradient(90deg,{_SOFT_COLOUR.format(9)} 1px,transparent 1px)", "2.5rem 2.5rem"),
    ),
    "windows": (
        _FADE_LAYER,
        (
            (
                f"conic-gradient({_SOFT_COLOUR.format(7)} 25%,#0000 0 50%,"
                f"{_SOFT_COLOUR.format(3)} 0 75%,#0000 0)"
            ),
            "9rem 9rem",
        ),
    ),
}
"""Pictures with their sizes, the upper one first, for the values of ``background.decoration``."""
FIRST_MODE_OPTIONS = ("color_mode", "palette")
"""Theme options that set the first mode in ``conf.py``."""
_SCRIPT = (
    "<script>try{{for(let k of {keys}){{{path}{condition}localStorage.setItem(k,{mode})}}}}"
    "catch(e){{}}</script>\n"
)


def quote_css_string(text: str) -> str:
    """Return *text* as a quoted CSS string, in which all unsafe characters are escaped."""
    escaped = (
        character
        if _SAFE_CHARACTER.fullmatch(character) or character == " "
        else f"\\{ord(character):x} "
        for character in text
    )
    return f'"{"".join(escaped)}"'


@dataclass
class Look:
    """The rules of one build, and the files that they name."""

    rules: str = ""
    """Rules of CSS; empty if docs.json sets nothing, or ``conf.py`` decides everything."""
    files: dict[str, Path] = field(default_factory=dict)
    """Files of the site by their names in ``_static``."""
    refused: set[str] = field(default_factory=set)
    """The fonts and files that cannot be used, and have been reported."""
    sheets: list[str] = field(default_factory=list)
    """URLs of style sheets of the font service."""
    icon: str = ""
    """The favicon for dark mode: a file of ``_static``, or an ``https`` URL; empty for none."""


def find_named_option(options: Mapping[str, Any], names: Container[str]) -> str:
    """Return the first theme option that is set and among *names*; empty if there is none.

    :param options: the theme options, which may be nested.
    """
    for name, value in options.items():
        # Themes spell CSS variables in options with or without the dashes.
        if value and (name in names or name.removeprefix("--") in names):
            return name
        if isinstance(value, dict) and (option := find_named_option(value, names)):
            return option
    return ""


def find_conf_decisions(adapter: Adapter, settings: Mapping[str, object]) -> dict[str, str]:
    """Return the parts of the look that ``conf.py`` decides, with the name of the setting."""
    variables = [variable.removeprefix("--") for variable in adapter.page.fonts if variable]
    page_variables = [variable.removeprefix("--") for variable in adapter.page.variables]
    settings_by_part = {
        "fonts": find_named_option(adapter.options, {*_FONT_OPTIONS, *variables}),
        "background": find_named_option(adapter.options, {*_BACKGROUND_OPTIONS, *page_variables}),
        # Pygments styles are settings of Sphinx in most themes, and theme options in some.
        "styling/codeblocks": next((name for name in _STYLE_OPTIONS if settings.get(name)), "")
        or find_named_option(adapter.options, _STYLE_OPTIONS),
    }
    return {name: setting for name, setting in settings_by_part.items() if setting}


def find_ignored(
    docs: DocsJson, adapter: Adapter, settings: Mapping[str, object]
) -> Iterator[tuple[str, str]]:
    """Yield pointers to the parts of the look that have no effect, with the reasons."""
    sets_mode = docs.appearance.strict or docs.appearance.default != "system"
    if sets_mode and (reason := _find_other_decision(adapter, settings)):
        yield "/appearance", reason
    background, code = docs.background, docs.styling.codeblocks
    is_set = {
        "fonts": any(font.family for font in (docs.fonts, docs.fonts.body, docs.fonts.heading)),
        "background": bool(background.color.light or background.color.dark)
        or bool(background.image or background.decoration),
        "styling/codeblocks": code is not None,
    }
    conf_reasons = {
        name: f"conf.py sets {option!r}"
        for name, option in find_conf_decisions(adapter, settings).items()
    }
    yield from ((f"/{name}", reason) for name, reason in conf_reasons.items() if is_set[name])
    if one_mode := adapter.one_mode(settings):
        for name in _list_dark_values(docs, adapter):
            if not any(name.startswith(part) for part in conf_reasons):
                yield f"/{name}", one_mode
    if (
        code
        and CSS_VARIABLES in (code.light, code.dark)
        and "styling/codeblocks" not in conf_reasons
    ):
        reason = (
            "code has the colours of the theme, and those of '--mint-token-keyword' and similar "
            "variables in a style sheet of the site"
        )
        yield "/styling/codeblocks/theme", reason
    if docs.banner is not None and adapter.options.get("announcement"):
        yield "/banner", "conf.py sets 'announcement'"
    yield from _find_replaced_pictures(docs, adapter, settings)


def _list_dark_values(docs: DocsJson, adapter: Adapter) -> Iterator[str]:
    """Yield the pointers to values that only pages in dark mode show, without their slash."""
    # If the dark shade does not change the rules, the theme does not use it.
    shades = (adapter.colour_rules(Colours("#000000", dark)) for dark in ("#000000", "#ffffff"))
    if docs.colors.light and len(set(shades)) == 1:
        yield "colors/light"
    background, code = docs.background, docs.styling.codeblocks
    if background.color.dark:
        yield "background/color/dark"
    if background.image and background.image.dark != background.image.light:
        yield "background/image/dark"
    if code and code.light and code.dark != code.light:
        yield "styling/codeblocks/theme/dark"


def _find_replaced_pictures(
    docs: DocsJson, adapter: Adapter, settings: Mapping[str, object]
) -> Iterator[tuple[str, str]]:
    """Yield the logo and the icon of docs.json where ``conf.py`` names others."""
    for name, pair in (("logo", docs.logo), ("favicon", docs.favicon)):
        if pair is None:
            continue
        light, dark = pair.light.lstrip("/"), pair.dark.lstrip("/")
        # The same file under another path is no replacement.
        theirs = file_name(str(settings.get(f"html_{name}") or ""))
        other = f"html_{name}" if theirs not in ("", file_name(light), file_name(dark)) else ""
        if name == "logo" and not other:
            ours = adapter.logo_settings(Brand(light, dark)).get("html_theme_options")
            other = find_differing_option(ours if isinstance(ours, dict) else {}, adapter.options)
        if other:
            yield f"/{name}", f"conf.py sets {other!r}"


def make_look(app: Sphinx) -> Look:
    """Return a new look for the build; see `find_look`."""
    look, adapter, state = Look(), adapter_of(app), find_state(app)
    if adapter is None or state is None:
        return look
    docs, root = state.docs, Path(app.srcdir)
    hosts = frozenset(app.config.docsnav_allowed["file_hosts"])
    maker = _LookMaker(look, adapter, root, hosts)
    conf_decisions = find_conf_decisions(adapter, list_settings_in_conf_py(app.config))
    if "fonts" not in conf_decisions:
        maker.add_fonts(docs.fonts.body, docs.fonts.heading, docs.fonts)
    if "background" not in conf_decisions:
        maker.add_background(docs.background)
    if isinstance(app.builder, StandaloneHTMLBuilder):
        bridges = (app.builder.highlighter, app.builder.dark_highlighter or app.builder.highlighter)
        light_style, dark_style = (bridge.formatter_args["style"] for bridge in bridges)
        code = None if "styling/codeblocks" in conf_decisions else docs.styling.codeblocks
        look.rules += make_code_rules(code, adapter, (light_style, dark_style))
        if code and CSS_VARIABLES in (code.light, code.dark):
            look.rules += make_variable_rules(_find_code_variables(app))
    brand = Brand.of(docs, root)
    # If conf.py sets another icon, the dark icon of docs.json does not match it.
    if brand.favicon_dark != brand.favicon == (app.config.html_favicon or ""):
        look.icon = maker.publish_icon(brand.favicon_dark)
    return look


def find_look(app: Sphinx) -> Look:
    """Return the look of the build, which is made once."""
    return build_state(app).slot(make_look)


@dataclass(frozen=True)
class _LookMaker:
    """Adds rules and files to a look."""

    look: Look
    adapter: Adapter
    root: Path
    hosts: frozenset[str]

    def add_fonts(self, body: Font, heading: Font, default_font: Font) -> None:
        """Add the fonts of text and of headings."""
        text_family = self._find_family(body if body.family else default_font)
        title_family = self._find_family(heading if heading.family else default_font)
        variables = self.adapter.page.fonts
        rules = "".join(
            f"{name}:{family};"
            for name, family in zip(variables, (text_family, title_family), strict=True)
            if name and family
        )
        if rules:
            self.look.rules += f":root,:root body{{{rules}}}"
        # Themes without variables for fonts need rules for elements.
        for selector, family, font in (
            (":root body", text_family, body if body.family else default_font),
            (
                f":root body {_HEADINGS}",
                title_family or text_family,
                heading if heading.family else default_font,
            ),
        ):
            if family:
                weight = f";font-weight:{_format_weight(font)}" if font.weight else ""
                self.look.rules += f"{selector}{{font-family:{family}{weight}}}"

    def _find_family(self, font: Font) -> str:
        """Return the value of ``font-family``; empty if the font cannot be used."""
        if not font.family or font.family in SYSTEM_FONTS:
            return font.family
        name = quote_css_string(font.family)
        if font.source:
            url, kind = self._find_font_file(font)
            if not url:
                return ""
            # No field of docs.json tells whether a file contains all weights; names usually do.
            is_variable = "variable" in f"{font.family} {font.source}".lower()
            weight = "100 900" if is_variable else _format_weight(font)
            face = (
                f"@font-face{{font-family:{name};src:url({url}) format({quote_css_string(kind)});"
                f"font-weight:{weight};font-display:swap}}"
            )
            # Text and headings may have the same font.
            if face not in self.look.rules:
                self.look.rules += face
        elif FONT_SERVICE in self.hosts:
            # The weights that themes use for text, emphasis and headings.
            weights = "400,500,600,700"
            if font.weight and _format_weight(font) not in weights:
                weights = f"{_format_weight(font)},{weights}"
            family = quote_plus(font.family)
            sheet = f"https://{FONT_SERVICE}/css?family={family}:{weights}&display=swap"
            if sheet not in self.look.sheets:
                self.look.sheets.append(sheet)
        else:
            requirement = (
                f"a file of the site ('source'), nor is {FONT_SERVICE!r} in "
                "docsnav_allowed['file_hosts']"
            )
            self._report_refused("font", font.family, requirement)
            return ""
        return f"{name},system-ui,sans-serif"

    def _find_font_file(self, font: Font) -> tuple[str, str]:
        """Return the URL of a font file as a CSS string, and its format; empty if unusable."""
        if self._is_allowed(font.source):
            suffix_format = "woff" if font.source.endswith(".woff") else "woff2"
            return quote_css_string(font.source), font.format or suffix_format
        file = find_site_file(self.root, font.source)
        kind = find_font_kind(self.root, font.source)
        if file is None or not kind:
            self._report_refused("font", font.source, f"a WOFF or WOFF2 file {_ALLOWED_ORIGIN}")
            return "", ""
        return self._publish_as_url(file, kind), kind

    def _is_allowed(self, url: str) -> bool:
        """Return whether *url* belongs to a host that ``conf.py`` allows."""
        return url.startswith("https://") and urlsplit(url).hostname in self.hosts

    def publish_icon(self, path: str) -> str:
        """Return the path of an icon in ``_static``; return a URL of another host unchanged."""
        file = find_site_image(self.root, path)
        return self._publish(file, file.suffix.lower().lstrip(".")) if file else path

    def _publish_as_url(self, file: Path, suffix: str) -> str:
        return quote_css_string(self._publish(file, suffix))

    def _publish(self, file: Path, suffix: str) -> str:
        # The name changes with the content, so browsers may cache the file.
        digest = hashlib.sha256(file.read_bytes()).hexdigest()[:_DIGEST_LENGTH]
        name = f"{LOOK_FOLDER}/{digest}.{suffix}"
        self.look.files[name] = file
        return name

    def _report_refused(self, kind: str, value: str, requirement: str) -> None:
        """Report once that a value of docs.json is not used."""
        if value not in self.look.refused:
            self.look.refused.add(value)
            logger.info("%s %r of docs.json is not used: it is not %s", kind, value, requirement)

    def add_background(self, background: Background) -> None:
        """Add the colours and pictures of the background."""
        page_area, pictures, rules_before = self.adapter.page, background.image, self.look.rules
        paths = (pictures.light, pictures.dark) if pictures else ("", "")
        images = [self._find_image(path) for path in paths]
        pattern = DECORATIONS.get(background.decoration or "", ())
        for colour, image, is_dark in zip(
            self._find_readable_colours(background.color.light, background.color.dark),
            images,
            (False, True),
            strict=True,
        ):
            values = f"background-color:{colour};" if colour else ""
            layers = [*pattern, *([(f"url({image})", "100% auto")] if image else [])]
            # The rule for light mode also applies in dark mode, so the same image is not repeated.
            if layers and not (is_dark and image == images[0]):
                names, sizes = (",".join(column) for column in zip(*layers, strict=True))
                repeats = ",".join(["repeat"] * len(pattern) + ["no-repeat"] * bool(image))
                values += (
                    f"background-image:{names};background-size:{sizes};"
                    f"background-repeat:{repeats};background-position:top center;"
                )
            if colour:
                variables = "".join(f"{name}:{colour};" for name in page_area.variables)
                for part in ("html", "body"):
                    self._add_rule(f"{variables}--docsnav-surface:{colour}", part, is_dark=is_dark)
            self._add_rule(values.rstrip(";"), page_area.selector, is_dark=is_dark)
        # If a rule was added in any mode, the theme's own boxes must not hide it.
        if page_area.covers and self.look.rules != rules_before:
            self.look.rules += f":root body :is({page_area.covers}){{background:none}}"

    def _add_rule(self, values: str, part: str, *, is_dark: bool) -> None:
        """Add a rule for a *part* of the page in light or dark mode, unless it is empty."""
        if values and is_dark:
            rules = make_dark_rules(
                self.adapter, lambda body: f"{_make_selector(body, part)}{{{values}}}"
            )
            self.look.rules += "".join(rules)
        elif values:
            body = f"{_find_light_root(self.adapter)} body"
            self.look.rules += f"{_make_selector(body, part)}{{{values}}}"

    def _find_readable_colours(self, light: str, dark: str) -> Iterator[str]:
        """Yield the colours on which the text of the theme is readable; ``""`` for the others."""
        for name, colour, text in zip(
            ("light", "dark"), (light, dark), self.adapter.page.text, strict=True
        ):
            background_colour, text_colour = parse_colour(colour), parse_colour(text)
            if (
                background_colour
                and text_colour
                and compute_contrast(background_colour, text_colour) < READABLE_CONTRAST
            ):
                logger.info(
                    "background.color.%s %r of docs.json is not used: the text of theme %r cannot "
                    "be read on it",
                    name,
                    colour,
                    self.adapter.themes[0] if self.adapter.themes else "",
                )
                background_colour = None
            yield colour if background_colour else ""

    def _find_image(self, path: str) -> str:
        if not path or self._is_allowed(path):
            return quote_css_string(path) if path else ""
        file = find_site_image(self.root, path)
        if file is None:
            self._report_refused("background", path, f"a picture {_ALLOWED_ORIGIN}")
            return ""
        return self._publish_as_url(file, file.suffix.lower().lstrip("."))


def _format_weight(font: Font) -> str:
    """Return the weight of a font for CSS, from 1 to 1000, or ``normal``."""
    return f"{min(1000.0, max(1.0, font.weight)):g}" if font.weight else "normal"


def _make_selector(body: str, part: str) -> str:
    """Return the selector of a *part* of a page whose body matches *body*."""
    if part == "body":
        return body
    if part != "html":
        return f"{body} {part}"
    # The class of the mode is on the root element or on the body; `:has` selects the parent.
    root, _, inside = body.rpartition(" ")
    return root if inside == "body" else f"{root}:has(>{inside})"


def _find_light_root(adapter: Adapter) -> str:
    """Return the selector of the root of light pages, and of dark ones that have other rules."""
    # Text of a theme whose modes are not known is light on dark pages, which its script finds.
    return ":root" if adapter.modes else ":root:not(.docsnav-dark)"


def make_dark_rules(adapter: Adapter, make: Callable[[str], str]) -> Iterator[str]:
    """Yield the rules that *make* returns for a dark body of the theme, by its selector."""
    if adapter.modes is None:
        return
    yield from map(make, adapter.modes.dark)
    if adapter.modes.dark_by_system:
        rules = make(adapter.modes.dark_by_system)
        # `not print`: paper is white, whatever the system prefers.
        yield f"@media not print{{@media(prefers-color-scheme:dark){{{rules}}}}}"


def make_code_rules(
    modes: CodeModes | None, adapter: Adapter, theme_styles: tuple[StyleMeta, StyleMeta]
) -> str:
    """Return the rules for code in the Pygments styles of docs.json.

    :param theme_styles: the styles that the theme and ``conf.py`` have chosen for light and for
        dark pages; used where docs.json names none, or ``css-variables``.
    """
    names = (modes.light or modes.dark, modes.dark or modes.light) if modes else ("", "")
    by_day, by_night = (
        theme_style if name in ("", CSS_VARIABLES) else find_pygments_style(name)
        for name, theme_style in zip(names, theme_styles, strict=True)
    )
    # Some themes have variables for colours of code, which override rules for tokens.
    if adapter_rules := adapter.code_rules(by_day, by_night):
        return adapter_rules
    # The style sheets of Sphinx and of the theme have the theme's own styles.
    if set(names) <= {"", CSS_VARIABLES}:
        return ""
    rules = _make_style_rules(by_day, f"{_find_light_root(adapter)} body")
    return rules + "".join(make_dark_rules(adapter, lambda body: _make_style_rules(by_night, body)))


def _find_code_variables(app: Sphinx) -> set[str]:
    """Return the names of the variables that the style sheets of the site define."""
    # The setting belongs to another feature, which may be left out; an entry begins with a name.
    entries = getattr(app.config, "docsnav_site_style_digests", ())
    files = (Path(app.srcdir, str(entry).split()[0]) for entry in entries)
    texts = (file.read_text("utf-8", "replace") for file in files)
    return {name for text in texts for name in _DEFINED_VARIABLE.findall(text)}


def make_variable_rules(variables: Collection[str]) -> str:
    """Return the rules that colour code with those of the *variables* that style sheets define."""
    block = ":root body .highlight"
    rules = [
        f"{block}{{{name}:var({variable})}}"
        for variable, name in (
            ("--mint-color-text", "color"),
            ("--mint-color-background", "--dn-code:var(--mint-color-background);background"),
        )
        if variable in variables
    ]
    for variable, kinds in CODE_VARIABLES.items():
        if variable in variables:
            names = [
                f".{name}"
                for token, name in STANDARD_TYPES.items()
                if name and any(token in kind for kind in kinds)
            ]
            rules.append(f"{block} :is({','.join(names)}){{color:var({variable})}}")
    return "".join(rules)


def find_pygments_style(name: str) -> Any:  # noqa: ANN401 -- a class of Pygments
    """Return the style of Pygments with *name*, or with the longest beginning of it.

    The package ``pygments-styles`` contains most themes of the service. Without it,
    ``material-theme-ocean`` is ``material``; a name without a match is a light or a dark style.
    """
    parts = name.split("-")
    shorter_names = ["-".join(parts[:length]) for length in range(len(parts), 0, -1)]
    is_light = "light" in name or name.endswith(_LIGHT_SUFFIXES)
    for style_name in (
        *shorter_names,
        *(("github-light", "default") if is_light else ("github-dark", "one-dark")),
    ):
        try:
            return get_style_by_name(style_name)
        except ClassNotFound:
            continue
    return get_style_by_name("default")


def _make_style_rules(style: Any, body: str) -> str:  # noqa: ANN401 -- a class of Pygments
    """Return the rules of a Pygments style for code below the selector *body*."""
    formatter = HtmlFormatter(style=style)
    prefix = f"{body} .highlight"
    # Tokens of the same style share one rule, which makes the style sheet much shorter.
    groups: dict[str, list[str]] = {}
    for line in formatter.get_style_defs(prefix).splitlines():
        selector, _, values = line.partition("/*")[0].strip().removesuffix(" }").partition(" { ")
        if selector.startswith(f"{prefix} ."):
            groups.setdefault(values, []).append(selector.removeprefix(f"{prefix} "))
    rules = "".join(f"{prefix} :is({','.join(names)}){{{v}}}" for v, names in groups.items())
    text_colour = style.style_for_token(Token)["color"]
    colour = f"color:#{text_colour};" if text_colour else ""
    return (
        f"{prefix} {_CODE_TOKENS}{{{_RESET_STYLE}}}{rules}"
        f"{prefix}{{background:{style.background_color};{colour}}}"
        f"{prefix} :is(pre,code){{background:none;color:inherit}}"
    )


def add_look_rules(app: Sphinx, texts: dict[str, str]) -> None:
    """Add the rules to ``docsnav.css``, and write the files of the look (``docsnav-files``)."""
    look, ledger = find_look(app), ledger_of(app)
    if look.rules and "docsnav.css" in texts:
        texts["docsnav.css"] += look.rules + "\n"
    for name, source in look.files.items():
        ledger.write(LOOK_OWNER, f"_static/{name}", source.read_bytes())
    ledger.finish(LOOK_OWNER)


def add_look_links(
    app: Sphinx, _pagename: str, _templatename: str, context: Context, _doctree: object
) -> None:
    """Link a page to the style sheets of the font service and the icon (``html-page-context``)."""
    look = find_look(app)
    for address in look.sheets:
        app.add_css_file(address)
    finish = context.get("docsnav_finish")
    # Browsers use the last icon, so it follows that of the theme.
    if look.icon and finish is not None:
        url = look.icon if ":" in look.icon else context["pathto"](f"_static/{look.icon}", 1)
        link = f'<link rel="icon" href="{escape(url)}" media="(prefers-color-scheme: dark)">'
        context["docsnav_finish"] = lambda page: end_of_head(finish(page), link)


def describe_look(app: Sphinx) -> Callable[[str], object] | None:
    """Return a function with the look, whose digest is in all pages (``docsnav-shown``)."""
    look = find_look(app)
    values = (look.rules, look.sheets, look.icon)
    return (lambda _docname: values) if look.rules or look.icon else None


def make_mode_script(appearance: Appearance, adapter: Adapter, root: str) -> str:
    """Return the markup that applies *appearance*; empty if the system of the reader decides.

    :param root: the relative URL of the root of the output.
    """
    script = style = ""
    modes = adapter.modes
    if modes is None:
        return ""
    if appearance.default != "system":
        keys, light, dark = map(json.dumps, (modes.keys, *modes.values))
        condition = "" if appearance.strict else "localStorage.getItem(k)===null&&"
        # The theme puts the path of the site before a key that begins with a dot.
        below_root = any(key.startswith(".") for key in modes.keys)
        path = f"k=new URL({json.dumps(root)},location).pathname+k;" if below_root else ""
        mode = dark if appearance.default == "dark" else light
        script = _SCRIPT.format(keys=keys, path=path, condition=condition, mode=mode)
    if appearance.strict:
        style = f"<style>{modes.button}{{display:none!important}}</style>\n"
    return script + style


def _find_other_decision(adapter: Adapter, settings: Mapping[str, object]) -> str:
    """Return why docs.json does not decide the mode; empty if it does."""
    if one_mode := adapter.one_mode(settings):
        return one_mode
    brand = adapter.brand_settings(Brand()).get("html_theme_options")
    brand_options = brand if isinstance(brand, dict) else {}
    for name in FIRST_MODE_OPTIONS:
        # An option that follows from docs.json is no decision of conf.py.
        if adapter.options.get(name, "") not in ("", brand_options.get(name)):
            return f"{name!r} in html_theme_options sets the mode"
    context = settings.get("html_context")
    if isinstance(context, dict) and context.get("default_mode"):
        return "'default_mode' in html_context sets the mode"
    return ""


def set_mode(
    app: Sphinx, _pagename: str, _templatename: str, context: Context, _doctree: object
) -> None:
    """Add the script that sets the initial mode to a page (``html-page-context``)."""
    adapter, state = adapter_of(app), find_state(app)
    if adapter is None or state is None:
        return
    if _find_other_decision(adapter, {"html_context": app.config.html_context}):
        return
    root = str(context["pathto"]("", 1)) or "./"
    markup = make_mode_script(state.docs.appearance, adapter, root)
    if markup:
        context["metatags"] = f"{context.get('metatags', '')}{markup}"


SETTINGS = (
    Setting(
        "docsnav_allowed.file_hosts",
        [],
        "Hosts from which pages may load the fonts and background pictures that docs.json names, "
        'such as ``["fonts.googleapis.com"]`` for ``fonts.family`` without a file. Without them, '
        "only files of the site are used.",
        check=check_strings,
    ),
)
"""The settings of the feature."""


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the feature; called by Sphinx."""
    add_settings(app, SETTINGS)
    connect(app, FILES, 500, add_look_rules, "the rules follow those of the theme in docsnav.css")
    connect(app, SHOWN, 500, describe_look, "pages carry a digest of docsnav.css")
    connect(app, "html-page-context", 500, add_look_links, "before the rules that name the fonts")
    connect(app, "html-page-context", 620, set_mode, "the markup is complete before themes read it")
    return metadata()
