"""Extensions that a site without conf.py uses if they are installed."""

from __future__ import annotations

import importlib.util

import pytest

from sphinx_docsnav.cli.build_settings import describe_missing_extensions, find_copy_button


def _install(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: object() if name in names else None
    )


def test_copy_buttons_are_used_where_the_theme_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    _install(monkeypatch, "sphinx_copybutton")
    assert find_copy_button("furo") == ["sphinx_copybutton"]
    assert find_copy_button("sphinxawesome_theme") == []
    _install(monkeypatch)
    assert find_copy_button("furo") == []


def test_a_missing_copy_button_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    _install(monkeypatch)
    assert "sphinx-copybutton is not installed" in describe_missing_extensions("furo")
    assert describe_missing_extensions("sphinxawesome_theme") == ""
    _install(monkeypatch, "sphinx_copybutton")
    assert describe_missing_extensions("furo") == ""
