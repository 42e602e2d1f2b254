"""Tagators, their settings and invitations, over the AdminApi and the InternalApi."""

from uuid import UUID, uuid4

import django_filters
from django.db.models import QuerySet
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from foundation.rest.access import Role
from foundation.rest.operations import operation
from foundation.rest.pages import Filters, TextFilter
from foundation.rest.views import ApiViewSet
from tagging.access import READ
from tagging.records.tagators import Tagator, TagatorState, with_text
from tagging.tagators.commands import (
    ChangeTagatorCommand,
    ChangeTagatorPasswordCommand,
    CreateTagatorCommand,
    change_tagator,
    change_tagator_password,
    create_tagator,
)
from tagging.tagators.queries import get_tagator_settings
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
from tagging.tagators.settings import (
    ChangeTagatorSettingsCommand,
    InviteTagatorsCommand,
    change_tagator_settings,
    invite_tagators,
)


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
