"""Where the pictures are that the number server has faces of."""

from collections.abc import Iterator

from django.db.models import Q

from recognition.models import AccountSpace, NumberRequest, Photo

CHUNK = 2_000


def list_face_images(space: str | None) -> Iterator[tuple[str, str]]:
    """Return the id that a photo has at the provider of faces, and the photo's URL, for each photo.

    :param space: what the provider calls the space; None: the one of number requests, where a photo
        has the id of the request.
    """
    if space is None:
        requests = NumberRequest.objects.exclude(provider_request_id="").exclude(photo=None)
        named = requests.exclude(photo__image_url="").values_list(
            "provider_request_id", "photo__image_url"
        )
        yield from named.iterator(chunk_size=CHUNK)
        return
    spaces = list(AccountSpace.objects.filter(external_id=space).values_list("pk", flat=True))
    of_space = Q(album__face_space__in=spaces) | Q(album__former_face_spaces__overlap=spaces)
    photos = Photo.objects.filter(of_space).exclude(image_url="").values_list("pk", "image_url")
    for photo_id, url in photos.iterator(chunk_size=CHUNK):
        yield str(photo_id), url
