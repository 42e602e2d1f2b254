"""Tagators over the AdminApi and the InternalApi; a tagger's own account over the ClientApi."""

from typing import Any
from uuid import UUID, uuid4
from zoneinfo import ZoneInfo

import django_filters
from django.contrib.auth import authenticate
from django.contrib.auth.hashers import check_password
from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import get_language_from_request, override
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request
from rest_framework.response import Response

from foundation.records.audit import Actor
from foundation.rest.access import Public, Role, readers_of
from foundation.rest.api import RefreshInput
from foundation.rest.operations import operation
from foundation.rest.pagination import Filters, TextFilter
from foundation.rest.tokens import (
    IssuedTokens,
    OwnAccessToken,
    active_user_of,
    refreshed,
    sign_in,
    tokens_for,
)
from foundation.rest.views import ApiViewSet
from tagging.pay.months import get_figures
from tagging.quality.trials import get_trial
from tagging.records.tagators import Tagator, TagatorState, with_text
from tagging.tagators.account_serializers import (
    AccountQuery,
    OwnPasswordInput,
    SignedInTagatorInput,
    SignedInTagatorOutput,
    SignInInput,
    SignInOutput,
    TagatorAccountOutput,
    TagatorFiguresOutput,
    TaggerTrialOutput,
)
from tagging.tagators.commands import (
    ChangeTagatorCommand,
    ChangeTagatorPasswordCommand,
    CreateTagatorCommand,
    WrongPassword,
    change_tagator,
    change_tagator_password,
    create_tagator,
    get_account,
    get_tagator_settings,
)
from tagging.tagators.invitations import InviteTagatorsCommand, invite_tagators
from tagging.tagators.serializers import (
    InvitationInput,
    InvitedOutput,
    PasswordInput,
    TagatorChangeInput,
    TagatorInput,
    TagatorOutput,
    TagatorSettingsInput,
    TagatorSettingsOutput,
)
from tagging.tagators.settings import ChangeTagatorSettingsCommand, change_tagator_settings
from tagging.works.commands import TagatorBlocked

READ = readers_of("tagging")


class TagatorFilters(Filters):
    """By state, and a part of the e-mail address, the name or the phone number."""

    state = django_filters.ChoiceFilter(choices=TagatorState.choices)
    search = TextFilter(
        method="with_text", label="A part of the e-mail address, the name or the phone number."
    )

    def with_text(self, rows: QuerySet[Tagator], name: str, text: str) -> QuerySet[Tagator]:
        """Keep the tagators with this text, in upper or lower case."""
        return rows.filter(with_text(text))


class TagatorViews(ApiViewSet):
    """Tagators."""

    access = Role("tagging.manage")

    @operation(
        gives=TagatorOutput,
        paged=True,
        filters=TagatorFilters,
        ordering=("name", "email", "state", "rate_per_task", "created_on", "updated_on"),
        access=READ,
    )
    def list(self, request: Request) -> Response:
        """List tagators by name."""
        return self.page(Tagator.objects.all())

    @operation(gives=TagatorOutput, locking=True, refusals=(404,), access=READ)
    def retrieve(self, request: Request, tagator_id: UUID) -> Response:
        """Return a tagator."""
        return self.answer(Tagator.objects.get_or_refuse(tagator_id))

    @operation(takes=TagatorInput, gives=TagatorOutput, statuses=(201, 200), refusals=(409,))
    def create(self, request: Request) -> Response:
        """Create a tagator with settings by default.

        The same request with the same `tagatorId` again changes nothing and is 200; with other data
        it is 409, and so is an e-mail address that another account signs in with.
        """
        wanted = {"tagator_id": uuid4(), "by": self.actor, **self.data()}
        created = create_tagator(CreateTagatorCommand(now=timezone.now(), **wanted))
        return self.answer(created.record, status=201 if created.is_new else 200)

    @operation(takes=TagatorChangeInput, gives=TagatorOutput, locking=True, refusals=(404,))
    def change(self, request: Request, tagator_id: UUID) -> Response:
        """Change a tagator; 409: another account signs in with that e-mail address.

        With the state `Blocked` their tokens are refused from the next request on, and their work
        expires at once. A new password ends their tokens too.
        """
        command = ChangeTagatorCommand(tagator_id=tagator_id, now=timezone.now(), **self.changes())
        return self.answer(change_tagator(command))

    @operation(takes=PasswordInput, refusals=(404,))
    def password(self, request: Request, tagator_id: UUID) -> Response:
        """Give a tagator a new password; the tokens they have are refused from then on."""
        command = ChangeTagatorPasswordCommand(tagator_id=tagator_id, by=self.actor, **self.data())
        change_tagator_password(command)
        return self.done()


