"""Staff's pages for the guides of albums: the text in Markdown, and how taggers see it."""

from typing import Any
from uuid import UUID

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_POST
from unfold.widgets import UnfoldAdminTextareaWidget

from foundation.records.audit import actor_of
from foundation.records.formats import guid_or_none
from foundation.records.texts import counted
from foundation.staff.actions import computed_once
from foundation.staff.choosing import ChosenRecord
from foundation.staff.display import address_of_list, address_of_page, in_words, link
from foundation.staff.form_fields import CleanTextField
from foundation.staff.page_parts import PagePart, reader_of
from recognition.console.album_page import may_brief
from recognition.console.states_and_pictures import picture_address
from recognition.records.albums import Album
from recognition.records.photos import Photo
from recognition.wire.picture_copies import PictureSize
from tagging.albums.guides import (
    ChangeAlbumGuideCommand,
    change_album_guide,
    rendered_guide,
    what_is_wrong,
)
from tagging.quality.checks_admin import CHECKS, RecordOfAlbumAdmin, RecordOfAlbumForm
from tagging.quality.known_answers import given_answers
from tagging.records.guides import MAX_GUIDE, AlbumGuide
from tagging.records.quality import AlbumQuality, KnownAnswer
from tagging.records.tasks import TaggingTask, TaggingTaskState
from tagging.staff import address_to_invite
from tagging.statistics.albums import MOST, get_album_queue

PREVIEW = "admin:tagging_guide_preview"
PHOTO: Any = KnownAnswer._meta.get_field("photo")  # a relation that leads to photos


class AlbumGuideForm(RecordOfAlbumForm):
    """The text; a new record asks for the album. `sample` is put into the text by the page."""

    text = CleanTextField(
        required=False,
        max_length=MAX_GUIDE,
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 16}),
        help_text="Markdown: # heading, **bold**, - list, [link](https://…), tables. A sample "
        "picture is ![caption](photo:id) of a photo of this album. Empty: there is no guide.",
    )
    sample = forms.ModelChoiceField(
        Photo.objects.select_related("album"),
        required=False,
        label="Sample picture",
        widget=ChosenRecord(PHOTO),
        help_text="Search by file name, number or id, or paste a link to the photo: it is put into "
        "the text.",
    )

    class Meta:
        model = AlbumGuide
        fields = ("text",)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        chosen = guid_or_none(str(self.initial.get("album_id", "")))
        if album := chosen and Album.objects.filter(pk=chosen).first():
            self.initial["text"] = album.tagging_hint


