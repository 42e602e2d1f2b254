"""The operations of the AdminApi. Made by `script/clients`; do not change it by hand."""

from collections.abc import Sequence
from datetime import datetime
from typing import Literal

from typing_extensions import deprecated

from finishline_client import models
from finishline_client.calls import Group, Guid
from finishline_client.pages import Listed, Page


class _AdminApi(Group):
    """Alike in both versions."""

    base = "admin-api"
    version = 2

    def accounts_list(
        self,
        *,
        is_active: bool | None = None,
        ordering: Sequence[
            Literal["name", "-name", "createdOn", "-createdOn", "updatedOn", "-updatedOn"]
        ]
        | None = None,
        page: int | None = None,
        page_size: int | None = None,
        provider: Literal["compreface", "local", "rekognition", "sandbox"] | None = None,
        search: str | None = None,
        if_none_match: str | None = None,
    ) -> Page[models.AccountOutput]:
        """List accounts by name.

        Role: `recognition.manage` or `recognition.read`.
        """
        return self._send(
            "GET",
            "accounts",
            query={
                "isActive": is_active,
                "ordering": ordering,
                "page": page,
                "pageSize": page_size,
                "provider": provider,
                "search": search,
            },
            if_none_match=if_none_match,
        ).page(models.AccountOutput)

    def accounts_create(
        self, body: models.AccountInput, *, idempotency_key: str | None = None
    ) -> models.AccountOutput:
        """Create an account.

        The same request with the same `accountId` again changes nothing and is 200; with other data
        it is 409.

        Role: `recognition.manage`.
        """
        return self._send(
            "POST",
            "accounts",
            body=body,
            takes_key=True,
            idempotency_key=idempotency_key,
            once="account_id",
        ).one(models.AccountOutput)

    def accounts_retrieve(
        self, account_id: Guid, *, if_none_match: str | None = None
    ) -> models.AccountOutput:
        """Return an account.

        Role: `recognition.manage` or `recognition.read`.
        """
        return self._send("GET", "accounts/{}", account_id, if_none_match=if_none_match).one(
            models.AccountOutput
        )

    def accounts_partial_update(
        self,
        account_id: Guid,
        body: models.AccountChangeInput | None = None,
        *,
        if_match: str | None = None,
    ) -> models.AccountOutput:
        """Change an account.

        Role: `recognition.manage`.
        """
        return self._send("PATCH", "accounts/{}", account_id, body=body, if_match=if_match).one(
            models.AccountOutput
        )

    def accounts_active_update(
        self, account_id: Guid, body: models.ActiveInput, *, if_match: str | None = None
    ) -> str:
        """Allow albums to use an account, or not; 409: an album uses it, so it stays on.

        Role: `recognition.manage`.
        """
        return self._send(
            "PUT", "accounts/{}/active", account_id, body=body, if_match=if_match
        ).etag()

    def accounts_spaces_list(
        self,
        account_id: Guid,
        *,
        is_active: bool | None = None,
        is_default: bool | None = None,
        ordering: Sequence[
            Literal["name", "-name", "createdOn", "-createdOn", "updatedOn", "-updatedOn"]
        ]
        | None = None,
        page: int | None = None,
        page_size: int | None = None,
        search: str | None = None,
        if_none_match: str | None = None,
    ) -> Page[models.SpaceOutput]:
        """List the spaces of an account by name.

        Role: `recognition.manage` or `recognition.read`.
        """
        return self._send(
            "GET",
            "accounts/{}/spaces",
            account_id,
            query={
                "isActive": is_active,
                "isDefault": is_default,
                "ordering": ordering,
                "page": page,
                "pageSize": page_size,
                "search": search,
            },
            if_none_match=if_none_match,
        ).page(models.SpaceOutput)

    def accounts_spaces_create(
        self, account_id: Guid, body: models.SpaceInput, *, idempotency_key: str | None = None
    ) -> models.SpaceOutput:
        """Add a space to an account.

        The same request with the same `accountSpaceId` again changes nothing and is 200; with other
        data it is 409.

        Role: `recognition.manage`.
        """
        return self._send(
            "POST",
            "accounts/{}/spaces",
            account_id,
            body=body,
            takes_key=True,
            idempotency_key=idempotency_key,
            once="account_space_id",
        ).one(models.SpaceOutput)

    def accounts_spaces_retrieve(
        self, account_id: Guid, account_space_id: Guid, *, if_none_match: str | None = None
    ) -> models.SpaceOutput:
        """Return a space of an account.

        Role: `recognition.manage` or `recognition.read`.
        """
        return self._send(
            "GET",
            "accounts/{}/spaces/{}",
            account_id,
            account_space_id,
            if_none_match=if_none_match,
        ).one(models.SpaceOutput)

    def accounts_spaces_partial_update(
        self,
        account_id: Guid,
        account_space_id: Guid,
        body: models.SpaceChangeInput | None = None,
        *,
        if_match: str | None = None,
    ) -> models.SpaceOutput:
        """Change a space of an account.

        Role: `recognition.manage`.
        """
        return self._send(
            "PATCH",
            "accounts/{}/spaces/{}",
            account_id,
            account_space_id,
            body=body,
            if_match=if_match,
        ).one(models.SpaceOutput)

    def accounts_spaces_active_update(
        self,
        account_id: Guid,
        account_space_id: Guid,
        body: models.ActiveInput,
        *,
        if_match: str | None = None,
    ) -> str:
        """Allow albums to use a space, or not; 409: an album uses it, so it stays on.

        Role: `recognition.manage`.
        """
        return self._send(
            "PUT",
            "accounts/{}/spaces/{}/active",
            account_id,
            account_space_id,
            body=body,
            if_match=if_match,
        ).etag()

    def activities_list(
        self,
        *,
        created_before: datetime | None = None,
        created_from: datetime | None = None,
        marketing_program_id: Guid | None = None,
        ordering: Sequence[Literal["createdOn", "-createdOn"]] | None = None,
        page: int | None = None,
        page_size: int | None = None,
        participant_id: Guid | None = None,
        reward: Literal["failed", "none", "set"] | None = None,
        state: Literal["Applied", "Created", "Skipped"] | None = None,
        type: Literal[
            "GeoLocationActivity",
            "InviteActivity",
            "ParticipatingActivity",
            "PartnersActivity",
            "QuizActivity",
            "RegistrationActivity",
            "SporadicActivity",
            "SportActivity",
            "UploadImageActivity",
        ]
        | None = None,
        if_none_match: str | None = None,
    ) -> Page[models.ActivityOutput]:
        """List activities, the newest first.

        Role: `activities.manage`.
        """
        return self._send(
            "GET",
            "activities",
            query={
                "createdBefore": created_before,
                "createdFrom": created_from,
                "marketingProgramId": marketing_program_id,
                "ordering": ordering,
                "page": page,
                "pageSize": page_size,
                "participantId": participant_id,
                "reward": reward,
                "state": state,
                "type": type,
            },
            if_none_match=if_none_match,
        ).page(models.ActivityOutput)

    def activities_history_retrieve(
        self, activity_id: Guid, *, if_none_match: str | None = None
    ) -> models.ExplainedActivityOutput:
        """Explain an activity: where it is and why, what happened, and the tasks looked at.

        The tasks are compared when this is asked for, as they are now. A task that was added or
        changed after the activity was applied or skipped is marked by `since`.

        Role: `activities.manage`.
        """
        return self._send(
            "GET", "activities/{}/history", activity_id, if_none_match=if_none_match
        ).one(models.ExplainedActivityOutput)

    def activities_reward_calculate_create(
        self, activity_id: Guid, *, if_match: str | None = None, idempotency_key: str | None = None
    ) -> models.ActivityOutput:
        """Calculate the reward again, in either scheme.

        If the calculation fails, the reward stays unset; the history says why. 409: another reward
        is set, and stays.

        Role: `activities.manage`.
        """
        return self._send(
            "POST",
            "activities/{}/reward/calculate",
            activity_id,
            if_match=if_match,
            takes_key=True,
            idempotency_key=idempotency_key,
        ).one(models.ActivityOutput)

    def activities_reward_check_retrieve(
        self, activity_id: Guid, *, if_none_match: str | None = None
    ) -> models.RewardCheckOutput:
        """Calculate a reward again from what was stored with it, and compare; nothing changes.

        404 `reward-not-set`: there is no reward.

        Role: `activities.manage` or `rewards.read`.
        """
        return self._send(
            "GET", "activities/{}/reward/check", activity_id, if_none_match=if_none_match
        ).one(models.RewardCheckOutput)

    def activities_reward_comparison_retrieve(
        self, activity_id: Guid, *, other_activity_id: Guid, if_none_match: str | None = None
    ) -> models.RewardComparisonOutput:
        """Compare a reward with that of another activity, from what was stored with both.

        The inputs that differ, the step of the formula where the results part, and both results.

        Role: `activities.manage` or `rewards.read`.
        """
        return self._send(
            "GET",
            "activities/{}/reward/comparison",
            activity_id,
            query={"otherActivityId": other_activity_id},
            if_none_match=if_none_match,
        ).one(models.RewardComparisonOutput)

    def activities_reward_explanation_retrieve(
        self, activity_id: Guid, *, technical: bool | None = None, if_none_match: str | None = None
    ) -> models.ExplainedRewardOutput:
        """Explain a reward in words and numbers, from what was stored; nothing is calculated.

        Which formula decided and by which revision, why those before it did not suit, each step
        with its value, rounding, credit and adjustments; or why there is no reward. The sentences
        are plain, with units and rounded numbers, or `technical`.

        Role: `activities.manage` or `rewards.read`.
        """
        return self._send(
            "GET",
            "activities/{}/reward/explanation",
            activity_id,
            query={"technical": technical},
            if_none_match=if_none_match,
        ).one(models.ExplainedRewardOutput)

    def activities_reward_calculate_bulk_create(
        self, body: models.CalculateManyInput, *, idempotency_key: str | None = None
    ) -> models.CalculateManyOutput:
        """Let workers calculate the rewards of up to 1,000 activities again, in either scheme.

        Each activity's history says what became of it. An activity that does not exist or has a
        reward is refused, and stops no other.

        Role: `activities.manage`.
        """
        return self._send(
            "POST",
            "activities/reward/calculate/bulk",
            body=body,
            takes_key=True,
            idempotency_key=idempotency_key,
        ).one(models.CalculateManyOutput)

    def albums_list(
        self,
        *,
        ordering: Sequence[
            Literal[
                "createdOn",
                "-createdOn",
                "updatedOn",
                "-updatedOn",
                "eventDate",
                "-eventDate",
                "name",
                "-name",
                "priority",
                "-priority",
            ]
        ]
        | None = None,
        page: int | None = None,
        page_size: int | None = None,
        search: str | None = None,
        state: Literal["Off", "On"] | None = None,
        strategy: Literal["Disabled", "FaceNumber", "Manual", "Number", "NumberThenManual"]
        | None = None,
        tenant_id: Guid | None = None,
        if_none_match: str | None = None,
    ) -> Page[models.AlbumSummaryOutput]:
        """List albums, the newest first.

        Role: `recognition.manage` or `recognition.read`.
        """
        return self._send(
            "GET",
            "albums",
            query={
                "ordering": ordering,
                "page": page,
                "pageSize": page_size,
                "search": search,
                "state": state,
                "strategy": strategy,
                "tenantId": tenant_id,
            },
            if_none_match=if_none_match,
        ).page(models.AlbumSummaryOutput)

    def albums_person_jobs_retrieve(
        self, album_id: Guid, job_id: Guid, *, if_none_match: str | None = None
    ) -> models.PersonJobOutput:
        """Return how far a merge or split is.

        Role: `recognition.manage` or `recognition.correct` or `recognition.read`.
        """
        return self._send(
            "GET", "albums/{}/person-jobs/{}", album_id, job_id, if_none_match=if_none_match
        ).one(models.PersonJobOutput)

    def albums_persons_erase_create(
        self,
        album_id: Guid,
        person_id: str,
        body: models.ErasingInput,
        *,
        idempotency_key: str | None = None,
    ) -> models.OrderedErasureOutput:
        """Erase a person: faces, selfies, and the numbers that are theirs.

        Also in the other albums whose faces are recognised in the same space.

        Role: `privacy.erase`.
        """
        return self._send(
            "POST",
            "albums/{}/persons/{}/erase",
            album_id,
            person_id,
            body=body,
            takes_key=True,
            idempotency_key=idempotency_key,
        ).one(models.OrderedErasureOutput)

    def albums_persons_merge_create(
        self,
        album_id: Guid,
        person_id: str,
        body: models.MergeInput,
        *,
        idempotency_key: str | None = None,
    ) -> models.ChangedPersonsOutput:
        """Make the person one with another one of the album, which remains; repeatable.

        What is recognised as this person from then on is the other one, too. The photos are changed
        and sent shortly after. 404: no such album, or no such person in it; 422: so is the other
        person; 409: this one was merged into a third person.

        Role: `recognition.manage` or `recognition.correct`.
        """
        return self._send(
            "POST",
            "albums/{}/persons/{}/merge",
            album_id,
            person_id,
            body=body,
            takes_key=True,
            idempotency_key=idempotency_key,
        ).one(models.ChangedPersonsOutput)

    def albums_persons_refuse_create(
        self,
        album_id: Guid,
        person_id: str,
        body: models.OtherPersonInput,
        *,
        idempotency_key: str | None = None,
    ) -> None:
        """Say that the person is not the other one: neither suggested nor merged; repeatable.

        404: no such album, or no such person in it; 422: so is the other person; 409: the two are
        merged, so split them instead.

        Role: `recognition.manage` or `recognition.correct`.
        """
        return self._send(
            "POST",
            "albums/{}/persons/{}/refuse",
            album_id,
            person_id,
            body=body,
            takes_key=True,
            idempotency_key=idempotency_key,
        ).nothing()

    def albums_persons_split_create(
        self, album_id: Guid, person_id: str, *, idempotency_key: str | None = None
    ) -> models.ChangedPersonsOutput:
        """Undo the merge of this person into another one; repeatable.

        Role: `recognition.manage` or `recognition.correct`.
        """
        return self._send(
            "POST",
            "albums/{}/persons/{}/split",
            album_id,
            person_id,
            takes_key=True,
            idempotency_key=idempotency_key,
        ).one(models.ChangedPersonsOutput)

    def albums_persons_suggest_again_create(
        self,
        album_id: Guid,
        person_id: str,
        body: models.OtherPersonInput,
        *,
        idempotency_key: str | None = None,
    ) -> None:
        """Undo what staff said, by a refusal or a split: that the two are not one; repeatable.

        Role: `recognition.manage` or `recognition.correct`.
        """
        return self._send(
            "POST",
            "albums/{}/persons/{}/suggest-again",
            album_id,
            person_id,
            body=body,
            takes_key=True,
            idempotency_key=idempotency_key,
        ).nothing()

    def albums_priority_partial_update(
        self, album_id: Guid, body: models.PriorityInput, *, if_match: str | None = None
    ) -> str:
        """Change the priority of an album and of its open tagging tasks.

        Role: `recognition.manage`.
        """
        return self._send(
            "PATCH", "albums/{}/priority", album_id, body=body, if_match=if_match
        ).etag()

    def albums_processing_create(
        self,
        album_id: Guid,
        body: models.ProcessingInput | None = None,
        *,
        idempotency_key: str | None = None,
    ) -> models.StartedJobOutput:
        """Process the album's photos again; an unfinished job of the album is joined.

        What staff corrected on its photos is overwritten only with `overwriteCorrections`.

        Role: `recognition.manage`.
        """
        return self._send(
            "POST",
            "albums/{}/processing",
            album_id,
            body=body,
            takes_key=True,
            idempotency_key=idempotency_key,
        ).one(models.StartedJobOutput)

    def albums_processing_retrieve(
        self, album_id: Guid, job_id: Guid, *, if_none_match: str | None = None
    ) -> models.JobOutput:
        """Return the progress of a job of the album.

        Role: `recognition.manage` or `recognition.read`.
        """
        return self._send(
            "GET", "albums/{}/processing/{}", album_id, job_id, if_none_match=if_none_match
        ).one(models.JobOutput)

    def albums_recognition_update(
        self, album_id: Guid, body: models.RecognitionStateInput, *, if_match: str | None = None
    ) -> str:
        """Switch recognition on or off for an album.

        Role: `recognition.manage`.
        """
        return self._send(
            "PUT", "albums/{}/recognition", album_id, body=body, if_match=if_match
        ).etag()

    def albums_retention_update(
        self, album_id: Guid, body: models.RetentionInput, *, if_match: str | None = None
    ) -> str:
        """Change how many days after its last photo an album keeps faces and selfies.

        Role: `recognition.manage`.
        """
        return self._send(
            "PUT", "albums/{}/retention", album_id, body=body, if_match=if_match
        ).etag()

    def albums_tagging_guide_retrieve(
        self, album_id: Guid, *, if_none_match: str | None = None
    ) -> models.AlbumGuideOutput:
        """Return the guide of an album as it was written.

        Role: `tagging.manage` or `recognition.manage` or `tagging.read` or `recognition.read`.
        """
        return self._send(
            "GET", "albums/{}/taggingGuide", album_id, if_none_match=if_none_match
        ).one(models.AlbumGuideOutput)

    def albums_tagging_guide_partial_update(
        self, album_id: Guid, body: models.AlbumGuideInput, *, if_match: str | None = None
    ) -> str:
        """Write the guide of an album.

        422 `guide-not-accepted`: a picture is no photo of the album, its photo was deleted, or
        there are more than 20 pictures.

        Role: `tagging.manage` or `recognition.manage`.
        """
        return self._send(
            "PATCH", "albums/{}/taggingGuide", album_id, body=body, if_match=if_match
        ).etag()

    def albums_tagging_quality_retrieve(
        self, album_id: Guid, *, if_none_match: str | None = None
    ) -> models.AlbumQualityOutput:
        """Return how many tasks are read twice or known answers, and the wanted certainty.

        Role: `tagging.manage` or `tagging.read`.
        """
        return self._send(
            "GET", "albums/{}/taggingQuality", album_id, if_none_match=if_none_match
        ).one(models.AlbumQualityOutput)

    def albums_tagging_quality_partial_update(
        self,
        album_id: Guid,
        body: models.AlbumQualityInput | None = None,
        *,
        if_match: str | None = None,
    ) -> str:
        """Change how it is checked, from the next completion and the next work on.

        Role: `tagging.manage`.
        """
        return self._send(
            "PATCH", "albums/{}/taggingQuality", album_id, body=body, if_match=if_match
        ).etag()

    def albums_texts_list(
        self,
        album_id: Guid,
        *,
        ordering: Sequence[Literal["foundOn", "-foundOn"]] | None = None,
        page: int | None = None,
        page_size: int | None = None,
        if_none_match: str | None = None,
    ) -> Page[models.AlbumTextOutput]:
        """List the texts of an album that are no start numbers, the newest first.

        Role: `recognition.manage` or `recognition.read`.
        """
        return self._send(
            "GET",
            "albums/{}/texts",
            album_id,
            query={"ordering": ordering, "page": page, "pageSize": page_size},
            if_none_match=if_none_match,
        ).page(models.AlbumTextOutput)

    def albums_texts_withdraw_create(
        self, album_id: Guid, text_id: Guid, *, idempotency_key: str | None = None
    ) -> None:
        """Withdraw a text that is a start number after all.

        Photos on which it was rejected are judged again shortly after, and it is not found again.

        Role: `recognition.manage`.
        """
        return self._send(
            "POST",
            "albums/{}/texts/{}/withdraw",
            album_id,
            text_id,
            takes_key=True,
            idempotency_key=idempotency_key,
        ).nothing()

    def audit_list(
        self,
        *,
        action: str | None = None,
        actor: str | None = None,
        from_: datetime | None = None,
        page: int | None = None,
        page_size: int | None = None,
        record_id: str | None = None,
        record_type: str | None = None,
        to: datetime | None = None,
        if_none_match: str | None = None,
    ) -> Page[models.AuditEntryOutput]:
        """List orders, the newest first, with old and new values of each field.

        `count` ends at 100,000, and so do the pages: narrow the list by `from` and `to`. With
        `format=csv` the answer is a file with all rows that the conditions find.

        Role: `audit.read`.
        """
        return self._send(
            "GET",
            "audit",
            query={
                "action": action,
                "actor": actor,
                "from": from_,
                "page": page,
                "pageSize": page_size,
                "recordId": record_id,
                "recordType": record_type,
                "to": to,
            },
            if_none_match=if_none_match,
        ).page(models.AuditEntryOutput)

    def audit_list_file(
        self,
        *,
        action: str | None = None,
        actor: str | None = None,
        format: Literal["json", "csv"] | None = None,
        from_: datetime | None = None,
        record_id: str | None = None,
        record_type: str | None = None,
        to: datetime | None = None,
    ) -> bytes:
        """List orders, the newest first, with old and new values of each field.

        `count` ends at 100,000, and so do the pages: narrow the list by `from` and `to`. With
        `format=csv` the answer is a file with all rows that the conditions find.

        Role: `audit.read`.
        """
        return self._send(
            "GET",
            "audit",
            query={
                "action": action,
                "actor": actor,
                "format": format,
                "from": from_,
                "recordId": record_id,
                "recordType": record_type,
                "to": to,
            },
        ).file()

    def balances_list(
        self,
        *,
        least: float | None = None,
        marketing_program_id: Guid | None = None,
        most: float | None = None,
        ordering: Sequence[Literal["updatedOn", "-updatedOn", "amount", "-amount"]] | None = None,
        page: int | None = None,
        page_size: int | None = None,
        if_none_match: str | None = None,
    ) -> Page[models.BalanceOutput]:
        """List balances, the last changed first.

        Role: `rewards.read` or `rewards.adjust`.
        """
        return self._send(
            "GET",
            "balances",
            query={
                "least": least,
                "marketingProgramId": marketing_program_id,
                "most": most,
                "ordering": ordering,
                "page": page,
                "pageSize": page_size,
            },
            if_none_match=if_none_match,
        ).page(models.BalanceOutput)

    def balances_retrieve(
        self, participant_id: Guid, *, at: datetime | None = None, if_none_match: str | None = None
    ) -> models.BalanceAtOutput:
        """Return a participant's balance, as it is or `at` a moment.

        404: there was no operation yet, or none until that moment.

        Role: `rewards.read` or `rewards.adjust`.
        """
        return self._send(
            "GET", "balances/{}", participant_id, query={"at": at}, if_none_match=if_none_match
        ).one(models.BalanceAtOutput)

    def balances_adjustments_create(
        self,
        participant_id: Guid,
        body: models.AdjustmentInput,
        *,
        idempotency_key: str | None = None,
    ) -> models.OperationOutput:
        """Correct a balance by an operation of its own; the caller's name is stored with it.

        The same request with the same `operationId` again changes nothing and is 200; with other
        data it is 409. 409 too: less than zero would be left. 404: no such participant, or the
        activity has no credited reward of this participant. 403 `another-person-needed`: so many
        points need a second person; staff request and approve them in the console.

        Role: `rewards.adjust`.
        """
        return self._send(
            "POST",
            "balances/{}/adjustments",
            participant_id,
            body=body,
            takes_key=True,
            idempotency_key=idempotency_key,
            once="operation_id",
        ).one(models.OperationOutput)

    def balances_operations_list(
        self,
        *,
        created_before: datetime | None = None,
        created_by: str | None = None,
        created_from: datetime | None = None,
        marketing_program_id: Guid | None = None,
        ordering: Sequence[Literal["createdOn", "-createdOn", "amount", "-amount"]] | None = None,
        page: int | None = None,
        page_size: int | None = None,
        participant_id: Guid | None = None,
        source: Literal["Activity", "Adjustment"] | None = None,
        source_id: Guid | None = None,
        state: Literal["Accepted"] | None = None,
        type: Literal["Adjustment", "Refill"] | None = None,
        if_none_match: str | None = None,
    ) -> Page[models.OperationOutput]:
        """List operations, the newest first.

        Role: `rewards.read` or `rewards.adjust`.
        """
        return self._send(
            "GET",
            "balances/operations",
            query={
                "createdBefore": created_before,
                "createdBy": created_by,
                "createdFrom": created_from,
                "marketingProgramId": marketing_program_id,
                "ordering": ordering,
                "page": page,
                "pageSize": page_size,
                "participantId": participant_id,
                "source": source,
                "sourceId": source_id,
                "state": state,
                "type": type,
            },
            if_none_match=if_none_match,
        ).page(models.OperationOutput)

    def balances_operations_file_retrieve(
        self,
        *,
        created_before: datetime | None = None,
        created_by: str | None = None,
        created_from: datetime | None = None,
        marketing_program_id: Guid | None = None,
        participant_id: Guid | None = None,
        source: Literal["Activity", "Adjustment"] | None = None,
        source_id: Guid | None = None,
        state: Literal["Accepted"] | None = None,
        type: Literal["Adjustment", "Refill"] | None = None,
    ) -> bytes:
        """Return all operations that the filters find as CSV, the newest first.

        Role: `rewards.read` or `rewards.adjust`.
        """
        return self._send(
            "GET",
            "balances/operations/file",
            query={
                "createdBefore": created_before,
                "createdBy": created_by,
                "createdFrom": created_from,
                "marketingProgramId": marketing_program_id,
                "participantId": participant_id,
                "source": source,
                "sourceId": source_id,
                "state": state,
                "type": type,
            },
        ).file()

    def corrections_list(
        self,
        *,
        created_before: datetime | None = None,
        created_from: datetime | None = None,
        marketing_program_id: Guid | None = None,
        ordering: Sequence[Literal["createdOn", "-createdOn"]] | None = None,
        page: int | None = None,
        page_size: int | None = None,
        state: Literal["Cancelled", "Failed", "Finished", "Running", "Waiting"] | None = None,
        if_none_match: str | None = None,
    ) -> Page[models.CorrectionOutput]:
        """List corrections, the newest first.

        Role: `rewards.read` or `rewards.adjust`.
        """
        return self._send(
            "GET",
            "corrections",
            query={
                "createdBefore": created_before,
                "createdFrom": created_from,
                "marketingProgramId": marketing_program_id,
                "ordering": ordering,
                "page": page,
                "pageSize": page_size,
                "state": state,
            },
            if_none_match=if_none_match,
        ).page(models.CorrectionOutput)

    def corrections_create(
        self, body: models.RewardCorrectionInput, *, idempotency_key: str | None = None
    ) -> models.CorrectionOutput:
        """Start a preview, which compares in the background; no balance changes.

        The same request with the same `correctionId` again changes nothing.

        Role: `rewards.adjust`.
        """
        return self._send(
            "POST",
            "corrections",
            body=body,
            takes_key=True,
            idempotency_key=idempotency_key,
            once="correction_id",
        ).one(models.CorrectionOutput)

    def corrections_retrieve(
        self, correction_id: Guid, *, if_none_match: str | None = None
    ) -> models.CorrectionOutput:
        """Return a correction, with how far its preview or run is.

        Role: `rewards.read` or `rewards.adjust`.
        """
        return self._send("GET", "corrections/{}", correction_id, if_none_match=if_none_match).one(
            models.CorrectionOutput
        )

    def corrections_approve_update(self, correction_id: Guid) -> models.CorrectionOutput:
        """Approve what another person requested: the run starts. 403: the same person did.

        Role: `rewards.adjust`.
        """
        return self._send("PUT", "corrections/{}/approve", correction_id).one(
            models.CorrectionOutput
        )

    def corrections_cancel_update(self, correction_id: Guid) -> models.CorrectionOutput:
        """Cancel the preview or the run; what is adjusted stays. 409: nothing is under way.

        Role: `rewards.adjust`.
        """
        return self._send("PUT", "corrections/{}/cancel", correction_id).one(
            models.CorrectionOutput
        )

    def corrections_items_list(
        self,
        correction_id: Guid,
        *,
        activity_id: Guid | None = None,
        cause: Literal["Data", "Formula", "Limit"] | None = None,
        change: Literal["Lowered", "Raised"] | None = None,
        ordering: Sequence[Literal["id", "-id"]] | None = None,
        page: int | None = None,
        page_size: int | None = None,
        participant_id: Guid | None = None,
        state: Literal["Applied", "Pending", "Refused"] | None = None,
        if_none_match: str | None = None,
    ) -> Page[models.CorrectionItemOutput]:
        """List what differs: who, old, new, and what became of it.

        Role: `rewards.read` or `rewards.adjust`.
        """
        return self._send(
            "GET",
            "corrections/{}/items",
            correction_id,
            query={
                "activityId": activity_id,
                "cause": cause,
                "change": change,
                "ordering": ordering,
                "page": page,
                "pageSize": page_size,
                "participantId": participant_id,
                "state": state,
            },
            if_none_match=if_none_match,
        ).page(models.CorrectionItemOutput)

    def corrections_items_file_retrieve(
        self,
        correction_id: Guid,
        *,
        activity_id: Guid | None = None,
        cause: Literal["Data", "Formula", "Limit"] | None = None,
        change: Literal["Lowered", "Raised"] | None = None,
        participant_id: Guid | None = None,
        state: Literal["Applied", "Pending", "Refused"] | None = None,
    ) -> bytes:
        """Return all items that the filters find as CSV.

        Role: `rewards.read` or `rewards.adjust`.
        """
        return self._send(
            "GET",
            "corrections/{}/items/file",
            correction_id,
            query={
                "activityId": activity_id,
                "cause": cause,
                "change": change,
                "participantId": participant_id,
                "state": state,
            },
        ).file()

    def corrections_request_update(
        self, correction_id: Guid, body: models.CorrectionReasonInput
    ) -> models.CorrectionOutput:
        """Request the adjustments; another person approves. 409: the preview is not finished.

        Role: `rewards.adjust`.
        """
        return self._send("PUT", "corrections/{}/request", correction_id, body=body).one(
            models.CorrectionOutput
        )

    def corrections_run_update(self, correction_id: Guid) -> models.CorrectionOutput:
        """Run an approved correction again: each activity is adjusted once.

        Role: `rewards.adjust`.
        """
        return self._send("PUT", "corrections/{}/run", correction_id).one(models.CorrectionOutput)

    def dry_runs_retrieve(
        self, dry_run_id: Guid, *, if_none_match: str | None = None
    ) -> models.DryRunWithResultsOutput:
        """Return a dry run with its results by now.

        Role: `rewards.read` or `rewards.edit` or `rewards.activate`.
        """
        return self._send("GET", "dry-runs/{}", dry_run_id, if_none_match=if_none_match).one(
            models.DryRunWithResultsOutput
        )

    def dry_runs_cancel_update(self, dry_run_id: Guid) -> models.DryRunOutput:
        """Cancel a dry run; what it has found so far stays. 409: it is finished, or it failed.

        Role: `rewards.edit`.
        """
        return self._send("PUT", "dry-runs/{}/cancel", dry_run_id).one(models.DryRunOutput)

    def erasures_list(
        self,
        *,
        ordering: Sequence[Literal["createdOn", "-createdOn"]] | None = None,
        page: int | None = None,
        page_size: int | None = None,
        if_none_match: str | None = None,
    ) -> Page[models.ErasureOutput]:
        """List erasures, the newest first.

        Role: `privacy.erase`.
        """
        return self._send(
            "GET",
            "erasures",
            query={"ordering": ordering, "page": page, "pageSize": page_size},
            if_none_match=if_none_match,
        ).page(models.ErasureOutput)

    def erasures_retrieve(
        self, erasure_id: Guid, *, if_none_match: str | None = None
    ) -> models.ErasureOutput:
        """Return an erasure: its state, and how much was erased.

        Role: `privacy.erase`.
        """
        return self._send("GET", "erasures/{}", erasure_id, if_none_match=if_none_match).one(
            models.ErasureOutput
        )

    def exercises_list(
        self,
        *,
        activity_type: str | None = None,
        marketing_program_id: Guid | None = None,
        ordering: Sequence[
            Literal[
                "name",
                "-name",
                "activityType",
                "-activityType",
                "createdOn",
                "-createdOn",
                "updatedOn",
                "-updatedOn",
            ]
        ]
        | None = None,
        page: int | None = None,
        page_size: int | None = None,
        search: str | None = None,
        if_none_match: str | None = None,
    ) -> Page[models.ExerciseOutput]:
        """List exercises by name.

        Role: `programs.manage` or `programs.read`.
        """
        return self._send(
            "GET",
            "exercises",
            query={
                "activityType": activity_type,
                "marketingProgramId": marketing_program_id,
                "ordering": ordering,
                "page": page,
                "pageSize": page_size,
                "search": search,
            },
            if_none_match=if_none_match,
        ).page(models.ExerciseOutput)

    def exercises_retrieve(
        self, exercise_id: Guid, *, if_none_match: str | None = None
    ) -> models.ExerciseOutput:
        """Return an exercise.

        Role: `programs.manage` or `programs.read`.
        """
        return self._send("GET", "exercises/{}", exercise_id, if_none_match=if_none_match).one(
            models.ExerciseOutput
        )

    def exercises_update(
        self, exercise_id: Guid, body: models.ExerciseInput, *, if_match: str | None = None
    ) -> models.ExerciseOutput:
        """Create or change an exercise; 404: no such program; 409: another program or type.

        Role: `programs.manage`.
        """
        return self._send("PUT", "exercises/{}", exercise_id, body=body, if_match=if_match).one(
            models.ExerciseOutput
        )

    def exercises_bulk_create(
        self, body: models.ExercisesInput, *, idempotency_key: str | None = None
    ) -> models.BulkOutput:
        """Create or change up to 1,000 exercises; each item is answered by itself.

        Role: `programs.manage`.
        """
        return self._send(
            "POST", "exercises/bulk", body=body, takes_key=True, idempotency_key=idempotency_key
        ).one(models.BulkOutput)

    def formulas_list(
        self,
        *,
        activity_type: str | None = None,
        is_active: bool | None = None,
        marketing_program_id: Guid | None = None,
        ordering: Sequence[
            Literal[
                "position",
                "-position",
                "name",
                "-name",
                "createdOn",
                "-createdOn",
                "updatedOn",
                "-updatedOn",
            ]
        ]
        | None = None,
        page: int | None = None,
        page_size: int | None = None,
        search: str | None = None,
        if_none_match: str | None = None,
    ) -> Page[models.FormulaOutput]:
        """List formulas by position.

        Role: `rewards.read` or `rewards.edit` or `rewards.activate`.
        """
        return self._send(
            "GET",
            "formulas",
            query={
                "activityType": activity_type,
                "isActive": is_active,
                "marketingProgramId": marketing_program_id,
                "ordering": ordering,
                "page": page,
                "pageSize": page_size,
                "search": search,
            },
            if_none_match=if_none_match,
        ).page(models.FormulaOutput)

    def formulas_create(
        self, body: models.FormulaInput, *, idempotency_key: str | None = None
    ) -> models.FormulaOutput:
        """Save a new formula after those of its program and type; it is not active.

        The same request with the same `formulaId` again changes nothing and is 200; with other data
        it is 409.

        Role: `rewards.edit`.
        """
        return self._send(
            "POST",
            "formulas",
            body=body,
            takes_key=True,
            idempotency_key=idempotency_key,
            once="formula_id",
        ).one(models.FormulaOutput)

    def formulas_retrieve(
        self, formula_id: Guid, *, if_none_match: str | None = None
    ) -> models.FormulaOutput:
        """Return a formula.

        Role: `rewards.read` or `rewards.edit` or `rewards.activate`.
        """
        return self._send("GET", "formulas/{}", formula_id, if_none_match=if_none_match).one(
            models.FormulaOutput
        )

    def formulas_partial_update(
        self,
        formula_id: Guid,
        body: models.FormulaChangeInput | None = None,
        *,
        if_match: str | None = None,
    ) -> models.FormulaOutput:
        """Change a formula. Other texts are a new revision, which is not active.

        403: the formula is active, and when it is valid is changed with `rewards.activate` only.

        Role: `rewards.edit`.
        """
        return self._send("PATCH", "formulas/{}", formula_id, body=body, if_match=if_match).one(
            models.FormulaOutput
        )

    def formulas_activations_list(
        self,
        formula_id: Guid,
        *,
        page: int | None = None,
        page_size: int | None = None,
        if_none_match: str | None = None,
    ) -> Page[models.ActivationOutput]:
        """List a formula's activations and requests, the newest first.

        Role: `rewards.read` or `rewards.edit` or `rewards.activate`.
        """
        return self._send(
            "GET",
            "formulas/{}/activations",
            formula_id,
            query={"page": page, "pageSize": page_size},
            if_none_match=if_none_match,
        ).page(models.ActivationOutput)

    def formulas_activations_create(
        self,
        formula_id: Guid,
        body: models.ActivationInput | None = None,
        *,
        idempotency_key: str | None = None,
    ) -> models.ActivationOutput:
        """Ask others to make a revision active. The same request again is 200.

        409: the revision is active; another one is requested; golden examples do not hold for it;
        it always fails.

        Role: `rewards.edit` or `rewards.activate`.
        """
        return self._send(
            "POST",
            "formulas/{}/activations",
            formula_id,
            body=body,
            takes_key=True,
            idempotency_key=idempotency_key,
        ).one(models.ActivationOutput)

    def formulas_activations_approve_create(
        self,
        formula_id: Guid,
        activation_id: Guid,
        body: models.ApprovalInput,
        *,
        idempotency_key: str | None = None,
    ) -> models.ActivationOutput:
        """Make the requested revision calculate rewards from now on. Again: nothing changes.

        403: you saved or requested it, and the site wants another person. 409: the formula was
        changed meanwhile; another revision is requested; it was settled; its examples do not hold.

        Role: `rewards.activate`.
        """
        return self._send(
            "POST",
            "formulas/{}/activations/{}/approve",
            formula_id,
            activation_id,
            body=body,
            takes_key=True,
            idempotency_key=idempotency_key,
        ).one(models.ActivationOutput)

    def formulas_activations_reject_create(
        self,
        formula_id: Guid,
        activation_id: Guid,
        body: models.RejectionInput,
        *,
        idempotency_key: str | None = None,
    ) -> models.ActivationOutput:
        """Reject a request, with a reason.

        Role: `rewards.activate`.
        """
        return self._send(
            "POST",
            "formulas/{}/activations/{}/reject",
            formula_id,
            activation_id,
            body=body,
            takes_key=True,
            idempotency_key=idempotency_key,
        ).one(models.ActivationOutput)

    def formulas_activations_withdraw_create(
        self, formula_id: Guid, activation_id: Guid, *, idempotency_key: str | None = None
    ) -> models.ActivationOutput:
        """Take your own request back.

        Role: `rewards.edit` or `rewards.activate`.
        """
        return self._send(
            "POST",
            "formulas/{}/activations/{}/withdraw",
            formula_id,
            activation_id,
            takes_key=True,
            idempotency_key=idempotency_key,
        ).one(models.ActivationOutput)

    def formulas_active_update(
        self, formula_id: Guid, body: models.FormulaActiveInput, *, if_match: str | None = None
    ) -> models.FormulaOutput:
        """Make a revision calculate rewards from now on, or none.

        403: you saved the revision, and another member of staff must make it active.

        Role: `rewards.activate`.
        """
        return self._send(
            "PUT", "formulas/{}/active", formula_id, body=body, if_match=if_match
        ).one(models.FormulaOutput)

    def formulas_comparison_retrieve(
        self,
        formula_id: Guid,
        *,
        against: int | None = None,
        revision: int | None = None,
        if_none_match: str | None = None,
    ) -> models.ComparisonOutput:
        """Compare a revision with another one: expression, settings, coefficients, examples.

        Role: `rewards.read` or `rewards.edit` or `rewards.activate`.
        """
        return self._send(
            "GET",
            "formulas/{}/comparison",
            formula_id,
            query={"against": against, "revision": revision},
            if_none_match=if_none_match,
        ).one(models.ComparisonOutput)

    def formulas_dry_runs_list(
        self,
        formula_id: Guid,
        *,
        ordering: Sequence[Literal["createdOn", "-createdOn"]] | None = None,
        page: int | None = None,
        page_size: int | None = None,
        state: Literal["Cancelled", "Failed", "Finished", "Running", "Waiting"] | None = None,
        if_none_match: str | None = None,
    ) -> Page[models.DryRunOutput]:
        """List the dry runs of a formula, the newest first.

        Role: `rewards.read` or `rewards.edit` or `rewards.activate`.
        """
        return self._send(
            "GET",
            "formulas/{}/dry-runs",
            formula_id,
            query={"ordering": ordering, "page": page, "pageSize": page_size, "state": state},
            if_none_match=if_none_match,
        ).page(models.DryRunOutput)

    def formulas_dry_runs_create(
        self, formula_id: Guid, body: models.DryRunInput, *, idempotency_key: str | None = None
    ) -> models.DryRunOutput:
        """Start a dry run of a formula's revision, which runs in the background.

        Drafts of other formulas may be tried together with it. A draft that is valid only later is
        tried as if it were valid already: `asIfValid` names it. 409: another dry run of the formula
        is not finished. The same request with the same `dryRunId` again changes nothing.

        Role: `rewards.edit`.
        """
        return self._send(
            "POST",
            "formulas/{}/dry-runs",
            formula_id,
            body=body,
            takes_key=True,
            idempotency_key=idempotency_key,
            once="dry_run_id",
        ).one(models.DryRunOutput)

    def formulas_examination_create(
        self,
        formula_id: Guid,
        body: models.ExaminationInput | None = None,
        *,
        idempotency_key: str | None = None,
    ) -> models.ExaminationOutput:
        """Examine a revision as if it were the active one; nothing is written.

        Tries the golden examples, searches counter-examples for a few seconds at most, says which
        formulas of the program and type are reached, and which activities no formula takes.

        Role: `rewards.read` or `rewards.edit` or `rewards.activate`.
        """
        return self._send(
            "POST",
            "formulas/{}/examination",
            formula_id,
            body=body,
            takes_key=True,
            idempotency_key=idempotency_key,
        ).one(models.ExaminationOutput)

    def formulas_examples_list(
        self, formula_id: Guid, *, revision: int | None = None, if_none_match: str | None = None
    ) -> Listed[models.TriedExampleOutput]:
        """List a formula's golden examples, with what a revision gives for each.

        Role: `rewards.read` or `rewards.edit` or `rewards.activate`.
        """
        return self._send(
            "GET",
            "formulas/{}/examples",
            formula_id,
            query={"revision": revision},
            if_none_match=if_none_match,
        ).many(models.TriedExampleOutput)

    def formulas_examples_retrieve(
        self, formula_id: Guid, example_id: Guid, *, if_none_match: str | None = None
    ) -> models.ExampleOutput:
        """Return a golden example.

        Role: `rewards.read` or `rewards.edit` or `rewards.activate`.
        """
        return self._send(
            "GET", "formulas/{}/examples/{}", formula_id, example_id, if_none_match=if_none_match
        ).one(models.ExampleOutput)

    def formulas_examples_update(
        self,
        formula_id: Guid,
        example_id: Guid,
        body: models.ExampleInput,
        *,
        if_match: str | None = None,
    ) -> models.ExampleOutput:
        """Add a golden example, or replace it; it may fail for the current revision.

        Role: `rewards.edit`.
        """
        return self._send(
            "PUT", "formulas/{}/examples/{}", formula_id, example_id, body=body, if_match=if_match
        ).one(models.ExampleOutput)

    def formulas_examples_destroy(
        self, formula_id: Guid, example_id: Guid, *, if_match: str | None = None
    ) -> str:
        """Remove a golden example.

        Role: `rewards.edit`.
        """
        return self._send(
            "DELETE", "formulas/{}/examples/{}", formula_id, example_id, if_match=if_match
        ).etag()

    def formulas_revisions_list(
        self, formula_id: Guid, *, if_none_match: str | None = None
    ) -> Listed[models.RevisionOutput]:
        """List a formula's newest revisions, the newest first, each with its difference.

        Role: `rewards.read` or `rewards.edit` or `rewards.activate`.
        """
        return self._send(
            "GET", "formulas/{}/revisions", formula_id, if_none_match=if_none_match
        ).many(models.RevisionOutput)

    def formulas_order_update(self, body: models.OrderInput) -> None:
        """Put the formulas of a program and type into this order.

        Role: `rewards.activate`.
        """
        return self._send("PUT", "formulas/order", body=body).nothing()

    def formulas_try_create(
        self, body: models.FormulaTryInput | None = None, *, idempotency_key: str | None = None
    ) -> models.TrialOutput:
        """Calculate a formula for an activity or for inputs; nothing is written.

        Give `formulaId`, or `activityType` and an expression; texts beside a `formulaId` are tried
        in its place. Give `activityId` or `inputs`; variables that `inputs` leave out are null.

        Role: `rewards.read` or `rewards.edit` or `rewards.activate`.
        """
        return self._send(
            "POST", "formulas/try", body=body, takes_key=True, idempotency_key=idempotency_key
        ).one(models.TrialOutput)

    def formulas_validation_create(
        self, body: models.FormulaTextsInput, *, idempotency_key: str | None = None
    ) -> models.FormulaCheckOutput:
        """Check a formula's texts without saving them.

        Role: `rewards.read` or `rewards.edit` or `rewards.activate`.
        """
        return self._send(
            "POST",
            "formulas/validation",
            body=body,
            takes_key=True,
            idempotency_key=idempotency_key,
        ).one(models.FormulaCheckOutput)

    def marketing_programs_list(
        self,
        *,
        is_new_scheme: bool | None = None,
        ordering: Sequence[
            Literal[
                "name",
                "-name",
                "startsOn",
                "-startsOn",
                "endsOn",
                "-endsOn",
                "createdOn",
                "-createdOn",
                "updatedOn",
                "-updatedOn",
            ]
        ]
        | None = None,
        page: int | None = None,
        page_size: int | None = None,
        search: str | None = None,
        if_none_match: str | None = None,
    ) -> Page[models.MarketingProgramOutput]:
        """List programs by name.

        Role: `programs.manage` or `programs.read`.
        """
        return self._send(
            "GET",
            "marketing-programs",
            query={
                "isNewScheme": is_new_scheme,
                "ordering": ordering,
                "page": page,
                "pageSize": page_size,
                "search": search,
            },
            if_none_match=if_none_match,
        ).page(models.MarketingProgramOutput)

    def marketing_programs_retrieve(
        self, marketing_program_id: Guid, *, if_none_match: str | None = None
    ) -> models.MarketingProgramOutput:
        """Return a program.

        Role: `programs.manage` or `programs.read`.
        """
        return self._send(
            "GET", "marketing-programs/{}", marketing_program_id, if_none_match=if_none_match
        ).one(models.MarketingProgramOutput)

    def marketing_programs_update(
        self,
        marketing_program_id: Guid,
        body: models.MarketingProgramInput,
        *,
        if_match: str | None = None,
    ) -> models.MarketingProgramOutput:
        """Create or change a program; 404: `If-Match` names a version of one that is not there.

        Role: `programs.manage`.
        """
        return self._send(
            "PUT", "marketing-programs/{}", marketing_program_id, body=body, if_match=if_match
        ).one(models.MarketingProgramOutput)

    def marketing_programs_limits_list(
        self, marketing_program_id: Guid, *, if_none_match: str | None = None
    ) -> Listed[models.LimitOutput]:
        """List a program's limits, the oldest first.

        Role: `programs.manage` or `programs.read` or `rewards.read`.
        """
        return self._send(
            "GET", "marketing-programs/{}/limits", marketing_program_id, if_none_match=if_none_match
        ).many(models.LimitOutput)

    def marketing_programs_limits_retrieve(
        self, marketing_program_id: Guid, limit_id: Guid
    ) -> models.LimitOutput:
        """Return a limit.

        Role: `programs.manage` or `programs.read` or `rewards.read`.
        """
        return self._send(
            "GET", "marketing-programs/{}/limits/{}", marketing_program_id, limit_id
        ).one(models.LimitOutput)

    def marketing_programs_limits_update(
        self,
        marketing_program_id: Guid,
        limit_id: Guid,
        body: models.LimitInput,
        *,
        if_match: str | None = None,
    ) -> models.LimitOutput:
        """Add a limit, or change how much it allows; 409: something else differs.

        403 `another-person-needed`: limits need a second person, in the console.

        Role: `programs.manage`.
        """
        return self._send(
            "PUT",
            "marketing-programs/{}/limits/{}",
            marketing_program_id,
            limit_id,
            body=body,
            if_match=if_match,
        ).one(models.LimitOutput)

    def marketing_programs_limits_destroy(
        self, marketing_program_id: Guid, limit_id: Guid, *, if_match: str | None = None
    ) -> str:
        """Remove a limit; the rewards that it cut stay.

        403 `another-person-needed`: limits need a second person, in the console.

        Role: `programs.manage`.
        """
        return self._send(
            "DELETE",
            "marketing-programs/{}/limits/{}",
            marketing_program_id,
            limit_id,
            if_match=if_match,
        ).etag()

    def marketing_programs_bulk_create(
        self, body: models.MarketingProgramsInput, *, idempotency_key: str | None = None
    ) -> models.BulkOutput:
        """Create or change up to 1,000 programs; each item is answered by itself.

        Role: `programs.manage`.
        """
        return self._send(
            "POST",
            "marketing-programs/bulk",
            body=body,
            takes_key=True,
            idempotency_key=idempotency_key,
        ).one(models.BulkOutput)

    def participant_exercise_tasks_list(
        self,
        *,
        activity_type: str | None = None,
        exercise_id: Guid | None = None,
        is_applied: bool | None = None,
        ordering: Sequence[
            Literal[
                "createdOn",
                "-createdOn",
                "updatedOn",
                "-updatedOn",
                "startsOn",
                "-startsOn",
                "finishesOn",
                "-finishesOn",
                "state",
                "-state",
            ]
        ]
        | None = None,
        page: int | None = None,
        page_size: int | None = None,
        participant_id: Guid | None = None,
        state: Literal["Active", "Cancelled", "Completed"] | None = None,
        if_none_match: str | None = None,
    ) -> Page[models.TaskOutput]:
        """List tasks, the oldest first.

        Role: `programs.manage` or `programs.read`.
        """
        return self._send(
            "GET",
            "participant-exercise-tasks",
            query={
                "activityType": activity_type,
                "exerciseId": exercise_id,
                "isApplied": is_applied,
                "ordering": ordering,
                "page": page,
                "pageSize": page_size,
                "participantId": participant_id,
                "state": state,
            },
            if_none_match=if_none_match,
        ).page(models.TaskOutput)

    def participant_exercise_tasks_retrieve(
        self, participant_exercise_task_id: Guid, *, if_none_match: str | None = None
    ) -> models.TaskOutput:
        """Return a task.

        Role: `programs.manage` or `programs.read`.
        """
        return self._send(
            "GET",
            "participant-exercise-tasks/{}",
            participant_exercise_task_id,
            if_none_match=if_none_match,
        ).one(models.TaskOutput)

    def participant_exercise_tasks_update(
        self,
        participant_exercise_task_id: Guid,
        body: models.TaskInput,
        *,
        if_match: str | None = None,
    ) -> models.TaskOutput:
        """Create or change a task; 404: no such participant or exercise.

        409: another participant or exercise, or other criteria of a task that is completed or has
        its activity. 422: criteria that break a rule of the type; `field` is `criteria.minDistance`
        and the like.

        Role: `programs.manage`.
        """
        return self._send(
            "PUT",
            "participant-exercise-tasks/{}",
            participant_exercise_task_id,
            body=body,
            if_match=if_match,
        ).one(models.TaskOutput)

    def participant_exercise_tasks_cancel_create(
        self,
        participant_exercise_task_id: Guid,
        *,
        if_match: str | None = None,
        idempotency_key: str | None = None,
    ) -> models.TaskOutput:
        """Cancel a task; 409: it is completed, or an activity was applied to it.

        Role: `programs.manage`.
        """
        return self._send(
            "POST",
            "participant-exercise-tasks/{}/cancel",
            participant_exercise_task_id,
            if_match=if_match,
            takes_key=True,
            idempotency_key=idempotency_key,
        ).one(models.TaskOutput)

    def participant_exercise_tasks_complete_create(
        self,
        participant_exercise_task_id: Guid,
        body: models.CompletionInput | None = None,
        *,
        if_match: str | None = None,
        idempotency_key: str | None = None,
    ) -> models.TaskOutput:
        """Complete a task, as task managers do in the old scheme; again: nothing changes.

        A task without an activity may be completed, too. 409: it is cancelled.

        Role: `programs.manage`.
        """
        return self._send(
            "POST",
            "participant-exercise-tasks/{}/complete",
            participant_exercise_task_id,
            body=body,
            if_match=if_match,
            takes_key=True,
            idempotency_key=idempotency_key,
        ).one(models.TaskOutput)

    def participant_exercise_tasks_explanation_retrieve(
        self, participant_exercise_task_id: Guid, *, if_none_match: str | None = None
    ) -> models.ExplainedTaskOutput:
        """Explain why a task is open or done: its activity, and those that were not taken.

        Of the participant's activities of the task's type the newest 20, each with why. Criteria
        are compared as they are now.

        Role: `activities.manage` or `programs.manage` or `programs.read`.
        """
        return self._send(
            "GET",
            "participant-exercise-tasks/{}/explanation",
            participant_exercise_task_id,
            if_none_match=if_none_match,
        ).one(models.ExplainedTaskOutput)

    def participant_exercise_tasks_bulk_create(
        self, body: models.TasksInput, *, idempotency_key: str | None = None
    ) -> models.BulkOutput:
        """Create or change up to 1,000 tasks; each item is answered by itself.

        An earlier item counts as older, where tasks that finish together are tried in turn.

        Role: `programs.manage`.
        """
        return self._send(
            "POST",
            "participant-exercise-tasks/bulk",
            body=body,
            takes_key=True,
            idempotency_key=idempotency_key,
        ).one(models.BulkOutput)

    def participants_list(
        self,
        *,
        external_id: str | None = None,
        marketing_program_id: Guid | None = None,
        ordering: Sequence[
            Literal["createdOn", "-createdOn", "updatedOn", "-updatedOn", "state", "-state"]
        ]
        | None = None,
        page: int | None = None,
        page_size: int | None = None,
        search: str | None = None,
        state: Literal["Active", "Blocked"] | None = None,
        if_none_match: str | None = None,
    ) -> Page[models.ParticipantOutput]:
        """List participants, the oldest first.

        Role: `programs.manage` or `programs.read`.
        """
        return self._send(
            "GET",
            "participants",
            query={
                "externalId": external_id,
                "marketingProgramId": marketing_program_id,
                "ordering": ordering,
                "page": page,
                "pageSize": page_size,
                "search": search,
                "state": state,
            },
            if_none_match=if_none_match,
        ).page(models.ParticipantOutput)

    def participants_retrieve(
        self, participant_id: Guid, *, if_none_match: str | None = None
    ) -> models.ParticipantOutput:
        """Return a participant.

        Role: `programs.manage` or `programs.read`.
        """
        return self._send(
            "GET", "participants/{}", participant_id, if_none_match=if_none_match
        ).one(models.ParticipantOutput)

    def participants_update(
        self, participant_id: Guid, body: models.ParticipantInput, *, if_match: str | None = None
    ) -> models.ParticipantOutput:
        """Create or change a participant; 404: no such program; 409: of another, or id taken.

        Role: `programs.manage`.
        """
        return self._send(
            "PUT", "participants/{}", participant_id, body=body, if_match=if_match
        ).one(models.ParticipantOutput)

    def participants_block_create(
        self,
        participant_id: Guid,
        *,
        if_match: str | None = None,
        idempotency_key: str | None = None,
    ) -> models.ParticipantOutput:
        """Accept no new activities of a participant; existing ones stay.

        Role: `programs.manage`.
        """
        return self._send(
            "POST",
            "participants/{}/block",
            participant_id,
            if_match=if_match,
            takes_key=True,
            idempotency_key=idempotency_key,
        ).one(models.ParticipantOutput)

    def participants_erase_create(
        self, participant_id: Guid, body: models.ErasingInput, *, idempotency_key: str | None = None
    ) -> models.OrderedErasureOutput:
        """Erase a participant; the balance's operations stay under a pseudonym.

        Role: `privacy.erase`.
        """
        return self._send(
            "POST",
            "participants/{}/erase",
            participant_id,
            body=body,
            takes_key=True,
            idempotency_key=idempotency_key,
        ).one(models.OrderedErasureOutput)

    def participants_limits_list(
        self, participant_id: Guid, *, if_none_match: str | None = None
    ) -> Listed[models.AllowanceOutput]:
        """List the limits of the participant's program, with what is left of each now.

        Role: `programs.manage` or `programs.read` or `rewards.read`.
        """
        return self._send(
            "GET", "participants/{}/limits", participant_id, if_none_match=if_none_match
        ).many(models.AllowanceOutput)

    def participants_unblock_create(
        self,
        participant_id: Guid,
        *,
        if_match: str | None = None,
        idempotency_key: str | None = None,
    ) -> models.ParticipantOutput:
        """Accept activities of a participant again.

        Role: `programs.manage`.
        """
        return self._send(
            "POST",
            "participants/{}/unblock",
            participant_id,
            if_match=if_match,
            takes_key=True,
            idempotency_key=idempotency_key,
        ).one(models.ParticipantOutput)

    def participants_bulk_create(
        self, body: models.ParticipantsInput, *, idempotency_key: str | None = None
    ) -> models.BulkOutput:
        """Create or change up to 1,000 participants; each item is answered by itself.

        Role: `programs.manage`.
        """
        return self._send(
            "POST", "participants/bulk", body=body, takes_key=True, idempotency_key=idempotency_key
        ).one(models.BulkOutput)

    def photos_list(
        self,
        *,
        album_id: Guid | None = None,
        from_: datetime | None = None,
        number: str | None = None,
        page: int | None = None,
        page_size: int | None = None,
        person_id: str | None = None,
        reason: str | None = None,
        search: str | None = None,
        state: Literal[
            "New", "AwaitingCallback", "AwaitingTagging", "Processed", "Failed", "Deleted"
        ]
        | None = None,
        to: datetime | None = None,
        if_none_match: str | None = None,
    ) -> Page[models.PhotoSummaryOutput]:
        """List photos, the newest first.

        `count` ends at 100,000, and so do the pages: narrow the list by `albumId`, or by `from` and
        `to`.

        Role: `recognition.manage` or `recognition.correct` or `recognition.read`.
        """
        return self._send(
            "GET",
            "photos",
            query={
                "albumId": album_id,
                "from": from_,
                "number": number,
                "page": page,
                "pageSize": page_size,
                "personId": person_id,
                "reason": reason,
                "search": search,
                "state": state,
                "to": to,
            },
            if_none_match=if_none_match,
        ).page(models.PhotoSummaryOutput)

    def photos_retrieve(self, photo_id: Guid) -> models.PhotoOutput:
        """Return a photo with everything found on it, and whether the photo service has it.

        `ETag` is the photo's version. There is no 304: deliveries change without a new version.

        Role: `recognition.manage` or `recognition.correct` or `recognition.read`.
        """
        return self._send("GET", "photos/{}", photo_id).one(models.PhotoOutput)

    def photos_history_retrieve(
        self, photo_id: Guid, *, if_none_match: str | None = None
    ) -> models.PhotoHistoryOutput:
        """Return the present state of a photo and everything that happened to it, in order.

        Role: `recognition.manage` or `recognition.correct` or `recognition.read`.
        """
        return self._send("GET", "photos/{}/history", photo_id, if_none_match=if_none_match).one(
            models.PhotoHistoryOutput
        )

    def photos_persons_update(
        self, photo_id: Guid, body: models.PersonsInput, *, if_match: str | None = None
    ) -> str:
        """Remove wrong persons from a photo, or put back whom a correction removed; sent at once.

        They stay so, as corrected numbers stay. 422: a person is not on the photo, and was not
        removed from it; 409: also where the photo was deleted.

        Role: `recognition.manage` or `recognition.correct`.
        """
        return self._send("PUT", "photos/{}/persons", photo_id, body=body, if_match=if_match).etag()

    def photos_tags_update(
        self, photo_id: Guid, body: models.NumbersInput, *, if_match: str | None = None
    ) -> str:
        """Set the numbers of a photo by hand; they are sent with the next version.

        From then on no callback, tagger or job changes them, until the photo is processed from
        scratch with the consent to overwrite corrections. 422: a value is no number by the album's
        rules; 409: also where the photo was deleted.

        Role: `recognition.manage` or `recognition.correct`.
        """
        return self._send("PUT", "photos/{}/tags", photo_id, body=body, if_match=if_match).etag()

    def reward_claims_list(
        self,
        *,
        activity_id: Guid | None = None,
        created_before: datetime | None = None,
        created_from: datetime | None = None,
        marketing_program_id: Guid | None = None,
        ordering: Sequence[Literal["createdOn", "-createdOn"]] | None = None,
        page: int | None = None,
        page_size: int | None = None,
        participant_id: Guid | None = None,
        state: Literal["Closed", "Kept", "Open", "TakenBack"] | None = None,
        if_none_match: str | None = None,
    ) -> Page[models.ClaimOutput]:
        """List claims, the newest first.

        Role: `rewards.read` or `rewards.adjust` or `activities.manage`.
        """
        return self._send(
            "GET",
            "reward-claims",
            query={
                "activityId": activity_id,
                "createdBefore": created_before,
                "createdFrom": created_from,
                "marketingProgramId": marketing_program_id,
                "ordering": ordering,
                "page": page,
                "pageSize": page_size,
                "participantId": participant_id,
                "state": state,
            },
            if_none_match=if_none_match,
        ).page(models.ClaimOutput)

    def reward_claims_retrieve(self, claim_id: Guid) -> models.ClaimOutput:
        """Return a claim.

        Role: `rewards.read` or `rewards.adjust` or `activities.manage`.
        """
        return self._send("GET", "reward-claims/{}", claim_id).one(models.ClaimOutput)

    def reward_claims_settle_update(
        self, claim_id: Guid, body: models.ClaimDecisionInput, *, if_match: str | None = None
    ) -> models.ClaimOutput:
        """Keep the reward, or take it back by an adjustment; the same again changes nothing.

        404: no such claim, or the reward is not credited yet. 409: it was settled in another way,
        adjustments have taken all of it, or less than zero would be left.

        Role: `rewards.adjust`.
        """
        return self._send(
            "PUT", "reward-claims/{}/settle", claim_id, body=body, if_match=if_match
        ).one(models.ClaimOutput)

    def reward_claims_settle_bulk_create(
        self, body: models.ClaimDecisionsInput, *, idempotency_key: str | None = None
    ) -> models.SettledClaimsOutput:
        """Settle up to 1,000 claims in the same way; a refused one stops no other.

        Role: `rewards.adjust`.
        """
        return self._send(
            "POST",
            "reward-claims/settle/bulk",
            body=body,
            takes_key=True,
            idempotency_key=idempotency_key,
        ).one(models.SettledClaimsOutput)

    def selfies_create(self, body: models.SelfieInput) -> models.SelfieOutput:
        """Find the persons on a selfie, and the photos of the album that they are on.

        If the album has a face provider, the answer is complete. If the number provider recognises
        faces (`FaceNumber`), the state is `AwaitingCallback`: get the selfie again later. A picture
        without a known person is `NotFound`, whether there is a face on it or not. The same
        `selfieId` with the same data again is 200 and changes nothing.

        Role: `recognition.manage`.
        """
        return self._send("POST", "selfies", body=body, once="selfie_id").one(models.SelfieOutput)

    def selfies_create_upload(self, body: models.SelfieUploadInput) -> models.SelfieOutput:
        """Find the persons on a selfie, and the photos of the album that they are on.

        If the album has a face provider, the answer is complete. If the number provider recognises
        faces (`FaceNumber`), the state is `AwaitingCallback`: get the selfie again later. A picture
        without a known person is `NotFound`, whether there is a face on it or not. The same
        `selfieId` with the same data again is 200 and changes nothing.

        Role: `recognition.manage`.
        """
        return self._send("POST", "selfies", form=body, once="selfie_id").one(models.SelfieOutput)

    def selfies_retrieve(
        self, selfie_id: Guid, *, if_none_match: str | None = None
    ) -> models.SelfieOutput:
        """Return a selfie, with the photos of the album that its persons are on.

        Role: `recognition.manage` or `recognition.read`.
        """
        return self._send("GET", "selfies/{}", selfie_id, if_none_match=if_none_match).one(
            models.SelfieOutput
        )

    def selfies_erase_create(
        self,
        selfie_id: Guid,
        body: models.OptionalReasonInput | None = None,
        *,
        idempotency_key: str | None = None,
    ) -> models.OrderedErasureOutput:
        """Erase a selfie with its picture, and what was recognised on it.

        Role: `privacy.erase`.
        """
        return self._send(
            "POST",
            "selfies/{}/erase",
            selfie_id,
            body=body,
            takes_key=True,
            idempotency_key=idempotency_key,
        ).one(models.OrderedErasureOutput)

    def settings_change_tagator_settings_partial_update(
        self,
        tagator_id: Guid,
        body: models.TagatorSettingsInput | None = None,
        *,
        if_match: str | None = None,
    ) -> str:
        """Change the settings of a tagator, from the next work on; 422: no such album.

        Role: `tagging.manage`.
        """
        return self._send(
            "PATCH", "settings/{}/changeTagatorSettings", tagator_id, body=body, if_match=if_match
        ).etag()

    def settings_tagator_settings_retrieve(
        self, tagator_id: Guid, *, if_none_match: str | None = None
    ) -> models.TagatorSettingsOutput:
        """Return the settings of a tagator.

        Role: `tagging.manage` or `tagging.read`.
        """
        return self._send(
            "GET", "settings/{}/tagatorSettings", tagator_id, if_none_match=if_none_match
        ).one(models.TagatorSettingsOutput)

    def statistics_by_albums_list(
        self,
        *,
        album_id: Guid | None = None,
        from_: datetime | None = None,
        ordering: Sequence[
            Literal["createdOn", "-createdOn", "name", "-name", "eventDate", "-eventDate"]
        ]
        | None = None,
        page: int | None = None,
        page_size: int | None = None,
        tenant_id: Guid | None = None,
        to: datetime | None = None,
        if_none_match: str | None = None,
    ) -> Page[models.AlbumStatisticOutput]:
        """Count the photos and tasks of albums, the newest album first.

        An album that has no photo received and no task created in the period is left out.

        Role: `tagging.manage` or `tagging.read`.
        """
        return self._send(
            "GET",
            "statistics/byAlbums",
            query={
                "albumId": album_id,
                "from": from_,
                "ordering": ordering,
                "page": page,
                "pageSize": page_size,
                "tenantId": tenant_id,
                "to": to,
            },
            if_none_match=if_none_match,
        ).page(models.AlbumStatisticOutput)

    def statistics_time_sheets_by_interval_list(
        self,
        *,
        from_: datetime,
        interval: Literal["day", "week", "month"],
        to: datetime,
        page: int | None = None,
        page_size: int | None = None,
        tagator_id: Guid | None = None,
        time_zone: str | None = None,
        if_none_match: str | None = None,
    ) -> Page[models.TimesheetOutput]:
        """List what tagators did in each day, week or month, by interval and name.

        An interval in which a tagator did nothing is left out. Of the first and the last interval
        counts what is in the period.

        Role: `tagging.manage` or `tagging.read`.
        """
        return self._send(
            "GET",
            "statistics/timeSheetsByInterval",
            query={
                "from": from_,
                "interval": interval,
                "page": page,
                "pageSize": page_size,
                "tagatorId": tagator_id,
                "timeZone": time_zone,
                "to": to,
            },
            if_none_match=if_none_match,
        ).page(models.TimesheetOutput)

    def tagators_list(
        self,
        *,
        ordering: Sequence[
            Literal[
                "name",
                "-name",
                "email",
                "-email",
                "state",
                "-state",
                "ratePerTask",
                "-ratePerTask",
                "createdOn",
                "-createdOn",
                "updatedOn",
                "-updatedOn",
            ]
        ]
        | None = None,
        page: int | None = None,
        page_size: int | None = None,
        search: str | None = None,
        state: Literal["Active", "Blocked"] | None = None,
        if_none_match: str | None = None,
    ) -> Page[models.TagatorOutput]:
        """List tagators by name.

        Role: `tagging.manage` or `tagging.read`.
        """
        return self._send(
            "GET",
            "tagators",
            query={
                "ordering": ordering,
                "page": page,
                "pageSize": page_size,
                "search": search,
                "state": state,
            },
            if_none_match=if_none_match,
        ).page(models.TagatorOutput)

    def tagators_create(
        self, body: models.TagatorInput, *, idempotency_key: str | None = None
    ) -> models.TagatorOutput:
        """Create a tagator with settings by default.

        The same request with the same `tagatorId` again changes nothing and is 200; with other data
        it is 409, and so is an e-mail address that another account signs in with.

        Role: `tagging.manage`.
        """
        return self._send(
            "POST",
            "tagators",
            body=body,
            takes_key=True,
            idempotency_key=idempotency_key,
            once="tagator_id",
        ).one(models.TagatorOutput)

    def tagators_retrieve(
        self, tagator_id: Guid, *, if_none_match: str | None = None
    ) -> models.TagatorOutput:
        """Return a tagator.

        Role: `tagging.manage` or `tagging.read`.
        """
        return self._send("GET", "tagators/{}", tagator_id, if_none_match=if_none_match).one(
            models.TagatorOutput
        )

    def tagators_partial_update(
        self,
        tagator_id: Guid,
        body: models.TagatorChangeInput | None = None,
        *,
        if_match: str | None = None,
    ) -> models.TagatorOutput:
        """Change a tagator; 409: another account signs in with that e-mail address.

        With the state `Blocked` their tokens are refused from the next request on, and their work
        expires at once. A new password ends their tokens too.

        Role: `tagging.manage`.
        """
        return self._send("PATCH", "tagators/{}", tagator_id, body=body, if_match=if_match).one(
            models.TagatorOutput
        )

    def tagators_password_create(
        self, tagator_id: Guid, body: models.PasswordInput, *, idempotency_key: str | None = None
    ) -> None:
        """Give a tagator a new password; the tokens they have are refused from then on.

        Role: `tagging.manage`.
        """
        return self._send(
            "POST",
            "tagators/{}/password",
            tagator_id,
            body=body,
            takes_key=True,
            idempotency_key=idempotency_key,
        ).nothing()

    def tagators_quality_retrieve(
        self,
        tagator_id: Guid,
        *,
        from_: datetime | None = None,
        to: datetime | None = None,
        if_none_match: str | None = None,
    ) -> models.TagatorQualityOutput:
        """Return how many readings of an interval were checked, and how many were right.

        Role: `tagging.manage` or `tagging.read`.
        """
        return self._send(
            "GET",
            "tagators/{}/quality",
            tagator_id,
            query={"from": from_, "to": to},
            if_none_match=if_none_match,
        ).one(models.TagatorQualityOutput)

    def tagators_statistic_retrieve(
        self, tagator_id: Guid, *, from_: datetime, to: datetime, if_none_match: str | None = None
    ) -> models.StatisticOutput:
        """Return what a tagator did and earned in a period.

        Role: `tagging.manage` or `tagging.read`.
        """
        return self._send(
            "GET",
            "tagators/{}/statistic",
            tagator_id,
            query={"from": from_, "to": to},
            if_none_match=if_none_match,
        ).one(models.StatisticOutput)

    def tagators_invitation_tagging_create(
        self, body: models.InvitationInput, *, idempotency_key: str | None = None
    ) -> models.InvitedOutput:
        """Open an album to tagators, and send each of them a mail with a link to the workbench.

        Blocked tagators are left out: `invited` is how many mails are sent. With an unknown album
        or tagator it is 422, and none is invited.

        Role: `tagging.manage`.
        """
        return self._send(
            "POST",
            "tagators/invitation-tagging",
            body=body,
            takes_key=True,
            idempotency_key=idempotency_key,
        ).one(models.InvitedOutput)

    def tagators_tagator_report_create(
        self, body: models.ReportInput, *, idempotency_key: str | None = None
    ) -> models.ReportOutput:
        """Return the report by which tagators are paid.

        404: one of the tagators named does not exist.

        Role: `tagging.manage` or `tagging.read`.
        """
        return self._send(
            "POST",
            "tagators/tagator-report",
            body=body,
            takes_key=True,
            idempotency_key=idempotency_key,
        ).one(models.ReportOutput)

    def tagators_tagator_report_create_file(
        self, body: models.ReportInput, *, idempotency_key: str | None = None
    ) -> bytes:
        """Return the report by which tagators are paid.

        404: one of the tagators named does not exist.

        Role: `tagging.manage` or `tagging.read`.
        """
        return self._send(
            "POST",
            "tagators/tagator-report",
            body=body,
            takes_key=True,
            idempotency_key=idempotency_key,
        ).file()

    def task_assignments_list(
        self,
        *,
        exercise_id: Guid | None = None,
        ordering: Sequence[Literal["createdOn", "-createdOn"]] | None = None,
        page: int | None = None,
        page_size: int | None = None,
        state: Literal["Cancelled", "Failed", "Finished", "Running", "Waiting"] | None = None,
        if_none_match: str | None = None,
    ) -> Page[models.AssignmentOutput]:
        """List the tasks for many, the newest first.

        Role: `programs.manage` or `programs.read`.
        """
        return self._send(
            "GET",
            "task-assignments",
            query={
                "exerciseId": exercise_id,
                "ordering": ordering,
                "page": page,
                "pageSize": page_size,
                "state": state,
            },
            if_none_match=if_none_match,
        ).page(models.AssignmentOutput)

    def task_assignments_create(
        self, body: models.AssignmentInput, *, idempotency_key: str | None = None
    ) -> models.AssignmentOutput:
        """Give a task to a segment, or to the participants of a list, in the background.

        Lines of the list that are refused stop no other. The same request with the same
        `assignmentId` again changes nothing. 404: no such exercise.

        Role: `programs.manage`.
        """
        return self._send(
            "POST",
            "task-assignments",
            body=body,
            takes_key=True,
            idempotency_key=idempotency_key,
            once="assignment_id",
        ).one(models.AssignmentOutput)

    def task_assignments_retrieve(
        self, assignment_id: Guid, *, if_none_match: str | None = None
    ) -> models.AssignmentWithLinesOutput:
        """Return a task for many: how far it is, and which lines were refused.

        Role: `programs.manage` or `programs.read`.
        """
        return self._send(
            "GET", "task-assignments/{}", assignment_id, if_none_match=if_none_match
        ).one(models.AssignmentWithLinesOutput)

    def task_assignments_cancel_update(self, assignment_id: Guid) -> models.AssignmentOutput:
        """Cancel a task for many; tasks that were given stay. 409: it is finished, or it failed.

        Role: `programs.manage`.
        """
        return self._send("PUT", "task-assignments/{}/cancel", assignment_id).one(
            models.AssignmentOutput
        )

    def task_assignments_preview_create(
        self, body: models.AssignmentInput, *, idempotency_key: str | None = None
    ) -> models.AssignmentPreviewOutput:
        """Return how many participants would get the task, and which lines are refused.

        Role: `programs.manage`.
        """
        return self._send(
            "POST",
            "task-assignments/preview",
            body=body,
            takes_key=True,
            idempotency_key=idempotency_key,
            once="assignment_id",
        ).one(models.AssignmentPreviewOutput)

    def tasks_callback_create(
        self, body: models.TaskCallbackInput, *, idempotency_key: str | None = None
    ) -> None:
        """Receive the outcome of a tagging task.

        A number that fails the album's checks is 422, and nothing of the request is stored. A task
        that the photo does not wait for is ignored.

        Role: `tagging.callback`.
        """
        return self._send(
            "POST", "tasks/callback", body=body, takes_key=True, idempotency_key=idempotency_key
        ).nothing()

    def tenants_retrieve(
        self, tenant_id: Guid, *, if_none_match: str | None = None
    ) -> models.TenantOutput:
        """Return a tenant.

        Role: `recognition.manage` or `recognition.read`.
        """
        return self._send("GET", "tenants/{}", tenant_id, if_none_match=if_none_match).one(
            models.TenantOutput
        )

    def tenants_recognition_update(
        self, tenant_id: Guid, body: models.RecognitionStateInput, *, if_match: str | None = None
    ) -> str:
        """Switch recognition on or off for a tenant, in all of its albums.

        Role: `recognition.manage`.
        """
        return self._send(
            "PUT", "tenants/{}/recognition", tenant_id, body=body, if_match=if_match
        ).etag()

    def token_create(self, body: models.CredentialsInput) -> models.TokensOutput:
        """Issue tokens for a name and a password.

        Open to every caller: callers sign in here.
        """
        return self._send("POST", "token", body=body).one(models.TokensOutput)

    def token_refresh_create(self, body: models.RefreshInput) -> models.TokensOutput:
        """Issue a new access token for a refresh token.

        Open to every caller: callers sign in here.
        """
        return self._send("POST", "token/refresh", body=body).one(models.TokensOutput)


