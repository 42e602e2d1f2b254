"""The operations of the ClientApi. Made by `script/clients`; do not change it by hand."""

from datetime import datetime
from typing import Literal

from finishline_client import models
from finishline_client.calls import Group, Guid
from finishline_client.pages import Listed, Page


class ClientApi(Group):
    """Version 2 of the group `client-api`."""

    base = "client-api"
    version = 2

    def accounts_retrieve(
        self, *, time_zone: str | None = None, if_none_match: str | None = None
    ) -> models.TagatorAccountOutput:
        """Return the signed-in tagger with settings, and what they did today.

        Role: `tagging.tag`.
        """
        return self._send(
            "GET", "accounts", query={"timeZone": time_zone}, if_none_match=if_none_match
        ).one(models.TagatorAccountOutput)

    def accounts_partial_update(
        self, body: models.SignedInTagatorInput
    ) -> models.SignedInTagatorOutput:
        """Change the language of the signed-in tagger, for mails and for the workbench.

        Role: `tagging.tag`.
        """
        return self._send("PATCH", "accounts", body=body).one(models.SignedInTagatorOutput)

    def accounts_figures_retrieve(
        self, *, if_none_match: str | None = None
    ) -> models.TagatorFiguresOutput:
        """Return what the signed-in tagger did, earned and was paid, and how well they read.

        Days, weeks and months are of the time zone of the pay, and the sums those of the report.

        Role: `tagging.tag`.
        """
        return self._send("GET", "accounts/figures", if_none_match=if_none_match).one(
            models.TagatorFiguresOutput
        )

    def accounts_password_create(self, body: models.OwnPasswordInput) -> models.SignInOutput:
        """Change the password of the signed-in tagger; all tokens issued before are refused.

        422 `wrong-password`: `oldPassword` is another one, which counts as a failed sign-in; after
        too many it is 429. 422 `weak-password`: why stands in `errors`, in the language of
        `Accept-Language`.

        Role: `tagging.tag`.
        """
        return self._send("POST", "accounts/password", body=body).one(models.SignInOutput)

    def accounts_refresh_create(self, body: models.RefreshInput) -> models.SignInOutput:
        """Issue a new access token for a refresh token.

        Open to every caller: taggers sign in here.
        """
        return self._send("POST", "accounts/refresh", body=body).one(models.SignInOutput)

    def accounts_signin_create(self, body: models.SignInInput) -> models.SignInOutput:
        """Issue tokens for an e-mail address and a password.

        401: one of them is wrong. 403: the tagger is blocked. 429: too many failures.

        Open to every caller: taggers sign in here.
        """
        return self._send("POST", "accounts/signin", body=body).one(models.SignInOutput)

    def accounts_trial_retrieve(
        self, *, if_none_match: str | None = None
    ) -> models.TaggerTrialOutput:
        """Return the signed-in tagger's trial, and how well they read it; 404 `no-trial`.

        Role: `tagging.tag`.
        """
        return self._send("GET", "accounts/trial", if_none_match=if_none_match).one(
            models.TaggerTrialOutput
        )

    def albums_custom_tags_retrieve(
        self, album_id: Guid, *, if_none_match: str | None = None
    ) -> models.CustomTagsOutput:
        """Return the custom tags of an album.

        Role: `tagging.tag` or `recognition.manage`.
        """
        return self._send("GET", "albums/{}/customTags", album_id, if_none_match=if_none_match).one(
            models.CustomTagsOutput
        )

    def albums_tagging_guide_retrieve(
        self, album_id: Guid, *, if_none_match: str | None = None
    ) -> models.ShownGuideOutput:
        """Return the guide of an album that is open to the tagger, or of photos in their hands.

        Role: `tagging.tag`.
        """
        return self._send(
            "GET", "albums/{}/taggingGuide", album_id, if_none_match=if_none_match
        ).one(models.ShownGuideOutput)

    def albums_tagging_guide_pictures_retrieve(self, album_id: Guid, photo_id: Guid) -> bytes:
        """Return a sample picture of the guide for screens: at most 1280 pixels, as a file.

        404 `picture-not-in-guide`: the guide does not show it, or its photo was deleted; 503
        `too-many-pictures`: try again soon.

        Role: `tagging.tag`.
        """
        return self._send("GET", "albums/{}/taggingGuide/pictures/{}", album_id, photo_id).file()

    def albums_tagging_hint_retrieve(
        self, album_id: Guid, *, if_none_match: str | None = None
    ) -> models.TaggingHintOutput:
        """Return the first lines of the album's guide, as plain text.

        Without a guide it is made from the album's settings, in the language of `Accept-Language`.

        Role: `tagging.tag` or `recognition.manage`.
        """
        return self._send(
            "GET", "albums/{}/taggingHint", album_id, if_none_match=if_none_match
        ).one(models.TaggingHintOutput)

    def auto_tagging_tasks_callback_create(self, body: models.NumberCallbackInput) -> None:
        """Store a callback of the number provider; it is applied at once, or shortly after.

        No bearer token: the address that the provider was given holds a token.
        """
        return self._send("POST", "auto-tagging/tasks/callback", body=body).nothing()

    def avatar_tasks_callback_create(self, body: models.SelfieCallbackInput) -> None:
        """Store a callback about a selfie and apply it.

        No bearer token: the address that the provider was given holds a token.
        """
        return self._send("POST", "avatar/tasks/callback", body=body).nothing()

    def balances_retrieve(
        self, participant_id: Guid, *, at: datetime | None = None, if_none_match: str | None = None
    ) -> models.BalanceAtOutput:
        """Return a participant's balance, as it is or `at` a moment.

        404: there was no operation yet, or none until that moment.

        Role: `rewards.balance`.
        """
        return self._send(
            "GET", "balances/{}", participant_id, query={"at": at}, if_none_match=if_none_match
        ).one(models.BalanceAtOutput)

    def balances_operations_list(
        self,
        participant_id: Guid,
        *,
        from_: datetime | None = None,
        page: int | None = None,
        page_size: int | None = None,
        to: datetime | None = None,
        if_none_match: str | None = None,
    ) -> Page[models.AccountOperationOutput]:
        """List what changed the balance, the newest first, each with the balance after it.

        404: there was no operation yet.

        Role: `rewards.balance`.
        """
        return self._send(
            "GET",
            "balances/{}/operations",
            participant_id,
            query={"from": from_, "page": page, "pageSize": page_size, "to": to},
            if_none_match=if_none_match,
        ).page(models.AccountOperationOutput)

    def participants_activities_list(
        self,
        participant_id: Guid,
        *,
        from_: datetime | None = None,
        page: int | None = None,
        page_size: int | None = None,
        to: datetime | None = None,
        if_none_match: str | None = None,
    ) -> Page[models.OwnActivityOutput]:
        """List a participant's activities, the newest first: what, which reward, and why.

        Role: `rewards.balance`.
        """
        return self._send(
            "GET",
            "participants/{}/activities",
            participant_id,
            query={"from": from_, "page": page, "pageSize": page_size, "to": to},
            if_none_match=if_none_match,
        ).page(models.OwnActivityOutput)

    def participants_limits_list(
        self, participant_id: Guid, *, if_none_match: str | None = None
    ) -> Listed[models.AllowanceOutput]:
        """List the limits of the participant's program, with what is left of each now.

        Role: `rewards.balance`.
        """
        return self._send(
            "GET", "participants/{}/limits", participant_id, if_none_match=if_none_match
        ).many(models.AllowanceOutput)

    def participants_tasks_list(
        self,
        participant_id: Guid,
        *,
        page: int | None = None,
        page_size: int | None = None,
        if_none_match: str | None = None,
    ) -> Page[models.OpenTaskOutput]:
        """List the tasks that wait for an activity of the participant, in the order of their turn.

        `checks` compare what each asks with the newest activity of its type.

        Role: `rewards.balance`.
        """
        return self._send(
            "GET",
            "participants/{}/tasks",
            participant_id,
            query={"page": page, "pageSize": page_size},
            if_none_match=if_none_match,
        ).page(models.OpenTaskOutput)

    def questions_list(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
        if_none_match: str | None = None,
    ) -> Page[models.QuestionOutput]:
        """List the tagger's questions with their answers, the newest first.

        Role: `tagging.tag`.
        """
        return self._send(
            "GET",
            "questions",
            query={"page": page, "pageSize": page_size},
            if_none_match=if_none_match,
        ).page(models.QuestionOutput)

    def selfies_create(self, body: models.SelfieInput) -> models.SelfieOutput:
        """Find the persons on a selfie, and the photos of the album that they are on.

        If the album has a face provider, the answer is complete. If the number provider recognises
        faces (`FaceNumber`), the state is `AwaitingCallback`: get the selfie again later. A picture
        without a known person is `NotFound`, whether there is a face on it or not. The same
        `selfieId` with the same data again is 200 and changes nothing.

        Role: `recognition.selfie`.
        """
        return self._send("POST", "selfies", body=body, once="selfie_id").one(models.SelfieOutput)

    def selfies_create_upload(self, body: models.SelfieUploadInput) -> models.SelfieOutput:
        """Find the persons on a selfie, and the photos of the album that they are on.

        If the album has a face provider, the answer is complete. If the number provider recognises
        faces (`FaceNumber`), the state is `AwaitingCallback`: get the selfie again later. A picture
        without a known person is `NotFound`, whether there is a face on it or not. The same
        `selfieId` with the same data again is 200 and changes nothing.

        Role: `recognition.selfie`.
        """
        return self._send("POST", "selfies", form=body, once="selfie_id").one(models.SelfieOutput)

    def selfies_retrieve(
        self, selfie_id: Guid, *, if_none_match: str | None = None
    ) -> models.SelfieOutput:
        """Return a selfie, with the photos of the album that its persons are on.

        Role: `recognition.selfie`.
        """
        return self._send("GET", "selfies/{}", selfie_id, if_none_match=if_none_match).one(
            models.SelfieOutput
        )

    def selfies_image_retrieve(self, selfie_id: Guid) -> bytes:
        """Send the picture of a selfie that is being recognised.

        No bearer token: the address that the provider was given has a token.
        """
        return self._send("GET", "selfies/{}/image", selfie_id).file()

    def works_create(
        self, body: models.WorkInput | None = None, *, idempotency_key: str | None = None
    ) -> models.WorkOutput:
        """Take work: the most urgent open tasks; an active work is returned as it is, with 200.

        404 `no-tasks`: no task is open to the tagger now. 403 `trial-not-passed`: too few photos of
        the trial were read rightly.

        Role: `tagging.tag`.
        """
        return self._send(
            "POST", "works", body=body, takes_key=True, idempotency_key=idempotency_key
        ).one(models.WorkOutput)

    def works_retrieve(
        self, work_id: Guid, *, if_none_match: str | None = None
    ) -> models.WorkOutput:
        """Return a work.

        Role: `tagging.tag`.
        """
        return self._send("GET", "works/{}", work_id, if_none_match=if_none_match).one(
            models.WorkOutput
        )

    def works_tasks_list(
        self,
        work_id: Guid,
        *,
        page: int | None = None,
        page_size: int | None = None,
        if_none_match: str | None = None,
    ) -> Page[models.ClientTaskOutput]:
        """List the tasks of a work in the order in which they are done.

        Skipped tasks, and those of an expired work that went back to the pool, are not in it.

        Role: `tagging.tag`.
        """
        return self._send(
            "GET",
            "works/{}/tasks",
            work_id,
            query={"page": page, "pageSize": page_size},
            if_none_match=if_none_match,
        ).page(models.ClientTaskOutput)

    def works_tasks_complete_update(self, work_id: Guid, task_id: Guid) -> None:
        """Complete the task: its tags are all that is on the photo. Repeated, nothing changes.

        Role: `tagging.tag`.
        """
        return self._send("PUT", "works/{}/tasks/{}/complete", work_id, task_id).nothing()

    def works_tasks_picture_retrieve(
        self, work_id: Guid, task_id: Guid, *, size: Literal["screen", "large"] | None = None
    ) -> bytes:
        """Return the photo of a task in a size for screens, as a file.

        As for the other actions of a task, but a completed task has its picture until the work is
        over. 404 `picture-not-available`, or `photo-was-deleted`; 503 `too-many-pictures`: try
        again soon.

        Role: `tagging.tag`.
        """
        return self._send(
            "GET", "works/{}/tasks/{}/picture", work_id, task_id, query={"size": size}
        ).file()

    def works_tasks_questions_create(
        self,
        work_id: Guid,
        task_id: Guid,
        body: models.QuestionInput,
        *,
        idempotency_key: str | None = None,
    ) -> models.QuestionOutput:
        """Ask the lead about the photo of a task in hand, also a completed one: 201.

        Repeated with the same id and text: 200; another text: 409 `id-taken`. Once the work is over
        it is 409, and another tagger's work is 404.

        Role: `tagging.tag`.
        """
        return self._send(
            "POST",
            "works/{}/tasks/{}/questions",
            work_id,
            task_id,
            body=body,
            takes_key=True,
            idempotency_key=idempotency_key,
        ).one(models.QuestionOutput)

    def works_tasks_reopen_update(self, work_id: Guid, task_id: Guid) -> None:
        """Take a completed or skipped task in hand again, while the work is active.

        409 `task-taken`: another tagger has the skipped task.

        Role: `tagging.tag`.
        """
        return self._send("PUT", "works/{}/tasks/{}/reopen", work_id, task_id).nothing()

    def works_tasks_series_retrieve(
        self, work_id: Guid, task_id: Guid, *, if_none_match: str | None = None
    ) -> models.SeriesOutput:
        """List the tasks in hand whose photos show the same person, or are of the same burst.

        The refusals are those of `suggestions`.

        Role: `tagging.tag`.
        """
        return self._send(
            "GET", "works/{}/tasks/{}/series", work_id, task_id, if_none_match=if_none_match
        ).one(models.SeriesOutput)

    def works_tasks_skip_update(
        self, work_id: Guid, task_id: Guid, body: models.SkipInput | None = None
    ) -> None:
        """Return the task to the pool. It is not offered to this tagger again.

        Role: `tagging.tag`.
        """
        return self._send("PUT", "works/{}/tasks/{}/skip", work_id, task_id, body=body).nothing()

    def works_tasks_start_list_retrieve(
        self, work_id: Guid, task_id: Guid, *, digits: str, if_none_match: str | None = None
    ) -> models.StartListOutput:
        """List numbers of the album's start list that begin with `digits`, with their names.

        Letters before the digits may be left out. None where there is no list, or it is not
        available now. The refusals are those of `suggestions`.

        Role: `tagging.tag`.
        """
        return self._send(
            "GET",
            "works/{}/tasks/{}/startList",
            work_id,
            task_id,
            query={"digits": digits},
            if_none_match=if_none_match,
        ).one(models.StartListOutput)

    def works_tasks_suggestions_retrieve(
        self, work_id: Guid, task_id: Guid, *, if_none_match: str | None = None
    ) -> models.SuggestionsOutput:
        """List numbers that may be on the photo of a task in hand.

        None of them is a tag before the tagger adds it. Another tagger's work is 404; an expired
        work, and a task that is cancelled or completed, are 409.

        Role: `tagging.tag`.
        """
        return self._send(
            "GET", "works/{}/tasks/{}/suggestions", work_id, task_id, if_none_match=if_none_match
        ).one(models.SuggestionsOutput)

    def works_tasks_tags_create(
        self,
        work_id: Guid,
        task_id: Guid,
        body: models.AddTagsInput | None = None,
        *,
        idempotency_key: str | None = None,
    ) -> models.TaskTagsOutput:
        """Add numbers and custom tags: all of them, or none.

        422 `number-not-accepted`: `errors` names each number that fails the album's checks, and
        why. What the task has already stays as it is.

        Role: `tagging.tag`.
        """
        return self._send(
            "POST",
            "works/{}/tasks/{}/tags",
            work_id,
            task_id,
            body=body,
            takes_key=True,
            idempotency_key=idempotency_key,
        ).one(models.TaskTagsOutput)

    def works_tasks_tags_destroy(
        self,
        work_id: Guid,
        task_id: Guid,
        *,
        custom_tag: str | None = None,
        value: str | None = None,
    ) -> models.TaskTagsOutput:
        """Delete a number (`value`) or a custom tag (`customTag`).

        Role: `tagging.tag`.
        """
        return self._send(
            "DELETE",
            "works/{}/tasks/{}/tags",
            work_id,
            task_id,
            query={"customTag": custom_tag, "value": value},
        ).one(models.TaskTagsOutput)

    def works_current_retrieve(self, *, if_none_match: str | None = None) -> models.WorkOutput:
        """Return the active work; without one: 404 `no-work`.

        Role: `tagging.tag`.
        """
        return self._send("GET", "works/current", if_none_match=if_none_match).one(
            models.WorkOutput
        )

    def works_waiting_retrieve(
        self, *, album_id: Guid | None = None, if_none_match: str | None = None
    ) -> models.WaitingOutput:
        """Return whether work is waiting for the tagger, for a page that is open without work.

        It also says when the lead last answered a question, which a work says while there is one.

        Photos that others take in the meantime are gone again: `POST works` may still refuse.

        Role: `tagging.tag`.
        """
        return self._send(
            "GET", "works/waiting", query={"albumId": album_id}, if_none_match=if_none_match
        ).one(models.WaitingOutput)


class ClientApiV1(ClientApi):
    """Version 1 of the group `client-api`."""

    base = "client-api"
    version = 1
