"""Markdown copies of pages, ``llms.txt``, and the buttons that lead to them."""

from __future__ import annotations

import json
import re

import pytest
from building import Project
from docutils import nodes

from sphinx_docsnav.docs_json.site_settings import STATIC_OPTIONS
from sphinx_docsnav.endpoints.markup_parts import FieldsNode, OperationFieldNode, make_head
from sphinx_docsnav.features.markdown_copies import markdown_copies
from sphinx_docsnav.features.markdown_copies.markdown_text import MarkdownWriter
from sphinx_docsnav.features.page_actions import ASSISTANTS

PAGE = """---
title: Setup
description: How to begin.
---
import Hint from "/snippets/hint.mdx"

Take *one* or **two**, `x|y` and 2 < 3_000 of a_b, see [home](/index) and $x^2$.

## Steps

<Steps>
  <Step title="First">Do it.</Step>
</Steps>

<Note>Mind **this**.</Note>

<Hint />

| A | B |
| - | - |
| 1 | `a\\|b` |

1. one
   - inner

   more
2. two

````text
```
````

```mermaid
graph LR; a --> b
```
"""
COPY = """# Setup

> Index of all pages as Markdown: [llms.txt](../llms.txt)

How to begin.

Take *one* or **two**, `x|y` and 2 \\< 3_000 of a_b, see [home](../index.md) and $x^2$.

## Steps

1. **First**

   Do it.

> **Note**
>
> Mind **this**.

A hint.

| A | B |
| --- | --- |
| 1 | `a\\|b` |

1. one

   - inner

   more
2. two

````
```
````

```mermaid
graph LR; a --> b
```
"""
FILES = {
    "index.mdx": "---\ntitle: Home [1]\n---\nHello.\n",
    "guides/setup.mdx": PAGE,
    "snippets/hint.mdx": "A hint.\n",
    "secret.mdx": "---\nhidden: true\ntitle: Secret\n---\nHush.\n",
    "fr/index.mdx": "---\ntitle: Accueil\n---\nBonjour.\n",
    "old.rst": "Old\n===\n\n.. warning:: Take care.\n\nTerm\n   Meaning.\n",
    "docs.json": json.dumps(
        {
            "name": "Docs",
            "description": "All about it",
            "navigation": {
                "languages": [
                    {
                        "language": "en",
                        "groups": [
                            {"group": "Start", "pages": ["index", "guides/setup", "secret"]},
                            {"group": "More", "pages": ["old"]},
                        ],
                    },
                    {"language": "fr", "groups": [{"group": "Débuter", "pages": ["fr/index"]}]},
                ]
            },
        }
    ),
}
CONF = {"docsnav_markdown": True, "docsnav_page_actions": ["view", "copy"], "project": "Docs"}


def text(project: Project, name: str, out: str = "html") -> str:
    return project.files(out)[name].decode()


def test_a_copy_says_in_markdown_what_the_page_says(project: Project) -> None:
    project.conf |= CONF
    project.write(FILES)
    assert project.build().warnings == ""
    assert text(project, "guides/setup.md") == COPY
    assert text(project, "old.md") == (
        "# Old\n\n> Index of all pages as Markdown: [llms.txt](./llms.txt)\n\n"
        "> **Warning**\n>\n> Take care.\n\n- **Term**\n\n  Meaning.\n"
    )
    assert text(project, "llms.txt") == (
        "# Docs\n\n> All about it\n\n## Start\n\n- [Home \\[1\\]](index.md)\n"
        "- [Setup](guides/setup.md): How to begin.\n\n## More\n\n- [Old](old.md)\n\n"
        "## Optional\n\n- [fr](llms-fr.txt)\n"
    )
    assert text(project, "llms-full-fr.txt") == "# Accueil\nSource: fr/index.html\n\nBonjour.\n"
    assert "secret.md" not in project.files()
    assert "Hush" not in text(project, "llms-full.txt")
    page = text(project, "guides/setup.html")
    assert 'data-docsnav-copy="setup.md"' in page.replace("../guides/", "")
    assert page.index("Copy page") < page.index("View as Markdown")
    assert "docsnav-actions" not in text(project, "secret.html") + text(project, "search.html")


def test_an_item_that_is_one_field_is_no_list_in_a_list() -> None:
    rows = (OperationFieldNode("", make_head(name, name, "string")) for name in "ab")
    items = (nodes.list_item("", FieldsNode("", row)) for row in rows)
    document = nodes.section("", nodes.bullet_list("", *items))
    assert MarkdownWriter(str, str).write(document) == "- `a` *string*\n- `b` *string*\n"


