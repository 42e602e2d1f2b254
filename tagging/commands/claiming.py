"""Which open tasks a tagger gets; they are locked, so that no other tagger gets them.

`SKIP LOCKED` leaves out the tasks that others are taking at this moment; only if nothing is left,
the others are waited for.
"""

from uuid import UUID

from tagging.models import TagatorSettings, TaggingTask, TaggingTaskState
from tagging.queries.open_tasks import next_open_tasks, open_tasks_for

_SPARE = 200  # tasks beyond those wanted, because others may be taking the first ones


def claim_tasks(settings: TagatorSettings, album_id: UUID | None, count: int) -> list[TaggingTask]:
    """Lock and return the most urgent tasks open to the tagger, at most `count`.

    :param album_id: of this album alone; None: of every album that is open to the tagger.
    """
    wanted = open_tasks_for(settings, album_id, count + _SPARE)
    claimed = list(wanted.select_for_update(skip_locked=True)[:count])
    # Either no task is open, or others have locked the first ones: wait for them, because they
    # may roll back, or only change the priority. If they took all of them, look again.
    while not claimed and (candidates := next_open_tasks(settings, album_id, count)):
        claimed = _claim_waiting(candidates)
    return claimed


def _claim_waiting(task_ids: list[UUID]) -> list[TaggingTask]:
    """Lock those of the tasks that are still open, in the order in which changes lock tasks."""
    open_tasks = TaggingTask.objects.filter(pk__in=task_ids, state=TaggingTaskState.OPEN)
    return list(open_tasks.order_by("pk").select_for_update())
