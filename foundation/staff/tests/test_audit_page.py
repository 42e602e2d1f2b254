"""The audit's pages, and times on the home page in rough words…"""

from datetime import timedelta

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client
from django.urls import reverse

from foundation.records.audit import Actor, record_change, record_deed
from foundation.records.models import AuditEntry
from foundation.rest.roles import grant_role
from foundation.staff.dashboard import span
from foundation.staff.display import address_of_list, address_of_page
from foundation.staff.staff_admin import UNREADABLE

LIST = "admin:records_auditentry_changelist"


@pytest.fixture
def auditor(client: Client) -> Client:
    user = User.objects.create_user("otto", is_staff=True)
    grant_role(user, "audit.read")
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def group() -> Group:
    found = Group.objects.create(name="Runners")
    record_change(Actor("ann", "192.0.2.1"), "Renamed", found, {"name": ("Old", "Runners")}, "typo")
    return found


def read(client: Client, address: str) -> str:
    answer = client.get(address, secure=True)
    assert answer.status_code == 200, answer
    content: str = answer.content.decode()
    return content


@pytest.mark.django_db
def test_shows_who_changed_what_in_plain_words(auditor: Client, group: Group):
    record_deed(
        Actor("ann"), "Switched", group, {"is_on": (None, True), "left": (["a", "b"], None)}
    )

    page = read(auditor, reverse(LIST))

    for text in ("ann", "192.0.2.1", "Renamed", "Group Runners", "Old → Runners", "typo", "yes"):
        assert text in page
    assert "a, b → nothing" in page
    assert not any(word in page for word in ("None", "True", "[&#x27;"))


@pytest.mark.django_db
def test_finds_the_rows_of_a_record_or_a_user_and_filters_them(auditor: Client, group: Group):
    User.objects.create_user("bob@example.org")
    record_deed(Actor("bob@example.org"), "Imported", User)

    def found(**filters: str) -> set[str]:
        page = auditor.get(address_of_list(AuditEntry, **filters), secure=True)
        return {entry.actor for entry in page.context["cl"].result_list}

    bob = {"bob@example.org"}
    assert found() == {"ann", *bob}
    assert found(q=str(group.pk)) == found(q="ann") == {"ann"}
    assert found(action="Imported") == found(record_type="User") == found(q="example") == bob
    assert found(occurred_on_from="2999-01-01") == set()
    assert found(occurred_on_to="2020-01-01") == set()


@pytest.mark.django_db
@pytest.mark.parametrize("day", ["29.11.2026", "2026-13-01", "tomorrow"])
def test_says_that_a_day_cannot_be_read(auditor: Client, group: Group, day: str):
    address = address_of_list(AuditEntry, occurred_on_from=day)

    answer = auditor.get(address, secure=True, follow=True)

    assert [str(said) for said in answer.context["messages"]] == [UNREADABLE]
    assert [entry.actor for entry in answer.context["cl"].result_list] == ["ann"]


@pytest.mark.django_db
def test_is_the_history_of_a_record(group: Group, admin_client: Client):
    address = address_of_page(Group, group.pk).replace("change", "history")

    page = read(admin_client, address)

    assert "Old → Runners" in page
    assert "typo" in page


@pytest.mark.django_db
def test_is_closed_without_the_role(client: Client, group: Group):
    user = User.objects.create_user("new", is_staff=True)
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")

    assert client.get(reverse(LIST), secure=True).status_code == 403


@pytest.mark.parametrize(
    ("time", "said"),
    [
        (timedelta(seconds=-1), "0 s"),
        (timedelta(seconds=119), "119 s"),
        (timedelta(minutes=2), "2 min"),
        (timedelta(minutes=119), "119 min"),
        (timedelta(hours=2), "2 h"),
        (timedelta(hours=47), "47 h"),
        (timedelta(days=2), "2 days"),
    ],
)
def test_a_time_is_a_rough_text(time: timedelta, said: str):
    assert span(time) == said
