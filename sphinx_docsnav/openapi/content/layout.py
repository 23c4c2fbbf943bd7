"""The layout of schemas on one page: which fields it shows, and which are behind a link.

The tree of a schema grows level by level. A component with a page of its own is expanded if the
rest of the page's budget allows its fields, smaller components first; else the page links to it.
What a caller must send is expanded within a larger limit, and so is what has no page of its own.
`make_view` then turns the tree into the plain values of a page.
"""

from __future__ import annotations

import heapq
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from sphinx_docsnav.data_files.json_values import Keys, as_object, as_text
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
from sphinx_docsnav.openapi.content.schema import (
    ChoiceSet,
    Flat,
    Flatten,
    Parts,
    excludes_property,
    flatten,
)
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
"""Number of levels of fields on one page."""

MAX_REQUIRED = 600
"""Number of fields in a request above which required components are links, too."""

MAX_FIELDS = 1_500
"""Number of fields of one schema on one page, without those of its first level."""

MAX_FLAT = 3_000
"""Number of fields on the first level of one schema."""

SMALL_COMPONENT = 6
"""Number of fields up to which a component is always expanded if none of them has fields."""

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
"""Keywords whose schemas are listed as fields, with their labels."""

Member = tuple[Sentence | str, Role, Parts, bool]
"""Name, role, schema, and whether it is required; the name is a `Sentence` if the schema has
none."""

_EXCLUDING_KEYWORDS = {Mode.REQUEST: "readOnly", Mode.RESPONSE: "writeOnly"}
"""The keyword that excludes a field from one side."""

_MAX_NESTED_ARRAYS = 12
"""Number of arrays and maps inside each other that are searched for fields."""

_LONGEST_NAME = 80
"""Length up to which the name of a component is shown, in characters."""


@dataclass(slots=True, eq=False)
class SchemaTreeNode:
    """A schema at one position of a page."""

    levels: tuple[Parts, ...]
    """The schema, and the schemas of its items or values down to the one whose fields are shown."""
    flat: Flat
    """The first of *levels*, merged."""
    core: Flat
    """The last of *levels*, merged."""
    mode: Mode
    """Who sends the value."""
    depth: int = 0
    """The number of nodes above it."""
    is_required: bool = False
    """Whether callers must send it."""
    ancestor_ids: frozenset[int] = frozenset()
    """Identities of the schemas around it."""
    open_choice_ids: frozenset[int] = frozenset()
    """Identities of the choices around it."""
    count: int = 0
    """Number of fields and options of the schema."""
    fields: list[tuple[Member, SchemaTreeNode]] = field(default_factory=list)
    """The fields that are shown."""
    choices: list[tuple[ChoiceSet, list[SchemaTreeNode]]] = field(default_factory=list)
    """The options that are shown."""
    anchor_key: str = ""
    links: tuple[SchemaLink, ...] = ()
    recursive: bool = False
    hidden_count: int = 0
    """Number of fields that no page shows."""


