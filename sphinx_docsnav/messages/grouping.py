"""Select which of many similar messages are shown, and summarize the others.

The same mistake can occur in a thousand places. A reader needs to see it, some of
its places and their number; a thousand lines would hide every other message.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from sphinx_docsnav.faults import Fault, FaultKind, Severity

PLACES = 3
"""How many places of the same problem are shown."""
PROBLEMS = 20
"""How many different problems of one kind and level are shown."""

_Kind = tuple[FaultKind, Severity]
_Problem = tuple[FaultKind, Severity, str]


@dataclass
class Grouping:
    """Counts faults, and decides which of them are shown."""

    shown: int = 0
    """How many faults were shown."""
    hidden: int = 0
    """How many faults were only counted."""
    _places: Counter[_Problem] = field(default_factory=Counter)
    _first: dict[_Problem, Fault] = field(default_factory=dict)
    _problems: Counter[_Kind] = field(default_factory=Counter)
    _others: Counter[_Kind] = field(default_factory=Counter)

    def admit(self, fault: Fault) -> bool:
        """Count *fault* and return whether it is shown."""
        kind, problem = (fault.kind, fault.severity), _problem(fault)
        if problem not in self._first and self._problems[kind] >= PROBLEMS:
            self._others[kind] += 1
            self.hidden += 1
            return False
        if problem not in self._first:
            self._first[problem] = fault
            self._problems[kind] += 1
        self._places[problem] += 1
        if self._places[problem] > PLACES:
            self.hidden += 1
            return False
        self.shown += 1
        return True

    def rest(self) -> Iterator[Fault]:
        """Yield the summaries of the faults that were only counted."""
        yield from self.more_places().values()
        yield from self.more_problems()

    def more_places(self) -> dict[_Problem, Fault]:
        """Return the line about each problem that has more places than were shown."""
        return {
            problem: _more_places(self._first[problem], count - PLACES)
            for problem, count in self._places.items()
            if count > PLACES
        }

    def more_problems(self) -> Iterator[Fault]:
        """Yield a line about each kind that has more problems than were shown."""
        for (kind, severity), more in self._others.items():
            yield _more_problems(kind, severity, more)


def grouped(faults: Sequence[Fault]) -> Iterator[Fault]:
    """Yield the faults to show, in order; the number of more places follows the last one shown."""
    grouping = Grouping()
    shown = [fault for fault in faults if grouping.admit(fault)]
    places = grouping.more_places()
    still = Counter(map(_problem, shown))
    for fault in shown:
        yield fault
        problem = _problem(fault)
        still[problem] -= 1
        if not still[problem] and problem in places:
            yield places[problem]
    yield from grouping.more_problems()


def shown_of(faults: Sequence[Fault]) -> int:
    """Return how many of *faults* are shown."""
    grouping = Grouping()
    return sum(grouping.admit(fault) for fault in faults)


def _problem(fault: Fault) -> _Problem:
    return fault.kind, fault.severity, fault.problem or fault.message


def _more_places(fault: Fault, more: int) -> Fault:
    places = "1 more place" if more == 1 else f"{more:,} more places"
    message = f"{places} with the same problem ({fault.problem or fault.message})"
    return Fault(fault.kind, fault.severity, message)


def _more_problems(kind: FaultKind, severity: Severity, more: int) -> Fault:
    messages = "1 more message" if more == 1 else f"{more:,} more messages"
    return Fault(kind, severity, f"{messages} of this type")
