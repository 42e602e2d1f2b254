"""Records for tests of recognition and of what stands on it."""
# mypy: disable-error-code="no-untyped-call"

from typing import Any
from uuid import uuid4

from django.utils import timezone
from factory.declarations import LazyAttribute, LazyFunction, Sequence, SubFactory
from factory.django import DjangoModelFactory

from foundation.messaging.models import OutboxMessage
from recognition.models import (
    Account,
    AccountSpace,
    Album,
    Callback,
    CompetitorInstance,
    NumberRequest,
    Photo,
    RecognitionType,
    Strategy,
    Tenant,
)


class CompetitorInstanceFactory(DjangoModelFactory[CompetitorInstance]):
    class Meta:
        model = CompetitorInstance

    name = Sequence(lambda n: f"Competitors {n}")
    base_url = "http://127.0.0.1:9/competitor-service"


class TenantFactory(DjangoModelFactory[Tenant]):
    class Meta:
        model = Tenant

    name = Sequence("Organiser {}".format)


class AccountFactory(DjangoModelFactory[Account]):
    class Meta:
        model = Account

    name = Sequence(lambda n: f"Faces {n}")
    provider = "sandbox"
    base_url = "http://127.0.0.1:9/face-provider"


class AccountSpaceFactory(DjangoModelFactory[AccountSpace]):
    class Meta:
        model = AccountSpace

    account = SubFactory(AccountFactory)
    name = Sequence(lambda n: f"Everybody {n}")
    external_id = Sequence(lambda n: f"space-{n}")
    is_default = True


class AlbumFactory(DjangoModelFactory[Album]):
    class Meta:
        model = Album

    tenant = SubFactory(TenantFactory)
    name = Sequence(lambda n: f"Race {n}")
    strategy = Strategy.NUMBER
    face_space: Any = None
    face_account = LazyAttribute(lambda made: made.face_space and made.face_space.account)


class PhotoFactory(DjangoModelFactory[Photo]):
    class Meta:
        model = Photo

    album = SubFactory(AlbumFactory)
    image_url = "http://127.0.0.1:9/album/pixel.jpg"


class NumberRequestFactory(DjangoModelFactory[NumberRequest]):
    class Meta:
        model = NumberRequest

    photo = SubFactory(PhotoFactory)
    type = RecognitionType.NUMBER


class CallbackFactory(DjangoModelFactory[Callback]):
    class Meta:
        model = Callback

    request = SubFactory(NumberRequestFactory)
    digest = Sequence(lambda n: f"{n:064}")
    payload = LazyFunction(lambda: {"persons": [], "tags": []})
    next_attempt_on = LazyFunction(timezone.now)


def sent_of(photo: Photo, kind: str, version: int, **fields: Any) -> OutboxMessage:
    """Return a message to the photo service with a version of the photo's tags or persons."""
    Photo.objects.filter(pk=photo.pk).update(**{f"{kind}_version": version})
    return OutboxMessage.objects.create(
        kind="Peer", destination="photo-service", lane="peer:photo-service",
        key=f"{photo.pk}/{kind}", **{"body": {"version": version}, **fields},
    )  # fmt: skip


def published(album: Album, **data: Any) -> dict[str, Any]:
    """Return the data of a PhotoPublished event for a new photo of an album."""
    return {
        "photoId": str(uuid4()),
        "albumId": str(album.pk),
        "tenantId": str(album.tenant_id),
        "photographerId": str(uuid4()),
        "shootingDate": "2026-05-17T09:30:00Z",
        "imageUrl": "http://127.0.0.1:9/album/pixel.jpg",
        **data,
    }
