"""Fields that templates get without other code that names them."""

from __future__ import annotations

from typing import Annotated, cast

from sphinx_docsnav.docs_json.field_types import AnyText, Text
from sphinx_docsnav.docs_json.kinds import Kind, Shown
from sphinx_docsnav.docs_json.models import ElementModel, Group, Product
from sphinx_docsnav.navigation.tree import Element, Page, list_navigation_texts, translate_element
from sphinx_docsnav.sitefiles.page_links import SiteDocuments
from sphinx_docsnav.themes.addresses import Addresses
from sphinx_docsnav.themes.variable import Viewer


class BadgedGroup(ElementModel):
    """A group with fields that only its model knows."""

    kind = Kind.GROUP
    noun = "a group"
    label_field = "group"
    fields = ("group", "tag", "badge", "rank")
    holds = ("pages",)

    group: Text
    badge: Annotated[AnyText, Shown.TEXT] = ""
    rank: Annotated[int, Shown.VALUE] = 0


def element_of(model: ElementModel) -> Element:
    return Element.of_model(model, children=(Page("a"),), root=None, listing="", global_elements=())


def test_a_kind_shows_the_fields_that_it_can_have() -> None:
    product = Product.model_construct(product="P", description="D", color="#fff", pages=())
    assert product.shown_values(Shown.TEXT) == {"description": "D"}
    assert product.shown_values(Shown.VALUE) == {"color": "#fff"}
    assert Group(group="G", tag="T").shown_values(Shown.TEXT) == {"tag": "T"}


def test_a_shown_field_is_translated_and_in_the_entry() -> None:
    model = BadgedGroup(group="G", badge="New", rank=3, pointer="/navigation/groups/0")
    element = element_of(model)
    assert list(list_navigation_texts(element)) == [
        ("G", "/navigation/groups/0/group"),
        ("New", "/navigation/groups/0/badge"),
    ]
    element = translate_element(element, str.upper)
    viewer = Viewer(
        Addresses("{}.html".format, SiteDocuments(frozenset({"a"}))),
        first_page=lambda _element: None,
        draw=lambda _icon, _prefix: "",
        drilldown=False,
    )
    (entry,) = viewer.entries([element], "", lambda _item, _entry: None)
    values = cast("dict[str, object]", entry)
    assert (values["badge"], values["rank"], values["tag"]) == ("NEW", 3, "")
