"""Photos: the page with results and requests, below the picture."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.contrib import admin
from django.contrib.admin import ModelAdmin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.html import format_html, format_html_join

from foundation.moving.comparing import ComparedWithFormer
from foundation.records.texts import in_utc
from foundation.staff.actions import computed_once
from foundation.staff.command_admin import ReadOnlyAdmin
from foundation.staff.display import address_of_page, in_words, table, wrapping_link
from recognition.console.photo_correcting import CorrectingByHand
from recognition.console.photo_list import PhotoList
from recognition.console.photo_shown import PicturePage, is_web_address
from recognition.console.processing_again import FailedAgain
from recognition.console.states_and_pictures import WithPicture, in_colour
from recognition.photos.history import PhotoHistoryEntry, explain_photo
from recognition.records.photos import Photo
from recognition.records.requests import Callback, NumberRequest

# The page of a photo's history: what happened, when, and how long after the row before.


_BAD = ("Failed", "Dead", "Rejected")
_COLOURS = {
    **dict.fromkeys(("FacesRecognized", "NumbersRecognized", "NumberKept", "Delivered",
                     "CallbackApplied", "TaskCompleted", "AttemptRecognized", "NumbersCorrected",
                     "PersonsCorrected"), "success"),
    **dict.fromkeys(("AttemptBusy", "CallbackIgnored", "DeliveryWithdrawn", "NumberRejected",
                     "NumberSuggested", "TaskCancelled"), "warning"),
}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class TimelineRow:
    """A history entry as shown."""

    moment: datetime
    after: str
    kind: str
    colour: str
    text: str
    facts: Sequence[tuple[str, str]]


class TimelinePage(ModelAdmin):  # type: ignore[type-arg]  # not subscriptable at run time
    """A history page with what happened to the photo, not the forms that staff saved."""

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        photo = self.get_object(request, object_id)
        if photo is None:
            # Django's own page redirects to the start.
            return super().history_view(request, object_id, extra_context)
        if not self.has_view_permission(request, photo):
            raise PermissionDenied
        context = {
            **self.admin_site.each_context(request),
            "title": f"History: {photo}",
            "rows": list(timeline_of(explain_photo(photo.pk).entries)),
            "photo": photo,
            "state": in_words(photo.state).lower(),
            "opts": self.opts,
            **(extra_context or {}),
        }
        return TemplateResponse(request, "admin/recognition/photo_history.html", context)


def timeline_of(entries: Sequence[PhotoHistoryEntry]) -> Iterator[TimelineRow]:
    """Return the entries as they are shown, in their order."""
    before: datetime | None = None
    for entry in entries:
        moment = entry.occurred_on
        yield TimelineRow(
            moment=moment,
            after=_after(moment - before) if before else "",
            kind=in_words(entry.kind),
            colour=_COLOURS.get(entry.kind, "danger" if entry.kind.endswith(_BAD) else ""),
            text=entry.text,
            facts=[(in_words(name), _fact(value)) for name, value in entry.details.items()],
        )
        before = moment


def _fact(value: Any) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case int() | float():
            return str(value)
        case list() if value:
            return "; ".join(map(_fact, value))
        case dict():
            return ", ".join(
                f"{in_words(key).lower()} {_fact(part)}" for key, part in value.items()
            )
    return str(value or "none")


def _after(pause: timedelta) -> str:
    """Return the time since the row before: to the millisecond if short, roughly if long."""
    seconds = pause.total_seconds()
    if seconds < 10:
        return f"+{seconds:.3f} s"
    if seconds < 600:
        return f"+{seconds:.0f} s"
    hours, minutes = divmod(round(seconds / 60), 60)
    return f"+{hours} h {minutes} min" if hours else f"+{minutes} min"


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


class PhotoFieldsets(ReadOnlyAdmin):
    """What a photo's page shows below the picture, before the parts of apps above."""

    readonly_fields = ("image", "shown_state", "number_requests")

    def own_fieldsets(self, request: HttpRequest, obj: Photo | None) -> Any:
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


@admin.register(Photo)
class PhotoAdmin(
    CorrectingByHand, PicturePage, WithPicture, TimelinePage, FailedAgain,
    ComparedWithFormer, PhotoList, PhotoFieldsets,
):  # fmt: skip
    filled_by = "Photos come from the photo service: it publishes each as an event."
    actions = ("reprocess", "reprocess_all")
    actions_list = ("compare_former",)


def _link(record: NumberRequest | Callback, text: str) -> str:
    return wrapping_link(address_of_page(type(record), record.pk), text)


def _callbacks(callbacks: Iterable[Callback]) -> str:
    rows = (
        (_link(each, in_utc(each.received_on)), in_colour(each.state),
         each.reason_description)
        for each in callbacks
    )  # fmt: skip
    return format_html_join("", "<div>{} {} {}</div>", rows) or "none yet"
