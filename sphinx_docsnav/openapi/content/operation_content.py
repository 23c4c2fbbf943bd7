"""The content of an operation's page: parameters, bodies, responses, callbacks and samples."""

from __future__ import annotations

import re
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from types import MappingProxyType

from sphinx_docsnav.data_files.json_values import MISSING, as_object, parse_fragment
from sphinx_docsnav.messages import join_names, quote
from sphinx_docsnav.openapi.content.build_request import list_requests
from sphinx_docsnav.openapi.content.comparison import get_version_marks
from sphinx_docsnav.openapi.content.example import make_example
from sphinx_docsnav.openapi.content.introduction import read_security, read_servers
from sphinx_docsnav.openapi.content.layout import Layout
from sphinx_docsnav.openapi.content.media import read_content
from sphinx_docsnav.openapi.content.page_values import (
    Body,
    Callback,
    Content,
    Fact,
    FieldView,
    Link,
    Mode,
    Parameter,
    Response,
    Sentence,
)
from sphinx_docsnav.openapi.content.request import HEADER_NAME
from sphinx_docsnav.openapi.content.sample_requests import (
    DEFAULT_SAMPLES,
    SampleSettings,
    read_author_samples,
    write_samples,
)
from sphinx_docsnav.openapi.content.schema_phrases import (
    SHORT_VALUE,
    make_example_fact,
    shorten,
    write_value,
)
from sphinx_docsnav.openapi.content.value_reader import (
    Reader,
    ReportProblem,
    check_example,
    check_fields,
    read_docs,
    suggest_value,
)
from sphinx_docsnav.openapi.spec_document import Located
from sphinx_docsnav.openapi.specification import Operation
from sphinx_docsnav.sitefiles.nearest import suggest_name

MAX_RESPONSES = 60
"""Number of responses of one operation on a page."""

_STATUS = re.compile(r"[1-5](?:[0-9]{2}|XX)|default", re.IGNORECASE)
"""The keys of responses that OpenAPI allows."""

_REQUEST_BUDGET = 80
"""Number of fields of a request up to which components are expanded."""

_RESPONSE_BUDGET = 20
"""Number of fields of a response up to which components are expanded. Many operations return the
same objects, whose pages have the fields."""

_NESTED_CALLBACKS = 2
"""Number of callbacks inside callbacks that are shown."""

_KEYS_TO_OPERATION = 3
"""Number of keys that lead to an operation: ``paths``, the path, the method."""

LOCATIONS = ("path", "query", "querystring", "header", "cookie")
"""The locations of parameters, in the order of the page."""

_OPENAPI_2_LOCATIONS = ("body", "formData")
"""Locations of parameters in OpenAPI 2."""

_STYLES = {
    "path": "simple",
    "query": "form",
    "header": "simple",
    "cookie": "form",
    "querystring": "",
}
"""The default style by location. Source: OpenAPI 3.2, Parameter Object."""

_ALLOWED_STYLES = {
    "path": ("simple", "label", "matrix"),
    "query": ("form", "spaceDelimited", "pipeDelimited", "deepObject"),
    "header": ("simple",),
    "cookie": ("form", "cookie"),
}
"""The styles of each location."""

_STANDARD_HEADERS = {
    "accept": "OpenAPI takes this header from the media types of the responses",
    "content-type": "OpenAPI takes this header from the media type of the request body",
    "authorization": "OpenAPI takes this header from the security schemes",
}
"""Notes for headers that OpenAPI describes elsewhere and ignores as parameters."""


@dataclass(frozen=True, slots=True)
class _OwnExamples:
    """The examples that the specification has for one parameter."""

    holder: Located
    """The object that contains them: the parameter, or its media type."""
    values: list[object]
    serialized: str
    """The first serialized example if there are no values; may be empty."""


def read_operation(
    operation: Operation,
    report_problem: ReportProblem,
    *,
    samples: SampleSettings = DEFAULT_SAMPLES,
    pages: Mapping[int, str] = MappingProxyType({}),
    only_request: bool = False,
) -> Content:
    """Return the content of the page of *operation*.

    :param report_problem: receives each problem in the specification.
    :param samples: options for request samples.
    :param pages: docnames of the pages of schemas, by the identity of a value.
    :param only_request: whether only the request is needed, so that no schema is laid out.
    """
    specification = operation.specification
    flats = specification.get_flat_schemas(pages)
    layout = Layout(Reader(specification.resolver, report_problem), pages=pages, flats=flats)
    layout.has_views = not only_request
    layout.version_marks = get_version_marks(specification)
    layout.only_required = samples.defaults == "required"
    page = _OperationReader(layout, specification.located, samples, specification.operation_ids)
    located = operation.located
    item = Located(operation.path_item, operation.document, operation.item_keys)
    method = operation.method.upper()
    return page.read(located, item, (method, operation.path), webhook=operation.webhook)


