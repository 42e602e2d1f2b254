"""Where the number provider calls back about photos; photos and their histories, for staff."""

from typing import Any
from uuid import UUID

from django.utils import timezone
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.response import Response

from foundation.records.audit import actor_of
from foundation.rest.access import Role, Signed
from foundation.rest.bodies import TolerantJSONParser
from foundation.rest.operations import operation
from foundation.rest.views import ApiViewSet
from recognition.photos.callback_serializers import NumberCallbackInput
from recognition.photos.history import explain_photo
from recognition.photos.listing import PhotosAsked, get_photo, list_photos
from recognition.photos.serializers import (
    NumbersInput,
    PersonsInput,
    PhotoHistoryOutput,
    PhotoOutput,
    PhotosQuery,
    PhotoSummaryOutput,
)
from recognition.processing.correcting import (
    CorrectPhotoNumbersCommand,
    CorrectPhotoPersonsCommand,
    correct_photo_numbers,
    correct_photo_persons,
)
from recognition.processing.storing import StoreCallbackCommand, store_callback
from recognition.providers.numbers import number_adapter
from recognition.wire.signed_addresses import opens_callback, request_of_token

READ_PHOTOS = Role("recognition.manage", "recognition.correct", "recognition.read")


def _may_call_back(request: Request, _: dict[str, Any]) -> bool:
    """Return whether the token, and the signature if a secret is set, are valid.

    :raises ParseError: no signature can be of the body, which is not UTF-8.
    """
    if not opens_callback(request.query_params.get("token", "")):
        return False
    try:
        request.body.decode()
    except UnicodeDecodeError:
        raise ParseError("The body is not UTF-8.") from None
    return number_adapter().is_signed(request.body, request.headers)


class CallbackParser(TolerantJSONParser):
    """Reads the callback of the wire that is set."""

    def parse(self, stream: Any, media_type: Any = None, parser_context: Any = None) -> Any:
        return number_adapter().callback_of(super().parse(stream, media_type, parser_context))


class CallbackViews(ApiViewSet):
    access = Signed(_may_call_back, reason="the address that the provider was given holds a token")

    def get_parsers(self) -> list[BaseParser]:
        return [CallbackParser()]

    def received(self) -> dict[str, Any]:
        """Return the callback as it was read, for a command, after a check of its shape."""
        self.data()
        return {
            "request_id": request_of_token(self.request.query_params["token"]),
            "payload": self.request.data,
            "now": timezone.now(),
        }


class NumberCallbackViews(CallbackViews):
    @operation(takes=NumberCallbackInput, statuses=(202,), refusals=(404,))
    def receive(self, request: Request) -> Response:
        """Store a callback of the number provider; it is applied at once, or shortly after."""
        store_callback(StoreCallbackCommand(**self.received()))
        return self.done()


class PhotoViews(ApiViewSet):
    access = Role("recognition.manage", "recognition.correct")

    @operation(query=PhotosQuery, gives=PhotoSummaryOutput, paged=True, access=READ_PHOTOS)
    def list(self, request: Request) -> Response:
        """List photos, the newest first.

        `count` ends at 100,000, and so do the pages: narrow the list by `albumId`, or by `from` and
        `to`.
        """
        return self.page_of(list_photos(PhotosAsked(**self.query())))

    @operation(gives=PhotoOutput, more_than_version=True, access=READ_PHOTOS)
    def retrieve(self, request: Request, photo_id: UUID) -> Response:
        """Return a photo with everything found on it, and whether the photo service has it.

        `ETag` is the photo's version. There is no 304: deliveries change without a new version.
        """
        return self.answer(get_photo(photo_id))

    @operation(takes=NumbersInput, locking=True, refusals=(404,))
    def correct_numbers(self, request: Request, photo_id: UUID) -> Response:
        """Set the numbers of a photo by hand; they are sent with the next version.

        From then on no callback, tagger or job changes them, until the photo is processed from
        scratch with the consent to overwrite corrections. 422: a value is no number by the album's
        rules; 409: also where the photo was deleted.
        """
        command = CorrectPhotoNumbersCommand(photo_id=photo_id, **self._ordered())
        return self.done(correct_photo_numbers(command))

    @operation(takes=PersonsInput, locking=True, refusals=(404,))
    def correct_persons(self, request: Request, photo_id: UUID) -> Response:
        """Remove wrong persons from a photo, or put back whom a correction removed; sent at once.

        They stay so, as corrected numbers stay. 422: a person is not on the photo, and was not
        removed from it; 409: also where the photo was deleted.
        """
        command = CorrectPhotoPersonsCommand(photo_id=photo_id, **self._ordered())
        return self.done(correct_photo_persons(command))

    def _ordered(self) -> dict[str, Any]:
        return {"now": timezone.now(), "by": actor_of(self.django_request), **self.changes()}


class PhotoHistoryViews(ApiViewSet):
    access = Role("recognition.manage", "recognition.correct")

    @operation(gives=PhotoHistoryOutput, access=READ_PHOTOS)
    def retrieve(self, request: Request, photo_id: UUID) -> Response:
        """Return the present state of a photo and everything that happened to it, in order."""
        return self.answer(explain_photo(photo_id))
