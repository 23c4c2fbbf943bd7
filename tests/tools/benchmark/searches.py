"""Compare searches on built sites: how often the right page or section comes first, and bytes.

Run in the folder ``tests`` on sites that this extension has built, with Node.js::

    python -m tools.benchmark.searches OUT … --engines docsnav sphinx minisearch lunr orama pagefind

Queries are made from the texts of each site, with the pages, and for fields and headings the
sections, that should come first: exact titles; titles with a letter missing, wrong, doubled or
swapped; without their last letters; with words in another order; two words of a title; phrases of
the text in quotes; names in code; paths of endpoints; fields; enum values and error codes;
headings. The libraries are read from ``--modules``, the result of
``npm install minisearch lunr flexsearch @orama/orama pagefind``; each has one document for each
section, and the same weights; Pagefind has pages with headings. ``sphinx`` needs an output that has
Sphinx's own index.

Bytes are those of gzip: the engine, and what it reads until it has a query's results; each query is
that of a reader whose browser has cached nothing.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import string
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

RUNNER = Path(__file__).with_name("searches.mjs")
FEATURE = Path(__file__).parents[3] / "sphinx_docsnav" / "features" / "search"
_CALL = re.compile(r"^docsnavIndex\((\"(?:[^\"\\]|\\.)*\"),(.*)\)\s*$", re.DOTALL)
_BLOCK = re.compile(r"(?:\n|^)`?")
"""What begins a block or a line of code in a text."""
_CODE = re.compile(r"\b[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+\b")
_RANKS = {"first": 1, "three": 3, "five": 5}
"""The results that a table counts, by the last rank of each."""
_PHRASE_WORDS = 4
"""Words of a phrase that is searched in quotes."""
_MISSPELLED_LENGTH = 5
"""Shorter words are not misspelled."""
_UNFINISHED_LETTERS = 3
"""Letters that an unfinished title lacks."""
_PICKED_LENGTH = 3
"""Letters of a word that is picked from a title, at least."""
_RUNS = re.compile("[\u30a0-\u30ff]{3,}|[\u4e00-\u9fff]{2,}")
"""Words of Japanese and Chinese: katakana, and characters."""
_ARTICLE = re.compile("^(?:\u0627\u0644|\u0648\u0627\u0644|\u0628\u0627\u0644)(?=\\w{3})")
"""The Arabic article, with "and" and "by"."""
_SPELLINGS = str.maketrans("\u0623\u0625\u0622\u0629\u0649", "\u0627\u0627\u0627\u0647\u064a")
"""Arabic letters that are often written without their marks."""
_COMPOUND_LENGTH = 9
"""Letters of a compound word, at least."""

Target = tuple[str, str]
"""A docname, and the anchor of a section; empty for any place of the page."""
Query = tuple[str, str, list[Target]]
"""The kind, the text, and the places of which one should be found."""


def read_file(path: Path) -> Any:  # noqa: ANN401 -- JSON
    """Return the data of a file of the index."""
    found = _CALL.match(path.read_text("utf-8"))
    if found is None:
        raise ValueError(f"{path} is not a file of the index")
    return json.loads(found[2])


def unfold(text: str) -> list[str]:
    """Return front-coded words."""
    words = [""]
    for line in text.split("\n"):
        words.append(words[-1][: int(line[0], 36)] + line[1:])
    return words[1:]


def read_site(out: Path, index: str) -> dict[str, dict[str, Any]]:
    """Return the pages of one index by docname."""
    folder = out / "_static" / "docsnav-search"
    names = unfold(read_file(folder / f"{index}.js")["pages"])
    pages: dict[str, dict[str, Any]] = {
        name: read_file(folder / "pages" / f"{name}.js") for name in names
    }
    for name, page in pages.items():
        for number in range(1, len(page["starts"]) + 1):
            page["entries"] += read_file(folder / "texts" / f"{name}.{number}.js")
        for entry in page["entries"]:
            entry[3] = _BLOCK.sub(" ", entry[3])
    return pages


def _misspell(chance: random.Random, title: str, how: str) -> str:
    """Return a title with one error in a long word; an empty text if it has no long word."""
    long = [word for word in title.split() if len(word) >= _MISSPELLED_LENGTH and word.isalpha()]
    if not long:
        return ""
    word = chance.choice(long)
    at = chance.randrange(1, len(word) - 1)
    letters = string.ascii_lowercase if word.isascii() else word.lower()
    letter = chance.choice([each for each in letters if each != word[at].lower()] or ["x"])
    changed = {
        "missing": word[:at] + word[at + 1 :],
        "wrong": word[:at] + letter + word[at + 1 :],
        "doubled": word[:at] + word[at] + word[at:],
        "swapped": word[: at - 1] + word[at] + word[at - 1] + word[at + 1 :],
    }[how]
    return title.replace(word, changed, 1) if changed != word else ""


def _make_title_queries(chance: random.Random, pages: dict[str, Any]) -> Iterator[Query]:
    by_title: dict[str, list[Target]] = defaultdict(list)
    for name, page in pages.items():
        by_title[page["entries"][0][1].strip().lower()].append((name, ""))
    for name, page in pages.items():
        title = page["entries"][0][1].strip()
        targets, words = by_title[title.lower()], title.split()
        if not title or not any(character.isalpha() for character in title):
            continue
        yield "title", title, targets
        for how in ("missing", "wrong", "doubled", "swapped"):
            if query := _misspell(chance, title, how):
                yield f"letter {how}", query, targets
        if len(title) > 2 * _UNFINISHED_LETTERS and title.isascii():
            yield "unfinished", title[:-_UNFINISHED_LETTERS], targets
        if len(words) > 1:
            mixed = words[:]
            chance.shuffle(mixed)
            yield "other order", " ".join(mixed), targets
        yield from _make_two_word_queries(chance, pages, name, words)
        if page["operation"]:
            path = page["operation"].partition(" ")[2]
            same = [(n, "") for n, p in pages.items() if p["operation"].endswith(f" {path}")]
            yield "path", path, same


def _make_two_word_queries(
    chance: random.Random, pages: dict[str, Any], name: str, words: list[str]
) -> Iterator[Query]:
    if len(words) < 3:  # two words would be the whole title
        return
    two = sorted(chance.sample(range(len(words)), 2))
    picked = [words[at].strip(string.punctuation) for at in two]
    if all(len(word) >= _PICKED_LENGTH for word in picked):
        titles = {other: each["entries"][0][1].split() for other, each in pages.items()}
        if sum(set(picked) <= set(title) for title in titles.values()) == 1:
            yield "two words", " ".join(picked), [(name, "")]


def _make_script_queries(chance: random.Random, pages: dict[str, Any]) -> Iterator[Query]:
    """Yield parts of titles without spaces, other spellings, and the last parts of compounds."""
    titles = {name: page["entries"][0][1].strip() for name, page in pages.items()}
    common = Counter(word for page in pages.values() for word in set(_words(page)))
    for title in titles.values():
        runs = _RUNS.findall(title)
        if runs and runs != [title]:
            part = chance.choice(runs)
            yield "part of a title", part, [(n, "") for n, t in titles.items() if part in t]
        if len(runs) > 1:
            two = chance.sample(runs, 2)
            every = [(n, "") for n, t in titles.items() if all(run in t for run in two)]
            yield "two parts", " ".join(two), every
        other = re.sub("(?<=[\u30a0-\u30ff]{3})ー(?![\u30a0-\u30ff])", "", title)
        words = [_ARTICLE.sub("", word).translate(_SPELLINGS) for word in other.split()]
        if words != title.split():
            same = [(n, "") for n, t in titles.items() if t == title]
            yield "other spelling", " ".join(words), same
        for word in title.split():
            ends = (word[at:].capitalize() for at in range(4, len(word) - 5))
            last = next((end for end in ends if common[end] > 1), "")
            if word.isalpha() and word.istitle() and len(word) >= _COMPOUND_LENGTH and last:
                stem = last.lower().rstrip("ens")
                every = [(n, "") for n, t in titles.items() if stem in t.lower()]
                yield "part of a compound", last, every


def _words(page: dict[str, Any]) -> list[str]:
    return re.findall(r"\w+", " ".join(entry[3] for entry in page["entries"]))


def _make_phrase_queries(chance: random.Random, pages: dict[str, Any]) -> Iterator[Query]:
    texts = {
        name: " ".join(f"{entry[1]} {entry[3]}" for entry in page["entries"])
        for name, page in pages.items()
    }
    for page in pages.values():
        if page["operation"]:
            continue
        entry = chance.choice(page["entries"])
        words = entry[3].split()
        if len(words) < 3 * _PHRASE_WORDS:
            continue
        at = chance.randrange(len(words) - _PHRASE_WORDS)
        phrase = " ".join(words[at : at + _PHRASE_WORDS])
        if re.search(r'["“”„«»]', phrase) or not re.search(r"\w.*\s.*\w", phrase):
            continue
        yield "phrase", f'"{phrase}"', [(n, "") for n, text in texts.items() if phrase in text]


def _make_name_queries(pages: dict[str, Any]) -> Iterator[Query]:
    fields: dict[str, set[Target]] = defaultdict(set)
    values: dict[str, set[Target]] = defaultdict(set)
    headings: dict[str, set[Target]] = defaultdict(set)
    names: dict[str, set[Target]] = defaultdict(set)
    for name, page in pages.items():
        for anchor, heading, kind, text in page["entries"]:
            if kind == "field":
                fields[heading.rpartition(".")[2]].add((name, anchor))
            elif anchor and heading.strip():
                headings[heading.strip().lower()].add((name, anchor))
            for word in sorted(set(_CODE.findall(text))):
                (values if kind == "field" else names)[word].add((name, anchor))
            for word in sorted(set(_CODE.findall(heading))):
                (values if kind == "field" else names)[word].add((name, anchor))
    for kind, found in (
        ("field", fields),
        ("value", values),
        ("heading", headings),
        ("code", names),
    ):
        for text, targets in found.items():
            every = values[text] | names[text] if kind in ("value", "code") else targets
            yield kind, text, sorted(every)


def make_queries(pages: dict[str, Any], most: int, seed: int) -> list[Query]:
    """Return at most *most* queries of each kind."""
    chance = random.Random(seed)  # noqa: S311 -- the same queries in each run
    kinds: dict[str, list[Query]] = defaultdict(list)
    for make in (_make_title_queries, _make_phrase_queries, _make_script_queries):
        for query in make(chance, pages):
            kinds[query[0]].append(query)
    for query in _make_name_queries(pages):
        kinds[query[0]].append(query)
    return [
        query
        for found in kinds.values()
        for query in (chance.sample(found, most) if len(found) > most else found)
    ]


def rank_of(targets: Iterable[Target], found: list[list[Any]]) -> int:
    """Return the rank of the first right result, from 1; 0 if it is not among them."""
    wanted = set(map(tuple, targets))
    for rank, (docname, anchors) in enumerate(found, 1):
        if (docname, "") in wanted or any((docname, anchor) in wanted for anchor in anchors):
            return rank
    return 0


def find_answers(  # noqa: PLR0913 -- the options of the runner
    out: Path,
    pages: dict[str, Any],
    queries: list[str],
    *,
    engine: str = "docsnav",
    index: str = "index",
    modules: Path = Path(),
) -> list[dict[str, Any]]:
    """Return what an engine finds for each query; see ``searches.mjs``.

    :param out: the built site.
    :param pages: its pages; see `read_site`.
    :raises subprocess.CalledProcessError: the engine has failed.
    """
    work = {
        "out": str(out),
        "index": index,
        "engine": engine,
        "modules": str(modules.resolve()),
        "script": str(FEATURE / "search_engine.js"),
        "queries": queries,
        "pages": pages,
    }
    done = subprocess.run(
        ["node", str(RUNNER)], input=json.dumps(work), capture_output=True, text=True, check=True
    )
    answers: list[dict[str, Any]] = json.loads(done.stdout)
    return answers


def measure(out: Path, options: argparse.Namespace, totals: dict[Any, Counter[str]]) -> None:
    """Run the queries of a site by each engine, and add the results to *totals*."""
    pages = read_site(out, options.index)
    queries = make_queries(pages, options.queries, options.seed)
    texts = [query[1] for query in queries]
    for engine in options.engines:
        try:
            answers = find_answers(
                out,
                pages,
                texts,
                engine=engine,
                index=options.index,
                modules=options.modules,
            )
        except subprocess.CalledProcessError as error:
            print(f"{engine} on {out.name}: {error.stderr.strip()[:600]}", file=sys.stderr)
            continue
        for (kind, text, targets), answer in zip(queries, answers, strict=True):
            total = totals[engine, kind]
            rank = rank_of(targets, answer["found"])
            total.update({"queries": 1, "nothing": not answer["found"]})
            total.update({name: 0 < rank <= most for name, most in _RANKS.items()})
            total.update({"bytes": answer["bytes"], "time": round(1000 * answer["milliseconds"])})
            total["most"] = max(total["most"], answer["bytes"])
            if options.misses and rank != 1 and kind in options.misses:
                best = [docname for docname, _ in answer["found"][:3]]
                print(f"  {engine} {out.name} {kind}: {text!r} at {rank}, {best}, {targets[:2]}")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("outs", type=Path, nargs="+", help="built sites")
    parser.add_argument("--engines", nargs="+", default=["docsnav"])
    parser.add_argument("--index", default="index", help="the language and version: index-fr-v2")
    parser.add_argument("--modules", type=Path, default=Path("node_modules"))
    parser.add_argument("--queries", type=int, default=60, help="of each kind, on each site")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--misses", nargs="*", default=[], help="kinds whose misses are printed")
    options = parser.parse_args()
    totals: dict[Any, Counter[str]] = defaultdict(Counter)
    for out in options.outs:
        measure(out, options, totals)
    print("engine, queries: number, first %, first three %, first five %, nothing %, KB, ms")
    for (engine, kind), total in totals.items():
        shares = [f"{100 * total[name] / total['queries']:.0f}" for name in (*_RANKS, "nothing")]
        mean, slow = (
            total["bytes"] / total["queries"] / 1024,
            total["time"] / total["queries"] / 1000,
        )
        print(f"{engine}, {kind}: {total['queries']}, {', '.join(shares)}, {mean:.0f}, {slow:.1f}")


if __name__ == "__main__":
    main()
