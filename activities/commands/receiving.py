"""An activity that its source sends, for the first time or again."""

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from activities.commands.creating import (
    ActivityHasOtherData,
    CreateActivityCommand,
    create_activity,
)
from activities.commands.updating import UpdateActivityDataCommand, update_activity_data
from activities.models import Activity


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceiveActivityCommand:
    activity_id: UUID
    participant_id: UUID
    activity_data: Mapping[str, str]
    activity_type: str
    source: str = ""


def receive_activity(command: ReceiveActivityCommand) -> Activity:
    """Create an activity or, if it exists, update its data.

    Creation is tried first. So if two callbacks race for a new id, the later one updates what the
    earlier one created.

    :raises Refusal: as `create_activity` and `update_activity_data`, except ActivityHasOtherData.
    """
    try:
        return create_activity(
            CreateActivityCommand(
                activity_id=command.activity_id,
                participant_id=command.participant_id,
                activity_data=command.activity_data,
                activity_type=command.activity_type,
                source=command.source,
            )
        )
    except ActivityHasOtherData:
        return update_activity_data(
            UpdateActivityDataCommand(
                activity_id=command.activity_id,
                activity_data=command.activity_data,
                activity_type=command.activity_type,
                source=command.source,
            )
        )
