"""What MDX refuses is read as its author meant it, and one message says where and how."""

from __future__ import annotations

import pytest
from mdx.trees import from_tokens, outline

from sphinx_docsnav.mdx.source import MdxOptions, MdxSource, parse_mdx


def apart(place: str, name: str) -> str:
    """Return the message for tags that enclose blocks without lines of their own."""
    what = f"<{name}> of line 1 and </{name}> are not in the same block"
    return f"{place} {what}; read as if each were on a separate line"


def unclosed(marks: str) -> str:
    """Return the message for a fence without a language that nothing closes."""
    hint = f"end it with a line '{marks}', or begin and end code that contains '{marks}' with"
    return f"'{marks}' is not closed; the rest of the block is code; {hint} '{marks}`'"


def no_heading(place: str, marks: str, title: str) -> str:
    """Return the message for a title without a space before it."""
    what = f"no heading: there is no space after '{marks}'; shown as text"
    return f"{place} {what}; write '{marks} {title}', or '\\#' for a '#'"


def no_footnote(place: str, reference: str) -> str:
    """Return the message for a reference to a footnote that does not exist."""
    what = f"no footnote is called '{reference}'; shown as text"
    return f"{place} {what}; write '{reference}: …' on a line of its own, or '\\[' for a bracket"


def no_link(place: str, link: str, label: str) -> str:
    """Return the message for a link whose address no line gives."""
    what = f"'{link}' is no link: no line says what '[{label}]' is; shown as text"
    hint = f"write '[{label}]: …' with the address on a line of its own, or '\\[' for a bracket"
    return f"{place} {what}; {hint}"


def no_bold(place: str, text: str, hint: str) -> str:
    """Return the message for stars that nothing closes."""
    return f"{place} '{text}' is not bold: '**' is not closed; shown as text; {hint}"


def no_code(place: str, text: str) -> str:
    """Return the message for a backtick that nothing closes."""
    hint = "write '`' after the code, or '\\`' for a backtick"
    return f"{place} '{text}' is not code: '`' is not closed; shown as text; {hint}"


def no_item(place: str, mark: str, text: str) -> str:
    """Return the message for an item of a list without a space before its text."""
    what = f"no item of a list: there is no space after '{mark}'; shown as text"
    escaped = f"{mark[:-1]}\\{mark[-1]}"
    return f"{place} {what}; write '{mark} {text}', or '{escaped}' for the character"


