"""Who calls: a token that was issued, or a name and password whose tokens are renewed."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from threading import Lock

from finishline_client.model import Model
from finishline_client.problems import NotSignedIn

EARLY = timedelta(seconds=30)  # a token is renewed so long before its end


class IssuedTokens(Model):
    """What a sign-in and a refresh answer."""

    access_token: str
    refresh_token: str
    expires_on: datetime


@dataclass(frozen=True)
class Token:
    """A token that `manage.py issue_token` or the identity provider issued."""

    text: str = field(repr=False)


@dataclass(frozen=True)
class StaffSignIn:
    """A user of the platform."""

    username: str
    password: str = field(repr=False)

    sign_in_path = "/admin-api/api/v2/token"
    refresh_path = "/admin-api/api/v2/token/refresh"

    def credentials(self) -> dict[str, str]:
        return {"username": self.username, "password": self.password}


@dataclass(frozen=True)
class TaggerSignIn:
    """A tagger, by e-mail address."""

    email: str
    password: str = field(repr=False)

    sign_in_path = "/client-api/api/v2/accounts/signin"
    refresh_path = "/client-api/api/v2/accounts/refresh"

    def credentials(self) -> dict[str, str]:
        return {"email": self.email, "password": self.password}


SignIn = StaffSignIn | TaggerSignIn
# Posts JSON to a path; raises the server's refusal.
Ask = Callable[[str, dict[str, str]], IssuedTokens]


class Tokens:
    """The tokens of one sign-in, shared by all threads."""

    def __init__(self, sign_in: SignIn, ask: Ask) -> None:
        self._sign_in = sign_in
        self._ask = ask
        self._lock = Lock()
        self._issued: IssuedTokens | None = None

    def current(self, refused: str | None = None) -> str:
        """Return a token that is valid for a while, and is not the refused one.

        :raises NotSignedIn: the name or the password is wrong, as the server says it.
        """
        with self._lock:
            if self._issued is None or not self._is_good(self._issued, refused):
                self._issued = self._refreshed() or self._signed_in()
            return self._issued.access_token

    def _is_good(self, issued: IssuedTokens, refused: str | None) -> bool:
        return issued.access_token != refused and issued.expires_on > datetime.now(UTC) + EARLY

    def _refreshed(self) -> IssuedTokens | None:
        """Return new tokens; None: the refresh token has ended, or there is none."""
        if self._issued is None:
            return None
        given = {"refreshToken": self._issued.refresh_token}
        try:
            return self._ask(self._sign_in.refresh_path, given)
        except NotSignedIn:
            self._issued = None
            return None

    def _signed_in(self) -> IssuedTokens:
        return self._ask(self._sign_in.sign_in_path, self._sign_in.credentials())
