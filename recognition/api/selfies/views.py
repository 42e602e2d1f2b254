"""Selfies over the AdminApi and the ClientApi, and where the number provider answers them."""

from typing import Any
from uuid import uuid4

from django.http import HttpResponse
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from recognition.api.photos.callback_serializers import SelfieCallbackInput
from recognition.api.photos.callback_views import is_signed
from recognition.api.selfies.serializers import SelfieInput, SelfieOutput, SelfieUploadInput
from recognition.commands.selfies.answering import AnswerSelfieCommand, answer_selfie
from recognition.commands.selfies.recognising import RecogniseSelfieCommand, recognise_selfie
from recognition.providers.images.fetching import CONTENT_TYPES
from recognition.providers.numbers.requests import request_of_token
from recognition.providers.numbers.selfie_images import opens_selfie_image
from recognition.queries.selfies import get_selfie, get_selfie_image
from rest.access import Role, Signed
from rest.operations import operation
from rest.views import ApiViewSet


class SelfieViews(ApiViewSet):
    """Selfies of participants."""

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

        Answered at once where the album has a face provider. Where the number provider recognises
        faces (`FaceNumber`), the state is `AwaitingCallback`: ask for the selfie again. A picture
        on which nobody known is found is `NotFound`, with or without a face on it. The same
        `selfieId` with the same data again is 200 and changes nothing.
        """
        data = self.data()
        taken = recognise_selfie(
            RecogniseSelfieCommand(
                selfie_id=data.pop("selfie_id", None) or uuid4(), now=timezone.now(), **data
            )
        )
        return self.answer(get_selfie(taken.selfie.pk), status=201 if taken.is_new else 200)

    @operation(gives=SelfieOutput, throttle="selfie")
    def retrieve(self, request: Request, selfie_id: Any) -> Response:
        """Return a selfie, with the photos that its persons are on by now."""
        return self.answer(get_selfie(selfie_id))


class StaffSelfieViews(SelfieViews):
    """Selfies, for staff and services."""

    access = Role("recognition.manage")


def _has_image_token(request: Request, route: dict[str, Any]) -> bool:
    return opens_selfie_image(request.query_params.get("token", ""), route["selfie_id"])


class SelfieImageViews(ApiViewSet):
    """Pictures of selfies, for the provider that recognises them."""

    access = Signed(_has_image_token, reason="the address that the provider was given has a token")

    @operation(sends=tuple(sorted(CONTENT_TYPES)))
    def retrieve(self, request: Request, selfie_id: Any) -> HttpResponse:
        """Send the picture of a selfie that is being recognised."""
        image = get_selfie_image(selfie_id)
        headers = {"Cache-Control": "no-store", "Content-Disposition": "attachment"}
        return HttpResponse(bytes(image.content), content_type=image.content_type, headers=headers)


class SelfieCallbackViews(ApiViewSet):
    """Answers of the number provider about selfies."""

    access = Signed(is_signed, reason="the address that the provider was given holds a token")

    @operation(takes=SelfieCallbackInput, statuses=(202,), refusals=(404,))
    def receive(self, request: Request) -> Response:
        """Store what the number provider says of a selfie, and give the selfie its answer."""
        self.data()
        answer_selfie(
            AnswerSelfieCommand(
                request_id=request_of_token(request.query_params["token"]),
                payload=dict(request.data),
                now=timezone.now(),
            )
        )
        return self.done()
