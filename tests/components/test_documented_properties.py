"""The properties of components that the documentation of the format lists."""

from __future__ import annotations

import pytest
from building import Project

from sphinx_docsnav.components import make_builtin_registry

ICON = "icon iconType"
DOCUMENTED = {
    "Accordion": f"title description defaultOpen id {ICON}",
    "Badge": "color size shape icon stroke disabled className",
    "Callout": f"color {ICON}",
    "Card": f"title color href horizontal img cta arrow type {ICON}",
    "CodeGroup": "dropdown",
    "Color": "variant",
    "Color.Item": "name value",
    "Color.Row": "title",
    "Columns": "cols",
    "Expandable": "title defaultOpen",
    "Frame": "caption hint className",
    "GitHub.Repo": "repo variant className",
    "Icon": f"color size className {ICON}",
    "ParamField": "query path body header type required deprecated default placeholder",
    "Prompt": f"description actions {ICON}",
    "RequestExample": "dropdown",
    "ResponseExample": "dropdown",
    "ResponseField": "name type default required deprecated pre post",
    "Step": f"title stepNumber titleSize id noAnchor {ICON}",
    "Steps": "titleSize",
    "Tab": f"title id {ICON}",
    "Tabs": "defaultTabIndex sync borderBottom",
    "Tile": "href title description",
    "Tooltip": "tip headline cta href",
    "Tree": "style",
    "Tree.File": "name highlight",
    "Tree.Folder": "name defaultOpen openable highlight",
    "Update": "label tags description rss",
    "View": f"title {ICON}",
    "Visibility": "for",
}


@pytest.mark.parametrize("name", DOCUMENTED)
def test_no_documented_property_is_called_unknown(name: str) -> None:
    kind = make_builtin_registry().find(name)
    assert kind is not None
    assert list(kind.find_unknown(DOCUMENTED[name].split())) == []


PAGE = """---
title: T
---

<Tabs defaultTabIndex={1} borderBottom>
  <Tab title="One">1</Tab>
  <Tab title="Two">2</Tab>
</Tabs>

<Tabs sync={false}>
  <Tab title="One">1</Tab>
</Tabs>

<Tabs defaultTabIndex={7}>
  <Tab title="Three">3</Tab>
</Tabs>

<Steps titleSize="h3">
  <Step title="As the list says">1</Step>
  <Step title="As it says" titleSize="h4" noAnchor>2</Step>
</Steps>

<Step title="Alone">1</Step>

<Card title="No arrow" href="https://example.com/" arrow={false} className="hidden md:block" />

<Tree style={{ "--tree-highlight": "#f97316", position: "fixed" }}>
  <Tree.Folder name="shut" openable={false}><Tree.File name="a" /></Tree.Folder>
</Tree>

<Icon icon="/a.svg" size={20} /> <Icon icon="star" color="red" style="width: 14px" />

<Tile href="/" title="Tile"><img src="/a.svg" alt="preview" /></Tile>

```ts twoslash Types
type A = 1;
```
"""


def test_documented_properties_have_their_effect(project: Project) -> None:
    drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>'
    project.write({"docs.json": '{"navigation": {"pages": ["page"]}}', "page.mdx": PAGE})
    project.write({"a.svg": drawing})
    warnings = project.build().warnings
    assert "'defaultTabIndex' is 7, but there are 1 tabs; 0 is used" in warnings
    assert "WARNING: <Step> is not directly inside <Steps>" in warnings
    assert "the value 'fixed' of 'position' is not allowed in a style" in warnings
    assert warnings.count("WARNING") == 3
    html = (project.output() / "page.html").read_text("utf-8")
    tabs = html.split('class="docsnav-tabs')[1:]
    assert [part.count('checked="checked"') for part in tabs] == [1, 1, 1]
    assert tabs[0].index('checked="checked"') > tabs[0].index("One")
    assert tabs[0].startswith(" docsnav-tabs-bordered")
    assert 'data-docsnav-sync="one"' in tabs[0]
    assert 'data-docsnav-sync="one"' not in tabs[1]
    for part in (
        '<h3 class="docsnav-step-title">As the list says</h3>',
        '<h4 class="docsnav-step-title">As it says</h4>',
        '<p class="docsnav-step-title">Alone</p>',
        'class="docsnav-card hidden md:block"',
        'style="--tree-highlight: #f97316"',
        '<strong class="docsnav-tree-name">shut</strong>',
        'style="width: 20px; height: 20px"',
        'style="width: 14px; color: red;"',
        '<span class="caption-text">Types</span>',
    ):
        assert part in html
    assert "docsnav-card-arrow" not in html
    tile = html.partition("docsnav-tile")[2]
    assert tile.index('alt="preview"') < tile.index("docsnav-card-title")
    assert html.count("<p>", html.index("a.svg"), html.index("docsnav-tile")) == 0
