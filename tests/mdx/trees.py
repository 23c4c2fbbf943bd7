"""One plain form for our tokens and for mdast, so that the two can be compared.

A tree is a list of texts and ``[kind, details, children]`` lists, as JSON has
them. Paragraphs that MDX dissolves are dissolved on both sides, white space in
text is folded, links by reference have their address.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import unquote

from markdown_it.common.utils import unescapeAll
from markdown_it.token import Token

from sphinx_docsnav.mdx.tags import Attribute, Expression, Tag
from sphinx_docsnav.vocabulary.html_names import PHRASING_ELEMENTS

Tree = list[Any]
_SPACE = re.compile(r"\s+")
_BLOCKS = frozenset(
    (
        "paragraph",
        "heading",
        "list",
        "item",
        "quote",
        "code",
        "table",
        "row",
        "cell",
        "rule",
        "footnote",
        "math",
        "esm",
    )
)


def fold(text: str) -> str:
    """Return *text* with each run of white space as one space."""
    return _SPACE.sub(" ", text)


def finish(children: Tree) -> Tree:
    """Join neighbouring texts, fold them, and leave out what is blank at the edges."""
    joined: Tree = []
    for child in children:
        if isinstance(child, str) and joined and isinstance(joined[-1], str):
            joined[-1] += child
        else:
            joined.append(child)
    result: Tree = []
    for index, child in enumerate(joined):
        if not isinstance(child, str):
            result.append(child)
            continue
        text = fold(child)
        if index == 0 or _is_block(joined[index - 1]):
            text = text.lstrip(" ")
        if index == len(joined) - 1 or _is_block(joined[index + 1]):
            text = text.rstrip(" ")
        if text:
            result.append(text)
    return result


def _is_block(node: Tree | str) -> bool:
    return isinstance(node, list) and node[0] in _BLOCKS


def node(kind: str, details: dict[str, Any] | None = None, children: Tree | None = None) -> Tree:
    """Return one node of a tree; cells that a row lacks at its end are left out."""
    shown = {key: value for key, value in (details or {}).items() if value not in (None, "")}
    done = finish(children or [])
    while kind == "row" and done and done[-1] == ["cell", {}, []]:
        done.pop()
    return [kind, shown, done]


def dissolve(children: Tree) -> Tree | None:
    """Return what is left of a paragraph of *children* that MDX dissolves, else ``None``."""
    worth = False
    for child in children:
        if isinstance(child, str):
            if child.strip():
                return None
        elif child[0] == "expression":
            worth = True
        elif child[0] == "element":
            worth = worth or child[1].get("name", "") not in PHRASING_ELEMENTS
        else:
            return None
    if not worth:
        return None
    inner: Tree = []
    for child in children:
        if isinstance(child, str):
            continue
        inner.append(child)
    return inner


def paragraph(children: Tree) -> Tree:
    """Return a paragraph as the list of nodes it is."""
    found = dissolve(children)
    if found is not None:
        return found
    done = finish(children)
    return [["paragraph", {}, done]] if done else []


def cut(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the rows of a table without the cells that no column is there for.

    GFM 4.10 ignores them, and so does the HTML that the reference makes of its tree,
    which still has them.
    """
    return [{**row, "c": row["c"][: len(rows[0]["c"])]} for row in rows]


# --- our tokens -----------------------------------------------------------------------------

_PAIRS = {
    "em": "em",
    "strong": "strong",
    "s": "delete",
    "blockquote": "quote",
    "thead": "",
    "tbody": "",
    "table": "table",
    "tr": "row",
    "th": "cell",
    "td": "cell",
}


def from_tokens(tokens: Sequence[Token]) -> Tree:
    """Return the tree of a page's tokens."""
    return finish(_read(iter(tokens), None))


def _read(tokens: Iterator[Token], end: str | None) -> Tree:
    result: Tree = []
    for token in tokens:
        if end is not None and token.type == end:
            break
        result += _one(token, tokens)
    return result


def _one(token: Token, tokens: Iterator[Token]) -> Tree:
    kind = token.type
    if kind == "inline":
        return _read(iter(token.children or []), None)
    if kind in ("text", "text_special"):
        return [token.content]
    if kind == "softbreak":
        return ["\n"]
    if kind.endswith("_open"):
        return _pair(kind[: -len("_open")], token, tokens)
    return _leaf(token)


