"""Processing photos again: the jobs to look at, and the actions that start them."""

from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone

from recognition.admin.labels import JOB_LABELS, coloured
from recognition.commands.jobs import StartAlbumProcessingCommand, start_album_processing
from recognition.commands.reconsidering import ReprocessPhotosCommand, reprocess_photos
from recognition.models import Album, AlbumPhotosProcessingJob, JobMode, Photo, PhotoState
from recognition.progress import job_progress
from recognition.selection import count_photos_to_process
from rest.staff import ReadOnlyAdmin, action


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

    @coloured("State", JOB_LABELS)
    def shown_state(self, job: AlbumPhotosProcessingJob) -> str:
        return job.state

    @admin.display(description="Photos by now")
    def photos(self, job: AlbumPhotosProcessingJob) -> str:
        done = job_progress(job)
        return f"{done.selected} taken: {done.processed} processed, {done.failed} failed"


class AlbumProcessingActions:
    """Actions that process whole albums again."""

    @action("Process again what is not recognised")
    def reprocess(self, request: HttpRequest, queryset: QuerySet[Album]) -> None:
        _start(request, queryset, JobMode.AGAIN)

    @action("Process again everything, from scratch…")
    def reprocess_all(self, request: HttpRequest, queryset: QuerySet[Album]) -> HttpResponse | None:
        if "confirmed" not in request.POST:
            count = sum(count_photos_to_process(album, JobMode.FORCE) for album in queryset)
            return _confirmation(self, request, count, "reprocess_all")
        _start(request, queryset, JobMode.FORCE)
        return None


class PhotoProcessingActions:
    """Actions that process chosen photos again."""

    @action("Process again what is not recognised")
    def reprocess(self, request: HttpRequest, queryset: QuerySet[Photo]) -> None:
        _reprocess(request, queryset, JobMode.AGAIN)

    @action("Process again everything, from scratch…")
    def reprocess_all(self, request: HttpRequest, queryset: QuerySet[Photo]) -> HttpResponse | None:
        if "confirmed" not in request.POST:
            count = queryset.exclude(state=PhotoState.DELETED).count()
            return _confirmation(self, request, count, "reprocess_all")
        _reprocess(request, queryset, JobMode.FORCE)
        return None


def _start(request: HttpRequest, albums: QuerySet[Album], mode: JobMode) -> None:
    now = timezone.now()
    for album_id in albums.order_by("pk").values_list("pk", flat=True):
        start_album_processing(StartAlbumProcessingCommand(album_id=album_id, mode=mode, now=now))
    messages.success(request, "The albums are processed again; the jobs say how far that is.")


def _reprocess(request: HttpRequest, photos: QuerySet[Photo], mode: JobMode) -> None:
    chosen = tuple(photos.values_list("pk", flat=True))
    command = ReprocessPhotosCommand(photo_ids=chosen, mode=mode, now=timezone.now())
    messages.success(request, f"{reprocess_photos(command)} of the photos are processed again.")


def _confirmation(model_admin: Any, request: HttpRequest, count: int, name: str) -> HttpResponse:
    """Say how many photos are touched, and have it confirmed before any is."""
    context = {
        **model_admin.admin_site.each_context(request),
        "title": "Process again from scratch",
        "count": count,
        "action": name,
        "selected": request.POST.getlist(ACTION_CHECKBOX_NAME),
        "across": request.POST.get("select_across", "0"),
        "opts": model_admin.opts,
    }
    return TemplateResponse(request, "admin/recognition/reprocess_all.html", context)
