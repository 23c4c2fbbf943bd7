"""All that a component with state can show, as one value that never changes.

The component is rendered, each of its handlers is called as a reader would call
it, and it is rendered again with the states that this set. The renderings are
then laid over each other: what is the same in all stands once, what only one
has is kept in its place, and where they differ the contents become tabs, titled
by what a reader clicks, or follow one another. Before, its effects run as far as they need no
browser.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby, pairwise
from typing import TypeAlias

from sphinx_docsnav.mdx.expressions.budget import (
    MAX_STEPS,
    MAX_WEIGHT,
    Budget,
    Reserve,
    check_weight,
)
from sphinx_docsnav.mdx.expressions.evaluator import ComponentState, Evaluator
from sphinx_docsnav.mdx.expressions.values import (
    UNDEFINED,
    BuiltIn,
    JsxComponent,
    JsxValue,
    RefusalError,
    StateNote,
    Value,
    is_nothing,
    is_number,
    to_text,
)

MAX_STATES = 200
"""Renderings of one component."""
_ENOUGH = 30
"""So many renderings without anything new end the search: toggles have many combinations."""


SEVERAL = StateNote(
    "shows several contents in turn when a reader clicks; they are shown one after another"
)
"""No titles for tabs were found."""
UNFINISHED = StateNote("has more states than can be tried; what only those show is left out")
"""Contents may be missing."""
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

_UNDOES = re.compile(r"on(?:\w*Leave|\w*Out|Blur|Key\w*|Scroll|Error|Load)\Z")
_WIDGETS = frozenset({"button", "input", "label", "option", "select", "summary", "textarea"})
"""Elements whose words name what a click does."""
_PARTS = frozenset(
    """
    a abbr b caption cite code dd del dt em figcaption g h1 h2 h3 h4 h5 h6 i ins kbd li mark p pre
    q s samp small span strong sub sup tbody td text tfoot th thead tr tspan u var
    """.split()  # noqa: SIM905  # a list of words
)
"""Elements that stand as a whole in each content, so that no words are torn apart."""
_INLINE = frozenset("a abbr b code em i kbd mark q s small span strong sub sup u var".split())  # noqa: SIM905  # a list of words
_LOOKS = frozenset(
    {"class", "className", "disabled", "hidden", "id", "key", "ref", "role", "style"}
)
"""Attributes that change how an element looks, and not what it says."""
_SPEAKING = frozenset({"alt", "dangerouslySetInnerHTML", "href", "src", "srcDoc", "value"})
"""Attributes of HTML that say something."""
_DRAWINGS = frozenset({"svg", "Icon"})
_HIDING = frozenset({"hidden", "sr-only", "invisible"})
_LONGEST_TITLE = 80
_NAME = re.compile(r"[^\W\d][\w$]*")
_LETTER = re.compile(r"[^\W\d_]")
_WORD = re.compile(r"\w")
_ARROWS = " ▲△▴▶▷▸►▼▽▾◀◁◂◄⌃⌄"
"""What turns when a part opens."""
_CELLS = frozenset("caption dd dt g li tbody td text tfoot th thead tr tspan".split())  # noqa: SIM905  # a list of words
"""Elements that stand in others of their kind only."""
_PROBE = "some text"
"""What a state is given to see whether it is shown."""


@dataclass(slots=True)
class _Control:
    """What a reader can use: an element, its handler and what the handler is told."""

    handler: Value
    event: Value
    title: str
    is_title: bool
    """Whether the element says nothing but its title."""
    leads_to: int = -1
    """The rendering that follows; -1 if nothing changes."""


@dataclass(frozen=True, slots=True)
class _Fold:
    """A control that shows and hides one part, and nothing else."""

    control: _Control
    title: str
    is_open: bool
    """Whether the part shows before a reader uses the control."""
    part: Counter[str]
    """The words of the part."""
    others: Counter[str]
    """The words that stay."""


@dataclass(slots=True)
class _Rendering:
    run: Evaluator
    state: ComponentState
    value: Value


@dataclass(slots=True)
class _Choice:
    """Contents of which a rendering shows one, each with the renderings that show it."""

    options: list[tuple[set[int], Value]] = field(default_factory=list)


def show_all(
    component: JsxComponent,
    props: Mapping[str, Value],
    reserve: Reserve | None = None,
    steps: int = MAX_STEPS,
) -> tuple[Value, list[StateNote]]:
    """Return what *component* shows at first and can show later, and notes if that is not clear.

    :param reserve: steps that components of a page share if they need more than most.
    :param steps: how many steps of its own each part of the work has.
    :raises RefusalError: the first rendering is refused.
    """
    first = _rendered(component, props, Budget(steps, reserve=reserve), ComponentState())
    notes: list[StateNote] = []
    is_box = False
    if first.state.effects:
        opening = _Opening(component, props, Budget(steps, reserve=reserve))
        first = opening.settled(first)
        is_box, notes = opening.is_box(first), opening.notes(first)
    value, replaced = first.value, frozenset[int]()
    if first.state.count:
        found = _Exploration(component, props, Budget(steps, reserve=reserve), first)
        unfinished = not found.try_all()
        merge = _Merge(found.controls, component.scope, Budget(steps, reserve=reserve))
        try:
            value, replaced = merge.settled(merge.merged(found.shown)), merge.replaced
            if folds := list(found.folds()) if "Accordion" not in component.scope else []:
                value = _folded(value, folds, Budget(steps, reserve=reserve))
        except (RefusalError, RecursionError):
            unfinished = True
        notes += filter(None, [UNFINISHED if unfinished else merge.note])
    last = Budget(MAX_WEIGHT)
    if is_box and LOADS not in notes and not any(_words(value, last)):
        notes.insert(0, LOADS)
    if LOADS in notes and not any(_texts(value, last)):
        known = (_block(props.get("title", UNDEFINED)), props.get("children", UNDEFINED))
        return JsxValue("", {}, known), [LOADS]
    return _without_handlers(value, replaced, last), notes


def _rendered(
    component: JsxComponent, props: Mapping[str, Value], budget: Budget, state: ComponentState
) -> _Rendering:
    run = Evaluator(budget, component.place)
    run.component, run.has_handlers = state, True
    value = run.changes.settled(run.call(component, [dict(props)]))
    check_weight(value)
    return _Rendering(run, state, value)


class _Opening:
    """What a component shows when its effects and timers have run."""

    def __init__(self, component: JsxComponent, props: Mapping[str, Value], budget: Budget) -> None:
        self.component, self.props, self.budget = component, props, budget
        self._ran: dict[int, Value] = {}
        """What each effect that has run depends on."""
        self._failed = False
        """Some need a browser."""
        self._unknown: set[int] = set()
        """The states that those would set."""
        self._words: set[str] = set()
        """What any of the renderings says."""

    def settled(self, first: _Rendering) -> _Rendering:
        """Return the last rendering, or that which says most if a browser would go on."""
        state, best, most = ComponentState(), first.state.values, -1
        try:
            now = self._rendered(state)
            for _round in range(_ENOUGH):
                words = set(_words(now.value, self.budget))
                self._words |= words
                if len(words) > most or not (self._failed or state.ticking or state.timers):
                    best, most = dict(state.values), len(words)
                self._run(now)
                if _state_key({**state.values, **state.changed}) == _state_key(state.values):
                    break
                state.begin()
                now = self._rendered(state)
            return self._rendered(ComponentState(best))
        except (RefusalError, RecursionError):
            return first

    def notes(self, shown: _Rendering) -> list[StateNote]:
        """Return what a message has to say of *shown*, the rendering that was chosen."""
        said = set(_words(shown.value, self.budget))
        known = _Written(self.component, self.props, self.budget)
        lost = any(
            not _is_count(word, self._words) or known.has(word) for word in self._words - said
        )
        try:
            loads = any(self._changes(shown, index) for index in self._unknown)
        except RecursionError:
            loads = True
        return [LOADS] if loads else [MOVES] if lost else []

    def is_box(self, shown: _Rendering) -> bool:
        """Return whether *shown* is an empty element that an effect may fill in a browser.

        So is nothing, where the page gives the component some content.
        """
        is_nothing = _is_empty(shown.value) and _is_empty(self.props.get("children"))
        return self._failed and not is_nothing and not any(_words(shown.value, self.budget))

    def _rendered(self, state: ComponentState) -> _Rendering:
        return _rendered(self.component, self.props, self.budget, state)

    def _run(self, now: _Rendering) -> None:
        """Run the effects of *now* whose values have changed; if they change nothing, a timer."""
        state = now.state
        for index, (effect, needs) in enumerate(state.effects):
            key = _state_key(needs) if isinstance(needs, list) else None
            if key is None or self._ran.get(index) != key:
                self._ran[index] = key
                self._call(now, effect)
        if not state.changed:
            timers, state.timers = state.timers, []
            for timer in timers or state.ticking:
                self._call(now, timer)

    def _call(self, now: _Rendering, function: Value) -> None:
        now.run.budget = self.budget
        try:
            now.run.call(function, [])
        except RefusalError:
            self.budget.step()
            self._failed = True
            named = set(map(id, _named(function, set(), self.budget)))
            setters = now.state.setters
            self._unknown |= {index for index, setter in setters if id(setter) in named}

    def _changes(self, shown: _Rendering, index: int) -> bool:
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
            other_words = set(_words(self._rendered(state).value, self.budget, plain=is_flag))
        except RefusalError:
            return True
        words = set(_words(shown.value, self.budget, plain=is_flag))
        if isinstance(other, list):  # only one that hides what is shown is known to load nothing
            return not other_words < words
        return other_words != words


def _named(function: Value, seen: set[int], budget: Budget) -> Iterator[Value]:
    """Yield what *function* names, and what the functions name that it names."""
    if not isinstance(function, JsxComponent) or id(function.function) in seen:
        return
    seen.add(id(function.function))
    for name in set(_NAME.findall(function.function.source)):
        budget.step()
        if name in function.scope:
            yield function.scope[name]
            yield from _named(function.scope[name], seen, budget)


class _Written:
    """The texts that stand in a component and in what it names, as they are."""

    def __init__(self, component: JsxComponent, props: Mapping[str, Value], budget: Budget) -> None:
        self._of, self._budget = (component, props), budget
        self._text = ""

    def has(self, word: str) -> bool:
        """Return whether *word* is such a text, or a number that is an item or a member."""
        if not self._text:
            component, props = self._of
            values = [component, *_named(component, set(), self._budget), dict(props)]
            sources = [one.function.source for one in values if isinstance(one, JsxComponent)]
            self._text = "\n".join([*sources, *_texts(values, self._budget)]).replace("\\", "")
        self._budget.step(1 + len(self._text) // 256)
        if _LETTER.search(word):
            return word in self._text
        item = rf"[\[,:\n][ \t]*{re.escape(word)}[ \t]*(?:[,\]}}\n]|\Z)"
        return re.search(item, self._text) is not None


class _Exploration:
    """The renderings of one component."""

    def __init__(
        self, component: JsxComponent, props: Mapping[str, Value], budget: Budget, first: _Rendering
    ) -> None:
        self.component, self.props, self.budget = component, props, budget
        self.first = first
        self.shown: dict[int, Value] = {0: first.value}
        """The renderings that show something new, by number."""
        self.controls: list[_Control] = []
        """The controls of the first rendering."""
        self._known = {_state_key(first.state.values): 0}
        self._left = [first]
        """The renderings whose controls are tried."""
        self._written = _Written(component, props, budget)
        self._words: set[str] = set()
        self._inner: set[tuple[bool, str]] = set()
        """The words with those of the page's components, if they were asked for."""
        self._idle = 0

    def try_all(self) -> bool:
        """Find what the component can show; return whether that is all."""
        left = self._left
        try:
            self._words |= set(_words(self.first.value, self.budget))
            for rendering in left:
                controls = list(_controls(rendering.value, self.budget))
                self.controls = self.controls or controls
                for index, control in enumerate(controls):
                    if rendering is not self.first and self._idle >= _ENOUGH:
                        return True
                    if not self._use(rendering, control, index, left):
                        return False
        except (RefusalError, RecursionError):
            return False
        return True

    def _use(
        self, before: _Rendering, control: _Control, index: int, left: list[_Rendering]
    ) -> bool:
        """Use *control*, the one at *index*; return whether there is room for what it shows."""
        self.budget.step()
        values = _used(before, control, self.budget)
        key = _state_key(values)
        if key not in self._known:
            if len(self._known) >= MAX_STATES:
                return False
            self._known[key] = number = len(self._known)
            state = ComponentState(values)
            try:
                rendering = _rendered(self.component, self.props, self.budget, state)
            except RefusalError:
                self.budget.step()  # it ends all of this if nothing is left
                return True
            words = set(_words(rendering.value, self.budget))
            self._idle += 1
            new = words - self._words
            goes_on = bool(new) and self._goes_on(before, rendering, index, words)
            if new and not goes_on and self._says_more(rendering.value):
                self.shown[number] = rendering.value
                left.append(rendering)
                self._idle = 0
            self._words |= words
        control.leads_to = self._known[key]
        return True

    def _says_more(self, value: Value) -> bool:
        """Return whether the components of the page in *value* say what those before did not.

        One that is given a part of a list shows nothing new.
        """
        inner = set(_inner_words(value, self.budget))
        if not self._inner:
            self._inner = set(_inner_words(self.first.value, self.budget))
        is_more = not inner <= self._inner
        self._inner |= inner
        return is_more

    def _goes_on(
        self, before: _Rendering, rendering: _Rendering, index: int, words: set[str]
    ) -> bool:
        """Return whether the same control shows other numbers each time: it counts."""
        after = self._after(rendering, index)
        if after is None:
            return False
        new = set(_words(after.value, self.budget)) - self._words - words
        if all(any(map(self._written.has, some)) for some in (words - self._words, new)):
            return False
        if _counts([list(_words(one.value, self.budget)) for one in (before, rendering, after)]):
            return True
        if not all(_is_count(word, self._words) for word in words - self._words):
            return False
        return bool(new) and all(_is_count(word, words) for word in new)

    def _after(self, before: _Rendering, index: int) -> _Rendering | None:
        """Return what the control at *index* of *before* leads to, if that can be rendered."""
        controls = list(_controls(before.value, self.budget))
        if index >= len(controls):
            return None
        state = ComponentState(_used(before, controls[index], self.budget))
        if _state_key(state.values) == _key_of(before):
            return before
        try:
            return _rendered(self.component, self.props, self.budget, state)
        except RefusalError:
            self.budget.step()  # it ends all of this if nothing is left
            return None

    def folds(self) -> Iterator[_Fold]:
        """Yield the controls that only show and hide one part."""
        known: set[str] = set()
        try:
            for before in self._left:
                controls = list(_controls(before.value, self.budget))
                for index, control in enumerate(controls):
                    is_new = control.title not in known and control.is_title
                    if is_new and _WORD.search(control.title):
                        yield from self._fold(before, index, control)
                known.update(control.title for control in controls)
        except (RefusalError, RecursionError):
            return

    def _fold(self, before: _Rendering, index: int, control: _Control) -> Iterator[_Fold]:
        """Yield what *control* shows and hides, if it shows one of two states in turn."""
        once = self._after(before, index)
        if once is None or once is before or (twice := self._after(once, index)) is None:
            return
        again = self._after(twice, index)
        if again is None or _key_of(again) != _key_of(once):
            return
        first, second = (
            Counter(filter(_WORD.search, _words(one.value, self.budget))) for one in (once, twice)
        )
        is_open = first < second
        if not is_open and not second < first:
            return
        opened, closed = (twice, once) if is_open else (once, twice)
        marks, words = (
            list(_controls(one.value, self.budget))[index].title.split() for one in (opened, closed)
        )
        title = " ".join(word for word in words if word in marks or _WORD.search(word))
        yield _Fold(
            control,
            title.strip(_ARROWS),
            is_open and _key_of(twice) == _key_of(before),
            part=(first | second) - (first & second),
            others=first & second,
        )


