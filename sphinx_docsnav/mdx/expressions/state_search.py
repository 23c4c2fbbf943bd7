"""A search for the states of a component: those that effects set, and those that clicks set."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from sphinx_docsnav.mdx.expressions.component_reader import (
    ComponentReader,
    Control,
    Rendering,
    get_state_key,
    is_empty,
)
from sphinx_docsnav.mdx.expressions.evaluator import ComponentState
from sphinx_docsnav.mdx.expressions.values import RefusalError, StateNote, Value, is_number

MAX_STATES = 200
"""The maximum number of renderings of one component."""
_ENOUGH = 30
"""The number of renderings without new content that ends the search.

Toggles can be combined in many ways that show nothing new.
"""
LOADS = StateNote(
    "loads content with JavaScript when a reader opens the page; what it shows without it is kept",
    "write the content into the page",
)
"""The note for a state that is set by an effect which needs a browser."""
MOVES = StateNote(
    "changes its content by itself; the state that says most is shown",
    "write all contents into the page",
)
"""The note for content that a timer changes."""
_PROBE = "some text"
"""The value that a state is given to see whether it is shown."""
_COUNTED = re.compile(r"(?<![\w.])-?\d{1,9}(?![\d.])")
"""A whole number in a text."""


@dataclass
class Opening(ComponentReader):
    """The rendering of a component after its effects and timers have run."""

    _ran: dict[int, Value] = field(default_factory=dict)
    """The dependencies of each effect that has run."""
    _failed: bool = False
    """Whether an effect needs a browser."""
    _unknown: set[int] = field(default_factory=set)
    """The indexes of the states that such effects would set."""
    _words: set[str] = field(default_factory=set)
    """The words of all renderings."""

    def settle(self, first: Rendering) -> Rendering:
        """Return the last rendering, or the one with the most words if a browser would go on."""
        state, best, most = ComponentState(), first.state.values, -1
        try:
            rendering = self.render(state)
            for _round in range(_ENOUGH):
                words = set(self.words(rendering.value))
                self._words |= words
                # A later rendering may show less, as when content is about to be loaded.
                if len(words) > most or not (self._failed or state.ticking or state.timers):
                    best, most = dict(state.values), len(words)
                self._run_effects(rendering)
                # Nothing has changed, so that no further rendering follows.
                if get_state_key({**state.values, **state.changed}) == get_state_key(state.values):
                    break
                # What effects and timers have set is the state of the next rendering.
                state.begin()
                rendering = self.render(state)
            return self.render(ComponentState(best))
        # A later rendering may need a browser; the first one did not.
        except (RefusalError, RecursionError):
            return first

    def notes(self, shown: Rendering) -> list[StateNote]:
        """Return the notes about *shown*, the rendering that was chosen."""
        shown_words = set(self.words(shown.value))
        lost = any(
            not _is_count(word, self._words) or self.is_written(word)
            for word in self._words - shown_words
        )
        try:
            loads = any(self._affects_words(shown, index) for index in self._unknown)
        except RecursionError:
            loads = True
        return [LOADS] if loads else [MOVES] if lost else []

    def is_box(self, shown: Rendering) -> bool:
        """Return whether *shown* is an empty element that an effect would fill in a browser.

        The same is true of no element if the page gives the component content.
        """
        is_nothing = is_empty(shown.value) and is_empty(self.props.get("children"))
        return self._failed and not is_nothing and not any(self.words(shown.value))

    def _run_effects(self, rendering: Rendering) -> None:
        """Run the effects whose dependencies changed; if that changes no state, run the timers."""
        state = rendering.state
        for index, (effect, needs) in enumerate(state.effects):
            key = get_state_key(needs) if isinstance(needs, list) else None
            if key is None or self._ran.get(index) != key:
                self._ran[index] = key
                self._call(rendering, effect)
        if not state.changed:
            timers, state.timers = state.timers, []
            for timer in timers or state.ticking:
                self._call(rendering, timer)

    def _call(self, rendering: Rendering, function: Value) -> None:
        """Call an effect or timer; if it needs a browser, record the states it would set."""
        rendering.run.budget = self.budget
        try:
            rendering.run.call(function, [])
        except RefusalError:
            self.budget.step()
            self._failed = True
            reachable = set(map(id, self.find_named_values(function, set())))
            setters = rendering.state.setters
            self._unknown |= {index for index, setter in setters if id(setter) in reachable}

    def _affects_words(self, shown: Rendering, index: int) -> bool:
        """Return whether another value of the state *index* would show other words."""
        current: Value = shown.state.values.get(index)
        other: Value = _PROBE
        if isinstance(current, dict):
            return not current
        if isinstance(current, list):
            if current:
                return False
            other = [_PROBE]
        if is_flag := isinstance(current, bool):
            other = not current
        elif is_number(current):
            other = current + 1
        state = ComponentState({**shown.state.values, index: other})
        try:
            other_words = set(self.words(self.render(state).value, plain=is_flag))
        except RefusalError:
            return True
        words = set(self.words(shown.value, plain=is_flag))
        # An added item that hides what is shown means that nothing is loaded.
        if isinstance(other, list):
            return not other_words < words
        return other_words != words


@dataclass
class Exploration(ComponentReader):
    """A search for the renderings of a component, by its controls."""

    shown: dict[int, Value] = field(default_factory=dict)
    """The renderings with new content, by number."""
    controls: list[Control] = field(default_factory=list)
    """The controls of the first rendering."""
    tried: list[Rendering] = field(default_factory=list)
    """The renderings whose controls are tried."""
    _known: dict[str, int] = field(default_factory=dict)
    """The number of each state, by its key."""
    _words: set[str] = field(default_factory=set)
    """The words of all renderings."""
    _inner: set[tuple[bool, str]] = field(default_factory=set)
    """The words of these renderings and of the components of the page in them."""
    _idle: int = 0
    """The number of renderings since the last one with new content."""

    def try_all(self, first: Rendering) -> bool:
        """Find what the component can show after *first*; return whether the search is complete."""
        self.shown[0], self._known[first.key] = first.value, 0
        self.tried.append(first)
        try:
            self._words |= set(self.words(first.value))
            # The list grows while renderings with new content are found.
            for rendering in self.tried:
                controls = list(self.controls_in(rendering.value))
                self.controls = self.controls or controls
                for index, control in enumerate(controls):
                    if rendering is not first and self._idle >= _ENOUGH:
                        return True
                    if not self._try_control(rendering, control, index):
                        return False
        except (RefusalError, RecursionError):
            return False
        return True

    def _try_control(self, before: Rendering, control: Control, index: int) -> bool:
        """Render the state that *control* sets; return whether the limit allows it."""
        self.budget.step()
        # States that were tried before are not rendered again.
        values = self.get_states_after(before, control)
        key = get_state_key(values)
        if key not in self._known:
            if len(self._known) >= MAX_STATES:
                return False
            self._known[key] = number = len(self._known)
            rendering = self.try_render(ComponentState(values))
            if rendering is None:
                return True
            words = set(self.words(rendering.value))
            self._idle += 1
            new_words = words - self._words
            is_counting = bool(new_words) and self._is_counting(before, rendering, index, words)
            if new_words and not is_counting and self._has_new_words(rendering.value):
                self.shown[number] = rendering.value
                self.tried.append(rendering)
                self._idle = 0
            self._words |= words
        # The titles of tabs are found by the renderings that controls lead to.
        control.leads_to = self._known[key]
        return True

    def _has_new_words(self, value: Value) -> bool:
        """Return whether the page's components in *value* show words that none before showed.

        A component that gets a part of a list shows nothing new.
        """
        inner = set(self.inner_words(value))
        if not self._inner:
            self._inner = set(self.inner_words(self.tried[0].value))
        is_more = not inner <= self._inner
        self._inner |= inner
        return is_more

    def _is_counting(
        self, before: Rendering, rendering: Rendering, index: int, words: set[str]
    ) -> bool:
        """Return whether the control shows other numbers each time, as a counter does."""
        after = self.after(rendering, index)
        if after is None:
            return False
        new_words = set(self.words(after.value)) - self._words - words
        if all(any(map(self.is_written, some)) for some in (words - self._words, new_words)):
            return False
        if _are_counting(
            [
                list(self.words(state_rendering.value))
                for state_rendering in (before, rendering, after)
            ]
        ):
            return True
        if not all(_is_count(word, self._words) for word in words - self._words):
            return False
        return bool(new_words) and all(_is_count(word, words) for word in new_words)

    def after(self, before: Rendering, index: int) -> Rendering | None:
        """Return the rendering that the control at *index* leads to, if it can be rendered."""
        controls = list(self.controls_in(before.value))
        if index >= len(controls):
            return None
        state = ComponentState(self.get_states_after(before, controls[index]))
        return before if get_state_key(state.values) == before.key else self.try_render(state)


def _are_counting(renderings: list[list[str]]) -> bool:
    """Return whether three renderings differ only in numbers that grow by equal steps."""
    texts = [" ".join(words) for words in renderings]
    first, second, third = (list(map(int, _COUNTED.findall(text))) for text in texts)
    # All text but the numbers is the same, and the numbers grow evenly.
    return len({_COUNTED.sub("0", text) for text in texts}) == 1 and all(
        b - a == c - b for a, b, c in zip(first, second, third, strict=True)
    )


def _is_count(word: str, known_words: set[str]) -> bool:
    """Return whether *word* is in *known_words* but for a number that is one higher or lower."""
    number = re.search(r"(?<!\w)-?\d+|\d+", word)
    if number is None or len(number[0]) > 9:  # noqa: PLR2004  # nobody counts further
        return False
    changes = (int(number[0]) + step for step in (-1, 1))
    return any(f"{word[: number.start()]}{n}{word[number.end() :]}" in known_words for n in changes)
