"""What traces and errors are sent to: a receiver over real HTTP on loopback."""

import gzip
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import ResourceSpans, Span

from foundation.messaging import tracing


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivery:
    """A request that was received, its body unpacked."""

    path: str
    headers: dict[str, str]
    body: bytes


@dataclass(kw_only=True)
class Receiver:
    """Answers every POST with 200 and keeps it."""

    url: str
    received: list[Delivery] = field(default_factory=list)

    def spans(self, service: str = "") -> list[Span]:
        """Return the spans that came, of one service or of all, the earliest first."""
        batches = (ExportTraceServiceRequest.FromString(each.body) for each in self.received)
        found = [
            span
            for batch in batches
            for resource in batch.resource_spans
            if service in ("", _name_of(resource))
            for scope in resource.scope_spans
            for span in scope.spans
        ]
        return sorted(found, key=lambda span: span.start_time_unix_nano)


def _name_of(resource: ResourceSpans) -> str:
    named = (each.value for each in resource.resource.attributes if each.key == "service.name")
    return str(next(named).string_value)


@contextmanager
def receiver() -> Iterator[Receiver]:
    """Run a receiver within."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler)
    found = Receiver(url=f"http://127.0.0.1:{server.server_port}")
    server.RequestHandlerClass = _handler(found)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield found
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@contextmanager
def traced() -> Iterator[Receiver]:
    """Send spans to a receiver within; all have come when the block ends."""
    with receiver() as found:
        tracing.start(f"{found.url}/v1/traces", "x-key=a%20key", "finishline")
        try:
            yield found
        finally:
            tracing.stop()


def _handler(found: Receiver) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            if self.headers.get("Content-Encoding") == "gzip":
                body = gzip.decompress(body)
            headers = {name.lower(): value for name, value in self.headers.items()}
            found.received.append(Delivery(path=self.path, headers=headers, body=body))
            self.send_response(200)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *args: Any) -> None:
            pass

    return Handler
