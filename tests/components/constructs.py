"""What pages are made of: the most frequent constructs of real sites, and what may hold them."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

BLOCKS: dict[str, str] = {
    "paragraph": "plain words",
    "heading": "### A heading",
    "bullets": "- one\n- two\n  - three",
    "numbers": "3. three\n4. four",
    "tasks": "- [x] done\n- [ ] to do",
    "quote": "> quoted\n> words",
    "alert": "> [!NOTE]\n> words",
    "rule": "---",
    "fence": "```python title.py lines {1}\nprint(1)\n```",
    "fence-expandable": '```json expandable icon="code"\n{"a": [1]}\n```',
    "mermaid": "```mermaid\ngraph TD; A-->B\n```",
    "indented": "    words of a quote",
    "table": "| a | b |\n|---|:-:|\n| 1 | `2` |",
    "table-head": "| a[^2] |\n|---|",
    "table-head-html": "<table><tr><th>a</th></tr></table>",
    "table-html": "<table>\n<tbody>\n<tr>\n<td colSpan={2}>cell</td>\n</tr>\n</tbody>\n</table>",
    "columns-html": "<table><colgroup><col span={1} /></colgroup><tr><td>c</td></tr></table>",
    "math": "$$\n\\frac{a}{b}\n$$",
    "link-blocks": '<a href="/p0">\n\n#### a\n\none\n\n- two\n\n![b](/a.svg)\n\n</a>',
    "link-line": '<a href="/p0"><div><img src="/a.svg" /></div><p>a</p><ul><li>b</li></ul></a>',
    "bold-blocks": "<b>\n\none\n\n- two\n\n```\na\n\nb\n```\n\n</b>",
    "blank-line": '<Card title={"a\\n\\nb"}>*{"a\\n\\nb"}*</Card>',
    "footnote": "words[^1]\n\n[^1]: the note",
    "footnotes": "words[^2]\n\n[^2]: [^2] and [^3]\n\n[^3]: more",
    "image": "![words](/a.svg)",
    "image-missing": "![](/none.png)",
    "image-linked": "[![words](/a.svg)](https://x.org)",
    "picture": '<picture><source srcset="/a.svg" media="(min-width: 9px)" />'
    '<img src="/a.svg" /></picture>',
    "video": '<video controls src="https://x.org/v.mp4"></video>',
    "frame-html": '<iframe src="https://x.org/e" title="t"></iframe>',
    "details": "<details><summary>more</summary>\n\nwords\n\n</details>",
    "note": "<Note>words</Note>",
    "warning": "<Warning>\nwords\n</Warning>",
    "tip": '<Tip title="t">words</Tip>',
    "callout": '<Callout icon="key" color="#ff0000">words</Callout>',
    "card": '<Card title="t" icon="flag" href="/p0">words</Card>',
    "cards": '<CardGroup cols={2}>\n<Card title="t" img="/a.svg">words</Card>\n</CardGroup>',
    "columns": "<Columns cols={2}>\n<Column>words</Column>\n<Column>more</Column>\n</Columns>",
    "code-group": "<CodeGroup>\n```sh one\nls\n```\n```sh two\nls\n```\n</CodeGroup>",
    "steps": '<Steps>\n<Step title="t" icon="flag">words</Step>\n</Steps>',
    "frame": '<Frame caption="*c*">\n![a](/a.svg)\n</Frame>',
    "frame-pair": '<Frame><img className="dark:hidden" src="/a.svg" />'
    '<img className="hidden dark:block" src="/a.svg" /></Frame>',
    "accordion": '<Accordion title="t" icon="flag">words</Accordion>',
    "accordions": '<AccordionGroup>\n<Accordion title="t">words</Accordion>\n</AccordionGroup>',
    "tabs": '<Tabs>\n<Tab title="one">words</Tab>\n<Tab title="two">more</Tab>\n</Tabs>',
    "param": '<ParamField path="id" type="string" required default="x">words</ParamField>',
    "response": '<ResponseField name="a" type="int" deprecated>words</ResponseField>',
    "expandable": '<Expandable title="t">\nwords\n</Expandable>',
    "request": "<RequestExample>\n```sh one\nls\n```\n</RequestExample>",
    "update": '<Update label="v1" description="d" tags={["a"]}>words</Update>',
    "panel": "<Panel>words</Panel>",
    "prompt": '<Prompt description="d">words</Prompt>',
    "tree": '<Tree>\n<Tree.Folder name="a" defaultOpen>\n'
    '<Tree.File name="b" />\n</Tree.Folder>\n</Tree>',
    "colors": '<Color variant="compact">\n<Color.Item name="n" value="#fff" />\n</Color>',
    "tile": '<Tile title="t" href="/p0">words</Tile>',
    "view": '<View title="t">words</View>',
    "div": '<div className="x" style={{display: "flex"}}>words</div>',
    "list-html": "<ul>\n<li>words</li>\n</ul>",
    "unknown": "<Unknown>words</Unknown>",
}
"""Constructs between paragraphs."""
LINES: dict[str, str] = {
    "text": "words",
    "marks": "**bold** *marked* ~~gone~~ `code`",
    "link": "[link](/p0#a-heading)",
    "link-missing": "[link](/none)",
    "link-empty": "[](https://x.org)",
    "link-drawing": '<a href="#x" aria-label="P"><svg><path d="M0 0" /></svg></a>',
    "autolink": "https://x.org",
    "break": "a<br />b<wbr />c",
    "expression": '{"words"} {1 + 1} {/* no words */}',
    "unbound": "/status/{id}",
    "icon": '<Icon icon="flag" />',
    "icon-missing": '<Icon icon="no-such-icon" />',
    "badge": '<Badge color="green" icon="flag">words</Badge>',
    "tooltip": '<Tooltip tip="t" headline="h" cta="c" href="/p0">words</Tooltip>',
    "latex": "<Latex>x^2</Latex>",
    "formula": "$$x$$",
    "kbd": "<kbd>Ctrl</kbd> H<sub>2</sub>O <span style={{color: 'red'}}>red</span>",
    "input": '<input type="checkbox" checked />',
    "image-line": "before ![a](/a.svg) after",
    "fragment": "<>words</>",
    "entity": "&copy; &#12; \x01",
}
"""Constructs in a line of text."""
HOLDERS: dict[str, tuple[str, str]] = {
    name: (f"<{start}>", f"</{start.partition(' ')[0]}>")
    for name, start in {
        "note": "Note",
        "callout": 'Callout color="#fff"',
        "card": 'Card title="t"',
        "columns": "Columns",
        "column": "Column",
        "tile": 'Tile title="t"',
        "accordion": 'Accordion title="t"',
        "expandable": 'Expandable title="t"',
        "frame": "Frame",
        "panel": "Panel",
        "field": 'ResponseField name="a" type="b"',
        "param": 'ParamField path="a"',
        "update": 'Update label="l"',
        "prompt": 'Prompt description="d"',
        "request": "RequestExample",
        "response": "ResponseExample",
        "code-group": "CodeGroup",
        "div": "div",
        "details": "details",
        "unknown": "Unknown",
    }.items()
} | {
    "step": ('<Steps>\n<Step title="t">', "</Step>\n</Steps>"),
    "tab": ('<Tabs>\n<Tab title="t">', "</Tab>\n</Tabs>"),
    "view": ('<View title="t">', "</View>"),
    "item-html": ("<ul>\n<li>", "</li>\n</ul>"),
    "cell-html": ("<table>\n<tbody>\n<tr>\n<td>", "</td>\n</tr>\n</tbody>\n</table>"),
}
"""What holds blocks: the lines before and after them."""


def _indented(text: str, first: str, rest: str) -> str:
    lines = text.split("\n")
    return "\n".join([first + lines[0], *(rest + line if line else line for line in lines[1:])])


def pages() -> Iterator[tuple[str, str]]:
    """Yield a page per holder: its name, and every construct in that holder."""
    everything = BLOCKS | LINES
    for name, (start, end) in HOLDERS.items():
        parts = [f"{start}\n\n{text}\n\n{end}" for text in everything.values()]
        parts += [f"{start}{text}{end}" for text in LINES.values()]
        yield name, "\n\n".join(parts)
    yield "alone", "\n\n".join(everything.values())
    yield "items", "\n\n".join(_indented(text, "- ", "  ") for text in everything.values())
    yield "ordered", "\n\n".join(_indented(text, "1. ", "   ") for text in everything.values())
    yield "quotes", "\n\n".join(_indented(text, "> ", "> ") for text in everything.values())
    cells = "\n".join(f"| {text} | x |" for text in LINES.values())
    yield "cells", f"| a | b |\n|---|---|\n{cells}"
    yield "heads", "\n\n".join(f"| {text} | x |\n|---|---|" for text in LINES.values())
    yield "headings", "\n\n".join(f"## {text}\n\ntext" for text in LINES.values())
    titles = (text.replace('"', "'") for text in LINES.values())
    yield "titles", "\n\n".join(f'<Card title="{text}">words</Card>' for text in titles)


def sites(per_page: int) -> Iterator[tuple[str, str]]:
    """Yield the page of each pair of a holder and a construct, *per_page* holders deep."""
    for depth in range(1, per_page + 1):
        for names in itertools.permutations(HOLDERS, depth):
            start = "\n\n".join(HOLDERS[name][0] for name in names)
            end = "\n\n".join(HOLDERS[name][1] for name in reversed(names))
            parts = (f"{start}\n\n{text}\n\n{end}" for text in (BLOCKS | LINES).values())
            yield "-".join(names), "\n\n".join(parts)
