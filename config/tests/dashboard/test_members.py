"""The staff's first page…"""

from html import unescape

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client
from pytest_django.fixtures import DjangoAssertNumQueries

from config.tests.dashboard.page import NOW, figures, outbox_message, overview
from foundation.messaging.models import Outage
from foundation.rest.roles import grant_role
from recognition.photos.counting import count_hours
from recognition.tests.factories import PhotoFactory

pytestmark = pytest.mark.django_db


def test_says_that_nothing_needs_attention_and_when_that_was(staff: Client):
    page = overview(staff).content.decode()

    assert "Nothing needs attention." in page
    assert f"As of {NOW():%Y-%m-%d}" in page
    assert "counted every 20 seconds at most" in page


def test_says_what_to_look_at_where_nothing_is_urgent(staff: Client):
    PhotoFactory.create(state="Failed")

    page = overview(staff).content.decode()

    assert "To look at:" in page
    assert "Failed (1)</a>" in page
    assert "Nothing needs attention" not in page
    assert "Needs attention" not in page


def test_leads_to_lists_that_open(staff: Client):
    linked = {title: found for title, found in figures(staff).items() if found.link}

    assert len(linked) > 10
    for title, found in linked.items():
        assert staff.get(found.link, secure=True).status_code == 200, title


def test_shows_a_member_only_figures_of_what_that_member_may_see(client: Client):
    user = User.objects.create_user("meg", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename="view_deadletter"))
    client.force_login(user)

    assert list(figures(client)) == ["Dead letters"]
    assert overview(client).context["alarms"] == []


def test_shows_paused_providers_and_lanes_to_who_may_see_outages_alone(client: Client):
    user = User.objects.create_user("ros", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename="view_outage"))
    client.force_login(user)
    Outage.objects.create(service="number-provider", name="number provider", since=NOW())

    found = figures(client)

    values = {title: each.value for title, each in found.items()}
    assert values == {"Paused providers": "1", "Paused receivers": "0"}
    assert client.get(found["Paused providers"].link, secure=True).status_code == 200


def test_shows_no_figures_to_who_may_see_none(client: Client):
    client.force_login(User.objects.create_user("new", is_staff=True))

    page = unescape(overview(client).content.decode())

    assert "don’t have permission" in page
    assert "Nothing needs attention" not in page


def test_counts_again_only_after_a_while(
    staff: Client, django_assert_max_num_queries: DjangoAssertNumQueries
):
    overview(staff)
    PhotoFactory.create(state="Failed")

    with django_assert_max_num_queries(3):
        page = staff.get("/admin/", secure=True)

    assert page.context["sections"][0].figures[3].value == "0"
    assert figures(staff)["Failed"].value == "1"


def test_counts_in_a_bounded_number_of_queries(
    staff: Client, django_assert_max_num_queries: DjangoAssertNumQueries
):
    for _ in range(12):
        PhotoFactory.create(state="Failed")

    with django_assert_max_num_queries(50):
        overview(staff)


def test_shows_a_recognition_manager_what_is_paused_and_undelivered_without_links_that_refuse(
    client: Client,
):
    user = User.objects.create_user("rem", is_staff=True)
    grant_role(user, "recognition.manage")
    client.force_login(user)
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


def test_folds_figures_of_nothing(staff: Client):
    PhotoFactory.create(state="Failed")

    photos = overview(staff).context["sections"][0]

    assert [each.title for each in photos.shown] == ["Failed", "All photos"]
    assert "New" in [each.title for each in photos.folded]


def test_draws_photos_a_day_and_the_age_of_queues(staff: Client):
    outbox_message(7)
    PhotoFactory.create(state="Failed", created_on=NOW())
    count_hours(NOW())

    sections = overview(staff).context["sections"]

    charts = {chart.title: chart for section in sections for chart in section.charts}
    failed = next(each for each in charts["Photos a day"].series if each.name == "Failed")
    assert list(failed.values) == [0, 0, 0, 0, 0, 0, 1]
    assert charts["Age of each queue"].labels == ["Undelivered results: 7 min"]
