"""Staff's pages for what checks taggers: photos with known numbers, and how an album is checked."""

from typing import Any, ClassVar
from uuid import UUID

from django import forms
from django.contrib import admin
from django.db.models import Q
from django.http import HttpRequest
from django.utils import timezone
from django.utils.html import format_html
from unfold.widgets import UnfoldAdminTextareaWidget, UnfoldAdminTextInputWidget

from foundation.records.audit import actor_of
from foundation.records.formats import guid_or_none
from foundation.staff.choosing import ChosenRecord
from foundation.staff.command_admin import CommandAdmin, record_action
from foundation.staff.confirming import Effect
from foundation.staff.display import link_to
from foundation.staff.form_fields import CleanTextField
from foundation.staff.long_lists import FoundById
from recognition.console.states_and_pictures import picture_address
from recognition.records.albums import Album
from recognition.records.photos import Photo
from recognition.wire.picture_copies import PictureSize
from tagging.quality.commands import (
    ChangeAlbumQualityCommand,
    MarkKnownAnswerCommand,
    UnmarkKnownAnswerCommand,
    change_album_quality,
    mark_known_answer,
    unmark_known_answer,
)
from tagging.quality.marking_many import split_numbers
from tagging.quality.marking_page import MarkingPage, tags_in_words
from tagging.records.quality import AlbumQuality, KnownAnswer
from tagging.staff import ChosenAlbum, albums_named, photos_named

PHOTO: Any = KnownAnswer._meta.get_field("photo")
ALBUM: Any = KnownAnswer._meta.get_field("album")
CHECKS = ("second_reading_share", "known_answer_share", "wanted_certainty", "trial_share",
          "no_number_if_all_skip")  # fmt: skip


class TypedTags(forms.Form):
    """Start numbers and custom tags as staff type them."""

    numbers = CleanTextField(
        required=False,
        max_length=4000,
        widget=UnfoldAdminTextInputWidget(),
        help_text="Start numbers with spaces or commas between them; empty: there is none.",
    )
    custom_tags = CleanTextField(
        required=False,
        max_length=4000,
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 2}),
        help_text="Custom tags of the album, one a line.",
    )

    def clean_numbers(self) -> list[str]:
        return split_numbers(self.cleaned_data["numbers"])

    def clean_custom_tags(self) -> list[str]:
        lines = map(str.strip, self.cleaned_data["custom_tags"].splitlines())
        return [line for line in lines if line]


class KnownAnswerForm(TypedTags, forms.ModelForm):  # type: ignore[type-arg]  # as above
    """What is on a photo; a new record asks for the photo."""

    photo_id = forms.ModelChoiceField(
        Photo.objects.select_related("album"),
        label="Photo",
        widget=ChosenRecord(PHOTO),
        help_text="Search by file name, number or id, or paste a link to the photo.",
    )

    class Meta:
        model = KnownAnswer
        fields: tuple[str, ...] = ()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        chosen = guid_or_none(str(self.initial.get("photo_id", "")))
        if chosen:
            self.fields["photo_id"].help_text = _picture(chosen)
        if self.instance.photo_id:
            del self.fields["photo_id"]
            self.initial["numbers"] = " ".join(self.instance.numbers)
            self.initial["custom_tags"] = "\n".join(self.instance.custom_tags)


class CheckAdmin(FoundById, CommandAdmin):
    """A record of a photo or an album: a new one asks for its id, a known one shows a link.

    `asked` is the field with the id, `shown` cannot be changed, `typed` can.
    """

    asked: str
    shown: tuple[str, ...]
    typed: tuple[str, ...]
    list_select_related: ClassVar[Any] = ("album",)
    ordering = ("-updated_on",)
    show_full_result_count = False

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return (*self.shown, *self.typed) if obj else (self.asked, *self.typed)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return self.shown if obj else ()


class AlbumOfAnswer(ChosenAlbum):
    column = "album"


def _picture(photo_id: UUID) -> str:
    """Return the picture from our own copies, as HTML."""
    address = picture_address(photo_id, PictureSize.PAGE)
    return format_html('<img src="{}" alt="The photo" class="fl-picture" data-picture>', address)