class AdminApi(_AdminApi):
    """Version 2 of the group `admin-api`."""

    base = "admin-api"
    version = 2

    def albums_retrieve(self, album_id: Guid) -> models.AlbumOutput:
        """Return an album.

        Role: `recognition.manage` or `recognition.read`.
        """
        return self._send("GET", "albums/{}", album_id).one(models.AlbumOutput)

    def albums_update(self, album_id: Guid, body: models.AlbumInput) -> models.AlbumOutput:
        """Add an album, or correct its name and date, as the event `albums.album-created` does.

        The same request again changes nothing; the newest of requests and events wins. 409: the
        album is of another tenant.

        Role: `recognition.manage`.
        """
        return self._send("PUT", "albums/{}", album_id, body=body).one(models.AlbumOutput)

    def albums_recognition_preview_create(
        self,
        album_id: Guid,
        body: models.RecognitionPreviewInput | None = None,
        *,
        idempotency_key: str | None = None,
    ) -> models.AlbumPreviewOutput:
        """Count what a change of settings or state would do to the album's photos.

        Nothing is changed; what the change itself would refuse is refused.

        Role: `recognition.manage`.
        """
        return self._send(
            "POST",
            "albums/{}/recognition/preview",
            album_id,
            body=body,
            takes_key=True,
            idempotency_key=idempotency_key,
        ).one(models.AlbumPreviewOutput)

    def albums_recognition_settings_partial_update(
        self, album_id: Guid, body: models.RecognitionSettingsInput, *, if_match: str | None = None
    ) -> str:
        """Change how an album's photos are recognised.

        Photos that are not recognised yet are processed by the new settings shortly after. 404: no
        such album or face provider; 422: the space is not one of the provider's.

        Role: `recognition.manage`.
        """
        return self._send(
            "PATCH", "albums/{}/recognition/settings", album_id, body=body, if_match=if_match
        ).etag()


