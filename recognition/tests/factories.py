"""Records for tests of recognition and of what stands on it."""

from typing import Any
from uuid import uuid4

import factory
from factory.django import DjangoModelFactory

from recognition.models import (
    Account,
    AccountSpace,
    Album,
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

    name = factory.Sequence(lambda n: f"Competitors {n}")
    base_url = "http://127.0.0.1:9/competitor-service"


class TenantFactory(DjangoModelFactory[Tenant]):
    class Meta:
        model = Tenant


class AccountFactory(DjangoModelFactory[Account]):
    class Meta:
        model = Account

    name = factory.Sequence(lambda n: f"Faces {n}")
    provider = "sandbox"
    base_url = "http://127.0.0.1:9/face-provider"


class AccountSpaceFactory(DjangoModelFactory[AccountSpace]):
    class Meta:
        model = AccountSpace

    account = factory.SubFactory(AccountFactory)
    name = "Everybody"
    external_id = factory.Sequence(lambda n: f"space-{n}")
    is_default = True


class AlbumFactory(DjangoModelFactory[Album]):
    class Meta:
        model = Album

    tenant = factory.SubFactory(TenantFactory)
    name = factory.Sequence(lambda n: f"Race {n}")
    strategy = Strategy.NUMBER


class PhotoFactory(DjangoModelFactory[Photo]):
    class Meta:
        model = Photo

    album = factory.SubFactory(AlbumFactory)
    image_url = "http://127.0.0.1:9/album/pixel.jpg"


class NumberRequestFactory(DjangoModelFactory[NumberRequest]):
    class Meta:
        model = NumberRequest

    photo = factory.SubFactory(PhotoFactory)
    type = RecognitionType.NUMBER


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
