"""Limits of a program's rewards over the AdminApi."""

from typing import Any
from uuid import UUID

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from foundation.rest.access import Role
from foundation.rest.etags import expected_version
from foundation.rest.operations import operation
from foundation.rest.views import ApiViewSet
from programs.commands.putting import PutResult
from programs.models import MarketingProgram, Participant
from rewards.allowances import list_allowances
from rewards.api.limits.serializers import AllowanceOutput, LimitInput, LimitOutput
from rewards.commands.approvals import order_alone
from rewards.commands.limits import (
    MAX_LIMITS,
    PutLimitCommand,
    RemoveLimitCommand,
    put_limit,
    remove_limit,
)
from rewards.models import RewardLimit

READ = Role("programs.manage", "programs.read", "rewards.read")
MANAGE = Role("programs.manage")


class LimitViews(ApiViewSet):
    """Limits of what a program credits."""

    access = READ

    @operation(gives=LimitOutput, many=True, at_most=MAX_LIMITS, refusals=(404,))
    def list(self, request: Request, marketing_program_id: UUID) -> Response:
        """List a program's limits, the oldest first."""
        program = MarketingProgram.objects.get_or_refuse(marketing_program_id)
        limits = RewardLimit.objects.filter(program=program).select_related("program")
        return self.answer(limits.order_by("created_on", "pk"))

    # `current` goes on with the time and with what is credited.
    @operation(gives=LimitOutput, more_than_version=True, refusals=(404,))
    def retrieve(self, request: Request, marketing_program_id: UUID, limit_id: UUID) -> Response:
        """Return a limit."""
        return self.answer(_of(marketing_program_id, limit_id))

    @operation(
        takes=LimitInput,
        gives=LimitOutput,
        statuses=(200, 201),
        locking=True,
        access=MANAGE,
        refusals=(404, 409),
    )
    def save(self, request: Request, marketing_program_id: UUID, limit_id: UUID) -> Response:
        """Add a limit, or change how much it allows; 409: something else differs.

        403 `another-person-needed`: limits need a second person, in the console.
        """
        given: dict[str, Any] = {"program_id": marketing_program_id, "limit_id": limit_id}
        command = PutLimitCommand(**given, **self.changes(), now=timezone.now())
        done = order_alone(command, put_limit)
        return self.answer(done.record, 201 if done.outcome is PutResult.CREATED else 200)

    @operation(locking=True, refusals=(404,), access=MANAGE)
    def destroy(self, request: Request, marketing_program_id: UUID, limit_id: UUID) -> Response:
        """Remove a limit; the rewards that it cut stay.

        403 `another-person-needed`: limits need a second person, in the console.
        """
        limit = _of(marketing_program_id, limit_id)
        version = expected_version(request)
        order_alone(
            RemoveLimitCommand(limit_id=limit.pk, by=self.actor, expected_version=version),
            remove_limit,
        )
        return self.done()


class AllowanceViews(ApiViewSet):
    """What limits leave a participant."""

    access = READ

    @operation(gives=AllowanceOutput, many=True, at_most=MAX_LIMITS, refusals=(404,))
    def list(self, request: Request, participant_id: UUID) -> Response:
        """List the limits of the participant's program, with what is left of each now."""
        participant = Participant.objects.get_or_refuse(participant_id)
        return self.answer(list_allowances(participant, timezone.now()))


def _of(program_id: UUID, limit_id: UUID) -> RewardLimit:
    return RewardLimit.objects.filter(program=program_id).get_or_refuse(limit_id)
