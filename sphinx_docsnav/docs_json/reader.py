"""Check every element of ``navigation`` on its own and build the models.

No element's fault hides one of its siblings or children: lists are read entry
by entry, and each model sees its own fields and the children that passed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar

from pydantic import ValidationError

from sphinx_docsnav.docs_json import rules
from sphinx_docsnav.docs_json.explain import explain, location, without, wrong_type
from sphinx_docsnav.docs_json.fields import CONTROL
from sphinx_docsnav.docs_json.finding import Finding
from sphinx_docsnav.docs_json.models import (
    GLOBAL_HOLDS,
    MODELS,
    ElementModel,
    Group,
    Navigation,
    PageEntry,
)
from sphinx_docsnav.docs_json.rules import RawElement
from sphinx_docsnav.docs_json.words import quote
from sphinx_docsnav.faults import FaultKind, Severity

Child = ElementModel | PageEntry
Model = TypeVar("Model", bound=ElementModel)


class NavigationReader:
    """One reading of a navigation; what is wrong collects in ``findings``."""

    def __init__(self) -> None:
        self.findings: list[Finding] = []
        """What is wrong so far, in reading order."""

    def read(self, value: Any, pointer: str) -> Navigation | None:
        """Return the navigation at *pointer*; ``None`` if there is nothing to go on with."""
        if not isinstance(value, dict):
            hint = "put the list into 'groups' or 'pages'" if isinstance(value, list) else ""
            self.findings.append(wrong_type(pointer, "an object", value, hint))
            return None
        raw = RawElement(Navigation, value, pointer)
        children = self._children(raw)
        for rule in rules.RULES:
            self.findings.extend(rule(raw))
        return self._build(Navigation, raw, children)

    def _element(self, raw_value: Any, raw: RawElement) -> ElementModel | None:
        """Return the element; ``None`` if an error leaves it out."""
        if not isinstance(raw_value, dict):
            self.findings.append(_no_element(raw_value, raw))
            return None
        children = self._children(raw)
        start = len(self.findings)
        for rule in rules.RULES:
            self.findings.extend(rule(raw))
        left_out = raw.left_out()
        broken = any(finding.built == left_out for finding in self.findings[start:])
        element = self._build(raw.model, raw, children)
        return None if broken else element

    def _children(self, raw: RawElement) -> dict[str, tuple[Child, ...]]:
        """Read every list of children and return the one that counts, and ``global``."""
        found: dict[str, tuple[Child, ...]] = {}
        for key, value in raw.value.items():
            if key in MODELS:
                children = self._list(key, value, raw)
                if key in raw.model.holds and children:
                    found[key] = children
        kinds = raw.child_kinds()
        first = kinds[0] if kinds else ""
        links = "href" in raw.model.fields and "href" in raw.value
        kept = {key: value for key, value in found.items() if key == first and not links}
        if "global" in raw.value and "global" in raw.model.fields:
            kept["global_"] = tuple(self._global(raw.value["global"], raw.at("global")))
        return kept

    def _list(self, key: str, value: Any, parent: RawElement) -> tuple[Child, ...] | None:
        """Return the entries that passed; ``None`` if there is no list."""
        pointer = parent.at(key)
        if not isinstance(value, list):
            finding = wrong_type(pointer, _list_of(key), value)
            self._refuse(finding, parent.left_out())
            return None
        if key == "pages":
            return tuple(self._pages(value, pointer, parent.model is Group))
        if key in ("versions", "languages"):
            self.findings.extend(rules.one_default(pointer, value))
        return tuple(self._elements(key, value, pointer))

    def _elements(
        self, key: str, entries: list[Any], pointer: str, *, in_global: bool = False
    ) -> Iterator[ElementModel]:
        for index, entry in enumerate(entries):
            raw = RawElement(MODELS[key], entry, f"{pointer}/{index}", in_global=in_global)
            element = self._element(entry, raw)
            if element is not None:
                yield element

    def _pages(self, entries: list[Any], pointer: str, nested: bool) -> Iterator[Child]:  # noqa: FBT001
        for index, entry in enumerate(entries):
            here = f"{pointer}/{index}"
            child: Child | None
            if isinstance(entry, str):
                child = self._page(entry, here)
            else:
                child = self._element(entry, RawElement(Group, entry, here, nested=nested))
            if child is not None:
                yield child

    def _page(self, text: Any, pointer: str) -> PageEntry | None:
        """Return the page entry, or ``None`` after a finding."""
        if not isinstance(text, str):
            finding = wrong_type(pointer, "the path of a page", text)
        elif not text.strip():
            found = "blanks" if text else "an empty string"
            message = f"expected the path of a page, found {found}"
            finding = Finding(FaultKind.WRONG_VALUE, pointer, message)
        elif not text.isprintable() and (control := CONTROL.search(text)):
            message = "expected the path of a page, found a control character in it"
            finding = Finding(FaultKind.WRONG_VALUE, pointer, message, f"it is {control[0]!r}")
        else:
            return PageEntry(text, pointer)
        self._refuse(finding, "the entry is left out")
        return None

    def _global(self, value: Any, pointer: str) -> Iterator[ElementModel]:
        """Yield the elements of ``global`` in file order."""
        if not isinstance(value, dict):
            finding = wrong_type(pointer, "an object with 'anchors'", value)
            self._refuse(finding, "the field is ignored")
            return
        self.findings.extend(rules.global_holds(pointer, value))
        for key, entries in value.items():
            if key not in GLOBAL_HOLDS:
                continue
            if not isinstance(entries, list):
                finding = wrong_type(f"{pointer}/{key}", _list_of(key), entries)
                self._refuse(finding, "the field is ignored")
                continue
            yield from self._elements(key, entries, f"{pointer}/{key}", in_global=True)

    def _build(
        self, model: type[Model], raw: RawElement, children: dict[str, tuple[Child, ...]]
    ) -> Model | None:
        """Return the model of an element's own fields and its children."""
        own = {key: raw.value[key] for key in model.fields if key in raw.value and key != "global"}
        broken = any(
            key in raw.value and not isinstance(raw.value[key], list) for key in model.holds
        )
        if "root" in own:
            own["root"] = self._page(own["root"], raw.at("root"))
            broken = broken or own["root"] is None
        if "href" in own:
            own.pop("openapi", None)
        own |= children
        own["pointer"] = raw.pointer
        built = self._validate(model, own, raw)
        return None if broken and model is not Navigation else built

    def _validate(
        self, model: type[Model], own: dict[str, Any], raw: RawElement
    ) -> Model | None:
        """Return the model; fields with warnings, and all wrong ones of the root, left out."""
        try:
            return model.model_validate(own)
        except ValidationError as error:
            explained = list(explain(error, raw.pointer))
        errors = False
        for _details, finding in explained:
            if finding.severity is Severity.ERROR:
                errors = True
                self._refuse(finding, raw.left_out())
            else:
                self.findings.append(finding)
        for details, _finding in reversed(explained):
            own = without(own, location(details))
        if errors and model is not Navigation:
            return None
        return self._validate(model, own, raw)

    def _refuse(self, finding: Finding, built: str) -> None:
        self.findings.append(
            Finding(
                finding.kind,
                finding.pointer,
                finding.message,
                finding.hint,
                finding.severity,
                built,
                finding.at_key,
            )
        )


def _list_of(key: str) -> str:
    noun = "pages" if key == "pages" else f"objects with {quote(MODELS[key].label_field)}"
    return f"a list of {noun}"


def _no_element(value: Any, raw: RawElement) -> Finding:
    """Return the finding for an entry that is no object."""
    pages = raw.pointer.rpartition("/")[0].endswith("/pages")
    label = quote(raw.model.label_field)
    if pages:
        expected, hint = f"the path of a page or an object with {label}", ""
    else:
        expected = f"an object with {label}"
        hint = "paths of pages stand in 'pages'" if isinstance(value, str) else ""
    finding = wrong_type(raw.pointer, expected, value, hint)
    if isinstance(value, list):
        hint = "a '$ref' to a list stands for the whole list" if pages else hint
    return Finding(
        finding.kind, finding.pointer, finding.message, hint, built="the entry is left out"
    )
