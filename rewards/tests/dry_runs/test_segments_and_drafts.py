"""A dry run of several drafts, of drafts that are valid later, and of some participants…"""

from datetime import timedelta
from io import StringIO
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from foundation.records.models import IdTaken
from foundation.records.refusals import Refusal
from foundation.rest.tests.staff import signed_in
from programs.participants.models import Participant
from programs.tasks.segments import Segment, SegmentInvalid
from programs.tests.factories import ExerciseFactory, ParticipantExerciseTaskFactory
from rewards.erasing import BalanceOfParticipant
from rewards.models import FormulaDryRun, RewardFormula, RewardFormulaNotFound
from rewards.tests.dry_runs.months import Month, a_month, results_of, started
from rewards.tests.factories import draft_formula
from rewards.trials.dry_runs import OtherDraft, OtherDraftInvalid

pytestmark = pytest.mark.django_db

LATER = timezone.now() + timedelta(days=300)


def draft_of(month: Month, **fields: Any) -> RewardFormula:
    """Return another formula of the month's program, never active."""
    own = {"program_id": month.program.pk, "coefficients": {}, "expression": "distance"}
    found: RewardFormula = draft_formula(**{**own, **fields})
    return found


def test_names_those_of_a_list_that_are_no_participants(client: Client):
    month, unknown = a_month("1", "10"), uuid4()
    known = month.activities[0].participant_id
    run = started(month.formula, participant_ids=[known, unknown])

    page = signed_in(client, "rewards.read").get(f"/admin/rewards/formuladryrun/{run.pk}/change/")

    assert f"2 chosen. “{unknown}”: there is no such participant." in page.content.decode()


def test_compares_a_list_of_participants_and_a_segment():
    month = a_month("1", "10")
    first, second = (each.participant_id for each in month.activities)
    exercise = ExerciseFactory.create(program=month.program)
    ParticipantExerciseTaskFactory.create(
        participant=Participant.objects.get(pk=first), exercise=exercise, state="Completed",
        completed_on=timezone.now(),
    )  # fmt: skip
    Participant.objects.filter(pk=second).update(state="Blocked")

    totals = [
        results_of(month.formula, **whose)["draft"]["total"]
        for whose in (
            {"participant_ids": [first]},
            {"participant_ids": [uuid4()]},
            {"segment": Segment(state="Blocked")},
            {"segment": Segment(completed_exercise_id=exercise.pk)},
            {"segment": Segment(not_completed_exercise_id=exercise.pk)},
        )
    ]

    assert totals == [3, 0, 30, 3, 30]


def _refused(month: Month) -> list[tuple[dict[str, Any], type[Refusal]]]:
    foreign = draft_formula()
    other_type = draft_of(month, activity_type="QuizActivity", expression="1")
    return [
        ({"others": [OtherDraft(formula_id=uuid4())]}, RewardFormulaNotFound),
        ({"others": [OtherDraft(formula_id=month.formula.pk)]}, OtherDraftInvalid),
        ({"others": [OtherDraft(formula_id=foreign.pk)]}, OtherDraftInvalid),
        ({"others": [OtherDraft(formula_id=other_type.pk)]}, OtherDraftInvalid),
        ({"participant_ids": []}, SegmentInvalid),
        ({"participant_ids": [uuid4() for _ in range(1001)]}, SegmentInvalid),
        ({"segment": Segment(state="Asleep")}, SegmentInvalid),
        ({"segment": Segment(completed_exercise_id=uuid4())}, SegmentInvalid),
    ]


def test_refuses_what_it_cannot_try():
    month, other = a_month("1"), a_month("1")
    run = started(other.formula)

    for changes, refusal in _refused(month):
        with pytest.raises(refusal):
            started(month.formula, **changes)
    with pytest.raises(IdTaken):
        started(other.formula, dry_run_id=run.pk, segment=Segment(state="Active"))

    assert FormulaDryRun.objects.get() == run


