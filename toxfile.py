"""Let plain ``tox`` run environments side by side; tox reads this file by itself.

Lint, types, documentation and fuzzers have one process each, and tests wait for the slowest theme:
one environment after the other leaves half of the machine idle. ``tox run`` and ``tox -e NAME``
stay as they are: one environment, its tests in two processes, and its output as it comes.
"""

from __future__ import annotations

import os
import sys

if len(sys.argv) == 1:
    os.environ.setdefault("TOX_PARALLEL", str(os.cpu_count() or 1))
    # No more test processes than processors: tests run in that of pytest, as with `pytest -n 0`.
    os.environ.setdefault("DOCSNAV_TEST_PROCESSES", "0")
