"""What staff type, as forms take it.

Texts are composed, and trimmed of what is not seen, as those of the API. Moments are in the
reader's zone, and in UTC where no script runs.
"""

import hashlib
import zlib
from collections.abc import Mapping
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any, Final
from uuid import UUID

import structlog
from cryptography.fernet import Fernet
from django import forms
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile, UploadedFile
from django.db import models
from django.utils.html import format_html
from django.utils.safestring import SafeString
from redis.exceptions import RedisError
from unfold.widgets import (
    UnfoldAdminFileFieldWidget,
    UnfoldAdminIntegerFieldWidget,
    UnfoldAdminSelectWidget,
    UnfoldAdminTextareaWidget,
    UnfoldAdminTextInputWidget,
)

from foundation.records.formats import guid_or_none
from foundation.records.refusals import REASON_LENGTH
from foundation.records.texts import clean, composed

log = structlog.get_logger(__name__)


class CleanTextField(forms.CharField):
    """A text that is composed, and trimmed of what is not seen; untrimmed without `strip`."""

    widget = UnfoldAdminTextInputWidget

    def to_python(self, value: Any) -> str:
        if isinstance(value, str):
            value = clean(value) if self.strip else composed(value)
        return super().to_python(value) or ""


class LinesField(CleanTextField):
    """A text of some lines."""

    widget = UnfoldAdminTextareaWidget(attrs={"rows": 3})


class IdsField(LinesField):
    """Ids, one a line or separated by commas."""

    def clean(self, value: Any) -> list[UUID]:
        texts = str(super().clean(value)).replace(",", " ").replace(";", " ").split()
        found = {text: guid_or_none(text) for text in texts}
        if wrong := [text for text, guid in found.items() if guid is None]:
            raise forms.ValidationError(f"“{wrong[0][:50]}” is no id.")
        return [guid for guid in found.values() if guid is not None]


class SelectField(forms.TypedChoiceField):
    """One of several, in the look of the theme."""

    widget = UnfoldAdminSelectWidget


class RecordField(forms.ModelChoiceField):  # type: ignore[type-arg]  # not subscriptable
    """One of several records, in the look of the theme."""

    widget = UnfoldAdminSelectWidget


class WholeField(forms.IntegerField):
    """A whole number, in the look of the theme."""

    widget = UnfoldAdminIntegerFieldWidget


class IdField(forms.UUIDField):
    """A whole id, in the look of the theme."""

    widget = UnfoldAdminTextInputWidget


class DayField(forms.DateField):
    """A day, which the browser lets staff choose."""

    widget = UnfoldAdminTextInputWidget(attrs={"type": "date"})


class PlainDecimalField(forms.DecimalField):
    """A number with decimals, without the exponent with which it may be typed: 6e2 is 600."""

    default_error_messages = {"invalid": "Enter a number, with a point before decimals: 0.12."}

    def clean(self, value: Any) -> Decimal | None:
        found = super().clean(value)  # refused before, where it has too many digits to write
        return found if found is None else Decimal(f"{found:f}")


class DecimalInput(UnfoldAdminTextInputWidget):  # type: ignore[misc]  # unfold has no types
    """A number with decimals as it was typed: browsers drop the comma of 0,12 in a `number`."""

    def __init__(self, attrs: Mapping[str, Any] | None = None) -> None:
        super().__init__({"inputmode": "decimal", **(attrs or {})})


class MomentInput(UnfoldAdminTextInputWidget):  # type: ignore[misc]  # unfold has no types
    """A text in UTC, to the microsecond; `staff/times.js` lets staff choose their own time."""

    def __init__(self, attrs: Mapping[str, Any] | None = None) -> None:
        super().__init__({"data-moment": "", "placeholder": "YYYY-MM-DD hh:mm", **(attrs or {})})

    def format_value(self, value: Any) -> str | None:
        if isinstance(value, datetime):
            return value.isoformat(" ")
        text: str | None = super().format_value(value)
        return text


class MomentField(forms.DateTimeField):
    """A moment; its label says in which zone it is typed."""

    widget = MomentInput

    def __init__(self, *, label: Any, **more: Any) -> None:
        super().__init__(label=f"{label} (UTC)", **more)

    def to_python(self, value: Any) -> datetime | None:
        """Return the moment in UTC.

        :raises ValidationError: it is no moment, or none of the years 1 to 9999 in UTC.
        """
        try:
            moment = super().to_python(value)
            return moment.astimezone(UTC) if moment else None
        except OverflowError:
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid") from None


