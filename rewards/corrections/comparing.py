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
from rewards.formulas.outcomes import Outcome, Result
from rewards.past_activities import (
    PastActivity,
    Rewarded,
    RewardedPeriod,
    StoredReward,
    past_activities,
    rewarded_by,
)
from rewards.trials.outcomes import Page

_ZERO = Decimal(0)
# Why an activity is not compared; the figures count them.
LEFT_OUT = (
    "not_credited", "adjusted_by_hand", "not_accepted", "changed_data", "failed", "corrected",
)  # fmt: skip
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

    def items(self, page: Page) -> list[CorrectionItem]:
        """Return the items of those activities whose reward differs; count the others."""
        rewarded = [past.activity_id for past, _ in page if past.reward is not None]
        rewards = past_activities().stored_rewards(rewarded)
        chosen = [each for each in page if self._is_chosen(each[0], rewards)]
        ids = [past.activity_id for past, _ in chosen]
        credited, pays_cuts = credited_of(ids), self.correction.pays_cuts
        corrected = _corrected_by_formulas(ids) if pays_cuts else set()
        found: list[CorrectionItem | None] = []
        for past, outcomes in chosen:
            known, stored = credited.get(past.activity_id), rewards[past.activity_id]
            if past.activity_id in corrected:
                self.figures["corrected"] += 1
            else:
                found.append(self._compared(past, known, stored, outcomes))
        return [item for item in found if item is not None]

    def count_foreseen(self, items: Sequence[CorrectionItem]) -> None:
        """Count what limits leave of what is added."""
        self.figures["left"] += sum(int(item.foreseen) for item in items if item.foreseen > 0)

    def results(self) -> dict[str, Any]:
        """Return the figures as JSON; `left` of the points `added` is what limits leave."""
        return {name: int(self.figures[name]) for name in FIGURES}

    def _is_chosen(self, past: PastActivity, rewards: Mapping[UUID, StoredReward]) -> bool:
        stored, formula_id = rewards.get(past.activity_id), self.correction.formula_id
        if stored is None or (self.correction.pays_cuts and stored.before_limits is None):
            return False
        return formula_id in (None, stored.formula_id)

    def _compared(
        self,
        past: PastActivity,
        credited: Credited | None,
        stored: StoredReward,
        outcomes: Sequence[Outcome],
    ) -> CorrectionItem | None:
        wanted, result = self._wanted(stored, outcomes)
        why_not = _why_left_out(past, credited, result)
        if why_not or credited is None:
            self.figures[why_not] += 1
            return None
        old, new = credited.amount, wanted
        if stored.before_limits is not None and new > old and not self.correction.pays_cuts:
            new = old  # a limit decided, not the formula: what it cut stays cut
        if new == old:
            self.figures["unchanged"] += 1
            return None
        cause = ItemCause.LIMIT if self.correction.pays_cuts else ItemCause.FORMULA
        if past.differs_from(stored.inputs):
            cause = ItemCause.DATA
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

    def _wanted(self, stored: StoredReward, outcomes: Sequence[Outcome]) -> tuple[Decimal, Result]:
        """Return the reward that an activity should have: before limits, or by the formulas."""
        if self.correction.pays_cuts:
            return stored.before_limits or _ZERO, Result.REWARD
        [outcome] = outcomes
        return outcome.reward or _ZERO, outcome.result


def _corrected_by_formulas(activity_ids: Sequence[UUID]) -> set[UUID]:
    """Return those of the activities whose reward the formulas decided again, after limits."""
    items = CorrectionItem.objects.filter(activity_id__in=activity_ids, state=ItemState.APPLIED)
    return set(items.exclude(cause=ItemCause.LIMIT).values_list("activity_id", flat=True))


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
    names = ("correction__program", "correction__activity_type", "participant_id", "activity_on")
    found = items.filter(**period.where(*names))
    return rewarded_by(
        found.annotate(after=F("old") + F(changed))
        .values(who=period.who)
        .annotate(
            points=Sum(changed, default=Decimal(0)),
            activities=Count("pk", filter=Q(old=0, after__gt=0))
            - Count("pk", filter=Q(old__gt=0, after=0)),
        )
    )
