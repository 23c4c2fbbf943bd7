"""Names that pages may contain: elements and attributes of HTML, schemes of URLs, components."""

from __future__ import annotations

from collections.abc import Mapping

# Source: HTML Standard, 13.1.2 (https://html.spec.whatwg.org/multipage/syntax.html#void-elements),
# and `param`, which was one of them.
VOID_ELEMENTS = frozenset(
    {
        "area",
        "base",
        "br",
        "col",
        "embed",
        "hr",
        "img",
        "input",
        "link",
        "meta",
        "param",
        "source",
        "track",
        "wbr",
    }
)
"""Elements that have no end tag."""

# Source: HTML Standard, 3.2.5.2.5 and 16.2 (npm: @webref/elements), without those in
# `BLOCK_ELEMENTS` (audio, iframe, video) and `FORBIDDEN_ELEMENTS` (object, script).
PHRASING_ELEMENTS = frozenset(
    {
        "a",
        "abbr",
        "b",
        "bdi",
        "bdo",
        "big",
        "br",
        "button",
        "cite",
        "code",
        "data",
        "del",
        "dfn",
        "em",
        "font",
        "i",
        "img",
        "input",
        "ins",
        "kbd",
        "label",
        "mark",
        "math",
        "meter",
        "nobr",
        "optgroup",
        "option",
        "output",
        "picture",
        "progress",
        "q",
        "rp",
        "rt",
        "ruby",
        "s",
        "samp",
        "select",
        "small",
        "span",
        "strike",
        "strong",
        "sub",
        "sup",
        "svg",
        "textarea",
        "time",
        "tt",
        "u",
        "var",
        "wbr",
    }
)
"""Elements in a line of text."""

# Source: HTML Standard, 4, and 16.2 for obsolete elements (npm: @webref/elements).
BLOCK_ELEMENTS = frozenset(
    {
        "address",
        "article",
        "aside",
        "audio",
        "blockquote",
        "caption",
        "center",
        "col",
        "colgroup",
        "dd",
        "details",
        "dialog",
        "div",
        "dl",
        "dt",
        "fieldset",
        "figcaption",
        "figure",
        "footer",
        "form",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "header",
        "hr",
        "iframe",
        "legend",
        "li",
        "main",
        "nav",
        "ol",
        "p",
        "pre",
        "section",
        "source",
        "summary",
        "table",
        "tbody",
        "td",
        "tfoot",
        "th",
        "thead",
        "tr",
        "track",
        "ul",
        "video",
    }
)
"""Elements that are blocks, or parts of blocks."""

# Source: HTML Standard, 4, and 16.2 for obsolete elements (npm: @webref/elements).
# Those of SVG animate a drawing or load another file.
FORBIDDEN_ELEMENTS = frozenset(
    {
        "animate",
        "animateMotion",
        "animateTransform",
        "applet",
        "base",
        "datalist",
        "embed",
        "feImage",
        "foreignObject",
        "frame",
        "frameset",
        "link",
        "meta",
        "mpath",
        "noscript",
        "object",
        "portal",
        "script",
        "set",
        "style",
        "template",
    }
)
"""Elements that are dropped with everything in them."""

# Source: HTML Standard, 3.2.5.2.5 (npm: @webref/elements), without names that descriptions use as
# placeholders, such as `<data>`, `<label>` and `<time>`.
DESCRIPTION_PHRASING = frozenset(
    {
        "a",
        "abbr",
        "b",
        "bdi",
        "bdo",
        "br",
        "cite",
        "code",
        "del",
        "dfn",
        "em",
        "i",
        "img",
        "ins",
        "kbd",
        "mark",
        "q",
        "s",
        "samp",
        "small",
        "span",
        "strong",
        "sub",
        "sup",
        "u",
        "var",
        "wbr",
    }
)
"""Elements in the lines of a description of a specification; other tags are text."""

# Source: HTML Standard, 4, and 16.2 for obsolete elements (npm: @webref/elements).
DESCRIPTION_BLOCKS = frozenset(
    {
        "blockquote",
        "caption",
        "center",
        "col",
        "colgroup",
        "dd",
        "details",
        "div",
        "dl",
        "dt",
        "figcaption",
        "figure",
        "hr",
        "li",
        "ol",
        "p",
        "pre",
        "section",
        "summary",
        "table",
        "tbody",
        "td",
        "tfoot",
        "th",
        "thead",
        "tr",
        "ul",
    }
)
"""Elements that are blocks in a description, or parts of blocks."""

