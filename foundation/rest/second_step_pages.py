"""The pages of the second step of staff's sign-in, and what asks for it (`STAFF_TWO_FACTOR`)."""

from base64 import b32encode
from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, cast

import segno
from django import forms
from django.contrib import admin, messages
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.views.decorators.cache import never_cache
from django_otp import login
from django_otp.plugins.otp_totp.models import TOTPDevice
from unfold.widgets import UnfoldAdminTextInputWidget

from foundation.records.audit import actor_of
from foundation.rest.passwords import throttled
from foundation.rest.second_factor import (
    ConfirmSecondFactorCommand,
    Device,
    ReplaceRecoveryCodesCommand,
    SecondFactorSetUp,
    WrongCode,
    begin_set_up,
    begun_set_up,
    confirm_second_factor,
    has_second_factor,
    is_required,
    recovery_codes_left,
    replace_recovery_codes,
    verified_device,
)

Page = Callable[[HttpRequest], HttpResponse]
WRONG = (
    "This code does not work. Wait for the next one, or a little longer after several wrong ones."
)
FEW_CODES = 3


class CodeForm(forms.Form):
    """A code of the phone's app, or a recovery code."""

    code = forms.CharField(
        max_length=20,
        label="Code",
        widget=UnfoldAdminTextInputWidget(
            attrs={"autocomplete": "one-time-code", "autofocus": True, "spellcheck": "false"}
        ),
    )


class SecondStepMiddleware:
    """Leads staff who signed in by password alone to the second step, if it is required."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if not (is_required() and request.path_info.startswith(reverse("admin:index"))):
            return self.get_response(request)
        free = {reverse("admin:login"), reverse("admin:logout"), reverse("admin:jsi18n")}
        if request.path_info in free or not _lacks_second_step(request):
            return self.get_response(request)
        after = {"next": request.get_full_path()} if request.method == "GET" else {}
        return HttpResponseRedirect(f"{reverse('second-step')}?{urlencode(after)}")


def _lacks_second_step(request: HttpRequest) -> bool:
    user: Any = request.user
    return bool(user.is_authenticated and not user.is_verified())


def account_links(request: HttpRequest) -> list[dict[str, str]]:
    """Return what the menu of the member's account has beside the theme's links."""
    link = {"title": "Recovery codes", "link": reverse("recovery-codes")}
    return [link] if is_required() and admin.site.has_permission(request) else []


def _for_staff(page: Page) -> Callable[[HttpRequest], HttpResponseBase]:
    """Show a page to staff who are signed in by password, where the second step is required."""

    @wraps(page)
    def shown(request: HttpRequest) -> HttpResponseBase:
        if not is_required():
            raise Http404
        if not admin.site.has_permission(request):
            return HttpResponseRedirect(reverse("admin:login"))
        return page(request)

    return throttled(never_cache(shown))


@_for_staff
def second_step(request: HttpRequest) -> HttpResponse:
    """Ask for a code; who has no second factor sets it up first."""
    user = _user(request)
    if not has_second_factor(user):
        return HttpResponseRedirect(f"{reverse('second-step-set-up')}?{request.GET.urlencode()}")
    form = CodeForm(request.POST or None)
    if form.is_valid():
        try:
            device = verified_device(user, form.cleaned_data["code"])
        except WrongCode:
            form.add_error("code", WRONG)
        else:
            _begin(request, device)
            _warn_of_few_codes(request, device)
            return HttpResponseRedirect(_next(request))
    return _page(request, "admin/second_step.html", "The second step", form=form)


@_for_staff
def set_up(request: HttpRequest) -> HttpResponse:
    """Show the key as a QR code, and take the first code that the phone makes of it."""
    user, form = _user(request), CodeForm(request.POST or None)
    try:
        if form.is_valid():
            command = ConfirmSecondFactorCommand(
                user_id=user.pk, code=form.cleaned_data["code"], by=actor_of(request)
            )
            _begin(request, confirm_second_factor(command))
            codes = replace_recovery_codes(ReplaceRecoveryCodesCommand(user_id=user.pk))
            return _codes_page(request, codes)
        device = begin_set_up(user.pk)
    except SecondFactorSetUp:
        return HttpResponseRedirect(reverse("second-step"))
    except WrongCode:
        form.add_error("code", WRONG)
        device = begun_set_up(user.pk)
    return _page(request, "admin/second_step_set_up.html", "Set up the second step",
                 form=form, **_key_of(device))  # fmt: skip


@_for_staff
def recovery_codes(request: HttpRequest) -> HttpResponse:
    """Ask, and make new recovery codes."""
    if _lacks_second_step(request):
        return HttpResponseRedirect(reverse("second-step"))
    if request.method != "POST":
        left = recovery_codes_left(_user(request))
        return _page(request, "admin/recovery_codes.html", "Recovery codes", left=left)
    command = ReplaceRecoveryCodesCommand(user_id=_user(request).pk, by=actor_of(request))
    return _codes_page(request, replace_recovery_codes(command))


def _user(request: HttpRequest) -> User:
    return cast(User, request.user)


def _begin(request: HttpRequest, device: Device) -> None:
    request.session.cycle_key()
    login(request, device)


def _warn_of_few_codes(request: HttpRequest, device: Device) -> None:
    if isinstance(device, TOTPDevice):
        return
    left = recovery_codes_left(_user(request))
    if left <= FEW_CODES:
        messages.warning(request, f"{left} recovery codes are left: make new ones.")


def _key_of(device: TOTPDevice) -> dict[str, str]:
    key = b32encode(device.bin_key).decode()
    return {
        "picture": segno.make(device.config_url).svg_data_uri(scale=5, light="#fff"),
        "key": " ".join(key[at : at + 4] for at in range(0, len(key), 4)),
    }


def _codes_page(request: HttpRequest, codes: Sequence[str]) -> HttpResponse:
    return _page(request, "admin/recovery_codes.html", "Recovery codes",
                 codes=codes, after=_next(request))  # fmt: skip


def _next(request: HttpRequest) -> str:
    """Return the page that was asked for, of this host alone; else the home page."""
    wanted = request.GET.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, request.is_secure())
    return wanted if is_ours else reverse("admin:index")


def _page(request: HttpRequest, template: str, title: str, **shown: Any) -> HttpResponse:
    context = {**admin.site.each_context(request), "title": title, **shown}
    return TemplateResponse(request, template, context)


urlpatterns = [
    path("", second_step, name="second-step"),
    path("set-up", set_up, name="second-step-set-up"),
    path("recovery-codes", recovery_codes, name="recovery-codes"),
]
