"""docs.json and specifications become the tree a reader walks (rules 1 to 17)."""

from __future__ import annotations

from pathlib import Path

import pytest
from navigation.drawn import drawing, load, make, tree

PETS = {
    "openapi": "3.1.0",
    "tags": [{"name": "shop", "x-group": "Shops"}],
    "paths": {
        "/pets": {
            "get": {"summary": "List pets", "tags": ["pets"]},
            "post": {"summary": "Create pet", "tags": ["pets"], "deprecated": True},
        },
        "/shops": {"get": {"tags": ["shop"]}},
        "/health": {"get": {"summary": "Health"}},
        "/secret": {"get": {"summary": "Secret", "x-hidden": True}},
        "/gone": {"get": {"summary": "Gone", "x-excluded": True}},
    },
    "webhooks": {"newPet": {"post": {"summary": "New Pet", "tags": ["pets"]}}},
}
ALL = """
  group pets
    - api-reference/pets/list-pets "List pets" (GET /pets)
    - api-reference/pets/create-pet "Create pet" (POST /pets) [deprecated]
    - api-reference/pets/new-pet "New pet" (webhook newPet)
  group Shops
    - api-reference/shop/get-shops "GET /shops" (GET /shops)
  group API Reference
    - api-reference/health "Health" (GET /health)
"""


def test_rules_1_to_5_groups_nest_with_root_tag_icon_and_expanded(tmp_path: Path) -> None:
    nested = {"group": "More", "expanded": True, "pages": ["b", {"group": "Deep", "pages": ["c"]}]}
    group = {"group": "Basics", "icon": "book", "tag": "NEW", "root": "a", "pages": [nested, "d"]}
    root = make(tmp_path, {"groups": [group]}, dict.fromkeys("abcd", "T"))

    site, told = load(root)

    assert drawing(site) == tree("""
        group Basics [root=a, tag=NEW, icon=book]
          group More [expanded]
            - b "T"
            group Deep
              - c "T"
          - d "T"
        """)
    assert told == []


def test_rules_6_to_13_every_kind_of_division_and_global_anchors(tmp_path: Path) -> None:
    def element(kind: str, page: str) -> dict[str, object]:
        return {kind: kind.title(), "pages": [page]}

    navigation = {
        "global": {"anchors": [{"anchor": "Blog", "href": "https://example.com"}]},
        "languages": [
            {
                "language": "en",
                "default": True,
                "versions": [
                    {
                        "version": "v2",
                        "tag": "Latest",
                        "tabs": [
                            {"tab": "Menu", "menu": [{**element("item", "a"), "description": "D"}]},
                            {"tab": "Out", "href": "https://example.com/out"},
                            {"tab": "Anchors", "anchors": [element("anchor", "b")]},
                            {"tab": "Dropdowns", "dropdowns": [element("dropdown", "c")]},
                            {"tab": "Products", "products": [element("product", "d")]},
                        ],
                    }
                ],
            }
        ],
    }
    root = make(tmp_path, navigation, dict.fromkeys("abcd", "T"))

    site, told = load(root)

    assert drawing(site) == tree("""
        global anchor Blog -> https://example.com
        language en [default]
          version v2 [tag=Latest]
            tab Menu
              item Item
                - a "T"
            tab Out -> https://example.com/out
            tab Anchors
              anchor Anchor
                - b "T"
            tab Dropdowns
              dropdown Dropdown
                - c "T"
            tab Products
              product Product
                - d "T"
        """)
    assert told == []


@pytest.mark.parametrize("kind", ["tab", "anchor", "dropdown", "product", "version"])
def test_rule_16_openapi_without_pages_makes_a_page_of_every_operation(
    tmp_path: Path, kind: str
) -> None:
    root = make(tmp_path, {f"{kind}s": [{kind: "API", "openapi": "o.json"}]}, {"o.json": PETS})

    site, told = load(root)

    assert drawing(site) == f"{kind} API{ALL}"
    assert site.unlisted == ("api-reference/secret",)
    assert told == []


def test_rule_16_a_group_holds_the_generated_groups(tmp_path: Path) -> None:
    root = make(tmp_path, {"groups": [{"group": "API", "openapi": "o.json"}]}, {"o.json": PETS})

    assert drawing(load(root)[0]) == f"group API{ALL}"


def test_rule_16_own_pages_come_before_generated_groups(tmp_path: Path) -> None:
    group = {"group": "API", "openapi": "o.json", "pages": ["intro"]}
    root = make(tmp_path, {"groups": [group]}, {"o.json": PETS, "intro": "Intro"})

    assert drawing(load(root)[0]) == f'group API\n  - intro "Intro"{ALL}'


def test_an_endpoint_with_another_last_slash_is_listed_and_told(tmp_path: Path) -> None:
    group = {"group": "API", "openapi": "o.json", "pages": ["GET /pets/"]}
    root = make(tmp_path, {"groups": [group]}, {"o.json": PETS})

    site, (message,) = load(root)

    assert "(GET /pets)" in drawing(site)
    assert "endpoint 'GET /pets/' is 'GET /pets' in 'o.json', which is listed" in message


