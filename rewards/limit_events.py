"""The event that a budget is used to some percent."""

from datetime import datetime

from foundation.messaging.outbox import TopicMessage
from rewards.models import RewardLimit, RewardLimitCounter

BUDGET_REACHED = "rewards.budget-reached"


def budget_reached(
    limit: RewardLimit, counter: RewardLimitCounter, percent: int, now: datetime
) -> TopicMessage:
    """Return the event that so many percent of a budget are used; the limit id is its key."""
    return TopicMessage(
        topic=BUDGET_REACHED,
        key=limit.pk,
        subject=str(limit.pk),
        data={
            "limitId": str(limit.pk),
            "marketingProgramId": str(limit.program_id),
            "activityType": limit.activity_type or None,
            "period": limit.period,
            "since": _text(counter.since),
            "unit": limit.unit,
            "most": int(limit.most),
            "used": int(counter.used),
            "percent": percent,
            "occurredOn": _text(now),
        },
        occurred_on=now,
    )


def _text(moment: datetime) -> str:
    return moment.isoformat().replace("+00:00", "Z")
