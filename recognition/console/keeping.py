"""How long an album keeps faces and selfies, on its page: the field, and what a change does."""

from datetime import datetime

from django import forms
from django.conf import settings
from django.template.defaultfilters import date
from unfold.widgets import UnfoldAdminIntegerFieldWidget

from foundation.records.texts import counted
from recognition.erasing.retention import RetentionPreview

MOST_DAYS = 10_000


class KeepDaysField(forms.IntegerField):
    """Days after the last photo; nothing: as the site's setting says."""

    widget = UnfoldAdminIntegerFieldWidget

    def __init__(self) -> None:
        super().__init__(required=False, min_value=0, max_value=MOST_DAYS, label="Keep for days")
        days = settings.ALBUMS_KEEP.days
        default = counted(days, "day") if days else "for ever"
        self.help_text = (
            "Faces, selfies, callbacks, histories and cached pictures are deleted this many days "
            "after the album's last photo; numbers stay. 0: they are kept for ever. "
            f"Empty: as for all albums, {default}."
        )


def retention_in_words(said: RetentionPreview, now: datetime) -> list[str]:
    """Return what keeping it for other days does, a sentence each."""
    held = f"{counted(said.faces, 'face')} and {counted(said.selfies, 'selfie')}"
    photos = counted(said.photos, "photo")
    if said.was_done:
        return [f"What {photos} had was deleted before. The change is for later photos."]
    if said.due_on is None:
        return [f"{held}, callbacks and histories of {photos} are kept."]
    with_them = f"with all callbacks, histories and cached pictures of {photos}"
    if said.due_on <= now:
        return [
            f"{held} are deleted in the coming night, {with_them}. They cannot be brought back."
        ]
    day = date(said.due_on, "DATE_FORMAT")
    return [f"{held} are deleted on {day} if no photo comes before, {with_them}."]
