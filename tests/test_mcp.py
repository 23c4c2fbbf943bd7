"""The server of the Model Context Protocol, asked by the client of the official SDK."""

from __future__ import annotations

import asyncio
import os
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from building import Project
from support import Command, contents

from sphinx_docsnav.cli import main
from sphinx_docsnav.cli.built_site import BuiltSite, UnknownNameError, _divide_page
from sphinx_docsnav.cli.console import ExitCode

mcp = pytest.importorskip("mcp", reason="needs the extra 'mcp'")
LISTING = "api-reference/sailings/list-sailings"
EXAMPLE = Path(__file__).parents[1] / "docs" / "example"
ABOUT_EXAMPLE = {
    "How do I cancel a booking?": "api-reference/bookings/cancel-a-booking",
    "cancel a boking": "api-reference/bookings/cancel-a-booking",
    "When do boats sail?": "guides/timetables",
    "where do I send my API key": "api/keys",
    "How do I get my money back?": "guides/money/refunds",
    "What is the price of a ticket?": "guides/money/prices",
    "which offices can I ask": "guides/offices",
    "How do I change the date of my booking?": "guides/bookings/change",
    "How can I list the sailings from a pier?": "api-reference/sailings/list-sailings",
    "curl example first booking": "guides/first-booking",
}
"""Questions about docs/example, and the page that answers each."""


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("mcp") / "out"
    assert main(["build", "-q", "-j1", str(EXAMPLE), str(out)]) == ExitCode.DONE
    return out


def ask(server: Any, calls: Iterable[tuple[str, dict[str, Any]]]) -> list[str]:  # noqa: ANN401
    """Return what the tools answer; an error begins with ``Error``."""

    async def asking() -> list[str]:
        async with mcp.Client(server) as client:
            results = [await client.call_tool(name, values) for name, values in calls]
        return ["".join(part.text for part in result.content) for result in results]

    return asyncio.run(asking())


def serve(out: Path) -> Any:  # noqa: ANN401 -- a server of the SDK, which may be missing
    from sphinx_docsnav.cli.mcp import make_server  # noqa: PLC0415 -- only with the extra

    return make_server(out)


def answers(out: Path, questions: Iterable[str]) -> list[str]:
    """Return the first page that is found for each question."""
    texts = ask(serve(out), [("search", {"query": query}) for query in questions])
    return [re.split(r"[#:]", text.removeprefix("- "))[0] for text in texts]


def test_ten_questions_about_the_example(example: Path) -> None:
    before = contents(example)
    assert answers(example, ABOUT_EXAMPLE) == [*ABOUT_EXAMPLE.values()]
    assert contents(example) == before


def test_pages_sections_navigation_and_operations_are_answered(example: Path) -> None:
    server = serve(example)
    page, section, listed, operation, schema, near = ask(
        server,
        [
            ("read_page", {"page": "https://x.org/docs/guides/first-booking.html"}),
            ("read_page", {"page": f"{LISTING}.html", "section": "Query parameters"}),
            ("list_pages", {"heading": "api"}),
            ("look_up", {"name": "get /sailings/{id}"}),
            ("look_up", {"name": "Booking"}),
            ("read_page", {"page": "guides/first-bookings"}),
        ],
    )
    assert page == (example / "guides" / "first-booking.md").read_text("utf-8")
    assert section.startswith("## Query parameters\n\n- `from` *string*")
    assert "## Responses" not in section
    assert listed.startswith("## API\n\n- api/keys (API keys)\n- api/errors (Errors)\n")
    assert operation.startswith("GET /sailings/{id}: Get a sailing (operation) in api-reference/")
    assert "https://harbour.example/sailings/{id}" in operation
    assert schema.startswith("Booking (schema) in api-reference/schemas/booking\n\n# Booking")
    assert "no page 'guides/first-bookings'; did you mean guides/first-booking" in near


NO_NETWORK = """
import pathlib, sys
def refuse(event, values):
    if event in {"socket.connect", "socket.bind", "socket.sendto", "socket.getaddrinfo"}:
        pathlib.Path(__file__).with_name("asked").write_text(f"{event} {values}")
        raise OSError(event)
sys.addaudithook(refuse)
pathlib.Path(__file__).with_name("loaded").touch()
"""


def test_the_command_answers_on_standard_streams_without_a_network(
    example: Path, tmp_path: Path
) -> None:
    (tmp_path / "sitecustomize.py").write_text(NO_NETWORK)
    command = mcp.StdioServerParameters(
        command=sys.executable,
        args=["-m", "sphinx_docsnav", "mcp", str(example)],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
    )
    found, page, listed, operation = ask(
        command,
        [
            ("search", {"query": "refund"}),
            ("read_page", {"page": "guides/offices"}),
            ("list_pages", {}),
            ("look_up", {"name": "GET /sailings"}),
        ],
    )
    assert found.startswith("- guides/money/refunds")
    assert page.startswith("# ")
    assert "- guides/offices" in listed
    assert "sailings" in operation
    assert (tmp_path / "loaded").exists()
    assert not (tmp_path / "asked").exists()


