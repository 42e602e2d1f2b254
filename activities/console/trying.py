"""An activity that staff try: what it would give, without a trace; then it may be added for real.

A try does all that follows an activity, in a transaction that is undone. So no tried activity has
to be marked, kept out of balances and erased.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal
from typing import Any
from urllib.parse import urlencode
from uuid import UUID, uuid4

from django import forms
from django.contrib import admin
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join

from activities.erasing import data_without_erased
from activities.explaining.own_api import in_own_words
from activities.receiving.commands import CreateActivityCommand, create_activity
from activities.records.changes import REWARD_AND_APPLY, withdraw_steps
from activities.records.models import Activity
from activities.settling.steps import reward_and_apply
from activities.types import kind_of
from activities.types.kind import ActivityKind
from foundation.records.audit import CREATED, Actor, actor_of, created_fields, record_deed, undone
from foundation.records.formats import as_utc_text, guid_or_none
from foundation.records.refusals import Refusal
from foundation.staff.actions import button, computed_once, say_done
from foundation.staff.choosing import ChosenRecord
from foundation.staff.confirming import show_refusal
from foundation.staff.display import address_of_list, address_of_page, in_words, wrapping_link
from foundation.staff.form_fields import CleanTextField, MomentField, SelectField
from foundation.staff.page_parts import PagePart, reader_of
from foundation.staff.staff_admin import StaffAdmin
from programs.activity_types import titles
from programs.participants.models import Participant
from programs.programs.models import Exercise, MarketingProgram
from programs.readers import plain, timestamp
from programs.tasks.models import ParticipantExerciseTask
from rewards.access import EDIT, READERS
from rewards.formulas.calculation import calculate_reward
from rewards.limits.budgets import list_allowances
from rewards.models import ActivationState, Balance, BalanceOperation, RewardFormula, RewardLimit

MOST_NAMED = 5
ADDING = "activities.change_activity"  # the permission to add an activity for real
TRYING = (ADDING, "programs.change_marketingprogram")  # either lets try one
DONE, NEXT, OPTIONAL = "✓", "→", "·"
UNTRIED = "Try an activity; a reward approver then adds it for real."


@dataclass(frozen=True, slots=True, kw_only=True)
class SetUpStep:
    """A step: whether it is done, what there is in words, and the page where it is done.

    `needs`: permissions, without any of which there is no link.
    """

    is_done: bool
    text: str
    address: str
    link: str
    needs: tuple[str, ...]
    is_optional: bool = False

    @property
    def mark(self) -> str:
        return DONE if self.is_done else OPTIONAL if self.is_optional else NEXT


def steps_of(program: MarketingProgram, now: datetime) -> Iterator[SetUpStep]:
    """Yield the steps from an empty program to the first credited point, in their order."""
    of_program = f"?program={program.pk}"
    exercises = list(Exercise.objects.filter(program=program).order_by("name")[:MOST_NAMED])
    named = ", ".join(f"{each.name} ({_title(each.activity_type)})" for each in exercises)
    yield SetUpStep(
        is_done=bool(exercises),
        text=f"Exercises: {named or 'none yet'}.",
        address=reverse("admin:programs_exercise_add") + of_program,
        link="Add an exercise",
        needs=("programs.add_exercise",),
    )
    for activity_type in dict.fromkeys(each.activity_type for each in exercises):
        yield _formula(program.pk, activity_type, now)
    limits = [str(each) for each in RewardLimit.objects.filter(program=program)]
    yield SetUpStep(
        is_done=bool(limits),
        text=f"Limits: {'; '.join(limits) or 'none, so every reward is given whole'}.",
        address="#limits",
        link="Set limits",
        needs=("programs.change_marketingprogram",),
        is_optional=True,
    )
    participants = Participant.objects.filter(program=program)
    yield SetUpStep(
        is_done=participants.exists(),
        text="There are participants." if participants.exists() else "Participants: none yet.",
        address=f"{reverse('admin:programs_participant_import_csv')}?marketingProgramId={program.pk}",
        link="Import participants",
        needs=("programs.add_participant",),
    )
    tasks = ParticipantExerciseTask.objects.filter(exercise__program=program)
    yield SetUpStep(
        is_done=tasks.exists(),
        text="Tasks are given." if tasks.exists() else "Tasks: none, so activities count for none.",
        address=reverse("admin:programs_participantexercisetask_assign"),
        link="Give a task to many",
        needs=("programs.add_participantexercisetask",),
        is_optional=True,
    )
    yield _first_point(program, participants.order_by("created_on").first(), exercises)


def _formula(program_id: UUID, activity_type: str, now: datetime) -> SetUpStep:
    kind, title = kind_of(activity_type), _title(activity_type)
    data = kind.usual_data(now)
    outcome = calculate_reward(program_id, activity_type, kind.variables_of(kind.read(data)), now)
    known = (key for key in ("Distance", "CorrectAnswers") if key in data)
    shown = ", ".join(f"{in_words(key)} {data[key]}" for key in known)
    usual = f"A usual activity ({title}{f', {shown}' if shown else ''})"
    gives = "nothing" if outcome.reward is None else f"{plain(outcome.reward)} points"
    why = "" if outcome.reward is not None else f": {outcome.reason.rstrip('.')}"
    written = RewardFormula.objects.of(program_id, activity_type)
    is_written = written.exists()
    requested = written.filter(activations__state=ActivationState.REQUESTED).first()
    if requested and outcome.reward is None:
        why += f". A reward approver has to make “{requested.name}” active"
    about = {"program": program_id, "activity_type": activity_type}
    listed = address_of_list(RewardFormula, program__id__exact=program_id)
    add = f"{reverse('admin:rewards_rewardformula_from_template')}?{urlencode(about)}"
    return SetUpStep(
        is_done=outcome.reward is not None,
        text=f"{usual} gives {gives}{why}.",
        address=listed if is_written else add,
        link="Formulas" if is_written else "Write a formula",
        needs=READERS if is_written else (EDIT,),
    )


def _first_point(
    program: MarketingProgram, one: Participant | None, exercises: list[Exercise]
) -> SetUpStep:
    credited = BalanceOperation.objects.filter(balance__participant__program=program).exists()
    address = reverse("admin:activities_activity_try_one")
    asked = [f"participant={one.pk}"] if one else []
    asked += [f"type={exercises[0].activity_type}"] if exercises else []
    return SetUpStep(
        is_done=credited,
        text="Points are credited." if credited else UNTRIED,
        address=f"{address}?{'&'.join(asked)}",
        link="Try an activity",
        needs=TRYING,
    )


def _title(activity_type: str) -> str:
    return dict(titles())[activity_type].lower()


def _link(step: SetUpStep, reader: HttpRequest | None) -> str:
    may = reader is not None and any(map(reader.user.has_perm, step.needs))
    return wrapping_link(step.address, step.link) if may else ""


@admin.display(description="Set up")
@computed_once
def program_set_up(program: MarketingProgram) -> str:
    """Return the steps, each with its mark and its page."""
    reader = reader_of(program)
    rows = (
        (each.mark, each.text, _link(each, reader)) for each in steps_of(program, timezone.now())
    )
    return format_html("<ul>{}</ul>", format_html_join("", "<li>{} {} {}</li>", rows))


PART = PagePart(
    page=MarketingProgram, title="Set up", model=MarketingProgram, show=program_set_up, leads=True
)


TEXT = (
    "All that follows an activity is done and undone: nothing of it is stored, credited or sent. "
    "Reward approvers can then add it for real, with the same data: it is rewarded as if it came "
    "from outside."
)
CAME = "If it came in now:"
OLD_SCHEME = (
    "The program follows the old scheme: task managers decide, so by itself nothing follows."
)


def try_activity(command: CreateActivityCommand) -> Sequence[str]:
    """Return in sentences what an activity would give now; nothing of it stays.

    :raises Refusal: as `create_activity` and what follows it.
    """
    with undone():
        activity = create_activity(command)
        if not activity.marketing_program.is_new_scheme:
            return [OLD_SCHEME]
        withdraw_steps([activity.pk], REWARD_AND_APPLY, command.source)
        activity = reward_and_apply(activity.pk, command.source, command.now)
        [told] = in_own_words([activity])
        return [CAME, *told.why, *_left(activity, command.now)]


def _left(activity: Activity, now: datetime) -> Sequence[str]:
    balance = Balance.objects.filter(pk=activity.participant_id).first()
    amount = balance.amount if balance else Decimal(0)
    allowances = list_allowances(activity.participant, now)
    return [
        f"The balance is {amount:f} then.",
        *(f"Left of {each.limit}: {each.use.left:,f}." for each in allowances),
    ]


@transaction.atomic
def add_activity(command: CreateActivityCommand, by: Actor) -> Activity:
    """Create an activity that staff order; what follows it follows as of any other.

    :raises Refusal: as `create_activity`.
    """
    is_new = not Activity.objects.filter(pk=command.activity_id).exists()
    activity = create_activity(command)
    if is_new:
        record_deed(by, CREATED, activity, created_fields(activity))
    return activity


class ActivityForm(forms.Form):
    """Who did something, and the data of its type."""

    type = SelectField(
        choices=titles,
        help_text="Choose another one and press “Try”: the page then asks for its data.",
    )
    participant = forms.ModelChoiceField(
        Participant.objects.all(), widget=ChosenRecord(Activity._meta.get_field("participant"))
    )

    def __init__(self, kind: ActivityKind, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        said = {each.key: each.says for each in kind.variables.values()}
        for key, reader in {**kind.required, **kind.optional}.items():
            about: dict[str, Any] = {
                "label": in_words(key),
                "required": key in kind.required,
                "help_text": said.get(key, ""),
            }
            self.fields[key] = (
                MomentField(**about) if reader is timestamp else CleanTextField(**about)
            )

    def data_of(self, kind: ActivityKind) -> Mapping[str, str]:
        """Return the activity's data: what was filled in."""
        given = ((key, self.cleaned_data[key]) for key in (*kind.required, *kind.optional))
        return {
            key: as_utc_text(value) if isinstance(value, datetime) else value
            for key, value in given
            if value
        }


