"""Limits of what a program credits, and the counters of what they gave in each period."""

import uuid
from collections.abc import Iterable, Sequence
from datetime import datetime
from decimal import Decimal
from operator import attrgetter
from typing import Any, ClassVar

from django.db import models
from django.db.models import Q

from foundation.records.models import VersionedModel, VersionedQuerySet
from foundation.records.refusals import NotFound
from foundation.records.statements import fetch_rows, run_statement
from programs.activity_types import titles
from programs.programs.models import MarketingProgram
from rewards.limits.periods import LimitPeriod, span_of

# Reading limits and their counters, and storing what was used of many.
#
# Limits are read FOR KEY SHARE, which the ORM does not have, so that none is added, changed or
# removed before the reward is stored: calculations do not wait for each other. It locks the table
# too, even where no row is found, until the transaction ends; a change of limits waits for that.


LIMITS_OF = """
SELECT reward_limit.id, reward_limit.program_id, reward_limit.scope, reward_limit.activity_type,
    reward_limit.period, reward_limit.unit, reward_limit.most, reward_limit.version,
    reward_limit.created_on, reward_limit.updated_on, program.time_zone
FROM rewards_rewardlimit AS reward_limit
JOIN programs_marketingprogram AS program ON program.id = reward_limit.program_id
WHERE reward_limit.program_id = %s AND reward_limit.activity_type IN ('', %s)
ORDER BY reward_limit.id
FOR KEY SHARE OF reward_limit
"""

# Waits for every transaction that has read limits, and holds off those that want to read them.
HOLD_ALL_LIMITS = "LOCK TABLE rewards_rewardlimit IN EXCLUSIVE MODE"

_WANTED = """
FROM rewards_rewardlimitcounter AS counter
JOIN unnest(%s::uuid[], %s::uuid[], %s::timestamptz[]) AS wanted (limit_id, participant_id, since)
    USING (limit_id, participant_id, since)
"""
KNOWN_COUNTERS = f"SELECT limit_id, participant_id, since {_WANTED}"
SEEN_COUNTERS = f"SELECT limit_id, participant_id, since, used, reached {_WANTED}"
LOCK_COUNTERS = f"""
{SEEN_COUNTERS}
ORDER BY limit_id, participant_id, since FOR UPDATE OF counter
"""

STORE_COUNTERS = """
UPDATE rewards_rewardlimitcounter AS counter SET used = new.used, reached = new.reached
FROM unnest(%s::uuid[], %s::uuid[], %s::timestamptz[], %s::numeric[], %s::int[])
    AS new (limit_id, participant_id, since, used, reached)
WHERE counter.limit_id = new.limit_id AND counter.participant_id = new.participant_id
    AND counter.since = new.since
"""


Key = tuple[uuid.UUID, uuid.UUID, datetime]  # of a counter: limit, participant or `NOBODY`, since


class LimitScope(models.TextChoices):
    """Whose rewards a limit counts; one for all is a budget."""

    PARTICIPANT = "Participant", "each participant"
    ALL = "All", "all participants together"


class LimitUnit(models.TextChoices):
    """What a limit counts."""

    POINTS = "Points", "points"
    ACTIVITIES = "Activities", "rewarded activities"


class RewardLimitNotFound(NotFound):
    """There is no such limit."""


class RewardLimitQuerySet(VersionedQuerySet["RewardLimit"]):
    """Reads of limits."""

    def holding(self, program_id: uuid.UUID, activity_type: str) -> Sequence["RewardLimit"]:
        """Return the limits of an activity's reward, in the order in which they are locked.

        Until the transaction ends, no limit is added, changed or removed. Each has `time_zone`.
        """
        return list(self.raw(LIMITS_OF, [program_id, activity_type]))


