"""The number provider's signatures of its callbacks: github.com/standard-webhooks."""

from base64 import b64decode
from collections.abc import Mapping

from django.conf import settings
from standardwebhooks.webhooks import Webhook, WebhookVerificationError

PREFIX = "whsec_"


def is_signed(body: bytes, headers: Mapping[str, str]) -> bool:
    """Return whether the signature in the headers is by one of our secrets; without any, always."""
    keys = [signing_key(secret) for secret in settings.NUMBER_PROVIDER_WEBHOOK_SECRETS]
    return not keys or any(_is_signed_by(key, body, headers) for key in keys)


def _is_signed_by(key: bytes, body: bytes, headers: Mapping[str, str]) -> bool:
    webhook = Webhook(key)
    try:
        webhook.verify(body, dict(headers), json_parse=False)
    except (WebhookVerificationError, ValueError):  # ValueError: an unreadable header or body
        return False
    return True


def signing_key(secret: str) -> bytes:
    """Return the key of a secret, which is `whsec_` and the key in base64.

    The library would skip what is not base64, and check against a wrong key.
    """
    encoded = secret.removeprefix(PREFIX)
    key = b64decode(encoded + "=" * (-len(encoded) % 4), validate=True)
    if encoded == secret or not key:
        raise ValueError(f"not {PREFIX} and a key in base64")
    return key
