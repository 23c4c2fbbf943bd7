"""The colours of MDX in a block of code; Pygments has no lexer for it.

Tags, attributes, expressions, front matter and fences are distinguished; emphasis
and lists stay plain. Nothing is an error, because examples are often fragments.
"""

from __future__ import annotations

from typing import Any, ClassVar

from pygments.lexer import RegexLexer, bygroups, include, using
from pygments.lexers.data import YamlLexer
from pygments.lexers.javascript import JavascriptLexer
from pygments.token import (
    Comment,
    Generic,
    Keyword,
    Name,
    Operator,
    Punctuation,
    String,
    Text,
    Whitespace,
)


class MdxLexer(RegexLexer):  # type: ignore[misc]  # Pygments ships no types
    """Markdown with JSX."""

    name = "MDX"
    aliases: ClassVar[list[str]] = ["mdx"]
    filenames: ClassVar[list[str]] = ["*.mdx"]
    url = "https://mdxjs.com"
    tokens: ClassVar[dict[str, Any]] = {
        "root": [
            (
                r"\A(---\n)((?:.*\n)*?)(---\n)",
                bygroups(Punctuation, using(YamlLexer), Punctuation),
            ),
            (r"^(import|export)(?= )[^\n]*\n(?:[^\n]+\n)*", using(JavascriptLexer)),
            (r"^ {0,3}#{1,6} [^\n]*", Generic.Heading),
            (r"^([ \t]*)(`{3,}|~{3,})([^\n]*\n)", bygroups(Whitespace, String, String), "fence"),
            include("inside"),
        ],
        "inside": [
            (r"<!--(?:.|\n)*?-->", Comment),
            (r"(`+)(?!`)[^`]*?\1(?!`)", String.Backtick),
            (r"(</?)([\w.:-]*)", bygroups(Punctuation, Name.Tag), "tag"),
            (r"\\.", Text),
            (r"\{", Punctuation, "braces"),
            (r"[^`<{\\\n]+|\n|.", Text),
        ],
        "fence": [
            (r"^[ \t]*(?:`{3,}|~{3,})[ \t]*(?:\n|\Z)", String, "#pop"),
            (r"[^\n]*\n|[^\n]+\Z", Text),
        ],
        "tag": [
            (r"\s+", Whitespace),
            (r"/?>", Punctuation, "#pop"),
            (r"([\w:-]+)(\s*)(=)", bygroups(Name.Attribute, Whitespace, Operator)),
            (r"[\w:-]+", Name.Attribute),
            (r'"[^"]*"|\'[^\']*\'', String),
            (r"\{", Punctuation, "braces"),
            (r".", Text),
        ],
        "braces": [
            (r"\}", Punctuation, "#pop"),
            (r"\{", Punctuation, "#push"),
            (r"/\*(?:.|\n)*?\*/", Comment),
            (r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'', String),
            (r"`(?:[^`\\]|\\.|\n)*`", String.Backtick),
            (r"(</?)([A-Za-z][\w.:-]*|(?=>))", bygroups(Punctuation, Name.Tag), "tag"),
            (r"\b(?:true|false|null|undefined)\b", Keyword.Constant),
            (r"\b\d+(?:\.\d+)?\b", Name.Constant),
            (r"[\w$]+|\s+", Text),
            (r"[\[\](),:;.]", Punctuation),
            (r".", Operator),
        ],
    }
