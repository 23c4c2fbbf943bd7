"""Measure how the processor time for a hostile file grows with its size.

``cd tests && python -m tools.benchmark.hostile_files`` loads a site with each file of
``navigation/test_hostile.py``, cut to a quarter, to half, and whole, and prints the
processor seconds of each and the growth from half to whole: 2 if the time is
proportional to the size, 4 if it is to its square.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from time import process_time

from navigation.drawn import load, make
from navigation.test_hostile import BAD


def measure_seconds(text: str) -> float:
    """Return the processor seconds for loading a site with a page of *text*."""
    with tempfile.TemporaryDirectory() as folder:
        root = make(Path(folder), {"pages": ["a", "b"]}, {"a": "A", "b.mdx": text})
        start = process_time()
        load(root)
        return process_time() - start


def main() -> None:
    """Print one line per file."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    print(f"{'file':<14}{'quarter':>9}{'half':>9}{'whole':>9}{'growth':>9}")
    for name, text in BAD.items():
        quarter, half, whole = (measure_seconds(text[: len(text) // part]) for part in (4, 2, 1))
        print(f"{name:<14}{quarter:9.3f}{half:9.3f}{whole:9.3f}{whole / half:9.1f}")


if __name__ == "__main__":
    main()
