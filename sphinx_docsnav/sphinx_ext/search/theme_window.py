"""Immaterial's search: a window in each page, whose script names the files it loads by itself.

So the page has a script before it, which leads to the files of the page's scope.
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
"""What leads to the files of a scope; the theme's script adds scripts to the body."""
MENDED = """
if (!stopwords.indexOf) stopwords.indexOf = (word) => (stopwords.has(word) ? 0 : -1);
"""
"""What lets the theme's script read the words to leave out: they are a ``Set`` since Sphinx 9."""


def loading_script(files: Mapping[str, str]) -> str:
    """Return the script that loads other *files* than those that the theme names."""
    return LOADING.format(names=json.dumps(dict(files)).replace("</", "<\\/"))
