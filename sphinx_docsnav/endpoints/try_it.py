"""The form that sends the request of a page: what its script reads, and a link to it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from sphinx_docsnav.endpoints.endpoint_texts import EndpointTexts
from sphinx_docsnav.endpoints.form_nodes import TryItLinkNode, TryItNode
from sphinx_docsnav.endpoints.page_writer import OperationContext
from sphinx_docsnav.openapi.content.page_content import Content
from sphinx_docsnav.openapi.content.requests.request_form import request_form
from sphinx_docsnav.sitefiles.translations import TranslationTable

SCRIPT_TEXTS: Mapping[str, str] = {
    "send": "Send",
    "cancel": "Cancel",
    "sending": "Sending …",
    "download": "Download",
    "user": "User name",
    "password": "Password",
    "lines": "JSON, or one value per line",
    "invalid": "This is not valid JSON.",
    "address": "The address must begin with https:// or http://.",
    "direct": "Your browser sends this straight to the server. The page stores nothing.",
    "proxied": "Your browser sends this through {proxy}. The page stores nothing.",
    "blocked": "Browsers do not let a page send: {names}. The samples do.",
    "cors": "No response: the server cannot be reached, or it does not allow requests from "
    "{origin} (CORS, Access-Control-Allow-Origin). The samples need no permission.",
    "file": "Few servers allow requests from local files. Open this page from a web server.",
    "mixed": "Pages loaded over https cannot send requests to http addresses.",
}
"""The texts of ``try_it.js``, which has them in English, by the names it uses."""
_TITLE = "Try it"
TABLE = TranslationTable(
    Path(__file__).with_name("try_it_texts.txt"), (_TITLE, *SCRIPT_TEXTS.values())
)
"""The texts by language."""
_LABELS = {
    "path": "Path parameters",
    "query": "Query parameters",
    "querystring": "Query string",
    "header": "Headers",
    "body": "Request body",
    "security": "Authorization",
    "server": "Server",
    "answer": "Response",
    "required": "required",
}
"""The texts that the script shares with the rest of the page."""


def try_it_nodes(
    content: Content, context: OperationContext, texts: EndpointTexts, *, anchor: str
) -> tuple[TryItLinkNode, TryItNode]:
    """Return the link and the form of an operation that readers can call.

    :param anchor: the id of the form.
    """
    said, english = TABLE.of(context.language), TABLE.of("en")
    form = request_form(content, prefill=context.samples.prefill)
    form["labels"] = {name: texts.translate(label) for name, label in _LABELS.items()}
    if context.proxy:
        form["proxy"] = context.proxy
    if said is not english:
        form["words"] = {name: said[text] for name, text in SCRIPT_TEXTS.items()}
    title = said[_TITLE]
    return (
        TryItLinkNode(title=title, target=anchor),
        TryItNode(title=title, form=form, ids=[anchor]),
    )
