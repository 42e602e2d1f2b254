"""Compares the end of a disturbed run in the database, at the photo service and in the journals."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from tools.bench.quiet import leftovers
from tools.bench.verdicts import Verdict, verdict_of
from tools.bench.works.ledger import (
    CANCELLED,
    COMPLETED,
    Change,
    EndedWork,
    Task,
    faults_of_end,
    faults_of_hands,
    faults_of_work,
)
from tools.bench.works.staff import Disturbed
from tools.bench.works.stubborn import Act, Journal
from tools.sandbox.testing import PhotoServiceState, SandboxClient

_OF_TAGATORS = ("Completed", "Reopened", "Skipped")


@dataclass(frozen=True, slots=True, kw_only=True)
class Paid:
    """A tagator's timesheets, added up."""

    tasks: int = 0
    numbers: int = 0
    amount: Decimal = Decimal(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class End:
    """What the database has at the end; photos by id: state, version of the tags."""

    tasks: Sequence[Task]
    changes: Sequence[Change]
    works: Sequence[EndedWork]
    photos: Mapping[str, tuple[str, int]]
    rates: Mapping[str, Decimal]
    paid: Mapping[str, "Paid"]


def read_end(timesheets: Iterable[Mapping[str, Any]]) -> End:
    """Read the tables of tagging, and the photos; the timesheets are those of the AdminApi."""
    from recognition.models import Photo
    from tagging.models import Tagator

    photos = Photo.objects.values_list("pk", "state", "tags_version")
    rates = Tagator.objects.values_list("pk", "rate_per_task")
    return End(
        tasks=list(_tasks()),
        changes=list(_changes()),
        works=list(_works()),
        photos={str(photo): (state, version) for photo, state, version in photos},
        rates={str(tagator): rate for tagator, rate in rates},
        paid=_added_up(timesheets),
    )


def prove(
    end: End, journals: Mapping[str, Journal], disturbed: Disturbed, sandbox: SandboxClient
) -> list[Verdict]:
    """Judge the end of a run; the journals are by tagator."""
    by_task, by_work = _grouped(end.changes, "task"), _grouped(end.changes, "work")
    delivered = sandbox.photo_service_state()
    hands = (f for task in end.tasks for f in faults_of_hands(task, by_task[task.task]))
    ends = (f for task in end.tasks for f in faults_of_end(task, by_task[task.task]))
    works = (f for work in end.works for f in faults_of_work(work, by_work[work.work]))
    return [
        verdict_of("every task was completed exactly once, or cancelled", ends),
        verdict_of("no task was in two works at a time, and its history has no gap", hands),
        verdict_of("every work is over, and had the tasks it says", works),
        verdict_of("the history has what taggers saw acknowledged, and no more",
                 _faults_of_acts(end, journals)),
        verdict_of("timesheets add up to what taggers saw acknowledged",
                 _faults_of_sums(end, journals)),
        verdict_of("tasks have the tags that were acknowledged", _faults_of_tags(end, journals)),
        verdict_of("the photo service has the tags of the completed tasks, in their last version",
                 _faults_of_results(end, by_task, delivered)),
        verdict_of("cancelled and deleted photos stayed so", _faults_of_staff(end, disturbed)),
        verdict_of("no message is left over", leftovers()),
    ]  # fmt: skip


def _faults_of_acts(end: End, journals: Mapping[str, Journal]) -> Iterator[str]:
    written: dict[str, Counter[Act]] = defaultdict(Counter)
    for change in end.changes:
        if change.change in _OF_TAGATORS:
            written[change.tagator][change.change, change.task, change.work] += 1
    for tagator in written.keys() | journals.keys():
        journal = journals.get(tagator, Journal())
        for act in (journal.acts - written[tagator]).elements():
            yield f"lost {' '.join(act)}"
        for act in (written[tagator] - journal.acts - journal.doubtful_acts).elements():
            yield f"not acknowledged {' '.join(act)}"


def _faults_of_sums(end: End, journals: Mapping[str, Journal]) -> Iterator[str]:
    by_tagator = _grouped(end.changes, "tagator")
    for tagator, journal in journals.items():
        rows = by_tagator[tagator]
        tasks, amount = (
            sum(row.tasks for row in rows),
            sum((row.amount for row in rows), Decimal(0)),
        )
        done = _net(journal.acts)
        doubtful = sum(journal.doubtful_acts.values())
        if abs(tasks - done) > doubtful:
            yield f"{tagator}: {tasks} tasks, {done} acknowledged, {doubtful} doubtful"
        if amount != tasks * end.rates[tagator]:
            yield f"{tagator}: {amount} for {tasks} tasks"
        written = Paid(tasks=tasks, numbers=sum(row.numbers for row in rows), amount=amount)
        if end.paid.get(tagator, Paid()) != written:
            yield f"{tagator}: {end.paid.get(tagator)} by timesheets, {written} by the history"


def _added_up(timesheets: Iterable[Mapping[str, Any]]) -> Mapping[str, Paid]:
    paid: dict[str, Paid] = defaultdict(Paid)
    for row in timesheets:
        before = paid[row["tagatorId"]]
        paid[row["tagatorId"]] = Paid(
            tasks=before.tasks + row["tasksCompleted"],
            numbers=before.numbers + row["numbersAdded"],
            amount=before.amount + Decimal(row["amount"]),
        )
    return paid


def _net(acts: Counter[Act]) -> int:
    signs = {"Completed": 1, "Reopened": -1}
    return sum(signs.get(change, 0) * times for (change, _, _), times in acts.items())


def _faults_of_tags(end: End, journals: Mapping[str, Journal]) -> Iterator[str]:
    acknowledged: dict[str, set[str]] = defaultdict(set)
    doubtful: dict[str, set[str]] = defaultdict(set)
    for journal in journals.values():
        for task_id, numbers in journal.tags.items():
            acknowledged[task_id] |= numbers
        for task_id, numbers in journal.doubtful_tags.items():
            doubtful[task_id] |= numbers
    for task in end.tasks:
        known = acknowledged[task.task]
        if not known <= task.numbers <= known | doubtful[task.task]:
            yield f"{task.task}: {sorted(task.numbers)}, acknowledged {sorted(known)}"


def _faults_of_results(
    end: End, by_task: Mapping[str, Sequence[Change]], delivered: PhotoServiceState
) -> Iterator[str]:
    for task in end.tasks:
        state, version = end.photos[task.photo]
        result: Any = delivered.photos.get(task.photo, {}).get("tags", {})
        times = sum(change.change == "Completed" for change in by_task[task.task])
        if result.get("accepted", 0) > times:
            yield f"{task.photo}: {result['accepted']} results of {times} completions"
        if task.state == CANCELLED and times == 0 and result:
            yield f"{task.photo}: a result of a cancelled task"
        if task.state != COMPLETED or state == "Deleted":  # results not sent yet were withdrawn
            continue
        if state != "Processed" or result.get("version") != version:
            yield f"{task.photo}: {state}, version {version}, sent {result.get('version')}"
        if set(delivered.tags(task.photo)) != task.numbers:
            yield f"{task.photo}: {delivered.tags(task.photo)} sent of {sorted(task.numbers)}"


def _faults_of_staff(end: End, disturbed: Disturbed) -> Iterator[str]:
    states = {task.photo: task.state for task in end.tasks}
    completed_on = _last_completions()
    for photo_id, moment in disturbed.cancelled.items():
        photo = str(photo_id)
        if states[photo] != CANCELLED and completed_on[photo] > moment:
            yield f"{photo}: completed after it was cancelled"
    for photo_id in disturbed.deleted:
        if end.photos[str(photo_id)][0] != "Deleted":
            yield f"{photo_id}: {end.photos[str(photo_id)][0]}, was deleted"


def _grouped(changes: Iterable[Change], name: str) -> Mapping[str, list[Change]]:
    groups: dict[str, list[Change]] = defaultdict(list)
    for change in changes:
        groups[getattr(change, name)].append(change)
    return groups


def _tasks() -> Iterator[Task]:
    from tagging.models import TaggingTask, TagKind

    for task in TaggingTask.objects.prefetch_related("tags"):
        yield Task(
            task=str(task.pk),
            photo=str(task.photo_id),
            state=task.state,
            work=str(task.work_id or ""),
            numbers=frozenset(tag.value for tag in task.tags.all() if tag.kind == TagKind.NUMBER),
        )


def _changes() -> Iterator[Change]:
    from tagging.models import TaskHistory

    for row in TaskHistory.objects.order_by("pk"):
        yield Change(
            task=str(row.task_id),
            change=row.change,
            work=str(row.work_id or ""),
            tagator=str(row.tagator_id or ""),
            tasks=row.tasks,
            numbers=row.numbers,
            active_seconds=row.active_seconds,
            amount=row.amount,
        )


def _works() -> Iterator[EndedWork]:
    from tagging.models import Work

    for work in Work.objects.all():
        yield EndedWork(
            work=str(work.pk),
            state=work.state,
            tasks_total=work.tasks_total,
            began=work.created_on,
            finished=work.finished_on,
        )


def _last_completions() -> Mapping[str, Any]:
    from django.db.models import Max

    from tagging.models import TaskHistory

    rows = TaskHistory.objects.filter(change="Completed").values_list("task__photo_id")
    return {str(photo): on for photo, on in rows.annotate(Max("occurred_on")).order_by()}
