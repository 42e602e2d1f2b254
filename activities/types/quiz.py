"""QuizActivity: a quiz that the participant answered."""

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any, ClassVar

from activities.types.kind import ActivityKind, DataVariable, activity_type
from programs.activity_types import Span
from programs.criteria import Between, Same, TaskCriteria
from programs.readers import count, guid, share


@activity_type
class QuizActivity(ActivityKind):
    type: ClassVar = "QuizActivity"
    required: ClassVar = {"QuizId": guid, "CorrectAnswers": count, "TotalQuestions": count}
    variables: ClassVar = {
        "quiz_id": DataVariable(
            key="QuizId",
            says="The quiz's id, as text.",
            example="1f0c2b6a-4f0e-4a53-9a57-6e1d3c8b7a90",
        ),
        "correct_answers": DataVariable(
            key="CorrectAnswers",
            says="How many answers are correct.",
            example=Decimal(8),
            span=Span(
                least=Decimal(0),
                at_most="total_questions",
                is_whole=True,
                typical=tuple(map(Decimal, (0, 1, 5, 10, 20))),
            ),
        ),
        "total_questions": DataVariable(
            key="TotalQuestions",
            says="How many questions there are.",
            example=Decimal(10),
            span=Span(
                least=Decimal(1), is_whole=True, typical=tuple(map(Decimal, (1, 5, 10, 20, 50)))
            ),
        ),
    }
    criteria: ClassVar = TaskCriteria(
        [
            Same(key="quizId", fact="QuizId", reader=guid, is_required=True),
            Between(fact="Score", least="minScore", reader=share),
        ]
    )

    def rules(self, values: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        """There is a question, and there are not more correct answers than questions."""
        if values["TotalQuestions"] < 1:
            yield "TotalQuestions", "must be at least 1"
        elif values["CorrectAnswers"] > values["TotalQuestions"]:
            yield "CorrectAnswers", "must not be greater than TotalQuestions"

    def facts(self, values: Mapping[str, Any]) -> Mapping[str, Any]:
        """Add `Score`, the share of correct answers, from 0 to 1."""
        return {**values, "Score": Decimal(values["CorrectAnswers"]) / values["TotalQuestions"]}
