"""Check every element of ``navigation`` on its own and build the models.

No element's fault hides one of its siblings or children: lists are read entry
by entry, and each model sees its own fields and the children that passed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar, cast

from pydantic import ValidationError

from sphinx_docsnav.data_files.json_values import Json, escape_key
from sphinx_docsnav.docs_json.field_types import describe_unusable_character
from sphinx_docsnav.docs_json.findings import (
    Finding,
    explain,
    make_missing_finding,
    make_type_finding,
    make_unknown_finding,
    remove_value,
)
from sphinx_docsnav.docs_json.kinds import PageEntry
from sphinx_docsnav.docs_json.lenient import read_settings
from sphinx_docsnav.docs_json.models import (
    GLOBAL_HOLDS,
    MODELS,
    ElementModel,
    Group,
    Navigation,
    PageObject,
)
from sphinx_docsnav.docs_json.rules import (
    RULES,
    RawElement,
    check_defaults,
    check_names,
    suggest_label,
)
from sphinx_docsnav.docs_json.site_settings import Footer, Navbar
from sphinx_docsnav.faults import FaultKind, Severity
from sphinx_docsnav.messages import quote

URL_SCHEMES = ("https://", "http://")
"""The prefixes of strings in ``pages`` that are links."""

_FIELDS = tuple(PageObject.model_fields)
_LABELS = frozenset(model.label_field for model in MODELS.values())
_LEFT_OUT = "the entry is left out"


def is_page_object(value: Json) -> bool:
    """Return whether *value*, an entry of ``pages``, is a page or a link and no element.

    An addition of this extension; the specification knows paths and groups only.
    """
    return (
        isinstance(value, dict)
        and ("page" in value or "href" in value)
        and _LABELS.isdisjoint(value)
    )


def read_page_object(value: Json, pointer: str) -> tuple[PageEntry | None, list[Finding]]:
    """Return the entry of an object with ``page`` or ``href``, and what is wrong with it.

    The entry is ``None`` after an error.
    """
    fields = value if isinstance(value, dict) else {}
    findings = [
        make_unknown_finding(f"{pointer}/{escape_key(key)}", key, _FIELDS)
        for key in fields
        if key not in _FIELDS
    ]
    if "page" in fields and "href" in fields:
        message = "expected 'page' or 'href', found both"
        hint = "an entry is a page or a link, remove one"
        findings.append(Finding(FaultKind.HREF_CHILDREN, pointer, message, hint, built=_LEFT_OUT))
        return None, findings
    try:
        page = PageObject.model_validate({key: fields[key] for key in fields if key in _FIELDS})
    except ValidationError as error:
        explained = (finding for _, finding in explain(error, pointer))
        findings.extend(
            replace(finding, built=_LEFT_OUT) if finding.severity is Severity.ERROR else finding
            for finding in explained
        )
        return None, findings
    # The text of a link is its URL, by which messages name the entry.
    text = page.href if page.page is None else page.page
    return PageEntry(text, pointer, page.title.strip(), page.href), findings


Child = ElementModel | PageEntry
ElementType = TypeVar("ElementType", bound=ElementModel)


class NavigationReader:
    """The reader of one navigation; mistakes are collected in ``findings``."""

    def __init__(self) -> None:
        self.findings: list[Finding] = []
        """The mistakes so far."""
        self.left_out: list[str] = []
        """The pointers of the entries of settings that `read_settings` leaves out."""

    def read(self, value: Json, pointer: str) -> Navigation | None:
        """Return the navigation at *pointer*; ``None`` if nothing of it can be built."""
        if not isinstance(value, dict):
            hint = 'the minimum is {"pages": ["index"]}'
            if isinstance(value, list):
                hint = "put the list into 'groups' or 'pages'"
            self.refuse(make_type_finding(pointer, "an object", value, hint), "")
            return None
        raw = RawElement(Navigation, value, pointer)
        # Children first: their mistakes are reported even if the element itself is left out.
        children = self.read_children(raw)
        self.check_rules(raw)
        navigation = self.build(Navigation, raw, children)
        # An empty list is a pattern, too; the missing pages have an error of their own.
        has_pattern = any(isinstance(value.get(key), list) for key in Navigation.holds)
        return navigation if has_pattern else None

    def read_element(self, value: Json, raw: RawElement) -> ElementModel | None:
        """Return the element *raw*; ``None`` if an error leaves it out."""
        if not isinstance(value, dict):
            self.refuse(_make_element_finding(value, raw), "the entry is left out")
            return None
        children = self.read_children(raw)
        can_stay = self.check_rules(raw)
        element = self.build(raw.model, raw, children)
        return element if can_stay else None

    def check_rules(self, raw: RawElement) -> bool:
        """Collect violations of rules; return whether the element is still built."""
        can_stay = True
        for rule in RULES:
            for finding in rule(raw):
                # An error with *built* says what is built of the element; others leave it out.
                if finding.severity is Severity.ERROR and not finding.built:
                    can_stay = False
                    self.refuse(finding, raw.left_out())
                else:
                    self.findings.append(finding)
        return can_stay

    def read_children(self, raw: RawElement) -> dict[str, tuple[Child, ...]]:
        """Read every list of children; return the one that counts, and ``global``."""
        kinds = raw.child_kinds()
        used_kind = kinds[0] if kinds and not raw.is_link() else ""
        used_children: dict[str, tuple[Child, ...]] = {}
        for key, value in raw.value.items():
            if key in MODELS:
                # Every list is read, so that mistakes in those that are not used are reported.
                children = self.read_list(key, value, raw)
                if key == used_kind:
                    used_children[key] = children
        if "global" in raw.value and "global" in raw.model.fields:
            elements = self.read_global(raw.value["global"], raw.at("global"))
            used_children["global_"] = tuple(elements)
        return used_children

    def read_list(self, key: str, value: Json, parent: RawElement) -> tuple[Child, ...]:
        """Return the entries of a list of children that passed."""
        pointer = parent.at(key)
        if not isinstance(value, list):
            self.refuse(make_type_finding(pointer, _list_of(key), value), parent.left_out())
            return ()
        if key == "pages":
            return tuple(self.read_pages(value, pointer, in_group=parent.model is Group))
        # Only versions and languages have one default among their siblings.
        if key in ("versions", "languages"):
            self.findings.extend(check_defaults(pointer, value))
        return tuple(self.read_elements(key, value, pointer))

    def read_elements(
        self, key: str, entries: Sequence[Json], pointer: str, *, in_global: bool = False
    ) -> Iterator[ElementModel]:
        """Yield the elements of a list that passed."""
        self.findings.extend(check_names(MODELS[key], pointer, entries))
        for index, entry in enumerate(entries):
            raw = _make_raw_element(MODELS[key], entry, f"{pointer}/{index}", in_global=in_global)
            element = self.read_element(entry, raw)
            if element is not None:
                yield element

    def read_pages(
        self, entries: Iterable[Json], pointer: str, *, in_group: bool
    ) -> Iterator[Child]:
        """Yield the page entries and nested groups of ``pages`` that passed."""
        for index, entry in enumerate(entries):
            here = f"{pointer}/{index}"
            child: Child | None
            if self.is_elsewhere(entry, here):
                continue
            if isinstance(entry, str):
                child = self.read_page(entry, here, "the entry is left out")
            elif is_page_object(entry):
                child = self.read_object(entry, here)
            else:
                child = self.read_element(
                    entry, _make_raw_element(Group, entry, here, in_group=in_group)
                )
            if child is not None:
                yield child

    def is_elsewhere(self, entry: Json, pointer: str) -> bool:
        """Return whether *entry* only refers to another repository; add a warning if so."""
        if not isinstance(entry, dict) or entry.keys() != {"sourceRef"}:
            return False
        message = "'sourceRef' is not supported: other repositories are not fetched; entry left out"
        hint = "copy their pages into the site before the build"
        finding = Finding(
            FaultKind.UNSUPPORTED, f"{pointer}/sourceRef", message, hint, Severity.WARNING
        )
        self.findings.append(finding)
        return True

    def read_page(self, text: Json, pointer: str, built: str) -> PageEntry | None:
        """Return the page entry; ``None`` if there is no path in it."""
        if not isinstance(text, str):
            self.refuse(make_type_finding(pointer, "the path of a page", text), built)
            return None
        if text.startswith(URL_SCHEMES):
            return self.read_link(text, pointer, built)
        # The usual case first: most entries need none of the checks below.
        if text.isprintable() and text.strip():
            return PageEntry(text, pointer)
        actual = "blanks" if text else "an empty string"
        if text.strip():
            actual = describe_unusable_character(text)
            if not actual:
                return PageEntry(text, pointer)
        message = f"expected the path of a page, found {actual}"
        self.refuse(Finding(FaultKind.WRONG_VALUE, pointer, message), built)
        return None

    def read_link(self, text: str, pointer: str, built: str) -> PageEntry | None:
        """Return the entry for a URL; ``None`` if no page can link to it."""
        try:
            return PageEntry(text, pointer, href=PageObject(href=text).href)
        except ValidationError as error:
            for _, finding in explain(error, pointer):
                self.refuse(replace(finding, pointer=pointer), built)
        return None

    def read_object(self, value: Json, pointer: str) -> PageEntry | None:
        """Return the entry of an object with ``page`` or ``href``."""
        entry, findings = read_page_object(value, pointer)
        self.findings.extend(findings)
        if entry is None or entry.href:
            return entry
        page = self.read_page(entry.text, f"{pointer}/page", "the entry is left out")
        return replace(page, pointer=pointer, title=entry.title) if page else None

    def read_global(self, value: Json, pointer: str) -> Iterator[ElementModel]:
        """Yield the elements of ``global`` in file order."""
        if not isinstance(value, dict):
            finding = make_type_finding(pointer, "an object with 'anchors'", value)
            self.refuse(finding, "'global' is left out")
            return
        for key, entries in value.items():
            here = f"{pointer}/{escape_key(key)}"
            if key not in GLOBAL_HOLDS:
                self.findings.append(make_unknown_finding(here, key, GLOBAL_HOLDS))
            elif not isinstance(entries, list):
                self.refuse(
                    make_type_finding(here, _list_of(key), entries), f"{quote(key)} is left out"
                )
            else:
                yield from self.read_elements(key, entries, here, in_global=True)

    def build(
        self, model: type[ElementType], raw: RawElement, children: dict[str, tuple[Child, ...]]
    ) -> ElementType | None:
        """Return the model of an element's own fields and its children."""
        fields: dict[str, object] = {
            key: raw.value[key] for key in model.fields if key in raw.value and key != "global"
        }
        # An element whose list of children has a wrong type would be built without its pages.
        is_valid = all(isinstance(raw.value.get(key, []), list) for key in model.holds)
        if "root" in fields:
            fields["root"] = self.read_page(raw.value["root"], raw.at("root"), raw.left_out())
            is_valid = is_valid and fields["root"] is not None
        # A link has no pages, so it needs no specification.
        if raw.is_link():
            fields.pop("openapi", None)
        if model.label_field == "language":
            self.read_bars_of_language(fields, raw)
        element = self.validate(model, {**fields, **children, "pointer": raw.pointer}, raw)
        return element if is_valid or model is Navigation else None

    def read_bars_of_language(self, fields: dict[str, object], raw: RawElement) -> None:
        """Replace a language's ``navbar`` and ``footer`` in *fields* by their models."""
        for key, settings in (("navbar", Navbar), ("footer", Footer)):
            if key in fields:
                fields[key], findings, omitted = read_settings(
                    settings, raw.value[key], raw.at(key)
                )
                self.left_out += omitted
                self.findings.extend(findings)

    def validate(
        self, model: type[ElementType], fields: dict[str, object], raw: RawElement
    ) -> ElementType | None:
        """Return the model of *fields*, without those that have a warning; ``None`` after an error.

        The navigation itself is read without the fields that have an error.
        """
        try:
            return model.model_validate(fields)
        except ValidationError as error:
            explained = explain(error, raw.pointer)
        has_error = False
        usable: object = fields
        for _, finding in explained:
            if finding.severity is not Severity.ERROR:
                self.findings.append(finding)
                continue
            has_error = True
            # The label is the one required field; a missing one often means the wrong kind of
            # element.
            if finding.kind is FaultKind.MISSING_FIELD and finding.pointer == raw.pointer:
                hint = suggest_label(raw)
                missing = make_missing_finding(raw.pointer, model.label_field, raw.value, hint)
                self.refuse(missing, raw.left_out())
            else:
                self.refuse(finding, raw.left_out())
        # Each round leaves fields out, so that validation ends.
        for steps, finding in explained:
            is_error = finding.severity is Severity.ERROR
            # An error spoils the whole field; a warning, only the part that it names.
            usable = remove_value(usable, steps[:1] if is_error else steps)
        if has_error and model is not Navigation:
            return None
        return self.validate(model, cast("dict[str, object]", usable), raw)

    def refuse(self, finding: Finding, built: str) -> None:
        """Collect an error, and what is built despite it."""
        self.findings.append(replace(finding, built=built))


def _make_raw_element(
    model: type[ElementModel],
    value: Json,
    pointer: str,
    *,
    in_group: bool = False,
    in_global: bool = False,
) -> RawElement:
    fields = value if isinstance(value, dict) else {}
    return RawElement(model, fields, pointer, in_group, in_global)


def _list_of(key: str) -> str:
    noun = "pages" if key == "pages" else f"objects with {quote(MODELS[key].label_field)}"
    return f"a list of {noun}"


def _make_element_finding(value: Json, raw: RawElement) -> Finding:
    """Return the finding for an entry that is no object."""
    label, hint = quote(raw.model.label_field), ""
    expected = f"an object with {label}"
    if raw.is_in_pages():
        expected = f"the path of a page or an object with {label}"
        if isinstance(value, list):
            hint = "put entries into 'pages' itself, not into a list inside it"
    elif isinstance(value, str):
        hint = "put paths of pages into 'pages'"
    return make_type_finding(raw.pointer, expected, value, hint)
