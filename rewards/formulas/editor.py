"""The editor of a formula's texts: fields of the form that scripts make editors of code.

Without scripts they are plain fields. The scripts are those of Ace, which the package django_ace
brings, and our own; all come from this host, none is written into a page.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from decimal import Decimal
from typing import Any

from django import forms
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.urls import URLPattern, path, reverse
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_POST
from unfold.admin import ModelAdmin
from unfold.widgets import UnfoldAdminTextareaWidget

from foundation.records.formats import StrictDecoder, Unstorable
from foundation.records.refusals import Refusal
from foundation.staff.confirming import show_refusal
from foundation.staff.form_fields import CleanTextField
from programs.activity_types import activity_types, variables_of
from rewards.access import may_read
from rewards.formula.functions import EXAMPLE_COEFFICIENTS, FUNCTIONS
from rewards.formula.tree import position_of
from rewards.formula.values import written
from rewards.formulas.checking import (
    COEFFICIENTS,
    EXPRESSION,
    SETTINGS,
    WHERE,
    Fault,
    FormulaTexts,
    faults_of,
)
from rewards.formulas.commands import FormulaInvalid
from rewards.formulas.models import FormulaRevision, RewardFormula

# A formula's texts as staff type them: settings and coefficients are JSON, and faults have places.
#
# A fault's line and column are those of the text that was typed, also where it is in the expression
# of a `__where` within the JSON of the settings.


EXAMPLES = {
    SETTINGS: '{"__where": "distance > 5"}',
    COEFFICIENTS: '{"rate": "1.5", "table": "[[0, 1], [5, 2]]"}',
}
MOST_TYPED = 100_000  # characters of JSON, with spaces and line ends
_DECODER = json.JSONDecoder()


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedTexts:
    """The three texts as they are typed; an empty one of JSON is an empty object."""

    expression: str
    settings: str = ""
    coefficients: str = ""


def faults_of_typed(activity_type: str, typed: TypedTexts) -> list[Fault]:
    """Return what is wrong in the texts of a formula of this type."""
    read: dict[str, Any] = {SETTINGS: {}, COEFFICIENTS: {}}
    unread = []
    for name in read:
        try:
            read[name] = read_object(getattr(typed, name))
        except json.JSONDecodeError as error:
            unread.append(_unreadable(name, error))
    found = faults_of(activity_type, typed.expression, **read)
    return [*(_placed(fault, typed.settings) for fault in found), *unread]


def read_typed(activity_type: str, typed: TypedTexts) -> FormulaTexts:
    """Return the texts, which have no fault."""
    if faults := faults_of_typed(activity_type, typed):
        raise FormulaInvalid(faults)
    return FormulaTexts(
        expression=typed.expression,
        settings=read_object(typed.settings),
        coefficients=read_object(typed.coefficients),
    )


def read_object(text: str) -> Any:
    """Return the JSON of a text; of an empty one an empty object.

    :raises json.JSONDecodeError: it is no JSON, is too long, or could not be stored.
    """
    if len(text) > MOST_TYPED:
        raise Unstorable(f"The JSON has more than {MOST_TYPED} characters.")
    return json.loads(text, cls=StrictDecoder) if text.strip() else {}


def _unreadable(name: str, error: json.JSONDecodeError) -> Fault:
    if isinstance(error, Unstorable):
        return Fault(field=name, detail=error.msg)
    detail = f"no JSON: {error.msg}; names and texts need quotes, as in {EXAMPLES[name]}"
    return Fault(field=name, detail=detail, line=error.lineno, column=error.colno)


def _placed(fault: Fault, settings: str) -> Fault:
    """Return a fault of the settings with its place in them; another as it is."""
    if fault.field != SETTINGS or fault.line is None or fault.column is None:
        return fault
    start = dict(_values_of(settings))[WHERE]
    where = _DECODER.raw_decode(settings, start)[0]
    if isinstance(where, str):
        before = where.split("\n")[: fault.line - 1]
        offset = sum(len(line) + 1 for line in before) + fault.column - 1
        start = _offset_in_literal(settings, start, offset)
    line, column = position_of(settings, start)
    return replace(fault, detail=f"the condition: {fault.detail}", line=line, column=column)


def _values_of(text: str) -> Iterator[tuple[str, int]]:
    """Yield the names of a JSON object, each with the offset of its value."""
    place = text.index("{")
    while (opening := _past_spaces(text, place + 1)) < len(text) and text[opening] == '"':
        name, end = _DECODER.raw_decode(text, opening)
        start = _past_spaces(text, text.index(":", end) + 1)
        yield name, start
        place = _past_spaces(text, _DECODER.raw_decode(text, start)[1])


def _past_spaces(text: str, place: int) -> int:
    return len(text) - len(text[place:].lstrip())


def _offset_in_literal(text: str, start: int, offset: int) -> int:
    """Return where the character of this offset is written in a JSON text that starts there."""
    place = start + 1
    for _ in range(offset):
        end = place + (1 if text[place] != "\\" else 6 if text[place + 1] == "u" else 2)
        if end - place == 6 and text[place + 2 : place + 4].lower() in ("d8", "d9", "da", "db"):
            end += 6  # two escapes of one character
        place = end
    return place


TEXTS = (EXPRESSION, SETTINGS, COEFFICIENTS)
ASKED = ("activityType", *TEXTS)
FAULTS = "admin:rewards_rewardformula_faults"
TRY = "admin:rewards_rewardformula_try_formula"
TRY_NEW = "admin:rewards_rewardformula_try_new"


def address_of_try(formula: RewardFormula) -> str:
    """Return where the texts of a formula, or of one that is not saved yet, are tried."""
    if formula._state.adding:  # noqa: SLF001 (documented Model._state)
        return reverse(TRY_NEW)
    return reverse(TRY, args=[formula.pk])


class CodeEditor(UnfoldAdminTextareaWidget):  # type: ignore[misc]  # unfold has no types
    """A text with highlighting, completion, and what is wrong in it below."""

    template = "admin/rewards/editor.html"
    template_name = "django/forms/widgets/textarea.html"  # keeps a first line that is empty

    class Media:
        css = {"all": ["django_ace/ace/css/ace.css", "rewards/editor.css"]}
        js = [
            forms.Script("rewards/fields.js", type="module"),
            "django_ace/ace/ace.js",
            "django_ace/ace/ext-language_tools.js",
            "django_ace/ace/mode-json.js",
            "rewards/formula_mode.js",
            "rewards/editor.js",
        ]

    def __init__(self, mode: str, rows: int, example: str = "") -> None:
        """:param example: how it is written as text; the page has fields for the rest."""
        super().__init__(attrs={"rows": rows, "spellcheck": "false", "class": "fl-typed"})
        self.mode, self.example = mode, example

    def get_context(self, name: str, value: Any, attrs: Any) -> dict[str, Any]:
        context: dict[str, Any] = super().get_context(name, value, attrs)
        shown = {"mode": self.mode, "rows": self.attrs["rows"], "faults": reverse(FAULTS)}
        shown["example"] = self.example
        return {**context, **shown}

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        field = super().render(name, value, attrs, renderer)
        context = self.get_context(name, value, attrs)
        html = render_to_string(self.template, {**context, "field": field})
        return mark_safe(html)  # noqa: S308 (a template's HTML)


class ExpressionEditor(CodeEditor):
    """The expression, beside what it may use: variables of the activity's type, and functions.

    `activity_type` empty: the type is chosen on the page. `tried_at`: where it can be tried.
    """

    template = "admin/rewards/expression_editor.html"
    activity_type = ""
    tried_at = ""

    def __init__(self) -> None:
        super().__init__(mode="formula", rows=11)

    def get_context(self, name: str, value: Any, attrs: Any) -> dict[str, Any]:
        types = [self.activity_type] if self.activity_type else activity_types()
        return {
            **super().get_context(name, value, attrs),
            "activity_type": self.activity_type,
            "tried_at": self.tried_at,
            "types": [(each, _variables(each)) for each in types],
            "functions": _FUNCTIONS,
            "example_coefficients": EXAMPLE_COEFFICIENTS,
        }


def _variables(activity_type: str) -> list[Mapping[str, str]]:
    return [
        {
            "name": name,
            "says": variable.says,
            "example": written(variable.example),
            "unit": variable.unit,
            "kind": _kind_of(variable.example),
        }
        for name, variable in variables_of(activity_type).items()
    ]


def _kind_of(example: Any) -> str:
    """Return the kind of a variable's values, as `fields.js` names it."""
    if isinstance(example, bool):
        return "truth"
    return "number" if isinstance(example, Decimal) else "text"


