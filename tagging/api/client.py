"""What tagging offers to the ClientApi."""

from django.urls import path

from tagging.api.accounts.views import SignInViews, TagatorAccountViews
from tagging.api.works.views import TaggingTaskViews, WorkViews

_TASK = "works/<guid:work_id>/tasks/<guid:task_id>"

urlpatterns = [
    path("accounts/signin", SignInViews.as_view({"post": "sign_in"})),
    path("accounts/refresh", SignInViews.as_view({"post": "refresh"})),
    path("accounts", TagatorAccountViews.as_view({"get": "retrieve"})),
    path("works", WorkViews.as_view({"post": "create"})),
    path("works/current", WorkViews.as_view({"get": "current"})),
    path("works/<guid:work_id>", WorkViews.as_view({"get": "retrieve"})),
    path("works/<guid:work_id>/tasks", WorkViews.as_view({"get": "tasks"})),
    path(f"{_TASK}/tags", TaggingTaskViews.as_view({"post": "add_tags", "delete": "delete_tag"})),
    path(f"{_TASK}/complete", TaggingTaskViews.as_view({"put": "complete"})),
    path(f"{_TASK}/skip", TaggingTaskViews.as_view({"put": "skip"})),
    path(f"{_TASK}/reopen", TaggingTaskViews.as_view({"put": "reopen"})),
    path(f"{_TASK}/suggestions", TaggingTaskViews.as_view({"get": "suggestions"})),
]
