"""Erasing persons and selfies, over the AdminApi."""

from uuid import UUID, uuid4

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from foundation.privacy.api import ERASE, ErasingInput, OptionalReasonInput, OrderedErasureOutput
from foundation.rest.operations import operation
from foundation.rest.views import ApiViewSet
from recognition.erasing.ordering import (
    ErasePersonCommand,
    EraseSelfieCommand,
    erase_person,
    erase_selfie,
)


class ErasingViews(ApiViewSet):
    access = ERASE

    @operation(takes=ErasingInput, gives=OrderedErasureOutput, statuses=(202,), refusals=(404,))
    def person(self, request: Request, album_id: UUID, person_id: str) -> Response:
        """Erase a person: faces, selfies, and the numbers that are theirs.

        Also in the other albums whose faces are recognised in the same space.
        """
        command = ErasePersonCommand(
            erasure_id=uuid4(),
            album_id=album_id,
            person_id=person_id,
            by=self.actor,
            now=timezone.now(),
            **self.data(),
        )
        return self.answer(erase_person(command))

    @operation(
        takes=OptionalReasonInput, gives=OrderedErasureOutput, statuses=(202,), refusals=(404,)
    )
    def selfie(self, request: Request, selfie_id: UUID) -> Response:
        """Erase a selfie with its picture, and what was recognised on it."""
        command = EraseSelfieCommand(
            erasure_id=uuid4(),
            selfie_id=selfie_id,
            by=self.actor,
            now=timezone.now(),
            **self.data(),
        )
        return self.answer(erase_selfie(command))
