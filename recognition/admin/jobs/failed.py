"""Processing photos again that wait or failed for one reason, or of which no number was read.

Of one album or of all; after a confirmation.
"""

from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, QueryDict
from django.urls import path, reverse

from foundation.records.guids import guid_or_none
from foundation.staff.actions import SELECTED
from foundation.staff.links import address_of_list
from recognition.admin.jobs.processing import ACTIONS, PhotoProcessingActions
from recognition.models import JobMode, Photo, PhotoState
from recognition.queries.photos.reasons import with_reason, without_number

FAILED_AGAIN = "admin:recognition_photo_failed_again"
NEEDED = "recognition.change_photo"
AT_ONCE = 500  # photos of one order: some seconds


class FailedAgain(PhotoProcessingActions):
    """A page that asks whether to process photos again: those of a reason, or without a number."""

    def get_urls(self) -> list[Any]:
        name = FAILED_AGAIN.partition(":")[2]
        view = self.admin_site.admin_view(self.ask_failed)
        return [path("failed-again/", view, name=name), *super().get_urls()]

    def ask_failed(self, request: HttpRequest) -> HttpResponse:
        """Ask; the list of photos takes the answer, as that of its own action."""
        if not request.user.has_perm(NEEDED):
            raise PermissionDenied
        mode, photos = _asked_for(request.GET)
        photo_ids = list(photos.order_by("pk").values_list("pk", flat=True)[:AT_ONCE])
        chosen = self.get_queryset(request).filter(pk__in=photo_ids)
        hidden = [("action", ACTIONS[mode]), *((SELECTED, photo_id) for photo_id in photo_ids)]
        return self.confirmation(
            request, chosen, mode, hidden=hidden, action_address=address_of_list(Photo)
        )


def address_of_reason(album_id: UUID, state: PhotoState, reason: str) -> str:
    """Return the page that asks about an album's photos in a state for a reason."""
    asked = {"album": album_id, "state": state.value, "reason": reason}
    return f"{reverse(FAILED_AGAIN)}?{urlencode(asked)}"


def address_of_unread(album_id: UUID) -> str:
    """Return the page that asks about an album's photos on which no number was accepted."""
    return f"{reverse(FAILED_AGAIN)}?{urlencode({'album': album_id, 'numbers': 'none'})}"


def _asked_for(query: QueryDict) -> tuple[JobMode, QuerySet[Photo]]:
    """Return which photos the address names, and how they are processed again."""
    asked = {name: query.get(name, "").replace("\0", "") for name in ("album", "state", "reason")}
    photos = Photo.objects.all()
    if asked["album"]:
        photos = photos.filter(album=guid_or_none(asked["album"]))
    if query.get("numbers") == "none":
        return JobMode.FORCE, without_number(photos)
    of_state = photos.filter(state=asked["state"] or PhotoState.FAILED)
    return JobMode.AGAIN, with_reason(of_state, asked["reason"])
