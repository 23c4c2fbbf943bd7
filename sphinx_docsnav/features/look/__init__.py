"""``fonts``, ``background`` and ``styling.codeblocks`` of docs.json, as rules of CSS.

The rules are a part of ``docsnav.css`` and follow those of the theme. What ``conf.py`` sets in
the options of the theme counts instead. Pages ask no other host for a font or a picture unless
``docsnav_allowed`` names it.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote_plus, urlsplit

from pygments.formatters import HtmlFormatter
from pygments.styles import get_style_by_name
from pygments.token import Token
from pygments.util import ClassNotFound
from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.util import logging
from sphinx.util.typing import ExtensionMetadata

from sphinx_docsnav.core.compat.finished_html import end_of_head
from sphinx_docsnav.core.compat.private_names import settings_in_conf_py
from sphinx_docsnav.core.events import FILES, SHOWN, connect
from sphinx_docsnav.core.pages.theme_choice import adapter_of
from sphinx_docsnav.core.settings import Setting, add_settings, metadata, not_strings
from sphinx_docsnav.core.site.output_ledger import ledger_of
from sphinx_docsnav.core.state import build_state, find_state
from sphinx_docsnav.docs_json.kinds import SYSTEM_FONTS
from sphinx_docsnav.sitefiles.safe_files import font_kind, site_file, site_image
from sphinx_docsnav.themes.base import Adapter, Context
from sphinx_docsnav.themes.brand import (
    ENOUGH,
    Brand,
    Colours,
    contrast,
    differing_text,
    file_name,
    parse_colour,
)

if TYPE_CHECKING:
    from sphinx_docsnav.docs_json import DocsJson
    from sphinx_docsnav.docs_json.site_settings import Background, CodeModes, Font

logger = logging.getLogger(__name__)

FOLDER = "docsnav-look"
"""The folder of ``_static`` with fonts and pictures."""
OWNER = "fonts and pictures"
"""The owner of these files in the ledger of outputs."""
FONT_SERVICE = "fonts.googleapis.com"
"""The host of families without a file."""
_LIGHT_ENDS = ("latte", "dawn", "lotus", "ochin")
_HEADINGS = ":is(h1,h2,h3,h4,h5,h6)"
_SAFE = re.compile(r"[\w./:?=&%+~@,-]")
_DIGITS = 12
_OF_THE_SITE = "of the site, nor of a host in docsnav_allowed['file_hosts']"
_PLAIN = "background:none;color:inherit;font-style:inherit;font-weight:inherit;text-decoration:none"
"""What undoes the theme's own style of code."""
_TOKENS = ":where(pre) [class]:not(:where([class*=docsnav-]))"
"""The tokens of code, without the lines that an author has marked."""
_SOFT = "color-mix(in srgb,var(--docsnav-accent) {}%,transparent)"
_FADE = ("linear-gradient(transparent,var(--docsnav-surface) 36rem)", "100% 9999rem")
DECORATIONS = {
    "gradient": (
        (f"radial-gradient(60rem 30rem at 75% -4rem,{_SOFT.format(18)},transparent)", "auto"),
    ),
    "grid": (
        _FADE,
        (f"linear-gradient({_SOFT.format(9)} 1px,transparent 1px)", "2.5rem 2.5rem"),
        (f"linear-gradient(90deg,{_SOFT.format(9)} 1px,transparent 1px)", "2.5rem 2.5rem"),
    ),
    "windows": (
        _FADE,
        (
            f"conic-gradient({_SOFT.format(7)} 25%,#0000 0 50%,{_SOFT.format(3)} 0 75%,#0000 0)",
            "9rem 9rem",
        ),
    ),
}
"""Pictures with their sizes, the upper one first, for the values of ``background.decoration``."""


def css_string(text: str) -> str:
    """Return *text* as a string of CSS, with everything escaped that could end it."""
    escaped = (
        each if _SAFE.fullmatch(each) or each == " " else f"\\{ord(each):x} " for each in text
    )
    return f'"{"".join(escaped)}"'


@dataclass
class Look:
    """The rules of one build, and the files that they name."""

    rules: str = ""
    """Rules of CSS; empty if docs.json sets nothing of it, or ``conf.py`` all."""
    files: dict[str, Path] = field(default_factory=dict)
    """Files of the site by their names in the output."""
    refused: set[str] = field(default_factory=set)
    """Fonts and files that pages cannot have."""
    sheets: list[str] = field(default_factory=list)
    """Addresses of style sheets of the font service."""
    icon: str = ""
    """The icon of browsers in dark mode: a file of ``_static``, or an ``https`` URL."""


