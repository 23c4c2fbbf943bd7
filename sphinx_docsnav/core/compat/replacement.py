"""Functions of Sphinx that are replaced for a while, and restored at the end."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

from sphinx_docsnav.core.compat.entries import SphinxName, absent


def replace_until_end(
    restorations: ExitStack, owner: object, entry: SphinxName, make: Callable[[Any], Any]
) -> None:
    """Replace the function *entry* of an object, a class or a module by ``make(function)``.

    If the function does not exist, the object is unchanged, and a warning is given.

    :param restorations: functions to call when the build finishes, also after an exception.
    """
    if absent(owner, entry):
        return
    own = vars(owner).get(entry.name)
    setattr(owner, entry.name, make(getattr(owner, entry.name)))
    if own is None:
        restorations.callback(delattr, owner, entry.name)
    else:
        restorations.callback(setattr, owner, entry.name, own)
