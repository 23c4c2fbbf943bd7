"""Links that open a page in an assistant: addresses with a question in them.

The reader's browser loads nothing from these hosts until the link is followed. The question
names the Markdown copy of the page, so the site needs a whole address.
"""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import quote, urlencode

from sphinx_docsnav.sitefiles.safe_urls import safe_href, scheme_of

ASSISTANTS = {
    "chatgpt": ("ChatGPT", "https://chatgpt.com/?hints=search&q={}"),
    "claude": ("Claude", "https://claude.ai/new?q={}"),
    "perplexity": ("Perplexity", "https://www.perplexity.ai/search?q={}"),
    "grok": ("Grok", "https://grok.com/?q={}"),
    "aistudio": ("AI Studio", "https://aistudio.google.com/prompts/new_chat?prompt={}"),
}
"""Name and address of each assistant by its name in ``contextual.options``."""
_QUESTION = "Read {} so that I can ask questions about it."
"""In English: the assistants know it best, and the reader writes the next sentence."""


def assistant_link(name: str, page: str) -> tuple[str, str]:
    """Return label and address of the link that opens *page*, a whole address."""
    label, address = ASSISTANTS[name]
    return label, address.format(quote(_QUESTION.format(page), safe=""))


def custom_link(option: Mapping[str, object], page: str, path: str) -> tuple[str, str]:
    """Return label and address of an *option* of the site's own; an empty address if unusable.

    :param option: ``title`` and ``href``, which is an address or an object with ``base`` and
        ``query``. ``$page`` in it stands for the address of the copy, ``$path`` for *path*.
    """
    href, label = option.get("href"), str(option.get("title") or "").strip()
    values = {"$page": page, "$path": path}
    if isinstance(href, Mapping):
        listed = href.get("query")
        rows = (
            [row for row in listed if isinstance(row, Mapping)] if isinstance(listed, list) else []
        )
        pairs = [
            (str(row.get("key", "")), _filled(str(row.get("value", "")), values)) for row in rows
        ]
        base = str(href.get("base") or "")
        url = f"{base}{'&' if '?' in base else '?'}{urlencode(pairs)}" if pairs else base
    else:
        url = _filled(str(href or ""), {key: quote(text, safe="") for key, text in values.items()})
    is_usable = label and "$mcp" not in url and scheme_of(url) in {"http", "https"}
    return label, safe_href(url) if is_usable else ""


def _filled(text: str, values: Mapping[str, str]) -> str:
    for name, value in values.items():
        text = text.replace(name, value)
    return text
