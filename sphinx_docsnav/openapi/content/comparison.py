"""The changes between two versions of a specification, and which of them break clients.

The rules are those of oasdiff (https://www.oasdiff.com): the newer version must accept the old
requests, and its responses must contain nothing that clients do not know. A change inside a
component is listed once, with the component.
"""

from __future__ import annotations

import enum
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from sphinx_docsnav.data_files.json_values import Keys, as_list, as_object, as_text
from sphinx_docsnav.openapi.content.layout import Layout
from sphinx_docsnav.openapi.content.page_values import Mode
from sphinx_docsnav.openapi.content.schema import LOWER_LIMITS, UPPER_LIMITS, Flat, Parts
from sphinx_docsnav.openapi.content.schema_phrases import write_type_label, write_value
from sphinx_docsnav.openapi.content.value_reader import Reader, is_number
from sphinx_docsnav.openapi.endpoint_names import PATH_PARAMETER
from sphinx_docsnav.openapi.spec_document import Located

if TYPE_CHECKING:
    from sphinx_docsnav.openapi.specification import Operation, Specification

SchemaLocation = tuple[str, Keys]
"""A file, and the keys that lead to a value in it."""

_MAX_DEPTH = 30
"""Number of schemas inside each other that are compared."""

_Owner = tuple[str, Mode]
"""A component and the side that sends it, or an operation: what a change is listed with."""

_Side = TypeVar("_Side")
"""A value of the older or of the newer version."""

_MAX_TEXT = 300
"""Length of the longest list of values in a change, in characters."""

_MINUS = "\N{MINUS SIGN}"


class Impact(enum.IntEnum):
    """The effect of a change on clients that were written for the older version."""

    NONE = 0
    MAYBE = 1
    BREAKS = 2


@dataclass(frozen=True, slots=True)
class ApiChange:
    """One change."""

    kind: str
    """``added``, ``changed``, ``deprecated`` or ``removed``."""
    location: str
    """The part of the operation: ``query``, ``body``, ``200``; empty for the whole."""
    field: str = ""
    """The parameter, or the path of the field: ``owner.tags[]``."""
    aspect: str = ""
    """The property that has changed, such as ``required``; empty for the field itself."""
    before: str = ""
    """The old value; may be empty."""
    after: str = ""
    """The new value; may be empty."""
    impact: Impact = Impact.NONE


@dataclass(slots=True)
class ChangeSet:
    """The changes of an operation or of a component."""

    name: str
    """The operation, ``GET /pets``, by its new name if it exists; or the component."""
    kind: str = "changed"
    """The change of the whole: ``added``, ``changed``, ``deprecated`` or ``removed``."""
    impact: Impact = Impact.NONE
    """The effect of the change of the whole."""
    changes: list[ApiChange] = field(default_factory=list)
    users: list[str] = field(default_factory=list)
    """The operations that use the component, in either version."""

    @property
    def worst(self) -> Impact:
        """The strongest effect of all changes."""
        return max((self.impact, *(change.impact for change in self.changes)))


