"""The circuit breaker: a service that keeps failing is paused, for every process.

The first request after the pause is the probe; there is one at a time. Where it fails, the next
pause is twice as long, up to a limit; where it succeeds, the outage is finished. The state is the
service's unfinished `Outage`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import cast

import structlog
from django.db import transaction

from foundation.messaging.models import Outage
from foundation.records.audit import Actor, record_deeds
from foundation.records.database import read_joined
from foundation.records.refusals import bounded

log = structlog.get_logger(__name__)

# A probe that reports nothing for so long has died with its process.
PROBE_LEASE = timedelta(seconds=120)

# Before each request to a service; there is at most one.
_UNFINISHED = "SELECT {o} FROM messaging_outage o WHERE service = %s AND ended_on IS NULL"
# Locks the row until the transaction ends, whether it is new or not.
_COUNT = """
INSERT INTO messaging_outage AS o (service, name, failures, reason, pause_seconds)
VALUES (%(service)s, %(name)s, 1, '', 0)
ON CONFLICT (service) WHERE ended_on IS NULL DO UPDATE SET failures = o.failures + 1
RETURNING {o}
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """How many failures pause a service, how long its first pause is, and how long the longest."""

    failures: int
    first: timedelta
    longest: timedelta


@dataclass(frozen=True, slots=True, kw_only=True)
class Admission:
    """Permission for one request; `failures` came one after the other before."""

    service: str
    failures: int = 0
    leased_until: datetime | None = None  # the request is the probe, and has to report by then


class Paused(Exception):
    """The service may not be asked now, because of this outage."""

    def __init__(self, outage: Outage) -> None:
        super().__init__(str(outage))
        self.outage = outage


@dataclass(frozen=True, slots=True, kw_only=True)
class EndOutagesCommand:
    """Ask services again: they answer, staff know that they do, or they are removed."""

    services: Sequence[str]
    now: datetime
    by: Actor | None = None


def find_outage(service: str) -> Outage | None:
    """Return the unfinished outage of a service, which may not be paused yet."""
    for (outage,) in read_joined(_UNFINISHED, [service], o=Outage):
        return cast("Outage", outage)
    return None


def admit(service: str, now: datetime) -> Admission:
    """Let a request through, or raise Paused; after the pause, one caller wins the probe."""
    outage = find_outage(service)
    if outage is None or outage.since is None:
        return Admission(service=service, failures=outage.failures if outage else 0)
    if not outage.refuses(now):
        until = now + PROBE_LEASE
        free = Outage.objects.unfinished().filter(
            Outage.leased.free(now), pk=outage.pk, next_probe_on=outage.next_probe_on
        )
        if free.update(**Outage.leased.values(until)):
            return Admission(service=service, failures=outage.failures, leased_until=until)
    raise Paused(outage)


def give_back(admission: Admission) -> None:
    """Let another request be the probe: this one says nothing about the service."""
    if admission.leased_until:
        held = Outage.leased.held(admission.leased_until)
        probed = Outage.objects.unfinished().filter(held, service=admission.service)
        probed.update(**Outage.leased.values(None))


def note_success(admission: Admission, now: datetime) -> None:
    """Finish the outage that the probe was for, or forget failures that have paused nothing yet."""
    if admission.leased_until:
        end_outages(EndOutagesCommand(services=[admission.service], now=now))
    elif admission.failures:
        Outage.objects.unfinished().filter(service=admission.service, since=None).delete()


@transaction.atomic
def note_failure(
    *,
    service: str,
    name: str,
    reason: str,
    policy: Policy,
    now: datetime,
    is_probe: bool,
    at_least: timedelta = timedelta(0),
) -> Outage:
    """Count a failure, which may begin a pause or prolong one; return the outage as it is then.

    :param is_probe: the request was admitted after the pause; a late one prolongs nothing.
    :param at_least: how long the service asked for.
    """
    outage: Outage
    [(outage,)] = read_joined(_COUNT, {"service": service, "name": name}, o=Outage)
    if outage.since is None:
        if outage.failures < policy.failures:
            return outage
        outage.since = now
        length = policy.first
    elif is_probe:
        length = min(timedelta(seconds=2 * outage.pause_seconds), policy.longest)
    else:
        return outage
    length = max(length, at_least)
    outage.pause_seconds = length.total_seconds()
    outage.next_probe_on, outage.leased_until = now + length, None
    outage.name, outage.reason = name, bounded(reason)
    outage.save()
    log.warning(
        "service_paused",
        service=outage.service,
        failures=outage.failures,
        seconds=outage.pause_seconds,
    )
    return outage


@transaction.atomic
def end_outages(command: EndOutagesCommand) -> int:
    """Finish the outages of these services; return how many were paused."""
    unfinished = Outage.objects.unfinished().filter(service__in=command.services)
    unfinished.filter(since=None).delete()
    if command.by:
        record_deeds(command.by, "Ended the pause", unfinished, {"ended_on": (None, command.now)})
    return unfinished.update(ended_on=command.now)
