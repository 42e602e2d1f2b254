"""The pages on which people set their password by a link, ask for a link, change it, sign in."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.auth.forms import SetPasswordForm
from django.contrib.auth.models import User
from django.contrib.auth.views import PasswordChangeView, PasswordResetConfirmView
from django.db.models import Q
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import path, reverse_lazy
from django.utils.decorators import method_decorator
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.generic import FormView, TemplateView
from unfold.forms import AdminOwnPasswordChangeForm

from foundation.records.audit import Actor, actor_of
from foundation.records.callers import address_of
from foundation.rest.languages import in_language_of_reader
from foundation.rest.password_links import (
    LinkUsed,
    SendPasswordLinkCommand,
    SetPasswordCommand,
    link_hours,
    send_password_link,
    set_password,
)
from foundation.rest.throttles import ScopeThrottle

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
