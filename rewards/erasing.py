"""A participant erased from balances, counters of limits, dry runs, corrections and examples.

The operations stay under a pseudonym, so that every sum stays exact.
"""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from django.db.models import TextField
from django.db.models.functions import Cast

from foundation.privacy.registry import ERASED, Counts, Erased, Marks, Part, Subject
from foundation.records.database import rewriting
from programs.participants.erasing import keep_pseudonym
from rewards.approvals.models import Approval
from rewards.balances.models import Balance, BalanceOperation, OperationType
from rewards.corrections.models import CorrectionItem, RewardCorrection
from rewards.limits.models import RewardLimitCounter
from rewards.trials.models import DryRunParticipant, FormulaDryRun, GoldenExample


class BalanceOfParticipant(Part):
    """Moves the operations, all at once: each balance is the sum of its operations meanwhile."""

    def count(self, subject: Subject) -> Counts:
        return {"operations": len(_operations_of(subject))}

    def erase(self, subject: Subject, position: Any, now: datetime) -> Erased:
        DryRunParticipant.objects.filter(participant_id=subject["participantId"]).delete()
        Approval.objects.filter(participant=subject["participantId"]).delete()
        RewardLimitCounter.objects.filter(participant_id=subject["participantId"]).delete()
        _erase_from_examples(subject)
        _erase_from_corrections(subject)
        _erase_from_dry_runs(subject)
        operations = _operations_of(subject)
        if operations:
            pseudonym = keep_pseudonym(subject, now)
            Balance.objects.get_or_create(pk=pseudonym, defaults={"created_on": now})
            _move(operations, pseudonym)
        Balance.objects.filter(pk=subject["participantId"]).delete()
        return Erased(counts={"operations": len(operations)})


def _operations_of(subject: Subject) -> Sequence[BalanceOperation]:
    found = BalanceOperation.objects.filter(balance=subject["participantId"])
    return list(found.order_by("recorded_on"))  # as they came, so with the same balance after each


def _move(operations: Sequence[BalanceOperation], to: UUID) -> None:
    """Insert the operations again, with new ids, into another balance; delete them here."""
    activities = {each.source_id: uuid4() for each in operations}
    before = [each.pk for each in operations]
    for each in operations:
        each.pk, each.balance_id = uuid4(), to
        each.source_id = None if each.source_id is None else activities[each.source_id]
        each.reason = ERASED if each.type == OperationType.ADJUSTMENT else ""
    BalanceOperation.objects.bulk_create(operations)
    with rewriting("histories"):
        BalanceOperation.objects.filter(pk__in=before).delete()


def _erase_from_corrections(subject: Subject) -> None:
    """Delete the participant's items; among the chosen participants put the pseudonym."""
    participant, pseudonym = subject["participantId"], subject["pseudonym"]
    CorrectionItem.objects.filter(participant_id=participant).delete()
    naming = RewardCorrection.objects.filter(participants__contains=[participant])
    for correction in naming.select_for_update(of=("self",), no_key=True):
        kept = (pseudonym if each == participant else each for each in correction.participants)
        correction.participants = sorted(kept)
        correction.save(update_fields=["participants"])


def _erase_from_dry_runs(subject: Subject) -> None:
    """Put the pseudonym into the lists of participants whose activities were compared."""
    participant, pseudonym = subject["participantId"], subject["pseudonym"]
    naming = FormulaDryRun.objects.filter(segment__participant_ids__contains=[participant])
    for run in naming.select_for_update(of=("self",), no_key=True):
        listed = run.segment["participant_ids"]
        kept = sorted(pseudonym if each == participant else each for each in listed)
        FormulaDryRun.objects.filter(pk=run.pk).update(
            segment={**run.segment, "participant_ids": kept}
        )


def _erase_from_examples(subject: Subject) -> None:
    """Replace the participant, as an invited one, by the pseudonym in inputs of examples."""
    participant, pseudonym = subject["participantId"], subject["pseudonym"]
    text = Cast("inputs", TextField())
    naming = GoldenExample.objects.annotate(text=text).filter(text__icontains=participant)
    for example in naming.select_for_update(of=("self",)):
        inputs = {
            name: value.lower().replace(participant, pseudonym) if participant in value.lower()
            else value
            for name, value in example.inputs.items()
        }  # fmt: skip
        example.store(inputs=inputs)


def erase_activities(activity_ids: Collection[str]) -> None:
    """Cut activities out of the results of dry runs, and out of what corrections have chosen."""
    _cut_from_dry_runs(activity_ids)
    naming = RewardCorrection.objects.filter(activities__has_any_keys=list(activity_ids))
    for correction in naming.select_for_update(of=("self",), no_key=True):
        # An id of none in its place: an empty list would choose all activities.
        kept = (str(uuid4()) if each in activity_ids else each for each in correction.activities)
        correction.activities = sorted(kept)
        correction.save(update_fields=["activities"])


def _cut_from_dry_runs(activity_ids: Collection[str]) -> None:
    marks, text = Marks(ids=activity_ids), Cast("results", TextField())
    naming = FormulaDryRun.objects.annotate(text=text).filter(text__iregex=marks.coarse)
    for run in naming.select_for_update(of=("self",)):
        run.results = marks.without(run.results)
        run.save(update_fields=["results"])
