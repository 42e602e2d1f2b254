"""Compressed answers of the API, without help for who guesses secrets (BREACH).

Only JSON that a caller reads with a token is compressed: no page, whose cookies a browser would
send for another site, and no answer to a POST, which may hold a token. An answer that has a
record's version as its tag stays as it is: compressed, the tag would no longer be the version.
"""

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

from foundation.rest.groups import is_api_path

_KINDS = ("application/json", "text/csv")


class CompressAnswers(GZipMiddleware):
    """Compresses what GET answers of the API groups hold, where the caller takes gzip."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Return the answer, compressed if it may be."""
        is_read = request.method == "GET" and is_api_path(request.path_info)
        is_kind = response.get("Content-Type", "").startswith(_KINDS)
        has_version = response.get("ETag", "W/").startswith('"')
        if is_read and is_kind and not has_version and isinstance(response, HttpResponse):
            return super().process_response(request, response)
        return response
