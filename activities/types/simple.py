"""The types whose activities are some keys and criteria: quizzes, invitations, partners …"""

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any, ClassVar

from activities.types.kind import ActivityKind, activity_type, numbers, numeric, text
from programs.activity_types import Span
from programs.criteria import Between, Near, Same, TaskCriteria
from programs.readers import count, degrees, guid, measure, share, timestamp, web_address, words


@activity_type
class GeoLocationActivity(ActivityKind):
    type: ClassVar = "GeoLocationActivity"
    happens: ClassVar = "CheckedInOn"
    required: ClassVar = {
        "LocationId": guid,
        "Latitude": degrees(90),
        "Longitude": degrees(180),
        "CheckedInOn": timestamp,
    }
    variables: ClassVar = {
        "location_id": text(
            "LocationId", "The location's id, as text.", "9c8b7a6d-5e4f-4a3b-8c2d-1e0f9a8b7c6d"
        ),
        "latitude": numeric(
            "Latitude",
            "Degrees to the north.",
            "52.5163",
            Span(least=Decimal(-90), most=Decimal(90)),
            unit="°",
        ),
        "longitude": numeric(
            "Longitude",
            "Degrees to the east.",
            "13.3777",
            Span(least=Decimal(-180), most=Decimal(180)),
            unit="°",
        ),
        "checked_in_on": text("CheckedInOn", "When, as text.", "2026-05-17T09:30:00Z"),
    }
    criteria: ClassVar = TaskCriteria(
        [Same(key="locationId", fact="LocationId", reader=guid)],
        [
            Near(
                latitude="latitude",
                longitude="longitude",
                radius="radiusMeters",
                point=("Latitude", "Longitude"),
            )
        ],
    )


@activity_type
class InviteActivity(ActivityKind):
    type: ClassVar = "InviteActivity"
    happens: ClassVar = "InvitedOn"
    participants: ClassVar = ("InvitedParticipantId",)
    required: ClassVar = {"InvitedParticipantId": guid, "InvitedOn": timestamp}
    variables: ClassVar = {
        "invited_participant_id": text(
            "InvitedParticipantId",
            "The id of the invited participant, as text.",
            "5f2d7a54-0f5c-4a1c-8f0e-6d0b7c8e9f10",
        ),
        "invited_on": text("InvitedOn", "When, as text.", "2026-05-17T09:30:00Z"),
    }


@activity_type
class ParticipatingActivity(ActivityKind):
    type: ClassVar = "ParticipatingActivity"
    happens: ClassVar = "ParticipatedOn"
    required: ClassVar = {"EventId": guid, "ParticipatedOn": timestamp}
    optional: ClassVar = {"StartNumber": words}
    variables: ClassVar = {
        "event_id": text(
            "EventId", "The event's id, as text.", "3d2c1b0a-9f8e-4d7c-8b6a-5f4e3d2c1b0a"
        ),
        "participated_on": text("ParticipatedOn", "When, as text.", "2026-05-17T09:30:00Z"),
        "start_number": text("StartNumber", "The start number, as text.", "1024"),
    }
    criteria: ClassVar = TaskCriteria(
        [Same(key="eventId", fact="EventId", reader=guid, is_required=True)]
    )


@activity_type
class PartnersActivity(ActivityKind):
    type: ClassVar = "PartnersActivity"
    required: ClassVar = {"PartnerId": guid, "ActionCode": words}
    optional: ClassVar = {"Amount": measure}
    variables: ClassVar = {
        "partner_id": text(
            "PartnerId", "The partner's id, as text.", "0b8e7d6c-5a4f-4e3d-8c2b-1a0f9e8d7c6b"
        ),
        "action_code": text("ActionCode", "What the participant did.", "PURCHASE"),
        "amount": numeric(
            "Amount", "The amount.", "49.9", numbers("0 1 10 100 1000 10000", least=Decimal(0))
        ),
    }
    criteria: ClassVar = TaskCriteria(
        [
            Same(key="partnerId", fact="PartnerId", reader=guid, is_required=True),
            Same(key="actionCode", fact="ActionCode"),
        ]
    )


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


@activity_type
class RegistrationActivity(ActivityKind):
    type: ClassVar = "RegistrationActivity"
    happens: ClassVar = "RegisteredOn"
    required: ClassVar = {"RegisteredOn": timestamp}
    variables: ClassVar = {
        "registered_on": text("RegisteredOn", "When, as text.", "2026-05-17T09:30:00Z")
    }


@activity_type
class UploadImageActivity(ActivityKind):
    type: ClassVar = "UploadImageActivity"
    happens: ClassVar = "UploadedOn"
    required: ClassVar = {"ImageId": guid, "ImageUrl": web_address, "UploadedOn": timestamp}
    optional: ClassVar = {"AlbumId": guid}
    variables: ClassVar = {
        "image_id": text(
            "ImageId", "The image's id, as text.", "6a5b4c3d-2e1f-4a0b-9c8d-7e6f5a4b3c2d"
        ),
        "image_url": text("ImageUrl", "The image's address.", "https://example.org/finish.jpg"),
        "uploaded_on": text("UploadedOn", "When, as text.", "2026-05-17T09:30:00Z"),
        "album_id": text(
            "AlbumId", "The album's id, as text.", "8f7e6d5c-4b3a-4f2e-9d1c-0b9a8f7e6d5c"
        ),
    }
    criteria: ClassVar = TaskCriteria([Same(key="albumId", fact="AlbumId", reader=guid)])
