"""What recognition offers to the ClientApi."""

from django.urls import path

from recognition.api.callbacks import NumberCallbackViews

urlpatterns = [
    path("auto-tagging/tasks/callback", NumberCallbackViews.as_view({"post": "receive"})),
]
