"""`manage.py explain_activity ACTIVITY`: where an activity is, why, its reward, what happened."""

from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from activities.explaining.compared_tasks import TaskLookedAt
from activities.explaining.history import ExplainedActivity, explain_activity
from activities.explaining.reward_checks import check_reward, compare_rewards
from activities.explaining.rewards import explain_reward
from foundation.records.refusals import NotFound


class Command(BaseCommand):
    help = "Shows where an activity is, why, what happened to it, and the tasks looked at."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("activity", type=UUID, help="the id of the activity")
        parser.add_argument(
            "--check", action="store_true", help="calculate the reward again from what was stored"
        )
        parser.add_argument(
            "--technical", action="store_true", help="each part of the formula with every digit"
        )
        parser.add_argument("--compare", type=UUID, help="the id of an activity to compare with")

    def handle(self, *_: Any, activity: UUID, check: bool, **options: Any) -> None:
        try:
            lines = list(_lines(explain_activity(activity)))
            explained = explain_reward(activity)
            reward = [*(explained.technical if options["technical"] else explained.plain)]
            if options["compare"]:
                reward += compare_rewards(activity, options["compare"]).sentences
            if check:
                reward.append(check_reward(activity).sentence)
        except NotFound as refusal:
            raise CommandError(str(refusal)) from refusal
        lines += ["", "The reward:", *(f"  {sentence}" for sentence in reward)]
        self.stdout.write("\n".join(lines))


def _lines(explained: ExplainedActivity) -> Iterator[str]:
    """Yield the lines that explain an activity: first where it is, then why."""
    activity = explained.activity
    program = activity.marketing_program
    scheme = "new" if program.is_new_scheme else "old"
    yield f"activity {activity.pk}, {activity.type}, participant {activity.participant_id}"
    yield f"program {program.name} ({program.pk}), {scheme} scheme"
    yield f"state {activity.state}: {explained.standing.progress}. {explained.standing.text}"
    yield ""
    yield "What happened (UTC):"
    for entry in explained.entries:
        source = f" [{entry.source}]" if entry.source else ""
        yield f"  {entry.occurred_on:%Y-%m-%d %H:%M:%S.%f} {entry.kind:<14}{source} {entry.text}"
    yield ""
    looked_at = explained.tasks
    count, shown = looked_at.count, len(looked_at.tasks)
    how_many = f"{count:,}" if shown == count else f"{shown} of {count:,} are shown"
    yield f"Tasks of this type, as they are now, in the order they are tried: {how_many}"
    if looked_at.why_none:
        yield f"  No task suits: {looked_at.why_none}"
    for each in looked_at.tasks:
        yield from _task(each)


def _task(each: TaskLookedAt) -> Iterator[str]:
    since = f" ({each.since} after the decision)" if each.since else ""
    yield f"  {each.place}. {each.task.pk} {each.task.exercise.name}: {each.verdict}{since}"
    if each.reason:
        yield f"     {each.reason}"
    for check in each.checks:
        met = "met" if check.is_met else "NOT met"
        yield f"     {check.criterion}: wanted {check.wanted}, got {check.got}, {met}"