_FONTS = ("font", "font_family", "head_font_family", "bodyfont", "headfont", "headerfont")
_BACKGROUNDS = ("bgcolor", "body_bg", "base_bg")
"""Options of themes for what is behind the whole page."""
_STYLES = ("pygments_style", "pygments_dark_style", "pygments_light_style")


def named_option(options: Mapping[str, Any], names: Container[str]) -> str:
    """Return the first of *names* that the theme's *options* set; empty if they set none."""
    for name, value in options.items():
        if value and (name in names or name.removeprefix("--") in names):
            return name
        if isinstance(value, dict) and (found := named_option(value, names)):
            return found
    return ""


def decided_by_conf(adapter: Adapter, settings: Mapping[str, object]) -> dict[str, str]:
    """Return the parts of the look that ``conf.py`` decides, each with the setting that does."""
    variables = [each.removeprefix("--") for each in adapter.font_variables if each]
    pages = [each.removeprefix("--") for each in adapter.page.variables]
    found = {
        "fonts": named_option(adapter.options, {*_FONTS, *variables}),
        "background": named_option(adapter.options, {*_BACKGROUNDS, *pages}),
        "styling/codeblocks": next((name for name in _STYLES if settings.get(name)), "")
        or named_option(adapter.options, _STYLES),
    }
    return {name: setting for name, setting in found.items() if setting}


def ignored(
    docs: DocsJson, adapter: Adapter, settings: Mapping[str, object]
) -> Iterator[tuple[str, str]]:
    """Yield pointers to the parts of the look that pages do not have, with the reasons."""
    behind, code = docs.background, docs.styling.codeblocks
    asked = {
        "fonts": any(each.family for each in (docs.fonts, docs.fonts.body, docs.fonts.heading)),
        "background": bool(behind.color.light or behind.color.dark)
        or bool(behind.image or behind.decoration),
        "styling/codeblocks": code is not None,
    }
    own = {
        name: f"conf.py sets {option!r}"
        for name, option in decided_by_conf(adapter, settings).items()
    }
    yield from ((f"/{name}", reason) for name, reason in own.items() if asked[name])
    if one_mode := adapter.one_mode(settings):
        shades = (adapter.colour_rules(Colours("#000000", dark)) for dark in ("#000000", "#ffffff"))
        in_dark = {
            "colors/light": docs.colors.light and len(set(shades)) == 1,
            "background/color/dark": behind.color.dark,
            "background/image/dark": behind.image and behind.image.dark != behind.image.light,
            "styling/codeblocks/theme/dark": code and code.light and code.dark != code.light,
        }
        for name, value in in_dark.items():
            if value and not any(name.startswith(other) for other in own):
                yield f"/{name}", one_mode
    if code and "css-variables" in (code.light, code.dark) and "styling/codeblocks" not in own:
        yield "/styling/codeblocks/theme", "a style sheet of the site has its colours"
    if docs.banner is not None and adapter.options.get("announcement"):
        yield "/banner", "conf.py sets 'announcement'"
    yield from _other_pictures(docs, adapter, settings)


def _other_pictures(
    docs: DocsJson, adapter: Adapter, settings: Mapping[str, object]
) -> Iterator[tuple[str, str]]:
    """Yield the logo and the icon of docs.json where ``conf.py`` names others."""
    for name, pair in (("logo", docs.logo), ("favicon", docs.favicon)):
        if pair is None:
            continue
        light, dark = pair.light.lstrip("/"), pair.dark.lstrip("/")
        theirs = file_name(str(settings.get(f"html_{name}") or ""))
        other = f"html_{name}" if theirs not in ("", file_name(light), file_name(dark)) else ""
        if name == "logo" and not other:
            ours = adapter.logo_settings(Brand(light, dark)).get("html_theme_options")
            other = differing_text(ours if isinstance(ours, dict) else {}, adapter.options)
        if other:
            yield f"/{name}", f"conf.py sets {other!r}"


