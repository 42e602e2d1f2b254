"""What tagging offers to the ClientApi."""

from django.urls import path

from tagging.albums.api import ShownGuideViews, TaggingHintViews
from tagging.questions.api import QuestionViews
from tagging.tagators.account_api import SignInViews, TagatorAccountViews
from tagging.works.api import TaggingTaskViews, WorkViews

_TASK = "works/<guid:work_id>/tasks/<guid:task_id>"

urlpatterns = [
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
