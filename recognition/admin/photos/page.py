"""Photos: the list with state and results, and the page with results and requests."""

from collections.abc import Iterable, Iterator
from typing import Any
from uuid import UUID

from django.contrib import admin
from django.db.models import OrderBy, Q, QuerySet
from django.http import HttpRequest
from django.template.defaultfilters import truncatechars
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from messaging.models import OutboxMessage
from recognition.admin.jobs.processing import PhotoProcessingActions
from recognition.admin.labels import ShownState, in_colour
from recognition.admin.photos.filters import (
    AlbumFilter,
    DueFilter,
    FoundFilter,
    PhotoStateFilter,
    UndeliveredFilter,
    ordering_of,
)
from recognition.admin.photos.timeline import TimelinePage
from recognition.models import Album, Callback, NumberRequest, Photo, PhotoNumber, PhotoState
from recognition.numbers import spellings
from recognition.queries.photos.deliveries import (
    delivery_in_words,
    get_deliveries,
    states_of_undelivered,
)
from recognition.queries.photos.verdicts import natural, results_in_words, verdict_in_words
from staff.actions import computed_once
from staff.links import address_of_list, address_of_page, link
from staff.long_lists import LongChangeList, id_above
from staff.read_only import ReadOnlyAdmin
from staff.search import FoundById
from staff.tables import table

FIELDSETS = {
    "What it is": ("picture", "id", "album", "photographer_id", "shooting_date", "image"),
    "State": ("shown_state", "reason", "deliveries", "linked_deliveries", "callback_due_on",
              "tagging_task_id"),
    "Faces": ("face_recognized", "found_persons", "persons_outdated", "faces_recognized_on",
              "face_failure", "face_attempts", "faces_next_attempt_on", "persons_version"),
    "Numbers": ("number_recognized", "found_numbers", "suggested", "tags_outdated",
                "numbers_recognized_on", "number_failure", "number_attempts",
                "numbers_next_attempt_on", "tags_version"),
    "Requests and callbacks": ("number_requests",),
    "Record": ("created_on", "updated_on", "version"),
}  # fmt: skip
# Fields that are shown only where they have a value.
SHOWN_IF_SET = {"callback_due_on", "tagging_task_id", "persons_outdated", "tags_outdated",
                "face_failure", "face_attempts", "faces_next_attempt_on", "number_failure",
                "number_attempts", "numbers_next_attempt_on", "photographer_id"}  # fmt: skip


_UNDELIVERED = "_undelivered"  # where a row of the list has its states


class PhotoChangeList(LongChangeList):
    """A page of photos, with what is not delivered of them: one query for the page."""

    def get_results(self, request: HttpRequest) -> None:
        super().get_results(request)
        undelivered = states_of_undelivered(self.result_list)
        for photo in self.result_list:
            vars(photo)[_UNDELIVERED] = undelivered.get(photo.pk, ())