def make_look(app: Sphinx) -> Look:
    """Return the look of the build; made once."""
    look, adapter, state = Look(), adapter_of(app), find_state(app)
    if adapter is None or state is None:
        return look
    docs, root = state.docs, Path(app.srcdir)
    hosts = frozenset(app.config.docsnav_allowed["file_hosts"])
    maker = _LookMaker(look, adapter, root, hosts)
    own = decided_by_conf(adapter, settings_in_conf_py(app.config))
    if "fonts" not in own:
        maker.fonts(docs.fonts.body, docs.fonts.heading, docs.fonts)
    if "background" not in own:
        maker.background(docs.background)
    if docs.styling.codeblocks and "styling/codeblocks" not in own:
        look.rules += code_rules(docs.styling.codeblocks, adapter)
    elif isinstance(app.builder, StandaloneHTMLBuilder):
        bridges = (app.builder.highlighter, app.builder.dark_highlighter or app.builder.highlighter)
        look.rules += adapter.code_rules(*(each.formatter_args["style"] for each in bridges))
    brand = Brand.of(docs, root)
    if brand.favicon_dark != brand.favicon == (app.config.html_favicon or ""):
        look.icon = maker.icon(brand.favicon_dark)
    return look


def look_of(app: Sphinx) -> Look:
    """Return the look of the build."""
    return build_state(app).slot(make_look)


