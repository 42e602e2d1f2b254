"""Jobs that process the photos of albums again, and how far each job is."""

from django.contrib import admin
from django.template.loader import render_to_string

from recognition.admin.labels import ShownState
from recognition.models import AlbumPhotosProcessingJob, AlbumRejudging, JobMode
from recognition.queries.jobs.progress import JobProgress, job_progress
from staff.actions import computed_once
from staff.read_only import ReadOnlyAdmin


def shown_progress(progress: JobProgress) -> str:
    """Return how far a job's photos are, in words and as a bar."""
    under_way = progress.selected - progress.resting
    waiting = progress.resting - progress.processed - progress.failed
    counts = (
        f"{progress.processed:,} processed, {progress.failed:,} failed, {under_way:,} under way"
        f"{f', {waiting:,} waiting for a tagger or resting' if waiting else ''}"
    )
    context = {
        "taken": f"{progress.selected:,} photo{'' if progress.selected == 1 else 's'} taken",
        "counts": counts,
        "under_way": under_way,
        "percent": 100 * progress.resting // progress.selected if progress.selected else 0,
    }
    return render_to_string("recognition/job_progress.html", context)


@admin.register(AlbumPhotosProcessingJob)
class AlbumPhotosProcessingJobAdmin(ShownState, ReadOnlyAdmin):
    list_display = ("created_on", "album", "mode", "by", "shown_state", "started_on", "finished_on")
    list_filter = ("state", "mode", "created_on")
    list_select_related = ("album",)
    search_fields = ("id", "album__id", "album__name")
    ordering = ("-created_on",)
    fields = ("id", "album", "mode", "again_mode", "by", "shown_state", "photos",
              "reason", "created_on", "started_on", "finished_on", "leased_until",
              "position")  # fmt: skip
    readonly_fields = ("shown_state", "photos", "by")

    @admin.display(description="Started by")
    def by(self, job: AlbumPhotosProcessingJob) -> str:
        causes = {JobMode.SCHEDULED: "the schedule", JobMode.CHANGED: "a change of settings"}
        return job.started_by or causes.get(JobMode(job.mode), "unknown")

    @admin.display(description="Photos by now")
    @computed_once
    def photos(self, job: AlbumPhotosProcessingJob) -> str:
        return shown_progress(job_progress(job))


@admin.register(AlbumRejudging)
class AlbumRejudgingAdmin(ShownState, ReadOnlyAdmin):
    """Numbers of albums judged again, since the settings changed: how far, and why it failed."""

    list_display = ("album", "created_on", "shown_state", "started_on", "finished_on", "reason")
    list_select_related = ("album",)
    ordering = ("-created_on",)
