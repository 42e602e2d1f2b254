"""Staff's page for the shares of an album's tasks that check taggers."""

from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest
from unfold.widgets import UnfoldAdminUUIDInputWidget

from recognition.models import Album
from staff.command_admin import CommandAdmin
from staff.links import link_to
from staff.search import FoundById
from tagging.commands.quality import ChangeAlbumQualityCommand, change_album_quality
from tagging.models import AlbumQuality

SHARES = ("second_reading_share", "known_answer_share")


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
class AlbumQualityAdmin(FoundById, CommandAdmin):
    """How the tagging of albums is checked; an album that is not listed is not checked."""

    form = AlbumQualityForm
    list_display = ("album_name", *SHARES, "updated_on")
    list_select_related = ("album",)
    search_help_text = "The id of an album"
    ordering = ("-updated_on",)
    show_full_result_count = False

    def get_fields(self, request: HttpRequest, obj: AlbumQuality | None = None) -> Any:
        return ("album_link", *SHARES) if obj else ("album_id", *SHARES)

    def get_readonly_fields(self, request: HttpRequest, obj: AlbumQuality | None = None) -> Any:
        return ("album_link",) if obj else ()

    @admin.display(description="Album", ordering="album__name")
    def album_name(self, quality: AlbumQuality) -> str:
        return str(quality.album)

    @admin.display(description="Album")
    def album_link(self, quality: AlbumQuality) -> str:
        return link_to(Album, quality.album_id, str(quality.album))

    def save_model(
        self, request: HttpRequest, obj: AlbumQuality, form: AlbumQualityForm, change: bool
    ) -> None:
        """Change the shares by the command."""
        wanted = form.cleaned_data
        obj.album_id = obj.album_id if change else wanted["album_id"]
        shares = {name: wanted[name] for name in SHARES}
        change_album_quality(ChangeAlbumQualityCommand(album_id=obj.album_id, **shares))
