"""Taggers, their works, tasks and history, quality and pay, as they move in and out."""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Any

from django.contrib.auth.hashers import identify_hasher, is_password_usable
from django.contrib.auth.models import Permission, User

from foundation.moving.columns import MovedColumn, RefusedValue, ValueType
from foundation.moving.kinds import Facts, FileFacts, MovedKind, Row, RowProblem, Values
from foundation.moving.passwords import as_stored
from foundation.privacy.registry import erased_problems
from recognition.records.erased import number_name
from tagging.pay.models import PaidMonth, Payment
from tagging.records.guides import AlbumGuide, PhotoQuestion
from tagging.records.history import TaskChange, TaskHistory
from tagging.records.quality import (
    AlbumQuality,
    Certainty,
    Comparison,
    KnownAnswer,
    KnownAnswerReading,
    LaterReading,
)
from tagging.records.tagators import OpenedAlbum, Tagator, TagatorSettings, TagatorState
from tagging.records.tasks import TaggingTask, TaskSkip, TaskTag
from tagging.records.works import Work

_EMAIL = ValueType(
    schema={"type": "string", "format": "email", "maxLength": 150}, read=lambda value: _email(value)
)


def _email(value: Any) -> str:
    field = Tagator._meta.get_field("email")
    try:
        found: str = field.clean(value.strip().lower() if isinstance(value, str) else "", None)
    except Exception as error:
        raise RefusedValue("is no e-mail address", "Correct it at its source.") from error
    return found


def _hash(value: Any) -> str:
    try:
        found = as_stored(value)
        identify_hasher(found).safe_summary(found)  # it can be read
    except (TypeError, ValueError):
        says = "is no hash that Django or ASP.NET Identity (version 3) has"
        cure = "Leave it out: the tagger then gets a link to set a password."
        raise RefusedValue(says, cure) from None
    return found


class MovedSettings(MovedKind):
    name, model = "tagator-settings", TagatorSettings
    says = "How the tagger works."
    key, parent, listed_as, has_file = ("tagator_id",), "tagator_id", "settings", False


class MovedOpened(MovedKind):
    name, model = "opened-albums", OpenedAlbum
    says = "Albums open to the tagger, where not all are."
    parent, listed_as, has_file, shorthand = "tagator_id", "albums", False, "album_id"
    key = ("tagator_id", "album_id")


class MovedTagators(MovedKind):
    """Taggers with settings, rates, and the users as whom they sign in."""

    name, model = "tagators", Tagator
    says = "Taggers with settings and rates. None is mailed."
    names = {"id": "tagatorId"}
    needed = ("id",)
    types = {"email": _EMAIL}
    left_out = set_later = ("user_id",)
    unique = (("email",),)
    meanings = {"email": "The name to sign in with.", "name": "Their name."}
    remembers = ("rate_per_task", "rate_per_number")
    children = (MovedSettings(), MovedOpened())
    more_columns = (
        MovedColumn(
            name="passwordHash",
            attname="password_hash",
            says="A hash of Django, or of ASP.NET Identity version 3. One that is here stays.",
            otherwise="none: staff send a link to set one",
            type=ValueType(schema={"type": "string"}, read=_hash),
        ),
    )

    def problems(self, rows: Sequence[Row], facts: FileFacts) -> Iterator[tuple[Row, RowProblem]]:
        emails = {row.values["email"]: row for row in rows}
        users = User.objects.filter(username__in=list(emails), tagator=None)
        for email in users.values_list("username", flat=True):
            cure = "Change the address of one of the two."
            says = "is that of a user here who is no tagger"
            yield emails[email], RowProblem(field="email", says=says, cure=cure)

    def is_same(self, attname: str, given: Any, stored: Any) -> bool:
        return attname == "password_hash" or super().is_same(attname, given, stored)

    def extra_values(self, rows: Sequence[Values]) -> None:
        ids = [row["id"] for row in rows]
        hashes = dict(Tagator.objects.filter(pk__in=ids).values_list("pk", "user__password"))
        for row in rows:
            known = hashes[row["id"]]
            row["password_hash"] = known if is_password_usable(known) else None

    def before_insert(self, rows: Sequence[Row]) -> None:
        """Make the users; without a hash none can sign in until a password is set."""
        users = [_user(row.values) for row in rows]
        User.objects.bulk_create(users)
        tag = Permission.objects.get(content_type__app_label="tagging", codename="tag")
        through = User.user_permissions.through
        through.objects.bulk_create(through(user=user, permission=tag) for user in users)
        for row, user in zip(rows, users, strict=True):
            row.values["user_id"] = user.pk
            row.lists.setdefault("settings", [{}])

    def after_change(self, pks: Sequence[Any]) -> None:
        for tagator in Tagator.objects.filter(pk__in=pks).select_related("user"):
            user = tagator.user
            user.username = user.email = tagator.email
            user.is_active = tagator.state == TagatorState.ACTIVE
            user.save(update_fields=["username", "email", "is_active"])


def _user(values: Values) -> User:
    user = User(username=values["email"], email=values["email"])
    user.is_active = values.get("state", TagatorState.ACTIVE) == TagatorState.ACTIVE
    if "created_on" in values:
        user.date_joined = values["created_on"]
    user.set_unusable_password()
    user.password = values.get("password_hash", user.password)
    return user


class MovedWorks(MovedKind):
    name, model = "works", Work
    says = "Works: tasks that a tagger took together."
    names = {"id": "workId"}
    needed = ("id",)
    remembers = ("tagator_id",)


