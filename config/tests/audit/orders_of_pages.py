"""A scenario for each order on another page: who is signed in, the address, and the form."""

from binascii import unhexlify
from collections.abc import Callable, Mapping
from typing import Any

from django.contrib.auth.models import User
from django.test import Client
from django_otp.oath import totp
from django_otp.plugins.otp_totp.models import TOTPDevice

from foundation.rest.passwords import link_of

PASSWORD, NEW = "brown-horse-battery", "green-horse-battery"
SET_UP = "/second-step/set-up"

Order = tuple[Client, str, dict[str, Any]]


def signed_in(member: User) -> Client:
    client = Client()
    client.force_login(member)
    return client


def change_password(member: User) -> Order:
    member.set_password(PASSWORD)
    member.save()
    fields = {"old_password": PASSWORD, "new_password1": NEW, "new_password2": NEW}
    return signed_in(member), "/admin/password_change/", fields


def set_password(member: User) -> Order:
    client, link = Client(), link_of(member).partition("//")[2]
    page = client.get(f"/{link.partition('/')[2]}", secure=True, follow=True)
    return client, page.redirect_chain[-1][0], {"new_password1": NEW, "new_password2": NEW}


def set_up(member: User) -> Order:
    client = signed_in(member)
    client.get(SET_UP, secure=True)
    key = TOTPDevice.objects.get(user=member).key
    return client, SET_UP, {"code": f"{totp(unhexlify(key)):06}"}


def make_codes(member: User) -> Order:
    client, page, fields = set_up(member)
    client.post(page, fields, secure=True)
    return client, "/second-step/recovery-codes", {}


PAGES: Mapping[str, Callable[[User], Order]] = {
    "admin/password_change/": change_password,
    "password/<str:uidb64>/<str:token>": set_password,
    "second-step/set-up": set_up,
    "second-step/recovery-codes": make_codes,
}
