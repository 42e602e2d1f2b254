"""QuizActivity: a quiz that the participant answered."""

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any, ClassVar

from activities.types.kind import ActivityKind, activity_type, numbers, numeric, text
from programs.criteria import Between, Same, TaskCriteria
from programs.readers import count, guid, share


@activity_type
class QuizActivity(ActivityKind):
    type: ClassVar = "QuizActivity"
    required: ClassVar = {"QuizId": guid, "CorrectAnswers": count, "TotalQuestions": count}
    variables: ClassVar = {
        "quiz_id": text(
            "QuizId", "The quiz's id, as text.", "1f0c2b6a-4f0e-4a53-9a57-6e1d3c8b7a90"
        ),
        "correct_answers": numeric(
            "CorrectAnswers",
            "How many answers are correct.",
            "8",
            numbers("0 1 5 10 20", least=Decimal(0), at_most="total_questions", is_whole=True),
        ),
        "total_questions": numeric(
            "TotalQuestions",
            "How many questions there are.",
            "10",
            numbers("1 5 10 20 50", least=Decimal(1), is_whole=True),
        ),
    }
    criteria: ClassVar = TaskCriteria(
        [
            Same(key="quizId", fact="QuizId", reader=guid, is_required=True),
            Between(
                fact="Score",
                least="minScore",
                reader=share,
                says={"minScore": "The share of correct answers, from 0 to 1: 0.8 is 8 of 10."},
            ),
        ]
    )

    def in_words(self, data: Mapping[str, str]) -> str:
        right, of = data.get("CorrectAnswers", "?"), data.get("TotalQuestions", "?")
        return f"{super().in_words(data)}, {right} of {of} right"

    def rules(self, values: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        """There is a question, and there are not more correct answers than questions."""
        if values["TotalQuestions"] < 1:
            yield "TotalQuestions", "must be at least 1"
        elif values["CorrectAnswers"] > values["TotalQuestions"]:
            yield "CorrectAnswers", "must not be greater than TotalQuestions"

    def facts(self, values: Mapping[str, Any]) -> Mapping[str, Any]:
        """Add `Score`, the share of correct answers, from 0 to 1."""
        return {**values, "Score": Decimal(values["CorrectAnswers"]) / values["TotalQuestions"]}
