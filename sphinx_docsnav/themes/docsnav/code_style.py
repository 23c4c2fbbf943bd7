"""The colours of code: two Pygments styles with a contrast of at least 4.5 on the theme's boxes."""

from __future__ import annotations

from typing import ClassVar

from pygments.style import Style
from pygments.token import (
    Comment,
    Error,
    Generic,
    Keyword,
    Literal,
    Name,
    Number,
    Operator,
    Punctuation,
    String,
    Token,
    _TokenType,
)


def _styles(ink: dict[str, str]) -> dict[_TokenType, str]:
    """Return the style of each kind of token, made of six inks."""
    return {
        Token: ink["text"],
        Comment: f"italic {ink['quiet']}",
        Comment.Preproc: f"noitalic {ink['name']}",
        Keyword: ink["word"],
        Keyword.Constant: ink["value"],
        Operator: ink["text"],
        Operator.Word: ink["word"],
        Punctuation: ink["text"],
        Name.Attribute: ink["name"],
        Name.Builtin: ink["name"],
        Name.Class: ink["call"],
        Name.Constant: ink["value"],
        Name.Decorator: ink["call"],
        Name.Exception: ink["call"],
        Name.Function: ink["call"],
        Name.Label: ink["name"],
        Name.Tag: ink["word"],
        Name.Variable: ink["name"],
        Literal: ink["value"],
        Number: ink["value"],
        String: ink["string"],
        String.Escape: ink["value"],
        Generic.Deleted: ink["word"],
        Generic.Emph: "italic",
        Generic.Error: ink["word"],
        Generic.Heading: f"bold {ink['call']}",
        Generic.Inserted: ink["string"],
        Generic.Output: ink["quiet"],
        Generic.Prompt: ink["quiet"],
        Generic.Strong: "bold",
        Generic.Subheading: ink["call"],
        Generic.Traceback: ink["word"],
        Error: ink["word"],
    }


class Light(Style):  # type: ignore[misc]  # Pygments ships no types
    """On light pages."""

    background_color = "#f6f7f9"
    highlight_color = "#fff3c4"
    line_number_color = "#5d6472"
    styles: ClassVar = _styles(
        {
            "text": "#24292f",
            "quiet": "#5d6472",
            "word": "#b0243c",
            "call": "#6a3bbf",
            "name": "#8a4600",
            "string": "#0a6640",
            "value": "#0550ae",
        }
    )


class Dark(Style):  # type: ignore[misc]  # Pygments ships no types
    """On dark pages."""

    background_color = "#16191f"
    highlight_color = "#3a3520"
    line_number_color = "#98a0ae"
    styles: ClassVar = _styles(
        {
            "text": "#d8dee9",
            "quiet": "#98a0ae",
            "word": "#ff8b94",
            "call": "#cbb2ff",
            "name": "#f5c07a",
            "string": "#8fdcae",
            "value": "#86bdff",
        }
    )
