"""Tenants on the wire."""

from rest_framework import serializers

from recognition.api.samples import MOMENT, TENANT_ID
from recognition.models import RecognitionState
from rest.fields import GuidField, UtcDateTimeField
from rest.serializers import Output


class TenantOutput(Output):
    """A tenant."""

    example = {
        "tenantId": TENANT_ID,
        "recognitionState": "On",
        "createdOn": MOMENT,
        "updatedOn": MOMENT,
    }

    tenant_id = GuidField(source="pk")
    recognition_state = serializers.ChoiceField(RecognitionState.choices)
    created_on = UtcDateTimeField()
    updated_on = UtcDateTimeField()