class SchemaTree:
    """The tree of one schema."""

    def __init__(self, layout: Layout, mode: Mode) -> None:
        self.layout = layout
        self.mode = mode
        self.field_count = 0
        """Number of nodes so far, without the root."""
        self.is_full = False
        """Whether some fields are shown nowhere."""
        self._queue: list[tuple[bool, int, int, int, SchemaTreeNode]] = []
        """Nodes to expand: required ones, upper levels and small schemas first."""
        self._serial = 0
        """Number of nodes in the queue so far; keeps equal ones in order."""

    def grow(self, parts: Parts) -> SchemaTreeNode:
        """Return the root of the expanded tree of *parts*."""
        root = self._make_node(parts, SchemaTreeNode((), Flat(), Flat(), self.mode, depth=-1))
        root.is_required = self.mode is Mode.REQUEST and self.layout.is_outgoing
        # The schema of a response is expanded even if it has a page, up to a limit.
        if root.count <= self.layout.max_own_fields:
            self._open(root, root.core)
        else:
            self._open_or_link(root)
        while self._queue:
            self._open_or_link(heapq.heappop(self._queue)[-1])
        return root

    def _make_node(
        self, parts: Parts, parent: SchemaTreeNode, *, is_required: bool = False
    ) -> SchemaTreeNode:
        """Return a node below *parent* that is not expanded yet."""
        layout = self.layout
        levels = find_levels(layout.flat, parts)
        flat, core = layout.flat(parts), layout.flat(levels[-1])
        node = SchemaTreeNode(levels, flat, core, self.mode, parent.depth + 1, is_required)
        node.ancestor_ids = parent.ancestor_ids | parent.core.identity
        node.open_choice_ids = parent.open_choice_ids
        node.count = self._count_members(node, node.core)
        return node

    def _open_or_link(self, node: SchemaTreeNode) -> None:
        """Expand a node, or link to a page or a position that shows the schema."""
        core, layout = node.core, self.layout
        anchor_key = layout.anchor_keys.get((self.mode, core.key), "") if core.key else ""
        links = tuple(
            SchemaLink(name, layout.pages[key]) for name, key in core.bases if key in layout.pages
        )
        # A schema that is inside itself, or that the page shows already, is linked.
        node.recursive = bool(core.identity & node.ancestor_ids)
        if node.recursive or (anchor_key and not is_small(layout.flat, core, self.mode)):
            if links:
                self._link(node, links)
            elif anchor_key or node.recursive:
                node.links = (SchemaLink(core.name, anchor_key=anchor_key),) if anchor_key else ()
            else:
                self._open(node, core)
        # A schema without a page of its own is always expanded.
        elif links and not self._fits(node):
            self._link(node, links)
        else:
            self._open(node, core)

    def _fits(self, node: SchemaTreeNode) -> bool:
        """Return whether a schema is expanded although it could be linked."""
        if is_small(self.layout.flat, node.core, self.mode):
            return True
        # Readers need to see what they have to send.
        if node.is_required:
            return self.field_count + node.count <= MAX_REQUIRED
        return node.count <= self.layout.budget - self.field_count

    def _link(self, node: SchemaTreeNode, links: tuple[SchemaLink, ...]) -> None:
        """Give a node links, and the fields that it adds to the linked components."""
        node.links = links
        additions = self.layout.flatten_without_pages(node.levels[-1])
        # A schema that only extends itself would repeat forever.
        if not (node.recursive and additions.identity & node.ancestor_ids):
            self._open(node, additions)

    def _open(self, node: SchemaTreeNode, flat: Flat) -> None:
        """Give a node its fields and options."""
        layout, core = self.layout, node.core
        if (
            flat is core
            # The first position that shows a component is the one to link to.
            and core.key
            and (self.mode, core.key) not in layout.anchor_keys
            and node.count
        ):
            node.anchor_key = f"{core.name} {len(layout.anchor_keys)}"
            layout.anchor_keys[self.mode, core.key] = node.anchor_key
        for member in list_members(layout.flat, flat, self.mode):
            _, role, parts, required = member
            is_required = node.is_required and (required or role is Role.ITEM)
            child = self._add_child(parts, node, is_required=is_required)
            if child is not None:
                node.fields.append((member, child))
        for choices in list_choices(layout.flat, flat):
            # Without this, an option that contains its own choice would never end.
            key = id(choices.options[0][0].value)
            if key in node.open_choice_ids:
                continue
            node.open_choice_ids |= {key}
            options = (
                self._add_child(parts, node, is_required=node.is_required)
                for parts in choices.options
            )
            node.choices.append((choices, [option for option in options if option is not None]))

    def _add_child(
        self, parts: Parts, parent: SchemaTreeNode, *, is_required: bool
    ) -> SchemaTreeNode | None:
        """Return a new node below *parent*, ``None`` if the page is full."""
        if (
            self.field_count >= (MAX_FIELDS if parent.depth else MAX_FLAT)
            or parent.depth >= MAX_DEPTH
        ):
            parent.hidden_count += 1
            self.is_full = True
            return None
        self.field_count += 1
        child = self._make_node(parts, parent, is_required=is_required)
        self._serial += 1
        if child.count:
            key = (not is_required, child.depth, child.count, self._serial)
            heapq.heappush(self._queue, (*key, child))
        return child

    def _count_members(self, node: SchemaTreeNode, flat: Flat) -> int:
        """Return the number of fields and options of a schema."""
        flat_of = self.layout.flat
        count = sum(1 for _ in list_members(flat_of, flat, self.mode))
        return count + sum(
            len(choices.options)
            for choices in list_choices(flat_of, flat)
            if id(choices.options[0][0].value) not in node.open_choice_ids
        )