class Comparison:
    """The changes between two versions of a specification."""

    def __init__(self, old: Specification, new: Specification) -> None:
        """Compare the two versions."""
        self.old, self.new = old, new
        self.added: set[SchemaLocation] = set()
        """Operations, parameters and fields that the older version does not have."""
        self.deprecated: set[SchemaLocation] = set()
        """Operations, parameters and fields that are deprecated since the newer version."""
        self._layouts = [Layout(Reader(s.resolver, lambda *_: None)) for s in (old, new)]
        self._schemes = [self._describe_schemes(side) for side in (0, 1)]
        self._changes: list[ApiChange] = []
        """The list that receives the changes that are being found."""
        self._owner: _Owner = ("", Mode.BOTH)
        """The operation or component that is being compared."""
        self._uses: dict[_Owner, set[_Owner]] = {}
        """The components that each operation or component uses."""
        self._component_changes: dict[_Owner, list[ApiChange]] = {}
        """The changes of components."""
        self._queue: list[tuple[_Owner, Parts, Parts]] = []
        """Components to compare: owner, old schema, new schema."""
        self._open_pairs: set[tuple[SchemaLocation, SchemaLocation, Mode]] = set()
        """Pairs of schemas that are being compared; a recursive one ends here."""
        self._compare_servers(old.value, new.value)
        self.general_changes, self._changes = self._changes, []
        """Changes that affect all operations."""
        self.operations = tuple(
            change_set
            for change_set in self._compare_operations()
            if change_set.changes or change_set.impact or change_set.kind != "changed"
        )
        """The changed operations, in the order of the newer version."""
        self._all_operations = tuple(self._uses)
        self._compare_components()

    @cached_property
    def components(self) -> tuple[ChangeSet, ...]:
        """The changed components in alphabetical order."""
        users: dict[_Owner, dict[str, None]] = {}
        # Every operation from which a component can be reached uses it.
        for start in self._all_operations:
            reached, stack = {start}, [start]
            while stack:
                for owner in self._uses.get(stack.pop(), ()):
                    if owner not in reached:
                        reached.add(owner)
                        stack.append(owner)
            for owner in reached:
                if self._component_changes.get(owner):
                    users.setdefault(owner, {})[start[0]] = None
        change_sets: dict[str, ChangeSet] = {}
        for owner in sorted(
            self._component_changes, key=lambda component: (component[0].casefold(), *component)
        ):
            if self._component_changes[owner]:
                change_set = change_sets.setdefault(owner[0], ChangeSet(owner[0]))
                change_set.changes += [
                    replace(c, location=owner[1].value) for c in self._component_changes[owner]
                ]
                change_set.users += [
                    name for name in users.get(owner, ()) if name not in change_set.users
                ]
        for change_set in change_sets.values():
            change_set.changes = _merge_directions(change_set.changes)
        return tuple(change_sets.values())

    def count_impacts(self) -> Mapping[Impact, int]:
        """Return the number of changes by effect."""
        counts = dict.fromkeys(Impact, 0)
        for change_set in (
            *self.operations,
            *self.components,
            ChangeSet("", changes=self.general_changes),
        ):
            for impact in (
                *([change_set.impact] if change_set.kind != "changed" else ()),
                *(change.impact for change in change_set.changes),
            ):
                counts[impact] += 1
        return counts

    def _flatten(self, side: int, parts: Parts) -> Flat:
        """Return a merged schema of the older version (side 0) or of the newer one (side 1)."""
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
        """Add a change to the current list."""
        self._changes.append(ApiChange(kind, place, name, aspect, before, after, impact))

    def _compare_components(self) -> None:
        """Find the changes of the components that operations, or other components, use."""
        # Operations only note the components that they use; each component is compared once.
        while self._queue:
            owner, before, after = self._queue.pop()
            self._owner, self._changes = owner, self._component_changes[owner]
            self._open_pairs = set()
            mode = owner[1]
            self._compare_values(self._flatten(0, before), self._flatten(1, after), mode, "", "")

    # Operations

    def _compare_operations(self) -> Iterator[ChangeSet]:
        """Yield the changes of each operation, removed ones last."""
        old_by_key, new_by_key = (
            {_get_operation_key(operation_): operation_ for operation_ in reversed(s.operations)}
            for s in (self.old, self.new)
        )
        for operation in self.new.operations:
            before = old_by_key.get(_get_operation_key(operation))
            if before is None:
                self.added.add((operation.document.name, operation.keys))
                yield ChangeSet(operation.name, "added")
                continue
            change_set = ChangeSet(operation.name)
            self._changes, self._owner = change_set.changes, (operation.name, Mode.BOTH)
            self._uses[self._owner] = set()
            if operation.deprecated and not before.deprecated:
                self.deprecated.add((operation.document.name, operation.keys))
                change_set.kind = "deprecated"
            elif before.deprecated and not operation.deprecated:
                self._add_change("changed", "", "", Impact.NONE, "deprecated", "true", "false")
            self._compare_operation(before, operation)
            yield change_set
        for operation in self.old.operations:
            if _get_operation_key(operation) not in new_by_key:
                impact = Impact.MAYBE if operation.deprecated else Impact.BREAKS
                yield ChangeSet(operation.name, "removed", impact)

    def _compare_operation(self, old: Operation, new: Operation) -> None:
        """Add the changes of an operation that both versions have."""
        request_mode, response_mode = Mode.REQUEST, Mode.RESPONSE
        # The API sends what a webhook has in its request body.
        if new.webhook:
            request_mode, response_mode = response_mode, request_mode
        sides = [operation.located for operation in (old, new)]
        self._compare_parameters(old, new)
        self._compare_security(old, new)
        self._compare_texts(old.value, new.value, "", "", ("summary", "description"))
        self._compare_servers(
            *({**operation.path_item, **operation.value} for operation in (old, new))
        )
        self._compare_messages(sides, request_mode, response_mode)
        callbacks = [
            {
                f"callback {name} {method}": request
                for name, _, method, _, request in layout.reader.callbacks(located)
            }
            for layout, located in self._pair_sides(sides)
        ]
        for name, before, after in _pair_by_key(callbacks[0], callbacks[1]):
            if before and after:
                self._compare_texts(before.value, after.value, "", name, ("summary", "description"))
                self._compare_messages([before, after], response_mode, request_mode, f"{name} ")
            else:
                kind, impact = ("removed", Impact.MAYBE) if before else ("added", Impact.NONE)
                self._add_change(kind, "", name, impact)

    def _compare_servers(self, old: Mapping[str, object], new: Mapping[str, object]) -> None:
        """Add a change if the URLs of servers differ."""
        sides = [
            [as_text(as_object(server).get("url")) for server in as_list(side.get("servers"))]
            for side in (old, new)
        ]
        removed, added = ([u for u in sides[n] if u not in sides[1 - n]] for n in (0, 1))
        if removed or added:
            impact = Impact.MAYBE if removed else Impact.NONE
            self._add_change(
                "changed", "", "", impact, "servers", *_describe_set_change(removed, added)
            )

    def _compare_texts(
        self, old: object, new: object, location: str, name: str, keys: Iterable[str]
    ) -> None:
        """Add changes for texts under *keys* that differ; the pages have the texts."""
        for key in keys:
            before, after = (as_text(as_object(value).get(key)).split() for value in (old, new))
            if before != after:
                self._add_change("changed", location, name, Impact.NONE, key)

    def _compare_messages(
        self, sides: list[Located], request_mode: Mode, response_mode: Mode, prefix: str = ""
    ) -> None:
        """Add the changes of request body and responses.

        :param sides: the operation in the older and in the newer version.
        :param prefix: the text before the location of a change.
        """
        before, after = (
            layout.reader.child(located, "requestBody")
            for layout, located in self._pair_sides(sides)
        )
        self._compare_bodies(before, after, request_mode, f"{prefix}body")
        responses = [
            dict(layout.reader.entries(located, "responses"))
            for layout, located in self._pair_sides(sides)
        ]
        for status, before, after in _pair_by_key(responses[0], responses[1]):
            location = f"{prefix}{status}"
            if before and after:
                self._compare_texts(before.value, after.value, location, "", ("description",))
                self._compare_headers(before, after, f"{location} header")
                self._compare_contents(before, after, response_mode, location)
            else:
                # Clients depend on successful responses.
                was_success = before is not None and status[:1] == "2"
                impact = Impact.BREAKS if was_success else Impact.NONE
                self._add_change("removed" if before else "added", "", location, impact)

    def _compare_bodies(
        self, old: Located | None, new: Located | None, mode: Mode, location: str
    ) -> None:
        """Add the changes of a request body, of which a version may have none."""
        if old and new:
            self._compare_required(location, "", (_is_required(old), _is_required(new)), mode)
            self._compare_texts(old.value, new.value, location, "", ("description",))
            self._compare_contents(old, new, mode, location)
        elif new:
            impact = Impact.BREAKS if _is_required(new) else Impact.NONE
            self._add_change("added", location, "", impact)
        elif old:
            self._add_change("removed", location, "", Impact.BREAKS)

    def _pair_sides(self, sides: Sequence[_Side]) -> Iterator[tuple[Layout, _Side]]:
        """Return an old and a new value with the layouts that read their versions."""
        return zip(self._layouts, sides, strict=True)

    def _compare_parameters(self, old: Operation, new: Operation) -> None:
        """Add the changes of parameters."""
        # A renamed parameter of a path is the same parameter.
        new_names = dict(
            zip(PATH_PARAMETER.findall(old.path), PATH_PARAMETER.findall(new.path), strict=False)
        )
        sides = (self._list_parameters(0, old, new_names), self._list_parameters(1, new, {}))
        for (location, name), before, after in _pair_by_key(*sides):
            if before and after:
                self._compare_deprecated(before, after, location, name)
                self._compare_texts(before.value, after.value, location, name, ("description",))
                # A parameter of a path is always required.
                if location != "path":
                    is_required = (_is_required(before), _is_required(after))
                    self._compare_required(location, name, is_required, Mode.REQUEST)
                self._compare_parameter(before, after, Mode.REQUEST, location, name)
            elif after and location != "path":
                self.added.add((after.document.name, after.keys))
                impact = Impact.BREAKS if _is_required(after) else Impact.NONE
                self._add_change("added", location, name, impact)
            elif before and location != "path":
                self._add_change("removed", location, name, Impact.MAYBE)

    def _list_parameters(
        self, side: int, operation: Operation, new_names: Mapping[str, str]
    ) -> dict[tuple[str, str], Located]:
        """Return the parameters of an operation and of its path, by location and name.

        :param side: 0 for the older version, 1 for the newer one.
        :param new_names: the names in the newer version of parameters in the path.
        """
        parameters: dict[tuple[str, str], Located] = {}
        item = Located(operation.path_item, operation.document, operation.item_keys)
        for level in (item, operation.located):
            for entry in self._layouts[side].reader.items(level, "parameters"):
                location, name = (as_text(as_object(entry.value).get(k)) for k in ("in", "name"))
                if location == "path":
                    name = new_names.get(name, name)
                # Names of headers have no case.
                parameters[location, name.lower() if location == "header" else name] = entry
        return parameters

    def _compare_parameter(
        self, old: Located, new: Located, mode: Mode, location: str, name: str
    ) -> None:
        """Add the changes in the schema or in ``content`` of a parameter or header."""
        schemas = [located.child("schema") for located in (old, new)]
        if schemas[0] and schemas[1]:
            self._compare_schemas((schemas[0],), (schemas[1],), mode, location, name)
        else:
            self._compare_contents(old, new, mode, location, name)

    def _compare_headers(self, old: Located, new: Located, location: str) -> None:
        """Add the changes of response headers."""
        sides = [
            {name.lower(): header for name, header in layout.reader.entries(response, "headers")}
            for layout, response in self._pair_sides([old, new])
        ]
        for name, before, after in _pair_by_key(sides[0], sides[1]):
            if before and after:
                self._compare_parameter(before, after, Mode.RESPONSE, location, name)
            elif before:
                impact = Impact.BREAKS if _is_required(before) else Impact.MAYBE
                self._add_change("removed", location, name, impact)
            else:
                self._add_change("added", location, name)

    def _compare_security(self, old: Operation, new: Operation) -> None:
        """Add a change if security requirements differ."""
        sides, texts = [], []
        for side, operation in enumerate((old, new)):
            requirements = operation.value.get(
                "security", operation.specification.value.get("security")
            )
            alternatives = {
                frozenset(as_object(alternative)) for alternative in as_list(requirements)
            } or {frozenset[str]()}
            sides.append(
                {
                    frozenset(self._schemes[side].get(name, name) for name in alternative)
                    for alternative in alternatives
                }
            )
            texts.append(
                " | ".join(
                    sorted(" + ".join(sorted(alternative)) or "-" for alternative in alternatives)
                )
            )
        if sides[0] != sides[1]:
            # Each old combination of schemes must still satisfy some alternative.
            is_enough = all(
                any(alternative <= old_alternative for alternative in sides[1])
                for old_alternative in sides[0]
            )
            impact = Impact.NONE if is_enough else Impact.BREAKS
            self._add_change("changed", "", "", impact, "security", *texts)

    def _describe_schemes(self, side: int) -> dict[str, str]:
        """Return a text for each security scheme that does not depend on its name."""
        root = (self.old, self.new)[side]
        components = root.located.child("components")
        schemes = (
            self._layouts[side].reader.entries(components, "securitySchemes") if components else ()
        )
        keys = ("type", "in", "name", "scheme", "openIdConnectUrl")
        return {
            name: json.dumps([str(as_object(scheme.value).get(key)).lower() for key in keys])
            for name, scheme in schemes
        }

    def _compare_contents(
        self, old: Located, new: Located, mode: Mode, location: str, name: str = ""
    ) -> None:
        """Add the changes of a body in all media types."""
        sides = [
            dict(layout.reader.entries(located, "content"))
            for layout, located in self._pair_sides([old, new])
        ]
        has_several = len(sides[0].keys() | sides[1].keys()) > 1
        # Clients choose a media type, so a removed one breaks them.
        for media_type, before, after in _pair_by_key(sides[0], sides[1]):
            if before and after:
                schemas = [
                    located.child("schema") or located.child("itemSchema")
                    for located in (before, after)
                ]
                if schemas[0] and schemas[1]:
                    located = f"{location} {media_type}" if has_several else location
                    self._compare_schemas((schemas[0],), (schemas[1],), mode, located, name)
            else:
                kind, impact = ("removed", Impact.BREAKS) if before else ("added", Impact.NONE)
                self._add_change(kind, location, media_type, impact)

    # Schemas

    def _compare_schemas(
        self, old: Parts, new: Parts, mode: Mode, location: str, path: str
    ) -> None:
        """Add the changes of a schema, or note the component that it is."""
        before, after = self._flatten(0, old), self._flatten(1, new)
        # The same component in both versions has changes of its own.
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
            self._compare_values(before, after, mode, location, path)
            self._open_pairs.discard(pair)

    def _compare_values(self, old: Flat, new: Flat, mode: Mode, location: str, path: str) -> None:
        """Add the changes of a schema that is no component."""
        if self._compare_choices(old, new, mode, location, path):
            return
        self._compare_types(old, new, mode, location, path)
        self._compare_texts(old.keywords, new.keywords, location, path, ("title", "description"))
        self._compare_keywords(old.keywords, new.keywords, mode, location, path)
        self._compare_properties(old, new, mode, location, path)
        for keyword, suffix in (("items", "[]"), ("additionalProperties", ".*")):
            before, after = old.schemas.get(keyword), new.schemas.get(keyword)
            if before and after:
                self._compare_schemas(before, after, mode, location, f"{path}{suffix}".lstrip("."))

    def _compare_types(self, old: Flat, new: Flat, mode: Mode, location: str, path: str) -> None:
        """Add a change if types differ.

        ``null`` is a type, ``integer`` is narrower than ``number``, and no type allows every value.
        """
        sides = [
            {*flat.types, *(("null",) if flat.nullable else ())} if flat.types else set()
            for flat in (old, new)
        ]
        formats = [as_text(flat.keywords.get("format")) for flat in (old, new)]
        accepted = [types | ({"integer"} if "number" in types else set()) for types in sides]
        is_narrower = bool(accepted[1]) and not (accepted[0] and accepted[0] <= accepted[1])
        is_wider = bool(accepted[0]) and not (accepted[1] and accepted[1] <= accepted[0])
        if sides[0] == sides[1]:
            is_narrower = formats[0] != formats[1] and bool(formats[1])
            is_wider = formats[0] != formats[1] and bool(formats[0])
        if is_narrower or is_wider:
            labels = [
                write_type_label(layout.flat, flat) for layout, flat in self._pair_sides((old, new))
            ]
            impact = (
                Impact.BREAKS
                if (is_narrower if mode is Mode.REQUEST else is_wider)
                else Impact.NONE
            )
            self._add_change("changed", location, path, impact, "type", *labels)

    def _compare_keywords(
        self, old: Mapping[str, Any], new: Mapping[str, Any], mode: Mode, location: str, path: str
    ) -> None:
        """Add the changes of limits, defaults and valid values."""
        is_sent = mode is Mode.REQUEST

        def add(keyword: str, impact: Impact = Impact.NONE) -> None:
            texts = [write_value(side[keyword]) if keyword in side else "-" for side in (old, new)]
            self._add_change("changed", location, path, impact, keyword, *texts)

        # A narrower limit breaks requests, a wider one responses.
        for keyword in (*LOWER_LIMITS, *UPPER_LIMITS):
            if old.get(keyword) != new.get(keyword):
                is_narrower = _is_narrower(keyword, old.get(keyword), new.get(keyword))
                add(keyword, Impact.BREAKS if is_narrower is is_sent else Impact.NONE)
        for keyword in ("pattern", "multipleOf", "uniqueItems"):
            if old.get(keyword, False) != new.get(keyword, False):
                add(keyword, Impact.MAYBE if is_sent and new.get(keyword) else Impact.NONE)
        if old.get("default") != new.get("default"):
            # Clients that leave a parameter out get another result.
            is_parameter = is_sent and location in {"path", "query", "header", "cookie"}
            add("default", Impact.BREAKS if is_parameter else Impact.NONE)
        self._compare_enums(
            _list_allowed_values(old), _list_allowed_values(new), mode, location, path
        )

    def _compare_enums(
        self, old: list[str], new: list[str], mode: Mode, location: str, path: str
    ) -> None:
        """Add a change if the valid values differ."""
        if set(old) == set(new):
            return
        removed = [value for value in old if value not in new] if new else []
        added = [value for value in new if value not in old] if old else []
        impact = Impact.NONE
        # Removed values break requests; clients may not know added ones.
        if mode is Mode.REQUEST:
            impact = Impact.BREAKS if removed or not old else Impact.NONE
        elif added or not new:
            impact = Impact.MAYBE
        texts = _describe_set_change(removed, added)
        if not (old and new):
            texts = (", ".join(old)[:_MAX_TEXT] or "-", ", ".join(new)[:_MAX_TEXT] or "-")
        self._add_change("changed", location, path, impact, "enum", *texts)

    def _compare_properties(
        self, old: Flat, new: Flat, mode: Mode, location: str, path: str
    ) -> None:
        """Add the changes of properties that this side sends."""
        is_sent = mode is Mode.REQUEST
        excluding_keyword = "readOnly" if is_sent else "writeOnly"
        sides = [
            {
                name: parts
                for name, parts in flat.properties.items()
                if self._flatten(side, parts).keywords.get(excluding_keyword) is not True
            }
            for side, flat in enumerate((old, new))
        ]
        for name, before, after in _pair_by_key(sides[0], sides[1]):
            field_path = f"{path}.{name}" if path else name
            is_required = (name in old.required, name in new.required)
            if before and after:
                self._compare_deprecated(before[0], after[0], location, field_path)
                has_default = "default" in self._flatten(1, after).keywords
                self._compare_required(
                    location, field_path, is_required, mode, has_default=has_default
                )
                self._compare_schemas(before, after, mode, location, field_path)
            elif after:
                # A property that was only read-only before is no new part.
                if name not in old.properties:
                    self.added.add(_locate(after))
                # A new required property breaks old requests.
                may_be_absent = not is_required[1] or "default" in self._flatten(1, after).keywords
                self._add_change(
                    "added",
                    location,
                    field_path,
                    Impact.BREAKS if is_sent and not may_be_absent else Impact.NONE,
                )
            else:
                impact = Impact.BREAKS if is_required[0] and not is_sent else Impact.MAYBE
                self._add_change("removed", location, field_path, impact)

    def _compare_choices(self, old: Flat, new: Flat, mode: Mode, location: str, path: str) -> bool:
        """Add the changes of options; return whether nothing else is left to compare."""
        sides = [self._list_options(side, flat) for side, flat in enumerate((old, new))]
        is_new_choice = not (old.choices and new.choices)
        if (not old.choices and not new.choices) or (
            is_new_choice and not sides[0].keys() & sides[1].keys()
        ):
            return False
        unnamed = [
            [key for key in side if key.startswith("{") and key not in sides[1 - side_number]]
            for side_number, side in enumerate(sides)
        ]
        # Options without a name are compared in their order.
        for before, after in zip(*unnamed, strict=False):
            option = self._flatten(1, sides[1][after])
            name = f"{path} ({write_type_label(self._layouts[1].flat, option)})"
            self._compare_schemas(
                sides[0].pop(before), sides[1].pop(after), mode, location, name.strip()
            )
        changed: tuple[list[str], list[str]] = ([], [])
        for key, first, second in _pair_by_key(sides[0], sides[1]):
            if first and second:
                self._compare_schemas(first, second, mode, location, path)
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
                "changed", location, path, impact, "oneOf", *_describe_set_change(*changed)
            )
        return is_new_choice

    def _list_options(self, side: int, flat: Flat) -> dict[str, Parts]:
        """Return options by name; unnamed ones by their JSON text in braces."""
        options = [option for choice in flat.choices for option in choice.options]
        options_by_name = {}
        for option in options or [flat.parts]:
            schema = self._flatten(side, option)
            values = [part.value for part in option]
            options_by_name[
                schema.name or "{" + json.dumps(values, sort_keys=True, default=str)
            ] = option
        return options_by_name

    def _compare_required(
        self,
        location: str,
        name: str,
        is_required: tuple[bool, bool],
        mode: Mode,
        *,
        has_default: bool = False,
    ) -> None:
        """Add a change if a field is required in one of the versions only."""
        if is_required[0] != is_required[1]:
            breaks = is_required[1] and not has_default if mode is Mode.REQUEST else is_required[0]
            impact = Impact.BREAKS if breaks else Impact.NONE
            self._add_change(
                "changed", location, name, impact, "required", *map(write_value, is_required)
            )

    def _compare_deprecated(self, old: Located, new: Located, location: str, name: str) -> None:
        """Add a change if a field is deprecated in the newer version only."""
        before, after = (
            self._is_deprecated(side, located) for side, located in enumerate((old, new))
        )
        if after and not before:
            self.deprecated.add((new.document.name, new.keys))
            self._add_change("deprecated", location, name)

    def _is_deprecated(self, side: int, located: Located) -> bool:
        """Return whether a field is deprecated in one version."""
        target = self._layouts[side].reader.follow(located)
        return target is not None and as_object(target.value).get("deprecated") is True


