"""What recognition offers to the ClientApi."""

from django.urls import path

from recognition.albums.api import CustomTagViews
from recognition.photos.api import NumberCallbackViews
from recognition.selfies.api import SelfieCallbackViews, SelfieImageViews, SelfieViews

urlpatterns = [
    path("auto-tagging/tasks/callback", NumberCallbackViews.as_view({"post": "receive"})),
    path("albums/<guid:album_id>/customTags", CustomTagViews.as_view({"get": "custom_tags"})),
    path("selfies", SelfieViews.as_view({"post": "create"})),
    path("selfies/<guid:selfie_id>", SelfieViews.as_view({"get": "retrieve"})),
    path("selfies/<guid:selfie_id>/image", SelfieImageViews.as_view({"get": "retrieve"})),
    path("avatar/tasks/callback", SelfieCallbackViews.as_view({"post": "receive"})),
]
