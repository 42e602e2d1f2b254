"""Pictures as files, for browsers of taggers."""

from django.http import HttpResponse
from rest_framework.request import Request

from foundation.rest.bodies import unless_known

JPEG = "image/jpeg"


def picture_answer(request: Request, content: bytes) -> HttpResponse:
    """Return a picture that the browser may keep, but asks about each time."""
    kept = {"Cache-Control": "private, no-cache", "Vary": "Authorization"}
    return unless_known(request, HttpResponse(content, content_type=JPEG, headers=kept))
