"""The kinds of problems of a site, their positions, and the format of messages.

Core functions take a ``report`` callable and pass it a `Fault` for each thing that
they find; tests pass ``faults.append``, Sphinx passes its logger.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path


class Severity(enum.StrEnum):
    """How much a fault matters."""

    ERROR = "ERROR"
    """The specification forbids it; the build stops, or leaves the element out."""
    WARNING = "WARNING"
    """The site is built; the message says how."""
    INFO = "INFO"
    """Worth knowing, never a failure."""


class FaultKind(enum.StrEnum):
    """The types of message, each usable in ``suppress_warnings`` as ``docsnav.<kind>``."""

    # divisions
    SAME_PAGES = "same_pages"
    """An entry of ``docsnav_same_pages`` names a page that does not exist; correct it in
    ``conf.py``."""

    # any page
    PAGE_FAILED = "page_failed"
    """A defect of this extension or of a library stopped the work on one page; the message says
    what is shown instead. Please report it, with the traceback that ``-T`` or ``--traceback``
    prints, and the page if you can."""

    # page files
    FRONT_MATTER = "front_matter"
    """The YAML at the top of a page cannot be read; correct the named line."""
    MDX_SYNTAX = "mdx_syntax"
    """MDX would refuse the page here; it was read as the message says. Correct the named place."""

    # pages
    ANCHOR_MISSING = "anchor_missing"
    """A link names an anchor that its page does not have; use the anchor of a heading there."""
    COMPONENT_PROPERTY = "component_property"
    """An attribute of a component has a value that does not fit, and was read as the message
    says."""
    COMPONENT_UNKNOWN = "component_unknown"
    """A tag names no component, or one that needs code to run; its content is shown without it. Map
    the name to a known one with ``docsnav_components``, or add the component in an extension."""
    EXPRESSION = "expression"
    """An expression in braces has no value here and is shown as text. To show a brace, write
    ``\\{``."""
    FORMULA = "formula"
    """A formula has a command that is no mathematics, or a group that is not closed, and is shown
    as text. Only commands of a list reach TeX, because others can read and write files."""
    HTML_DROPPED = "html_dropped"
    """An html element that runs or loads something is not allowed in pages; it was left out."""
    IMAGE_MISSING = "image_missing"
    """A picture, video or sound is not on disk, or lies outside of the site; its alternative text
    is shown."""
    IMPORT_MISSING = "import_missing"
    """An imported file or a snippet is not in the site; its tags are shown without it."""
    LINK_MISSING = "link_missing"
    """A link leads to no page, file or redirect of the site; correct its address."""
    LINK_UNSAFE = "link_unsafe"
    """An address has a scheme that pages may not use; write http, https, mailto, tel or ftp."""
    SNIPPET_CYCLE = "snippet_cycle"
    """A snippet includes itself, or a page includes too many; the rest is left out."""

    # icons
    ICON_MISSING = "icon_missing"
    """No installed icon library draws the name; write the nearest one, or a file of the site."""

    # docs_json: the file itself
    SYNTAX = "syntax"
    """The file is not JSON, or cannot be read. The message says what was found at that place and
    what was expected."""
    DUPLICATE_KEY = "duplicate_key"
    """A field is written twice in one object; readers of JSON disagree on which counts. Keep
    one."""
    REFERENCE = "reference"
    """A ``$ref`` names no JSON file inside the site, or files refer to each other in a circle."""

    # docs_json: the elements of navigation
    BLANK_LABEL = "blank_label"
    """A label of blanks only: the group is built without a heading. Give it a name, or leave it as
    it is."""
    DEFAULT_REPEATED = "default_repeated"
    """Two versions or languages of one list have ``default: true``; the first one is used."""
    EMPTY = "empty"
    """An element has no pages and is not shown; add pages or remove it. A site without any page is
    an error."""
    HREF_CHILDREN = "href_children"
    """An element has ``href`` and pages, but can have only one of them. Remove one."""
    HREF_RELATIVE = "href_relative"
    """Only global anchors may link to a page of the site by a path; elsewhere ``href`` is a URL."""
    MISPLACED = "misplaced"
    """An element cannot hold this kind of child, for example ``menu`` outside a tab or product.
    Move it."""
    MISSING_FIELD = "missing_field"
    """A required field is missing, for example the label of an element. Add it."""
    MIXED_CHILDREN = "mixed_children"
    """An element has two kinds of child, but can hold only one. Move one kind into the other, or
    build with ``--keep-going``, which uses the first."""
    NO_EFFECT = "no_effect"
    """A field is allowed here and changes nothing. Remove it."""
    ROOT_MISSING = "root_missing"
    """``navigation`` is missing, or has none of the root patterns (``tabs``, ``groups``, ``pages``
    …)."""
    UNKNOWN_FIELD = "unknown_field"
    """A field that this kind of element does not have; it is ignored. Often a typing error."""
    UNKNOWN_LANGUAGE = "unknown_language"
    """A language code that the format does not list; it is used as it is."""
    UNKNOWN_VALUE = "unknown_value"
    """A value that is not one of those the field knows; the field is ignored."""
    UNSUPPORTED = "unsupported"
    """A field of the format that is not supported; no pages are made from it."""
    WRONG_TYPE = "wrong_type"
    """A field has a value of another JSON type than the format says."""
    WRONG_VALUE = "wrong_value"
    """A value of the right type that is not allowed, for example an empty label or a
    ``javascript:`` link."""

    # navigation and openapi
    ENDPOINT_MISSING = "endpoint_missing"
    """An endpoint reference names no operation of its specification; correct path or method."""
    OPENAPI_FIELD = "openapi_field"
    """A part of a specification does not follow OpenAPI; the message says how it is read."""
    OPENAPI_INVALID = "openapi_invalid"
    """A file that is named as a specification is not OpenAPI 3, cannot be read, or has no
    operations; correct or convert it."""
    NOT_PORTABLE = "not_portable"
    """Only ``check --portable`` says this: an entry is an addition of this extension, which the
    service that reads docs.json does not know."""
    OPENAPI_MISSING = "openapi_missing"
    """``openapi`` names no file of the site. Write its path from the root of the site."""
    OPENAPI_PAGE = "openapi_page"
    """The front matter of a page names an operation that no specification of the site has; the page
    shows no endpoint."""
    OPENAPI_REMOTE = "openapi_remote"
    """A specification on another host was not fetched; an older copy is used, if there is one."""
    PAGE_DOUBLE = "page_double"
    """Two files make the same page, as ``a.mdx`` and ``a.md`` do, and one of them is left out.
    Rename or remove it."""
    PAGE_ENCODING = "page_encoding"
    """A page is not UTF-8, and is not shown. Save it as UTF-8."""
    PAGE_MISSING = "page_missing"
    """A page entry names no page of the site. Correct it, or write the page."""
    PAGE_NAME = "page_name"
    """The name of a page's file has accents as separate characters, which Sphinx does not find.
    Rename it."""
    PAGE_OUTSIDE = "page_outside"
    """A page is a symbolic link to a file outside of the site's folder, or to none, and is not
    shown. Copy the file, or remove the link."""
    PAGE_PATH = "page_path"
    """A page entry is not written as a page path: root-relative, without an extension."""

    # sphinx_ext
    INCOMPATIBLE = "incompatible"
    """The installed Sphinx lacks an internal name that a feature needs; the message says what is
    left out. Update sphinx-docsnav, or install a version of Sphinx that it was checked with."""
    CONFIG_MISSING = "config_missing"
    """No docs.json was found; put it beside ``conf.py`` or set ``docsnav_config``."""
    PAGE_COVERED = "page_covered"
    """A page has the address of one that Sphinx makes itself, ``search`` or ``genindex``, or, with
    ``dirhtml``, of its folder's ``index``, and is not seen. Give it another name."""
    PAGE_UNLISTED = "page_unlisted"
    """A page is in no list of docs.json, and ``docsnav_unlisted`` is ``warn``. List or remove
    it."""
    REDIRECT_FILE = "redirect_file"
    """An old address can be no file of the output; correct it, or let the server redirect it."""
    REDIRECT_WILDCARD = "redirect_wildcard"
    """Plain files cannot redirect a pattern of addresses; let the server do it."""

    # docs_json: outside navigation
    SETTING_IGNORED = "setting_ignored"
    """A setting outside ``navigation`` has a value that cannot be used; its default is used."""

    # themes
    PART_MISSING = "part_missing"
    """The templates of the theme show no place for a part of the navigation."""


@dataclass(frozen=True, slots=True)
class Position:
    """A place in a text file."""

    line: int
    """Line, counted from 1."""
    column: int = 1
    """Column in characters, counted from 1."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One finding: place, level, pointer, what was expected and found, and a way out."""

    kind: FaultKind
    """The type of the message."""
    severity: Severity
    """ERROR, WARNING or INFO."""
    message: str
    """Expected and found, in one line without a final full stop."""
    path: Path | None = None
    """The file the fault is in; ``None`` if it is in no file."""
    position: Position | None = None
    """Where in the file; ``None`` if the file as a whole is meant."""
    pointer: str = ""
    """JSON pointer (RFC 6901) into the file's merged value, ``""`` for none."""
    hint: str = ""
    """The way out, as a clause: ``did you mean 'icon'?``."""
    problem: str = ""
    """What faults at different places have in common, as a clause; by default the message.
    Faults of the same kind and problem are shown three times and then counted."""


Report = Callable[[Fault], None]
"""Takes each fault as it is found."""


class DocsNavError(Exception):
    """Work cannot go on; the faults have been reported, the first is repeated here."""

    def __init__(self, message: str, *, fault: Fault | None = None) -> None:
        super().__init__(message)
        self.fault = fault
        """The fault that stopped the work, if it was one."""


def fault_text(fault: Fault, relative_to: Path | None = None) -> str:
    """Return *fault* as one line: place, level, pointer, message, hint, kind.

    :param relative_to: paths below it are shown relative to it.

    Characters that would break the line are escaped; JSON keys can hold any.
    """
    place = _place(fault, relative_to)
    pointer = f"{fault.pointer}: " if fault.pointer else ""
    hint = f"; {fault.hint}" if fault.hint else ""
    text = f"{place}{fault.severity}: {pointer}{fault.message}{hint} [docsnav.{fault.kind}]"
    return printable(text)


def printable(text: str) -> str:
    """Return *text* on one line: control characters and broken characters as escapes."""
    return _UNPRINTABLE.sub(_escape, text)


_UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


def _escape(match: re.Match[str]) -> str:
    return f"\\u{ord(match[0]):04x}"


def _place(fault: Fault, relative_to: Path | None) -> str:
    """Return ``docs.json:14:9: ``, or as much of it as is known."""
    if fault.path is None:
        return ""
    path = shown_path(fault.path, relative_to)
    if fault.position is None:
        return f"{path}: "
    return f"{path}:{fault.position.line}:{fault.position.column}: "


def shown_path(path: Path, relative_to: Path | None) -> str:
    """Return *path* as messages show it: relative to *relative_to* if it is below it."""
    if relative_to is not None and path.is_relative_to(relative_to):
        path = path.relative_to(relative_to)
    return path.as_posix()
