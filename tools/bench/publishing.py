"""Plays the platform that publishes photos: makes events, sends them until the bus has them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from uuid import UUID, uuid4

from foundation.messaging.bus import broker
from foundation.messaging.bus.events import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class Published:
    """A photo and its event."""

    photo_id: UUID
    image_url: str
    event: Event


def album_of(image_urls: Sequence[str]) -> list[Published]:
    """Make a new album of a new tenant, with a photo for each image."""
    album, tenant = uuid4(), uuid4()
    return [_published(uuid4(), album, tenant, url) for url in image_urls]


def publish(photos: Sequence[Published], meanwhile: Callable[[], None] | None = None) -> None:
    """Publish each photo's event; while the bus is down, call `meanwhile` and try again.

    An event whose confirmation was lost is published again unchanged, as a real platform does.

    :raises BusDown: the bus is down and there is no `meanwhile`.
    """
    for photo in photos:
        while not _publish(photo.event, last=meanwhile is None):
            if meanwhile is not None:
                meanwhile()


def _publish(event: Event, *, last: bool) -> bool:
    try:
        broker.publish(event, event.type)
    except broker.BusDown:
        if last:
            raise
        return False
    return True


def _published(photo: UUID, album: UUID, tenant: UUID, image_url: str) -> Published:
    from django.utils import timezone

    data = {
        "photoId": str(photo),
        "albumId": str(album),
        "tenantId": str(tenant),
        "photographerId": str(uuid4()),
        "shootingDate": timezone.now().isoformat(),
        "imageUrl": image_url,
    }
    event = Event(
        id=str(uuid4()),
        source="/bench",
        type="photos.photo-published",
        subject=str(photo),
        time=timezone.now(),
        data=data,
    )
    return Published(photo_id=photo, image_url=image_url, event=event)
