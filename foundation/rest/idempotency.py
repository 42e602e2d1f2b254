"""`Idempotency-Key`: a POST that is sent again has its effects once, and the same answer.

The header is of the IETF's draft-ietf-httpapi-idempotency-key-header. The key's row is inserted in
the transaction of the effects: of two callers at once the second waits, and gets the answer of the
first. An error leaves no row, so that the call can be repeated.
"""

import hmac
import json
import re
from collections.abc import Callable
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone
from rest_framework.exceptions import ParseError
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from foundation.records.refusals import Invalid
from foundation.rest.models import KeptAnswer

HEADER = "Idempotency-Key"
REPLAYED = "Idempotency-Replayed"
KEPT_FOR = timedelta(days=1)
_KEY = re.compile(r'"?[\x21\x23-\x5b\x5d-\x7e]{1,255}"?')
Handler = Callable[..., Response]


class IdempotencyKeyReused(Invalid):
    """The key came before, with another body or for another address."""


def key_of(request: Request) -> str | None:
    """Return the caller's key; None: the caller sent none."""
    given = request.headers.get(HEADER)
    if given is None:
        return None
    if not _KEY.fullmatch(given):
        detail = f"{HEADER} has 1 to 255 visible ASCII characters."
        raise ParseError(detail, code="malformed-idempotency-key")
    return given.strip('"')


def answered_once(handler: Handler, key: str, django_request: HttpRequest) -> Handler:
    """Return the handler that answers a call with this key, or repeats the answer that it gave."""
    digest = _digest(django_request)  # before the framework reads the body

    def handle(request: Request, *args: object, **kwargs: object) -> Response:
        with transaction.atomic():
            kept, is_new = KeptAnswer.objects.get_or_create(
                caller=_caller(request),
                key=key,
                defaults={"digest": digest, "created_on": timezone.now()},
            )
            if not is_new:
                return _again(kept, digest)
            response = handler(request, *args, **kwargs)
            _keep(kept, response)
        return response

    return handle


def delete_kept_answers(now: datetime) -> int:
    """Delete the answers that were kept for a day; return how many."""
    count, _ = KeptAnswer.objects.filter(created_on__lt=now - KEPT_FOR).delete()
    return count


def _digest(request: HttpRequest) -> str:
    if len(request.body) < int(request.META.get("CONTENT_LENGTH") or 0):
        raise ParseError("The body ends before its announced length.", code="incomplete-body")
    called = f"{request.get_full_path()}\n".encode() + request.body
    # Of a body with a password a plain hash could be guessed.
    return hmac.digest(settings.SECRET_KEY.encode(), called, "sha256").hex()


def _caller(request: Request) -> str:
    known = getattr(request.user, "pk", None)
    return f"user-{known}" if known else f"outside-{request.user.get_username()}"[:200]


def _keep(kept: KeptAnswer, response: Response) -> None:
    if not isinstance(response, Response) or response.status_code >= 400:  # a file is built again
        kept.delete()
        return
    kept.status = response.status_code
    kept.headers = dict(response.items())
    kept.body = JSONRenderer().render(response.data).decode()
    kept.save(update_fields=["status", "headers", "body"])


def _again(kept: KeptAnswer, digest: str) -> Response:
    if kept.digest != digest:
        raise IdempotencyKeyReused
    data = json.loads(kept.body) if kept.body else None
    return Response(data, status=kept.status, headers={**kept.headers, REPLAYED: "true"})
