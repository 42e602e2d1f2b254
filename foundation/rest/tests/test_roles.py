"""Each role is a permission with a group, created after every migration."""

import pytest
from django.apps import apps
from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType

from foundation.rest.roles import ROLES, ensure_roles

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("name", ROLES)
def test_every_role_is_one_permission_and_has_its_group(name: str):
    role = ROLES[name]
    permission = Permission.objects.get(
        content_type__app_label=role.app_label, codename=role.codename
    )

    assert list(Group.objects.get(name=role.group).permissions.all()) == [permission]


def make_again() -> None:
    """Do what follows a migration."""
    for each in apps.get_app_configs():
        ensure_roles(app_config=each)


def test_making_them_again_changes_nothing():
    before = Permission.objects.count(), Group.objects.count(), ContentType.objects.count()

    make_again()

    assert (
        Permission.objects.count(),
        Group.objects.count(),
        ContentType.objects.count(),
    ) == before


def test_what_staff_removed_from_a_group_stays_removed():
    group = Group.objects.get(name="Recognition managers")
    group.permissions.clear()

    make_again()

    assert not group.permissions.exists()


def test_a_role_that_was_deleted_is_made_again():
    Permission.objects.filter(content_type__app_label="internal").delete()

    make_again()

    assert Permission.objects.filter(content_type__app_label="internal", codename="call").exists()
