"""Calls to the services that recognition depends on, and what their answers mean for a photo."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import requests

from foundation.messaging.outgoing_http import ABOUT_THE_REQUEST, KeptSession, retry_after
from foundation.messaging.tracing import request_id_headers
from foundation.records.database import give_connection_back
from foundation.records.texts import no_answer
from recognition.providers.failures import Away, Busy, FinalFailure, ProcessingFailure

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