def _key_of(rendering: _Rendering) -> str:
    return _state_key(rendering.state.values)


def _used(before: _Rendering, control: _Control, budget: Budget) -> dict[int, Value]:
    """Return the states after a reader used *control*; code for a browser ends there."""
    before.state.changed = {}
    before.run.budget, dated = budget, budget.is_dated
    try:
        before.run.call(control.handler, [control.event])
    except RefusalError:
        budget.step()
    budget.is_dated = dated  # the time of a click is not shown
    return {**before.state.values, **before.state.changed}


def _counts(renderings: list[list[str]]) -> bool:
    """Return whether three renderings differ in nothing but numbers that grow by steps."""
    texts = [" ".join(words) for words in renderings]
    numbers = [list(map(int, _COUNTED.findall(text))) for text in texts]
    first, second, third = numbers
    return len({_COUNTED.sub("0", text) for text in texts}) == 1 and all(
        b - a == c - b for a, b, c in zip(first, second, third, strict=True)
    )


_COUNTED = re.compile(r"(?<![\w.])-?\d{1,9}(?![\d.])")


def _is_count(word: str, known: set[str]) -> bool:
    """Return whether *word* is one of *known* but for a number that is one more or less."""
    number = re.search(r"(?<!\w)-?\d+|\d+", word)
    if number is None or len(number[0]) > 9:  # noqa: PLR2004  # nobody counts further
        return False
    changes = (int(number[0]) + step for step in (-1, 1))
    return any(f"{word[: number.start()]}{n}{word[number.end() :]}" in known for n in changes)