def is_small(flat_of: Flatten, core: Flat, mode: Mode) -> bool:
    """Return whether a link would not be shorter than the fields and options of a schema."""
    inner_schemas = list(islice(_list_inner_schemas(flat_of, core, mode), SMALL_COMPONENT + 1))
    if len(inner_schemas) > SMALL_COMPONENT:
        return False
    inner_cores = (flat_of(find_levels(flat_of, parts)[-1]) for parts in inner_schemas)
    return not any(any(_list_inner_schemas(flat_of, inner, mode)) for inner in inner_cores)


def _list_inner_schemas(flat_of: Flatten, core: Flat, mode: Mode) -> Iterator[Parts]:
    """Yield the schemas of the fields and options of a schema."""
    yield from (parts for _, _, parts, _ in list_members(flat_of, core, mode))
    for choices in list_choices(flat_of, core):
        yield from choices.options


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
        access=get_access(flat, node.mode),
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
    """Return a member as a field."""
    name, role, _, required = member
    generic = None if isinstance(name, str) else name
    return Field(
        translate_text(name), role, make_view(layout, node, translate_text(name)), required, generic
    )


def _join_descriptions(layout: Layout, node: SchemaTreeNode) -> str:
    """Return the descriptions of a schema, its parts, and its items or values.

    Of a linked component, only the first paragraph is returned, and nothing of its parts.
    """
    own_texts = (
        _list_descriptions(layout.flatten_without_pages(node.levels[-1])) if node.links else ()
    )
    texts: list[str] = []
    for parts in node.levels:
        flat = layout.flat(parts)
        is_on_other_page = layout.pages.get(flat.key, "") not in ("", layout.page)
        for number, text in enumerate(_list_descriptions(flat)):
            is_linked = node.links and flat is node.core and text not in own_texts
            # Descriptions of the parts are on the component's page.
            if number and (is_on_other_page or is_linked):
                continue
            excerpt = text.strip().partition("\n\n")[0] if is_linked else text
            if excerpt not in texts:
                texts.append(excerpt)
    for parts in node.levels:
        texts += _describe_enum_values(layout.flat(parts).keywords)
    return "\n\n".join(texts)


def _list_descriptions(flat: Flat) -> tuple[str, ...]:
    """Return the descriptions of a schema and of its parts."""
    candidates = (flat.keywords.get("description"), *flat.other_values.get("description", ()))
    return tuple(text for text in candidates if isinstance(text, str) and text.strip())


def _describe_enum_values(keywords: Mapping[str, object]) -> Iterator[str]:
    """Yield the descriptions of the values of ``enum`` in extensions, as a Markdown list."""
    values = keywords.get("enum")
    for extension in ("x-enumDescriptions", "x-enum-descriptions"):
        value_descriptions = keywords.get(extension)
        # A list belongs to the values in their order, an object names them.
        if isinstance(value_descriptions, list) and isinstance(values, list):
            value_descriptions = dict(
                zip(map(write_value, values), value_descriptions, strict=False)
            )
        if isinstance(value_descriptions, dict):
            lines = [
                f"* ``{shorten(str(value), 120)}``: {' '.join(text.split())}"
                for value, text in value_descriptions.items()
                if isinstance(text, str) and text.strip() and "`" not in str(value)
            ]
            if lines:
                yield "\n".join(lines)


