"""Stored activities, as formulas see them. The app that has them registers its source at start-up.

`rewards.trials.outcomes` reads them here.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any, Protocol
from uuid import UUID

from django.db import models

from foundation.messaging.jobs import RowPosition
from programs.tasks.segments import Segment
from rewards.formula import Value
from rewards.formula.values import written

PAGE = 1000
NOBODY = UUID(int=0)  # in place of a participant, where all count together


@dataclass(frozen=True, slots=True, kw_only=True)
class PastActivity:
    """An activity: its variables, and the reward that it has.

    `why_not_calculated`: why its type calculates no reward for these data; empty: it does.
    """

    activity_id: UUID
    participant_id: UUID
    created_on: datetime
    variables: Mapping[str, Value]
    why_not_calculated: str = ""
    reward: Decimal | None = None

    @property
    def written_inputs(self) -> dict[str, str]:
        """The variables that are not null, as texts of the language."""
        known = {name: value for name, value in self.variables.items() if value is not None}
        return {name: written(value) for name, value in known.items()}

    def differs_from(self, inputs: Mapping[str, str]) -> bool:
        """Return whether its data changed since a reward was calculated of these inputs."""
        return any(written(self.variables.get(name)) != text for name, text in inputs.items())

    @property
    def position(self) -> RowPosition:
        """The place behind it."""
        return RowPosition(created_on=self.created_on, pk=self.activity_id)


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredReward:
    """Which formula decided a reward that is set, and of which inputs.

    `before_limits`: what it was before limits cut it; None: they did not.
    """

    formula_id: UUID | None
    before_limits: Decimal | None
    inputs: Mapping[str, str]  # as texts of the language


@dataclass(frozen=True, slots=True, kw_only=True)
class ActivityPeriod:
    """The activities of a program and type, created from `since` until just before `before`.

    Of all participants; else of those of a list, or of a segment. With `activity_ids` only these.
    """

    program_id: UUID
    activity_type: str
    since: datetime
    before: datetime
    participant_ids: Sequence[UUID] | None = None
    segment: Segment | None = None
    activity_ids: Sequence[UUID] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RewardedPeriod:
    """What a limit counts: rewards of a program's activities that were created in a period.

    `activity_type` empty: of all types; `participants` empty: of all together; `before` None: no
    end.
    """

    program_id: UUID
    activity_type: str
    participants: Sequence[UUID]
    since: datetime
    before: datetime | None

    @property
    def who(self) -> models.F | models.Value:
        """By what rows are grouped: the participant, or `NOBODY` for all together."""
        return models.F("participant_id") if self.participants else models.Value(NOBODY)

    def where(self, program: str, activity_type: str, participant: str, on: str) -> dict[str, Any]:
        """Return the conditions of the period, by the names of these fields in a model."""
        given = {
            program: self.program_id,
            activity_type: self.activity_type or None,
            f"{participant}__in": self.participants or None,
            f"{on}__gte": self.since,
            f"{on}__lt": self.before,
        }
        return {name: value for name, value in given.items() if value is not None}


@dataclass(frozen=True, slots=True, kw_only=True)
class Rewarded:
    """The sum of rewards, and how many are more than 0."""

    points: Decimal
    activities: int


def rewarded_by(rows: models.QuerySet[Any, Any]) -> Mapping[UUID, Rewarded]:
    """Return the sums of rows that have `who`, `points` and `activities`."""
    return {
        row["who"]: Rewarded(points=row["points"], activities=row["activities"]) for row in rows
    }


class PastActivities(Protocol):
    """Reads stored activities."""

    def count(self, period: ActivityPeriod) -> int:
        """Return how many activities the period has."""

    def page(
        self, period: ActivityPeriod, after: RowPosition | None, limit: int
    ) -> Sequence[PastActivity]:
        """Return the next `limit` activities of the period, in the order of their creation."""

    def newest(self, program_id: UUID, activity_type: str, limit: int) -> Sequence[PastActivity]:
        """Return the last activities of a program and type, the newest first."""

    def rewarded(self, period: RewardedPeriod) -> Mapping[UUID, Rewarded]:
        """Return the rewards that are set, by participant, or of all under `NOBODY`."""

    def stored_rewards(self, activity_ids: Sequence[UUID]) -> Mapping[UUID, StoredReward]:
        """Return what is known of the rewards that are set, by activity."""

    def in_words(self, activity_ids: Sequence[UUID]) -> Mapping[UUID, str]:
        """Return what these activities were, for people: `Run 10.5 km`; without those erased."""

    def find(self, activity_id: UUID) -> PastActivity:
        """Return an activity.

        :raises Refusal: no such activity.
        """


_sources: list[PastActivities] = []


def register(source: PastActivities) -> None:
    """Register the source of past activities."""
    _sources[:] = [source]


def past_activities() -> PastActivities:
    """Return the registered source."""
    return _sources[0]


def pages_of(period: ActivityPeriod) -> Iterator[Sequence[PastActivity]]:
    """Yield all activities of a period, in the order of their creation, page by page."""
    after: RowPosition | None = None
    while page := past_activities().page(period, after, PAGE):
        yield page
        after = page[-1].position
