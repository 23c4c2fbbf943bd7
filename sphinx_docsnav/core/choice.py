"""The type of settings that take one of some texts."""

from __future__ import annotations

from sphinx.config import ENUM


class SettingChoice(ENUM):
    """A text out of a fixed set; unlike Sphinx's class, it exposes the values."""

    def __init__(self, *choices: str) -> None:
        super().__init__(*choices)
        self.choices = choices
        """The texts."""