CLOSE = "write '**' after the last bold word"
SPACE = "put a space before and after it, or write <strong>…</strong>"
FINISH = "finish the tag, or write '\\<'"
REPAIRS = {
    "less-than before a digit": (
        "a <3 b",
        ["a <3 b"],
        ["1:3 '<' starts no tag here (expected a name after '<'); kept as text; write '\\<'"],
    ),
    "arrows and comparisons": (
        "a <= b <- c",
        ["a <= b <- c"],
        [
            "1:3 '<' starts no tag here (expected a name after '<'); kept as text; write '\\<'",
            "1:8 '<' starts no tag here (expected a name after '<'); kept as text; write '\\<'",
        ],
    ),
    "tags without an end in a paragraph that another tag cuts": (
        "a<br>b Set<Int> <b>c\n<Note>d\n</Note>",
        ["a", ["br", []], "b Set<Int> c", ["Note", ["d"]]],
        [
            "1:2 <br> is not closed; read as <br />; write '<br />'",
            "1:11 <Int> is not closed; kept as text; close it with '</Int>', or write '\\<Int>'",
            "1:17 <b> is not closed; left out; write '</b>'",
            (
                "3:1 <Note> of line 2 and </Note> are not in the same block; "
                "read as if each were on a separate line"
            ),
        ],
    ),
    "html comments": (
        "<!-- a\nb -->\n\ntext <!-- c --> more",
        ["text more"],
        [
            "1:1 expected '{/* … */}', found an HTML comment; left out",
            "4:6 expected '{/* … */}', found an HTML comment; left out",
        ],
    ),
    "cells without a column": (
        "- | a | b |\n  | - | - |\n  | 1 | 2 | 3 | 4 |\n  | 1 | 2 |  |\n  1 | `\\|` |\n  1|2|5\n",
        ["a b 1 2 1 2 1 | 1 2"],
        [
            (
                "3:13 cell '3' is in none of 2 columns; left out; 1 more row has such a cell; "
                "write '\\|' for a bar in a cell, or give the table's first row a cell for it"
            )
        ],
    ),
    "declaration": (
        "a <!doctype> b",
        ["a <!doctype> b"],
        ["1:3 '<!' does not start a tag; kept as text"],
    ),
    "addresses in angle brackets": (
        "see <http://x.org> and <a@b.co>",
        ["see http://x.org and a@b.co"],
        [
            "1:5 '<http://x.org>' is not MDX; read as a link; write '[http://x.org](http://x.org)'",
            "1:24 '<a@b.co>' is not MDX; read as a link; write '[a@b.co](mailto:a@b.co)'",
        ],
    ),
    "void elements in text": (
        'a<br>b <img src="x"> c',
        ["a", ["br", []], "b", ["img", []], "c"],
        [
            "1:2 <br> is not closed; read as <br />; write '<br />'",
            "1:8 <img> is not closed; read as <img />; write '<img />'",
        ],
    ),
    "void elements alone": (
        "<hr>\n\ntext",
        [["hr", []], "text"],
        ["1:1 <hr> is not closed; read as <hr />; write '<hr />'"],
    ),
    "void elements closed as xml": (
        "<br></br>\n\na<br></br>b",
        [["br", []], "a", ["br", []], "b"],
        [],
    ),
    "closing tag at the end of a paragraph": (
        "<Note>\ntext</Note>\n\nafter",
        [["Note", ["text"]], "after"],
        [apart("2:5", "Note")],
    ),
    "opening tag in a paragraph that ends later": (
        "<Note>text\n\nmore</Note>\n\nafter",
        [["Note", ["text more"]], "after"],
        [apart("3:5", "Note")],
    ),
    "text around tags that enclose blocks": (
        "before <A>one\n\n</A> after",
        ["before", ["A", ["one"]], "after"],
        [apart("3:1", "A")],
    ),
    "closing tag at the end of a list": (
        "<Note>\n- a\n- b</Note>\n\nafter",
        [["Note", ["a b"]], "after"],
        [apart("3:4", "Note")],
    ),
    "closing tag in the last line of a quote": (
        "<Note>\n> a\n> </Note>\n\nafter",
        [["Note", ["a"]], "after"],
        [apart("3:3", "Note")],
    ),
    "tag opened in an item and closed after it": (
        "- <Note>\n  x\n\n</Note>\n\ny",
        [["Note", ["x"]], "y"],
        [
            "1:3 <Note> is not closed; it ends with the enclosing text; close it with '</Note>'",
            "4:1 </Note> closes nothing here; left out",
        ],
    ),
    "child that its parent ends": (
        "<Steps>\n<Step>\nx\n</Steps>\n\nafter",
        [["Steps", [["Step", ["x"]]]], "after"],
        ["2:1 <Step> is not closed; it ends with the enclosing text; close it with '</Step>'"],
    ),
    "tags that cross": (
        "<A>\n<B>\n</A>\n</B>\n\nx",
        [["A", [["B", []]]], "x"],
        [
            "2:1 <B> is not closed; it ends with the enclosing text; close it with '</B>'",
            "4:1 </B> closes nothing here; left out",
        ],
    ),
    "tag never closed before a heading": (
        "<Note>\nx\n\n# Next\n\ny",
        [["Note", ["x"]], "Next y"],
        ["1:1 <Note> is not closed; it ends before the next heading; close it with '</Note>'"],
    ),
    "tag never closed in a nested heading's parent": (
        "<A>\n<B>\n\n# In b\n\n</B>\nx",
        [["A", [["B", ["In b"]], "x"]]],
        ["1:1 <A> is not closed; it ends with the enclosing text; close it with '</A>'"],
    ),
    "emphasis across a tag": (
        "*a <b>c* d</b>",
        ["a", ["b", ["c"]], "d"],
        [
            "1:4 <b> is not closed; it ends with the enclosing text; close it with '</b>'",
            "1:11 </b> closes nothing here; left out",
        ],
    ),
    "word in angle brackets": (
        "a List<String> and <Note> here",
        ["a List<String> and <Note> here"],
        [
            (
                "1:7 <String> is not closed; kept as text; close it with '</String>', or write "
                "'\\<String>'"
            ),
            "1:20 <Note> is not closed; kept as text; close it with '</Note>', or write '\\<Note>'",
        ],
    ),
    "closing tag alone": ("a </b> c", ["a c"], ["1:3 </b> closes nothing here; left out"]),
    "closing block tag alone": (
        "</Note>\n\nx",
        ["x"],
        ["1:1 </Note> closes nothing here; left out"],
    ),
    "tag in a cell": (
        "| a |\n|-|\n| <b>x |\n\n# <i>x",
        ["a", ["b", ["x"]], ["i", ["x"]]],
        [
            "3:3 <b> is not closed; it ends with the enclosing text; close it with '</b>'",
            "5:3 <i> is not closed; it ends with the enclosing text; close it with '</i>'",
        ],
    ),
    "brace alone": ("a {b\n\nc", ["a {b c"], ["1:3 '{' is not closed; kept as text; write '\\{'"]),
    "values without quotes": (
        "<Card title=x href=/y/>",
        [["Card", []]],
        [
            "1:13 the value 'x' needs quotes; read as if it had them",
            "1:20 the value '/y' needs quotes; read as if it had them",
        ],
    ),
    "braces that are no spread": (
        "<A {y} />",
        [["A", []]],
        ["1:4 expected '{...value}' among attributes; left out"],
    ),
    "tag that does not end": (
        'a <Foo bar="unclosed> b',
        ['a <Foo bar="unclosed> b'],
        [f"1:3 '<' starts no tag here (the value's \" is not closed); kept as text; {FINISH}"],
    ),
    "value with backslashes before its quotation marks": (
        '<Card title="a \\"b\\"">c</Card>\n\n<Card title="C:\\" b=\'"\'>d</Card>',
        ['<Card title="a "b"">c', ["Card", ["d"]]],
        [
            (
                "1:1 '<' starts no tag here (a backslash keeps no quotation mark in a value); "
                "kept as text; write '&quot;' or '&apos;'"
            ),
            "1:24 </Card> closes nothing here; left out",
        ],
    ),
    "tag with a brace that does not end": (
        "a <Foo bar={b> c",
        ["a <Foo bar={b> c"],
        [f"1:3 '<' starts no tag here ('{{' is not closed); kept as text; {FINISH}"],
    ),
    "word import at the left edge": (
        "import nothing from here",
        ["import nothing from here"],
        ["1:1 'import' starts no statement here; kept as text; begin the line with another word"],
    ),
    "text after an import": (
        'import A from "a"\ntext',
        ["text"],
        ["2:1 expected an empty line after 'import', found text; the statement ends here"],
    ),
    "export that does not end": (
        "export const a = {\n\ntext",
        ["text"],
        ["1:1 this 'export' has a bracket that is not closed"],
    ),
    "fence that swallows a closing tag": (
        "<A>\n```\ncode\n</A>",
        [["A", ["code </A>"]]],
        [
            "1:1 <A> is not closed; it ends with the enclosing text; close it with '</A>'",
            f"2:1 {unclosed('```')}",
        ],
    ),
    "fences that nothing closes": (
        "- ~~~js\n  a\n\nb\n\n````\nc\n```\n",
        ["a b c ```"],
        [
            "1:3 '~~~' is not closed; the rest of the block is code; end it with a line '~~~'",
            f"6:1 {unclosed('````')}",
        ],
    ),
    "a fence that swallows the start of another": (
        (
            "```js\na\n\ntext\n\n```python\nb\n```\n\n````md\n```js\nc\n```\n````\n"
            "\n> ~~~\n> ~~~sh\n> ~~~\n"
        ),
        ["a text ```python b```js c ``` ~~~sh"],
        [
            (
                "1:1 '```js' is not closed before '```python' in line 6; all between them is code; "
                "end it with a line '```', or begin and end it with '````'"
            ),
            (
                "16:3 '~~~' is not closed before '~~~sh' in line 17; all between them is code; "
                "end it with a line '~~~', or begin and end it with '~~~~'"
            ),
        ],
    ),
    "fences that are closed": ("> ````md\n> ```\n> `````\n\n~~~\na~~~\n~~~ \n", ["``` a~~~"], []),
    "admonitions of MkDocs": (
        '!!! note "A title"\n    text\n\n???+ tip\n\n!!! do not !!!\n\n- !!!\n  note',
        ['!!! note "A title" text ???+ tip !!! do not !!! !!! note'],
        [
            "1:1 '!!! note' is no syntax of MDX; shown as text; write <Note>…</Note>",
            "4:1 '???+ tip' is no syntax of MDX; shown as text; write <Tip>…</Tip>",
        ],
    ),
    "directives": (
        ":::note\na {b.c}\n:::\n\n- ::: {tab-item} T\n  c\n\n```{warning}\nd\n```\n\na::::b ::: c",
        [":::note a b.c ::: ::: tab-item T c d a::::b ::: c"],
        [
            "1:1 ':::note' is no syntax of MDX; shown as text; write <Note>…</Note>",
            (
                "5:3 ':::tab-item' is no syntax of MDX; shown as text; "
                "write it with a component, such as <Note>"
            ),
            (
                "8:1 directive '{warning}' is no syntax of MDX; shown as code; "
                "write <Warning>…</Warning>"
            ),
        ],
    ),
    "directives with the name of a language": (
        "```{python}\na\n```\n\n~~~{r}\nb\n~~~\n\n```{figure}\nc\n```",
        ["abc"],
        [
            "1:1 directive '{python}' is no syntax of MDX; shown as code; write '```python'",
            "5:1 directive '{r}' is no syntax of MDX; shown as code; write '~~~r'",
            (
                "9:1 directive '{figure}' is no syntax of MDX; shown as code; "
                "write it with a component, such as <Note>"
            ),
        ],
    ),
    "bold words in brackets of Chinese": (
        "一。**「二」**三",
        ["一。**「二」**三"],
        [
            (
                "1:3 '**「二」**' is not bold; shown as text; put a space before and after it, "
                "or write <strong>…</strong>"
            )
        ],
    ),
    "bullets of word processors, marks of other programs": (
        "Text:\n\u2022 a\n  \u2022 b\n\na \u2022 b == c==d ==marked== `==e==`",
        ["Text: \u2022 a \u2022 b a \u2022 b == c==d ==marked== ==e=="],
        [
            "2:1 '\u2022' is no item of a list in MDX; shown as text; write '- ' before each item",
            "5:15 '==marked==' is no syntax of MDX; shown as text; write <mark>…</mark>",
        ],
    ),
    "headings without a space": (
        "#One day\n\n##two\ntext\n\n<A>\n  ###3. x\n</A>\n\n####### d\n\n#标题",
        ["#One day ##two text", ["A", ["###3. x"]], "####### d #标题"],
        [
            no_heading("1:1", "#", "One day"),
            no_heading("3:1", "##", "two"),
            no_heading("7:3", "###", "3. x"),
            "10:1 a heading has at most 6 '#', this line has 7; shown as text; write '###### …'",
            no_heading("12:1", "#", "标题"),
        ],
    ),
    "marks that are no headings": (
        "#123 is\n\n#!/bin/sh\n\n#tag\n\n#Docs #Sphinx\n\n#We are.\n\na\n#One",
        ["#123 is #!/bin/sh #tag #Docs #Sphinx #We are. a #One"],
        [],
    ),
    "marks in other blocks": ("- #One\n\n\\#One\n\n# #One\n\n#\n\n##", ["#One #One #One"], []),
    "footnotes that are not defined": (
        "a[^1] b [^x]\n\n- c **[^2]** `[^3]` [^a-z]+ \\[^4] [^5](/a)\n\n[^x]: d",
        ["a[^1] b c [^2] [^3] [^a-z]+ [^4] ^5 d"],
        [no_footnote("1:2", "[^1]"), no_footnote("3:7", "[^2]")],
    ),
    "links that are none": (
        "[a] (/b) ![c](/d e.png)\n\n- [f](https://g.h/i and `[j](/k l)` f[m](x y) [n] (see)",
        ["[a] (/b) ![c](/d e.png) [f]( https://g.h/i and [j](/k l) f[m](x y) [n] (see)"],
        [
            (
                "1:1 '[a] (/b)' is no link: there is a space between its brackets; shown as text; "
                "remove the space"
            ),
            (
                "1:11 '[c](/d e.png)' is no image: its address contains a space; shown as text; "
                "write '%20' for each space"
            ),
            (
                "3:3 '[f](' is no link: its ')' is missing; shown as text; "
                "write ')' after the address"
            ),
        ],
    ),
    "closing tags in another case": (
        "<Note>\na\n</note>\n\nb <Badge>c</badge>",
        [
            ["Note", ["a"]],
            "b",
            ["Badge", ["c"]],
        ],
        [
            "3:1 </note> closes <Note> of line 1; write '</Note>'",
            "5:11 </badge> closes <Badge> of line 5; write '</Badge>'",
        ],
    ),
    "imports without a second quotation mark": (
        "import A from '/a.mdx'\nimport B from '/b.mdx\n\nc",
        ["import B from '/b.mdx c"],
        [
            (
                "2:1 the quotation mark of this 'import' is not closed; kept as text; "
                "close it after the path"
            )
        ],
    ),
    "titles of links without a second quotation mark": (
        '[a](/b "c) d',
        ['[a](/b "c) d'],
        [
            (
                "1:1 '[a](/b \"c)' is no link: the quotation mark of its title is not closed; "
                "shown as text; write '\"' after the title"
            )
        ],
    ),
    "references to links that are not defined": (
        "See [the guide][guide], [Guide][] and ![a plan][2].\n\n- [a `bc`][Setpu]\n\n[setup]: /a",
        ["See [the guide][guide], [Guide][] and ![a plan][2]. [a bc][Setpu]"],
        [
            no_link("1:5", "[the guide][guide]", "guide"),
            no_link("1:25", "[Guide][]", "Guide"),
            no_link("1:40", "[a plan][2]", "2"),
            (
                "3:3 '[a `bc`][Setpu]' is no link: no line says what '[Setpu]' is; shown as text; "
                "did you mean '[setup]'?"
            ),
        ],
    ),
    "brackets that are no references": (
        (
            "a[0][1] list[str][int] [x][y] [keys][first]=1 [a b][0].c `[the d][e]`\n\n"
            '[f g][h][i] ["jk"]["l"] \\[m n][o] [1][2] [p q] [r]'
        ),
        [
            (
                "a[0][1] list[str][int] [x][y] [keys][first]=1 [a b][0].c [the d][e] [f g][h][i] "
                '["jk"]["l"] [m n][o] [1][2] [p q] [r]'
            )
        ],
        [],
    ),
    "bold words that nothing closes": (
        (
            "**Note: a **b\n\n- c **d e\n\n参照**“文”**的\n\n**`f`**는 **g**\n\n"
            "** h i** j\n\n**k *l* m"
        ),
        ["**Note: a **b c **d e 参照**“文”**的 **f**는 g ** h i** j **k l m"],
        [
            no_bold("1:1", "**Note: a ", f"{CLOSE}, without a space before it"),
            no_bold("3:5", "**d e", f"{CLOSE}, or '\\*\\*' for two stars"),
            f"5:3 '**“文”**' is not bold; shown as text; {SPACE}",
            f"7:1 '**`f`**' is not bold; shown as text; {SPACE}",
            (
                "9:1 '** h i**' is not bold: there is a space after the first '**'; "
                "shown as text; remove the space"
            ),
            no_bold("11:1", "**k ", f"{CLOSE}, or '\\*\\*' for two stars"),
        ],
    ),
    "stars that are not for bold": (
        "f(**kwargs) **options\n\n**opts or **my_name\n\n**d: t\n\na ** b\n\n**/*.md `**c` \\*\\*d",
        ["f(**kwargs) **options **opts or **my_name **d: t a ** b **/*.md **c **d"],
        [],
    ),
    "stars of footnotes": (
        "Price** and more\n\n**Excluding taxes",
        ["Price** and more **Excluding taxes"],
        [],
    ),
    "bold words between lines that nothing closes": (
        "__Note: a\n\n__b c__d\n\n__e f __.\n\n__ g__",
        ["__Note: a __b c__d __e f __. __ g__"],
        [
            (
                "1:1 '__Note: a' is not bold: '__' is not closed; shown as text; "
                "write '__' after the last bold word, or '\\_\\_' for two lines"
            ),
            f"3:1 '__b c__' is not bold; shown as text; {SPACE}",
            (
                "5:1 '__e f ' is not bold: '__' is not closed; shown as text; "
                "write '__' after the last bold word, without a space before it"
            ),
            (
                "7:1 '__ g__' is not bold: there is a space after the first '__'; "
                "shown as text; remove the space"
            ),
        ],
    ),
    "lines that are not for bold": (
        "__dirname is a\n\n__Type and __Schema, __Host-a, a__b c\n\n__init__.py fill __ in",
        ["__dirname is a __Type and __Schema, __Host-a, a__b c init .py fill __ in"],
        [],
    ),
    "two names that begin with lines": (
        "__Type and __Schema",
        ["__Type and __Schema"],
        [],
    ),
    "backticks that nothing closes": (
        ("a `b c\n\n- d` e\n\n`f`, `g` and (`h.\n\n``i` j\n\n<A>k `l</A>\n\n![**m](/n.png) `o"),
        ["a `b c d` e f, g and (`h. ``i` j", ["A", ["k `l"]], "**m `o"],
        [
            no_code("1:3", "`b c"),
            (
                "3:4 this '`' ends no code: the text has one too many, or one too few; "
                "shown as text; write '`' before the code, or '\\`' for a backtick"
            ),
            no_code("5:15", "`h."),
            "7:1 '``i`' is not code: it begins with '``'; shown as text; end it with '``', too",
            no_code("9:6", "`l"),
            no_code("11:16", "`o"),
        ],
    ),
    "backticks that are not for code": (
        "it`s\n\n`quoted'\n\n(`), \n\nthe ` sign\n\n<b>```</b>\n\n\\`",
        ["it`s `quoted' (`), the ` sign", ["b", ["```"]], "`"],
        [],
    ),
    "code with a bar in a cell": (
        "| a |\n| - |\n| `b|c` |",
        ["a `b"],
        [
            (
                "3:3 '`b' is not code: '`' is not closed; shown as text; write '`' after the "
                "code, and '\\|' for a bar inside, or '\\`' for a backtick"
            )
        ],
    ),
    "items without a space": (
        (
            "-no a\n-no b\n\nc:\n-**D**: e\n-`f` g\n\n1.h\n2. i\n\n- j\n-To k\n- l\n\n"
            "-To m\n- n\n\n*o\n*p\n\n<A>\n  3)q\n  4)r\n</A>"
        ),
        [
            "-no a -no b c: - D : e -f g 1.h 2. i j -To k l -To m n *o *p",
            ["A", ["3)q 4)r"]],
        ],
        [
            no_item("1:1", "-", "no a"),
            no_item("5:1", "-", "**D**: e"),
            no_item("8:1", "1.", "h"),
            no_item("12:1", "-", "To k"),
            no_item("15:1", "-", "To m"),
            no_item("18:1", "*", "o"),
            no_item("22:3", "3)", "q"),
        ],
    ),
    "lines that are no items": (
        (
            "-no a\n\n-v b\n-q c\n\n--d e\n--f g\n\n-5 h\n-6 i\n\n-j\n-k\n\n"
            "-help  l\n-version  m\n\n-Xa=1 n\n-Db=2 o\n\n2.x p\n3.x q\n\n1.5 r\n2.5 s\n\n"
            "*t*\n*u*\n\n*V\n\n- w\n-suffix x"
        ),
        [
            (
                "-no a -v b -q c --d e --f g -5 h -6 i -j -k -help l -version m "
                "-Xa=1 n -Db=2 o 2.x p 3.x q 1.5 r 2.5 s t u *V w -suffix x"
            ),
        ],
        [],
    ),
    "headings without a space after text": (
        "a\n##B\n###4\n##",
        ["a ##B ###4"],
        [no_heading("2:1", "##", "B")],
    ),
    "names of characters": (
        "a &nbps; `&nbps;` [b](/c?d&mdahs;) &copy=1 &mut; &Mdash; &f;",
        ["a &nbps; &nbps; b &copy=1 &mut; &Mdash; &f;"],
        [
            "1:3 HTML has no character '&nbps;'; shown as text; did you mean '&nbsp;'?",
            "1:50 HTML has no character '&Mdash;'; shown as text; did you mean '&mdash;'?",
        ],
    ),
    "options of code": (
        (
            "```js hightlight={1} a.js\nb\n```\n\n- ```py linenumbers\n  c\n  ```\n\n"
            "```js expandible\nd\n```\n\n```js server.js\ne\n```\n\n```sh Warp\n```\n\n"
            '```js line {1} theme="x"\n```\n\n```js Wrap the text\n```\n'
        ),
        ["b c de"],
        [
            (
                "1:7 a block of code has no option 'hightlight'; it is ignored; "
                "did you mean 'highlight'?"
            ),
            (
                "5:9 a block of code has no option 'linenumbers'; shown as the title; "
                "did you mean 'lines'?"
            ),
            (
                "9:7 a block of code has no option 'expandible'; shown as the title; "
                "did you mean 'expandable'?"
            ),
        ],
    ),
    "tasks that are none": (
        "- [x]a\n- [] b\n- [x](c)\n- [] \n- [d]\n\n[]e",
        ["[x]a [] b x [] [d] []e"],
        [
            "1:3 no task: '[x]' needs a space after it; shown as text; write '- [x] a'",
            "2:3 no task: '[]' needs a space inside; shown as text; write '- [ ] b'",
        ],
    ),
    "lines of dashes with another number of cells": (
        "a | b \\| c | d\n--|--\n1 | 2",
        ["a | b | c | d --|-- 1 | 2"],
        [
            (
                "1:1 no table: its first line has 3 cells, its line of dashes 2; shown as text; "
                "give both the same number of cells"
            )
        ],
    ),
    "rows without a line of dashes": (
        "| a | b |\n| 1 | 2 |\n\n|x|\n\n| c | d",
        ["| a | b | | 1 | 2 | |x| | c | d"],
        [
            (
                "1:1 no table: there is no line of dashes after its first line; shown as text; "
                "write '| --- | --- |' there, or remove the blank line before a row"
            )
        ],
    ),
    "word import inside a component": (
        "<A>\nimport it\n</A>",
        [["A", ["import it"]]],
        ["2:1 'import' starts no statement here; kept as text; begin the line with another word"],
    ),
}


