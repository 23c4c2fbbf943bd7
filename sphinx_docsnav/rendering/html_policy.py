"""Which html and which styles a page may write: tags, attributes, classes, ids by allow-list.

What isn't on a list doesn't reach the page; nothing is ever passed through as
text of html. A style may change how its element looks and how its content is laid
out: properties by list, values by grammar. It may not load anything, and it may not
move or paint the element over other parts of the page, which could pass for the
site's own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from sphinx_docsnav.docs_json.phrases import misspelled


def _names(words: str) -> frozenset[str]:
    return frozenset(words.split())


PHRASING = _names(
    "a abbr b bdi bdo br button cite code data del dfn em i img input ins kbd label "
    "big font mark meter nobr optgroup option output progress q rp rt ruby s samp select small "
    "span strike strong sub sup svg textarea time tt u var wbr picture"
)
"""Inline elements."""
FLOW = _names(
    "address article aside audio blockquote caption center col colgroup dd details "
    "dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header "
    "hr iframe legend li main nav ol p pre section source summary table tbody td tfoot th "
    "thead tr track ul video"
)
"""Block elements."""
SVG = _names(
    "svg g path circle ellipse line polygon polyline rect defs use title desc symbol "
    "linearGradient radialGradient stop clipPath mask text tspan textPath marker pattern switch "
    "filter feBlend feColorMatrix feComponentTransfer feComposite feDropShadow feFlood feFuncA "
    "feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset feTurbulence"
)
"""Elements of drawings."""
OTHER_NAMES: Mapping[str, str] = {"Link": "a"}
"""Elements that pages write as the components of a framework."""
FORBIDDEN = _names(
    "script style object embed applet link meta base noscript template datalist frame frameset "
    "iframe-src portal foreignObject animate animateMotion animateTransform mpath set feImage"
)
"""Elements that are dropped with everything in them."""
ALLOWED = PHRASING | FLOW | SVG
"""Every element that a page may write; of others only the content is shown."""
REPLACED: Mapping[str, str] = {"form": "div", "dialog": "div"}
"""Elements that are written as another one, as a page can neither send nor open anything."""

_COMMON = _names("title lang dir role tabindex hidden translate")
_BY_TAG: Mapping[str, frozenset[str]] = {
    "a": _names("target rel download hreflang name"),
    "button": frozenset(["type", "disabled"]),
    "col": frozenset({"span"}),
    "colgroup": frozenset({"span"}),
    "details": frozenset({"open", "name"}),
    "iframe": _names("width height loading allowFullScreen allowfullscreen frameBorder"),
    "img": _names("alt width height loading decoding"),
    "input": _names("type checked disabled placeholder"),
    "label": frozenset({"htmlFor"}),
    "meter": _names("value min max low high optimum"),
    "progress": _names("value max"),
    "textarea": _names("rows cols placeholder"),
    "li": frozenset({"value"}),
    "ol": _names("start reversed type"),
    "source": frozenset(["type", "media"]),
    "td": _names("colSpan colspan rowSpan rowspan align width"),
    "th": _names("colSpan colspan rowSpan rowspan align scope width"),
    "table": frozenset(["align", "width"]),
    "p": frozenset({"align"}),
    "div": frozenset({"align"}),
    "time": frozenset({"dateTime", "datetime"}),
    "track": _names("kind srcLang srclang label default"),
    "video": _names(
        "controls autoPlay autoplay loop muted playsInline playsinline preload width height"
    ),
    "audio": _names("controls autoPlay autoplay loop muted preload"),
}
_WITH_DASH = _names(
    "fillOpacity fillRule clipPath clipRule dominantBaseline floodColor floodOpacity fontFamily "
    "fontSize fontStyle fontWeight letterSpacing markerEnd markerMid markerStart paintOrder "
    "shapeRendering stopColor stopOpacity strokeDasharray strokeDashoffset strokeLinecap "
    "strokeLinejoin strokeMiterlimit strokeOpacity strokeWidth textAnchor vectorEffect"
)
"""Attributes of drawings that JSX writes with a capital letter and SVG with a dash."""
_WITH_CAPITALS = _names(
    "viewBox preserveAspectRatio baseFrequency clipPathUnits filterUnits gradientTransform "
    "gradientUnits lengthAdjust markerHeight markerUnits markerWidth maskContentUnits maskUnits "
    "numOctaves pathLength patternContentUnits patternTransform patternUnits primitiveUnits refX "
    "refY spreadMethod startOffset stdDeviation tableValues textLength"
)
"""Attributes of drawings that SVG writes with a capital letter, too."""


def _dashed(name: str) -> str:
    return re.sub(r"[A-Z]", lambda letter: f"-{letter.group().lower()}", name)


_SVG_ATTRIBUTES = (
    _names(
        "d cx cy r rx ry x y dx dy fx fy x1 y1 x2 y2 points width height fill stroke opacity color "
        "transform rotate offset orient xmlns focusable in in2 result mode operator radius seed "
        "values type k1 k2 k3 k4 slope intercept amplitude exponent filter mask"
    )
    | _WITH_DASH
    | frozenset(map(_dashed, _WITH_DASH))
    | _WITH_CAPITALS
)
REFERENCES = ("href", "xlinkHref", "xlink:href")
"""Attributes of drawings that refer to a part of one."""
OWN_ID = re.compile(r"#[\w:.-]+")
"""A reference to a part of the same page."""
_OWN_PART = re.compile(r"\s*url\(\s*['\"]?#[\w:.-]+['\"]?\s*\)[\w\s#]*")
"""A reference to a part of the same drawing."""
_MAY_LOAD = re.compile(r"\\|\b(?:url|src|image|image-set|cross-fade|element)\s*\(", re.IGNORECASE)
"""What loads a file in a value of CSS, or can hide that it does."""
_FILES: Mapping[str, frozenset[str]] = {
    "video": frozenset({"src", "poster"}),
    "audio": frozenset({"src"}),
    "source": _names("src srcSet srcset"),
    "track": frozenset({"src"}),
}
_ADDRESSES: Mapping[str, frozenset[str]] = {
    "a": frozenset({"href"}),
    "img": frozenset({"src"}),
    "iframe": frozenset({"src"}),
}
_ANY = _COMMON | _names("class className id style")
_WITHOUT_EFFECT = _names(
    "abbr accept accept-charset accesskey action allow allowfullscreen alt as async "
    "autocapitalize autocomplete autocorrect autofocus autoplay axis background bgcolor border "
    "bordercolor cellpadding cellspacing char charoff charset checked cite class clear cols "
    "colspan color compact content contenteditable controls controlslist coords crossorigin data "
    "datetime decoding default defaultchecked defaultvalue defer dir dirname disabled "
    "disablepictureinpicture disableremoteplayback download draggable enctype enterkeyhint "
    "exportparts face fetchpriority for form formaction formenctype formmethod formnovalidate "
    "formtarget frame frameborder global headers height hidden high href hreflang hspace "
    "http-equiv id imagesizes imagesrcset inert inputmode integrity is ismap itemid itemprop "
    "itemref itemscope itemtype jsx key kind label lang language list loading longdesc loop low "
    "marginheight marginwidth max maxlength media method min minlength multiple muted name "
    "nonce noshade novalidate nowrap nozoom open optimum part pattern ping placeholder "
    "playsinline popover popovertarget popovertargetaction poster preload property radiogroup "
    "readonly ref referrerpolicy rel required rev reversed role rows rowspan rules sandbox scope "
    "scrolling security selected shape size sizes slot span spellcheck src srcdoc srclang srcset "
    "start step style summary suppresscontenteditablewarning suppresshydrationwarning sx "
    "tabindex target title translate type usemap valign value vspace webkitallowfullscreen "
    "mozallowfullscreen width wrap xmlns zoom zoomable"
)
"""Names that HTML or a framework has on some element, in lower case: they are no mistakes."""
_NONE: frozenset[str] = frozenset()
_NAME = re.compile(r"[a-zA-Z][a-zA-Z0-9_.-]*")
_CLASS = re.compile(r"[^\s\"'<>&`=]{1,80}")


def file_attributes(tag: str) -> frozenset[str]:
    """Return the attributes of *tag* that name a file of the site or of another."""
    return _FILES.get(tag, frozenset())


def is_attribute_allowed(tag: str, name: str) -> bool:
    """Return whether an allowed element may have an attribute.

    Ids, classes, styles and URLs are checked by functions of their own.
    """
    if name.startswith(("data-", "aria-")):
        return bool(_NAME.fullmatch(name)) and not name.startswith("data-docsnav")
    if tag in SVG and name in _SVG_ATTRIBUTES:
        return True
    return name in _COMMON or name in _BY_TAG.get(tag, frozenset())


def meant_attribute(tag: str, name: str) -> str:
    """Return the attribute that *name* misspells on an element of HTML, ``""`` if none.

    HTML has many attributes, and frameworks add others, so an unknown name may be right.
    """
    if tag in SVG or name.startswith(("data-", "aria-", "on")) or name.lower() in _WITHOUT_EFFECT:
        return ""
    known = _ANY | _BY_TAG.get(tag, _NONE) | _FILES.get(tag, _NONE) | _ADDRESSES.get(tag, _NONE)
    return "" if known & {name, name.lower()} else misspelled(name, known)


def html_name(name: str) -> str:
    """Return the name html has for an attribute that JSX writes as *name*."""
    if name == "htmlFor":
        return "for"
    if name in _WITH_DASH:
        return _dashed(name)
    return name if name in _WITH_CAPITALS else name.lower()


def is_value_allowed(tag: str, name: str, value: str) -> bool:
    """Return whether an allowed attribute may have *value*: drawings refer to no other file."""
    if tag not in SVG or name not in _SVG_ATTRIBUTES or _MAY_LOAD.search(value) is None:
        return True
    return _OWN_PART.fullmatch(value) is not None


def clean_classes(value: object) -> list[str]:
    """Return the class names in *value*; those with characters of markup are left out."""
    if not value:
        return []
    return [name for name in str(value).split() if _CLASS.fullmatch(name)]


_PROPERTIES = _names(
    "color opacity visibility display overflow overflow-x overflow-y float clear cursor pointer- "
    "events background background-color background-image background-position background-repeat "
    "background-size background-clip mask-image -webkit-mask-image width height min-width max- "
    "width min-height max-height aspect-ratio box-sizing object-fit object-position inline-size "
    "block-size padding padding-top padding-right padding-bottom padding-left padding-inline "
    "padding-block padding-inline-start padding-inline-end padding-block-start padding-block-end "
    "margin margin-top margin-right margin-bottom margin-left margin-inline margin-block margin- "
    "inline-start margin-inline-end margin-block-start margin-block-end border border-top border- "
    "right border-bottom border-left border-color border-style border-width border-radius border- "
    "collapse border-spacing border-image border-top-color border-right-color border-bottom-color "
    "border-left-color border-top-style border-right-style border-bottom-style border-left-style "
    "border-top-width border-right-width border-bottom-width border-left-width border-top-left- "
    "radius border-top-right-radius border-bottom-left-radius border-bottom-right-radius border- "
    "inline-start border-inline-end box-shadow text-shadow outline outline-color outline-style "
    "outline-width font font-family font-size font-style font-variant font-weight font-stretch "
    "font-feature-settings font-variant-numeric line-height letter-spacing word-spacing text- "
    "align text-align-last text-decoration text-decoration-color text-decoration-line text- "
    "decoration-style text-decoration-thickness text-indent text-overflow text-transform text- "
    "underline-offset text-wrap white-space word-break overflow-wrap word-wrap hyphens tab-size "
    "vertical-align direction writing-mode list-style list-style-type list-style-position flex "
    "flex-basis flex-direction flex-flow flex-grow flex-shrink flex-wrap gap row-gap column-gap "
    "grid grid-area grid-auto-columns grid-auto-flow grid-auto-rows grid-column grid-column-end "
    "grid-column-start grid-column-gap grid-gap grid-row grid-row-end grid-row-start grid-row-gap "
    "grid-template grid-template-areas grid-template-columns grid-template-rows align-content "
    "align-items align-self justify-content justify-items justify-self place-content place-items "
    "place-self order columns column-count column-width column-rule break-inside table-layout "
    "caption-side empty-cells animation animation-delay animation-direction animation-duration "
    "animation-fill-mode animation-iteration-count animation-name animation-play-state animation- "
    "timing-function transition transition-delay transition-duration transition-property "
    "transition-timing-function user-select accent-color color-scheme fill fill-opacity fill-rule "
    "stroke stroke-width stroke-linecap stroke-linejoin stroke-opacity stroke-dasharray stroke- "
    "dashoffset"
)
"""Positions, offsets, layers, transforms and filters are none of them."""
_FUNCTIONS = _names(
    "rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark calc min max clamp var "
    "linear-gradient radial-gradient conic-gradient repeating-linear-gradient repeating-radial- "
    "gradient repeating-conic-gradient repeat minmax fit-content cubic-bezier steps"
)
"""Functions that compute; none of them loads anything."""
_VALUES = {"position": frozenset({"static", "relative"})}
"""Properties of which only some values are allowed."""
_INWARD = ("margin", "text-indent", "letter-spacing", "word-spacing", "vertical-align")
"""Properties that move what they apply to out of its box with a negative length."""
_SHADOWS = ("box-shadow", "text-shadow", "outline", "text-underline-offset")
"""Properties that paint outside of the box."""
_LENGTHS = {"": 0.0, "px": 16.0, "em": 1.0, "rem": 1.0, "ex": 2.0, "ch": 2.0, "pt": 12.0}
"""How far a length of each unit may lead out of the box; a number without a unit is 0."""
_SHADOW_FACTOR = 4
"""A shadow may reach that many times as far."""
MAX_LENGTH = 2_000
"""A longer value is left out."""
_VALUE = re.compile(r"(?:[\w\s.,%/+*#!()-]|\"[\w\s.,-]*\"|'[\w\s.,-]*')*", re.ASCII)
_CALL = re.compile(r"([\w-]*)\(", re.ASCII)
_SEPARATOR = re.compile(r"[\s,/]+")
_LENGTH = re.compile(r"([+-]?(?:\d+\.?\d*|\.\d+))([a-z]*|%)", re.ASCII)
_WORD = re.compile(rf"{_LENGTH.pattern}|#[0-9a-f]{{3,8}}|!?[a-z-]+", re.ASCII)
_COLOR = re.compile(r"\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\([^()]*\)")
_CUSTOM = re.compile(r"--[\w-]{1,80}", re.ASCII)
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_STYLE_NAME = re.compile(r"[A-Z]")
_UNITLESS = _names(
    "opacity zIndex fontWeight lineHeight flex flexGrow flexShrink order zoom aspectRatio"
)


def clean_style(value: object) -> str:
    """Return a style, written as text or as an object, without what is not allowed."""
    if not value:
        return ""
    if isinstance(value, dict):
        pairs = [(_css_name(name), _css_value(name, item)) for name, item in value.items()]
    else:
        parts = _COMMENT.sub("", str(value)).split(";")
        pairs = [(name, item) for name, _, item in (part.partition(":") for part in parts)]
    found = ((name.strip(), item.strip()) for name, item in pairs)
    return "; ".join(f"{name}: {item}" for name, item in found if is_style_allowed(name, item))


def is_style_allowed(name: str, value: str) -> bool:
    """Return whether a page may set the property *name* to *value*."""
    lower = value.lower()
    if not value or len(value) > MAX_LENGTH or not _VALUE.fullmatch(value):
        return False
    if (
        "/*" in value
        or "*/" in value
        or lower.count("(") != lower.count(")")
        or not _FUNCTIONS.issuperset(_CALL.findall(lower))
    ):
        return False
    name = name if name.startswith("--") else name.lower()
    if name in _VALUES:
        return lower.replace("!important", "").strip() in _VALUES[name]
    if name not in _PROPERTIES and not _CUSTOM.fullmatch(name):
        return False
    if name.startswith(_INWARD):
        return _stays_inside(lower.strip())
    return not name.startswith(_SHADOWS) or _stays_near(lower.strip())


def _stays_inside(value: str) -> bool:
    """Return whether all lengths are positive or short; computed values are not checked."""
    return all(
        _is_known(word) and _is_short(-_length(word), word, 1) for word in _SEPARATOR.split(value)
    )


def _stays_near(value: str) -> bool:
    """Return whether all lengths are short; colours are ignored."""
    words = _SEPARATOR.split(_COLOR.sub("red", value))
    return all(
        _is_known(word) and _is_short(abs(_length(word)), word, _SHADOW_FACTOR) for word in words
    )


def _is_known(word: str) -> bool:
    return bool(_WORD.fullmatch(word))


def _length(word: str) -> float:
    match = _LENGTH.fullmatch(word)
    return float(match[1]) if match else 0.0


def _is_short(length: float, word: str, factor: int) -> bool:
    match = _LENGTH.fullmatch(word)
    return length <= 0 or match is None or length <= _LENGTHS.get(match[2], 0.0) * factor


def _css_name(name: object) -> str:
    words = str(name)
    if words.startswith("--"):
        return words
    return _STYLE_NAME.sub(lambda letter: f"-{letter.group().lower()}", words)


def _css_value(name: object, value: object) -> str:
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    unitless = str(name) in _UNITLESS or str(name).startswith("--")
    return f"{value}px" if number and value and not unitless else str(value)
