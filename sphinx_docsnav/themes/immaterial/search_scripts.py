"""The search of Immaterial: its script names the files that it loads itself.

A script in front of it leads to the files of the page's scope.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

LOADING = """(() => {{
  const own = new Map(Object.entries({names})), body = document.body, add = body.appendChild;
  body.appendChild = (node) => {{
    for (const [name, file] of own)
      if (node.src?.endsWith(`/${{name}}`)) node.src = node.src.slice(0, -name.length) + file;
    return add.call(body, node);
  }};
}})();
"""
"""Changes the scripts that the theme's script adds to the body."""
SET_WITH_INDEX = """
if (!stopwords.indexOf) stopwords.indexOf = (word) => (stopwords.has(word) ? 0 : -1);
"""
"""Gives the stop words, a ``Set`` since Sphinx 9, the method that the theme's script calls."""


def loading_script(files: Mapping[str, str]) -> str:
    """Return the script that loads other *files* than those that the theme names."""
    return LOADING.format(names=json.dumps(dict(files)).replace("</", "<\\/"))
