"""The staff's first page…"""

import re
from datetime import timedelta
from html import unescape
from inspect import getsource
from uuid import UUID

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client
from pytest_django.fixtures import DjangoAssertNumQueries

from activities.console import page_parts as activities
from config.tests.dashboard.page import NOW, figures, outbox_message, overview
from foundation.messaging.admin import dashboard as messaging
from foundation.messaging.models import DeadLetter, Outage
from foundation.rest.roles import BRIEFED
from foundation.rest.tests.staff import signed_in
from recognition.console import dashboard as recognition
from recognition.photos.counting import count_hours
from recognition.tests.factories import PhotoFactory
from rewards.console import page_parts as rewards
from tagging.board import page as tagging

RIGHT = re.compile(r'"((?:messaging|recognition|tagging|activities|rewards)\.[a-z_]+)"')
pytestmark = pytest.mark.django_db


def test_says_that_nothing_needs_attention_and_when_that_was(staff: Client):
    page = overview(staff).content.decode()

    assert "Nothing needs you now" in page
    assert f"as of {NOW():%Y-%m-%d}" in page
    assert "counted every 20 seconds at most" in page


def test_says_what_to_do_about_what_needs_someone(staff: Client):
    PhotoFactory.create(state="Failed")

    page = overview(staff).content.decode()

    assert "What needs you" in page
    assert "Failed photos: 1</a>" in page
    assert "Process again…</a>" in page
    assert "Nothing needs you" not in page


def test_puts_what_is_urgent_first_and_links_others(staff: Client, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("config.dashboard.MOST_NEEDS", 1)
    PhotoFactory.create(state="Failed")
    outbox_message(7)

    home = overview(staff)
    everything = staff.get("/admin/?all", secure=True)

    assert [each.title for each in home.context["needs"]] == ["Undelivered results"]
    assert "and 1 more" in home.content.decode()
    assert len(everything.context["needs"]) == 2
    assert "more</a>" not in everything.content.decode()


def test_leads_to_lists_that_open(staff: Client):
    PhotoFactory.create(state="Failed")
    PhotoFactory.create(numbers_next_attempt_on=NOW() - timedelta(minutes=14))
    outbox_message(7)
    outbox_message(60, dead_on=NOW())
    linked = {title: found for title, found in figures(staff).items() if found.link}

    assert len(linked) == 6
    for title, found in linked.items():
        todo = found.todo.link if found.todo else found.link
        codes = {staff.get(each, secure=True).status_code for each in (found.link, todo)}
        assert codes == {200}, title


def test_asks_for_permissions_that_there_are():
    pairs = Permission.objects.values_list("content_type__app_label", "codename")
    sources = map(getsource, (messaging, recognition, tagging, activities, rewards))
    asked = {right for source in sources for right in RIGHT.findall(source)}

    assert len(asked) > 5
    assert asked <= {BRIEFED, *(f"{app}.{name}" for app, name in pairs)}  # roles give that one


def test_shows_a_member_only_figures_of_what_that_member_may_see(client: Client):
    user = User.objects.create_user("meg", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename="view_deadletter"))
    client.force_login(user)
    PhotoFactory.create(state="Failed")
    letter = UUID(int=1)
    DeadLetter.objects.create(pk=letter, body=b"", reason="r", died_on=NOW())

    assert list(figures(client)) == ["Dead letters"]
    assert overview(client).context["tables"] == []


def test_shows_paused_providers_and_lanes_to_who_may_see_outages_alone(client: Client):
    user = User.objects.create_user("ros", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename="view_outage"))
    client.force_login(user)
    Outage.objects.create(service="number-provider", name="number provider", since=NOW())

    found = figures(client)

    values = {title: each.value for title, each in found.items()}
    assert values == {"Paused providers": "1"}
    assert client.get(found["Paused providers"].link, secure=True).status_code == 200


def test_shows_no_figures_to_who_may_see_none(client: Client):
    client.force_login(User.objects.create_user("new", is_staff=True))

    page = unescape(overview(client).content.decode())

    assert "don’t have permission" in page
    assert "Nothing needs you" not in page


def test_counts_again_only_after_a_while(
    staff: Client, django_assert_max_num_queries: DjangoAssertNumQueries
):
    overview(staff)
    PhotoFactory.create(state="Failed")

    with django_assert_max_num_queries(3):
        page = staff.get("/admin/", secure=True)

    assert page.context["needs"] == []
    assert figures(staff)["Failed photos"].value == "1"


def test_counts_in_a_bounded_number_of_queries(
    staff: Client, django_assert_max_num_queries: DjangoAssertNumQueries
):
    for _ in range(12):
        PhotoFactory.create(state="Failed")

    with django_assert_max_num_queries(66):
        overview(staff)


def test_shows_a_recognition_manager_what_is_paused_without_links_that_refuse(client: Client):
    signed_in(client, "recognition.manage")
    Outage.objects.create(service="number-provider", name="number provider", since=NOW())
    outbox_message(7)

    found = figures(client)

    assert (found["Paused providers"].value, found["Paused providers"].tone) == ("1", "danger")
    assert (found["Undelivered results"].value, found["Undelivered results"].tone) == (
        "1",
        "danger",
    )
    links = [each.link for each in found.values() if each.link]
    assert [client.get(link, secure=True).status_code for link in links] == [200] * len(links)


def test_says_what_to_do_first_while_nothing_has_arrived(staff: Client):
    links = [step.link for step in overview(staff).context["first_steps"]]

    assert [staff.get(link, secure=True).status_code for link in links] == [200] * 4
    PhotoFactory.create()
    assert overview(staff).context["first_steps"] == []


def test_draws_photos_a_day(staff: Client):
    PhotoFactory.create(state="Failed", created_on=NOW())
    count_hours(NOW())

    [chart] = overview(staff).context["charts"]

    failed = next(each for each in chart.series if each.name == "Failed")
    assert list(failed.values) == [0, 0, 0, 0, 0, 0, 1]