@pytest.mark.parametrize(
    ("text", "copy"),
    [
        ("1. one", "1\\. one"),
        ("# one", "\\# one"),
        ("> one", "\\> one"),
        ("~~~", "\\~~~"),
        ("one\n===\n- two", "one\n\\===\n\\- two"),
        ("one\n  # two", "one\n\\# two"),
        ("2.5 and -1", "2.5 and -1"),
    ],
)
def test_a_line_of_text_starts_no_other_block(text: str, copy: str) -> None:
    document = nodes.section("", nodes.paragraph("", text))
    assert MarkdownWriter(str, str).write(document) == f"{copy}\n"
    lines = nodes.line_block("", *(nodes.line("", line) for line in text.split("\n")))
    written = MarkdownWriter(str, str).write(nodes.section("", lines))
    assert written.replace("  \n", "\n") == f"{copy}\n"


def test_a_line_that_begins_with_another_text_starts_no_other_block() -> None:
    texts = [nodes.Text("one\n"), nodes.Text(" # two\r# three"), nodes.strong("", "four\n")]
    document = nodes.section("", nodes.paragraph("", "", *texts, nodes.Text("> five")))
    copy = "one\n\\# two\n\\# three**four**\n\\> five\n"
    assert MarkdownWriter(str, str).write(document) == copy


def test_a_title_does_not_end_the_link_of_an_index() -> None:
    label = markdown_copies._escape_label("a\\](javascript:a)\n[b")
    assert label == r"a\\\](javascript:a) \[b"


def test_the_text_of_an_image_is_no_markup() -> None:
    image = nodes.image(uri="a.png", alt="x](javascript:a)\n\n# ![y")
    document = nodes.section("", nodes.paragraph("", "", image))
    copy = "![x\\](javascript:a) # !\\[y](a.png)\n"
    assert MarkdownWriter(str, str).write(document) == copy


def test_copies_are_as_in_a_clean_build_after_edits(project: Project) -> None:
    project.conf |= CONF
    project.write(FILES)
    project.build("dirhtml")
    assert "see [home](../index.md)" in text(project, "guides/setup.md", "dirhtml")
    docs = FILES["docs.json"].replace('"old"', '"secret"')
    changed = {"index.mdx": "# Other\n", "docs.json": docs, "snippets/hint.mdx": "Another.\n"}
    changed["guides/setup.mdx"] = PAGE.replace("Setup", "Set up").replace("How to", "Where to")
    project.write(changed)
    (project.src / "old.rst").unlink()
    project.build("dirhtml")
    project.build("dirhtml", out="clean", fresh=True)
    now, clean = project.files("dirhtml"), project.files("clean")
    for name in (n for n in clean if n.endswith((".md", ".txt"))):
        assert now[name] == clean[name], name
    assert [name for name in now if name.endswith(".md")] == [
        name for name in clean if name.endswith(".md")
    ]


def test_copies_go_when_they_are_switched_off_and_other_files_stay(project: Project) -> None:
    project.conf |= CONF
    project.write(FILES)
    project.build()
    (project.output() / "own.md").write_text("mine")
    (project.src / "extra").mkdir()
    (project.src / "extra" / "llms.txt").write_text("of the project")
    docs = json.loads(FILES["docs.json"])
    del docs["navigation"]["languages"][1]
    project.write({"docs.json": json.dumps(docs)})
    project.build()
    assert [name for name in project.files() if name.startswith("llms")] == [
        "llms-full.txt",
        "llms.txt",
    ]
    (project.output() / "old.md").write_text("mine, too")
    project.conf |= {"docsnav_markdown": False, "html_extra_path": ["extra"]}
    project.build()
    assert [name for name in project.files() if name.endswith(".md") or "llms" in name] == [
        "llms.txt",
        "old.md",
        "own.md",
    ]
    assert text(project, "llms.txt") == "of the project"


def test_nothing_is_written_unless_the_project_asks(project: Project) -> None:
    project.conf["docsnav_page_actions"] = ["copy"]
    project.write(FILES)
    project.build()
    names = project.files()
    assert [name for name in names if name.endswith(".md") or "llms" in name] == []
    assert b"docsnav-actions" not in names["index.html"]


def head(page: str) -> str:
    return page[: page.index("</head>")]


def test_a_page_names_its_copy_and_the_index_of_its_language(project: Project) -> None:
    project.conf |= CONF
    project.write(FILES)
    project.build()
    page = text(project, "guides/setup.html")
    assert '<link rel="alternate" type="text/markdown" href="setup.md">' in head(page).replace(
        "../guides/", ""
    )
    assert 'rel="describedby" type="text/plain" href="../llms.txt">' in head(page)
    assert '<div class="docsnav-index" hidden>Index of all pages as Markdown: ../llms.txt<' in page
    french = head(text(project, "fr/index.html"))
    assert 'rel="describedby" type="text/plain" href="../llms-fr.txt">' in french
    assert "describedby" not in head(text(project, "secret.html") + text(project, "search.html"))


