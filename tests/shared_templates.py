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


@contextmanager
def templates_shared(folder: Path) -> Iterator[None]:
    """Keep the compiled code of template files in *folder*, for this process and others."""
    compiled = FileSystemBytecodeCache(str(folder))
    compile_template: Any = Environment.compile

    def compile_once(  # Jinja's arguments
        environment: Environment,
        source: Any,  # noqa: ANN401 -- text, or nodes
        name: str | None = None,
        filename: str | None = None,
        *options: bool,
    ) -> str | CodeType:
        # Only a file says by its name in which syntax it is written: LaTeX has other delimiters.
        if filename is None or options or not isinstance(source, str):
            code: str | CodeType = compile_template(environment, source, name, filename, *options)
            return code
        # The code depends on the extensions, and on whether the environment is a sandbox.
        kind = f"{type(environment).__qualname__} {sorted(environment.extensions)} {name}"
        bucket = compiled.get_bucket(environment, kind, filename, source)
        if bucket.code is None:
            bucket.code = compile_template(environment, source, name, filename)
            compiled.set_bucket(bucket)
        return bucket.code

    setattr(Environment, "compile", compile_once)  # noqa: B010 -- mypy allows no assignment
    try:
        yield
    finally:
        setattr(Environment, "compile", compile_template)  # noqa: B010 -- as above
