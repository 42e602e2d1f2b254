"""Orders of staff about activities, programs, participants and rewards."""

from uuid import uuid4

from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db.models import Model
from django.test import Client
from django.utils import timezone

from activities.models import Activity, RewardClaim
from activities.tests.calls.rewarded import claimed
from activities.tests.calls.rewarded import credited as credited_activity
from activities.tests.factories import ActivityFactory
from activities.types import kind_of
from config.tests.audit.staff.forms import Given, Orders, act, button, orders_of, values_of
from foundation.staff.display import address_of_list
from programs.participants.models import Participant
from programs.programs.models import Exercise, MarketingProgram
from programs.tasks.models import ParticipantExerciseTask
from programs.tests.factories import (
    ExerciseFactory,
    MarketingProgramFactory,
    ParticipantExerciseTaskFactory,
    ParticipantFactory,
    done_assignment,
    waiting_assignment,
)
from rewards.models import Approval, Balance, RewardFormula
from rewards.tests.corrections.corrected import cut_runs, staged
from rewards.tests.dry_runs.months import started
from rewards.tests.factories import (
    active_formula,
    credited,
    draft_formula,
    golden_example,
    requested_activation,
    requested_adjustment,
)

CAR = {"reason": "A car."}

ORDERS: Orders = {
    **orders_of(
        Activity,
        ActivityFactory.create,
        actions={"calculate": {}, "search": {}},
        buttons={"calculate": {}, "search": {}},
    ),
    "activities.activity try/": lambda _: (
        f"{address_of_list(Activity)}try/",
        {
            "type": "QuizActivity",
            "of_type": "QuizActivity",
            "participant": ParticipantFactory.create().pk,
            **kind_of("QuizActivity").usual_data(timezone.now()),
            "add": "yes",
        },
    ),
    **orders_of(
        Activity,
        credited_activity,
        actions={"take_rewards_back": CAR, "ask_to_take_back": CAR},
        buttons={"take-back": CAR, "ask-to-take-back": CAR},
    ),
    **orders_of(
        Activity,
        lambda: cut_runs()[0].activities[1],
        actions={"pay_cuts": {}},
        buttons={"pay-cut": {}},
    ),
    **orders_of(
        RewardClaim,
        claimed,
        actions={"keep": {}, "take_back": {}},
        buttons={"keep": {}, "take-back": {}},
    ),
    **orders_of(
        Exercise,
        ExerciseFactory.create,
        add=lambda: {
            "program": MarketingProgramFactory.create().pk,
            "name": "Run",
            "activity_type": "SportActivity",
        },
        change={"name": "x", "activity_type": "SportActivity"},
    ),
    **orders_of(
        MarketingProgram,
        MarketingProgramFactory.create,
        add=lambda: {"name": "x"},
        change={"name": "x"},
    ),
    **orders_of(
        Participant,
        ParticipantFactory.create,
        add=lambda: {"program": MarketingProgramFactory.create().pk, "state": "Active"},
        actions={"block": {}},
        buttons={"erase": {"reason": "Asked.", "is_sure": "on"}},
    ),
    "programs.participant action unblock": lambda _: act(
        ParticipantFactory.create(state="Blocked"), "unblock"
    ),
    "programs.participant import/": lambda client: _imported(
        client,
        Participant,
        "participantId,marketingProgramId",
        f"{uuid4()},{MarketingProgramFactory.create().pk}",
    ),
    **orders_of(
        ParticipantExerciseTask,
        ParticipantExerciseTaskFactory.create,
        add=lambda: _new_task(),
        change={"finishes_on": "2026-12-01 10:00"},
        actions={"cancel": {}},
    ),
    "programs.participantexercisetask assign/": lambda _: (
        f"{address_of_list(ParticipantExerciseTask)}assign/",
        {
            "exercise": ExerciseFactory.create().pk,
            "criteria_type": "SportActivity",
            "confirmed": "yes",
        },
    ),
    "programs.taskassignment <path:object_id>/cancel/": lambda _: button(
        waiting_assignment(), "cancel"
    ),
    "programs.taskassignment <path:object_id>/undo/": lambda _: button(done_assignment(), "undo"),
    "programs.participantexercisetask import/": lambda client: _imported_task(client),
    **orders_of(
        Approval,
        requested_adjustment,
        actions={"approve_chosen": {}},
        buttons={"approve": {}, "reject": {"reason": "Too much."}},
    ),
    "rewards.approval <path:object_id>/withdraw/": lambda client: button(
        requested_adjustment(by=_name_of(client)), "withdraw"
    ),
    **orders_of(
        Balance,
        lambda: credited().balance,
        buttons={
            order: {"operation_id": uuid4(), "amount": "1.5", "reason": "Forgotten."}
            for order in ("adjust", "ask-to-adjust")
        },
    ),
    "rewards.balance adjust-participant/": lambda _: _adjusted("adjust-participant"),
    "rewards.balance ask-to-adjust-participant/": lambda _: _adjusted("ask-to-adjust-participant"),
    "rewards.rewardcorrection <path:object_id>/approve/": lambda _: button(
        staged(requested_by="bob"), "approve"
    ),
    "rewards.rewardcorrection <path:object_id>/cancel/": lambda _: button(
        staged(is_run=True), "cancel"
    ),
    "rewards.rewardcorrection <path:object_id>/request/": lambda _: button(
        staged(), "request", reason="Wrong."
    ),
    "rewards.rewardcorrection <path:object_id>/run/": lambda _: button(
        staged(is_run=True, is_stopped=True), "run"
    ),
    "rewards.rewardcorrection new/": lambda _: _new_correction(),
    "rewards.formuladryrun <path:object_id>/cancel/": lambda _: button(
        started(draft_formula()), "cancel"
    ),
    **orders_of(
        RewardFormula,
        draft_formula,
        add=lambda: {
            "program": MarketingProgramFactory.create().pk,
            "activity_type": "SportActivity",
            "name": "By distance",
            "expression": "distance",
        },
        change={"name": "x"},
        actions={"activate": {}},
        buttons={"dry-run": {"month": "2026-05", "revision": 1}},
    ),
    "rewards.rewardformula <path:object_id>/activation/": lambda _: _approved(),
    "rewards.rewardformula <path:object_id>/try/": lambda client: _tried_and_saved(client),
    "rewards.rewardformula <uuid:object_id>/examples/<uuid:example_id>/remove/": lambda _: (
        _example_removed()
    ),
    "rewards.rewardformula action deactivate": lambda _: act(active_formula(), "deactivate"),
    "rewards.rewardformula action move_down": lambda _: act(_two_formulas()[0], "move_down"),
    "rewards.rewardformula action move_up": lambda _: act(_two_formulas()[1], "move_up"),
}


