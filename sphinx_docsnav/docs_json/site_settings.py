"""The fields of docs.json outside ``navigation``: names, colours, links, endpoint pages.

Nothing here stops a build: a value that cannot be used is a warning, and the
default is used instead; fields that are not listed here are ignored.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, WithJsonSchema

from sphinx_docsnav.docs_json.field_types import (
    AnyText,
    As,
    BannerField,
    HexColor,
    Href,
    IconField,
    IconLibrary,
    Listed,
    Maybe,
    OpenApi,
    SettingsModel,
    Text,
    accept_one_or_many,
    check_redirect_source,
    choose_by_type,
    make_mode_reader,
    refuse,
)
from sphinx_docsnav.messages import describe

FONT_NAME = re.compile(r"[\w][\w .&+-]{0,99}")
"""The name of a family of fonts: nothing that could end a string of CSS."""
UNUSED = ("/theme", "/api/url")
"""JSON pointers of settings that have no effect on the output.

An error in them is reported as information, not as a warning, and the JSON Schema
accepts any value. Remove a setting from this list when it is implemented.
"""
FURTHER_FIELDS = frozenset({"navigation"})
"""Names of fields that are right in docs.json and that `SiteSettings` does not have."""
MOVED_FIELDS = {
    **{name: f"navigation.{name}" for name in ("groups", "pages", "tabs", "dropdowns", "products")},
    **{name: f"navigation.{name}" for name in ("versions", "languages", "global")},
    **dict.fromkeys(("anchors", "topAnchor"), "navigation.global.anchors"),
    "primaryTab": "navigation.tabs",
    "topbarLinks": "navbar.links",
    "topbarCtaButton": "navbar.primary",
    **dict.fromkeys(("social", "socials", "footerSocials"), "footer.socials"),
    "openapi": "api.openapi",
    "eyebrows": "styling.eyebrows",
}
"""Names that are no fields of docs.json itself, and the fields that are meant.

Files that were converted from the older format by hand keep some of them.
"""
STATIC_OPTIONS = ("copy", "view", "chatgpt", "claude", "perplexity", "grok", "aistudio")
"""The buttons above a page that a static site can have (``contextual.options``)."""
SERVICE_OPTIONS = (
    *("assistant", "download-pdf", "download-spec", "devin", "devin-mcp", "windsurf"),
    *("mcp", "add-mcp", "cursor", "vscode"),
)
"""Those that the hosted service answers."""


class Examples(SettingsModel):
    """Code samples of endpoint pages."""

    languages: Maybe[Listed[str]] = None
    """Languages of the samples, in order. For example ``["curl", "python"]``."""
    defaults: Maybe[Literal["required", "all"]] = None
    """The parameters that samples show. For example ``"required"``."""
    prefill: Maybe[bool] = None
    """The form that sends requests starts with the values of the samples. For example ``false``."""
    autogenerate: Maybe[bool] = None
    """Samples are made for every endpoint. For example ``false``."""


class Params(SettingsModel):
    """Parameters of endpoint pages."""

    expanded: Maybe[Literal["all", "closed"]] = None
    """Whether nested parameters start open. For example ``"all"``."""
    post: Any = None
    """Labels of parameters, by their names; no labels are shown."""


class Playground(SettingsModel):
    """The form that sends requests."""

    display: Maybe[Literal["interactive", "simple", "none", "auth"]] = None
    """``"interactive"`` shows it, every other value hides it. For example ``"interactive"``."""
    proxy: Maybe[bool] = None
    """Requests go through the proxy of ``docsnav_openapi_options``, if it names one. For example
    ``false``."""
    credentials: Maybe[bool] = None
    """Requests carry cookies; it has no effect, as they never do. For example ``false``."""


class Auth(SettingsModel):
    """Authentication of endpoints written by hand."""

    method: Maybe[Literal["bearer", "basic", "key", "cobo"]] = None
    """How requests prove who sends them. For example ``"bearer"``."""
    name: Maybe[AnyText] = None
    """The header's name. For example ``"x-api-key"``."""


