"""Processing an album's photos again, over the AdminApi."""

from uuid import UUID

from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from recognition.commands.jobs import StartAlbumProcessingCommand, start_album_processing
from recognition.models import JobMode, JobState
from recognition.queries.jobs.progress import get_job_progress
from rest.access import Role
from rest.fields import CountField, GuidField, StrictBooleanField, UtcDateTimeField
from rest.operations import operation
from rest.serializers import Input, Output
from rest.views import ApiViewSet


class ProcessingInput(Input):
    """How the album is to be processed again."""

    example = {"force": False}

    force = StrictBooleanField(
        default=False,
        help_text="true: all photos, from scratch; false: only what is not recognised.",
    )


class StartedJobOutput(Output):
    """The job that was started, or joined."""

    example = {"jobId": "0198c3a1-7f3e-7c5e-9a52-1f0a4f6f2b10"}

    job_id = GuidField(source="pk")


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
    failed = CountField(help_text="Those of them that are Failed now.")
    started_on = UtcDateTimeField(source="job.started_on", allow_null=True)
    finished_on = UtcDateTimeField(source="job.finished_on", allow_null=True)


class AlbumProcessingViews(ApiViewSet):
    """Processing an album's photos again."""

    access = Role("recognition.manage")

    @operation(takes=ProcessingInput, gives=StartedJobOutput, statuses=(202,), refusals=(404,))
    def start(self, request: Request, album_id: UUID) -> Response:
        """Process the album's photos again; an unfinished job of the album is joined."""
        mode = JobMode.FORCE if self.data()["force"] else JobMode.AGAIN
        actor = request.user.get_username()
        command = StartAlbumProcessingCommand(
            album_id=album_id, mode=mode, now=timezone.now(), actor=actor
        )
        return self.answer(start_album_processing(command))

    @operation(gives=JobOutput, refusals=(404,))
    def retrieve(self, request: Request, album_id: UUID, job_id: UUID) -> Response:
        """Return the progress of a job of the album."""
        return self.answer(get_job_progress(album_id, job_id))
