"""States in words and colours."""

from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.contrib import admin
from django.contrib.admin import ModelAdmin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.urls import path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.views.decorators.http import conditional_page

from foundation.records.refusals import NotFound
from foundation.staff.display import in_words, labelled
from recognition.records.steps import PhotoState
from recognition.wire.picture_copies import PictureSize, TooManyPictures, get_face, get_picture

COLOURS = {
    "success": ("Processed", "Applied", "Finished", "Recognized", "Delivered"),
    "info": (
        "AwaitingCallback",
        "AwaitingTagging",
        "Stored",
        "Queued",
        "Running",
        "UnderWay",
        "Waiting",
        "All photos taken",
    ),
    "warning": ("Deleted", "Ignored", "NotFound", "Withdrawn"),
    "danger": ("Failed", "Rejected", "GivenUp"),
}


def in_colour(state: str) -> SafeString:
    """Return the state in words, in its colour."""
    return labelled(state, COLOURS)


PHOTO_STATES = {state: in_words(state) for state in PhotoState}


class ShownState(ModelAdmin):  # type: ignore[type-arg]  # not subscriptable at run time
    """The column of a record's state."""

    @admin.display(description="State")
    def shown_state(self, record: Any) -> str:
        return in_colour(record.state)


class ShownReason(ModelAdmin):  # type: ignore[type-arg]  # not subscriptable at run time
    """The column of why a record failed or ended."""

    @admin.display(description="Why")
    def why(self, record: Any) -> str:
        return str(record.reason)


# Addresses of the pages of an album's persons.


PERSON = "recognition_album_person"
MERGE = f"{PERSON}_merge"


def address_of_person(album_id: UUID, person_id: str) -> str:
    return reverse(f"admin:{PERSON}", args=[album_id, person_id])


def address_of_merge(album_id: UUID, person_id: str, into: str) -> str:
    """Return where staff see what merging a person into another one changes, and confirm it."""
    asked = reverse(f"admin:{MERGE}", args=[album_id, person_id])
    return f"{asked}?{urlencode({'into': into})}"


# The address of a photo's picture, for staff who may see photos.


BROWSER_SECONDS = 600  # that a browser shows its copy without asking
NAME = "recognition_photo_picture"
FACE = "recognition_photo_face"
SILHOUETTE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" fill="#9ca3af">'
    '<path fill="#e5e7eb" d="M0 0h64v64H0z"/><circle cx="32" cy="24" r="12"/>'
    '<path d="M10 64c0-14 10-22 22-22s22 8 22 22z"/></svg>'
)


def picture_address(photo_id: UUID, size: PictureSize) -> str:
    return reverse(f"admin:{NAME}", args=[photo_id, size])


def face_address(photo_id: UUID, person_id: str) -> str:
    return reverse(f"admin:{FACE}", args=[photo_id, person_id])


def face_image(photo_id: UUID | None, person_id: str) -> SafeString:
    """Return the face of a person on a photo, as HTML; empty: no photo of the person is known."""
    if photo_id is None:
        return SafeString("")
    return format_html(
        '<img class="fl-crop inline-block" src="{}" alt="Face of person {}" width="72" height="72"'
        ' loading="lazy" data-picture>',
        face_address(photo_id, person_id),
        person_id,
    )


class WithPicture(ModelAdmin):  # type: ignore[type-arg]  # not subscriptable at run time
    """Photos whose pictures are served from our own copies."""

    def get_urls(self) -> list[Any]:
        view = self.admin_site.admin_view(self.picture_view, cacheable=True)
        face = self.admin_site.admin_view(self.face_view, cacheable=True)
        own = [
            path("<uuid:photo_id>/picture/<str:size>", view, name=NAME),
            path("<uuid:photo_id>/face/<path:person_id>", face, name=FACE),
        ]
        return [*own, *super().get_urls()]

    def picture_view(self, request: HttpRequest, photo_id: UUID, size: str) -> HttpResponse:
        """Return the picture; where it cannot be shown, the reason as plain text."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        found: HttpResponse = conditional_page(_answer)(request, photo_id, size)
        return found

    def face_view(self, request: HttpRequest, photo_id: UUID, person_id: str) -> HttpResponse:
        """Return the face of a person on the photo; a silhouette where it cannot be shown."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        found: HttpResponse = conditional_page(_face)(request, photo_id, person_id)
        return found


def _face(_: HttpRequest, photo_id: UUID, person_id: str) -> HttpResponse:
    try:
        return _jpeg(get_face(photo_id, person_id))
    except NotFound:
        kept = {"Cache-Control": "no-store"}
        return HttpResponse(SILHOUETTE, content_type="image/svg+xml", headers=kept)
    except TooManyPictures as refusal:
        return _later(refusal)


def _answer(_: HttpRequest, photo_id: UUID, size: str) -> HttpResponse:
    if size not in PictureSize:
        return _reason("There is no such size.", 404)
    try:
        content = get_picture(photo_id, PictureSize(size))
    except NotFound as refusal:
        return _reason(refusal.detail, 404)
    except TooManyPictures as refusal:
        return _later(refusal)
    return _jpeg(content)


def _jpeg(content: bytes) -> HttpResponse:
    kept = {"Cache-Control": f"private, max-age={BROWSER_SECONDS}"}
    return HttpResponse(content, content_type="image/jpeg", headers=kept)


def _later(refusal: TooManyPictures) -> HttpResponse:
    seconds = refusal.retry_after.total_seconds()
    return _reason(refusal.detail, 429, {"Retry-After": f"{seconds:.0f}"})


def _reason(text: str, status: int, headers: dict[str, str] | None = None) -> HttpResponse:
    not_kept = {"Cache-Control": "no-store", **(headers or {})}
    return HttpResponse(text, status=status, content_type="text/plain", headers=not_kept)
