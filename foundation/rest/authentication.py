"""Bearer tokens: our own, and those of an outside identity provider if one is set."""

from typing import Any

from django.contrib.auth.models import User
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request
from rest_framework_simplejwt.exceptions import TokenError
from rest_framework_simplejwt.settings import api_settings
from rest_framework_simplejwt.tokens import Token
from rest_framework_simplejwt.utils import get_md5_hash_password

from foundation.rest.outside_tokens import OutsideUser, is_outside, verified_claims
from foundation.rest.roles import ACTIVE_USER_WITH_PERMISSIONS, ROLES
from foundation.rest.token_keys import OwnAccessToken

Caller = tuple[User | OutsideUser, frozenset[str]]


class BearerAuthentication(BaseAuthentication):
    """`Authorization: Bearer <token>` → `request.user`, and the names of the roles as `.auth`."""

    def authenticate(self, request: Request) -> Caller | None:
        parts = get_authorization_header(request).split()
        if not parts or parts[0].lower() != b"bearer":
            return None
        if len(parts) != 2:
            raise _refused("The Authorization header must be 'Bearer' and one token.")
        token = parts[1].decode("latin-1")
        return _outside_caller(token) if is_outside(token) else _own_caller(token)


def user_of(token: Token) -> Any:
    """Return the active user that a token of ours names, with `.permission_names`."""
    pk = str(token.get(api_settings.USER_ID_CLAIM, ""))
    if not (pk.isascii() and pk.isdigit() and len(pk) < 10):
        raise _refused("The token names no user.")
    user: Any = next(iter(User.objects.raw(ACTIVE_USER_WITH_PERMISSIONS, [int(pk)])), None)
    if user is None:
        raise _refused("The token's user is unknown or inactive.")
    if token.get(api_settings.REVOKE_TOKEN_CLAIM) != get_md5_hash_password(user.password):
        raise _refused("The token is older than the user's password.")
    return user


def _own_caller(token: str) -> Caller:
    try:
        user: Any = user_of(OwnAccessToken(token))  # type: ignore[arg-type]
    except TokenError:
        raise _refused("The token is invalid or has expired.") from None
    return user, frozenset(
        ROLES.keys() if user.is_superuser else ROLES.keys() & user.permission_names
    )


def _outside_caller(token: str) -> Caller:
    claims = verified_claims(token)
    named = claims.get("roles")
    roles = ROLES.keys() & {str(name) for name in named} if isinstance(named, list) else ()
    return OutsideUser(username=str(claims["sub"])), frozenset(roles)


def _refused(detail: str) -> AuthenticationFailed:
    return AuthenticationFailed(detail, code="invalid-token")