# Source: HTML Standard, 3.2.6 (npm: html-element-attributes), and ARIA.
GLOBAL_ATTRIBUTES = frozenset(
    {
        "dir",
        "hidden",
        "lang",
        "role",
        "tabindex",
        "title",
        "translate",
    }
)
"""Attributes that every element of a page may have."""

# Source: HTML Standard, 4 and 16.2 (npm: html-element-attributes), with the names of React, if they
# differ.
ELEMENT_ATTRIBUTES: Mapping[str, frozenset[str]] = {
    "a": frozenset(
        {
            "download",
            "hreflang",
            "name",
            "rel",
            "target",
        }
    ),
    "audio": frozenset(
        {
            "autoPlay",
            "autoplay",
            "controls",
            "loop",
            "muted",
            "preload",
        }
    ),
    "button": frozenset(
        {
            "disabled",
            "type",
        }
    ),
    "col": frozenset(("span",)),
    "colgroup": frozenset(("span",)),
    "details": frozenset(
        {
            "name",
            "open",
        }
    ),
    "div": frozenset(("align",)),
    "font": frozenset(("color", "face", "size")),
    "iframe": frozenset(
        {
            "allowFullScreen",
            "allowfullscreen",
            "frameBorder",
            "height",
            "loading",
            "width",
        }
    ),
    "img": frozenset(
        {
            "alt",
            "decoding",
            "height",
            "loading",
            "width",
        }
    ),
    "input": frozenset(
        {
            "checked",
            "disabled",
            "placeholder",
            "type",
        }
    ),
    "label": frozenset(("htmlFor",)),
    "li": frozenset(("value",)),
    "meter": frozenset(
        {
            "high",
            "low",
            "max",
            "min",
            "optimum",
            "value",
        }
    ),
    "ol": frozenset(
        {
            "reversed",
            "start",
            "type",
        }
    ),
    "p": frozenset(("align",)),
    "progress": frozenset(
        {
            "max",
            "value",
        }
    ),
    "source": frozenset(
        {
            "media",
            "type",
        }
    ),
    "table": frozenset(
        {
            "align",
            "width",
        }
    ),
    "td": frozenset(
        {
            "align",
            "colSpan",
            "colspan",
            "rowSpan",
            "rowspan",
            "width",
        }
    ),
    "textarea": frozenset(
        {
            "cols",
            "placeholder",
            "rows",
        }
    ),
    "th": frozenset(
        {
            "align",
            "colSpan",
            "colspan",
            "rowSpan",
            "rowspan",
            "scope",
            "width",
        }
    ),
    "time": frozenset(
        {
            "dateTime",
            "datetime",
        }
    ),
    "track": frozenset(
        {
            "default",
            "kind",
            "label",
            "srcLang",
            "srclang",
        }
    ),
    "video": frozenset(
        {
            "autoPlay",
            "autoplay",
            "controls",
            "height",
            "loop",
            "muted",
            "playsInline",
            "playsinline",
            "preload",
            "width",
        }
    ),
}
"""Attributes that an element of a page may have in addition to the global ones."""

