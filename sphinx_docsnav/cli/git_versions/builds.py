"""Build single versions, each in a process of its own, and keep them by commit."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path
from typing import Any

import sphinx_docsnav
from sphinx_docsnav.cli.git_versions.repository import GitError, Repository
from sphinx_docsnav.cli.git_versions.version_plan import GitPart
from sphinx_docsnav.features.git_part import FINISHED
from sphinx_docsnav.sitefiles.write import digest_of

EXTENSION = "sphinx_docsnav"
RUNNER = "sphinx_docsnav.cli.git_versions.runner"
_REQUIREMENTS = (
    *("requirements.txt", "requirements-docs.txt", "docs-requirements.txt"),
    *("requirements/docs.txt", "requirements/doc.txt"),
)
"""Where projects list what their documentation needs."""
_GROUPS = ("docs", "doc", "documentation")
"""What dependency groups and extras are called that have it, where there is no such file."""
_HINT = "; --isolated installs the requirements of each version"
_SHOWN = 12
"""How many lines of a failed build are shown."""


class BuildError(Exception):
    """A version cannot be built; the message contains the reason."""


@dataclass(frozen=True)
class Workshop:
    """Where versions are built and kept, and how."""

    base: Path
    """The folder of the cache."""
    here: Repository
    """The repository of the site."""
    docs: str
    """The folder of the documentation in the site's repository."""
    source: Path
    """The same in the work tree."""
    builder: str = "html"
    theme: str = ""
    baseurl: str = ""
    """The address of the whole site, with a slash at its end; empty if it is not known."""
    own_conf: bool = False
    """Whether the conf.py of a version is run."""
    isolated: bool = False
    """Whether each version has an environment with its own requirements."""
    requirements: Sequence[str] = ()
    """The arguments of ``pip install``; empty for those that are found."""
    settings: Mapping[str, str] = field(default_factory=dict)
    """Settings of the command line, for all versions."""

    def key(self, part: GitPart) -> str:
        """Return what differs where a version has to be built again."""
        commit = part.ref.commit if part.ref else "work tree"
        how = [self.builder, self.theme, self.baseurl, self.own_conf, self.isolated]
        more = [list(self.requirements), dict(self.settings), part.docs or self.docs]
        known = [sphinx_docsnav.__version__, sys.version, *_versions()]
        text = json.dumps([commit, part.chain, part.folder, *how, *more, known], sort_keys=True)
        return digest_of(text.encode())

    def built(self, key: str) -> Path:
        """Return the folder of a complete build."""
        return self.base / "built" / key

    def has(self, key: str) -> bool:
        """Return whether there is a complete build."""
        return self.built(key).is_dir()

    def build(self, part: GitPart, key: str) -> None:
        """Export and build a commit; what is killed half-way is not taken for a build.

        :raises BuildError: it cannot be built.
        """
        if part.repository is None or part.ref is None:
            raise BuildError("the work tree is not a commit")
        # After a killed run, its Sphinx may still write: no two runs have one folder.
        place = self.base / "work" / f"{key}-{os.getpid()}"
        try:
            tree = place / "tree"
            tree.mkdir(parents=True)
            part.repository.export(part.ref, tree)
            source = (tree / (part.docs or self.docs)).resolve()
            if not source.is_relative_to(tree.resolve()) or not source.is_dir():
                raise BuildError(
                    f"the commit has no folder {part.docs or self.docs!r}, or .gitattributes has "
                    "export-ignore for it; if it has another name there, give the ref an entry of "
                    "its own with 'folder'"
                )
            env = self._variables(part)
            python = sys.executable
            if self.isolated:
                python = self._environment(part.ref.commit, tree, source, env)
            self._run(part, python, source, place, env)
            self.built(key).parent.mkdir(parents=True, exist_ok=True)
            (place / "out").replace(self.built(key))
        except GitError as error:
            raise BuildError(str(error)) from error
        finally:
            shutil.rmtree(place, ignore_errors=True)

    def build_work_tree(self, part: GitPart) -> Path:
        """Build the files as they are, incrementally, and return the output.

        :raises BuildError: it cannot be built.
        """
        place = self.base / "tree"
        place.mkdir(parents=True, exist_ok=True)
        env = dict(os.environ)
        python = sys.executable
        if self.isolated:
            commit = self.here.head.commit
            python = self._environment(commit, self.here.folder, self.source, env)
        self._run(part, python, self.source, place, env, quiet=False)
        return place / "out"

    def _variables(self, part: GitPart) -> dict[str, str]:
        """Return the environment of the processes that build a version."""
        env = os.environ | {"NO_COLOR": "1"}
        if part.repository and part.ref:
            # The archive has no history, from which setuptools-scm takes the version, nor dates.
            version = "".join(char for char in part.ref.name.lstrip("v") if char not in "/ ")
            if part.ref.is_tag and version[:1].isdigit():
                env.setdefault("SETUPTOOLS_SCM_PRETEND_VERSION", version)
            env["SOURCE_DATE_EPOCH"] = part.repository.time_of(part.ref)
        return env

    def _run(  # noqa: PLR0913 -- what a build is made of
        self,
        part: GitPart,
        python: str,
        source: Path,
        place: Path,
        env: dict[str, str],
        *,
        quiet: bool = True,
    ) -> None:
        has_conf = (source / "conf.py").is_file()
        if has_conf and not self.own_conf:
            raise BuildError("it has a conf.py, which is a program; use --conf to run it")
        out = place / "out"
        address = f"{self.baseurl}{part.folder}/" if self.baseurl else ""
        order = {
            "source": str(source),
            "out": str(out),
            "doctrees": str(place / "doctrees"),
            "builder": self.builder,
            "conf": has_conf,
            "theme": self.theme,
            "settings": dict(self.settings) | ({"html_baseurl": address} if address else {}),
            "part": [list(step) for step in part.chain],
        }
        file = place / "order.json"
        file.write_text(json.dumps(order), encoding="utf-8")
        plain = python != sys.executable and not self._takes_extension(python)
        if plain:
            words = ["-m", "sphinx", "-q", "-b", self.builder, "-d", str(place / "doctrees")]
            words += ["-D", f"html_baseurl={address}"] if address else []
            words += [str(source), str(out)]
        else:
            words = ["-m", RUNNER, str(file)]
            env = env | self._search_path(python)
        (out / FINISHED).unlink(missing_ok=True)
        done = subprocess.run(  # noqa: S603 -- Sphinx
            [python, *words],
            cwd=source,
            env=env,
            stdout=subprocess.PIPE if quiet else None,
            stderr=subprocess.STDOUT if quiet else None,
            stdin=subprocess.DEVNULL,
            check=False,
        )
        if plain and done.returncode == 0:
            (out / FINISHED).write_text('{"plain": true}', encoding="utf-8")
        if not (out / FINISHED).is_file():
            hint = "" if self.isolated or b"No module named" not in (done.stdout or b"") else _HINT
            raise BuildError(f"Sphinx stops{hint}{_last_lines(done.stdout)}")

    def _search_path(self, python: str) -> dict[str, str]:
        """Return the variable that lets another environment import this package, and no other."""
        if python == sys.executable:
            return {}
        package = Path(sphinx_docsnav.__file__).parent
        link = self.base / "package" / EXTENSION
        if not link.is_symlink() or link.resolve() != package:
            link.parent.mkdir(parents=True, exist_ok=True)
            link.unlink(missing_ok=True)
            link.symlink_to(package, target_is_directory=True)
        return {"PYTHONPATH": str(link.parent)}

    def _takes_extension(self, python: str) -> bool:
        """Return whether this package works in an environment: old versions of Sphinx lack much."""
        env = os.environ | self._search_path(python)
        check = "import sphinx, pydantic, sphinx_docsnav.core.extension as e"
        words = [python, "-c", check]
        done = subprocess.run(words, env=env, capture_output=True, check=False)  # noqa: S603 -- Python
        return done.returncode == 0

    def _environment(self, commit: str, tree: Path, source: Path, env: dict[str, str]) -> str:
        """Return the Python of the environment with the requirements of a version.

        Versions with the same requirements share one, unless these have the project itself.

        :raises BuildError: they cannot be installed.
        """
        words = list(self.requirements) or found_requirements(tree, source)
        files = [tree / word for word in words if (tree / word).is_file()]
        texts = [file.read_text("utf-8", "replace") for file in files]
        has_project = any((tree / word.partition("[")[0]).is_dir() for word in words)
        key = digest_of(
            json.dumps(
                [words, texts, commit if has_project else "", sys.version, _versions()]
            ).encode()
        )
        folder = self.base / "environments" / key
        python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
        if (folder / FINISHED).is_file():
            return str(python)
        shutil.rmtree(folder, ignore_errors=True)
        uv = shutil.which("uv")
        make = (
            [uv, "venv", "-q", "--python", sys.executable] if uv else [sys.executable, "-m", "venv"]
        )
        install = (
            [uv, "pip", "install", "-q", "--python", str(python)]
            if uv
            else [str(python), "-m", "pip", "install", "-q"]
        )
        _command([*make, str(folder)], tree, env)
        try:
            _command([*install, *words, *_own_requirements()], tree, env)
        except BuildError:
            # The versions that it asks for do not go together with ours: it is built by itself.
            _command([*install, "sphinx", *words], tree, env)
        (folder / FINISHED).touch()
        return str(python)


