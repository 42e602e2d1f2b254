"""Requests to the number provider and its callbacks; selfies and their results."""

from typing import Any
from uuid import UUID

from django.contrib import admin
from django.db.models import Prefetch, Q, QuerySet
from django.http import HttpRequest
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from foundation.staff.command_admin import ReadOnlyAdmin, ReadOnlyInline
from foundation.staff.display import link_to, shown_value
from foundation.staff.long_lists import FoundById
from recognition.console.runners import ErasingSelfies
from recognition.console.states_and_pictures import ShownState, face_image, in_colour
from recognition.persons.queries import faces_of
from recognition.photos.backlog import UNUSABLE
from recognition.records.photos import Photo
from recognition.records.requests import Callback, CallbackState, NumberRequest
from recognition.records.selfies import Selfie, SelfiePerson


class CallbackInline(ReadOnlyInline):
    model = Callback
    verbose_name_plural = "callbacks"
    fields = ("received_on", "state", "reason_description", "settled_on")
    show_change_link = True


class AboutPhotoOrSelfie(FoundById, ReadOnlyAdmin):
    """A request or a callback, the newest first, with a link to what it is about."""

    sortable_by = ()

    @admin.display(description="About")
    def about(self, record: NumberRequest | Callback) -> str:
        request = record.request if isinstance(record, Callback) else record
        if request.selfie_id:
            return link_to(Selfie, request.selfie_id, request.selfie)
        return link_to(Photo, request.photo_id, request.photo)


@admin.register(NumberRequest)
class NumberRequestAdmin(AboutPhotoOrSelfie):
    filled_by = (
        "Requests to the number provider appear here, of photos whose albums ask for numbers."
    )
    list_display = ("created_on", "about", "type", "accepted_on", "callbacks",
                    "provider_request_id")  # fmt: skip
    list_display_links = ("created_on",)
    list_select_related = ("photo", "selfie")
    list_filter = ("created_on",)
    search_help_text = "Id of a request, a photo or a selfie"
    ordering = ("-created_on",)
    fields = ("id", "about", "type", "created_on", "accepted_on", "provider_request_id")
    readonly_fields = ("about",)
    inlines = (CallbackInline,)

    def with_id(self, guid: UUID) -> Q:
        return Q(pk=guid) | Q(photo=guid) | Q(selfie=guid)

    def get_queryset(self, request: HttpRequest) -> QuerySet[NumberRequest]:
        callbacks = Callback.objects.defer("payload").order_by("received_on")
        requests: QuerySet[NumberRequest] = super().get_queryset(request)
        return requests.prefetch_related(Prefetch("callbacks", callbacks))

    @admin.display(description="Callbacks")
    def callbacks(self, request: NumberRequest) -> str:
        states = (in_colour(callback.state) for callback in request.callbacks.all())
        return format_html_join(" ", "{}", zip(states))


class CallbackStateFilter(admin.SimpleListFilter):
    """The state; callbacks that wait, and those that were not used, have their own indexes."""

    title = "state"
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        states = CallbackState.choices[1:]
        return [("waiting", "Waiting"), *states, ("unusable", "Rejected or failed")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Callback]) -> QuerySet[Callback]:
        chosen = self.value()
        if chosen == "waiting":
            return queryset.filter(next_attempt_on__isnull=False)
        if chosen == "unusable":
            return queryset.filter(state__in=UNUSABLE)
        return queryset.filter(state=chosen) if chosen else queryset


@admin.register(Callback)
class CallbackAdmin(ShownState, AboutPhotoOrSelfie):
    filled_by = "Answers that a provider sends later, as a callback, appear here."
    list_display = ("received_on", "about", "shown_state", "why", "settled_on")
    list_display_links = ("received_on",)
    list_filter = (CallbackStateFilter, "received_on")
    list_select_related = ("request__photo", "request__selfie")
    search_help_text = "Id of a callback, a request, a photo or a selfie"
    ordering = ("-received_on",)
    fields = ("id", "request", "about", "shown_state", "why", "received_on",
              "settled_on", "next_attempt_on", "content")  # fmt: skip
    readonly_fields = ("about", "shown_state", "why", "content")

    @admin.display(description="Why")
    def why(self, callback: Callback) -> str:
        return callback.reason_description

    @admin.display(description="What it reports")
    def content(self, callback: Callback) -> str:
        return shown_value(callback.payload)

    def with_id(self, guid: UUID) -> Q:
        requests = NumberRequest.objects.filter(Q(photo=guid) | Q(selfie=guid))
        # Read here: with a subquery, the database would read every callback.
        return Q(pk=guid) | Q(request__in=[guid, *requests.values_list("pk", flat=True)])


class SelfiePersonInline(ReadOnlyInline):
    model = SelfiePerson
    verbose_name_plural = "persons"
    fields = ("face", "person_id", "confidence")
    readonly_fields = ("face",)

    def face(self, person: SelfiePerson) -> SafeString:
        """Return the face of the person on a photo of the album; the selfie is never shown."""
        found = faces_of(person.selfie.album_id, [person.person_id])
        return face_image(found.get(person.person_id), person.person_id)


@admin.register(Selfie)
class SelfieAdmin(ErasingSelfies, ShownState, FoundById, ReadOnlyAdmin):
    filled_by = "Selfies come from participants' clients, by the ClientApi."
    list_display = ("__str__", "album", "shown_state", "reason_description")
    list_filter = ("state", "created_on")
    list_select_related = ("album",)
    search_help_text = "Id of a selfie or an album"
    ordering = ("-created_on",)
    sortable_by = ()
    fields = ("id", "album", "shown_state", "reason_description", "callback_due_on", "created_on")
    readonly_fields = ("shown_state",)
    inlines = (SelfiePersonInline,)

    class Media:
        css = {"all": ("recognition/photos.css",)}
        js = ("recognition/pictures.js",)

    def with_id(self, guid: UUID) -> Q:
        return Q(pk=guid) | Q(album=guid)
