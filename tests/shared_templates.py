"""Templates that are compiled once for all builds of a test session.

Each build has a Jinja environment of its own, which would compile some forty templates of Sphinx
and the theme: a quarter of the processor time of a small build.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType
from typing import Any

from jinja2 import Environment, FileSystemBytecodeCache

from sphinx_docsnav.preview.application import TEMPLATE_OPTIONS


@contextmanager
def templates_shared(folder: Path) -> Iterator[None]:
    """Keep compiled templates in memory, and in *folder* for other processes."""
    folder.mkdir(parents=True, exist_ok=True)
    in_memory: dict[tuple[str, str, str | None], CodeType] = {}
    in_files = FileSystemBytecodeCache(str(folder))
    compile_template: Any = Environment.compile

    def compile_once(  # Jinja's arguments
        environment: Environment,
        source: Any,  # noqa: ANN401 -- text, or nodes
        name: str | None = None,
        filename: str | None = None,
        *options: bool,
    ) -> str | CodeType:
        if options or not isinstance(source, str):
            code: str | CodeType = compile_template(environment, source, name, filename, *options)
            return code
        # The code depends on the syntax, which is another one for LaTeX, on the extensions, and on
        # whether the environment is a sandbox.
        syntax = [getattr(environment, option) for option in TEMPLATE_OPTIONS]
        extensions = sorted(environment.extensions)
        kind = f"{type(environment).__qualname__} {syntax} {extensions} {name}"
        if (kind, source, filename) not in in_memory:
            bucket = in_files.get_bucket(environment, kind, filename, source)
            if bucket.code is None:
                bucket.code = compile_template(environment, source, name, filename)
                in_files.set_bucket(bucket)
            in_memory[kind, source, filename] = bucket.code
        return in_memory[kind, source, filename]

    setattr(Environment, "compile", compile_once)  # noqa: B010 -- mypy allows no assignment
    try:
        yield
    finally:
        setattr(Environment, "compile", compile_template)  # noqa: B010 -- as above