_FUNCTIONS = [
    {
        "name": name,
        "signature": each.signature,
        "says": each.says,
        "example": f"{each.example[0]} = {written(each.example[1])}",
    }
    for name, each in FUNCTIONS.items()
]


class ExpressionField(CleanTextField):
    """An expression with the line ends that it was saved with; browsers send others."""

    def __init__(self) -> None:
        super().__init__(
            strip=False, widget=ExpressionEditor(), help_text="A result of null: no reward."
        )

    def to_python(self, value: Any) -> str:
        typed: str = super().to_python(value) or ""
        return typed.replace("\r\n", "\n")


class ObjectField(CleanTextField):
    """A JSON object, as it is typed or as `fields.js` writes it; an empty field is an empty one."""

    def __init__(self, label: str, help_text: str, example: str) -> None:
        super().__init__(
            label=label,
            required=False,
            strip=False,
            initial="{}",
            widget=CodeEditor(mode="json", rows=4, example=example),
            help_text=help_text,
        )


class TextsForm(forms.Form):
    """The three texts of a formula, each with its editor."""

    expression = ExpressionField()
    settings = ObjectField(
        label="Conditions",
        help_text="For which activities the formula is: all conditions must be met.",
        example=EXAMPLES[SETTINGS],
    )
    coefficients = ObjectField(
        label="Coefficients",
        help_text="Numbers or tables that the formula uses by name, as coeff('rate').",
        example=EXAMPLES[COEFFICIENTS],
    )

    def read_texts(self, activity_type: str) -> FormulaTexts | None:
        """Return the texts; None: they have faults, which are shown beside their fields."""
        typed = TypedTexts(**{name: self.cleaned_data.get(name, "") for name in TEXTS})
        try:
            return read_typed(activity_type, typed)
        except FormulaInvalid as invalid:
            show_refusal(self, invalid)
            return None


