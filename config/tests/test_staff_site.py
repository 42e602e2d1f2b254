"""The staff's site shows each member what that member may see."""

from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import User
from django.test import Client, RequestFactory
from django.urls import reverse

from config.sidebar import lists_of, sidebar
from foundation.rest.roles import grant_role
from foundation.staff.display import address_of_list


@pytest.fixture
def staff(client: Client, db: None) -> Client:
    client.force_login(User.objects.create_superuser("boss"))
    return client


def test_the_site_carries_its_name(staff: Client):
    assert "Finishline" in staff.get("/admin/").content.decode()


def test_every_list_says_what_fills_it():
    lists: dict[Any, Any] = admin.site._registry
    silent = {model._meta.label for model, of in lists.items() if not of.filled_by}

    assert silent == {"recognition.NumberProviderStanding"}  # a page, no list


def test_an_empty_list_says_so_without_a_count_of_results(staff: Client):
    page = staff.get(reverse("admin:recognition_album_changelist"), secure=True).content.decode()

    assert "This list is empty." in page
    assert "Albums come from the photo service" in page
    assert "0 results" not in page


def test_a_page_that_adds_says_what_and_offers_no_other(staff: Client):
    address = reverse("admin:recognition_account_add")

    page = staff.get(address, secure=True).content.decode()

    assert "Add account" in page
    assert f'href="{address}"' not in page


def seen_by(user: User) -> dict[str, list[Any]]:
    """Return the entries of the sidebar by the titles of its sections."""
    request = RequestFactory().get("/admin/")
    request.user = user
    return {section["title"]: section["items"] for section in sidebar(request)}


def test_the_sidebar_has_only_what_the_member_may_see(db: None):
    new, meg = (User.objects.create_user(name, is_staff=True) for name in ("new", "meg"))
    grant_role(meg, "tagging.manage")

    items = {title: [each["title"] for each in found] for title, found in seen_by(meg).items()}

    assert seen_by(new) == {}
    assert items == {
        "Recognition": ["Albums", "Photos"],
        "Tagging": ["Board", "Tagging tasks", "Quality and guides", "Taggers", "Pay"],
    }


def test_each_list_is_in_the_sidebar_or_a_tab_of_an_entry_once(db: None):
    boss = User.objects.create_superuser("boss")

    entries = [entry for section in seen_by(boss).values() for entry in section]

    assert {"Users", "Access", "Audit", "Periodic tasks"} <= {each["title"] for each in entries}
    assert len(entries) <= 21  # each for a job of staff; the other lists are tabs
    links = [each["link"] for entry in entries for each in lists_of(entry)]
    lists = [address_of_list(model) for model in admin.site._registry]
    not_listed = {reverse("admin:exports_export_changelist"), reverse("admin:tagging_board")}
    assert set(links) ^ set(lists) == not_listed
    assert len(links) == len(set(links))


def test_rewards_have_three_entries_whose_tabs_are_on_each_of_their_lists(staff: Client):
    entries = {
        item["title"]: [each["title"] for each in lists_of(item)]
        for section in staff.get("/admin/").context["sidebar_navigation"]
        for item in section["items"]
        if section["title"] == "Programs and rewards"
    }
    operations = staff.get(reverse("admin:rewards_balanceoperation_changelist"))

    assert entries == {
        "Programs": ["Marketing programs", "Exercises"],
        "Participants": ["Participants", "Participants' tasks", "Tasks for many"],
        "Activities": ["Activities"],
        "Formulas": ["Reward formulas", "Dry runs of formulas"],
        "Balances": ["Balances", "Balance operations"],
        "Corrections": [
            "Corrections of rewards",
            "Approvals of a second person",
            "Claims to review",
        ],
    }
    tabs = operations.content.decode().partition('id="tabs-items"')[2].partition("</nav>")[0]
    assert reverse("admin:rewards_balance_changelist") in tabs


def test_the_site_is_closed_to_strangers(client: Client):
    assert client.get("/admin/").status_code == 302


def test_the_sign_in_leads_to_a_link_that_sets_the_password(client: Client, db: None):
    page = client.get(reverse("admin:login"), secure=True).content.decode()

    assert f'href="{reverse("password-forgotten")}"' in page