def _pair(  # noqa: PLR0911  # one line per type
    kind: str, token: Token, tokens: Iterator[Token]
) -> Tree:
    children = _read(tokens, f"{kind}_close")
    if kind == "paragraph":
        return paragraph(children)
    if kind == "mdx_jsx":
        return [_element(token.meta["tag"], children)]
    if kind == "heading":
        return [node("heading", {"depth": int(token.tag[1])}, children)]
    if kind in ("bullet_list", "ordered_list"):
        start = int(token.attrs.get("start", 1)) if kind == "ordered_list" else None
        return [node("list", {"start": start}, children)]
    if kind == "list_item":
        return [node("item", {"checked": token.meta.get("checked")}, children)]
    if kind == "link":
        return [
            node("link", {"url": token.attrs["href"], "title": token.attrs.get("title")}, children)
        ]
    if kind == "footnote_reference":
        return [node("footnote", {"label": token.meta["label"]}, children)]
    name = _PAIRS[kind]
    return [node(name, {}, children)] if name else children


def _leaf(token: Token) -> Tree:  # noqa: C901, PLR0911  # one line per type
    kind = token.type
    if kind == "mdx_jsx":
        return [_element(token.meta["tag"], [])]
    if kind == "mdx_expression":
        return [node("expression", {"source": fold(token.content).strip()})]
    if kind == "mdx_esm":
        return [node("esm", {"source": fold(token.content).strip()})]
    if kind == "fence":
        info = unescapeAll(token.info.strip()).split(None, 1)
        details = {"lang": info[0] if info else "", "meta": info[1] if len(info) > 1 else ""}
        return [node("code", {**details, "value": token.content.rstrip("\n")})]
    if kind == "code_inline":
        return [node("literal", {"value": token.content})]
    if kind == "hr":
        return [node("rule")]
    if kind == "hardbreak":
        return [node("break")]
    if kind == "image":
        alt = _plain(token.children or [])
        title = token.attrs.get("title")
        return [node("image", {"url": token.attrs["src"], "title": title, "alt": alt})]
    if kind == "footnote_ref":
        return [node("footnote_ref", {"label": token.meta["label"]})]
    if kind in ("math_inline", "math_block"):
        name = "math" if kind == "math_block" else "math_inline"
        return [node(name, {"value": token.content.strip()})]
    raise AssertionError(kind)


def _plain(children: Sequence[Token]) -> str:
    parts = []
    for child in children:
        parts.append(_plain(child.children or []) if child.type == "image" else child.content)
        if child.type == "softbreak":
            parts.append(" ")
    return fold("".join(parts))


def _element(tag: Tag, children: Tree) -> Tree:
    attributes: list[list[Any]] = []
    for attribute in tag.attributes:
        if not isinstance(attribute, Attribute):
            attributes.append(["...", {"expr": fold(attribute.expression.source).strip()}])
        elif isinstance(attribute.value, Expression):
            attributes.append([attribute.name, {"expr": fold(attribute.value.source).strip()}])
        else:
            value = attribute.value
            attributes.append([attribute.name, True if value is None else fold(value)])
    return node(
        "element", {"name": tag.name, "attributes": attributes or None, "line": tag.line}, children
    )


# --- mdast ----------------------------------------------------------------------------------


def from_mdast(root: dict[str, Any]) -> Tree:
    """Return the tree of a page as the reference parser gave it."""
    definitions: dict[str, dict[str, Any]] = {}
    _collect(root, definitions)
    return finish(_mdast_children(root, definitions))


def _collect(tree: dict[str, Any], definitions: dict[str, dict[str, Any]]) -> None:
    if tree["t"] == "definition":
        definitions.setdefault(tree["identifier"], tree)
    for child in tree.get("c", ()):
        _collect(child, definitions)


def _mdast_children(tree: dict[str, Any], definitions: dict[str, dict[str, Any]]) -> Tree:
    result: Tree = []
    for child in tree.get("c", ()):
        result += _mdast(child, definitions)
    return result


_SAME = {
    "emphasis": "em",
    "strong": "strong",
    "delete": "delete",
    "blockquote": "quote",
    "tableRow": "row",
    "tableCell": "cell",
    "thematicBreak": "rule",
    "break": "break",
}


