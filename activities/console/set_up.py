"""How far a program is set up: what is done, what is next, and what a usual activity would give."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlencode
from uuid import UUID

from django.contrib import admin
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join

from activities.types import kind_of
from foundation.staff.actions import computed_once
from foundation.staff.html import address_of_list, in_words, wrapping_link
from foundation.staff.page_parts import PagePart, reader_of
from programs.activity_types import titles
from programs.models import Exercise, MarketingProgram, Participant, ParticipantExerciseTask
from programs.readers import plain
from rewards.access import EDIT, READERS
from rewards.formulas.calculation import calculate_reward
from rewards.models import ActivationState, BalanceOperation, RewardFormula, RewardLimit

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
