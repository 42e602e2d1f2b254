"""Albums and tenants over the AdminApi, albums over the InternalApi, hints over the ClientApi."""

from uuid import UUID

import django_filters
from django.db.models import QuerySet
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from foundation.rest.access import Role, readers_of
from foundation.rest.operations import operation
from foundation.rest.pagination import Filters, GuidFilter, TextFilter
from foundation.rest.views import ApiViewSet
from recognition.albums.change_previews import preview_change
from recognition.albums.commands import (
    ChangeAlbumPriorityCommand,
    ChangeAlbumRecognitionSettingsCommand,
    ChangeAlbumRecognitionStateCommand,
    CreateAlbumCommand,
    WithdrawAlbumTextCommand,
    change_album_priority,
    change_album_recognition_settings,
    change_album_recognition_state,
    create_album,
    withdraw_album_text,
)
from recognition.albums.queries import count_photos, get_tagging_hint, search_albums
from recognition.albums.serializers import (
    AlbumOutput,
    AlbumOutputV1,
    AlbumSummaryOutput,
    CustomTagsOutput,
    InternalAlbumOutput,
    InternalAlbumOutputV1,
    TenantOutput,
)
from recognition.albums.settings_serializers import (
    AlbumInput,
    AlbumPreviewOutput,
    AlbumTextOutput,
    PhotoCountOutput,
    PriorityInput,
    RecognitionPreviewInput,
    RecognitionPreviewInputV1,
    RecognitionSettingsInput,
    RecognitionSettingsInputV1,
    RecognitionStateInput,
    RetentionInput,
)
from recognition.albums.tenants import (
    ChangeTenantRecognitionStateCommand,
    change_tenant_recognition_state,
)
from recognition.records.albums import Album, RecognitionState, Strategy, Tenant
from recognition.retention import ChangeAlbumRetentionCommand, change_album_retention

READ = readers_of("recognition")


class AlbumFilters(Filters):
    """By tenant, state, strategy, and a part of the name or an id."""

    tenant_id = GuidFilter(field_name="tenant_id")
    state = django_filters.ChoiceFilter(choices=RecognitionState.choices)
    strategy = django_filters.ChoiceFilter(choices=Strategy.choices)
    search = TextFilter(
        method="by_search", help_text="A part of the name, or the album's or tenant's id."
    )

    def by_search(self, albums: QuerySet[Album], _: str, text: str) -> QuerySet[Album]:
        return search_albums(albums, text)


class AlbumViews(ApiViewSet):
    access = Role("recognition.manage")

    @operation(
        gives=AlbumSummaryOutput,
        paged=True,
        filters=AlbumFilters,
        ordering=("-created_on", "updated_on", "event_date", "name", "priority"),
        access=READ,
    )
    def list(self, request: Request) -> Response:
        """List albums, the newest first."""
        return self.page(Album.objects.all())

    @operation(
        gives={1: AlbumOutputV1, 2: AlbumOutput},
        more_than_version=True,  # the face providers that its tenant may use now
        refusals=(404,),
        access=READ,
    )
    def retrieve(self, request: Request, album_id: UUID) -> Response:
        """Return an album."""
        return self.answer(Album.objects.get_or_refuse(album_id))

    @operation(takes=AlbumInput, gives={1: AlbumOutputV1, 2: AlbumOutput}, refusals=(409,))
    def save(self, request: Request, album_id: UUID) -> Response:
        """Add an album, or correct its name and date, as the event `albums.album-created` does.

        The same request again changes nothing; the newest of requests and events wins. 409: the
        album is of another tenant.
        """
        now = timezone.now()
        command = CreateAlbumCommand(
            album_id=album_id, **self.data(), told_on=now, now=now, by=self.actor
        )
        return self.answer(create_album(command))

    @operation(takes=PriorityInput, locking=True, refusals=(404,))
    def priority(self, request: Request, album_id: UUID) -> Response:
        """Change the priority of an album and of its open tagging tasks."""
        command = ChangeAlbumPriorityCommand(album_id=album_id, **self.changes())
        return self.done(change_album_priority(command))

    @operation(takes=RetentionInput, locking=True, refusals=(404,))
    def retention(self, request: Request, album_id: UUID) -> Response:
        """Change how many days after its last photo an album keeps faces and selfies."""
        command = ChangeAlbumRetentionCommand(album_id=album_id, **self.changes())
        return self.done(change_album_retention(command))

    @operation(
        takes={1: RecognitionSettingsInputV1, 2: RecognitionSettingsInput},
        locking=True,
        refusals=(404,),
    )
    def recognition_settings(self, request: Request, album_id: UUID) -> Response:
        """Change how an album's photos are recognised.

        Photos that are not recognised yet are processed by the new settings shortly after. 404: no
        such album or face provider; 422: the space is not one of the provider's.
        """
        command = ChangeAlbumRecognitionSettingsCommand(
            album_id=album_id, now=timezone.now(), **self.changes()
        )
        return self.done(change_album_recognition_settings(command))

    @operation(takes=RecognitionStateInput, locking=True, refusals=(404,))
    def recognition(self, request: Request, album_id: UUID) -> Response:
        """Switch recognition on or off for an album."""
        command = ChangeAlbumRecognitionStateCommand(
            album_id=album_id, now=timezone.now(), **self.changes()
        )
        return self.done(change_album_recognition_state(command))

    @operation(
        takes={1: RecognitionPreviewInputV1, 2: RecognitionPreviewInput},
        gives=AlbumPreviewOutput,
        refusals=(404,),
    )
    def preview(self, request: Request, album_id: UUID) -> Response:
        """Count what a change of settings or state would do to the album's photos.

        Nothing is changed; what the change itself would refuse is refused.
        """
        wanted, now = self.data(), timezone.now()
        if wanted.get("settings") is None:
            switch = ChangeAlbumRecognitionStateCommand(
                album_id=album_id, now=now, state=wanted["state"]
            )
            return self.answer(preview_change(switch))
        command = ChangeAlbumRecognitionSettingsCommand(
            album_id=album_id, now=now, **wanted["settings"]
        )
        return self.answer(preview_change(command))


