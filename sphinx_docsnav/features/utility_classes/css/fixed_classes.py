"""Utility classes without a value and their declarations.

Source: https://tailwindcss.com/docs
"""

from __future__ import annotations

SOFT_BORDER = "solid color-mix(in srgb,currentColor 20%,transparent)"
"""Style and colour of a border whose class does not set them."""

_DISPLAY = {
    name: f"display:{name}"
    for name in [
        "block",
        "inline-block",
        "inline",
        "flex",
        "inline-flex",
        "grid",
        "inline-grid",
        "contents",
        "flow-root",
        "table",
        "table-row",
        "table-cell",
        "list-item",
    ]
}
_POSITION = {name: f"position:{name}" for name in ("static", "relative", "absolute")}
_ALIGNED = ("start", "end", "center", "stretch")
_SPACED = ("between", "around", "evenly")
_ALIGNMENT = {
    f"{prefix}-{word}": f"{name}:{box * (word in {'start', 'end'})}"
    f"{'space-' * (word in _SPACED)}{word}"
    # A class overrides the shorthand in front of it, as in the order of Tailwind CSS.
    for prefix, name, box, words in (
        ("place-content", "place-content", "", (*_ALIGNED, *_SPACED, "baseline")),
        ("place-items", "place-items", "", (*_ALIGNED, "baseline")),
        ("content", "align-content", "flex-", (*_ALIGNED, *_SPACED, "baseline", "normal")),
        ("items", "align-items", "flex-", (*_ALIGNED, "baseline")),
        ("justify", "justify-content", "flex-", (*_ALIGNED, *_SPACED, "normal")),
        ("justify-items", "justify-items", "", _ALIGNED),
        ("place-self", "place-self", "", (*_ALIGNED, "auto")),
        ("self", "align-self", "flex-", (*_ALIGNED, "baseline", "auto")),
        ("justify-self", "justify-self", "", (*_ALIGNED, "auto")),
    )
    for word in words
}
_FLEX = {
    "flex-row": "flex-direction:row",
    "flex-row-reverse": "flex-direction:row-reverse",
    "flex-col": "flex-direction:column",
    "flex-col-reverse": "flex-direction:column-reverse",
    "flex-wrap": "flex-wrap:wrap",
    "flex-wrap-reverse": "flex-wrap:wrap-reverse",
    "flex-nowrap": "flex-wrap:nowrap",
    "flex-1": "flex:1 1 0%",
    "flex-auto": "flex:1 1 auto",
    "flex-initial": "flex:0 1 auto",
    "flex-none": "flex:none",
    "grow": "flex-grow:1",
    "flex-grow": "flex-grow:1",
    "shrink": "flex-shrink:1",
    "flex-shrink": "flex-shrink:1",
    "order-first": "order:-9999",
    "order-last": "order:9999",
    "order-none": "order:0",
}
_TEXT = {
    **{
        f"text-{side}": f"text-align:{side}"
        for side in ("left", "center", "right", "justify", "start", "end")
    },
    "italic": "font-style:italic",
    "not-italic": "font-style:normal",
    "underline": "text-decoration-line:underline",
    "overline": "text-decoration-line:overline",
    "line-through": "text-decoration-line:line-through",
    "no-underline": "text-decoration-line:none",
    "uppercase": "text-transform:uppercase",
    "lowercase": "text-transform:lowercase",
    "capitalize": "text-transform:capitalize",
    "normal-case": "text-transform:none",
    "truncate": "overflow:hidden;text-overflow:ellipsis;white-space:nowrap",
    "text-ellipsis": "text-overflow:ellipsis",
    "text-wrap": "text-wrap:wrap",
    "text-nowrap": "text-wrap:nowrap",
    "text-balance": "text-wrap:balance",
    "text-pretty": "text-wrap:pretty",
    "break-words": "overflow-wrap:break-word",
    "break-all": "word-break:break-all",
    "tabular-nums": "font-variant-numeric:tabular-nums",
    "font-mono": "font-family:ui-monospace,monospace",
    "font-sans": "font-family:ui-sans-serif,system-ui,sans-serif",
    "font-serif": "font-family:ui-serif,Georgia,serif",
    "antialiased": "-webkit-font-smoothing:antialiased",
    "list-none": "list-style-type:none",
    "list-disc": "list-style-type:disc",
    "list-decimal": "list-style-type:decimal",
    "list-inside": "list-style-position:inside",
    "list-outside": "list-style-position:outside",
}
_BORDERS = {
    **{
        f"bg-clip-{name}": f"-webkit-background-clip:{box};background-clip:{box}"
        for name, box in (
            ("text", "text"),
            ("border", "border-box"),
            ("padding", "padding-box"),
            ("content", "content-box"),
        )
    },
    "border": f"border:1px {SOFT_BORDER}",
    "border-solid": "border-style:solid",
    "border-dashed": "border-style:dashed",
    "border-dotted": "border-style:dotted",
    "border-double": "border-style:double",
    "border-none": "border-style:none",
    "border-collapse": "border-collapse:collapse",
    "border-separate": "border-collapse:separate",
    "outline-none": "outline:2px solid transparent;outline-offset:2px",
}
_EFFECTS = {
    "sr-only": "position:absolute;width:1px;height:1px;margin:-1px;padding:0;overflow:hidden;"
    "clip-path:inset(50%);white-space:nowrap;border-width:0",
    "invisible": "visibility:hidden",
    "visible": "visibility:visible",
    "isolate": "isolation:isolate",
    "box-border": "box-sizing:border-box",
    "box-content": "box-sizing:content-box",
    "pointer-events-none": "pointer-events:none",
    "pointer-events-auto": "pointer-events:auto",
    "aspect-auto": "aspect-ratio:auto",
    "aspect-square": "aspect-ratio:1",
    "aspect-video": "aspect-ratio:16/9",
    "filter": "",
    "transform": "",
    "transform-none": "translate:none;scale:none;rotate:none",
    "group": "",
    "hidden": "display:none",
}
_WRAPPING = {
    f"{prefix}-{word}": f"{name}:{word.replace('-', ' ') if name == 'object-position' else word}"
    for prefix, name, words in (
        ("overflow", "overflow", "auto hidden visible scroll clip"),
        ("overflow-x", "overflow-x", "auto hidden visible scroll clip"),
        ("overflow-y", "overflow-y", "auto hidden visible scroll clip"),
        ("object", "object-fit", "contain cover fill none scale-down"),
        ("object", "object-position", "center top bottom left right left-top right-top"),
        ("whitespace", "white-space", "normal nowrap pre pre-line pre-wrap break-spaces"),
        ("cursor", "cursor", "auto default pointer text move help not-allowed wait grab"),
        ("select", "user-select", "none text all auto"),
        ("align", "vertical-align", "baseline top middle bottom text-top text-bottom sub super"),
        ("float", "float", "left right none"),
        ("clear", "clear", "left right both none"),
        ("bg", "background-size", "cover contain auto"),
        ("bg", "background-position", "center top bottom left right"),
        ("bg", "background-repeat", "no-repeat repeat repeat-x repeat-y"),
        ("decoration", "text-decoration-style", "solid double dotted dashed wavy"),
        ("mix-blend", "mix-blend-mode", "normal multiply screen overlay darken lighten"),
    )
    for word in words.split()
}
_SHADOWS = {
    f"shadow{name}": f"box-shadow:{value}"
    for name, value in (
        ("", "0 1px 3px 0 rgb(0 0 0/.1),0 1px 2px -1px rgb(0 0 0/.1)"),
        ("-xs", "0 1px 2px 0 rgb(0 0 0/.05)"),
        ("-sm", "0 1px 2px 0 rgb(0 0 0/.05)"),
        ("-md", "0 4px 6px -1px rgb(0 0 0/.1),0 2px 4px -2px rgb(0 0 0/.1)"),
        ("-lg", "0 10px 15px -3px rgb(0 0 0/.1),0 4px 6px -4px rgb(0 0 0/.1)"),
        ("-xl", "0 20px 25px -5px rgb(0 0 0/.1),0 8px 10px -6px rgb(0 0 0/.1)"),
        ("-2xl", "0 25px 50px -12px rgb(0 0 0/.25)"),
        ("-inner", "inset 0 2px 4px 0 rgb(0 0 0/.05)"),
        ("-none", "none"),
    )
}
_ANIMATED = "cubic-bezier(.4,0,.2,1);transition-duration:.15s"
_TRANSITIONS = {
    f"transition{name}": f"transition-property:{value};transition-timing-function:{_ANIMATED}"
    for name, value in (
        ("", "color,background-color,border-color,opacity,box-shadow,translate,scale,rotate"),
        ("-all", "all"),
        ("-colors", "color,background-color,border-color,text-decoration-color,fill,stroke"),
        ("-opacity", "opacity"),
        ("-shadow", "box-shadow"),
        ("-transform", "translate,scale,rotate"),
    )
} | {
    "transition-none": "transition-property:none",
    "ease-linear": "transition-timing-function:linear",
    "ease-in": "transition-timing-function:cubic-bezier(.4,0,1,1)",
    "ease-out": "transition-timing-function:cubic-bezier(0,0,.2,1)",
    "ease-in-out": "transition-timing-function:cubic-bezier(.4,0,.2,1)",
}

FIXED_CLASSES = {
    **_DISPLAY,
    **_POSITION,
    **_ALIGNMENT,
    **_FLEX,
    **_TEXT,
    **_BORDERS,
    **_EFFECTS,
    **_WRAPPING,
    **_SHADOWS,
    **_TRANSITIONS,
}
"""The declarations of each class; empty for a class that only marks an element."""
