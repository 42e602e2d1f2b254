"""What recognition offers to the ClientApi."""

from django.urls import path

from recognition.api.callbacks import NumberCallbackViews
from recognition.api.hints import TaggingHintViews

urlpatterns = [
    path("auto-tagging/tasks/callback", NumberCallbackViews.as_view({"post": "receive"})),
    path("albums/<uuid:album_id>/customTags", TaggingHintViews.as_view({"get": "custom_tags"})),
    path("albums/<uuid:album_id>/taggingHint", TaggingHintViews.as_view({"get": "hint"})),
]
