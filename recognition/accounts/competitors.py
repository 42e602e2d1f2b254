"""Competitor services."""

from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from django.db import transaction

from foundation.messaging.circuit import EndOutagesCommand, end_outages
from foundation.records.audit import Actor, create_recorded, record_deletion, store_recorded
from foundation.records.models import Creation
from foundation.records.refusals import Conflict
from recognition.numbers.competitor_service import competitor_service
from recognition.providers.models import CompetitorInstance


class CompetitorNameTaken(Conflict):
    """Another competitor service has that name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AddCompetitorInstanceCommand:
    competitor_instance_id: UUID
    name: str
    base_url: str
    token: str = field(default="", repr=False)
    by: Actor | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeCompetitorInstanceCommand:
    """Change a competitor service; None leaves a field as it is, an empty `token` removes it."""

    competitor_instance_id: UUID
    name: str | None = None
    base_url: str | None = None
    token: str | None = field(default=None, repr=False)
    expected_version: int | None = None
    by: Actor | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveCompetitorInstanceCommand:
    competitor_instance_id: UUID
    now: datetime
    by: Actor | None = None


@transaction.atomic
def add_competitor_instance(command: AddCompetitorInstanceCommand) -> Creation[CompetitorInstance]:
    """Add a competitor service, or return the one that the same command added before.

    No `token`: it requires none.

    :raises CompetitorNameTaken: another one has that name.
    :raises IdTaken: there is one of that id with other data.
    """
    instance = CompetitorInstance(
        pk=command.competitor_instance_id, name=command.name, base_url=command.base_url
    )
    instance.token = command.token
    _refuse_taken_name(instance, command.name)
    return create_recorded(command.by, instance, "name", "base_url", "token")


@transaction.atomic
def change_competitor_instance(command: ChangeCompetitorInstanceCommand) -> CompetitorInstance:
    """Change a competitor service.

    :raises CompetitorInstanceNotFound: no such competitor service.
    :raises CompetitorNameTaken: another one has that name.
    :raises VersionConflict: it changed since `expected_version`.
    """
    instance = CompetitorInstance.objects.locked(
        command.competitor_instance_id, command.expected_version
    )
    _refuse_taken_name(instance, command.name)
    changes = instance.differing(name=command.name, base_url=command.base_url, token=command.token)
    return store_recorded(command.by, instance, **changes)


@transaction.atomic
def remove_competitor_instance(command: RemoveCompetitorInstanceCommand) -> None:
    """Remove a competitor service, and finish its outage.

    :raises CompetitorInstanceNotFound: no such competitor service.
    :raises django.db.models.ProtectedError: a tenant uses it.
    """
    instance = CompetitorInstance.objects.locked(command.competitor_instance_id)
    service = competitor_service(instance).key
    end_outages(EndOutagesCommand(services=[service], now=command.now))
    record_deletion(command.by, instance)
    instance.delete()


def _refuse_taken_name(instance: CompetitorInstance, name: str | None) -> None:
    others = CompetitorInstance.objects.exclude(pk=instance.pk)
    if name is not None and others.filter(name__iexact=name).exists():
        raise CompetitorNameTaken
