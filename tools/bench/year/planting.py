"""Faults that are planted: a line of the product is another one, in one process."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import CodeType, ModuleType


@dataclass(frozen=True, slots=True)
class Fault:
    """A text of a module, which it has once, and what stands in its place."""

    module: str
    text: str
    instead: str


FAULTS = {
    "a limit in points is ignored": Fault(
        "rewards.commands.limiting", "return min(reward, left)", "return reward"
    ),
    "a limit counts what the formula gave": Fault(
        "rewards.commands.limiting", "_count(counted, granted)", "_count(counted, command.reward)"
    ),
    "a limit counts no activities": Fault(
        "rewards.commands.limiting", "LimitUnit.POINTS else 1", "LimitUnit.POINTS else 0"
    ),
    "a week begins on Sunday": Fault(
        "rewards.models.limits", "days=day.weekday())", "days=(day.weekday() + 1) % 7)"
    ),
    "periods begin in UTC": Fault(
        "rewards.models.limits", "astimezone(ZoneInfo(zone))", 'astimezone(ZoneInfo("UTC"))'
    ),
    "a new limit forgets what was rewarded": Fault(
        "rewards.counters",
        "[past_activities().rewarded(period), corrected_in(period)]",
        "[corrected_in(period)]",
    ),
    "a new limit forgets what was corrected": Fault(
        "rewards.counters",
        "[past_activities().rewarded(period), corrected_in(period)]",
        "[past_activities().rewarded(period)]",
    ),
    "a reward of zero that was raised is not claimed": Fault(
        "activities.commands.claiming", "if activity.reward is None:", "if not activity.reward:"
    ),
    "halves are rounded to even": Fault(
        "rewards.outcomes", "import ROUND_HALF_UP,", "import ROUND_HALF_EVEN as ROUND_HALF_UP,"
    ),
    "a formula is valid at its end": Fault(
        "rewards.candidates", "on >= self.valid_until", "on > self.valid_until"
    ),
    "a draft decides": Fault(
        "rewards.models.formulas",
        "drafted.get(formula.pk, formula.active_revision_id)",
        "drafted.get(formula.pk, formula.revision_id)",
    ),
    "the application comes before the reward": Fault(
        "activities.commands.new_scheme",
        "    reward = set_reward(changes) if activity.reward is None else None\n"
        "    task_id = apply_or_skip(changes, now)\n",
        "    task_id = apply_or_skip(changes, now)\n"
        "    reward = set_reward(changes) if activity.reward is None else None\n",
    ),
    "the task is not completed": Fault(
        "activities.commands.new_scheme", "if task_id is not None:", "if task_id is None:"
    ),
    "new data of an applied activity are not calculated": Fault(
        "activities.commands.receiving", "return [step(activity, CALCULATE_REWARD)]", "return []"
    ),
    "a blocked participant goes on": Fault(
        "activities.commands.receiving", "participant.state == ParticipantState.BLOCKED", "False"
    ),
    "the oldest task is taken": Fault(
        "programs.commands.applying", ".free().in_turn()", '.free().order_by("created_on", "pk")'
    ),
    "a task's most is not allowed": Fault(
        "programs.criteria", "bool(value <= Decimal", "bool(value < Decimal"
    ),
    "a failure is not kept": Fault(
        "activities.commands.rewarding", 'details["reason"] if failed else ""', '""'
    ),
    "an adjustment's id stands for any amount": Fault(
        "rewards.commands.balances", 'for name in ("amount", ', "for name in ("
    ),
    "a balance may not become zero": Fault(
        "rewards.commands.balances", "if not 0 <= after", "if not 0 < after"
    ),
    "a past balance is the one before": Fault(
        "rewards.statements", "recorded_on__lte=at", "recorded_on__lt=at"
    ),
    "a killed step is half done": Fault(
        "foundation.messaging.outbox.handlers", "@transaction.atomic\n", ""
    ),
    "an accepted activity keeps its claim": Fault(
        "activities.commands.claiming",
        "activity=activity, state=ClaimState.OPEN",
        "activity=activity, state=ClaimState.KEPT",
    ),
    "a correction is cut by no limit": Fault(
        "rewards.commands.limiting",
        "return min([wanted, *(_left_of_raise(item, *each) for each in self._of(item))])",
        "return wanted",
    ),
    "a correction gives no points back to limits": Fault(
        "rewards.commands.limiting",
        "change = granted if is_points",
        "change = max(granted, Decimal(0)) if is_points",
    ),
    "a correction gives no activities back to limits": Fault(
        "rewards.commands.limiting", "> 0) - int(item.old > 0)", "> item.old == 0)"
    ),
    "a correction leaves less than nothing": Fault(
        "rewards.commands.adjusting", "not 0 <= balance + granted <", "not balance + granted <"
    ),
    "a correction forgets what it took from a balance": Fault(
        "rewards.commands.adjusting",
        "amounts[item.participant_id] = balance + granted",
        "amounts[item.participant_id] = max(balance, balance + granted)",
    ),
    "what changed since the preview is adjusted": Fault(
        "rewards.commands.adjusting", " and known.amount == item.old", ""
    ),
    "what was adjusted is adjusted again": Fault(
        "rewards.commands.correction_jobs",
        'job.correction.items.exclude(state=ItemState.APPLIED).order_by("pk")',
        'job.correction.items.order_by("pk")',
    ),
    "a rejected activity is corrected": Fault(
        "rewards.correcting", "if past.why_not_calculated:", "if False:"
    ),
    "what limits cut is raised": Fault(
        "rewards.correcting", "if stored.is_cut and new > old:", "if False:"
    ),
    "what was adjusted by hand is corrected": Fault(
        "rewards.correcting", "if credited.by_hand:", "if False:"
    ),
    "a person approves the own correction": Fault(
        "rewards.commands.corrections", "if correction.requested_by == name:", "if not name:"
    ),
    "a cancelled job goes on": Fault(
        "foundation.messaging.jobs.running",
        "filter(free, pk=job_id, finished_on=None)",
        "filter(free, pk=job_id)",
    ),
    "a killed portion is half done": Fault(
        "foundation.messaging.jobs.running",
        "@transaction.atomic\ndef do_portion(",
        "def do_portion(",
    ),
}


def plant(name: str) -> None:
    """Break the product, before it is loaded."""
    sys.meta_path.insert(0, _Finder(FAULTS[name]))


class _Finder(MetaPathFinder):
    def __init__(self, fault: Fault) -> None:
        self.fault = fault

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name != self.fault.module:
            return None
        spec = PathFinder.find_spec(name, path)
        if spec is not None and spec.origin:
            spec.loader = _Loader(name, spec.origin, self.fault)
        return spec


class _Loader(SourceFileLoader):
    def __init__(self, name: str, path: str, fault: Fault) -> None:
        super().__init__(name, path)
        self.fault = fault

    def get_code(self, fullname: str) -> CodeType:
        source = self.get_data(self.path).decode()
        if source.count(self.fault.text) != 1:
            raise LookupError(
                f"{fullname} has {self.fault.text!r} {source.count(self.fault.text)} times"
            )
        code: CodeType = compile(
            source.replace(self.fault.text, self.fault.instead), self.path, "exec"
        )
        return code
