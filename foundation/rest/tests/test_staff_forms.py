"""A form of the staff's site that is sent too late…"""

import pytest
from django.contrib.auth.models import User
from django.test import Client

pytestmark = pytest.mark.django_db
PAGE, FORM = "/admin/auth/user/?q=ann", "/admin/recognition/photo/{}/numbers".format
PHOTO = "545b7ac0-3b13-5afb-a22b-582133aa8d1d"


@pytest.fixture
def staff() -> User:
    return User.objects.create_superuser("sue", password="Race-Day-2026!")


@pytest.mark.parametrize(
    ("referer", "after"),
    [
        (f"https://testserver{PAGE}", PAGE),
        (None, "/admin/"),
        ("https://elsewhere.example/admin/auth/user/", "/admin/"),
        ("https://testserver/admin/login/?next=/admin/", "/admin/"),
    ],
)
def test_leads_back_to_its_page_after_the_sign_in(
    client: Client, staff: User, referer: str | None, after: str
) -> None:
    headers = {"referer": referer} if referer else {}

    answer = client.post(FORM(PHOTO), secure=True, headers=headers, follow=True)
    signed_in = client.post(
        answer.request["PATH_INFO"] + "?" + answer.request["QUERY_STRING"],
        {"username": staff.username, "password": "Race-Day-2026!"},
        secure=True,
        follow=True,
    )

    path, _, query = after.partition("?")
    assert signed_in.request["PATH_INFO"] == path
    assert signed_in.request["QUERY_STRING"] == query
    both = answer.content.decode() + signed_in.content.decode()
    assert "You were signed out: nothing was saved." in both


def test_an_address_that_takes_forms_alone_is_a_page_with_navigation(
    client: Client, staff: User
) -> None:
    client.force_login(staff)

    answer = client.get(FORM(PHOTO), secure=True)

    assert answer.status_code == 405
    assert "There is nothing to see here" in answer.content.decode()
    assert "To the home page" in answer.content.decode()


def test_a_sign_in_leads_home_where_a_form_s_page_was_the_answer_to_an_order(
    client: Client, staff: User
) -> None:
    client.force_login(staff)

    answer = client.get(
        FORM(PHOTO), secure=True, headers={"referer": "https://testserver/admin/login/?next=x"}
    )

    assert (answer.status_code, answer["Location"]) == (302, "/admin/")


def test_an_old_page_s_form_is_no_matter_of_groups(staff: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(staff)

    answer = client.post(FORM(PHOTO), secure=True, headers={"referer": "https://testserver/admin/"})

    assert answer.status_code == 403
    page = answer.content.decode()
    assert "The form has expired: nothing was saved." in page
    assert "groups" not in page.partition("<h2")[2]
