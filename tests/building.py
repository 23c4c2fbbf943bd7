"""Builds of small sites in a temporary folder."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.config import Config
from sphinx.locale import translators
from sphinx.util.console import strip_colors
from sphinx.util.docutils import docutils_namespace, patch_docutils
from sphinxcontrib.serializinghtml import JSONHTMLBuilder

SITES = Path(__file__).parent / "sites"
"""Whole small sites; builds take a copy."""
BUILDERS = (
    *("html", "dirhtml", "singlehtml", "json", "latex", "epub", "text", "man", "texinfo"),
    *("gettext", "dummy", "linkcheck", "xml", "pseudoxml"),
)
"""Sphinx's builders; "linkcheck" needs links that it may follow."""


@dataclass
class Result:
    """What one build said and did."""

    app: Sphinx
    status: str
    warnings: str

    @property
    def read(self) -> tuple[int, int, int]:
        """Documents added, changed and removed."""
        match = re.search(r"(\d+) added, (\d+) changed, (\d+) removed", self.status)
        assert match is not None, self.status
        return int(match[1]), int(match[2]), int(match[3])


DEFAULTS = {
    name: deepcopy(option)
    for name, option in Config.config_values.items()
    if isinstance(option.default, (list, dict, set))
}
"""The settings of Sphinx whose defaults can be changed in place."""


@contextmanager
def sphinx_as_before() -> Iterator[None]:
    """Undo what themes change in Sphinx itself, where a later build would meet it.

    sphinxawesome-theme overwrites members of the builders. pydata-sphinx-theme appends to
    ``templates_path``, whose default is one list for all applications of a process.
    """
    before = [(cls, dict(vars(cls))) for cls in (StandaloneHTMLBuilder, JSONHTMLBuilder)]
    Config.config_values.update(deepcopy(DEFAULTS))
    try:
        yield
    finally:
        for cls, members in before:
            for name, now in list(vars(cls).items()):
                if name not in members:
                    delattr(cls, name)
                elif members[name] is not now:
                    setattr(cls, name, members[name])


@dataclass
class Project:
    """A site's folder and where it is built."""

    root: Path
    """Holds ``src`` and the outputs."""
    extensions: tuple[str, ...] = ("sphinx_docsnav",)
    conf: dict[str, Any] = field(default_factory=dict)

    @property
    def src(self) -> Path:
        return self.root / "src"

    def write(self, files: Mapping[str, str]) -> None:
        for name, text in files.items():
            path = self.src / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")

    def build(  # noqa: PLR0913 -- the parts of a build, each said by its name
        self,
        builder: str = "html",
        *,
        out: str = "",
        parallel: int = 0,
        fresh: bool = False,
        conf: Mapping[str, Any] | None = None,
        doctrees: str = "",
        doctree_folder: Path | None = None,
        confdir: Path | None = None,
    ) -> Result:
        """Build the site; without conf.py if there is none in the source folder."""
        status, warnings = io.StringIO(), io.StringIO()
        overrides = {"html_theme": "basic", **self.conf, **(conf or {})}
        if confdir is None and (self.src / "conf.py").exists():
            confdir = self.src
        if confdir is None:
            overrides["extensions"] = ",".join(self.extensions)
        out = out or builder
        # It changes directives and domains; `sphinx_processes.py` has builds without a trace.
        assert "sphinx_immaterial" not in (overrides.get("html_theme"), *self.extensions)
        translators.clear()  # Sphinx would add to the words of an earlier build's language
        with sphinx_as_before(), patch_docutils(confdir), docutils_namespace():
            app = Sphinx(
                self.src,
                confdir,
                self.root / "out" / out,
                doctree_folder or self.root / "doctrees" / (doctrees or out),
                builder,
                overrides,
                status,
                warnings,
                freshenv=fresh,
                parallel=parallel,
            )
            app.build()
        return Result(app, strip_colors(status.getvalue()), strip_colors(warnings.getvalue()))

    def output(self, out: str = "html") -> Path:
        return self.root / "out" / out

    def files(self, out: str = "html") -> dict[str, bytes]:
        """Return every file of an output that says something about the site, by its path."""
        return {
            path.relative_to(self.output(out)).as_posix(): path.read_bytes()
            for path in sorted(self.output(out).rglob("*"))
            if path.is_file() and path.name not in (".buildinfo", ".buildinfo.bak")
        }

    def times(self, out: str = "html") -> dict[str, int]:
        """Return when each file of an output was written."""
        return {
            path.relative_to(self.output(out)).as_posix(): path.stat().st_mtime_ns
            for path in sorted(self.output(out).rglob("*"))
            if path.is_file()
        }

    def written(self, before: Mapping[str, int], out: str = "html") -> list[str]:
        """Return the pages written since *before*; not those Sphinx writes in every build."""
        always = (
            "docsnav-endpoints.html",
            "genindex.html",
            "search.html",
            "objects.inv",
        )
        return sorted(
            name
            for name, time in self.times(out).items()
            if before.get(name) != time
            and name.endswith(".html")
            and not name.startswith("_static/")
            and name not in always
            and not name.startswith("search-")
        )

    def search_data(self, name: str, out: str = "html") -> dict[str, Any]:
        """Return the data of a file of the search index."""
        text = (self.output(out) / "_static/docsnav-search" / f"{name}.js").read_text("utf-8")
        called, _, data = text.strip().removeprefix("docsnavIndex(").partition(",")
        assert json.loads(called) == name
        value: dict[str, Any] = json.loads(data.removesuffix(")"))
        return value

    def searched(self, name: str = "index", out: str = "html") -> set[str]:
        """Return the documents that the search of a language and version finds."""
        return set(self.indexed(name, out))

    def indexed(self, name: str = "index", out: str = "html") -> list[str]:
        """Return the documents of a search index in its order."""
        names = [""]
        for line in str(self.search_data(name, out)["pages"]).split("\n"):
            names.append(names[-1][: int(line[:1] or "0", 36)] + line[1:])
        return names[1:]