def _mdast(tree: dict[str, Any], definitions: dict[str, dict[str, Any]]) -> Tree:  # noqa: C901, PLR0911, PLR0912  # one line per type
    kind = tree["t"]
    children = _mdast_children(tree, definitions)
    if kind == "text":
        return [tree["value"]]
    if kind == "paragraph":
        return paragraph(children)
    if kind in ("mdxJsxFlowElement", "mdxJsxTextElement"):
        attributes = [
            ["...", {"expr": fold(one["spread"]).strip().removeprefix("...").strip()}]
            if "spread" in one
            else [one["name"], {"expr": fold(one["expr"]).strip()}]
            if "expr" in one
            else [one["name"], fold(one["value"]) if "value" in one else True]
            for one in tree["attrs"]
        ]
        details = {
            "name": tree.get("name") or "",
            "attributes": attributes or None,
            "line": tree["line"],
        }
        return [node("element", details, children)]
    if kind in ("mdxFlowExpression", "mdxTextExpression"):
        return [node("expression", {"source": fold(tree["value"]).strip()})]
    if kind == "mdxjsEsm":
        return [node("esm", {"source": fold(tree["value"]).strip()})]
    if kind == "heading":
        return [node("heading", {"depth": tree["depth"]}, children)]
    if kind == "list":
        return [
            node("list", {"start": tree.get("start", 1) if tree["ordered"] else None}, children)
        ]
    if kind == "listItem":
        return [node("item", {"checked": tree.get("checked")}, children)]
    if kind == "code":
        details = {
            "lang": tree.get("lang"),
            "meta": tree.get("meta"),
            "value": tree["value"].rstrip("\n"),
        }
        return [node("code", details)]
    if kind == "inlineCode":
        return [node("literal", {"value": tree["value"].replace("\n", " ")})]
    if kind in ("link", "linkReference"):
        target = tree if kind == "link" else definitions[tree["identifier"]]
        return [node("link", {"url": target["url"], "title": target.get("title")}, children)]
    if kind in ("image", "imageReference"):
        target = tree if kind == "image" else definitions[tree["identifier"]]
        details = {
            "url": target["url"],
            "title": target.get("title"),
            "alt": fold(tree.get("alt", "")),
        }
        return [node("image", details)]
    if kind == "table":
        return [node("table", {}, _mdast_children({"c": cut(tree["c"])}, definitions))]
    if kind == "footnoteDefinition":
        return [node("footnote", {"label": tree["identifier"]}, children)]
    if kind == "footnoteReference":
        return [node("footnote_ref", {"label": tree["identifier"]})]
    if kind in ("math", "inlineMath"):
        return [node("math" if kind == "math" else "math_inline", {"value": tree["value"].strip()})]
    if kind in ("yaml", "definition"):
        return []
    return [node(_SAME[kind], {}, children)]


# --- comparing ------------------------------------------------------------------------------


def outline(tree: Tree) -> Tree:
    """Return component names, nesting and text only."""
    result: Tree = []
    for child in tree:
        if isinstance(child, str):
            result.append(child)
        elif child[0] == "element":
            result.append([child[1].get("name", ""), outline(child[2])])
        elif child[0] in ("code", "literal", "expression", "math", "math_inline", "image"):
            result.append(
                str(child[1].get("value", child[1].get("source", child[1].get("alt", ""))))
            )
        elif child[0] != "esm":
            result += [" ", *outline(child[2]), " "]
    return _outline_finish(result)


def _outline_finish(children: Tree) -> Tree:
    joined: Tree = []
    for child in children:
        if isinstance(child, str) and joined and isinstance(joined[-1], str):
            joined[-1] += child
        else:
            joined.append(child)
    texts = ((fold(child).strip() if isinstance(child, str) else child) for child in joined)
    return [child for child in texts if child != ""]


def unquoted(tree: Tree) -> Tree:
    """Return *tree* with its addresses unquoted: the two sides quote differently."""
    return [child if isinstance(child, str) else _unquoted(*child) for child in tree]


def _unquoted(kind: str, details: dict[str, Any], children: Tree) -> Tree:
    plain = {key: unquote(value) if key == "url" else value for key, value in details.items()}
    return [kind, plain, unquoted(children)]


def difference(mine: Tree, theirs: Tree, path: str = "") -> str:
    """Return where two trees differ first, ``""`` if nowhere."""
    for index in range(max(len(mine), len(theirs))):
        left = mine[index] if index < len(mine) else None
        right = theirs[index] if index < len(theirs) else None
        if left == right:
            continue
        if (
            isinstance(left, list)
            and isinstance(right, list)
            and len(left) == len(right) == 3
            and left[:2] == right[:2]
        ):
            return difference(left[2], right[2], f"{path}/{left[0]}{left[1].get('name', '')}")
        return f"{path}[{index}]: {str(left)[:300]!r} != {str(right)[:300]!r}"
    return ""
