"""Search for inputs that crash, hang or take all memory: ``cd tests; python -m tools.fuzz page``.

A case depends only on the seed and its number. The smallest input of each finding is printed; with
``--save FOLDER``, it is also written there. Copy it to a folder of ``tests/tools/fuzz/findings``,
which the tests run.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path
from time import process_time

from tools.fuzz.corpus import read_corpus
from tools.fuzz.fuzzers import make_fuzzers
from tools.fuzz.running import Finding, Fuzzer, attempt, read_case, search, write_case


def main() -> int:
    """Run the fuzzers that the command line names; return 1 if there are findings."""
    parser = argparse.ArgumentParser("python -m tools.fuzz", description=__doc__)
    parser.add_argument("fuzzers", nargs="*", metavar="FUZZER[=CASES]", help="all, if left out")
    parser.add_argument("--seconds", type=float, default=60, help="of processor time, for each")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--first", type=int, default=0, help="number of the first case")
    parser.add_argument("--save", type=Path, help="folder to write the inputs of findings to")
    parser.add_argument("--replay", type=Path, help="run the case in this folder, nothing else")
    parser.add_argument("--own", action="store_true", help="leave out the sites of DOCSNAV_SITES")
    arguments = parser.parse_args()
    fuzzers_by_name = make_fuzzers(read_corpus(real_sites=not arguments.own))
    chosen = dict(word.partition("=")[::2] for word in arguments.fuzzers or fuzzers_by_name)
    if unknown := chosen.keys() - fuzzers_by_name.keys():
        parser.error(f"unknown: {', '.join(sorted(unknown))}; known: {', '.join(fuzzers_by_name)}")
    count = 0
    for name, limit in chosen.items():
        if arguments.replay:
            finding = attempt(fuzzers_by_name[name], read_case(arguments.replay))
            _print_findings(fuzzers_by_name[name], [finding] if finding else [], None)
            count += finding is not None
            continue
        start = process_time()
        findings, cases = search(
            fuzzers_by_name[name],
            arguments.seed,
            cases=int(limit) if limit else None,
            seconds=arguments.seconds,
            first=arguments.first,
        )
        _print_findings(fuzzers_by_name[name], findings, arguments.save)
        spent = process_time() - start
        sys.stdout.write(
            f"{name}: {cases} cases, {spent:.0f} s of processor time, {len(findings)} findings\n"
        )
        count += len(findings)
    return 1 if count else 0


def _print_findings(fuzzer: Fuzzer, findings: list[Finding], folder: Path | None) -> None:
    """Print each finding, and write its input to *folder* if there is one."""
    for finding in findings:
        sys.stdout.write(f"\n{'=' * 78}\n{fuzzer.name}: {finding.signature}\n{finding.trace}")
        for name, text in finding.case.items():
            sys.stdout.write(f"--- {name}\n{ascii(text) if not text.isprintable() else text}\n")
        if folder is not None:
            words = re.sub(r"\W+", "-", finding.signature.lower())
            write_case(folder / f"{fuzzer.name}-{words}", finding.case)


if __name__ == "__main__":
    sys.exit(main())
