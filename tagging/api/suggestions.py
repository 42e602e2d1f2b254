"""Numbers suggested to the tagger who has a task in hand."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from recognition.models import NumberRejection
from recognition.queries.photos.suggestions import Suggestion, SuggestionKind, list_suggestions
from rest.access import Role
from rest.fields import GuidField
from rest.operations import operation
from rest.serializers import Output
from rest.views import ApiViewSet
from tagging.commands.in_hand import TaskCommand, seen_task
from tagging.queries.tagators import tagator_id_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Suggestions:
    """What is suggested for a task, the best first."""

    suggestions: Sequence[Suggestion]


class BoxOutput(Output):
    """A rectangle in fractions of the image."""

    left = serializers.FloatField()
    top = serializers.FloatField()
    width = serializers.FloatField()
    height = serializers.FloatField()


class SuggestionOutput(Output):
    """A number that may be on the photo."""

    value = serializers.CharField(help_text="`Rejected`: as read, so it need not be a number.")
    kind = serializers.ChoiceField(
        SuggestionKind.choices,
        help_text="`Weak`: read on this photo, but not asked for. `SamePerson`: on another photo "
        "with a person of this one. `Rejected`: read on this photo, and rejected.",
    )
    rejection = serializers.ChoiceField(
        NumberRejection.choices, allow_null=True, help_text="Why it was rejected."
    )
    confidence = serializers.FloatField(
        allow_null=True, help_text="Of the reading; `SamePerson`: of the person on this photo."
    )
    box = BoxOutput(
        allow_null=True, help_text="Of the number; `SamePerson`: of the person on this photo."
    )
    photo_id = GuidField(allow_null=True, help_text="`SamePerson`: a photo with the number.")


class SuggestionsOutput(Output):
    """Numbers that may be on the photo of a task, the best first; at most ten."""

    example = {
        "suggestions": [
            {
                "value": "101",
                "kind": "SamePerson",
                "rejection": None,
                "confidence": 0.93,
                "box": {"left": 0.4, "top": 0.1, "width": 0.1, "height": 0.15},
                "photoId": "2e4c8a60-7b1d-4f93-a5c8-9d0e1f2a3b4c",
            },
            {
                "value": "1O1",
                "kind": "Rejected",
                "rejection": "NotANumber",
                "confidence": 0.41,
                "box": {"left": 0.38, "top": 0.4, "width": 0.14, "height": 0.07},
                "photoId": None,
            },
        ]
    }

    suggestions = SuggestionOutput(many=True)


class SuggestionViews(ApiViewSet):
    """Suggestions for the tasks of a tagger's work."""

    access = Role("tagging.tag", throttle="tagger")

    @operation(gives=SuggestionsOutput, refusals=(404, 409))
    def list(self, request: Request, work_id: UUID, task_id: UUID) -> Response:
        """List numbers that may be on the photo of a task in hand.

        None of them is a tag before the tagger adds it. Another tagger's work is 404; an expired
        work, and a task that is cancelled or completed, are 409.
        """
        task = seen_task(
            TaskCommand(
                tagator_id=tagator_id_of(request.user),
                work_id=work_id,
                task_id=task_id,
                now=timezone.now(),
            )
        )
        return self.answer(Suggestions(suggestions=list_suggestions(task.photo)))
