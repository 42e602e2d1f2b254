"""A tagger's works over the ClientApi, and tasks as other services end them."""

from typing import Any
from uuid import UUID

import structlog
from django.http import HttpResponse
from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from foundation.rest.access import Role
from foundation.rest.bodies import unless_known
from foundation.rest.operations import operation
from foundation.rest.serializers import GuidField, Input, StrictTextField, UtcDateTimeField
from foundation.rest.views import ApiViewSet
from recognition.numbers.suggestions import list_suggestions
from recognition.photos.verdicts import entries_beginning_with
from recognition.wire.picture_copies import get_picture
from tagging.example_ids import PHOTO_ID, TASK_ID
from tagging.questions.commands import last_answer_on
from tagging.records.tagators import Tagator
from tagging.records.tags import MAX_TAGS, AddTagsCommand, DeleteTagCommand, add_tags, delete_tag
from tagging.records.tasks_in_hand import TaskCommand, seen_task, shown_task
from tagging.works.commands import (
    CompleteTaskCommand,
    ReopenTaskCommand,
    TakeWorkCommand,
    complete_task,
    is_work_waiting,
    reopen_task,
    take_work,
)
from tagging.works.queries import current_work, get_work, list_work_tasks, series_of, with_regions
from tagging.works.serializers import (
    AddTagsInput,
    DeleteTagQuery,
    PictureQuery,
    SeriesOutput,
    SkipInput,
    StartListOutput,
    StartListQuery,
    SuggestionsOutput,
    TaggingTaskOutput,
    TaskTagsOutput,
    WaitingOutput,
    WaitingQuery,
    WorkInput,
    WorkOutput,
)
from tagging.works.skipping import SkipTaskCommand, skip_task
from tagging.works.tagging_tasks import (
    TakeTaskCallbackCommand,
    TaskOutcome,
    WithdrawTaggingTaskCommand,
    take_task_callback,
    withdraw_tagging_task,
)

log = structlog.get_logger(__name__)

JPEG = "image/jpeg"


def picture_answer(request: Request, content: bytes) -> HttpResponse:
    """Return a picture that the browser may keep, but asks about each time."""
    kept = {"Cache-Control": "private, no-cache", "Vary": "Authorization"}
    return unless_known(request, HttpResponse(content, content_type=JPEG, headers=kept))


class WorkViews(ApiViewSet):
    """The works of the tagger who is signed in."""

    access = Role("tagging.tag", throttle="tagger")

    @operation(takes=WorkInput, gives=WorkOutput, statuses=(201, 200), refusals=(403, 404))
    def create(self, request: Request) -> Response:
        """Take work: the most urgent open tasks; an active work is returned as it is, with 200.

        404 `no-tasks`: no task is open to the tagger now. 403 `trial-not-passed`: too few photos of
        the trial were read rightly.
        """
        now, tagator_id = timezone.now(), _caller(request)
        taken = take_work(TakeWorkCommand(tagator_id=tagator_id, now=now, **self.data()))
        work = get_work(tagator_id, taken.work.pk, now)
        return self.answer(work, status=201 if taken.is_new else 200)

    @operation(gives=WorkOutput, refusals=(404,))
    def current(self, request: Request) -> Response:
        """Return the active work; without one: 404 `no-work`."""
        return self.answer(current_work(_caller(request), timezone.now()))

    @operation(query=WaitingQuery, gives=WaitingOutput)
    def waiting(self, request: Request) -> Response:
        """Return whether work is waiting for the tagger, for a page that is open without work.

        It also says when the lead last answered a question, which a work says while there is one.

        Photos that others take in the meantime are gone again: `POST works` may still refuse.
        """
        tagator_id, album_id = _caller(request), self.query().get("album_id")
        is_waiting = is_work_waiting(tagator_id, album_id)
        answered_on = last_answer_on(tagator_id)
        return self.answer({"is_waiting": is_waiting, "last_answer_on": answered_on})

    @operation(gives=WorkOutput, refusals=(404,))
    def retrieve(self, request: Request, work_id: UUID) -> Response:
        """Return a work."""
        return self.answer(get_work(_caller(request), work_id, timezone.now()))

    @operation(gives=TaggingTaskOutput, paged=True, refusals=(404,))
    def tasks(self, request: Request, work_id: UUID) -> Response:
        """List the tasks of a work in the order in which they are done.

        Skipped tasks, and those of an expired work that went back to the pool, are not in it.
        """
        return self.page(list_work_tasks(_caller(request), work_id), with_regions)


