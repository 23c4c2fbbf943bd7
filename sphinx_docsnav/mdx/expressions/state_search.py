"""The states of a component: those that its effects set, and those that a reader's clicks set."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from sphinx_docsnav.mdx.expressions.component_reader import (
    ComponentReader,
    Control,
    Rendering,
    is_empty,
    state_key,
)
from sphinx_docsnav.mdx.expressions.evaluator import ComponentState
from sphinx_docsnav.mdx.expressions.values import RefusalError, StateNote, Value, is_number

MAX_STATES = 200
"""Renderings of one component."""
_ENOUGH = 30
"""So many renderings without anything new end the search: toggles have many combinations."""
LOADS = StateNote(
    "loads content with JavaScript when a reader opens the page; what it shows without it is kept",
    "write the content into the page",
)
"""An effect that needs a browser gives it a state."""
MOVES = StateNote(
    "changes its content by itself; the state that says most is shown",
    "write all contents into the page",
)
"""A timer changes what it says."""
_PROBE = "some text"
"""What a state is given to see whether it is shown."""
_COUNTED = re.compile(r"(?<![\w.])-?\d{1,9}(?![\d.])")


@dataclass
class Opening(ComponentReader):
    """What a component shows when its effects and timers have run."""

    _ran: dict[int, Value] = field(default_factory=dict)
    """What each effect that has run depends on."""
    _failed: bool = False
    """Some need a browser."""
    _unknown: set[int] = field(default_factory=set)
    """The states that those would set."""
    _words: set[str] = field(default_factory=set)
    """What any of the renderings says."""

    def settled(self, first: Rendering) -> Rendering:
        """Return the last rendering, or that which says most if a browser would go on."""
        state, best, most = ComponentState(), first.state.values, -1
        try:
            now = self.render(state)
            for _round in range(_ENOUGH):
                words = set(self.words(now.value))
                self._words |= words
                if len(words) > most or not (self._failed or state.ticking or state.timers):
                    best, most = dict(state.values), len(words)
                self._run(now)
                if state_key({**state.values, **state.changed}) == state_key(state.values):
                    break
                state.begin()
                now = self.render(state)
            return self.render(ComponentState(best))
        except (RefusalError, RecursionError):
            return first

    def notes(self, shown: Rendering) -> list[StateNote]:
        """Return what a message has to say of *shown*, the rendering that was chosen."""
        said = set(self.words(shown.value))
        lost = any(
            not _is_count(word, self._words) or self.is_written(word) for word in self._words - said
        )
        try:
            loads = any(self._changes(shown, index) for index in self._unknown)
        except RecursionError:
            loads = True
        return [LOADS] if loads else [MOVES] if lost else []

    def is_box(self, shown: Rendering) -> bool:
        """Return whether *shown* is an empty element that an effect may fill in a browser.

        So is nothing, where the page gives the component some content.
        """
        is_nothing = is_empty(shown.value) and is_empty(self.props.get("children"))
        return self._failed and not is_nothing and not any(self.words(shown.value))

    def _run(self, now: Rendering) -> None:
        """Run the effects of *now* whose values have changed; if they change nothing, a timer."""
        state = now.state
        for index, (effect, needs) in enumerate(state.effects):
            key = state_key(needs) if isinstance(needs, list) else None
            if key is None or self._ran.get(index) != key:
                self._ran[index] = key
                self._call(now, effect)
        if not state.changed:
            timers, state.timers = state.timers, []
            for timer in timers or state.ticking:
                self._call(now, timer)

    def _call(self, now: Rendering, function: Value) -> None:
        now.run.budget = self.budget
        try:
            now.run.call(function, [])
        except RefusalError:
            self.budget.step()
            self._failed = True
            named = set(map(id, self.named(function, set())))
            setters = now.state.setters
            self._unknown |= {index for index, setter in setters if id(setter) in named}

    def _changes(self, shown: Rendering, index: int) -> bool:
        """Return whether another value of the state *index* shows other words."""
        now: Value = shown.state.values.get(index)
        other: Value = _PROBE
        if isinstance(now, dict):
            return not now
        if isinstance(now, list):
            if now:
                return False
            other = [_PROBE]
        if is_flag := isinstance(now, bool):
            other = not now
        elif is_number(now):
            other = now + 1
        state = ComponentState({**shown.state.values, index: other})
        try:
            other_words = set(self.words(self.render(state).value, plain=is_flag))
        except RefusalError:
            return True
        words = set(self.words(shown.value, plain=is_flag))
        if isinstance(other, list):  # only one that hides what is shown is known to load nothing
            return not other_words < words
        return other_words != words


@dataclass
class Exploration(ComponentReader):
    """The renderings of one component, found by its controls."""

    shown: dict[int, Value] = field(default_factory=dict)
    """The renderings that show something new, by number."""
    controls: list[Control] = field(default_factory=list)
    """The controls of the first rendering."""
    tried: list[Rendering] = field(default_factory=list)
    """The renderings whose controls are tried."""
    _known: dict[str, int] = field(default_factory=dict)
    _words: set[str] = field(default_factory=set)
    _inner: set[tuple[bool, str]] = field(default_factory=set)
    """The words with those of the page's components, if they were asked for."""
    _idle: int = 0

    def try_all(self, first: Rendering) -> bool:
        """Find what the component can show after *first*; return whether that is all."""
        self.shown[0], self._known[first.key] = first.value, 0
        self.tried.append(first)
        try:
            self._words |= set(self.words(first.value))
            for rendering in self.tried:
                controls = list(self.controls_in(rendering.value))
                self.controls = self.controls or controls
                for index, control in enumerate(controls):
                    if rendering is not first and self._idle >= _ENOUGH:
                        return True
                    if not self._use(rendering, control, index):
                        return False
        except (RefusalError, RecursionError):
            return False
        return True

    def _use(self, before: Rendering, control: Control, index: int) -> bool:
        """Use *control*, the one at *index*; return whether there is room for what it shows."""
        self.budget.step()
        values = self.used(before, control)
        key = state_key(values)
        if key not in self._known:
            if len(self._known) >= MAX_STATES:
                return False
            self._known[key] = number = len(self._known)
            rendering = self.try_render(ComponentState(values))
            if rendering is None:
                return True
            words = set(self.words(rendering.value))
            self._idle += 1
            new = words - self._words
            goes_on = bool(new) and self._goes_on(before, rendering, index, words)
            if new and not goes_on and self._says_more(rendering.value):
                self.shown[number] = rendering.value
                self.tried.append(rendering)
                self._idle = 0
            self._words |= words
        control.leads_to = self._known[key]
        return True

    def _says_more(self, value: Value) -> bool:
        """Return whether the components of the page in *value* say what those before did not.

        One that is given a part of a list shows nothing new.
        """
        inner = set(self.inner_words(value))
        if not self._inner:
            self._inner = set(self.inner_words(self.tried[0].value))
        is_more = not inner <= self._inner
        self._inner |= inner
        return is_more

    def _goes_on(
        self, before: Rendering, rendering: Rendering, index: int, words: set[str]
    ) -> bool:
        """Return whether the same control shows other numbers each time: it counts."""
        after = self.after(rendering, index)
        if after is None:
            return False
        new = set(self.words(after.value)) - self._words - words
        if all(any(map(self.is_written, some)) for some in (words - self._words, new)):
            return False
        if _counts([list(self.words(one.value)) for one in (before, rendering, after)]):
            return True
        if not all(_is_count(word, self._words) for word in words - self._words):
            return False
        return bool(new) and all(_is_count(word, words) for word in new)

    def after(self, before: Rendering, index: int) -> Rendering | None:
        """Return what the control at *index* of *before* leads to, if that can be rendered."""
        controls = list(self.controls_in(before.value))
        if index >= len(controls):
            return None
        state = ComponentState(self.used(before, controls[index]))
        return before if state_key(state.values) == before.key else self.try_render(state)


def _counts(renderings: list[list[str]]) -> bool:
    """Return whether three renderings differ in nothing but numbers that grow by steps."""
    texts = [" ".join(words) for words in renderings]
    first, second, third = (list(map(int, _COUNTED.findall(text))) for text in texts)
    return len({_COUNTED.sub("0", text) for text in texts}) == 1 and all(
        b - a == c - b for a, b, c in zip(first, second, third, strict=True)
    )


def _is_count(word: str, known: set[str]) -> bool:
    """Return whether *word* is one of *known* but for a number that is one more or less."""
    number = re.search(r"(?<!\w)-?\d+|\d+", word)
    if number is None or len(number[0]) > 9:  # noqa: PLR2004  # nobody counts further
        return False
    changes = (int(number[0]) + step for step in (-1, 1))
    return any(f"{word[: number.start()]}{n}{word[number.end() :]}" in known for n in changes)
