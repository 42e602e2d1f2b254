"""Pages that ask staff before a command runs, and why it refused in their words."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Any, Self

from django.contrib import messages
from django.contrib.admin import ModelAdmin
from django.contrib.admin.utils import unquote
from django.db.models import Model, Q, QuerySet
from django.forms import BaseForm, Form
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse

from foundation.records.audit import Actor, actor_of, deeds_written
from foundation.records.refusals import Invalid, Refusal
from foundation.records.texts import counted
from foundation.staff.actions import SELECTED, SaysWhatWasDone, WhyNot, say_done, say_for_how_many
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


class Asking(SaysWhatWasDone):
    """A record whose buttons open pages of their own."""

    def record_of(self, request: HttpRequest, key: str) -> Any:
        """Return the record of the page whose button was pressed; 404 if there is none."""
        record = ModelAdmin.get_object(self, request, unquote(key))
        if record is None:
            raise Http404
        return record

    def get_actions_detail(self, request: HttpRequest, object_id: Any) -> Any:
        """Return the buttons of a record's page, without those that its state leaves nothing to."""
        buttons = super().get_actions_detail(request, object_id)  # type: ignore[misc]  # unfold's
        try:
            record = self.record_of(request, str(object_id))
        except Http404:
            return []
        return [each for each in buttons if not _why_not(self, request, record, each.method)]

    def page(
        self,
        request: HttpRequest,
        template: str,
        title: str,
        form: Form | None = None,
        **shown: Any,
    ) -> HttpResponse:
        """Return a page of the model, with what is shown in it; a form's files come along."""
        context = {
            **self.admin_site.each_context(request),
            "title": title,
            "opts": self.opts,
            "media": self.media + form.media if form else self.media,
            "form": form,
            **shown,
        }
        return TemplateResponse(request, template, context)

    def asked_first(
        self,
        request: HttpRequest,
        chosen: QuerySet[Any],
        title: str,
        text: str,
        effects: Sequence[Effect] = (),
        **context: Any,
    ) -> HttpResponse | None:
        """Return the page that asks to confirm an action on chosen records; None if confirmed.

        :param effects: what it does, counted for the page beside its other `facts`.
        """
        if "confirmed" in request.POST:
            return None
        if effects:
            context["facts"] = [*facts_of(chosen, *effects), *context.get("facts", ())]
        hidden = sent_again(request)
        buttons = {"confirmed": title}
        return self.ask(request, list(chosen), title, text, buttons, hidden=hidden, **context)

    def ask(
        self,
        request: HttpRequest,
        records: Sequence[Model],
        title: str,
        text: str,
        buttons: Mapping[str, str],
        form: Form | None = None,
        **context: Any,
    ) -> HttpResponse:
        """Return the page that says what will happen, with these buttons (text by name)."""
        one = address_of_page(self.model, records[0].pk) if len(records) == 1 else ""
        shown = {
            "text": text,
            "records": [(address_of_page(self.model, each.pk), each) for each in records[:5]],
            "more": len(records) - 5,
            "buttons": list(buttons.items()),
            "back": one or address_of_list(self.model),
            **context,
        }
        return self.page(request, "staff/ask.html", title, form, **shown)

    def ordered(
        self,
        request: HttpRequest,
        record: Model,
        title: str,
        text: str,
        do: Callable[[dict[str, Any]], str],
        form: type[Form] | None = None,
        **context: Any,
    ) -> HttpResponse:
        """Ask first; then do it, and show the record again, or why it is refused.

        :param do: takes what the form has, and returns what is said then; empty: nothing.
        """
        is_sent = "confirmed" in request.POST
        shown = form(request.POST if is_sent else None) if form else None
        buttons = {"confirmed": title}
        ask = partial(self.ask, request, [record], title, text, buttons, shown, **context)
        if not is_sent or (shown and not shown.is_valid()):
            return ask()
        try:
            if said := do(shown.cleaned_data if shown else {}):
                say_done(request, said)
        except Refusal as refusal:
            if shown:
                show_refusal(shown, refusal)
                return ask()
            messages.error(request, text_of(refusal))
        return HttpResponseRedirect(address_of_page(self.model, record.pk))

    def of_one(
        self, request: HttpRequest, key: str, page: Callable[..., HttpResponse | None]
    ) -> HttpResponse:
        """Return a page about chosen records for one of them; its own where that returns None."""
        shown = page(request, [self.record_of(request, key)])
        return shown or HttpResponseRedirect(address_of_page(self.model, key))

    def act(
        self,
        request: HttpRequest,
        records: Iterable[Any],
        do: Callable[[Any, Actor], Any],
        title: str,
    ) -> None:
        """Call `do` with each record and who asks; show for how many, and every refusal."""
        by, done, unchanged = actor_of(request), 0, 0
        for record, result, is_done in each_done(records, lambda each: do(each, by)):
            if isinstance(result, Refusal):
                self.message_user(request, f"{record}: {text_of(result)}", messages.ERROR)
            else:
                done, unchanged = done + is_done, unchanged + (not is_done)
        if done or unchanged:
            say_for_how_many(request, title, done, unchanged)


def each_done(records: Iterable[Any], do: Callable[[Any], Any]) -> Iterator[tuple[Any, Any, bool]]:
    """Do something to each record; yield it, the result or refusal, and whether it was a deed."""
    for record in records:
        before = deeds_written()
        try:
            result = do(record)
        except Refusal as refusal:
            result = refusal
        yield record, result, deeds_written() > before


def _why_not(admin: Asking, request: HttpRequest, record: Any, page: Any) -> str:
    why_not: WhyNot | None = getattr(page, "why_not", None)
    return why_not(admin, request, record) if why_not else ""


def sent_again(request: HttpRequest) -> list[tuple[str, Any]]:
    """Return the fields of the list's form, for a page that sends it again."""
    fields = request.POST.lists()
    return [
        (name, each) for name, values in fields for each in values if name != "csrfmiddlewaretoken"
    ]


def chosen_again(request: HttpRequest) -> list[tuple[str, Any]]:
    """Return the action and the records that a list's form has sent, without other fields."""
    return [(name, each) for name, each in sent_again(request) if name in ("action", SELECTED)]
