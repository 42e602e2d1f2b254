"""What corrections compare: rewards as they are credited, and as the live formulas give them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any
from uuid import UUID, uuid5

from django.db.models import Count, F, Q, QuerySet, Sum

from rewards.corrections.models import (
    CorrectionItem,
    ItemCause,
    ItemState,
    RewardCorrection,
    credited_by,
)
from rewards.formulas.candidates import Candidate, Result
from rewards.past_activities import (
    PastActivity,
    Rewarded,
    RewardedPeriod,
    StoredReward,
    rewarded_by,
)
from rewards.trials.comparison import outcome_for

_ZERO = Decimal(0)
# Why an activity is not compared; the figures count them.
LEFT_OUT = ("not_credited", "adjusted_by_hand", "not_accepted", "changed_data", "failed")
FIGURES = ("raised", "lowered", "unchanged", *LEFT_OUT, "added", "taken", "left")


@dataclass(frozen=True, slots=True, kw_only=True)
class Credited:
    """What an activity has added to its balance; `by_hand`: an adjustment is of no correction."""

    amount: Decimal
    by_hand: bool = False


def credited_of(activity_ids: Sequence[UUID]) -> Mapping[UUID, Credited]:
    """Return what these activities have added; those that are not credited are missing."""
    return {
        pk: Credited(amount=amount, by_hand=by_hand)
        for pk, amount, by_hand in credited_by(activity_ids)
    }


class Preview:
    """The figures of a correction, read from JSON and written to it, and the items of a page."""

    def __init__(self, correction: RewardCorrection) -> None:
        self.correction = correction
        self.figures = Counter(correction.results)

    def items(
        self,
        page: Sequence[PastActivity],
        rewards: Mapping[UUID, StoredReward],
        live: Sequence[Candidate],
    ) -> list[CorrectionItem]:
        """Return the items of those activities whose reward differs; count the others."""
        chosen = [past for past in page if self._is_chosen(past, rewards)]
        credited = credited_of([past.activity_id for past in chosen])
        found = (
            self._compared(past, credited.get(past.activity_id), rewards[past.activity_id], live)
            for past in chosen
        )
        return [item for item in found if item is not None]

    def count_foreseen(self, items: Sequence[CorrectionItem]) -> None:
        """Count what limits leave of what is added."""
        self.figures["left"] += sum(int(item.foreseen) for item in items if item.foreseen > 0)

    def results(self) -> dict[str, Any]:
        """Return the figures as JSON; `left` of the points `added` is what limits leave."""
        return {name: int(self.figures[name]) for name in FIGURES}

    def _is_chosen(self, past: PastActivity, rewards: Mapping[UUID, StoredReward]) -> bool:
        stored, formula_id = rewards.get(past.activity_id), self.correction.formula_id
        return stored is not None and formula_id in (None, stored.formula_id)

    def _compared(
        self,
        past: PastActivity,
        credited: Credited | None,
        stored: StoredReward,
        live: Sequence[Candidate],
    ) -> CorrectionItem | None:
        outcome = outcome_for(live, past)
        why_not = _why_left_out(past, credited, outcome.result)
        if why_not or credited is None:
            self.figures[why_not] += 1
            return None
        old, new = credited.amount, outcome.reward or _ZERO
        if stored.is_cut and new > old:
            new = old  # a limit decided, not the formula: what it cut stays cut
        if new == old:
            self.figures["unchanged"] += 1
            return None
        cause = ItemCause.DATA if past.differs_from(stored.inputs) else ItemCause.FORMULA
        if cause is ItemCause.DATA and not self.correction.includes_changed_data:
            self.figures["changed_data"] += 1
            return None
        self.figures["raised" if new > old else "lowered"] += 1
        self.figures["added" if new > old else "taken"] += int(abs(new - old))
        return CorrectionItem(
            correction_id=self.correction.pk,
            activity_id=past.activity_id,
            participant_id=past.participant_id,
            activity_on=past.created_on,
            old=old,
            new=new,
            cause=cause,
            operation_id=uuid5(self.correction.pk, str(past.activity_id)),
            foreseen=new - old,
        )


def _why_left_out(past: PastActivity, credited: Credited | None, result: Result) -> str:
    if credited is None:
        return "not_credited"
    if credited.by_hand:
        return "adjusted_by_hand"
    if past.why_not_calculated:
        return "not_accepted"
    return "failed" if result is Result.FAILED else ""


def corrected_in(period: RewardedPeriod) -> Mapping[UUID, Rewarded]:
    """Return by how many points, and rewarded activities, corrections changed a period."""
    return _changed_in(period, CorrectionItem.objects.filter(state=ItemState.APPLIED), "adjusted")


def foreseen_in(period: RewardedPeriod, correction: RewardCorrection) -> Mapping[UUID, Rewarded]:
    """Return by how much the items of a preview, found by now, would change a period."""
    return _changed_in(period, correction.items.all(), "foreseen")


def _changed_in(
    period: RewardedPeriod, items: QuerySet[CorrectionItem], changed: str
) -> Mapping[UUID, Rewarded]:
    """Return the sums of what these items changed, by the amount of this name."""
    optional = {
        "correction__activity_type": period.activity_type or None,
        "participant_id__in": period.participants or None,
        "activity_on__lt": period.before,
    }
    found = items.filter(
        correction__program=period.program_id,
        activity_on__gte=period.since,
        **{name: value for name, value in optional.items() if value is not None},
    )
    return rewarded_by(
        found.annotate(after=F("old") + F(changed))
        .values(who=period.who)
        .annotate(
            points=Sum(changed, default=Decimal(0)),
            activities=Count("pk", filter=Q(old=0, after__gt=0))
            - Count("pk", filter=Q(old__gt=0, after=0)),
        )
    )
