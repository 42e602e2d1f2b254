"""What tagging offers to the InternalApi."""

from django.urls import path

from tagging.statistics.api import InternalStatisticsViews
from tagging.tagators.api import InternalTagatorViews
from tagging.works.tasks_api import PhotoTaskViews

urlpatterns = [
    path("statistics/tagators", InternalStatisticsViews.as_view({"get": "tagators"})),
    path("photos/<guid:photo_id>/tasks/cancel", PhotoTaskViews.as_view({"post": "cancel"})),
    path("tagators/<guid:tagator_id>", InternalTagatorViews.as_view({"get": "retrieve"})),
]
