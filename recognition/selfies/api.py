"""Selfies over the AdminApi and the ClientApi, and the number provider's callbacks about them."""

from typing import Any
from uuid import UUID, uuid4

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpResponse
from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from foundation.fetching.addresses import MAX_ADDRESS
from foundation.fetching.pictures import CONTENT_TYPES
from foundation.records.addresses import check_address
from foundation.records.audit import Actor
from foundation.rest.access import Role, Signed, readers_of
from foundation.rest.bodies import BodyTooLarge
from foundation.rest.operations import operation
from foundation.rest.serializers import (
    ExactTextField,
    GuidField,
    Input,
    NewGuidField,
    Output,
    UploadedFileField,
)
from foundation.rest.views import ApiViewSet
from recognition.example_ids import ALBUM_ID, PERSON_ID, PHOTO_ID, SELFIE_ID
from recognition.photos.api import CallbackViews
from recognition.photos.callback_serializers import SelfieCallbackInput
from recognition.records.selfies import SelfieState
from recognition.selfies.ending import AnswerSelfieCommand, answer_selfie
from recognition.selfies.found_photos import get_selfie, get_selfie_image
from recognition.selfies.recognising import RecogniseSelfieCommand, recognise_selfie
from recognition.wire.signed_addresses import opens_selfie_image

READ = readers_of("recognition")

# Selfies, the persons on them and their photos on the wire.


class _SelfieInput(Input):
    selfie_id = NewGuidField(
        required=False, help_text="Makes the request repeatable; left out: a new one."
    )
    album_id = GuidField()


class SelfieInput(_SelfieInput):
    """A selfie at an address."""

    example = {
        "selfieId": SELFIE_ID,
        "albumId": ALBUM_ID,
        "imageUrl": "https://app.example.org/selfies/ann.jpg",
    }

    image_url = ExactTextField(
        max_length=MAX_ADDRESS,
        validators=[check_address],
        help_text="Where the picture is: JPEG, PNG or WebP, over HTTP or HTTPS.",
    )


class SelfieUploadInput(_SelfieInput):
    """A selfie with its picture."""

    example = {"albumId": ALBUM_ID, "image": "(the file)"}

    image = UploadedFileField(help_text="The picture: JPEG, PNG or WebP.")

    def validate_image(self, file: UploadedFile) -> bytes:
        if (file.size or 0) > settings.IMAGE_MAX_BYTES:
            raise BodyTooLarge
        content: bytes = file.read()
        return content


class SelfiePersonOutput(Output):
    """A person who is on the selfie."""

    person_id = serializers.CharField()
    confidence = serializers.FloatField(allow_null=True)


class SelfiePhotoOutput(Output):
    """A photo of the album with one of the persons."""

    photo_id = GuidField(source="pk")
    image_url = serializers.CharField()


class SelfieOutput(Output):
    """A selfie, the persons on it, and the photos of the album with these persons."""

    example = {
        "selfieId": SELFIE_ID,
        "albumId": ALBUM_ID,
        "state": "Recognized",
        "persons": [{"personId": PERSON_ID, "confidence": 0.93}],
        "photos": [{"photoId": PHOTO_ID, "imageUrl": "https://photos.example.org/finish/0417.jpg"}],
    }

    selfie_id = GuidField(source="selfie.pk")
    album_id = GuidField(source="selfie.album_id")
    state = serializers.ChoiceField(SelfieState.choices, source="selfie.state")
    persons = SelfiePersonOutput(many=True)
    photos = SelfiePhotoOutput(many=True)


class SelfieViews(ApiViewSet):
    access = Role("recognition.selfie")

    @operation(
        takes=SelfieInput,
        multipart=SelfieUploadInput,
        gives=SelfieOutput,
        statuses=(201, 200),
        refusals=(404, 409),
        throttle="selfie",
    )
    def create(self, request: Request) -> Response:
        """Find the persons on a selfie, and the photos of the album that they are on.

        If the album has a face provider, the answer is complete. If the number provider recognises
        faces (`FaceNumber`), the state is `AwaitingCallback`: get the selfie again later. A picture
        without a known person is `NotFound`, whether there is a face on it or not. The same
        `selfieId` with the same data again is 200 and changes nothing.
        """
        wanted = {"selfie_id": uuid4(), **self.data()}
        command = RecogniseSelfieCommand(now=timezone.now(), by=self.orders_as(), **wanted)
        created = recognise_selfie(command)
        return self.answer(get_selfie(created.record.pk), status=201 if created.is_new else 200)

    @operation(gives=SelfieOutput, throttle="selfie")
    def retrieve(self, request: Request, selfie_id: UUID) -> Response:
        """Return a selfie, with the photos of the album that its persons are on."""
        return self.answer(get_selfie(selfie_id))

    def orders_as(self) -> Actor | None:
        """Return who is named in the audit: none of the participants who look for themselves."""
        return None


class StaffSelfieViews(SelfieViews):
    """Selfies, for staff and services."""

    access = Role("recognition.manage")

    def orders_as(self) -> Actor:
        return self.actor

    @operation(gives=SelfieOutput, throttle="selfie", access=READ)
    def retrieve(self, request: Request, selfie_id: UUID) -> Response:
        """Return a selfie, with the photos of the album that its persons are on."""
        return super().retrieve(request, selfie_id)


def _has_image_token(request: Request, route: dict[str, Any]) -> bool:
    return opens_selfie_image(request.query_params.get("token", ""), route["selfie_id"])


class SelfieImageViews(ApiViewSet):
    access = Signed(_has_image_token, reason="the address that the provider was given has a token")

    @operation(sends=tuple(sorted(CONTENT_TYPES)))
    def retrieve(self, request: Request, selfie_id: UUID) -> HttpResponse:
        """Send the picture of a selfie that is being recognised."""
        image = get_selfie_image(selfie_id)
        headers = {"Cache-Control": "no-store", "Content-Disposition": "attachment"}
        return HttpResponse(bytes(image.content), content_type=image.content_type, headers=headers)


class SelfieCallbackViews(CallbackViews):
    @operation(takes=SelfieCallbackInput, statuses=(202,), refusals=(404,))
    def receive(self, request: Request) -> Response:
        """Store a callback about a selfie and apply it."""
        answer_selfie(AnswerSelfieCommand(**self.received()))
        return self.done()
