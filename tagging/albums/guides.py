"""Writing the guide of an album."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice
from typing import Any
from uuid import UUID

import nh3
from django.db import transaction
from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.token import Token

from foundation.records.audit import Actor, store_recorded
from foundation.records.formats import guid_or_none
from foundation.records.models import insert_new
from foundation.records.refusals import Invalid, NotFound
from recognition.albums.queries import TaggingHint, get_tagging_hint
from recognition.records.albums import MAX_HINT, Album, AlbumNotFound
from recognition.records.photos import Photo
from recognition.records.steps import PhotoState
from recognition.wire.picture_copies import PictureSize, get_picture
from tagging.records.guides import AlbumGuide
from tagging.records.tagators import TagatorSettings
from tagging.records.tasks import TaggingTask
from tagging.records.works import Work, WorkState

# The text of a guide: Markdown, as HTML that is safe to show, and the sample pictures in it.
#
# The Markdown is that of CommonMark, with tables and without HTML. A sample picture is
# `![caption](photo:<id of the photo>)`. What markdown-it-py makes of it is cleaned by nh3, so that
# a mistake in one of them lets no script, style, foreign picture or dangerous link through.


PICTURE = "photo:"
DELETED = f"{PICTURE}deleted"  # what the picture of an erased person's photo refers to
GONE = "This sample picture was deleted."
SAMPLE, LOST = "sample", "lost"  # classes: a picture with its caption, one that was deleted
HINT_LINES = 3
_TAGS = {
    "p", "br", "hr", "h2", "h3", "h4", "h5", "h6", "strong", "em", "ul", "ol", "li", "blockquote",
    "code", "pre", "table", "thead", "tbody", "tr", "th", "td", "a", "img", "span",
}  # fmt: skip
_ATTRIBUTES = {"*": set[str](), "a": {"href"}, "img": {"alt", "src", "data-photo"}, "ol": {"start"}}
_LINKS = ("http://", "https://", "mailto:")


def pictures_in(text: str) -> list[str]:
    """Return what the pictures refer to, each once: `photo:<id>`, or another address."""
    tokens = [inner for token in _parsed(text) for inner in token.children or ()]
    found = [str(token.attrGet("src")) for token in tokens if token.type == "image"]
    return list(dict.fromkeys(found))


def photo_of(picture: str) -> UUID | None:
    """Return the id of the photo that a picture refers to; None: it refers to no photo."""
    scheme, _, photo_id = picture.partition(":")
    return guid_or_none(photo_id) if f"{scheme}:" == PICTURE else None


def html_of(text: str, shown: Mapping[UUID, str]) -> str:
    """Return the text as HTML.

    :param shown: the photos that may be shown, each with the address of its picture; empty: the
        picture has no address, and the reader fetches it by `data-photo`.
    """
    made = _MARKDOWN.renderer.render(_parsed(text), _MARKDOWN.options, {"shown": shown})
    addresses = {address for address in shown.values() if address}

    def kept(_: str, name: str, value: str) -> str | None:
        is_foreign = name == "src" and value not in addresses
        is_local = name == "href" and not value.lower().startswith(_LINKS)
        return None if is_foreign or is_local else value

    return nh3.clean(
        made,
        tags=_TAGS,
        attributes=_ATTRIBUTES,
        attribute_filter=kept,
        allowed_classes={"span": {SAMPLE, LOST}},
        url_schemes={"http", "https", "mailto"},
        set_tag_attribute_values={"a": {"target": "_blank"}},
    )


def first_lines(text: str) -> str:
    """Return the first lines of the text without marks, and without its pictures."""
    texts = (
        "".join(
            "\n" if each.type.endswith("break") else each.content
            for each in token.children or ()
            if each.type != "image"
        )
        for token in _parsed(text)
        if token.type == "inline"
    )
    lines = (line.strip() for each in texts for line in each.splitlines())
    return "\n".join(islice(filter(None, lines), HINT_LINES))[:MAX_HINT]


def without_pictures(text: str, photo_ids: Collection[UUID]) -> str:
    """Return the text in which the pictures of these photos are deleted ones."""
    for picture in pictures_in(text):
        if photo_of(picture) in photo_ids:
            text = text.replace(picture, DELETED)
    return text


def _parsed(text: str) -> list[Token]:
    """Return the parts of the text; its headings are below those of the page that shows them."""
    tokens = _MARKDOWN.parse(text)
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(int(token.tag[1]) + 1, 6)}"
    return tokens


def _picture(
    renderer: Any, tokens: Sequence[Token], at: int, options: Any, env: dict[str, Any]
) -> str:
    """Render a picture: with its caption if its photo may be shown, else what happened to it."""
    token, shown = tokens[at], env["shown"]
    caption = escapeHtml(renderer.renderInlineAsText(token.children or [], options, env))
    picture = str(token.attrGet("src"))
    photo_id = photo_of(picture)
    if picture != DELETED and photo_id is None:
        return caption
    if photo_id is None or photo_id not in shown:
        return f'<span class="{LOST}">{GONE}</span>'
    source = f' src="{escapeHtml(shown[photo_id])}"' if shown[photo_id] else ""
    image = f'<img alt="Sample picture" data-photo="{photo_id}"{source}>'
    return f'<span class="{SAMPLE}">{image}<span>{caption}</span></span>'


_MARKDOWN = MarkdownIt("commonmark", {"html": False, "breaks": True}).enable("table")
_MARKDOWN.add_render_rule("image", _picture)

MOST_PICTURES = 20


class GuideNotAccepted(Invalid):
    """The guide has a picture that cannot be shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeAlbumGuideCommand:
    """Write the guide of an album, in Markdown; an empty text: there is none."""

    album_id: UUID
    text: str
    expected_version: int | None = None
    by: Actor | None = None


