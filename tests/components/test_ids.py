"""``id`` of a component or a tag: the place that links lead to."""

from __future__ import annotations

from pathlib import Path

import pytest
from rendering import render

TAGS = {
    "Accordion": '<Accordion id="here" title="Q">a</Accordion>',
    "AccordionGroup": '<AccordionGroup id="here"><Accordion title="Q" /></AccordionGroup>',
    "Badge": 'word <Badge id="here">b</Badge>',
    "Card": '<Card id="here" title="C">x</Card>',
    "CodeGroup": '<CodeGroup id="here">\n```js a.js\n1\n```\n</CodeGroup>',
    "Columns": '<Columns id="here"><Card title="D">d</Card></Columns>',
    "Expandable": '<Expandable id="here" title="E">e</Expandable>',
    "Frame": '<Frame id="here">f</Frame>',
    "Icon": 'word <Icon id="here" icon="flag" />',
    "Note": '<Note id="here">n</Note>',
    "Panel": '<Panel id="here">p</Panel>',
    "ParamField": '<ParamField id="here" query="q" type="string">f</ParamField>',
    "Prompt": '<Prompt id="here" description="d">text</Prompt>',
    "Steps": '<Steps id="here"><Step title="S">s</Step></Steps>',
    "Tabs": '<Tabs id="here"><Tab title="T">t</Tab></Tabs>',
    "Tooltip": 'word <Tooltip id="here" tip="t">x</Tooltip>',
    "Tree": '<Tree id="here"><Tree.File name="a" /></Tree>',
    "Update": '<Update id="here" label="L">u</Update>',
    "br": 'word <br id="here" />',
    "hr": '<hr id="here" />',
    "img": '<img id="here" src="https://example.org/a.png" />',
    "li": '<ul><li id="here">a</li></ul>',
    "pre": '<pre id="here">a</pre>',
    "td": '<table><tr><td id="here">a</td></tr></table>',
    **{
        tag: f'word <{tag} id="here">x</{tag}>'
        for tag in ("b", "code", "em", "i", "span", "strong", "sub", "sup")
    },
}


@pytest.mark.parametrize("name", TAGS)
def test_links_lead_to_any_component_and_tag(tmp_path: Path, name: str) -> None:
    page = render(tmp_path, f"{TAGS[name]}\n\n[to it](#here)\n")

    assert page.host.messages == []
    assert "here" in page.document.ids
