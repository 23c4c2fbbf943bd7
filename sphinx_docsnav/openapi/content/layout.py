"""Lays schemas out on one page: which fields it shows, and which are behind a link.

The tree of a schema grows level by level. A component that has a page of its own is opened
where what is left of the page's budget holds its fields, the smaller ones first, and is linked
where not. What a caller must send is opened whatever it costs, and so is what has no page to
be linked to. The grown tree becomes the plain values that a page shows.
"""

from __future__ import annotations

import heapq
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from sphinx_docsnav.data_files.json_values import Keys
from sphinx_docsnav.openapi.content.page_values import (
    Fact,
    Field,
    FieldView,
    Mode,
    Role,
    SchemaChoice,
    SchemaLink,
    Sentence,
    translate_text,
)
from sphinx_docsnav.openapi.content.schema import ChoiceSet, Flat, Flatten, Parts, flatten
from sphinx_docsnav.openapi.content.schema_phrases import (
    choose_subject,
    has_sentence,
    list_facts,
    shorten,
    write_type_label,
    write_value,
)
from sphinx_docsnav.openapi.content.value_reader import Reader, get_component_name
from sphinx_docsnav.openapi.spec_document import Located

MAX_DEPTH = 40
"""How many levels of fields one page shows."""

MAX_REQUIRED = 600
"""How many fields a request shows before what must be sent is linked, too."""

MAX_FIELDS = 1_500
"""How many fields one schema shows at most on one page, below its own."""

MAX_FLAT = 3_000
"""How many fields of its own one schema shows at most."""

SMALL_COMPONENT = 6
"""Components with at most so many fields, none of which has fields itself, are never linked."""

RULES = {
    "propertyNames": "every property name",
    "contains": "at least one item",
    "if": "if it is",
    "then": "then it is",
    "else": "else it is",
    "not": "it is not",
    "contentSchema": "decoded content",
    "unevaluatedProperties": "any further property",
    "unevaluatedItems": "any further item",
}
"""Keywords whose schemas are shown like fields, with their labels."""

Member = tuple[Sentence | str, Role, Parts, bool]
"""Name, in words if the schema gives none, kind, schema, and whether it is required."""

_EXCLUDING_KEYWORDS = {Mode.REQUEST: "readOnly", Mode.RESPONSE: "writeOnly"}

_MAX_NESTED_ARRAYS = 12

_LONGEST_NAME = 80


@dataclass(slots=True, eq=False)
class SchemaTreeNode:
    """A schema at one place of a page."""

    levels: tuple[Parts, ...]
    """The schema, and those inside it down to the one whose fields are shown."""
    flat: Flat
    core: Flat
    depth: int = 0
    is_required: bool = False
    ancestor_ids: frozenset[int] = frozenset()
    """Identities of the schemas around it."""
    open_choice_ids: frozenset[int] = frozenset()
    """Identities of the choices around it."""
    count: int = 0
    fields: list[tuple[Member, SchemaTreeNode]] = field(default_factory=list)
    choices: list[tuple[ChoiceSet, list[SchemaTreeNode]]] = field(default_factory=list)
    anchor_key: str = ""
    links: tuple[SchemaLink, ...] = ()
    recursive: bool = False
    hidden_count: int = 0


