"""The texts of endpoint pages by language; ids and class names are English in all of them."""

from __future__ import annotations

from pathlib import Path

from sphinx_docsnav.openapi.content.page_values import Fact, Field, translate_text
from sphinx_docsnav.sitefiles.languages import TranslationTable

NAMES = (
    "Authorization",
    "Servers",
    "Path parameters",
    "Query parameters",
    "Query string",
    "Headers",
    "Cookies",
    "Request body",
    "Responses",
    "Callbacks",
    "Links",
    "Examples",
    "Request",
    "Body",
    "Response",
    "required",
    "optional",
    "deprecated",
    "read-only",
    "write-only",
    "One of",
    "Any of",
    "fields",
    "default",
    "example",
    "always",
    "This operation is deprecated.",
    "No authorization is needed.",
    "One of these is enough:",
    "All of these together:",
    "Server",
    "Operation",
    "Contains itself",
    "Used by",
    "Schemas",
    "Endpoints",
    "All endpoints",
    "Version",
    "Contact",
    "License",
    "Terms of service",
    "Documentation",
    "Discovery",
    "names that match",
    "Copy",
    "Copied",
    "Expand all",
    "Collapse all",
    "Credential",
    "Option",
    "Flow",
    "leads to",
    "scopes needed",
    "sent as",
    "stream, each item:",
    "value",
    "length",
    "items",
    "properties",
    "matching items",
    "at least",
    "at most",
    "more than",
    "less than",
    "to",
    "no value twice",
    "no other properties",
    "multiple of",
    "pattern",
    "encoding",
    "content",
    "comment",
    "must have",
    "more values",
    "Summary",
    "Endpoint",
    "Changes",
    "Added",
    "Changed",
    "Deprecated",
    "Removed",
    "Breaks clients",
    "May break clients",
)
"""The English texts, in the order of the columns of the table."""
TABLE = TranslationTable(Path(__file__).with_name("endpoint_texts.txt"), NAMES)
"""The texts by language."""
SENTENCES = TranslationTable(
    Path(__file__).with_name("sentence_texts.txt"),
    (
        "{0}, {1}",
        "{0} and {1}",
        "if {0}",
        "if {0}, {1}",
        "otherwise {0}",
        "unless {0}, {1}",
        "{0} is given",
        "{0} are given",
        "{0} is required",
        "{0} are required",
        "{0} must not be given",
        "{0} must not be given together",
        "not allowed: {0}",
        "the value",
        "at least one item",
        "every property name",
        "exactly one of these is required: {0}",
        "at least one of these is required: {0}",
        "{0} is {1}",
        "{0} is one of {1}",
        "{0} matches {1}",
        "{0} has the format {1}",
        "{0} is at least {1}",
        "{0} is at most {1}",
        "{0} has a length of at least {1}",
        "{0} has a length of at most {1}",
        "{0} has at least {1} items",
        "{0} has at most {1} items",
        "{0} has the type {1}",
        "if it is",
        "then it is",
        "else it is",
        "it is not",
        "decoded content",
        "any further property",
        "any further item",
        "each item",
        "other items",
        "any other property",
        "item {0}",
        "no other items",
        "a matching item",
        "one of",
        "each value",
        "style",
        "one parameter per value",
        "all values in one parameter",
        "reserved characters are sent as they are",
        "may be empty",
        "OpenAPI takes this header from the media types of the responses",
        "OpenAPI takes this header from the media type of the request body",
        "OpenAPI takes this header from the security schemes",
        "{0} or {1}",
        "new in {0}",
        "deprecated since {0}",
        "Changes in {0}",
    ),
)
"""Rules of schemas, and names of unnamed fields, by language."""
SCRIPT_NAMES = {
    "copy": "Copy",
    "copied": "Copied",
    "expand": "Expand all",
    "collapse": "Collapse all",
    "server": "Server",
    "credential": "Credential",
    "authorization": "Authorization",
    "nothing": "No authorization is needed.",
    "body": "Request body",
}
"""The texts of ``endpoint.js`` by their names in the script, which contains them in English."""


class EndpointTexts:
    """The texts of one page in its language."""

    def __init__(self, language: str = "en") -> None:
        self._texts = {**TABLE.of(language), **SENTENCES.of(language)}

    def translate(self, english: str) -> str:
        """Return the translation of a text, or the text if there is none."""
        return self._texts.get(english, english)

    @property
    def script_texts(self) -> dict[str, str]:
        """The texts of ``endpoint.js``; empty if they are English."""
        texts = {name: self.translate(english) for name, english in SCRIPT_NAMES.items()}
        # The script contains the English texts, so pages in English need none.
        return {} if texts == SCRIPT_NAMES else texts

    def count_fields(self, count: int) -> str:
        """Return a number of fields: ``5 fields``."""
        # Only English has a singular in the table.
        if count == 1 and self._texts["fields"] == "fields":
            return "1 field"
        return f"{count} {self._texts['fields']}"

    def translate_fact(self, fact: Fact) -> str:
        """Return the label of a fact."""
        return translate_text(fact.label, self.translate)

    def translate_values(self, fact: Fact) -> tuple[str, ...]:
        """Return the values of a fact; a range is one text: ``1 to 5``."""
        return (f" {self.translate('to')} ".join(fact.values),) if fact.is_range else fact.values

    def describe_hidden_values(self, count: int) -> str:
        """Return the number of values that are not shown: ``+ 388 more values``."""
        return f"+ {count} {self.translate('more values')}"

    def translate_name(self, entry: Field) -> str:
        """Return the name of a field; generic names such as ``Option 2`` are translated."""
        return translate_text(entry.generic or entry.name, self.translate)