def messages(source: MdxSource) -> list[str]:
    """Return each problem as ``line:column message; hint``."""
    found = []
    for fault in source.problems:
        assert fault.position is not None
        place = f"{fault.position.line}:{fault.position.column}"
        found.append(f"{place} {fault.message}" + (f"; {fault.hint}" if fault.hint else ""))
    return found


@pytest.mark.parametrize("name", REPAIRS)
def test_repair(name: str) -> None:
    text, tree, expected = REPAIRS[name]
    source = parse_mdx(text)
    assert messages(source) == expected
    assert outline(from_tokens(source.tokens)) == tree


def test_a_plain_markdown_file_may_hold_html_comments_and_addresses() -> None:
    text = "<!-- c -->\n\n<https://x.org> a<br>b <!-- d -->\n\n<hr>\n\n1 <2"
    source = parse_mdx(text, MdxOptions(markdown=True))
    assert messages(source) == []
    assert outline(from_tokens(source.tokens)) == [
        "https://x.org a",
        ["br", []],
        "b",
        ["hr", []],
        "1 <2",
    ]


def test_lines_count_in_the_file_with_its_front_matter() -> None:
    source = parse_mdx("---\ntitle: a\n---\n\n  - b <3\n\n> c\n>   d <Note>\n")
    assert messages(source) == [
        "5:7 '<' starts no tag here (expected a name after '<'); kept as text; write '\\<'",
        "8:7 <Note> is not closed; kept as text; close it with '</Note>', or write '\\<Note>'",
    ]


def test_many_problems_are_not_all_listed() -> None:
    found = messages(parse_mdx("a <3\n\n" * 500))
    assert len(found) == 101
    assert found[-1].endswith("more than 100 problems on this page; the rest is not listed")