def texts_of(revision: FormulaRevision) -> dict[str, str]:
    """Return a revision's texts as they are shown in their fields."""
    return {
        EXPRESSION: revision.expression,
        SETTINGS: _json(revision.settings),
        COEFFICIENTS: _json(revision.coefficients),
    }


def _json(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)


class Malformed(ValueError):
    """The request is not what the editor sends."""


class FaultsAsTyped(ModelAdmin):  # type: ignore[misc]  # unfold has no types
    """A formula whose texts are checked as they are typed; they are not saved."""

    def get_urls(self) -> list[URLPattern]:
        check = self.admin_site.admin_view(require_POST(check_texts))
        return [path("faults/", check, name=FAULTS.partition(":")[2]), *super().get_urls()]


def check_texts(request: HttpRequest) -> HttpResponse:
    """Return the faults of the three texts; 400: what is wrong with the request."""
    if not may_read(request):
        raise PermissionDenied
    try:
        asked = _asked(request.body)
        faults = faults_of_typed(asked.pop("activityType"), TypedTexts(**asked))
    except (Malformed, Refusal) as refusal:
        return JsonResponse({"detail": str(refusal)}, status=400)
    return JsonResponse({"faults": [asdict(fault) for fault in faults]})


def _asked(body: bytes) -> dict[str, str]:
    try:
        asked: Any = json.loads(body.decode(), cls=StrictDecoder)
    except ValueError as error:
        raise Malformed(f"The body is no JSON in UTF-8: {error}") from None
    if not isinstance(asked, dict) or asked.keys() != set(ASKED):
        raise Malformed(f"The body is an object of {', '.join(ASKED)}.")
    if wrong := [name for name in ASKED if not isinstance(asked[name], str)]:
        raise Malformed(f"{wrong[0]} is a text.")
    return asked
