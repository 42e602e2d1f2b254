"""The number provider: what it is asked, and its outages as staff see them."""

from foundation.messaging.models import Outage
from recognition.providers.numbers import NumberOrder, number_adapter
from recognition.records.requests import NumberRequest
from recognition.wire.signed_addresses import PHOTO_PATH, SELFIE_PATH, callback_url


def request_recognition(request: NumberRequest, image_url: str) -> str:
    """Ask for a photo, or a selfie, to be recognised; return the provider's own id of the request.

    :param image_url: where the provider fetches the picture.
    """
    about, path = request.selfie or request.photo, SELFIE_PATH if request.selfie else PHOTO_PATH
    order = NumberOrder(
        id=about.pk,
        album_id=about.album_id,
        type=request.type,
        number_format=about.album.number_format,
        image_url=image_url,
        callback_url=callback_url(request.pk, path),
    )
    return number_adapter().request(order)


# The number provider as a record: the settings configure it, so there is no table of it.


class NumberProviderStanding(Outage):
    """The number provider for staff, who see it with the rights of this name; rows: its outages."""

    class Meta:
        proxy = True
        verbose_name = verbose_name_plural = "number provider"

    def __str__(self) -> str:
        return "Number provider"
