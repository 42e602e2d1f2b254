"""Searching again for a task that suits an activity, when staff ask for it."""

from dataclasses import dataclass
from uuid import UUID

from django.db import transaction

from activities.commands.settling import SettleActivityCommand, settle_activity
from activities.following import APPLY_ACTIVITY, withdraw_step
from activities.models import Activity, ActivityState
from activities.types import InvalidOperation
from records.refusals import Conflict


class TaskManagersDecide(Conflict):
    """The program is of the old scheme: its task managers apply activities."""

    code = "task-managers-decide"


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchAgainCommand:
    """`source` is the member of staff who asks."""

    activity_id: UUID
    source: str


@transaction.atomic
def search_again(command: SearchAgainCommand) -> Activity:
    """Search at once for a suitable task of an activity; skip it if there is none.

    This is done in place of the activity's own step, which is withdrawn.

    :raises ActivityNotFound: no such activity.
    :raises InvalidOperation: it is applied or skipped already, which is final.
    :raises TaskManagersDecide: the program is of the old scheme.
    """
    withdraw_step(command.activity_id, APPLY_ACTIVITY, command.source)
    activity = Activity.objects.select_related("marketing_program").locked(command.activity_id)
    if activity.state != ActivityState.CREATED:
        raise InvalidOperation(f"Activity {activity.pk} is {activity.state}, which is final.")
    if not activity.marketing_program.is_new_scheme:
        raise TaskManagersDecide(
            f"Program {activity.marketing_program} is of the old scheme: its task managers decide."
        )
    return settle_activity(SettleActivityCommand(activity_id=activity.pk, source=command.source))
