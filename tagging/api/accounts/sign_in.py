"""Sign-in of taggers: by e-mail address and password, and by a refresh token."""

from dataclasses import dataclass

from django.contrib.auth.hashers import check_password
from django.contrib.auth.models import User
from django.http import HttpRequest
from rest_framework.exceptions import AuthenticationFailed
from rest_framework_simplejwt.tokens import AccessToken

from rest.authentication import user_of
from rest.tokens import IssuedTokens, refreshed, sign_in
from tagging.commands.works import TagatorBlocked
from tagging.models import Tagator, TagatorState


@dataclass(frozen=True, slots=True, kw_only=True)
class SignedIn:
    """A tagger's tokens."""

    tokens: IssuedTokens
    tagator: Tagator


def sign_in_tagator(request: HttpRequest, email: str, password: str) -> SignedIn:
    """Return tokens for a tagger's e-mail address and password.

    django-axes counts failures; its middleware answers a caller who is locked out.

    :raises AuthenticationFailed: the address or the password is wrong, or not a tagger's.
    :raises TagatorBlocked: both are right, and the tagger is blocked.
    """
    email = email.lower()
    try:
        tokens = sign_in(request, email, password)
    except AuthenticationFailed:
        _refuse_blocked(email, password)
        raise
    return SignedIn(tokens=tokens, tagator=_tagator_named(email))


def refresh_tagator(refresh_token: str) -> SignedIn:
    """Return new tokens for a tagger's valid refresh token.

    :raises AuthenticationFailed: it is invalid, or its user is inactive or not a tagger.
    """
    tokens = refreshed(refresh_token)
    user: User = user_of(AccessToken(tokens.access_token))  # type: ignore[arg-type]
    return SignedIn(tokens=tokens, tagator=_tagator_named(user.username))


def _refuse_blocked(email: str, password: str) -> None:
    """Refuse a blocked tagger as such only if the password is right."""
    blocked = Tagator.objects.filter(email=email, state=TagatorState.BLOCKED)
    tagator = blocked.select_related("user").first()
    if tagator is not None and check_password(password, tagator.user.password):
        raise TagatorBlocked


def _tagator_named(email: str) -> Tagator:
    tagator = Tagator.objects.filter(email=email).first()
    if tagator is None:
        raise AuthenticationFailed("This is no tagger's account.", code="sign-in-failed")
    return tagator