def _state_key(value: Value, depth: int = 0) -> str:
    if isinstance(value, dict) and depth < 8:  # noqa: PLR2004  # states are small
        members = (f"{key!r}:{_state_key(value[key], depth + 1)}" for key in value)
        return "{" + ",".join(members) + "}"
    if isinstance(value, list) and depth < 8:  # noqa: PLR2004  # states are small
        return "[" + ",".join(_state_key(item, depth + 1) for item in value) + "]"
    if isinstance(value, (str, int, float)) or is_nothing(value):
        return repr(value)
    return f"#{id(value)}"


# --- what a rendering holds -------------------------------------------------------------------


def _elements(value: Value, budget: Budget) -> Iterator[JsxValue]:
    left = [value]
    while left:
        budget.step()
        item = left.pop()
        if isinstance(item, list):
            left += reversed(item)
        elif isinstance(item, JsxValue):
            yield item
            left += reversed(item.children)


def _handlers(element: JsxValue) -> Iterator[tuple[str, Value]]:
    for name, value in element.props.items():
        if name.startswith("on") and name[2:3].isupper() and _is_function(value):
            yield name, value


def _controls(value: Value, budget: Budget) -> Iterator[_Control]:
    for element in _elements(value, budget):
        if element.props.get("disabled") is True:
            continue
        functions = [prop for prop in element.props.values() if _is_function(prop)]
        if functions and isinstance(element.target, JsxComponent):
            inside = _inside(element, budget)
            if inside is not None:
                yield from _controls(inside.value, budget)
                continue
        for name, handler in _handlers(element):
            if _UNDOES.match(name):
                continue
            words = " ".join(" ".join(_texts(element, budget)).split())
            for target, title in _targets(element, budget):
                event = {"target": target, "currentTarget": target, **_EVENT}
                is_title = element.name == "select" or words == title
                yield _Control(handler, event, title, is_title)


