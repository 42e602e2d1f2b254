"""Inviting taggers to tag an album: it is opened to them, and each gets a mail with a signed link.

The link gives no access: which albums are shown depends on who is signed in.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.core import signing
from django.db import transaction
from django.template.loader import render_to_string
from django.utils.translation import override

from foundation.messaging import outbox
from foundation.messaging.outbox.lanes import MAIL
from foundation.records.audit import Actor, record_deeds
from foundation.records.refusals import Invalid
from foundation.rest.languages import offered
from foundation.rest.passwords import link_of
from recognition.records.albums import Album
from tagging.quality.trials import trial_ahead
from tagging.records.tagators import Tagator, TagatorState
from tagging.tagators.settings import UnknownAlbum, open_album

LIFETIME = timedelta(days=14)
_SALT = "tagging.invitation"
_PATH = "/workbench/"


class InvitationInvalid(Exception):
    """The token is forged or damaged."""


class InvitationExpired(InvitationInvalid):
    """The token is older than `LIFETIME`."""


def sign(album_id: UUID) -> str:
    """Return a token that names the album."""
    return signing.dumps(str(album_id), salt=_SALT)


def read(token: str) -> UUID:
    """Return the album that a token names.

    :raises InvitationExpired: the token is older than `LIFETIME`.
    :raises InvitationInvalid: it was not made by `sign`.
    """
    try:
        return UUID(signing.loads(token, salt=_SALT, max_age=LIFETIME))
    except signing.SignatureExpired as error:
        raise InvitationExpired from error
    except signing.BadSignature as error:
        raise InvitationInvalid from error


def workbench() -> str:
    """Return the address of the workbench, where taggers sign in."""
    return f"{settings.PUBLIC_URL}{_PATH}"


def link_to(album_id: UUID) -> str:
    """Return the address of the workbench with an invitation to the album."""
    return f"{workbench()}?invitation={sign(album_id)}"


_REPLACED = "A newer invitation to this album replaces it."


class UnknownTagator(Invalid):
    """There is no such tagger."""

    code = "tagator-unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class InviteTagatorsCommand:
    """Invite taggers to an album; blocked ones are left out. `message` is written by staff."""

    album_id: UUID
    tagator_ids: frozenset[UUID]
    message: str = ""
    by: Actor | None = None


@transaction.atomic
def invite_tagators(command: InviteTagatorsCommand) -> int:
    """Open the album to the taggers who are not blocked; return to how many a mail is written.

    It replaces the mail of an earlier invitation to the same album that is not sent yet.

    :raises UnknownAlbum: there is no such album.
    :raises UnknownTagator: one of the ids is no tagger's; then no tagger is invited.
    """
    album = Album.objects.filter(pk=command.album_id).first()
    if album is None:
        raise UnknownAlbum(errors={"albumId": f"There is no album {command.album_id}."})
    active = [t for t in _tagators(command.tagator_ids) if t.state == TagatorState.ACTIVE]
    # In the order of their ids, so that two invitations of the same taggers cannot deadlock.
    for tagator in active:
        open_album(tagator.pk, album.pk)
    record_deeds(command.by, "Invited", active, {"album": (None, album)})
    mails = _mails(active, album, command.message)
    outbox.withdraw(MAIL, [str(mail.key) for mail in mails], _REPLACED)
    outbox.post(*mails)
    return len(active)


def _tagators(tagator_ids: frozenset[UUID]) -> Sequence[Tagator]:
    found = list(Tagator.objects.filter(pk__in=tagator_ids).select_related("user").order_by("pk"))
    if missing := sorted(map(str, tagator_ids - {tagator.pk for tagator in found})):
        raise UnknownTagator(errors={"tagatorIds": f"There is no tagger {', '.join(missing[:5])}."})
    return found


def _mails(tagators: Sequence[Tagator], album: Album, message: str) -> list[outbox.MailMessage]:
    shared = {"album": album, "message": message, "link": link_to(album.pk), "days": LIFETIME.days}
    return [_mail(tagator, shared) for tagator in tagators]


def _mail(tagator: Tagator, shared: Mapping[str, Any]) -> outbox.MailMessage:
    """Return a tagger's mail in their language; without a password they find a link to set one."""
    has_one = tagator.user.has_usable_password()
    password_link = "" if has_one else link_of(tagator.user)
    own: dict[str, Any] = {"tagator": tagator, "password_link": password_link}
    if trial := trial_ahead(tagator.settings):
        own |= {"trial": trial, "percent": f"{trial.needed * 100:.0f}"}
    with override(offered(tagator.language)):
        return outbox.MailMessage(
            key=f"{shared['album'].pk}/{tagator.pk}",
            to=tagator.email,
            subject=render_to_string("tagging/invitation_subject.txt", shared),
            text=render_to_string("tagging/invitation.txt", {**shared, **own}),
            is_secret=not has_one,
        )
