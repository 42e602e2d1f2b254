"""Bodies in chunks (RFC 9112, 7.1), without a Content-Length: Django would read them as empty."""

from collections.abc import Iterator
from contextlib import closing
from tempfile import SpooledTemporaryFile
from typing import IO, Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

IN_MEMORY = 1_000_000
STEP = 65_536


class ChunkedBodies:
    """Reads a chunked body and sets its length; the application refuses one beyond `limit`.

    Does nothing if the server does not mark the body's end.
    """

    def __init__(self, application: WSGIApplication, limit: int) -> None:
        self.application = application
        self.limit = limit

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Any:
        chunked = environ.get("HTTP_TRANSFER_ENCODING", "").strip().lower() == "chunked"
        if chunked and environ.get("wsgi.input_terminated"):
            return self._answer(environ, start_response)
        return self.application(environ, start_response)

    def _answer(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterator[bytes]:
        with SpooledTemporaryFile(IN_MEMORY) as body:
            environ["CONTENT_LENGTH"] = str(_copy(environ["wsgi.input"], body, self.limit + 1))
            environ["wsgi.input"] = body
            del environ["HTTP_TRANSFER_ENCODING"]
            body.seek(0)
            answer: Any = self.application(environ, start_response)
            with closing(answer):
                yield from answer


def _copy(source: Any, to: IO[bytes], at_most: int) -> int:
    """Copy at most `at_most` bytes and return their number."""
    copied = 0
    while piece := source.read(min(STEP, at_most - copied)):
        copied += to.write(piece)
    return copied
