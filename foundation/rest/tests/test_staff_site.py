"""What staff's site sends, who is let in, and a form that is sent too late…"""

import json
import subprocess
import sys
from http.cookies import Morsel
from typing import Any

import pytest
from django.conf import settings as used
from django.contrib.auth.models import User
from django.test import Client

from foundation.rest.roles import ROLES, grant_role

pytestmark = pytest.mark.django_db
PASSWORD = "Race-Day-2026!"
PROGRAM = """
import json
from config import settings
chosen = ("SECURE_", "SESSION_COOKIE_", "CSRF_COOKIE_", "X_FRAME_")
names = [name for name in dir(settings) if name.startswith(chosen)]
print(json.dumps({name: getattr(settings, name) for name in names}))
"""


@pytest.fixture(scope="module")
def of_production() -> dict[str, Any]:
    """Return what the settings say of headers and cookies where HTTPS_ONLY is left as it is."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env={
            "SECRET_KEY": "x" * 50,
            "DATABASE_URL": "postgres://unused@127.0.0.1:1/none",
            "REDIS_URL": "redis://127.0.0.1:1/0",
        },
        cwd=used.BASE_DIR,
        capture_output=True,
        check=True,
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.fixture(autouse=True)
def _as_in_production(of_production: dict[str, Any], settings: Any) -> None:
    for name, value in of_production.items():
        setattr(settings, name, value)


@pytest.fixture
def signed_in() -> Client:
    """Return the client of a member who signed in by the form, CSRF token and all."""
    User.objects.create_superuser("sue", password=PASSWORD)
    client = Client(enforce_csrf_checks=True)
    client.get("/admin/login/", secure=True)
    answer = client.post(
        "/admin/login/",
        {
            "username": "sue",
            "password": PASSWORD,
            "csrfmiddlewaretoken": client.cookies["csrftoken"].value,
        },
        secure=True,
        headers={"referer": "https://testserver/admin/login/"},
    )
    assert answer.status_code == 302
    return client


@pytest.mark.parametrize("name", ["sessionid", "csrftoken"])
def test_its_cookies_go_over_https_and_with_no_post_of_another_site(signed_in, name):
    cookie: Morsel[str] = signed_in.cookies[name]

    assert cookie["secure"] is True
    assert cookie["samesite"] == "Lax"
    assert signed_in.cookies["sessionid"]["httponly"] is True  # scripts cannot read it


@pytest.mark.parametrize("path", ["/admin/", "/admin/login/", "/admin/recognition/photo/", "/none"])
def test_no_page_is_shown_in_a_frame_or_read_as_another_type(signed_in: Client, path: str) -> None:
    answer = signed_in.get(path, secure=True)

    assert answer["X-Frame-Options"] == "DENY"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Referrer-Policy"] == "same-origin"
    assert answer["Cross-Origin-Opener-Policy"] == "same-origin"


def test_browsers_keep_to_https(signed_in: Client) -> None:
    answer = signed_in.get("/admin/", secure=True)
    plain = signed_in.get("/admin/?q=1")

    policy = answer["Strict-Transport-Security"]
    assert policy == "max-age=31536000; includeSubDomains; preload"
    assert (plain.status_code, plain["Location"]) == (301, "https://testserver/admin/?q=1")


def test_a_post_from_another_site_is_refused(signed_in: Client) -> None:
    token = signed_in.cookies["csrftoken"].value

    answer = signed_in.post(
        "/admin/logout/",
        {"csrfmiddlewaretoken": token},
        secure=True,
        headers={"referer": "https://elsewhere.example/"},
    )

    assert answer.status_code == 403
    assert signed_in.get("/admin/", secure=True).status_code == 200


def test_a_post_without_the_form_s_token_is_refused(signed_in: Client) -> None:
    answer = signed_in.post(
        "/admin/logout/", secure=True, headers={"referer": "https://testserver/admin/"}
    )

    assert answer.status_code == 403
    assert signed_in.get("/admin/", secure=True).status_code == 200


WITH_RECORDS = [role for role in ROLES.values() if role.records]


def staff_with(*roles: str) -> User:
    user = User.objects.create_user("meg", is_staff=True)
    for role in roles:
        grant_role(user, role)
    return User.objects.get(pk=user.pk)


@pytest.mark.parametrize("role", WITH_RECORDS, ids=lambda role: role.name)
def test_shows_the_records_of_its_app(client: Client, role):
    client.force_login(staff_with(role.name))

    sections = client.get("/admin/", secure=True).context["sidebar_navigation"]

    links = [item["link"] for section in sections for item in section["items"]]
    assert any(link.startswith(f"/admin/{role.app_label}/") for link in links)
    assert {client.get(link, secure=True).status_code for link in links} == {200}


def test_of_managers_lets_them_change_and_never_delete():
    user = staff_with("recognition.manage")

    assert user.has_perm("recognition.change_album")
    assert user.has_perm("recognition.add_account")
    assert not user.has_perm("recognition.delete_album")
    assert not user.has_perm("tagging.view_work")
    assert user.has_module_perms("recognition")
    assert not user.has_module_perms("tagging")


def test_of_services_opens_nothing_there(client: Client):
    client.force_login(staff_with("recognition.selfie", "internal.call", "tagging.tag"))

    page = client.get("/admin/", secure=True)

    assert page.context["sidebar_navigation"] == []


def test_opens_nothing_to_those_who_are_not_staff(client: Client):
    user = staff_with("recognition.manage")
    User.objects.filter(pk=user.pk).update(is_staff=False)
    client.force_login(user)

    answer = client.get("/admin/recognition/album/", secure=True)

    assert answer.status_code == 302


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
def test_leads_back_to_its_page_after_the_sign_in(client, staff, referer, after):
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


def test_an_address_that_takes_forms_alone_is_a_page_or_leads_home_after_a_sign_in(client, staff):
    client.force_login(staff)

    answer = client.get(FORM(PHOTO), secure=True)
    after = {"referer": "https://testserver/admin/login/?next=x"}
    home = client.get(FORM(PHOTO), secure=True, headers=after)

    assert answer.status_code == 405
    assert "There is nothing to see here" in answer.content.decode()
    assert "To the home page" in answer.content.decode()
    assert (home.status_code, home["Location"]) == (302, "/admin/")


def test_an_old_page_s_form_is_no_matter_of_groups(staff: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(staff)

    answer = client.post(FORM(PHOTO), secure=True, headers={"referer": "https://testserver/admin/"})

    assert answer.status_code == 403
    page = answer.content.decode()
    assert "The form has expired: nothing was saved." in page
    assert "groups" not in page.partition("<h2")[2]
