"""A participant's activities erased, and the participant from the activities of others."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from activities.records.models import Activity, ActivityHistory, RewardClaim
from activities.types import KINDS
from foundation.messaging.models import OutboxMessage
from foundation.privacy.commands import erase_dead_letters, erase_from_positions
from foundation.privacy.registry import (
    Counts,
    Erased,
    Marks,
    Name,
    Part,
    Subject,
    erased_among,
    keep_erased,
)
from foundation.records.database import rewriting
from foundation.records.formats import guid_or_none
from programs.participants.erasing import participant_name, pseudonym_of
from rewards.erasing import erase_activities

ACTIVITIES_AT_ONCE = 100


def activity_name(activity_id: UUID) -> Name:
    return ("activity", str(activity_id))


class ActivitiesOfParticipant(Part):
    def count(self, subject: Subject) -> Counts:
        own = _activities_of(subject)
        histories = ActivityHistory.objects.filter(activity__in=own)
        return {"activities": own.count(), "histories": histories.count()}

    def erase(self, subject: Subject, position: Any, now: datetime) -> Erased:
        own = _activities_of(subject).order_by("pk").values_list("pk", flat=True)
        chosen = list(own[:ACTIVITIES_AT_ONCE])
        if chosen:
            return Erased(counts=_delete(chosen), next="more")
        changed = _replace_in_others(subject["participantId"], subject["pseudonym"])
        return Erased(counts={"histories": changed})


def _activities_of(subject: Subject) -> Any:
    return Activity.objects.filter(participant=subject["participantId"])


def _delete(ids: Sequence[UUID]) -> Counts:
    """Delete activities with all that follows from them."""
    keys = list(map(str, ids))
    keep_erased(map(activity_name, ids))
    # Messages before activities: a worker locks a step first, and then its activity.
    messages, _ = OutboxMessage.objects.filter(key__in=keys).delete()
    letters = erase_dead_letters(Marks(ids=keys))
    list(Activity.objects.filter(pk__in=ids).order_by("pk").select_for_update(of=("self",)))
    erase_activities(keys)
    erase_from_positions(keys)
    with rewriting("histories"):
        histories, _ = ActivityHistory.objects.filter(activity__in=ids).delete()
    RewardClaim.objects.filter(activity__in=ids).delete()
    Activity.objects.filter(pk__in=ids).delete()
    return {
        "activities": len(ids),
        "histories": histories,
        "messages": messages,
        "deadLetters": letters,
    }


def _replace_in_others(participant_id: str, pseudonym: str) -> int:
    """Replace the participant in the data of others, who invited them; return how many rows."""
    count = 0
    for kind in KINDS.values():
        for key in kind.participants:
            others = Activity.objects.filter(type=kind.type)
            named = others.filter(**{f"data__{key}__iexact": participant_id})
            for activity in named.select_for_update(of=("self",)):
                activity.store(data={**activity.data, key: pseudonym})
                count += _replace_in_history(activity, key, participant_id, pseudonym)
    return count


def _replace_in_history(activity: Activity, key: str, participant_id: str, pseudonym: str) -> int:
    rows = [
        row
        for row in activity.history.all()
        if str(row.details.get("data", {}).get(key, "")).lower() == participant_id
    ]
    for row in rows:
        row.details["data"][key] = pseudonym
    with rewriting("histories"):
        ActivityHistory.objects.bulk_update(rows, ["details"])
    return len(rows)


def data_without_erased(kind_name: str, data: Mapping[str, str]) -> dict[str, str]:
    """Return the data of an activity with pseudonyms for erased participants that it names."""
    kind = KINDS.get(kind_name)
    guids = {key: guid_or_none(data.get(key, "")) for key in (kind.participants if kind else ())}
    named = {participant_name(guid): guid for guid in guids.values() if guid is not None}
    erased = {named[name] for name in erased_among(named)} if named else set()
    replaced = {key: str(pseudonym_of(guid)) for key, guid in guids.items() if guid in erased}
    return {**data, **replaced}