def _collect_all_facts(layout: Layout, node: SchemaTreeNode) -> Iterator[Fact]:
    """Yield the facts about a schema, and about its items or values."""
    labels: list[Sentence] = []
    for parts in node.levels:
        flat = layout.flat(parts)
        docname = layout.pages.get(flat.key, "")
        brief = bool(docname) and docname != layout.page
        for fact in list_facts(flat, layout.flat, brief=brief):
            yield _prefix_fact(labels, fact) if labels else fact
        labels.append(Sentence("each item" if "array" in flat.types else "each value"))


def _prefix_fact(labels: Sequence[Sentence], fact: Fact) -> Fact:
    """Return a fact about items or values with labels before it: ``each item: length`` ``5``."""
    label = fact.label
    for outer_label in reversed(labels):
        label = Sentence("{0}: {1}", (outer_label, label))
    return replace(fact, label=label, kind="")


def _read_docs(keywords: Mapping[str, object]) -> tuple[str, str]:
    """Return URL and description of external documentation."""
    docs = as_object(keywords.get("externalDocs"))
    return (as_text(docs.get("url")), as_text(docs.get("description"))) if docs else ("", "")


def _make_choice(layout: Layout, choices: ChoiceSet, nodes: list[SchemaTreeNode]) -> SchemaChoice:
    """Return the options of a node with a label for each of them."""
    label = Sentence("Any of" if choices.keyword == "anyOf" else "One of")
    property_name, component_names = read_discriminator(choices)
    if property_name:
        label = Sentence("{0}, by {1}", (label, property_name))
    options = []
    for number, node in enumerate(nodes, 1):
        view = make_view(layout, node)
        generic = Sentence("{0} {1}", (Sentence("Option"), str(number)))
        component_name = node.flat.name
        # An array of a component is called after that component.
        item_type = f"{view.type.partition(' of ')[0]} of {view.name}" if view.name else ""
        own_name = component_name or view.title or find_constant_property(view) or item_type
        name = own_name or generic.translated()
        if name == view.title:
            view = replace(view, title="")
        # A discriminator says which value selects the option.
        values = [
            value
            for value, target in component_names.items()
            if component_name and target == component_name
        ]
        if property_name and values:
            name += f" ({property_name}: {', '.join(values)})"
        options.append(Field(name, Role.OPTION, view, generic=None if own_name else generic))
    return SchemaChoice(label, tuple(options))


