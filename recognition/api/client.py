"""What recognition offers to the ClientApi."""

from django.urls import path

from recognition.api.albums.views import TaggingHintViews
from recognition.api.photos.views import NumberCallbackViews
from recognition.api.selfies.views import SelfieCallbackViews, SelfieImageViews, SelfieViews

urlpatterns = [
    path("auto-tagging/tasks/callback", NumberCallbackViews.as_view({"post": "receive"})),
    path("albums/<guid:album_id>/customTags", TaggingHintViews.as_view({"get": "custom_tags"})),
    path("albums/<guid:album_id>/taggingHint", TaggingHintViews.as_view({"get": "hint"})),
    path("selfies", SelfieViews.as_view({"post": "create"})),
    path("selfies/<guid:selfie_id>", SelfieViews.as_view({"get": "retrieve"})),
    path("selfies/<guid:selfie_id>/image", SelfieImageViews.as_view({"get": "retrieve"})),
    path("avatar/tasks/callback", SelfieCallbackViews.as_view({"post": "receive"})),
]
