"""What rest offers to each API group: the audit log, tokens, roles."""

from typing import Any

from django.http.response import HttpResponseBase
from django.urls import path
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from foundation.records.formats import CSV
from foundation.records.models import AuditEntry
from foundation.rest.access import Public, Role
from foundation.rest.operations import operation
from foundation.rest.serializers import (
    ExactTextField,
    Input,
    Output,
    StrictTextField,
    TextField,
    UtcDateTimeField,
    camel_case,
)
from foundation.rest.tokens import refreshed, sign_in
from foundation.rest.views import ApiViewSet
from foundation.staff.audit_rows import AuditRows, csv_of_audit


class AuditQuery(Input):
    """Which rows of the audit are listed; those that meet every condition."""

    record_type = TextField(
        max_length=100, required=False, help_text="`Album`, `Photo`, `Tagator` and the like."
    )
    record_id = TextField(max_length=100, required=False)
    actor = TextField(
        max_length=200, required=False, help_text="The whole name of a user or a token."
    )
    action = TextField(
        max_length=100, required=False, help_text="`Created`, `Changed` and the like."
    )
    from_ = UtcDateTimeField(
        source="occurred_on__gte", required=False, help_text="From this moment on."
    )
    to = UtcDateTimeField(
        source="occurred_on__lt", required=False, help_text="… and before this one."
    )
    format = serializers.ChoiceField(
        ["json", "csv"], default="json", help_text="`csv`: all rows in a file, in plain words."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        begin, end = attrs.get("occurred_on__gte"), attrs.get("occurred_on__lt")
        if begin and end and end <= begin:
            raise serializers.ValidationError({"to": "Later than `from`."}, "not-later")
        return attrs


class ChangeOutput(Output):
    """A field with what it was and what it is; of a secret, only that it is `changed`."""

    field = serializers.CharField()
    old = serializers.JSONField()  # null is a value of its own
    new = serializers.JSONField()


class AuditEntryOutput(Output):
    """An order of a person or service."""

    example = {
        "occurredOn": "2026-05-17T09:30:00Z",
        "actor": "ann",
        "address": "192.0.2.17",
        "requestId": "0b6f3c1e-5a8d-4f27-9c3e-7d1a2b4c6e80",
        "recordType": "Album",
        "recordId": "3f2b8a1c-9d4e-4c6f-8b7a-1e5d2c3f4a60",
        "recordName": "City marathon",
        "action": "Changed",
        "changes": [{"field": "strategy", "old": "Number", "new": "NumberThenManual"}],
        "reason": "",
    }

    occurred_on = UtcDateTimeField()
    actor = serializers.CharField()
    address = serializers.CharField()
    request_id = serializers.CharField()
    record_type = serializers.CharField()
    record_id = serializers.CharField(help_text="Empty: the order is about many records.")
    record_name = serializers.CharField()
    action = serializers.CharField()
    changes = serializers.SerializerMethodField()
    reason = serializers.CharField()

    @extend_schema_field(ChangeOutput(many=True))
    def get_changes(self, entry: AuditEntry) -> list[dict[str, Any]]:
        pairs = sorted(entry.changes.items())
        return [{"field": camel_case(name), "old": old, "new": new} for name, (old, new) in pairs]


OF_PAGES = {"page", "pageSize", "fields"}
WHOLE = "The file has all rows and columns: leave it out, or ask for `format=json`."


class AuditViews(ApiViewSet):
    """What people and services ordered."""

    access = Role("audit.read")

    @operation(query=AuditQuery, gives=AuditEntryOutput, paged=True, sends=(CSV,))
    def list(self, request: Request) -> HttpResponseBase:
        """List orders, the newest first, with old and new values of each field.

        `count` ends at 100,000, and so do the pages: narrow the list by `from` and `to`. With
        `format=csv` the answer is a file with all rows that the conditions find.
        """
        asked = self.query()
        is_file = asked.pop("format") == "csv"
        if is_file and (of_pages := OF_PAGES & request.query_params.keys()):
            raise serializers.ValidationError(dict.fromkeys(of_pages, WHOLE), "of-pages")
        rows = AuditEntry.objects.filter(**asked)
        return csv_of_audit(rows) if is_file else self.page_of(AuditRows(rows))


class CredentialsInput(Input):
    """A name and its password."""

    example = {"username": "ann", "password": "correct horse battery staple"}

    username = StrictTextField(max_length=150)
    password = ExactTextField(max_length=128, trim_whitespace=False)


class RefreshInput(Input):
    """A refresh token."""

    example = {"refreshToken": "eyJhbGciOiJIUzI1NiJ9…"}

    refresh_token = ExactTextField(max_length=4096)


class TokensOutput(Output):
    """An access token for `Authorization: Bearer`, and the refresh token for the next one."""

    example = {
        "accessToken": "eyJhbGciOiJIUzI1NiJ9…",
        "refreshToken": "eyJhbGciOiJIUzI1NiJ9…",
        "expiresOn": "2026-05-17T09:30:00Z",
    }

    access_token = serializers.CharField()
    refresh_token = serializers.CharField()
    expires_on = UtcDateTimeField()


class TokenViews(ApiViewSet):
    access = Public(reason="callers sign in here", throttle="token")

    @operation(takes=CredentialsInput, gives=TokensOutput, refusals=(401,))
    def sign_in(self, request: Request) -> Response:
        """Issue tokens for a name and a password."""
        return self.answer(sign_in(self.django_request, **self.data()))

    @operation(takes=RefreshInput, gives=TokensOutput, refusals=(401,))
    def refresh(self, request: Request) -> Response:
        """Issue a new access token for a refresh token."""
        return self.answer(refreshed(**self.data()))


admin_urls = [
    path("token", TokenViews.as_view({"post": "sign_in"})),
    path("token/refresh", TokenViews.as_view({"post": "refresh"})),
    path("audit", AuditViews.as_view({"get": "list"})),
]
