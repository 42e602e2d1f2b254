"""The second step of staff's sign-in…"""

from binascii import unhexlify

import pytest
import time_machine
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from django_otp.oath import totp
from django_otp.plugins.otp_static.models import StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice

from foundation.records.models import AuditEntry
from foundation.rest.checks import check_second_step
from foundation.rest.roles import grant_role

pytestmark = pytest.mark.django_db

HOME, STEP, SET_UP = "/admin/", "/second-step/", "/second-step/set-up"
CODES = "/second-step/recovery-codes"
PASSWORD = "brown-horse-battery"


@pytest.fixture(autouse=True)
def _required(settings) -> None:
    settings.STAFF_TWO_FACTOR = "required"


@pytest.fixture
def member() -> User:
    user = User.objects.create_user("meg", "meg@example.org", PASSWORD, is_staff=True)
    grant_role(user, "tagging.manage")
    return user


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def code_of(user: User) -> str:
    device = TOTPDevice.objects.get(user=user)
    device.last_t = -1  # as if half a minute had passed since its last code
    device.throttling_failure_count = 0
    device.save()
    return f"{totp(unhexlify(device.key)):06}"


def send(client: Client, page: str, code: str) -> str:
    """Send a code; return where that leads, or the page."""
    answer = client.post(page, {"code": code}, secure=True)
    return answer["Location"] if answer.status_code == 302 else answer.content.decode()


def set_up(user: User) -> tuple[Client, list[str]]:
    """Set the second step up, and return the client and the recovery codes."""
    client = signed_in(user)
    client.get(SET_UP, secure=True)
    answer = client.post(SET_UP, {"code": code_of(user)}, secure=True)
    return client, answer.context["codes"]


def opens(client: Client, page: str = HOME) -> bool:
    return client.get(page, secure=True).status_code == 200


def test_is_not_asked_for_where_it_is_off(member: User, settings):
    settings.STAFF_TWO_FACTOR = "off"
    client = signed_in(member)

    assert opens(client)
    assert [client.get(page, secure=True).status_code for page in (STEP, SET_UP, CODES)] == [
        404
    ] * 3


def test_stands_before_every_page_of_the_staff_s_site(member: User):
    client = signed_in(member)

    for page in (HOME, "/admin/tagging/timesheet/", "/admin/autocomplete/", "/admin/nowhere/"):
        answer = client.get(page, secure=True)
        assert (answer.status_code, answer["Location"].partition("?")[0]) == (302, STEP)
    assert client.post("/admin/tagging/timesheet/", secure=True)["Location"] == f"{STEP}?"


def test_is_set_up_with_a_picture_of_our_own_and_gives_recovery_codes(member: User):
    client = signed_in(member)

    page = client.get(f"{STEP}?next=/admin/tagging/timesheet/", secure=True, follow=True)
    code = code_of(member)  # shown by apps in groups of three
    answer = client.post(
        page.redirect_chain[-1][0], {"code": f"{code[:3]} {code[3:]}"}, secure=True
    )

    assert "data:image/svg+xml" in page.content.decode()
    assert 'href="/admin/tagging/timesheet/"' in answer.content.decode()
    assert len(set(answer.context["codes"])) == 10
    assert opens(client, "/admin/tagging/timesheet/")
    assert AuditEntry.objects.get().action == "Set up two-factor sign-in"


def test_is_not_set_up_by_a_wrong_code(member: User):
    client = signed_in(member)
    client.get(SET_UP, secure=True)
    key = TOTPDevice.objects.get().key

    page = send(client, SET_UP, "000000")

    assert "This code does not work" in page
    assert (TOTPDevice.objects.get().key, TOTPDevice.objects.get().confirmed) == (key, False)
    assert not opens(client)


def test_takes_no_key_into_use_that_another_session_was_shown(member: User):
    thief = signed_in(member)
    thief.get(SET_UP, secure=True)
    seen = code_of(member)

    signed_in(member).get(SET_UP, secure=True)

    assert "This code does not work" in send(thief, SET_UP, seen)


