"""Regular expressions of JavaScript, as far as Python's can do the same in bounded time.

A pattern is read once: it is translated, and what a search may cost is
estimated from how many of its parts may match in several ways. Repeated groups
must match in one way only, so that no search takes exponential time.
"""

from __future__ import annotations

import functools
import math
import re
from dataclasses import dataclass

from sphinx_docsnav.mdx.expressions.budget import Budget
from sphinx_docsnav.mdx.expressions.text_methods import CallFunction, Method, whole
from sphinx_docsnav.mdx.expressions.values import (
    UNDEFINED,
    MatchList,
    RefusalError,
    RegexValue,
    Value,
    characters,
    combined,
    to_text,
    units,
)

MAX_PATTERN = 1_000
"""Characters of one pattern."""
MAX_REPEAT = 100
"""The largest number in ``{m,n}``."""
_COST_PER_STEP = 4_000
"""Comparisons of characters that count as one step of the evaluation."""

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
_IN_CLASS = re.compile(
    r"\\(?:u\{[0-9a-fA-F]{1,6}\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|.)|-|.", re.DOTALL
)
_LINE_END = r"\n\r\u2028\u2029"
_SETS = {
    "d": "0-9",
    "w": "A-Za-z0-9_",
    "s": r"\t\n\v\f\r \xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff",
}
_NEGATED = {
    "D": "[^0-9]",
    "W": "[^A-Za-z0-9_]",
    "S": f"[^{_SETS['s']}]",
}
_CONTROL = {"n": r"\n", "r": r"\r", "t": r"\t", "v": r"\v", "f": r"\f", "0": r"\x00"}
_FLAGS = frozenset("gimsu")


@dataclass(frozen=True, slots=True)
class RegexPattern:
    """A regular expression that can be used."""

    compiled: re.Pattern[str]
    """As Python has it."""
    repeats: int
    """How many parts of it repeat without an end."""
    ways: int
    """In how many ways its other parts can match."""

    def steps(self, length: int) -> int:
        """Return what a search in a text of *length* may cost at most, in steps."""
        searches = math.comb(length + self.repeats, self.repeats + 1)
        return 1 + length // 1000 + searches * self.ways // _COST_PER_STEP


@dataclass(slots=True)
class _Group:
    """An open group, or the whole pattern."""

    alternatives: int = 1
    varies: bool = False
    """Something in it can match in several ways."""
    is_look: bool = False


@functools.lru_cache(maxsize=512)
def read_pattern(pattern: str, flags: str) -> RegexPattern:
    """Return the regular expression that ``/pattern/flags`` writes.

    :raises RefusalError: it cannot be translated, or may take too long.
    """
    if len(pattern) > MAX_PATTERN:
        raise RefusalError(f"a regular expression has more than {MAX_PATTERN:,} characters")
    unknown = sorted(set(flags) - _FLAGS)
    if unknown:
        raise RefusalError(f"the flag '{unknown[0]}' of a regular expression is not supported")
    translation = _Translation(pattern, flags)
    python_flags = re.IGNORECASE if "i" in flags else re.NOFLAG
    try:
        compiled = re.compile(translation.text, python_flags)
    except (re.error, OverflowError, RecursionError):
        raise RefusalError(f"the regular expression /{pattern}/ cannot be read") from None
    return RegexPattern(compiled, translation.repeats, translation.ways)


