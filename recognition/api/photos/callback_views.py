"""Where the number provider answers."""

from typing import Any

from django.conf import settings
from django.core.signing import BadSignature
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response
from standardwebhooks.webhooks import Webhook, WebhookVerificationError

from recognition.api.photos.callback_serializers import NumberCallbackInput
from recognition.commands.photos.callbacks import StoreCallbackCommand, store_callback
from recognition.providers.numbers.requests import request_of_token
from recognition.providers.numbers.signatures import signing_key
from rest.access import Signed
from rest.operations import operation
from rest.views import ApiViewSet


def is_signed(request: Request, _: dict[str, Any]) -> bool:
    """Tell whether the address holds a token of ours and, where agreed, the body a signature."""
    try:
        request_of_token(request.query_params.get("token", ""))
    except (BadSignature, ValueError):
        return False
    return _has_webhook_signature(request)


def _has_webhook_signature(request: Request) -> bool:
    """Check the Standard Webhooks signature, where a secret is agreed.

    Source: https://github.com/standard-webhooks/standard-webhooks.
    """
    secret = settings.NUMBER_PROVIDER_WEBHOOK_SECRET
    if not secret:
        return True
    webhook = Webhook(signing_key(secret))  # a malformed one is a fault of ours, and loud
    try:
        webhook.verify(request.body, dict(request.headers), json_parse=False)
    except (WebhookVerificationError, ValueError):  # ValueError: a header or a body it cannot read
        return False
    return True


class NumberCallbackViews(ApiViewSet):
    """Answers of the number provider."""

    access = Signed(is_signed, reason="the address that the provider was given holds a token")

    @operation(takes=NumberCallbackInput, statuses=(202,), refusals=(404,))
    def receive(self, request: Request) -> Response:
        """Store an answer of the number provider; it takes effect shortly after."""
        self.data()
        store_callback(
            StoreCallbackCommand(
                request_id=request_of_token(request.query_params["token"]),
                payload=dict(request.data),
                now=timezone.now(),
            )
        )
        return self.done()