@transaction.atomic
def change_album_guide(command: ChangeAlbumGuideCommand) -> AlbumGuide:
    """Write the guide of an album.

    An album whose guide was never written counts as version 1.

    :raises AlbumNotFound, VersionConflict: see there.
    :raises GuideNotAccepted: a picture is no photo of the album, or there are too many.
    """
    album = Album.objects.get_or_refuse(command.album_id)
    text = command.text.replace("\r\n", "\n")
    if wrong := list(what_is_wrong(album.pk, text)):
        raise GuideNotAccepted(errors={"text": " ".join(wrong)})
    insert_new(AlbumGuide(album=album))
    guide = AlbumGuide.objects.locked(album.pk, command.expected_version)
    return store_recorded(command.by, guide, **guide.differing(text=text))


def what_is_wrong(album_id: UUID, text: str) -> Iterator[str]:
    """Yield a sentence for each picture that cannot be shown, or one if there are too many."""
    pictures = pictures_in(text)
    if len(pictures) > MOST_PICTURES:
        yield f"A guide has at most {MOST_PICTURES} sample pictures, this one has {len(pictures)}."
        return
    named = {picture: photo_of(picture) if picture in text else None for picture in pictures}
    photos = Photo.objects.in_bulk([photo_id for photo_id in named.values() if photo_id])
    for picture, photo_id in named.items():
        photo = photos.get(photo_id) if photo_id else None
        if picture == DELETED:
            yield "A sample picture was deleted: take it out, or choose another photo."
        elif photo_id is None:
            yield f"{picture[:100]} is no photo: write photo: and the id of a photo of this album."
        elif photo is None:
            yield f"There is no photo {photo_id}."
        elif photo.album_id != album_id:
            yield f"The photo {photo_id} is of another album."
        elif photo.state == PhotoState.DELETED:
            yield f"The photo {photo_id} was deleted."


# The guide of an album: as staff write it, and as taggers see it.


class PictureNotInGuide(NotFound):
    """The guide does not show this photo."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownGuide:
    """A guide as a tagger sees it; the HTML of an album without a guide is empty."""

    album_id: UUID
    version: int
    html: str


def get_album_guide(album_id: UUID) -> AlbumGuide:
    """Return the guide of an album; if none was ever written, its hint, at version 1."""
    guide = AlbumGuide.objects.filter(pk=album_id).first()
    if guide is not None:
        return guide
    album = Album.objects.get_or_refuse(album_id)
    return AlbumGuide(album=album, text=album.tagging_hint)


def get_hint(album_id: UUID) -> TaggingHint:
    """Return the first lines of an album's guide; without one, what its settings ask."""
    hint, lines = get_tagging_hint(album_id), first_lines(get_album_guide(album_id).text)
    return replace(hint, text=lines) if lines else hint


def rendered_guide(album_id: UUID, text: str, address: Callable[[UUID], str]) -> str:
    """Return a text as HTML with the sample pictures that can be shown.

    :param address: where the picture of a photo is; empty: the reader fetches it by its id.
    """
    return html_of(text, {photo_id: address(photo_id) for photo_id in _samples(album_id, text)})


def show_guide(tagator_id: UUID, album_id: UUID, now: datetime) -> ShownGuide:
    """Return the guide of an album that is open to a tagger, or of which they have photos.

    :raises AlbumNotFound: no such album, or it is not theirs.
    """
    guide = _guide_of(tagator_id, album_id, now)
    html = rendered_guide(album_id, guide.text, lambda _: "")
    return ShownGuide(album_id=album_id, version=guide.version, html=html)


def get_guide_picture(tagator_id: UUID, album_id: UUID, photo_id: UUID, now: datetime) -> bytes:
    """Return a sample picture of a guide, as a JPEG file for screens.

    :raises AlbumNotFound: as `show_guide`.
    :raises PictureNotInGuide: the guide does not show it, or its photo was deleted.
    :raises PictureNotAvailable, TooManyPictures: as `get_picture`.
    """
    guide = _guide_of(tagator_id, album_id, now)
    if photo_id not in _samples(album_id, guide.text):
        raise PictureNotInGuide
    return get_picture(photo_id, PictureSize.WORKBENCH)


def _samples(album_id: UUID, text: str) -> set[UUID]:
    """Return the photos of the text's pictures that are still there."""
    named = [photo_of(picture) for picture in pictures_in(text)]
    photos = Photo.objects.filter(pk__in=[each for each in named if each], album=album_id)
    return set(photos.exclude(state=PhotoState.DELETED).values_list("pk", flat=True))


def _guide_of(tagator_id: UUID, album_id: UUID, now: datetime) -> AlbumGuide:
    guide = get_album_guide(album_id)
    settings = TagatorSettings.objects.get_or_refuse(tagator_id)
    is_open = settings.all_albums or album_id in settings.album_ids
    if not is_open and not _is_in_hand(tagator_id, album_id, now):
        raise AlbumNotFound(f"No album {album_id}.")
    return guide


def _is_in_hand(tagator_id: UUID, album_id: UUID, now: datetime) -> bool:
    active = Work.objects.filter(tagator=tagator_id, state=WorkState.ACTIVE, expires_on__gt=now)
    return TaggingTask.objects.filter(work__in=active, album=album_id).exists()
