"""Calls of Amazon Rekognition, and what its errors mean for a photo."""

import random
from functools import lru_cache
from typing import Any

from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError
from django.conf import settings

from foundation.records.database import give_connection_back
from foundation.records.plain_words import no_answer
from recognition.models import Account, AccountSpace
from recognition.providers.faces.port import provider_of
from recognition.providers.failures import Busy, FinalFailure, ProcessingFailure
from recognition.providers.http import BUSY_WAIT
from recognition.providers.pace import take_slot

# Throttling arrives as HTTP 400 with one of these codes.
THROTTLED = frozenset({
    "ThrottlingException", "Throttling", "ProvisionedThroughputExceededException",
    "RequestLimitExceeded", "TooManyRequestsException",
})  # fmt: skip
ABOUT_THE_IMAGE = frozenset({
    "ImageTooLargeException", "InvalidImageFormatException", "InvalidParameterException",
})  # fmt: skip
# SearchFacesByImage: no face on the image. IndexFaces returns no records instead.
NO_FACE = "InvalidParameterException"

# Credentials of an account → arguments of boto3.
_CLIENT_CREDENTIALS = {
    "region": "region_name",
    "accessKeyId": "aws_access_key_id",
    "secretAccessKey": "aws_secret_access_key",
    "sessionToken": "aws_session_token",
}


class Collection:
    """A collection of faces: the space of an account."""

    def __init__(self, account: Account, space: AccountSpace) -> None:
        self._provider = provider_of(account)
        self._who = self._provider.name
        self._id = space.external_id
        try:
            self._client = _client(
                settings.FACE_PROVIDER_TIMEOUT,
                endpoint_url=account.base_url or None,
                **{name: account.credentials.get(key) for key, name in _CLIENT_CREDENTIALS.items()},
            )
        except (BotoCoreError, ValueError):  # a region, an address
            why = "its region or its address cannot be used."
            raise ProcessingFailure(f"The {self._who} cannot be asked: {why}") from None

    def call(self, operation: str, slot_timeout: float, **parameters: Any) -> dict[str, Any]:
        """Call an operation on the collection.

        :param slot_timeout: seconds to wait for a slot.
        """
        take_slot(self._provider, timeout=slot_timeout)
        try:
            give_connection_back()
            answer: dict[str, Any] = getattr(self._client, operation)(
                CollectionId=self._id, **parameters
            )
        except ClientError as error:
            raise self._failure(error, about_image="Image" in parameters) from error
        except (BotoCoreError, ValueError) as error:  # its text may quote a credential
            raise ProcessingFailure(no_answer(f"The {self._who}", error)) from None
        return answer

    def _failure(self, error: ClientError, *, about_image: bool) -> ProcessingFailure:
        code = str(error.response.get("Error", {}).get("Code", ""))
        status = error.response.get("ResponseMetadata", {}).get("HTTPStatusCode", 0)
        if code in THROTTLED or status == 429:
            # No Retry-After; random, so that throttled photos do not return together.
            wait = BUSY_WAIT * random.uniform(0.25, 1)
            return Busy(f"The {self._who} is busy ({code}).", retry_after=wait)
        kind = FinalFailure if about_image and code in ABOUT_THE_IMAGE else ProcessingFailure
        return kind(f"The {self._who} answered {status} {code}.")


def code_of(failure: ProcessingFailure) -> str:
    """Return the code of the service's error; empty: the failure has another cause."""
    cause = failure.__cause__
    return str(cause.response["Error"]["Code"]) if isinstance(cause, ClientError) else ""


@lru_cache(maxsize=32)
def _client(read_timeout: float, **account: str | None) -> Any:
    """Return a client, which threads may share; making one takes a tenth of a second.

    It does not retry: the caller counts and spaces attempts. Without keys, boto3 uses those of the
    machine.
    """
    import boto3  # slow to import, and few processes ask Rekognition

    return boto3.session.Session().client(
        "rekognition",
        **account,
        config=Config(
            retries={"total_max_attempts": 1},
            connect_timeout=5,
            read_timeout=read_timeout,
            max_pool_connections=64,
        ),
    )
