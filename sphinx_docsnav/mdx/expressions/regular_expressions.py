"""JavaScript's regular expressions, as far as Python's can do the same in bounded time.

A pattern is read once: it is translated, and the cost of a search is estimated from the number of
its parts that can match in several ways. Repeated groups must match in one way only, so that no
search takes exponential time.
"""

from __future__ import annotations

import functools
import math
import re
from dataclasses import dataclass

from sphinx_docsnav.mdx.expressions.budget import Budget
from sphinx_docsnav.mdx.expressions.operations import (
    ALL_BITS,
    CallFunction,
    Method,
    get_first,
    get_text,
    get_whole_number,
)
from sphinx_docsnav.mdx.expressions.values import (
    UNDEFINED,
    MatchList,
    RefusalError,
    RegexValue,
    Value,
    from_units,
    join_surrogates,
    to_text,
    to_units,
)

MAX_PATTERN = 1_000
"""The maximum length of a pattern."""
MAX_REPEAT = 100
"""The maximum number in ``{m,n}``."""
_COST_PER_STEP = 4_000
"""The number of compared characters that count as one step of the evaluation."""

_TOKEN = re.compile(
    r"""(?P<class>\[\^?(?:[^\]\\]|\\.)*\])
      |(?P<open>\((?:\?:|\?=|\?!|\?<(?P<name>[A-Za-z_]\w*)>)?)
      |(?P<close>\))
      |(?P<repeat>(?:[*+?]|\{(?P<low>\d{1,5})(?P<comma>,(?P<high>\d{0,5}))?\})(?P<lazy>\??))
      |(?P<or>\|)
      |(?P<edge>[\^$]|\\[bB])
      |(?P<escape>\\(?:u\{[0-9a-fA-F]{1,6}\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|.))
      |(?P<any>\.)
      |(?P<char>.)""",
    re.VERBOSE | re.DOTALL,
)
"""A part of a pattern."""
_IN_CLASS = re.compile(
    r"\\(?:u\{[0-9a-fA-F]{1,6}\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|.)|-|.", re.DOTALL
)
"""A part of a character class."""
_LINE_END = r"\n\r\u2028\u2029"
"""The characters that end a line in JavaScript."""
_SETS = {
    "d": "0-9",
    "w": "A-Za-z0-9_",
    "s": r"\t\n\v\f\r \xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff",
}
"""The characters of each escape for a set, as a class."""
_NEGATED = {
    "D": "[^0-9]",
    "W": "[^A-Za-z0-9_]",
    "S": f"[^{_SETS['s']}]",
}
"""The class of each escape for a negated set."""
_CONTROL = {"n": r"\n", "r": r"\r", "t": r"\t", "v": r"\v", "f": r"\f", "0": r"\x00"}
"""Escapes for control characters."""
_FLAGS = frozenset("gimsu")
_REFERENCE = re.compile(r"\$(?:[$&`']|<(\w+)>|([1-9]\d?))")
"""A reference to a match in a replacement."""


@dataclass(frozen=True, slots=True)
class RegexPattern:
    """A translated regular expression, and what its searches cost."""

    compiled: re.Pattern[str]
    """The pattern of Python."""
    repeats: int
    """The number of parts that repeat without a limit."""
    ways: int
    """The number of ways in which its other parts can match."""

    def count_steps(self, length: int) -> int:
        """Return the maximum cost, in steps, of a search in a text of *length* characters."""
        searches = math.comb(length + self.repeats, self.repeats + 1)
        return 1 + length // 1000 + searches * self.ways // _COST_PER_STEP


@dataclass(slots=True)
class _OpenGroup:
    """An open group, or the whole pattern."""

    alternatives: int = 1
    varies: bool = False
    """Whether a part of it can match in several ways."""
    is_look: bool = False


@functools.lru_cache(maxsize=512)
def read_pattern(pattern: str, flags: str) -> RegexPattern:
    """Return the translated regular expression ``/pattern/flags``.

    :raises RefusalError: if it cannot be translated, or may take too long.
    """
    if len(pattern) > MAX_PATTERN:
        raise RefusalError(f"a regular expression has more than {MAX_PATTERN:,} characters")
    unknown = sorted(set(flags) - _FLAGS)
    if unknown:
        raise RefusalError(f"the flag '{unknown[0]}' of a regular expression is not supported")
    translation = _PatternTranslation(pattern, flags)
    python_flags = re.IGNORECASE if "i" in flags else re.NOFLAG
    try:
        # The translation has no flag for lines and dots, as these are translated.
        compiled = re.compile(translation.text, python_flags)
    except (re.error, OverflowError, RecursionError):
        raise RefusalError(f"the regular expression /{pattern}/ cannot be read") from None
    return RegexPattern(compiled, translation.repeats, translation.ways)