def test_copies_have_whole_addresses_if_the_site_has_one(project: Project) -> None:
    project.conf |= {**CONF, "html_baseurl": "https://docs.example.org/v1/"}
    project.write(FILES)
    project.build()
    copy = text(project, "guides/setup.md")
    assert "see [home](https://docs.example.org/v1/index.md)" in copy
    assert (
        "> Index of all pages as Markdown: [llms.txt](https://docs.example.org/v1/llms.txt)" in copy
    )
    assert "Index of all pages" not in text(project, "llms-full.txt")


def test_descriptions_in_an_index_and_dollars_in_formulas_are_no_markup(project: Project) -> None:
    project.conf |= CONF
    docs = {"name": "X", "description": "# [a](b) <i>", "navigation": {"pages": ["a", "b"]}}
    project.write(
        {
            "docs.json": json.dumps(docs),
            "a.mdx": "---\ntitle: A\ndescription: '1 \\* 2 \\[x](y) a_b'\n---\n",
            "b.rst": "B\n=\n\n:math:`a\\text{$b$}`\n\n.. math:: x\\text{$$}\n",
        }
    )
    project.build()
    index = text(project, "llms.txt")
    assert "\n> \\# \\[a\\](b) \\<i>\n" in index
    assert "(a.md): 1 \\* 2 \\[x\\](y) a_b\n" in index
    copy = text(project, "b.md")
    assert "$$a\\text{$b$}$$" in copy
    assert "$$$\nx\\text{$$}\n$$$" in copy


def test_an_index_lists_pages_outside_of_the_navigation_last(project: Project) -> None:
    project.conf |= CONF
    docs = json.dumps({**json.loads(FILES["docs.json"]), "seo": {"indexing": "all"}})
    project.write({**FILES, "docs.json": docs, "stray 100%?.mdx": "# Stray\n"})
    project.build()
    index = text(project, "llms.txt")
    assert "## Other pages\n\n- [Stray](stray%20100%25%3F.md)\n\n## Optional" in index
    assert 'type="text/markdown" href="stray 100%25%3F.md"' in text(project, "stray 100%?.html")