class MovedTags(MovedKind):
    name, model = "task-tags", TaskTag
    says = "Numbers and custom tags of the task."
    parent, listed_as, has_file, shorthand = "task_id", "tags", False, "value"
    key = ("kind", "value")
    absent = {"kind": "Number"}


class MovedTaskHistories(MovedKind):
    name, model = "task-histories", TaskHistory
    says = "What happened to the task, the oldest first: timesheets and pay are its sums."
    parent, listed_as, has_file = "task_id", "history", False
    is_append_only = True
    absent = {
        "priority": "the task's",
        "tasks": "1 of a completion, else 0",
        "numbers": "of a completion the task's numbers, else 0",
        "amount": "of a completion the tagger's rate now, else 0",
    }


class MovedSkips(MovedKind):
    name, model = "task-skips", TaskSkip
    says = "Taggers who are not offered the task again."
    parent, listed_as, has_file = "task_id", "skips", False
    key = ("tagator_id", "task_id")


class MovedWorksAndTasks(MovedKind):
    name, model = "works-and-tasks", TaggingTask
    says = "Tagging tasks with their tags and history."
    names = {"id": "taskId"}
    needed = ("id",)
    absent = {"album_id": "the photo's"}
    meanings = {
        "work_id": "The work that has it, or in which it was finished.",
        "state": "Open: taggers get it from the import on.",
        "priority": "Higher ones are first.",
    }
    children = (MovedTags(), MovedTaskHistories(), MovedSkips())

    def problems(self, rows: Sequence[Row], facts: FileFacts) -> Iterator[tuple[Row, RowProblem]]:
        photos = facts("photos", [row.values["photo_id"] for row in rows])
        albums = [(row, photos[str(row.values["photo_id"])]["album_id"]) for row in rows]
        yield from erased_problems(
            (row, "tags", number_name(album, tag["value"]))
            for row, album in albums
            for tag in row.lists.get("tags", ())
        )
        for row, album in albums:
            if str(row.values.get("album_id", album)) != album:
                says = "is not the album of the photo"
                yield row, RowProblem(field="albumId", says=says, cure="Leave it out.")

    def complete(self, rows: Sequence[Row], facts: Facts) -> None:
        photos = facts("photos", [row.values["photo_id"] for row in rows])
        who = {each.get("tagator_id") for row in rows for each in row.lists.get("history", ())}
        rates = facts("tagators", who)
        for row in rows:
            values = row.values
            values.setdefault("album_id", photos[str(values["photo_id"])]["album_id"])
            for tag in row.lists.get("tags", ()):
                tag.setdefault("kind", "Number")
            for each in row.lists.get("history", ()):
                for name, value in _counted(row, each, rates).items():
                    each.setdefault(name, value)


def _counted(row: Row, each: Values, rates: Any) -> Values:
    found: Values = {"priority": row.values.get("priority", 0)}
    if each["change"] == TaskChange.COMPLETED:
        numbers = sum(tag["kind"] == "Number" for tag in row.lists.get("tags", ()))
        known = rates.get(str(each.get("tagator_id")), {})
        rate = Decimal(known.get("rate_per_task") or 0)
        amount = rate + numbers * Decimal(known.get("rate_per_number") or 0)
        found |= {"tasks": 1, "numbers": numbers, "amount": amount}
    return found


class MovedGuides(MovedKind):
    name, model = "album-guides", AlbumGuide
    says = "What taggers of an album are to know."
    key = ("album_id",)


class MovedQualities(MovedKind):
    name, model = "album-qualities", AlbumQuality
    says = "How often an album's tasks are read again."
    key = ("album_id",)


class MovedKnownAnswers(MovedKind):
    name, model = "known-answers", KnownAnswer
    says = "Photos whose numbers are known."
    key = ("photo_id",)


class MovedKnownAnswerReadings(MovedKind):
    name, model = "known-answer-readings", KnownAnswerReading
    says = "What taggers read of them."
    key = ("task_id",)


class MovedComparisons(MovedKind):
    name, model = "comparisons", Comparison
    says = "First and second readings, beside each other."
    key = ("task_id",)


class MovedLaterReadings(MovedKind):
    name, model = "later-readings", LaterReading
    says = "Third readings, and later ones."
    key = ("task_id",)


class MovedCertainties(MovedKind):
    name, model = "certainties", Certainty
    says = "How sure the readings of a task are."
    key = ("task_id",)


class MovedQuestions(MovedKind):
    name, model = "photo-questions", PhotoQuestion
    says = "Questions of taggers, and their answers."
    names = {"id": "questionId"}


class MovedPayments(MovedKind):
    name, model = "payments", Payment
    says = "What each tagger got."
    parent, listed_as, has_file = "month_id", "payments", False
    key = ("month_id", "tagator_id")
    is_append_only = True


class MovedPaidMonths(MovedKind):
    name, model = "paid-months", PaidMonth
    says = "Months of pay that were signed off."
    key = ("begin",)
    children = (MovedPayments(),)
    is_append_only = True


KINDS = (
    MovedTagators(),
    MovedWorks(),
    MovedWorksAndTasks(),
    MovedGuides(),
    MovedQualities(),
    MovedKnownAnswers(),
    MovedKnownAnswerReadings(),
    MovedComparisons(),
    MovedLaterReadings(),
    MovedCertainties(),
    MovedQuestions(),
    MovedPaidMonths(),
)
