"""The introduction of an API, and the servers and security schemes of an operation."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping

from sphinx_docsnav.data_files.json_values import as_object, as_text
from sphinx_docsnav.messages import describe, join_names, quote
from sphinx_docsnav.openapi.content.page_values import (
    Flow,
    Introduction,
    Requirement,
    Scheme,
    Server,
    ServerVariable,
    SpecificationTag,
)
from sphinx_docsnav.openapi.content.schema_phrases import write_value
from sphinx_docsnav.openapi.content.value_reader import (
    Reader,
    ReportProblem,
    check_fields,
    read_docs,
    suggest_value,
)
from sphinx_docsnav.openapi.spec_document import Located
from sphinx_docsnav.openapi.specification import Specification
from sphinx_docsnav.sitefiles.nearest import suggest_name
from sphinx_docsnav.sitefiles.safe_urls import join_url

_HOST = re.compile(
    r"(?:(?:[\w-]+\.)+(?!php\b)[A-Za-z]{2,}|localhost|\d+(?:\.\d+){3})(?::\d+)?(?:/|\Z)"
)
"""The start of a URL without a scheme: a host, and no path of the server."""

_VARIABLE = re.compile(r"\{([^{}]+)\}")
"""A variable in the URL of a server."""

_FLOW_NAMES = {
    "implicit": "implicit",
    "password": "password",
    "clientCredentials": "client credentials",
    "authorizationCode": "authorization code",
    "deviceAuthorization": "device authorization",
}
"""OAuth flows in words."""


def read_servers(reader: Reader, *levels: Located) -> tuple[Server, ...]:
    """Return the servers of the first of *levels* that has any.

    :param levels: operation, path item, specification.
    """
    name = levels[-1].document.name
    # Relative URLs of servers refer to a remote specification.
    base = name if "://" in name else ""
    for level in levels:
        servers = tuple(_read_level_servers(reader, level, base))
        if servers:
            return servers
    return ()


def _read_defaults(
    reader: Reader, server: Located, url: str, variables: Mapping[str, Located]
) -> dict[str, str]:
    """Return the defaults of the variables in *url*; report variables without one."""
    defaults: dict[str, str] = {}
    for name in dict.fromkeys(_VARIABLE.findall(url)):
        if name not in variables:
            hint = suggest_name(name, tuple(variables)) or f"add {name!r} to 'variables'"
            message = f"no variable describes '{{{name}}}' of server {quote(url)}; kept as written"
            reader.report(f"{message}; {hint}", server)
        elif variables[name].child("default") is None:
            written = as_object(as_object(server.value).get("variables")).get(name, {})
            # That a variable is no object was reported when it was read.
            if isinstance(written, dict):
                message = f"variable {name!r} of server {quote(url)} has no default"
                reader.report(f"{message}; kept as written; add 'default'", variables[name])
        else:
            defaults[name] = reader.text(variables[name], "default")
            # OpenAPI requires the default to be one of the values.
            values = tuple(write_value(v.value) for v in reader.items(variables[name], "enum"))
            if values and defaults[name] not in values:
                hint = suggest_name(defaults[name], values) or "add it to 'enum'"
                message = (
                    f"default {quote(defaults[name])} of variable {name!r} is not in its 'enum'"
                )
                reader.report(f"{message}; it is used; {hint}", variables[name])
    return defaults


def _read_level_servers(reader: Reader, level: Located, base: str) -> Iterator[Server]:
    """Yield the servers of one object.

    :param base: the URL that relative URLs refer to; empty if it is unknown.
    """
    for entry in reader.items(level, "servers"):
        mistakes = check_fields(reader, entry, "server")
        url = reader.text(entry, "url")
        if not url:
            if not mistakes.include("url"):
                reader.report("this server has no 'url'; left out; add its address", entry)
            continue
        variables = dict(reader.entries(entry, "variables"))
        for variable in variables.values():
            check_fields(reader, variable, "server variable")
        example = url
        for name, default in _read_defaults(reader, entry, url, variables).items():
            example = example.replace(f"{{{name}}}", default)
        # Browsers would read such a URL as a path.
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
            tuple(
                ServerVariable(
                    name,
                    reader.text(variable, "default"),
                    tuple(write_value(v.value) for v in reader.items(variable, "enum")),
                    reader.text(variable, "description"),
                )
                for name, variable in variables.items()
            ),
        )


def read_security(reader: Reader, operation: Located, root: Located) -> tuple[Requirement, ...]:
    """Return alternatives, each with the schemes it requires; empty if none is required."""
    value = operation.value
    has_own_security = isinstance(value, dict) and value.get("security") is not None
    # An empty list in the operation removes the requirements of the specification.
    level = operation if has_own_security else root
    requirements: list[Requirement] = []
    for entry in reader.items(level, "security"):
        # An empty requirement would say that no authorization is needed.
        if isinstance(entry.value, dict):
            requirements.append(
                tuple(_read_scheme(reader, root, name, entry) for name in entry.value)
            )
        else:
            message = f"expected an object in 'security', found {describe(entry.value)}; left out"
            reader.report(f"{message}; write the scheme with its scopes, such as 'key: []'", entry)
    return tuple(requirements)


def read_schemes(reader: Reader, root: Located) -> tuple[Scheme, ...]:
    """Return all security schemes of the specification."""
    components = root.child("components")
    if components is None:
        return ()
    names = [name for name, _ in reader.entries(components, "securitySchemes")]
    no_scopes = Located({}, root.document, components.keys)
    return tuple(_read_scheme(reader, root, name, no_scopes) for name in names)


def _read_scheme(reader: Reader, root: Located, name: str, requirement: Located) -> Scheme:
    """Return the scheme *name* with the scopes that *requirement* names."""
    scopes = [item for item in reader.items(requirement, name) if isinstance(item.value, str)]
    required_scopes = tuple(str(item.value) for item in scopes)
    scheme = _find_scheme(reader, root, name, requirement)
    if scheme is None:
        return Scheme(name, "", "", "", scopes=tuple((scope, "") for scope in required_scopes))
    check_fields(reader, scheme, "security scheme")
    scheme_type = reader.text(scheme, "type")
    flows = tuple(_read_flows(reader, scheme))
    descriptions = {scope: text for flow in flows for scope, text in flow.scopes}
    if scheme_type == "oauth2" and descriptions:
        _check_scopes(reader, name, scopes, descriptions)
    return Scheme(
        name,
        scheme_type,
        _summarize_scheme(reader, scheme, scheme_type),
        reader.text(scheme, "description"),
        location=reader.text(scheme, "in"),
        field=reader.text(scheme, "name"),
        http=reader.text(scheme, "scheme").lower(),
        scopes=tuple((scope, descriptions.get(scope, "")) for scope in required_scopes),
        flows=flows,
        deprecated=reader.flag(scheme, "deprecated"),
        url=reader.text(scheme, "openIdConnectUrl") or reader.text(scheme, "oauth2MetadataUrl"),
    )


def _find_scheme(reader: Reader, root: Located, name: str, requirement: Located) -> Located | None:
    """Return the object of the scheme *name*; ``None`` after a message if there is none."""
    components = root.child("components")
    schemes = components.child("securitySchemes") if components else None
    entry = schemes.child(name) if schemes else None
    # Since OpenAPI 3.2, the name may be the URI of a scheme.
    if entry is None and ("/" in name or "#" in name):
        entry = reader.target(name, root)
    scheme = reader.follow(entry) if entry else None
    if scheme is None:
        names = list(as_object(schemes.value)) if schemes else []
        hint = suggest_name(name, names) or f"add {name!r} there"
        # Swagger 2.0 has them elsewhere.
        keys = root.document.written_keys(("components", "securitySchemes"))
        message = f"security scheme {name!r} is not in {'/'.join(keys)}"
        reader.report(f"{message}; only its name is shown; {hint}", requirement)
        return None
    if not isinstance(scheme.value, dict):
        reader.expect_object(scheme, name)
        return None
    return scheme


def _check_scopes(
    reader: Reader, name: str, scopes: Iterable[Located], flow_scopes: Collection[str]
) -> None:
    """Report required scopes that no flow has, unless no flow has any."""
    for scope in scopes:
        if scope.value not in flow_scopes:
            message = f"no flow of security scheme {name!r} lists the scope {scope.value!r}"
            hint = suggest_value(str(scope.value), flow_scopes) or "add it to 'scopes' of a flow"
            reader.report(f"{message}; shown without a description; {hint}", scope)


def _summarize_scheme(reader: Reader, scheme: Located, scheme_type: str) -> str:
    """Return in words what a caller has to send."""
    if scheme_type == "apiKey":
        location = reader.text(scheme, "in")
        phrases = {"query": "query parameter", "header": "header", "cookie": "cookie"}
        if location not in phrases:
            hint = suggest_name(location, list(phrases)) or f"write {join_names(phrases, 'or')}"
            message = f"unknown place {location!r} of an API key; shown as written; {hint}"
            reader.report(message, scheme.child("in") or scheme)
        return f"API key in the {phrases.get(location, location)} {reader.text(scheme, 'name')}"
    if scheme_type == "http":
        http_scheme = reader.text(scheme, "scheme").lower()
        token_format = reader.text(scheme, "bearerFormat")
        if http_scheme == "bearer":
            token = f"bearer token ({token_format})" if token_format else "bearer token"
            return f"{token} in the Authorization header"
        if http_scheme == "basic":
            return "user name and password by HTTP basic authentication"
        return f"HTTP {http_scheme} authentication in the Authorization header"
    phrases = {
        "oauth2": "OAuth 2.0 access token in the Authorization header",
        "openIdConnect": "OpenID Connect token in the Authorization header",
        "mutualTLS": "client certificate (mutual TLS)",
    }
    if scheme_type not in phrases:
        known_types = ("apiKey", "http", *phrases)
        hint = suggest_name(scheme_type, known_types) or f"write {join_names(known_types, 'or')}"
        message = f"unknown type of security scheme {scheme_type!r}; shown as written; {hint}"
        reader.report(message, scheme.child("type") or scheme)
    return phrases.get(scheme_type, scheme_type)


def _read_flows(reader: Reader, scheme: Located) -> Iterator[Flow]:
    """Yield the OAuth flows of a scheme."""
    flows = reader.child(scheme, "flows")
    if flows is not None:
        check_fields(reader, flows, "flows")
    for name, flow in reader.entries(scheme, "flows"):
        check_fields(reader, flow, "flow")
        addresses = (
            ("authorize at", reader.text(flow, "authorizationUrl")),
            ("device code from", reader.text(flow, "deviceAuthorizationUrl")),
            ("token from", reader.text(flow, "tokenUrl")),
            ("refresh at", reader.text(flow, "refreshUrl")),
        )
        scopes = reader.child(flow, "scopes") or Located({}, flow.document, flow.keys)
        yield Flow(
            _FLOW_NAMES.get(name, name),
            tuple((label, url) for label, url in addresses if url),
            tuple((scope, reader.text(scopes, scope)) for scope in as_object(scopes.value)),
        )


def read_introduction(specification: Specification, report_problem: ReportProblem) -> Introduction:
    """Return the introduction of *specification*."""
    reader = Reader(specification.resolver, report_problem)
    root = specification.located
    info = reader.child(root, "info") or Located({}, specification.document, ("info",))
    components = reader.child(root, "components") or Located({}, specification.document, ())
    for part, kind in ((root, "specification"), (components, "components"), (info, "info")):
        check_fields(reader, part, kind)
    _check_tag_groups(reader, root, specification)
    nothing = Located({}, specification.document, ())
    contact = reader.child(info, "contact") or nothing
    licence = reader.child(info, "license") or nothing
    check_fields(reader, contact, "contact")
    check_fields(reader, licence, "license")
    return Introduction(
        " ".join(reader.text(info, "summary").split()),
        reader.text(info, "description"),
        reader.text(info, "version"),
        reader.text(info, "termsOfService"),
        (reader.text(contact, "name"), reader.text(contact, "url"), reader.text(contact, "email")),
        _read_licence(reader, licence),
        read_docs(reader, root),
        read_servers(reader, root),
        read_schemes(reader, root),
        tuple(_read_tags(reader, root, specification)),
    )


def _check_tag_groups(reader: Reader, root: Located, specification: Specification) -> None:
    """Report mistakes in ``x-tagGroups``, whose groups are in the navigation."""
    groups = list(reader.items(root, "x-tagGroups"))
    if not groups:
        return
    used = {tag for operation in specification.operations for tag in operation.tags}
    tag_names = {*specification.tags, *used}
    for entry in groups:
        if not reader.text(entry, "name"):
            reader.report("this group of tags has no 'name'; left out; add one", entry)
        for tag in reader.items(entry, "tags"):
            name = as_text(tag.value)
            if name not in tag_names:
                hint = suggest_value(name, tag_names) or "correct it"
                reader.report(f"no tag is called {quote(name)}; left out; {hint}", tag)


def _read_licence(reader: Reader, licence: Located) -> tuple[str, str]:
    """Return the name of a licence with its SPDX identifier, and its URL."""
    name, spdx = reader.text(licence, "name"), reader.text(licence, "identifier")
    label = f"{name} ({spdx})" if spdx and spdx != name else name
    return label, reader.text(licence, "url")


def _read_tags(
    reader: Reader, root: Located, specification: Specification
) -> Iterator[SpecificationTag]:
    """Yield the tags of the list ``tags``, then those that only operations name."""
    listed_names = set()
    for entry in reader.items(root, "tags"):
        if not isinstance(entry.value, dict):
            message = f"expected an object in 'tags', found {describe(entry.value)}; left out"
            reader.report(f"{message}; write the name of the tag in its 'name'", entry)
            continue
        mistakes = check_fields(reader, entry, "tag")
        name = reader.text(entry, "name")
        if not name:
            if not mistakes.include("name"):
                reader.report("this tag has no 'name'; left out; add one", entry)
            continue
        if name in listed_names:
            message = f"tag {quote(name)} is listed already; this entry is left out"
            reader.report(f"{message}; remove it, or rename one of them", entry)
            continue
        listed_names.add(name)
        yield SpecificationTag(
            name,
            specification.tags.label(name),
            reader.text(entry, "description"),
            read_docs(reader, entry),
        )
    # Tags that are only used have no description.
    for operation in specification.operations:
        if operation.group not in listed_names:
            listed_names.add(operation.group)
            label = specification.tags.label(operation.group)
            yield SpecificationTag(operation.group, label, "", ("", ""))