@dataclass(frozen=True)
class _LookMaker:
    """Writes the rules of a theme."""

    look: Look
    adapter: Adapter
    root: Path
    hosts: frozenset[str]

    def fonts(self, body: Font, heading: Font, every: Font) -> None:
        """Add the fonts of text and of headings."""
        text = self._family(body if body.family else every)
        title = self._family(heading if heading.family else every)
        variables = self.adapter.font_variables
        rules = "".join(
            f"{name}:{family};"
            for name, family in zip(variables, (text, title), strict=True)
            if name and family
        )
        if rules:
            self.look.rules += f":root,:root body{{{rules}}}"
        for selector, family, font in (
            (":root body", text, body if body.family else every),
            (f":root body {_HEADINGS}", title or text, heading if heading.family else every),
        ):
            if family:
                weight = f";font-weight:{_weight(font)}" if font.weight else ""
                self.look.rules += f"{selector}{{font-family:{family}{weight}}}"

    def _family(self, font: Font) -> str:
        """Return the value of ``font-family``; empty if a page cannot have the font."""
        if not font.family or font.family in SYSTEM_FONTS:
            return font.family
        name = css_string(font.family)
        if font.source:
            url, kind = self._font_file(font)
            if not url:
                return ""
            is_variable = "variable" in f"{font.family} {font.source}".lower()
            weight = "100 900" if is_variable else _weight(font)
            face = (
                f"@font-face{{font-family:{name};src:url({url}) format({css_string(kind)});"
                f"font-weight:{weight};font-display:swap}}"
            )
            if face not in self.look.rules:
                self.look.rules += face
        elif FONT_SERVICE in self.hosts:
            weights = "400,500,600,700"
            if font.weight and _weight(font) not in weights:
                weights = f"{_weight(font)},{weights}"
            family = quote_plus(font.family)
            sheet = f"https://{FONT_SERVICE}/css?family={family}:{weights}&display=swap"
            if sheet not in self.look.sheets:
                self.look.sheets.append(sheet)
        else:
            wanted = (
                f"a file of the site ('source'), nor is {FONT_SERVICE!r} in "
                "docsnav_allowed['file_hosts']"
            )
            self._tell("font", font.family, wanted)
            return ""
        return f"{name},system-ui,sans-serif"

    def _font_file(self, font: Font) -> tuple[str, str]:
        """Return the address of a font's file in CSS and its format; empty if it is unusable."""
        if self._is_allowed(font.source):
            written = "woff" if font.source.endswith(".woff") else "woff2"
            return css_string(font.source), font.format or written
        file = site_file(self.root, font.source)
        kind = font_kind(self.root, font.source)
        if file is None or not kind:
            self._tell("font", font.source, f"a WOFF or WOFF2 file {_OF_THE_SITE}")
            return "", ""
        return self._published(file, kind), kind

    def _is_allowed(self, url: str) -> bool:
        """Return whether *url* is one of a host that ``conf.py`` allows."""
        return url.startswith("https://") and urlsplit(url).hostname in self.hosts

    def icon(self, path: str) -> str:
        """Return an icon as a file of ``_static``; an address of another host as it is."""
        file = site_image(self.root, path)
        return self._named(file, file.suffix.lower().lstrip(".")) if file else path

    def _published(self, file: Path, suffix: str) -> str:
        return css_string(self._named(file, suffix))

    def _named(self, file: Path, suffix: str) -> str:
        digest = hashlib.sha256(file.read_bytes()).hexdigest()[:_DIGITS]
        name = f"{FOLDER}/{digest}.{suffix}"
        self.look.files[name] = file
        return name

    def _tell(self, what: str, value: str, wanted: str) -> None:
        """Say once what a page cannot have."""
        if value not in self.look.refused:
            self.look.refused.add(value)
            logger.info("%s %r of docs.json is not used: it is not %s", what, value, wanted)

    def background(self, background: Background) -> None:
        """Add what is behind pages."""
        area, pictures = self.adapter.page, background.image
        paths = (pictures.light, pictures.dark) if pictures else ("", "")
        images = [self._image(path) for path in paths]
        pattern = DECORATIONS.get(background.decoration or "", ())
        for colour, image, is_dark in zip(
            self._colours(background.color.light, background.color.dark),
            images,
            (False, True),
            strict=True,
        ):
            values = f"background-color:{colour};" if colour else ""
            layers = [*pattern, *([(f"url({image})", "100% auto")] if image else [])]
            if layers and not (is_dark and image == images[0]):
                names, sizes = (",".join(column) for column in zip(*layers, strict=True))
                repeated = ",".join(["repeat"] * len(pattern) + ["no-repeat"] * bool(image))
                values += (
                    f"background-image:{names};background-size:{sizes};"
                    f"background-repeat:{repeated};background-position:top center;"
                )
            if colour:
                variables = "".join(f"{name}:{colour};" for name in area.variables)
                for part in ("html", "body"):
                    self._add(f"{variables}--docsnav-surface:{colour}", part, is_dark=is_dark)
            self._add(values.rstrip(";"), area.selector, is_dark=is_dark)
        if self.look.rules and area.covers and (pattern or pictures or values):
            self.look.rules += f":root body :is({area.covers}){{background:none}}"

    def _add(self, values: str, part: str, *, is_dark: bool) -> None:
        """Add a rule for a *part* of the page in one mode, unless it is empty."""
        if values and is_dark:
            rules = in_dark(self.adapter, lambda body: f"{_part(body, part)}{{{values}}}")
            self.look.rules += "".join(rules)
        elif values:
            self.look.rules += f"{_part(':root body', part)}{{{values}}}"

    def _colours(self, light: str, dark: str) -> Iterator[str]:
        """Yield the colours behind pages with which the theme's text can be read; else ``""``."""
        for name, colour, text in zip(
            ("light", "dark"), (light, dark), self.adapter.page.text, strict=True
        ):
            back, front = parse_colour(colour), parse_colour(text)
            if back and front and contrast(back, front) < ENOUGH:
                logger.info(
                    "background.color.%s %r of docs.json is not used: the text of theme %r cannot "
                    "be read on it",
                    name,
                    colour,
                    self.adapter.themes[0] if self.adapter.themes else "",
                )
                back = None
            yield colour if back else ""

    def _image(self, path: str) -> str:
        if not path or self._is_allowed(path):
            return css_string(path) if path else ""
        file = site_image(self.root, path)
        if file is None:
            self._tell("background", path, f"a picture {_OF_THE_SITE}")
            return ""
        return self._published(file, file.suffix.lower().lstrip("."))


def _weight(font: Font) -> str:
    """Return the weight of a font in CSS, 1 to 1000."""
    return f"{min(1000.0, max(1.0, font.weight)):g}" if font.weight else "normal"


def _part(body: str, part: str) -> str:
    """Return the selector of a *part* of a page whose body matches *body*."""
    if part == "body":
        return body
    if part != "html":
        return f"{body} {part}"
    root, _, inside = body.rpartition(" ")
    return root if inside == "body" else f"{root}:has(>{inside})"


def in_dark(adapter: Adapter, make: Callable[[str], str]) -> Iterator[str]:
    """Yield the rules that *make* returns for a dark body of the theme, by its selector."""
    if adapter.modes is None:
        return
    yield from map(make, adapter.modes.dark)
    if adapter.modes.dark_by_system:
        rules = make(adapter.modes.dark_by_system)
        yield f"@media not print{{@media(prefers-color-scheme:dark){{{rules}}}}}"