def test_rules_15_and_17_references_below_restrict_the_pages(tmp_path: Path) -> None:
    navigation = {
        "tabs": [
            {
                "tab": "API",
                "openapi": {"source": "/o.json", "directory": "Docs/API"},
                "groups": [
                    {"group": "One", "pages": ["get /pets", "intro", "webhook newPet"]},
                    {
                        "group": "Two",
                        "openapi": "p.json",
                        "pages": ["GET /p", "o.json GET /health"],
                    },
                    {"group": "Three", "pages": [{"group": "Deep", "pages": ["GET /secret"]}]},
                ],
            }
        ]
    }
    other = {"openapi": "3.0.3", "paths": {"/p": {"get": {"summary": "P"}}}}
    root = make(tmp_path, navigation, {"o.json": PETS, "p.json": other, "intro": "Intro"})

    site, told = load(root)

    assert drawing(site) == tree("""
        tab API
          group One
            - docs/api/pets/list-pets "List pets" (GET /pets)
            - intro "Intro"
            - docs/api/pets/new-pet "New pet" (webhook newPet)
          group Two
            - api-reference/p "P" (GET /p)
            - api-reference/health "Health" (GET /health)
          group Three
            group Deep
              - docs/api/secret "Secret" (GET /secret)
        """)
    assert told == []


def test_a_reference_with_a_file_of_its_own_does_not_restrict(tmp_path: Path) -> None:
    tab = {"tab": "API", "openapi": "o.json", "pages": ["o.json GET /pets"]}
    root = make(tmp_path, {"tabs": [tab]}, {"o.json": PETS})

    assert drawing(load(root)[0]) == (
        f'tab API\n  - api-reference/pets/list-pets "List pets" (GET /pets){ALL}'
    )


def test_an_element_below_that_only_inherits_makes_no_pages(tmp_path: Path) -> None:
    navigation = {
        "versions": [
            {"version": "v1", "openapi": "o.json", "tabs": [{"tab": "A", "pages": ["GET /health"]}]}
        ]
    }
    root = make(tmp_path, navigation, {"o.json": PETS})

    assert drawing(load(root)[0]) == tree("""
        version v1
          tab A
            - api-reference/health "Health" (GET /health)
        """)


def test_a_list_of_specifications_is_used_whole(tmp_path: Path) -> None:
    other = {"openapi": "3.0.3", "paths": {"/p": {"get": {"summary": "P"}}}}
    whole = {"group": "All", "openapi": ["p.json", "q.json"]}
    some = {"group": "Some", "openapi": ["p.json", "o.json"], "pages": ["GET /health"]}
    files: dict[str, object] = {"o.json": PETS, "p.json": other, "q.json": other}
    root = make(tmp_path, {"groups": [whole, some]}, files)

    assert drawing(load(root)[0]) == tree("""
        group All
          group API Reference
            - api-reference/p "P" (GET /p)
          group API Reference
            - api-reference/p-1 "P" (GET /p)
        group Some
          - api-reference/health "Health" (GET /health)
        """)


def test_equal_addresses_get_numbers_and_one_operation_one_address(tmp_path: Path) -> None:
    paths = {f"/{name}": {"get": {"summary": "Same", "tags": ["t"]}} for name in "abc"}
    value = {"openapi": "3.1.0", "paths": paths}
    again = {"group": "Again", "openapi": "o.json", "pages": ["GET /b"]}
    whole = {"group": "All", "openapi": "o.json"}
    root = make(tmp_path, {"groups": [again, whole]}, {"o.json": value})

    assert drawing(load(root)[0]) == tree("""
        group Again
          - api-reference/t/same "Same" (GET /b)
        group All
          group t
            - api-reference/t/same-1 "Same" (GET /a)
            - api-reference/t/same "Same" (GET /b)
            - api-reference/t/same-2 "Same" (GET /c)
        """)


def test_a_file_at_an_operations_address_is_its_page(tmp_path: Path) -> None:
    group = {"group": "API", "openapi": "o.json", "pages": ["GET /health", "GET /pets"]}
    files: dict[str, object] = {"o.json": PETS, "api-reference/health": "Our own"}
    root = make(tmp_path, {"groups": [group]}, files)

    site, _ = load(root)

    assert drawing(site) == tree("""
        group API
          - api-reference/health "Our own" (GET /health)
          - api-reference/pets/list-pets "List pets" (GET /pets)
        """)
    assert "api-reference/health" not in {page.docname for page in site.endpoints}
    assert site.operations["api-reference/health"].name == "GET /health"