class SchemaTree:
    """The tree of one schema."""

    def __init__(self, layout: Layout, mode: Mode) -> None:
        self.layout = layout
        self.mode = mode
        self.field_count = 0
        self.is_full = False
        """Some fields are shown nowhere."""
        self._queue: list[tuple[bool, int, int, int, SchemaTreeNode]] = []
        self._serial = 0

    def grow(self, parts: Parts) -> SchemaTreeNode:
        """Return the tree of *parts*."""
        root = self._make_node(parts, SchemaTreeNode((), Flat(), Flat(), depth=-1))
        root.is_required = self.mode is Mode.REQUEST and self.layout.is_outgoing
        if root.count <= self.layout.max_own_fields:
            self._open(root, root.core)
        else:
            self._open_or_link(root)
        while self._queue:
            self._open_or_link(heapq.heappop(self._queue)[-1])
        return root

    def _make_node(
        self, parts: Parts, above: SchemaTreeNode, *, must: bool = False
    ) -> SchemaTreeNode:
        layout = self.layout
        inside = find_levels(layout.flat, parts)
        flat, core = layout.flat(parts), layout.flat(inside[-1])
        node = SchemaTreeNode(inside, flat, core, above.depth + 1, must)
        node.ancestor_ids = above.ancestor_ids | above.core.identity
        node.open_choice_ids = above.open_choice_ids
        node.count = self._count_members(node, node.core)
        return node

    def _open_or_link(self, node: SchemaTreeNode) -> None:
        """Open a schema or link to it."""
        core, layout = node.core, self.layout
        known = layout.anchor_keys.get((self.mode, core.key), "") if core.key else ""
        links = tuple(
            SchemaLink(name, layout.pages[key]) for name, key in core.bases if key in layout.pages
        )
        node.recursive = bool(core.identity & node.ancestor_ids)
        if node.recursive or (known and not self._is_small(node)):
            if links:
                self._link(node, links)
            elif known or node.recursive:
                node.links = (SchemaLink(core.name, anchor_key=known),) if known else ()
            else:
                self._open(node, core)
        elif links and not self._fits(node):
            self._link(node, links)
        else:
            self._open(node, core)

    def _fits(self, node: SchemaTreeNode) -> bool:
        """Return whether a schema is shown here, although it could be linked."""
        if self._is_small(node):
            return True
        if node.is_required:
            return self.field_count + node.count <= MAX_REQUIRED
        return node.count <= self.layout.budget - self.field_count

    def _is_small(self, node: SchemaTreeNode) -> bool:
        if node.count > SMALL_COMPONENT:
            return False
        flat_of = self.layout.flat
        below = [parts for _, _, parts, _ in list_members(flat_of, node.core, self.mode)]
        below += [o for c in list_choices(flat_of, node.core) for o in c.options]
        return not any(has_members(flat_of, parts, self.mode) for parts in below)

    def _link(self, node: SchemaTreeNode, links: tuple[SchemaLink, ...]) -> None:
        """Show links, and what the schema adds to the components that they lead to."""
        node.links = links
        own = self.layout.flatten_without_pages(node.levels[-1])
        if not (node.recursive and own.identity & node.ancestor_ids):
            self._open(node, own)

    def _open(self, node: SchemaTreeNode, flat: Flat) -> None:
        """Give a node its fields and choices."""
        layout, core = self.layout, node.core
        if (
            flat is core
            and core.key
            and (self.mode, core.key) not in layout.anchor_keys
            and node.count
        ):
            node.anchor_key = layout.anchor_keys[self.mode, core.key] = layout.make_anchor_key(
                core.name
            )
        for member in list_members(layout.flat, flat, self.mode):
            _, role, parts, required = member
            must = node.is_required and (required or role is Role.ITEM)
            child = self._add_child(parts, node, must=must)
            if child is not None:
                node.fields.append((member, child))
        for choices in list_choices(layout.flat, flat):
            key = id(choices.options[0][0].value)
            if key in node.open_choice_ids:
                continue
            node.open_choice_ids |= {key}
            options = (
                self._add_child(parts, node, must=node.is_required) for parts in choices.options
            )
            node.choices.append((choices, [option for option in options if option is not None]))

    def _add_child(
        self, parts: Parts, above: SchemaTreeNode, *, must: bool
    ) -> SchemaTreeNode | None:
        """Return a node below *above*, None if the page is full."""
        if (
            self.field_count >= (MAX_FIELDS if above.depth else MAX_FLAT)
            or above.depth >= MAX_DEPTH
        ):
            above.hidden_count += 1
            self.is_full = True
            return None
        self.field_count += 1
        child = self._make_node(parts, above, must=must)
        self._serial += 1
        if child.count:
            key = (not must, child.depth, child.count, self._serial)
            heapq.heappush(self._queue, (*key, child))
        return child

    def _count_members(self, node: SchemaTreeNode, flat: Flat) -> int:
        """Return how many fields and options a schema has."""
        flat_of = self.layout.flat
        count = sum(1 for _ in list_members(flat_of, flat, self.mode))
        return count + sum(
            len(choices.options)
            for choices in list_choices(flat_of, flat)
            if id(choices.options[0][0].value) not in node.open_choice_ids
        )


def has_members(flat_of: Flatten, parts: Parts, mode: Mode) -> bool:
    """Return whether a schema has fields or options."""
    core = flat_of(find_levels(flat_of, parts)[-1])
    return any(True for _ in list_members(flat_of, core, mode)) or any(
        True for _ in list_choices(flat_of, core)
    )