def code_rules(modes: CodeModes, adapter: Adapter) -> str:
    """Return the rules that give code the colours of docs.json."""
    light, dark = modes.light or modes.dark, modes.dark or modes.light
    if light == "css-variables":  # the colours are in a style sheet of the site
        return ""
    by_day, by_night = pygments_style(light), pygments_style(dark)
    if own := adapter.code_rules(by_day, by_night):
        return own
    rules = _style_rules(by_day, ":root body")
    return rules + "".join(in_dark(adapter, lambda body: _style_rules(by_night, body)))


def pygments_style(name: str) -> Any:  # noqa: ANN401 -- a class of Pygments
    """Return the style of Pygments that is called *name*, else the one with the nearest name.

    ``pygments-styles`` has most themes of the service. Without it, ``material-theme-ocean`` is
    ``material``, and what has no relative is dark or light.
    """
    parts = name.split("-")
    shorter = ["-".join(parts[:length]) for length in range(len(parts), 0, -1)]
    is_light = "light" in name or name.endswith(_LIGHT_ENDS)
    for each in (
        *shorter,
        *(("github-light", "default") if is_light else ("github-dark", "one-dark")),
    ):
        try:
            return get_style_by_name(each)
        except ClassNotFound:
            continue
    return get_style_by_name("default")


def _style_rules(style: Any, body: str) -> str:  # noqa: ANN401 -- a class of Pygments
    """Return the rules of a style for code below *body*."""
    formatter = HtmlFormatter(style=style)
    prefix = f"{body} .highlight"
    groups: dict[str, list[str]] = {}
    for line in formatter.get_style_defs(prefix).splitlines():
        selector, _, values = line.partition("/*")[0].strip().removesuffix(" }").partition(" { ")
        if selector.startswith(f"{prefix} ."):
            groups.setdefault(values, []).append(selector.removeprefix(f"{prefix} "))
    rules = "".join(f"{prefix} :is({','.join(names)}){{{v}}}" for v, names in groups.items())
    text = style.style_for_token(Token)["color"]
    colour = f"color:#{text};" if text else ""
    return (
        f"{prefix} {_TOKENS}{{{_PLAIN}}}{rules}"
        f"{prefix}{{background:{style.background_color};{colour}}}"
        f"{prefix} :is(pre,code){{background:none;color:inherit}}"
    )


def add_rules(app: Sphinx, texts: dict[str, str]) -> None:
    """Add the rules to the style sheet of the navigation; publish the files (``docsnav-files``)."""
    look, ledger = look_of(app), ledger_of(app)
    if look.rules and "docsnav.css" in texts:
        texts["docsnav.css"] += look.rules + "\n"
    for name, source in look.files.items():
        ledger.write(OWNER, f"_static/{name}", source.read_bytes())
    ledger.finish(OWNER)


def add_sheets(
    app: Sphinx, _pagename: str, _templatename: str, context: Context, _doctree: object
) -> None:
    """Let a page load the sheets of the font service and the icon (``html-page-context``)."""
    look = look_of(app)
    for address in look.sheets:
        app.add_css_file(address)
    finish = context.get("docsnav_finish")
    if look.icon and finish is not None:  # after the icon of the theme: the last one counts
        url = look.icon if ":" in look.icon else context["pathto"](f"_static/{look.icon}", 1)
        link = f'<link rel="icon" href="{escape(url)}" media="(prefers-color-scheme: dark)">'
        context["docsnav_finish"] = lambda page: end_of_head(finish(page), link)


def shown_look(app: Sphinx) -> Callable[[str], object] | None:
    """Return what all pages show of the look: they carry a digest of it (``docsnav-shown``)."""
    look = look_of(app)
    shown = (look.rules, look.sheets, look.icon)
    return (lambda _docname: shown) if look.rules or look.icon else None


SETTINGS = (
    Setting(
        "docsnav_allowed.file_hosts",
        [],
        "Hosts from which pages may load the fonts and background pictures that docs.json names, "
        'such as ``["fonts.googleapis.com"]`` for ``fonts.family`` without a file. Without them, '
        "only files of the site are used.",
        check=not_strings,
    ),
)
"""The settings of the feature."""


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the feature; called by Sphinx."""
    add_settings(app, SETTINGS)
    connect(app, FILES, 500, add_rules, "the rules follow those of the theme in docsnav.css")
    connect(app, SHOWN, 500, shown_look, "pages carry a digest of docsnav.css")
    connect(app, "html-page-context", 500, add_sheets, "before the rules that name the fonts")
    return metadata()
