"""Hashes of passwords from ASP.NET Identity, version 3; each is hashed again at the first sign-in.

Source: Microsoft.AspNetCore.Identity, PasswordHasher.cs: `0x01 | PRF | iterations | salt length |
salt | subkey`, the three numbers in 32 bits, big-endian.
"""

import base64
import hashlib
import hmac
import struct
from typing import Any

from django.contrib.auth.hashers import BasePasswordHasher, mask_hash

_HEADER = struct.Struct(">BIII")
_VERSION = 1
_DIGESTS = {0: "sha1", 1: "sha256", 2: "sha512"}
MOST_ITERATIONS = 10_000_000
NAME = "aspnet_identity"


def as_stored(value: Any) -> str:
    """Return a hash as Django stores it.

    :raises ValueError: it begins like one of ASP.NET Identity, and is none of version 3.
    """
    if not isinstance(value, str):
        raise TypeError
    if "$" in value:
        return value
    _parts(value)
    return f"{NAME}${value}"


def _parts(encoded: str) -> tuple[str, int, bytes, bytes]:
    content = base64.b64decode(encoded, validate=True)
    if len(content) < _HEADER.size:
        raise ValueError
    version, prf, iterations, salt_length = _HEADER.unpack_from(content)
    salt, key = content[_HEADER.size :][:salt_length], content[_HEADER.size + salt_length :]
    is_sound = version == _VERSION and prf in _DIGESTS and 0 < iterations <= MOST_ITERATIONS
    if not is_sound or len(salt) < 16 or len(key) < 16:
        raise ValueError
    return _DIGESTS[prf], iterations, salt, key


class AspNetIdentityHasher(BasePasswordHasher):
    """Verifies such hashes; new ones are made by the first hasher of `PASSWORD_HASHERS`."""

    algorithm = NAME

    def verify(self, password: str, encoded: str) -> bool:
        digest, iterations, salt, key = _parts(encoded.partition("$")[2])
        found = hashlib.pbkdf2_hmac(digest, password.encode(), salt, iterations, len(key))
        return hmac.compare_digest(found, key)

    def must_update(self, encoded: str) -> bool:
        return True

    def safe_summary(self, encoded: str) -> Any:
        digest, iterations, salt, _ = _parts(encoded.partition("$")[2])
        return {
            "algorithm": self.algorithm,
            "iterations": iterations,
            "salt": mask_hash(salt.hex()),
            "hash": digest,
        }

    def harden_runtime(self, password: str, encoded: str) -> None:
        """Do nothing: a hash of this form is replaced at the first sign-in."""