def make_view(layout: Layout, node: SchemaTreeNode, field_name: str = "") -> FieldView:
    """Return what a page shows of *node*, the schema of the field *field_name*."""
    flat, core = node.flat, node.core
    keywords = flat.keywords
    name = flat.name or core.name
    fields = tuple(_make_field(layout, member, child) for member, child in node.fields)
    return FieldView(
        write_type_label(layout.flat, flat),
        name=shorten(name, _LONGEST_NAME),
        docname=layout.pages.get(flat.key, "") or layout.pages.get(core.key, ""),
        title=choose_title(keywords.get("title"), name, field_name),
        description=_join_descriptions(layout, node),
        facts=tuple(_collect_all_facts(layout, node)),
        deprecated=keywords.get("deprecated") is True,
        access=get_access(flat),
        docs=_read_docs(keywords),
        fields=fields,
        choices=tuple(_make_choice(layout, choices, nodes) for choices, nodes in node.choices),
        anchor_key=node.anchor_key,
        links=node.links,
        count=node.count,
        recursive=node.recursive,
        hidden_count=node.hidden_count,
        since=layout.find_versions(node.levels[0][0]),
    )


def _make_field(layout: Layout, member: Member, node: SchemaTreeNode) -> Field:
    name, role, _, required = member
    generic = None if isinstance(name, str) else name
    return Field(
        translate_text(name), role, make_view(layout, node, translate_text(name)), required, generic
    )


def _join_descriptions(layout: Layout, node: SchemaTreeNode) -> str:
    """Return the descriptions of a schema and its parts, and of the items of an array or a map.

    Where a component is linked, only the first paragraph of its description is returned, and
    nothing of what it is made of.
    """
    own = _list_descriptions(layout.flatten_without_pages(node.levels[-1])) if node.links else ()
    told: list[str] = []
    for parts in node.levels:
        flat = layout.flat(parts)
        elsewhere = layout.pages.get(flat.key, "") not in ("", layout.page)
        for number, text in enumerate(_list_descriptions(flat)):
            is_behind = node.links and flat is node.core and text not in own
            if number and (elsewhere or is_behind):
                continue
            shown = text.strip().partition("\n\n")[0] if is_behind else text
            if shown not in told:
                told.append(shown)
    for parts in node.levels:
        told += _describe_enum_values(layout.flat(parts).keywords)
    return "\n\n".join(told)


def _list_descriptions(flat: Flat) -> tuple[str, ...]:
    """Return the descriptions of a schema and of its parts that say something."""
    found = (flat.keywords.get("description"), *flat.other_values.get("description", ()))
    return tuple(text for text in found if isinstance(text, str) and text.strip())


def _describe_enum_values(keywords: Mapping[str, object]) -> Iterator[str]:
    """Yield what an extension says about the values of ``enum``, as a list."""
    values = keywords.get("enum")
    for extension in ("x-enumDescriptions", "x-enum-descriptions"):
        said = keywords.get(extension)
        if isinstance(said, list) and isinstance(values, list):
            said = dict(zip(map(write_value, values), said, strict=False))
        if isinstance(said, dict):
            lines = [
                f"* ``{shorten(str(value), 120)}``: {' '.join(text.split())}"
                for value, text in said.items()
                if isinstance(text, str) and text.strip() and "`" not in str(value)
            ]
            if lines:
                yield "\n".join(lines)


def _collect_all_facts(layout: Layout, node: SchemaTreeNode) -> Iterator[Fact]:
    """Yield the facts of the schema, and those of its items or values."""
    around: list[Sentence] = []
    for parts in node.levels:
        flat = layout.flat(parts)
        page = layout.pages.get(flat.key, "")
        brief = bool(page) and page != layout.page
        for fact in list_facts(flat, layout.flat, brief=brief):
            yield _prefix_fact(around, fact) if around else fact
        around.append(Sentence("each item" if "array" in flat.types else "each value"))


def _prefix_fact(around: Sequence[Sentence], fact: Fact) -> Fact:
    """Return a fact about what is inside arrays and maps: ``each item: length`` ``5``."""
    label = fact.label
    for each in reversed(around):
        label = Sentence("{0}: {1}", (each, label))
    return replace(fact, label=label, kind="")


def _read_docs(keywords: Mapping[str, object]) -> tuple[str, str]:
    """Return URL and description of external documentation."""
    docs = keywords.get("externalDocs")
    url = docs.get("url") if isinstance(docs, dict) else None
    about = docs.get("description") if isinstance(docs, dict) else None
    return (url if isinstance(url, str) else "", about if isinstance(about, str) else "")