class InternalAlbumViews(ApiViewSet):
    access = Role("internal.call")

    @operation(
        gives={1: InternalAlbumOutputV1, 2: InternalAlbumOutput},
        more_than_version=True,  # the face providers that its tenant may use now
        refusals=(404,),
    )
    def retrieve(self, request: Request, album_id: UUID) -> Response:
        """Return an album."""
        return self.answer(Album.objects.get_or_refuse(album_id))

    @operation(gives=PhotoCountOutput, refusals=(404,))
    def count_photos(self, request: Request, album_id: UUID) -> Response:
        """Count an album's photos by state."""
        return self.answer(count_photos(album_id))


class TenantViews(ApiViewSet):
    access = Role("recognition.manage")

    @operation(gives=TenantOutput, locking=True, refusals=(404,), access=READ)
    def retrieve(self, request: Request, tenant_id: UUID) -> Response:
        """Return a tenant."""
        return self.answer(Tenant.objects.get_or_refuse(tenant_id))

    @operation(takes=RecognitionStateInput, locking=True, refusals=(404,))
    def recognition(self, request: Request, tenant_id: UUID) -> Response:
        """Switch recognition on or off for a tenant, in all of its albums."""
        command = ChangeTenantRecognitionStateCommand(
            tenant_id=tenant_id, now=timezone.now(), **self.changes()
        )
        return self.done(change_tenant_recognition_state(command))


class CustomTagViews(ApiViewSet):
    access = Role("tagging.tag", "recognition.manage", throttle="tagger")

    @operation(gives=CustomTagsOutput, refusals=(404,))
    def custom_tags(self, request: Request, album_id: UUID) -> Response:
        """Return the custom tags of an album."""
        return self.answer(get_tagging_hint(album_id))


class AlbumTextViews(ApiViewSet):
    access = Role("recognition.manage")

    @operation(
        gives=AlbumTextOutput, paged=True, ordering=("-found_on",), refusals=(404,), access=READ
    )
    def list(self, request: Request, album_id: UUID) -> Response:
        """List the texts of an album that are no start numbers, the newest first."""
        return self.page(Album.objects.get_or_refuse(album_id).texts.all())

    @operation(refusals=(404,))
    def withdraw(self, request: Request, album_id: UUID, text_id: UUID) -> Response:
        """Withdraw a text that is a start number after all.

        Photos on which it was rejected are judged again shortly after, and it is not found again.
        """
        command = WithdrawAlbumTextCommand(
            album_id=album_id, text_id=text_id, now=timezone.now(), by=self.actor
        )
        withdraw_album_text(command)
        return self.done()
