"""Merging, splitting and keeping apart persons of an album, over the AdminApi."""

from typing import Any
from uuid import UUID

from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from foundation.messaging.models import LongJobState
from foundation.records.audit import actor_of
from foundation.rest.access import Role
from foundation.rest.operations import operation
from foundation.rest.serializers import (
    CountField,
    ExactTextField,
    GuidField,
    Input,
    Output,
    UtcDateTimeField,
)
from foundation.rest.views import ApiViewSet
from recognition.example_ids import OTHER_PERSON_ID, PERSON_ID
from recognition.merging.merging import (
    MergePersonsCommand,
    RefuseSamePersonCommand,
    SplitPersonCommand,
    SuggestSamePersonCommand,
    merge_persons,
    refuse_same_person,
    split_person,
    suggest_same_person,
)
from recognition.persons.queries import get_person_job
from recognition.providers.faces.port import MAX_PERSON_ID

READ_PHOTOS = Role("recognition.manage", "recognition.correct", "recognition.read")

# Merges, splits and refusals of an album's persons, on the wire.


JOB_ID = "0198c3a1-7f3e-7c5e-9a52-1f0a4f6f2b11"


class MergeInput(Input):
    """The person that remains."""

    example = {"into": OTHER_PERSON_ID}

    into = ExactTextField(max_length=MAX_PERSON_ID)


class OtherPersonInput(Input):
    """Another person of the album."""

    example = {"other": OTHER_PERSON_ID}

    other = ExactTextField(max_length=MAX_PERSON_ID)


class ChangedPersonsOutput(Output):
    """Whom the person's faces are now, and the job that changes their photos."""

    example = {"personId": PERSON_ID, "jobId": JOB_ID}

    person_id = serializers.CharField()
    job_id = GuidField(
        source="job.pk", default=None, allow_null=True, help_text="null: nothing is to change."
    )


class PersonJobOutput(Output):
    """How far a job is that changes a person's photos."""

    example = {
        "state": "Running",
        "total": 2000,
        "done": 850,
        "startedOn": "2026-05-17T09:30:00Z",
        "finishedOn": None,
    }

    state = serializers.ChoiceField(LongJobState.choices)
    total = CountField(allow_null=True, help_text="Photos; null: not counted yet.")
    done = CountField()
    started_on = UtcDateTimeField(allow_null=True)
    finished_on = UtcDateTimeField(allow_null=True)


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
