"""The client: one object for all groups."""

from os import PathLike
from pathlib import Path
from typing import Self

from urllib3 import PoolManager

from finishline_client.access import SignIn, Token
from finishline_client.calls import Guid
from finishline_client.models import SelfieOutput, SelfieUploadInput
from finishline_client.operations.activity import ActivityApi, ActivityApiV1
from finishline_client.operations.admin import AdminApi, AdminApiV1
from finishline_client.operations.callback import CallbackApi, CallbackApiV1
from finishline_client.operations.client import ClientApi, ClientApiV1
from finishline_client.operations.internal import InternalApi, InternalApiV1
from finishline_client.transport import Transport
from finishline_client.waiting import wait_for


class Version1:
    """The groups in version 1."""

    def __init__(self, transport: Transport) -> None:
        self.admin = AdminApiV1(transport)
        self.client = ClientApiV1(transport)
        self.internal = InternalApiV1(transport)
        self.callback = CallbackApiV1(transport)
        self.activity = ActivityApiV1(transport)


class Finishline:
    """A server's API in version 2; `v1` has version 1. Threads may share it."""

    def __init__(
        self,
        url: str,
        access: Token | SignIn | None = None,
        *,
        retries: int = 5,
        timeout: float = 30,
        language: str | None = None,
        pool: PoolManager | None = None,
    ) -> None:
        """Connect at the first call.

        `language` is that of problems' titles (`de`). `pool` is for proxies and certificates
        (urllib3).
        """
        transport = Transport(
            url, access, retries=retries, timeout=timeout, language=language, pool=pool
        )
        self._transport = transport
        self.admin = AdminApi(transport)
        self.client = ClientApi(transport)
        self.internal = InternalApi(transport)
        self.callback = CallbackApi(transport)
        self.activity = ActivityApi(transport)
        self.v1 = Version1(transport)

    def upload_selfie(
        self,
        album_id: Guid,
        picture: bytes | PathLike[str],
        *,
        by: AdminApi | ClientApi | None = None,
        timeout: float = 60,
    ) -> SelfieOutput:
        """Send a selfie, and return it with the photos of its persons when it is recognised.

        `by` is the group that the caller has a role of: the ClientApi if left out.
        """
        group = by or self.client
        image = picture if isinstance(picture, bytes) else Path(picture).read_bytes()
        form = SelfieUploadInput.model_validate({"album_id": album_id, "image": image})
        sent = group.selfies_create_upload(form)
        return wait_for(
            lambda: group.selfies_retrieve(sent.selfie_id),
            lambda selfie: selfie.state != "AwaitingCallback",
            timeout=timeout,
        )

    def close(self) -> None:
        """Close the connections."""
        self._transport.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
