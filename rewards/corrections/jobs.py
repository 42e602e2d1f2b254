"""The long jobs of corrections: the preview, and the run that adjusts, each in portions."""

from datetime import datetime
from uuid import UUID

from django.db.models import QuerySet

from foundation.messaging.jobs import JobKind
from foundation.records.texts import UNFORESEEN
from rewards.corrections.adjusting import adjust, foresee, refuse
from rewards.corrections.comparing import Preview
from rewards.corrections.models import CorrectionRun, ItemState, RewardCorrection, add_items
from rewards.formulas.candidates import thaw
from rewards.past_activities import ActivityPeriod
from rewards.trials.outcomes import Page, outcomes_in_time

PAGE = 500  # activities that are adjusted at once


class Corrections(JobKind[RewardCorrection]):
    """Compares the activities of a period with the live formulas, page by page."""

    model = RewardCorrection
    columns = ("results",)

    def portion(self, job: RewardCorrection, now: datetime) -> bool:
        """Compare activities for a portion's time, and store those that differ."""
        period = ActivityPeriod(
            program_id=job.program_id,
            activity_type=job.activity_type,
            since=job.since,
            before=min(job.before, job.created_on),
            participant_ids=[UUID(each) for each in job.participants] or None,
            activity_ids=[UUID(each) for each in job.activities] or None,
        )
        preview = Preview(job)
        sides = [] if job.pays_cuts else [thaw(job.live)]
        page: Page = ()
        for page in outcomes_in_time(job, period, *sides):
            items = preview.items(page)
            foresee(job, items)
            preview.count_foreseen(items)
            add_items(job, items)
        job.results = preview.results()
        return bool(page)

    def jobs(self) -> QuerySet[RewardCorrection]:
        return RewardCorrection.objects.select_related("program")

    def keep(self) -> None:
        """Keep corrections: they say why balances were adjusted, and limits count them."""


class CorrectionRuns(JobKind[CorrectionRun]):
    """Adjusts what a correction found, some activities at a time."""

    model = CorrectionRun
    columns = ("refused",)

    def portion(self, job: CorrectionRun, now: datetime) -> bool:
        open_items = job.correction.items.exclude(state=ItemState.APPLIED).order_by("pk")
        if job.total is None:
            job.total = open_items.count()
        items = list(open_items.filter(pk__gt=job.position or 0)[:PAGE])
        failed = self.do_rows(job, items, lambda some: adjust(job.correction, some, now))
        refuse(failed, UNFORESEEN)
        job.refused += sum(item.state == ItemState.REFUSED for item in items)
        job.done += len(items)
        job.position = items[-1].pk if items else job.position
        return len(items) == PAGE

    def jobs(self) -> QuerySet[CorrectionRun]:
        return CorrectionRun.objects.select_related("correction__program")

    def keep(self) -> None:
        """Keep runs, as their corrections."""
