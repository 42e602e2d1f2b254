"""What recognition offers to each API group."""

from django.urls import path

from recognition.accounts.api import FaceAccountViews, SpaceViews
from recognition.albums.api import (
    AlbumTextViews,
    AlbumViews,
    CustomTagViews,
    InternalAlbumViews,
    TenantViews,
)
from recognition.erasing.api import ErasingViews
from recognition.jobs.api import AlbumProcessingViews
from recognition.merging.api import PersonViews
from recognition.photos.api import NumberCallbackViews, PhotoHistoryViews, PhotoViews
from recognition.selfies.api import (
    SelfieCallbackViews,
    SelfieImageViews,
    SelfieViews,
    StaffSelfieViews,
)

ALBUM = "albums/<guid:album_id>"
PERSON = f"{ALBUM}/persons/<path:person_id>"  # a provider's id may have a slash
TENANT = "tenants/<guid:tenant_id>"
ACCOUNT = "accounts/<guid:account_id>"
SPACE = f"{ACCOUNT}/spaces/<guid:account_space_id>"

admin_urls = [
    path("albums", AlbumViews.as_view({"get": "list"})),
    path(ALBUM, AlbumViews.as_view({"get": "retrieve", "put": "save"})),
    path(f"{ALBUM}/priority", AlbumViews.as_view({"patch": "priority"})),
    path(f"{ALBUM}/retention", AlbumViews.as_view({"put": "retention"})),
    path(f"{ALBUM}/recognition", AlbumViews.as_view({"put": "recognition"})),
    path(f"{ALBUM}/recognition/settings", AlbumViews.as_view({"patch": "recognition_settings"})),
    path(f"{ALBUM}/recognition/preview", AlbumViews.as_view({"post": "preview"})),
    path(f"{ALBUM}/processing", AlbumProcessingViews.as_view({"post": "start"})),
    path(f"{ALBUM}/processing/<guid:job_id>", AlbumProcessingViews.as_view({"get": "retrieve"})),
    path(f"{ALBUM}/texts", AlbumTextViews.as_view({"get": "list"})),
    path(f"{ALBUM}/texts/<guid:text_id>/withdraw", AlbumTextViews.as_view({"post": "withdraw"})),
    path(f"{PERSON}/erase", ErasingViews.as_view({"post": "person"})),
    path(f"{PERSON}/merge", PersonViews.as_view({"post": "merge"})),
    path(f"{PERSON}/split", PersonViews.as_view({"post": "split"})),
    path(f"{PERSON}/refuse", PersonViews.as_view({"post": "refuse"})),
    path(f"{PERSON}/suggest-again", PersonViews.as_view({"post": "suggest_again"})),
    path(f"{ALBUM}/person-jobs/<guid:job_id>", PersonViews.as_view({"get": "job"})),
    path(TENANT, TenantViews.as_view({"get": "retrieve"})),
    path(f"{TENANT}/recognition", TenantViews.as_view({"put": "recognition"})),
    path("accounts", FaceAccountViews.as_view({"get": "list", "post": "create"})),
    path(ACCOUNT, FaceAccountViews.as_view({"get": "retrieve", "patch": "change"})),
    path(f"{ACCOUNT}/active", FaceAccountViews.as_view({"put": "active"})),
    path(f"{ACCOUNT}/spaces", SpaceViews.as_view({"get": "list", "post": "create"})),
    path(SPACE, SpaceViews.as_view({"get": "retrieve", "patch": "change"})),
    path(f"{SPACE}/active", SpaceViews.as_view({"put": "active"})),
    path("selfies", StaffSelfieViews.as_view({"post": "create"})),
    path("selfies/<guid:selfie_id>", StaffSelfieViews.as_view({"get": "retrieve"})),
    path("selfies/<guid:selfie_id>/erase", ErasingViews.as_view({"post": "selfie"})),
    path("photos", PhotoViews.as_view({"get": "list"})),
    path("photos/<guid:photo_id>", PhotoViews.as_view({"get": "retrieve"})),
    path("photos/<guid:photo_id>/tags", PhotoViews.as_view({"put": "correct_numbers"})),
    path("photos/<guid:photo_id>/persons", PhotoViews.as_view({"put": "correct_persons"})),
    path("photos/<guid:photo_id>/history", PhotoHistoryViews.as_view({"get": "retrieve"})),
]


client_urls = [
    path("auto-tagging/tasks/callback", NumberCallbackViews.as_view({"post": "receive"})),
    path("albums/<guid:album_id>/customTags", CustomTagViews.as_view({"get": "custom_tags"})),
    path("selfies", SelfieViews.as_view({"post": "create"})),
    path("selfies/<guid:selfie_id>", SelfieViews.as_view({"get": "retrieve"})),
    path("selfies/<guid:selfie_id>/image", SelfieImageViews.as_view({"get": "retrieve"})),
    path("avatar/tasks/callback", SelfieCallbackViews.as_view({"post": "receive"})),
]


internal_urls = [
    path("albums/<guid:album_id>", InternalAlbumViews.as_view({"get": "retrieve"})),
    path(
        "albums/<guid:album_id>/counter/photos", InternalAlbumViews.as_view({"get": "count_photos"})
    ),
]