def _make_choice(layout: Layout, choices: ChoiceSet, nodes: list[SchemaTreeNode]) -> SchemaChoice:
    """Return a ``oneOf`` or ``anyOf`` with a label for each option."""
    label = Sentence("Any of" if choices.keyword == "anyOf" else "One of")
    deciding, values_of = read_discriminator(choices)
    if deciding:
        label = Sentence("{0}, by {1}", (label, deciding))
    options = []
    for number, node in enumerate(nodes, 1):
        view = make_view(layout, node)
        generic = Sentence("{0} {1}", (Sentence("Option"), str(number)))
        named = node.flat.name
        item = f"{view.type.partition(' of ')[0]} of {view.name}" if view.name else ""
        own = named or view.title or find_constant_property(view) or item
        name = own or generic.translated()
        if name == view.title:
            view = replace(view, title="")
        values = [value for value, target in values_of.items() if named and target == named]
        if deciding and values:
            name += f" ({deciding}: {', '.join(values)})"
        options.append(Field(name, Role.OPTION, view, generic=None if own else generic))
    return SchemaChoice(label, tuple(options))


@dataclass(slots=True)
class Layout:
    """What one page has shown so far."""

    reader: Reader
    """Follows references."""
    budget: int = 300
    """How many fields one schema may have before the components inside it are linked."""
    pages: Mapping[int, str] = field(default_factory=dict)
    """Docnames of the pages of components, by the identity of their values."""
    page: str = ""
    """The docname of the page, if it is that of a component."""
    is_outgoing: bool = True
    """The reader is who sends requests; not so in webhooks and callbacks."""
    only_required: bool = False
    """Examples of requests that are made from schemas have no optional properties."""
    anchor_keys: dict[tuple[Mode, int], str] = field(default_factory=dict)
    """Names of the places that show a component, by mode and identity."""
    version_marks: Mapping[tuple[str, Keys], tuple[str, str]] = field(default_factory=dict)
    """By file and keys, the versions since which a part is there, and deprecated."""
    flats: dict[tuple[int, ...], Flat] = field(default_factory=dict)
    """Schemas already flattened, by the identity of their parts; see `Specification.flats_of`."""
    max_own_fields: int = sys.maxsize
    """With more fields of its own, a component that is the whole schema is linked."""
    has_views: bool = True
    """Schemas are laid out; else, views are empty."""

    def flat(self, parts: Parts) -> Flat:
        """Return the flat form of *parts*, computed once; report what is wrong with it each time.

        It may have been made for another page, or for one that reports nothing.
        """
        key = tuple(id(part.value) for part in parts)
        flat = self.flats.get(key)
        if flat is None:
            problems: list[tuple[str, Located]] = []
            noting = Reader(
                self.reader.resolver, lambda message, place: problems.append((message, place))
            )
            flat = self.flats[key] = flatten(noting, parts)
            flat.problems = tuple(problems)
            flat.parts = parts
            inline = [value for value in key if value in self.pages]
            flat.bases += tuple(("", value) for value in inline)
        for message, place in flat.problems:
            self.reader.report(message, place)
        return flat

    def find_versions(self, part: Located) -> tuple[str, str]:
        """Return the versions since which *part* is there, and deprecated."""
        return (
            self.version_marks.get((part.document.name, part.keys), ("", ""))
            if self.version_marks
            else ("", "")
        )

    def flatten_without_pages(self, parts: Parts) -> Flat:
        """Return the flat form of *parts* without the components that have pages."""
        return flatten(self.reader, parts, self.pages)

    def make_anchor_key(self, name: str) -> str:
        """Return a new name for a place that shows the component *name*."""
        return f"{name} {len(self.anchor_keys)}"

    def make_view(self, parts: Parts, mode: Mode) -> FieldView:
        """Return *parts* laid out for *mode*."""
        if not self.has_views:
            return FieldView("")
        tree = SchemaTree(self, mode)
        view = make_view(self, tree.grow(parts))
        if tree.is_full:
            limits = f"more than {MAX_FIELDS:,} fields, or {MAX_DEPTH} levels of them"
            self.reader.report(
                f"{limits}; the rest is left out of the page, move parts into components", parts[0]
            )
        return view


def is_constraining(parts: Parts | None) -> bool:
    """Return whether a schema has constraints, but allows some value."""
    return bool(parts) and all(part.value not in (True, False, {}) for part in parts or ())


def find_constant_property(view: FieldView) -> str:
    """Return the property that can only have one value, with the value; "" if there is none."""
    for field_ in view.fields:
        for fact in field_.view.facts:
            if fact.kind == "const":
                return f"{field_.name}: {fact.values[0]}"
    return ""