def test_a_long_index_is_split_by_headings(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(markdown_copies, "INDEX_SIZE_LIMIT", 120)
    project.conf |= CONF
    project.write(FILES)
    project.build()
    assert "- [Start](llms-part-1.txt)\n" in text(project, "llms.txt")
    parts = sorted(name for name in project.files() if name.startswith("llms-part"))
    joined = "".join(text(project, name) for name in parts)
    assert all(len(text(project, name)) < 130 for name in parts)
    assert joined.count("](index.md)") == joined.count("](guides/setup.md)") == 1
    monkeypatch.undo()
    project.build()
    assert not [name for name in project.files() if name.startswith("llms-part")]


OWN = {
    "title": "Ask <us>",
    "description": "Our bot",
    "href": {"base": "https://ask.example/?a=1", "query": [{"key": "q", "value": "see $page"}]},
}


def test_assistants_are_links_with_the_whole_address_of_the_copy(project: Project) -> None:
    project.conf |= {**CONF, "html_baseurl": "https://docs.example.org/"}
    bad = {"title": "Bad", "href": "javascript:alert(1)"}
    project.conf["docsnav_page_actions"] = ["claude", OWN, bad, "copy"]
    project.write(FILES)
    project.build()
    page = text(project, "guides/setup.html")
    actions = page[page.index('<div class="docsnav-actions"') :].partition("</div>")[0]
    assert re.findall(r">([^<>]+)</(?:a|button)>", actions) == [
        "Copy page",
        "Claude",
        "Ask &lt;us&gt;",
    ]
    copy = "https%3A%2F%2Fdocs.example.org%2Fguides%2Fsetup.md"
    assert f'href="https://claude.ai/new?q=Read%20{copy}%20so%20that' in actions
    assert f'href="https://ask.example/?a=1&amp;q=see+{copy}" title="Our bot"' in actions


def test_assistants_need_the_address_of_the_site_and_a_build_says_so(project: Project) -> None:
    project.conf |= {**CONF, "docsnav_page_actions": ["chatgpt", "copy"]}
    project.write(FILES)
    result = project.build()
    assert "no links to chatgpt, which need the address of the site" in result.status
    assert "chatgpt" not in text(project, "index.html")


def test_an_own_link_with_the_address_of_the_page_needs_that_of_the_site_too(
    project: Project,
) -> None:
    plain = {"title": "Ours", "href": "https://us.example/?q=$page"}
    by_path = {"title": "By path", "href": "https://us.example/$path"}
    project.conf |= {**CONF, "docsnav_page_actions": ["claude", OWN, by_path, plain, "copy"]}
    project.write(FILES)
    result = project.build()
    assert "no links to claude, Ask <us>, Ours, which need the address of the site" in result.status
    page = text(project, "index.html")
    assert "https://us.example/index" in page
    assert "index.md&" not in page
    assert "Ours" not in page
    assert "ask.example" not in page


def test_the_options_of_the_menu_are_those_that_have_a_button() -> None:
    assert set(STATIC_OPTIONS) == {*ASSISTANTS, "copy", "view"}


PARTS = """---
title: Basics
description: See *the* [setup](/guides/setup).
---
A <Visibility for="humans">button</Visibility><Visibility for="agents">*the* `command`</Visibility>.

<Visibility for="humans">

## Click

![A pot](/pot.svg)

</Visibility>

<Visibility for="agents">

## Call

Read [setup](/guides/setup?tab=2#steps).

</Visibility>

- [x] <Tooltip tip="Hot" cta="read" href="/guides/setup">done</Tooltip>

<Frame caption="The *pot*"><img src="/pot.svg" /></Frame>

<Accordion title="Why" description="A reason">Yes.</Accordion>
"""
API = """
openapi: 3.1.0
info: {title: Pets, version: "1"}
paths:
  /pets:
    get:
      summary: All pets
      description: See [setup](/guides/setup).
      responses: {}
      x-codeSamples: [{lang: ruby, source: Pets.all}]
    post: {summary: A pet, description: "Add **one**.", responses: {}}
"""


AGENT_COPY = """\
See *the* [setup](../guides/setup.md).

A *the* `command`.

## Call

Read [setup](../guides/setup.md#steps).

- [x] done (Hot [read](../guides/setup.md))

![](../_images/pot.svg)

**The *pot***

- **Why**

  A reason

  Yes.
"""
AGENT_INDEX = """\
## Use

- [Basics (Agent)](agent/basics.md): See the setup.
- [Setup](guides/setup.md): How to begin.
- [Basics (Browser)](basics.md)
- [Add](post.md): Add one.

## API

- [Pets](api-reference/overview.md)
- [All pets](api-reference/all-pets.md): See setup.
"""


def test_a_copy_has_what_is_for_agents_and_not_what_is_for_humans(project: Project) -> None:
    project.conf |= CONF
    docs = {
        "name": "Docs",
        "navigation": {
            "tabs": [
                {
                    "tab": "Use",
                    "groups": [
                        {"group": "Agent", "pages": ["agent/basics", "guides/setup"]},
                        {"group": "Browser", "pages": ["basics", "post"]},
                    ],
                },
                {"tab": "API", "openapi": "api.yaml", "pages": ["GET /pets"]},
            ]
        },
    }
    project.write(
        {
            **{
                name: FILES[name] for name in ("index.mdx", "guides/setup.mdx", "snippets/hint.mdx")
            },
            "docs.json": json.dumps(docs),
            "agent/basics.mdx": PARTS,
            "basics.mdx": "---\ntitle: Basics\n---\nText.\n",
            "post.mdx": "---\ntitle: Add\nopenapi: POST /pets\n---\n",
            "api.yaml": API,
            "pot.svg": '<svg xmlns="http://www.w3.org/2000/svg"/>',
        }
    )
    assert project.build("dirhtml").warnings == ""
    copy, page = (text(project, f"agent/basics{end}", "dirhtml") for end in (".md", "/index.html"))
    assert copy.partition("llms.txt)\n\n")[2] == AGENT_COPY
    assert "A <span>button</span>." in page
    assert 'href="../../guides/setup/"' in page
    assert "Click" in page
    assert "Call" not in page
    assert "command" not in str(project.search_data("pages/agent/basics", "dirhtml"))
    assert text(project, "llms.txt", "dirhtml").partition("\n\n")[2] == AGENT_INDEX
    # The author's sample, and the first of those that the page has in four languages.
    copy, page = (
        text(project, f"api-reference/all-pets{end}", "dirhtml") for end in (".md", "/index.html")
    )
    assert [line for line in copy.splitlines() if line.startswith("- **")] == [
        "- **Ruby**",
        "- **cURL**",
    ]
    assert page.count("docsnav-tab-label") == 5
