"""Where an API is served, and what a caller must prove."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator

from sphinx_docsnav.docs_json.phrases import did_you_mean, listing, quote
from sphinx_docsnav.openapi.content.page_values import (
    Flow,
    Requirement,
    Scheme,
    Server,
    ServerVariable,
)
from sphinx_docsnav.openapi.content.schema_phrases import write_value
from sphinx_docsnav.openapi.content.value_reader import Reader, check_fields, suggest_value
from sphinx_docsnav.openapi.spec_document import Located
from sphinx_docsnav.sitefiles.safe_urls import join_url

_HOST = re.compile(
    r"(?:(?:[\w-]+\.)+(?!php\b)[A-Za-z]{2,}|localhost|\d+(?:\.\d+){3})(?::\d+)?(?:/|\Z)"
)
"""What an address without a scheme begins with, if it is no path."""

_VARIABLE = re.compile(r"\{([^{}]+)\}")

_FLOW_NAMES = {
    "implicit": "implicit",
    "password": "password",
    "clientCredentials": "client credentials",
    "authorizationCode": "authorization code",
    "deviceAuthorization": "device authorization",
}


def read_servers(reader: Reader, levels: tuple[Located, ...], base: str) -> tuple[Server, ...]:
    """Return the servers of the first of *levels* (operation, path item, specification) with any.

    :param base: what relative addresses are relative to; empty if unknown.
    """
    for level in levels:
        servers = tuple(_read_level_servers(reader, level, base))
        if servers:
            return servers
    return ()


def _read_defaults(reader: Reader, server: Located, url: str) -> dict[str, str]:
    """Return the values of the variables of *url*; report those that have none."""
    variables = dict(reader.entries(server, "variables"))
    known: dict[str, str] = {}
    for name in dict.fromkeys(_VARIABLE.findall(url)):
        if name not in variables:
            hint = did_you_mean(name, tuple(variables)) or f"add {name!r} to 'variables'"
            message = f"no variable describes '{{{name}}}' of server {quote(url)}; kept as written"
            reader.report(f"{message}; {hint}", server)
        elif variables[name].child("default") is None:
            message = f"variable {name!r} of server {quote(url)} has no default; kept as written"
            reader.report(f"{message}; add 'default'", variables[name])
        else:
            known[name] = reader.text(variables[name], "default")
            values = tuple(write_value(v.value) for v in reader.items(variables[name], "enum"))
            if values and known[name] not in values:
                hint = did_you_mean(known[name], values) or "add it to 'enum'"
                message = f"default {quote(known[name])} of variable {name!r} is not in its 'enum'"
                reader.report(f"{message}; it is used; {hint}", variables[name])
    return known


def _read_level_servers(reader: Reader, level: Located, base: str) -> Iterator[Server]:
    for entry in reader.items(level, "servers"):
        misspelled_fields = check_fields(reader, entry, "server")
        url = reader.text(entry, "url")
        if not url:
            if "url" not in misspelled_fields:
                reader.report("this server has no 'url'; left out; add its address", entry)
            continue
        variables = tuple(
            ServerVariable(
                name,
                reader.text(variable, "default"),
                tuple(write_value(v.value) for v in reader.items(variable, "enum")),
                reader.text(variable, "description"),
            )
            for name, variable in reader.entries(entry, "variables")
        )
        known = _read_defaults(reader, entry, url)
        example = url
        for name, default in known.items():
            example = example.replace(f"{{{name}}}", default)
        if _HOST.match(example):
            scheme = "http://" if example.startswith("localhost") else "https://"
            message = f"server {quote(url)} begins with no scheme; read as {quote(scheme + url)}"
            reader.report(f"{message}; write the scheme", entry.child("url") or entry)
            url, example = scheme + url, scheme + example
        example = join_url(base, example) if base else example
        yield Server(
            url,
            example.rstrip("/"),
            reader.text(entry, "name"),
            reader.text(entry, "description"),
            variables,
        )


def read_security(reader: Reader, operation: Located, root: Located) -> tuple[Requirement, ...]:
    """Return the alternatives, any one of which is enough; empty if none is required."""
    value = operation.value
    own = isinstance(value, dict) and value.get("security") is not None
    level = operation if own else root
    return tuple(
        tuple(_read_scheme(reader, root, name, entry) for name in _list_scheme_names(entry))
        for entry in reader.items(level, "security")
    )


def read_schemes(reader: Reader, root: Located) -> tuple[Scheme, ...]:
    """Return every scheme of the specification."""
    components = root.child("components")
    if components is None:
        return ()
    names = [name for name, _ in reader.entries(components, "securitySchemes")]
    nothing = Located({}, root.document, components.keys)
    return tuple(_read_scheme(reader, root, name, nothing) for name in names)


def _list_scheme_names(entry: Located) -> Iterable[str]:
    """Return the names of the schemes of one alternative."""
    return entry.value if isinstance(entry.value, dict) else ()


def _read_scheme(reader: Reader, root: Located, name: str, named: Located) -> Scheme:
    """Return the scheme *name*, with the scopes that *named* requires of it."""
    scopes = [item for item in reader.items(named, name) if isinstance(item.value, str)]
    wanted = tuple(str(item.value) for item in scopes)
    components = root.child("components")
    schemes = components.child("securitySchemes") if components else None
    entry = schemes.child(name) if schemes else None
    if entry is None and ("/" in name or "#" in name):  # OpenAPI 3.2: a reference as the name
        entry = reader.target(name, root)
    found = reader.follow(entry) if entry else None
    if found is None:
        known = schemes.value if schemes and isinstance(schemes.value, dict) else {}
        hint = did_you_mean(name, list(known)) or f"add {name!r} there"
        what = f"security scheme {name!r} is not in components/securitySchemes"
        reader.report(f"{what}; only its name is shown; {hint}", named)
        return Scheme(name, "", "", "", scopes=tuple((scope, "") for scope in wanted))
    check_fields(reader, found, "security scheme")
    kind = reader.text(found, "type")
    flows = tuple(_read_flows(reader, found))
    told = {scope: text for flow in flows for scope, text in flow.scopes}
    if kind == "oauth2" and told:
        _check_scopes(reader, name, scopes, told)
    return Scheme(
        name,
        kind,
        _summarize_scheme(reader, found, kind),
        reader.text(found, "description"),
        location=reader.text(found, "in"),
        field=reader.text(found, "name"),
        http=reader.text(found, "scheme").lower(),
        scopes=tuple((scope, told.get(scope, "")) for scope in wanted),
        flows=flows,
        deprecated=reader.flag(found, "deprecated"),
        url=reader.text(found, "openIdConnectUrl") or reader.text(found, "oauth2MetadataUrl"),
    )


def _check_scopes(
    reader: Reader, name: str, scopes: Iterable[Located], told: Collection[str]
) -> None:
    """Report scopes that no flow lists, of a scheme whose flows list some."""
    for scope in scopes:
        if scope.value not in told:
            what = f"no flow of security scheme {name!r} lists the scope {scope.value!r}"
            hint = suggest_value(str(scope.value), told) or "add it to 'scopes' of a flow"
            reader.report(f"{what}; shown without a description; {hint}", scope)


def _summarize_scheme(reader: Reader, scheme: Located, kind: str) -> str:
    if kind == "apiKey":
        place = reader.text(scheme, "in")
        words = {"query": "query parameter", "header": "header", "cookie": "cookie"}
        if place not in words:
            hint = did_you_mean(place, list(words)) or f"write {listing(words, 'or')}"
            message = f"unknown place {place!r} of an API key; shown as written; {hint}"
            reader.report(message, scheme.child("in") or scheme)
        return f"API key in the {words.get(place, place)} {reader.text(scheme, 'name')}"
    if kind == "http":
        how = reader.text(scheme, "scheme").lower()
        form = reader.text(scheme, "bearerFormat")
        if how == "bearer":
            return f"bearer token{f' ({form})' if form else ''} in the Authorization header"
        if how == "basic":
            return "user name and password by HTTP basic authentication"
        return f"HTTP {how} authentication in the Authorization header"
    words = {
        "oauth2": "OAuth 2.0 access token in the Authorization header",
        "openIdConnect": "OpenID Connect token in the Authorization header",
        "mutualTLS": "client certificate (mutual TLS)",
    }
    if kind not in words:
        known = ("apiKey", "http", *words)
        hint = did_you_mean(kind, known) or f"write {listing(known, 'or')}"
        message = f"unknown type of security scheme {kind!r}; shown as written; {hint}"
        reader.report(message, scheme.child("type") or scheme)
    return words.get(kind, kind)


def _read_flows(reader: Reader, scheme: Located) -> Iterator[Flow]:
    flows = reader.child(scheme, "flows")
    if flows is not None:
        check_fields(reader, flows, "flows")
    for name, flow in reader.entries(scheme, "flows"):
        if name.startswith("x-"):
            continue
        check_fields(reader, flow, "flow")
        addresses = (
            ("authorize at", reader.text(flow, "authorizationUrl")),
            ("device code from", reader.text(flow, "deviceAuthorizationUrl")),
            ("token from", reader.text(flow, "tokenUrl")),
            ("refresh at", reader.text(flow, "refreshUrl")),
        )
        scopes = flow.child("scopes")
        texts = scopes.value.items() if scopes and isinstance(scopes.value, dict) else ()
        yield Flow(
            _FLOW_NAMES.get(name, name),
            tuple((words, url) for words, url in addresses if url),
            tuple((str(scope), text if isinstance(text, str) else "") for scope, text in texts),
        )
