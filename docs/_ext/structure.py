"""The map of the code, counted from its imports; ``python docs/_ext/structure.py`` prints it.

Every import counts, also those inside of functions and for type checkers.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from generated_reference import Generated
from sphinx.application import Sphinx

import sphinx_docsnav
from sphinx_docsnav.core.events import EVENTS, handlers_of

PACKAGE = Path(sphinx_docsnav.__file__).parent
TESTS = Path(__file__).parents[2] / "tests"
ORDER = (
    "cli",
    "preview",
    "features",
    "core",
    "themes",
    "rendering",
    "endpoints",
    "components",
    "coming",
    "navigation",
    "mdx",
    "openapi",
    "icons",
    "docs_json",
    "sitefiles",
    "data_files",
    "messages",
    "faults",
    "vocabulary",
)
"""The parts of the code, each above all that it may import."""


@dataclass(slots=True)
class PackagePart:
    """A package or module directly below ``sphinx_docsnav``."""

    purpose: str
    """The first line of its docstring."""
    modules: int = 0
    """How many files of Python it has."""
    lines: int = 0
    """Their lines."""
    imports: set[str] = field(default_factory=set)
    """The other parts that it imports."""


def parts() -> dict[str, PackagePart]:
    """Return every part of the code by its name, in the order of the layers."""
    found: dict[str, PackagePart] = {}
    for name in ORDER:
        path = PACKAGE / name
        module = path.with_suffix(".py")
        files = [module] if module.is_file() else sorted(path.rglob("*.py"))
        first = module if module.is_file() else path / "__init__.py"
        purpose = ast.get_docstring(ast.parse(first.read_text("utf-8"))) or ""
        part = found[name] = PackagePart(purpose.partition("\n")[0])
        for file in files:
            text = file.read_text("utf-8")
            part.modules += 1
            part.lines += text.count("\n")
            part.imports |= set(_imported(ast.parse(text))) - {name}
    return found


def _imported(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and node.module != "sphinx_docsnav":
            package, _, rest = node.module.partition(".")
            if package == "sphinx_docsnav":
                yield rest.partition(".")[0]
        elif isinstance(node, ast.ImportFrom) and node.module == "sphinx_docsnav":
            yield from (alias.name for alias in node.names if alias.name in ORDER)


def _tests(name: str) -> str:
    own = {
        "cli": "tests/test_cli*.py",
        "core": "tests/core, tests/compat",
        "features": "tests/features",
        "messages": "tests/test_messages.py",
        "rendering": "tests/mdx",
        "endpoints": "tests/openapi",
    }
    folder = f"tests/{name}"
    return own.get(name, folder if (TESTS.parent / folder).is_dir() else "")


class CodeMap(Generated):
    """The parts of the code: purpose, imports, tests and size."""

    def text(self) -> Iterator[str]:
        """Yield a table."""
        yield from (".. list-table::", "   :header-rows: 1", "   :widths: 12 38 28 22", "")
        yield from ("   * - Part", "     - Purpose", "     - Imports", "     - Tests")
        for name, part in parts().items():
            imports = ", ".join(n for n in ORDER if n in part.imports) or "nothing of ours"
            yield from (f"   * - ``{name}``", f"     - {part.purpose}", f"     - {imports}")
            yield f"     - ``{_tests(name)}``" if _tests(name) else "     -"
        yield ""


class HandlerList(Generated):
    """The handlers of this build by event, in the order of their calls."""

    def text(self) -> Iterator[str]:
        """Yield a table per event."""
        for event, handlers in sorted(handlers_of(self.env.app).items()):
            yield from (f".. rubric:: ``{event}``", "")
            yield from (".. list-table::", "   :header-rows: 1", "   :widths: 10 30 60", "")
            yield from ("   * - Priority", "     - Handler", "     - Reason")
            for handler in handlers:
                module = handler.function.__module__.removeprefix("sphinx_docsnav.")
                yield f"   * - {handler.priority}"
                yield f"     - ``{module}.{handler.function.__name__}``"
                yield f"     - {handler.reason}"
            yield ""


class EventList(Generated):
    """The events that the core adds to Sphinx's."""

    def text(self) -> Iterator[str]:
        """Yield a definition per event."""
        for name, meaning in EVENTS.items():
            yield from (f"``{name}``", f"   {meaning.replace('`PageParts`', '``PageParts``')}", "")


def setup(app: Sphinx) -> dict[str, bool]:
    """Add the directives; called by Sphinx."""
    app.add_directive("docsnav-code-map", CodeMap)
    app.add_directive("docsnav-handlers", HandlerList)
    app.add_directive("docsnav-events", EventList)
    return {"parallel_read_safe": True}


if __name__ == "__main__":
    for part_name, each in parts().items():
        above = ", ".join(other for other in ORDER if other in each.imports)
        print(f"{part_name:12} {each.modules:4} modules {each.lines:6} lines  -> {above}")  # noqa: T201 -- a command