def _inside(element: JsxValue, budget: Budget) -> _Rendering | None:
    """Return what a component of the page makes of the properties of *element*."""
    if not isinstance(element.target, JsxComponent):
        return None
    props = dict(element.props)
    if element.children:
        props["children"] = _several(element.children)
    try:
        return _rendered(element.target, props, budget, ComponentState())
    except RefusalError:
        budget.step()
        return None


def _is_function(value: Value) -> bool:
    return isinstance(value, (BuiltIn, JsxComponent))


def _targets(element: JsxValue, budget: Budget) -> Iterable[tuple[dict[str, Value], str]]:
    """Return the values that an element can be given, each with its title."""
    if element.name == "select":
        inner = _elements(list(element.children), budget)
        return [_target(option, budget) for option in inner if option.name == "option"]
    if element.props.get("type") == "checkbox":
        return [({"checked": checked}, "") for checked in (True, False)]
    return [_target(element, budget)]


def _target(element: JsxValue, budget: Budget) -> tuple[dict[str, Value], str]:
    names = ("aria-label", "title", "label")
    named = next((element.props[name] for name in names if name in element.props), "")
    words = " ".join(" ".join(_texts(JsxValue("", {}, element.children), budget)).split())
    title = words or (named if isinstance(named, str) else "")
    value = element.props.get("value", title)
    return {"value": value, "checked": True, "textContent": title}, title


