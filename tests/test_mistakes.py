"""A site with more than thirty mistakes; its messages are read as a new user reads them."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace, patch_docutils
from support import ICON_SETS, Command, MakeSite

from sphinx_docsnav.cli.console import ExitCode
from sphinx_docsnav.messages import MessageFormat, message_format
from sphinx_docsnav.rendering.descriptions import DescriptionRenderer

FOLDER = Path(__file__).parent / "mistakes"
SITE = FOLDER / "site"


def test_the_messages_of_check_are_these(command: Command) -> None:
    assert command("check", "--no-remote", SITE) == ExitCode.FAULTS
    expected = (FOLDER / "expected.txt").read_text("utf-8")
    assert command.out == expected.replace("{icon sets}", ICON_SETS)


def test_every_message_has_a_place(command: Command) -> None:
    command("check", "--no-remote", "--format", "json", SITE)
    messages = [json.loads(line) for line in command.out.splitlines()]
    assert len(messages) > 30
    assert [m for m in messages if not (m["file"] and m["line"] and m["column"])] == []


def test_no_message_names_a_rule_by_its_number() -> None:
    assert not re.search(r"\b(?:rules?|section) \d", (FOLDER / "expected.txt").read_text("utf-8"))


def test_check_finds_what_a_build_finds_before_it_writes(command: Command, tmp_path: Path) -> None:
    warning = io.StringIO()
    settings = {
        "extensions": ["sphinx_docsnav"],
        "docsnav_keep_going": True,
        "docsnav_openapi_options.remote": False,
    }
    other_format = message_format.set(MessageFormat.JSON)
    with patch_docutils(SITE), docutils_namespace():
        app = Sphinx(SITE, None, tmp_path, tmp_path / ".doctrees", "html", settings, None, warning)
        app.build()
    message_format.reset(other_format)
    command("check", "--no-remote", "--format", "json", SITE)
    built = {line for line in warning.getvalue().splitlines() if '"docsnav.' in line}
    assert built - set(command.out.splitlines()) == set()


def test_a_description_that_fails_is_reported_at_its_place(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(DescriptionRenderer, "describe", lambda *_: 1 / 0)
    command("check", "--no-remote", SITE)
    assert "api/openapi.json:9:9: WARNING: /paths/~1pets/get/description: this desc" in command.out


def test_check_names_hidden_characters_in_code_of_a_description(
    command: Command, tmp_path: Path
) -> None:
    operation = {"summary": "S", "description": "Use `a\u202eb`.", "responses": {}}
    spec = {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}}
    spec |= {"paths": {"/a": {"get": operation}}}
    (tmp_path / "o.json").write_text(json.dumps(spec), "utf-8")
    docs = {"name": "T", "theme": "mint", "colors": {"primary": "#000000"}}
    docs |= {"navigation": {"groups": [{"group": "A", "openapi": "o.json"}]}}
    (tmp_path / "docs.json").write_text(json.dumps(docs), "utf-8")
    command("check", tmp_path)
    (line,) = [line for line in command.out.splitlines() if "U+202E" in line]
    assert "o.json:1:" in line
    assert "/paths/~1a/get/description" in line


def test_a_good_page_with_links_and_snippets_has_no_message(
    command: Command, make_site: MakeSite
) -> None:
    pages = {
        "index.mdx": '# Home\n\nimport Part from "/snippets/part.mdx";\n\n<Part />\n\n'
        "[Setup](/setup#install), [old](/old), [here](#home), [file](/data.csv)\n",
        "setup.mdx": "# Setup\n\n## Install\n",
        "snippets/part.mdx": "Part.\n",
        "data.csv": "1,2\n",
    }
    redirects = [{"source": "/old", "destination": "/setup"}]
    root = make_site({"pages": ["index", "setup"]}, pages, redirects=redirects)
    assert (command("check", "-W", root), command.out) == (ExitCode.DONE, "")


def test_verbose_shows_every_problem_of_a_specification(
    command: Command, make_site: MakeSite
) -> None:
    spec = {"openapi": "3.1.0", "paths": {"/a": {"get": {}}, **{f"/{i}": 1 for i in range(30)}}}
    files = {"index.mdx": "# Home\n", "api.json": json.dumps(spec)}
    navigation = {
        "groups": [{"group": "A", "pages": ["index"]}, {"group": "B", "openapi": "api.json"}]
    }
    root = make_site(navigation, files)
    command("check", root)
    assert command.out.count("WARNING: /paths/") == 3
    assert "27 more places with the same problem" in command.out
    assert "30 warnings (3 shown, the others counted; --verbose shows all)" in command.err
    for arguments in (["--verbose"], ["--format", "json"]):
        command("check", *arguments, root)
        assert command.out.count("the path is left out") == 30


def test_check_finds_mistakes_that_only_the_introduction_of_an_api_shows(
    command: Command, make_site: MakeSite
) -> None:
    spec = {
        "openapi": "3.1.0",
        "info": {"titel": "A"},
        "paths": {"/a": {"get": {}}},
        "components": {"securitySchemes": {"key": {"type": "apiKey", "in": "heder", "name": "k"}}},
    }
    root = make_site(
        {"groups": [{"group": "B", "openapi": "api.json"}]}, {"api.json": json.dumps(spec)}
    )
    command("check", root)
    assert "WARNING: /info/titel: unknown field 'titel'; it is ignored; did you" in command.out
    assert "unknown place 'heder' of an API key; shown as written; did you mean" in command.out