class _Translation:
    """One pass over a pattern."""

    def __init__(self, pattern: str, flags: str) -> None:
        self.flags = flags
        self.pattern = pattern = pattern if "u" in flags else units(pattern)
        self.repeats, self.ways = 0, 1
        self.groups = [_Group()]
        self.closed: _Group | None = None
        parts = [self._part(match) for match in _TOKEN.finditer(pattern)]
        if len(self.groups) > 1:
            raise RefusalError(f"a bracket of the regular expression /{pattern}/ is not closed")
        self.text = characters("".join(parts)) if "u" in flags else "".join(parts)

    def _part(self, match: re.Match[str]) -> str:  # noqa: PLR0911  # one line per kind
        kind, text = match.lastgroup or "", match[0]
        if match["repeat"]:
            return self._repeat(match)
        self.closed = None
        if match["open"]:
            return self._open(match)
        if match["close"]:
            return self._close()
        if match["class"]:
            return self._class(text)
        if match["edge"]:
            return self._edge(text)
        if match["escape"]:
            return self._escape(text)
        if match["any"]:
            return "(?s:.)" if "s" in self.flags else f"[^{_LINE_END}]"
        if kind == "or":
            self.groups[-1].alternatives += 1
            return "|"
        return re.escape(text)

    def _open(self, match: re.Match[str]) -> str:
        text = match["open"]
        if text == "(" and self.pattern.startswith("?", match.end()):
            raise RefusalError("lookbehind in a regular expression is not supported")
        self.groups.append(_Group(is_look=text in {"(?=", "(?!"}))
        return f"(?P<{match['name']}>" if match["name"] else text

    def _close(self) -> str:
        if len(self.groups) == 1:
            raise RefusalError(f"a bracket of the regular expression /{self.pattern}/ is not open")
        self.closed = self.groups.pop()
        self.ways *= self.closed.alternatives
        self.groups[-1].varies |= self.closed.varies or self.closed.alternatives > 1
        return ")"

    def _repeat(self, match: re.Match[str]) -> str:
        low, high = _bounds(match)
        if max(low, high or 0) > MAX_REPEAT:
            raise RefusalError(
                f"a regular expression repeats something more than {MAX_REPEAT} times"
            )
        group, self.closed = self.closed, None
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

    def _edge(self, text: str) -> str:
        if text[0] == "\\":
            return f"(?a:{text})"
        if "m" in self.flags:
            return f"(?m:{text})"
        return "^" if text == "^" else r"\Z"

    def _escape(self, text: str) -> str:
        letter = text[1]
        if letter in _SETS:
            return f"[{_SETS[letter]}]"
        return _NEGATED.get(letter) or self._character(text)

    def _character(self, text: str) -> str:
        """Return what an escape for one character is in Python."""
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

    def _class(self, text: str) -> str:
        is_negated = text.startswith("[^")
        inner = text[2 if is_negated else 1 : -1]
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
                # Python's own is a little wider; a set cannot hold a negated one otherwise.
                parts.append(part)
            else:
                parts.append(self._character(part) if part[0] == "\\" else re.escape(part))
        return f"[{'^' if is_negated else ''}{''.join(parts)}]"


def _bounds(match: re.Match[str]) -> tuple[int, int | None]:
    """Return how often a part repeats, ``None`` for without an end."""
    if match["low"]:
        low = int(match["low"])
        if not match["comma"]:
            return low, low
        return low, int(match["high"]) if match["high"] else None
    sign = match["repeat"][0]
    return int(sign == "+"), 1 if sign == "?" else None


_REFERENCE = re.compile(r"\$(?:[$&`']|<(\w+)>|([1-9]\d?))")


def make_regex(pattern: str, flags: str) -> RegexValue:
    """Return the value of ``/pattern/flags``."""
    read_pattern(pattern, flags)
    return RegexValue(pattern, flags)


def _compiled(regex: RegexValue, text: str, budget: Budget) -> re.Pattern[str]:
    """Return the expression, after paying for a search in *text*."""
    pattern = read_pattern(regex.pattern, regex.flags)
    budget.step(pattern.steps(len(text)))
    return pattern.compiled


def _read(regex: RegexValue, text: str) -> str:
    """Return *text* as *regex* reads it: only its flag ``u`` sees whole characters."""
    return text if "u" in regex.flags else units(text)


def _given(part: str | None) -> Value:
    return UNDEFINED if part is None else characters(part)


def _groups(match: re.Match[str]) -> list[Value]:
    return [_given(match[0]), *map(_given, match.groups())]


