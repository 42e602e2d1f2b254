"""What recognition offers to the AdminApi."""

from django.urls import path

from recognition.api.albums import AlbumViews
from recognition.api.processing import AlbumProcessingViews

urlpatterns = [
    path("albums/<uuid:album_id>", AlbumViews.as_view({"get": "retrieve"})),
    path("albums/<uuid:album_id>/priority", AlbumViews.as_view({"patch": "priority"})),
    path("albums/<uuid:album_id>/processing", AlbumProcessingViews.as_view({"post": "start"})),
    path(
        "albums/<uuid:album_id>/processing/<uuid:job_id>",
        AlbumProcessingViews.as_view({"get": "retrieve"}),
    ),
]
