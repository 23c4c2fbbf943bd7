"""Pages of strangers: what must never reach the built page."""

# ruff: noqa: E501 -- pages of one line each

from __future__ import annotations

import re
from pathlib import Path

import html5lib
import pytest
from rendering import render
from sphinx_ext.building import Project

ADDRESSES = (
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "java\nscript:alert(1)",
    "java\tscript:alert(1)",
    " \x01javascript:alert(1)",
    "javascript :alert(1)",
    "vbscript:x",
    "data:text/html,<script>alert(1)</script>",
    "data:image/svg+xml,<svg onload=alert(1)>",
    "file:///etc/passwd",
    "blob:x",
)
PAGE = """---
title: 'T <script>alert("title")</script>'
description: '<img src=x onerror=alert(2)> [d](javascript:alert(3))'
icon: '"><script>alert(4)</script>'
og:title: '"><script>alert(5)</script>'
---

<script>alert(6)</script>

<style>{`body{background:url(http://evil)}`}</style>

<object data="x"></object> <embed src="x" /> <base href="http://evil/" /> <link rel="stylesheet" href="http://evil" />

<meta httpEquiv="refresh" content="0;url=http://evil" />

<div onClick={() => alert(7)} onclick="alert(8)" dangerouslySetInnerHTML={{__html: "<script>alert(9)</script>"}}>x</div>

<img src="x.png" onError="alert(10)" srcDoc="<script>" />

<svg onload="alert(11)"><script>alert(12)</script><foreignObject><p>f</p></foreignObject><use href="http://evil#x" /><path d="M0" onclick="alert(13)" /></svg>

<a style="background:url(javascript:alert(14))" href="/ok">ok</a>

<div style={{background: 'url(http://evil)', color: 'red', position: 'fixed', width: 'expression(alert(15))'}}>styled</div>

<div style="color:red;behavior:url(x);background:u\\72l(x);@import 'x'">styled</div>

<iframe src="http://evil/"></iframe>

<iframe src="javascript:alert(16)" srcDoc="<script>alert(17)</script>"></iframe>

<iframe src="https://ok.example/" srcdoc="<script>alert(18)</script>" onload="alert(19)" sandbox="allow-top-navigation"></iframe>

<form action="http://evil"><input name="password" type="password" /><button formAction="javascript:alert(20)">b</button></form>

<video src="javascript:alert(21)" poster="javascript:alert(22)"></video>

<Card title={'<script>alert(23)</script>'} href="javascript:alert(24)" icon={'"><script>alert(25)</script>'} img="javascript:alert(26)">c</Card>

<Tooltip tip={'<img src=x onerror=alert(27)>'} href="javascript:alert(28)" cta="go">t</Tooltip>

<Icon icon="x" color="red;background:url(http://evil)" size={'1px" onload="alert(29)'} />

<Callout color="red;}</style><script>alert(30)</script>">c</Callout>

<Badge color={'x" onclick="alert(31)'}>b</Badge>

<Color.Item name={'<b onclick=x>'} value="red;background:url(http://evil)" />

<Accordion title="a" id={'"><script>alert(32)</script>'}>a</Accordion>

<Tab title={'"><script>alert(33)</script>'}>t</Tab>

<Mermaid>{'</pre><script>alert(34)</script>'}</Mermaid>

<Update label={'<script>alert(35)</script>'} tags={['<script>']}>u</Update>

```html "><script>alert(36)</script>
<script>alert(37)</script>
```

## Heading {#"><script>alert(38)</script>}

{'<script>alert(39)</script>'}

<div id={'x" onmouseover="alert(40)'} className={'a" onclick="alert(41)'} data-x={'"><script>alert(42)</script>'} data-docsnav-sync="npm">d</div>

![alt" onerror="alert(43)](/p.png "t\\" onerror=\\"alert(44)")

![../../etc](../../../../../../etc/passwd)

<a name="x" target="_blank" href="https://ok.example/">safe</a>

[l](<javascript:alert(45)>) [m](&#106;avascript:alert(46)) <javascript:alert(47)>

`<script>alert(48)</script>` <span title={'" onclick="alert(49)'}>s</span>
"""


@pytest.mark.parametrize("address", ADDRESSES)
def test_no_spelling_of_an_address_gets_through(tmp_path: Path, address: str) -> None:
    literal = address.replace("\n", "\\n").replace("\t", "\\t").replace("\x01", "\\u0001")
    text = f"<a href={{'{literal}'}}>words</a>\n\n<Card title=\"t\" href={{'{literal}'}} />\n\n<img src={{'{literal}'}} alt=\"\" />\n"
    page = render(tmp_path, text)
    assert "words" in page.document.astext()
    targets = [
        node.get("refuri", node.get("uri"))
        for node in page.document.findall()
        if hasattr(node, "get")
    ]
    assert not [target for target in targets if target]
    assert {fault.kind.value for fault in page.host.faults} == {"link_unsafe"}


def test_a_hostile_page_is_built_without_any_of_it(project: Project) -> None:
    project.write(
        {"docs.json": '{"navigation": {"pages": ["index"]}}', "index.mdx": PAGE, "p.png": "x"}
    )
    project.build("html", conf={"html_theme": "basic"})
    built = (project.root / "out" / "html" / "index.html").read_text("utf-8")
    body = html5lib.parse(built, namespaceHTMLElements=False).find("body")
    assert body is not None
    article = [element for element in body.iter() if isinstance(element.tag, str)]
    scripts = [element for element in article if element.tag == "script"]
    assert all((script.get("src") or "_static/").startswith("_static/") for script in scripts)
    assert not [script.text for script in scripts if "alert" in (script.text or "")]
    names = {element.tag for element in article}
    assert not names & {"object", "embed", "base", "link", "meta", "style", "foreignobject", "use"}
    attributes = [(element.tag, *item) for element in article for item in element.items()]
    assert not [item for item in attributes if item[1].startswith("on")]
    assert not [
        item
        for item in attributes
        if item[1] in {"srcdoc", "formaction", "action"} and item[0] != "form"
    ]
    values = [value for _tag, _name, value in attributes]
    assert not [
        value
        for value in values
        if re.match(r"\s*(javascript|vbscript|data|file):", value, re.IGNORECASE)
    ]
    styles = [value for _tag, name, value in attributes if name == "style"]
    assert not [
        style for style in styles if re.search(r"url|expression|fixed|import|behavior|\\", style)
    ]
    frames = [element for element in article if element.tag == "iframe"]
    assert [frame.get("src") for frame in frames] == ["https://ok.example/"]
    assert "allow-top-navigation" not in str(frames[0].get("sandbox"))
    assert "evil" not in "".join(values)
    assert "etc/passwd" not in "".join(values)


@pytest.mark.parametrize(
    "bomb",
    [
        "{'x'.repeat(1000000000)}",
        "{[1,2,3].map(a => [1,2,3].map(b => [1,2,3].map(c => 'x'.repeat(99999))))}",
        "{constructor.constructor('return 1')()}",
        "{({}).__proto__}",
        "export const f = () => f()\n\n{f()}",
        "export const F = () => <F />\n\n<F />",
        "export const F = () => <><F /><F /></>\n\n<F />",
        "<F {...{}} {...F} />",
    ],
)
def test_bombs_end_as_text_and_a_warning(tmp_path: Path, bomb: str) -> None:
    page = render(tmp_path, f"---\ntitle: T\n---\n\n{bomb}\n\nAfter\n")
    assert page.document.astext().endswith("After")
    assert len(page.document.astext()) < 500_000
