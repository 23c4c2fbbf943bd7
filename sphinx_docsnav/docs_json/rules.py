"""The rules of the specification, one function each: fields (2.1, 2.4) and structure (2.3).

Each function takes one raw element of docs.json, before it is a model, and yields the
violations. The models check the values of single fields. Messages state the rule in
words; its number is unknown to authors of docs.json.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from sphinx_docsnav.data_files.json_values import Json, escape_key
from sphinx_docsnav.docs_json.findings import (
    OTHER_NAMES,
    Finding,
    list_other_fields,
    make_unknown_finding,
)
from sphinx_docsnav.docs_json.models import (
    FROM_GIT,
    GLOBAL_HOLDS,
    MODELS,
    ElementModel,
    Group,
    Language,
    Navigation,
    python_packages,
)
from sphinx_docsnav.faults import FaultKind, Severity
from sphinx_docsnav.messages import did_you_mean, join_names, quote
from sphinx_docsnav.sitefiles.languages import KNOWN, find_nearest_language, is_well_formed
from sphinx_docsnav.sitefiles.nearest import find_closest_name, suggest_name

_FIELDS_OF_ANY = frozenset(field for model in MODELS.values() for field in model.fields)
"""The fields that some kind of element has."""
_TOP = re.compile(r"/navigation/(?:products/\d+/)?(?:products|versions)/\d+")
"""The pointer of an element whose pages can be in git."""


@dataclass(frozen=True, slots=True)
class RawElement:
    """An element as written in docs.json."""

    model: type[ElementModel]
    """The model that its position in docs.json requires."""
    value: Mapping[str, Json]
    """Its fields."""
    pointer: str
    """Its JSON pointer."""
    in_group: bool = False
    """Whether it is in the ``pages`` of a group."""
    in_global: bool = False
    """Whether it is in ``global``."""

    def at(self, key: str) -> str:
        """Return the pointer of the field *key*."""
        return f"{self.pointer}/{escape_key(key)}"

    def child_kinds(self) -> list[str]:
        """Return the kinds of child that it has, except empty lists; the first one is built.

        Kinds that hold only links come last, because they contain no pages.
        """
        values = ((key, self.value.get(key)) for key in self.model.holds)
        kinds = [key for key, value in values if isinstance(value, list) and value]
        return sorted(kinds, key=self.has_links_only) if len(kinds) > 1 else kinds

    def has_links_only(self, kind: str) -> bool:
        """Return whether the list *kind* has elements with ``href`` and nothing else."""
        entries = self.value.get(kind)
        return isinstance(entries, list) and all(
            isinstance(entry, dict) and "href" in entry for entry in entries
        )

    def lacks_pattern(self) -> bool:
        """Return whether it is a root without any root pattern, for which one message is enough."""
        return self.model is Navigation and not any(key in self.value for key in self.model.holds)

    def is_in_pages(self) -> bool:
        """Return whether it is in a list ``pages``."""
        return self.pointer.rpartition("/")[0].endswith("/pages")

    def is_link(self) -> bool:
        """Return whether it is a link instead of a container of pages."""
        return "href" in self.value and "href" in self.model.fields

    @property
    def this(self) -> str:
        """The element as the subject of a message: ``this tab``."""
        if self.model is Navigation:
            return "the navigation"
        return f"this {self.model.noun.partition(' ')[2]}"

    def left_out(self) -> str:
        """Return the part of the message on how an invalid element is built with ``keep_going``."""
        if self.model is Navigation:
            return "the field is ignored"
        return f"the {self.model.noun.partition(' ')[2]} is left out"


ElementRule = Callable[[RawElement], Iterator[Finding]]
"""A function that yields the violations of one rule in an element."""


def table_2_1_known_fields(element: RawElement) -> Iterator[Finding]:
    """Warn of fields that are neither in the table of elements nor common in existing sites."""
    model = element.model
    fields = (*model.fields, *model.holds)
    if element.lacks_pattern() or (model.label_field and model.label_field not in element.value):
        return  # the element is skipped; the message about its label is enough
    for key in element.value:
        # Misplaced kinds of child have an error of their own (rule 14).
        if key in fields or key in MODELS:
            continue
        pointer = element.at(key)
        # A field of other elements is no spelling mistake, so no similar name is suggested.
        if key in _FIELDS_OF_ANY:
            message = f"{model.noun} has no field {quote(key)}; it is ignored"
            hint = did_you_mean(f"{key}s") if f"{key}s" in fields else ""
            kind, warning = FaultKind.UNKNOWN_FIELD, Severity.WARNING
            yield Finding(kind, pointer, message, hint, warning, at_key=True)
        else:
            yield make_unknown_finding(pointer, key, fields, _suggest_field(key, element))


def has_misread_children(element: RawElement) -> bool:
    """Return whether another message is about a field that was meant to hold pages or a link."""
    model = element.model
    # The hints are compared, because only they tell which field a misspelled name means.
    fills = [did_you_mean(key) for key in (*model.holds, "href", "openapi")]
    return any(finding.hint in fills for finding in table_2_1_known_fields(element)) or any(
        key in MODELS and key not in model.holds for key in element.value
    )


def _suggest_field(key: str, element: RawElement) -> str:
    """Return a hint for a name whose spelling differs much from that of the meant field."""
    if key == "$ref":
        return "'$ref' is the path of a JSON file, as a string"
    if key == "iconType":
        return 'put the style into the icon: {"name": …, "style": …}'
    if key == "collapsed" and element.model is Group:
        return "groups are collapsed unless 'expanded' is true"
    field = OTHER_NAMES.get(key, "")
    field = element.model.label_field if field == "label" else field
    fits = field in element.model.fields or field in element.model.holds
    return did_you_mean(field) if fits and field not in element.value else ""


def section_2_4_language_codes(element: RawElement) -> Iterator[Finding]:
    """Reject invalid language codes, and warn of valid ones that the format does not list."""
    code = element.value.get("language")
    if element.model is not Language or not isinstance(code, str) or not code.strip():
        return
    if code in KNOWN:
        return
    near, pointer = find_nearest_language(code), element.at("language")
    hint = did_you_mean(near)
    # BCP 47 allows more codes than the format lists; browsers understand them.
    if is_well_formed(code):
        message = f"unknown language code {quote(code)}; it is used unchanged"
        kind, warning = FaultKind.UNKNOWN_LANGUAGE, Severity.WARNING
        yield Finding(kind, pointer, message, hint, warning)
    else:
        message = f"expected a language code like 'en' or 'pt-BR', found {quote(code)}"
        yield Finding(FaultKind.WRONG_VALUE, pointer, message, hint)


def labels_are_not_blank(element: RawElement) -> Iterator[Finding]:
    """Warn of a label that consists of white space."""
    label = element.value.get(element.model.label_field)
    if isinstance(label, str) and label and not label.strip():
        built = "as a group without a heading" if element.model is Group else "without a name"
        kind, warning = FaultKind.BLANK_LABEL, Severity.WARNING
        pointer = element.at(element.model.label_field)
        message, hint = f"the label is blank; built {built}", "write a label"
        yield Finding(kind, pointer, message, hint, warning)


def other_specifications(element: RawElement) -> Iterator[Finding]:
    """Warn of kinds of specifications that the format has and this extension ignores."""
    kind, warning = FaultKind.UNSUPPORTED, Severity.WARNING
    for key in ("asyncapi", "graphql", "sdk"):
        # `sdk` with Python packages is the one kind that this extension builds.
        if python_packages(element.value.get(key)) and key == "sdk":
            continue
        if key in element.value and key in element.model.fields:
            message = f"{quote(key)} is not supported; no pages are made from it"
            yield Finding(kind, element.at(key), message, severity=warning, at_key=True)


def check_defaults(pointer: str, siblings: Sequence[Json]) -> Iterator[Finding]:
    """Warn of a second ``default`` among versions or languages beside each other."""
    defaults = [
        index
        for index, sibling in enumerate(siblings)
        if isinstance(sibling, dict) and sibling.get("default") is True
    ]
    for index in defaults[1:]:
        message = f"entry {defaults[0] + 1} of the list is the default already; ignored here"
        kind, warning = FaultKind.DEFAULT_REPEATED, Severity.WARNING
        default_pointer = f"{pointer}/{index}/default"
        yield Finding(kind, default_pointer, message, severity=warning, at_key=True)


def check_names(
    model: type[ElementModel], pointer: str, siblings: Sequence[Json]
) -> Iterator[Finding]:
    """Warn of a division with the name of an earlier one, unless one of them is hidden."""
    if model is Group:
        return  # its pages tell it apart
    first: dict[str, int] = {}
    for index, sibling in enumerate(siblings):
        if not isinstance(sibling, dict) or sibling.get("hidden") is True:
            continue
        # Readers see the name of a product if it has one, otherwise its label.
        shown = [key for key in ("name", model.label_field) if key in model.fields]
        names = {key: name for key in shown if isinstance(name := sibling.get(key), str)}
        key, name = next(((k, n.strip()) for k, n in names.items() if n.strip()), ("", ""))
        if name and first.setdefault(name, index) != index:
            noun = model.noun.partition(" ")[2]
            message = f"this {noun} has the same name as entry {first[name] + 1} of the list"
            message = (
                f"{message}, {quote(name)}; both are shown, and readers cannot tell them apart"
            )
            kind, warning = FaultKind.LABEL_REPEATED, Severity.WARNING
            name_pointer = f"{pointer}/{index}/{key}"
            yield Finding(kind, name_pointer, message, "rename one of them", warning)


def each_page_once_in_a_list(element: RawElement) -> Iterator[Finding]:
    """Warn of a page that is twice in one list; other lists of the navigation may repeat it.

    Two spellings of a path, ``/setup`` and ``setup``, are one page.
    """
    pages = element.value.get("pages")
    first: dict[str, int] = {}
    for index, page in enumerate(pages if isinstance(pages, list) else ()):
        if not isinstance(page, str) or not page.strip("/"):
            continue
        earlier = first.setdefault(page.strip("/"), index)
        if earlier != index:
            message = f"page {quote(page)} is entry {earlier + 1} of this list already"
            message = f"{message}; it is listed twice"
            kind, warning = FaultKind.PAGE_REPEATED, Severity.WARNING
            yield Finding(kind, f"{element.at('pages')}/{index}", message, "remove one", warning)


def suggest_label(element: RawElement) -> str:
    """Return the hint for an element without its label."""
    label = element.model.label_field
    # An element with the label of another kind is in the wrong list.
    for key, model in MODELS.items():
        if model is not element.model and model.label_field in element.value:
            return f"this looks like {model.noun}; move it into {quote(key)}"
    # A name of another format, or a typing error, is probably the label.
    fields = (*element.model.fields, *element.model.holds)
    unknown = [key for key in element.value if key not in fields or key == "name"]
    meant = [key for key in unknown if _suggest_field(key, element) == did_you_mean(label)]
    typed = find_closest_name(label, unknown)
    for key in filter(None, (*meant, typed)):
        return did_you_mean(label, key)
    if element.is_in_pages():
        return "an object in 'pages' is a group; write a page as its path"
    return ""


def rule_1_a_group_has_pages(element: RawElement) -> Iterator[Finding]:
    """Warn of a group without ``pages`` and (rule 16) without a specification of its own.

    With a ``root`` it is a group of one page.
    """
    makes_pages = ("pages", "openapi", "asyncapi", "sdk", "root")
    if element.model is not Group or any(key in element.value for key in makes_pages):
        return
    if "group" not in element.value or has_misread_children(element):
        return  # the message about its label or its children covers it
    message = "this group has no pages, so it is not shown"
    # An inherited specification only names the endpoints in `pages` (rule 15).
    hint = "add 'pages', or its own 'openapi', or remove it"
    kind, warning = FaultKind.EMPTY, Severity.WARNING
    yield Finding(kind, element.pointer, message, hint, warning)


def rule_4_expanded_is_for_nested_groups(element: RawElement) -> Iterator[Finding]:
    """Report ``expanded`` on groups that do not fold."""
    if element.model is Group and "expanded" in element.value and not element.in_group:
        message = "'expanded' has no effect on a top-level group, which is always open"
        kind, pointer, info = FaultKind.NO_EFFECT, element.at("expanded"), Severity.INFO
        yield Finding(kind, pointer, message, "remove it", severity=info, at_key=True)


def rule_14_one_root_pattern(element: RawElement) -> Iterator[Finding]:
    """Refuse a ``navigation`` that has none of the root patterns."""
    if not element.lacks_pattern():
        return
    patterns = join_names(element.model.holds, "or")
    message = f"expected one of {patterns}, found {list_other_fields(list(element.value))}"
    # A misspelled pattern is the most likely reason that there is none.
    typed = (suggest_name(key, element.model.holds) for key in element.value)
    hint = next(filter(None, typed), 'the minimum is "pages": ["index"]')
    yield Finding(FaultKind.ROOT_MISSING, element.pointer, message, hint)


def rule_14_one_kind_of_child(element: RawElement) -> Iterator[Finding]:
    """Refuse two kinds of child in one element."""
    kinds = element.child_kinds()
    if len(kinds) <= 1:
        return
    message = f"{element.this} has {join_names(kinds, 'and')}, but can hold only one of them"
    built = f"only {quote(kinds[0])} is built"
    kind, hint = FaultKind.MIXED_CHILDREN, _suggest_nesting(element, *kinds[:2])
    stopped = f", or use --keep-going to build {quote(kinds[0])} only"
    yield Finding(kind, element.pointer, message, hint, stopped_hint=stopped, built=built)


def _suggest_nesting(element: RawElement, first: str, second: str) -> str:
    """Return a hint on which of two kinds of child can contain the other."""
    # Links beside the main divisions are usually meant for every page.
    if second in GLOBAL_HOLDS and element.has_links_only(second):
        return f"move {quote(second)}, which are links, into 'global' of 'navigation'"
    for outer, inner in ((first, second), (second, first)):
        if outer != "pages" and inner in MODELS[outer].holds:
            return f"move {quote(inner)} into {MODELS[outer].noun}"
    return "remove one of them"


def rule_14_children_fit(element: RawElement) -> Iterator[Finding]:
    """Refuse kinds of child that the table of elements (2.1) does not have for the element."""
    model = element.model
    if element.lacks_pattern():
        return
    for key in element.value:
        if key not in MODELS or key in model.holds:
            continue
        message = f"{model.noun} cannot hold {quote(key)}"
        if key == "menu":
            hint = "move it into a tab or a product"
        elif model is Group:
            nested = key == "groups"
            hint = "put nested groups into 'pages'" if nested else "a group holds 'pages' only"
        else:
            hint = f"it can hold {join_names(model.holds, 'or')}"
        kind, built = FaultKind.MISPLACED, f"{quote(key)} is left out"
        yield Finding(kind, element.at(key), message, hint, at_key=True, built=built)


def rule_14_a_link_has_no_children(element: RawElement) -> Iterator[Finding]:
    """Refuse ``href`` beside children: the element links instead of holding pages (2.1)."""
    kinds = element.child_kinds()
    if not element.is_link():
        return
    if kinds:
        message = f"{element.this} has 'href' and {quote(kinds[0])}, but can have only one of them"
        hint, built = "remove the one that is not meant", "only 'href' is built"
        yield Finding(FaultKind.HREF_CHILDREN, element.pointer, message, hint, built=built)
    elif "openapi" in element.value:
        message, hint = "'openapi' has no effect in an element with 'href'", "remove one of them"
        kind, pointer, warning = FaultKind.NO_EFFECT, element.at("openapi"), Severity.WARNING
        yield Finding(kind, pointer, message, hint, warning, at_key=True)


def git_has_the_pages(element: RawElement) -> Iterator[Finding]:
    """Reject pages beside ``ref``, and warn of ``ref`` where ``versions`` does not read it."""
    # `ref` and `repository` send the element to git; `folder` alone has no meaning there.
    own = [key for key in FROM_GIT[:2] if key in element.value and key in element.model.fields]
    if not own:
        return
    kinds = element.child_kinds()
    if kinds and (own[0] == "ref" or kinds != ["versions"]):
        message = f"{element.this} has {quote(own[0])} and {quote(kinds[0])}, but git has its pages"
        hint, built = "remove the one that is not meant", "it is left to git"
        yield Finding(FaultKind.HREF_CHILDREN, element.pointer, message, hint, built=built)
    elif not _TOP.fullmatch(element.pointer):
        message = f"{quote(own[0])} works in 'versions' and 'products' of 'navigation' only"
        kind, warning = FaultKind.NO_EFFECT, Severity.WARNING
        hint = "move the versions to the top of the navigation"
        yield Finding(kind, element.at(own[0]), message, hint, warning, at_key=True)


def rule_16_an_element_holds_something(element: RawElement) -> Iterator[Finding]:
    """Report an element without pages, a link, or a specification from which pages are generated.

    Reject a root of that kind: such a site has no page.
    """
    fills = ("href", "openapi", "asyncapi", "graphql", "sdk", "root", "global", *FROM_GIT, *MODELS)
    if element.model is Navigation:
        yield from _check_empty_root(element)
        return
    # An absent field and an empty list both add no page.
    if any(element.value.get(key, []) != [] for key in fills):
        return
    has_other_message = (
        element.model.label_field not in element.value
        or (element.model is Group and "pages" not in element.value)
        or has_misread_children(element)
    )
    if not has_other_message:
        message, info = f"{element.this} has no pages, so it is not shown", Severity.INFO
        yield Finding(FaultKind.EMPTY, element.pointer, message, severity=info)


def _check_empty_root(element: RawElement) -> Iterator[Finding]:
    lists = [key for key in element.model.holds if key in element.value]
    # A root without any list has the error of rule 14.
    if lists and all(element.value[key] == [] for key in lists):
        empty = join_names(lists, "and")
        message = f"{empty} {'is' if len(lists) == 1 else 'are'} empty, so the site has no page"
        hint, built = 'list at least one page, as in "pages": ["index"]', "no page is built"
        pointer = element.at(lists[0]) if len(lists) == 1 else element.pointer
        yield Finding(FaultKind.EMPTY, pointer, message, hint, built=built)


RULES: Sequence[ElementRule] = (
    table_2_1_known_fields,
    labels_are_not_blank,
    each_page_once_in_a_list,
    section_2_4_language_codes,
    rule_1_a_group_has_pages,
    rule_4_expanded_is_for_nested_groups,
    rule_14_one_root_pattern,
    rule_14_one_kind_of_child,
    rule_14_children_fit,
    rule_14_a_link_has_no_children,
    git_has_the_pages,
    rule_16_an_element_holds_something,
    other_specifications,
)
"""All rules, in the order in which each element is checked."""
