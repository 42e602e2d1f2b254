"""The roles: Django permissions named `app.codename`, given to people and services by groups.

A role is no right over one model, so it hangs on a content type of its own (`app`, `role`) instead
of on a model's `Meta.permissions`; `internal.call` could not exist otherwise, there being no such
app. `ensure_roles` makes what is missing after every migration, and never takes anything away.
"""

from dataclasses import dataclass
from typing import Any

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
    held = Permission.objects.filter(
        Q(user=OuterRef("pk")) | Q(group__user=OuterRef("pk")), content_type__model=ROLE_MODEL
    )
    name = Concat(F("content_type__app_label"), Value("."), F("codename"))
    return ArraySubquery(held.order_by().values_list(name, flat=True).distinct())


def grant_role(user: User, name: str) -> None:
    """Give the user the role, through the group that was made with it."""
    group, _ = Group.objects.get_or_create(name=ROLES[name].group)
    group.permissions.add(_permission(ROLES[name])[0])
    user.groups.add(group)


@transaction.atomic
def ensure_roles(**kwargs: Any) -> None:
    """Make the permission and the group of every role that has none; a receiver of post_migrate.

    A group is given its permission only when the permission is new: what staff take away stays away.
    """
    for role in ROLES.values():
        permission, created = _permission(role)
        if created:
            Group.objects.get_or_create(name=role.group)[0].permissions.add(permission)


def _permission(role: RoleDefinition) -> tuple[Permission, bool]:
    kind = ContentType.objects.get_or_create(app_label=role.app_label, model=ROLE_MODEL)[0]
    return Permission.objects.get_or_create(
        content_type=kind, codename=role.codename, defaults={"name": f"Opens {role.opens}"}
    )
