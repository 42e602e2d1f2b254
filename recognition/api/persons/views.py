"""Merging, splitting and keeping apart persons of an album, over the AdminApi."""

from typing import Any
from uuid import UUID

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from foundation.records.audit import actor_of
from foundation.rest.access import Role
from foundation.rest.operations import operation
from foundation.rest.views import ApiViewSet
from recognition.api.access import READ_PHOTOS
from recognition.api.persons.serializers import (
    ChangedPersonsOutput,
    MergeInput,
    OtherPersonInput,
    PersonJobOutput,
)
from recognition.commands.persons.merging import (
    MergePersonsCommand,
    SplitPersonCommand,
    merge_persons,
    split_person,
)
from recognition.commands.persons.refusing import (
    RefuseSamePersonCommand,
    SuggestSamePersonCommand,
    refuse_same_person,
    suggest_same_person,
)
from recognition.queries.persons import get_person_job


class PersonViews(ApiViewSet):
    access = Role("recognition.manage", "recognition.correct")

    @operation(takes=MergeInput, gives=ChangedPersonsOutput, statuses=(202,), refusals=(404, 409))
    def merge(self, request: Request, album_id: UUID, person_id: str) -> Response:
        """Make the person one with another one of the album, which remains; repeatable.

        What is recognised as this person from then on is the other one, too. The photos are changed
        and sent shortly after. 404: no such album, or no such person in it; 422: so is the other
        person; 409: this one was merged into a third person.
        """
        command = MergePersonsCommand(**self._about(album_id, person_id), **self.data())
        return self.answer(merge_persons(command))

    @operation(gives=ChangedPersonsOutput, statuses=(202,), refusals=(404,))
    def split(self, request: Request, album_id: UUID, person_id: str) -> Response:
        """Undo the merge of this person into another one; repeatable."""
        return self.answer(split_person(SplitPersonCommand(**self._about(album_id, person_id))))

    @operation(takes=OtherPersonInput, statuses=(204,), refusals=(404, 409))
    def refuse(self, request: Request, album_id: UUID, person_id: str) -> Response:
        """Say that the person is not the other one: neither suggested nor merged; repeatable.

        404: no such album, or no such person in it; 422: so is the other person; 409: the two are
        merged, so split them instead.
        """
        command = RefuseSamePersonCommand(**self._about(album_id, person_id), **self.data())
        refuse_same_person(command)
        return self.done()

    @operation(takes=OtherPersonInput, statuses=(204,), refusals=(404,))
    def suggest_again(self, request: Request, album_id: UUID, person_id: str) -> Response:
        """Undo what staff said, by a refusal or a split: that the two are not one; repeatable."""
        command = SuggestSamePersonCommand(**self._about(album_id, person_id), **self.data())
        suggest_same_person(command)
        return self.done()

    @operation(gives=PersonJobOutput, refusals=(404,), access=READ_PHOTOS)
    def job(self, request: Request, album_id: UUID, job_id: UUID) -> Response:
        """Return how far a merge or split is."""
        return self.answer(get_person_job(album_id, job_id))

    def _about(self, album_id: UUID, person_id: str) -> dict[str, Any]:
        by = actor_of(self.django_request)
        return {"album_id": album_id, "person_id": person_id, "now": timezone.now(), "by": by}
