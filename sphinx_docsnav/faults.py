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
    """The severity of a fault."""

    ERROR = "ERROR"
    """The specification forbids it; the build stops, or leaves the element out."""
    WARNING = "WARNING"
    """The site is built; the message says how."""
    INFO = "INFO"
    """A remark; never a failure."""


class FaultKind(enum.StrEnum):
    """The types of message, each usable in ``suppress_warnings`` as ``docsnav.<kind>``."""

    # divisions
    SAME_PAGES = "same_pages"
    """An entry of ``docsnav_same_pages`` names a page that does not exist; correct it in
    ``conf.py``."""

    # any page
    PAGE_FAILED = "page_failed"
    """An exception in this extension or in a library occurred while one page was built; the message
    says what is shown instead. Please report it with the traceback that ``-T`` or
    ``--traceback`` prints, and with the page if possible."""

    # page files
    FRONT_MATTER = "front_matter"
    """The front matter of a page is not valid YAML; correct the line."""
    MDX_SYNTAX = "mdx_syntax"
    """The syntax of a page is not valid MDX; the message says how it was read. Correct the line."""

    MATERIAL_SYNTAX = "material_syntax"
    """A page of a site with ``styling.markdown`` uses syntax of MkDocs Material or of one of its
    plugins that is not read; it is shown as text. The message has the number and the first
    place. Write it in another way, or remove it."""

    # pages
    ANCHOR_MISSING = "anchor_missing"
    """A link points to an anchor that does not exist on its page; use the id of a heading or
    element of that page."""
    COMPONENT_PROPERTY = "component_property"
    """A component or HTML element has no such attribute, or it has a wrong value, or a component
    must be inside another one; the message says how it was read. Correct it."""
    COMPONENT_UNKNOWN = "component_unknown"
    """A tag is the name of no component, or of one that requires JavaScript; only its content is
    shown. Define an alias with ``docsnav_components``, or add the component in an extension."""
    EXPRESSION = "expression"
    """An expression in braces cannot be evaluated and is shown as source text. To show a brace,
    write ``\\{``."""
    FORMULA = "formula"
    """A formula contains a command that is not mathematical or cannot be converted to MathML, or a
    group that is not closed; it is shown as text. Only commands of a fixed list are passed to TeX,
    because others can read and write files."""
    DIAGRAM = "diagram"
    """A Mermaid diagram has a mistake, or is too large; its source is shown. Correct it."""
    HTML_DROPPED = "html_dropped"
    """An HTML element that runs or loads something, or a property of a style that loads a file or
    places an element outside of the text, is not allowed in pages; it is omitted."""
    IMAGE_MISSING = "image_missing"
    """An image, video or audio file does not exist, or is outside of the site, or a picture that
    LaTeX prints is not of the type that its name says; its alternative text is shown. Correct the
    path, or convert the picture."""
    IMPORT_MISSING = "import_missing"
    """An imported file or a snippet does not exist; its tags are omitted. Correct the path."""
    LINK_MISSING = "link_missing"
    """A link points to no page, file or redirect of the site; correct the URL."""
    LINK_UNSAFE = "link_unsafe"
    """The URL of a link has a scheme that is not allowed; use http, https, mailto, tel or ftp, or
    add the scheme to the option ``link_schemes`` of ``docsnav_allowed``."""
    SNIPPET_CYCLE = "snippet_cycle"
    """A snippet includes itself, or a page includes too many snippets; the rest is omitted."""

    # what the options of ``check`` look for
    ALT_MISSING = "alt_missing"
    """An image has no alternative text; ``check --a11y`` reports it. Describe the image."""
    CONTRAST = "contrast"
    """A colour of docs.json is hard to read on its background; ``check --a11y`` reports it. Themes
    of this extension use a darker or lighter shade."""
    HEADING_ORDER = "heading_order"
    """A heading skips a level; ``check --a11y`` reports it. Use the next level."""
    LINK_TEXT = "link_text"
    """A link has no text, or one such as "here"; ``check --a11y`` reports it. Name the target."""
    EXTERNAL_LINK = "external_link"
    """The page of a link that leaves the site cannot be opened; ``check --external`` reports it.
    Correct the URL."""

    # icons
    ICON_MISSING = "icon_missing"
    """No installed icon library contains this icon; use the suggested name, or a file of the
    site."""

    # docs_json: the file itself
    SYNTAX = "syntax"
    """The file is not valid JSON, or cannot be read; the message says what was found at this
    position and what was expected."""
    DUPLICATE_KEY = "duplicate_key"
    """An object contains the same field twice; JSON parsers disagree on which one applies. Remove
    one."""
    REFERENCE = "reference"
    """A ``$ref`` is not the path of a JSON file of the site, or files refer to each other in a
    cycle."""

    # docs_json: the elements of navigation
    BLANK_LABEL = "blank_label"
    """A label consists of spaces only; the group is built without a heading. Set a label, or ignore
    the message."""
    DEFAULT_REPEATED = "default_repeated"
    """Two versions or languages of one list have ``default: true``; the first one is used. Remove
    the other."""
    EMPTY = "empty"
    """An element has no pages and is not shown; add pages or remove it. A site without any page is
    an error."""
    HREF_CHILDREN = "href_children"
    """An element has both ``href`` and pages; remove one."""
    HREF_RELATIVE = "href_relative"
    """Only global anchors can link to a page of the site by a path; elsewhere ``href`` must be a
    URL."""
    PAGE_REPEATED = "page_repeated"
    """A page is twice in the same list ``pages``, and the navigation shows it twice; remove one."""
    LABEL_REPEATED = "label_repeated"
    """Two divisions of one list, such as two versions or two tabs, have the same name; rename
    one."""
    MISPLACED = "misplaced"
    """An element cannot contain this kind of child, for example ``menu`` outside of a tab or
    product; move it."""
    MISSING_FIELD = "missing_field"
    """A required field is missing, for example the label of an element; add it."""
    MIXED_CHILDREN = "mixed_children"
    """An element has two kinds of children, but can have only one. Move one kind into the other. A
    site without ``conf.py`` is built with the kind that the message names, as with
    ``--keep-going``."""
    NO_EFFECT = "no_effect"
    """A field is allowed but has no effect; remove it."""
    ROOT_MISSING = "root_missing"
    """``navigation`` is missing, or contains none of the root fields (``tabs``, ``groups``,
    ``pages`` …)."""
    UNKNOWN_FIELD = "unknown_field"
    """This kind of element has no such field, or the name of a setting is misspelled; it is
    ignored. Check its spelling."""
    UNUSED_FIELD = "unused_field"
    """A field of docs.json or of front matter changes nothing in plain files, or this extension
    does not implement it. ``check`` names all such fields in one line, and each place with
    ``--verbose``; :doc:`docs-json` has the reasons."""
    UNKNOWN_LANGUAGE = "unknown_language"
    """The language code is not in the list of the format; it is used unchanged."""
    UNKNOWN_VALUE = "unknown_value"
    """The value is not one of those that the field supports; the field is ignored."""
    UNSUPPORTED = "unsupported"
    """This field of the format is not supported, and no pages are generated from it; or a setting
    of another tool, which ``init`` converts, has no counterpart. The message names the remedy."""
    WRONG_TYPE = "wrong_type"
    """A field has a value of the wrong JSON type; the message names the expected one."""
    WRONG_VALUE = "wrong_value"
    """A value is of the right type, but not allowed, for example an empty label or a
    ``javascript:`` link."""

    # navigation and openapi
    ENDPOINT_MISSING = "endpoint_missing"
    """An endpoint reference names no operation of its specification; correct the path or the
    method."""
    OPENAPI_FIELD = "openapi_field"
    """A part of a specification does not conform to OpenAPI; the message says how it is read."""
    OPENAPI_INVALID = "openapi_invalid"
    """A file that docs.json names as a specification is not OpenAPI 3, cannot be read, or has no
    operations; correct or convert it."""
    NOT_PORTABLE = "not_portable"
    """An entry is an addition of this extension, which other tools that read docs.json do not
    support. Only ``check --portable`` reports it."""
    OPENAPI_MISSING = "openapi_missing"
    """``openapi`` is not the path of a file of the site; write the path from the root of the
    site."""
    OPENAPI_PAGE = "openapi_page"
    """The front matter of a page names an operation that no specification of the site contains; the
    page shows no endpoint."""
    OPENAPI_REMOTE = "openapi_remote"
    """A specification on another host could not be fetched; the cached copy is used, if there is
    one."""
    PAGE_DOUBLE = "page_double"
    """Two files are the source of the same page, such as ``a.mdx`` and ``a.md``; one of them is
    ignored. Rename or remove it."""
    PAGE_ENCODING = "page_encoding"
    """A page is not encoded in UTF-8; its other bytes are shown as replacement characters. Save it
    as UTF-8."""
    PAGE_MISSING = "page_missing"
    """A page entry is the path of no page; correct it, or create the page. A page that
    ``exclude_patterns`` leaves out is named as such. Many pages of a folder
    that was moved have one message. An error if less than half of the listed pages exist."""
    PAGE_NAME = "page_name"
    """The name of a file has accents as separate characters, which Sphinx does not find, or
    characters that nobody sees or that reorder text; rename it."""
    PAGE_OUTSIDE = "page_outside"
    """A page is a symbolic link to a file outside of the site, or to no file, and is not built;
    copy the file, or remove the link."""
    PAGE_PATH = "page_path"
    """A page entry has a suffix, or does not start at the root of the site; write the suggested
    path."""

    # core and features
    INCOMPATIBLE = "incompatible"
    """The installed Sphinx lacks an internal name that a feature needs; the message says which
    feature is disabled. Update sphinx-docsnav, or install a version of Sphinx that it was tested
    with."""
    CONFIG_MISSING = "config_missing"
    """docs.json does not exist; create it beside ``conf.py``, or set ``docsnav_config``."""
    PAGE_COVERED = "page_covered"
    """A page has the URL of a page that Sphinx generates, ``search`` or ``genindex``, or, with
    ``dirhtml``, of the page ``index`` of its folder, and is not shown; rename it."""
    PAGE_UNLISTED = "page_unlisted"
    """docs.json does not list a page, and ``docsnav_unlisted`` is ``warn``, or ``check`` names what
    search does not find; list or remove the page."""
    REDIRECT_FILE = "redirect_file"
    """The source of a redirect cannot be a file of the output, or the redirect leads back to
    itself; correct it, or let the server redirect it."""
    REDIRECT_WILDCARD = "redirect_wildcard"
    """A redirect is a pattern, which static files cannot implement; let the server redirect it."""

    SKILL = "skill"
    """A skill of the site cannot be published; the message says why. Correct its front matter."""

    # docs_json: outside navigation
    CONF_SETTING = "conf_setting"
    """A setting ``docsnav_…`` of ``conf.py`` does not exist, or has a value that it cannot have;
    correct the name or the value. ``check`` sees only values that ``conf.py`` writes out."""
    SETTING_IGNORED = "setting_ignored"
    """A setting outside of ``navigation`` has a wrong value, and the default is used; or it has no
    effect in the theme."""

    # themes
    PART_MISSING = "part_missing"
    """The templates of the theme omit a part of the navigation; it is shown at the top of the page.
    Include the part in the template, see the page for theme authors."""


