"""The HTML that a page may write: tags, attributes, classes and ids, by allow-list.

What isn't on a list doesn't reach the page; nothing is ever passed through as
text of HTML. `style_policy` has the rules for styles.
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
