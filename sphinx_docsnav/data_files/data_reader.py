"""Read the text of a file that can be JSON or YAML."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sphinx_docsnav.data_files.json_reader import JsonPositions, read_json
from sphinx_docsnav.data_files.json_scanner import blank_additions, scan_json
from sphinx_docsnav.data_files.json_values import Data, DataError, Keys, ValuePosition

if TYPE_CHECKING:
    from sphinx_docsnav.data_files.yaml_reader import YamlPositions

_OPENING_BRACKET = re.compile(r"\s*[\[{]")


def read_data(text: str) -> Data:
    """Return the value of *text*: JSON if it begins with a bracket, else YAML.

    Mistakes that do not prevent reading are problems of the result; see `read_json`. Text that
    begins with a bracket and is no JSON can still be YAML, as with field names without quotes.

    :raises DataError: neither JSON nor YAML, too deep, or grown by aliases beyond the limit.
    """
    text = text.removeprefix("\ufeff")
    if not _OPENING_BRACKET.match(text):
        from sphinx_docsnav.data_files.yaml_reader import read_yaml

        return read_yaml(text)
    try:
        # YAML contains JSON, but this reader is faster and describes mistakes better.
        return read_json(text)
    except DataError as json_error:
        from sphinx_docsnav.data_files.yaml_reader import read_yaml, resolve_json_scalar

        # YAML does not know `//` comments; blanks in their place keep all positions.
        blanked = blank_additions(text, scan_json(text))
        try:
            data = read_yaml(blanked, scalar=resolve_json_scalar)
        except DataError:
            # Neither format: the bracket says that JSON was meant, so its message helps more.
            raise json_error from None
        # The mistake that ended the JSON reader is none in YAML; those before it remain.
        ignored = [problem for problem in json_error.problems if problem.recovery]
        return Data(data.value, [*ignored, *data.problems])


class DataPositions:
    """The positions of the values in text that `read_data` can read."""

    def __init__(self, text: str) -> None:
        """Prepare to read *text* when the first position is requested."""
        self._text = text
        self._positions: JsonPositions | YamlPositions
        if _OPENING_BRACKET.match(text):
            self._positions = JsonPositions(text)
        else:
            self._positions = self._read_yaml_positions(text)

    def find(self, keys: Keys) -> ValuePosition | None:
        """Return the positions of the value at *keys*; ``None`` if there is no such value."""
        try:
            return self._positions.find(keys)
        # Comments, trailing commas, very deep values, or YAML that begins with a bracket.
        except (ValueError, RecursionError):
            scan = scan_json(self._text)
            blanked = blank_additions(self._text, scan)
            # Blanked text is JSON unless a mistake ended the scan, as in YAML flow style.
            is_json = all(mistake.recovery for mistake in scan.mistakes)
            self._positions = (
                JsonPositions(blanked) if is_json else self._read_yaml_positions(blanked)
            )
            return self._positions.find(keys)

    @staticmethod
    def _read_yaml_positions(text: str) -> YamlPositions:
        from sphinx_docsnav.data_files.yaml_reader import YamlPositions

        return YamlPositions(text)


def find_nearest(
    positions: DataPositions | JsonPositions | YamlPositions, keys: Keys
) -> ValuePosition | None:
    """Return the positions of the value at *keys*, else those of its nearest existing parent.

    :returns: ``None`` if only the whole file is left, or if nothing exists.
    """
    while keys:
        position = positions.find(keys)
        if position is not None:
            return position
        keys = keys[:-1]
    return None
