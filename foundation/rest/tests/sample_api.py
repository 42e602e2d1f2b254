"""A small API with every kind of endpoint, served in tests under the AdminApi's base."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import django_filters
from django.contrib.auth.models import Group
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.db import DataError, OperationalError
from django.http import Http404
from django.urls import path
from redis.exceptions import ConnectionError as RedisAway
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from foundation.records.refusals import Conflict, Forbidden, Invalid, NotFound, VersionConflict
from foundation.rest.access import Public, Role, Signed
from foundation.rest.groups import ADMIN, versioned_routes
from foundation.rest.operations import operation
from foundation.rest.pagination import Filters, TextFilter
from foundation.rest.serializers import (
    CountField,
    Input,
    Output,
    UploadedFileField,
    UtcDateTimeField,
)
from foundation.rest.views import ApiViewSet


@dataclass(frozen=True, slots=True, kw_only=True)
class Thing:
    thing_name: str
    made_on: datetime
    version: int = 7


THING = Thing(thing_name="gate", made_on=datetime(2026, 5, 17, 9, 30, tzinfo=UTC))


class TaskTaken(Conflict):
    """The task belongs to another participant."""

    code = "task-taken"


FAULTS: dict[str, Exception] = {
    "not-found": NotFound("No such thing."),
    "conflict": TaskTaken(),
    "version": VersionConflict("Changed since."),
    "invalid": Invalid("Not so.", {"start_number": "Too long."}),
    "forbidden": Forbidden("Blocked."),
    "http404": Http404(),
    "denied": PermissionDenied(),
    "suspicious": SuspiciousOperation("secret words"),
    "data": DataError("secret words"),
    "database": OperationalError("secret words"),
    "redis": RedisAway("secret words"),
    "ours": ZeroDivisionError("secret words"),
}


class ThingOutput(Output):
    thing_name = serializers.CharField()
    made_on = UtcDateTimeField()


class ThingOutputV1(ThingOutput):
    old_name = serializers.CharField(source="thing_name")


class BoxInput(Input):
    left_edge = serializers.FloatField()


class ThingInput(Input):
    example = {"thingName": "gate", "startCount": 1}

    thing_name = serializers.CharField(max_length=20)
    start_count = CountField()
    made_on = UtcDateTimeField(required=False)
    free_data = serializers.DictField(required=False)
    boxes = BoxInput(many=True, required=False)


class EchoOutput(Output):
    thing_name = serializers.CharField()
    start_count = CountField()
    made_on = UtcDateTimeField(required=False)
    free_data = serializers.DictField(required=False)
    from_method = serializers.SerializerMethodField()

    def get_from_method(self, _: Any) -> str:
        return "seen"


class GroupFilters(Filters):
    group_id = django_filters.NumberFilter(field_name="pk")
    name_part = TextFilter(field_name="name", lookup_expr="contains")


class GroupOutput(Output):
    example = {"name": "Services"}

    name = serializers.CharField()


class UploadInput(Input):
    example = {"imageFile": "(the file)"}

    image_file = UploadedFileField()


class ThingViews(ApiViewSet):
    access = Role("recognition.manage")

    @operation(gives={1: ThingOutputV1, 2: ThingOutput}, locking=True)
    def retrieve(self, request: Request) -> Response:
        """Return the thing."""
        return self.answer(THING)

    @operation(takes=ThingInput, locking=True)
    def change(self, request: Request) -> Response:
        """Change the thing."""
        if self.changes()["expected_version"] not in (None, THING.version):
            raise VersionConflict("Changed since.")
        return self.done(THING)

    @operation(gives=GroupOutput, paged=True, filters=GroupFilters, ordering=("name", "id"))
    def list_groups(self, request: Request) -> Response:
        """List groups."""
        return self.page(Group.objects.all())


class OpenViews(ApiViewSet):
    access = Public(reason="a sample")

    @operation(takes=ThingInput, multipart=UploadInput, gives=EchoOutput)
    def echo(self, request: Request) -> Response:
        """Return the input."""
        return self.answer(self.data())

    @operation(statuses=(204,))
    def fail(self, request: Request, fault: str) -> Response:
        """Fail as asked."""
        raise FAULTS[fault]

    @operation(statuses=(204,))
    def open(self, request: Request) -> Response:
        """Accept any call."""
        return self.done()

    @operation(access=Signed(lambda request, _: "good" in request.query_params, reason="a sample"))
    def signed(self, request: Request) -> Response:
        """Accept a signed call."""
        return self.done()


class SharedViews(ApiViewSet):
    access = Role("tagging.manage", "tagging.tag")

    @operation(statuses=(204,))
    def retrieve(self, request: Request) -> Response:
        """Answer nothing."""
        return self.done()


class ClosedViews(ApiViewSet):
    def retrieve(self, request: Request) -> Response:
        return self.done()


routes = [
    path("thing", ThingViews.as_view({"get": "retrieve", "patch": "change"})),
    path("groups", ThingViews.as_view({"get": "list_groups"})),
    path("echo", OpenViews.as_view({"post": "echo"})),
    path("fail/<str:fault>", OpenViews.as_view({"post": "fail"})),
    path("open", OpenViews.as_view({"post": "open"})),
    path("signed", OpenViews.as_view({"post": "signed"})),
    path("shared", SharedViews.as_view({"get": "retrieve"})),
    path("closed", ClosedViews.as_view({"get": "retrieve"})),
]
urlpatterns = versioned_routes(ADMIN, routes)
handler404 = "foundation.rest.error_pages.not_found"
handler400 = "foundation.rest.error_pages.bad_request"
handler500 = "foundation.rest.error_pages.server_error"
