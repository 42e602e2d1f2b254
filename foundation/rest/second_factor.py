"""The second step of staff's sign-in: a code of an app on the phone, or a recovery code.

django-otp keeps the devices, refuses a code that was used, and slows guessing down.
"""

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django_otp import verify_token
from django_otp.plugins.otp_static.models import StaticDevice, StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice

from foundation.records.audit import Actor, record_deed
from foundation.records.refusals import Conflict, Invalid
from foundation.rest.checks import REQUIRED

RECOVERY_CODES = 10
APP, RECOVERY = "Phone", "Recovery codes"
Device = Any  # a TOTPDevice or a StaticDevice: django-otp has no types


class WrongCode(Invalid):
    """The code is wrong, used, or typed too soon after wrong ones."""

    code = "wrong-code"


class SecondFactorSetUp(Conflict):
    """The account has a second factor already."""

    code = "second-factor-set-up"


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmSecondFactorCommand:
    """Set up the second factor: `code` shows that the phone has the key."""

    user_id: int
    code: str
    by: Actor | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplaceRecoveryCodesCommand:
    """Make new recovery codes; the former ones stop working."""

    user_id: int
    by: Actor | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ResetSecondFactorCommand:
    """Remove an account's second factor: the next sign-in sets up another one."""

    user_id: int
    by: Actor | None = None


def is_required() -> bool:
    return bool(settings.STAFF_TWO_FACTOR == REQUIRED)


def has_second_factor(user: User) -> bool:
    return bool(TOTPDevice.objects.filter(user=user, confirmed=True).exists())


@transaction.atomic
def begin_set_up(user_id: int) -> TOTPDevice:
    """Return a new device, whose key the phone is to get.

    Its key is new each time: one that another person saw is never used.

    :raises SecondFactorSetUp: see there.
    """
    user = _without_second_factor(user_id)
    TOTPDevice.objects.filter(user=user).delete()
    device: TOTPDevice = TOTPDevice.objects.create(user=user, name=APP, confirmed=False)
    return device


def begun_set_up(user_id: int) -> TOTPDevice:
    """Return the device that the user is setting up, or else a new one.

    :raises SecondFactorSetUp: see there.
    """
    begun: TOTPDevice | None = TOTPDevice.objects.filter(user=user_id, confirmed=False).first()
    return begun or begin_set_up(user_id)


@transaction.atomic
def _confirm(command: ConfirmSecondFactorCommand) -> TOTPDevice | None:
    user = _without_second_factor(command.user_id)
    device: TOTPDevice | None = TOTPDevice.objects.filter(user=user, confirmed=False).first()
    if device is None or not device.verify_token(_as_shown(command.code)):
        return None  # no exception: the failure is counted, and so must be stored
    device.confirmed = True
    device.save(update_fields=["confirmed"])
    record_deed(command.by, "Set up two-factor sign-in", user)
    return device


def confirm_second_factor(command: ConfirmSecondFactorCommand) -> TOTPDevice:
    """Take the device into use from the next sign-in on.

    :raises SecondFactorSetUp, WrongCode: see there.
    """
    device = _confirm(command)
    if device is None:
        raise WrongCode
    return device


@transaction.atomic
def replace_recovery_codes(command: ReplaceRecoveryCodesCommand) -> list[str]:
    """Return the new codes: each works once, and they are not shown again."""
    user = User.objects.select_for_update().get(pk=command.user_id)
    StaticDevice.objects.filter(user=user).delete()
    device = StaticDevice.objects.create(user=user, name=RECOVERY)
    codes = [StaticToken.random_token() for _ in range(RECOVERY_CODES)]
    StaticToken.objects.bulk_create(StaticToken(device=device, token=code) for code in codes)
    record_deed(command.by, "Made new recovery codes", user)
    return codes


def verified_device(user: User, code: str) -> Device:
    """Return the device whose code this is, and use the code up.

    :raises WrongCode: see there.
    """
    code = _as_shown(code)
    # Only devices of the kind, so that a wrong code slows down no device of the other.
    kind = TOTPDevice if code.isdigit() else StaticDevice
    for device in kind.objects.filter(user=user, confirmed=True):
        found: Device = verify_token(user, device.persistent_id, code)
        if found is not None:
            return found
    raise WrongCode


def recovery_codes_left(user: User) -> int:
    return int(StaticToken.objects.filter(device__user=user).count())


@transaction.atomic
def reset_second_factor(command: ResetSecondFactorCommand) -> User:
    """Remove the devices and the recovery codes; sessions begun with them end."""
    user = User.objects.select_for_update().get(pk=command.user_id)
    TOTPDevice.objects.filter(user=user).delete()
    StaticDevice.objects.filter(user=user).delete()
    record_deed(command.by, "Reset two-factor sign-in", user)
    return user


def _as_shown(typed: str) -> str:
    """Return a code as it was made: apps show it in groups, phones begin with a capital letter."""
    return "".join(typed.split()).lower()


def _without_second_factor(user_id: int) -> User:
    user: User = User.objects.select_for_update().get(pk=user_id)
    if has_second_factor(user):
        raise SecondFactorSetUp
    return user
