"""The competitor service that an album's tenant uses: which one it is, and asking it."""

from datetime import datetime, timedelta
from uuid import UUID

import requests
from django.conf import settings

from foundation.records.database import backoff
from recognition.providers.credentials import CredentialsUnreadable
from recognition.providers.failures import Away, Busy, Postponed, ProcessingFailure
from recognition.providers.http_client import failure_of, is_success, send
from recognition.providers.models import CompetitorInstance
from recognition.providers.pace import Provider, asking
from recognition.records.albums import Album

WHO = "competitor service"


def service_of(album: Album) -> CompetitorInstance | None:
    """Return the service that has the album's start list, its tenant's; None: there is none."""
    return album.tenant.competitor_instance if album.tenant else None


def service_id_of(album: Album) -> UUID | None:
    """Return the id of `service_of`, without reading its row."""
    return album.tenant.competitor_instance_id if album.tenant else None


def competitor_service(instance: CompetitorInstance) -> Provider:
    return Provider(key=f"competitor:{instance.pk}", name=f"{WHO} {instance.name}")


def answer_of(
    instance: CompetitorInstance, album_id: UUID, etag: str, now: datetime
) -> requests.Response:
    """Return the service's answer, where it does not refuse.

    A refusal is about one album, or our token, and not an outage: other albums do not wait.
    """
    url = f"{instance.base_url.rstrip('/')}/api/v1/albums/{album_id}/start-list"
    headers = {"If-None-Match": etag} if etag else {}
    token, timeout = _token(instance), settings.START_LIST_TIMEOUT
    try:
        with asking(competitor_service(instance), now):
            answer = send(WHO, "GET", url, token=token, timeout=timeout, headers=headers)
            failure = None if is_success(answer) else failure_of(WHO, answer)
            if isinstance(failure, Away | Busy):
                # Being too busy counts: all photos that wait need the same few lists.
                raise ProcessingFailure(failure.reason, retry_after=failure.retry_after)
    except Postponed:
        raise
    except ProcessingFailure as down:
        base, cap = settings.PROCESSING_BACKOFF_BASE, settings.PROCESSING_BACKOFF_CAP
        wait = max(down.retry_after or timedelta(0), backoff(1, base=base, cap=cap))
        raise Postponed(down.reason, wait) from down
    if failure:
        raise failure
    return answer


def _token(instance: CompetitorInstance) -> str:
    try:
        return str(instance.token)
    except CredentialsUnreadable as error:
        raise ProcessingFailure(str(error)) from error
