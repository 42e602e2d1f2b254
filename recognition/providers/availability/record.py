"""The record of pauses: what staff see of providers that keep failing, and may do about it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog
from django.db import transaction
from redis.exceptions import RedisError

from recognition.models import ProviderPause
from recognition.providers.availability import pauses
from recognition.providers.availability.services import Provider

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class PauseProviderCommand:
    """A provider is paused, or stays so, for `length` from now, after so many failures."""

    provider: Provider
    reason: str
    failures: int
    length: timedelta
    now: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class ResumeProvidersCommand:
    """Have providers asked again: one of them answered, or staff know that they do."""

    providers: Sequence[str]
    now: datetime


@transaction.atomic
def pause_provider(command: PauseProviderCommand) -> ProviderPause:
    """Write the pause down, as a new one or as the one that goes on."""
    fields = {
        "name": command.provider.name,
        "account_id": command.provider.account_id,
        "competitor_instance_id": command.provider.competitor_instance_id,
        "reason": command.reason[:500],
        "failures": command.failures,
        "next_probe_on": command.now + command.length,
    }
    pause, is_new = ProviderPause.objects.update_or_create(
        provider=command.provider.key,
        ended_on=None,
        defaults=fields,
        create_defaults={**fields, "since": command.now},
    )
    log.warning("provider_paused", provider=pause.provider, reason=pause.reason, is_new=is_new)
    return pause


def resume_providers(command: ResumeProvidersCommand) -> int:
    """End the providers' pauses; return how many were paused.

    The record comes first: were it still open, `restore_pauses` would pause the provider again.
    """
    paused = ProviderPause.objects.filter(provider__in=command.providers, ended_on=None)
    count = paused.update(ended_on=command.now)
    for provider in command.providers:
        pauses.end(provider)
    return count


def restore_pauses() -> None:
    """Have Redis know every pause that is recorded: it may have been emptied, or restarted."""
    try:
        for pause in ProviderPause.objects.filter(ended_on=None):
            pauses.restore(pause.provider, pause.since, pause.next_probe_on, pause.reason)
    except RedisError as error:
        log.warning("provider_pauses_not_restored", error=str(error))
