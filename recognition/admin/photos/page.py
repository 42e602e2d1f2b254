"""The page of a photo: what it is, where it stands and why, what was found, what was asked."""

from collections.abc import Iterable
from typing import Any

from django.contrib import admin
from django.contrib.admin import ModelAdmin
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString

from recognition.admin.labels import CALLBACK_LABELS, PHOTO_LABELS, in_colour
from recognition.models import Callback, NumberRejection, Photo, PhotoNumber, PhotoState
from staff.actions import computed_once
from staff.links import address_of_page

WHAT_IT_IS = ("picture", "id", "album", "photographer_id", "shooting_date", "image")
WHERE_IT_STANDS = ("shown_state", "reason", "callback_due_on", "tagging_task_id")
FACES = ("face_recognized", "found_persons", "persons_outdated", "faces_recognized_on",
         "face_failure", "face_attempts", "faces_next_attempt_on", "persons_version")  # fmt: skip
NUMBERS = ("number_recognized", "found_numbers", "tags_outdated", "numbers_recognized_on",
           "number_failure", "number_attempts", "numbers_next_attempt_on",
           "tags_version")  # fmt: skip
FIELDSETS = {
    "What it is": WHAT_IT_IS,
    "Where it stands": WHERE_IT_STANDS,
    "Faces": FACES,
    "Numbers": NUMBERS,
    "Requests and callbacks": ("number_requests",),
    "Record": ("created_on", "updated_on", "version"),
}
# They say something only where there is something.
SHOWN_IF_THERE = {"callback_due_on", "tagging_task_id", "persons_outdated", "tags_outdated",
                  "face_failure", "face_attempts", "faces_next_attempt_on", "number_failure",
                  "number_attempts", "numbers_next_attempt_on", "photographer_id"}  # fmt: skip


class PhotoPage(ModelAdmin):  # type: ignore[type-arg]  # not subscriptable at run time
    """Fields that are put together for the page, each from records read once."""

    readonly_fields = (
        "picture",
        "image",
        "shown_state",
        "reason",
        "found_persons",
        "found_numbers",
        "number_requests",
    )

    def get_fieldsets(self, request: HttpRequest, obj: Photo | None = None) -> Any:
        return [(title, {"fields": _of_use(names, obj)}) for title, names in FIELDSETS.items()]

    @admin.display(description="Picture")
    def picture(self, photo: Photo) -> str:
        """Return the picture, fetched by the browser when it comes into view."""
        if photo.state == PhotoState.DELETED:
            return "Not shown: the photo was deleted."
        if not _is_web_address(photo.image_url):
            return "The photo has no address that a browser could fetch."
        return format_html(
            '<img src="{}" alt="The photo, where your browser may fetch it" class="fl-picture"'
            ' loading="lazy" referrerpolicy="no-referrer">',
            photo.image_url,
        )

    @admin.display(description="Image URL")
    def image(self, photo: Photo) -> str:
        if not _is_web_address(photo.image_url):
            return photo.image_url
        return format_html(
            '<a href="{0}" rel="noreferrer" class="text-link">{0}</a>', photo.image_url
        )

    @admin.display(description="State")
    def shown_state(self, photo: Photo) -> str:
        return in_colour(photo.state, PHOTO_LABELS)

    @admin.display(description="Why")
    def reason(self, photo: Photo) -> str:
        if photo.state == PhotoState.PROCESSED:
            return "All that the album's strategy recognises is recognised."
        return photo.reason_description

    @admin.display(description="Persons")
    def found_persons(self, photo: Photo) -> str:
        rows = [[person.person_id, _sure(person.confidence)] for person in photo.persons.all()]
        return _table(["Person", "Confidence"], rows, "Nobody.")

    @admin.display(description="Numbers")
    def found_numbers(self, photo: Photo) -> str:
        """Return the numbers as read, the accepted first, with what became of each."""
        numbers = sorted(photo.numbers.all(), key=lambda n: (n.rejection, natural(n.value)))
        rows = [
            [number.value, verdict_on(number, photo), number.source, _sure(number.confidence)]
            for number in numbers
        ]
        return _table(["As read", "Verdict", "Read by", "Confidence"], rows, "None.")

    @admin.display(description="Requests")
    @computed_once
    def number_requests(self, photo: Photo) -> str:
        requests = photo.number_requests.order_by("created_on").prefetch_related("callbacks")
        rows = [
            [
                _link(request, f"{request.created_on:%Y-%m-%d %H:%M:%S} UTC"),
                request.type,
                "accepted" if request.accepted_on else "not accepted",
                _answers(request.callbacks.all()),
            ]
            for request in requests
        ]
        return _table(["Asked", "For", "Provider", "Callbacks"], rows, "None.")


def verdict_on(number: PhotoNumber, photo: Photo) -> str:
    """Say whether a number is one of the photo's, and else why it is not."""
    digits = photo.album.start_number_capacity
    return (
        {
            NumberRejection.NOT_A_NUMBER: "rejected: not a number",
            NumberRejection.TOO_LONG: f"rejected: more than the album's {digits} digits",
            NumberRejection.NOT_IN_START_LIST: "rejected: not in the start list",
        }.get(NumberRejection(number.rejection), "")
        if number.rejection
        else "accepted"
    )


def natural(number: str) -> tuple[int, str]:
    """Return what start numbers are sorted by: 59 comes before 1217."""
    return len(number), number


def _of_use(names: Iterable[str], photo: Photo | None) -> list[str]:
    return [name for name in names if name not in SHOWN_IF_THERE or getattr(photo, name, None)]


def _is_web_address(address: str) -> bool:
    return address.startswith(("http://", "https://"))


def _sure(confidence: float | None) -> str:
    return "" if confidence is None else f"{confidence:.0%}"


def _link(record: Any, text: str) -> str:
    address = address_of_page(type(record), record.pk)
    return format_html('<a href="{}" class="text-link">{}</a>', address, text)


def _answers(callbacks: Iterable[Callback]) -> str:
    shown = [
        format_html(
            "<div>{} {} {}</div>",
            _link(callback, f"{callback.received_on:%H:%M:%S} UTC"),
            in_colour(callback.state, CALLBACK_LABELS),
            callback.reason_description,
        )
        for callback in callbacks
    ]
    return SafeString("".join(shown)) if shown else "none yet"


def _table(headers: list[str], rows: list[list[str]], empty: str) -> str:
    if not rows:
        return empty
    return render_to_string("recognition/found.html", {"headers": headers, "rows": rows})
