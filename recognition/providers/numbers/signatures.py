"""The secret of Standard Webhooks signatures: `whsec_`, then the key in base64.

Source: https://github.com/standard-webhooks/standard-webhooks.
"""

from base64 import b64decode

PREFIX = "whsec_"


def signing_key(secret: str) -> bytes:
    """Return the key that a secret holds.

    The library would skip what is not base64, and check against a wrong key.

    :raises ValueError: it holds none.
    """
    encoded = secret.removeprefix(PREFIX)
    key = b64decode(encoded + "=" * (-len(encoded) % 4), validate=True)
    if encoded == secret or not key:
        raise ValueError(f"not {PREFIX} and a key in base64")
    return key
