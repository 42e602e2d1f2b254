"""Staff erase persons of an album and selfies."""

from uuid import uuid4

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.utils import timezone

from foundation.privacy.admin import Erasing
from foundation.privacy.models import SubjectKind
from foundation.privacy.registry import count_all
from foundation.records.audit import actor_of
from foundation.staff.actions import button
from recognition.erasing.ordering import (
    ErasePersonCommand,
    EraseSelfieCommand,
    count_erased_with_person,
    erase_person,
    erase_selfie,
    selfie_subject,
)
from recognition.persons.models import PersonNotFound
from recognition.records.albums import Album
from recognition.records.selfies import Selfie


class ErasingPersons(Erasing):
    """The page of an album that erases one of its persons."""

    def get_urls(self) -> list[URLPattern]:
        page = self.admin_site.admin_view(self.ask_to_erase_person)
        own = path(
            "<uuid:album_id>/persons/<path:person_id>/erase",
            page,
            name="recognition_album_erase_person",
        )
        return [own, *super().get_urls()]

    def ask_to_erase_person(
        self, request: HttpRequest, album_id: str, person_id: str
    ) -> HttpResponse:
        if not self.has_erase_permission(request):
            raise PermissionDenied
        album: Album = self.record_of(request, str(album_id))
        try:
            counts = count_erased_with_person(album.pk, person_id)
        except PersonNotFound as refusal:
            raise Http404(refusal.detail) from None
        return self.erasing_page(
            request,
            album,
            f"person {person_id} in this album and in those that share its faces",
            counts,
            lambda reason: erase_person(
                ErasePersonCommand(
                    erasure_id=uuid4(),
                    album_id=album.pk,
                    person_id=person_id,
                    reason=reason,
                    by=actor_of(request),
                    now=timezone.now(),
                )
            ),
        )


class ErasingSelfies(Erasing):
    """The button of a selfie's page that erases it."""

    actions_detail = ("ask_to_erase",)

    @button("Erase…", "erase", permission="erase")
    def ask_to_erase(self, request: HttpRequest, object_id: str) -> HttpResponse:
        selfie: Selfie = self.record_of(request, object_id)
        return self.erasing_page(
            request,
            selfie,
            "this selfie",
            count_all(SubjectKind.SELFIE, selfie_subject(selfie.pk)),
            lambda reason: erase_selfie(
                EraseSelfieCommand(
                    erasure_id=uuid4(),
                    selfie_id=selfie.pk,
                    reason=reason,
                    by=actor_of(request),
                    now=timezone.now(),
                )
            ),
        )
