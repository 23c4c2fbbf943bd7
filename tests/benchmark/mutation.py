"""Mutate a package at random and count how many mutants its tests notice.

``cd tests; python -m benchmark.mutation docs_json --seconds 600`` needs cosmic-ray (the dependency
group ``mutation``). It changes a copy of the project, one place at a time, and prints the mutants
that survive. The seed alone decides which places are changed, and in which order.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from time import monotonic

from cosmic_ray.commands.init import init
from cosmic_ray.mutating import mutate_and_test
from cosmic_ray.testing import run_tests
from cosmic_ray.work_db import WorkDB
from cosmic_ray.work_item import MutationSpec, TestOutcome

ROOT = Path(__file__).parents[2]
COPIED = ("sphinx_docsnav", "tests", "docs", "pyproject.toml", "README.rst", "tox.ini")
WITHOUT_EFFECT = (
    "core/ReplaceBinaryOperator_BitOr_",  # nearly all of them are in annotations
    "core/RemoveDecorator",  # frozen values, caches
    "core/ReplaceComparisonOperator_Is_Eq",
    "core/ReplaceComparisonOperator_IsNot_NotEq",
)
"""Operators whose mutants behave like the original."""


def is_without_effect(mutant: MutationSpec) -> bool:
    """Say if *mutant* behaves like the original: annotations, ``slots=True``, ``is`` and ``==``."""
    lines: list[str] = mutant.module_path.read_text("utf-8").splitlines()
    decorates = lines[mutant.start_pos[0] - 1].startswith("@")
    return decorates or str(mutant.operator_name).startswith(WITHOUT_EFFECT)


def mutants(package: str, seed: int) -> list[MutationSpec]:
    """Return every mutant of *package*, below the working directory, in random order."""
    work = WorkDB(":memory:", WorkDB.Mode.create)
    init(sorted(Path("sphinx_docsnav", package).rglob("*.py")), work, {})
    found = [mutation for item in work.work_items for mutation in item.mutations]
    found = [mutant for mutant in found if not is_without_effect(mutant)]
    found.sort(key=lambda mutant: (mutant.module_path, mutant.operator_name, mutant.occurrence))
    random.Random(seed).shuffle(found)  # noqa: S311 -- it draws a sample
    return found


def run(package: str, tests: Sequence[str], seconds: float, seed: int, most: int) -> int:
    """Test mutants for a time; return how many have survived."""
    command = f"{sys.executable} -m pytest -q -x -p no:cacheprovider {' '.join(tests)}"
    start = monotonic()
    outcome, output = run_tests(command, 600)
    if outcome is not TestOutcome.SURVIVED:
        raise SystemExit(f"the tests fail without a mutation:\n{output}")
    limit = 10 + 4 * (monotonic() - start)
    tested = survived = 0
    found = mutants(package, seed)
    start = monotonic()
    for mutant in found[:most]:
        if monotonic() - start > seconds:
            break
        result = mutate_and_test([mutant], command, limit)
        tested += 1
        if result.test_outcome is TestOutcome.SURVIVED:
            survived += 1
            print(result.diff, end="\n\n", flush=True)
    print(f"{package}: {tested - survived} of {tested} killed ({len(found)} exist; seed {seed})")
    return survived


def main() -> None:
    """Run on a copy of the project."""
    parser = argparse.ArgumentParser("python -m benchmark.mutation", description=__doc__)
    parser.add_argument("package", help="a package of sphinx_docsnav: navigation, docs_json …")
    parser.add_argument("tests", nargs="*", help="tests/PACKAGE by default")
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--most", type=int, default=1_000_000, help="how many mutants at most")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for name in COPIED:
            copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
            copy(ROOT / name, Path(folder, name))
        os.chdir(folder)
        os.environ |= {"PYTHONPATH": folder, "PYTHONDONTWRITEBYTECODE": "1"}
        tests = arguments.tests or [f"tests/{arguments.package}"]
        run(arguments.package, tests, arguments.seconds, arguments.seed, arguments.most)


if __name__ == "__main__":
    main()
