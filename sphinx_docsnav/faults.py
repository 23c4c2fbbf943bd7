"""The kinds of problems of a site, their positions, and the format of messages.

Functions of the core take a ``report`` callable and pass it a `Fault` for
each problem; tests pass ``faults.append``, Sphinx passes its logger.
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
    """Sphinx still builds the page; the message says how."""
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
    """The YAML at the top of a page cannot be read as it stands; correct the named line."""
    MDX_SYNTAX = "mdx_syntax"
    """MDX would refuse the page here; it was read as the message says. Correct the named place."""

    # pages
    ANCHOR_MISSING = "anchor_missing"
    """A link names a place that its page doesn't have; take the anchor of a heading there."""
    COMPONENT_PROPERTY = "component_property"
    """An attribute of a component has a value that does not fit, and was read as the message
    says."""
    COMPONENT_UNKNOWN = "component_unknown"
    """A tag names no component, or one that needs code to run; its content is shown without it. Map
    the name to a known one with ``docsnav_components``, or add the component in an extension."""
    EXPRESSION = "expression"
    """What stands in braces has no value here, and shows as text. Braces of prose are written
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
    """A snippet shows itself, or a page shows too many; the rest was left out."""

    # icons
    ICON_MISSING = "icon_missing"
    """No installed icon library draws the name; write the nearest one, or a file of the site."""

    # docs_json: the file itself
    SYNTAX = "syntax"
    """The file is not JSON, or cannot be read at all. The message says what stands at that place
    and what should."""
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
    """Two versions or languages beside each other say ``default: true``; the first one counts."""
    EMPTY = "empty"
    """An element holds nothing and is not shown. Fill it or remove it."""
    HREF_CHILDREN = "href_children"
    """An element links (``href``) or holds pages, not both. Remove one."""
    HREF_RELATIVE = "href_relative"
    """Only global anchors may link to a page of the site by a path; elsewhere ``href`` is a URL."""
    MISPLACED = "misplaced"
    """Elements stand where their kind cannot, as a ``menu`` outside a tab. Move them."""
    MISSING_FIELD = "missing_field"
    """An element lacks its label, or a group its ``pages``. Add the field."""
    MIXED_CHILDREN = "mixed_children"
    """Two kinds of child stand in one element; it holds only one. Move one kind into the other."""
    NO_EFFECT = "no_effect"
    """A field is allowed here and changes nothing. It can go."""
    ROOT_MISSING = "root_missing"
    """``navigation`` is missing, or has none of the root patterns (``tabs``, ``groups``, ``pages``
    …)."""
    UNKNOWN_FIELD = "unknown_field"
    """A field that this kind of element does not have; it is ignored. Often a typing error."""
    UNKNOWN_LANGUAGE = "unknown_language"
    """A language code that the format does not list; it is used as it stands."""
    UNKNOWN_VALUE = "unknown_value"
    """A value that is not one of those the field knows; the field is ignored."""
    UNSUPPORTED = "unsupported"
    """A field of the format that makes nothing here; no pages come from it."""
    WRONG_TYPE = "wrong_type"
    """A field has a value of another JSON type than the format says."""
    WRONG_VALUE = "wrong_value"
    """A value of the right type that cannot be meant, as an empty label or a ``javascript:``
    link."""

    # navigation and openapi
    ENDPOINT_MISSING = "endpoint_missing"
    """An endpoint reference names no operation of its specification; correct path or method."""
    OPENAPI_FIELD = "openapi_field"
    """Something in a specification is not as OpenAPI has it; the message says what was read."""
    OPENAPI_INVALID = "openapi_invalid"
    """A specification cannot be read at all, or is no OpenAPI 3; correct or convert the file."""
    OPENAPI_MISSING = "openapi_missing"
    """``openapi`` names no file of the site. Paths count from the site's root."""
    OPENAPI_PAGE = "openapi_page"
    """A page's front matter names an operation that is in no specification of the site."""
    OPENAPI_REMOTE = "openapi_remote"
    """A specification on another host was not fetched; its copy, or nothing, stands for it."""
    PAGE_ENCODING = "page_encoding"
    """A page is not UTF-8, and is not shown. Save it as UTF-8."""
    PAGE_MISSING = "page_missing"
    """A page entry names no page of the site. Correct it, or write the page."""
    PAGE_OUTSIDE = "page_outside"
    """A page is a link to a file outside of the site's folder, which is not shown. Copy it."""
    PAGE_PATH = "page_path"
    """A page entry is not written as a page path: root-relative, without an extension."""

    # sphinx_ext
    INCOMPATIBLE = "incompatible"
    """The installed Sphinx lacks an internal name that a feature needs; the message says what is
    left out. Update sphinx-docsnav, or install a version of Sphinx that it was checked with."""
    CONFIG_MISSING = "config_missing"
    """There is no docs.json where it was looked for; put it there or set ``docsnav_config``."""
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
    """A setting outside ``navigation`` has a value that cannot be used; its default stands."""


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
    return _UNPRINTABLE.sub(_escape, text)


_UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


def _escape(match: re.Match[str]) -> str:
    return f"\\u{ord(match[0]):04x}"


def _place(fault: Fault, relative_to: Path | None) -> str:
    """Return ``docs.json:14:9: ``, or as much of it as is known."""
    if fault.path is None:
        return ""
    path = fault.path
    if relative_to is not None and path.is_relative_to(relative_to):
        path = path.relative_to(relative_to)
    if fault.position is None:
        return f"{path.as_posix()}: "
    return f"{path.as_posix()}:{fault.position.line}:{fault.position.column}: "
