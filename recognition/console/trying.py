"""Testing the connection to a provider: one harmless request, of which nothing is kept.

It is no request for a photo: no pause begins or ends with it, and no counter changes.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass

from django.conf import settings

from recognition.numbers.start_lists import competitor_service
from recognition.providers.faces import tried_provider
from recognition.providers.failures import (
    NOTHING_THERE,
    ProcessingFailure,
    ask_health,
    failure_of,
    is_success,
    send,
)
from recognition.providers.models import Account, CompetitorInstance, CredentialsUnreadable
from recognition.wire.number_provider import number_provider


@dataclass(frozen=True, slots=True, kw_only=True)
class ConnectionTest:
    """Whether the provider can be used, a sentence for people, and how long the answer took."""

    works: bool
    words: str
    seconds: float


def try_account(account: Account) -> ConnectionTest:
    """Ask the face provider for what needs its address and its credentials, of its first space."""
    return _tried(lambda: tried_provider(account).describe())


def try_number_provider() -> ConnectionTest:
    """Ask the number provider for its health."""
    return _tried(_ask_number_provider)


def try_competitor_service(instance: CompetitorInstance) -> ConnectionTest:
    """Ask a competitor service for the headers of its base address."""
    return _tried(lambda: _ask_competitor_service(instance))


def _tried(ask: Callable[[], str]) -> ConnectionTest:
    started = time.monotonic()
    try:
        words, works = ask(), True
    except (ProcessingFailure, CredentialsUnreadable) as failure:
        words, works = str(failure), False
    return ConnectionTest(works=works, words=words, seconds=time.monotonic() - started)


def _ask_number_provider() -> str:
    return ask_health(
        number_provider().name,
        settings.NUMBER_PROVIDER_URL,
        token=settings.NUMBER_PROVIDER_TOKEN,
        timeout=settings.NUMBER_PROVIDER_TIMEOUT,
    )


def _ask_competitor_service(instance: CompetitorInstance) -> str:
    who, timeout = competitor_service(instance).name, settings.START_LIST_TIMEOUT
    answer = send(who, "HEAD", instance.base_url, token=str(instance.token), timeout=timeout)
    # Only start lists have addresses.
    if is_success(answer) or answer.status_code in NOTHING_THERE:
        return f"The {who} answers. Whether it accepts our token shows at the next start list."
    raise failure_of(who, answer)
