"""Lays a schema out for reading, as deep as a page can bear.

The deepest level is chosen so that the whole has at most `Layout.budget`
fields. A component that the page has shown already, and recursion, become
links to the first place.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import islice

from sphinx_docsnav.openapi.content.field_view import Choice, Field, Mode, Role, View
from sphinx_docsnav.openapi.content.labels import (
    RULES,
    access,
    discriminator,
    new_title,
    says_something,
    told_apart,
)
from sphinx_docsnav.openapi.content.schema import ChoiceSet, Flat, Parts, flatten
from sphinx_docsnav.openapi.content.schema_phrases import Fact, facts, shorten, type_label
from sphinx_docsnav.openapi.content.value_reader import Reader

MAX_DEPTH = 12
"""How many levels of fields are shown at most."""
MAX_FIELDS = 300
"""How many fields, and how many options, of one schema are shown at most."""
SMALL = 6
"""Components with at most so many fields are repeated rather than linked."""


@dataclass(slots=True)
class Layout:
    """What one page has shown so far."""

    reader: Reader
    """Follows references."""
    budget: int = 300
    """How many fields one schema may have on the page."""
    anchors: dict[tuple[Mode, int], str] = field(default_factory=dict)
    """Ids of the components shown, by their identity."""
    taken: set[str] = field(default_factory=set)
    """All ids given."""
    flats: dict[tuple[int, ...], Flat] = field(default_factory=dict)
    """Schemas already flattened, by the identity of their parts."""

    def flat(self, parts: Parts) -> Flat:
        """Return the flat form of *parts*, worked out once."""
        key = tuple(id(part.value) for part in parts)
        if key not in self.flats:
            self.flats[key] = flatten(self.reader, parts)
        return self.flats[key]

    def view(self, parts: Parts, mode: Mode) -> View:
        """Return *parts* laid out for *mode*."""
        builder = _Builder(self, mode)
        return builder.view(parts, builder.depth_that_fits(parts), ())

    def anchor(self, name: str) -> str:
        """Return a free id for the component *name*."""
        stem = "schema-" + ("".join(c if c.isalnum() else "-" for c in name.lower()).strip("-"))
        anchor, number = stem, 1
        while anchor in self.taken:
            number += 1
            anchor = f"{stem}-{number}"
        self.taken.add(anchor)
        return anchor


Child = tuple[str, Role, Parts, bool]


class _Builder:
    """Lays out one schema."""

    def __init__(self, layout: Layout, mode: Mode) -> None:
        self.layout = layout
        self.mode = mode

    def depth_that_fits(self, parts: Parts) -> int:
        """Return how many levels of fields stay within the budget; at least one."""
        level = [(parts, frozenset[int]())]
        total = 0
        for depth in range(1, MAX_DEPTH + 1):
            below: list[tuple[Parts, frozenset[int]]] = []
            for schema, above in level:
                flat = self.core(self.layout.flat(schema))
                if flat.origin & above:
                    continue
                inside = above | flat.origin
                below += [(child[2], inside) for child in self.children(flat)]
                if len(below) > self.layout.budget:
                    break
            total += len(below)
            if not below or total > self.layout.budget:
                return max(1, depth if not below else depth - 1)
            level = below
        return MAX_DEPTH

    def view(self, parts: Parts, depth: int, above: tuple[frozenset[int], ...]) -> View:
        """Return the schema with *depth* levels of fields; *above* are the schemas around it."""
        flat = self.layout.flat(parts)
        core = self.core(flat)
        recursive = any(core.origin & origin for origin in above)
        count = self.count(core)
        known = self.layout.anchors.get((self.mode, core.key), "") if core.key else ""
        if recursive or (known and count > SMALL):
            return self.plain(flat, core, link=known if count else "", recursive=recursive)
        if depth <= 0 or not count:
            return self.plain(flat, core, hidden=count)
        anchor = self.remember(core) if not known else ""
        inside = (*above, core.origin)
        fields = tuple(
            Field(name, role, self.view(schema, depth - 1, inside), required)
            for name, role, schema, required in islice(self.members(core), MAX_FIELDS)
        )
        choices = tuple(self.choice(c, depth - 1, inside) for c in self.open_choices(core))
        shown = len(fields) + sum(len(choice.options) for choice in choices)
        more = {"anchor": anchor, "fields": fields, "choices": choices, "hidden": count - shown}
        return self.plain(flat, core, **more)

    def core(self, flat: Flat) -> Flat:
        """Return the schema whose fields are shown: that of the items of an array or a map."""
        for _ in range(MAX_DEPTH):
            inner = flat.schemas.get("items") if "array" in flat.types else None
            if inner is None and not flat.properties and "object" in flat.types:
                inner = flat.schemas.get("additionalProperties")
            if inner is None or flat.choices or flat.prefix or flat.patterns:
                return flat
            flat = self.layout.flat(inner)
        return flat

    def remember(self, core: Flat) -> str:
        """Note that the component is shown here, and return its id; "" if it is none."""
        if not core.key or not core.name:
            return ""
        anchor = self.layout.anchor(core.name)
        self.layout.anchors[self.mode, core.key] = anchor
        return anchor

    def plain(self, flat: Flat, core: Flat, **more: object) -> View:
        """Return everything about the schema but its fields, which *more* gives."""
        words = flat.words
        title, description = words.get("title"), words.get("description")
        name = flat.name or core.name
        docs = words.get("externalDocs")
        url = docs.get("url") if isinstance(docs, dict) else None
        about = docs.get("description") if isinstance(docs, dict) else None
        own = facts(flat)
        if core is not flat:
            own += tuple(Fact(f"each {fact.label}", fact.values) for fact in facts(core))
        return View(
            type_label(self.layout.flat, flat),
            name=shorten(name, 80),
            title=new_title(title, name),
            description=description if isinstance(description, str) else "",
            facts=own,
            deprecated=words.get("deprecated") is True,
            access=access(flat),
            docs=(url if isinstance(url, str) else "", about if isinstance(about, str) else ""),
            **more,  # type: ignore[arg-type]  # the fields named by the callers above
        )

    def count(self, flat: Flat) -> int:
        """Return how many fields and options the schema shows."""
        return sum(1 for _ in self.children(flat))

    def children(self, flat: Flat) -> Iterator[Child]:
        """Yield fields and options."""
        yield from self.members(flat)
        for choices in self.open_choices(flat):
            for number, option in enumerate(choices.options, 1):
                yield str(number), Role.OPTION, option, False

    def open_choices(self, flat: Flat) -> Iterator[ChoiceSet]:
        """Yield the choices that the type's words do not say already."""
        for choices in flat.choices:
            options = [self.layout.flat(option) for option in choices.options]
            if any(o.properties or o.words or o.schemas or o.choices or o.name for o in options):
                yield choices

    def members(self, flat: Flat) -> Iterator[Child]:
        """Yield the fields of *flat*, those that the mode never sees left out."""
        unwanted = "readOnly" if self.mode is Mode.REQUEST else "writeOnly"
        for name, parts in flat.properties.items():
            if self.layout.flat(parts).words.get(unwanted) is not True:
                yield name, Role.PROPERTY, parts, name in flat.required
        for name, parts in flat.patterns.items():
            yield name, Role.PATTERN, parts, False
        for number, parts in enumerate(flat.prefix, 1):
            yield f"item {number}", Role.ITEM, parts, False
        if flat.prefix and says_something(flat.schemas.get("items")):
            yield "other items", Role.ITEM, flat.schemas["items"], False
        others = flat.schemas.get("additionalProperties")
        if flat.properties and others and says_something(others):
            yield "any other property", Role.OTHER, others, False
        for keyword, label in RULES.items():
            if says_something(flat.schemas.get(keyword)):
                yield label, Role.RULE, flat.schemas[keyword], False
        for name, parts in flat.dependent_schemas.items():
            yield f"if {name} is given", Role.RULE, parts, False

    def choice(self, choices: ChoiceSet, depth: int, inside: tuple[frozenset[int], ...]) -> Choice:
        """Return a ``oneOf`` or ``anyOf`` with a label for each option."""
        label = "One of" if choices.keyword == "oneOf" else "Any of"
        told = discriminator(choices)
        if told[0]:
            label += f", by {told[0]}"
        options = []
        for number, parts in enumerate(choices.options[:MAX_FIELDS], 1):
            view = self.view(parts, depth, inside)
            name = view.name or view.title or told_apart(view) or f"Option {number}"
            if name == view.title:
                view = replace(view, title="")
            values = [value for value, target in told[1].items() if target == view.name]
            if told[0] and values:
                name += f" ({told[0]}: {', '.join(values)})"
            options.append(Field(name, Role.OPTION, view))
        return Choice(label, tuple(options))
