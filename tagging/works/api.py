"""A tagger's works over the ClientApi, and the tasks in them."""

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from foundation.rest.access import Role
from foundation.rest.operations import operation
from foundation.rest.views import ApiViewSet
from recognition.numbers.suggestions import list_suggestions
from recognition.photos.verdicts import entries_beginning_with
from recognition.wire.pictures import get_picture
from tagging.questions.commands import last_answer_on
from tagging.records.assigned import TaskCommand, seen_task, shown_task
from tagging.records.tagators import Tagator
from tagging.records.tags import AddTagsCommand, DeleteTagCommand, add_tags, delete_tag
from tagging.works.closing import SkipTaskCommand, skip_task
from tagging.works.completing import (
    CompleteTaskCommand,
    ReopenTaskCommand,
    complete_task,
    reopen_task,
)
from tagging.works.pictures import JPEG, picture_answer
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
from tagging.works.taking import TakeWorkCommand, is_work_waiting, take_work


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
