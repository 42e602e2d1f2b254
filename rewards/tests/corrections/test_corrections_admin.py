"""Staff's pages of corrections…"""

from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client

from foundation.messaging.tests.play.jobs import finish_jobs
from foundation.rest.tests.staff import signed_in
from foundation.staff.dashboard import WARNING
from foundation.staff.display import address_of_page
from rewards.console.page_parts import needs
from rewards.corrections.admin import RewardCorrectionAdmin
from rewards.corrections.commands import start_correction
from rewards.models import Balance, CorrectionRun, RewardCorrection
from rewards.tests.corrections.corrected import changed, credited_runs, preview_order, staged
from rewards.tests.factories import NOW, active_formula

pytestmark = pytest.mark.django_db
NEW = "/admin/rewards/rewardcorrection/new/"


def order(client: Client, correction: RewardCorrection, what: str, **fields: Any) -> str:
    page = address_of_page(RewardCorrection, correction.pk).replace("/change/", f"/{what}/")
    answer = client.post(page, {"confirmed": "yes", **fields}, secure=True, follow=True)
    return answer.content.decode()


def test_lead_from_the_form_to_adjusted_balances(client: Client):
    runs = changed(credited_runs("5"))
    signed_in(client, "rewards.adjust", name="ann")
    chosen = {"program": str(runs.formula.program_id), "activity_type": "SportActivity"}
    period = {"since": "2026-05-01", "until": "2026-05-31", "correction_id": str(uuid4())}

    asked = client.get(NEW, {**chosen, **period}, secure=True).content.decode()
    for _ in range(2):  # a double click
        client.post(NEW, {**chosen, **period, "start": "yes"}, secure=True)
    finish_jobs(RewardCorrection)
    correction = RewardCorrection.objects.get()
    own = order(client, correction, "request", reason="The rate was wrong.")
    own += order(client, correction, "approve")
    assert not CorrectionRun.objects.exists()
    signed_in(client, "rewards.adjust", name="bob")
    question = address_of_page(RewardCorrection, correction.pk).replace("/change/", "/approve/")
    said = client.get(question, secure=True).content.decode()
    order(client, correction, "approve")
    finish_jobs(CorrectionRun)
    page = client.get(address_of_page(RewardCorrection, correction.pk), secure=True)

    assert 'value="2026-05-01"' in asked
    assert "Requested by ann" in own
    assert "1 reward raised, 0 lowered; 5 added, 0 taken: +5 together." in said
    assert Balance.objects.get().amount == 15
    shown = page.content.decode()
    assert "Approved by bob" in shown
    assert "5 added, 0 taken: +5 together; 0 rewards refused." in shown
    assert "limits" not in said


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("until", "2026-04-30", "This is before the day above."),
        ("formula", "of another program", "Is of another program or type."),
        ("participants", "5 6", "is no id"),
        ("program", "", "required"),
    ],
)
def test_say_what_is_wrong_and_start_nothing(client: Client, field: str, value: str, says: str):
    runs = credited_runs("5")
    signed_in(client, "rewards.adjust", name="ann")
    given = {
        "program": runs.formula.program_id,
        "activity_type": "SportActivity",
        "since": "2026-05-01",
        "until": "2026-05-31",
        "correction_id": uuid4(),
        "start": "yes",
    }
    other = active_formula().pk if field == "formula" else value

    page = client.post(NEW, {**given, field: other}, secure=True).content.decode()

    assert says in page
    assert not RewardCorrection.objects.exists()


def test_show_the_items_and_send_them_as_a_file(client: Client):
    correction = staged()
    signed_in(client, "rewards.read", name="ann")

    file = client.get(
        address_of_page(RewardCorrection, correction.pk).replace("change", "csv"), secure=True
    )
    page = client.get(address_of_page(RewardCorrection, correction.pk), secure=True)

    assert b",10,15,5,Formula,Pending," in b"".join(file.streaming_content)  # type: ignore[attr-defined]
    shown = page.content.decode()
    assert f"Run 5 km, of {correction.items.get().participant_id}" in shown
    assert "The formulas give another reward now." in shown


def test_that_wait_for_another_person_are_on_the_home_page_until_they_are_cancelled(client: Client):
    correction = staged(requested_by="ann")
    signed_in(client, "rewards.adjust", name="bob")
    [figure] = needs(NOW)

    shown = client.get(figure.link, secure=True).content.decode()
    page = order(client, correction, "cancel")

    assert (figure.value, figure.tone) == ("1", WARNING)
    assert str(correction.pk) in shown
    assert "Not requested." in page
    assert list(needs(NOW)) == []
    assert not CorrectionRun.objects.exists()


def test_keep_the_reason_of_who_requests_second(client: Client):
    correction = staged(requested_by="ann")
    signed_in(client, "rewards.adjust", name="bob")
    page = address_of_page(RewardCorrection, correction.pk).replace("/change/", "/request/")

    page_of_second = order(client, correction, "request", reason="Measured twice.")
    opened = client.get(page, secure=True, follow=True).content.decode()

    assert "ann has requested it." in page_of_second
    assert "Measured twice.</textarea>" in page_of_second.replace("\n", "")
    assert "It was requested or approved already: its stage is “Requested”." in opened


def test_are_followed_once_more_where_they_end_while_the_page_is_made(client: Client, monkeypatch):
    correction = start_correction(preview_order(changed(credited_runs("5"))))
    signed_in(client, "rewards.adjust", name="ann")
    buttons_of = RewardCorrectionAdmin.get_actions_detail

    def ended_meanwhile(*args: Any) -> Any:
        buttons = buttons_of(*args)
        finish_jobs(RewardCorrection)
        return buttons

    monkeypatch.setattr(RewardCorrectionAdmin, "get_actions_detail", ended_meanwhile)
    page = client.get(address_of_page(RewardCorrection, correction.pk), secure=True)
    again = client.get(address_of_page(RewardCorrection, correction.pk), secure=True)

    shown = page.content.decode()
    assert ("Previewed" in shown, "Request…" in shown, "data-refresh" in shown) == (
        True,
        False,
        True,
    )
    assert "Request…" in again.content.decode()
    assert "data-refresh" not in again.content.decode()


def test_are_the_next_step_after_a_refused_calculation(client: Client):
    runs = changed(credited_runs("5"))
    boss = User.objects.create_superuser("boss")
    client.force_login(boss)
    page = address_of_page(type(runs.activities[0]), runs.activities[0].pk)

    answer = client.post(
        page.replace("change", "calculate"), {"confirmed": "yes"}, secure=True, follow=True
    )

    assert f"{NEW}?program={runs.formula.program_id}" in answer.content.decode()
