"""Activities on the staff's first page, and on the pages of programs and participants."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import asdict
from datetime import datetime
from typing import Any
from uuid import UUID

from django.contrib import admin
from django.db.models import Q
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join

from activities.console.activities import checks_in_lines, moment
from activities.console.trying import PART as SET_UP
from activities.explaining.compared_tasks import TriedActivity, explain_task
from activities.explaining.figures import (
    MOST,
    NO_FIGURES,
    Failing,
    Figures,
    get_failures,
    get_figures_of_today,
    get_open_claims,
)
from activities.explaining.progress import in_colour, link, standings_of
from activities.records.models import Activity, ActivityState, ClaimState, RewardClaim
from foundation.records.texts import amount
from foundation.staff.actions import computed_once
from foundation.staff.confirming import EXAMPLES, Effect
from foundation.staff.dashboard import DANGER, MOST_ROWS, WARNING, Cell, Figure, Table, span
from foundation.staff.display import address_of_list, address_of_page, may_see, table
from foundation.staff.display import link as link_to_list
from foundation.staff.page_parts import PagePart, reader_of
from programs.participants.models import Participant
from programs.programs.models import MarketingProgram
from programs.tasks.criteria_form import shown_in_line
from programs.tasks.models import ParticipantExerciseTask
from rewards.approvals.admin import ASK
from rewards.balances.admin import operations_table
from rewards.limits.budgets import list_allowances
from rewards.models import Balance, BalanceOperation

MOST_SHOWN = 20
NO_BALANCE = "None: there was no operation yet."


@admin.display(description="Balance")
@computed_once
def participant_balance(participant: Participant) -> str:
    """Return the balance, and its last operations."""
    balance, reader = Balance.objects.filter(pk=participant.pk).first(), reader_of(participant)
    if balance is None:
        return format_html("{} {}", NO_BALANCE, _adjusting(participant, reader))
    operations = BalanceOperation.objects.filter(balance=balance.pk).order_by("-created_on", "id")
    shown = operations_table(
        operations[:MOST_SHOWN], lambda pk, words: link(Activity, pk, words, reader), reader
    )
    amount = link(Balance, balance.pk, f"{balance.amount:f}", reader)
    if reader is not None and not may_see(reader, Balance):
        return format_html("<div>{}</div>{}", amount, shown)
    page = address_of_page(Balance, balance.pk).replace("/change/", "/statement/")
    links = amount, link_to_list(page, "Statement"), _adjusting(participant, reader)
    return format_html("<div>{} {} {}</div>{}", *links, shown)


def _adjusting(participant: Participant, reader: HttpRequest | None) -> str:
    """Return the link to the form of an adjustment, for those who may adjust or ask for it."""
    ways = {
        "rewards.adjust": ("adjust_participant", "Adjust…"),
        ASK: ("ask_for_participant", "Ask for an adjustment…"),
    }
    for right, (page, title) in ways.items():
        if reader is not None and reader.user.has_perm(right):
            address = reverse(f"admin:rewards_balance_{page}")
            return link_to_list(f"{address}?participant={participant.pk}", title)
    return ""


@admin.display(description="Left of limits")
@computed_once
def participant_limits(participant: Participant) -> str:
    """Return what the limits of the program leave the participant now."""
    rows = [
        [
            str(each.limit),
            f"{each.use.used:,}",
            f"{each.use.left:,}",
            "never ends" if each.use.before is None else moment(each.use.before),
        ]
        for each in list_allowances(participant, timezone.now())
    ]
    return table(["Limit", "Used", "Left", "Until (UTC)"], rows)


@admin.display(description="Tasks")
@computed_once
def participant_tasks(participant: Participant) -> str:
    """Return the newest tasks, and a link to all."""
    tasks = (
        ParticipantExerciseTask.objects.filter(participant=participant)
        .select_related("exercise", "activity")
        .order_by("-created_on", "id")
    )
    rows = [
        [
            link(ParticipantExerciseTask, task.pk, task.exercise.name, reader_of(participant)),
            in_colour(task.state),
            shown_in_line(task.activity_type, task.criteria),
            moment(task.finishes_on),
            _activity_of(task, reader_of(participant)),
        ]
        for task in tasks[:MOST_SHOWN]
    ]
    headers = ["Task", "State", "Criteria", "Finishes (UTC)", "Activity, created (UTC)"]
    address = address_of_list(ParticipantExerciseTask, q=participant.pk)
    return format_html("<div>{}</div>{}", link_to_list(address, "All tasks"), table(headers, rows))


@admin.display(description="Activities")
@computed_once
def participant_activities(participant: Participant) -> str:
    """Return the newest activities with where they are, and a link to all."""
    newest = list(
        Activity.objects.filter(participant=participant)
        .select_related("marketing_program")
        .order_by("-created_on", "id")[:MOST_SHOWN]
    )
    standings = standings_of(newest)
    rows = [
        [
            link(Activity, each.pk, moment(each.created_on)),
            each.get_type_display(),
            in_colour(each.state),
            "" if each.reward is None else f"{each.reward:f}",
            standings[each.pk].text,
        ]
        for each in newest
    ]
    shown = table(["Created (UTC)", "Type", "State", "Reward", "Where it is"], rows)
    address = address_of_list(Activity, participant=participant.pk)
    return format_html("<div>{}</div>{}", link_to_list(address, "All activities"), shown)


def _activity_of(task: ParticipantExerciseTask, reader: HttpRequest | None) -> str:
    activity = getattr(task, "activity", None)
    return link(Activity, activity.pk, moment(activity.created_on), reader) if activity else ""


@admin.display(description="Since midnight (UTC)")
@computed_once
def program_today(program: MarketingProgram) -> str:
    """Return the figures of today, and links to the activities."""
    today = get_figures_of_today(timezone.now(), program.pk).get(program.pk, NO_FIGURES)
    address = address_of_list(Activity, marketing_program__id__exact=program.pk)
    shown = table(today.titles(), [today.texts()])
    return format_html("{}<div>{}</div>", shown, link_to_list(address, "All activities"))


@admin.display(description="Why it is open or done")
@computed_once
def task_activities(task: ParticipantExerciseTask) -> str:
    """Return the task's activity, and those that were tried, each with why it was not taken."""
    explained = explain_task(task.pk)
    lines = format_html_join("", "<div>{}</div>", ((each,) for each in explained.sentences))
    rows = [_tried_row(each) for each in explained.tried]
    more = explained.count - len(rows)
    left_out = format_html("<div>And {} older ones.</div>", f"{more:,}") if more > 0 else ""
    headers = ["Activity, created (UTC)", "State", "Verdict, and why"]
    return format_html("{}{}{}", lines, table(headers, rows) if rows else "", left_out)


