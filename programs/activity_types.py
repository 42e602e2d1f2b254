"""The activity types that exist. An app above registers each under its name at start-up."""

from collections.abc import Sequence

from programs.criteria import TaskCriteria
from records.refusals import Invalid

_registered: dict[str, TaskCriteria] = {}


class ActivityTypeUnknown(Invalid):
    """There is no such activity type."""

    code = "activity-type-unknown"


def register(name: str, criteria: TaskCriteria) -> None:
    """Add an activity type with the criteria of its tasks."""
    _registered[name] = criteria


def forget(name: str) -> None:
    """Remove an activity type."""
    del _registered[name]


def activity_types() -> Sequence[str]:
    """Return the names of the activity types."""
    return list(_registered)


def choices() -> Sequence[tuple[str, str]]:
    """Return the activity types as choices of a form or a serializer."""
    return [(name, name) for name in _registered]


def criteria_of(activity_type: str) -> TaskCriteria:
    """Return the criteria of a type's tasks.

    :raises ActivityTypeUnknown: no such type.
    """
    if activity_type not in _registered:
        known = ", ".join(_registered)
        raise ActivityTypeUnknown(
            f"There is no activity type {activity_type!r}; there are {known}.",
            {"activityType": f"must be one of {known}"},
        )
    return _registered[activity_type]