def _get_operation_key(operation: Operation) -> tuple[bool, str, str]:
    """Return what identifies an operation in all versions, also if a path parameter is renamed."""
    path = operation.path if operation.webhook else PATH_PARAMETER.sub("{}", operation.path)
    return operation.webhook, operation.method, path


def _describe_set_change(removed: Iterable[str], added: Iterable[str]) -> tuple[str, str]:
    """Return the removed and the added values of a set, as old and new text of a change."""
    signs = ((_MINUS, removed), ("+", added))
    phrases = (f"{sign} {', '.join(values)}" for sign, values in signs if values)
    return "", "; ".join(phrases)[:_MAX_TEXT]


def _is_required(located: Located) -> bool:
    """Return whether a parameter, a header or a body is required."""
    return as_object(located.value).get("required") is True


def _locate(parts: Parts) -> SchemaLocation:
    """Return the position of a schema."""
    return parts[0].document.name, parts[0].keys


def _pair_by_key(old: Mapping[Any, Any], new: Mapping[Any, Any]) -> Iterator[tuple[Any, Any, Any]]:
    """Yield each key with its old and new value, ``None`` if there is none; new keys first."""
    for key in dict.fromkeys((*new, *old)):
        yield key, old.get(key), new.get(key)


def _list_allowed_values(keywords: Mapping[str, Any]) -> list[str]:
    """Return the valid values; an empty list if all are valid."""
    values = [keywords["const"]] if "const" in keywords else as_list(keywords.get("enum"))
    return [write_value(value) for value in values]


