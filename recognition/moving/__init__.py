"""Tenants, albums, accounts, photos and what was recognised on them, as they move in and out."""

from recognition.moving.albums import (
    MovedAccounts,
    MovedAlbums,
    MovedAlbumTexts,
    MovedAparts,
    MovedCompetitorServices,
    MovedCustomTags,
    MovedMerges,
    MovedPersons,
    MovedSpaces,
    MovedTenants,
)
from recognition.moving.photos import MovedCallbacks, MovedPhotos, MovedRequests, MovedSelfies

KINDS = (
    MovedCompetitorServices(),
    MovedTenants(),
    MovedAccounts(),
    MovedSpaces(),
    MovedAlbums(),
    MovedCustomTags(),
    MovedAlbumTexts(),
    MovedMerges(),
    MovedAparts(),
    MovedPersons(),
    MovedPhotos(),
    MovedRequests(),
    MovedCallbacks(),
    MovedSelfies(),
)