def _tried_row(tried: TriedActivity) -> list[object]:
    activity = tried.activity
    return [
        link(Activity, activity.pk, moment(activity.created_on)),
        in_colour(activity.state),
        format_html("{} {}{}", in_colour(tried.verdict), tried.reason, checks_in_lines(tried)),
    ]


PARTS = (
    SET_UP,
    PagePart(page=Participant, title="Balance", model=Balance, show=participant_balance),
    PagePart(page=Participant, title="Limits", model=Balance, show=participant_limits),
    PagePart(
        page=Participant, title="Tasks", model=ParticipantExerciseTask, show=participant_tasks
    ),
    PagePart(
        page=ParticipantExerciseTask, title="Activities", model=Activity, show=task_activities
    ),
    PagePart(page=Participant, title="Activities", model=Activity, show=participant_activities),
    PagePart(page=MarketingProgram, title="Today", model=Activity, show=program_today),
)


CHANGE = "activities.change_activity"
Today = Mapping[UUID, Figures]
figures_of_today = get_figures_of_today


def needs(now: datetime) -> Iterator[Figure]:
    """Yield what failed, and the claims that wait for staff."""
    failures = get_failures(now)
    yield from _failing("Failing steps", failures.failing_steps, WARNING, steps="failing")
    yield from _failing("Steps given up", failures.steps_given_up, DANGER, steps="given-up")
    yield from _failing("Rewards failed", failures.rewards_failed, DANGER, reward="failed")
    yield from _failing(
        "Refused refills", failures.refused_refills, DANGER, steps="refused-refills"
    )
    if (claims := get_open_claims(now)).count:
        note, count = f"the oldest {span(claims.age)} ago", amount(claims.count, MOST)
        shown = {"state__exact": ClaimState.OPEN}
        found = Figure.of(RewardClaim, "Claims to review", count, note, **shown)
        yield found.for_staff(WARNING, "Keep them, or take them back…", "rewards.adjust")


