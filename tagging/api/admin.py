"""What tagging offers to the AdminApi."""

from django.urls import path

from tagging.albums.api import AlbumGuideViews
from tagging.quality.api import AlbumQualityViews, TagatorQualityViews
from tagging.statistics.api import StatisticsViews, TagatorStatisticViews
from tagging.tagators.api import InvitationViews, TagatorSettingsViews, TagatorViews
from tagging.works.tasks_api import TaskCallbackViews

_TAGATOR = "tagators/<guid:tagator_id>"
_SETTINGS = "settings/<guid:tagator_id>"

urlpatterns = [
    path("statistics/byAlbums", StatisticsViews.as_view({"get": "by_albums"})),
    path("statistics/timeSheetsByInterval", StatisticsViews.as_view({"get": "timesheets"})),
    path("tagators/tagator-report", TagatorStatisticViews.as_view({"post": "report"})),
    path(
        "tagators/<guid:tagator_id>/statistic", TagatorStatisticViews.as_view({"get": "retrieve"})
    ),
    path(
        "albums/<guid:album_id>/taggingQuality",
        AlbumQualityViews.as_view({"get": "retrieve", "patch": "change"}),
    ),
    path(
        "albums/<guid:album_id>/taggingGuide",
        AlbumGuideViews.as_view({"get": "retrieve", "patch": "change"}),
    ),
    path("tagators/<guid:tagator_id>/quality", TagatorQualityViews.as_view({"get": "retrieve"})),
    path("tasks/callback", TaskCallbackViews.as_view({"post": "receive"})),
    path("tagators", TagatorViews.as_view({"get": "list", "post": "create"})),
    path("tagators/invitation-tagging", InvitationViews.as_view({"post": "invite"})),
    path(_TAGATOR, TagatorViews.as_view({"get": "retrieve", "patch": "change"})),
    path(f"{_TAGATOR}/password", TagatorViews.as_view({"post": "password"})),
    path(f"{_SETTINGS}/tagatorSettings", TagatorSettingsViews.as_view({"get": "retrieve"})),
    path(f"{_SETTINGS}/changeTagatorSettings", TagatorSettingsViews.as_view({"patch": "change"})),
]
