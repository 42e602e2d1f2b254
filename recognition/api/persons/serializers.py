"""Merges, splits and refusals of an album's persons, on the wire."""

from rest_framework import serializers

from foundation.messaging.jobs.models import LongJobState
from foundation.rest.fields import CountField, ExactTextField, GuidField, UtcDateTimeField
from foundation.rest.serializers import Input, Output
from recognition.api.samples import OTHER_PERSON_ID, PERSON_ID
from recognition.providers.evidence import MAX_PERSON_ID

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
