"""Who may sign in to the installation of this machine."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class SignIn:
    """An account; `password` only if it was made just now: it cannot be read later."""

    kind: str
    name: str
    password: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SignIns:
    """Who may sign in: staff on their site, a tagger in the workbench."""

    staff: SignIn
    tagger: SignIn

    def made_now(self) -> list[SignIn]:
        """Return the accounts that were made just now."""
        return [account for account in (self.staff, self.tagger) if account.password]