@dataclass(slots=True)
class Layout:
    """The state of one page while its schemas are laid out."""

    reader: Reader
    """Resolves references and reports problems."""
    budget: int = 300
    """Number of fields up to which components inside one schema are expanded."""
    pages: Mapping[int, str] = field(default_factory=dict)
    """Docnames of the pages of components, by the identity of their value."""
    page: str = ""
    """The docname of the page if it is that of a component."""
    is_outgoing: bool = True
    """Whether the reader sends the request; in webhooks and callbacks the API does."""
    only_required: bool = False
    """Whether generated request bodies have only required properties."""
    anchor_keys: dict[tuple[Mode, int], str] = field(default_factory=dict)
    """`FieldView.anchor_key` of the components on the page, by mode and identity."""
    version_marks: Mapping[tuple[str, Keys], tuple[str, str]] = field(default_factory=dict)
    """By file and keys: the version that introduced a part, and the one that deprecated it."""
    flats: dict[tuple[int, ...], Flat] = field(default_factory=dict)
    """Merged schemas by the identities of their parts; see `Specification.get_flat_schemas`."""
    max_own_fields: int = sys.maxsize
    """Number of fields above which a component that is the whole schema is linked."""
    has_views: bool = True
    """Whether schemas are laid out; otherwise all views are empty."""

    def flat(self, parts: Parts) -> Flat:
        """Return the merged form of *parts*, computed once for objects, and report its problems.

        It may have been computed for another page, or for one that reports nothing.
        """
        key = tuple(id(part.value) for part in parts)
        flat = self.flats.get(key)
        if flat is None:
            problems: list[tuple[str, Located]] = []
            recording_reader = Reader(
                self.reader.resolver,
                lambda message, located: problems.append((message, located)),
            )
            flat = flatten(recording_reader, parts)
            flat.problems = tuple(problems)
            flat.parts = parts
            # Large parts without a name have pages as well.
            inline_ids = [value for value in key if value in self.pages]
            flat.bases += tuple(("", value) for value in inline_ids)
            # Values such as null are the same object in all places, whose messages differ.
            if all(isinstance(part.value, dict) for part in parts):
                self.flats[key] = flat
        for message, located in flat.problems:
            self.reader.report(message, located)
        return flat

    def find_versions(self, part: Located) -> tuple[str, str]:
        """Return the versions that introduced and deprecated *part*; empty texts if unknown."""
        return (
            self.version_marks.get((part.document.name, part.keys), ("", ""))
            if self.version_marks
            else ("", "")
        )

    def flatten_without_pages(self, parts: Parts) -> Flat:
        """Return the merged form of *parts* without components that have pages."""
        return flatten(self.reader, parts, self.pages)

    def make_view(self, parts: Parts, mode: Mode) -> FieldView:
        """Return what the page shows of *parts*; report fields that no page can show."""
        if not self.has_views:
            return FieldView("")
        tree = SchemaTree(self, mode)
        view = make_view(self, tree.grow(parts))
        # The remedy is a component, which gets a page.
        if tree.is_full:
            limits = f"more than {MAX_FIELDS:,} fields, or {MAX_DEPTH} levels of them"
            self.reader.report(
                f"{limits}; the rest is left out of the page, move parts into components", parts[0]
            )
        return view


def is_constraining(parts: Parts | None) -> bool:
    """Return whether a schema restricts its value, but allows some value."""
    return bool(parts) and all(part.value not in (True, False, {}) for part in parts or ())


def find_constant_property(view: FieldView) -> str:
    """Return the first property with only one valid value, as ``type: card``.

    ``""`` without one.
    """
    for field_ in view.fields:
        for fact in field_.view.facts:
            if fact.kind == "const":
                return f"{field_.name}: {fact.values[0]}"
    return ""


def choose_title(title: object, *names: str) -> str:
    """Return a schema's title in one line, ``""`` if it only repeats one of *names*."""
    if not isinstance(title, str) or any(
        _keep_letters(title) == _keep_letters(name) for name in names
    ):
        return ""
    return shorten(title, 120)


def _keep_letters(text: str) -> str:
    """Return the letters and digits of *text* in one case, for comparisons."""
    return "".join(character for character in text.casefold() if character.isalnum())


def get_access(flat: Flat, mode: Mode) -> str:
    """Return ``read-only``, ``write-only`` or ``""``; what *mode* shows is sent in it."""
    if flat.keywords.get(_EXCLUDING_KEYWORDS.get(mode, "")) is True:
        return ""
    if flat.keywords.get("readOnly") is True:
        return "read-only"
    return "write-only" if flat.keywords.get("writeOnly") is True else ""


