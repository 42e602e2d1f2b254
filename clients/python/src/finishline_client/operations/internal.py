"""The operations of the InternalApi. Made by `script/clients`; do not change it by hand."""

from datetime import datetime

from typing_extensions import deprecated

from finishline_client import models
from finishline_client.calls import Group, Guid
from finishline_client.pages import Page


class _InternalApi(Group):
    """Alike in both versions."""

    base = "internal-api"
    version = 2

    def albums_counter_photos_retrieve(
        self, album_id: Guid, *, if_none_match: str | None = None
    ) -> models.PhotoCountOutput:
        """Count an album's photos by state.

        Role: `internal.call`.
        """
        return self._send(
            "GET", "albums/{}/counter/photos", album_id, if_none_match=if_none_match
        ).one(models.PhotoCountOutput)

    def photos_tasks_cancel_create(
        self, photo_id: Guid, body: models.CancelTaskInput, *, idempotency_key: str | None = None
    ) -> None:
        """Cancel the photo's tagging task; without one, nothing changes.

        Role: `internal.call`.
        """
        return self._send(
            "POST",
            "photos/{}/tasks/cancel",
            photo_id,
            body=body,
            takes_key=True,
            idempotency_key=idempotency_key,
        ).nothing()

    def statistics_tagators_list(
        self,
        *,
        from_: datetime,
        to: datetime,
        page: int | None = None,
        page_size: int | None = None,
        if_none_match: str | None = None,
    ) -> Page[models.TagatorStatisticOutput]:
        """List what each tagator who did anything did and earned in a period, by name.

        Role: `internal.call`.
        """
        return self._send(
            "GET",
            "statistics/tagators",
            query={"from": from_, "page": page, "pageSize": page_size, "to": to},
            if_none_match=if_none_match,
        ).page(models.TagatorStatisticOutput)

    def tagators_retrieve(
        self, tagator_id: Guid, *, if_none_match: str | None = None
    ) -> models.TagatorOutput:
        """Return a tagator.

        Role: `internal.call`.
        """
        return self._send("GET", "tagators/{}", tagator_id, if_none_match=if_none_match).one(
            models.TagatorOutput
        )


class InternalApi(_InternalApi):
    """Version 2 of the group `internal-api`."""

    base = "internal-api"
    version = 2

    def albums_retrieve(self, album_id: Guid) -> models.InternalAlbumOutput:
        """Return an album.

        Role: `internal.call`.
        """
        return self._send("GET", "albums/{}", album_id).one(models.InternalAlbumOutput)


class InternalApiV1(_InternalApi):
    """Version 1 of the group `internal-api`."""

    base = "internal-api"
    version = 1

    @deprecated("Version 2 has another shape.")
    def albums_retrieve(self, album_id: Guid) -> models.InternalAlbumOutputV1:
        """Return an album.

        Role: `internal.call`.
        """
        return self._send("GET", "albums/{}", album_id).one(models.InternalAlbumOutputV1)
