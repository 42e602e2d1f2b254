"""One task for many participants on the staff's site: asked for, previewed, started, followed."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import uuid4

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import UploadedFile
from django.db.models import Q
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import timezone

from foundation.records.audit import actor_of
from foundation.records.formats import guid_or_none
from foundation.records.refusals import Refusal
from foundation.records.texts import counted, in_utc
from foundation.staff.actions import button, unless
from foundation.staff.command_admin import FollowedAdmin
from foundation.staff.confirming import sent_again, show_refusal
from foundation.staff.display import address_of_page, table
from foundation.staff.form_fields import (
    FormWithFile,
    KeptFileField,
    KeptFileInput,
    LinesField,
    MomentField,
    SelectField,
)
from foundation.staff.staff_admin import StaffAdmin
from programs.participants.models import ParticipantState
from programs.programs.models import Exercise
from programs.tasks.assigning import (
    AssignTaskCommand,
    CancelAssignmentCommand,
    UndoAssignmentCommand,
    assign_task,
    cancel_assignment,
    preview_assignment,
    tasks_to_undo,
    undo_assignment,
)
from programs.tasks.criteria_form import (
    CriteriaForm,
    ExerciseChoice,
    fields_of,
    key_in,
    names_of,
    shown,
    type_of_exercise,
)
from programs.tasks.models import TaskAssignment
from programs.tasks.segments import MOST_LINES, Segment, SegmentLine

TITLE = "Give a task to many"
TEXT = (
    "Participants of the exercise's program get the task, each one of their own. Empty fields "
    "narrow nothing. The next page says how many they are, before anything is done."
)
GIVEN = "{count:,} participants get the task “{exercise}”. It is done in the background."
UNDOING = (
    "The tasks that were given and that no activity has are cancelled. Those that are completed or "
    "have an activity stay, with their rewards."
)
OVER = "It is over: “Cancel its tasks…” takes back what it gave."
SHOWN = 50
CHANGE = "change"
AGAIN = {CHANGE: "Change what is filled in"}
_SEGMENT = ("state", "created_from", "created_before", "completed_exercise",
            "not_completed_exercise")  # fmt: skip


class AssignmentForm(FormWithFile, CriteriaForm):
    """The task, and who gets it."""

    exercise = ExerciseChoice()
    starts_on, finishes_on = (
        MomentField(label=label, required=False) for label in ("Starts on", "Finishes on")
    )
    state = SelectField(
        label="Participants who are",
        required=False,
        initial=ParticipantState.ACTIVE,
        choices=[("", "active or blocked"), ("Active", "active"), ("Blocked", "blocked")],
    )
    created_from = MomentField(label="Created from", required=False)
    created_before = MomentField(label="Created before", required=False)
    completed_exercise = ExerciseChoice(label="With a completed task of", required=False)
    not_completed_exercise = ExerciseChoice(label="Without a completed task of", required=False)
    participants = LinesField(
        label="Or these participants alone",
        required=False,
        help_text=f"Ids, one a line, up to {MOST_LINES:,}. Then the fields above do not count.",
    )
    file = KeptFileField(
        label="Or a CSV file of ids",
        required=False,
        widget=KeptFileInput(attrs={"accept": ".csv,text/csv,text/plain"}),
        help_text="The first column; a header is left out.",
    )
    file_name = ""

    def clean_file(self) -> list[str]:
        file: UploadedFile | None = self.cleaned_data["file"]
        if file is None:
            return []
        try:
            lines = file.read().decode("utf-8-sig").splitlines()
        except UnicodeDecodeError:
            raise forms.ValidationError("The file is not text in UTF-8.") from None
        ids = [line.replace(";", ",").partition(",")[0] for line in lines]
        if ids and "id" in ids[0].lower():
            ids[0] = ""  # a header, which counts as a line
        if not any(ids):  # without a list, all participants of the program would get the task
            raise forms.ValidationError("There is no id in the file.")
        self.file_name = file.name or ""
        return ids

    def ids(self) -> list[str] | None:
        """Return the lines of the list, if one is given; those of the file first, as in it."""
        given = self.cleaned_data
        return [*given["file"], *given["participants"].splitlines()] or None

    def facts(self) -> list[str]:
        """Return what the task needs and who gets it, a sentence each."""
        times = ("starts_on", "finishes_on")
        names = [*names_of(self.activity_type), *times, *(() if self.ids() else _SEGMENT)]
        shown = {name: _shown(self.fields[name], self.cleaned_data[name]) for name in names}
        said = [f"{_plain(self.fields[name])}: {text}." for name, text in shown.items() if text]
        if ids := self.ids():
            count = counted(sum(map(bool, ids)), "line")
            said.append(f"Only the list: {' '.join([count, *self._from()])}.")
        return said

    def _from(self) -> list[str]:
        return [f"with those of {self.file_name}"] if self.file_name else []

    def command(self, **more: Any) -> AssignTaskCommand:
        given = self.cleaned_data
        segment = Segment(
            state=given["state"],
            created_from=given["created_from"],
            created_before=given["created_before"],
            completed_exercise_id=key_in(given, "completed_exercise"),
            not_completed_exercise_id=key_in(given, "not_completed_exercise"),
        )
        return AssignTaskCommand(
            exercise_id=given["exercise"].pk,
            criteria=self.criteria(),
            starts_on=given["starts_on"],
            finishes_on=given["finishes_on"],
            segment=segment,
            participant_ids=self.ids(),
            now=timezone.now(),
            **more,
        )


class AssigningPage(StaffAdmin):
    """A button of the list of tasks."""

    @button("Give a task to many…", "assign")
    def assign(self, request: HttpRequest) -> HttpResponse:
        """Ask for the task and for whom, show how many they are, and start."""
        if not self.has_add_permission(request):
            raise PermissionDenied
        sent = request.POST if request.method == "POST" else None
        known = type_of_exercise((sent or request.GET).get("exercise"))
        asked = {**fields_of(known), "field_order": ("exercise", *names_of(known))}
        form_class = type("AssignmentForm", (AssignmentForm,), asked)
        initial = {"exercise": request.GET.get("exercise"), "state": ParticipantState.ACTIVE}
        form = form_class(sent, request.FILES, initial=initial, owner=request.user.pk)
        if sent is None or not form.is_valid() or CHANGE in sent:
            return self._ask(request, form)
        key = guid_or_none(str(sent.get("assignment_id"))) or uuid4()
        try:
            command = form.command(assignment_id=key, by=actor_of(request))
            if "confirmed" not in sent:
                return self._preview(request, form, command)
            job = assign_task(command)
        except Refusal as refusal:
            show_refusal(form, refusal, form.places)
            return self._ask(request, form)
        return HttpResponseRedirect(address_of_page(TaskAssignment, job.pk))

    def _ask(self, request: HttpRequest, form: AssignmentForm) -> HttpResponse:
        return self.ask(request, [], TITLE, TEXT, {"continue": "Continue"}, form)

    def _preview(
        self, request: HttpRequest, form: AssignmentForm, command: AssignTaskCommand
    ) -> HttpResponse:
        found = preview_assignment(command)
        exercise: Exercise = form.cleaned_data["exercise"]
        text = GIVEN.format(count=found.count, exercise=exercise.name)
        return self.ask(
            request,
            [],
            TITLE,
            text,
            {**({"confirmed": f"Give it to {found.count:,}"} if found.count else {}), **AGAIN},
            hidden=[*sent_again(request), *form.kept(), ("assignment_id", command.assignment_id)],
            facts=[*form.facts(), *_refused(found.refused)],
        )


def _plain(field: forms.Field) -> str:
    """Return the label of a field whose value is shown in the reader's zone."""
    return str(field.label).removesuffix(" (UTC)")


