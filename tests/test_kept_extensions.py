"""Extensions that a site without conf.py uses if they are installed."""

from __future__ import annotations

import importlib.util
import shutil
from collections.abc import Collection

import pytest

from sphinx_docsnav.cli.build_settings import kept_extensions, missing_extensions


def _install(monkeypatch: pytest.MonkeyPatch, names: Collection[str], *, command: bool) -> None:
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: object() if name in names else None
    )
    monkeypatch.setattr(shutil, "which", lambda name: f"/bin/{name}" if command else None)


BOTH = ("sphinx_copybutton", "sphinxcontrib.mermaid")


def test_installed_extensions_are_used(monkeypatch: pytest.MonkeyPatch) -> None:
    _install(monkeypatch, BOTH, command=True)
    assert kept_extensions("furo") == (list(BOTH), {"mermaid_output_format": "svg"})


def test_without_its_command_mermaid_would_load_a_script(monkeypatch: pytest.MonkeyPatch) -> None:
    _install(monkeypatch, BOTH, command=False)
    assert kept_extensions("furo") == (["sphinx_copybutton"], {})


def test_a_theme_with_copy_buttons_gets_no_others(monkeypatch: pytest.MonkeyPatch) -> None:
    _install(monkeypatch, BOTH, command=False)
    assert kept_extensions("sphinxawesome_theme") == ([], {})


def test_nothing_installed_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    _install(monkeypatch, (), command=True)
    assert kept_extensions("furo") == ([], {})


def test_a_script_of_the_output_draws_diagrams_and_one_elsewhere_does_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _install(monkeypatch, BOTH, command=False)
    assert kept_extensions("furo", "mermaid.esm.min.mjs") == (list(BOTH), {})
    assert kept_extensions("furo", "https://cdn.example/mermaid.mjs")[0] == ["sphinx_copybutton"]
    assert kept_extensions("furo", "//cdn.example/mermaid.mjs")[0] == ["sphinx_copybutton"]


def test_a_missing_copy_button_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    _install(monkeypatch, (), command=False)
    assert "sphinx-copybutton is not installed" in missing_extensions("furo")
    assert missing_extensions("sphinxawesome_theme") == ""
    _install(monkeypatch, BOTH, command=False)
    assert missing_extensions("furo") == ""
