"""What a correction must find, and what its runs must adjust, in plain Python."""

from datetime import datetime
from uuid import UUID

from tools.bench.year.corrections import Correction, Item
from tools.bench.year.facts import ZERO, Operation, Run
from tools.bench.year.formulas import Fails, decided
from tools.bench.year.model import Model


def start(model: Model, correction: Correction, now: datetime) -> None:
    """Begin the preview: of the activities of the period so far, in the order of creation."""
    since, before = correction.since, min(correction.before, now)
    period = (run for run in model.runs.values() if since <= run.created_on < before)
    wanted = correction.participants
    asked_for = (run for run in period if not wanted or run.participant in wanted)
    runs = sorted(asked_for, key=lambda run: run.place)
    correction.to_compare = [run.activity_id for run in runs]
    model.corrections[correction.correction_id] = correction


def go_on(model: Model, correction: Correction, count: int, state: str) -> str:
    """Let the job that is under way do the next `count`; return what is wrong with its state."""
    is_preview = len(correction.states) == 1
    rest = correction.to_compare if is_preview else correction.to_adjust
    if count > len(rest):
        return f"a job did {count} of {len(rest)}"
    correction.states[-1] = state
    (_preview if is_preview else _adjust)(model, correction, count)
    del rest[:count]
    return f"a job is finished, but for {len(rest)}" if rest and state == "Finished" else ""


def _preview(model: Model, correction: Correction, count: int) -> None:
    before = len(correction.items)
    for activity_id in correction.to_compare[:count]:
        run = model.runs[activity_id]
        if run.reward is not None and correction.formula in (None, run.formula):
            _compare(model, correction, run)
    uses = model.uses()
    for place, item in enumerate(correction.items):
        run = model.runs[item.activity]
        if place >= before:
            item.foreseen = uses.granted(run, item.old, item.new)
            correction.figures["left"] += int(max(item.foreseen, ZERO))
        uses.count(run, item.old, item.old + item.foreseen)


def _compare(model: Model, correction: Correction, run: Run) -> None:
    try:
        _, whole = decided(correction.rules, run)
    except Fails:
        why_not = "failed"
    else:
        why_not = "" if run.is_accepted else "not_accepted"
    if any(each.is_by_hand for each in model.operations_of(run)):
        why_not = "adjusted_by_hand"
    if why_not:
        correction.figures[why_not] += 1
        return
    old, new = run.counted, whole or ZERO
    if run.reward != run.before_limits:  # what limits cut stays cut
        new = min(new, old)
    if new == old:
        correction.figures["unchanged"] += 1
        return
    correction.figures["raised" if new > old else "lowered"] += 1
    correction.figures["added" if new > old else "taken"] += int(abs(new - old))
    correction.items.append(Item(activity=run.activity_id, old=old, new=new))


def _adjust(model: Model, correction: Correction, count: int) -> None:
    uses = model.uses()
    for item in correction.to_adjust[:count]:
        run = model.runs[item.activity]
        granted = uses.granted(run, item.old, item.new)
        is_by_hand = any(each.is_by_hand for each in model.operations_of(run))
        is_changed = is_by_hand or run.counted != item.old
        if is_changed or not granted or model.balance(run.participant) + granted < 0:
            item.state = "Refused"
            correction.refused += 1
            continue
        item.state, item.adjusted = "Applied", granted
        uses.count(run, item.old, item.old + granted)
        run.corrected += granted
        operation_id = UUID(int=correction.correction_id.int ^ run.activity_id.int)  # its own
        model.post(
            Operation(
                operation_id=operation_id,
                participant=run.participant,
                amount=granted,
                source=run.activity_id,
                is_by_hand=False,
            )
        )
