"""Pages that ask staff before a command runs, and why it refused in their words."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Self

from django.db.models import Model, Q, QuerySet
from django.forms import BaseForm
from django.http import HttpRequest

from foundation.records.audit import deeds_written
from foundation.records.refusals import Invalid, Refusal
from foundation.records.texts import counted
from foundation.staff.actions import SELECTED
from foundation.staff.display import address_of_list, address_of_page, in_words

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


EXAMPLES = 3  # records that a sentence of a preview names


class Fact(str):
    """A sentence of a preview, with the first records that it is about: addresses and names."""

    __slots__ = ("examples",)
    examples: Sequence[tuple[str, object]]

    def __new__(cls, text: str, examples: Iterable[tuple[str, object]] = ()) -> Self:
        fact = super().__new__(cls, text)
        fact.examples = list(islice(examples, EXAMPLES))
        return fact


@dataclass(frozen=True, slots=True)
class Effect:
    """What an order does to those of the chosen records that meet a condition, to be counted.

    `noun` of one record; `one` and `several` go on: `task`, `is cancelled`, `are cancelled`.
    """

    condition: Q
    noun: str
    one: str
    several: str

    def of(self, count: int, records: Iterable[Model] = ()) -> Fact:
        """Return what becomes of so many records, of which some are named."""
        text = f"{counted(count, self.noun)} {self.one if count == 1 else self.several}."
        return Fact(text, ((address_of_page(type(each), each.pk), each) for each in records))


def facts_of(chosen: QuerySet[Any], *effects: Effect) -> list[str]:
    """Return how many of the chosen records each effect concerns, a sentence each that counts any.

    If there is none, a sentence says that nothing changes.
    """
    found = [(effect, chosen.filter(effect.condition)) for effect in effects]
    facts = [effect.of(count, of[:EXAMPLES]) for effect, of in found if (count := of.count())]
    return [*facts] or ["None of them changes."]


def each_done(records: Iterable[Any], do: Callable[[Any], Any]) -> Iterator[tuple[Any, Any, bool]]:
    """Do something to each record; yield it, the result or refusal, and whether it was a deed."""
    for record in records:
        before = deeds_written()
        try:
            result = do(record)
        except Refusal as refusal:
            result = refusal
        yield record, result, deeds_written() > before


def sent_again(request: HttpRequest) -> list[tuple[str, Any]]:
    """Return the fields of the list's form, for a page that sends it again."""
    fields = request.POST.lists()
    return [
        (name, each) for name, values in fields for each in values if name != "csrfmiddlewaretoken"
    ]


def as_action(name: str, record: Model) -> dict[str, Any]:
    """Return what lets a page about a record send an action of the list, with this one chosen."""
    hidden = [("action", name), (SELECTED, record.pk)]
    return {"hidden": hidden, "action_address": address_of_list(type(record))}


def chosen_again(request: HttpRequest) -> list[tuple[str, Any]]:
    """Return the action and the records that a list's form has sent, without other fields."""
    return [(name, each) for name, each in sent_again(request) if name in ("action", SELECTED)]
