"""Endpoints declare their callers, and nothing is open by default."""

from datetime import timedelta

import pytest
from django.apps import apps
from django.contrib.auth.models import Group, Permission, User
from django.contrib.contenttypes.models import ContentType
from rest_framework.test import APIClient

from foundation.rest.access import Role
from foundation.rest.roles import ROLES, ensure_roles
from foundation.rest.tests.conftest import Caller
from foundation.rest.tokens import issue

pytestmark = pytest.mark.usefixtures("sample_api")
THING = "/admin-api/api/v2/thing"


def test_no_token_is_401_with_a_challenge(anybody: APIClient, db: None):
    answer = anybody.get(THING)

    assert (answer.status_code, answer.json()["code"]) == (401, "not-authenticated")
    assert answer["WWW-Authenticate"] == 'Bearer realm="api"'


def test_another_role_is_403(caller: Caller):
    answer = caller("tagging.manage").get(THING)

    assert (answer.status_code, answer.json()["code"]) == (403, "permission-denied")
    assert answer.json()["detail"] == "This needs the role recognition.manage."


def test_the_role_opens_for_one_statement(caller, django_assert_num_queries):
    client = caller("recognition.manage")

    with django_assert_num_queries(1):
        answer = client.get(THING)

    assert answer.status_code == 200


def test_a_superuser_has_every_role(caller: Caller):
    assert caller(is_superuser=True).get(THING).status_code == 200


def test_a_role_given_to_the_user_alone_counts(caller: Caller):
    client = caller()
    User.objects.get().user_permissions.add(
        Permission.objects.get(codename="manage", content_type__app_label="recognition")
    )

    assert client.get(THING).status_code == 200


def test_a_role_taken_away_is_gone_at_the_next_request(caller: Caller):
    client = caller("recognition.manage")
    assert client.get(THING).status_code == 200

    User.objects.get().groups.clear()

    assert client.get(THING).status_code == 403


def test_a_user_made_inactive_is_out_at_the_next_request(caller: Caller):
    client = caller("recognition.manage")

    User.objects.update(is_active=False)

    assert client.get(THING).status_code == 401


def test_a_changed_password_ends_older_tokens(caller: Caller):
    client = caller("recognition.manage")
    user = User.objects.get()
    user.set_password("quite another 8")
    user.save()

    assert client.get(THING).status_code == 401


@pytest.mark.parametrize(
    "header", ["Bearer", "Bearer x y", "Bearer x", "Bearer \xff", "Basic YTpi", "Bearer a.b.c"]
)
def test_a_header_that_is_not_a_token_is_401(anybody: APIClient, db: None, header: str):
    assert anybody.get(THING, headers={"Authorization": header}).status_code == 401


def test_an_expired_token_is_401(caller: Caller):
    client = caller("recognition.manage")
    old = issue(User.objects.get(), timedelta(minutes=-6))
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {old}")

    answer = client.get(THING)

    assert (answer.status_code, answer.json()["code"]) == (401, "invalid-token")


def test_a_view_that_declares_nothing_is_closed(caller: Caller):
    assert caller(is_superuser=True).get("/admin-api/api/v2/closed").status_code == 403


def test_a_signed_endpoint_takes_what_is_signed_alone_and_does_not_look_at_a_token(anybody):
    address, token = "/admin-api/api/v2/signed", {"Authorization": "Bearer nonsense"}

    assert anybody.post(address).status_code == 401
    assert anybody.post(f"{address}?good=1").status_code == 204
    assert anybody.post(f"{address}?good=1", headers=token).status_code == 204


def test_a_role_that_does_not_exist_cannot_be_declared():
    with pytest.raises(ValueError, match="Not a role"):
        Role("recognition.mange")


@pytest.mark.django_db
@pytest.mark.parametrize("name", ROLES)
def test_role_every_role_is_one_permission_and_has_its_group(name: str):
    role = ROLES[name]
    permission = Permission.objects.get(
        content_type__app_label=role.app_label, codename=role.codename
    )

    assert list(Group.objects.get(name=role.group).permissions.all()) == [permission]


@pytest.mark.django_db
def test_role_making_them_again_brings_back_a_deleted_one_but_nothing_that_staff_removed():
    def counts() -> list[int]:
        return [model.objects.count() for model in (Permission, Group, ContentType)]

    before = counts()
    group = Group.objects.get(name="Recognition managers")
    group.permissions.clear()
    Permission.objects.filter(content_type__app_label="internal").delete()

    for each in apps.get_app_configs():  # as after a migration
        ensure_roles(app_config=each)

    assert counts() == before
    assert not group.permissions.exists()
    assert Permission.objects.filter(content_type__app_label="internal", codename="call").exists()