def test_keeps_no_id_of_a_participant_who_is_erased():
    month = a_month("1")
    erased, pseudonym = month.activities[0].participant, uuid4()
    run = started(month.formula, participant_ids=[erased.pk])
    subject = {
        "participantId": str(erased.pk),
        "programId": str(month.program.pk),
        "pseudonym": str(pseudonym),
        "words": [],
    }

    BalanceOfParticipant().erase(subject, None, timezone.now())

    run.refresh_from_db()
    assert run.segment == {"participant_ids": [str(pseudonym)]}


BASE = "/admin-api/api/v2/formulas"
MAY = {"since": "2026-05-01T00:00:00Z", "before": "2026-06-01T00:00:00Z"}


def test_is_started_over_the_api(caller: Any):
    month = a_month("1", "10")
    other = draft_of(month, name="Short")
    RewardFormula.objects.filter(pk=other.pk).update(valid_from=LATER)
    client, address = caller("rewards.edit"), f"{BASE}/{month.formula.pk}/dry-runs"
    given = {
        **MAY,
        "others": [{"formulaId": str(other.pk), "revision": 1}],
        "segment": {"state": "Active"},
    }

    answer = client.post(address, given, format="json")

    found = answer.json()
    assert answer.status_code == 202
    assert found["others"] == [{"formulaId": str(other.pk), "name": "Short", "revision": 1}]
    assert found["segment"] == {"state": "Active"}
    assert [each["name"] for each in found["asIfValid"]] == ["Short"]
    assert len(found["notes"]) == 3


def test_is_started_on_the_page_and_says_what_it_tries():
    month, client = a_month("1", "10"), signed_in(Client(), "rewards.edit")
    other = draft_of(month, name="Short")
    address = f"/admin/rewards/rewardformula/{month.formula.pk}/dry-run/"
    given = {"since": "2026-05-01", "until": "2026-05-31", "revision": "2", "others": [other.pk],
             "participants": f"{month.activities[0].participant_id}\n"}  # fmt: skip

    asked = client.get(address).content.decode()
    answer = client.post(address, given, follow=True)

    run = FormulaDryRun.objects.get()
    page = answer.content.decode()
    assert "Short, revision 1" in asked
    assert (f"{run.since:%d.%m.%Y}", f"{run.before:%d.%m.%Y}") == ("01.05.2026", "01.06.2026")
    assert "Together with “Short”, revision 1." in page
    assert "Only activities of 1 participants of a list." in page


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"since": "2026-05-01"}, "Both days are needed."),
        ({"month": ""}, "A month, or both days, are required."),
        ({"month": "2026-13"}, "must be a month"),
        ({"month": "2026-05", "revision": "9"}, "Select a valid choice"),
        ({"month": "2099-05"}, "Must be in the past"),
        ({"since": "2026-05-09", "until": "2026-05-01"}, "Must be after the beginning."),
        ({"month": "2026-05", "participants": "ann"}, "“ann” is no id."),
        ({"month": "2026-05", "others": [str(UUID(int=1))]}, "Select a valid choice"),
    ],
)
def test_says_on_the_page_what_is_wrong(given: dict[str, Any], why: str):
    month, client = a_month("1"), signed_in(Client(), "rewards.edit")
    draft_of(month)
    address = f"/admin/rewards/rewardformula/{month.formula.pk}/dry-run/"

    page = client.post(address, {"revision": "2", **given}).content.decode()

    assert why in page
    assert not FormulaDryRun.objects.exists()


def test_is_run_by_manage_py():
    month, out = a_month("1", "10"), StringIO()
    other = draft_of(month, name="Short", expression="7", settings={"__where": "distance < 5"})
    who = [str(each.participant_id) for each in month.activities]
    options = ["--with", f"{other.pk}:1", "--participant", who[0], "--participant", who[1]]

    call_command("dry_run_formula", str(month.formula.pk), "--month", "2026-05", *options,
                 stdout=out)  # fmt: skip

    assert "Together with “Short”, revision 1.\n" in out.getvalue()
    assert "By draft: 33 in all" in out.getvalue()