def read_discriminator(choices: ChoiceSet) -> tuple[str, dict[str, str]]:
    """Return the deciding property, and the component's name for each of its values."""
    rule = choices.discriminator.value if choices.discriminator else None
    if not isinstance(rule, dict) or not isinstance(rule.get("propertyName"), str):
        return "", {}
    mapping = rule.get("mapping")
    pairs = mapping.items() if isinstance(mapping, dict) else ()
    names = {str(key): get_component_name(str(target)) for key, target in pairs}
    # OpenAPI 3.2: the schema for all other values.
    default = rule.get("defaultMapping")
    if isinstance(default, str):
        names["otherwise"] = get_component_name(default)
    return shorten(rule["propertyName"], 60), names


def list_members(flat_of: Flatten, flat: Flat, mode: Mode) -> Iterator[Member]:
    """Yield the fields of *flat* that the side *mode* can send."""
    excluding_keyword = _EXCLUDING_KEYWORDS.get(mode, "")
    # A property is left out if this side never sends it.
    for name, parts in flat.properties.items():
        if not excluding_keyword or not excludes_property(flat_of, flat, name, excluding_keyword):
            yield name, Role.PROPERTY, parts, name in flat.required
    for name, parts in flat.patterns.items():
        yield name, Role.PATTERN, parts, False
    for number, parts in enumerate(flat.prefix, 1):
        yield Sentence("item {0}", (str(number),)), Role.ITEM, parts, False
    items, others = flat.schemas.get("items"), flat.schemas.get("additionalProperties")
    has_own_members = _has_own_members(flat_of, flat)
    if items and is_constraining(items) and has_own_members:
        yield Sentence("other items" if flat.prefix else "each item"), Role.ITEM, items, False
    if others and is_constraining(others) and has_own_members:
        yield Sentence("any other property"), Role.OTHER, others, False
    yield from _list_rules(flat_of, flat)


def _list_rules(flat_of: Flatten, flat: Flat) -> Iterator[Member]:
    """Yield the rules that no sentence expresses."""
    for keyword, label in RULES.items():
        if is_constraining(flat.schemas.get(keyword)) and not has_sentence(flat_of, flat, keyword):
            name = choose_subject(flat, keyword) if keyword == "contains" else Sentence(label)
            yield name, Role.RULE, flat.schemas[keyword], False
    for other, parts in flat.dependent_schemas.items():
        if not has_sentence(flat_of, flat, "dependentSchemas", other):
            condition = Sentence("{0} is given", (f"'{other}'",))
            yield Sentence("if {0}", (condition,)), Role.RULE, parts, False


def list_choices(flat_of: Flatten, flat: Flat) -> Iterator[ChoiceSet]:
    """Yield the choices whose options the type label does not describe."""
    for choices in flat.choices:
        options = [flat_of(option) for option in choices.options]
        # The sentence says all that the choice says.
        if has_sentence(flat_of, flat, choices.keyword):
            continue
        if any(o.properties or o.keywords or o.schemas or o.choices or o.name for o in options):
            yield choices


def find_levels(flat_of: Flatten, parts: Parts) -> tuple[Parts, ...]:
    """Return a schema, and the schemas inside it down to the one whose fields are shown.

    These are the schemas of the items of an array, or of the values of a map.
    """
    levels = [parts]
    # Arrays and maps show the fields of what they contain.
    for _ in range(_MAX_NESTED_ARRAYS):
        flat = flat_of(levels[-1])
        inner = flat.schemas.get("items") if "array" in flat.types else None
        if inner is None and "object" in flat.types:
            inner = flat.schemas.get("additionalProperties")
        if inner is None or not is_constraining(inner) or _has_own_members(flat_of, flat):
            break
        levels.append(inner)
    return tuple(levels)


def _has_own_members(flat_of: Flatten, flat: Flat) -> bool:
    """Return whether an array or a map has more to show than its items or values."""
    if flat.choices or flat.prefix or flat.patterns or flat.properties or flat.dependent_schemas:
        return True
    both = "items" in flat.schemas and "additionalProperties" in flat.schemas
    return both or any(
        is_constraining(flat.schemas.get(keyword)) and not has_sentence(flat_of, flat, keyword)
        for keyword in RULES
    )