class AdminApiV1(_AdminApi):
    """Version 1 of the group `admin-api`."""

    base = "admin-api"
    version = 1

    @deprecated("Version 2 has another shape.")
    def albums_retrieve(self, album_id: Guid) -> models.AlbumOutputV1:
        """Return an album.

        Role: `recognition.manage` or `recognition.read`.
        """
        return self._send("GET", "albums/{}", album_id).one(models.AlbumOutputV1)

    @deprecated("Version 2 has another shape.")
    def albums_update(self, album_id: Guid, body: models.AlbumInput) -> models.AlbumOutputV1:
        """Add an album, or correct its name and date, as the event `albums.album-created` does.

        The same request again changes nothing; the newest of requests and events wins. 409: the
        album is of another tenant.

        Role: `recognition.manage`.
        """
        return self._send("PUT", "albums/{}", album_id, body=body).one(models.AlbumOutputV1)

    @deprecated("Version 2 has another shape.")
    def albums_recognition_preview_create(
        self,
        album_id: Guid,
        body: models.RecognitionPreviewInputV1 | None = None,
        *,
        idempotency_key: str | None = None,
    ) -> models.AlbumPreviewOutput:
        """Count what a change of settings or state would do to the album's photos.

        Nothing is changed; what the change itself would refuse is refused.

        Role: `recognition.manage`.
        """
        return self._send(
            "POST",
            "albums/{}/recognition/preview",
            album_id,
            body=body,
            takes_key=True,
            idempotency_key=idempotency_key,
        ).one(models.AlbumPreviewOutput)

    @deprecated("Version 2 has another shape.")
    def albums_recognition_settings_partial_update(
        self,
        album_id: Guid,
        body: models.RecognitionSettingsInputV1,
        *,
        if_match: str | None = None,
    ) -> str:
        """Change how an album's photos are recognised.

        Photos that are not recognised yet are processed by the new settings shortly after. 404: no
        such album or face provider; 422: the space is not one of the provider's.

        Role: `recognition.manage`.
        """
        return self._send(
            "PATCH", "albums/{}/recognition/settings", album_id, body=body, if_match=if_match
        ).etag()