@admin.register(KnownAnswer)
class KnownAnswerAdmin(MarkingPage, CheckAdmin):
    """Photos whose numbers staff know. Saving marks a photo, even one that was unmarked."""

    filled_by = "Staff mark photos whose numbers they know: taggers are checked by them."
    form = KnownAnswerForm
    asked = "photo_id"
    shown = ("picture", "photo_link", "is_active", "marked_by")
    typed = ("numbers", "custom_tags")
    list_select_related = ("album", "photo")
    list_display = ("photo", "album", "known", "is_active", "marked_by", "updated_on")
    list_filter = ("is_active", AlbumOfAnswer)
    search_help_text = "Album, file name, or the id of a photo or an album, also as a link"
    searched_in_vain = (
        "No known answer is of a photo or an album with the id “{}”, or of one with this name."
    )
    actions = ("unmark",)
    actions_list = ("mark_from_csv",)

    class Media:
        js = ("recognition/pictures.js",)

    unmark = record_action(
        "Unmark: no longer give the photos to taggers",
        lambda known, by: unmark_known_answer(UnmarkKnownAnswerCommand(photo_id=known.pk, by=by)),
        "Taggers are not checked by these photos any more. What was checked stays. Saving the page "
        "of a photo marks it again.",
        Effect(Q(is_active=True), "photo", "is unmarked", "are unmarked"),
        Effect(Q(is_active=False), "photo", "is not marked", "are not marked"),
    )

    def with_id(self, guid: UUID) -> Q:
        return Q(pk=guid) | Q(album=guid)

    def with_text(self, text: str) -> Q:
        return Q(album__in=albums_named(text)) | Q(pk__in=photos_named(text))

    @admin.display(description="Picture")
    def picture(self, known: KnownAnswer) -> str:
        return _picture(known.photo_id)

    @admin.display(description="Photo")
    def photo_link(self, known: KnownAnswer) -> str:
        return link_to(Photo, known.photo_id, reader=self.reader)

    @admin.display(description="Known")
    def known(self, answer: KnownAnswer) -> str:
        return tags_in_words(answer.numbers, answer.custom_tags)

    def save_model(
        self, request: HttpRequest, obj: KnownAnswer, form: KnownAnswerForm, change: bool
    ) -> None:
        obj.photo_id = obj.photo_id if change else form.cleaned_data["photo_id"].pk
        mark_known_answer(
            MarkKnownAnswerCommand(
                photo_id=obj.photo_id,
                numbers=form.cleaned_data["numbers"],
                custom_tags=form.cleaned_data["custom_tags"],
                now=timezone.now(),
                by=actor_of(request),
            )
        )


class RecordOfAlbumForm(forms.ModelForm):  # type: ignore[type-arg]  # not subscriptable at run time
    """A new record asks for the album."""

    album_id = forms.ModelChoiceField(
        Album.objects.all(),
        label="Album",
        widget=ChosenRecord(ALBUM),
        help_text="Search by name or id, or paste a link to the album.",
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.album_id:
            del self.fields["album_id"]


class RecordOfAlbumAdmin(CheckAdmin):
    """A record that an album has at most once."""

    asked = "album_id"
    shown = ("album_link",)
    search_help_text = "Album, by its name, its id or a link"
    searched_in_vain = "Nothing is set for an album with the id or name “{}”."

    def with_text(self, text: str) -> Q:
        return Q(pk__in=albums_named(text))

    @admin.display(description="Album", ordering="album__name")
    def album_name(self, record: Any) -> str:
        return str(record.album)

    @admin.display(description="Album")
    def album_link(self, record: Any) -> str:
        return link_to(Album, record.album_id, record.album, self.reader)


class AlbumQualityForm(RecordOfAlbumForm):
    class Meta:
        model = AlbumQuality
        fields = CHECKS


@admin.register(AlbumQuality)
class AlbumQualityAdmin(RecordOfAlbumAdmin):
    """How the tagging of albums is checked; an album that is not listed is not checked."""

    counted_as = "checked albums"
    filled_by = "An album that is not listed is not checked."
    form = AlbumQualityForm
    typed = CHECKS
    list_display = ("album_name", *CHECKS, "updated_on")

    def save_model(
        self, request: HttpRequest, obj: AlbumQuality, form: AlbumQualityForm, change: bool
    ) -> None:
        wanted = form.cleaned_data
        obj.album_id = obj.album_id if change else wanted["album_id"].pk
        checks = {name: wanted[name] for name in CHECKS} | {"by": actor_of(request)}
        change_album_quality(ChangeAlbumQualityCommand(album_id=obj.album_id, **checks))
