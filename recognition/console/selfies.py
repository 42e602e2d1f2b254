"""Selfies and their results. The pictures are never shown."""

from uuid import UUID

from django.contrib import admin
from django.db.models import Q
from django.utils.safestring import SafeString

from foundation.staff.command_admin import ReadOnlyAdmin, ReadOnlyInline
from foundation.staff.long_lists import FoundById
from recognition.console.erasing import ErasingSelfies
from recognition.console.labels import ShownState, face_image
from recognition.persons.queries import faces_of
from recognition.records.selfies import Selfie, SelfiePerson


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
