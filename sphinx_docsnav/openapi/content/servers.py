"""Where an API is served: addresses with their variables."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from sphinx_docsnav.docs_json.phrases import did_you_mean, quote
from sphinx_docsnav.openapi.content.object_checks import check_fields
from sphinx_docsnav.openapi.content.schema_phrases import value_text
from sphinx_docsnav.openapi.content.value_reader import Reader
from sphinx_docsnav.openapi.spec_document import Located
from sphinx_docsnav.sitefiles.safe_urls import join_url

FALLBACK = "https://api.example.com"
"""Base URL of samples if the specification names no server with a host."""


_HOST = re.compile(
    r"(?:(?:[\w-]+\.)+(?!php\b)[A-Za-z]{2,}|localhost|\d+(?:\.\d+){3})(?::\d+)?(?:/|\Z)"
)
"""What an address without a scheme begins with, if it is no path."""
_VARIABLE = re.compile(r"\{([^{}]+)\}")


@dataclass(frozen=True, slots=True)
class ServerVariable:
    """A part of an address that a caller chooses."""

    name: str
    """Its name in the address, without braces."""
    default: str
    """The default value."""
    values: tuple[str, ...]
    """What may be chosen; empty for anything."""
    description: str
    """Markdown."""


@dataclass(frozen=True, slots=True)
class Server:
    """A server object."""

    url: str
    """The address, variables in braces."""
    example: str
    """The address with the variables' defaults, without a slash at its end."""
    name: str
    """Its name (OpenAPI 3.2), else empty."""
    description: str
    """Markdown."""
    variables: tuple[ServerVariable, ...]
    """The variables of the address."""


def read_servers(reader: Reader, levels: tuple[Located, ...], base: str) -> tuple[Server, ...]:
    """Return the servers of the first of *levels* (operation, path item, specification) with any.

    :param base: what relative addresses are relative to; empty if unknown.
    """
    for level in levels:
        servers = tuple(_servers(reader, level, base))
        if servers:
            return servers
    return ()


def base_url(servers: tuple[Server, ...]) -> str:
    """Return what the addresses of requests begin with: the first server, on a host."""
    first = servers[0].example if servers else ""
    return first if "://" in first else join_url(FALLBACK, first)


def _defaults(reader: Reader, server: Located, url: str) -> dict[str, str]:
    """Return the values of the variables of *url*; report those that have none."""
    variables = dict(reader.entries(server, "variables"))
    known: dict[str, str] = {}
    for name in dict.fromkeys(_VARIABLE.findall(url)):
        if name not in variables:
            hint = did_you_mean(name, tuple(variables)) or f"add {name!r} to 'variables'"
            message = f"no variable describes '{{{name}}}' of server {quote(url)}; kept as written"
            reader.odd(f"{message}; {hint}", server)
        elif variables[name].child("default") is None:
            message = f"variable {name!r} of server {quote(url)} has no default; kept as written"
            reader.odd(f"{message}; add 'default'", variables[name])
        else:
            known[name] = reader.text(variables[name], "default")
            values = tuple(value_text(v.value) for v in reader.items(variables[name], "enum"))
            if values and known[name] not in values:
                hint = did_you_mean(known[name], values) or "add it to 'enum'"
                message = f"default {quote(known[name])} of variable {name!r} is not in its 'enum'"
                reader.odd(f"{message}; it is used; {hint}", variables[name])
    return known


def _servers(reader: Reader, level: Located, base: str) -> Iterator[Server]:
    for entry in reader.items(level, "servers"):
        meant = check_fields(reader, entry, "server")
        url = reader.text(entry, "url")
        if not url:
            if "url" not in meant:
                reader.odd("this server has no 'url'; left out; add its address", entry)
            continue
        variables = tuple(
            ServerVariable(
                name,
                reader.text(variable, "default"),
                tuple(value_text(v.value) for v in reader.items(variable, "enum")),
                reader.text(variable, "description"),
            )
            for name, variable in reader.entries(entry, "variables")
        )
        known = _defaults(reader, entry, url)
        example = url
        for name, default in known.items():
            example = example.replace(f"{{{name}}}", default)
        if _HOST.match(example):
            scheme = "http://" if example.startswith("localhost") else "https://"
            message = f"server {quote(url)} begins with no scheme; read as {quote(scheme + url)}"
            reader.odd(f"{message}; write the scheme", entry.child("url") or entry)
            url, example = scheme + url, scheme + example
        example = join_url(base, example) if base else example
        yield Server(
            url,
            example.rstrip("/"),
            reader.text(entry, "name"),
            reader.text(entry, "description"),
            variables,
        )
