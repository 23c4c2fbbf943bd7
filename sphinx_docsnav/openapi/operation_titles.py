"""Titles of operations that have no summary.

An address may follow a path that nobody can read (``postv1accountexternal_accounts-1``);
a title need not.
"""

from __future__ import annotations

import re

_SEPARATORS = re.compile(r"[\s_./:-]+")
_HUMPS = re.compile(
    r"OAuth[0-9]*|[A-Z]+(?![a-z])[0-9]*|[A-Z]?[a-z]+[0-9]*|[0-9]+|[^\W\d_a-zA-Z]+|[^\w]+"
)


def words_of(identifier: str) -> str:
    """Return *identifier* as a title: ``getUserByID`` -> ``Get user by ID``.

    Separators and changes of case part words. Words in capitals stay as they
    are. Returns ``""`` if nothing is left.
    """
    words = [
        word if word.startswith("OAuth") or (word.isupper() and len(word) > 1) else word.lower()
        for part in _SEPARATORS.split(identifier)
        for word in _HUMPS.findall(part)
    ]
    title = " ".join(words)
    return title[:1].upper() + title[1:]


def operation_title(*, operation_id: str, name: str, webhook: bool) -> str:
    """Return the title of an operation without a summary.

    :param name: ``GET /pets``, or ``webhook newPet``.
    """
    if operation_id and words_of(operation_id):
        return words_of(operation_id)
    return words_of(name.partition(" ")[2]) or name if webhook else name
