"""Selfies, the persons on them and their photos on the wire."""

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from rest_framework import serializers

from foundation.fetching.addresses import MAX_ADDRESS
from foundation.records.addresses import check_address
from foundation.rest.bodies import BodyTooLarge
from foundation.rest.fields import ExactTextField, GuidField, NewGuidField, UploadedFileField
from foundation.rest.serializers import Input, Output
from recognition.api.samples import ALBUM_ID, PERSON_ID, PHOTO_ID, SELFIE_ID
from recognition.models import SelfieState


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
