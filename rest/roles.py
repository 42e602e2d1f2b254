"""The roles: Django permissions named `app.codename`; people and services get them by groups.

A role is the permission that an app lists in a model's `Meta.permissions`, or else has its own
content type, (`app`, `role`). `ensure_roles` creates what is missing, and removes nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.apps import AppConfig, apps
from django.contrib.auth.backends import BaseBackend
from django.contrib.auth.models import Group, Permission, User
from django.contrib.contenttypes.models import ContentType
from django.db import transaction

ROLE_MODEL = "role"


@dataclass(frozen=True, slots=True)
class RoleDefinition:
    """A role, the group created with it, and what it opens (a text for staff).

    `records`: the rights that it gives staff on all records of its app (`RolesOpenRecords`).
    """

    name: str
    group: str
    opens: str
    records: Sequence[str] = ()

    @property
    def app_label(self) -> str:
        return self.name.partition(".")[0]

    @property
    def codename(self) -> str:
        return self.name.partition(".")[2]


LOOK = ("view",)
WRITE = ("view", "add", "change")

ROLES = {
    role.name: role
    for role in (
        RoleDefinition(
            "recognition.manage",
            "Recognition managers",
            "AdminApi: albums, photos, tenants, accounts and spaces, selfies",
            WRITE,
        ),
        RoleDefinition("recognition.selfie", "Participants' clients", "ClientApi: selfies"),
        RoleDefinition(
            "tagging.manage",
            "Tagging managers",
            "AdminApi: tagators, works, statistics, reports",
            WRITE,
        ),
        RoleDefinition(
            "tagging.tag", "Taggers", "ClientApi: works, tasks, tags, hints; the workbench"
        ),
        RoleDefinition("tagging.callback", "Tagator services", "AdminApi: tasks/callback"),
        RoleDefinition("internal.call", "Services", "InternalApi"),
        RoleDefinition("activities.receive", "Activity sources", "the callback host"),
        RoleDefinition("activities.read", "Activity readers", "the activity read API", LOOK),
        RoleDefinition(
            "activities.manage",
            "Activity managers",
            "AdminApi: lists and histories of activities, calculating rewards again",
            WRITE,
        ),
        RoleDefinition(
            "programs.manage",
            "Program managers",
            "AdminApi: marketing programs, participants, exercises and tasks",
            WRITE,
        ),
        RoleDefinition(
            "programs.read", "Program readers", "AdminApi: the same, only to be read", LOOK
        ),
        RoleDefinition("rewards.read", "Reward readers", "AdminApi: formulas, balances", LOOK),
        RoleDefinition("rewards.edit", "Reward editors", "AdminApi: writes formulas", LOOK),
        RoleDefinition(
            "rewards.activate", "Reward activators", "AdminApi: activates formulas", LOOK
        ),
        RoleDefinition("rewards.adjust", "Balance adjusters", "AdminApi: corrects balances", LOOK),
    )
}


# In SQL, because for every request the ORM took most of the time of its authentication.
ACTIVE_USER_WITH_PERMISSIONS = """
SELECT auth_user.id, username, email, password, is_staff, is_superuser, is_active, ARRAY(
    SELECT type.app_label || '.' || permission.codename
    FROM (
        SELECT permission_id FROM auth_user_user_permissions WHERE user_id = auth_user.id
        UNION
        SELECT permission_id FROM auth_group_permissions JOIN auth_user_groups USING (group_id)
        WHERE user_id = auth_user.id
    ) AS held
    JOIN auth_permission permission ON permission.id = held.permission_id
    JOIN django_content_type type ON type.id = permission.content_type_id
) AS permission_names
FROM auth_user WHERE id = %s AND is_active
"""


class RolesOpenRecords(BaseBackend):
    """Gives who has a role the rights on its app's records that the role lists in `records`."""

    def has_perm(self, user_obj: Any, perm: str, obj: object = None) -> bool:
        app_label, _, codename = perm.partition(".")
        right = codename.partition("_")[0]
        roles = [role for role in ROLES.values() if role.app_label == app_label]
        return any(user_obj.has_perm(role.name) for role in roles if right in role.records)

    def has_module_perms(self, user_obj: Any, app_label: str) -> bool:
        return self.has_perm(user_obj, f"{app_label}.view_")


def grant_role(user: User, name: str) -> None:
    user.groups.add(_group(ROLES[name]))


@transaction.atomic
def ensure_roles(*, app_config: AppConfig, **_: Any) -> None:
    """Create missing permissions and groups of an app's roles, after `migrate`.

    A group gets its permission only when it is created: what staff remove later stays removed.
    """
    for role in ROLES.values():
        home = role.app_label if apps.is_installed(role.app_label) else "auth"
        if home == app_config.label:
            _permission(role)
            _group(role)


def _group(role: RoleDefinition) -> Group:
    group, created = Group.objects.get_or_create(name=role.group)
    if created:
        group.permissions.add(_permission(role))
    return group


def _permission(role: RoleDefinition) -> Permission:
    named = {"codename": role.codename, "content_type__app_label": role.app_label}
    known = Permission.objects.filter(**named).first()
    if known is not None:
        return known
    kind = ContentType.objects.get_or_create(app_label=role.app_label, model=ROLE_MODEL)[0]
    return Permission.objects.create(
        content_type=kind, codename=role.codename, name=f"Opens {role.opens}"
    )
