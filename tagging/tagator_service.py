"""The built-in tagator service: recognition calls it to create and cancel tasks here."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone

from recognition.records.photos import Photo
from recognition.wire.tagator_service import TaggingPace
from tagging.records.quality import KnownAnswer
from tagging.statistics.albums import get_tagging_paces
from tagging.tagators.invitations import workbench
from tagging.works.tagging_tasks import (
    CreateTaggingTaskCommand,
    cancel_checks,
    cancel_tagging_task,
    change_task_priority,
    correct_tasks_of_photo,
    create_tagging_task,
    unfinished_checks,
)


class BuiltInTagatorService:
    """Implements recognition's port `TagatorService`, inside recognition's transaction."""

    def create_task(self, task_id: UUID, photo: Photo) -> None:
        """Create an open task for the photo, with the album's priority at that moment."""
        create_tagging_task(
            CreateTaggingTaskCommand(
                task_id=task_id,
                photo_id=photo.pk,
                album_id=photo.album_id,
                photographer_id=photo.photographer_id,
                shooting_date=photo.shooting_date,
                image_url=photo.image_url,
                now=timezone.now(),
            )
        )

    def cancel_tasks(self, photo_id: UUID, reason: str) -> None:
        cancel_tagging_task(photo_id, reason, timezone.now())

    def end_checks(self, photo_ids: Sequence[UUID], reason: str) -> None:
        """Cancel the unfinished second readings and known-answer tasks of the photos."""
        cancel_checks(photo_ids, reason, timezone.now())

    def count_checks(self, photos: QuerySet[Photo]) -> int:
        return unfinished_checks(photos).count()

    def change_priority(self, album_id: UUID, priority: int) -> None:
        change_task_priority(album_id, priority, timezone.now())

    def correct_tasks(self, photo: Photo) -> None:
        correct_tasks_of_photo(photo)

    def known_answers_with(self, album_id: UUID, custom_tags: Iterable[str]) -> Sequence[UUID]:
        found = KnownAnswer.objects.filter(
            album=album_id, is_active=True, custom_tags__overlap=list(custom_tags)
        )
        return list(found.order_by("pk").values_list("pk", flat=True))

    def paces(self, album_ids: Sequence[UUID], now: datetime) -> Mapping[UUID, TaggingPace]:
        return get_tagging_paces(album_ids, now)

    def workplace(self) -> str:
        return f"in the workbench, {workbench()}"
