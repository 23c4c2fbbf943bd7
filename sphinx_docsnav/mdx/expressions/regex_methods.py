"""The methods of regular expressions, and those of texts that take one."""

from __future__ import annotations

import re

from sphinx_docsnav.mdx.expressions.budget import Budget
from sphinx_docsnav.mdx.expressions.methods import CallFunction, Method, whole
from sphinx_docsnav.mdx.expressions.regex_pattern import read_pattern
from sphinx_docsnav.mdx.expressions.values import (
    UNDEFINED,
    MatchList,
    RefusalError,
    RegexValue,
    Value,
    to_text,
)

_REFERENCE = re.compile(r"\$(?:\$|&|<(\w+)>|([1-9]\d?))")


def make_regex(pattern: str, flags: str) -> RegexValue:
    """Return the value of ``/pattern/flags``."""
    read_pattern(pattern, flags)
    return RegexValue(pattern, flags)


def _compiled(regex: RegexValue, text: str, budget: Budget) -> re.Pattern[str]:
    """Return the expression, after paying for a search in *text*."""
    pattern = read_pattern(regex.pattern, regex.flags)
    budget.step(pattern.steps(len(text)))
    return pattern.compiled


def _groups(match: re.Match[str]) -> list[Value]:
    return [match[0], *(UNDEFINED if part is None else part for part in match.groups())]


def _found(match: re.Match[str]) -> MatchList:
    """Return what ``match()`` gives for one match."""
    found = MatchList(_groups(match))
    names = {name: UNDEFINED if part is None else part for name, part in match.groupdict().items()}
    found.members = {
        "index": match.start(),
        "input": match.string,
        "groups": names or UNDEFINED,
    }
    return found


def _next(regex: RegexValue, text: str, budget: Budget) -> re.Match[str] | None:
    """Return the next match; an expression with the flag ``g`` continues after its last one."""
    compiled = _compiled(regex, text, budget)
    if "g" not in regex.flags:
        return compiled.search(text)
    match = compiled.search(text, regex.last_index) if regex.last_index <= len(text) else None
    regex.last_index = match.end() if match else 0
    return match


def _argument(arguments: list[Value]) -> str:
    return to_text(arguments[0] if arguments else UNDEFINED)


def _test(value: RegexValue, arguments: list[Value], budget: Budget, _call: CallFunction) -> bool:
    return _next(value, _argument(arguments), budget) is not None


def _exec(value: RegexValue, arguments: list[Value], budget: Budget, _call: CallFunction) -> Value:
    match = _next(value, _argument(arguments), budget)
    return _found(match) if match else None


def _match(value: str, arguments: list[Value], budget: Budget, _call: CallFunction) -> Value:
    regex: RegexValue = arguments[0]
    compiled = _compiled(regex, value, budget)
    if "g" in regex.flags:
        return budget.items([match[0] for match in compiled.finditer(value)]) or None
    match = compiled.search(value)
    return _found(match) if match else None


def _match_all(value: str, arguments: list[Value], budget: Budget, _call: CallFunction) -> Value:
    found: list[Value] = [
        _found(match) for match in _compiled(arguments[0], value, budget).finditer(value)
    ]
    return budget.items(found)


def _search(value: str, arguments: list[Value], budget: Budget, _call: CallFunction) -> int:
    match = _compiled(arguments[0], value, budget).search(value)
    return match.start() if match else -1


def _replace(value: str, arguments: list[Value], budget: Budget, call: CallFunction) -> str:
    regex: RegexValue = arguments[0]
    new = arguments[1] if len(arguments) > 1 else UNDEFINED
    parts: list[str] = []
    length = end = 0
    for match in _compiled(regex, value, budget).finditer(value):
        budget.step()
        if isinstance(new, str) or new is UNDEFINED or new is None:
            put = _filled(to_text(new), match)
        else:
            put = to_text(call(new, [*_groups(match), match.start(), value]))
        parts += [value[end : match.start()], put]
        end = match.end()
        length += len(parts[-1]) + len(parts[-2])
        budget.room(length)
        if "g" not in regex.flags:
            break
    return budget.text("".join([*parts, value[end:]]))


def _filled(template: str, match: re.Match[str]) -> str:
    """Return *template* with ``$1``, ``$&`` and ``$<name>`` filled in."""

    def fill(reference: re.Match[str]) -> str:
        if reference[1]:
            return match.groupdict().get(reference[1]) or ""
        if reference[2]:
            number = int(reference[2])
            return (match[number] or "") if number <= len(match.groups()) else reference[0]
        return "$" if reference[0] == "$$" else match[0]

    return _REFERENCE.sub(fill, template) if "$" in template else template


def _split(value: str, arguments: list[Value], budget: Budget, _call: CallFunction) -> list[Value]:
    parts: list[Value] = []
    end = 0
    for match in _compiled(arguments[0], value, budget).finditer(value):
        if match.end() == match.start() and match.start() in {0, len(value)}:
            continue
        parts += [value[end : match.start()], *_groups(match)[1:]]
        end = match.end()
    parts.append(value[end:])
    return budget.items(parts)[: whole(arguments, 1, 10**9)]


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
