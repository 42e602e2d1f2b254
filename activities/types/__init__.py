"""The activity types: one module and one class for each type."""

from collections.abc import Mapping

from activities.types.kind import ActivityKind, InvalidOperation
from activities.types.sporadic import SporadicActivity
from activities.types.sport import SportActivity
from programs.models import ActivityType

KINDS: Mapping[str, ActivityKind] = {
    kind.type: kind for kind in (SportActivity(), SporadicActivity())
}

__all__ = ["KINDS", "ActivityKind", "InvalidOperation", "kind_of"]


def kind_of(activity_type: ActivityType) -> ActivityKind:
    """Return the rules of a type.

    :raises InvalidOperation: activities of this type are not accepted.
    """
    kind = KINDS.get(activity_type)
    if kind is None:
        raise InvalidOperation(f"Activities of type {activity_type} are not accepted.")
    return kind
