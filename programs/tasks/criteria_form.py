"""The criteria of a task as fields of a form: those of the exercise's activity type."""

import re
from collections.abc import Iterator, Mapping
from typing import Any
from uuid import UUID

from django import forms
from django.utils.html import format_html
from unfold.widgets import UnfoldAdminTextInputWidget

from foundation.records.formats import guid_or_none
from foundation.staff.display import table
from foundation.staff.form_fields import CleanTextField, RecordField
from programs.activity_types import criteria_of, titles
from programs.criteria import CriterionField
from programs.programs.models import Exercise
from programs.readers import pace_in_words, seconds_of_pace

PREFIX = "criteria_"
OF_TYPE = "criteria_type"  # hidden: for which type the page that is sent asked
_HUMP = re.compile(r"(?=[A-Z])")


class ExerciseChoice(RecordField):
    """The exercises by program, each with it and with its type."""

    def __init__(self, **kwargs: Any) -> None:
        found = Exercise.objects.select_related("program").order_by("program__name", "name", "pk")
        super().__init__(found, empty_label="Choose an exercise…", **kwargs)

    def label_from_instance(self, obj: Exercise) -> str:
        return f"{obj.program.name}: {obj.name} ({dict(titles())[obj.activity_type].lower()})"


class CriteriaForm(forms.Form):
    """Asks for the criteria of the chosen exercise's type, once the exercise is known."""

    criteria_type = forms.CharField(required=False, widget=forms.HiddenInput)
    activity_type = ""  # of the fields of this form; empty: not known yet
    asks_first = True  # the page that was sent may have had other fields

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial[OF_TYPE] = self.activity_type

    def clean(self) -> dict[str, Any] | None:
        cleaned = super().clean()
        known, place = self.activity_type, self.add_prefix(OF_TYPE)
        if self.asks_first and names_of(known) and self.data.get(place) != known:
            given: Any = self.data
            self.data = given.copy()
            self.data[place] = known  # type: ignore[index]  # the copy of a QueryDict
            title = dict(titles())[known].lower()
            self.add_error(
                None, f"Now fill in what an activity ({title}) must meet; empty is not checked."
            )
        return cleaned

    def criteria(self) -> dict[str, str]:
        """Return what is filled in, by key."""
        given = {each.key: self.cleaned_data.get(PREFIX + each.key) for each in self.known()}
        return {key: text for key, text in given.items() if text}

    def known(self) -> list[CriterionField]:
        return list(criteria_of(self.activity_type).fields) if self.activity_type else []

    @property
    def places(self) -> Mapping[str, str]:
        """Return the fields of criteria by their names on the wire."""
        keys = [each.key for each in self.known()]
        return {name: PREFIX + key for key in keys for name in (key, f"criteria.{key}")}


def fields_of(activity_type: str) -> dict[str, Any]:
    """Return the attributes of a form that asks for a type's criteria; an empty type: for none."""
    fields = criteria_of(activity_type).fields if activity_type else ()
    asked = {PREFIX + each.key: _field(each) for each in fields}
    return {"activity_type": activity_type, **asked}


def names_of(activity_type: str) -> list[str]:
    """Return the names of these fields, in their order."""
    fields = criteria_of(activity_type).fields if activity_type else ()
    return [PREFIX + each.key for each in fields]


def key_in(given: Mapping[str, Any], name: str) -> UUID | None:
    """Return the id of the record that a field of choices has, if one is chosen."""
    return given[name].pk if given[name] else None


def type_of_exercise(given: Any) -> str:
    """Return the activity type of the exercise with an id, as text; empty: there is none."""
    guid = guid_or_none(str(given or ""))
    if guid is None:
        return ""
    found = Exercise.objects.filter(pk=guid).values_list("activity_type", flat=True).first()
    return found or ""


def ways_in_words(activity_type: str) -> str:
    """Return what a task of this type needs, if it needs one of several ways."""
    ways = criteria_of(activity_type).ways if activity_type else ()
    if len(ways) < 2:
        return ""
    named = (
        ", ".join(_label(field).lower() for each in way for field in each.fields) for way in ways
    )
    return f"A task needs one of these: {'; or '.join(named)}."


def shown(activity_type: str, criteria: Mapping[str, str]) -> str:
    """Return the criteria that are set, as a table."""
    return table(["Criterion", "Wanted"], list(_rows(activity_type, criteria)))


def shown_in_line(activity_type: str, criteria: Mapping[str, str]) -> str:
    """Return the criteria that are set, on a line: `Min distance 5 km`; `none`."""
    return ", ".join(map(" ".join, _rows(activity_type, criteria))) or "none"


def _rows(activity_type: str, criteria: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    known = {each.key: each for each in criteria_of(activity_type).fields}
    for key, text in criteria.items():
        field = known.get(key)
        yield (_label(field), field.in_words(text)) if field else (key, text)


class PaceField(CleanTextField):
    """A pace in minutes and seconds a kilometre; its value is the seconds, as text."""

    def clean(self, value: Any) -> str:
        typed = super().clean(value)
        try:
            return seconds_of_pace(typed) if typed else ""
        except ValueError:
            raise forms.ValidationError("Type minutes and seconds, as 5:30.") from None


def typed(activity_type: str, key: str, text: str) -> str:
    """Return a stored criterion as it is typed in its field."""
    known = {each.key: each for each in criteria_of(activity_type).fields}
    is_pace = key in known and known[key].is_pace
    return pace_in_words(text).removesuffix(" min/km") if is_pace else text


def _field(field: CriterionField) -> CleanTextField:
    shown_unit = "min/km, as 5:30" if field.is_pace else field.unit
    unit = f" ({shown_unit})" if field.unit else ""
    attrs = {"inputmode": "decimal"} if field.is_number and not field.is_pace else {}
    needed = " Needed." if field.is_required else ""
    kind = PaceField if field.is_pace else CleanTextField
    return kind(
        label=format_html("{}{}", _label(field), unit),
        required=False,  # the rules of the type refuse, also what the API sends
        help_text=f"{field.says}{needed}",
        widget=UnfoldAdminTextInputWidget(attrs=attrs),
    )


def _label(field: CriterionField) -> str:
    return _HUMP.sub(" ", field.key).capitalize()
