"""Our own contract of number providers (docs/contracts): `vision`, the sandbox, and others.

Callbacks may be signed: github.com/standard-webhooks.
"""

from base64 import b64decode
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from django.conf import settings
from standardwebhooks.webhooks import Webhook, WebhookVerificationError

from recognition.providers.http_client import ask_health, call, delete_person, read_json

if TYPE_CHECKING:  # the port names this adapter
    from recognition.providers.numbers import NumberOrder

WHO = "number provider"
PREFIX = "whsec_"


class HttpNumberProvider:
    """Asks over HTTP; see the port."""

    def request(self, order: "NumberOrder") -> str:
        # Only where it says something: of digits every provider knows.
        more = {} if order.number_format == "Digits" else {"numberFormat": order.number_format}
        answer = call(
            WHO,
            "POST",
            f"{settings.NUMBER_PROVIDER_URL}/recognitions",
            **self._access(),
            json={
                "name": f"{order.id};{order.album_id}",
                "type": order.type,
                "imageUrl": order.image_url,
                "callbackUrl": order.callback_url,
                **more,
            },
        )
        body = read_json(WHO, answer)
        request_id = str(body.get("requestId", "")) if isinstance(body, dict) else ""
        return request_id.replace("\0", "")[:200]

    def is_signed(self, body: bytes, headers: Mapping[str, str]) -> bool:
        keys = [signing_key(secret) for secret in settings.NUMBER_PROVIDER_WEBHOOK_SECRETS]
        return not keys or any(_is_signed_by(key, body, headers) for key in keys)

    def callback_of(self, body: Any) -> Any:
        return body

    def forget(self, person_id: str) -> None:
        url = f"{settings.NUMBER_PROVIDER_URL}/persons/{quote(person_id, safe='')}"
        delete_person(WHO, url, **self._access())

    def health(self) -> str:
        return ask_health(WHO, settings.NUMBER_PROVIDER_URL, **self._access())

    def _access(self) -> dict[str, Any]:
        return {
            "token": settings.NUMBER_PROVIDER_TOKEN,
            "timeout": settings.NUMBER_PROVIDER_TIMEOUT,
        }


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