@admin.register(Photo)
class PhotoAdmin(ShownState, TimelinePage, PhotoProcessingActions, FoundById, ReadOnlyAdmin):
    list_display = ("shown_id", "album", "shown_state", "why", "tags", "persons", "undelivered")
    list_filter = (AlbumFilter, PhotoStateFilter, DueFilter, UndeliveredFilter, FoundFilter)
    list_select_related = ("album",)
    list_disable_select_all = True  # the album's own buttons process all of its photos
    search_help_text = "Id of a photo or an album, or a number read, accepted or rejected"
    searched_in_vain = "“{}” is not a whole id, and no photo has it as a number."
    sortable_by = ()
    actions = ("reprocess", "reprocess_all")
    readonly_fields = ("picture", "image", "shown_state", "reason", "deliveries",
                       "linked_deliveries", "found_persons", "found_numbers", "suggested",
                       "number_requests")  # fmt: skip

    def with_id(self, guid: UUID) -> Q:
        of_album = Album.objects.filter(pk=guid).exists()
        return Q(album=guid) if of_album else Q(pk=guid)

    def with_text(self, text: str) -> Q:
        numbers = PhotoNumber.objects.filter(value__in=spellings(text))
        return Q(pk__in=numbers.values("photo"))

    def get_ordering(  # type: ignore[override]  # expressions are documented
        self, request: HttpRequest
    ) -> tuple[OrderBy]:
        return (ordering_of(request.GET.dict()),)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Photo]:
        photos: QuerySet[Photo] = super().get_queryset(request)
        return photos.prefetch_related("numbers", "persons")

    @admin.display(description="Photo")
    def shown_id(self, photo: Photo) -> str:
        return id_above(photo.pk, f"published {photo.created_on:%Y-%m-%d %H:%M:%S} UTC")

    @admin.display(description="Why")
    def why(self, photo: Photo) -> str:
        return truncatechars(self.reason(photo), 160)

    @admin.display(description="Numbers")
    def tags(self, photo: Photo) -> str:
        numbers = photo.numbers.all()
        accepted = sorted((n.value for n in numbers if not n.rejection), key=natural)
        rejected = len(numbers) - len(accepted)
        return ", ".join([*accepted, *([f"{rejected} rejected"] if rejected else [])])

    @admin.display(description="Persons")
    def persons(self, photo: Photo) -> int:
        return len(photo.persons.all())

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[PhotoChangeList]:
        return PhotoChangeList

    @admin.display(description="Not delivered")
    def undelivered(self, photo: Photo) -> SafeString:
        """Return what became of results that the photo service has not got."""
        states = sorted(vars(photo)[_UNDELIVERED])
        return format_html_join(" ", "{}", ((in_colour(state),) for state in states))

    def get_fieldsets(self, request: HttpRequest, obj: Photo | None = None) -> Any:
        hidden = {name for name in SHOWN_IF_SET if not getattr(obj, name, None)}
        may_follow = request.user.has_perm("messaging.view_outboxmessage")
        hidden.add("deliveries" if may_follow else "linked_deliveries")
        return [
            (title, {"fields": [name for name in names if name not in hidden]})
            for title, names in FIELDSETS.items()
        ]

    @admin.display(description="Picture")
    def picture(self, photo: Photo) -> str:
        """Return the picture; the browser fetches it when it comes into view."""
        if photo.state == PhotoState.DELETED:
            return "Not shown: the photo was deleted."
        if not _is_web_address(photo.image_url):
            return "The photo has no address that a browser can fetch."
        return format_html(
            '<img src="{}" alt="The photo, where your browser may fetch it" class="fl-picture"'
            ' loading="lazy" referrerpolicy="no-referrer">',
            photo.image_url,
        )

    @admin.display(description="Image URL")
    def image(self, photo: Photo) -> str:
        if not _is_web_address(photo.image_url):
            return photo.image_url
        shown = '<a href="{0}" rel="noreferrer" class="text-link">{0}</a>'
        return format_html(shown, photo.image_url)

    @admin.display(description="Why")
    def reason(self, photo: Photo) -> str:
        if photo.state == PhotoState.PROCESSED:
            return results_in_words(photo)
        return photo.reason_description

    @admin.display(description="Sent to the photo service")
    @computed_once
    def deliveries(self, photo: Photo) -> str:
        return table(["What", "Delivery"], [[what, words] for what, words, _ in _deliveries(photo)])

    @admin.display(description="Sent to the photo service")
    @computed_once
    def linked_deliveries(self, photo: Photo) -> str:
        """Return the deliveries with links to their messages, for staff who may see these."""
        rows = [
            [what, words, link(address_of_list(OutboxMessage, q=key), "Messages")]
            for what, words, key in _deliveries(photo)
        ]
        return table(["What", "Delivery", ""], rows)

    @admin.display(description="Persons")
    def found_persons(self, photo: Photo) -> str:
        rows = [[person.person_id, _percent(person.confidence)] for person in photo.persons.all()]
        return table(["Person", "Confidence"], rows)

    @admin.display(description="Numbers")
    def found_numbers(self, photo: Photo) -> str:
        """Return the numbers as read, the accepted ones first, and why others were rejected."""
        digits = photo.album.start_number_capacity
        numbers = sorted(photo.numbers.all(), key=lambda n: (n.rejection, natural(n.value)))
        rows = [
            [n.value, verdict_in_words(n, digits), n.source, _percent(n.confidence)]
            for n in numbers
        ]
        return table(["As read", "Verdict", "Read by", "Confidence"], rows)

    @admin.display(description="Suggestions for taggers")
    @computed_once
    def suggested(self, photo: Photo) -> str:
        """Return the numbers that the provider sent although it was no longer asked for them."""
        digits = photo.album.start_number_capacity
        numbers = photo.suggested_numbers.order_by("rejection", "pk")
        rows = [[n.value, verdict_in_words(n, digits), _percent(n.confidence)] for n in numbers]
        return table(["As read", "Checked", "Confidence"], rows)

    @admin.display(description="Requests")
    @computed_once
    def number_requests(self, photo: Photo) -> str:
        requests = photo.number_requests.order_by("created_on").prefetch_related("callbacks")
        rows = [
            [
                _link(request, f"{request.created_on:%Y-%m-%d %H:%M:%S} UTC"),
                request.type,
                "accepted" if request.accepted_on else "not accepted",
                _callbacks(request.callbacks.all()),
            ]
            for request in requests
        ]
        return table(["Sent", "For", "Provider", "Callbacks"], rows)


def _deliveries(photo: Photo) -> Iterator[tuple[str, str, str]]:
    """Return what is sent, how far it is in words, and the key of its messages."""
    for delivery in get_deliveries(photo):
        words = delivery_in_words(photo, delivery)
        yield delivery.kind.capitalize(), words, f"{photo.pk}/{delivery.kind}"


def _is_web_address(address: str) -> bool:
    return address.startswith(("http://", "https://"))


def _percent(confidence: float | None) -> str:
    return "" if confidence is None else f"{confidence:.0%}"


def _link(record: NumberRequest | Callback, text: str) -> str:
    """Return a link whose text may wrap, so that the tables fit a phone."""
    address = address_of_page(type(record), record.pk)
    return format_html('<a href="{}" class="text-link">{}</a>', address, text)


def _callbacks(callbacks: Iterable[Callback]) -> str:
    rows = (
        (_link(each, f"{each.received_on:%H:%M:%S} UTC"), in_colour(each.state),
         each.reason_description)
        for each in callbacks
    )  # fmt: skip
    return format_html_join("", "<div>{} {} {}</div>", rows) or "none yet"
