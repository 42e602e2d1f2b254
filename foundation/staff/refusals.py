"""Why a command refused, in the words of staff: as a text, and on the form that asked for it."""

import re
from collections.abc import Callable, Mapping

from django.forms import BaseForm

from foundation.records.refusals import Invalid, Refusal
from foundation.staff.labels import in_words

_HUMP = re.compile(r"(?=[A-Z])")
# A name as APIs have it, or activities their data; where it is quoted or called it is of a formula.
_WIRE_NAME = re.compile(r"(?<![\w'\"“.])[A-Za-z][a-z]+(?:[A-Z][a-z]*)+\b(?![('])")
NO_PLACES: Mapping[str, str] = {}


def text_of(refusal: Refusal) -> str:
    """Return why a command refused, with what is wrong in its fields."""
    wrong = _wrong_in(refusal)
    named = (_named(name, text) for name, text in wrong.items())
    return " ".join([refusal.detail, *named])


def show_refusal(
    form: BaseForm, refusal: Refusal, places: Mapping[str, str] = NO_PLACES, field: str = ""
) -> None:
    """Show on a form why the command refused: beside the fields that are wrong, else above them.

    Names of the wire in the texts become labels of the form.

    :param places: fields of the form by their names on the wire, where those are other words.
    :param field: the one that the whole refusal is about, if it names none itself.
    """

    def label(name: str) -> str:
        found = _field_of(form, name, places)
        own = str(form[found].label).removesuffix(" (UTC)") if found else ""
        return f"“{own}”" if found else _in_a_sentence(name)

    wrong = _wrong_in(refusal) or ({field: refusal.detail} if field else {})
    fields = {name: _field_of(form, name, places) for name in wrong}
    for name, found in fields.items():
        if found and found not in form.errors:
            form.add_error(found, _sentence(wrong[name], label))
    left = [_named(name, wrong[name], label) for name, found in fields.items() if not found]
    if left or not wrong:
        form.add_error(None, " ".join([refusal.detail, *left]))


def _wrong_in(refusal: Refusal) -> Mapping[str, str]:
    return refusal.texts if isinstance(refusal, Invalid) else {}


def _field_of(form: BaseForm, name: str, places: Mapping[str, str]) -> str:
    """Return the field of a form that a name of the wire means, if it is seen; else empty."""
    plain = _HUMP.sub("_", name.partition(".")[0]).lower()
    known = (places.get(name, ""), name, plain, re.sub(r"_id(s?)$", r"\1", plain))
    return next((each for each in known if each in form.fields and not form[each].is_hidden), "")


def _named(name: str, text: str, label: Callable[[str], str] | None = None) -> str:
    """Return what is wrong in a field; a text that is no sentence goes on from the field's name."""
    said = _sentence(text, label or _in_a_sentence)
    return said if not text[:1].islower() else f"{in_words(name)}: {said[:1].lower()}{said[1:]}"


def _sentence(text: str, label: Callable[[str], str]) -> str:
    said = _WIRE_NAME.sub(lambda name: label(name[0]), text)
    return f"{said[:1].upper()}{said[1:]}{'' if said.endswith(('.', '?', '!')) else '.'}"


def _in_a_sentence(name: str) -> str:
    return name if name[0].isupper() else in_words(name).lower()