class RewardLimit(VersionedModel):
    """A limit of what a program credits.

    `activity_type`: empty: of all types. Only `most` ever changes: the counters stay right.
    """

    not_found = RewardLimitNotFound

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    program = models.ForeignKey(MarketingProgram, on_delete=models.PROTECT, related_name="limits")
    scope = models.CharField(max_length=20, choices=LimitScope)
    activity_type = models.CharField(max_length=30, choices=titles, blank=True, default="")
    period = models.CharField(max_length=10, choices=LimitPeriod)
    unit = models.CharField(max_length=10, choices=LimitUnit)
    most = models.DecimalField(max_digits=15, decimal_places=0)

    objects: ClassVar[RewardLimitQuerySet] = RewardLimitQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        verbose_name = "limit of rewards"
        verbose_name_plural = "limits of rewards"
        constraints = [
            models.CheckConstraint(condition=Q(most__gt=0), name="limit_greater_than_zero"),
            models.CheckConstraint(
                condition=Q(scope__in=LimitScope.values)
                & Q(period__in=LimitPeriod.values)
                & Q(unit__in=LimitUnit.values),
                name="limit_of_a_known_kind",
            ),
        ]

    def __str__(self) -> str:
        words = f"{self.most:,} {LimitUnit(self.unit).label} {_every(self.period)}"
        kind = f", {self.get_activity_type_display()} only" if self.activity_type else ""
        return f"{words} for {LimitScope(self.scope).label}{kind}"

    @property
    def is_budget(self) -> bool:
        return self.scope == LimitScope.ALL

    def leaves(self, reward: Decimal, used: Decimal | int) -> Decimal:
        """Return what the limit leaves of a reward, where so much of it is used."""
        left = max(self.most - used, Decimal(0))
        if self.unit == LimitUnit.ACTIVITIES:
            return reward if left else Decimal(0)
        return min(reward, left)

    def taken_by(self, reward: Decimal) -> Decimal:
        """Return how much of the limit a reward takes."""
        return Decimal(reward > 0) if self.unit == LimitUnit.ACTIVITIES else reward

    def span_at(self, moment: datetime, zone: str) -> tuple[datetime, datetime | None]:
        """Return when the period of this moment begins, and when the next one; None: never.

        :param zone: the program's time zone, in which a day begins at midnight.
        """
        return span_of(LimitPeriod(self.period), moment, zone)


class CounterQuerySet(models.QuerySet["RewardLimitCounter"]):
    """Many counters by one statement."""

    def known(self, keys: Iterable[Key]) -> set[Key]:
        """Return those of the keys that have a counter."""
        return set(fetch_rows(KNOWN_COUNTERS, _columns(keys)))

    def seen(self, keys: Iterable[Key]) -> Sequence["RewardLimitCounter"]:
        """Return those of these counters that there are, without a lock."""
        return self._read(SEEN_COUNTERS, keys)

    def locked(self, keys: Iterable[Key]) -> Sequence["RewardLimitCounter"]:
        """Return these counters, locked in the order of their keys."""
        return self._read(LOCK_COUNTERS, keys)

    def _read(self, statement: str, keys: Iterable[Key]) -> Sequence["RewardLimitCounter"]:
        rows = fetch_rows(statement, _columns(keys))
        return [self.model(**dict(zip(_STORED, row, strict=True))) for row in rows]

    def store(self, counters: Sequence["RewardLimitCounter"]) -> None:
        """Store what was used and announced of counters that the caller has locked."""
        run_statement(STORE_COUNTERS, _columns(map(attrgetter(*_STORED), counters)))


class RewardLimitCounter(models.Model):
    """What a limit gave in a period: to a participant, or (`NOBODY`) to all.

    A counter that is missing is counted from the stored rewards of its period. The participant is
    no foreign key, so that a budget needs none. `reached`: percent of a budget, as announced.
    """

    pk = models.CompositePrimaryKey("limit_id", "participant_id", "since")
    limit = models.ForeignKey(
        RewardLimit, on_delete=models.CASCADE, related_name="counters", db_index=False
    )
    participant_id = models.UUIDField(db_index=True)
    since = models.DateTimeField()
    used = models.DecimalField(max_digits=30, decimal_places=0)
    reached = models.PositiveSmallIntegerField(default=0)

    objects = CounterQuerySet.as_manager()

    class Meta:
        verbose_name = "counter of a limit"
        verbose_name_plural = "counters of limits"
        constraints = [
            models.CheckConstraint(condition=Q(used__gte=0), name="counter_not_negative"),
            models.CheckConstraint(condition=Q(reached__lte=100), name="counter_reached_percent"),
        ]

    def __str__(self) -> str:
        return f"{self.used} since {self.since:%Y-%m-%d}"

    def left_of(self, most: Decimal) -> Decimal:
        """Return what is left of this most; nothing, if it was lowered meanwhile."""
        return max(most - self.used, Decimal(0))


_STORED = ("limit_id", "participant_id", "since", "used", "reached")


def _columns(rows: Iterable[tuple[Any, ...]]) -> list[list[Any]]:
    return [list(column) for column in zip(*rows, strict=True)]


def _every(period: str) -> str:
    return "in the whole program" if period == LimitPeriod.PROGRAM else LimitPeriod(period).label