class _PatternTranslation:
    """A translation of a pattern in one pass."""

    def __init__(self, pattern: str, flags: str) -> None:
        self.flags = flags
        self.pattern = pattern = pattern if "u" in flags else to_units(pattern)
        self.repeats, self.ways = 0, 1
        self.groups = [_OpenGroup()]
        self.closed: _OpenGroup | None = None
        parts = [self._translate_part(match) for match in _TOKEN.finditer(pattern)]
        if len(self.groups) > 1:
            raise RefusalError(f"a bracket of the regular expression /{pattern}/ is not closed")
        self.text = from_units("".join(parts)) if "u" in flags else "".join(parts)

    def _translate_part(self, match: re.Match[str]) -> str:  # noqa: PLR0911  # one line per kind
        """Return the translation of one part of the pattern."""
        kind, text = match.lastgroup or "", match[0]
        if match["repeat"]:
            return self._translate_repeat(match)
        self.closed = None
        if match["open"]:
            return self._open_group(match)
        if match["close"]:
            return self._close_group()
        if match["class"]:
            return self._translate_class(text)
        if match["edge"]:
            return self._translate_edge(text)
        if match["escape"]:
            return self._translate_escape(text)
        if match["any"]:
            return "(?s:.)" if "s" in self.flags else f"[^{_LINE_END}]"
        if kind == "or":
            self.groups[-1].alternatives += 1
            return "|"
        return re.escape(text)

    def _open_group(self, match: re.Match[str]) -> str:
        """Open a group, and return its beginning."""
        text = match["open"]
        # What follows is a kind of group that is not translated.
        if text == "(" and self.pattern.startswith("?", match.end()):
            raise RefusalError("lookbehind in a regular expression is not supported")
        self.groups.append(_OpenGroup(is_look=text in {"(?=", "(?!"}))
        return f"(?P<{match['name']}>" if match["name"] else text

    def _close_group(self) -> str:
        """Close the innermost group; its alternatives multiply the ways of the pattern."""
        if len(self.groups) == 1:
            raise RefusalError(f"a bracket of the regular expression /{self.pattern}/ is not open")
        self.closed = self.groups.pop()
        self.ways *= self.closed.alternatives
        self.groups[-1].varies |= self.closed.varies or self.closed.alternatives > 1
        return ")"

    def _translate_repeat(self, match: re.Match[str]) -> str:
        """Return a repetition, after checking what it may cost."""
        low, high = _get_bounds(match)
        if max(low, high or 0) > MAX_REPEAT:
            raise RefusalError(
                f"a regular expression repeats something more than {MAX_REPEAT} times"
            )
        group, self.closed = self.closed, None
        # A group that can match in several ways would take exponential time.
        varying = group is not None and (group.varies or group.alternatives > 1 or group.is_look)
        if varying and high != 1:
            raise RefusalError(
                f"the regular expression /{self.pattern}/ repeats a group that can match in "
                "several ways, which may take very long"
            )
        if high is None:
            self.repeats += 1
        self.ways *= max(low, 1) if high is None else max(high, 1) + (high != low)
        self.groups[-1].varies |= high != low
        return match[0]

    def _translate_edge(self, text: str) -> str:
        r"""Return ``^``, ``$``, ``\b`` or ``\B`` with JavaScript's meaning."""
        if text[0] == "\\":
            return f"(?a:{text})"
        if "m" in self.flags:
            return f"(?m:{text})"
        return "^" if text == "^" else r"\Z"

    def _translate_escape(self, text: str) -> str:
        """Return the translation of an escape for a set or a character."""
        letter = text[1]
        if letter in _SETS:
            return f"[{_SETS[letter]}]"
        return _NEGATED.get(letter) or self._translate_character(text)

    def _translate_character(self, text: str) -> str:
        """Return the translation of an escape for one character."""
        letter = text[1]
        if letter in _CONTROL:
            return _CONTROL[letter]
        if len(text) > 2:  # noqa: PLR2004  # a code follows the letter
            if text[2] == "{" and "u" not in self.flags:
                raise RefusalError(f"'{text}' in a regular expression needs the flag 'u'")
            code = int(text[2:].strip("{}"), 16)
            if code > 0x10FFFF:  # noqa: PLR2004  # the last character
                raise RefusalError("a regular expression names a character that does not exist")
            return re.escape(chr(code))
        if letter.isdigit() or letter in "kpPc":
            raise RefusalError(f"'{text}' in a regular expression is not supported")
        return re.escape(letter)

    def _translate_class(self, text: str) -> str:
        """Return the translation of a character class."""
        is_negated = text.startswith("[^")
        inner = text[2 if is_negated else 1 : -1]
        # An empty class matches nothing, a negated one everything.
        if not inner:
            return "(?s:.)" if is_negated else "(?!)"
        parts = []
        for match in _IN_CLASS.finditer(inner):
            part = match[0]
            if part == "-":
                parts.append("-" if 0 < match.start() < len(inner) - 1 else r"\-")
            elif part[0] == "\\" and part[1] in _SETS:
                parts.append(_SETS[part[1]])
            elif part == "\\b":
                parts.append(r"\x08")
            elif part[0] == "\\" and part[1] in _NEGATED:
                # Python's set is a little wider, but a class cannot contain a negated class.
                parts.append(part)
            else:
                parts.append(
                    self._translate_character(part) if part[0] == "\\" else re.escape(part)
                )
        return f"[{'^' if is_negated else ''}{''.join(parts)}]"


