"""Who may see formulas in the admin."""

from typing import Any

from django.http import HttpRequest
from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request

from foundation.records.audit import actor_of
from foundation.records.texts import composed_values
from foundation.rest.access import Role
from foundation.rest.serializers import INT32, StrictIntegerField, StrictTextField

READERS = ("rewards.read", "rewards.edit", "rewards.activate")
EDIT, ACTIVATE = "rewards.edit", "rewards.activate"


def may_read(request: HttpRequest) -> bool:
    """Return whether this user may read formulas, and try them."""
    return any(request.user.has_perm(role) for role in READERS)


def may_edit(request: HttpRequest) -> bool:
    """Return whether this user may save formulas."""
    return request.user.has_perm(EDIT)


def may_activate(request: HttpRequest) -> bool:
    """Return whether this user may make formulas active, and order them."""
    return request.user.has_perm(ACTIVATE)


# Who may call the endpoints of formulas, and who calls.


READ = Role(*READERS)
EDITORS, ACTIVATORS = Role("rewards.edit"), Role("rewards.activate")
REQUESTERS = Role("rewards.edit", "rewards.activate")


def caller(request: Request) -> dict[str, Any]:
    """Return who calls and when, as commands take it."""
    return {"by": actor_of(request), "now": timezone.now()}


# Fields and examples that several groups of endpoints share.


FORMULA_ID = "6f1d3c5a-8b2e-4a7c-9d0f-3e5a7b9c1d2e"
PROGRAM_ID = "2a4c6e80-1b3d-4f5a-9c7e-8d0f1a2b3c4d"
PARTICIPANT_ID = "5f2d7a54-0f5c-4a1c-8f0e-6d0b7c8e9f10"
ACTIVITY_ID = "c0f8a1f2-3d52-4b7e-9a0e-7b9f0a6d1e01"
MOMENT = "2026-05-17T09:30:00Z"
TEXTS = {
    "expression": "round(distance * coeff('rate'))",
    "settings": {"__where": "distance > 1"},
    "coefficients": {"rate": "1.5"},
}


class FormulaTextField(StrictTextField):
    """A text with its lines as they are written; only its letters are composed."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(trim_whitespace=False, allow_blank=True, max_length=4000, **kwargs)


class SettingsField(serializers.DictField):
    """A free JSON object whose texts are composed, as what they are compared with."""

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        found: dict[str, Any] = composed_values(super().to_internal_value(data))
        return found


class TextsField(SettingsField):
    """Coefficients: texts by name, some of them JSON."""

    def to_internal_value(self, data: Any) -> dict[str, str]:
        found: dict[str, str] = super().to_internal_value(data)
        if wrong := [name for name in found if not isinstance(data[name], str)]:
            raise serializers.ValidationError(dict.fromkeys(wrong, "Must be a text."))
        return found


class RevisionField(StrictIntegerField):
    """The number of a revision; left out: the one that was saved last."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            min_value=1,
            max_value=INT32,
            required=False,
            help_text="Left out: the one that was saved last.",
            **kwargs,
        )
