"""The shapes of selfies on the wire."""

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from rest_framework import serializers

from recognition.models import SelfieState
from rest.addresses import check_address
from rest.parsers import BodyTooLarge
from rest.serializers import Input, Output


class _SelfieInput(Input):
    selfie_id = serializers.UUIDField(
        required=False, help_text="The selfie's id, made here without one; names a repeat."
    )
    album_id = serializers.UUIDField()


class SelfieInput(_SelfieInput):
    """A selfie at an address."""

    example = {
        "selfieId": "0d5b8f1e-6c2a-4f3b-9d7e-2a1c4b6d8e01",
        "albumId": "7a1d9c34-2b5e-4c8f-8a6d-3e9f0b1c2d02",
        "imageUrl": "https://app.example.org/selfies/ann.jpg",
    }

    image_url = serializers.CharField(
        max_length=2000,
        validators=[check_address],
        help_text="Where the picture is: JPEG, PNG or WebP, over HTTP or HTTPS.",
    )


class SelfieUploadInput(_SelfieInput):
    """A selfie, sent."""

    image = serializers.FileField(help_text="The picture: JPEG, PNG or WebP.")

    def validate_image(self, file: "UploadedFile[bytes]") -> bytes:
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

    photo_id = serializers.UUIDField(source="pk")
    image_url = serializers.CharField()


class SelfieOutput(Output):
    """A selfie: who is on it, and on which photos of the album they are by now."""

    example = {
        "selfieId": "0d5b8f1e-6c2a-4f3b-9d7e-2a1c4b6d8e01",
        "albumId": "7a1d9c34-2b5e-4c8f-8a6d-3e9f0b1c2d02",
        "state": "Recognized",
        "persons": [{"personId": "5b0f7a52-9c1d-4e3a-8f6b-1d2c3e4f5a03", "confidence": 0.93}],
        "photos": [
            {
                "photoId": "c41e6d8a-7f2b-4a9c-b3d5-6e8f9a0b1c04",
                "imageUrl": "https://photos.example.org/finish/0417.jpg",
            }
        ],
    }

    selfie_id = serializers.UUIDField(source="selfie.pk")
    album_id = serializers.UUIDField(source="selfie.album_id")
    state = serializers.ChoiceField(SelfieState.choices, source="selfie.state")
    persons = SelfiePersonOutput(many=True)
    photos = SelfiePhotoOutput(many=True)