def _get_bounds(match: re.Match[str]) -> tuple[int, int | None]:
    """Return how often a part repeats; the second value is ``None`` without a limit."""
    if match["low"]:
        low = int(match["low"])
        if not match["comma"]:
            return low, low
        return low, int(match["high"]) if match["high"] else None
    sign = match["repeat"][0]
    return int(sign == "+"), 1 if sign == "?" else None


def make_regex(pattern: str, flags: str) -> RegexValue:
    """Return the value of ``/pattern/flags``."""
    read_pattern(pattern, flags)
    return RegexValue(pattern, flags)


def _get_pattern(regex: RegexValue, text: str, budget: Budget) -> re.Pattern[str]:
    """Return the pattern of Python, after paying for a search in *text*."""
    pattern = read_pattern(regex.pattern, regex.flags)
    budget.pay(pattern.count_steps(len(text)))
    return pattern.compiled


def _convert_subject(regex: RegexValue, text: str) -> str:
    """Return *text* as *regex* sees it: only the flag ``u`` sees whole characters."""
    return text if "u" in regex.flags else to_units(text)


def _get_group(part: str | None) -> Value:
    """Return the text of a group; `UNDEFINED` if it did not match."""
    return UNDEFINED if part is None else from_units(part)


def _get_groups(match: re.Match[str]) -> list[Value]:
    """Return the matched text and the groups."""
    return [_get_group(match[0]), *map(_get_group, match.groups())]


