"""A link to set a password…"""

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from foundation.messaging.models import OutboxMessage
from foundation.records.audit import Actor
from foundation.records.models import AuditEntry
from foundation.rest.admin import AccountTaken, CreateMemberCommand, create_member
from foundation.rest.passwords import SendPasswordLinkCommand, send_password_link

pytestmark = pytest.mark.django_db

PASSWORD = "brown-horse-battery"
ANN = "ann@example.org"


def new_member() -> User:
    support = Group.objects.get(name="Support")
    return create_member(
        CreateMemberCommand(
            name="Ann", email=ANN, group_ids=frozenset({support.pk}), by=Actor("boss")
        )
    )


def mailed_link() -> str:
    mail = OutboxMessage.objects.filter(kind="Mail", withdrawn_on=None).latest("pk")
    found = re.search(r"http://\S+(/password/\S+)", mail.body["text"])
    assert found, mail.body
    return found[1]


def open_link(client: Client, link: str) -> str:
    """Open a link, and return the address of the page with the form, or of the refusal."""
    answer = client.get(link, secure=True, follow=True)
    assert answer.status_code == 200
    return answer.redirect_chain[-1][0] if answer.redirect_chain else link


def set_password(client: Client, link: str, password: str = PASSWORD) -> str:
    """Set the password by a link, and return the text of the last page."""
    page = open_link(client, link)
    typed = {"new_password1": password, "new_password2": password}
    answer = client.post(page, typed, secure=True, follow=True)
    return answer.content.decode()


def test_is_mailed_to_a_new_member_with_groups_and_without_a_password(client: Client):
    user = new_member()

    assert not user.has_usable_password()
    assert [group.name for group in user.groups.all()] == ["Support"]
    assert "The password is set" in set_password(client, mailed_link())
    user.refresh_from_db()
    assert user.check_password(PASSWORD)
    entries = AuditEntry.objects.order_by("pk").values_list("actor", "action", "record_id")
    assert list(entries) == [
        ("boss", "Created", str(user.pk)),
        (ANN, "Set the password", str(user.pk)),
    ]


def test_does_not_stay_in_the_address_and_is_sent_to_no_other_site(client: Client):
    user = new_member()
    key = urlsafe_base64_encode(force_bytes(user.pk))

    answer = client.get(mailed_link(), secure=True)
    page = client.get(answer["Location"], secure=True)

    assert answer["Location"] == f"/password/{key}/set-password"
    assert [each["Referrer-Policy"] for each in (answer, page)] == ["same-origin"] * 2
    assert "no-store" in answer["Cache-Control"]


def test_works_once(client: Client):
    new_member()
    link = mailed_link()
    set_password(client, link)

    again = client.get(link, secure=True, follow=True).content.decode()

    assert "This link does not work any more" in again
    assert reverse("password-forgotten") in again


def test_of_two_that_are_open_sets_one_password(client: Client):
    user = new_member()
    link, other = mailed_link(), Client()
    page = open_link(other, link)
    set_password(client, link)

    said = other.post(page, {"new_password1": "x" * 12, "new_password2": "x" * 12}, secure=True)

    assert "does not work any more" in said.content.decode()
    user.refresh_from_db()
    assert user.check_password(PASSWORD)


def test_expires(client: Client, settings, monkeypatch: pytest.MonkeyPatch):
    user = new_member()
    link = mailed_link()
    settings.PASSWORD_RESET_TIMEOUT = 0
    later = timezone.now().replace(tzinfo=None) + timedelta(hours=1)
    generator = "django.contrib.auth.tokens.PasswordResetTokenGenerator._now"
    monkeypatch.setattr(generator, lambda _: later)

    assert "does not work any more" in client.get(link, secure=True, follow=True).content.decode()
    user.refresh_from_db()
    assert not user.has_usable_password()


def test_that_is_forged_or_malformed_opens_nothing(client: Client):
    user = new_member()
    key = mailed_link().split("/")[2]

    for link in (f"/password/{key}/abc-def", "/password/!!!/abc-def", "/password/MQ/set-password"):
        page = client.get(link, secure=True, follow=True)
        assert "does not work any more" in page.content.decode()
    user.refresh_from_db()
    assert not user.has_usable_password()


def test_refuses_a_weak_password(client: Client):
    user = new_member()

    page = set_password(client, mailed_link(), "12345678")

    assert "too common" in page
    user.refresh_from_db()
    assert not user.has_usable_password()


def test_that_is_asked_for_says_the_same_of_every_address(client: Client):
    new_member()
    User.objects.create_user("eve", email="eve@example.org", is_active=False)
    OutboxMessage.objects.all().delete()
    address = reverse("password-forgotten")

    known, unknown, inactive = (
        client.post(address, {"email": email}, secure=True, follow=True)
        for email in (ANN.upper(), "bob@example.org", "eve@example.org")
    )

    assert known.content == unknown.content == inactive.content
    assert [mail.body["to"] for mail in OutboxMessage.objects.all()] == [ANN]
    assert "If you did not ask for this" in OutboxMessage.objects.get().body["text"]


def test_can_be_asked_for_as_often_as_a_sign_in(client: Client, settings):
    settings.THROTTLE_RATES = {**settings.THROTTLE_RATES, "token": "2/d"}
    asked = [
        client.post(reverse("password-forgotten"), {"email": "x@y.org"}, secure=True,
                    REMOTE_ADDR="203.0.113.9")
        for _ in range(3)
    ]  # fmt: skip

    assert [answer.status_code for answer in asked] == [302, 302, 429]
    assert int(asked[-1]["Retry-After"]) > 0


def test_replaces_one_that_is_not_sent_yet():
    user = new_member()

    send_password_link(SendPasswordLinkCommand(user_id=user.pk, by=Actor("boss")))

    assert OutboxMessage.objects.filter(withdrawn_on=None).count() == 1


def test_is_not_mailed_where_the_account_is_taken():
    new_member()
    before = OutboxMessage.objects.count()

    with pytest.raises(AccountTaken):
        new_member()

    assert (User.objects.count(), OutboxMessage.objects.count()) == (1, before)


def test_is_hidden_from_staff_who_see_the_messages(client: Client):
    new_member()
    message = OutboxMessage.objects.get()
    client.force_login(User.objects.create_superuser("boss"))

    page = client.get(f"/admin/messaging/outboxmessage/{message.pk}/change/", secure=True)

    assert page.status_code == 200
    assert mailed_link() not in page.content.decode()


def test_is_mailed_by_the_page_that_adds_a_member(client: Client, settings):
    client.force_login(User.objects.create_superuser("boss"))
    support = Group.objects.get(name="Support")
    typed = {"first_name": "Ann", "email": "Ann@Example.org", "groups": [support.pk]}

    form = client.get("/admin/auth/user/add/", secure=True).content.decode()
    page = client.post("/admin/auth/user/add/", typed, secure=True, follow=True)

    assert "Album editor: sets up albums" in form
    assert "Activity sources" not in form  # a group of services
    assert "gets a link to set the password" in page.content.decode()
    assert list(User.objects.get(username=ANN).groups.all()) == [support]
    assert [mail.body["to"] for mail in OutboxMessage.objects.all()] == [ANN]


def test_is_shown_where_there_is_no_mail_server(client: Client, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
    client.force_login(User.objects.create_superuser("boss"))
    user = new_member()

    asked = client.get(f"/admin/auth/user/{user.pk}/password-link/", secure=True)
    sent = client.post(f"/admin/auth/user/{user.pk}/password-link/", secure=True, follow=True)

    assert "works once" in asked.content.decode()
    assert "/password/" in sent.content.decode()
