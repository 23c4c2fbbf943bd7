"""Descriptions of Python objects in pages of Markdown, which sphinx.ext.autodoc makes."""

from __future__ import annotations

import importlib
import inspect
import re

from docutils import nodes
from docutils.frontend import get_default_settings
from docutils.parsers.rst import Parser
from sphinx.application import Sphinx

AUTODOC = "sphinx.ext.autodoc"
"""The extension; without it, no code of a project is imported."""
_NAME = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*")
"""The dotted name of a Python object."""
_POSITION = "get_source_and_line"
"""The attribute of docutils' reporter that parsers set."""
_WITH_MEMBERS = frozenset(("automodule", "autoclass", "autoexception"))
"""The directives that describe members, too."""


def describe_object(
    app: Sphinx, name: str, document: nodes.document, line: int
) -> list[nodes.Node]:
    """Return what autodoc writes about the Python object *name* and its members.

    :param name: the dotted name of a module, a class or a function.
    :param document: the page, which records the names in the description.
    :param line: the line of the page that names the object, for messages.
    :returns: nothing for what is no name. autodoc reports an object that cannot be imported.
    """
    if _NAME.fullmatch(name) is None:
        return []
    directive = _choose_directive(app, name)
    members = "   :members:\n" if directive in _WITH_MEMBERS else ""
    # Empty lines give the directive its line in the page.
    text = "\n" * (line - 1) + f".. {directive}:: {name}\n{members}"
    # The parser of the page has no settings of reStructuredText.
    for setting, value in vars(get_default_settings(Parser)).items():
        if not hasattr(document.settings, setting):
            setattr(document.settings, setting, value)
    start, source = len(document.children), document.current_source
    document.current_source = str(document["source"])
    # docutils keeps the first parser that it finds there, whose lines are others.
    positions = vars(document.reporter)
    get_position = positions.pop(_POSITION, None)
    try:
        # It is parsed into the page, so that its references are resolved with those of the page.
        Parser().parse(text, document)
    finally:
        document.current_source, document.current_line = source, None
        positions.pop(_POSITION, None)
        positions.update({_POSITION: get_position} if get_position else {})
        made = document.children[start:]
        del document.children[start:]
    return made


def _choose_directive(app: Sphinx, name: str) -> str:
    """Return the directive of autodoc for the object *name*."""
    from sphinx.ext.autodoc.mock import mock  # type: ignore[attr-defined]  # Sphinx 9 keeps it there

    module_name, rest = name, list[str]()
    with mock(app.config.autodoc_mock_imports):
        while module_name:
            # Code of the project runs here, which may also end the process; autodoc reports it.
            try:
                found: object = importlib.import_module(module_name)
                for part in rest:
                    found = getattr(found, part, None)
            except (Exception, SystemExit):  # noqa: BLE001
                module_name, _dot, last = module_name.rpartition(".")
                rest.insert(0, last)
            else:
                break
        else:
            return "automodule"
    if inspect.ismodule(found):
        return "automodule"
    if inspect.isclass(found):
        return "autoexception" if issubclass(found, BaseException) else "autoclass"
    is_method = callable(found) and len(rest) > 1
    return "automethod" if is_method else "autofunction" if callable(found) else "autodata"
