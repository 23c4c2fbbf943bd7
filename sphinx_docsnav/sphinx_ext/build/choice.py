"""The type of settings that take one of some texts."""

from __future__ import annotations

from sphinx.config import ENUM


class SettingChoice(ENUM):
    """One of some texts; Sphinx's class does not say which."""

    def __init__(self, *choices: str) -> None:
        super().__init__(*choices)
        self.choices = choices
        """The texts."""