class ApiMdx(SettingsModel):
    """Endpoints written by hand."""

    auth: Auth = Auth()
    """How they authenticate."""
    server: Annotated[tuple[str, ...], accept_one_or_many("a URL or a list of URLs", Href)] = ()
    """Addresses that their paths begin with. For example ``"https://api.example.com"``."""


class Api(SettingsModel):
    """Endpoint pages."""

    openapi: OpenApi = None
    """Specifications that pages with ``openapi`` in their front matter may name.
    For example ``"openapi.json"``."""
    examples: Examples = Examples()
    """Code samples."""
    params: Params = Params()
    """Parameters."""
    playground: Playground = Playground()
    """The form that sends requests."""
    mdx: ApiMdx = ApiMdx()
    """Endpoints written by hand."""
    url: Maybe[Literal["full"]] = None
    """Show whole addresses. For example ``"full"``."""
    asyncapi: Any = None
    """AsyncAPI specifications; no pages are made from them. For example ``"asyncapi.json"``."""


class Colors(SettingsModel):
    """The colours of the site."""

    primary: HexColor = ""
    """The main colour. For example ``"#16A34A"``."""
    light: HexColor = ""
    """The same for dark mode. For example ``"#07C983"``."""
    dark: HexColor = ""
    """For buttons and hover. For example ``"#15803D"``."""


class Images(SettingsModel):
    """An image for light and one for dark mode."""

    light: Href = ""
    """In light mode. For example ``"/logo/light.svg"``."""
    dark: Href = ""
    """In dark mode. For example ``"/logo/dark.svg"``."""
    href: Href = ""
    """Where a click on the logo leads. For example ``"https://example.com"``."""


def _read_images(written: str | Images) -> Images | None:
    if isinstance(written, str):
        return Images.model_construct(light=written, dark=written)
    # Themes need both, so that one image stands for the other mode, too.
    light, dark = written.light or written.dark, written.dark or written.light
    return written.model_copy(update={"light": light, "dark": dark}) if light else None


Image = Annotated[
    Images | None,
    As(
        choose_by_type(
            "the path of an image or an object with 'light' and 'dark'", string=Href, object=Images
        ),
        _read_images,
    ),
]
"""One image, or one for light and one for dark mode; neither is empty."""


class CodeModes(SettingsModel):
    """Themes of code for light and dark mode."""

    light: AnyText = ""
    """In light mode. For example ``"github-light"``."""
    dark: AnyText = ""
    """In dark mode. For example ``"github-dark"``."""


class CodeTheme(SettingsModel):
    """Colours of code."""

    theme: Annotated[
        CodeModes | None,
        As(
            choose_by_type(
                "a theme's name or an object with 'light' and 'dark'",
                string=AnyText,
                object=CodeModes,
            ),
            make_mode_reader(CodeModes),
        ),
    ] = None
    """A theme, or one for light and one for dark mode. For example ``"dracula"``."""
    languages: Any = None
    """Grammars of languages; code is coloured by Pygments, which has its own.
    For example ``{"custom": ["/languages/own.json"]}``."""


DARK_CODE = CodeModes(light="github-dark", dark="github-dark")
"""Code that is always dark."""


def _read_code_modes(written: str | CodeTheme) -> CodeModes | None:
    if isinstance(written, CodeTheme):
        return written.theme
    # `system` leaves the colours of code to the theme, which `None` stands for.
    return DARK_CODE if written == "dark" else None


class Styling(SettingsModel):
    """How pages look."""

    codeblocks: Annotated[
        CodeModes | None,
        As(
            choose_by_type(
                "'system', 'dark' or an object with 'theme'", string=AnyText, object=CodeTheme
            ),
            _read_code_modes,
        ),
    ] = None
    """Colours of code: those of the theme (``system``), always ``dark``, or a ``theme``.
    For example ``{"theme": {"light": "github-light", "dark": "dracula"}}``."""

    eyebrows: Maybe[Literal["section", "breadcrumbs"]] = None
    """The text above a page's title: the group's name, or the whole path (rule 18).
    For example ``"breadcrumbs"``."""
    latex: Maybe[bool] = None
    """Dollar signs enclose formulas: on every page (``true``), on none (``false``), or, without it,
    on pages whose text shows formulas. For example ``true``."""
    markdown: Maybe[Literal["material"]] = None
    """``"material"`` reads ``.md`` files as MkDocs Material does, see
    :doc:`/pages/material-markdown`. An addition of this extension. For example ``"material"``."""


