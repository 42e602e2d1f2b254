"""A tagger's works over the ClientApi, and the tasks in them."""

from typing import Any
from uuid import UUID

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from recognition.queries.photos.suggestions import list_suggestions
from rest.access import Role
from rest.operations import operation
from rest.views import ApiViewSet
from tagging.api.works.serializers import (
    AddTagsInput,
    DeleteTagQuery,
    SkipInput,
    SuggestionsOutput,
    TaggingTaskOutput,
    TaskTagsOutput,
    WorkInput,
    WorkOutput,
)
from tagging.commands.closing import SkipTaskCommand, skip_task
from tagging.commands.completing import (
    CompleteTaskCommand,
    ReopenTaskCommand,
    complete_task,
    reopen_task,
)
from tagging.commands.in_hand import TaskCommand, seen_task
from tagging.commands.tags import AddTagsCommand, DeleteTagCommand, add_tags, delete_tag
from tagging.commands.works import TakeWorkCommand, take_work
from tagging.models import Tagator
from tagging.queries.works import current_work, get_work, list_work_tasks


class WorkViews(ApiViewSet):
    """The works of the tagger who is signed in."""

    access = Role("tagging.tag", throttle="tagger")

    @operation(takes=WorkInput, gives=WorkOutput, statuses=(201, 200), refusals=(404,))
    def create(self, request: Request) -> Response:
        """Take work: the most urgent open tasks; an active work is returned as it is, with 200.

        404 `no-tasks`: no task is open to the tagger now.
        """
        now, tagator_id = timezone.now(), _caller(request)
        taken = take_work(TakeWorkCommand(tagator_id=tagator_id, now=now, **self.data()))
        work = get_work(tagator_id, taken.work.pk, now)
        return self.answer(work, status=201 if taken.is_new else 200)

    @operation(gives=WorkOutput, refusals=(404,))
    def current(self, request: Request) -> Response:
        """Return the active work; without one: 404 `no-work`."""
        return self.answer(current_work(_caller(request), timezone.now()))

    @operation(gives=WorkOutput, refusals=(404,))
    def retrieve(self, request: Request, work_id: UUID) -> Response:
        """Return a work."""
        return self.answer(get_work(_caller(request), work_id, timezone.now()))

    @operation(gives=TaggingTaskOutput, paged=True, refusals=(404,))
    def tasks(self, request: Request, work_id: UUID) -> Response:
        """List the tasks of a work in the order in which they are done.

        Skipped tasks, and those of an expired work that went back to the pool, are not in it.
        """
        return self.page(list_work_tasks(_caller(request), work_id))


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
        """Take a completed task in hand again, while the work is active."""
        reopen_task(ReopenTaskCommand(**self._in_hand(ids)))
        return self.done()

    @operation(gives=SuggestionsOutput, refusals=(404, 409))
    def suggestions(self, request: Request, **ids: UUID) -> Response:
        """List numbers that may be on the photo of a task in hand.

        None of them is a tag before the tagger adds it. Another tagger's work is 404; an expired
        work, and a task that is cancelled or completed, are 409.
        """
        task = seen_task(TaskCommand(**self._in_hand(ids)))
        return self.answer({"suggestions": list_suggestions(task.photo)})

    def _in_hand(self, ids: dict[str, UUID]) -> dict[str, Any]:
        return {"tagator_id": _caller(self.request), "now": timezone.now(), **ids}


def _caller(request: Request) -> UUID:
    return Tagator.objects.id_of(request.user)