class _OperationReader:
    """Reads operations, and the webhooks and callbacks of a page."""

    def __init__(
        self,
        layout: Layout,
        root: Located,
        sample_settings: SampleSettings,
        operation_ids: Collection[str],
    ) -> None:
        self.reader = layout.reader
        self.root = root
        self.sample_settings = sample_settings
        self.operation_ids = operation_ids
        self.layout = layout

    def read(
        self,
        operation: Located,
        item: Located,
        name: tuple[str, str],
        *,
        webhook: bool = False,
        depth: int = 0,
    ) -> Content:
        """Return the content of an operation, a webhook or a callback.

        :param name: method in upper case, and path.
        :param depth: 0 for the operation of the page, more for callbacks.
        """
        reader, layout = self.reader, self.layout
        method, path = name
        check_fields(reader, operation, "operation")
        check_fields(reader, item, "path item")
        is_incoming = webhook or depth > 0
        servers = () if is_incoming else read_servers(reader, operation, item, self.root)
        security = () if is_incoming else read_security(reader, operation, self.root)
        layout.budget, layout.is_outgoing = _REQUEST_BUDGET, not is_incoming
        layout.max_own_fields = sys.maxsize
        parameters = read_parameters(layout, (item, operation))
        # The API sends the body of an incoming request, which is its response elsewhere.
        request_mode, response_mode = (
            (Mode.RESPONSE, Mode.REQUEST) if is_incoming else (Mode.REQUEST, Mode.RESPONSE)
        )
        body = self.read_body(operation, request_mode)
        responses = tuple(self.read_responses(operation, response_mode)) if layout.has_views else ()
        content = Content(
            method,
            path,
            webhook,
            summary=" ".join(reader.text(operation, "summary").split()),
            path_summary="" if depth else " ".join(reader.text(item, "summary").split()),
            description=self.join_descriptions(operation, item, is_page=not depth),
            deprecated=reader.flag(operation, "deprecated"),
            operation_id=reader.text(operation, "operationId"),
            docs=read_docs(reader, operation),
            servers=servers,
            security=security,
            parameters=parameters,
            body=body,
            responses=responses,
            callbacks=tuple(self.read_callbacks(operation, depth)) if layout.has_views else (),
            samples=read_author_samples(reader, operation),
            since=layout.find_versions(operation),
        )
        return content if is_incoming else _add_requests(content, self.sample_settings)

    def join_descriptions(self, operation: Located, item: Located, *, is_page: bool) -> str:
        """Return the descriptions of the operation and of its path.

        :param is_page: whether the page shows the summary of the path elsewhere.
        """
        reader, summary = self.reader, self.reader.text(item, "summary")
        shows_summary = not is_page and summary != reader.text(operation, "summary")
        texts = (
            reader.text(operation, "description"),
            summary if shows_summary else "",
            reader.text(item, "description"),
        )
        return "\n\n".join(filter(None, texts))

    def read_body(self, operation: Located, mode: Mode) -> Body | None:
        """Return the request body, ``None`` if there is none."""
        body = self.reader.child(operation, "requestBody")
        if body is None:
            return None
        check_fields(self.reader, body, "request body")
        return Body(
            self.reader.text(body, "description"),
            self.reader.flag(body, "required"),
            read_content(self.layout, body, mode),
        )

    def read_responses(self, operation: Located, mode: Mode) -> Iterator[Response]:
        """Yield the responses in file order."""
        for number, (status, entry) in enumerate(self.reader.entries(operation, "responses")):
            if number >= MAX_RESPONSES:
                self.reader.report(f"more than {MAX_RESPONSES} responses, the rest left out", entry)
                return
            if not _STATUS.fullmatch(status):
                message = f"{status!r} is no status of a response; shown as written"
                self.reader.report(f"{message}; write '200', '2XX' or 'default'", entry)
            check_fields(self.reader, entry, "response")
            # Errors have the same fields in all operations, so these are on one page.
            is_error = mode is Mode.RESPONSE and status[:1] not in "123"
            self.layout.budget = self.layout.max_own_fields = 0 if is_error else _RESPONSE_BUDGET
            yield Response(
                status,
                self.reader.text(entry, "summary"),
                self.reader.text(entry, "description"),
                read_headers(self.layout, entry),
                read_content(self.layout, entry, mode),
                tuple(self.read_links(entry)),
            )

    def read_links(self, response: Located) -> Iterator[Link]:
        """Yield the links of a response."""
        for name, entry in self.reader.entries(response, "links"):
            check_fields(self.reader, entry, "link")
            parameters = self.reader.child(entry, "parameters")
            pairs = as_object(parameters.value) if parameters else {}
            values = [(str(key), str(value)) for key, value in pairs.items()]
            # What a link sends besides parameters.
            fields = as_object(entry.value)
            if "requestBody" in fields:
                values.append(("the body", str(fields["requestBody"])))
            server = self.reader.child(entry, "server")
            if server is not None and self.reader.text(server, "url"):
                values.append(("server", self.reader.text(server, "url")))
            yield Link(
                name,
                self.read_linked_operation(entry),
                self.reader.text(entry, "description"),
                tuple(values),
            )

    def read_linked_operation(self, link: Located) -> str:
        """Return the id or the name of the operation that a link leads to.

        One that does not exist in this file is reported.
        """
        reader = self.reader
        operation_id = reader.text(link, "operationId").strip()
        reference = reader.text(link, "operationRef")
        if operation_id and operation_id not in self.operation_ids:
            hint = suggest_value(operation_id, self.operation_ids) or "correct it"
            message = f"no operation has the operationId {quote(operation_id)} of this link"
            location = link.child("operationId") or link
            reader.report(f"{message}; shown as written; {hint}", location)
        elif reference.startswith("#") and not reader.is_resolvable(reference, link):
            message = f"operationRef {quote(reference)} names nothing in this file"
            location = link.child("operationRef") or link
            reader.report(f"{message}; shown as written; correct it", location)
        return operation_id or _name_linked_operation(reference)

    def read_callbacks(self, operation: Located, depth: int) -> Iterator[Callback]:
        """Yield each request of each callback, and of callbacks inside them to a limited depth."""
        if depth >= _NESTED_CALLBACKS:
            if "callbacks" in as_object(operation.value):
                message = f"callbacks inside {_NESTED_CALLBACKS} others are left out"
                self.reader.report(message, operation.child("callbacks") or operation)
            return
        for name, expression, method, item, inner in self.reader.callbacks(operation):
            content = self.read(inner, item, (method, expression), depth=depth + 1)
            yield Callback(name, expression, content)


