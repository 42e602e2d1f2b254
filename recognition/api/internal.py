"""What recognition offers to the InternalApi."""

from django.urls import path

from recognition.albums.api import InternalAlbumViews

urlpatterns = [
    path("albums/<guid:album_id>", InternalAlbumViews.as_view({"get": "retrieve"})),
    path(
        "albums/<guid:album_id>/counter/photos", InternalAlbumViews.as_view({"get": "count_photos"})
    ),
]