def _check_font_name(text: str) -> str:
    # The name becomes a part of a style sheet, which it must not be able to end.
    if not FONT_NAME.fullmatch(text.strip()):
        raise refuse("the name of a font", describe(text))
    return text.strip()


class Font(SettingsModel):
    """A font."""

    family: Annotated[str, AfterValidator(_check_font_name)] = ""
    """The family. For example ``"Inter"``."""
    weight: Maybe[float] = None
    """How bold it is. For example ``400``."""
    source: Href = ""
    """The file: a path in the site, or a URL of a host in ``docsnav_allowed.file_hosts``.
    For example ``"/fonts/inter.woff2"``."""
    format: Maybe[Literal["woff", "woff2"]] = None
    """The format of the file. For example ``"woff2"``."""


class Fonts(Font):
    """The fonts of pages: one for everything, or for ``heading`` and ``body``."""

    heading: Font = Font()
    """Of headings."""
    body: Font = Font()
    """Of everything else."""


class BackgroundColors(SettingsModel):
    """Colours of pages."""

    light: HexColor = ""
    """In light mode. For example ``"#ffffff"``."""
    dark: HexColor = ""
    """In dark mode. For example ``"#09090b"``."""


class Background(SettingsModel):
    """What is behind pages."""

    color: BackgroundColors = BackgroundColors()
    """Its colour."""
    image: Image = None
    """A picture: a path, or one for light and one for dark mode. For example ``"/back.png"``."""
    decoration: Maybe[Literal["gradient", "grid", "windows"]] = None
    """A pattern at the top. For example ``"gradient"``."""


class Interaction(SettingsModel):
    """What a click on the navigation does."""

    drilldown: Maybe[bool] = None
    """Whether a click on a group opens its first page, or (``false``) only folds it.
    For example ``true``."""


class Icons(SettingsModel):
    """Where icons come from."""

    library: IconLibrary = "fontawesome"
    """The library of icons without one of their own. For example ``"lucide"``."""


class Redirect(SettingsModel):
    """An old address and where it leads now."""

    source: Annotated[Text, AfterValidator(check_redirect_source)]
    """The old path. For example ``"/old"``."""
    destination: Href
    """The new path or URL. For example ``"/new"``."""
    permanent: bool = True
    """Whether the redirect is permanent. For example ``false``."""


class SeoPath(SettingsModel):
    """``meta`` elements of the pages of one folder."""

    path: Text
    """The folder. For example ``"guides/v2"``."""
    metatags: dict[AnyText, AnyText] = Field(default_factory=dict)
    """Its ``meta`` elements. For example ``{"robots": "noindex"}``."""


class Organization(SettingsModel):
    """Who publishes the site, for search engines."""

    id: Href = ""
    """An address that stands for it. For example ``"https://example.org/#organization"``."""
    name: AnyText = ""
    """Its name, instead of that of the site. For example ``"Example"``."""
    legal_name: AnyText = Field(default="", alias="legalName")
    """Its registered name. For example ``"Example Ltd."``."""
    url: Href = ""
    """Its home page. For example ``"https://example.org"``."""
    logo: Href = ""
    """Its logo. For example ``"https://example.org/logo.png"``."""
    same_as: Listed[Href] = Field(default=(), alias="sameAs")
    """Its profiles. For example ``["https://github.com/example"]``."""


class Seo(SettingsModel):
    """Settings for search engines."""

    indexing: Maybe[Literal["navigable", "all"]] = None
    """Index pages of the navigation, or all pages. For example ``"all"``."""
    organization: Maybe[Organization] = None
    """Who publishes the site; pages name it in JSON-LD."""
    metatags: dict[AnyText, AnyText] = Field(default_factory=dict)
    """``meta`` elements of every page. For example ``{"og:site_name": "Example"}``."""
    paths: Listed[SeoPath] = ()
    """``meta`` elements of folders; those of the longest path count."""
    trailing_slash: Any = Field(default=None, alias="trailingSlash")
    """Whether addresses end with a slash; here, the builder decides. For example ``true``."""