def _is_narrower(keyword: str, before: object, after: object) -> bool:
    """Return whether a limit allows less than before; in OpenAPI 3.0 it may be a flag."""
    if not (is_number(before) and is_number(after)):
        return bool(after) and not before
    return after > before if keyword in LOWER_LIMITS else after < before


def _merge_directions(changes: Iterable[ApiChange]) -> list[ApiChange]:
    """Return the changes of a component; equal ones of requests and responses are merged."""
    merged: dict[tuple[str, ...], ApiChange] = {}
    for change in changes:
        key = (change.kind, change.field, change.aspect, change.before, change.after)
        other = merged.get(key)
        # The same change in requests and responses is listed once.
        if other is None:
            merged[key] = change
        elif other.impact == change.impact:
            merged[key] = replace(other, location="")
        else:
            merged[key] = max(change, other, key=lambda candidate: candidate.impact)
    return list(merged.values())


class History:
    """The versions of a specification."""

    def __init__(self, specification: Specification) -> None:
        """Remember the versions; they are compared when their changes are needed."""
        self._versions = (*specification.older, specification)

    @cached_property
    def comparisons(self) -> tuple[Comparison, ...]:
        """Each version compared with the one before it, the newest first."""
        pairs = zip(self._versions, self._versions[1:], strict=False)
        return tuple(Comparison(*pair) for pair in pairs)[::-1]

    @cached_property
    def version_marks(self) -> Mapping[SchemaLocation, tuple[str, str]]:
        """The versions that introduced and deprecated each part, by its newest position."""
        marks: dict[SchemaLocation, tuple[str, str]] = {}
        *older, newest = self._versions
        for number, old in enumerate(older):
            is_last = number == len(older) - 1
            # Positions are those of the newest version, so older ones are compared with it.
            comparison = self.comparisons[0] if is_last else Comparison(old, newest)
            version = self._versions[number + 1].release
            for location in comparison.added:
                marks[location] = (version, marks.get(location, ("", ""))[1])
            for location in comparison.deprecated:
                marks[location] = (marks.get(location, ("", ""))[0], version)
        return marks


def get_history(specification: Specification) -> History:
    """Return the versions of *specification*, the same object for each call."""
    history: History = specification.computed.setdefault("history", History(specification))
    return history


def get_version_marks(specification: Specification) -> Mapping[SchemaLocation, tuple[str, str]]:
    """Return `History.version_marks`, or an empty mapping without older versions."""
    return get_history(specification).version_marks if specification.older else {}
