"""Presets: groups with the roles and rights of one kind of work, for people.

They are created once, after `migrate`: what staff change in them later stays as they left it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import Group, Permission
from django.db import transaction
from django.db.models import Case, IntegerField, Q, When

from foundation.rest.roles import ROLE_OF_GROUP, ROLES, RoleHolder


@dataclass(frozen=True, slots=True)
class Preset:
    """A group for one kind of work; `rights` are roles, and single rights on records."""

    group: str
    does: str
    rights: Sequence[str]


READ_ALL = ("recognition.read", "tagging.read", "activities.read", "programs.read", "rewards.read")
MESSAGES = (
    "messaging.view_deadletter",
    "messaging.view_inboxmessage",
    "messaging.view_outage",
    "messaging.view_outboxmessage",
    "records.view_leftoutrow",
)

PRESETS = {
    preset.group: preset
    for preset in (
        Preset(
            "Album editor",
            "sets up albums, corrects numbers and persons, processes photos again",
            (
                "recognition.read",
                "recognition.correct",
                "recognition.change_album",
                "recognition.change_photo",
                "recognition.change_albumphotosprocessingjob",
            ),
        ),
        Preset(
            "Recognition manager",
            "everything of recognition: albums, providers and their pauses, undelivered results",
            ("recognition.manage", "recognition.correct", "tagging.read"),
        ),
        Preset(
            "Tagging lead",
            "everything of tagging: taggers, works, pay, quality; albums' hints and priorities",
            ("tagging.manage", "recognition.read"),
        ),
        Preset(
            "Marketing",
            "creates programs, tasks and participants, writes and tries formulas; sees activities "
            "and balances",
            ("programs.manage", "rewards.edit", "rewards.read", "activities.read"),
        ),
        Preset(
            "Reward approver",
            "makes formulas active and corrects balances; sees activities and programs",
            (
                "rewards.activate",
                "rewards.adjust",
                "rewards.read",
                "activities.read",
                "programs.read",
            ),
        ),
        Preset(
            "Support",
            "reads everything but people and audit, explains it, corrects numbers",
            (*READ_ALL, *MESSAGES, "recognition.correct"),
        ),
        Preset(
            "Auditor",
            "reads everything, the audit and the sign-ins too, and changes nothing",
            (
                *READ_ALL,
                *MESSAGES,
                "audit.read",
                "privacy.view_erasure",
                "auth.view_user",
                "auth.view_group",
                "axes.view_accessattempt",
                "axes.view_accesslog",
                "django_celery_beat.view_crontabschedule",
                "django_celery_beat.view_intervalschedule",
                "django_celery_beat.view_periodictask",
            ),
        ),
        Preset(
            "Privacy officer",
            "finds and erases persons and participants, and reads the audit",
            ("privacy.erase", "audit.read", "recognition.read", "programs.read", "rewards.read"),
        ),
    )
}


PRESETS_FIRST = Case(When(name__in=list(PRESETS), then=0), default=1, output_field=IntegerField())


def what_it_does(group: str) -> str:
    """Return what a group's members do, or what its role opens; empty for staff's own groups."""
    if preset := PRESETS.get(group):
        return preset.does
    return ROLE_OF_GROUP[group].opens if group in ROLE_OF_GROUP else ""


@transaction.atomic
def ensure_presets(**_: Any) -> None:
    """Create the groups that are missing and whose rights are all there, after `migrate`."""
    known = set(Group.objects.filter(name__in=PRESETS).values_list("name", flat=True))
    for preset in PRESETS.values():
        if preset.group in known:
            continue
        found = list(Permission.objects.filter(_any_of(preset.rights)))
        if len(found) == len(set(preset.rights)):
            Group.objects.create(name=preset.group).permissions.set(found)


def groups_for_people() -> Q:
    """Return the condition for groups that people get: presets, single roles, staff's own."""
    others = [role.group for role in ROLES.values() if role.holder is not RoleHolder.PEOPLE]
    return ~Q(name__in=others)


def _any_of(rights: Sequence[str]) -> Q:
    named = [right.partition(".") for right in rights]
    chosen = Q()
    for app_label, _, codename in named:
        chosen |= Q(content_type__app_label=app_label, codename=codename)
    return chosen
