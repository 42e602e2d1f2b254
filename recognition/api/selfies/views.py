"""Selfies over the AdminApi and the ClientApi, and the number provider's callbacks about them."""

from typing import Any
from uuid import UUID, uuid4

from django.http import HttpResponse
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from foundation.fetching.pictures import CONTENT_TYPES
from foundation.records.audit import Actor
from foundation.rest.access import Role, Signed
from foundation.rest.operations import operation
from foundation.rest.views import ApiViewSet
from recognition.api.access import READ
from recognition.api.photos.serializers import SelfieCallbackInput
from recognition.api.photos.views import CallbackViews
from recognition.api.selfies.serializers import SelfieInput, SelfieOutput, SelfieUploadInput
from recognition.commands.selfies.ending import AnswerSelfieCommand, answer_selfie
from recognition.commands.selfies.recognising import RecogniseSelfieCommand, recognise_selfie
from recognition.providers.numbers.requests import opens_selfie_image
from recognition.queries.selfies import get_selfie, get_selfie_image


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