def _failing(title: str, failing: Failing, tone: str, **filters: str) -> Iterator[Figure]:
    if failing.count:
        note, count = f"the oldest {span(failing.age)} ago", amount(failing.count, MOST)
        found = Figure.of(Activity, title, count, note, **filters)
        yield found.for_staff(tone, "See why", CHANGE)


def stages(today: Today) -> Iterator[Figure]:
    """Yield how far the activities of all programs are since midnight (UTC)."""
    counts = Counter[str]()
    for each in today.values():
        counts.update(asdict(each))
    for title, count in zip(Figures.titles(), counts.values(), strict=False):
        if count:
            yield Figure.of(Activity, title, f"{count:,}")


def programs(today: Today) -> Table:
    """Return today's figures of the programs, those with most activities first."""
    busiest = sorted(today, key=lambda pk: (-today[pk].created, -today[pk].waiting, str(pk)))
    found = MarketingProgram.objects.in_bulk(busiest[:MOST_ROWS])
    rows = [
        [
            Cell(text=found[pk].name, link=address_of_page(MarketingProgram, pk)),
            *(Cell(text=f"{count:,}") for count in (today[pk].created, today[pk].credited)),
        ]
        for pk in busiest[:MOST_ROWS]
        if pk in found
    ]
    return Table(
        title="Programs today",
        model=MarketingProgram,
        headers=["Program", "Activities", "Credited"],
        rows=rows,
        more=address_of_list(MarketingProgram),
    )


# What a change of a program's settings does to its activities and claims, counted before it.


TO_NEW = Effect(
    Q(),
    "activity",
    "was left to task managers and has no task yet: it stays with them, unless replayed here",
    "were left to task managers and have no task yet: they stay with them, unless replayed here",
)
TO_OLD = Effect(
    Q(),
    "activity",
    "waits for its task: it is left to task managers",
    "wait for their tasks: they are left to task managers",
)
UNREWARDED = Effect(
    Q(),
    "activity",
    "of these has no reward yet, and gets none by itself",
    "of these have no reward yet, and get none by themselves",
)
CLAIMS = Effect(
    Q(),
    "claim",
    "is open: it stays for staff. Only later rejections follow the change",
    "are open: they stay for staff. Only later rejections follow the change",
)


def effects_on_activities(
    program: MarketingProgram, changed: Collection[str], _: Collection[str]
) -> list[str]:
    """Return what changed settings of a program do to what it has, a sentence each.

    Its dates are for activities that come later: none that is there is refused.
    """
    facts: list[str] = []
    if "is_new_scheme" in changed:
        facts += _of_scheme(program)
    if "takes_back_rejected" in changed:
        claims = RewardClaim.objects.filter(activity__marketing_program=program.pk)
        facts += _counted(CLAIMS, claims.filter(state=ClaimState.OPEN))
    return facts


def _of_scheme(program: MarketingProgram) -> list[str]:
    """Return what becomes of the activities that are not settled."""
    created = Activity.objects.filter(marketing_program=program.pk, state=ActivityState.CREATED)
    if program.is_new_scheme:
        return _counted(TO_NEW, created)
    return [*_counted(TO_OLD, created), *_counted(UNREWARDED, created.filter(reward=None))]


def _counted(effect: Effect, rows: Any) -> list[str]:
    count = rows.count()
    return [effect.of(count, rows[:EXAMPLES])] if count else []
