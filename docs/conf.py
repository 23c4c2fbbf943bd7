"""Settings of this documentation, which the extension itself builds."""

import sys
from pathlib import Path

from sphinx_docsnav import __version__

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

project = "sphinx-docsnav"
author = project_copyright = "the sphinx-docsnav maintainers"
version = release = __version__
extensions = [
    "sphinx_docsnav",
    "generated_reference",
    "structure",
    "navigation_example",
    "mdx_example",
    "component_states",
]
exclude_patterns = ["_build", "example", "examples"]
nitpicky = True
html_theme = "docsnav"
html_math_renderer = "docsnav_mathml"
html_title = "sphinx-docsnav"
html_static_path = ["_static"]
html_css_files = ["examples.css"]
