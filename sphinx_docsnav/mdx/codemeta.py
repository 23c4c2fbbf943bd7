"""The info string of a fence: language, title and display options.

Example: ``js app/page.js {1,3-5} lines icon="square-js" title="x" highlight={2} focus={4} wrap
expandable``. Words that are no option are the title.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from sphinx_docsnav.sitefiles.nearest import find_misspelled

MAX_LINE = 10_000
"""The highest line number that can be highlighted; it bounds the size of a range."""

_PART = re.compile(
    r"""(?P<key>[A-Za-z][\w-]*)=(?:"(?P<double>[^"]*)"|'(?P<single>[^']*)'|\{(?P<braces>[^{}]*)\}
        |“(?P<curly>[^”]*)”|(?P<bare>[^\s"'{}]+))
      |\{(?P<lines>[\d\s,-]*)\}
      |\[(?P<flag>[A-Za-z]+)\]
      |(?P<word>\S+)""",
    re.VERBOSE,
)
"""One part of an info string: a pair, line numbers, a flag in brackets, or a word."""
_OBJECT = re.compile(r"\{{1,2}\s*(?=[A-Za-z]\w*\s*:)[^{}]*\}{1,2}")
"""Options as other tools write them: ``{{ title: 'x.js' }}``."""
_ENTRY = re.compile(r"""([A-Za-z]\w*)\s*:\s*("[^"]*"|'[^']*'|[^\s,{}"']+)""")
"""A key and its value in the braces of `_OBJECT`."""
_CLASSES = re.compile(r"\{\s*([.#][^{}]*)\}")
"""Attributes as Pandoc writes them: ``{.python .numberLines #id title="x.py"}``."""
_CLASS = re.compile(r"""\.([\w+-]+)|([A-Za-z][\w-]*=(?:"[^"]*"|'[^']*'|\S+))""")
"""A class, or a pair, in the braces of `_CLASSES`."""
_LANGUAGE = re.compile(r"[^\s{=\"'\[]+(?=\s|\{|\[|$)")
_RANGE = re.compile(r"(\d+)(?:\s*-\s*(\d+))?")
"""A line number, or the first and last of a range."""
_FLAGS = {
    "lines": "numbers",
    "showLineNumbers": "numbers",
    "linenums": "numbers",
    "wrap": "wrap",
    "expandable": "expandable",
    "nocopy": "nocopy",
}
"""Options without a value, and the flag that each sets."""
_NUMBERS = frozenset(("linenumbers", "linenos", "showlinenumbers", "numberlines"))
"""Names of other tools for the option `lines`, in lower case."""
_DISTINCT_FLAGS = ("showLineNumbers", "wrap", "expandable", "twoslash", "nocopy")
"""Options without a value that cannot be confused with a title, as `lines` can."""
# Source: the service's parser of fences (npm: @mintlify/common, parseMetaString.js).
FENCE_OPTIONS = frozenset(
    {
        "expandable",
        "focus",
        "highlight",
        "icon",
        "lines",
        "nocopy",
        "theme",
        "title",
        "twoslash",
        "wrap",
    }
)
"""Options that the service reads. The language is the first word, so `lang` is no option."""
# Source: Docusaurus, Nextra and Starlight (`showLineNumbers`, `filename`), PyMdown Extensions
# (`hl_lines`, `linenums`), and the components `CodeBlock` and `CodeGroup` of older versions of the
# service.
OTHER_FENCE_OPTIONS = frozenset(
    {
        "actions",
        "filename",
        "hl_lines",
        "linenums",
        "placement",
        "showLineNumbers",
        "test",
    }
)
"""Options of other tools, and options that have no effect here."""
_KEYS = tuple(sorted(FENCE_OPTIONS | OTHER_FENCE_OPTIONS))


@dataclass(frozen=True, slots=True)
class CodeMeta:
    """The display options of a code block."""

    language: str = ""
    """The language as written on the page."""
    title: str = ""
    """The name of a file, or any text."""
    icon: str = ""
    """The name of the icon beside the title."""
    numbers: bool = False
    """Show line numbers."""
    wrap: bool = False
    """Break long lines."""
    expandable: bool = False
    """Show only the beginning of a long block until a reader expands it."""
    nocopy: bool = False
    """Show no button that copies the code."""
    highlight: frozenset[int] = frozenset()
    """Lines to highlight, counted from 1."""
    focus: frozenset[int] = frozenset()
    """Lines to leave clear while the others are dimmed, counted from 1."""
    other: dict[str, str] = field(default_factory=dict)
    """Other ``key=value`` pairs, such as ``theme`` and ``test``."""
    first: int = 1
    """The number of the first line."""


def read_fence_info(info: str) -> CodeMeta:
    """Parse the info string of a fence; no input is an error."""
    from markdown_it.common.utils import unescapeAll

    # The notations of other tools become the service's before the parts are read.
    text = _CLASSES.sub(_expand_classes, _OBJECT.sub(_expand_object, unescapeAll(info.strip())))
    first = _LANGUAGE.match(text)
    language = first[0] if first else ""
    if language == "nocopy":  # the service reads this option alone, without a language
        first, language = None, ""
    title_words: list[str] = []
    values: dict[str, str] = {}
    flags: set[str] = set()
    highlight: frozenset[int] = frozenset()
    for part in _PART.finditer(text, first.end() if first else 0):
        word = part["flag"] or part["word"]
        if part["key"]:
            values[part["key"]] = _read_value(part)
        elif part["lines"] is not None:
            highlight |= read_lines(part["lines"])
        elif word in _FLAGS:
            flags.add(_FLAGS[word])
        elif word != "twoslash":  # types of a compiler on hovering: a build runs none
            title_words.append(part[0])
    return _make_meta(language, " ".join(title_words), values, flags, highlight)


def find_misspelled_options(info: str) -> Iterator[tuple[str, str, bool]]:
    """Yield each misspelled option of an info string, and the option that it resembles.

    :returns: name as written, the option, and whether the name is shown as the title.
    """
    first = _LANGUAGE.match(info)
    title_words: list[str] = []
    for part in _PART.finditer(info, first.end() if first else 0):
        key, word = part["key"], part["flag"] or part["word"]
        if key and key not in _KEYS:
            near = "lines" if key.lower() in _NUMBERS else find_misspelled(key, _KEYS)
            if near:
                yield key, near, False
        elif word and word not in _FLAGS:
            title_words.append(word)
    # A single word can be an option; several are a title.
    if len(title_words) == 1 and title_words[0] not in _DISTINCT_FLAGS:
        [word] = title_words
        if word.replace("-", "").lower() in _NUMBERS:
            yield word, "lines", True
        else:
            is_plain_word = word.isalpha() and word[0].islower()
            near = find_misspelled(word, _DISTINCT_FLAGS) if is_plain_word else ""
            if near:
                yield word, near, True


def _expand_object(match: re.Match[str]) -> str:
    """Return the pairs of ``{{ key: 'value' }}`` as ``key='value'``."""
    return " ".join(f"{key}={value}" for key, value in _ENTRY.findall(match[0]))


def _expand_classes(match: re.Match[str]) -> str:
    """Return the classes of ``{.python .numberLines}`` that have a meaning here, and its pairs.

    The first class is the language, unless one precedes the braces.
    """
    parts = []
    for index, (name, pair) in enumerate(_CLASS.findall(match[1])):
        if name.replace("-", "").lower() in _NUMBERS:
            parts.append("lines")
        elif pair or (index == 0 and match.start() == 0):
            parts.append(pair or name)
    return " ".join(parts)


def _read_value(part: re.Match[str]) -> str:
    """Return the value of a ``key=value`` part without its quotes or braces."""
    return next(
        value
        for value in (part["double"], part["single"], part["braces"], part["curly"], part["bare"])
        if value is not None
    )


def _make_meta(
    language: str,
    title_words: str,
    values: dict[str, str],
    flags: set[str],
    highlight: frozenset[int],
) -> CodeMeta:
    """Return the display options that *values* and *flags* set.

    *title_words* are the title if no pair is.
    """
    first = values.get("linenums", "")
    # A flag can be written as a pair: ``wrap={true}``.
    for key, flag in _FLAGS.items():
        if values.pop(key, "false").strip().lower() not in ("false", "null", "0"):
            flags.add(flag)
    title = (values.pop("title", "") or values.pop("filename", "") or title_words).strip()
    return CodeMeta(
        language,
        _strip_quotes(title),
        values.pop("icon", "").strip("\"' "),
        "numbers" in flags,
        "wrap" in flags,
        "expandable" in flags,
        "nocopy" in flags,
        highlight | read_lines(f"{values.pop('highlight', '')} {values.pop('hl_lines', '')}"),
        read_lines(values.pop("focus", "")),
        values,
        int(first[:6]) if first.isdecimal() else 1,
    )


def _strip_quotes(text: str) -> str:
    """Return *text* without quotes around the whole of it."""
    if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'`":
        return text[1:-1]
    return text


def read_lines(text: str) -> frozenset[int]:
    """Return the line numbers in ``1,3-5``, with or without brackets, up to `MAX_LINE`."""
    lines: set[int] = set()
    for match in _RANGE.finditer(text):
        # Nine digits are enough, and int() of many more would be slow.
        begin = min(int(match[1][:9]), MAX_LINE)
        end = min(int((match[2] or match[1])[:9]), MAX_LINE)
        lines.update(range(begin, end + 1))
    return frozenset(lines)
