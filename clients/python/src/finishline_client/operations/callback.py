"""The operations of the CallbackApi. Made by `script/clients`; do not change it by hand."""

from finishline_client import models
from finishline_client.calls import Group


class CallbackApi(Group):
    """Version 2 of the group `callback-api`."""

    base = "callback-api"
    version = 2

    def activities_create(
        self, body: models.ActivityInput, *, idempotency_key: str | None = None
    ) -> models.ReceivedOutput:
        """Store an activity of any type, or update its data.

        Role: `activities.receive`.
        """
        return self._send(
            "POST", "activities", body=body, takes_key=True, idempotency_key=idempotency_key
        ).one(models.ReceivedOutput)

    def sporadic_activities_callback_activity_accepted_create(
        self, body: models.CallbackInput, *, idempotency_key: str | None = None
    ) -> models.ReceivedOutput:
        """Store an activity that the referees accepted, or update its data.

        Role: `activities.receive`.
        """
        return self._send(
            "POST",
            "sporadic-activities-callback/activity-accepted",
            body=body,
            takes_key=True,
            idempotency_key=idempotency_key,
        ).one(models.ReceivedOutput)

    def sporadic_activities_callback_activity_rejected_create(
        self, body: models.CallbackInput, *, idempotency_key: str | None = None
    ) -> models.ReceivedOutput:
        """Store an activity that the referees rejected, or update its data.

        Role: `activities.receive`.
        """
        return self._send(
            "POST",
            "sporadic-activities-callback/activity-rejected",
            body=body,
            takes_key=True,
            idempotency_key=idempotency_key,
        ).one(models.ReceivedOutput)

    def sport_activities_callback_activity_accepted_create(
        self, body: models.CallbackInput, *, idempotency_key: str | None = None
    ) -> models.ReceivedOutput:
        """Store an activity that the referees accepted, or update its data.

        Role: `activities.receive`.
        """
        return self._send(
            "POST",
            "sport-activities-callback/activity-accepted",
            body=body,
            takes_key=True,
            idempotency_key=idempotency_key,
        ).one(models.ReceivedOutput)

    def sport_activities_callback_activity_rejected_create(
        self, body: models.CallbackInput, *, idempotency_key: str | None = None
    ) -> models.ReceivedOutput:
        """Store an activity that the referees rejected, or update its data.

        Role: `activities.receive`.
        """
        return self._send(
            "POST",
            "sport-activities-callback/activity-rejected",
            body=body,
            takes_key=True,
            idempotency_key=idempotency_key,
        ).one(models.ReceivedOutput)


class CallbackApiV1(CallbackApi):
    """Version 1 of the group `callback-api`."""

    base = "callback-api"
    version = 1
