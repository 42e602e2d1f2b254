"""Photos: the page with results and requests, below the picture."""

from collections.abc import Iterable
from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join

from foundation.records.plain_words import in_utc, reworded
from foundation.staff.actions import computed_once
from foundation.staff.links import address_of_page, wrapping_link
from foundation.staff.read_only import ReadOnlyAdmin
from foundation.staff.tables import table
from recognition.admin.jobs.failed import FailedAgain
from recognition.admin.labels import in_colour
from recognition.admin.photos.correcting import CorrectingByHand
from recognition.admin.photos.listing import PhotoList
from recognition.admin.photos.picture import WithPicture
from recognition.admin.photos.shown import PicturePage, is_web_address
from recognition.admin.photos.timeline import TimelinePage
from recognition.models import Callback, NumberRequest, Photo

FIELDSETS = {
    "What it is": ("id", "album", "photographer_id", "shooting_date", "image"),
    "State": ("shown_state", "callback_due_on", "tagging_task_id"),
    "Faces": ("face_recognized", "persons_outdated", "faces_recognized_on", "face_attempts",
              "faces_next_attempt_on", "persons_version"),
    "Numbers": ("number_recognized", "tags_outdated", "numbers_recognized_on", "number_attempts",
                "numbers_next_attempt_on", "tags_version"),
    "Requests and callbacks": ("number_requests",),
    "Record": ("created_on", "updated_on", "version"),
}  # fmt: skip
# Fields that are shown only where they have a value.
SHOWN_IF_SET = {"callback_due_on", "tagging_task_id", "persons_outdated", "tags_outdated",
                "face_attempts", "faces_next_attempt_on", "number_attempts",
                "numbers_next_attempt_on", "photographer_id"}  # fmt: skip


@admin.register(Photo)
class PhotoAdmin(
    CorrectingByHand, PicturePage, WithPicture, TimelinePage, FailedAgain, PhotoList, ReadOnlyAdmin
):
    filled_by = "Photos come from the photo service: it publishes each as an event."
    actions = ("reprocess", "reprocess_all")
    readonly_fields = ("image", "shown_state", "number_requests")

    def get_fieldsets(self, request: HttpRequest, obj: Photo | None = None) -> Any:
        hidden = {name for name in SHOWN_IF_SET if not getattr(obj, name, None)}
        return [
            (title, {"fields": [name for name in names if name not in hidden]})
            for title, names in FIELDSETS.items()
        ]

    @admin.display(description="Image URL")
    def image(self, photo: Photo) -> str:
        if not is_web_address(photo.image_url):
            return photo.image_url
        shown = '<a href="{0}" rel="noreferrer" class="text-link">{0}</a>'
        return format_html(shown, photo.image_url)

    @admin.display(description="Requests")
    @computed_once
    def number_requests(self, photo: Photo) -> str:
        requests = photo.number_requests.order_by("created_on").prefetch_related("callbacks")
        rows = [
            [
                _link(request, in_utc(request.created_on)),
                request.type,
                "accepted" if request.accepted_on else "not accepted",
                _callbacks(request.callbacks.all()),
            ]
            for request in requests
        ]
        return table(["Sent", "For", "Provider", "Callbacks"], rows)


def _link(record: NumberRequest | Callback, text: str) -> str:
    return wrapping_link(address_of_page(type(record), record.pk), text)


def _callbacks(callbacks: Iterable[Callback]) -> str:
    rows = (
        (_link(each, in_utc(each.received_on)), in_colour(each.state),
         reworded(each.reason_description))
        for each in callbacks
    )  # fmt: skip
    return format_html_join("", "<div>{} {} {}</div>", rows) or "none yet"
