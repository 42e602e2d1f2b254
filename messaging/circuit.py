"""The circuit breaker: a service that keeps failing is paused, for every process.

After so many failures with no success between them the service is paused. The first request after
the pause is the probe; there is one probe at a time. Where it fails, the next pause is twice as
long, up to a limit; where it succeeds, the outage is finished.

The state is the service's unfinished `Outage`. Times are the caller's, who has them from its
command.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog
from django.db import transaction

from messaging.models import Outage
from records.reasons import bounded

log = structlog.get_logger(__name__)

# A probe that reports nothing for so long has died with its process.
PROBE_LEASE = timedelta(seconds=120)

# Locks the row until the transaction ends, whether it is new or not.
_COUNT = """
INSERT INTO messaging_outage AS o (service, name, failures, reason, pause_seconds)
VALUES (%(service)s, %(name)s, 1, '', 0)
ON CONFLICT (service) WHERE ended_on IS NULL DO UPDATE SET failures = o.failures + 1
RETURNING o.*
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """How many failures pause a service, how long its first pause is, and how long the longest."""

    failures: int
    first: timedelta
    longest: timedelta


@dataclass(frozen=True, slots=True, kw_only=True)
class Admission:
    """Permission for one request; `failures` came one after the other before.

    Where the request is the probe, it has to report until `probe_until`.
    """

    service: str
    failures: int = 0
    probe_until: datetime | None = None


class Paused(Exception):
    """The service may not be asked now, because of this outage."""

    def __init__(self, outage: Outage) -> None:
        super().__init__(str(outage))
        self.outage = outage


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteFailureCommand:
    """A request failed that was admitted at `now`. `at_least`: how long the service asked for.

    `is_probe`: it was admitted after the pause; only then does its failure prolong the outage.
    """

    service: str
    name: str
    reason: str
    policy: Policy
    now: datetime
    is_probe: bool
    at_least: timedelta = timedelta(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class EndOutagesCommand:
    """Ask services again: they answer, staff know that they do, or they are removed."""

    services: Sequence[str]
    now: datetime


def find_outage(service: str) -> Outage | None:
    """Return the unfinished outage of a service, which may not be paused yet."""
    return Outage.objects.unfinished().filter(service=service).first()


def admit(service: str, now: datetime) -> Admission:
    """Let a request through; where the pause is over, one caller wins the probe.

    :raises Paused: the service is paused, or its probe is under way.
    """
    outage = find_outage(service)
    if outage is None or outage.since is None:
        return Admission(service=service, failures=outage.failures if outage else 0)
    if not outage.refuses(now):
        lease = now + PROBE_LEASE
        unchanged = Outage.objects.unfinished().filter(
            pk=outage.pk, next_probe_on=outage.next_probe_on, probe_until=outage.probe_until
        )
        if unchanged.update(probe_until=lease):
            return Admission(service=service, failures=outage.failures, probe_until=lease)
    raise Paused(outage)


def give_back(admission: Admission) -> None:
    """Let another request be the probe: this one says nothing about the service."""
    if admission.probe_until:
        probed = Outage.objects.unfinished().filter(service=admission.service)
        probed.filter(probe_until=admission.probe_until).update(probe_until=None)


def note_success(admission: Admission, now: datetime) -> None:
    """Finish the outage that the probe was for.

    Failures that have paused nothing yet are forgotten, if there were any at the admission; those
    of requests that were under way meanwhile go on counting.
    """
    if admission.probe_until:
        end_outages(EndOutagesCommand(services=[admission.service], now=now))
    elif admission.failures:
        Outage.objects.unfinished().filter(service=admission.service, since=None).delete()


@transaction.atomic
def note_failure(command: NoteFailureCommand) -> Outage:
    """Count a failure, which may begin a pause or prolong one; return the outage as it is then.

    A request that was admitted before the pause prolongs nothing: it is late.
    """
    counted = {"service": command.service, "name": command.name}
    [outage] = Outage.objects.raw(_COUNT, counted)
    if outage.since is None:
        if outage.failures >= command.policy.failures:
            outage.since = command.now
            _pause(outage, command.policy.first, command)
    elif command.is_probe:
        twice = timedelta(seconds=2 * outage.pause_seconds)
        _pause(outage, min(twice, command.policy.longest), command)
    return outage


@transaction.atomic
def end_outages(command: EndOutagesCommand) -> int:
    """Finish the outages of these services; return how many were paused."""
    unfinished = Outage.objects.unfinished().filter(service__in=command.services)
    unfinished.filter(since=None).delete()
    return unfinished.update(ended_on=command.now)


def _pause(outage: Outage, length: timedelta, command: NoteFailureCommand) -> None:
    length = max(length, command.at_least)
    outage.pause_seconds = length.total_seconds()
    outage.next_probe_on = command.now + length
    outage.probe_until = None
    outage.name, outage.reason = command.name, bounded(command.reason)
    outage.save()
    log.warning(
        "service_paused",
        service=outage.service,
        reason=outage.reason,
        failures=outage.failures,
        seconds=outage.pause_seconds,
    )
