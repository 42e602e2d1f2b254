"""Finding a runner in an album by a picture; erasing persons and selfies."""

from typing import Any
from uuid import UUID, uuid4

from django import forms
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.defaultfilters import filesizeformat
from django.urls import URLPattern, path, reverse
from django.utils import timezone

from foundation.privacy.admin import Erasing
from foundation.privacy.models import SubjectKind
from foundation.privacy.registry import count_all
from foundation.records.audit import actor_of
from foundation.records.refusals import Invalid, NotFound, Refusal
from foundation.staff.actions import button
from foundation.staff.confirming import show_refusal
from foundation.staff.display import address_of_page
from foundation.staff.form_fields import FormWithFile, KeptFileField, KeptFileInput
from foundation.staff.staff_admin import StaffAdmin
from recognition.console.photo_correcting import may_correct
from recognition.console.states_and_pictures import (
    address_of_person,
    face_image,
    in_colour,
    picture_address,
)
from recognition.erasing.ordering import (
    ErasePersonCommand,
    EraseSelfieCommand,
    count_erased_with_person,
    erase_person,
    erase_selfie,
    selfie_subject,
)
from recognition.persons.models import PersonNotFound
from recognition.persons.queries import faces_of
from recognition.records.albums import Album
from recognition.records.photos import Photo
from recognition.records.selfies import Selfie, SelfieState
from recognition.selfies.found_photos import SelfieDetails, get_selfie
from recognition.selfies.recognising import RecogniseSelfieCommand, recognise_selfie
from recognition.wire.picture_copies import PictureSize

FOUND = "recognition_album_runner"


class RunnerForm(FormWithFile):
    """A picture of the runner."""

    image = KeptFileField(
        label="Picture",
        widget=KeptFileInput(attrs={"accept": "image/jpeg,image/png,image/webp"}),
        help_text="JPEG, PNG or WebP, with the face of one person.",
        error_messages={
            "required": "Choose a file.",
            "empty": "The file is empty.",
            "missing": "Choose a file.",
        },
    )

    def clean_image(self) -> bytes:
        file: UploadedFile = self.cleaned_data["image"]
        if (file.size or 0) > settings.IMAGE_MAX_BYTES:
            most = filesizeformat(settings.IMAGE_MAX_BYTES)
            raise forms.ValidationError(f"The file is too large: {most} at most.")
        return bytes(file.read())


class FindingRunners(StaffAdmin):
    """An album in which a runner is found by a picture."""

    def get_urls(self) -> list[Any]:
        view = self.admin_site.admin_view(self.found_view)
        return [
            path("<uuid:album_id>/runners/<uuid:selfie_id>/", view, name=FOUND),
            *super().get_urls(),
        ]

    def has_find_permission(self, request: HttpRequest, key: object = None) -> bool:
        """Return whether this user finds runners: that stores a selfie, so readers do not."""
        rights = ("recognition.manage", "privacy.erase")
        return may_correct(request) or any(request.user.has_perm(right) for right in rights)

    @button("Find a runner…", "find-runner", permission="find")
    def find_runner(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Ask for a picture; compare it with the album's persons."""
        album = self.record_of(request, object_id)
        sent = request.POST if request.method == "POST" else None
        form = RunnerForm(sent, request.FILES, owner=request.user.pk)
        if form.is_valid():
            try:
                selfie = recognise_selfie(
                    RecogniseSelfieCommand(
                        selfie_id=uuid4(),
                        album_id=album.pk,
                        now=timezone.now(),
                        image=form.cleaned_data["image"],
                        by=actor_of(request),
                    )
                ).record
            except Refusal as refusal:
                show_refusal(form, refusal, field="image" if isinstance(refusal, Invalid) else "")
            else:
                found = reverse(f"admin:{FOUND}", args=[album.pk, selfie.pk])
                return HttpResponseRedirect(found)
        text = (
            "The faces on the picture are compared with the persons of this album. Of several "
            "faces, some providers look at the largest alone."
        )
        buttons = {"find": "Find"}
        return self.ask(request, [album], "Find a runner", text, buttons, form, back=_page(album))

    def found_view(self, request: HttpRequest, album_id: UUID, selfie_id: UUID) -> HttpResponse:
        """Show the persons who are on a picture, and their photos."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        album = self.record_of(request, str(album_id))
        try:
            found = get_selfie(selfie_id)
        except NotFound as refusal:
            raise Http404 from refusal
        if found.selfie.album_id != album_id:
            raise Http404
        faces = faces_of(album_id, [each.person_id for each in found.persons])
        return self.page(
            request,
            "admin/recognition/runner.html",
            f"Runner in {album}",
            album=album,
            back=_page(album),
            state=in_colour(found.selfie.state),
            reason=found.selfie.reason_description,
            waits=found.selfie.state == SelfieState.AWAITING_CALLBACK,
            persons=[
                (
                    each,
                    address_of_person(album_id, each.person_id),
                    face_image(faces.get(each.person_id), each.person_id),
                )
                for each in found.persons
            ],
            photos=_photos(found),
            most=settings.SELFIE_MAX_PHOTOS,
        )


def _photos(found: SelfieDetails) -> list[tuple[Photo, str, str]]:
    return [
        (photo, address_of_page(Photo, photo.pk), picture_address(photo.pk, PictureSize.THUMBNAIL))
        for photo in found.photos
    ]


def _page(album: Any) -> str:
    return address_of_page(type(album), album.pk)


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
