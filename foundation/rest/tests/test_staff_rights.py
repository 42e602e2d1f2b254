"""A role in the staff's site…"""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from foundation.rest.roles import ROLES, grant_role

pytestmark = pytest.mark.django_db

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


def test_of_readers_lets_them_look_only():
    user = staff_with("programs.read")

    assert user.has_perm("programs.view_participant")
    assert not user.has_perm("programs.change_participant")


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


def test_ends_with_the_account():
    user = staff_with("recognition.manage")
    user.is_active = False

    assert not user.has_perm("recognition.view_album")
