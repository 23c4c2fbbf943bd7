"""The info string of a fence: language, title and display options.

``js app/page.js {1,3-5} lines icon="square-js" title="x" highlight={2} focus={4}
wrap expandable``: words that nothing else explains are the title.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from sphinx_docsnav.docs_json.phrases import misspelled

MAX_LINE = 10_000
"""No line beyond is marked."""

_PART = re.compile(
    r"""(?P<key>[A-Za-z][\w-]*)=(?:"(?P<double>[^"]*)"|'(?P<single>[^']*)'|\{(?P<braces>[^{}]*)\}
        |“(?P<curly>[^”]*)”|(?P<bare>[^\s"'{}]+))
      |\{(?P<lines>[\d\s,-]*)\}
      |\[(?P<flag>[A-Za-z]+)\]
      |(?P<word>\S+)""",
    re.VERBOSE,
)
_OBJECT = re.compile(r"\{{1,2}\s*(?=[A-Za-z]\w*\s*:)[^{}]*\}{1,2}")
"""Options as other tools write them: ``{{ title: 'x.js' }}``."""
_ENTRY = re.compile(r"""([A-Za-z]\w*)\s*:\s*("[^"]*"|'[^']*'|[^\s,{}"']+)""")
_CLASSES = re.compile(r"\{\s*([.#][^{}]*)\}")
"""Attributes as Pandoc writes them: ``{.python .numberLines #id title="x.py"}``."""
_CLASS = re.compile(r"""\.([\w+-]+)|([A-Za-z][\w-]*=(?:"[^"]*"|'[^']*'|\S+))""")
_LANGUAGE = re.compile(r"[^\s{=\"'\[]+(?=\s|\{|\[|$)")
_RANGE = re.compile(r"(\d+)(?:\s*-\s*(\d+))?")
_FLAGS = {
    "lines": "numbers",
    "showLineNumbers": "numbers",
    "wrap": "wrap",
    "expandable": "expandable",
    "nocopy": "nocopy",
}
_NUMBERS = frozenset(("linenumbers", "linenos", "showlinenumbers", "numberlines"))
"""What other tools call the option `lines`, in lower case."""
_WORDS = ("showLineNumbers", "wrap", "expandable", "twoslash", "nocopy")
"""Options without a value that no title is like."""
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
"""Options that the service reads; `lang` is none here, as the language is the first word."""
# Source: Docusaurus, Nextra and Starlight (`showLineNumbers`, `filename`), and the components
# `CodeBlock` and `CodeGroup` of older versions of the service.
OTHER_FENCE_OPTIONS = frozenset(
    {
        "actions",
        "filename",
        "placement",
        "showLineNumbers",
        "test",
    }
)
"""Options that other tools read, and those without an effect here."""
_KEYS = tuple(sorted(FENCE_OPTIONS | OTHER_FENCE_OPTIONS))


@dataclass(frozen=True, slots=True)
class CodeMeta:
    """How a block of code is shown."""

    language: str = ""
    """As the page has it."""
    title: str = ""
    """A file's name or any words."""
    icon: str = ""
    """An icon's name beside the title."""
    numbers: bool = False
    """Show line numbers."""
    wrap: bool = False
    """Break long lines."""
    expandable: bool = False
    """Show only the beginning of a long block at first."""
    nocopy: bool = False
    """Show no button that copies the code."""
    highlight: frozenset[int] = frozenset()
    """Lines to stress, counted from 1."""
    focus: frozenset[int] = frozenset()
    """Lines to leave clear while the others fade, counted from 1."""
    other: dict[str, str] = field(default_factory=dict)
    """Further ``key=value`` pairs, as ``theme`` and ``test``."""


def read_fence_info(info: str) -> CodeMeta:
    """Parse the info string of a fence; nothing in it is an error."""
    from markdown_it.common.utils import unescapeAll

    text = _CLASSES.sub(_as_words, _OBJECT.sub(_as_pairs, unescapeAll(info.strip())))
    first = _LANGUAGE.match(text)
    language = first[0] if first else ""
    if language == "nocopy":  # the service reads this option alone, without a language
        first, language = None, ""
    words: list[str] = []
    values: dict[str, str] = {}
    flags: set[str] = set()
    highlight: frozenset[int] = frozenset()
    for part in _PART.finditer(text, first.end() if first else 0):
        word = part["flag"] or part["word"]
        if part["key"]:
            values[part["key"]] = _value(part)
        elif part["lines"] is not None:
            highlight |= read_lines(part["lines"])
        elif word in _FLAGS:
            flags.add(_FLAGS[word])
        elif word != "twoslash":  # types of a compiler on hovering: a build runs none
            words.append(part[0])
    return _finished(language, " ".join(words), values, flags, highlight)


def misspelled_options(info: str) -> Iterator[tuple[str, str, bool]]:
    """Yield each option of the info string that misspells another, and the one it means.

    The third value is true for a word that is shown as the title.
    """
    first = _LANGUAGE.match(info)
    words: list[str] = []
    for part in _PART.finditer(info, first.end() if first else 0):
        key, word = part["key"], part["flag"] or part["word"]
        if key and key not in _KEYS:
            near = "lines" if key.lower() in _NUMBERS else misspelled(key, _KEYS)
            if near:
                yield key, near, False
        elif word and word not in _FLAGS:
            words.append(word)
    if len(words) == 1 and words[0] not in _WORDS:
        [word] = words
        if word.replace("-", "").lower() in _NUMBERS:
            yield word, "lines", True
        elif word.isalpha() and word[0].islower() and (near := misspelled(word, _WORDS)):
            yield word, near, True


def _as_pairs(found: re.Match[str]) -> str:
    return " ".join(f"{key}={value}" for key, value in _ENTRY.findall(found[0]))


def _as_words(found: re.Match[str]) -> str:
    """Return the classes that say something here, and pairs; a first class is the language."""
    words = []
    for index, (name, pair) in enumerate(_CLASS.findall(found[1])):
        if name.replace("-", "").lower() in _NUMBERS:
            words.append("lines")
        elif pair or (index == 0 and found.start() == 0):
            words.append(pair or name)
    return " ".join(words)


def _value(part: re.Match[str]) -> str:
    return next(
        value
        for value in (part["double"], part["single"], part["braces"], part["curly"], part["bare"])
        if value is not None
    )


def _finished(
    language: str, words: str, values: dict[str, str], flags: set[str], highlight: frozenset[int]
) -> CodeMeta:
    """Sort ``key=value`` pairs into what they mean."""
    for key, flag in _FLAGS.items():
        if values.pop(key, "false").strip().lower() not in ("false", "null", "0"):
            flags.add(flag)
    title = (values.pop("title", "") or values.pop("filename", "") or words).strip()
    return CodeMeta(
        language,
        _unquoted(title),
        values.pop("icon", "").strip("\"' "),
        "numbers" in flags,
        "wrap" in flags,
        "expandable" in flags,
        "nocopy" in flags,
        highlight | read_lines(values.pop("highlight", "")),
        read_lines(values.pop("focus", "")),
        values,
    )


def _unquoted(text: str) -> str:
    """Return *text* without quotes around the whole of it."""
    if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'`":
        return text[1:-1]
    return text


def read_lines(text: str) -> frozenset[int]:
    """Return the lines that ``1,3-5`` names, in brackets or not."""
    found: set[int] = set()
    for match in _RANGE.finditer(text):
        begin = min(int(match[1][:9]), MAX_LINE)
        end = min(int((match[2] or match[1])[:9]), MAX_LINE)
        found.update(range(begin, end + 1))
    return frozenset(found)
