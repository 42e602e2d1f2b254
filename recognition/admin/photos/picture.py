"""The address of a photo's picture, for staff who may see photos."""

from typing import Any
from uuid import UUID

from django.contrib.admin import ModelAdmin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.urls import path, reverse
from django.views.decorators.http import conditional_page

from foundation.records.refusals import NotFound
from recognition.providers.images.cache import PictureSize, TooManyPictures
from recognition.queries.photos.pictures import get_picture

BROWSER_SECONDS = 600  # that a browser shows its copy without asking
NAME = "recognition_photo_picture"


def picture_address(photo_id: UUID, size: PictureSize) -> str:
    return reverse(f"admin:{NAME}", args=[photo_id, size])


class WithPicture(ModelAdmin):  # type: ignore[type-arg]  # not subscriptable at run time
    """Photos whose pictures are served from our own copies."""

    def get_urls(self) -> list[Any]:
        view = self.admin_site.admin_view(self.picture_view, cacheable=True)
        return [path("<uuid:photo_id>/picture/<str:size>", view, name=NAME), *super().get_urls()]

    def picture_view(self, request: HttpRequest, photo_id: UUID, size: str) -> HttpResponse:
        """Return the picture; where it cannot be shown, the reason as plain text."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        found: HttpResponse = conditional_page(_answer)(request, photo_id, size)
        return found


def _answer(_: HttpRequest, photo_id: UUID, size: str) -> HttpResponse:
    if size not in PictureSize:
        return _reason("There is no such size.", 404)
    try:
        content = get_picture(photo_id, PictureSize(size))
    except NotFound as refusal:
        return _reason(refusal.detail, 404)
    except TooManyPictures as refusal:
        seconds = refusal.retry_after.total_seconds()
        return _reason(refusal.detail, 429, {"Retry-After": f"{seconds:.0f}"})
    kept = {"Cache-Control": f"private, max-age={BROWSER_SECONDS}"}
    return HttpResponse(content, content_type="image/jpeg", headers=kept)


def _reason(text: str, status: int, headers: dict[str, str] | None = None) -> HttpResponse:
    not_kept = {"Cache-Control": "no-store", **(headers or {})}
    return HttpResponse(text, status=status, content_type="text/plain", headers=not_kept)
