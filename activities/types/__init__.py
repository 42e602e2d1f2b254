"""The activity types: a module a type, and in it one class that says all about it."""

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
    """Return what there is to say about activities of a type.

    :raises InvalidOperation: activities of this type are not taken in.
    """
    kind = KINDS.get(activity_type)
    if kind is None:
        raise InvalidOperation(f"Activities of type {activity_type} are not taken in.")
    return kind
