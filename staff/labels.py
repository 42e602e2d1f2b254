"""States and kinds of records in words, and in colours."""

import re
from collections.abc import Mapping, Sequence

from django.utils.safestring import SafeString
from unfold.utils import display_for_label


def in_words(name: str) -> str:
    """Return `AwaitingCallback`, or `awaitingCallback`, as `Awaiting callback`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).capitalize()


def labelled(name: str, colours: Mapping[str, Sequence[str]]) -> SafeString:
    """Return a name in words on its colour; `colours` has the names by colour."""
    words = in_words(name)
    colour = next((colour for colour, names in colours.items() if name in names), "")
    shown: SafeString = display_for_label(words, "-", {words: colour})
    return shown
