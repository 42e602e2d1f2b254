"""Inviting taggers to tag an album: the album is opened to them, and each gets a mail."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction
from django.template.loader import render_to_string
from django.utils.translation import override

from foundation.messaging import outbox
from foundation.messaging.outbox.lanes import MAIL
from foundation.records.audit import Actor, record_deeds
from foundation.records.refusals import Invalid
from foundation.rest.languages import offered
from foundation.rest.password_links import link_of
from recognition.models import Album
from tagging.commands.settings import UnknownAlbum, open_album
from tagging.invitations import LIFETIME, link_to
from tagging.models import Tagator, TagatorState

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
    own = {"tagator": tagator, "password_link": "" if has_one else link_of(tagator.user)}
    with override(offered(tagator.language)):
        return outbox.MailMessage(
            key=f"{shared['album'].pk}/{tagator.pk}",
            to=tagator.email,
            subject=render_to_string("tagging/invitation_subject.txt", shared),
            text=render_to_string("tagging/invitation.txt", {**shared, **own}),
            is_secret=not has_one,
        )
