"""The roles: Django permissions named `app.codename`, given to people and services by groups.

A role whose app names it among a model's `Meta.permissions` is that permission. One that no app
names (`internal.call`: there is no such app) hangs on a content type of its own, (`app`, `role`).
`ensure_roles` makes what is missing after every migration, and never takes anything away.
"""

from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.contrib.auth.management import create_permissions
from django.contrib.auth.models import Group, Permission, User
from django.contrib.contenttypes.models import ContentType
from django.contrib.postgres.expressions import ArraySubquery
from django.db import transaction
from django.db.models import F, OuterRef, Q, Value
from django.db.models.functions import Concat

ROLE_MODEL = "role"


@dataclass(frozen=True, slots=True, kw_only=True)
class RoleDefinition:
    """A role: what it opens, for staff to read, and the group that is made with it."""

    name: str
    opens: str
    group: str

    @property
    def app_label(self) -> str:
        return self.name.partition(".")[0]

    @property
    def codename(self) -> str:
        return self.name.partition(".")[2]


ROLES = {
    role.name: role
    for role in (
        RoleDefinition(
            name="recognition.manage",
            opens="AdminApi: albums, tenants, accounts and spaces, selfies",
            group="Recognition managers",
        ),
        RoleDefinition(
            name="recognition.selfie", opens="ClientApi: selfies", group="Participants' clients"
        ),
        RoleDefinition(
            name="tagging.manage",
            opens="AdminApi: tagators, settings, statistics, reports, invitations",
            group="Tagging managers",
        ),
        RoleDefinition(
            name="tagging.tag",
            opens="ClientApi: custom tags and tagging hints",
            group="Taggers",
        ),
        RoleDefinition(
            name="tagging.callback", opens="AdminApi: tasks/callback", group="Tagator services"
        ),
        RoleDefinition(name="internal.call", opens="InternalApi", group="Services"),
        RoleDefinition(
            name="activities.receive", opens="the callback host", group="Activity sources"
        ),
        RoleDefinition(
            name="activities.read", opens="the activity read API", group="Activity readers"
        ),
    )
}


def roles_of_user() -> ArraySubquery:
    """Return the expression that adds a user's roles, as names, to a query of users."""
    name = Concat(F("content_type__app_label"), Value("."), F("codename"))
    held = Permission.objects.filter(Q(user=OuterRef("pk")) | Q(group__user=OuterRef("pk")))
    named = held.order_by().annotate(role_name=name).filter(role_name__in=ROLES)
    return ArraySubquery(named.values_list("role_name", flat=True).distinct())


def grant_role(user: User, name: str) -> None:
    """Give the user the role, through the group that was made with it."""
    user.groups.add(_group(ROLES[name]))


@transaction.atomic
def ensure_roles(**_: Any) -> None:
    """Make the permission and the group of every role that has none; a receiver of post_migrate.

    A group is given its permission when it is made: what staff take away later stays away.
    """
    for role in ROLES.values():
        if apps.is_installed(role.app_label):
            create_permissions(apps.get_app_config(role.app_label), verbosity=0)
        _permission(role)
        _group(role)


def _group(role: RoleDefinition) -> Group:
    group, created = Group.objects.get_or_create(name=role.group)
    if created:
        group.permissions.add(_permission(role))
    return group


def _permission(role: RoleDefinition) -> Permission:
    known = Permission.objects.filter(
        codename=role.codename, content_type__app_label=role.app_label
    ).first()
    if known is not None:
        return known
    kind = ContentType.objects.get_or_create(app_label=role.app_label, model=ROLE_MODEL)[0]
    return Permission.objects.create(
        content_type=kind, codename=role.codename, name=f"Opens {role.opens}"
    )
