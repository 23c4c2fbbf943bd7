"""Change the code at random, one place at a time, and count the changes that the tests notice.

``cd tests; python -m benchmark.mutation docs_json --seconds 600`` changes one package and runs its
tests; ``python -m benchmark.mutation --all --changes 200`` changes any package and runs all tests
but those in a browser, the nearest first. Both need cosmic-ray (the dependency group ``mutation``).
They work on a copy of the project, and print the changes that no test notices. The seed alone
decides which places are changed, and in which order.
"""

from __future__ import annotations

import argparse
import compileall
import os
import random
import shlex
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from time import monotonic

from cosmic_ray.commands.init import init
from cosmic_ray.mutating import mutate_and_test
from cosmic_ray.testing import run_tests
from cosmic_ray.work_db import WorkDB
from cosmic_ray.work_item import MutationSpec, TestOutcome

ROOT = Path(__file__).parents[2]
PACKAGE = "sphinx_docsnav"
COPIED = (
    *(PACKAGE, "tests", "docs", "pyproject.toml", "README.rst", "tox.ini", ".readthedocs.yaml"),
    *(".github", ".pre-commit-config.yaml", "LICENSE"),
)
WITHOUT_EFFECT = (
    "core/ReplaceBinaryOperator_BitOr_",  # nearly all of them are in annotations
    "core/RemoveDecorator",  # frozen values, caches
    "core/ReplaceComparisonOperator_Is_Eq",
    "core/ReplaceComparisonOperator_IsNot_NotEq",
)
"""Operators whose mutants behave like the original."""
PYTEST = f"{sys.executable} -m pytest -q -x -p no:cacheprovider"
EVERYTHING = '-m "not browser and not on_demand"'
"""What tox runs in its environment for everything."""
PATIENCE = 3600
"""Seconds after which tests count as hanging; a change that makes them hang is noticed."""


def is_without_effect(mutant: MutationSpec) -> bool:
    """Say if *mutant* behaves like the original: annotations, ``slots=True``, ``is`` and ``==``."""
    lines: list[str] = mutant.module_path.read_text("utf-8").splitlines()
    decorates = lines[mutant.start_pos[0] - 1].startswith("@")
    return decorates or str(mutant.operator_name).startswith(WITHOUT_EFFECT)


def mutants_of(paths: Sequence[Path]) -> list[MutationSpec]:
    """Return every mutant of the modules *paths*, in their order."""
    work = WorkDB(":memory:", WorkDB.Mode.create)
    init(sorted(paths), work, {})
    found = [mutation for item in work.work_items for mutation in item.mutations]
    found = [mutant for mutant in found if not is_without_effect(mutant)]
    found.sort(key=lambda mutant: (mutant.module_path, mutant.operator_name, mutant.occurrence))
    return found


def mutants(package: str, seed: int) -> list[MutationSpec]:
    """Return every mutant of *package*, below the working directory, in random order."""
    found = mutants_of(list(Path(PACKAGE, package).rglob("*.py")))
    random.Random(seed).shuffle(found)  # noqa: S311 -- it draws a sample
    return found


def draw(count: int, seed: int) -> Iterator[MutationSpec]:
    """Yield *count* mutants of all packages; a module is as likely as it has lines."""
    dice = random.Random(seed)  # noqa: S311 -- it draws a sample
    modules = sorted(Path(PACKAGE).rglob("*.py"))
    lines = [len(path.read_text("utf-8").splitlines()) for path in modules]
    while count:
        found = mutants_of(dice.choices(modules, lines))
        if found:
            yield dice.choice(found)
            count -= 1


def near_and_far(module: Path) -> tuple[list[str], list[str]]:
    """Return the test files that name *module*, and those of its package that do not.

    A test file belongs to the packages that it imports from, and to those whose names
    its folders have.
    """
    name = ".".join(module.with_suffix("").parts).removesuffix(".__init__")
    package = ".".join(module.parts[:2]).removesuffix(".py")
    folders = set(module.parts[1:-1])
    near: list[str] = []
    far: list[str] = []
    for test, text in _test_files().items():
        if name in text or Path(test).name == f"test_{module.stem}.py":
            near.append(test)
        elif package in text or folders.intersection(Path(test).parts):
            far.append(test)
    return near, far


@cache
def _test_files() -> dict[str, str]:
    """Return the texts of the test files that run without a browser, by path."""
    paths = sorted(Path("tests").rglob("test_*.py"))
    texts = {path.as_posix(): path.read_text("utf-8") for path in paths}
    return {name: text for name, text in texts.items() if "mark.browser" not in text}


@cache
def _check(command: str) -> None:
    """Stop if tests fail without a mutation: then their failures mean nothing."""
    outcome, output = run_tests(command, PATIENCE)
    if outcome is not TestOutcome.SURVIVED:
        raise SystemExit(f"the tests fail without a mutation:\n{command}\n{output[-3000:]}")


