"""What recognition offers to the AdminApi."""

from django.urls import path

from recognition.api.albums import AlbumViews

urlpatterns = [
    path("albums/<uuid:album_id>", AlbumViews.as_view({"get": "retrieve"})),
    path("albums/<uuid:album_id>/priority", AlbumViews.as_view({"patch": "priority"})),
]