def test_cannot_be_set_up_again_by_who_has_the_password_alone(member: User):
    set_up(member)
    other = signed_in(member)

    assert other.get(SET_UP, secure=True)["Location"] == STEP
    assert send(other, SET_UP, code_of(member)) == STEP
    assert other.post(CODES, secure=True)["Location"] == STEP
    assert not opens(other)


def test_takes_a_code_of_the_phone_once(member: User):
    set_up(member)
    client, other = signed_in(member), signed_in(member)
    code = code_of(member)

    assert (
        send(client, f"{STEP}?next=/admin/tagging/timesheet/", code) == "/admin/tagging/timesheet/"
    )
    assert opens(client)
    assert "This code does not work" in send(other, STEP, code)
    assert not opens(other)


def test_takes_a_recovery_code_once(member: User):
    _, codes = set_up(member)
    client = signed_in(member)

    assert send(client, STEP, f" {codes[0].upper()} ") == HOME
    assert opens(client)
    assert StaticToken.objects.count() == 9
    assert "This code does not work" in send(signed_in(member), STEP, codes[0])


def test_slows_guessing_down(member: User):
    set_up(member)
    client = signed_in(member)
    code_of(member)

    with time_machine.travel(timezone.now(), tick=False):  # the first pause is one second
        for guess in ("000001", "000002"):
            send(client, STEP, guess)
        device = TOTPDevice.objects.get()
        answer = send(client, STEP, f"{totp(unhexlify(device.key)):06}")

    assert device.throttling_failure_count == 1  # the second guess was not even looked at
    assert "This code does not work" in answer


def test_leads_to_no_other_host(member: User):
    set_up(member)

    assert send(signed_in(member), f"{STEP}?next=https://example.org/", code_of(member)) == HOME


def test_replaces_recovery_codes(member: User):
    client, codes = set_up(member)

    fresh = client.post(CODES, secure=True).context["codes"]

    assert set(codes).isdisjoint(fresh)
    assert StaticToken.objects.count() == 10
    assert AuditEntry.objects.latest("pk").action == "Made new recovery codes"


def test_is_reset_by_an_administrator(member: User, settings):
    client, _ = set_up(member)
    boss = User.objects.create_superuser("boss")
    admin, _ = set_up(boss)
    page = f"/admin/auth/user/{member.pk}/second-step/"

    asked = admin.get(page, secure=True)
    admin.post(page, {"reset": "yes"}, secure=True)

    assert "make sure that it is the member who asks" in asked.content.decode()
    assert not TOTPDevice.objects.filter(user=member).exists()
    assert not opens(client)
    entry = AuditEntry.objects.latest("pk")
    assert (entry.actor, entry.action, entry.record_id) == (
        "boss", "Reset two-factor sign-in", str(member.pk),
    )  # fmt: skip


def test_is_not_reset_by_others(member: User):
    other = User.objects.create_user("bob", is_staff=True)
    set_up(member)
    client, _ = set_up(other)

    answer = client.post(f"/admin/auth/user/{member.pk}/second-step/", secure=True)

    assert answer.status_code == 403
    assert TOTPDevice.objects.filter(user=member).exists()


def test_is_not_asked_of_tokens_of_the_api(member: User):
    token = Client().post(
        "/admin-api/api/v2/token",
        {"username": "meg", "password": PASSWORD},
        content_type="application/json",
        secure=True,
    )

    answer = Client().get(
        "/admin-api/api/v2/tagators",
        headers={"Authorization": f"Bearer {token.json()['accessToken']}"},
        secure=True,
    )

    assert (token.status_code, answer.status_code) == (200, 200)


def test_is_off_or_required_and_nothing_else(settings):
    settings.STAFF_TWO_FACTOR = "yes"

    assert [each.id for each in check_second_step()] == ["rest.E007"]