class TaggingTaskViews(ApiViewSet):
    """The tasks of a tagger's work. Another tagger's work is 404, one whose time is over is 409."""

    access = Role("tagging.tag", throttle="tagger")

    @operation(takes=AddTagsInput, gives=TaskTagsOutput, refusals=(404, 409))
    def add_tags(self, request: Request, **ids: UUID) -> Response:
        """Add numbers and custom tags: all of them, or none.

        422 `number-not-accepted`: `errors` names each number that fails the album's checks, and
        why. What the task has already stays as it is.
        """
        return self.answer(add_tags(AddTagsCommand(**self._in_hand(ids), **self.data())))

    @operation(query=DeleteTagQuery, gives=TaskTagsOutput, refusals=(404, 409))
    def delete_tag(self, request: Request, **ids: UUID) -> Response:
        """Delete a number (`value`) or a custom tag (`customTag`)."""
        command = DeleteTagCommand(**self._in_hand(ids), **self.query())
        return self.answer(delete_tag(command))

    @operation(refusals=(404, 409))
    def complete(self, request: Request, **ids: UUID) -> Response:
        """Complete the task: its tags are all that is on the photo. Repeated, nothing changes."""
        complete_task(CompleteTaskCommand(**self._in_hand(ids)))
        return self.done()

    @operation(takes=SkipInput, refusals=(404, 409))
    def skip(self, request: Request, **ids: UUID) -> Response:
        """Return the task to the pool. It is not offered to this tagger again."""
        skip_task(SkipTaskCommand(**self._in_hand(ids), **self.data()))
        return self.done()

    @operation(refusals=(404, 409))
    def reopen(self, request: Request, **ids: UUID) -> Response:
        """Take a completed or skipped task in hand again, while the work is active.

        409 `task-taken`: another tagger has the skipped task.
        """
        reopen_task(ReopenTaskCommand(**self._in_hand(ids)))
        return self.done()

    @operation(gives=SuggestionsOutput, refusals=(404, 409))
    def suggestions(self, request: Request, **ids: UUID) -> Response:
        """List numbers that may be on the photo of a task in hand.

        None of them is a tag before the tagger adds it. Another tagger's work is 404; an expired
        work, and a task that is cancelled or completed, are 409.
        """
        task = seen_task(TaskCommand(**self._in_hand(ids)))
        return self.answer({"suggestions": list_suggestions(task.photo, task.suggested_sources)})

    @operation(query=PictureQuery, sends=(JPEG,), sends_tag=True, refusals=(404, 409))
    def picture(self, request: Request, **ids: UUID) -> HttpResponse:
        """Return the photo of a task in a size for screens, as a file.

        As for the other actions of a task, but a completed task has its picture until the work is
        over. 404 `picture-not-available`, or `photo-was-deleted`; 503 `too-many-pictures`: try
        again soon.
        """
        task = shown_task(TaskCommand(**self._in_hand(ids)))
        content = get_picture(task.photo_id, self.query()["size"])
        return picture_answer(request, content)

    @operation(gives=SeriesOutput, refusals=(404, 409))
    def series(self, request: Request, **ids: UUID) -> Response:
        """List the tasks in hand whose photos show the same person, or are of the same burst.

        The refusals are those of `suggestions`.
        """
        task = seen_task(TaskCommand(**self._in_hand(ids)))
        return self.answer({"task_ids": series_of(task)})

    @operation(query=StartListQuery, gives=StartListOutput, refusals=(404, 409))
    def start_list(self, request: Request, **ids: UUID) -> Response:
        """List numbers of the album's start list that begin with `digits`, with their names.

        Letters before the digits may be left out. None where there is no list, or it is not
        available now. The refusals are those of `suggestions`.
        """
        command = TaskCommand(**self._in_hand(ids))
        album = seen_task(command).album
        entries = entries_beginning_with(album, self.query()["digits"], command.now)
        return self.answer({"entries": entries})

    def _in_hand(self, ids: dict[str, UUID]) -> dict[str, Any]:
        return {"tagator_id": _caller(self.request), "now": timezone.now(), **ids}


def _caller(request: Request) -> UUID:
    return Tagator.objects.id_of(request.user)


# What other services send about tagging tasks.


class CancelTaskInput(Input):
    """Why the photo's task is cancelled."""

    example = {"reason": "The photo was taken down."}

    reason = StrictTextField(max_length=500)


class TaskCallbackInput(Input):
    """The outcome of a task: the numbers read, or that the service rejected it."""

    example = {
        "taskId": TASK_ID,
        "photoId": PHOTO_ID,
        "state": "Completed",
        "tags": ["101", "2045"],
        "completedOn": "2026-05-17T12:00:00Z",
    }

    task_id = GuidField()
    photo_id = GuidField()
    state = serializers.ChoiceField(TaskOutcome.choices)
    tags = serializers.ListField(
        child=StrictTextField(),
        max_length=MAX_TAGS,
        required=False,
        help_text="The start numbers read; empty: the photo has none. Required with `Completed`.",
    )
    completed_on = UtcDateTimeField(
        required=False, allow_null=True, help_text="By the service's own clock."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        # Without this, `tags` left out would mean "there is no number on the photo".
        if attrs["state"] == TaskOutcome.COMPLETED and "tags" not in attrs:
            raise serializers.ValidationError({"tags": "Required with Completed."}, "required")
        return attrs


class PhotoTaskViews(ApiViewSet):
    """The tagging task of a photo."""

    access = Role("internal.call")

    @operation(takes=CancelTaskInput, refusals=(404,))
    def cancel(self, request: Request, photo_id: UUID) -> Response:
        """Cancel the photo's tagging task; without one, nothing changes."""
        withdraw_tagging_task(
            WithdrawTaggingTaskCommand(
                photo_id=photo_id, now=timezone.now(), by=self.actor, **self.data()
            )
        )
        return self.done()


class TaskCallbackViews(ApiViewSet):
    """Callbacks of an outside tagator service."""

    access = Role("tagging.callback")

    @operation(takes=TaskCallbackInput, refusals=(404,))
    def receive(self, request: Request) -> Response:
        """Receive the outcome of a tagging task.

        A number that fails the album's checks is 422, and nothing of the request is stored. A task
        that the photo does not wait for is ignored.
        """
        data = self.data()
        log.info(
            "task_called_back", task_id=str(data["task_id"]), reported=data.get("completed_on")
        )
        take_task_callback(
            TakeTaskCallbackCommand(
                task_id=data["task_id"],
                photo_id=data["photo_id"],
                outcome=TaskOutcome(data["state"]),
                tags=data.get("tags", []),
                now=timezone.now(),
                actor=request.user.username,
            )
        )
        return self.done()
