"""States and kinds of records in words, and in colours."""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any

from django.contrib.admin import ModelAdmin
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString
from unfold.utils import display_for_label

from foundation.records.moments import as_iso_text
from foundation.records.plain_words import in_utc


def in_words(name: str) -> str:
    """Return `AwaitingCallback`, or `awaiting_callback`, as `Awaiting callback`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])|_", " ", name).capitalize()


def time_element(moment: datetime, text: str) -> SafeString:
    """Return how far a moment is away, in words; the moment itself is what files have."""
    return format_html(
        '<time datetime="{}" title="{}">{}</time>', as_iso_text(moment), in_utc(moment), text
    )


NO_WORDS: Mapping[str, str] = {}


def labelled(
    name: str, colours: Mapping[str, Sequence[str]], known: Mapping[str, str] = NO_WORDS
) -> SafeString:
    """Return a name in words on its colour; `colours` has the names by colour.

    :param known: the words of names for which people have others.
    """
    words = known.get(name) or in_words(name)
    colour = next((colour for colour, names in colours.items() if name in names), "")
    return _rendered(words, colour)


@lru_cache(maxsize=1000)  # few texts on many rows, and each is a template
def _rendered(words: str, colour: str) -> SafeString:
    shown: SafeString = display_for_label(words, "-", {words: colour})
    return shown


_WORDS = {"null": "empty", "None": "empty", "True": "yes", "False": "no"}
_VALUES = re.compile(rf"\b({'|'.join(_WORDS)})\b")


def _in_words_of_staff(value: re.Match[str]) -> str:
    return _WORDS[value[0]]


class PlainHelp(ModelAdmin):  # type: ignore[type-arg]  # not subscriptable at run time
    """Help texts of a record's fields in words of staff: a field is empty, not null or None."""

    def get_form(
        self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any
    ) -> Any:
        texts = {field.name: str(getattr(field, "help_text", "")) for field in self.opts.fields}
        plain = {name: _VALUES.sub(_in_words_of_staff, text) for name, text in texts.items()}
        kwargs.setdefault("help_texts", {name: plain[name] for name in texts if plain[name]})
        return super().get_form(request, obj, change=change, **kwargs)
