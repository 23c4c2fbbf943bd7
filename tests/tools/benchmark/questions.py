"""Ask the search what people type: how often the right page comes first, and in the first five.

Run in the folder ``tests`` on built sites, with Node.js::

    python -m tools.benchmark.questions kaneo=OUT ollama=OUT docs=OUT

``questions/<site>.txt`` has the questions of a site, which were written before the search answered
any of them. A line has a question and the pages that answer it::

    sign in with google | core/social-providers/google
"""

from __future__ import annotations

import argparse
from pathlib import Path

from tools.benchmark.searches import find_answers, rank_of, read_site

FOLDER = Path(__file__).with_name("questions")
MAX_RANK = 5
"""The last rank at which a reader sees the right page without scrolling."""


def read_questions(site: str) -> list[tuple[str, list[str]]]:
    """Return the questions of a site, each with the docnames of the pages that answer it."""
    lines = (FOLDER / f"{site}.txt").read_text("utf-8").splitlines()
    pairs = (line.split(" | ") for line in lines)
    return [(question, docnames.split(", ")) for question, docnames in pairs]


def find_ranks(site: str, out: Path) -> list[int]:
    """Return the rank of the right page for each question, 0 if it is not found; print misses."""
    pages, questions = read_site(out, "index"), read_questions(site)
    for question, docnames in questions:
        if unknown := set(docnames) - pages.keys():
            raise SystemExit(f"{site}: {question!r}: the site has no page {sorted(unknown)}")
    answers = find_answers(out, pages, [question for question, _ in questions])
    ranks = []
    for (question, docnames), answer in zip(questions, answers, strict=True):
        rank = rank_of([(name, "") for name in docnames], answer["found"])
        ranks.append(rank)
        if rank != 1:
            found = [docname for docname, _ in answer["found"][:3]]
            print(f"  {site}: {question!r} at {rank or '-'}; found {found}")
    return ranks


def main() -> None:
    """Ask the questions and print how many were answered."""
    parser = argparse.ArgumentParser("python -m tools.benchmark.questions", description=__doc__)
    parser.add_argument("sites", nargs="+", metavar="SITE=OUT")
    ranks = []
    for site in parser.parse_args().sites:
        name, _, out = site.partition("=")
        site_ranks = find_ranks(name, Path(out))
        _print_counts(name, site_ranks)
        ranks += site_ranks
    _print_counts("all", ranks)


def _print_counts(name: str, ranks: list[int]) -> None:
    first, seen = ranks.count(1), sum(0 < rank <= MAX_RANK for rank in ranks)
    print(f"{name}: {len(ranks)} questions, first {first}, in the first {MAX_RANK} {seen}")


if __name__ == "__main__":
    main()