@admin.register(AlbumGuide)
class AlbumGuideAdmin(RecordOfAlbumAdmin):
    """What staff write for the taggers of an album."""

    counted_as = "guides"
    filled_by = "Staff write a guide for the taggers of an album, with sample pictures."
    form = AlbumGuideForm
    typed = ("text", "sample", "preview")
    list_display = ("album_name", "size", "updated_on")

    class Media:
        js = ("tagging/guide.js",)
        css = {"all": ("tagging/guide.css",)}

    def has_view_permission(self, request: HttpRequest, obj: AlbumGuide | None = None) -> bool:
        return super().has_view_permission(request, obj) or may_brief(request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return may_brief(request)

    def has_change_permission(self, request: HttpRequest, obj: AlbumGuide | None = None) -> bool:
        return may_brief(request)

    def get_readonly_fields(self, request: HttpRequest, obj: AlbumGuide | None = None) -> Any:
        return (*super().get_readonly_fields(request, obj), "preview")

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(require_POST(self.preview_view))
        return [path("preview/", view, name="tagging_guide_preview"), *super().get_urls()]

    def preview_view(self, request: HttpRequest) -> HttpResponse:
        """Return a text as taggers would see it, and what is wrong with it."""
        if not may_brief(request):
            raise PermissionDenied
        album_id, text = (
            guid_or_none(request.POST.get("album_id", "")),
            request.POST.get("text", ""),
        )
        album = Album.objects.filter(pk=album_id).first() if album_id else None
        if album is None or len(text) > MAX_GUIDE:
            return JsonResponse({"html": "", "wrong": ["Choose an album, and write less."]})
        wrong = list(what_is_wrong(album.pk, text))
        return JsonResponse({"html": _rendered(album, text), "wrong": wrong})

    @admin.display(description="Characters")
    def size(self, guide: AlbumGuide) -> str:
        return f"{len(guide.text):,}"

    @admin.display(description="As taggers see it")
    def preview(self, guide: AlbumGuide) -> str:
        """Return what is stored; the page's script replaces it while staff type."""
        album_id: UUID | None = guide.album_id  # a new one has none yet
        html = _rendered(guide.album, guide.text) if album_id else ""
        return format_html(
            '<div class="fl-guide" data-preview="{}" data-album="{}" role="region" '
            'aria-label="As taggers see it"><ul class="fl-wrong" role="status"></ul>'
            "<div>{}</div></div>",
            reverse(PREVIEW),
            album_id or "",
            mark_safe(html),  # noqa: S308 (cleaned)
        )

    def save_model(
        self, request: HttpRequest, obj: AlbumGuide, form: AlbumGuideForm, change: bool
    ) -> None:
        wanted = form.cleaned_data
        obj.album_id = obj.album_id if change else wanted["album_id"].pk
        by = actor_of(request)
        change_album_guide(
            ChangeAlbumGuideCommand(album_id=obj.album_id, text=wanted["text"], by=by)
        )


def _rendered(album: Album, text: str) -> str:
    """Return the text as HTML whose pictures come from our own copies."""
    return rendered_guide(
        album.pk, text, lambda photo_id: picture_address(photo_id, PictureSize.PAGE)
    )


# Tagging on the page of an album: its tasks and its guide.


@admin.display(description="Tasks")
@computed_once
def album_tasks(album: Album) -> str:
    """Return links to the tasks by state; the pace is above, with the time left."""
    queue = get_album_queue(album.pk, timezone.now())
    reader = reader_of(album)
    may_invite = reader is not None and reader.user.has_perm("tagging.change_tagator")
    links = (
        (_link(album, state, f"{state.label} {count:,}"),)
        for state, count in queue.by_state.items()
    )
    return format_html(
        "<div>{}{}{}</div>{}",
        format_html_join(", ", "{}", links),
        f"; of the finished ones the first {MOST:,}" if queue.is_cut else "",
        f"; in hand in {counted(queue.works, 'work')}" if queue.works else "",
        link(address_to_invite(album), "Invite taggers…") if may_invite else "",
    )


def _link(album: Album, state: TaggingTaskState, text: str) -> str:
    return link(address_of_list(TaggingTask, album=album.pk, state=state.value), text)


@admin.display(description="Quality")
@computed_once
def album_quality(album: Album) -> str:
    """Return how the tagging is checked, and how many known answers there are for that."""
    quality = AlbumQuality.objects.filter(pk=album.pk).first()
    values = {name: getattr(quality, name, None) for name in CHECKS}
    checks = [
        in_words(name) if value is True else f"{in_words(name)} {value.normalize():f}"
        for name, value in values.items()
        if value or (name == "trial_share" and value is not None)
    ]
    new = f"{address_of_list(AlbumQuality)}add/?album_id={album.pk}"
    where = address_of_page(AlbumQuality, album.pk) if quality else new
    reader = reader_of(album)
    is_led = quality or (reader and reader.user.has_perm("tagging.add_albumquality"))
    known = KnownAnswer.objects.filter(album=album, is_active=True).count()
    wait = known - given_answers([album.pk]).count()
    return format_html(
        "{}; {}{}",
        link(where, ", ".join(checks) or "not checked…") if is_led else "not checked",
        link(address_of_list(KnownAnswer, album=album.pk), counted(known, "known answer")),
        f", of which {wait:,} wait to be read: taggers do not get these yet" if wait else "",
    )


@admin.display(description="Guide")
@computed_once
def album_guide(album: Album) -> str:
    """Return a link to the guide for taggers, or to where it is written."""
    guide = AlbumGuide.objects.filter(pk=album.pk).first()
    reader = reader_of(album)
    if guide is None and not (reader and may_brief(reader)):
        return "None."
    if guide is None:
        return link(f"{address_of_list(AlbumGuide)}add/?album_id={album.pk}", "Write a guide")
    count = len(guide.text)
    size = f"{count:,} characters" if count else "empty"
    return format_html("{}, {}", link(address_of_page(AlbumGuide, album.pk), "The guide"), size)


PARTS = (
    PagePart(page=Album, title="Tagging", model=TaggingTask, show=album_tasks),
    PagePart(page=Album, title="Quality of tagging", model=AlbumQuality, show=album_quality),
    PagePart(page=Album, title="Guide for taggers", model=AlbumGuide, show=album_guide),
)
