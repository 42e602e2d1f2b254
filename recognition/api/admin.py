"""What recognition offers to the AdminApi."""

from django.urls import path

from recognition.api.albums import AlbumViews
from recognition.api.histories import PhotoHistoryViews
from recognition.api.selfies import StaffSelfieViews

urlpatterns = [
    path("albums/<uuid:album_id>", AlbumViews.as_view({"get": "retrieve"})),
    path("albums/<uuid:album_id>/priority", AlbumViews.as_view({"patch": "priority"})),
    path("selfies", StaffSelfieViews.as_view({"post": "create"})),
    path("selfies/<uuid:selfie_id>", StaffSelfieViews.as_view({"get": "retrieve"})),
    path("photos/<uuid:photo_id>/history", PhotoHistoryViews.as_view({"get": "retrieve"})),
]
