"""One-time links by which people set their own password: to mail, and to use.

A link works once and for `PASSWORD_RESET_TIMEOUT`. A newer one does not end an older one, but
setting the password, or signing in at the staff's site, ends all.
"""

from dataclasses import dataclass, field

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import User
from django.contrib.auth.tokens import default_token_generator
from django.db import transaction
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.html import format_html
from django.utils.http import urlsafe_base64_encode
from django.utils.translation import get_language, override

from foundation.messaging import outbox
from foundation.messaging.outbox.lanes import MAIL
from foundation.records.audit import SECRET, Actor, record_change, record_deed
from foundation.records.refusals import Conflict, Invalid
from foundation.rest.languages import language_of, offered
from foundation.staff.outcomes import say_done

CONSOLE = "django.core.mail.backends.console.EmailBackend"
_REPLACED = "A newer link to set the password replaces it."


class NoMailAddress(Invalid):
    """The account has no e-mail address that a link could be sent to."""

    code = "no-mail-address"


class LinkUsed(Conflict):
    """The password was set meanwhile, perhaps by the same link."""

    code = "password-link-used"


@dataclass(frozen=True, slots=True, kw_only=True)
class SendPasswordLinkCommand:
    """Mail an account a link to set its password. `is_new`: the account has none yet."""

    user_id: int
    is_new: bool = False
    by: Actor | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SetPasswordCommand:
    """Set an account's password. `former`: the stored one that it replaces, or a link was for."""

    user_id: int
    password: str = field(repr=False)
    former: str = field(repr=False)
    by: Actor | None = None


def link_of(user: User) -> str:
    """Return the address at which the user sets a password."""
    key = urlsafe_base64_encode(force_bytes(user.pk))
    token = default_token_generator.make_token(user)
    return f"{settings.PUBLIC_URL}{reverse('set-password', args=[key, token])}"


def link_hours() -> int:
    return int(settings.PASSWORD_RESET_TIMEOUT) // 3600


def is_mail_sent() -> bool:
    """Return whether mails leave this service; without a mail server they are only printed."""
    return bool(settings.EMAIL_BACKEND != CONSOLE)


def say_sent(request: HttpRequest, user: User) -> None:
    """Say on the next page that the link is sent; without a mail server show it, to hand over."""
    if is_mail_sent():
        say_done(request, f"{user.email} gets a link to set the password.")
        return
    said = "There is no mail server: give this link to {}. It works once. {}"
    messages.warning(request, format_html(said, user.email, link_of(user)))


@transaction.atomic
def send_password_link(command: SendPasswordLinkCommand) -> User:
    """Write the mail with the link; it replaces one that is not sent yet.

    It is in the language that the account has chosen, else in that of the page that asks for it.

    :raises NoMailAddress: see there.
    """
    user = User.objects.get(pk=command.user_id)
    if not user.email:
        raise NoMailAddress(errors={"email": "Enter an e-mail address first."})
    shown = {"user": user, "link": link_of(user), "hours": link_hours(), "is_new": command.is_new}
    with override(offered(language_of(user) or get_language() or "")):
        mail = outbox.MailMessage(
            key=f"password/{user.pk}",
            to=user.email,
            subject=render_to_string("password/mail_subject.txt", shown),
            text=render_to_string("password/mail.txt", shown),
            is_secret=True,
        )
    outbox.withdraw(MAIL, [str(mail.key)], _REPLACED)
    outbox.post(mail)
    record_deed(command.by, "Sent a link to set the password", user)
    return user


@transaction.atomic
def set_password(command: SetPasswordCommand) -> User:
    """Set the password; whatever the account is signed in with stops working.

    :raises LinkUsed: see there; of two requests with one link the second one gets it.
    """
    user = User.objects.select_for_update().get(pk=command.user_id)
    if user.password != command.former:
        raise LinkUsed
    user.set_password(command.password)
    user.save(update_fields=["password"])
    record_change(command.by, "Set the password", user, {"password": SECRET})
    return user
