"""``mint.json``, the older format of the hosted service, as the fields of a docs.json.

Source: upgradeToDocsConfig of the service's validator (npm: @mintlify/validation).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from sphinx_docsnav.coming.config_file import ConfigFile, ConvertedSite, move_values, read_tables
from sphinx_docsnav.data_files.json_values import as_list, as_object, as_text, find_value
from sphinx_docsnav.messages import quote
from sphinx_docsnav.navigation.inventory import strip_extension
from sphinx_docsnav.sitefiles.safe_urls import is_external

MintObject = Mapping[str, Any]

MINT_REMEDY = "if docs.json has such a field, add it by hand"
"""What to do about a field that is not converted."""
MAX_DIVISIONS = 500
"""How many tabs and anchors a mint.json can have, counted once for each version."""
TABLE = read_tables()["mint"]
"""Where fields of mint.json are in docs.json, and what the keys of links are called there."""
PRIMARY = {"tabs": "primaryTab", "anchors": "topAnchor"}
"""The kinds of divisions, outermost first; and what is the one of the pages that no other has."""


def convert_mint_json(config: ConfigFile, _read_branch: object) -> ConvertedSite:
    """Return the site of the mint.json *config*.

    :raises DocsNavError: it has too many tabs.
    """
    mint: dict[str, Any] = {**config.value}
    # Some sites have the field of docs.json, or both.
    socials = (find_value(mint, ("footer", "socials")), mint.get("footerSocials"))
    mint["footerSocials"] = {name: url for value in socials for name, url in _read_socials(value)}
    moves: Mapping[str, str] = TABLE["moves"]
    config.warn_of_others([*moves.values(), *TABLE["others"]], MINT_REMEDY)
    docs = move_values(mint, moves)
    for bar in (docs.get("navbar", {}), docs.get("footer", {})):
        bar |= {key: _rename_keys(bar[key]) for key in ("links", "primary") if key in bar}
    for key in ("versions", "tabs", "anchors", "navigation"):
        items = as_list(mint.get(key))
        mint[key] = [item if isinstance(item, dict) else {"name": item} for item in items]
    # Each tab and anchor of each version is compared with all pages.
    divisions = len(mint["tabs"]) + len(mint["anchors"])
    if max(len(mint["versions"]), 1) * divisions > MAX_DIVISIONS:
        message = f"expected at most {MAX_DIVISIONS} tabs and anchors, counted for each version"
        raise config.stop(("tabs",), message)
    docs["navigation"] = _convert_navigation(mint, config)
    _warn_of_lost_pages(mint["navigation"], docs["navigation"], config)
    _warn_of_lost_divisions(mint, docs["navigation"], config)
    return ConvertedSite(config.path.parent, docs)


def _read_socials(value: object) -> Iterator[tuple[str, object]]:
    """Yield the name and the address of each account: of an object, or of a list of objects."""
    yield from as_object(value).items()
    for item in map(as_object, as_list(value)):
        yield as_text(item.get("type")), item.get("url")


def _rename_keys(value: object) -> object:
    """Return *value* with the keys of links as docs.json has them."""
    # The decoder gives each object to the function, innermost first.
    return json.loads(json.dumps(value), object_hook=_rename_link)


def _rename_link(link: MintObject) -> MintObject:
    names: Mapping[str, str] = TABLE["link_keys"]
    renamed = {names.get(key, key): value for key, value in link.items()}
    return {key: value for key, value in renamed.items() if (key, value) != ("type", "link")}


def _convert_navigation(mint: MintObject, config: ConfigFile) -> dict[str, Any]:
    """Return the navigation: versions, in them tabs, in them anchors, in them groups.

    A version that links to another address has pages only if they name it.
    """
    # Links to other sites are on every page.
    links = [item for item in mint["anchors"] if _is_link(item)]
    navigation = _divide(mint, mint["navigation"], None, [*PRIMARY])
    if versions := mint["versions"]:
        is_language = all("locale" in version for version in versions)
        kind, key = ("language", "locale") if is_language else ("version", "name")
        keys = {kind: key, "default": "default", "href": "url"}
        navigation = {f"{kind}s": []}
        named = [group["version"] for group in mint["navigation"] if "version" in group]
        for number, version in enumerate(versions):
            element = move_values(version, keys)
            if "href" in element and version.get("name") in named:
                message = "the version has pages, so that its 'url' is not converted"
                config.warn(
                    ("versions", str(number), "url"), message, "remove the one or the other"
                )
                del element["href"]
            if "href" not in element:
                element |= _divide(mint, mint["navigation"], version.get("name"), [*PRIMARY])
            navigation[f"{kind}s"].append(element)
    if links:
        navigation["global"] = {"anchors": [_make_division("anchors", item) for item in links]}
    return navigation


def _warn_of_lost_pages(
    groups: list[MintObject], navigation: Mapping[str, Any], config: ConfigFile
) -> None:
    """Report each group with a page that is not in the converted *navigation*."""
    converted = set(_list_pages(navigation))
    for number, group in enumerate(groups):
        pages = map(strip_extension, _list_pages(group))
        lost = [page for page in pages if page not in converted]
        if lost:
            message = f"page {quote(lost[0])} of the group belongs to no version; not converted"
            hint = "correct 'version' of the group, or of the tab for its path"
            config.warn(("navigation", str(number)), message, hint)


def _warn_of_lost_divisions(
    mint: MintObject, navigation: Mapping[str, Any], config: ConfigFile
) -> None:
    """Report each tab and anchor that is not in the converted *navigation*, as it has no pages."""
    converted = set(_list_divisions(navigation))
    for kind in PRIMARY:
        for number, item in enumerate(mint[kind]):
            name = as_text(item.get("name"))
            if (kind[:-1], name) not in converted:
                message = f"no page is in the {kind[:-1]} {quote(name)}; not converted"
                hint = "'url' is the folder of its pages; correct it, or remove the entry"
                config.warn((kind, str(number)), message, hint)


def _list_divisions(value: object) -> Iterator[tuple[str, str]]:
    """Yield the kind and the name of each tab and anchor in a navigation of docs.json."""
    for inner in as_list(value) or as_object(value).values():
        yield from _list_divisions(inner)
    for kind in PRIMARY:
        yield kind[:-1], as_text(as_object(value).get(kind[:-1]))


def _list_pages(value: object) -> Iterator[str]:
    """Yield the paths of the pages in a navigation of mint.json or of docs.json."""
    for inner in as_list(value) or as_object(value).values():
        yield from _list_pages(inner)
    for page in as_list(as_object(value).get("pages")):
        if isinstance(page, str):
            yield page


def _divide(
    mint: MintObject, groups: list[MintObject], version: object, kinds: list[str]
) -> dict[str, Any]:
    """Return *groups*, divided among tabs and anchors by the start of the paths of their pages.

    :param version: what belongs to another version is left out; ``None`` for all.
    :param kinds: the kinds of divisions, outermost first.
    """
    if version is not None:
        groups = [group for group in groups if group.get("version") in (None, version)]
    if not kinds:
        return {"groups": [_make_group(group) for group in groups]} if groups else {}
    kind, *others = kinds
    elements = []
    for item in mint[kind]:
        matching = _select(groups, item.get("url"), is_below=True)
        groups = _select(groups, item.get("url"), is_below=False)
        is_link, is_own = _is_link(item), version is None or item.get("version") in (None, version)
        if is_own and (matching or "openapi" in item or (is_link and kind == "tabs")):
            inner = _divide(mint, matching, version, others)
            elements.append({**_make_division(kind, item), **inner})
    rest = _divide(mint, groups, version, others)
    if elements and rest:
        written = as_object(mint.get(PRIMARY[kind]))
        primary = _make_division(kind, {"name": "Documentation", **written})
        elements.insert(0, {**primary, **rest})
    return {kind: elements} if elements else rest


def _select(pages: Iterable[object], url: object, *, is_below: bool) -> list[Any]:
    """Return the pages below *url*, or all others, in the groups that have such pages."""
    prefix = f"{as_text(url).strip('/')}/"
    selected: list[Any] = []
    for page in pages:
        if isinstance(page, dict):
            inner = _select(as_list(page.get("pages")), url, is_below=is_below)
            selected += [{**page, "pages": inner}] if inner else []
        elif f"{as_text(page).strip('/')}/".startswith(prefix) == is_below:
            selected.append(page)
    return selected


def _make_group(group: MintObject) -> dict[str, Any]:
    pages = as_list(group.get("pages"))
    return {
        **_move_values(group, {"group": "group", "public": "public"}),
        "pages": [_make_entry(page) for page in pages],
    }


def _make_entry(page: object) -> object:
    """Return an entry of ``pages``; a page without the extension of its file."""
    if isinstance(page, dict):
        return _make_group(page)
    return strip_extension(page) if isinstance(page, str) else page


def _make_division(kind: str, item: MintObject) -> dict[str, Any]:
    """Return a tab or anchor without its pages."""
    keys = {kind[:-1]: "name", "hidden": "isDefaultHidden", "openapi": "openapi"}
    if isinstance(item.get("color"), str):
        keys |= {"color.light": "color", "color.dark": "color"}
    if _is_link(item):
        keys["href"] = "url"
    return _move_values(item, keys)


def _move_values(item: MintObject, keys: Mapping[str, str]) -> dict[str, Any]:
    """Return the values of *item* at other keys, and its icon."""
    has_style = "icon" in item and "iconType" in item
    icon = {"icon.name": "icon", "icon.style": "iconType"} if has_style else {"icon": "icon"}
    return move_values(item, {**keys, **icon})


def _is_link(item: MintObject) -> bool:
    return is_external(as_text(item.get("url")))