class TagatorSettingsViews(ApiViewSet):
    """How tagators work, and which albums are open to them."""

    access = Role("tagging.manage")

    @operation(gives=TagatorSettingsOutput, locking=True, refusals=(404,), access=READ)
    def retrieve(self, request: Request, tagator_id: UUID) -> Response:
        """Return the settings of a tagator."""
        return self.answer(get_tagator_settings(tagator_id))

    @operation(takes=TagatorSettingsInput, locking=True, refusals=(404,))
    def change(self, request: Request, tagator_id: UUID) -> Response:
        """Change the settings of a tagator, from the next work on; 422: no such album."""
        data = self.changes()
        if "album_ids" in data:
            data["album_ids"] = frozenset(data["album_ids"])
        command = ChangeTagatorSettingsCommand(tagator_id=tagator_id, **data)
        return self.done(change_tagator_settings(command))


class InvitationViews(ApiViewSet):
    """Invitations to tag an album."""

    access = Role("tagging.manage")

    @operation(takes=InvitationInput, gives=InvitedOutput, statuses=(202,))
    def invite(self, request: Request) -> Response:
        """Open an album to tagators, and send each of them a mail with a link to the workbench.

        Blocked tagators are left out: `invited` is how many mails are sent. With an unknown album
        or tagator it is 422, and none is invited.
        """
        data = self.data()
        data["tagator_ids"] = frozenset(data["tagator_ids"])
        return self.answer(
            {"invited": invite_tagators(InviteTagatorsCommand(by=self.actor, **data))}
        )


class InternalTagatorViews(ApiViewSet):
    """Tagators, for services of the platform."""

    access = Role("internal.call")

    @operation(gives=TagatorOutput, locking=True, refusals=(404,))
    def retrieve(self, request: Request, tagator_id: UUID) -> Response:
        """Return a tagator."""
        return self.answer(Tagator.objects.get_or_refuse(tagator_id))


def sign_in_tagator(request: HttpRequest, email: str, password: str) -> dict[str, Any]:
    """Return tokens for a tagger's e-mail address and password.

    django-axes counts failures; its middleware answers a caller who is locked out.
    """
    email = email.lower()
    try:
        tokens = sign_in(request, email, password)
    except AuthenticationFailed:
        _refuse_blocked(email, password)
        raise
    return _signed_in(tokens, email)


def refresh_tagator(refresh_token: str) -> dict[str, Any]:
    """Return new tokens for a tagger's valid refresh token."""
    tokens = refreshed(refresh_token)
    user: User = active_user_of(OwnAccessToken(tokens.access_token))  # type: ignore[arg-type]
    return _signed_in(tokens, user.username)


def change_own_password(
    request: HttpRequest, user: object, old_password: str, password: str, by: Actor
) -> dict[str, Any]:
    """Change a tagger's password if the old one is right; return tokens that replace all others.

    django-axes counts a wrong one as a failed sign-in, and locks out. Why a new one is too weak is
    said in the language that the request accepts.
    """
    tagator_id = Tagator.objects.id_of(user)
    name = User.objects.get(tagator=tagator_id).username
    if authenticate(request, username=name, password=old_password) is None:
        raise WrongPassword(errors={"old_password": "It is another one."})
    with override(get_language_from_request(request)):
        tagator = change_tagator_password(
            ChangeTagatorPasswordCommand(tagator_id=tagator_id, password=password, by=by)
        )
    return {"tokens": tokens_for(tagator.user), "tagator": tagator}


