"""Staff's pages for what checks taggers: photos with known numbers, and the shares of an album."""

import re
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import admin
from django.db.models import Q
from django.http import HttpRequest
from django.utils import timezone
from unfold.widgets import (
    UnfoldAdminTextareaWidget,
    UnfoldAdminTextInputWidget,
    UnfoldAdminUUIDInputWidget,
)

from recognition.models import Album, Photo
from staff.command_admin import CommandAdmin, record_action
from staff.links import link_to
from staff.search import FoundById
from tagging.commands.quality import (
    ChangeAlbumQualityCommand,
    MarkKnownAnswerCommand,
    UnmarkKnownAnswerCommand,
    change_album_quality,
    mark_known_answer,
    unmark_known_answer,
)
from tagging.models import AlbumQuality, KnownAnswer

SHARES = ("second_reading_share", "known_answer_share")


class TypedTags(forms.Form):
    """Start numbers and custom tags as staff type them."""

    numbers = forms.CharField(
        required=False,
        max_length=4000,
        widget=UnfoldAdminTextInputWidget(),
        help_text="Start numbers with spaces or commas between them; empty: there is none.",
    )
    custom_tags = forms.CharField(
        required=False,
        max_length=4000,
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 2}),
        help_text="Custom tags of the album, one a line.",
    )

    def clean_numbers(self) -> list[str]:
        return [text for text in re.split(r"[\s,;]+", self.cleaned_data["numbers"]) if text]

    def clean_custom_tags(self) -> list[str]:
        lines = map(str.strip, self.cleaned_data["custom_tags"].splitlines())
        return [line for line in lines if line]


def tags_in_words(numbers: list[str], custom_tags: list[str]) -> str:
    """Return the numbers, the short ones first, then the custom tags."""
    in_order = sorted(numbers, key=lambda number: (len(number), number))
    return ", ".join([*in_order, *custom_tags]) or "no number"


class KnownAnswerForm(TypedTags, forms.ModelForm):  # type: ignore[type-arg]  # as above
    """What is on a photo; a new record asks for the photo."""

    photo_id = forms.UUIDField(label="Photo id", widget=UnfoldAdminUUIDInputWidget())

    class Meta:
        model = KnownAnswer
        fields: tuple[str, ...] = ()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
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
    list_select_related = ("album",)
    ordering = ("-updated_on",)
    show_full_result_count = False

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return (*self.shown, *self.typed) if obj else (self.asked, *self.typed)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return self.shown if obj else ()


@admin.register(KnownAnswer)
class KnownAnswerAdmin(CheckAdmin):
    """Photos whose numbers staff know. Saving marks a photo, even one that was unmarked."""

    form = KnownAnswerForm
    asked = "photo_id"
    shown = ("photo_link", "is_active", "marked_by")
    typed = ("numbers", "custom_tags")
    list_display = ("photo_id", "album", "known", "is_active", "marked_by", "updated_on")
    list_filter = ("is_active",)
    search_help_text = "The id of a photo or an album"
    actions = ("unmark",)
    unmark = record_action(
        "Unmark: give the photos to taggers no longer",
        lambda known: unmark_known_answer(UnmarkKnownAnswerCommand(photo_id=known.pk)),
    )

    def with_id(self, guid: UUID) -> Q:
        return Q(pk=guid) | Q(album=guid)

    @admin.display(description="Photo")
    def photo_link(self, known: KnownAnswer) -> str:
        return link_to(Photo, known.photo_id)

    @admin.display(description="Known")
    def known(self, answer: KnownAnswer) -> str:
        return tags_in_words(answer.numbers, answer.custom_tags)

    def save_model(
        self, request: HttpRequest, obj: KnownAnswer, form: KnownAnswerForm, change: bool
    ) -> None:
        obj.photo_id = obj.photo_id if change else form.cleaned_data["photo_id"]
        mark_known_answer(
            MarkKnownAnswerCommand(
                photo_id=obj.photo_id,
                numbers=form.cleaned_data["numbers"],
                custom_tags=form.cleaned_data["custom_tags"],
                now=timezone.now(),
                actor=request.user.get_username(),
            )
        )


class AlbumQualityForm(forms.ModelForm):  # type: ignore[type-arg]  # not subscriptable at run time
    """The shares of an album; a new record asks for the album."""

    album_id = forms.UUIDField(label="Album id", widget=UnfoldAdminUUIDInputWidget())

    class Meta:
        model = AlbumQuality
        fields = SHARES

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.album_id:
            del self.fields["album_id"]


@admin.register(AlbumQuality)
class AlbumQualityAdmin(CheckAdmin):
    """How the tagging of albums is checked; an album that is not listed is not checked."""

    form = AlbumQualityForm
    asked = "album_id"
    shown = ("album_link",)
    typed = SHARES
    list_display = ("album_name", *SHARES, "updated_on")
    search_help_text = "The id of an album"

    @admin.display(description="Album", ordering="album__name")
    def album_name(self, quality: AlbumQuality) -> str:
        return str(quality.album)

    @admin.display(description="Album")
    def album_link(self, quality: AlbumQuality) -> str:
        return link_to(Album, quality.album_id, str(quality.album))

    def save_model(
        self, request: HttpRequest, obj: AlbumQuality, form: AlbumQualityForm, change: bool
    ) -> None:
        wanted = form.cleaned_data
        obj.album_id = obj.album_id if change else wanted["album_id"]
        shares = {name: wanted[name] for name in SHARES}
        change_album_quality(ChangeAlbumQualityCommand(album_id=obj.album_id, **shares))