def _versions() -> list[str]:
    """Return the versions of what builds, in this environment."""
    return [f"{name} {metadata.version(name)}" for name in ("sphinx", "docutils", "pygments")]


def _own_requirements() -> list[str]:
    """Return what this package needs."""
    try:
        found = metadata.requires("sphinx-docsnav") or []
    except metadata.PackageNotFoundError:
        found = []
    return [requirement for requirement in found if "extra ==" not in requirement]


def found_requirements(tree: Path, source: Path) -> list[str]:
    """Return the arguments of ``pip install`` for the documentation in *source* of a commit."""
    places = [
        *(source / name for name in _REQUIREMENTS),
        *(tree / name for name in _REQUIREMENTS[1:]),
    ]
    found = next((place for place in places if place.is_file()), None)
    words = ["-r", str(found.relative_to(tree))] if found else []
    extra = ""
    try:
        described = tomllib.loads((tree / "pyproject.toml").read_text("utf-8"))
    except (OSError, ValueError):
        described = {}
    if not found:
        groups = described.get("dependency-groups", {})
        extras = described.get("project", {}).get("optional-dependencies", {})
        words = [*_group(groups, next((name for name in _GROUPS if name in groups), ""))]
        extra = next((f"[{name}]" for name in _GROUPS if name in extras), "")
    is_project = described or (tree / "setup.py").is_file()
    return [*words, f".{extra}"] if is_project else words


def _group(groups: Mapping[str, Any], name: str, depth: int = 0) -> Iterator[str]:
    """Yield the requirements of a dependency group, with those of groups that it includes."""
    for each in groups.get(name, ()) if depth < _SHOWN else ():
        if isinstance(each, dict):
            yield from _group(groups, each.get("include-group", ""), depth + 1)
        elif not each.startswith("-"):
            yield each


def _command(words: Sequence[Any], folder: Path, env: Mapping[str, str]) -> None:
    done = subprocess.run(  # noqa: S603 -- venv, uv or pip
        [str(word) for word in words],
        cwd=folder,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL,
        check=False,
    )
    if done.returncode:
        raise BuildError(f"its requirements cannot be installed{_last_lines(done.stdout)}")


def _last_lines(output: bytes | None) -> str:
    lines = (output or b"").decode("utf-8", "replace").strip().splitlines()
    shown = [f"    {line}" for line in lines[-_SHOWN:] if line.strip()]
    return "\n".join([":", *shown]) if shown else ""
