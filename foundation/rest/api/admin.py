"""Sign-in with a name and a password, in the AdminApi."""

from django.urls import path
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from foundation.rest.access import Public
from foundation.rest.api.audit import AuditViews
from foundation.rest.fields import ExactTextField, StrictTextField, UtcDateTimeField
from foundation.rest.operations import operation
from foundation.rest.serializers import Input, Output
from foundation.rest.tokens import refreshed, sign_in
from foundation.rest.views import ApiViewSet


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


urlpatterns = [
    path("token", TokenViews.as_view({"post": "sign_in"})),
    path("token/refresh", TokenViews.as_view({"post": "refresh"})),
    path("audit", AuditViews.as_view({"get": "list"})),
]
