"""Processing an album's photos again, over the AdminApi."""

from uuid import UUID

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from foundation.rest.access import Role
from foundation.rest.operations import operation
from foundation.rest.views import ApiViewSet
from recognition.api.access import READ
from recognition.api.jobs.serializers import JobOutput, ProcessingInput, StartedJobOutput
from recognition.commands.jobs import StartAlbumProcessingCommand, start_album_processing
from recognition.models import JobMode
from recognition.queries.jobs.progress import get_job_progress, started_job


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