@dataclass(frozen=True, slots=True)
class Position:
    """A place in a text file."""

    line: int
    """Line, counted from 1."""
    column: int = 1
    """Column in characters, counted from 1."""


@dataclass(frozen=True, slots=True)
class Move:
    """A folder of pages that docs.json and links name by its old place."""

    old: str
    """The folder that they name; ``""`` for the root of the site."""
    new: str | None
    """The folder where the pages are; ``None`` if they do not exist."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One problem: position, severity, JSON pointer, message and hint."""

    kind: FaultKind
    """The type of the message."""
    severity: Severity
    """ERROR, WARNING or INFO."""
    message: str
    """The problem in one line, without a final full stop."""
    path: Path | None = None
    """The file that contains the problem; ``None`` if it is in no file."""
    position: Position | None = None
    """The position in the file; ``None`` if the fault concerns the whole file."""
    pointer: str = ""
    """JSON pointer (RFC 6901) of the value in docs.json, after ``$ref`` have been replaced; ``""``
    for none."""
    hint: str = ""
    """The remedy, as a clause: ``did you mean 'icon'?``."""
    problem: str = ""
    """What faults at different places have in common, as a clause; by default the message.
    Faults of the same kind and problem are shown three times and then counted."""
    target: str = ""
    """What does not exist, of a link, an image or an entry: a path from the root of the site."""
    move: Move | None = None
    """The folder that was moved, in the message about its pages. Faults about a `target` that was
    in it are only counted."""


Report = Callable[[Fault], None]
"""The function that receives each fault."""


class DocsNavError(Exception):
    """An error that stops the work; its message repeats the first of the reported faults."""

    def __init__(self, message: str, *, fault: Fault | None = None) -> None:
        super().__init__(message)
        self.fault = fault
        """The fault that stopped the work, if there is one."""


def position_key(fault: Fault) -> tuple[str, int, int]:
    """Return the file, line and column of *fault*, to sort faults by."""
    position = fault.position or Position(0)
    return str(fault.path or ""), position.line, position.column


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
    """Return *text* on one line: with escapes for control characters and broken characters.

    Characters that reorder what follows, and the invisible tags, are escaped, too.
    """
    return _UNPRINTABLE.sub(_escape, text)


_UNPRINTABLE = re.compile(
    r"[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff\U000e0000-\U000e007f]"
)


def _escape(match: re.Match[str]) -> str:
    code = ord(match[0])
    return f"\\u{code:04x}" if code < _ASTRAL else f"\\U{code:08x}"


_ASTRAL = 0x10000
"""The first character that has no escape of four digits."""


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
