"""Staff's pages for questions of taggers: the photo, the question, and the answer."""

from textwrap import shorten
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import F, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.views.decorators.http import require_POST
from unfold.widgets import UnfoldAdminTextareaWidget

from foundation.records.audit import actor_of
from foundation.records.refusals import Refusal, VersionConflict
from foundation.records.texts import in_utc
from foundation.staff.actions import say_done
from foundation.staff.command_admin import ReadOnlyAdmin
from foundation.staff.confirming import show_refusal
from foundation.staff.display import address_of_list, address_of_page, link_to
from foundation.staff.form_fields import CleanTextField
from foundation.staff.long_lists import FoundById
from tagging.questions.commands import AnswerQuestionCommand, answer_question, list_open_questions
from tagging.records.guides import MAX_QUESTION, PhotoQuestion
from tagging.records.tagators import Tagator
from tagging.records.tasks import TaggingTask
from tagging.staff import ChosenAlbum, ChosenTagger, DoneFilter, OfTask, beside_picture

TEMPLATE = "admin/tagging/question.html"
ANSWER = "admin:tagging_answer_question"
ANSWERED = "answered"


class AnswerForm(forms.Form):
    """The answer, and the version of the question that was seen."""

    answer = CleanTextField(
        max_length=MAX_QUESTION, widget=UnfoldAdminTextareaWidget(attrs={"rows": 4})
    )
    version = forms.IntegerField(widget=forms.HiddenInput)


class AnsweredFilter(DoneFilter):
    """The open ones, unless the answered ones are chosen."""

    first = "To answer"
    done = (ANSWERED, "Answered")

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[PhotoQuestion]
    ) -> QuerySet[PhotoQuestion]:
        return queryset.filter(answered_on__isnull=self.value() != ANSWERED)


class AlbumOfQuestion(ChosenAlbum):
    column = "task__album"


class TaggerOfQuestion(ChosenTagger):
    column = "tagator"


@admin.register(PhotoQuestion)
class PhotoQuestionAdmin(OfTask, FoundById, ReadOnlyAdmin):
    """Questions of taggers: the oldest to answer first, then the answered."""

    filled_by = "A tagger who does not know how to read a photo asks."
    list_display = ("asked", "question", "photo", "album", "tagger", "answered")
    list_filter = (AnsweredFilter, AlbumOfQuestion, TaggerOfQuestion)
    list_select_related = ("task__album", "tagator")
    search_help_text = "The id of a question, a photo, an album, a task or a tagger, also as a link"
    sortable_by = ()

    def with_id(self, guid: UUID) -> Q:
        of_task = Q(task=guid) | Q(task__photo=guid) | Q(task__album=guid)
        return Q(pk=guid) | of_task | Q(tagator=guid)

    def get_ordering(self, request: HttpRequest) -> Any:
        if request.GET.get(AnsweredFilter.parameter_name) == ANSWERED:
            return (F("answered_on").desc(), "pk")
        return ("asked_on", "pk")

    @admin.display(description="Asked")
    def asked(self, question: PhotoQuestion) -> str:
        return in_utc(question.asked_on)

    @admin.display(description="Question")
    def question(self, question: PhotoQuestion) -> str:
        return shorten(question.text, 80, placeholder="…")

    @admin.display(description="Tagger")
    def tagger(self, question: PhotoQuestion) -> str:
        return link_to(Tagator, question.tagator_id, question.tagator)

    @admin.display(description="Answered")
    def answered(self, question: PhotoQuestion) -> str:
        """Return when and by whom; nothing if it was not."""
        if question.answered_on is None:
            return ""
        return f"{in_utc(question.answered_on)}, by {question.answered_by}"

    def change_view(self, request: HttpRequest, object_id: str, *_: Any, **__: Any) -> HttpResponse:
        found = self.get_object(request, object_id)
        if found is None or not self.has_view_permission(request, found):
            return super().change_view(request, object_id)
        return self._question(request, found, _form_of(found))

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(require_POST(self.answer_view))
        own = path("<uuid:question_id>/answer/", view, name="tagging_answer_question")
        urls: list[URLPattern] = super().get_urls()
        return [own, *urls]

    def answer_view(self, request: HttpRequest, question_id: UUID) -> HttpResponse:
        """Answer a question, and show the next one."""
        if not self.has_act_permission(request):
            raise PermissionDenied
        known = PhotoQuestion.objects.select_related(*self.list_select_related)
        question = known.filter(pk=question_id).first()
        if question is None:
            raise Http404
        form = AnswerForm(request.POST)
        if not form.is_valid():
            return self._question(request, question, form)
        try:
            answer_question(
                AnswerQuestionCommand(
                    question_id=question_id,
                    answer=form.cleaned_data["answer"],
                    now=timezone.now(),
                    expected_version=form.cleaned_data["version"],
                    by=actor_of(request),
                )
            )
        except VersionConflict:
            return self._question(request, question, _answered_meanwhile(question, request.POST))
        except Refusal as refusal:
            show_refusal(form, refusal)
            return self._question(request, question, form)
        say_done(request, f"Answered: {question.tagator} sees it within seconds.")
        following = list_open_questions().first()
        return HttpResponseRedirect(
            address_of_page(PhotoQuestion, following.pk)
            if following
            else address_of_list(PhotoQuestion)
        )

    def _question(
        self, request: HttpRequest, question: PhotoQuestion, form: forms.Form
    ) -> HttpResponse:
        """Show the picture as the workbench does, the question, and the field for the answer."""
        return self.page(
            request,
            TEMPLATE,
            f"Question: {question.task.album}",
            form,
            **beside_picture(request, question),
            question=question,
            tagger=address_of_page(Tagator, question.tagator_id),
            task=address_of_page(TaggingTask, question.task_id),
            asked=self.asked(question),
            answered=self.answered(question),
            may_answer=self.has_act_permission(request),
            answer_address=reverse(ANSWER, args=[question.pk]),
        )


def _form_of(question: PhotoQuestion) -> AnswerForm:
    return AnswerForm(initial={"answer": question.answer, "version": question.version})


def _answered_meanwhile(question: PhotoQuestion, typed: QueryDict) -> AnswerForm:
    """Return the form with what was typed, which the next press sends, and the other answer."""
    form = AnswerForm({**typed.dict(), "version": question.version})
    said = f"{question.answered_by} answered meanwhile: “{question.answer}”"
    form.add_error(None, f"{said}. Send yours again to replace it.")
    return form