def choose_title(title: object, *names: str) -> str:
    """Return a schema's title in one line; "" if it only spells one of *names* again."""
    if not isinstance(title, str) or any(
        _keep_letters(title) == _keep_letters(name) for name in names
    ):
        return ""
    return shorten(title, 120)


def _keep_letters(text: str) -> str:
    return "".join(character for character in text.casefold() if character.isalnum())


def get_access(flat: Flat) -> str:
    """Return ``read-only``, ``write-only`` or nothing."""
    if flat.keywords.get("readOnly") is True:
        return "read-only"
    return "write-only" if flat.keywords.get("writeOnly") is True else ""


def read_discriminator(choices: ChoiceSet) -> tuple[str, dict[str, str]]:
    """Return the deciding property and its values, each with a component's name."""
    value = choices.discriminator.value if choices.discriminator else None
    if not isinstance(value, dict) or not isinstance(value.get("propertyName"), str):
        return "", {}
    mapping = value.get("mapping")
    pairs = mapping.items() if isinstance(mapping, dict) else ()
    names = {str(key): get_component_name(str(target)) for key, target in pairs}
    default = value.get("defaultMapping")
    if isinstance(default, str):
        names["otherwise"] = get_component_name(default)
    return shorten(value["propertyName"], 60), names


def list_members(flat_of: Flatten, flat: Flat, mode: Mode) -> Iterator[Member]:
    """Yield the fields of *flat*, without those that the mode never sees."""
    unwanted = _EXCLUDING_KEYWORDS.get(mode, "")
    for name, parts in flat.properties.items():
        if not unwanted or flat_of(parts).keywords.get(unwanted) is not True:
            yield name, Role.PROPERTY, parts, name in flat.required
    for name, parts in flat.patterns.items():
        yield name, Role.PATTERN, parts, False
    for number, parts in enumerate(flat.prefix, 1):
        yield Sentence("item {0}", (str(number),)), Role.ITEM, parts, False
    items, others = flat.schemas.get("items"), flat.schemas.get("additionalProperties")
    holds_more = _has_own_members(flat_of, flat)
    if items and is_constraining(items) and holds_more:
        yield Sentence("other items" if flat.prefix else "each item"), Role.ITEM, items, False
    if others and is_constraining(others) and holds_more:
        yield Sentence("any other property"), Role.OTHER, others, False
    yield from _list_rules(flat_of, flat)


def _list_rules(flat_of: Flatten, flat: Flat) -> Iterator[Member]:
    """Yield the rules that cannot be written as a sentence."""
    for keyword, label in RULES.items():
        if is_constraining(flat.schemas.get(keyword)) and not has_sentence(flat_of, flat, keyword):
            name = choose_subject(flat, keyword) if keyword == "contains" else Sentence(label)
            yield name, Role.RULE, flat.schemas[keyword], False
    for other, parts in flat.dependent_schemas.items():
        if not has_sentence(flat_of, flat, "dependentSchemas", other):
            given = Sentence("{0} is given", (f"'{other}'",))
            yield Sentence("if {0}", (given,)), Role.RULE, parts, False


def list_choices(flat_of: Flatten, flat: Flat) -> Iterator[ChoiceSet]:
    """Yield the choices that are not part of the type's text."""
    for choices in flat.choices:
        options = [flat_of(option) for option in choices.options]
        if has_sentence(flat_of, flat, choices.keyword):
            continue
        if any(o.properties or o.keywords or o.schemas or o.choices or o.name for o in options):
            yield choices


def find_levels(flat_of: Flatten, parts: Parts) -> tuple[Parts, ...]:
    """Return a schema and those inside it down to the one whose fields are shown.

    That is the schema of the items of an array, or of the values of a map.
    """
    found = [parts]
    for _ in range(_MAX_NESTED_ARRAYS):
        flat = flat_of(found[-1])
        inner = flat.schemas.get("items") if "array" in flat.types else None
        if inner is None and "object" in flat.types:
            inner = flat.schemas.get("additionalProperties")
        if inner is None or not is_constraining(inner) or _has_own_members(flat_of, flat):
            break
        found.append(inner)
    return tuple(found)


def _has_own_members(flat_of: Flatten, flat: Flat) -> bool:
    """Return whether an array or a map has more to show than plain items or values."""
    if flat.choices or flat.prefix or flat.patterns or flat.properties or flat.dependent_schemas:
        return True
    both = "items" in flat.schemas and "additionalProperties" in flat.schemas
    return both or any(
        is_constraining(flat.schemas.get(keyword)) and not has_sentence(flat_of, flat, keyword)
        for keyword in RULES
    )
