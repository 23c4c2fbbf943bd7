"""What changed between two versions of a specification, and which of it breaks clients.

The rules are those of oasdiff (https://www.oasdiff.com): requests must be accepted as before,
and responses must hold nothing that a client did not know. A change inside a component is
told once, with the component.
"""

from __future__ import annotations

import enum
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from sphinx_docsnav.data_files.json_values import Keys, as_list, as_object, as_text
from sphinx_docsnav.openapi.content.layout import Layout
from sphinx_docsnav.openapi.content.page_values import Mode
from sphinx_docsnav.openapi.content.schema import Flat, Parts
from sphinx_docsnav.openapi.content.schema_phrases import write_type_label, write_value
from sphinx_docsnav.openapi.content.value_reader import Reader, is_number
from sphinx_docsnav.openapi.endpoint_names import METHODS
from sphinx_docsnav.openapi.spec_document import Located

if TYPE_CHECKING:
    from sphinx_docsnav.openapi.specification import Operation, Specification

Location = tuple[str, Keys]
"""A file, and the keys that lead to a value in it."""

_LOWER = ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties")

_UPPER = ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties")

_ORDER = ("removed", "changed", "added", "deprecated")

_MAX_DEPTH = 30

_Owner = tuple[str, Mode]

_TEMPLATE = re.compile(r"\{([^{}]+)\}")

_MAX_TEXT = 300

_MINUS = "\N{MINUS SIGN}"


class Impact(enum.IntEnum):
    """What a change means for a client that was written for the older version."""

    NONE = 0
    MAYBE = 1
    BREAKS = 2


@dataclass(frozen=True, slots=True)
class ApiChange:
    """One difference."""

    kind: str
    """``added``, ``changed``, ``deprecated`` or ``removed``."""
    location: str
    """Where in the operation: ``query``, ``body``, ``200``; empty for all of it."""
    field: str = ""
    """The parameter, or the path of the field: ``owner.tags[]``."""
    aspect: str = ""
    """What of it: a keyword, such as ``required``; empty if it is the thing itself."""
    before: str = ""
    after: str = ""
    impact: Impact = Impact.NONE


@dataclass(slots=True)
class ChangeSet:
    """The changes of an operation or of a component."""

    name: str
    """``GET /pets``, as in the newer version if it is there; the name of a component."""
    kind: str = "changed"
    """What happened to the whole."""
    impact: Impact = Impact.NONE
    """What that means, without the changes inside."""
    changes: list[ApiChange] = field(default_factory=list)
    users: list[str] = field(default_factory=list)
    """The operations of both versions that a change of the component is for."""

    @property
    def worst(self) -> Impact:
        """The greatest impact of all."""
        return max((self.impact, *(change.impact for change in self.changes)))