class TryPage(StaffAdmin):
    """The page of the list of activities on which one is tried, and added for real."""

    opened_by = {"try": TRYING}

    @button("Try an activity…", "try", "try")
    def try_one(self, request: HttpRequest) -> HttpResponse:
        """Ask for the data, say what they would give, and add the activity where it is ordered."""
        now, kind, may_add = timezone.now(), _kind(request), request.user.has_perm(ADDING)
        # The page that was sent may have had the fields of another type.
        asked = request.POST if request.POST.get("of_type") == kind.type else None
        form = ActivityForm(kind, asked, initial=_initial(request, kind, now))
        facts: Sequence[str] = ()
        activity_id = guid_or_none(request.POST.get("activity_id", "")) or uuid4()
        if form.is_valid():
            command = CreateActivityCommand(
                activity_id=activity_id,
                participant_id=form.cleaned_data["participant"].pk,
                activity_type=kind.type,
                activity_data=data_without_erased(kind.type, form.data_of(kind)),
                source=actor_of(request).name,
                now=now,
            )
            try:
                if "add" in request.POST and may_add:
                    added = add_activity(command, actor_of(request))
                    say_done(request, "The activity was added; its reward follows in a moment.")
                    return HttpResponseRedirect(address_of_page(Activity, added.pk))
                facts = try_activity(replace(command, activity_id=uuid4()))
            except Refusal as refusal:
                show_refusal(form, refusal)
        buttons = {"try": "Try"} | ({"add": "Add it for real"} if facts and may_add else {})
        hidden = [("of_type", kind.type), ("activity_id", str(activity_id))]
        title = f"Try an activity: {dict(titles())[kind.type].lower()}"
        return self.ask(request, [], title, TEXT, buttons, form, facts=facts, hidden=hidden)


def _kind(request: HttpRequest) -> ActivityKind:
    """Return the type that is asked for; where none is, that of the page, or the first one."""
    given = (request.POST.get("type"), request.POST.get("of_type"), request.GET.get("type"))
    known = dict(titles())
    return kind_of(next((each for each in given if each in known), titles()[0][0]))


def _initial(request: HttpRequest, kind: ActivityKind, now: datetime) -> dict[str, Any]:
    given = request.POST.get("participant") or request.GET.get("participant", "")
    return {"type": kind.type, "participant": guid_or_none(given), **kind.usual_data(now)}
