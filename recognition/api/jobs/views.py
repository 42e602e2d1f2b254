"""Processing an album's photos again, over the AdminApi."""

from uuid import UUID

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from recognition.api.jobs.serializers import JobOutput, ProcessingInput, StartedJobOutput
from recognition.commands.jobs import StartAlbumProcessingCommand, start_album_processing
from recognition.models import JobMode
from recognition.queries.jobs.progress import get_job_progress
from rest.access import Role
from rest.operations import operation
from rest.views import ApiViewSet


class AlbumProcessingViews(ApiViewSet):
    access = Role("recognition.manage")

    @operation(takes=ProcessingInput, gives=StartedJobOutput, statuses=(202,), refusals=(404,))
    def start(self, request: Request, album_id: UUID) -> Response:
        """Process the album's photos again; an unfinished job of the album is joined."""
        mode = JobMode.FORCE if self.data()["force"] else JobMode.AGAIN
        actor, now = request.user.get_username(), timezone.now()
        command = StartAlbumProcessingCommand(album_id=album_id, mode=mode, now=now, actor=actor)
        return self.answer(start_album_processing(command))

    @operation(gives=JobOutput, refusals=(404,))
    def retrieve(self, request: Request, album_id: UUID, job_id: UUID) -> Response:
        """Return the progress of a job of the album."""
        return self.answer(get_job_progress(album_id, job_id))