class Comparison:
    """The differences of two versions of a specification."""

    def __init__(self, old: Specification, new: Specification) -> None:
        """Compare them."""
        self.old, self.new = old, new
        self.added: set[Location] = set()
        """The operations, parameters and fields of the newer version that the older one lacks."""
        self.deprecated: set[Location] = set()
        """Those that were not deprecated."""
        self._layouts = [Layout(Reader(s.resolver, lambda *_: None)) for s in (old, new)]
        self._schemes = [self._describe_schemes(side) for side in (0, 1)]
        self._changes: list[ApiChange] = []
        self._owner: _Owner = ("", Mode.BOTH)
        self._uses: dict[_Owner, set[_Owner]] = {}
        self._component_changes: dict[_Owner, list[ApiChange]] = {}
        self._queue: list[tuple[_Owner, Parts, Parts]] = []
        self._compare_servers(old.value, new.value)
        self.general_changes, self._changes = self._changes, []
        """The changes that are about every operation."""
        self._open_pairs: set[tuple[Location, Location, Mode]] = set()
        self.operations = tuple(
            each
            for each in self._compare_operations()
            if each.changes or each.impact or each.kind != "changed"
        )
        """The operations that differ, in the order of the newer version."""
        self._all_operations = tuple(self._uses)
        while self._queue:
            owner, before, after = self._queue.pop()
            self._owner, self._changes, self._open_pairs = (
                owner,
                self._component_changes[owner],
                set(),
            )
            self._compare_values(
                self._flatten(0, before), self._flatten(1, after), owner[1], "", ""
            )

    @cached_property
    def components(self) -> tuple[ChangeSet, ...]:
        """The components that differ, in alphabetical order."""
        users: dict[_Owner, dict[str, None]] = {}
        for start in self._all_operations:
            seen, waiting = {start}, [start]
            while waiting:
                for owner in self._uses.get(waiting.pop(), ()):
                    if owner not in seen:
                        seen.add(owner)
                        waiting.append(owner)
            for owner in seen:
                if self._component_changes.get(owner):
                    users.setdefault(owner, {})[start[0]] = None
        found: dict[str, ChangeSet] = {}
        for owner in sorted(self._component_changes, key=lambda each: (each[0].casefold(), *each)):
            if self._component_changes[owner]:
                made = found.setdefault(owner[0], ChangeSet(owner[0]))
                made.changes += [
                    replace(c, location=owner[1].value) for c in self._component_changes[owner]
                ]
                made.users += [name for name in users.get(owner, ()) if name not in made.users]
        for made in found.values():
            made.changes = _merge_directions(made.changes)
        return tuple(found.values())

    def count_impacts(self) -> Mapping[Impact, int]:
        """Return how many changes have each impact."""
        found = dict.fromkeys(Impact, 0)
        for each in (
            *self.operations,
            *self.components,
            ChangeSet("", changes=self.general_changes),
        ):
            for impact in (
                *([each.impact] if each.kind != "changed" else ()),
                *(change.impact for change in each.changes),
            ):
                found[impact] += 1
        return found

    def _flatten(self, side: int, parts: Parts) -> Flat:
        return self._layouts[side].flat(parts)

    def _add_change(  # noqa: PLR0913, PLR0917 -- a change
        self,
        kind: str,
        place: str,
        name: str,
        impact: Impact = Impact.NONE,
        aspect: str = "",
        before: str = "",
        after: str = "",
    ) -> None:
        self._changes.append(ApiChange(kind, place, name, aspect, before, after, impact))

    # Operations

    def _compare_operations(self) -> Iterator[ChangeSet]:
        olds, news = (
            {_get_operation_key(each): each for each in reversed(s.operations)}
            for s in (self.old, self.new)
        )
        for operation in self.new.operations:
            before = olds.get(_get_operation_key(operation))
            if before is None:
                self.added.add((operation.document.name, operation.keys))
                yield ChangeSet(operation.name, "added")
                continue
            made = ChangeSet(operation.name)
            self._changes, self._owner = made.changes, (operation.name, Mode.BOTH)
            self._uses[self._owner] = set()
            if operation.deprecated and not before.deprecated:
                self.deprecated.add((operation.document.name, operation.keys))
                made.kind = "deprecated"
            elif before.deprecated and not operation.deprecated:
                self._add_change("changed", "", "", Impact.NONE, "deprecated", "true", "false")
            self._compare_operation(before, operation)
            yield made
        for operation in self.old.operations:
            if _get_operation_key(operation) not in news:
                impact = Impact.MAYBE if operation.deprecated else Impact.BREAKS
                yield ChangeSet(operation.name, "removed", impact)

    def _compare_operation(self, old: Operation, new: Operation) -> None:
        asked, answered = Mode.REQUEST, Mode.RESPONSE
        if new.webhook:
            asked, answered = answered, asked
        sides = [Located(each.value, each.document, each.keys) for each in (old, new)]
        self._compare_parameters(old, new)
        self._compare_security(old, new)
        self._compare_texts(old.value, new.value, "", "", ("summary", "description"))
        self._compare_servers(*({**each.path_item, **each.value} for each in (old, new)))
        self._compare_messages(sides, asked, answered)
        calls = [dict(self._list_callbacks(side, at)) for side, at in enumerate(sides)]
        for name, before, after in _pair_by_key(calls[0], calls[1]):
            if before and after:
                self._compare_texts(before.value, after.value, "", name, ("summary", "description"))
                self._compare_messages([before, after], answered, asked, f"{name} ")
            else:
                kind, impact = ("removed", Impact.MAYBE) if before else ("added", Impact.NONE)
                self._add_change(kind, "", name, impact)

    def _list_callbacks(self, side: int, operation: Located) -> Iterator[tuple[str, Located]]:
        """Yield the requests of callbacks, by names such as ``callback paid POST``."""
        reader = self._layouts[side].reader
        for name, callback in reader.entries(operation, "callbacks"):
            for expression in as_object(callback.value):
                item = reader.child(callback, expression)
                for method in METHODS if item else ():
                    found = reader.child(item, method) if item else None
                    if found:
                        yield f"callback {name} {method.upper()}", found

    def _compare_servers(self, old: Mapping[str, object], new: Mapping[str, object]) -> None:
        """Compare the addresses of an operation, or of all."""
        sides = [
            [as_text(as_object(each).get("url")) for each in as_list(side.get("servers"))]
            for side in (old, new)
        ]
        gone, more = ([u for u in sides[n] if u not in sides[1 - n]] for n in (0, 1))
        if gone or more:
            impact = Impact.MAYBE if gone else Impact.NONE
            self._add_change(
                "changed", "", "", impact, "servers", *_describe_set_change(gone, more)
            )

    def _compare_texts(
        self, old: object, new: object, place: str, name: str, words: Iterable[str]
    ) -> None:
        """Tell which texts for readers differ; what they say is on the pages."""
        for word in words:
            before, after = (as_text(as_object(each).get(word)).split() for each in (old, new))
            if before != after:
                self._add_change("changed", place, name, Impact.NONE, word)

    def _compare_messages(
        self, sides: list[Located], asked: Mode, answered: Mode, above: str = ""
    ) -> None:
        """Compare what is sent and what is returned; *above* is before the names of places."""
        bodies = [lay.reader.child(at, "requestBody") for lay, at in self._pair_sides(sides)]
        required = [
            body is not None and as_object(body.value).get("required") is True for body in bodies
        ]
        if bodies[0] and bodies[1]:
            self._compare_required(f"{above}body", "", (required[0], required[1]), asked)
            self._compare_texts(
                bodies[0].value, bodies[1].value, f"{above}body", "", ("description",)
            )
            self._compare_contents(bodies[0], bodies[1], asked, f"{above}body")
        elif bodies[1]:
            impact = Impact.BREAKS if required[1] else Impact.NONE
            self._add_change("added", f"{above}body", "", impact)
        elif bodies[0]:
            self._add_change("removed", f"{above}body", "", Impact.BREAKS)
        answers = [dict(lay.reader.entries(at, "responses")) for lay, at in self._pair_sides(sides)]
        for status, before, after in _pair_by_key(answers[0], answers[1]):
            if before and after:
                self._compare_texts(
                    before.value, after.value, f"{above}{status}", "", ("description",)
                )
                self._compare_headers(before, after, f"{above}{status} header")
                self._compare_contents(before, after, answered, f"{above}{status}")
            else:
                is_worse = before is not None and status[:1] == "2"
                impact = Impact.BREAKS if is_worse else Impact.NONE
                self._add_change("removed" if before else "added", "", f"{above}{status}", impact)

    def _pair_sides(self, sides: list[Located]) -> Iterator[tuple[Layout, Located]]:
        return zip(self._layouts, sides, strict=True)

    def _compare_parameters(self, old: Operation, new: Operation) -> None:
        found: list[dict[tuple[str, str], Located]] = []
        renamed = dict(zip(_TEMPLATE.findall(old.path), _TEMPLATE.findall(new.path), strict=False))
        for side, each in enumerate((old, new)):
            known: dict[tuple[str, str], Located] = {}
            for value, keys in ((each.path_item, each.item_keys), (each.value, each.keys)):
                at = Located(value, each.document, keys)
                for entry in self._layouts[side].reader.items(at, "parameters"):
                    place, name = (as_text(as_object(entry.value).get(k)) for k in ("in", "name"))
                    if place == "path" and not side:
                        name = renamed.get(name, name)
                    known[place, name.lower() if place == "header" else name] = entry
            found.append(known)
        for (place, name), before, after in _pair_by_key(found[0], found[1]):
            needed = [
                at is not None and as_object(at.value).get("required") is True
                for at in (before, after)
            ]
            if before and after:
                self._compare_deprecated(before, after, place, name)
                self._compare_texts(before.value, after.value, place, name, ("description",))
                if place != "path":
                    self._compare_required(place, name, (needed[0], needed[1]), Mode.REQUEST)
                self._compare_parameter(before, after, Mode.REQUEST, place, name)
            elif after and place != "path":
                self.added.add((after.document.name, after.keys))
                self._add_change("added", place, name, Impact.BREAKS if needed[1] else Impact.NONE)
            elif before and place != "path":
                self._add_change("removed", place, name, Impact.MAYBE)

    def _compare_parameter(
        self, old: Located, new: Located, mode: Mode, place: str, name: str
    ) -> None:
        schemas = [at.child("schema") for at in (old, new)]
        if schemas[0] and schemas[1]:
            self._compare_schemas((schemas[0],), (schemas[1],), mode, place, name)
        else:
            self._compare_contents(old, new, mode, place, name)

    def _compare_headers(self, old: Located, new: Located, place: str) -> None:
        sides = [
            {name.lower(): at for name, at in lay.reader.entries(each, "headers")}
            for lay, each in self._pair_sides([old, new])
        ]
        for name, before, after in _pair_by_key(sides[0], sides[1]):
            if before and after:
                self._compare_parameter(before, after, Mode.RESPONSE, place, name)
            elif before:
                needed = as_object(before.value).get("required") is True
                self._add_change("removed", place, name, Impact.BREAKS if needed else Impact.MAYBE)
            else:
                self._add_change("added", place, name)

    def _compare_security(self, old: Operation, new: Operation) -> None:
        """Compare alternatives: each set of schemes that was enough has to be enough."""
        sides, texts = [], []
        for side, each in enumerate((old, new)):
            found = each.value.get("security", each.specification.value.get("security"))
            named = {frozenset(as_object(one)) for one in as_list(found)} or {frozenset[str]()}
            sides.append(
                {frozenset(self._schemes[side].get(name, name) for name in one) for one in named}
            )
            texts.append(" | ".join(sorted(" + ".join(sorted(one)) or "-" for one in named)))
        if sides[0] != sides[1]:
            is_enough = all(any(one <= known for one in sides[1]) for known in sides[0])
            impact = Impact.NONE if is_enough else Impact.BREAKS
            self._add_change("changed", "", "", impact, "security", *texts)

    def _describe_schemes(self, side: int) -> dict[str, str]:
        """Return what each security scheme is, whatever it is called."""
        root = (self.old, self.new)[side]
        at = Located(root.value, root.document, ()).child("components")
        found = self._layouts[side].reader.entries(at, "securitySchemes") if at else ()
        kinds = ("type", "in", "name", "scheme", "openIdConnectUrl")
        return {
            name: json.dumps([str(as_object(each.value).get(key)).lower() for key in kinds])
            for name, each in found
        }

    def _compare_contents(
        self, old: Located, new: Located, mode: Mode, place: str, name: str = ""
    ) -> None:
        sides = [
            dict(lay.reader.entries(at, "content")) for lay, at in self._pair_sides([old, new])
        ]
        several = len(sides[0].keys() | sides[1].keys()) > 1
        for media, before, after in _pair_by_key(sides[0], sides[1]):
            if before and after:
                schemas = [at.child("schema") or at.child("itemSchema") for at in (before, after)]
                if schemas[0] and schemas[1]:
                    at = f"{place} {media}" if several else place
                    self._compare_schemas((schemas[0],), (schemas[1],), mode, at, name)
            else:
                kind, impact = ("removed", Impact.BREAKS) if before else ("added", Impact.NONE)
                self._add_change(kind, place, media, impact)

    # Schemas

    def _compare_schemas(self, old: Parts, new: Parts, mode: Mode, place: str, path: str) -> None:
        before, after = self._flatten(0, old), self._flatten(1, new)
        if before.key and after.key and before.name == after.name:
            owner = (after.name, mode)
            self._uses.setdefault(self._owner, set()).add(owner)
            if owner not in self._component_changes:
                self._component_changes[owner] = []
                self._queue.append((owner, old, new))
            return
        pair = (_locate(old), _locate(new), mode)
        if pair not in self._open_pairs and len(self._open_pairs) < _MAX_DEPTH:
            self._open_pairs.add(pair)
            self._compare_values(before, after, mode, place, path)
            self._open_pairs.discard(pair)

    def _compare_values(self, old: Flat, new: Flat, mode: Mode, place: str, path: str) -> None:
        if self._compare_choices(old, new, mode, place, path):
            return
        self._compare_types(old, new, mode, place, path)
        self._compare_texts(old.keywords, new.keywords, place, path, ("title", "description"))
        self._compare_keywords(old.keywords, new.keywords, mode, place, path)
        self._compare_properties(old, new, mode, place, path)
        for word, mark in (("items", "[]"), ("additionalProperties", ".*")):
            before, after = old.schemas.get(word), new.schemas.get(word)
            if before and after:
                self._compare_schemas(before, after, mode, place, f"{path}{mark}".lstrip("."))

    def _compare_types(self, old: Flat, new: Flat, mode: Mode, place: str, path: str) -> None:
        """Compare types; null is one, an integer is a number, and no type is any."""
        sides = [
            {*flat.types, *(("null",) if flat.nullable else ())} if flat.types else set()
            for flat in (old, new)
        ]
        formats = [as_text(flat.keywords.get("format")) for flat in (old, new)]
        wide = [types | ({"integer"} if "number" in types else set()) for types in sides]
        narrower = bool(wide[1]) and not (wide[0] and wide[0] <= wide[1])
        wider = bool(wide[0]) and not (wide[1] and wide[1] <= wide[0])
        if sides[0] == sides[1]:
            narrower = formats[0] != formats[1] and bool(formats[1])
            wider = formats[0] != formats[1] and bool(formats[0])
        if narrower or wider:
            labels = [
                write_type_label(layout.flat, flat)
                for layout, flat in zip(self._layouts, (old, new), strict=True)
            ]
            impact = Impact.BREAKS if (narrower if mode is Mode.REQUEST else wider) else Impact.NONE
            self._add_change("changed", place, path, impact, "type", *labels)

    def _compare_keywords(
        self, old: Mapping[str, Any], new: Mapping[str, Any], mode: Mode, place: str, path: str
    ) -> None:
        sends = mode is Mode.REQUEST

        def tell(word: str, impact: Impact = Impact.NONE) -> None:
            texts = [write_value(side[word]) if word in side else "-" for side in (old, new)]
            self._add_change("changed", place, path, impact, word, *texts)

        for word in (*_LOWER, *_UPPER):
            if old.get(word) != new.get(word):
                narrower = _is_narrower(word, old.get(word), new.get(word))
                tell(word, Impact.BREAKS if narrower is sends else Impact.NONE)
        for word in ("pattern", "multipleOf", "uniqueItems"):
            if old.get(word, False) != new.get(word, False):
                tell(word, Impact.MAYBE if sends and new.get(word) else Impact.NONE)
        if old.get("default") != new.get("default"):
            is_parameter = sends and place in {"path", "query", "header", "cookie"}
            tell("default", Impact.BREAKS if is_parameter else Impact.NONE)
        self._compare_enums(_list_allowed_values(old), _list_allowed_values(new), mode, place, path)

    def _compare_enums(
        self, old: list[str], new: list[str], mode: Mode, place: str, path: str
    ) -> None:
        if set(old) == set(new):
            return
        gone = [value for value in old if value not in new] if new else []
        more = [value for value in new if value not in old] if old else []
        impact = Impact.NONE
        if mode is Mode.REQUEST:
            impact = Impact.BREAKS if gone or not old else Impact.NONE
        elif more or not new:
            impact = Impact.MAYBE
        said = _describe_set_change(gone, more)
        if not (old and new):
            said = (", ".join(old)[:_MAX_TEXT] or "-", ", ".join(new)[:_MAX_TEXT] or "-")
        self._add_change("changed", place, path, impact, "enum", *said)

    def _compare_properties(self, old: Flat, new: Flat, mode: Mode, place: str, path: str) -> None:
        sends = mode is Mode.REQUEST
        hidden = "readOnly" if sends else "writeOnly"
        sides = [
            {
                name: parts
                for name, parts in flat.properties.items()
                if self._flatten(side, parts).keywords.get(hidden) is not True
            }
            for side, flat in enumerate((old, new))
        ]
        for name, before, after in _pair_by_key(sides[0], sides[1]):
            whole = f"{path}.{name}" if path else name
            needed = (name in old.required, name in new.required)
            if before and after:
                self._compare_deprecated(before[0], after[0], place, whole)
                has_default = "default" in self._flatten(1, after).keywords
                self._compare_required(place, whole, needed, mode, has_default=has_default)
                self._compare_schemas(before, after, mode, place, whole)
            elif after:
                if name not in old.properties:
                    self.added.add(_locate(after))
                free = not needed[1] or "default" in self._flatten(1, after).keywords
                self._add_change(
                    "added", place, whole, Impact.BREAKS if sends and not free else Impact.NONE
                )
            else:
                impact = Impact.BREAKS if needed[0] and not sends else Impact.MAYBE
                self._add_change("removed", place, whole, impact)

    def _compare_choices(self, old: Flat, new: Flat, mode: Mode, place: str, path: str) -> bool:
        """Compare options; return whether nothing else is left to compare."""
        sides = [self._list_options(side, flat) for side, flat in enumerate((old, new))]
        alone = not (old.choices and new.choices)
        if (not old.choices and not new.choices) or (
            alone and not sides[0].keys() & sides[1].keys()
        ):
            return False
        unnamed = [
            [key for key in side if key.startswith("{") and key not in sides[1 - at]]
            for at, side in enumerate(sides)
        ]
        for before, after in zip(*unnamed, strict=False):
            option = self._flatten(1, sides[1][after])
            name = f"{path} ({write_type_label(self._layouts[1].flat, option)})"
            self._compare_schemas(
                sides[0].pop(before), sides[1].pop(after), mode, place, name.strip()
            )
        changed: tuple[list[str], list[str]] = ([], [])
        for key, first, second in _pair_by_key(sides[0], sides[1]):
            if first and second:
                self._compare_schemas(first, second, mode, place, path)
            else:
                side = 0 if first else 1
                label = write_type_label(
                    self._layouts[side].flat, self._flatten(side, first or second)
                )
                changed[side].append(label if key.startswith("{") else key)
        if any(changed):
            impact = Impact.BREAKS if changed[0] and mode is Mode.REQUEST else Impact.NONE
            impact = Impact.MAYBE if changed[1] and mode is Mode.RESPONSE else impact
            self._add_change(
                "changed", place, path, impact, "oneOf", *_describe_set_change(*changed)
            )
        return alone

    def _list_options(self, side: int, flat: Flat) -> dict[str, Parts]:
        """Return the options of a schema by name, or by their text in braces without one."""
        options = [option for choice in flat.choices for option in choice.options]
        found = {}
        for option in options or [flat.parts]:
            each = self._flatten(side, option)
            values = [part.value for part in option]
            found[each.name or "{" + json.dumps(values, sort_keys=True, default=str)] = option
        return found

    def _compare_required(
        self,
        place: str,
        name: str,
        needed: tuple[bool, bool],
        mode: Mode,
        *,
        has_default: bool = False,
    ) -> None:
        if needed[0] != needed[1]:
            breaks = needed[1] and not has_default if mode is Mode.REQUEST else needed[0]
            impact = Impact.BREAKS if breaks else Impact.NONE
            self._add_change("changed", place, name, impact, "required", *map(write_value, needed))

    def _compare_deprecated(self, old: Located, new: Located, place: str, name: str) -> None:
        before, after = (self._is_deprecated(side, at) for side, at in enumerate((old, new)))
        if after and not before:
            self.deprecated.add((new.document.name, new.keys))
            self._add_change("deprecated", place, name)

    def _is_deprecated(self, side: int, at: Located) -> bool:
        found = self._layouts[side].reader.follow(at)
        return found is not None and as_object(found.value).get("deprecated") is True