def _do_nothing(_arguments: list[Value], _budget: Budget, _call: object) -> Value:
    return UNDEFINED


_EVENT: dict[str, Value] = {
    name: BuiltIn(name, _do_nothing) for name in ("preventDefault", "stopPropagation", "persist")
}


def _is_empty(value: Value) -> bool:
    return is_nothing(value) or isinstance(value, bool) or value in ("", [])


def _texts(value: Value, budget: Budget) -> Iterator[str]:
    """Yield what *value* says: its texts, and the attributes that say something."""
    left = [value]
    while left:
        budget.step()  # what is shared is read as often as it shows
        item = left.pop()
        if isinstance(item, list):
            left += reversed(item)
        elif isinstance(item, JsxValue):
            if item.name not in _DRAWINGS:
                budget.step(len(item.children) // 4)
                left += reversed(list(_runs(item.children)))
                left += [prop for _name, prop in _said(item)]
        elif isinstance(item, dict):
            left += item.values()
        elif not _is_empty(item) and not _is_function(item):
            yield to_text(item) if isinstance(item, str) or is_number(item) else f"#{id(item)}"


def _runs(children: tuple[Value, ...]) -> Iterator[Value]:
    """Yield *children*, texts beside each other as one: ``{1}. Why``."""
    shown = (child for child in children if not _is_empty(child))
    for is_text, group in groupby(shown, lambda one: isinstance(one, str) or is_number(one)):
        if is_text:
            yield "".join(map(to_text, group))
        else:
            yield from group


def _said(element: JsxValue) -> Iterator[tuple[str, Value]]:
    """Yield the attributes of *element* that say something."""
    is_own = isinstance(element.target, JsxComponent)
    for name, value in element.props.items():
        if name in _LOOKS or name.startswith(("on", "aria-", "data-")) or value == "#":
            continue
        if element.name.islower() and name not in _SPEAKING:
            continue
        if isinstance(value, bool) and is_own:
            yield name, f"{name}={value}"
        elif not isinstance(value, (bool, BuiltIn, JsxComponent)):
            yield name, value


def _words(
    value: Value, budget: Budget, *, plain: bool = False, apart: bool = False
) -> Iterator[str]:
    """Yield the texts of a rendering that are no titles of controls; no addresses if *plain*.

    What a component of the page is given is one word, or one for each text if *apart*.
    """
    budget.step()
    if isinstance(value, JsxValue):
        if value.name in _WIDGETS or _is_hidden(value):
            return
        is_own = isinstance(value.target, JsxComponent)
        if is_own or not plain:
            said = list(_texts([item for _name, item in _said(value)], budget))
            yield from ["|".join(said)] if is_own and not apart else said
        for child in value.children:
            yield from _words(child, budget, plain=plain, apart=apart)
    elif isinstance(value, list):
        for item in value:
            yield from _words(item, budget, plain=plain, apart=apart)
    else:
        yield from _texts(value, budget)


def _inner_words(value: Value, budget: Budget) -> Iterator[tuple[bool, str]]:
    """Yield the words of *value*, and as shown those that the components of the page in it show."""
    yield from ((False, word) for word in _words(value, budget, apart=True))
    for element in _elements(value, budget):
        if isinstance(element.target, JsxComponent):
            inside = _inside(element, budget)
            shown = inside.value if inside else element
            yield from ((True, word) for word in _words(shown, budget))


def _is_hidden(value: Value) -> bool:
    if not isinstance(value, JsxValue):
        return False
    style, names = value.props.get("style"), value.props.get("className")
    return (
        (isinstance(style, dict) and style.get("display") == "none")
        or value.props.get("hidden") is True
        or (isinstance(names, str) and not _HIDING.isdisjoint(names.split()))
    )


# --- one value of several renderings ----------------------------------------------------------


_Split: TypeAlias = frozenset[frozenset[int]]
"""The renderings that show each content of a choice."""


class _Merge:
    """Lays the renderings of one component over each other."""

    def __init__(
        self, controls: list[_Control], scope: Mapping[str, Value], budget: Budget
    ) -> None:
        self.controls, self.scope, self.budget = controls, scope, budget
        self.note: StateNote | None = None
        self.replaced: frozenset[int] = frozenset()
        """The handlers whose elements became titles of tabs, by identity."""
        self._splits: dict[int, tuple[Value, _Split]] = {}
        """By identity the values that hold one choice, and its split."""

    def merged(self, variants: dict[int, Value]) -> Value | _Choice:
        """Return what *variants*, the value in each rendering, have in common."""
        self.budget.step(len(variants))
        present = {number: value for number, value in variants.items() if not _is_empty(value)}
        if not present:
            return next(iter(variants.values()))
        options = self._options(present)
        values = list(present.values())
        if all(
            isinstance(value, JsxValue) and value.whole and value.whole is values[0].whole
            for value in values
        ):
            return values[0]
        if all(isinstance(value, list) for value in values):
            return self._list(present)
        first = values[0]
        if all(
            isinstance(value, JsxValue) and (value.name, value.target) == (first.name, first.target)
            for value in values
        ):
            return self._element(present)
        said = [option for option in options.options if any(_texts(option[1], self.budget))]
        if len(said) <= 1:
            return said[0][1] if said else first
        return _Choice(said)

    def _options(self, present: Mapping[int, Value]) -> _Choice:
        """Return the different contents of *present*, in order."""
        found: dict[tuple[str, ...], tuple[set[int], Value]] = {}
        for number, value in present.items():
            texts = tuple(_texts(value, self.budget))
            found.setdefault(texts, (set(), value))[0].add(number)
        return _Choice(list(found.values()))

    def _list(self, present: dict[int, list[Value]]) -> Value | _Choice:
        """Merge arrays: items with the same key, else at the same index; a choice if none have."""
        items: dict[object, dict[int, Value]] = {}
        order: list[object] = []
        first: set[object] | None = None
        differ = False
        for number, values in present.items():
            keys = list(_keys(values))
            first = set(keys) if first is None else first
            differ = differ or not (first.issubset(keys) or first.issuperset(keys))
            at = next((order.index(key) for key in keys if key in items), len(order))
            for key, item in zip(keys, values, strict=True):
                self.budget.step()
                if key in items:
                    at = order.index(key) + 1
                else:
                    items[key] = {}
                    order.insert(at, key)
                    at += 1
                items[key][number] = item
        if len(present) > 1 and all(len(found) == 1 for found in items.values()):
            return self._whole(present)
        self.note = SEVERAL if differ else self.note
        slots = [self.merged(items[key]) for key in order]
        numbers = list(present)
        parts = [[items[key].get(number, UNDEFINED) for key in order] for number in numbers]
        return self._joined(slots, dict(zip(numbers, parts, strict=True)))

    def _element(self, present: dict[int, JsxValue]) -> Value | _Choice:
        elements = list(present.values())
        first = elements[0]
        if first.name in _WIDGETS:
            return first
        given = [[value for _name, value in _said(one)] for one in elements]
        said = [tuple(_texts(values, self.budget)) for values in given]
        sizes = {len(one.children) for one in elements}
        if len(set(said)) > 1 or len(sizes) > 1:
            inside = {number: _inside(one, self.budget) for number, one in present.items()}
            if all(inside.values()):
                return self.merged({n: one.value for n, one in inside.items() if one})
            return self._whole(present)
        slots = [
            self.merged({number: one.children[index] for number, one in present.items()})
            for index in range(sizes.pop())
        ]
        visible = next((one for one in elements if not _is_hidden(one)), first)
        is_whole = first.name in _PARTS or _is_line(first)
        if is_whole and any(isinstance(slot, _Choice) for slot in slots):
            return first if any(_handlers(first)) else self._whole(present)
        joined = self._joined(slots, {n: list(one.children) for n, one in present.items()})
        element = JsxValue(first.name, visible.props, tuple(joined), first.target)
        if (found := self._splits.get(id(joined))) is not None:
            self._splits[id(element)] = (element, found[1])
        return element

    def _joined(
        self, slots: list[Value | _Choice], parts: Mapping[int, list[Value]]
    ) -> list[Value]:
        """Return *slots* with one choice for all that differ, from the first to the last.

        What holds a choice is a part of that if the same renderings differ in it.

        :param parts: the values of *slots* in each rendering.
        """
        splits = {index: split for index, slot in enumerate(slots) if (split := self._split(slot))}
        kinds = set(splits.values())
        own = [index for index in splits if isinstance(slots[index], _Choice)]
        chosen = list(splits) if len(kinds) == 1 and len(splits) > 1 else own
        if chosen:
            start, stop = chosen[0], chosen[-1] + 1
            several = {number: _several(tuple(row[start:stop])) for number, row in parts.items()}
            slots[start:stop] = [self.settled(self._options(several))]
        joined = [self.settled(slot) for slot in slots]
        if len(kinds) == 1:
            self._splits[id(joined)] = (joined, kinds.pop())
        return joined

    def _split(self, slot: Value | _Choice) -> _Split | None:
        """Return which renderings differ in *slot*."""
        if isinstance(slot, _Choice):
            return frozenset(frozenset(numbers) for numbers, _value in slot.options)
        found = self._splits.get(id(slot))
        return None if found is None else found[1]

    def _whole(self, present: Mapping[int, Value]) -> Value | _Choice:
        found = self._options(present)
        return found if len(found.options) > 1 else found.options[0][1]

    def settled(self, value: Value | _Choice) -> Value:
        """Return *value*; a choice as tabs, or as its contents one after another."""
        if not isinstance(value, _Choice):
            return value
        options = [option for option in value.options if any(_texts(option[1], self.budget))]
        used: list[_Control] = []
        for numbers, _content in options:
            leading = (one for one in self.controls if one.leads_to in numbers)
            control = next(leading, None)
            if control is not None and 0 < len(control.title) <= _LONGEST_TITLE:
                used.append(control)
        titles = {control.title for control in used}
        is_free = "Tabs" not in self.scope and "Tab" not in self.scope
        if len(options) > 1 and len(used) == len(options) == len(titles) and is_free:
            self.replaced |= {id(control.handler) for control in used if control.is_title}
            places = {id(control): place for place, control in enumerate(self.controls)}
            pairs = sorted(zip(used, options, strict=True), key=lambda pair: places[id(pair[0])])
            tabs = [
                JsxValue("Tab", {"title": control.title}, (content,))
                for control, (_numbers, content) in pairs
            ]
            return JsxValue("Tabs", {}, tuple(tabs))
        self.note = SEVERAL if len(options) > 1 else self.note
        return JsxValue("", {}, tuple(_block(content) for _numbers, content in options))


def _folded(value: Value, folds: list[_Fold], budget: Budget, parent: str = "") -> Value:
    """Return *value* with an accordion for each of *folds* whose part stands beside its control."""
    is_list = isinstance(value, list)
    if not is_list and not isinstance(value, JsxValue):
        return value
    parent = parent if is_list else value.name or parent
    row = list(value if is_list else value.children)
    if parent not in _PARTS or parent in _CELLS:
        said = [place for place, item in enumerate(row) if any(_texts(item, budget))]
        pairs = list(pairwise(said))
        for control, part in [*pairs, *(pair[::-1] for pair in pairs)]:
            fold = _fold_of(row[control], folds, budget)
            if fold is not None and _is_part(row[part], fold, budget):
                props = {"title": JsxValue("", {}, (fold.title,)), "defaultOpen": fold.is_open}
                row[control] = JsxValue("Accordion", props, (row[part],))
                row[part] = UNDEFINED
    row = [_folded(item, folds, budget, parent) for item in row]
    if is_list:
        return row
    return JsxValue(value.name, value.props, tuple(row), value.target, value.whole)


def _fold_of(item: Value, folds: list[_Fold], budget: Budget) -> _Fold | None:
    """Return the fold whose control is all that *item* says."""
    functions = {id(prop) for one in _elements(item, budget) for prop in one.props.values()}
    fold = next((fold for fold in folds if id(fold.control.handler) in functions), None)
    words = " ".join(" ".join(_texts(item, budget)).split())
    return fold if fold is not None and words == fold.control.title else None


def _is_part(item: Value, fold: _Fold, budget: Budget) -> bool:
    """Return whether *item* is what *fold* shows; what other controls show in it may be there."""
    name = next((one.name for one in _elements(item, budget) if one.name), "")
    words = Counter(_words(item, budget))
    return name not in _CELLS and fold.part <= words and not (words - fold.part) & fold.others


def _keys(values: list[Value]) -> Iterator[object]:
    """Yield what tells each item of an array from the others: its key, or its place."""
    seen = Counter[object]()
    for index, item in enumerate(values):
        known = isinstance(item, JsxValue) and "key" in item.props
        key = item.props["key"] if known else index
        name = (known, type(key), key if isinstance(key, (str, int, float)) else id(key))
        seen[name] += 1
        yield *name, seen[name]


def _several(values: tuple[Value, ...]) -> Value:
    return values[0] if len(values) == 1 else JsxValue("", {}, values)


def _is_line(element: JsxValue) -> bool:
    """Return whether *element* holds nothing but text."""
    return all(
        child.name in _INLINE if isinstance(child, JsxValue) else not isinstance(child, list)
        for child in element.children
    )


def _block(content: Value) -> Value:
    is_text = isinstance(content, str) or is_number(content)
    return JsxValue("p", {}, (content,)) if is_text else content


def _without_handlers(value: Value, replaced: frozenset[int], budget: Budget) -> Value:
    """Return *value* without code, and without the elements whose handlers are *replaced*."""
    if isinstance(value, list):
        return [_without_handlers(item, replaced, budget) for item in value]
    if not isinstance(value, JsxValue):
        return value
    handlers = dict(_handlers(value))
    if any(id(handler) in replaced for handler in handlers.values()):
        return UNDEFINED
    children = tuple(_without_handlers(child, replaced, budget) for child in value.children)
    before, after = list(value.children), list(children)
    if replaced and any(_texts(before, budget)) and not any(_texts(after, budget)):
        return UNDEFINED  # an item of a list that only held a control
    props = {**value.props, **dict.fromkeys(handlers, UNDEFINED)}
    return JsxValue(value.name, props, children, value.target, value.whole)
