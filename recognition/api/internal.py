"""What recognition offers to the InternalApi."""

from django.urls import path

from recognition.api.albums import InternalAlbumViews
from recognition.api.counters import PhotoCounterViews

urlpatterns = [
    path("albums/<uuid:album_id>", InternalAlbumViews.as_view({"get": "retrieve"})),
    path("albums/<uuid:album_id>/counter/photos", PhotoCounterViews.as_view({"get": "retrieve"})),
]