# Source: HTML Standard, 4 and 16.2 (npm: html-element-attributes).
KNOWN_ATTRIBUTES = frozenset(
    {
        "abbr",
        "accept",
        "accept-charset",
        "accesskey",
        "action",
        "allow",
        "allowfullscreen",
        "alt",
        "as",
        "async",
        "autocapitalize",
        "autocomplete",
        "autocorrect",
        "autofocus",
        "autoplay",
        "axis",
        "background",
        "bgcolor",
        "border",
        "cellpadding",
        "cellspacing",
        "char",
        "charoff",
        "charset",
        "checked",
        "cite",
        "class",
        "clear",
        "color",
        "cols",
        "colspan",
        "compact",
        "content",
        "contenteditable",
        "controls",
        "coords",
        "crossorigin",
        "data",
        "datetime",
        "decoding",
        "default",
        "defer",
        "dir",
        "dirname",
        "disabled",
        "download",
        "draggable",
        "enctype",
        "enterkeyhint",
        "exportparts",
        "face",
        "fetchpriority",
        "for",
        "form",
        "formaction",
        "formenctype",
        "formmethod",
        "formnovalidate",
        "formtarget",
        "frame",
        "frameborder",
        "headers",
        "height",
        "hidden",
        "high",
        "href",
        "hreflang",
        "hspace",
        "http-equiv",
        "id",
        "imagesizes",
        "imagesrcset",
        "inert",
        "inputmode",
        "integrity",
        "is",
        "ismap",
        "itemid",
        "itemprop",
        "itemref",
        "itemscope",
        "itemtype",
        "kind",
        "label",
        "lang",
        "language",
        "list",
        "loading",
        "longdesc",
        "loop",
        "low",
        "marginheight",
        "marginwidth",
        "max",
        "maxlength",
        "media",
        "method",
        "min",
        "minlength",
        "multiple",
        "muted",
        "name",
        "nonce",
        "noshade",
        "novalidate",
        "nowrap",
        "open",
        "optimum",
        "part",
        "pattern",
        "ping",
        "placeholder",
        "playsinline",
        "popover",
        "popovertarget",
        "popovertargetaction",
        "poster",
        "preload",
        "readonly",
        "referrerpolicy",
        "rel",
        "required",
        "rev",
        "reversed",
        "rows",
        "rowspan",
        "rules",
        "sandbox",
        "scope",
        "scrolling",
        "selected",
        "shape",
        "size",
        "sizes",
        "slot",
        "span",
        "spellcheck",
        "src",
        "srcdoc",
        "srclang",
        "srcset",
        "start",
        "step",
        "style",
        "summary",
        "tabindex",
        "target",
        "title",
        "translate",
        "type",
        "usemap",
        "valign",
        "value",
        "vspace",
        "width",
        "wrap",
    }
)
"""Attributes of HTML in lower case, which are not reported as mistakes."""

OTHER_ATTRIBUTES = frozenset(
    {
        # Source: React, https://react.dev/reference/react-dom/components/common.
        "defaultchecked",
        "defaultvalue",
        "key",
        "radiogroup",
        "ref",
        "suppresscontenteditablewarning",
        "suppresshydrationwarning",
        # Source: styled-jsx and Theme UI.
        "global",
        "jsx",
        "sx",
        # Source: ARIA, RDFa and XML.
        "property",
        "role",
        "xmlns",
        # Source: other documents of WICG and W3C about media.
        "controlslist",
        "disablepictureinpicture",
        "disableremoteplayback",
        # Source: earlier browsers.
        "bordercolor",
        "mozallowfullscreen",
        "security",
        "webkitallowfullscreen",
        "zoom",
        # Source: the components of the format, https://www.mintlify.com/docs/components/frames.
        "nozoom",
        "zoomable",
    }
)
"""Attributes of other standards and tools in lower case, which are not reported, either."""

# Source: IANA, Uniform Resource Identifier (URI) Schemes
# (https://www.iana.org/assignments/uri-schemes/uri-schemes.xhtml).
LINK_SCHEMES = frozenset(
    {
        "ftp",
        "http",
        "https",
        "mailto",
        "tel",
    }
)
"""Schemes that the URL of a link may have."""

# Source: the same registry; `vbscript` is a scheme of Internet Explorer.
SCRIPT_SCHEMES = frozenset(
    {
        "data",
        "javascript",
        "vbscript",
    }
)
"""Schemes of URLs that may run a script in the page."""

# Source: https://www.mintlify.com/docs/components; a test compares the registry of the components.
COMPONENT_NAMES = frozenset(
    {
        "Accordion",
        "AccordionGroup",
        "Badge",
        "Banner",
        "Callout",
        "Card",
        "CardGroup",
        "Check",
        "CodeBlock",
        "CodeGroup",
        "Color",
        "Color.Item",
        "Color.Row",
        "Column",
        "Columns",
        "Danger",
        "Expandable",
        "FileTree",
        "Frame",
        "GitHub.Repo",
        "Icon",
        "Info",
        "Latex",
        "Mermaid",
        "Note",
        "Panel",
        "ParamField",
        "Prompt",
        "RequestExample",
        "ResponseExample",
        "ResponseField",
        "Step",
        "Steps",
        "Tab",
        "Tabs",
        "Tile",
        "TileGroup",
        "Tip",
        "Tooltip",
        "Tree",
        "Tree.File",
        "Tree.Folder",
        "Update",
        "Variation",
        "View",
        "Visibility",
        "Warning",
    }
)
"""Every component that pages may use without defining it."""

# Source: https://www.mintlify.com/docs/create/reusable-snippets for `Snippet`; the service renders
# `##` as `Heading`, which some pages contain.
REPLACED_TAGS = frozenset(
    {
        "Heading",
        "Snippet",
    }
)
"""Tags of the format that the renderer replaces itself, without a component."""
