"""The roles: Django permissions named `app.codename`; people and services get them by groups.

`foundation.rest.presets` has groups with several roles, one for each kind of work.

A role is the permission that an app lists in a model's `Meta.permissions`, or else has its own
content type, (`app`, `role`). `ensure_roles` creates what is missing, and removes nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any

from django.apps import AppConfig, apps
from django.contrib.auth.backends import BaseBackend
from django.contrib.auth.models import Group, Permission, User
from django.contrib.contenttypes.models import ContentType
from django.db import transaction

ROLE_MODEL = "role"


class RoleHolder(StrEnum):
    """Who gets a role."""

    PEOPLE = "people"
    SERVICES = "services"
    TAGGERS = "taggers"


@dataclass(frozen=True, slots=True)
class RoleDefinition:
    """A role, the group created with it, and what it opens (a text for staff).

    - `records`: the rights that it gives staff on all records of its app (`RolesOpenRecords`).
    - `also`: rights on records of other apps, which its work needs.
    """

    name: str
    group: str
    opens: str
    records: Sequence[str] = ()
    also: Sequence[str] = ()
    holder: RoleHolder = RoleHolder.PEOPLE

    @property
    def app_label(self) -> str:
        return self.name.partition(".")[0]

    @property
    def codename(self) -> str:
        return self.name.partition(".")[2]

    def gives(self, right: str) -> bool:
        """Return whether it gives staff a right on records, such as `recognition.view_photo`."""
        app_label, _, codename = right.partition(".")
        of_app = app_label == self.app_label and codename.partition("_")[0] in self.records
        return of_app or right in self.also


LOOK = ("view",)
WRITE = ("view", "add", "change")

SERVICES = RoleHolder.SERVICES
# What delivers recognition's results, and which provider is paused.
DELIVERIES = ("messaging.view_outboxmessage", "messaging.view_outage")
# What the pages of tagging lead to.
TAGGED = ("recognition.view_album", "recognition.view_photo")
BRIEFED = "recognition.brief_album"  # changes an album's priority, hint and custom tags
# What the pages of activities lead to.
APPLIED = (
    "programs.view_marketingprogram",
    "programs.view_participant",
    "programs.view_participantexercisetask",
)

ROLES = {
    role.name: role
    for role in (
        RoleDefinition(
            "recognition.manage",
            "Recognition managers",
            "AdminApi: albums, photos, tenants, accounts and spaces, selfies",
            WRITE,
            (*DELIVERIES, "messaging.change_outboxmessage", "messaging.change_outage"),
        ),
        RoleDefinition(
            "recognition.correct",
            "Correctors",
            "AdminApi: photos and their histories, corrections of their numbers and persons",
            LOOK,
        ),
        RoleDefinition(
            "recognition.read",
            "Recognition readers",
            "AdminApi and staff's site: albums, photos, selfies, providers, only to be read",
            LOOK,
            DELIVERIES,
        ),
        RoleDefinition(
            "recognition.selfie", "Participants' clients", "ClientApi: selfies", holder=SERVICES
        ),
        RoleDefinition(
            "tagging.manage",
            "Tagging managers",
            "AdminApi: tagators, works, statistics, reports",
            WRITE,
            (*TAGGED, BRIEFED),
        ),
        RoleDefinition(
            "tagging.read",
            "Tagging readers",
            "AdminApi and staff's site: taggers, works, timesheets, only to be read",
            LOOK,
            TAGGED,
        ),
        RoleDefinition(
            "tagging.tag",
            "Taggers",
            "ClientApi: works, tasks, tags, hints; the workbench",
            holder=RoleHolder.TAGGERS,
        ),
        RoleDefinition(
            "tagging.callback", "Tagator services", "AdminApi: tasks/callback", holder=SERVICES
        ),
        RoleDefinition("internal.call", "Services", "InternalApi", holder=SERVICES),
        RoleDefinition(
            "activities.receive", "Activity sources", "the callback host", holder=SERVICES
        ),
        RoleDefinition(
            "activities.read", "Activity readers", "the activity read API", LOOK, APPLIED
        ),
        RoleDefinition(
            "activities.manage",
            "Activity managers",
            "AdminApi: lists and histories of activities, calculating rewards again",
            WRITE,
            APPLIED,
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
        RoleDefinition(
            "privacy.erase",
            "Privacy officers",
            "AdminApi and staff's site: erasing persons, selfies and participants",
            LOOK,
        ),
        RoleDefinition(
            "rewards.balance",
            "Participants' balance clients",
            "ClientApi: balances and their operations",
            holder=SERVICES,
        ),
        RoleDefinition(
            "rewards.adjust", "Balance adjusters", "AdminApi: reads and corrects balances", LOOK
        ),
        RoleDefinition(
            "audit.read", "Audit readers", "AdminApi and staff's site: who changed what"
        ),
    )
}

ROLE_OF_GROUP = {role.group: role for role in ROLES.values()}  # groups with one role


# In SQL, because for every request the ORM took most of the time of its authentication.
ACTIVE_USER_WITH_PERMISSIONS = """
SELECT {auth_user}, ARRAY(
    SELECT type.app_label || '.' || permission.codename
    FROM (
        SELECT permission_id FROM auth_user_user_permissions WHERE user_id = auth_user.id
        UNION
        SELECT permission_id FROM auth_group_permissions JOIN auth_user_groups USING (group_id)
        WHERE user_id = auth_user.id
    ) AS held
    JOIN auth_permission permission ON permission.id = held.permission_id
    JOIN django_content_type type ON type.id = permission.content_type_id
)
FROM auth_user WHERE id = %s AND is_active
"""


class RolesOpenRecords(BaseBackend):
    """Gives who has a role the rights on records that the role has in `records` and `also`."""

    def has_perm(self, user_obj: Any, perm: str, obj: object = None) -> bool:
        return _holds(user_obj, _roles_that_give(perm))

    def has_module_perms(self, user_obj: Any, app_label: str) -> bool:
        return _holds(user_obj, _roles_that_open(app_label))


def _holds(user: Any, roles: frozenset[str]) -> bool:
    # All rights at once: to ask for each role would ask all backends again, each time.
    return bool(roles) and not roles.isdisjoint(user.get_all_permissions())


@cache  # a page of staff asks hundreds of times
def _roles_that_give(right: str) -> frozenset[str]:
    return frozenset(role.name for role in ROLES.values() if role.gives(right))


@cache
def _roles_that_open(app_label: str) -> frozenset[str]:
    others = [right for role in ROLES.values() for right in role.also]
    rights = [f"{app_label}.view_", *(x for x in others if x.startswith(f"{app_label}."))]
    return frozenset[str]().union(*map(_roles_that_give, rights))


def grant_role(user: User, name: str) -> None:
    user.groups.add(_group(ROLES[name]))


@transaction.atomic
def ensure_roles(*, app_config: AppConfig, **_: Any) -> None:
    """Create missing permissions and groups of an app's roles, after `migrate`.

    A group gets its permission only when it is created: what staff remove later stays removed.
    """
    for role in ROLES.values():
        home = role.app_label if role.app_label in apps.app_configs else "auth"
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