class NotFound(SettingsModel):
    """The page for addresses that lead nowhere."""

    redirect: Maybe[bool] = None
    """Go to the first page instead; without it, a page is shown. For example ``false``."""
    title: AnyText = ""
    """Its title. For example ``"Not found"``."""
    description: AnyText = ""
    """Its text. For example ``"This page has moved."``."""


class Errors(SettingsModel):
    """Pages for errors."""

    not_found: Maybe[NotFound] = Field(default=None, alias="404")
    """The page for addresses that lead nowhere."""


class Search(SettingsModel):
    """The search field."""

    prompt: AnyText = ""
    """What an empty field shows. For example ``"Search the manual"``."""


class Appearance(SettingsModel):
    """Light and dark mode."""

    default: Literal["system", "light", "dark"] = "system"
    """The mode that a reader comes to. For example ``"dark"``."""
    strict: bool = False
    """Readers cannot change it. For example ``true``."""


class Metadata(SettingsModel):
    """What pages tell of themselves."""

    timestamp: bool = False
    """Show the date of the last change. For example ``true``."""


class Feedback(SettingsModel):
    """What readers can say of a page."""

    thumbs: bool = Field(default=False, alias="thumbsRating")
    """Ask whether the page was helpful; needs ``docsnav_script``. For example ``true``."""
    issue: bool = Field(default=False, alias="raiseIssue")
    """A link to report a problem; needs ``docsnav_edit_url``. For example ``true``."""


class PagePictures(SettingsModel):
    """Pictures of pages for links in networks."""

    appearance: Maybe[Literal["light", "dark"]] = None
    """Light or dark paper. For example ``"dark"``."""
    background: AnyText = ""
    """A picture of the site behind the words: PNG, JPEG or WebP. For example ``"/back.png"``."""
    fonts: Any = None
    """The font of the words; ``docsnav_thumbnail_font`` names its file.
    For example ``{"family": "Inter"}``."""


class NavbarLink(SettingsModel):
    """A link at the top."""

    label: AnyText = ""
    """The label. For example ``"Support"``."""
    href: Href
    """Where it leads: a URL, or the path of a page. For example ``"https://example.com"``."""
    icon: IconField = None
    """An icon before the label. For example ``"github"``."""
    type: AnyText = ""
    """``button``, ``github`` or ``discord``. For example ``"button"``."""


class Navbar(SettingsModel):
    """Links at the top."""

    links: Listed[NavbarLink] = ()
    """Plain links, in order."""
    primary: Maybe[NavbarLink] = None
    """The emphasized link."""


class FooterLink(SettingsModel):
    """A link of the footer."""

    label: AnyText
    """The label. For example ``"Terms"``."""
    href: Href
    """Where it leads. For example ``"https://example.com/terms"``."""


class FooterColumn(SettingsModel):
    """A column of links in the footer."""

    header: AnyText = ""
    """Its heading. For example ``"Company"``."""
    items: Listed[FooterLink] = ()
    """Its links, in order."""


class Footer(SettingsModel):
    """The footer of every page."""

    socials: dict[AnyText, Href] = Field(default_factory=dict)
    """Addresses by the name of the network. For example ``{"github": "https://github.com/o"}``."""
    links: Listed[FooterColumn] = ()
    """Columns of links, in order."""


def is_unused(pointer: str) -> bool:
    """Return whether the value at *pointer* of docs.json changes nothing in what is built."""
    return any(pointer == unused or pointer.startswith(f"{unused}/") for unused in UNUSED)


def is_static_option(option: object) -> bool:
    """Return whether a static site can have an entry of ``contextual.options``."""
    if isinstance(option, dict):
        # `$mcp` stands for the address of a server that the service runs.
        return "$mcp" not in str(option.get("href"))
    return option in STATIC_OPTIONS