def _get_operation_key(operation: Operation) -> tuple[bool, str, str]:
    """Return what is the same for an operation in each version: names in its path may differ."""
    path = operation.path if operation.webhook else _TEMPLATE.sub("{}", operation.path)
    return operation.webhook, operation.method, path


def _describe_set_change(gone: Iterable[str], more: Iterable[str]) -> tuple[str, str]:
    """Return what is gone and what is new of a set of values, as the text after it."""
    signs = ((_MINUS, gone), ("+", more))
    told = (f"{sign} {', '.join(values)}" for sign, values in signs if values)
    return "", "; ".join(told)[:_MAX_TEXT]


def _locate(parts: Parts) -> Location:
    return parts[0].document.name, parts[0].keys


def _pair_by_key(old: Mapping[Any, Any], new: Mapping[Any, Any]) -> Iterator[tuple[Any, Any, Any]]:
    """Yield each key with its value in both, None where it is absent; those of *new* first."""
    for key in dict.fromkeys((*new, *old)):
        yield key, old.get(key), new.get(key)


def _list_allowed_values(keywords: Mapping[str, Any]) -> list[str]:
    """Return the values that are allowed; none for any."""
    values = [keywords["const"]] if "const" in keywords else as_list(keywords.get("enum"))
    return [write_value(value) for value in values]


