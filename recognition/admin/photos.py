"""Photos: why each one is where it is, what was read on it, what was asked and answered."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse

from messaging.staff import ReadOnlyAdmin, ReadOnlyInline
from recognition.admin.jobs import PhotoProcessingActions
from recognition.models import Callback, NumberRequest, Photo, PhotoNumber, PhotoPerson
from recognition.queries import explain_photo


class NumberInline(ReadOnlyInline):
    model = PhotoNumber
    verbose_name_plural = "numbers read"
    fields = ("value", "source", "rejection", "confidence")


class PersonInline(ReadOnlyInline):
    model = PhotoPerson
    verbose_name_plural = "persons"
    fields = ("person_id", "confidence")


class RequestInline(ReadOnlyInline):
    model = NumberRequest
    verbose_name_plural = "requests to the number provider"
    fields = ("id", "type", "created_on", "accepted_on", "provider_request_id")


@admin.register(Photo)
class PhotoAdmin(PhotoProcessingActions, ReadOnlyAdmin):
    list_display = (
        "id",
        "album",
        "state",
        "reason_description",
        "face_recognized",
        "number_recognized",
        "updated_on",
    )
    list_filter = ("state", "album__strategy", "face_recognized", "number_recognized")
    list_select_related = ("album",)
    search_fields = ("id", "album__id")
    ordering = ("-created_on",)
    inlines = (NumberInline, PersonInline, RequestInline)
    actions = ("reprocess", "reprocess_all")
    change_form_outer_after_template = "recognition/photo_history.html"

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        photo = self.get_object(request, object_id)
        history = explain_photo(photo.pk).happenings if photo else []
        context = {**(extra_context or {}), "history": history}
        answer: HttpResponse = super().change_view(request, object_id, form_url, context)
        return answer


@admin.register(Callback)
class CallbackAdmin(ReadOnlyAdmin):
    list_display = ("received_on", "photo", "state", "reason_description")
    list_filter = ("state", "received_on")
    list_select_related = ("request",)
    search_fields = ("id", "request__photo__id")
    ordering = ("-received_on",)

    @admin.display(description="Photo")
    def photo(self, callback: Callback) -> Any:
        return callback.request.photo_id
