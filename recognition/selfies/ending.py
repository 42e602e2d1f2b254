"""How selfies end: answered by the number provider, given up, and deleted after a while."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import F, QuerySet

from foundation.records.database import Swept, do_each
from foundation.records.refusals import NotFound
from recognition.processing.storing import NumberRequestUnknown
from recognition.providers.failures import ProcessingFailure
from recognition.records.erased import payload_without_erased
from recognition.records.requests import Callback, CallbackState
from recognition.records.selfies import Selfie, SelfieImage, SelfieState
from recognition.selfies.recognising import REASONS, state_for, store_persons
from recognition.wire.reports import Payload, PhotoReport, digest_of, failure_in, reports_of

NOT_ABOUT_IT = "It does not name the selfie of the request."
OVERDUE = "The number provider has not answered in time."
ANSWERED = "The selfie has its answer already."
# A late answer is used even if the selfie was given up.
_TAKES_ANSWERS = (SelfieState.AWAITING_CALLBACK, SelfieState.FAILED)


class CallbackSelfieUnknown(NotFound):
    """The callback does not name the selfie of its request."""

    code = "selfie-not-found"


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerSelfieCommand:
    request_id: UUID
    payload: Payload
    now: datetime


def answer_selfie(command: AnswerSelfieCommand) -> Callback:
    """Store the callback, once for each different content, and apply it to the selfie.

    :raises NumberRequestUnknown: the selfie was deleted, or the request is a photo's.
    :raises CallbackSelfieUnknown: it names another selfie; it is stored as rejected.
    """
    callback = _store(command)
    if callback.state == CallbackState.REJECTED:
        raise CallbackSelfieUnknown
    return callback


@transaction.atomic
def _store(command: AnswerSelfieCommand) -> Callback:
    locked = Selfie.objects.select_related("album").select_for_update(of=("self",))
    selfie = locked.filter(number_requests=command.request_id).first()
    if selfie is None:
        raise NumberRequestUnknown
    payload = payload_without_erased(selfie.album, command.payload)
    report = reports_of(payload, selfie.pk).get(selfie.pk)
    callback = _callback(command, selfie, report)
    callback.payload = payload
    if not callback.insert_once():
        return callback
    if report is not None and callback.state == CallbackState.APPLIED:
        _apply(selfie, report, failure_in(command.payload))
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


def _apply(selfie: Selfie, report: PhotoReport, failure: ProcessingFailure | None) -> None:
    """Store the persons; delete the picture, which no provider needs now."""
    SelfieImage.objects.filter(selfie=selfie).delete()
    if failure is None:
        store_persons(selfie, report.persons)
        state = state_for(report.persons)
        reason = REASONS[state]
    else:
        state, reason = SelfieState.FAILED, failure.reason[:500]
    selfie.store(state=state, reason_description=reason, callback_due_on=None)


def end_selfies(now: datetime, limit: int) -> Swept[object]:
    """Give up selfies whose callback is overdue; delete up to `limit` old selfies and pictures.

    A late callback is still used. A selfie is deleted with its persons, its request and the
    request's callbacks.
    """
    oldest_picture = now - settings.SELFIE_IMAGE_LIFETIME
    pictures = SelfieImage.objects.filter(selfie__created_on__lt=oldest_picture)
    old = Selfie.objects.filter(created_on__lt=now - settings.SELFIE_KEEP_FOR)
    parts: dict[str, Callable[[], object]] = {
        "answers overdue": lambda: _give_up(now),
        "old pictures": lambda: _delete(pictures, limit),
        "old selfies": lambda: _delete(old, limit),
    }
    return do_each("recognition.end_selfies", parts, lambda name: parts[name]())


def _give_up(now: datetime) -> None:
    waiting = Selfie.objects.filter(state=SelfieState.AWAITING_CALLBACK, callback_due_on__lte=now)
    waiting.update(
        state=SelfieState.FAILED,
        reason_description=OVERDUE,
        callback_due_on=None,
        updated_on=now,
        version=F("version") + 1,
    )


def _delete(rows: QuerySet[SelfieImage] | QuerySet[Selfie], limit: int) -> None:
    chosen = list(rows.values_list("pk", flat=True)[:limit])
    rows.model.objects.filter(pk__in=chosen).delete()
