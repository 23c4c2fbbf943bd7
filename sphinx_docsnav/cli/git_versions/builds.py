"""Build single versions, each in a process of its own, and cache them by commit."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import threading
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path
from typing import Any

import sphinx_docsnav
from sphinx_docsnav.cli.git_versions.repository import Repository
from sphinx_docsnav.cli.git_versions.version_plan import GitPart
from sphinx_docsnav.features.versions import FINISHED_FILE
from sphinx_docsnav.sitefiles.safe_git import GitError
from sphinx_docsnav.sitefiles.write import digest_of, write_if_changed

RUNNER_MODULE = "sphinx_docsnav.cli.git_versions.runner"
_REQUIREMENTS_FILES = (
    *("requirements.txt", "requirements-docs.txt", "docs-requirements.txt"),
    *("requirements/docs.txt", "requirements/doc.txt"),
)
"""The requirements files of documentation, by common names."""
_GROUP_NAMES = ("docs", "doc", "documentation")
"""The names of dependency groups and extras for documentation."""
_ISOLATED_HINT = "; --isolated installs the requirements of each version"
_MAX_GROUP_DEPTH = 12
"""Number of dependency groups inside each other that are read."""
_SHOWN_LINES = 12
"""Number of lines at the end of the output of a failed build that are shown."""


class BuildError(Exception):
    """A version cannot be built; the message contains the reason."""


class StoppedBuildError(BuildError):
    """Sphinx stops in the build of a version."""


@dataclass(frozen=True)
class VersionBuilder:
    """Builds versions in a cache folder."""

    base: Path
    """The folder of the cache."""
    here: Repository
    """The repository of the site."""
    docs: str
    """The folder of the documentation, relative to the repository."""
    source: Path
    """The folder of the documentation in the work tree."""
    builder: str = "html"
    theme: str = ""
    baseurl: str = ""
    """The URL of the whole site, with a slash at its end; empty if it is unknown."""
    own_conf: bool = False
    """Whether to run the conf.py of versions."""
    isolated: bool = False
    """Whether each version has an environment with its own requirements."""
    requirements: Sequence[str] = ()
    """The arguments of ``pip install``; if empty, they are derived from the files of a version."""
    settings: Mapping[str, str] = field(default_factory=dict)
    """Settings of the command line, for all versions."""
    _environment_locks: dict[str, threading.Lock] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    """Locks by the keys of environments, each held while a thread makes the environment."""

    def make_key(self, part: GitPart) -> str:
        """Return the digest of all that determines the output of a version."""
        commit = part.ref.commit if part.ref else "work tree"
        options = [self.builder, self.theme, self.baseurl, self.own_conf, self.isolated]
        project_options = [list(self.requirements), dict(self.settings), part.docs or self.docs]
        versions = [sphinx_docsnav.__version__, sys.version, *_list_versions()]
        text = json.dumps(
            [commit, part.chain, part.folder, *options, *project_options, versions], sort_keys=True
        )
        return digest_of(text.encode())

    def find_failure(self, key: str) -> str:
        """Return why the build of a commit has failed before; empty if it is to be built.

        Sphinx fails again with the same commit, options and packages; whether requirements can be
        installed depends on more than these.
        """
        try:
            return self._make_failure_path(key).read_text("utf-8")
        except OSError:
            return ""

    def forget_failure(self, key: str) -> None:
        """Have a commit built again that could not be built."""
        self._make_failure_path(key).unlink(missing_ok=True)

    def _make_failure_path(self, key: str) -> Path:
        packages = "" if self.isolated else _list_packages()
        return self.base / "failed" / f"{key}-{digest_of(packages.encode())}" / "reason.txt"

    def find_output(self, key: str) -> Path:
        """Return the output folder of a complete build with a key."""
        return self.base / "built" / key

    def has_output(self, key: str) -> bool:
        """Return whether a complete build with a key exists."""
        return self.find_output(key).is_dir()

    def build(self, part: GitPart, key: str) -> None:
        """Export and build a commit; the output is moved to its place only when it is complete.

        :raises BuildError: it cannot be built.
        """
        if part.repository is None or part.ref is None:
            raise BuildError("the work tree is not a commit")
        # The Sphinx of a killed run may still write, so each run has a folder of its own.
        work_folder = self.base / "work" / f"{key}-{os.getpid()}"
        try:
            tree = work_folder / "tree"
            tree.mkdir(parents=True)
            part.repository.export(part.ref, tree)
            # A symbolic link of the commit, or `..` in the setting, may lead out of the tree.
            source = (tree / (part.docs or self.docs)).resolve()
            if not source.is_relative_to(tree.resolve()) or not source.is_dir():
                raise BuildError(
                    f"the commit has no folder {part.docs or self.docs!r}, or .gitattributes has "
                    "export-ignore for it; if it has another name there, give the ref an entry of "
                    "its own with 'folder'"
                )
            env = self._make_environment(part)
            python = sys.executable
            if self.isolated:
                python = self._prepare_environment(part.ref.commit, tree, source, env)
            self._run_build(part, python, source, work_folder, env)
            self.find_output(key).parent.mkdir(parents=True, exist_ok=True)
            # Renaming is atomic, so an existing output folder is always a complete build.
            try:
                (work_folder / "out").replace(self.find_output(key))
            except OSError as error:
                # Another run may have built the same commit in the meantime: its output is equal.
                if not self.has_output(key):
                    raise BuildError(f"its output cannot be moved: {error}") from error
        except GitError as error:
            raise BuildError(str(error)) from error
        except StoppedBuildError as error:
            file = self._make_failure_path(key)
            file.parent.mkdir(parents=True, exist_ok=True)
            write_if_changed(file, str(error))
            raise
        finally:
            shutil.rmtree(work_folder, ignore_errors=True)

    def build_work_tree(self, part: GitPart) -> Path:
        """Build the files of the work tree incrementally, and return the output folder.

        :raises BuildError: it cannot be built.
        """
        work_folder = self.base / "tree"
        work_folder.mkdir(parents=True, exist_ok=True)
        env = dict(os.environ)
        python = sys.executable
        # The key of an environment needs a commit; the closest one to the work tree is HEAD.
        if self.isolated:
            try:
                commit = self.here.head.commit
            except GitError as error:
                message = "'--isolated' needs a commit, and the branch of the work tree has none"
                raise BuildError(message) from error
            python = self._prepare_environment(commit, self.here.folder, self.source, env)
        self._run_build(part, python, self.source, work_folder, env, quiet=False)
        return work_folder / "out"

    def _make_environment(self, part: GitPart) -> dict[str, str]:
        """Return the environment variables of the processes that build a version."""
        env = os.environ | {"NO_COLOR": "1"}
        if part.repository and part.ref:
            # The archive has no history, from which setuptools-scm and Sphinx would read these.
            version = "".join(char for char in part.ref.name.lstrip("v") if char not in "/ ")
            if part.ref.is_tag and version[:1].isdigit():
                env.setdefault("SETUPTOOLS_SCM_PRETEND_VERSION", version)
            env["SOURCE_DATE_EPOCH"] = part.repository.read_time(part.ref)
        return env

    def _run_build(  # noqa: PLR0913 -- the parameters of one build
        self,
        part: GitPart,
        python: str,
        source: Path,
        work_folder: Path,
        env: dict[str, str],
        *,
        quiet: bool = True,
    ) -> None:
        # A conf.py is a program, which runs only with consent.
        if (source / "conf.py").is_file() and not self.own_conf:
            raise BuildError("it has a conf.py, which is a program; use --conf to run it")
        finished_file = work_folder / "out" / FINISHED_FILE
        # The output of the work tree is reused, so the mark of an earlier build may be there.
        finished_file.unlink(missing_ok=True)
        # The environment of an old version may have a Sphinx that this package does not support.
        has_extension = python == sys.executable or self._can_import_extension(python)
        if has_extension:
            order_file = self._write_order(part, source, work_folder)
            arguments = ["-m", RUNNER_MODULE, str(order_file)]
            env = env | self._make_search_path(python)
        else:
            arguments = self._make_sphinx_arguments(part, source, work_folder)
        completed = subprocess.run(  # noqa: S603 -- Sphinx
            [python, *arguments],
            cwd=source,
            env=env,
            stdout=subprocess.PIPE if quiet else None,
            stderr=subprocess.STDOUT if quiet else None,
            stdin=subprocess.DEVNULL,
            check=False,
        )
        if not has_extension and completed.returncode == 0:
            finished_file.write_text('{"plain": true}', encoding="utf-8")
        if not finished_file.is_file():
            lacks_module = b"No module named" in (completed.stdout or b"")
            hint = _ISOLATED_HINT if lacks_module and not self.isolated else ""
            raise StoppedBuildError(f"Sphinx stops{hint}{_format_last_lines(completed.stdout)}")

    def _write_order(self, part: GitPart, source: Path, work_folder: Path) -> Path:
        """Write the file that tells the runner what to build, and return its path."""
        base_url = self._make_base_url(part)
        order = {
            "source": str(source),
            "out": str(work_folder / "out"),
            "doctrees": str(work_folder / "doctrees"),
            "builder": self.builder,
            "conf": (source / "conf.py").is_file(),
            "theme": self.theme,
            "settings": dict(self.settings) | ({"html_baseurl": base_url} if base_url else {}),
            "part": [list(step) for step in part.chain],
        }
        file = work_folder / "order.json"
        file.write_text(json.dumps(order), encoding="utf-8")
        return file

    def _make_sphinx_arguments(self, part: GitPart, source: Path, work_folder: Path) -> list[str]:
        """Return the arguments of Python for a build without this extension."""
        base_url = self._make_base_url(part)
        options = ["-q", "-b", self.builder, "-d", str(work_folder / "doctrees")]
        options += ["-D", f"html_baseurl={base_url}"] if base_url else []
        return ["-m", "sphinx", *options, str(source), str(work_folder / "out")]

    def _make_base_url(self, part: GitPart) -> str:
        """Return the URL of a version; empty if that of the site is unknown."""
        return f"{self.baseurl}{part.folder}/" if self.baseurl else ""

    def _make_search_path(self, python: str) -> dict[str, str]:
        """Return the variable with which another environment can import this package only."""
        if python == sys.executable:
            return {}
        # Link only the package: its parent folder would expose all packages of this environment.
        package = Path(sphinx_docsnav.__file__).parent
        link = self.base / "package" / package.name
        if not link.is_symlink() or link.resolve() != package:
            link.parent.mkdir(parents=True, exist_ok=True)
            # Several threads and runs may make the link; renaming replaces that of another one.
            new_link = link.with_name(f"{package.name}-{os.getpid()}-{threading.get_ident()}")
            new_link.unlink(missing_ok=True)
            try:
                new_link.symlink_to(package, target_is_directory=True)
            except OSError as error:
                raise BuildError(
                    f"no link to this extension can be made ({error.strerror}); on Windows, turn on"
                    " the developer mode, or leave out --isolated"
                ) from error
            new_link.replace(link)
        return {"PYTHONPATH": str(link.parent)}

    def _can_import_extension(self, python: str) -> bool:
        """Return whether this package works in an environment, whose Sphinx may be too old."""
        env = os.environ | self._make_search_path(python)
        code = "import sphinx, pydantic, sphinx_docsnav.core.extension as e"
        command = [python, "-c", code]
        completed = subprocess.run(command, env=env, capture_output=True, check=False)  # noqa: S603 -- Python
        return completed.returncode == 0

    def _prepare_environment(
        self, commit: str, tree: Path, source: Path, env: dict[str, str]
    ) -> str:
        """Return the Python of an environment with the requirements of a version.

        Versions with the same requirements share an environment, unless these include the project.

        :raises BuildError: the requirements cannot be installed.
        """
        arguments = list(self.requirements) or find_requirements(tree, source)
        # The names of requirements files are not enough: their content may differ between commits.
        files = [tree / argument for argument in arguments if (tree / argument).is_file()]
        texts = [file.read_text("utf-8", "replace") for file in files]
        # If the project itself is installed, its code belongs to the environment.
        has_project = any((tree / argument.partition("[")[0]).is_dir() for argument in arguments)
        key = digest_of(
            json.dumps(
                [arguments, texts, commit if has_project else "", sys.version, _list_versions()]
            ).encode()
        )
        folder = self.base / "environments" / key
        python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
        # Versions that share an environment may be built in several threads: only one makes it.
        with self._environment_locks.setdefault(key, threading.Lock()):
            if not (folder / FINISHED_FILE).is_file():
                self._install_environment(folder, python, arguments, tree, env)
        # The modification time of a folder is the time of its last use.
        os.utime(folder)
        return str(python)

    def _install_environment(
        self, folder: Path, python: Path, arguments: Sequence[str], tree: Path, env: dict[str, str]
    ) -> None:
        """Make an environment in *folder* with the requirements in *arguments*.

        :raises BuildError: the requirements cannot be installed.
        """
        # A killed run may have left an incomplete environment.
        shutil.rmtree(folder, ignore_errors=True)
        # uv installs faster, but is not required.
        uv = shutil.which("uv")
        create_command = (
            [uv, "venv", "-q", "--python", sys.executable] if uv else [sys.executable, "-m", "venv"]
        )
        install_command = (
            [uv, "pip", "install", "-q", "--python", str(python)]
            if uv
            else [str(python), "-m", "pip", "install", "-q"]
        )
        _run_installer([*create_command, str(folder)], tree, env)
        try:
            _run_installer([*install_command, *arguments, *_list_own_requirements()], tree, env)
        except BuildError:
            # The requirements conflict with those of this package: build with plain Sphinx.
            _run_installer([*install_command, "sphinx", *arguments], tree, env)
        (folder / FINISHED_FILE).touch()


def _list_packages() -> str:
    """Return all packages of this environment with their versions."""
    packages = (
        f"{package.metadata['Name']} {package.version}" for package in metadata.distributions()
    )
    return "\n".join(sorted(packages))


def _list_versions() -> list[str]:
    """Return the versions of the packages in this environment that affect the output."""
    return [f"{name} {metadata.version(name)}" for name in ("sphinx", "docutils", "pygments")]


def _list_own_requirements() -> list[str]:
    """Return the requirements of this package, without those of extras."""
    try:
        requirements = metadata.requires("sphinx-docsnav") or []
    except metadata.PackageNotFoundError:
        requirements = []
    return [requirement for requirement in requirements if "extra ==" not in requirement]


def find_requirements(tree: Path, source: Path) -> list[str]:
    """Return the arguments of ``pip install`` for the documentation of a commit.

    :param tree: the files of the commit.
    :param source: the folder of the documentation in it.
    """
    # Prefer the requirements next to the documentation to those of the whole project. A
    # `requirements.txt` at the top is not used: it usually lists what the program needs.
    candidates = [
        *(source / name for name in _REQUIREMENTS_FILES),
        *(tree / name for name in _REQUIREMENTS_FILES[1:]),
    ]
    requirements_file = next((candidate for candidate in candidates if candidate.is_file()), None)
    arguments = ["-r", str(requirements_file.relative_to(tree))] if requirements_file else []
    extra = ""
    try:
        project = tomllib.loads((tree / "pyproject.toml").read_text("utf-8"))
    except (OSError, ValueError):
        project = {}
    if not requirements_file:
        groups = _get_table(project, "dependency-groups")
        extras = _get_table(_get_table(project, "project"), "optional-dependencies")
        arguments = [
            *_list_group(groups, next((name for name in _GROUP_NAMES if name in groups), ""))
        ]
        extra = next((f"[{name}]" for name in _GROUP_NAMES if name in extras), "")
    # The project is installed, too, so that autodoc can import it.
    is_project = project or (tree / "setup.py").is_file()
    return [*arguments, f".{extra}"] if is_project else arguments


def _get_table(table: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    """Return a table of a TOML file; empty if there is no table with the key."""
    value = table.get(key)
    return value if isinstance(value, dict) else {}


def _list_group(groups: Mapping[str, Any], name: str, depth: int = 0) -> Iterator[str]:
    """Yield the requirements of a dependency group, including those of included groups."""
    requirements = groups.get(name)
    # Groups may include each other, so the depth is limited.
    if not isinstance(requirements, list) or depth >= _MAX_GROUP_DEPTH:
        return
    for requirement in requirements:
        if isinstance(requirement, dict):
            yield from _list_group(groups, str(requirement.get("include-group", "")), depth + 1)
        # An option of pip must not come from a file that is only data.
        elif isinstance(requirement, str) and not requirement.startswith("-"):
            yield requirement


def _run_installer(command: Sequence[Any], folder: Path, env: Mapping[str, str]) -> None:
    completed = subprocess.run(  # noqa: S603 -- venv, uv or pip
        [str(argument) for argument in command],
        cwd=folder,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL,
        check=False,
    )
    if completed.returncode:
        raise BuildError(
            f"its requirements cannot be installed{_format_last_lines(completed.stdout)}"
        )


def _format_last_lines(output: bytes | None) -> str:
    lines = (output or b"").decode("utf-8", "replace").strip().splitlines()
    formatted = [f"    {line}" for line in lines[-_SHOWN_LINES:] if line.strip()]
    return "\n".join([":", *formatted]) if formatted else ""