def _add_requests(content: Content, settings: SampleSettings) -> Content:
    """Return *content* with its request, and with samples in languages that the author omits."""
    request, *others = list_requests(content, settings.defaults)
    author_labels = {sample.label for sample in content.samples}
    languages = settings.languages if settings.generated else ()
    generated = write_samples(request, languages, tuple(others))
    further = tuple(sample for sample in generated if sample.label not in author_labels)
    return replace(content, samples=content.samples + further, request=request)


def _name_linked_operation(reference: str) -> str:
    """Return ``GET /pets`` for ``#/paths/~1pets/get``, and other references unchanged."""
    keys = parse_fragment(reference.removeprefix("#")) if reference.startswith("#/paths/") else ()
    return f"{keys[2].upper()} {keys[1]}" if keys and len(keys) == _KEYS_TO_OPERATION else reference


def read_parameters(layout: Layout, levels: tuple[Located, ...]) -> tuple[Parameter, ...]:
    """Return the parameters of an operation in the order of `LOCATIONS`.

    :param levels: path item and operation; a parameter of the operation replaces one of the path
        item with the same name and location.
    """
    parameters: dict[tuple[str, str], Parameter] = {}
    for level in levels:
        level_keys: set[tuple[str, str]] = set()
        for entry in layout.reader.items(level, "parameters"):
            key = _read_location_and_name(layout.reader, entry)
            if key is None:
                continue
            location, name = key
            # Equal keys on different levels are no mistake: the operation replaces them.
            if key in level_keys:
                layout.reader.report(
                    f"there are two {location} parameters {name!r}; the last one is shown; "
                    "remove or rename the other",
                    entry,
                )
            level_keys.add(key)
            # Such a name could end the header in a sample.
            if location == "header" and not HEADER_NAME.fullmatch(name):
                layout.reader.report(
                    f"no header can have the name {name!r}, so samples leave it out; use "
                    "letters, digits and hyphens",
                    entry,
                )
            parameters[key] = _read_parameter(layout, entry, name, location, Mode.REQUEST)
    return tuple(sorted(parameters.values(), key=lambda p: LOCATIONS.index(p.location)))


