"""The long jobs of corrections: the preview, and the run that adjusts, each in portions."""

import time
from datetime import datetime

from django.db.models import QuerySet

from foundation.messaging.jobs.kinds import JobKind
from foundation.messaging.jobs.positions import RowPosition
from foundation.records.plain_words import UNFORESEEN
from rewards.commands.adjusting import adjust, refuse
from rewards.comparison import thaw
from rewards.correcting import Preview
from rewards.formula.compiled import exact
from rewards.models import CorrectionRun, ItemState, RewardCorrection
from rewards.models.corrections_sql import add_items
from rewards.past_activities import ActivityPeriod, past_activities

PAGE = 500  # activities that are compared, or adjusted, at once
PORTION_SECONDS = 0.25


class Corrections(JobKind[RewardCorrection]):
    """Compares the activities of a period with the live formulas, page by page."""

    model = RewardCorrection
    columns = ("results",)

    def portion(self, job: RewardCorrection, now: datetime) -> bool:
        """Compare activities for `PORTION_SECONDS`, and store those that differ."""
        period = ActivityPeriod(
            program_id=job.program_id,
            activity_type=job.activity_type,
            since=job.since,
            before=min(job.before, job.created_on),
        )
        if job.total is None:
            job.total = past_activities().count(period)
        preview, live, until = Preview(job), thaw(job.live), time.monotonic() + PORTION_SECONDS
        while page := past_activities().page(period, RowPosition.of(job), PAGE):
            rewarded = [past.activity_id for past in page if past.reward is not None]
            with exact():
                items = preview.items(page, past_activities().stored_rewards(rewarded), live)
            add_items(job, items)
            job.position = page[-1].position.as_json()
            job.done += len(page)
            if time.monotonic() > until:
                break
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
