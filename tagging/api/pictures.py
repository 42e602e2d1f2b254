"""Pictures as files, for browsers of taggers."""

from django.http import HttpRequest, HttpResponse

JPEG = "image/jpeg"


def picture_answer(_: HttpRequest, content: bytes) -> HttpResponse:
    """Return a picture that the browser may keep, but asks about each time."""
    kept = {"Cache-Control": "private, no-cache", "Vary": "Authorization"}
    return HttpResponse(content, content_type=JPEG, headers=kept)