def _shown(field: forms.Field, value: Any) -> str:
    """Return a field's value in words; empty: it is not filled in."""
    match field:
        case forms.ModelChoiceField():
            return field.label_from_instance(value) if value else ""
        case forms.ChoiceField():
            choices: Any = field.choices
            return str(dict(choices)[value])
    return in_utc(value) if isinstance(value, datetime) else value or ""


def _refused(lines: Sequence[SegmentLine]) -> list[str]:
    said = [f"Line {each.number}, “{each.text}”: {each.refusal}." for each in lines[:SHOWN]]
    more = len(lines) - len(said)
    return [*said, *([f"And {more:,} more lines are refused."] if more else [])]


@admin.register(TaskAssignment)
class TaskAssignmentAdmin(FollowedAdmin):
    filled_by = "“Give a task to many…” above the list of tasks starts one."
    opened_by = {"act": ("programs.add_participantexercisetask",)}
    list_display = ("created_on", "exercise", "state", "done", "total", "created", "refused",
                    "started_by")  # fmt: skip
    list_select_related = ("exercise",)
    list_filter = ("state",)
    ordering = ("-created_on",)
    fields = ("id", "exercise", "shown_criteria", "starts_on", "finishes_on", "who", "state",
              "reason", "done", "total", "created", "refused", "refused_lines", "started_by",
              "created_on", "finished_on")  # fmt: skip
    readonly_fields = ("shown_criteria", "who", "refused_lines")
    actions_detail = ("cancel", "undo")

    @admin.display(description="Criteria")
    def shown_criteria(self, job: TaskAssignment) -> str:
        return shown(job.exercise.activity_type, job.criteria) if job.criteria else "none"

    @admin.display(description="For")
    def who(self, job: TaskAssignment) -> str:
        if "isList" in job.segment:
            return "the participants of a list"
        words = [f"{name.replace('_', ' ')}: {text}" for name, text in job.segment.items()]
        return ", ".join(words) or "all participants of the program"

    @admin.display(description="Lines that were refused")
    def refused_lines(self, job: TaskAssignment) -> str:
        lines = job.lines.exclude(refusal="").order_by("number")[:SHOWN]
        rows = [(each.number, each.text, each.refusal) for each in lines]
        return table(["Line", "Text", "Why"], rows) if rows else "none"

    @button("Cancel…", "cancel", why_not=unless(Q(finished_on=None), OVER))
    def cancel(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Ask, and end the job."""
        job: TaskAssignment = self.record_of(request, object_id)

        def cancel(_: dict[str, Any]) -> str:
            by, now = actor_of(request), timezone.now()
            cancel_assignment(CancelAssignmentCommand(assignment_id=job.pk, by=by, now=now))
            return ""

        text = "Tasks that were given stay. The others are not given."
        return self.ordered(request, job, "Cancel it", text, cancel)

    @button(
        "Cancel its tasks…",
        "undo",
        why_not=unless(Q(finished_on__isnull=False), "It still gives tasks: cancel it first."),
    )
    def undo(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Ask, and cancel the tasks that were given and that no activity has."""
        job: TaskAssignment = self.record_of(request, object_id)

        def undo(_: dict[str, Any]) -> str:
            by, now = actor_of(request), timezone.now()
            count = undo_assignment(UndoAssignmentCommand(assignment_id=job.pk, by=by, now=now))
            left = tasks_to_undo(job).count()
            more = f" {left:,} are left: order it again." if left else ""
            return f"{counted(count, 'task')} cancelled.{more}"

        facts = [f"{tasks_to_undo(job).count():,} of {job.created:,} given tasks are cancelled."]
        return self.ordered(request, job, "Cancel its tasks", UNDOING, undo, facts=facts)
