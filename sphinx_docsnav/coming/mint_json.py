"""``mint.json``, the older format of the hosted service, as the fields of a docs.json.

Source: upgradeToDocsConfig of the service's validator (npm: @mintlify/validation).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from sphinx_docsnav.coming.config_file import (
    ConvertedSite,
    ProjectReader,
    list_others,
    move_values,
    read_config,
    read_table,
)
from sphinx_docsnav.data_files.json_values import MISSING, as_list, as_object, as_text, find_value
from sphinx_docsnav.faults import Report
from sphinx_docsnav.sitefiles.safe_urls import is_external

MintObject = Mapping[str, Any]

MAX_DIVISIONS = 500
"""How many tabs and anchors a mint.json can have, counted once for each version."""
TABLE = read_table("mint")
"""Where fields of mint.json are in docs.json, and what values and links are called there."""
PRIMARY = {"tabs": {"tab": "Documentation"}, "anchors": {"anchor": "Documentation"}}
"""The tab or anchor of the pages that no other one has."""


def convert_mint_json(path: Path, _reader: ProjectReader, report: Report) -> ConvertedSite:
    """Return the site of the mint.json at *path*.

    :raises DocsNavError: the file cannot be read, or has too many tabs.
    """
    config = read_config(path, report)
    socials = find_value(config.value, ("footer", "socials"))
    mint = config.value | ({} if socials is MISSING else {"footerSocials": socials})
    moves: Mapping[str, str] = TABLE["moves"]
    for keys in list_others(mint, [*moves.values(), *TABLE["others"]]):
        config.warn(keys, f"'{'.'.join(keys)}' has no counterpart in docs.json and is omitted")
    docs = move_values(mint, moves)
    for path_of_value, values in TABLE["values"].items():
        *parents, name = path_of_value.split(".")
        holder = find_value(docs, tuple(parents))
        if isinstance(holder, dict) and name in holder:
            # The keys of a YAML object are text, also for a flag.
            holder[name] = values.get(str(holder[name]).lower(), holder[name])
    for bar in (docs.get("navbar", {}), docs.get("footer", {})):
        bar |= {key: _rename_keys(bar[key]) for key in ("links", "primary") if key in bar}
        if isinstance(bar.get("socials"), list):
            items = map(as_object, bar["socials"])
            bar["socials"] = {as_text(item.get("type")): item.get("url") for item in items}
    versions, tabs, anchors = (
        len(as_list(mint.get(kind))) for kind in ("versions", "tabs", "anchors")
    )
    # Each of them is compared with all pages.
    if max(versions, 1) * (tabs + anchors) > MAX_DIVISIONS:
        message = f"expected at most {MAX_DIVISIONS} tabs and anchors, counted for each version"
        raise config.stop(("tabs",), message)
    docs["navigation"] = _convert_navigation(mint)
    return ConvertedSite(path.parent, docs)


def _rename_keys(value: object) -> object:
    """Return *value* with the keys of links as docs.json has them."""
    if isinstance(value, list):
        return [_rename_keys(item) for item in value]
    if not isinstance(value, dict):
        return value
    names: Mapping[str, str] = TABLE["link_keys"]
    renamed = {names.get(key, key): _rename_keys(item) for key, item in value.items()}
    if renamed.get("type") == "link":
        del renamed["type"]
    return renamed


def _convert_navigation(mint: MintObject) -> dict[str, Any]:
    """Return the navigation: versions, in them tabs, in them anchors, in them groups."""
    divisions = {kind: [*map(as_object, as_list(mint.get(kind)))] for kind in PRIMARY}
    # Links to other sites are on every page.
    links = [item for item in divisions["anchors"] if _is_link(item)]
    divisions["anchors"] = [item for item in divisions["anchors"] if not _is_link(item)]
    groups = [*map(as_object, as_list(mint.get("navigation")))]
    versions = [
        item if isinstance(item, dict) else {"name": item} for item in as_list(mint.get("versions"))
    ]
    is_language = all("locale" in version for version in versions)
    kind, key = ("language", "locale") if is_language else ("version", "name")
    elements = []
    for version in versions:
        element = move_values(version, {kind: key, "default": "default", "href": "url"})
        if "href" not in element:
            element |= _convert_version(mint, divisions, groups, version.get("name"))
        elements.append(element)
    navigation = _divide(mint, groups, [*divisions.items()])
    if elements:
        navigation = {f"{kind}s": elements}
    if links:
        navigation["global"] = {"anchors": [_make_division("anchors", item) for item in links]}
    return navigation


def _convert_version(
    mint: MintObject,
    divisions: Mapping[str, list[MintObject]],
    groups: list[MintObject],
    version: object,
) -> dict[str, Any]:
    """Return what belongs to *version*, or to no version."""
    own: dict[str, list[MintObject]] = {}
    for kind, items in divisions.items():
        own[kind] = [item for item in items if item.get("version") in (None, version)]
        # The pages of another version's tabs and anchors are not in this one.
        for item in items:
            if item not in own[kind]:
                groups = _select(groups, item.get("url"), is_below=False)
    groups = [group for group in groups if group.get("version") in (None, version)]
    return _divide(mint, groups, [*own.items()])


def _divide(
    mint: MintObject, groups: list[MintObject], divisions: Sequence[tuple[str, list[MintObject]]]
) -> dict[str, Any]:
    """Return *groups*, divided among tabs and anchors by the start of the paths of their pages.

    :param divisions: the kinds of divisions, outermost first, with those of mint.json.
    """
    if not divisions:
        return {"groups": [_make_group(group) for group in groups]} if groups else {}
    (kind, items), *others = divisions
    elements = []
    for item in items:
        matching = _select(groups, item.get("url"), is_below=True)
        if _is_link(item):
            elements.append(_make_division(kind, item))
        elif matching or "openapi" in item:
            groups = _select(groups, item.get("url"), is_below=False)
            elements.append({**_make_division(kind, item), **_divide(mint, matching, others)})
    if not elements:
        return _divide(mint, groups, others)
    if groups:
        written = as_object(mint.get("primaryTab" if kind == "tabs" else "topAnchor"))
        primary = {**PRIMARY[kind], **_make_division(kind, written)}
        elements.insert(0, {**primary, **_divide(mint, groups, others)})
    return {kind: elements}


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
        **move_values(group, {"group": "group", "public": "public"}),
        **_make_icon(group),
        "pages": [_make_group(page) if isinstance(page, dict) else page for page in pages],
    }


def _make_division(kind: str, item: MintObject) -> dict[str, Any]:
    """Return a tab or anchor without its pages."""
    keys = {kind[:-1]: "name", "hidden": "isDefaultHidden", "openapi": "openapi"}
    if isinstance(item.get("color"), str):
        keys |= {"color.light": "color", "color.dark": "color"}
    if _is_link(item):
        keys["href"] = "url"
    return {**move_values(item, keys), **_make_icon(item)}


def _make_icon(item: MintObject) -> dict[str, Any]:
    icon, style = item.get("icon"), item.get("iconType")
    if not icon:
        return {}
    return {"icon": {"name": icon, "style": style} if style else icon}


def _is_link(item: MintObject) -> bool:
    return is_external(as_text(item.get("url")))
