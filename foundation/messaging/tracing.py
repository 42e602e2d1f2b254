"""The ids under which work is traced: of its request, and of its trace by OpenTelemetry.

Traces are off unless `start` was called: then we import nothing of OpenTelemetry, and each
function here returns at once. Work that is found in the database continues the trace whose
`traceparent` is stored with it. Spans have names, ids and counts, never an address with a query, a
body or the text of an error: the maintained instrumentations of Django and Celery would send those.

Source: https://www.w3.org/TR/trace-context/ (`traceparent`)
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import unquote, urlsplit

import structlog

if TYPE_CHECKING:
    from opentelemetry.trace import Span, SpanContext, Tracer

HEADER = "X-Request-Id"
TRACEPARENT = "traceparent"  # the name of a header, of an event's attribute, of a row's
LENGTH = 55

Kind = Literal["INTERNAL", "SERVER", "CLIENT", "PRODUCER", "CONSUMER"]
Attributes = Mapping[str, str | int]


class Traced:
    """The span of a piece of work; where traces are off, nothing."""

    def __init__(self, span: "Span | None" = None) -> None:
        self._span = span

    def note(self, attributes: Attributes) -> None:
        if self._span is not None:
            self._span.set_attributes(attributes)

    def rename(self, name: str) -> None:
        if self._span is not None:
            self._span.update_name(name)

    def fail(self, kind: str) -> None:
        """Mark the span as failed by an error of this kind, a name without values."""
        if self._span is not None:
            from opentelemetry.trace import StatusCode

            self._span.set_attribute("error.type", kind)
            self._span.set_status(StatusCode.ERROR)


_UNTRACED = Traced()
_provider: Any = None
_tracer: "Tracer | None" = None


def start(endpoint: str, headers: str, service: str) -> None:
    """Send spans to an address of OTLP over HTTP, in batches, from a thread of their own.

    :param headers: `name=value` by commas, the values URL-encoded (OTEL_EXPORTER_OTLP_HEADERS).
    """
    global _provider, _tracer  # noqa: PLW0603 - one a process, like OpenTelemetry's own
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    pairs = (each.partition("=") for each in headers.split(",") if "=" in each)
    given = {name.strip(): unquote(value.strip()) for name, _, value in pairs}
    _provider = TracerProvider(resource=Resource.create({"service.name": service}))
    _provider.add_span_processor(
        BatchSpanProcessor(OTLPSpanExporter(endpoint=endpoint, headers=given))
    )
    _tracer = _provider.get_tracer("finishline")


def stop() -> None:
    """Send what is left, and trace no more."""
    global _provider, _tracer  # noqa: PLW0603
    if _provider is not None:
        _provider.shutdown()
    _provider = _tracer = None


def is_on() -> bool:
    return _tracer is not None


@contextmanager
def span(
    name: str,
    *,
    kind: Kind = "INTERNAL",
    continues: str | None = None,
    about: Attributes | None = None,
) -> Iterator[Traced]:
    """Trace what is done within.

    :param name: one of few: ids belong into `about`.
    :param continues: the `traceparent` that is stored with the work. If the present span is of the
        same trace, the new one is its child; if it is of another trace, the two are linked.
    """
    if _tracer is None:
        yield _UNTRACED
        return
    from opentelemetry import trace

    here = trace.get_current_span().get_span_context()
    stored = _read(continues)
    is_elsewhere = stored is not None and stored.trace_id != here.trace_id
    parent = trace.NonRecordingSpan(stored) if stored and is_elsewhere else None
    with _tracer.start_as_current_span(
        name,
        context=trace.set_span_in_context(parent) if parent else None,
        kind=trace.SpanKind[kind],
        attributes=about,
        links=[trace.Link(here)] if parent and here.is_valid else (),
        record_exception=False,  # its text may hold personal data
        set_status_on_exception=False,
    ) as found:
        traced = Traced(found)
        try:
            yield traced
        except BaseException as error:
            traced.fail(type(error).__name__)
            raise


def current_traceparent() -> str | None:
    """Return the `traceparent` of the present span, to be stored or sent; None: there is none."""
    if _tracer is None:
        return None
    from opentelemetry import trace

    here = trace.get_current_span().get_span_context()
    if not here.is_valid:
        return None
    return f"00-{here.trace_id:032x}-{here.span_id:016x}-{here.trace_flags:02x}"


def trace_headers() -> dict[str, str]:
    """Return the headers by which the far side of a call continues the trace."""
    found = current_traceparent()
    return {TRACEPARENT: found} if found else {}


def about_call(method: str, url: str) -> Attributes | None:
    """Return the attributes of a call: its method and its host, not its path."""
    if _tracer is None:
        return None
    return {"http.request.method": method, "server.address": urlsplit(url).hostname or ""}


def add_trace_ids(_logger: Any, _method: str, event: Any) -> Any:
    """Add the ids of the present span to a line of the log."""
    found = current_traceparent()
    if found:
        _, event["trace_id"], event["span_id"], _ = found.split("-")
    return event


def current_request_id() -> str:
    """Return the id of the request that this work belongs to; empty where there is none."""
    return str(structlog.contextvars.get_contextvars().get("request_id", ""))


def request_id_headers() -> dict[str, str]:
    """Return the headers that an outgoing call has for the present request."""
    found = current_request_id()
    return {HEADER: found} if found else {}


def _read(traceparent: object) -> "SpanContext | None":
    """Return the span that a `traceparent` names; None: there is none, or it cannot be read."""
    if not isinstance(traceparent, str) or not traceparent:
        return None
    from opentelemetry import trace
    from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

    context = TraceContextTextMapPropagator().extract({TRACEPARENT: traceparent})
    found = trace.get_current_span(context).get_span_context()
    return found if found.is_valid else None
