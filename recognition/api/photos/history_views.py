"""Why a photo is where it is, over the AdminApi."""

from uuid import UUID

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from recognition.models import PhotoState
from recognition.queries.photos.history.explaining import explain_photo
from rest.access import Role
from rest.fields import GuidField, UtcDateTimeField
from rest.operations import operation
from rest.serializers import Output
from rest.views import ApiViewSet


class HappeningOutput(Output):
    """Something that happened to a photo; `details` depend on its kind."""

    occurred_on = UtcDateTimeField()
    kind = serializers.CharField()
    text = serializers.CharField()
    details = serializers.DictField()


class PhotoHistoryOutput(Output):
    """A photo as it stands, and everything that happened to it, in order."""

    example = {
        "photoId": "c41e6d8a-7f2b-4a9c-b3d5-6e8f9a0b1c04",
        "albumId": "7a1d9c34-2b5e-4c8f-8a6d-3e9f0b1c2d02",
        "state": "AwaitingCallback",
        "reasonDescription": "Waiting for the number provider.",
        "faceRecognized": True,
        "numberRecognized": False,
        "history": [
            {
                "occurredOn": "2026-05-17T09:29:58Z",
                "kind": "Reprocessed",
                "text": "Taken by the job 5c9e1f70-8d3a-4b6e-9f21-7a4c0d8b6e13 (Again).",
                "details": {
                    "jobId": "5c9e1f70-8d3a-4b6e-9f21-7a4c0d8b6e13",
                    "mode": "Again",
                },
            },
            {
                "occurredOn": "2026-05-17T09:30:00Z",
                "kind": "RequestSent",
                "text": "The number provider was asked (NUMBER).",
                "details": {
                    "requestId": "e2a7c9d1-4b6f-4d8e-9a3c-5f7b8d0e1a05",
                    "type": "NUMBER",
                },
            },
        ],
    }

    photo_id = GuidField(source="photo.pk")
    album_id = GuidField(source="photo.album_id")
    state = serializers.ChoiceField(PhotoState.choices, source="photo.state")
    reason_description = serializers.CharField(source="photo.reason_description")
    face_recognized = serializers.BooleanField(source="photo.face_recognized")
    number_recognized = serializers.BooleanField(source="photo.number_recognized")
    history = HappeningOutput(many=True, source="happenings")


class PhotoHistoryViews(ApiViewSet):
    """Histories of photos."""

    access = Role("recognition.manage")

    @operation(gives=PhotoHistoryOutput)
    def retrieve(self, request: Request, photo_id: UUID) -> Response:
        """Return everything that happened to a photo, in order, and where it stands."""
        return self.answer(explain_photo(photo_id))
