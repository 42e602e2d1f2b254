"""How a tagger works, and which albums are open to them."""

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
from foundation.records.audit import CHANGED, Actor, old_and_new, record_change, record_deeds
from foundation.records.models import name_and_id
from foundation.records.refusals import Invalid
from foundation.rest.languages import offered
from foundation.rest.passwords import link_of
from recognition.records.albums import Album
from tagging.quality.trials import trial_ahead
from tagging.records.tagators import OpenedAlbum, Tagator, TagatorSettings, TagatorState


class UnknownAlbum(Invalid):
    """There is no such album."""

    code = "album-unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeTagatorSettingsCommand:
    """Change a tagger's settings, from the next work on; None leaves a field unchanged."""

    tagator_id: UUID
    tasks_per_work: int | None = None
    work_timeout_minutes: int | None = None
    all_albums: bool | None = None
    album_ids: frozenset[UUID] | None = None
    idle_cap_seconds: int | None = None
    trial_waived: bool | None = None
    expected_version: int | None = None
    by: Actor | None = None


@transaction.atomic
def change_tagator_settings(command: ChangeTagatorSettingsCommand) -> TagatorSettings:
    """Change a tagger's settings.

    :raises TagatorNotFound, VersionConflict, UnknownAlbum: see there.
    """
    settings = TagatorSettings.objects.locked(command.tagator_id, command.expected_version)
    changes = settings.differing(
        tasks_per_work=command.tasks_per_work,
        work_timeout_minutes=command.work_timeout_minutes,
        all_albums=command.all_albums,
        idle_cap_seconds=command.idle_cap_seconds,
        trial_waived=command.trial_waived,
    )
    audited = dict(old_and_new(settings, **changes))
    if command.album_ids is not None:
        audited["open_albums"] = _open(settings.tagator, command.album_ids)
    record_change(command.by, CHANGED, settings.tagator, audited)
    is_other = any(old != new for old, new in audited.values())
    return settings.store(**changes) if is_other else settings


@transaction.atomic
def open_album(tagator_id: UUID, album_id: UUID) -> TagatorSettings:
    """Open an album to a tagger; an open album stays open.

    :raises TagatorNotFound: no such tagator.
    """
    settings = TagatorSettings.objects.locked(tagator_id)
    _, is_new = settings.tagator.opened_albums.get_or_create(album_id=album_id)
    return settings.store() if is_new else settings


def _open(tagator: Tagator, album_ids: frozenset[UUID]) -> tuple[list[str], list[str]]:
    """Open these albums and no others; return the names of those that were open, and that are."""
    known = set(tagator.opened_albums.values_list("album_id", flat=True))
    added = album_ids - known
    found = set(Album.objects.filter(pk__in=added).values_list("pk", flat=True))
    if missing := sorted(map(str, added - found)):
        raise UnknownAlbum(errors={"albumIds": f"There is no album {', '.join(missing[:5])}."})
    tagator.opened_albums.exclude(album_id__in=album_ids).delete()
    OpenedAlbum.objects.bulk_create(
        [OpenedAlbum(tagator=tagator, album_id=album_id) for album_id in sorted(added)],
        ignore_conflicts=True,
    )
    names = {album.pk: name_and_id(album) for album in Album.objects.filter(pk__in=known | added)}
    before, after = ([names[each] for each in ids if each in names] for ids in (known, album_ids))
    return sorted(before), sorted(after)


# The signed link of an invitation, in a mail to a tagger: it opens the workbench with an album.
#
# The link gives no access: which albums are shown depends on who is signed in.


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


# Inviting taggers to tag an album: the album is opened to them, and each gets a mail.


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
