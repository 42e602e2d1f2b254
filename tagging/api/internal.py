"""What tagging offers to the InternalApi."""

from django.urls import path

from tagging.api.tasks import PhotoTaskViews

urlpatterns = [
    path("photos/<uuid:photo_id>/tasks/cancel", PhotoTaskViews.as_view({"post": "cancel"})),
]