def _read_location_and_name(reader: Reader, entry: Located) -> tuple[str, str] | None:
    """Return location and name of a parameter, ``None`` after a message if one is missing."""
    if not isinstance(entry.value, dict):
        reader.report("expected a parameter object; left out", entry)
        return None
    mistakes = check_fields(reader, entry, "parameter")
    location, name = reader.text(entry, "in"), reader.text(entry, "name")
    label = f"parameter {name!r}" if name else "parameter"
    if (not name and mistakes.include("name")) or (not location and mistakes.include("in")):
        return None
    if not name:
        reader.report("this parameter has no 'name'; left out; add one", entry)
    elif not location:
        locations_hint = f"write {join_names(LOCATIONS, 'or')}"
        reader.report(
            f"{label} has no 'in', which says where it is sent; left out; {locations_hint}", entry
        )
    elif location not in LOCATIONS:
        remedy = "describe it in 'requestBody'" if location in _OPENAPI_2_LOCATIONS else ""
        hint = remedy or suggest_name(location, LOCATIONS) or f"write {join_names(LOCATIONS, 'or')}"
        reader.report(f"unknown place {location!r} of {label}; left out; {hint}", entry)
    else:
        return location, name
    return None


def read_headers(layout: Layout, owner: Located) -> tuple[Parameter, ...]:
    """Return the headers of a response or of a part."""
    headers = []
    for name, entry in layout.reader.entries(owner, "headers"):
        if name.lower() != "content-type":
            check_fields(layout.reader, entry, "header")
            headers.append(_read_parameter(layout, entry, name, "header", Mode.RESPONSE))
    return tuple(headers)


def _read_parameter(
    layout: Layout, entry: Located, name: str, location: str, mode: Mode
) -> Parameter:
    """Return a parameter of a request, or a header of a response."""
    reader = layout.reader
    schema = entry.child("schema")
    # A parameter has a schema or a content.
    contents = () if schema else read_content(layout, entry, mode)
    if len(contents) > 1:
        others = f"others than {contents[0].type!r} are left out"
        message = f"a parameter is sent in one media type; {others}; remove them"
        reader.report(message, entry.child("content") or entry)
    view = layout.make_view((schema,), mode) if schema else contents[0].view if contents else None
    style = _read_style(reader, entry, location)
    explode = as_object(entry.value).get("explode")
    # Examples of a parameter with "content" are in its media type.
    holder = next((media for _, media in reader.entries(entry, "content") if contents), entry)
    examples = _read_own_examples(reader, holder)
    example_value: object = MISSING
    if examples.values:
        example_value = examples.values[0]
    elif schema:
        example_value = make_example(
            layout.flat, (schema,), mode, only_required=layout.only_required
        )
    elif contents and contents[0].examples:
        example_value = contents[0].examples[0].value
    facts = _list_parameter_facts(reader, entry, examples, location, style)
    view = _complete_view(layout, entry, view or FieldView("any"), examples, facts)
    return Parameter(
        name,
        location,
        required=reader.flag(entry, "required") or location == "path",
        view=view,
        example=example_value,
        has_own_example=bool(examples.values or examples.serialized),
        media=contents[0].type if contents else "",
        style=style,
        explode=explode if isinstance(explode, bool) else style in ("form", "cookie"),
        allow_reserved=reader.flag(entry, "allowReserved"),
        serialized=examples.serialized,
        fields=contents[0].fields if contents else (),
    )


def _read_own_examples(reader: Reader, holder: Located) -> _OwnExamples:
    """Return the examples in a parameter or in its media type."""
    for _, entry in reader.entries(holder, "examples"):
        check_example(reader, entry)
    values = list(_list_examples(reader, holder))
    serialized = "" if values else _find_serialized_example(reader, holder)
    return _OwnExamples(holder, values, serialized)


