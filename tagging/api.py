"""What tagging offers to each API group."""

from django.urls import path

from tagging.albums.api import AlbumGuideViews, ShownGuideViews, TaggingHintViews
from tagging.quality.api import AlbumQualityViews, TagatorQualityViews
from tagging.questions.api import QuestionViews
from tagging.statistics.api import InternalStatisticsViews, StatisticsViews, TagatorStatisticViews
from tagging.tagators.api import (
    InternalTagatorViews,
    InvitationViews,
    SignInViews,
    TagatorAccountViews,
    TagatorSettingsViews,
    TagatorViews,
)
from tagging.works.api import PhotoTaskViews, TaggingTaskViews, TaskCallbackViews, WorkViews

_TAGATOR = "tagators/<guid:tagator_id>"
_SETTINGS = "settings/<guid:tagator_id>"

admin_urls = [
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


_TASK = "works/<guid:work_id>/tasks/<guid:task_id>"

client_urls = [
    path("accounts/signin", SignInViews.as_view({"post": "sign_in"})),
    path("accounts/refresh", SignInViews.as_view({"post": "refresh"})),
    path("accounts", TagatorAccountViews.as_view({"get": "retrieve", "patch": "change"})),
    path("accounts/password", TagatorAccountViews.as_view({"post": "password"})),
    path("albums/<guid:album_id>/taggingHint", TaggingHintViews.as_view({"get": "retrieve"})),
    path("albums/<guid:album_id>/taggingGuide", ShownGuideViews.as_view({"get": "retrieve"})),
    path(
        "albums/<guid:album_id>/taggingGuide/pictures/<guid:photo_id>",
        ShownGuideViews.as_view({"get": "picture"}),
    ),
    path("accounts/trial", TagatorAccountViews.as_view({"get": "trial"})),
    path("accounts/figures", TagatorAccountViews.as_view({"get": "figures"})),
    path("questions", QuestionViews.as_view({"get": "list"})),
    path("works", WorkViews.as_view({"post": "create"})),
    path("works/current", WorkViews.as_view({"get": "current"})),
    path("works/waiting", WorkViews.as_view({"get": "waiting"})),
    path("works/<guid:work_id>", WorkViews.as_view({"get": "retrieve"})),
    path("works/<guid:work_id>/tasks", WorkViews.as_view({"get": "tasks"})),
    path(f"{_TASK}/tags", TaggingTaskViews.as_view({"post": "add_tags", "delete": "delete_tag"})),
    path(f"{_TASK}/complete", TaggingTaskViews.as_view({"put": "complete"})),
    path(f"{_TASK}/skip", TaggingTaskViews.as_view({"put": "skip"})),
    path(f"{_TASK}/reopen", TaggingTaskViews.as_view({"put": "reopen"})),
    path(f"{_TASK}/picture", TaggingTaskViews.as_view({"get": "picture"})),
    path(f"{_TASK}/questions", QuestionViews.as_view({"post": "create"})),
    path(f"{_TASK}/series", TaggingTaskViews.as_view({"get": "series"})),
    path(f"{_TASK}/startList", TaggingTaskViews.as_view({"get": "start_list"})),
    path(f"{_TASK}/suggestions", TaggingTaskViews.as_view({"get": "suggestions"})),
]


internal_urls = [
    path("statistics/tagators", InternalStatisticsViews.as_view({"get": "tagators"})),
    path("photos/<guid:photo_id>/tasks/cancel", PhotoTaskViews.as_view({"post": "cancel"})),
    path("tagators/<guid:tagator_id>", InternalTagatorViews.as_view({"get": "retrieve"})),
]
