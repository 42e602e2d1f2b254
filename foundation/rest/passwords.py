"""Passwords of people: one-time links to set one, and the pages that do it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import wraps
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import admin, messages
from django.contrib.auth.forms import SetPasswordForm
from django.contrib.auth.models import User
from django.contrib.auth.tokens import default_token_generator
from django.contrib.auth.views import PasswordChangeView, PasswordResetConfirmView
from django.db import transaction
from django.db.models import Q
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import path, reverse, reverse_lazy
from django.utils.decorators import method_decorator
from django.utils.encoding import force_bytes
from django.utils.html import format_html
from django.utils.http import urlsafe_base64_encode
from django.utils.translation import get_language, gettext_lazy, override
from django.views.decorators.cache import never_cache
from django.views.generic import FormView, TemplateView
from unfold.forms import AdminOwnPasswordChangeForm

from foundation.messaging import outbox
from foundation.messaging.outbox.lanes import MAIL
from foundation.records.audit import SECRET, Actor, actor_of, record_change, record_deed
from foundation.records.callers import address_of
from foundation.records.refusals import Conflict, Invalid
from foundation.rest.checks import PRINTING
from foundation.rest.languages import in_language_of_reader, language_of, offered
from foundation.rest.throttles import ScopeThrottle
from foundation.staff.actions import say_done

# One-time links by which people set their own password: to mail, and to use.
#
# A link works once and for `PASSWORD_RESET_TIMEOUT`. A newer one does not end an older one, but
# setting the password, or signing in at the staff's site, ends all.

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


def say_sent(request: HttpRequest, user: User) -> None:
    """Say on the next page that the link is sent; without a mail server show it, to hand over."""
    if settings.EMAIL_BACKEND != PRINTING:
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


View = Callable[..., HttpResponseBase]
_MAILS_A_REQUEST = 3  # accounts with one address; more would be a way to send many mails


class ForgottenForm(forms.Form):
    """Whose password is forgotten."""

    email = forms.EmailField(
        label=gettext_lazy("E-mail address"),
        widget=forms.EmailInput(attrs={"autocomplete": "email", "autofocus": True}),
        error_messages={"invalid": gettext_lazy("Enter a valid e-mail address.")},
    )


class OwnPasswordForm(AdminOwnPasswordChangeForm):  # type: ignore[misc]  # unfold has no types
    """The present password, and the new one twice."""

    user: User

    def __init__(self, *args: Any, by: Actor, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.by = by

    def save(self, commit: bool = True) -> User:
        self.user = set_password(
            SetPasswordCommand(
                user_id=self.user.pk,
                password=self.cleaned_data["new_password1"],
                former=self.user.password,
                by=self.by,
            )
        )
        return self.user


class NewPasswordForm(SetPasswordForm):  # type: ignore[type-arg]  # not subscriptable at run time
    """The new password, twice."""

    def __init__(self, *args: Any, address: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.address = address
        for each in self.fields.values():
            each.help_text = ""  # as HTML; the page has it as text

    def save(self, commit: bool = True) -> User:
        user: User = self.user
        return set_password(
            SetPasswordCommand(
                user_id=user.pk,
                password=self.cleaned_data["new_password1"],
                former=user.password,
                by=Actor(user.get_username(), self.address),
            )
        )


def throttled(view: View) -> View:
    """Take the form of a page from each caller as often as a sign-in."""

    @wraps(view)
    def shown(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        throttle = ScopeThrottle("token")
        if request.method != "POST" or throttle.allow_page(request):
            return view(request, *args, **kwargs)
        response = render(request, "password/too_often.html", status=429)
        response["Retry-After"] = str(int(throttle.wait()) + 1)
        return response

    return shown


@method_decorator(never_cache, name="dispatch")
class ForgottenView(FormView):  # type: ignore[type-arg]  # not subscriptable
    """Ask for a link; the answer does not say whether there is such an account."""

    template_name = "password/forgotten.html"
    form_class = ForgottenForm
    success_url = reverse_lazy("password-link-sent")

    def form_valid(self, form: ForgottenForm) -> HttpResponse:
        email = form.cleaned_data["email"]
        known = Q(email__iexact=email) | Q(username__iexact=email)
        for user in User.objects.filter(known, is_active=True).exclude(email="")[:_MAILS_A_REQUEST]:
            send_password_link(SendPasswordLinkCommand(user_id=user.pk))
        return super().form_valid(form)


class SetPasswordView(PasswordResetConfirmView):
    """Set the password by a link; a used or expired one leads to a page with the way to another."""

    template_name = "password/set.html"
    form_class = NewPasswordForm
    success_url = reverse_lazy("password-set")

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "address": address_of(self.request)}

    def form_valid(self, form: Any) -> HttpResponse:
        try:
            return super().form_valid(form)
        except LinkUsed:
            return HttpResponseRedirect(self.request.path)  # which says that it was used

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(hours=link_hours(), **kwargs)


class OwnPasswordView(PasswordChangeView):
    """Members of staff change their own password, on a page of the site."""

    form_class = OwnPasswordForm
    success_url = reverse_lazy("admin:password_change_done")

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "by": actor_of(self.request)}

    def form_valid(self, form: Any) -> HttpResponse:
        try:
            return super().form_valid(form)
        except LinkUsed:  # changed a moment ago: the one typed as the present one was the former
            return HttpResponseRedirect(self.request.path)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(**admin.site.each_context(self.request), **kwargs)


# Replaces the site's own, which takes as many names and passwords as a caller sends.
staff_sign_in = throttled(admin.site.login)
# Replaces the theme's page, which leaves nothing in the audit.
change_own_password = admin.site.admin_view(throttled(OwnPasswordView.as_view()))


def _page(template: str) -> View:
    return in_language_of_reader(TemplateView.as_view(template_name=f"password/{template}"))


def _form(view: View) -> View:
    return in_language_of_reader(throttled(view))


urlpatterns = [
    path("", _form(ForgottenView.as_view()), name="password-forgotten"),
    path("sent", _page("sent.html"), name="password-link-sent"),
    path("done", _page("done.html"), name="password-set"),
    path("<str:uidb64>/<str:token>", _form(SetPasswordView.as_view()), name="set-password"),
]