def test_a_folder_without_copies_is_refused(command: Command, tmp_path: Path) -> None:
    assert command("mcp", tmp_path) == ExitCode.USAGE
    assert "has no llms.txt; give the folder of a build with 'docsnav_markdown'" in command.err


def test_no_file_outside_of_the_folder_is_read(tmp_path: Path) -> None:
    secret = tmp_path / "secret.md"
    secret.write_text("# Secret\n\nword of the day\n")
    out = tmp_path / "out"
    out.mkdir()
    (out / "index.md").write_text("# Home\n")
    (out / "link.md").symlink_to(secret)
    (out / "llms.txt").write_text("# S\n\n- [a](index.md)\n- [b](link.md)\n- [c](../secret.md)\n")
    site = BuiltSite(out)
    assert [*site.pages] == ["index"]
    assert site.search("word of the day", {"index"}, 5) == []
    for address in ("../secret", "/../secret.md", str(secret), "link", "file:///etc/passwd"):
        with pytest.raises(UnknownNameError):
            site.page(address)


def test_versions_and_languages_have_their_own_pages(kitchen: Project) -> None:
    kitchen.conf["docsnav_markdown"] = True
    kitchen.build()
    out = kitchen.output()
    labels = [scope.labels for scope in BuiltSite(out).scopes]
    assert len(labels) > 2
    assert all(len(one) == len(labels[0]) for one in labels)
    version, language = next(
        (one[1], one[0]) for one in labels if one[0] != labels[0][0] and one[1] != labels[0][1]
    )
    first, other, unknown = ask(
        serve(out),
        [
            ("list_pages", {}),
            ("list_pages", {"version": version, "language": language}),
            ("search", {"query": "x", "version": "99"}),
        ],
    )
    assert first != other
    assert f"- {language}/" in other
    assert "no pages for 99; known: " in unknown


def test_objects_of_python_are_found_with_their_section(project: Project) -> None:
    project.write(
        {
            "conf.py": "extensions = ['sphinx_docsnav.markdown']\nhtml_theme = 'basic'\n",
            "index.rst": "Toys\n====\n\n.. py:module:: toys\n\n"
            ".. py:class:: Box(size)\n\n   A box.\n\n"
            "   .. py:method:: open() -> None\n\n      Open it.\n\n"
            "   .. py:method:: close()\n\n      Close it.\n\n"
            ".. py:function:: spin(top)\n\n   Spin.\n\n.. confval:: toys_color\n\n   Its colour.\n",
        }
    )
    project.build()
    method, box, setting, near = ask(
        serve(project.output()),
        [
            ("look_up", {"name": name})
            for name in ("Box.open", "toys.Box", "toys_color", "toys.spn")
        ],
    )
    assert method == "toys.Box.open (method) in index\n\n### `open() -> None`\n\nOpen it."
    assert box.endswith("### `open() -> None`\n\nOpen it.\n\n### `close()`\n\nClose it.")
    assert setting == "toys_color (confval) in index\n\n## `toys_color`\n\nIts colour."
    assert near.startswith(("- toys.spin (function)", "toys.spin (function)"))


def test_headings_in_code_begin_no_section() -> None:
    code = "```bash\n# no heading\n```\n\n"
    text = f"# A\n\nText\n\n{code}## `B` \\*c\n\n~~~~\n## no\n```\n~~~~\n\n### D\n"
    assert [(one.level, one.heading) for one in _divide_page("a", text)] == [
        (1, "A"),
        (2, "B *c"),
        (3, "D"),
    ]


def test_a_section_has_the_sections_below_it(tmp_path: Path) -> None:
    text = "# A\n\n## B\n\nb\n\n### C\n\nc\n\n## D\n\nd\n"
    (tmp_path / "a.md").write_text(text, "utf-8")
    assert BuiltSite(tmp_path).read_section("a", "b") == "## B\n\nb\n\n### C\n\nc"


def test_a_code_block_that_is_not_closed_extends_to_the_end_of_the_page() -> None:
    text = "# A\n\nText.\n\n## B\n\n```sh\n# comment\n# \n## C\nend\n"
    assert [(section.heading, section.text) for section in _divide_page("a", text)] == [
        ("A", "# A\n\nText."),
        ("B", "## B\n\n```sh\n# comment\n# \n## C\nend"),
    ]


def test_a_new_build_is_read_with_the_next_question(project: Project) -> None:
    project.conf["docsnav_markdown"] = True
    project.write({"docs.json": '{"navigation": {"pages": ["index"]}}', "index.mdx": "# Old\n"})
    project.build()
    server = serve(project.output())
    assert "Old" in ask(server, [("search", {"query": "old"})])[0]
    project.write({"index.mdx": "# Brandnew\n"})
    project.build()
    assert "Brandnew" in ask(server, [("search", {"query": "brandnew"})])[0]