# All texts and all moments are taken in the same way.
FORM_FIELDS: dict[Any, Any] = {
    models.CharField: {"form_class": CleanTextField},
    models.TextField: {"form_class": CleanTextField},
    models.EmailField: {"form_class": forms.EmailField},
    models.URLField: {"form_class": forms.URLField},
    models.DecimalField: {"form_class": PlainDecimalField, "widget": DecimalInput},
    models.FloatField: {"widget": DecimalInput},
    models.DateTimeField: {"form_class": MomentField, "widget": MomentInput},
}


class ReasonField(LinesField):
    """A text of some lines, as long as a stored reason may be."""

    def __init__(self, **more: Any) -> None:
        super().__init__(max_length=REASON_LENGTH, **more)


KEPT_SECONDS = 3600
NOT_KEPT = "The file is not kept any more. Choose it again."
_GONE: Final = object()  # in place of a file that is not kept any more


class KeptFileInput(UnfoldAdminFileFieldWidget):  # type: ignore[misc]  # unfold has no types
    """A file, or the name of the one that was sent before, with the key under which it is kept."""

    owner: object = None  # who sends the file: the key of another user opens nothing
    file: UploadedFile | None = None
    is_wrong = False  # a file that is refused itself is not kept

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> Any:
        sent = files.get(name)
        key, is_left_out = data.get(f"{name}-kept"), data.get(f"{name}-clear")
        if not sent and key and not is_left_out:
            sent = _found(self.owner, key) or _GONE
        self.file = None if sent is _GONE else sent
        return sent

    def value_omitted_from_data(self, data: Any, files: Any, name: str) -> bool:
        return name not in files and f"{name}-kept" not in data

    def kept(self, name: str) -> list[tuple[str, str]]:
        """Keep the file that was sent, and return the hidden field that sends it again."""
        key = _keep(self.owner, self.file) if self.file and not self.is_wrong else ""
        return [(f"{name}-kept", key)] if key else []

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        field: SafeString = super().render(name, None, attrs, renderer)
        for place, key in self.kept(name):
            leave_out = "" if self.is_required else _leave_out(name)
            file = self.file.name if self.file else ""
            return format_html(_KEPT, field, place, key, file, leave_out)
        return field


_KEPT = (
    '{}<input type="hidden" name="{}" value="{}">'
    "<p><strong>{}</strong> is chosen, and is kept for an hour. {}</p>"
)


def _leave_out(name: str) -> SafeString:
    return format_html('<label><input type="checkbox" name="{}-clear"> Leave it out</label>', name)


class KeptFileField(forms.FileField):
    """A file that needs to be chosen once, on the pages of a `FormWithFile`."""

    widget = KeptFileInput

    def clean(self, data: Any, initial: Any = None) -> Any:
        """Return the file; None: there is none.

        :raises ValidationError: it was sent too long ago.
        """
        if data is _GONE:
            raise forms.ValidationError(NOT_KEPT, code="not-kept")
        return super().clean(data, initial)


class FormWithFile(forms.Form):
    """A form whose files stay chosen while other fields are refused, previewed or asked for."""

    def __init__(
        self, data: Any = None, files: Any = None, *, owner: object, **kwargs: Any
    ) -> None:
        # Files, also none, would make it a form that was sent, without its initial values.
        super().__init__(data, files if data is not None else None, **kwargs)
        for widget in self._files().values():
            widget.owner = owner

    def add_error(self, field: str | None, error: Any) -> None:
        super().add_error(field, error)
        if widget := self._files().get(field or ""):
            widget.is_wrong = True

    def kept(self) -> list[tuple[str, str]]:
        """Return hidden fields that send the files again, for a page without the form."""
        return [field for name, widget in self._files().items() for field in widget.kept(name)]

    def _files(self) -> dict[str, KeptFileInput]:
        widgets = {name: field.widget for name, field in self.fields.items()}
        return {name: each for name, each in widgets.items() if isinstance(each, KeptFileInput)}


def _keep(owner: object, file: UploadedFile) -> str:
    """Store the file, encrypted; return its key, which is stored nowhere. Empty: it is not kept."""
    key = Fernet.generate_key()
    file.seek(0)
    content = Fernet(key).encrypt(zlib.compress(file.read()))
    try:
        cache.set(_place(owner, key.decode()), (file.name, content), KEPT_SECONDS)
    except RedisError as error:  # the page asks for the file again
        log.warning("file_not_kept", error=type(error).__name__)
        return ""
    return key.decode()


def _found(owner: object, key: str) -> UploadedFile | None:
    try:
        kept = cache.get(_place(owner, key))
    except RedisError as error:  # the page asks for the file again
        log.warning("kept_file_not_read", error=type(error).__name__)
        return None
    if kept is None:
        return None
    name, content = kept
    return SimpleUploadedFile(name, zlib.decompress(Fernet(key).decrypt(content)))


def _place(owner: object, key: str) -> str:
    digest = hashlib.sha256(f"{owner} {key}".encode()).hexdigest()
    return f"staff.file.{digest}"
