"""The number provider's answer to a selfie: stored and applied at once, with nobody to be asked."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction

from recognition.commands.selfies.outcomes import keep_selfie_persons, reason_for, state_for
from recognition.models import (
    Callback,
    CallbackState,
    NumberRequest,
    Selfie,
    SelfieImage,
    SelfieState,
)
from recognition.providers.numbers.callbacks import Payload, PhotoReport, digest_of, reports_of
from records.creating import insert_new
from records.refusals import NotFound

NOT_ABOUT_IT = "It does not name the selfie that it was asked about."
ANSWERED = "The selfie has its answer already."
# A selfie that was given up takes an answer that comes after all.
_TAKES_ANSWERS = (SelfieState.AWAITING_CALLBACK, SelfieState.FAILED)


class SelfieRequestUnknown(NotFound):
    """The request that the callback answers does not exist any more, or was not about a selfie."""

    code = "request-not-found"


class CallbackSelfieUnknown(NotFound):
    """The callback does not speak of the selfie that its request was about."""

    code = "selfie-not-found"


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerSelfieCommand:
    """Keep what the provider called back for a selfie, and have it take effect."""

    request_id: UUID
    payload: Payload
    now: datetime


def answer_selfie(command: AnswerSelfieCommand) -> Callback:
    """Store the callback, once for each different content, and give the selfie its answer.

    :raises SelfieRequestUnknown: the selfie was forgotten, or the request is a photo's.
    :raises CallbackSelfieUnknown: it names another; it is kept as rejected.
    """
    callback = _store(command)
    if callback.state == CallbackState.REJECTED:
        raise CallbackSelfieUnknown
    return callback


@transaction.atomic
def _store(command: AnswerSelfieCommand) -> Callback:
    selfies = NumberRequest.objects.filter(pk=command.request_id, selfie__isnull=False)
    selfie_id = selfies.values_list("selfie_id", flat=True).first()
    if selfie_id is None:
        raise SelfieRequestUnknown
    selfie = Selfie.objects.select_for_update().filter(pk=selfie_id).first()
    if selfie is None:  # forgotten at this very moment
        raise SelfieRequestUnknown
    report = reports_of(command.payload, selfie.pk).get(selfie.pk)
    callback = _callback(command, selfie, report)
    if insert_new(callback) and report is not None and callback.state == CallbackState.APPLIED:
        _apply(selfie, report)
    return callback


def _callback(command: AnswerSelfieCommand, selfie: Selfie, report: PhotoReport | None) -> Callback:
    state, reason = CallbackState.APPLIED, ""
    if report is None:
        state, reason = CallbackState.REJECTED, NOT_ABOUT_IT
    elif selfie.state not in _TAKES_ANSWERS:
        state, reason = CallbackState.IGNORED, ANSWERED
    return Callback(
        request_id=command.request_id,
        digest=digest_of(command.payload),
        payload=command.payload,
        state=state,
        reason_description=reason,
        received_on=command.now,
        settled_on=command.now,
    )


def _apply(selfie: Selfie, report: PhotoReport) -> None:
    """The picture has served its purpose, and goes."""
    keep_selfie_persons(selfie, report.persons)
    SelfieImage.objects.filter(selfie=selfie).delete()
    state = state_for(report.persons)
    selfie.store(state=state, reason_description=reason_for(state), callback_due_on=None)
