"""What can go wrong while a photo is processed, and when it is tried again."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import requests
from django.conf import settings

from foundation.messaging.outgoing import ABOUT_THE_REQUEST, KeptSession, retry_after
from foundation.messaging.tracing import request_id_headers
from foundation.records.database import backoff, give_connection_back, is_away
from foundation.records.texts import UNFORESEEN, no_answer

# What differs from photo to photo: a time, a kind of error, an id, a long number, and all details.
_DETAILS = re.compile(r": | since [-\d]|(?<=[.!?]) ")
_VARIES = re.compile(r" ?\([^)]*\)|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4,}|https?://\S+")


def group_of_reason(reason: str) -> str:
    """Return a reason as one plain sentence without its details: the same for all such failures."""
    first = _DETAILS.split(_VARIES.sub("", reason), maxsplit=1)[0]
    sentence = " ".join(first.split()).rstrip(" .,;")
    return f"{sentence}." if sentence else ""


class ProcessingFailure(Exception):
    """A step that failed; it is tried again after a back-off. The text becomes the photo's reason.

    :param retry_after: how long the other side asked us to wait, if it did.
    """

    uses_an_attempt = True

    def __init__(self, reason: str, *, retry_after: timedelta | None = None) -> None:
        super().__init__(reason)
        self.retry_after = retry_after

    @property
    def reason(self) -> str:
        return str(self)

    def next_attempt_on(self, attempts: int, now: datetime) -> datetime | None:
        """Return when a step that failed for the `attempts`-th time is tried again; None: never.

        Exponential with jitter, and never before the other side's Retry-After.
        """
        if attempts >= settings.PROCESSING_MAX_ATTEMPTS:
            return None
        wait = backoff(
            attempts, base=settings.PROCESSING_BACKOFF_BASE, cap=settings.PROCESSING_BACKOFF_CAP
        )
        return now + max(wait, (self.retry_after or timedelta(0)) + wait / 10)


class FinalFailure(ProcessingFailure):
    """Trying again cannot help."""

    def next_attempt_on(self, attempts: int, now: datetime) -> datetime | None:
        return None


class PictureMissing(FinalFailure):
    """The picture's host does not have it. It may be on its way to a host that copies it."""

    def while_it_may_come(self) -> ProcessingFailure:
        """Return the failure of a photo that was published a moment ago: it is tried again."""
        return ProcessingFailure(self.reason)


class Away(ProcessingFailure):
    """The other side is down or does not answer."""


class Busy(ProcessingFailure):
    """The other side works, but has too much to do: waiting uses no attempt."""

    uses_an_attempt = False


class Postponed(Busy):
    """The photo waits for a time that was set aside for it. Such times are spread already."""

    def __init__(self, reason: str, wait: timedelta) -> None:
        super().__init__(reason, retry_after=wait)
        self.wait = wait

    def next_attempt_on(self, attempts: int, now: datetime) -> datetime | None:
        return now + self.wait


@contextmanager
def counting_unforeseen(note: Callable[[ProcessingFailure], None]) -> Iterator[None]:
    """Store an unforeseen exception as a failed attempt by `note`, and raise it.

    Otherwise a fault of ours would be repeated after every lease, for ever. A database that is down
    is no attempt.
    """
    try:
        yield
    except Exception as error:
        if not is_away(error):
            note(ProcessingFailure(UNFORESEEN))
        raise


# Calls to the services that recognition depends on, and what their answers mean for a photo.


# After a 429 that does not say how long: it counts no attempt, so no back-off grows with it.
BUSY_WAIT = timedelta(seconds=30)
NOTHING_THERE = frozenset({404, 405, 501})  # the service answers, but not at this address

_session = KeptSession(hosts=32, connections=64)


def call(
    who: str, method: str, url: str, *, token: str = "", timeout: float, **request: Any
) -> requests.Response:
    """Call a service and return its successful answer (2xx or 304).

    :param who: the service's name, for the reason of a failure.
    :param timeout: seconds to connect, and seconds between two bytes.
    :param request: whatever else `KeptSession.ask` takes: `json`, `data`, `headers`, `params`.
    :raises ProcessingFailure: any other answer, or none.
    """
    answer = send(who, method, url, token=token, timeout=timeout, **request)
    if is_success(answer):
        return answer
    raise failure_of(who, answer)


def delete_person(who: str, url: str, *, token: str, timeout: float) -> None:
    """Delete a person at a provider of the project's own API; 404 says that there is none.

    :raises ProcessingFailure: the person is not known to be deleted.
    """
    answer = send(who, "DELETE", url, token=token, timeout=timeout)
    if not is_success(answer) and answer.status_code != requests.codes.not_found:
        raise failure_of(who, answer)


def is_success(answer: requests.Response) -> bool:
    """Return whether the answer is a success (2xx or 304)."""
    return answer.ok and not answer.is_redirect


def send(
    who: str, method: str, url: str, *, token: str = "", timeout: float, **request: Any
) -> requests.Response:
    """Call a service and return its answer, whatever its status; parameters as of `call`.

    Many threads may wait for a slow service: none keeps a database connection meanwhile.

    :raises ProcessingFailure: there is no answer.
    """
    headers = {**request_id_headers(), **request.pop("headers", {})}
    give_connection_back()
    try:
        return _session.ask(method, url, headers=headers, token=token, timeout=timeout, **request)
    # Not the error's text, which may quote a credential.
    except ValueError:  # an invalid address or header; some are RequestExceptions too
        why = "its address or its key cannot be used."
        raise ProcessingFailure(f"The {who} cannot be asked: {why}") from None
    except requests.RequestException as error:
        raise Away(no_answer(f"The {who}", error)) from None


def ask_health(who: str, base: str, *, token: str, timeout: float) -> str:
    """Ask a provider of our contract for `GET {base}/health`; return what that shows, in words.

    The contract of other number providers has no such address: that they answer is enough.

    :raises ProcessingFailure: it does not answer, refuses the token, or is not well.
    """
    answer = send(who, "GET", f"{base}/health", token=token, timeout=timeout)
    if answer.status_code in NOTHING_THERE:
        return f"The {who} answers. Whether it accepts our key shows at the next request."
    if not is_success(answer):
        raise failure_of(who, answer)
    return f"The {who} answers{', and accepts our key' if token else ''}."


def read_json(who: str, answer: requests.Response) -> Any:
    """Return the JSON body of an answer.

    :raises ProcessingFailure: the body is not JSON.
    """
    try:
        return answer.json()
    except requests.JSONDecodeError as error:
        raise ProcessingFailure(f"The {who} answered with something that is not JSON.") from error


@contextmanager
def reading_shape(who: str) -> Iterator[None]:
    """Read an answer's body within.

    :raises ProcessingFailure: the body has another shape than is read.
    """
    try:
        yield
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise ProcessingFailure(f"The {who} answered in another shape.") from error


def failure_of(who: str, answer: requests.Response) -> ProcessingFailure:
    """Return what an answer that is no success means for a photo."""
    status = answer.status_code
    wait = retry_after(answer.headers.get("Retry-After"), datetime.now(UTC))
    if status == 429 or (status == 503 and wait is not None):
        return Busy(f"The {who} is busy ({status}).", retry_after=wait or BUSY_WAIT)
    kind = ProcessingFailure
    if status in ABOUT_THE_REQUEST:
        kind = FinalFailure
    elif status >= requests.codes.server_error:
        kind = Away
    return kind(f"The {who} answered {status}.", retry_after=wait)
