"""An erased person in what taggers and staff entered: numbers, reasons, guides."""

from collections import Counter
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import CharField, F, Func, Q, QuerySet, Value
from django.db.models.functions import Cast

from foundation.privacy.commands import erase_from_audit
from foundation.privacy.registry import Counts, Erased, Marks, Part, Subject
from foundation.records.database import rewriting
from foundation.records.models import AuditEntry
from recognition.records.photos import Photo
from tagging.albums.guides import photo_of, pictures_in, without_pictures
from tagging.records.guides import AlbumGuide, PhotoQuestion
from tagging.records.history import TaskHistory
from tagging.records.quality import Comparison, KnownAnswer, KnownAnswerReading, LaterReading
from tagging.records.tasks import TaggingTask, TagKind, TaskTag

_ARRAYS = (
    (KnownAnswer, "album", ("numbers",)),
    (KnownAnswerReading, "known_answer__album", ("numbers", "expected_numbers")),
    (Comparison, "task__album", ("first_numbers", "second_numbers", "settled_numbers")),
    (LaterReading, "comparison__task__album", ("numbers",)),
)


class GuidesShowing(Part):
    """Cuts the person's numbers out of guides, and their photos out of the sample pictures."""

    def erase(self, subject: Subject, position: Any, now: datetime) -> Erased:
        counts = Counter[str]()
        for album in subject["albums"]:
            marks = Marks(ids=subject["persons"], numbers=album["numbers"])
            for guide in AlbumGuide.objects.filter(pk=album["id"]).select_for_update():
                shown = _photos_of_person(guide.text, subject["persons"], album["numbers"])
                left = marks.without(without_pictures(guide.text, shown))
                counts["guides"] += left != guide.text
                guide.store_differing(text=left)
            orders = AuditEntry.objects.filter(
                record_type=AlbumGuide.__name__, record_id=album["id"]
            )
            counts["audit"] += erase_from_audit(orders, marks)
        return Erased(counts=counts)


class NumbersByTaggers(Part):
    def count(self, subject: Subject) -> Counts:
        return {"tags": sum(tags.count() for tags in _tags(subject))}

    def erase(self, subject: Subject, position: Any, now: datetime) -> Erased:
        counts = Counter(tags=sum(tags.delete()[0] for tags in _tags(subject)))
        for album in subject["albums"]:
            for number in album["numbers"]:
                _remove_from_arrays(album["id"], number)
            marks = Marks(ids=subject["persons"], numbers=album["numbers"])
            tasks = TaggingTask.objects.filter(album=album["id"])
            counts["histories"] += _erase_from_reasons(tasks, marks)
            counts["questions"] += _erase_from_questions(tasks, marks)
            counts["audit"] += _erase_from_orders(tasks, marks)
        return Erased(counts=counts)


def _tags(subject: Subject) -> list[QuerySet[TaskTag]]:
    """Return by album the tags that are the person's numbers, or may be what is legible of them."""
    return [_numbers_in(album, album["numbers"]) for album in subject["albums"] if album["numbers"]]


def _numbers_in(album: dict[str, Any], numbers: list[str]) -> QuerySet[TaskTag]:
    tags = TaskTag.objects.filter(task__album=album["id"]).exclude(kind=TagKind.CUSTOM)
    partial = tags.filter(kind=TagKind.PARTIAL).values_list("value", flat=True).distinct()
    theirs = filter(Marks(numbers=numbers).is_number, partial)
    return tags.filter(value__in=[*numbers, *theirs])


def _photos_of_person(text: str, persons: list[str], numbers: list[str]) -> set[UUID]:
    """Return those of the text's sample pictures that show the person, by face or number."""
    named = [photo_of(picture) for picture in pictures_in(text)]
    photos = Photo.objects.filter(pk__in=[each for each in named if each])
    shown = Q(persons__person_id__in=persons) | Q(numbers__value__in=numbers)
    return set(photos.filter(shown).values_list("pk", flat=True))


def _remove_from_arrays(album_id: str, number: str) -> None:
    for model, album, columns in _ARRAYS:
        for column in columns:
            rows = model._default_manager.filter(
                **{album: album_id, f"{column}__contains": [number]}
            )
            left = Func(F(column), Value(number), function="array_remove")
            ids = list(rows.values_list("pk", flat=True))
            model._default_manager.filter(pk__in=ids).update(**{column: left})


def _erase_from_reasons(tasks: QuerySet[TaggingTask], marks: Marks) -> int:
    """Cut the marks out of why tasks were skipped or cancelled; return how many had one."""
    rows = list(TaskHistory.objects.filter(task__in=tasks, reason__iregex=marks.coarse))
    named = [row for row in rows if marks.name(row.reason)]
    for row in named:
        row.reason = marks.without(row.reason)
    if named:
        with rewriting("histories"):
            TaskHistory.objects.bulk_update(named, ["reason"])
    return len(named)


def _erase_from_questions(tasks: QuerySet[TaggingTask], marks: Marks) -> int:
    """Cut the marks out of questions and answers; return how many had one."""
    questions = PhotoQuestion.objects.filter(task__in=tasks)
    likely = Q(text__iregex=marks.coarse) | Q(answer__iregex=marks.coarse)
    changed = 0
    for question in questions.filter(likely).order_by("pk").select_for_update():
        left = {name: marks.without(getattr(question, name)) for name in ("text", "answer")}
        if changes := question.differing(**left):
            question.store(**changes)
            changed += 1
    return changed


def _erase_from_orders(tasks: QuerySet[TaggingTask], marks: Marks) -> int:
    """Cut the marks out of the audit of tasks, and of disagreements and questions about them."""
    types = [model.__name__ for model in (TaggingTask, Comparison)]  # of one id
    about = Q(record_type__in=types, record_id__in=_ids(tasks))
    questions = PhotoQuestion.objects.filter(task__in=tasks)
    about |= Q(record_type=PhotoQuestion.__name__, record_id__in=_ids(questions))
    return erase_from_audit(AuditEntry.objects.filter(about), marks)


def _ids(records: QuerySet[Any]) -> Any:
    """Return the ids as texts, for a subquery."""
    return records.annotate(key=Cast("pk", CharField())).values("key")