def _refuse_blocked(email: str, password: str) -> None:
    """Refuse a blocked tagger as such only if the password is right."""
    blocked = Tagator.objects.filter(email=email, state=TagatorState.BLOCKED)
    tagator = blocked.select_related("user").first()
    if tagator is not None and check_password(password, tagator.user.password):
        raise TagatorBlocked


def _signed_in(tokens: IssuedTokens, email: str) -> dict[str, Any]:
    tagator = Tagator.objects.filter(email=email).first()
    if tagator is None:
        raise AuthenticationFailed("This is no tagger's account.", code="sign-in-failed")
    return {"tokens": tokens, "tagator": tagator}


class SignInViews(ApiViewSet):
    """Sign-in of taggers."""

    access = Public(reason="taggers sign in here", throttle="token")

    @operation(takes=SignInInput, gives=SignInOutput, refusals=(401, 403, 429))
    def sign_in(self, request: Request) -> Response:
        """Issue tokens for an e-mail address and a password.

        401: one of them is wrong. 403: the tagger is blocked. 429: too many failures.
        """
        return self.answer(sign_in_tagator(self.django_request, **self.data()))

    @operation(takes=RefreshInput, gives=SignInOutput, refusals=(401,))
    def refresh(self, request: Request) -> Response:
        """Issue a new access token for a refresh token."""
        return self.answer(refresh_tagator(**self.data()))


class TagatorAccountViews(ApiViewSet):
    """The account of the tagger who is signed in."""

    access = Role("tagging.tag", throttle="tagger")

    @operation(query=AccountQuery, gives=TagatorAccountOutput)
    def retrieve(self, request: Request) -> Response:
        """Return the signed-in tagger with settings, and what they did today."""
        tagator_id = Tagator.objects.id_of(request.user)
        zone = ZoneInfo(self.query()["time_zone"])
        return self.answer(get_account(tagator_id, zone, timezone.now()))

    @operation(takes=SignedInTagatorInput, gives=SignedInTagatorOutput)
    def change(self, request: Request) -> Response:
        """Change the language of the signed-in tagger, for mails and for the workbench."""
        tagator_id = Tagator.objects.id_of(request.user)
        command = ChangeTagatorCommand(
            tagator_id=tagator_id, now=timezone.now(), by=self.actor, **self.data()
        )
        return self.answer(change_tagator(command))

    # Without a key: the answer has tokens, and the caller's own ends with the former password.
    @operation(takes=OwnPasswordInput, gives=SignInOutput, throttle="token", keyed=False)
    def password(self, request: Request) -> Response:
        """Change the password of the signed-in tagger; all tokens issued before are refused.

        422 `wrong-password`: `oldPassword` is another one, which counts as a failed sign-in; after
        too many it is 429. 422 `weak-password`: why stands in `errors`, in the language of
        `Accept-Language`.
        """
        return self.answer(
            change_own_password(self.django_request, request.user, **self.data(), by=self.actor)
        )

    @operation(gives=TaggerTrialOutput, refusals=(404,))
    def trial(self, request: Request) -> Response:
        """Return the signed-in tagger's trial, and how well they read it; 404 `no-trial`."""
        return self.answer(get_trial(Tagator.objects.id_of(request.user)))

    @operation(gives=TagatorFiguresOutput)
    def figures(self, request: Request) -> Response:
        """Return what the signed-in tagger did, earned and was paid, and how well they read.

        Days, weeks and months are of the time zone of the pay, and the sums those of the report.
        """
        return self.answer(get_figures(Tagator.objects.id_of(request.user), timezone.now()))
