"""The face providers: the port, and the adapter of each provider."""

from collections.abc import Callable

from recognition.providers.credentials import CredentialsUnreadable
from recognition.providers.faces.compreface import CompreFaceProvider
from recognition.providers.faces.http import HttpFaceProvider
from recognition.providers.faces.port import (
    FaceProvider,
    RecognisedPerson,
    faults_of,
    provider_of,
    surest,
)
from recognition.providers.faces.rekognition import RekognitionProvider
from recognition.providers.failures import ProcessingFailure
from recognition.providers.models import Account, AccountSpace, FaceProviderName

ADAPTERS: dict[str, Callable[[Account, AccountSpace], FaceProvider]] = {
    FaceProviderName.LOCAL: HttpFaceProvider,
    FaceProviderName.SANDBOX: HttpFaceProvider,
    FaceProviderName.COMPREFACE: CompreFaceProvider,
    FaceProviderName.REKOGNITION: RekognitionProvider,
}


def face_provider(account: Account, space: AccountSpace | None) -> FaceProvider:
    """Return the adapter of an account, for one of its spaces."""
    if not account.is_active:
        raise ProcessingFailure(f"The face provider {account.name} is switched off.")
    if space is None or not space.is_active:
        raise ProcessingFailure(f"The face provider {account.name} has no active space for it.")
    return _adapter(account, space)


def tried_provider(account: Account) -> FaceProvider:
    """Return the adapter to test an account with, for its first space, switched on or not."""
    space = account.spaces.order_by("-is_default", "-is_active", "name").first()
    if space is None:
        raise ProcessingFailure(f"The face provider {account.name} has no space yet: add one.")
    return _adapter(account, space)


def _adapter(account: Account, space: AccountSpace) -> FaceProvider:
    try:
        faults = faults_of(account.provider, account.base_url, account.credentials)
    except CredentialsUnreadable as error:
        raise ProcessingFailure(str(error)) from error
    if faults:
        first = next(iter(faults.values()))
        raise ProcessingFailure(f"The face provider {account.name} is not set up: {first}")
    return ADAPTERS[account.provider](account, space)