def test_x_mint_names_address_and_front_matter(tmp_path: Path) -> None:
    mint = {"href": "/api/chat", "metadata": {"icon": "bolt", "tag": "NEW", "description": "D"}}
    operation = {"summary": "Generate a chat message", "x-mint": {**mint, "content": "Before"}}
    value = {"openapi": "3.1.0", "paths": {"/chat": {"post": operation}}}
    root = make(tmp_path, {"groups": [{"group": "API", "openapi": "o.json"}]}, {"o.json": value})

    site, _ = load(root)

    assert drawing(site) == tree("""
        group API
          group API Reference
            - api/chat "Chat" (POST /chat) [tag=NEW, icon=bolt]
        """)
    (page,) = site.endpoints
    assert page.front_matter == {
        "title": "Generate a chat message",
        "sidebarTitle": "Chat",
        "icon": "bolt",
        "tag": "NEW",
        "description": "D",
        "openapi": "/o.json post /chat",
    }
    assert page.operation.content == "Before"


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        (
            "GET /pet",
            "endpoint 'GET /pet' is not in 'o.json'; left out; did you mean 'GET /pets'?",
        ),
        (
            "PUT /pets",
            "'/pets' in 'o.json' has no method PUT; left out; it has GET, POST",
        ),
        ("FETCH /pets", "'FETCH' is not an HTTP method; left out; it has GET, POST"),
        (
            "webhook pet",
            "endpoint 'webhook pet' is not in 'o.json'; left out",
        ),
        ("GET pets", "endpoint 'GET pets' is not in 'o.json'; left out; did you mean 'GET /pets'?"),
        (
            "GET /gone",
            (
                "endpoint 'GET /gone' has 'x-excluded' and so no page; left out; "
                "remove this entry, or 'x-excluded' in the specification"
            ),
        ),
    ],
)
def test_a_reference_to_nothing_is_an_error_with_the_nearest(
    tmp_path: Path, entry: str, message: str
) -> None:
    group = {"group": "API", "openapi": "o.json", "pages": [entry, "intro"]}
    root = make(tmp_path, {"groups": [group]}, {"o.json": PETS, "intro": "Intro"})

    site, told = load(root)

    assert drawing(site) == 'group API\n  - intro "Intro"\n'
    assert told == [
        f"docs.json:8:6: ERROR: /navigation/groups/0/pages/0: {message} [docsnav.endpoint_missing]"
    ]


def test_a_reference_without_a_specification_is_an_error(tmp_path: Path) -> None:
    root = make(tmp_path, {"pages": ["GET /pets", "get started"]}, {"get started": "Start"})

    site, told = load(root)

    assert drawing(site) == '- get started "Start"\n'
    assert told == [
        (
            "docs.json:4:4: ERROR: /navigation/pages/0: no specification is named for endpoint "
            "'GET /pets'; left out; add 'openapi' to an element above, or write "
            "'openapi.json GET /pets' [docsnav.endpoint_missing]"
        )
    ]


def test_a_missing_specification_is_one_error_and_its_references_none(tmp_path: Path) -> None:
    group = {"group": "API", "openapi": "opnapi.json", "pages": ["GET /pets", "GET /shops"]}
    root = make(tmp_path, {"groups": [group]}, {"openapi.json": PETS})

    site, told = load(root)

    assert drawing(site) == "group API\n"
    assert told == [
        (
            "docs.json:6:16: ERROR: /navigation/groups/0/openapi: the site has no "
            "specification 'opnapi.json'; did you mean 'openapi.json'? [docsnav.openapi_missing]"
        )
    ]


def test_a_remote_specification_that_is_not_fetched_is_one_warning(tmp_path: Path) -> None:
    url = "https://example.com/o.json"
    groups = [{"group": name, "openapi": url, "pages": ["GET /a"]} for name in "AB"]
    root = make(tmp_path, {"groups": groups}, {})

    site, told = load(root)

    assert drawing(site) == "group A\ngroup B\n"
    assert told == [
        (
            f"docs.json:6:16: WARNING: /navigation/groups/0/openapi: specification '{url}' was not "
            "fetched: remote specifications are turned off; no pages are made from it, and links "
            "to them are not reported; to build without network, save the file in the site "
            "and name its path [docsnav.openapi_remote]"
        )
    ]


def test_pages_with_openapi_in_front_matter_show_their_operation(tmp_path: Path) -> None:
    files: dict[str, object] = {
        "o.json": PETS,
        "a.mdx": "---\nopenapi: get /pets\n---\n",
        "b.mdx": "---\ntitle: Own\nopenapi: o POST /pets\n---\n",
        "c.mdx": "---\ntitle: Wrong\nopenapi: GET /pet\n---\n",
        "d.mdx": "---\nopenapi: webhook newPet\n---\n",
    }
    root = make(tmp_path, {"pages": ["a", "b", "c"]}, files)

    site, told = load(root)

    assert drawing(site) == tree("""
        - a "List pets" (GET /pets)
        - b "Own" (POST /pets) [deprecated]
        - c "Wrong"
        """)
    assert site.operations["d"].name == "webhook newPet"
    assert told == [
        (
            "c.mdx:3:1: WARNING: no specification of the site has 'openapi: GET /pet'; "
            "the page shows no endpoint; did you mean 'GET /pets'? [docsnav.openapi_page]"
        )
    ]