def _adjusted(path: str) -> tuple[str, Given]:
    return f"{address_of_list(Balance)}{path}/", {
        "participant_id": ParticipantFactory.create().pk,
        "operation_id": uuid4(),
        "amount": "1.5",
        "reason": "Forgotten.",
        "confirmed": "yes",
    }


def _new_correction() -> tuple[str, Given]:
    chosen = {"program": MarketingProgramFactory.create().pk, "activity_type": "SportActivity"}
    period = {"since": "2026-05-01", "until": "2026-05-31"}
    return "/admin/rewards/rewardcorrection/new/", {
        **chosen,
        **period,
        "correction_id": uuid4(),
        "start": "yes",
    }


def _approved() -> tuple[str, Given]:
    asked = requested_activation()
    seen = {"revision": 1, "version": asked.formula.version, "activation": asked.pk}
    return button(asked.formula, "activation", approve="yes", **seen)


def _two_formulas() -> list[RewardFormula]:
    first = active_formula()
    return [first, active_formula(program_id=first.program_id)]


def _example_removed() -> tuple[str, Given]:
    example = golden_example()
    return button(example.formula, f"examples/{example.pk}/remove")


def _new_task() -> Given:
    exercise = ExerciseFactory.create()
    participant = ParticipantFactory.create(program=exercise.program).pk
    return {"participant": participant, "exercise": exercise.pk, "criteria_type": "SportActivity"}


def _imported_task(client: Client) -> tuple[str, Given]:
    exercise = ExerciseFactory.create()
    participant = ParticipantFactory.create(program=exercise.program)
    header = "participantExerciseTaskId,participantId,exerciseId"
    line = f"{uuid4()},{participant.pk},{exercise.pk}"
    return _imported(client, ParticipantExerciseTask, header, line)


def _imported(client: Client, model: type[Model], *lines: str) -> tuple[str, Given]:
    """Send a file to be checked; return what applies it."""
    address = address_of_list(model) + "import/"
    file = SimpleUploadedFile("rows.csv", "\n".join(lines).encode())
    checked = client.post(address, {"file": file}, secure=True)
    return address, {**dict(checked.context["kept"]), "confirmed": "yes"}


def _tried_and_saved(client: Client) -> tuple[str, Given]:
    """Return what saves a formula that was tried as its next revision."""
    address, _ = button(draft_formula(), "try")
    tried = values_of(client.get(address, secure=True).context["form"])
    return address, {**tried, "expression": "distance * 3", "save": "yes"}


def _name_of(client: Client) -> str:
    return User.objects.get(pk=client.session["_auth_user_id"]).username
