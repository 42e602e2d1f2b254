"""Texts that staff type: composed, and trimmed of what is not seen, as those of the API."""

from typing import Any, ClassVar

from django import forms
from django.contrib.admin import ModelAdmin
from django.db import models

from records.texts import clean, composed


class FormTextField(forms.CharField):
    """A text that is composed, and trimmed of what is not seen; untrimmed without `strip`."""

    def to_python(self, value: Any) -> str:
        if isinstance(value, str):
            value = clean(value) if self.strip else composed(value)
        return super().to_python(value) or ""


class WithTexts(ModelAdmin):  # type: ignore[type-arg]  # not subscriptable at run time
    """A page with a form whose texts are such fields."""

    formfield_overrides: ClassVar[dict[Any, Any]] = {
        models.CharField: {"form_class": FormTextField},
        models.TextField: {"form_class": FormTextField},
        models.EmailField: {"form_class": forms.EmailField},
        models.URLField: {"form_class": forms.URLField},
    }