def notices(mutant: MutationSpec, command: str, seconds: float) -> tuple[bool, str]:
    """Return whether tests notice *mutant*, and the change as a diff."""
    result = mutate_and_test([mutant], command, seconds)
    return result.test_outcome is not TestOutcome.SURVIVED, result.diff or ""


@dataclass
class Count:
    """The mutants of one package."""

    tried: int = 0
    noticed: int = 0
    by: Counter[str] = field(default_factory=Counter)
    """How many each set of tests noticed first."""


def run_all(changes: int, seed: int, jobs: int, then: Sequence[str]) -> None:
    """Test mutants of all packages, and print a table.

    :param jobs: processes of the last and largest set of tests; 0 leaves it out.
    :param then: arguments of pytest that the survivors are tested with, each in turn.
    """
    counts: dict[str, Count] = {}
    for number, mutant in enumerate(draw(changes, seed), 1):
        module = Path(mutant.module_path)
        near, far = near_and_far(module)
        parallel = f" -n {jobs} --dist loadgroup" if jobs > 1 else ""
        commands = {
            "near": f"{PYTEST} {shlex.join(near)}" if near else "",
            "package": f"{PYTEST} {shlex.join(far)}" if far else "",
            "everything": f"{PYTEST}{parallel} {EVERYTHING} tests" if jobs else "",
            **{words: f"{PYTEST} {words}" for words in then},
        }
        count = counts.setdefault(module.parts[1].removesuffix(".py"), Count())
        count.tried += 1
        diff = ""
        for name, command in commands.items():
            if command:
                noticed, diff = notices(mutant, command, PATIENCE)
                if noticed:
                    _check(command)
                    count.noticed += name not in then
                    count.by[name] += 1
                    print(f"{number}: {module}: noticed by {name}", flush=True)
                    break
        else:
            print(f"{number}: {module}: not noticed\n{diff}\n", flush=True)
    rows = {**counts, "together": Count()}
    for count in counts.values():
        rows["together"].tried += count.tried
        rows["together"].noticed += count.noticed
        rows["together"].by += count.by
    print(f"\n{'package':<14}{'changes':>9}{'noticed':>9}  first noticed by (seed {seed})")
    for package, count in sorted(rows.items(), key=lambda row: (row[0] == "together", row[0])):
        by = ", ".join(f"{name} {often}" for name, often in count.by.most_common())
        print(f"{package:<14}{count.tried:9}{count.noticed:9}  {by}")


def run(package: str, tests: Sequence[str], seconds: float, seed: int, most: int) -> int:
    """Test mutants for a time; return how many have survived."""
    command = f"{PYTEST} {' '.join(tests)}"
    start = monotonic()
    _check(command)
    limit = 10 + 4 * (monotonic() - start)
    tested = survived = 0
    found = mutants(package, seed)
    start = monotonic()
    for mutant in found[:most]:
        if monotonic() - start > seconds:
            break
        noticed, diff = notices(mutant, command, limit)
        tested += 1
        if not noticed:
            survived += 1
            print(diff, end="\n\n", flush=True)
    print(f"{package}: {tested - survived} of {tested} killed ({len(found)} exist; seed {seed})")
    return survived


def main() -> None:
    """Run on a copy of the project."""
    parser = argparse.ArgumentParser("python -m benchmark.mutation", description=__doc__)
    parser.add_argument("package", nargs="?", help=f"of {PACKAGE}: navigation, docs_json …")
    parser.add_argument("tests", nargs="*", help="tests/PACKAGE by default")
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--most", type=int, default=1_000_000, help="how many mutants at most")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--all", action="store_true", help="draw from all packages")
    parser.add_argument("--changes", type=int, default=200, help="how many, with --all")
    parser.add_argument(
        "--jobs",
        type=int,
        default=1,
        help="processes for all tests; 0: only the package's tests",
    )
    parser.add_argument(
        "--then",
        action="append",
        default=[],
        metavar="ARGUMENTS",
        help="arguments of pytest that changes which nobody notices are also tested with",
    )
    arguments = parser.parse_args()
    if arguments.all == bool(arguments.package):
        parser.error("name a package, or give --all")
    with tempfile.TemporaryDirectory() as folder:
        for name in COPIED:
            copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
            copy(ROOT / name, Path(folder, name))
        os.chdir(folder)
        os.environ |= {"PYTHONPATH": folder, "PYTHONDONTWRITEBYTECODE": "1"}
        # Processes of the tests compile nothing but what is changed.
        compileall.compile_dir(PACKAGE, quiet=1)
        if arguments.all:
            run_all(arguments.changes, arguments.seed, arguments.jobs, arguments.then)
        else:
            tests = arguments.tests or [f"tests/{arguments.package}"]
            run(arguments.package, tests, arguments.seconds, arguments.seed, arguments.most)


if __name__ == "__main__":
    main()
