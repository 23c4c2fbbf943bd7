from __future__ import annotations

import pytest

from sphinx_docsnav.mdx.codemeta import CodeMeta, read_fence_info, read_lines


@pytest.mark.parametrize(
    ("info", "expected"),
    [
        ("", CodeMeta()),
        ("python", CodeMeta("python")),
        ("bash macOS & Linux", CodeMeta("bash", "macOS & Linux")),
        ("js{1,3}", CodeMeta("js", highlight=frozenset({1, 3}))),
        (
            "python {9-10} my_server.py",
            CodeMeta("python", "my_server.py", highlight=frozenset({9, 10})),
        ),
        ('text title="A" nocopy', CodeMeta("text", "A", nocopy=True)),
        ("nocopy", CodeMeta(nocopy=True)),
        ('js nocopy="false"', CodeMeta("js")),
        ("python server.py [expandable]", CodeMeta("python", "server.py", expandable=True)),
        ('python title="List of strings"', CodeMeta("python", "List of strings")),
        ("title='x'", CodeMeta("", "x")),
        ('json "quoted words"', CodeMeta("json", "quoted words")),
        ("c++ main.cc lines wrap", CodeMeta("c++", "main.cc", numbers=True, wrap=True)),
        ('js icon="square-js"', CodeMeta("js", icon="square-js")),
        (
            "js highlight={1,3-5} focus={2}",
            CodeMeta("js", highlight=frozenset({1, 3, 4, 5}), focus=frozenset({2})),
        ),
        ("js highlight={[1,3]}", CodeMeta("js", highlight=frozenset({1, 3}))),
        ('js highlight="1-2"', CodeMeta("js", highlight=frozenset({1, 2}))),
        ("js lines={false} expandable={true}", CodeMeta("js", expandable=True)),
        ('py theme={null} test="skip"', CodeMeta("py", other={"theme": "null", "test": "skip"})),
        ("a\\_b &amp; c", CodeMeta("a_b", "& c")),
        ("ts /app/[id]/page.ts", CodeMeta("ts", "/app/[id]/page.ts")),
        ("mermaid", CodeMeta("mermaid")),
        ("{.python}", CodeMeta("python")),
        ("{ .py .numberLines #a title='x.py'}", CodeMeta("py", "x.py", numbers=True)),
        ("js {.line-numbers .other} a.js", CodeMeta("js", "a.js", numbers=True)),
        ("js {{ title: 'a b.js', lines: true }}", CodeMeta("js", "a b.js", numbers=True)),
        (
            "py linenums='7' hl_lines='1 3-4'",
            CodeMeta("py", numbers=True, highlight=frozenset({1, 3, 4}), first=7),
        ),
        ('js { filename: "x.js" } {2}', CodeMeta("js", "x.js", highlight=frozenset({2}))),
    ],
)
def test_fence_info(info: str, expected: CodeMeta) -> None:
    assert read_fence_info(info) == expected


def test_line_ranges_are_bounded() -> None:
    assert len(read_lines("1-99999999999999")) == 10_000
    assert read_lines("x") == frozenset()
