"""What recognition answers when it is asked."""

from recognition.queries.accounts import get_account, get_space, list_accounts, list_spaces
from recognition.queries.albums import (
    AlbumDetails,
    PhotoCount,
    count_photos,
    get_album,
    list_albums,
    manual_part,
    provider_part,
    search_albums,
)
from recognition.queries.histories import PhotoHistory, explain_photo
from recognition.queries.selfies import SelfieDetails, get_selfie, get_selfie_image
from recognition.queries.tagging import CustomTags, TaggingHint, get_custom_tags, get_tagging_hint
from recognition.queries.tenants import get_tenant

__all__ = [
    "AlbumDetails",
    "CustomTags",
    "PhotoCount",
    "PhotoHistory",
    "SelfieDetails",
    "TaggingHint",
    "count_photos",
    "explain_photo",
    "get_account",
    "get_album",
    "get_custom_tags",
    "get_selfie",
    "get_selfie_image",
    "get_space",
    "get_tagging_hint",
    "get_tenant",
    "list_accounts",
    "list_albums",
    "list_spaces",
    "manual_part",
    "provider_part",
    "search_albums",
]