_TEXT = {"type": "string"}
_PAIR = {"type": "object", "properties": {"key": _TEXT, "value": _TEXT}}
_OPTION = {
    "type": "object",
    "properties": {
        "title": {**_TEXT, "description": "The text of the button."},
        "description": {**_TEXT, "description": "What the button does."},
        "icon": {"description": "An icon: a name, a URL or path, or an object."},
        "href": {
            "description": "Where the button leads; `$page` and `$path` stand for the page.",
            "anyOf": [
                _TEXT,
                {
                    "type": "object",
                    "properties": {"base": _TEXT, "query": {"type": "array", "items": _PAIR}},
                },
            ],
        },
    },
}
"""The JSON Schema of a button that a site describes itself."""
_MenuOption = choose_by_type(
    "a name or an object",
    string=AnyText,
    object=Annotated[dict[str, object], WithJsonSchema(_OPTION)],
)
"""An entry of the menu above a page: one of the service, or a button of the site."""


class Contextual(SettingsModel):
    """The menu above a page."""

    options: Listed[_MenuOption] = ()  # type: ignore[valid-type]  # made by a function
    """What it offers: ``copy``, ``view``, ``chatgpt``, ``claude``, ``perplexity``, ``grok``,
    ``aistudio``, or an object with ``title`` and ``href``. For example ``["copy", "claude"]``."""
    display: Any = None
    """Where the menu is; here, it is above the page. For example ``"header"``."""


class MarkdownSettings(SettingsModel):
    """The copies of pages for programs."""

    instructions: Any = None
    """Instructions for programs, which the hosted service adds to each copy.
    For example ``"Prefer the command line."``."""
    specification: Any = Field(default=None, alias="schema")
    """Whether copies of endpoint pages have the specification; here, they do not.
    For example ``false``."""


class SiteSettings(SettingsModel):
    """The fields of docs.json beside ``navigation``; `UNUSED` names those without an effect."""

    name: AnyText = ""
    """The site's name. For example ``"Example"``."""
    description: AnyText = ""
    """What the site is about, for search engines. For example ``"How to use Example"``."""
    theme: AnyText = ""
    """The look that the site was made for. For example ``"mint"``."""
    logo: Image = None
    """The logo: a path, or one for light and one for dark mode.
    For example ``{"light": "/logo/light.svg", "dark": "/logo/dark.svg"}``."""
    favicon: Image = None
    """The icon of browser tabs. For example ``"/favicon.svg"``."""
    colors: Colors = Colors()
    """The site's colours. For example ``{"primary": "#16A34A"}``."""
    banner: BannerField = None
    """A line above every page. For example ``{"content": "Version 2 is out"}``."""
    styling: Styling = Styling()
    """How pages look."""
    fonts: Fonts = Fonts()
    """The fonts of pages."""
    background: Background = Background()
    """What is behind pages."""
    interaction: Interaction = Interaction()
    """What a click on the navigation does."""
    icons: Icons = Icons()
    """Where icons come from."""
    api: Api = Api()
    """Endpoint pages."""
    variables: dict[str, AnyText] = Field(default_factory=dict)
    """Texts that pages use by name. For example ``{"version": "2.1"}``."""
    redirects: Listed[Redirect] = ()
    """Old addresses and where they lead now."""
    seo: Seo = Seo()
    """Settings for search engines."""
    errors: Errors = Errors()
    """Pages for errors."""
    appearance: Appearance = Appearance()
    """Light and dark mode."""
    search: Search = Search()
    """The search field."""
    thumbnails: Maybe[PagePictures] = None
    """Pictures of pages for links in networks."""
    metadata: Metadata = Metadata()
    """What pages tell of themselves."""
    feedback: Feedback = Feedback()
    """What readers can say of a page."""
    navbar: Navbar = Navbar()
    """Links at the top."""
    footer: Footer = Footer()
    """The footer of every page."""
    contextual: Contextual = Contextual()
    """The menu above a page."""
    markdown: MarkdownSettings = MarkdownSettings()
    """The copies of pages for programs."""
    integrations: Any = None
    """Keys of services such as analytics, by the name of the service; a script that
    ``docsnav_script`` names can read them. For example ``{"ga4": {"measurementId": "G-1"}}``."""
    public: Any = None
    """Pages can be read without signing in; a static site has no sign-in. For example ``true``."""
    variations: Any = None
    """Kinds of readers, between whose texts pages switch; all texts are shown.
    For example ``{"options": [{"id": "admin", "label": "Administrators"}]}``."""
