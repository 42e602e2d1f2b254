"""Bearer tokens: our own, and those of an outside identity provider where one is set.

Our own token names a Django user, who is read afresh with all roles in one statement a request: a
user made inactive, a role taken away or a changed password counts from the next request on.
"""

from dataclasses import dataclass
from typing import Protocol, cast

from django.contrib.auth.models import User
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request
from rest_framework_simplejwt.exceptions import TokenError
from rest_framework_simplejwt.settings import api_settings
from rest_framework_simplejwt.tokens import AccessToken, Token
from rest_framework_simplejwt.utils import get_md5_hash_password

from rest.outside_tokens import OutsideUser, is_outside, verified_claims
from rest.problems import CHALLENGE
from rest.roles import ROLES, roles_of_user


@dataclass(frozen=True, slots=True, kw_only=True)
class Grant:
    """What the caller's token opens: the roles held, or everything (a superuser)."""

    roles: frozenset[str]
    everything: bool = False

    def has(self, role: str) -> bool:
        """Tell whether the role is among them."""
        return self.everything or role in self.roles


class HasRoles(Protocol):
    """A user read together with the names of the roles held."""

    roles: list[str]


class BearerAuthentication(BaseAuthentication):
    """`Authorization: Bearer <token>` → `request.user` and `request.auth`, a `Grant`."""

    def authenticate(self, request: Request) -> tuple[User | OutsideUser, Grant] | None:
        token = _bearer_token(request)
        if token is None:
            return None
        return _outside_caller(token) if is_outside(token) else _own_caller(token)

    def authenticate_header(self, request: Request) -> str:
        return CHALLENGE


def user_of(token: Token) -> User:
    """Return the active user that a token of ours names, with `.roles`.

    :raises AuthenticationFailed: there is none, or the token is older than the user's password.
    """
    users = User.objects.filter(is_active=True).annotate(roles=roles_of_user())
    user = users.filter(pk=_user_id(token)).first()
    if user is None:
        raise _refused("The token's user is unknown or inactive.")
    if token.get(api_settings.REVOKE_TOKEN_CLAIM) != get_md5_hash_password(user.password):
        raise _refused("The token is older than the user's password.")
    return user


def _own_caller(token: str) -> tuple[User, Grant]:
    try:
        user = user_of(AccessToken(token))  # type: ignore[arg-type]
    except TokenError:
        raise _refused("The token is invalid or has expired.") from None
    return user, Grant(roles=frozenset(cast(HasRoles, user).roles), everything=user.is_superuser)


def _outside_caller(token: str) -> tuple[OutsideUser, Grant]:
    claims = verified_claims(token)
    named = claims.get("roles")
    roles = ROLES.keys() & {str(name) for name in named} if isinstance(named, list) else ()
    return OutsideUser(username=str(claims["sub"])), Grant(roles=frozenset(roles))


def _bearer_token(request: Request) -> str | None:
    parts = get_authorization_header(request).split()
    if not parts or parts[0].lower() != b"bearer":
        return None
    if len(parts) != 2:
        raise _refused("The Authorization header must be 'Bearer' and one token.")
    return parts[1].decode("latin-1")


def _user_id(token: Token) -> int:
    text = str(token.get(api_settings.USER_ID_CLAIM, ""))
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise _refused("The token names no user.")
    return int(text)


def _refused(detail: str) -> AuthenticationFailed:
    return AuthenticationFailed(detail, code="invalid-token")