def _complete_view(
    layout: Layout,
    entry: Located,
    view: FieldView,
    examples: _OwnExamples,
    parameter_facts: Iterable[Fact],
) -> FieldView:
    """Return the view of a schema with what the parameter adds to it.

    Description, deprecation and examples of the parameter precede those of its schema.
    """
    reader = layout.reader
    schema_facts = (fact for fact in view.facts if fact.kind != "example" or not examples.values)
    texts = (
        _join_unless_repeated(reader.text(entry, "description"), view.description),
        _describe_examples(reader, examples.holder),
    )
    return replace(
        view,
        description="\n\n".join(filter(None, texts)),
        deprecated=reader.flag(entry, "deprecated") or view.deprecated,
        since=layout.find_versions(entry),
        facts=(*schema_facts, *parameter_facts),
    )


def _join_unless_repeated(own_text: str, schema_text: str) -> str:
    """Return the descriptions of a parameter and of its schema, unless one repeats the other."""
    plain_own, plain_schema = (
        " ".join(text.split()).rstrip(".") for text in (own_text, schema_text)
    )
    if plain_schema in plain_own:
        return own_text
    return schema_text if plain_own in plain_schema else f"{own_text.rstrip()}\n\n{schema_text}"


def _describe_examples(reader: Reader, entry: Located) -> str:
    """Return summaries and descriptions of a parameter's examples as a Markdown list."""
    lines = []
    for name, example_entry in reader.entries(entry, "examples"):
        texts = [reader.text(example_entry, key) for key in ("summary", "description")]
        value = next(_list_values(example_entry), name)
        text = shorten(write_value(value), SHORT_VALUE)
        description = ". ".join(
            " ".join(text_part.split()).rstrip(".") for text_part in texts if text_part.strip()
        )
        # A backquote would end the literal.
        if "`" not in text and (description or (name != text and value is not name)):
            lines.append(f"* ``{text}``: {description or name}")
    return "\n".join(lines)


def _read_style(reader: Reader, entry: Located, location: str) -> str:
    """Return the style of a parameter; the default if its location does not have that style."""
    default_style = _STYLES[location]
    style = reader.text(entry, "style") or default_style
    allowed_styles = _ALLOWED_STYLES.get(location, ())
    if style in allowed_styles or not allowed_styles:
        return style
    reader.report(
        f"no {location} parameter has the style {style!r}; {default_style!r} is used", entry
    )
    return default_style


def _list_examples(reader: Reader, entry: Located) -> Iterator[object]:
    """Yield the values of a parameter's examples."""
    value = as_object(entry.value)
    if "example" in value:
        yield value["example"]
    for _, example_entry in reader.entries(entry, "examples"):
        yield from islice(_list_values(example_entry), 1)


def _list_values(example_entry: Located) -> Iterator[object]:
    """Yield the values of an example, the one that counts first."""
    fields = as_object(example_entry.value)
    yield from (fields[key] for key in ("value", "dataValue") if key in fields)


def _find_serialized_example(reader: Reader, entry: Located) -> str:
    """Return the first example that has only a serialized form, or ``""``."""
    texts = (
        reader.text(example_entry, "serializedValue")
        for _, example_entry in reader.entries(entry, "examples")
    )
    return next(filter(None, texts), "")


def _list_parameter_facts(
    reader: Reader, entry: Located, examples: _OwnExamples, location: str, style: str
) -> Iterator[Fact]:
    """Yield facts of a parameter that its schema does not have: examples and serialization."""
    name = reader.text(entry, "name").lower()
    if location == "header" and name in _STANDARD_HEADERS:
        yield Fact(Sentence(_STANDARD_HEADERS[name]))
    # Long examples are in the samples.
    values = examples.values or ([examples.serialized] if examples.serialized else [])
    short_examples = [
        v for v in values if not isinstance(v, (dict, list)) or len(str(v)) < SHORT_VALUE
    ]
    if short_examples:
        yield make_example_fact(short_examples[:5])
    if style != _STYLES[location]:
        yield Fact(Sentence("style"), (style,))
    explode = as_object(entry.value).get("explode")
    if isinstance(explode, bool) and location in ("query", "cookie"):
        label = "one parameter per value" if explode else "all values in one parameter"
        yield Fact(Sentence(label))
    if reader.flag(entry, "allowReserved"):
        yield Fact(Sentence("reserved characters are sent as they are"))
    if reader.flag(entry, "allowEmptyValue"):
        yield Fact(Sentence("may be empty"))
