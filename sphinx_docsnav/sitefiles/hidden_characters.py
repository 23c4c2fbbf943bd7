"""Characters that are invisible, or that change the order of text, in names and in titles.

A name is a part of a URL, an id, or the name of a file or folder. Characters that a writing system
or an emoji needs are kept: joiners between letters of Persian or of Indic scripts, selectors after
symbols, tags of flags.

Source: ``Default_Ignorable_Code_Point`` and ``Bidi_Control`` of ``DerivedCoreProperties.txt`` and
``PropList.txt``, Unicode 16, without those of musical notation and shorthand; and the categories
Cc without white space, Zl and Zp.
"""

from __future__ import annotations

import re
import unicodedata

BREAK_HINTS = "\u00ad\u200b\u2060"
"""Characters that say where a line may end or not: soft hyphen, zero-width space, word joiner."""
DIRECTION_MARKS = "\u061c\u200e\u200f"
"""Characters that give their neighbours a direction, which texts of two directions need."""
REORDERING = "\u202a-\u202e\u2066-\u2069"
"""Characters that give all that follows another order, as part of a regular expression."""
_JOINERS = "\u200c\u200d"
_SELECTORS = "\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef"
_ALWAYS_HIDDEN = (
    "\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f"  # controls that are no white space
    "\u034f"  # combining grapheme joiner
    "\u115f\u1160\u3164\uffa0"  # Hangul fillers
    "\u17b4\u17b5"  # Khmer vowels that are not written
    "\u180e"  # Mongolian vowel separator
    "\u2028\u2029"  # separators of lines and paragraphs
    "\u2061-\u2065"  # invisible operators
    "\u206a-\u206f"  # deprecated shapes of digits and letters
    "\ufeff\ufff0-\ufffb"  # byte order mark, annotations
    "\U000e0000-\U000e00ff\U000e01f0-\U000e0fff"  # tags
    f"{REORDERING}"
)
"""What no name and no title keeps, as part of a regular expression."""
_FLAG = "\U0001f3f4[\U000e0020-\U000e007e]{1,16}\U000e007f"
"""The flag of a part of a country: a black flag, and tags that name the part."""
_HIDDEN = re.compile(
    f"({_FLAG})|([{_JOINERS}])|([{_SELECTORS}])|([{BREAK_HINTS}{DIRECTION_MARKS}])|[{_ALWAYS_HIDDEN}]"
)
_SYMBOLS = frozenset({"Lo", "No", "Po", "Sk", "Sm", "So"})
"""The categories of characters that a selector gives another shape."""
_KEYCAP = "\u20e3"
_JOINED = frozenset("LMS")
"""The first letters of the categories of characters that a joiner joins or parts."""
_TO_THE_LEFT = frozenset({"R", "AL"})


def make_visible_name(text: str) -> str:
    """Return *text* as a part of an address or of a file's name: without hidden characters."""
    if text.isascii() and text.isprintable():
        return text
    return _HIDDEN.sub(lambda match: match[0] if _is_needed(match) else "", text)


def make_visible_title(text: str) -> str:
    """Return *text* as a title: as `make_visible_name`, with hints for line breaks.

    It keeps marks of direction, if it has letters that run from right to left.
    """
    if text.isascii() and text.isprintable():
        return text
    # Without letters from right to left, marks of direction have no visible effect.
    allowed = f"{BREAK_HINTS}{DIRECTION_MARKS}" if _runs_to_the_left(text) else BREAK_HINTS
    return _HIDDEN.sub(
        lambda match: match[0] if match[0] in allowed or _is_needed(match) else "", text
    )


def describe_hidden_characters(text: str, visible: str) -> str:
    """Return what to call the characters that *text* has and *visible* does not.

    :param visible: what `make_visible_name` or `make_visible_title` makes of *text*.
    :returns: ``the invisible character U+202E``; empty if the texts are equal.
    """
    if text == visible:
        return ""
    # Compare counts: the same character can be kept in one position and removed in another.
    removed = [c for c in dict.fromkeys(text) if text.count(c) > visible.count(c)]
    names = ", ".join(f"U+{ord(character):04X}" for character in removed[:3])
    return f"the invisible character{'s' if len(removed) > 1 else ''} {names}"


def _is_needed(match: re.Match[str]) -> bool:
    """Return whether a script or an emoji needs the hidden character of *match*."""
    flag, joiner, selector, _hint = match.groups()
    text, start, end = match.string, match.start(), match.end()
    before, after = text[start - 1 : start], text[end : end + 1]
    if joiner:
        # A joiner changes the shape of the letters around it; elsewhere it only hides a difference.
        return _is_joined(before) and _is_joined(after)
    if selector:
        # Selectors shape keycaps, symbols and ideographs; elsewhere they only hide a difference.
        return after == _KEYCAP or (
            not before.isascii() and unicodedata.category(before) in _SYMBOLS
        )
    return flag is not None


def _is_joined(character: str) -> bool:
    """Return whether a joiner beside *character* has an effect; ``""`` at an end of the text."""
    return not character.isascii() and unicodedata.category(character)[0] in _JOINED


def _runs_to_the_left(text: str) -> bool:
    """Return whether *text* has a letter that runs from right to left; marks are no letters."""
    return any(c.isalpha() and unicodedata.bidirectional(c) in _TO_THE_LEFT for c in text)
