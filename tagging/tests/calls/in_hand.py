"""Completing the tasks of a work that a test has in hand, and what came of it."""

from datetime import timedelta

from django.db.models import Sum
from django.utils import timezone

from foundation.messaging.tests.play.jobs import work_on
from recognition.albums.commands import change_album_recognition_settings
from recognition.models import AlbumPhotosProcessingJob, Photo
from recognition.tests.album_changes import settings_of
from tagging.models import TaskHistory
from tagging.records.tags import AddTagsCommand, add_tags
from tagging.works.commands import CompleteTaskCommand, complete_task

START = timezone.now()


def after(seconds):
    return START + timedelta(seconds=seconds)


def in_hand(work, task, seconds=10):
    return {
        "tagator_id": work.tagator_id,
        "work_id": work.pk,
        "task_id": task.pk,
        "now": after(seconds),
    }


def complete(work, task, *tags, seconds=10, **more):
    add_tags(AddTagsCommand(**in_hand(work, task, seconds), tags=tags, **more))
    return complete_task(CompleteTaskCommand(**in_hand(work, task, seconds)))


def change_strategy(album_id, strategy):
    """Change an album's strategy, and have its photos follow."""
    change_album_recognition_settings(settings_of(album_id, strategy))
    for job in AlbumPhotosProcessingJob.objects.all():
        work_on(job)


def photo_of(task):
    return Photo.objects.get(pk=task.photo_id)


def counted(task):
    """Return what the history counts: tasks, numbers, seconds, amount."""
    names = ("tasks", "numbers", "active_seconds", "amount")
    found = TaskHistory.objects.filter(task=task).aggregate(*(Sum(name) for name in names))
    return tuple(found[f"{name}__sum"] for name in names)
