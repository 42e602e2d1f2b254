"""What a photo's page begins with: the picture, what was found on it, why, and the deliveries."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.contrib.admin import ModelAdmin
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse

from foundation.messaging.models import OutboxMessage
from foundation.staff.links import address_of_list, address_of_page
from recognition.admin.labels import in_colour
from recognition.admin.photos.marks import marks_of
from recognition.admin.photos.neighbours import LISTED_BY, neighbours_of
from recognition.admin.photos.picture import picture_address
from recognition.models import Album, Photo, PhotoState
from recognition.providers.images.cache import PictureSize
from recognition.queries.photos.deliveries import delivery_in_words, get_deliveries
from recognition.queries.photos.verdicts import is_under_way, why_in_words

PICTURE_KEYS = (
    ("+ −", "larger, smaller; also the wheel, or two fingers"),
    ("0", "the whole picture"),
    ("B", "boxes on and off"),
    ("?", "these keys"),
)
KEYS = (
    ("←", "the previous photo of the list"),
    ("→", "the next photo of the list"),
    ("E", "correct the numbers"),
    *PICTURE_KEYS,
)
_RESULTS = {"persons": "Persons", "tags": "Numbers"}


class PicturePage(ModelAdmin):  # type: ignore[type-arg]  # not subscriptable at run time
    """A photo's page that begins with the picture."""

    change_form_template = "admin/recognition/photo.html"

    def correcting(self, request: HttpRequest, photo: Photo) -> str:
        """Return, as HTML, where staff correct what was found; empty: they may not."""
        return ""

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        page = super().change_view(request, object_id, form_url, extra_context)
        if isinstance(page, TemplateResponse) and page.context_data is not None:
            page.context_data["shown"] = self._shown(request, page.context_data["original"])
        return page

    def _shown(self, request: HttpRequest, photo: Photo) -> dict[str, Any]:
        is_shown = photo.state != PhotoState.DELETED
        may_follow = request.user.has_perm("messaging.view_outboxmessage")
        return {
            "picture": _picture(photo.pk) if is_shown else "",
            "original": photo.image_url if is_shown and is_web_address(photo.image_url) else "",
            "state": in_colour("UnderWay" if is_under_way(photo) else photo.state),
            "album": address_of_page(Album, photo.album_id),
            "why": why_in_words(photo),
            "marks": marks_of(photo),
            "deliveries": list(_deliveries(photo, with_links=may_follow)),
            "correcting": self.correcting(request, photo),
            "keys": KEYS,
            **_steps(photo, request.GET.get(LISTED_BY, "")),
        }


def is_web_address(address: str) -> bool:
    return address.startswith(("http://", "https://"))


def _picture(photo_id: UUID) -> str:
    return picture_address(photo_id, PictureSize.PAGE)


def _deliveries(photo: Photo, *, with_links: bool) -> Iterator[dict[str, Any]]:
    for delivery in get_deliveries(photo):
        key = f"{photo.pk}/{delivery.kind}"
        is_linked = with_links and delivery.version
        yield {
            "what": _RESULTS[delivery.kind],
            "state": in_colour(delivery.state) if delivery.version else "",
            "words": delivery_in_words(photo, delivery),
            "link": address_of_list(OutboxMessage, q=key) if is_linked else "",
        }


def _steps(photo: Photo, listed_by: str) -> dict[str, str]:
    """Return the addresses of the list, and of the photos before and after in it."""
    found = neighbours_of(photo, listed_by)
    kept = f"?{urlencode({LISTED_BY: listed_by})}" if listed_by else ""
    pages = {"previous": found.previous, "next": found.next}
    steps = {name: address_of_page(Photo, key) + kept for name, key in pages.items() if key}
    return {
        "list": f"{address_of_list(Photo)}{f'?{listed_by}' if listed_by else ''}",
        "next_picture": _picture(found.next) if found.next else "",
        **steps,
    }
