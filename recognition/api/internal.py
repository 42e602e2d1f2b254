"""What recognition offers to the InternalApi."""

from django.urls import path

from recognition.api.albums.counter_views import PhotoCounterViews
from recognition.api.albums.views import InternalAlbumViews

urlpatterns = [
    path("albums/<uuid:album_id>", InternalAlbumViews.as_view({"get": "retrieve"})),
    path("albums/<uuid:album_id>/counter/photos", PhotoCounterViews.as_view({"get": "retrieve"})),
]
