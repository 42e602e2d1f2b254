"""Jobs that process the photos of albums again: how far each is."""

from django.contrib import admin

from recognition.admin.jobs.progress import shown_progress
from recognition.admin.labels import JOB_LABELS, in_colour
from recognition.models import AlbumPhotosProcessingJob
from recognition.queries.jobs.progress import job_progress
from staff.actions import computed_once
from staff.read_only import ReadOnlyAdmin


@admin.register(AlbumPhotosProcessingJob)
class AlbumPhotosProcessingJobAdmin(ReadOnlyAdmin):
    list_display = ("created_on", "album", "mode", "shown_state", "started_on", "finished_on")
    list_filter = ("state", "mode", "created_on")
    list_select_related = ("album",)
    search_fields = ("id", "album__id", "album__name")
    ordering = ("-created_on",)
    fields = ("id", "album", "mode", "again_mode", "shown_state", "photos", "reason_description",
              "created_on", "started_on", "finished_on", "leased_until", "cursor")  # fmt: skip
    readonly_fields = ("shown_state", "photos")

    @admin.display(description="State")
    def shown_state(self, job: AlbumPhotosProcessingJob) -> str:
        return in_colour(job.state, JOB_LABELS)

    @admin.display(description="Photos by now")
    @computed_once
    def photos(self, job: AlbumPhotosProcessingJob) -> str:
        return shown_progress(job_progress(job))
