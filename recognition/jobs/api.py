"""Processing an album's photos again, over the AdminApi."""

from typing import Any
from uuid import UUID

from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from foundation.rest.access import Role, readers_of
from foundation.rest.operations import operation
from foundation.rest.serializers import (
    CountField,
    GuidField,
    Input,
    Output,
    StrictBooleanField,
    UtcDateTimeField,
)
from foundation.rest.views import ApiViewSet
from recognition.jobs.commands import StartAlbumProcessingCommand, start_album_processing
from recognition.jobs.models import JobMode, JobState
from recognition.jobs.progress import get_job_progress, started_job

READ = readers_of("recognition")

# Jobs that process an album's photos again, on the wire.


class ProcessingInput(Input):
    """How the album is to be processed again."""

    example = {"force": False, "overwriteCorrections": False}

    force = StrictBooleanField(
        default=False,
        help_text="true: all photos, from scratch; false: only what is not recognised.",
    )

    overwrite_corrections = StrictBooleanField(
        default=False,
        help_text="With `force`: also the numbers and persons that staff corrected. "
        "false: these stay.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["overwrite_corrections"] and not attrs["force"]:
            text = "Corrections are overwritten only with force."
            raise serializers.ValidationError({"overwriteCorrections": text}, "force-required")
        return attrs


class StartedJobOutput(Output):
    """The job that was started, or joined."""

    example = {"jobId": "0198c3a1-7f3e-7c5e-9a52-1f0a4f6f2b10", "corrections": 3}

    job_id = GuidField(source="job.pk")
    corrections = CountField(
        help_text="Photos of the album that staff corrected. They stay as they are, but are "
        "overwritten with `overwriteCorrections`."
    )


class JobOutput(Output):
    """The progress of a job; the counts are of its photos' present states."""

    example = {
        "state": "Running",
        "selected": 500,
        "processed": 420,
        "failed": 3,
        "startedOn": "2026-05-17T09:30:00Z",
        "finishedOn": None,
    }

    state = serializers.ChoiceField(
        JobState.choices,
        source="job.state",
        help_text="Finished: all photos are taken; recognising them goes on.",
    )
    selected = CountField(help_text="Photos taken so far.")
    processed = CountField(help_text="Those of them that are Processed now.")
    failed = CountField(help_text="Those of them that are Failed now, with no attempt planned.")
    started_on = UtcDateTimeField(source="job.started_on", allow_null=True)
    finished_on = UtcDateTimeField(source="job.finished_on", allow_null=True)


class AlbumProcessingViews(ApiViewSet):
    access = Role("recognition.manage")

    @operation(takes=ProcessingInput, gives=StartedJobOutput, statuses=(202,), refusals=(404,))
    def start(self, request: Request, album_id: UUID) -> Response:
        """Process the album's photos again; an unfinished job of the album is joined.

        What staff corrected on its photos is overwritten only with `overwriteCorrections`.
        """
        mode = _mode(**self.data())
        command = StartAlbumProcessingCommand(
            album_id=album_id, mode=mode, now=timezone.now(), by=self.actor
        )
        return self.answer(started_job(start_album_processing(command)))

    @operation(gives=JobOutput, refusals=(404,), access=READ)
    def retrieve(self, request: Request, album_id: UUID, job_id: UUID) -> Response:
        """Return the progress of a job of the album."""
        return self.answer(get_job_progress(album_id, job_id))


def _mode(force: bool, overwrite_corrections: bool) -> JobMode:
    if overwrite_corrections:
        return JobMode.OVERWRITE
    return JobMode.FORCE if force else JobMode.AGAIN