def _to_unit_index(match: re.Match[str], end: int, budget: Budget) -> int:
    """Return *end*, an offset in the text of *match*, in JavaScript's units."""
    if match.string.isascii():
        return end
    budget.pay(end // 1000)
    return len(to_units(match.string[:end]))


def _make_match_list(match: re.Match[str], budget: Budget) -> MatchList:
    """Return the value of ``match()`` for one match."""
    result = MatchList(_get_groups(match))
    names = {name: _get_group(part) for name, part in match.groupdict().items()}
    result.members = {
        "index": _to_unit_index(match, match.start(), budget),
        "input": from_units(match.string),
        "groups": names or UNDEFINED,
    }
    return result


def _find_next(regex: RegexValue, text: str, budget: Budget) -> re.Match[str] | None:
    """Return the next match; with the flag ``g``, the search continues after the last one."""
    compiled, text = _get_pattern(regex, text, budget), _convert_subject(regex, text)
    if "g" not in regex.flags:
        return compiled.search(text)
    start = regex.last_index
    # The position counts units, while the text has whole characters.
    if "u" in regex.flags and not text.isascii():
        start += len(join_surrogates(to_units(text)[:start])) - len(to_units(text)[:start])
    match = compiled.search(text, start) if start <= len(text) else None
    regex.last_index = _to_unit_index(match, match.end(), budget) if match else 0
    return match


def _test(value: RegexValue, arguments: list[Value], budget: Budget, *_: object) -> bool:
    return _find_next(value, get_text(arguments, 0), budget) is not None


def _exec(value: RegexValue, arguments: list[Value], budget: Budget, *_: object) -> Value:
    match = _find_next(value, get_text(arguments, 0), budget)
    return _make_match_list(match, budget) if match else None


def _match(value: str, arguments: list[Value], budget: Budget, *_: object) -> Value:
    regex: RegexValue = arguments[0]
    compiled, value = _get_pattern(regex, value, budget), _convert_subject(regex, value)
    if "g" in regex.flags:
        texts = [from_units(match[0]) for match in compiled.finditer(value)]
        return budget.check_items(texts) or None
    match = compiled.search(value)
    return _make_match_list(match, budget) if match else None


def _match_all(value: str, arguments: list[Value], budget: Budget, *_: object) -> Value:
    compiled, value = (
        _get_pattern(arguments[0], value, budget),
        _convert_subject(arguments[0], value),
    )
    return budget.check_items(
        [_make_match_list(match, budget) for match in compiled.finditer(value)]
    )


def _search(value: str, arguments: list[Value], budget: Budget, *_: object) -> int:
    match = _get_pattern(arguments[0], value, budget).search(_convert_subject(arguments[0], value))
    return _to_unit_index(match, match.start(), budget) if match else -1


def _replace_matches(value: str, arguments: list[Value], budget: Budget, call: CallFunction) -> str:
    regex: RegexValue = arguments[0]
    new = get_first(arguments[1:])
    parts: list[str] = []
    length = end = 0
    compiled, text = _get_pattern(regex, value, budget), _convert_subject(regex, value)
    for match in compiled.finditer(text):
        budget.pay()
        if isinstance(new, str) or new is UNDEFINED or new is None:
            replacement = _fill_template(to_text(new), match)
        else:
            index = _to_unit_index(match, match.start(), budget)
            replacement = to_text(call(new, [*_get_groups(match), index, value]))
        parts += [text[end : match.start()], replacement]
        end = match.end()
        length += len(parts[-1]) + len(parts[-2])
        budget.check_length(length)
        # Without the flag ``g``, only the first match is replaced.
        if "g" not in regex.flags:
            break
    return budget.check_text(from_units("".join([*parts, text[end:]])))


def _fill_template(template: str, match: re.Match[str]) -> str:
    """Return *template* with ``$1``, ``$&`` and ``$<name>`` replaced by their texts."""

    def fill(reference: re.Match[str]) -> str:
        if reference[1]:
            return match.groupdict().get(reference[1]) or ""
        if reference[2]:
            number = int(reference[2])
            return (match[number] or "") if number <= len(match.groups()) else reference[0]
        whole_text, start, end = match.string, match.start(), match.end()
        around = {"$$": "$", "$`": whole_text[:start], "$'": whole_text[end:]}
        return around.get(reference[0], match[0])

    return _REFERENCE.sub(fill, template) if "$" in template else template


def _split_at_matches(
    value: str, arguments: list[Value], budget: Budget, *_: object
) -> list[Value]:
    parts: list[Value] = []
    end = 0
    compiled, value = (
        _get_pattern(arguments[0], value, budget),
        _convert_subject(arguments[0], value),
    )
    for match in compiled.finditer(value):
        # An empty match at an end splits nothing.
        if match.end() == match.start() and match.start() in {0, len(value)}:
            continue
        parts += [from_units(value[end : match.start()]), *_get_groups(match)[1:]]
        end = match.end()
    parts.append(from_units(value[end:]))
    return budget.check_items(parts)[: get_whole_number(arguments, 1, 10**9) & ALL_BITS]


def _replace_all_matches(
    value: str, arguments: list[Value], budget: Budget, call: CallFunction
) -> str:
    if "g" not in arguments[0].flags:
        raise RefusalError("replaceAll() of a regular expression needs its flag 'g'")
    return _replace_matches(value, arguments, budget, call)


REGEX: dict[str, Method] = {"test": _test, "exec": _exec, "toString": lambda value, *_: str(value)}
"""The methods of regular expressions."""
REGEX_STRING: dict[str, Method] = {
    "match": _match,
    "matchAll": _match_all,
    "search": _search,
    "replace": _replace_matches,
    "replaceAll": _replace_all_matches,
    "split": _split_at_matches,
}
"""The methods of texts whose first argument is a regular expression."""