def _index(match: re.Match[str], end: int, budget: Budget) -> int:
    """Return *end*, a place in the text of *match*, as JavaScript counts it."""
    if match.string.isascii():
        return end
    budget.step(end // 1000)
    return len(units(match.string[:end]))


def _found(match: re.Match[str], budget: Budget) -> MatchList:
    """Return what ``match()`` gives for one match."""
    found = MatchList(_groups(match))
    names = {name: _given(part) for name, part in match.groupdict().items()}
    found.members = {
        "index": _index(match, match.start(), budget),
        "input": characters(match.string),
        "groups": names or UNDEFINED,
    }
    return found


def _next(regex: RegexValue, text: str, budget: Budget) -> re.Match[str] | None:
    """Return the next match; an expression with the flag ``g`` continues after its last one."""
    compiled, text = _compiled(regex, text, budget), _read(regex, text)
    if "g" not in regex.flags:
        return compiled.search(text)
    start = regex.last_index
    if "u" in regex.flags and not text.isascii():
        start += len(combined(units(text)[:start])) - len(units(text)[:start])
    match = compiled.search(text, start) if start <= len(text) else None
    regex.last_index = _index(match, match.end(), budget) if match else 0
    return match


def _argument(arguments: list[Value]) -> str:
    return to_text(arguments[0] if arguments else UNDEFINED)


def _test(value: RegexValue, arguments: list[Value], budget: Budget, _call: CallFunction) -> bool:
    return _next(value, _argument(arguments), budget) is not None


def _exec(value: RegexValue, arguments: list[Value], budget: Budget, _call: CallFunction) -> Value:
    match = _next(value, _argument(arguments), budget)
    return _found(match, budget) if match else None


def _match(value: str, arguments: list[Value], budget: Budget, _call: CallFunction) -> Value:
    regex: RegexValue = arguments[0]
    compiled, value = _compiled(regex, value, budget), _read(regex, value)
    if "g" in regex.flags:
        found = [characters(match[0]) for match in compiled.finditer(value)]
        return budget.items(found) or None
    match = compiled.search(value)
    return _found(match, budget) if match else None


def _match_all(value: str, arguments: list[Value], budget: Budget, _call: CallFunction) -> Value:
    compiled, value = _compiled(arguments[0], value, budget), _read(arguments[0], value)
    return budget.items([_found(match, budget) for match in compiled.finditer(value)])


def _search(value: str, arguments: list[Value], budget: Budget, _call: CallFunction) -> int:
    match = _compiled(arguments[0], value, budget).search(_read(arguments[0], value))
    return _index(match, match.start(), budget) if match else -1


def _replace(value: str, arguments: list[Value], budget: Budget, call: CallFunction) -> str:
    regex: RegexValue = arguments[0]
    new = arguments[1] if len(arguments) > 1 else UNDEFINED
    parts: list[str] = []
    length = end = 0
    compiled, text = _compiled(regex, value, budget), _read(regex, value)
    for match in compiled.finditer(text):
        budget.step()
        if isinstance(new, str) or new is UNDEFINED or new is None:
            put = _filled(to_text(new), match)
        else:
            at = _index(match, match.start(), budget)
            put = to_text(call(new, [*_groups(match), at, value]))
        parts += [text[end : match.start()], put]
        end = match.end()
        length += len(parts[-1]) + len(parts[-2])
        budget.room(length)
        if "g" not in regex.flags:
            break
    return budget.text(characters("".join([*parts, text[end:]])))


def _filled(template: str, match: re.Match[str]) -> str:
    """Return *template* with ``$1``, ``$&`` and ``$<name>`` filled in."""

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


def _split(value: str, arguments: list[Value], budget: Budget, _call: CallFunction) -> list[Value]:
    parts: list[Value] = []
    end = 0
    compiled, value = _compiled(arguments[0], value, budget), _read(arguments[0], value)
    for match in compiled.finditer(value):
        if match.end() == match.start() and match.start() in {0, len(value)}:
            continue
        parts += [characters(value[end : match.start()]), *_groups(match)[1:]]
        end = match.end()
    parts.append(characters(value[end:]))
    return budget.items(parts)[: whole(arguments, 1, 10**9) & 0xFFFFFFFF]


def _replace_all(value: str, arguments: list[Value], budget: Budget, call: CallFunction) -> str:
    if "g" not in arguments[0].flags:
        raise RefusalError("replaceAll() of a regular expression needs its flag 'g'")
    return _replace(value, arguments, budget, call)


REGEX: dict[str, Method] = {"test": _test, "exec": _exec, "toString": lambda value, *_: str(value)}
"""Methods of regular expressions."""
REGEX_STRING: dict[str, Method] = {
    "match": _match,
    "matchAll": _match_all,
    "search": _search,
    "replace": _replace,
    "replaceAll": _replace_all,
    "split": _split,
}
"""Methods of texts whose first argument is a regular expression."""
