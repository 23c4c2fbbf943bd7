"""``python -m sphinx_docsnav`` is ``sphinx-docsnav``."""

from __future__ import annotations

import sys

from sphinx_docsnav.cli import main

if __name__ == "__main__":
    sys.exit(main())