def _is_narrower(word: str, before: object, after: object) -> bool:
    """Return whether a bound allows less than before; it may be a flag in OpenAPI 3.0."""
    if not (is_number(before) and is_number(after)):
        return bool(after) and not before
    return after > before if word in _LOWER else after < before


def _merge_directions(changes: Iterable[ApiChange]) -> list[ApiChange]:
    """Return changes of a component, those that are the same in requests and responses once."""
    found: dict[tuple[str, ...], ApiChange] = {}
    for change in changes:
        key = (change.kind, change.field, change.aspect, change.before, change.after)
        other = found.get(key)
        if other is None:
            found[key] = change
        elif other.impact == change.impact:
            found[key] = replace(other, location="")
        else:
            found[key] = max(change, other, key=lambda each: each.impact)
    return list(found.values())


class History:
    """The versions of a specification."""

    def __init__(self, specification: Specification) -> None:
        """Compare no version yet."""
        self._versions = (*specification.older, specification)

    @cached_property
    def comparisons(self) -> tuple[Comparison, ...]:
        """Each version with the one before it, the newest first."""
        pairs = zip(self._versions, self._versions[1:], strict=False)
        return tuple(Comparison(*pair) for pair in pairs)[::-1]

    @cached_property
    def version_marks(self) -> Mapping[Location, tuple[str, str]]:
        """By place in the newest version, since when it is there, and since when deprecated."""
        found: dict[Location, tuple[str, str]] = {}
        *older, newest = self._versions
        for number, old in enumerate(older):
            last = number == len(older) - 1
            compared = self.comparisons[0] if last else Comparison(old, newest)
            version = self._versions[number + 1].release
            for place in compared.added:
                found[place] = (version, found.get(place, ("", ""))[1])
            for place in compared.deprecated:
                found[place] = (found.get(place, ("", ""))[0], version)
        return found


def get_history(specification: Specification) -> History:
    """Return the versions of *specification*; compared once."""
    history: History = specification.computed.setdefault("history", History(specification))
    return history


def get_version_marks(specification: Specification) -> Mapping[Location, tuple[str, str]]:
    """Return the versions since which parts are there, and deprecated; see `History.marks`."""
    return get_history(specification).version_marks if specification.older else {}
