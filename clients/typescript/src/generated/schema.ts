// Made by `script/clients`; do not change it by hand.

export interface paths {
    "/admin-api/api/v1/albums/{albumId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return an album
         * @deprecated
         * @description Role: `recognition.manage` or `recognition.read`.
         */
        get: operations["adminAlbumsRetrieveV1"];
        /**
         * Add an album, or correct its name and date, as the event `albums.album-created` does
         * @deprecated
         * @description The same request again changes nothing; the newest of requests and events wins. 409: the
         *     album is of another tenant.
         *
         *     Role: `recognition.manage`.
         */
        put: operations["adminAlbumsUpdateV1"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v1/albums/{albumId}/recognition/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Count what a change of settings or state would do to the album's photos
         * @deprecated
         * @description Nothing is changed; what the change itself would refuse is refused.
         *
         *     Role: `recognition.manage`.
         */
        post: operations["adminAlbumsRecognitionPreviewCreateV1"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v1/albums/{albumId}/recognition/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change how an album's photos are recognised
         * @deprecated
         * @description Photos that are not recognised yet are processed by the new settings shortly after. 404: no
         *     such album or face provider; 422: the space is not one of the provider's.
         *
         *     Role: `recognition.manage`.
         */
        patch: operations["adminAlbumsRecognitionSettingsPartialUpdateV1"];
        trace?: never;
    };
    "/admin-api/api/v2/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List accounts by name
         * @description Role: `recognition.manage` or `recognition.read`.
         */
        get: operations["adminAccountsListV2"];
        put?: never;
        /**
         * Create an account
         * @description The same request with the same `accountId` again changes nothing and is 200; with other data
         *     it is 409.
         *
         *     Role: `recognition.manage`.
         */
        post: operations["adminAccountsCreateV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/accounts/{accountId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return an account
         * @description Role: `recognition.manage` or `recognition.read`.
         */
        get: operations["adminAccountsRetrieveV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change an account
         * @description Role: `recognition.manage`.
         */
        patch: operations["adminAccountsPartialUpdateV2"];
        trace?: never;
    };
    "/admin-api/api/v2/accounts/{accountId}/active": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Allow albums to use an account, or not; 409: an album uses it, so it stays on
         * @description Role: `recognition.manage`.
         */
        put: operations["adminAccountsActiveUpdateV2"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/accounts/{accountId}/spaces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the spaces of an account by name
         * @description Role: `recognition.manage` or `recognition.read`.
         */
        get: operations["adminAccountsSpacesListV2"];
        put?: never;
        /**
         * Add a space to an account
         * @description The same request with the same `accountSpaceId` again changes nothing and is 200; with other
         *     data it is 409.
         *
         *     Role: `recognition.manage`.
         */
        post: operations["adminAccountsSpacesCreateV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/accounts/{accountId}/spaces/{accountSpaceId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return a space of an account
         * @description Role: `recognition.manage` or `recognition.read`.
         */
        get: operations["adminAccountsSpacesRetrieveV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a space of an account
         * @description Role: `recognition.manage`.
         */
        patch: operations["adminAccountsSpacesPartialUpdateV2"];
        trace?: never;
    };
    "/admin-api/api/v2/accounts/{accountId}/spaces/{accountSpaceId}/active": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Allow albums to use a space, or not; 409: an album uses it, so it stays on
         * @description Role: `recognition.manage`.
         */
        put: operations["adminAccountsSpacesActiveUpdateV2"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/activities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List activities, the newest first
         * @description Role: `activities.manage`.
         */
        get: operations["adminActivitiesListV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/activities/{activityId}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Explain an activity: where it is and why, what happened, and the tasks looked at
         * @description The tasks are compared when this is asked for, as they are now. A task that was added or
         *     changed after the activity was applied or skipped is marked by `since`.
         *
         *     Role: `activities.manage`.
         */
        get: operations["adminActivitiesHistoryRetrieveV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/activities/{activityId}/reward/calculate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Calculate the reward again, in either scheme
         * @description If the calculation fails, the reward stays unset; the history says why. 409: another reward
         *     is set, and stays.
         *
         *     Role: `activities.manage`.
         */
        post: operations["adminActivitiesRewardCalculateCreateV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/activities/{activityId}/reward/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Calculate a reward again from what was stored with it, and compare; nothing changes
         * @description 404 `reward-not-set`: there is no reward.
         *
         *     Role: `activities.manage` or `rewards.read`.
         */
        get: operations["adminActivitiesRewardCheckRetrieveV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/activities/{activityId}/reward/comparison": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare a reward with that of another activity, from what was stored with both
         * @description The inputs that differ, the step of the formula where the results part, and both results.
         *
         *     Role: `activities.manage` or `rewards.read`.
         */
        get: operations["adminActivitiesRewardComparisonRetrieveV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/activities/{activityId}/reward/explanation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Explain a reward in words and numbers, from what was stored; nothing is calculated
         * @description Which formula decided and by which revision, why those before it did not suit, each step
         *     with its value, rounding, credit and adjustments; or why there is no reward. The sentences
         *     are plain, with units and rounded numbers, or `technical`.
         *
         *     Role: `activities.manage` or `rewards.read`.
         */
        get: operations["adminActivitiesRewardExplanationRetrieveV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/activities/reward/calculate/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let workers calculate the rewards of up to 1,000 activities again, in either scheme
         * @description Each activity's history says what became of it. An activity that does not exist or has a
         *     reward is refused, and stops no other.
         *
         *     Role: `activities.manage`.
         */
        post: operations["adminActivitiesRewardCalculateBulkCreateV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/albums": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List albums, the newest first
         * @description Role: `recognition.manage` or `recognition.read`.
         */
        get: operations["adminAlbumsListV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/albums/{albumId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return an album
         * @description Role: `recognition.manage` or `recognition.read`.
         */
        get: operations["adminAlbumsRetrieveV2"];
        /**
         * Add an album, or correct its name and date, as the event `albums.album-created` does
         * @description The same request again changes nothing; the newest of requests and events wins. 409: the
         *     album is of another tenant.
         *
         *     Role: `recognition.manage`.
         */
        put: operations["adminAlbumsUpdateV2"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/albums/{albumId}/person-jobs/{jobId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return how far a merge or split is
         * @description Role: `recognition.manage` or `recognition.correct` or `recognition.read`.
         */
        get: operations["adminAlbumsPersonJobsRetrieveV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/albums/{albumId}/persons/{personId}/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Erase a person: faces, selfies, and the numbers that are theirs
         * @description Also in the other albums whose faces are recognised in the same space.
         *
         *     Role: `privacy.erase`.
         */
        post: operations["adminAlbumsPersonsEraseCreateV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/albums/{albumId}/persons/{personId}/merge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make the person one with another one of the album, which remains; repeatable
         * @description What is recognised as this person from then on is the other one, too. The photos are changed
         *     and sent shortly after. 404: no such album, or no such person in it; 422: so is the other
         *     person; 409: this one was merged into a third person.
         *
         *     Role: `recognition.manage` or `recognition.correct`.
         */
        post: operations["adminAlbumsPersonsMergeCreateV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/albums/{albumId}/persons/{personId}/refuse": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say that the person is not the other one: neither suggested nor merged; repeatable
         * @description 404: no such album, or no such person in it; 422: so is the other person; 409: the two are
         *     merged, so split them instead.
         *
         *     Role: `recognition.manage` or `recognition.correct`.
         */
        post: operations["adminAlbumsPersonsRefuseCreateV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/albums/{albumId}/persons/{personId}/split": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo the merge of this person into another one; repeatable
         * @description Role: `recognition.manage` or `recognition.correct`.
         */
        post: operations["adminAlbumsPersonsSplitCreateV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/albums/{albumId}/persons/{personId}/suggest-again": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo what staff said, by a refusal or a split: that the two are not one; repeatable
         * @description Role: `recognition.manage` or `recognition.correct`.
         */
        post: operations["adminAlbumsPersonsSuggestAgainCreateV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/albums/{albumId}/priority": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the priority of an album and of its open tagging tasks
         * @description Role: `recognition.manage`.
         */
        patch: operations["adminAlbumsPriorityPartialUpdateV2"];
        trace?: never;
    };
    "/admin-api/api/v2/albums/{albumId}/processing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Process the album's photos again; an unfinished job of the album is joined
         * @description What staff corrected on its photos is overwritten only with `overwriteCorrections`.
         *
         *     Role: `recognition.manage`.
         */
        post: operations["adminAlbumsProcessingCreateV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/albums/{albumId}/processing/{jobId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return the progress of a job of the album
         * @description Role: `recognition.manage` or `recognition.read`.
         */
        get: operations["adminAlbumsProcessingRetrieveV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/albums/{albumId}/recognition": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Switch recognition on or off for an album
         * @description Role: `recognition.manage`.
         */
        put: operations["adminAlbumsRecognitionUpdateV2"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/albums/{albumId}/recognition/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Count what a change of settings or state would do to the album's photos
         * @description Nothing is changed; what the change itself would refuse is refused.
         *
         *     Role: `recognition.manage`.
         */
        post: operations["adminAlbumsRecognitionPreviewCreateV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/albums/{albumId}/recognition/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change how an album's photos are recognised
         * @description Photos that are not recognised yet are processed by the new settings shortly after. 404: no
         *     such album or face provider; 422: the space is not one of the provider's.
         *
         *     Role: `recognition.manage`.
         */
        patch: operations["adminAlbumsRecognitionSettingsPartialUpdateV2"];
        trace?: never;
    };
    "/admin-api/api/v2/albums/{albumId}/retention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change how many days after its last photo an album keeps faces and selfies
         * @description Role: `recognition.manage`.
         */
        put: operations["adminAlbumsRetentionUpdateV2"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/albums/{albumId}/taggingGuide": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return the guide of an album as it was written
         * @description Role: `tagging.manage` or `recognition.manage` or `tagging.read` or `recognition.read`.
         */
        get: operations["adminAlbumsTaggingGuideRetrieveV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Write the guide of an album
         * @description 422 `guide-not-accepted`: a picture is no photo of the album, its photo was deleted, or
         *     there are more than 20 pictures.
         *
         *     Role: `tagging.manage` or `recognition.manage`.
         */
        patch: operations["adminAlbumsTaggingGuidePartialUpdateV2"];
        trace?: never;
    };
    "/admin-api/api/v2/albums/{albumId}/taggingQuality": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return how many tasks are read twice or known answers, and the wanted certainty
         * @description Role: `tagging.manage` or `tagging.read`.
         */
        get: operations["adminAlbumsTaggingQualityRetrieveV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change how it is checked, from the next completion and the next work on
         * @description Role: `tagging.manage`.
         */
        patch: operations["adminAlbumsTaggingQualityPartialUpdateV2"];
        trace?: never;
    };
    "/admin-api/api/v2/albums/{albumId}/texts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the texts of an album that are no start numbers, the newest first
         * @description Role: `recognition.manage` or `recognition.read`.
         */
        get: operations["adminAlbumsTextsListV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/albums/{albumId}/texts/{textId}/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Withdraw a text that is a start number after all
         * @description Photos on which it was rejected are judged again shortly after, and it is not found again.
         *
         *     Role: `recognition.manage`.
         */
        post: operations["adminAlbumsTextsWithdrawCreateV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List orders, the newest first, with old and new values of each field
         * @description `count` ends at 100,000, and so do the pages: narrow the list by `from` and `to`. With
         *     `format=csv` the answer is a file with all rows that the conditions find.
         *
         *     Role: `audit.read`.
         */
        get: operations["adminAuditListV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/balances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List balances, the last changed first
         * @description Role: `rewards.read` or `rewards.adjust`.
         */
        get: operations["adminBalancesListV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/balances/{participantId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return a participant's balance, as it is or `at` a moment
         * @description 404: there was no operation yet, or none until that moment.
         *
         *     Role: `rewards.read` or `rewards.adjust`.
         */
        get: operations["adminBalancesRetrieveV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/balances/{participantId}/adjustments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Correct a balance by an operation of its own; the caller's name is stored with it
         * @description The same request with the same `operationId` again changes nothing and is 200; with other
         *     data it is 409. 409 too: less than zero would be left. 404: no such participant, or the
         *     activity has no credited reward of this participant. 403 `another-person-needed`: so many
         *     points need a second person; staff request and approve them in the console.
         *
         *     Role: `rewards.adjust`.
         */
        post: operations["adminBalancesAdjustmentsCreateV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/balances/operations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List operations, the newest first
         * @description Role: `rewards.read` or `rewards.adjust`.
         */
        get: operations["adminBalancesOperationsListV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/balances/operations/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return all operations that the filters find as CSV, the newest first
         * @description Role: `rewards.read` or `rewards.adjust`.
         */
        get: operations["adminBalancesOperationsFileRetrieveV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/corrections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List corrections, the newest first
         * @description Role: `rewards.read` or `rewards.adjust`.
         */
        get: operations["adminCorrectionsListV2"];
        put?: never;
        /**
         * Start a preview, which compares in the background; no balance changes
         * @description The same request with the same `correctionId` again changes nothing.
         *
         *     Role: `rewards.adjust`.
         */
        post: operations["adminCorrectionsCreateV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/corrections/{correctionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return a correction, with how far its preview or run is
         * @description Role: `rewards.read` or `rewards.adjust`.
         */
        get: operations["adminCorrectionsRetrieveV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/corrections/{correctionId}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Approve what another person requested: the run starts. 403: the same person did
         * @description Role: `rewards.adjust`.
         */
        put: operations["adminCorrectionsApproveUpdateV2"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/corrections/{correctionId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Cancel the preview or the run; what is adjusted stays. 409: nothing is under way
         * @description Role: `rewards.adjust`.
         */
        put: operations["adminCorrectionsCancelUpdateV2"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/corrections/{correctionId}/items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what differs: who, old, new, and what became of it
         * @description Role: `rewards.read` or `rewards.adjust`.
         */
        get: operations["adminCorrectionsItemsListV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/corrections/{correctionId}/items/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return all items that the filters find as CSV
         * @description Role: `rewards.read` or `rewards.adjust`.
         */
        get: operations["adminCorrectionsItemsFileRetrieveV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/corrections/{correctionId}/request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Request the adjustments; another person approves. 409: the preview is not finished
         * @description Role: `rewards.adjust`.
         */
        put: operations["adminCorrectionsRequestUpdateV2"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/corrections/{correctionId}/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Run an approved correction again: each activity is adjusted once
         * @description Role: `rewards.adjust`.
         */
        put: operations["adminCorrectionsRunUpdateV2"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/dry-runs/{dryRunId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return a dry run with its results by now
         * @description Role: `rewards.read` or `rewards.edit` or `rewards.activate`.
         */
        get: operations["adminDryRunsRetrieveV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/dry-runs/{dryRunId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Cancel a dry run; what it has found so far stays. 409: it is finished, or it failed
         * @description Role: `rewards.edit`.
         */
        put: operations["adminDryRunsCancelUpdateV2"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/erasures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List erasures, the newest first
         * @description Role: `privacy.erase`.
         */
        get: operations["adminErasuresListV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/erasures/{erasureId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return an erasure: its state, and how much was erased
         * @description Role: `privacy.erase`.
         */
        get: operations["adminErasuresRetrieveV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/exercises": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List exercises by name
         * @description Role: `programs.manage` or `programs.read`.
         */
        get: operations["adminExercisesListV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/exercises/{exerciseId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return an exercise
         * @description Role: `programs.manage` or `programs.read`.
         */
        get: operations["adminExercisesRetrieveV2"];
        /**
         * Create or change an exercise; 404: no such program; 409: another program or type
         * @description Role: `programs.manage`.
         */
        put: operations["adminExercisesUpdateV2"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/exercises/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create or change up to 1,000 exercises; each item is answered by itself
         * @description Role: `programs.manage`.
         */
        post: operations["adminExercisesBulkCreateV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/formulas": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List formulas by position
         * @description Role: `rewards.read` or `rewards.edit` or `rewards.activate`.
         */
        get: operations["adminFormulasListV2"];
        put?: never;
        /**
         * Save a new formula after those of its program and type; it is not active
         * @description The same request with the same `formulaId` again changes nothing and is 200; with other data
         *     it is 409.
         *
         *     Role: `rewards.edit`.
         */
        post: operations["adminFormulasCreateV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/formulas/{formulaId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return a formula
         * @description Role: `rewards.read` or `rewards.edit` or `rewards.activate`.
         */
        get: operations["adminFormulasRetrieveV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a formula. Other texts are a new revision, which is not active
         * @description 403: the formula is active, and when it is valid is changed with `rewards.activate` only.
         *
         *     Role: `rewards.edit`.
         */
        patch: operations["adminFormulasPartialUpdateV2"];
        trace?: never;
    };
    "/admin-api/api/v2/formulas/{formulaId}/activations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a formula's activations and requests, the newest first
         * @description Role: `rewards.read` or `rewards.edit` or `rewards.activate`.
         */
        get: operations["adminFormulasActivationsListV2"];
        put?: never;
        /**
         * Ask others to make a revision active. The same request again is 200
         * @description 409: the revision is active; another one is requested; golden examples do not hold for it;
         *     it always fails.
         *
         *     Role: `rewards.edit` or `rewards.activate`.
         */
        post: operations["adminFormulasActivationsCreateV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/formulas/{formulaId}/activations/{activationId}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make the requested revision calculate rewards from now on. Again: nothing changes
         * @description 403: you saved or requested it, and the site wants another person. 409: the formula was
         *     changed meanwhile; another revision is requested; it was settled; its examples do not hold.
         *
         *     Role: `rewards.activate`.
         */
        post: operations["adminFormulasActivationsApproveCreateV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/formulas/{formulaId}/activations/{activationId}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reject a request, with a reason
         * @description Role: `rewards.activate`.
         */
        post: operations["adminFormulasActivationsRejectCreateV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/formulas/{formulaId}/activations/{activationId}/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take your own request back
         * @description Role: `rewards.edit` or `rewards.activate`.
         */
        post: operations["adminFormulasActivationsWithdrawCreateV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/formulas/{formulaId}/active": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Make a revision calculate rewards from now on, or none
         * @description 403: you saved the revision, and another member of staff must make it active.
         *
         *     Role: `rewards.activate`.
         */
        put: operations["adminFormulasActiveUpdateV2"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/formulas/{formulaId}/comparison": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare a revision with another one: expression, settings, coefficients, examples
         * @description Role: `rewards.read` or `rewards.edit` or `rewards.activate`.
         */
        get: operations["adminFormulasComparisonRetrieveV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/formulas/{formulaId}/dry-runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the dry runs of a formula, the newest first
         * @description Role: `rewards.read` or `rewards.edit` or `rewards.activate`.
         */
        get: operations["adminFormulasDryRunsListV2"];
        put?: never;
        /**
         * Start a dry run of a formula's revision, which runs in the background
         * @description Drafts of other formulas may be tried together with it. A draft that is valid only later is
         *     tried as if it were valid already: `asIfValid` names it. 409: another dry run of the formula
         *     is not finished. The same request with the same `dryRunId` again changes nothing.
         *
         *     Role: `rewards.edit`.
         */
        post: operations["adminFormulasDryRunsCreateV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/formulas/{formulaId}/examination": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Examine a revision as if it were the active one; nothing is written
         * @description Tries the golden examples, searches counter-examples for a few seconds at most, says which
         *     formulas of the program and type are reached, and which activities no formula takes.
         *
         *     Role: `rewards.read` or `rewards.edit` or `rewards.activate`.
         */
        post: operations["adminFormulasExaminationCreateV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/formulas/{formulaId}/examples": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a formula's golden examples, with what a revision gives for each
         * @description Role: `rewards.read` or `rewards.edit` or `rewards.activate`.
         */
        get: operations["adminFormulasExamplesListV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/formulas/{formulaId}/examples/{exampleId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return a golden example
         * @description Role: `rewards.read` or `rewards.edit` or `rewards.activate`.
         */
        get: operations["adminFormulasExamplesRetrieveV2"];
        /**
         * Add a golden example, or replace it; it may fail for the current revision
         * @description Role: `rewards.edit`.
         */
        put: operations["adminFormulasExamplesUpdateV2"];
        post?: never;
        /**
         * Remove a golden example
         * @description Role: `rewards.edit`.
         */
        delete: operations["adminFormulasExamplesDestroyV2"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/formulas/{formulaId}/revisions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a formula's newest revisions, the newest first, each with its difference
         * @description Role: `rewards.read` or `rewards.edit` or `rewards.activate`.
         */
        get: operations["adminFormulasRevisionsListV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/formulas/order": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Put the formulas of a program and type into this order
         * @description Role: `rewards.activate`.
         */
        put: operations["adminFormulasOrderUpdateV2"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/formulas/try": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Calculate a formula for an activity or for inputs; nothing is written
         * @description Give `formulaId`, or `activityType` and an expression; texts beside a `formulaId` are tried
         *     in its place. Give `activityId` or `inputs`; variables that `inputs` leave out are null.
         *
         *     Role: `rewards.read` or `rewards.edit` or `rewards.activate`.
         */
        post: operations["adminFormulasTryCreateV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/formulas/validation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a formula's texts without saving them
         * @description Role: `rewards.read` or `rewards.edit` or `rewards.activate`.
         */
        post: operations["adminFormulasValidationCreateV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/marketing-programs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List programs by name
         * @description Role: `programs.manage` or `programs.read`.
         */
        get: operations["adminMarketingProgramsListV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/marketing-programs/{marketingProgramId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return a program
         * @description Role: `programs.manage` or `programs.read`.
         */
        get: operations["adminMarketingProgramsRetrieveV2"];
        /**
         * Create or change a program; 404: `If-Match` names a version of one that is not there
         * @description Role: `programs.manage`.
         */
        put: operations["adminMarketingProgramsUpdateV2"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/marketing-programs/{marketingProgramId}/limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a program's limits, the oldest first
         * @description Role: `programs.manage` or `programs.read` or `rewards.read`.
         */
        get: operations["adminMarketingProgramsLimitsListV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/marketing-programs/{marketingProgramId}/limits/{limitId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return a limit
         * @description Role: `programs.manage` or `programs.read` or `rewards.read`.
         */
        get: operations["adminMarketingProgramsLimitsRetrieveV2"];
        /**
         * Add a limit, or change how much it allows; 409: something else differs
         * @description 403 `another-person-needed`: limits need a second person, in the console.
         *
         *     Role: `programs.manage`.
         */
        put: operations["adminMarketingProgramsLimitsUpdateV2"];
        post?: never;
        /**
         * Remove a limit; the rewards that it cut stay
         * @description 403 `another-person-needed`: limits need a second person, in the console.
         *
         *     Role: `programs.manage`.
         */
        delete: operations["adminMarketingProgramsLimitsDestroyV2"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/marketing-programs/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create or change up to 1,000 programs; each item is answered by itself
         * @description Role: `programs.manage`.
         */
        post: operations["adminMarketingProgramsBulkCreateV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/participant-exercise-tasks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tasks, the oldest first
         * @description Role: `programs.manage` or `programs.read`.
         */
        get: operations["adminParticipantExerciseTasksListV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/participant-exercise-tasks/{participantExerciseTaskId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return a task
         * @description Role: `programs.manage` or `programs.read`.
         */
        get: operations["adminParticipantExerciseTasksRetrieveV2"];
        /**
         * Create or change a task; 404: no such participant or exercise
         * @description 409: another participant or exercise, or other criteria of a task that is completed or has
         *     its activity. 422: criteria that break a rule of the type; `field` is `criteria.minDistance`
         *     and the like.
         *
         *     Role: `programs.manage`.
         */
        put: operations["adminParticipantExerciseTasksUpdateV2"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/participant-exercise-tasks/{participantExerciseTaskId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a task; 409: it is completed, or an activity was applied to it
         * @description Role: `programs.manage`.
         */
        post: operations["adminParticipantExerciseTasksCancelCreateV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/participant-exercise-tasks/{participantExerciseTaskId}/complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Complete a task, as task managers do in the old scheme; again: nothing changes
         * @description A task without an activity may be completed, too. 409: it is cancelled.
         *
         *     Role: `programs.manage`.
         */
        post: operations["adminParticipantExerciseTasksCompleteCreateV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/participant-exercise-tasks/{participantExerciseTaskId}/explanation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Explain why a task is open or done: its activity, and those that were not taken
         * @description Of the participant's activities of the task's type the newest 20, each with why. Criteria
         *     are compared as they are now.
         *
         *     Role: `activities.manage` or `programs.manage` or `programs.read`.
         */
        get: operations["adminParticipantExerciseTasksExplanationRetrieveV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/participant-exercise-tasks/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create or change up to 1,000 tasks; each item is answered by itself
         * @description An earlier item counts as older, where tasks that finish together are tried in turn.
         *
         *     Role: `programs.manage`.
         */
        post: operations["adminParticipantExerciseTasksBulkCreateV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/participants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List participants, the oldest first
         * @description Role: `programs.manage` or `programs.read`.
         */
        get: operations["adminParticipantsListV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/participants/{participantId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return a participant
         * @description Role: `programs.manage` or `programs.read`.
         */
        get: operations["adminParticipantsRetrieveV2"];
        /**
         * Create or change a participant; 404: no such program; 409: of another, or id taken
         * @description Role: `programs.manage`.
         */
        put: operations["adminParticipantsUpdateV2"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/participants/{participantId}/block": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept no new activities of a participant; existing ones stay
         * @description Role: `programs.manage`.
         */
        post: operations["adminParticipantsBlockCreateV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/participants/{participantId}/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Erase a participant; the balance's operations stay under a pseudonym
         * @description Role: `privacy.erase`.
         */
        post: operations["adminParticipantsEraseCreateV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/participants/{participantId}/limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the limits of the participant's program, with what is left of each now
         * @description Role: `programs.manage` or `programs.read` or `rewards.read`.
         */
        get: operations["adminParticipantsLimitsListV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/participants/{participantId}/unblock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept activities of a participant again
         * @description Role: `programs.manage`.
         */
        post: operations["adminParticipantsUnblockCreateV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/participants/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create or change up to 1,000 participants; each item is answered by itself
         * @description Role: `programs.manage`.
         */
        post: operations["adminParticipantsBulkCreateV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/photos": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List photos, the newest first
         * @description `count` ends at 100,000, and so do the pages: narrow the list by `albumId`, or by `from` and
         *     `to`.
         *
         *     Role: `recognition.manage` or `recognition.correct` or `recognition.read`.
         */
        get: operations["adminPhotosListV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/photos/{photoId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return a photo with everything found on it, and whether the photo service has it
         * @description `ETag` is the photo's version. There is no 304: deliveries change without a new version.
         *
         *     Role: `recognition.manage` or `recognition.correct` or `recognition.read`.
         */
        get: operations["adminPhotosRetrieveV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/photos/{photoId}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return the present state of a photo and everything that happened to it, in order
         * @description Role: `recognition.manage` or `recognition.correct` or `recognition.read`.
         */
        get: operations["adminPhotosHistoryRetrieveV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/photos/{photoId}/persons": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Remove wrong persons from a photo, or put back whom a correction removed; sent at once
         * @description They stay so, as corrected numbers stay. 422: a person is not on the photo, and was not
         *     removed from it; 409: also where the photo was deleted.
         *
         *     Role: `recognition.manage` or `recognition.correct`.
         */
        put: operations["adminPhotosPersonsUpdateV2"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/photos/{photoId}/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set the numbers of a photo by hand; they are sent with the next version
         * @description From then on no callback, tagger or job changes them, until the photo is processed from
         *     scratch with the consent to overwrite corrections. 422: a value is no number by the album's
         *     rules; 409: also where the photo was deleted.
         *
         *     Role: `recognition.manage` or `recognition.correct`.
         */
        put: operations["adminPhotosTagsUpdateV2"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/reward-claims": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List claims, the newest first
         * @description Role: `rewards.read` or `rewards.adjust` or `activities.manage`.
         */
        get: operations["adminRewardClaimsListV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/reward-claims/{claimId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return a claim
         * @description Role: `rewards.read` or `rewards.adjust` or `activities.manage`.
         */
        get: operations["adminRewardClaimsRetrieveV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/reward-claims/{claimId}/settle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Keep the reward, or take it back by an adjustment; the same again changes nothing
         * @description 404: no such claim, or the reward is not credited yet. 409: it was settled in another way,
         *     adjustments have taken all of it, or less than zero would be left.
         *
         *     Role: `rewards.adjust`.
         */
        put: operations["adminRewardClaimsSettleUpdateV2"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/reward-claims/settle/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Settle up to 1,000 claims in the same way; a refused one stops no other
         * @description Role: `rewards.adjust`.
         */
        post: operations["adminRewardClaimsSettleBulkCreateV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/selfies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find the persons on a selfie, and the photos of the album that they are on
         * @description If the album has a face provider, the answer is complete. If the number provider recognises
         *     faces (`FaceNumber`), the state is `AwaitingCallback`: get the selfie again later. A picture
         *     without a known person is `NotFound`, whether there is a face on it or not. The same
         *     `selfieId` with the same data again is 200 and changes nothing.
         *
         *     Role: `recognition.manage`.
         */
        post: operations["adminSelfiesCreateV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/selfies/{selfieId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return a selfie, with the photos of the album that its persons are on
         * @description Role: `recognition.manage` or `recognition.read`.
         */
        get: operations["adminSelfiesRetrieveV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/selfies/{selfieId}/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Erase a selfie with its picture, and what was recognised on it
         * @description Role: `privacy.erase`.
         */
        post: operations["adminSelfiesEraseCreateV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/settings/{tagatorId}/changeTagatorSettings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the settings of a tagator, from the next work on; 422: no such album
         * @description Role: `tagging.manage`.
         */
        patch: operations["adminSettingsChangeTagatorSettingsPartialUpdateV2"];
        trace?: never;
    };
    "/admin-api/api/v2/settings/{tagatorId}/tagatorSettings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return the settings of a tagator
         * @description Role: `tagging.manage` or `tagging.read`.
         */
        get: operations["adminSettingsTagatorSettingsRetrieveV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/statistics/byAlbums": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count the photos and tasks of albums, the newest album first
         * @description An album that has no photo received and no task created in the period is left out.
         *
         *     Role: `tagging.manage` or `tagging.read`.
         */
        get: operations["adminStatisticsByAlbumsListV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/statistics/timeSheetsByInterval": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what tagators did in each day, week or month, by interval and name
         * @description An interval in which a tagator did nothing is left out. Of the first and the last interval
         *     counts what is in the period.
         *
         *     Role: `tagging.manage` or `tagging.read`.
         */
        get: operations["adminStatisticsTimeSheetsByIntervalListV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/tagators": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tagators by name
         * @description Role: `tagging.manage` or `tagging.read`.
         */
        get: operations["adminTagatorsListV2"];
        put?: never;
        /**
         * Create a tagator with settings by default
         * @description The same request with the same `tagatorId` again changes nothing and is 200; with other data
         *     it is 409, and so is an e-mail address that another account signs in with.
         *
         *     Role: `tagging.manage`.
         */
        post: operations["adminTagatorsCreateV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/tagators/{tagatorId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return a tagator
         * @description Role: `tagging.manage` or `tagging.read`.
         */
        get: operations["adminTagatorsRetrieveV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a tagator; 409: another account signs in with that e-mail address
         * @description With the state `Blocked` their tokens are refused from the next request on, and their work
         *     expires at once. A new password ends their tokens too.
         *
         *     Role: `tagging.manage`.
         */
        patch: operations["adminTagatorsPartialUpdateV2"];
        trace?: never;
    };
    "/admin-api/api/v2/tagators/{tagatorId}/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a tagator a new password; the tokens they have are refused from then on
         * @description Role: `tagging.manage`.
         */
        post: operations["adminTagatorsPasswordCreateV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/tagators/{tagatorId}/quality": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return how many readings of an interval were checked, and how many were right
         * @description Role: `tagging.manage` or `tagging.read`.
         */
        get: operations["adminTagatorsQualityRetrieveV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/tagators/{tagatorId}/statistic": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return what a tagator did and earned in a period
         * @description Role: `tagging.manage` or `tagging.read`.
         */
        get: operations["adminTagatorsStatisticRetrieveV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/tagators/invitation-tagging": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open an album to tagators, and send each of them a mail with a link to the workbench
         * @description Blocked tagators are left out: `invited` is how many mails are sent. With an unknown album
         *     or tagator it is 422, and none is invited.
         *
         *     Role: `tagging.manage`.
         */
        post: operations["adminTagatorsInvitationTaggingCreateV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/tagators/tagator-report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Return the report by which tagators are paid
         * @description 404: one of the tagators named does not exist.
         *
         *     Role: `tagging.manage` or `tagging.read`.
         */
        post: operations["adminTagatorsTagatorReportCreateV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/task-assignments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the tasks for many, the newest first
         * @description Role: `programs.manage` or `programs.read`.
         */
        get: operations["adminTaskAssignmentsListV2"];
        put?: never;
        /**
         * Give a task to a segment, or to the participants of a list, in the background
         * @description Lines of the list that are refused stop no other. The same request with the same
         *     `assignmentId` again changes nothing. 404: no such exercise.
         *
         *     Role: `programs.manage`.
         */
        post: operations["adminTaskAssignmentsCreateV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/task-assignments/{assignmentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return a task for many: how far it is, and which lines were refused
         * @description Role: `programs.manage` or `programs.read`.
         */
        get: operations["adminTaskAssignmentsRetrieveV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/task-assignments/{assignmentId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Cancel a task for many; tasks that were given stay. 409: it is finished, or it failed
         * @description Role: `programs.manage`.
         */
        put: operations["adminTaskAssignmentsCancelUpdateV2"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/task-assignments/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Return how many participants would get the task, and which lines are refused
         * @description Role: `programs.manage`.
         */
        post: operations["adminTaskAssignmentsPreviewCreateV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/tasks/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive the outcome of a tagging task
         * @description A number that fails the album's checks is 422, and nothing of the request is stored. A task
         *     that the photo does not wait for is ignored.
         *
         *     Role: `tagging.callback`.
         */
        post: operations["adminTasksCallbackCreateV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/tenants/{tenantId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return a tenant
         * @description Role: `recognition.manage` or `recognition.read`.
         */
        get: operations["adminTenantsRetrieveV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/tenants/{tenantId}/recognition": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Switch recognition on or off for a tenant, in all of its albums
         * @description Role: `recognition.manage`.
         */
        put: operations["adminTenantsRecognitionUpdateV2"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Issue tokens for a name and a password
         * @description Open to every caller: callers sign in here.
         */
        post: operations["adminTokenCreateV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin-api/api/v2/token/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Issue a new access token for a refresh token
         * @description Open to every caller: callers sign in here.
         */
        post: operations["adminTokenRefreshCreateV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/client-api/api/v2/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return the signed-in tagger with settings, and what they did today
         * @description Role: `tagging.tag`.
         */
        get: operations["clientAccountsRetrieveV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the language of the signed-in tagger, for mails and for the workbench
         * @description Role: `tagging.tag`.
         */
        patch: operations["clientAccountsPartialUpdateV2"];
        trace?: never;
    };
    "/client-api/api/v2/accounts/figures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return what the signed-in tagger did, earned and was paid, and how well they read
         * @description Days, weeks and months are of the time zone of the pay, and the sums those of the report.
         *
         *     Role: `tagging.tag`.
         */
        get: operations["clientAccountsFiguresRetrieveV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/client-api/api/v2/accounts/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change the password of the signed-in tagger; all tokens issued before are refused
         * @description 422 `wrong-password`: `oldPassword` is another one, which counts as a failed sign-in; after
         *     too many it is 429. 422 `weak-password`: why stands in `errors`, in the language of
         *     `Accept-Language`.
         *
         *     Role: `tagging.tag`.
         */
        post: operations["clientAccountsPasswordCreateV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/client-api/api/v2/accounts/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Issue a new access token for a refresh token
         * @description Open to every caller: taggers sign in here.
         */
        post: operations["clientAccountsRefreshCreateV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/client-api/api/v2/accounts/signin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Issue tokens for an e-mail address and a password
         * @description 401: one of them is wrong. 403: the tagger is blocked. 429: too many failures.
         *
         *     Open to every caller: taggers sign in here.
         */
        post: operations["clientAccountsSigninCreateV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/client-api/api/v2/accounts/trial": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return the signed-in tagger's trial, and how well they read it; 404 `no-trial`
         * @description Role: `tagging.tag`.
         */
        get: operations["clientAccountsTrialRetrieveV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/client-api/api/v2/albums/{albumId}/customTags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return the custom tags of an album
         * @description Role: `tagging.tag` or `recognition.manage`.
         */
        get: operations["clientAlbumsCustomTagsRetrieveV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/client-api/api/v2/albums/{albumId}/taggingGuide": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return the guide of an album that is open to the tagger, or of photos in their hands
         * @description Role: `tagging.tag`.
         */
        get: operations["clientAlbumsTaggingGuideRetrieveV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/client-api/api/v2/albums/{albumId}/taggingGuide/pictures/{photoId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return a sample picture of the guide for screens: at most 1280 pixels, as a file
         * @description 404 `picture-not-in-guide`: the guide does not show it, or its photo was deleted; 503
         *     `too-many-pictures`: try again soon.
         *
         *     Role: `tagging.tag`.
         */
        get: operations["clientAlbumsTaggingGuidePicturesRetrieveV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/client-api/api/v2/albums/{albumId}/taggingHint": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return the first lines of the album's guide, as plain text
         * @description Without a guide it is made from the album's settings, in the language of `Accept-Language`.
         *
         *     Role: `tagging.tag` or `recognition.manage`.
         */
        get: operations["clientAlbumsTaggingHintRetrieveV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/client-api/api/v2/auto-tagging/tasks/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Store a callback of the number provider; it is applied at once, or shortly after
         * @description No bearer token: the address that the provider was given holds a token.
         */
        post: operations["clientAutoTaggingTasksCallbackCreateV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/client-api/api/v2/avatar/tasks/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Store a callback about a selfie and apply it
         * @description No bearer token: the address that the provider was given holds a token.
         */
        post: operations["clientAvatarTasksCallbackCreateV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/client-api/api/v2/balances/{participantId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return a participant's balance, as it is or `at` a moment
         * @description 404: there was no operation yet, or none until that moment.
         *
         *     Role: `rewards.balance`.
         */
        get: operations["clientBalancesRetrieveV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/client-api/api/v2/balances/{participantId}/operations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what changed the balance, the newest first, each with the balance after it
         * @description 404: there was no operation yet.
         *
         *     Role: `rewards.balance`.
         */
        get: operations["clientBalancesOperationsListV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/client-api/api/v2/participants/{participantId}/activities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a participant's activities, the newest first: what, which reward, and why
         * @description Role: `rewards.balance`.
         */
        get: operations["clientParticipantsActivitiesListV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/client-api/api/v2/participants/{participantId}/limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the limits of the participant's program, with what is left of each now
         * @description Role: `rewards.balance`.
         */
        get: operations["clientParticipantsLimitsListV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/client-api/api/v2/participants/{participantId}/tasks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the tasks that wait for an activity of the participant, in the order of their turn
         * @description `checks` compare what each asks with the newest activity of its type.
         *
         *     Role: `rewards.balance`.
         */
        get: operations["clientParticipantsTasksListV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/client-api/api/v2/questions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the tagger's questions with their answers, the newest first
         * @description Role: `tagging.tag`.
         */
        get: operations["clientQuestionsListV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/client-api/api/v2/selfies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find the persons on a selfie, and the photos of the album that they are on
         * @description If the album has a face provider, the answer is complete. If the number provider recognises
         *     faces (`FaceNumber`), the state is `AwaitingCallback`: get the selfie again later. A picture
         *     without a known person is `NotFound`, whether there is a face on it or not. The same
         *     `selfieId` with the same data again is 200 and changes nothing.
         *
         *     Role: `recognition.selfie`.
         */
        post: operations["clientSelfiesCreateV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/client-api/api/v2/selfies/{selfieId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return a selfie, with the photos of the album that its persons are on
         * @description Role: `recognition.selfie`.
         */
        get: operations["clientSelfiesRetrieveV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/client-api/api/v2/selfies/{selfieId}/image": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Send the picture of a selfie that is being recognised
         * @description No bearer token: the address that the provider was given has a token.
         */
        get: operations["clientSelfiesImageRetrieveV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/client-api/api/v2/works": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take work: the most urgent open tasks; an active work is returned as it is, with 200
         * @description 404 `no-tasks`: no task is open to the tagger now. 403 `trial-not-passed`: too few photos of
         *     the trial were read rightly.
         *
         *     Role: `tagging.tag`.
         */
        post: operations["clientWorksCreateV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/client-api/api/v2/works/{workId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return a work
         * @description Role: `tagging.tag`.
         */
        get: operations["clientWorksRetrieveV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/client-api/api/v2/works/{workId}/tasks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the tasks of a work in the order in which they are done
         * @description Skipped tasks, and those of an expired work that went back to the pool, are not in it.
         *
         *     Role: `tagging.tag`.
         */
        get: operations["clientWorksTasksListV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/client-api/api/v2/works/{workId}/tasks/{taskId}/complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Complete the task: its tags are all that is on the photo. Repeated, nothing changes
         * @description Role: `tagging.tag`.
         */
        put: operations["clientWorksTasksCompleteUpdateV2"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/client-api/api/v2/works/{workId}/tasks/{taskId}/picture": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return the photo of a task in a size for screens, as a file
         * @description As for the other actions of a task, but a completed task has its picture until the work is
         *     over. 404 `picture-not-available`, or `photo-was-deleted`; 503 `too-many-pictures`: try
         *     again soon.
         *
         *     Role: `tagging.tag`.
         */
        get: operations["clientWorksTasksPictureRetrieveV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/client-api/api/v2/works/{workId}/tasks/{taskId}/questions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask the lead about the photo of a task in hand, also a completed one: 201
         * @description Repeated with the same id and text: 200; another text: 409 `id-taken`. Once the work is over
         *     it is 409, and another tagger's work is 404.
         *
         *     Role: `tagging.tag`.
         */
        post: operations["clientWorksTasksQuestionsCreateV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/client-api/api/v2/works/{workId}/tasks/{taskId}/reopen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Take a completed or skipped task in hand again, while the work is active
         * @description 409 `task-taken`: another tagger has the skipped task.
         *
         *     Role: `tagging.tag`.
         */
        put: operations["clientWorksTasksReopenUpdateV2"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/client-api/api/v2/works/{workId}/tasks/{taskId}/series": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the tasks in hand whose photos show the same person, or are of the same burst
         * @description The refusals are those of `suggestions`.
         *
         *     Role: `tagging.tag`.
         */
        get: operations["clientWorksTasksSeriesRetrieveV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/client-api/api/v2/works/{workId}/tasks/{taskId}/skip": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Return the task to the pool. It is not offered to this tagger again
         * @description Role: `tagging.tag`.
         */
        put: operations["clientWorksTasksSkipUpdateV2"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/client-api/api/v2/works/{workId}/tasks/{taskId}/startList": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List numbers of the album's start list that begin with `digits`, with their names
         * @description Letters before the digits may be left out. None where there is no list, or it is not
         *     available now. The refusals are those of `suggestions`.
         *
         *     Role: `tagging.tag`.
         */
        get: operations["clientWorksTasksStartListRetrieveV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/client-api/api/v2/works/{workId}/tasks/{taskId}/suggestions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List numbers that may be on the photo of a task in hand
         * @description None of them is a tag before the tagger adds it. Another tagger's work is 404; an expired
         *     work, and a task that is cancelled or completed, are 409.
         *
         *     Role: `tagging.tag`.
         */
        get: operations["clientWorksTasksSuggestionsRetrieveV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/client-api/api/v2/works/{workId}/tasks/{taskId}/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add numbers and custom tags: all of them, or none
         * @description 422 `number-not-accepted`: `errors` names each number that fails the album's checks, and
         *     why. What the task has already stays as it is.
         *
         *     Role: `tagging.tag`.
         */
        post: operations["clientWorksTasksTagsCreateV2"];
        /**
         * Delete a number (`value`) or a custom tag (`customTag`)
         * @description Role: `tagging.tag`.
         */
        delete: operations["clientWorksTasksTagsDestroyV2"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/client-api/api/v2/works/current": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return the active work; without one: 404 `no-work`
         * @description Role: `tagging.tag`.
         */
        get: operations["clientWorksCurrentRetrieveV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/client-api/api/v2/works/waiting": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return whether work is waiting for the tagger, for a page that is open without work
         * @description It also says when the lead last answered a question, which a work says while there is one.
         *
         *     Photos that others take in the meantime are gone again: `POST works` may still refuse.
         *
         *     Role: `tagging.tag`.
         */
        get: operations["clientWorksWaitingRetrieveV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal-api/api/v1/albums/{albumId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return an album
         * @deprecated
         * @description Role: `internal.call`.
         */
        get: operations["internalAlbumsRetrieveV1"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal-api/api/v2/albums/{albumId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return an album
         * @description Role: `internal.call`.
         */
        get: operations["internalAlbumsRetrieveV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal-api/api/v2/albums/{albumId}/counter/photos": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count an album's photos by state
         * @description Role: `internal.call`.
         */
        get: operations["internalAlbumsCounterPhotosRetrieveV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal-api/api/v2/photos/{photoId}/tasks/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel the photo's tagging task; without one, nothing changes
         * @description Role: `internal.call`.
         */
        post: operations["internalPhotosTasksCancelCreateV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal-api/api/v2/statistics/tagators": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what each tagator who did anything did and earned in a period, by name
         * @description Role: `internal.call`.
         */
        get: operations["internalStatisticsTagatorsListV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/internal-api/api/v2/tagators/{tagatorId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return a tagator
         * @description Role: `internal.call`.
         */
        get: operations["internalTagatorsRetrieveV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/callback-api/api/v2/activities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Store an activity of any type, or update its data
         * @description Role: `activities.receive`.
         */
        post: operations["callbackActivitiesCreateV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/callback-api/api/v2/sporadic-activities-callback/activity-accepted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Store an activity that the referees accepted, or update its data
         * @description Role: `activities.receive`.
         */
        post: operations["callbackSporadicActivitiesCallbackActivityAcceptedCreateV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/callback-api/api/v2/sporadic-activities-callback/activity-rejected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Store an activity that the referees rejected, or update its data
         * @description Role: `activities.receive`.
         */
        post: operations["callbackSporadicActivitiesCallbackActivityRejectedCreateV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/callback-api/api/v2/sport-activities-callback/activity-accepted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Store an activity that the referees accepted, or update its data
         * @description Role: `activities.receive`.
         */
        post: operations["callbackSportActivitiesCallbackActivityAcceptedCreateV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/callback-api/api/v2/sport-activities-callback/activity-rejected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Store an activity that the referees rejected, or update its data
         * @description Role: `activities.receive`.
         */
        post: operations["callbackSportActivitiesCallbackActivityRejectedCreateV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/activity-api/api/v2/activities/{activityId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return an activity
         * @description Role: `activities.read`.
         */
        get: operations["activityActivitiesRetrieveV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description What is to change about an account; what is left out stays. */
        AccountChangeInput: {
            name?: string;
            provider?: components["schemas"]["ProviderEnum"];
            baseUrl?: string;
            /**
             * Format: double
             * @description How many the provider takes from all processes together; null: no limit.
             */
            requestsPerSecond?: number | null;
            /** @description Stored encrypted and never shown again. */
            credentials?: {
                [key: string]: unknown;
            };
        };
        /** @description A new account at a face provider. */
        AccountInput: {
            /**
             * Format: uuid
             * @description Makes the request repeatable; left out: a new one.
             */
            accountId?: string;
            name: string;
            provider: components["schemas"]["ProviderEnum"];
            /** @default  */
            baseUrl?: string;
            /**
             * Format: double
             * @description How many the provider takes from all processes together; null: no limit.
             */
            requestsPerSecond?: number | null;
            /** @description Stored encrypted and never shown again. */
            credentials?: {
                [key: string]: unknown;
            };
        };
        /** @description One change of a balance, as the event `rewards.balance-changed` has it. */
        AccountOperationOutput: {
            /** Format: uuid */
            operationId: string;
            type: components["schemas"]["AccountOperationOutputTypeEnum"];
            /**
             * Format: decimal
             * @description What is added; negative: taken.
             */
            amount: string;
            /**
             * Format: decimal
             * @description The balance after it.
             */
            balance: string;
            source: components["schemas"]["SourceEnum"];
            /**
             * Format: uuid
             * @description The activity; null: an adjustment for no activity.
             */
            sourceId: string | null;
            /** Format: date-time */
            occurredOn: string;
        };
        /** @enum {string} */
        AccountOperationOutputTypeEnum: "Refill" | "Adjustment";
        /** @description An account at a face provider. */
        AccountOutput: {
            /** Format: uuid */
            accountId: string;
            name: string;
            provider: components["schemas"]["ProviderEnum"];
            /** @description Empty: the provider has an address of its own. */
            baseUrl: string;
            /**
             * Format: double
             * @description null: no limit.
             */
            requestsPerSecond: number | null;
            isActive: boolean;
            /** Format: date-time */
            createdOn: string;
            /** Format: date-time */
            updatedOn: string;
        };
        /** @description How the tagger works; `albumIds` are the open albums, if not all are open. */
        AccountSettingsOutput: {
            tasksPerWork: number;
            workTimeoutMinutes: number;
            allAlbums: boolean;
            albumIds: string[];
            idleCapSeconds: number;
        };
        /** @description Which revision others are asked to make active. */
        ActivationInput: {
            /** @description Left out: the one that was saved last. */
            revision?: number;
        };
        /** @description A request to make a revision active, and what became of it. */
        ActivationOutput: {
            /** Format: uuid */
            activationId: string;
            revision: number;
            /** @description `Requested` until it is approved, rejected or withdrawn. `Outdated`: the formula was changed. */
            state: components["schemas"]["ActivationOutputStateEnum"];
            requestedBy: string;
            /** Format: date-time */
            requestedOn: string;
            settledBy: string;
            /** Format: date-time */
            settledOn: string | null;
            /** @description Why it was rejected. */
            reason: string;
            endedBy: string;
            /**
             * Format: date-time
             * @description Until when the revision was active; null: it is, or never was.
             */
            endedOn: string | null;
        };
        /** @enum {string} */
        ActivationOutputStateEnum: "Requested" | "Approved" | "Rejected" | "Withdrawn" | "Outdated";
        /** @description Whether an account or a space may be used. */
        ActiveInput: {
            isActive: boolean;
        };
        /** @enum {string} */
        ActiveOrBlocked: "Active" | "Blocked";
        /** @description Activities by what the draft changes. */
        ActivitiesOutput: {
            /** @description Their type gives no reward for them. */
            notCalculated: number;
            /** @description Get more by the draft. */
            winners: number;
            /** @description Get less by the draft. */
            losers: number;
            /** @description Get the same amount, or nothing by either. */
            unchanged: number;
            /** @description Get a reward by the draft alone. */
            gained: number;
            /** @description Get a reward by the live formulas alone. */
            lost: number;
            /** @description Fail by the draft alone. */
            broken: number;
            /** @description Fail by the live formulas alone. */
            mended: number;
        };
        /** @description Something that happened to an activity; `details` depend on its kind. */
        ActivityHistoryEntryOutput: {
            /** Format: date-time */
            occurredOn: string;
            kind: string;
            /** @description Who asked for it; empty for messages. */
            source: string;
            text: string;
            details: {
                [key: string]: unknown;
            };
        };
        /** @description An activity of any type; `data` are the texts of its type's keys. */
        ActivityInput: {
            /** Format: uuid */
            activityId: string;
            /** Format: uuid */
            userId: string;
            type: components["schemas"]["ActivityType"];
            data: {
                [key: string]: string;
            };
        };
        /** @description An activity; `reward` is null until it is calculated. */
        ActivityOutput: {
            /** Format: uuid */
            activityId: string;
            /** Format: uuid */
            participantId: string;
            /** Format: uuid */
            marketingProgramId: string;
            /** Format: uuid */
            participantExerciseTaskId: string | null;
            type: components["schemas"]["ActivityType"];
            state: components["schemas"]["ActivityState"];
            reward: number | null;
            data: {
                [key: string]: string;
            };
            /** Format: date-time */
            createdOn: string;
        };
        /** @enum {string} */
        ActivityState: "Created" | "Applied" | "Skipped";
        /** @enum {string} */
        ActivityType: "GeoLocationActivity" | "InviteActivity" | "ParticipatingActivity" | "PartnersActivity" | "QuizActivity" | "RegistrationActivity" | "UploadImageActivity" | "SportActivity" | "SporadicActivity";
        /**
         * @description Start numbers as typed, with a `?` for a digit that cannot be read, and custom tags.
         *
         *     One digit is read, two at most are not. The one number of the start list that fits is added in
         *     its place; if there is none or several, it is one of the `partialTags`.
         *
         *     `unlistedTags`: numbers of which the tagger is sure, whether or not they are in the start list.
         */
        AddTagsInput: {
            tags?: string[];
            customTags?: string[];
            unlistedTags?: string[];
        };
        /** @description A correction of a balance. */
        AdjustmentInput: {
            /**
             * Format: uuid
             * @description Makes the request repeatable.
             */
            operationId?: string;
            /** @description What is added; negative: taken. Not 0. */
            amount: string | number;
            reason: string;
            /**
             * Format: uuid
             * @description The activity whose credited reward is corrected, if there is one.
             */
            activityId?: string | null;
        };
        /** @description The guide of an album, in Markdown; `![caption](photo:<id>)` shows a photo of the album. */
        AlbumGuideInput: {
            /** @description Empty: the album has no guide. */
            text: string;
        };
        /** @description The guide of an album, as it was written. */
        AlbumGuideOutput: {
            /** Format: uuid */
            albumId: string;
            text: string;
        };
        /** @description An album, as `albums.album-created` has it. */
        AlbumInput: {
            /** Format: uuid */
            tenantId: string;
            name: string;
            /**
             * Format: date-time
             * @description When the event takes place.
             */
            eventDate?: string | null;
        };
        /** @description An album in version 2. */
        AlbumOutput: {
            name: string;
            startNumbersRecognitionStrategy: components["schemas"]["Strategy"];
            startNumberCapacity: number;
            normalizationPolicy: components["schemas"]["NormalizationPolicyEnum"];
            priority: number;
            /** Format: date-time */
            eventDate: string | null;
            recognition: components["schemas"]["AlbumRecognitionOutput"];
            /** Format: date-time */
            createdOn: string;
            /** Format: date-time */
            updatedOn: string;
            /** Format: uuid */
            albumId: string;
            /**
             * Format: uuid
             * @description null: not known yet.
             */
            tenantId: string | null;
            state: components["schemas"]["RecognitionState"];
            /** @description Days after the last photo; 0: for ever; null: the default. */
            keepDays: number | null;
            /**
             * Format: double
             * @description How sure the provider must be of a number; null: the site's default.
             */
            minimumConfidence: number | null;
            /** @description Whether letters belong to the start numbers. */
            numberFormat: components["schemas"]["NumberFormatEnum"];
            /** @description Whether hidden numbers are taken from photos of the same burst. */
            inferNumbers: boolean;
            allowedStartNumbersRecognitionStrategies: components["schemas"]["Strategy"][];
            readonly allowedFaceProviders: components["schemas"]["FaceProviderOutput"][];
        };
        /**
         * @description An album in version 1, with the deprecated fields.
         *
         *     `allowedFaceProviders` has the choice `Disabled` with the nil guid; in version 2 the front end
         *     adds it.
         */
        AlbumOutputV1: {
            name: string;
            startNumbersRecognitionStrategy: components["schemas"]["Strategy"];
            startNumberCapacity: number;
            normalizationPolicy: components["schemas"]["NormalizationPolicyEnum"];
            priority: number;
            /** Format: date-time */
            eventDate: string | null;
            recognition: components["schemas"]["AlbumRecognitionOutput"];
            /** Format: date-time */
            createdOn: string;
            /** Format: date-time */
            updatedOn: string;
            allowedStartNumbersRecognitionStrategies: components["schemas"]["Strategy"][];
            readonly allowedFaceProviders: components["schemas"]["FaceProviderOutput"][];
            /** @deprecated */
            readonly recognitionStrategy: components["schemas"]["RecognitionStrategyEnum"];
            /** @deprecated */
            readonly taggingStrategy: components["schemas"]["TaggingStrategyEnum"];
            /** @deprecated */
            allowedStrategies: components["schemas"]["Strategy"][];
        };
        /** @description What a change would do to an album's photos; each is in one of the first six counts. */
        AlbumPreviewOutput: {
            /** @description A provider is asked, or a tagging task created. */
            processed: number;
            /** @description They go on waiting for a callback or a tagger. */
            waiting: number;
            /** @description Nothing more is needed: they are Processed as they are. */
            finished: number;
            /** @description They are not processed, because recognition is off. */
            resting: number;
            /** @description Other numbers are accepted on them, and sent; nothing else happens to them. */
            numbersChanged: number;
            /** @description Nothing happens to them. */
            unchanged: number;
            tasksCreated: number;
            tasksCancelled: number;
            /** @description Their numbers are judged again, without a provider. */
            judgedAgain: number;
            /** @description Their numbers were read before, and none was accepted: they get no tasks unless they are processed from scratch. */
            withoutNumber: number;
            /** @description What staff entered on them stays. */
            corrected: number;
            /** @description Numbers withdrawn at the photo service. */
            numbersLost: number;
            /** @description Photos that lose numbers. */
            photosLosing: number;
            /** @description Numbers added at the photo service. */
            numbersGained: number;
            /** @description Photos that gain numbers. */
            photosGaining: number;
            /** @description Why recognition is off then; empty: it is on. */
            whyOff: string;
            /** @description Why what was read is not judged again now; empty: it is. */
            whyNotJudged: string;
            /**
             * Format: double
             * @description The highest confidence that was read, where the album requires more.
             */
            surest: number | null;
        };
        /** @description Changes of how an album's tagging is checked; a field that is left out stays. */
        AlbumQualityInput: {
            /** @description 0 to 1, at most 4 places: how many of the completed tasks are read twice. */
            secondReadingShare?: string | number;
            /** @description 0 to 1, at most 4 places: how many tasks of a work are known answers. */
            knownAnswerShare?: string | number;
            /** @description 0.5001 to 0.9999: photos are read again, by other tagators, until it is so sure what is on them. Null: none is read again because of doubt. */
            wantedCertainty?: string | number | null;
            /** @description 0 to 1: new tagators first read the album's known answers, unpaid; they get other work if this share is right, with 0 in any case. Null: the album is no trial. */
            trialShare?: string | number | null;
            /** @description A photo that all tagators who may read it have skipped has no number. */
            noNumberIfAllSkip?: boolean;
        };
        /** @description How an album's tagging is checked; `0` and null: not at all. */
        AlbumQualityOutput: {
            /** Format: uuid */
            albumId: string;
            /** Format: decimal */
            secondReadingShare: string;
            /** Format: decimal */
            knownAnswerShare: string;
            /** Format: decimal */
            wantedCertainty: string | null;
            /** Format: decimal */
            trialShare: string | null;
            noNumberIfAllSkip: boolean;
        };
        /** @description Which face provider and which space of it an album uses; null: none. */
        AlbumRecognitionOutput: {
            /** Format: uuid */
            faceProviderId: string | null;
            /** Format: uuid */
            faceProviderSpaceId: string | null;
        };
        /** @description The photos of an album received in the period, and its tasks created in it. */
        AlbumStatisticOutput: {
            /** Format: uuid */
            albumId: string;
            /**
             * Format: uuid
             * @description null: not known yet.
             */
            tenantId: string | null;
            name: string;
            /** @description Of New, AwaitingCallback, AwaitingTagging, Processed, Failed, Deleted; a state that none is in is left out. */
            photos: {
                [key: string]: number;
            };
            /** @description Photos whose faces are recognised, or have none. */
            faceRecognized: number;
            /** @description Photos whose numbers are read, or have none. */
            numberRecognized: number;
            /** @description Persons on these photos; on two photos: two. */
            persons: number;
            /** @description Accepted start numbers on these photos; on two photos: two. */
            tags: number;
            /** @description Of Open, Assigned, Completed, Cancelled; a state that none is in is left out. */
            tasks: {
                [key: string]: number;
            };
        };
        /** @description An album in a list. */
        AlbumSummaryOutput: {
            name: string;
            startNumbersRecognitionStrategy: components["schemas"]["Strategy"];
            startNumberCapacity: number;
            normalizationPolicy: components["schemas"]["NormalizationPolicyEnum"];
            priority: number;
            /** Format: date-time */
            eventDate: string | null;
            recognition: components["schemas"]["AlbumRecognitionOutput"];
            /** Format: date-time */
            createdOn: string;
            /** Format: date-time */
            updatedOn: string;
            /** Format: uuid */
            albumId: string;
            /**
             * Format: uuid
             * @description null: not known yet.
             */
            tenantId: string | null;
            state: components["schemas"]["RecognitionState"];
        };
        /** @description A text that stands on many photos of an album, and is therefore no start number. */
        AlbumTextOutput: {
            /** Format: uuid */
            textId: string;
            /** @description What looks like a number. */
            value: string;
            /** @description With the words around it. */
            text: string;
            /** @description null: anywhere, among these words. */
            place: components["schemas"]["TextPlaceOutput"] | null;
            /** @description On how many photos it was read when it was found, or more. */
            photos: number;
            /** Format: date-time */
            foundOn: string;
            /**
             * Format: date-time
             * @description null: it is no start number.
             */
            withdrawnOn: string | null;
            /** @description Who withdrew it; empty: no one. */
            withdrawnBy: string;
        };
        /** @description A limit of a participant's program, and what is left of it now. */
        AllowanceOutput: {
            /** Format: uuid */
            limitId: string;
            /** @description In words. */
            limit: string;
            /** @description Whether it is of all participants together. */
            isBudget: boolean;
            most: number;
            /**
             * Format: date-time
             * @description When the current period begins.
             */
            since: string;
            /**
             * Format: date-time
             * @description Null: the whole program.
             */
            before: string | null;
            used: number;
            left: number;
        };
        /** @description Another reading of the same text. */
        AlternativeInput: {
            value: string;
            /** Format: double */
            confidence: number;
        };
        /** @description The revision that was looked at; another one than requested is refused. */
        ApprovalInput: {
            revision: number;
        };
        /** @description A draft that is valid only later, and tried as if it were valid already. */
        AsIfValidOutput: {
            formulaId: string;
            name: string;
            validFrom: string;
        };
        /** @description A task, and who gets it: a segment, or the participants of a list. */
        AssignmentInput: {
            /**
             * Format: uuid
             * @description Makes the request repeatable.
             */
            assignmentId?: string;
            /** Format: uuid */
            exerciseId: string;
            /** @description What an activity must meet; the keys are those of its type. */
            criteria?: {
                [key: string]: string | number | null;
            };
            /** Format: date-time */
            startsOn?: string | null;
            /** Format: date-time */
            finishesOn?: string | null;
            segment?: components["schemas"]["SegmentInput"];
            /** @description Instead of a segment. A text that is no participant's id is refused by itself. */
            participantIds?: string[];
        };
        /** @description A task for many, and how far it is. */
        AssignmentOutput: {
            /** Format: uuid */
            assignmentId: string;
            /** Format: uuid */
            exerciseId: string;
            /** @description Exact texts. */
            criteria: {
                [key: string]: string;
            };
            /** Format: date-time */
            startsOn: string | null;
            /** Format: date-time */
            finishesOn: string | null;
            state: components["schemas"]["DryRunState"];
            /** @description Participants by now. */
            lookedAt: number;
            /** @description Null: not counted yet. */
            total: number | null;
            /** @description How many got the task. */
            created: number;
            /** @description How many lines or participants did not. */
            refused: number;
            /** @description Why it failed, who cancelled it, or the last try's error. */
            reason: string;
            startedBy: string;
            /** Format: date-time */
            createdOn: string;
            /** Format: date-time */
            finishedOn: string | null;
        };
        /** @description How many participants would get the task; nothing is done. */
        AssignmentPreviewOutput: {
            count: number;
            refused: number;
            /** @description The first 100. */
            refusedLines: components["schemas"]["RefusedLineOutput"][];
        };
        /** @description A task for many with the lines that were refused. */
        AssignmentWithLinesOutput: {
            /** Format: uuid */
            assignmentId: string;
            /** Format: uuid */
            exerciseId: string;
            /** @description Exact texts. */
            criteria: {
                [key: string]: string;
            };
            /** Format: date-time */
            startsOn: string | null;
            /** Format: date-time */
            finishesOn: string | null;
            state: components["schemas"]["DryRunState"];
            /** @description Participants by now. */
            lookedAt: number;
            /** @description Null: not counted yet. */
            total: number | null;
            /** @description How many got the task. */
            created: number;
            /** @description How many lines or participants did not. */
            refused: number;
            /** @description Why it failed, who cancelled it, or the last try's error. */
            reason: string;
            startedBy: string;
            /** Format: date-time */
            createdOn: string;
            /** Format: date-time */
            finishedOn: string | null;
            /** @description The first 100. */
            refusedLines: components["schemas"]["RefusedLineOutput"][];
        };
        /** @description An order of a person or service. */
        AuditEntryOutput: {
            /** Format: date-time */
            occurredOn: string;
            actor: string;
            address: string;
            requestId: string;
            recordType: string;
            /** @description Empty: the order is about many records. */
            recordId: string;
            recordName: string;
            action: string;
            readonly changes: components["schemas"]["ChangeOutput"][];
            reason: string;
        };
        /** @description A participant's balance at a moment. */
        BalanceAtOutput: {
            /** Format: uuid */
            participantId: string;
            /** Format: decimal */
            amount: string;
            /**
             * Format: date-time
             * @description When its last operation was recorded.
             */
            updatedOn: string;
            /**
             * Format: date-time
             * @description The moment: asked for again by `at`, it is the same.
             */
            asOf: string;
        };
        /** @description A participant's balance. */
        BalanceOutput: {
            /** Format: uuid */
            participantId: string;
            /** Format: decimal */
            amount: string;
            /**
             * Format: date-time
             * @description When its last operation was recorded.
             */
            updatedOn: string;
        };
        /** @description How many activities get a difference from `least` to `most`. */
        BinOutput: {
            least: string;
            most: string;
            count: number;
        };
        /** @enum {unknown} */
        BlankEnum: "";
        /** @description A rectangle in fractions of the image. */
        BoxInput: {
            /** Format: double */
            left: number;
            /** Format: double */
            top: number;
            /** Format: double */
            width: number;
            /** Format: double */
            height: number;
        };
        /** @description A rectangle in fractions of the image. */
        BoxOutput: {
            /** Format: double */
            left: number;
            /** Format: double */
            top: number;
            /** Format: double */
            width: number;
            /** Format: double */
            height: number;
        };
        /** @description What the activities of a budget's period take from it, by either side. */
        BudgetPeriodOutput: {
            /**
             * Format: date-time
             * @description When the period begins.
             */
            since: string;
            live: string;
            draft: string;
        };
        /** @description What is used and left of a budget in its current period. */
        BudgetUseOutput: {
            /** Format: date-time */
            since: string;
            /**
             * Format: date-time
             * @description Null: the whole program.
             */
            before: string | null;
            used: number;
            left: number;
        };
        /** @description What became of the items, in their order. */
        BulkOutput: {
            results: components["schemas"]["ItemOutput"][];
        };
        /** @description The activities whose rewards are to be calculated again. */
        CalculateManyInput: {
            activityIds: string[];
        };
        /** @description What becomes of one activity. */
        CalculateManyItemOutput: {
            /** @description The id's place, from 0. */
            index: number;
            /** Format: uuid */
            activityId: string;
            status: components["schemas"]["CalculateManyItemOutputStatusEnum"];
            /** @description Of one that is refused. */
            code: string | null;
            /** @description Of one that is refused. */
            detail: string | null;
        };
        /** @enum {string} */
        CalculateManyItemOutputStatusEnum: "posted" | "refused";
        /** @description What becomes of the activities, in the order of their ids in the request. */
        CalculateManyOutput: {
            results: components["schemas"]["CalculateManyItemOutput"][];
        };
        /** @description An activity of the participant `userId`. */
        CallbackBody: {
            /** Format: uuid */
            trackerId: string;
            provider: string;
            discipline: string;
            /** Format: date-time */
            startDate: string;
            /** Format: date-time */
            finishDate: string;
            distance: number;
            timeInSeconds: number;
            averagePace?: number | null;
            averageSpeed?: number | null;
            isManual?: boolean | null;
            pulse?: number | null;
            heightDifference?: number | null;
            /** Format: uuid */
            activityId: string;
            /** Format: uuid */
            userId: string;
        };
        /** @description A callback of an activity source. */
        CallbackInput: {
            body: components["schemas"]["CallbackBody"];
        };
        /** @description Why the photo's task is cancelled. */
        CancelTaskInput: {
            reason: string;
        };
        /** @enum {string} */
        CauseEnum: "Formula" | "Data" | "Limit";
        /** @description A field with what it was and what it is; of a secret, only that it is `changed`. */
        ChangeOutput: {
            field: string;
            old: unknown;
            new: unknown;
        };
        /** @description Whom the person's faces are now, and the job that changes their photos. */
        ChangedPersonsOutput: {
            personId: string;
            /**
             * Format: uuid
             * @description null: nothing is to change.
             */
            jobId?: string | null;
        };
        /** @description One criterion of a task. */
        CheckOutput: {
            criterion: string;
            wanted: string;
            got: string;
            isMet: boolean;
        };
        /** @description What is decided about a claim. */
        ClaimDecisionInput: {
            decision: components["schemas"]["DecisionEnum"];
            /** @default  */
            reason?: string;
        };
        /** @description The same decision about many claims. */
        ClaimDecisionsInput: {
            decision: components["schemas"]["DecisionEnum"];
            /** @default  */
            reason?: string;
            claimIds: string[];
        };
        /** @description A rewarded activity that was rejected afterwards, and what was decided. */
        ClaimOutput: {
            /** Format: uuid */
            claimId: string;
            /** Format: uuid */
            activityId: string;
            /** Format: uuid */
            participantId: string;
            /** Format: uuid */
            marketingProgramId: string;
            reward: number;
            /** @description `Closed`: accepted again before it was settled. */
            state: components["schemas"]["ClaimOutputStateEnum"];
            /**
             * Format: decimal
             * @description What was taken back, by the operation that has the claim's id.
             */
            taken: string | null;
            /** @description Of an open one why it was not taken back by itself. */
            reason: string;
            settledBy: string;
            /** Format: date-time */
            settledOn: string | null;
            /**
             * Format: date-time
             * @description When the rejection came.
             */
            createdOn: string;
        };
        /** @enum {string} */
        ClaimOutputStateEnum: "Open" | "Kept" | "TakenBack" | "Closed";
        ClientPaginatedTaskOutputList: {
            /** @example 1 */
            count: number;
            /**
             * Format: uri
             * @example null
             */
            next: string | null;
            /**
             * Format: uri
             * @example null
             */
            previous: string | null;
            results: components["schemas"]["ClientTaskOutput"][];
        };
        /** @description A task of a work. */
        ClientTaskOutput: {
            /** Format: uuid */
            taskId: string;
            /** Format: uuid */
            photoId: string;
            /** Format: uuid */
            albumId: string;
            imageUrl: string;
            /** Format: date-time */
            shootingDate: string | null;
            priority: number;
            numberFormat: components["schemas"]["NumberFormatEnum"];
            state: components["schemas"]["TaskState"];
            tags: components["schemas"]["TagOutput"][];
            customTags: string[];
            /** @description Numbers of which the tagger is sure, though they are not in the start list: kept for staff, never sent. Left out where there are none. */
            unlistedTags?: string[];
            /** @description Numbers that are only partly legible, a `?` for each digit that is not: kept for staff, never sent. Left out where there are none. */
            partialTags?: string[];
            /** @description The likeliest first; at most twelve. */
            regions: components["schemas"]["RegionOutput"][];
        };
        /** @description A budget of the program, and what activities of the formula's type take from it. */
        ComparedBudgetOutput: {
            /** Format: uuid */
            limitId: string;
            budget: string;
            most: string;
            /** @description Periods in which it is exceeded. */
            exceededLive: number;
            /** @description Periods in which it is exceeded. */
            exceededDraft: number;
            periods: components["schemas"]["BudgetPeriodOutput"][];
        };
        /** @description How a revision differs from another; what stays is listed, too. */
        ComparisonOutput: {
            revision: number;
            against?: number | null;
            expression: components["schemas"]["DifferenceLineOutput"][];
            settings: components["schemas"]["DifferingFieldOutput"][];
            coefficients: components["schemas"]["DifferingFieldOutput"][];
            examples: components["schemas"]["DifferingExampleOutput"][];
        };
        /** @description When a task was completed. */
        CompletionInput: {
            /**
             * Format: date-time
             * @description Left out or null: now.
             */
            completedOn?: string | null;
        };
        /** @description An active formula of the program, and whether it would decide. */
        ConsideredOutput: {
            /** Format: uuid */
            formulaId: string;
            name: string;
            revision: number;
            decides: boolean;
            reason: string;
        };
        /** @description How many activities, and points, the preview has found by now. */
        CorrectionFiguresOutput: {
            raised: number;
            lowered: number;
            unchanged: number;
            /** @description Left out: the credit is not made yet. */
            notCredited: number;
            /** @description Left out: adjusted by a person. */
            adjustedByHand: number;
            /** @description Left out: not accepted by the referees. */
            notAccepted: number;
            /** @description Left out, unless asked for: the data changed after the credit. */
            changedData: number;
            /** @description Left out: the formulas fail. */
            failed: number;
            /** @description Left out of what limits cut: corrected by formulas since. */
            corrected: number;
            /** @description Points that would be added; limits may leave less. */
            added: string;
            /** @description Points that would be taken. */
            taken: string;
        };
        /** @description A credited reward that differs from what the live formulas give. */
        CorrectionItemOutput: {
            /** Format: uuid */
            activityId: string;
            /** Format: uuid */
            participantId: string;
            /**
             * Format: date-time
             * @description Of the activity.
             */
            createdOn: string;
            /**
             * Format: decimal
             * @description What is credited.
             */
            old: string;
            /**
             * Format: decimal
             * @description What the live formulas give, or limits cut of.
             */
            new: string;
            difference: string;
            /** @description `Data`: they changed after the credit. `Limit`: limits had cut it. */
            cause: components["schemas"]["CauseEnum"];
            state: components["schemas"]["CorrectionItemOutputStateEnum"];
            /**
             * Format: decimal
             * @description What was added; limits may have left less.
             */
            adjusted: string | null;
            /** @description Why it is refused, or less. */
            reason: string;
            /**
             * Format: uuid
             * @description Of the adjustment.
             */
            operationId: string;
        };
        /** @enum {string} */
        CorrectionItemOutputStateEnum: "Pending" | "Applied" | "Refused";
        /** @description A correction: its preview, who requested and approved it, and its run. */
        CorrectionOutput: {
            /** Format: uuid */
            correctionId: string;
            /** Format: uuid */
            marketingProgramId: string;
            activityType: string;
            /** Format: uuid */
            formulaId: string | null;
            /** Format: date-time */
            since: string;
            /** Format: date-time */
            before: string;
            participantIds: string[];
            activityIds: string[];
            includesChangedData: boolean;
            paysCuts: boolean;
            /** @description Of the preview. */
            state: components["schemas"]["DryRunState"];
            /** @description Activities by now. */
            lookedAt: number;
            /** @description Null: not counted yet. */
            total: number | null;
            /** @description Why the preview failed, or who cancelled it. */
            reason: string;
            startedBy: string;
            /** Format: date-time */
            createdOn: string;
            /** Format: date-time */
            finishedOn: string | null;
            figures: components["schemas"]["CorrectionFiguresOutput"] | null;
            /** @description The reason of the adjustments. */
            why: string;
            requestedBy: string;
            /** Format: date-time */
            requestedOn: string | null;
            approvedBy: string;
            /** Format: date-time */
            approvedOn: string | null;
            run: components["schemas"]["CorrectionRunOutput"] | null;
        };
        /** @description Why the rewards are adjusted: it stands with each operation. */
        CorrectionReasonInput: {
            reason: string;
        };
        /** @description The run that adjusts, or adjusted last. */
        CorrectionRunOutput: {
            state: components["schemas"]["DryRunState"];
            /** @description Activities by now, the refused ones too. */
            done: number;
            /** @description Null: not counted yet. */
            total: number | null;
            refused: number;
            reason: string;
            startedBy: string;
            /** Format: date-time */
            createdOn: string;
            /** Format: date-time */
            finishedOn: string | null;
        };
        /** @description Inputs for which the formula gives an undesired result. */
        CounterExampleOutput: {
            finding: components["schemas"]["FindingEnum"];
            sentence: string;
            /** @description In which two points differ; empty for one. */
            variable: string;
            points: components["schemas"]["PointOutput"][];
        };
        /** @description A name and its password. */
        CredentialsInput: {
            username: string;
            password: string;
        };
        /** @description A tag that taggers may put on a photo beside start numbers. */
        CustomTagOutput: {
            name: string;
        };
        /** @description The custom tags of an album, by name. */
        CustomTagsOutput: {
            customTags: components["schemas"]["CustomTagOutput"][];
        };
        /** @enum {string} */
        DecisionEnum: "Keep" | "TakeBack";
        /** @enum {string} */
        DeliveryState: "NotSent" | "Waiting" | "Delivered" | "GivenUp" | "Withdrawn";
        /** @description A line of the expression. */
        DifferenceLineOutput: {
            /** @description A blank: both have it; `-`: only the older; `+`: only the newer. */
            sign: components["schemas"]["SignEnum"];
            text: string;
        };
        /** @description A golden example, and what both revisions give for it. */
        DifferingExampleOutput: {
            name: string;
            wanted: string;
            old?: string | null;
            new: string;
        };
        /** @description A setting or coefficient; null where a revision does not have it. */
        DifferingFieldOutput: {
            name: string;
            old: string | null;
            new: string | null;
        };
        /** @description A variable that differs, in words with its unit. */
        DifferingInputOutput: {
            name: string;
            one: string;
            other: string;
        };
        /** @description Which revisions are compared, over the activities created in which period, and of whom. */
        DryRunInput: {
            /**
             * Format: uuid
             * @description Makes the request repeatable.
             */
            dryRunId?: string;
            /** Format: date-time */
            since: string;
            /**
             * Format: date-time
             * @description This moment is not included.
             */
            before: string;
            /** @description Left out: the one that was saved last. */
            revision?: number;
            /** @description Tried together with it. */
            others?: components["schemas"]["OtherDraftInput"][];
            segment?: components["schemas"]["SegmentInput"];
            /** @description Instead of a segment: only their activities. */
            participantIds?: string[];
        };
        /** @description A dry run, and how far it is. */
        DryRunOutput: {
            /** Format: uuid */
            dryRunId: string;
            /** Format: uuid */
            formulaId: string;
            revision: number;
            /** Format: date-time */
            since: string;
            /** Format: date-time */
            before: string;
            others: components["schemas"]["OtherDraftOutput"][];
            asIfValid: components["schemas"]["AsIfValidOutput"][];
            /** @description Whose activities; empty: of all participants. */
            segment: {
                [key: string]: unknown;
            };
            /** @description The same in words. */
            notes: string[];
            state: components["schemas"]["DryRunState"];
            /** @description Activities by now. */
            lookedAt: number;
            /** @description Null: not counted yet. */
            total: number | null;
            /** @description Why it failed, who cancelled it, or the last try's error. */
            reason: string;
            startedBy: string;
            /** Format: date-time */
            createdOn: string;
            /** Format: date-time */
            startedOn: string | null;
            /** Format: date-time */
            finishedOn: string | null;
        };
        /** @enum {string} */
        DryRunState: "Waiting" | "Running" | "Finished" | "Cancelled" | "Failed";
        /** @enum {string} */
        DryRunVerdict: "Rewarded" | "NoReward" | "Failed";
        /** @description A dry run with its results. */
        DryRunWithResultsOutput: {
            /** Format: uuid */
            dryRunId: string;
            /** Format: uuid */
            formulaId: string;
            revision: number;
            /** Format: date-time */
            since: string;
            /** Format: date-time */
            before: string;
            others: components["schemas"]["OtherDraftOutput"][];
            asIfValid: components["schemas"]["AsIfValidOutput"][];
            /** @description Whose activities; empty: of all participants. */
            segment: {
                [key: string]: unknown;
            };
            /** @description The same in words. */
            notes: string[];
            state: components["schemas"]["DryRunState"];
            /** @description Activities by now. */
            lookedAt: number;
            /** @description Null: not counted yet. */
            total: number | null;
            /** @description Why it failed, who cancelled it, or the last try's error. */
            reason: string;
            startedBy: string;
            /** Format: date-time */
            createdOn: string;
            /** Format: date-time */
            startedOn: string | null;
            /** Format: date-time */
            finishedOn: string | null;
            /** @description Null: nothing is stored yet. */
            results: components["schemas"]["ResultsOutput"] | null;
        };
        /** @description Why someone is to be erased. */
        ErasingInput: {
            /** @description Stays after the erasure, so it must not name the person. */
            reason: string;
        };
        /** @description An erasure: how far it is, and how much was erased, without naming whom. */
        ErasureOutput: {
            /** Format: uuid */
            erasureId: string;
            kind: string;
            state: components["schemas"]["DryRunState"];
            /** @description How much was erased by now. */
            what: {
                [key: string]: number;
            };
            reason: string;
            orderedBy: string;
            /** Format: date-time */
            createdOn: string;
            /** Format: date-time */
            finishedOn: string | null;
        };
        /** @description What the provider could not do; the collections are empty then. */
        ErrorInput: {
            code: string;
            detail: string;
            /** @description false: trying again cannot help. */
            retriable: boolean;
        };
        /** @description What is wrong with one field. */
        ErrorOutput: {
            /** @description `persons.0.id`; null: the body. */
            field: string | null;
            code: string;
            detail: string;
        };
        /** @description Which revision is examined, and what is wanted of its rewards. */
        ExaminationInput: {
            /** @description Left out: the one that was saved last. */
            revision?: number;
            /**
             * Format: int64
             * @description No reward should be above it.
             */
            cap?: number | null;
            /** @description While this variable grows, no reward should fall. Left out: `distance`, if the type has it; empty: none. */
            growing?: string;
        };
        /** @description All that is known of a revision before it is made active. */
        ExaminationOutput: {
            revision: number;
            examples: components["schemas"]["TriedExampleOutput"][];
            search: components["schemas"]["SearchedOutput"];
            reach: components["schemas"]["ReachedOutput"][];
            untaken: components["schemas"]["UntakenOutput"];
        };
        /** @description A golden example: inputs or the id of an activity, and what the formula must give. */
        ExampleInput: {
            name: string;
            /** @description Values by variable, as texts of the language: `10.5`, `'running'`, `true`. What is left out is null. */
            inputs?: {
                [key: string]: unknown;
            };
            /**
             * Format: uuid
             * @description Instead of `inputs`: those of an activity that came.
             */
            activityId?: string;
            /** @description May be left out for an activity that has a reward. */
            expectation?: components["schemas"]["ExpectationEnum"];
            /**
             * Format: int64
             * @description A whole number from 0, where `expectation` is `Reward`.
             */
            reward?: number | null;
        };
        /** @description A golden example. */
        ExampleOutput: {
            /** Format: uuid */
            exampleId: string;
            name: string;
            inputs: {
                [key: string]: string;
            };
            expectation: components["schemas"]["ExpectationEnum"];
            reward: number | null;
            changedBy: string;
            /** Format: date-time */
            createdOn: string;
            /** Format: date-time */
            updatedOn: string;
        };
        /** @description An exercise. The program and the activity type never change. */
        ExerciseInput: {
            /** Format: uuid */
            marketingProgramId: string;
            name: string;
            activityType: string;
        };
        /** @description An exercise with its id. */
        ExerciseItemInput: {
            /** Format: uuid */
            marketingProgramId: string;
            name: string;
            activityType: string;
            /** Format: uuid */
            exerciseId: string;
        };
        /** @description An exercise. */
        ExerciseOutput: {
            /** Format: uuid */
            exerciseId: string;
            /** Format: uuid */
            marketingProgramId: string;
            name: string;
            activityType: string;
            /** Format: date-time */
            createdOn: string;
            /** Format: date-time */
            updatedOn: string;
        };
        /** @description Exercises; each item is read and answered by itself. */
        ExercisesInput: {
            items: components["schemas"]["ExerciseItemInput"][];
        };
        /** @enum {string} */
        ExpectationEnum: "Reward" | "NoReward" | "DoesNotSuit";
        /** @description An activity, where it is, what happened to it in order, and the tasks looked at. */
        ExplainedActivityOutput: {
            /** Format: uuid */
            activityId: string;
            type: components["schemas"]["ActivityType"];
            state: components["schemas"]["ActivityState"];
            standing: components["schemas"]["StandingOutput"];
            history: components["schemas"]["ActivityHistoryEntryOutput"][];
            tasks: components["schemas"]["TasksLookedAtOutput"];
        };
        /** @description A reward, and everything that it came from, as it was stored with it. */
        ExplainedRewardOutput: {
            /** Format: uuid */
            activityId: string;
            outcome: components["schemas"]["OutcomeEnum"];
            sentences: string[];
            /** Format: date-time */
            calculatedOn: string | null;
            calculatedBy: string;
            /** @description Why there is none, or why the calculation failed. */
            reason: string;
            formula: components["schemas"]["TriedFormulaOutput"] | null;
            passedOver: components["schemas"]["TriedFormulaOutput"][];
            expression: string;
            coefficients: {
                [key: string]: string;
            };
            /** @description The variables, written as in the language. */
            inputs: {
                [key: string]: string;
            };
            steps: components["schemas"]["RewardStepOutput"][];
            failure: components["schemas"]["FormulaFailureOutput"] | null;
            /** @description As a text, which loses no digit, as all that is calculated. */
            unrounded: string;
            /** @description Rounded, before limits of the program cut it. */
            beforeLimits: string;
            /** @description Those that cut it, the strictest first. */
            limits: components["schemas"]["LimitCutOutput"][];
            /** @description Whole points; what is credited is an amount of a balance. */
            reward: number | null;
            credit: components["schemas"]["RewardOperationOutput"] | null;
            /** @description What the step that credits waits for. */
            crediting: string[];
            adjustments: components["schemas"]["RewardOperationOutput"][];
            /**
             * Format: decimal
             * @description The credit with its adjustments.
             */
            total: string;
        };
        /** @description A task, where it stands, and the newest of `count` activities of its type. */
        ExplainedTaskOutput: {
            /** Format: uuid */
            participantExerciseTaskId: string;
            state: components["schemas"]["ParticipantExerciseTaskState"];
            sentences: string[];
            count: number;
            tried: components["schemas"]["TriedActivityOutput"][];
        };
        /** @description A face provider that an album may use. */
        FaceProviderOutput: {
            name: string;
            /** Format: uuid */
            providerId: string;
        };
        /** @description A reason for which calculations fail, with the first activity that it was found on. */
        FailureOutput: {
            side: components["schemas"]["SideEnum"];
            reason: string;
            count: number;
            /** Format: uuid */
            activityId: string;
        };
        /** @description What is wrong in a text; null where it has no lines. */
        FaultOutput: {
            /** @description `expression`, `settings` or `coefficients`. */
            field: string;
            detail: string;
            line: number | null;
            column: number | null;
        };
        /** @description What the tagger did and earned in a day, week or month. */
        FiguresOfPeriodOutput: {
            tasksCompleted: number;
            numbersAdded: number;
            /** Format: double */
            activeSeconds: number;
            /**
             * Format: double
             * @description By active time, rounded to two places; null: there was none.
             */
            tasksPerHour: number | null;
            /** @description A decimal text: the rates of the moments of completion. */
            amount: string;
            tasksSkipped: number;
            /** Format: date-time */
            from: string;
            /** Format: date-time */
            to: string;
        };
        /** @enum {string} */
        FindingEnum: "Fails" | "Negative" | "AboveCap" | "Falls" | "Jumps";
        /** @enum {string} */
        FormatEnum: "json" | "csv" | "xlsx";
        /** @description Which revision calculates rewards. */
        FormulaActiveInput: {
            isActive: boolean;
            /** @description Left out: the one that was saved last. */
            revision?: number;
        };
        /** @description What is to change about a formula; what is left out stays. */
        FormulaChangeInput: {
            name?: string;
            expression?: string;
            settings?: {
                [key: string]: unknown;
            };
            coefficients?: {
                [key: string]: unknown;
            };
            /** Format: date-time */
            validFrom?: string | null;
            /** Format: date-time */
            validUntil?: string | null;
        };
        /** @description Everything that is wrong; nothing: the formula can be saved. */
        FormulaCheckOutput: {
            faults: components["schemas"]["FaultOutput"][];
        };
        /** @description Where the formula failed, and why. */
        FormulaFailureOutput: {
            /** @description `expression` or `__where`. */
            part: string;
            line: number;
            column: number;
            detail: string;
        };
        /** @description A new formula. */
        FormulaInput: {
            activityType: string;
            expression: string;
            /** @description `__where`: for which activities. */
            settings?: {
                [key: string]: unknown;
            };
            coefficients?: {
                [key: string]: unknown;
            };
            /**
             * Format: uuid
             * @description Makes the request repeatable.
             */
            formulaId?: string;
            /** Format: uuid */
            marketingProgramId: string;
            name: string;
            /** Format: date-time */
            validFrom?: string | null;
            /** Format: date-time */
            validUntil?: string | null;
        };
        /** @description A formula, with the texts that were saved last. */
        FormulaOutput: {
            /** Format: uuid */
            formulaId: string;
            /** Format: uuid */
            marketingProgramId: string;
            activityType: string;
            name: string;
            position: number;
            /** Format: date-time */
            validFrom: string | null;
            /**
             * Format: date-time
             * @description This moment is not included.
             */
            validUntil: string | null;
            /** @description The one that was saved last. */
            revision: number;
            /** @description The one that calculates rewards; null: none. */
            activeRevision?: number | null;
            activatedBy: string;
            /** Format: date-time */
            activatedOn: string | null;
            expression: string;
            settings: {
                [key: string]: unknown;
            };
            coefficients: {
                [key: string]: string;
            };
            /** Format: date-time */
            createdOn: string;
            /** Format: date-time */
            updatedOn: string;
        };
        /** @description What a formula would be, to be checked. */
        FormulaTextsInput: {
            activityType: string;
            expression: string;
            /** @description `__where`: for which activities. */
            settings?: {
                [key: string]: unknown;
            };
            coefficients?: {
                [key: string]: unknown;
            };
        };
        /** @description What is tried: a formula, or texts; for an activity, or for inputs. */
        FormulaTryInput: {
            /** Format: uuid */
            formulaId?: string;
            /** @description Left out: the one that was saved last. */
            revision?: number;
            /**
             * Format: uuid
             * @description Whose active formulas are considered; that of `formulaId`.
             */
            marketingProgramId?: string;
            activityType?: string;
            expression?: string;
            settings?: {
                [key: string]: unknown;
            };
            coefficients?: {
                [key: string]: unknown;
            };
            /** Format: uuid */
            activityId?: string;
            /** @description As in the language: `10.5`, `'running'`, `false`, `null`. */
            inputs?: {
                [key: string]: string;
            };
        };
        /** @description Something that happened to a photo; `details` depend on its kind. */
        HappeningOutput: {
            /** Format: date-time */
            occurredOn: string;
            kind: string;
            text: string;
            details: {
                [key: string]: unknown;
            };
        };
        /** @description An album for services of the platform, in version 2. */
        InternalAlbumOutput: {
            name: string;
            startNumbersRecognitionStrategy: components["schemas"]["Strategy"];
            startNumberCapacity: number;
            normalizationPolicy: components["schemas"]["NormalizationPolicyEnum"];
            priority: number;
            /** Format: date-time */
            eventDate: string | null;
            recognition: components["schemas"]["AlbumRecognitionOutput"];
            /** Format: date-time */
            createdOn: string;
            /** Format: date-time */
            updatedOn: string;
            /** Format: uuid */
            albumId: string;
            /**
             * Format: uuid
             * @description null: not known yet.
             */
            tenantId: string | null;
            state: components["schemas"]["RecognitionState"];
            /** @description Days after the last photo; 0: for ever; null: the default. */
            keepDays: number | null;
            /**
             * Format: double
             * @description How sure the provider must be of a number; null: the site's default.
             */
            minimumConfidence: number | null;
            /** @description Whether letters belong to the start numbers. */
            numberFormat: components["schemas"]["NumberFormatEnum"];
            /** @description Whether hidden numbers are taken from photos of the same burst. */
            inferNumbers: boolean;
            allowedStartNumbersRecognitionStrategies: components["schemas"]["Strategy"][];
            readonly allowedFaceProviders: components["schemas"]["FaceProviderOutput"][];
        };
        /** @description An album for services of the platform, in version 1 with the deprecated fields. */
        InternalAlbumOutputV1: {
            name: string;
            startNumbersRecognitionStrategy: components["schemas"]["Strategy"];
            startNumberCapacity: number;
            normalizationPolicy: components["schemas"]["NormalizationPolicyEnum"];
            priority: number;
            /** Format: date-time */
            eventDate: string | null;
            recognition: components["schemas"]["AlbumRecognitionOutput"];
            /** Format: date-time */
            createdOn: string;
            /** Format: date-time */
            updatedOn: string;
            /** Format: uuid */
            albumId: string;
            /**
             * Format: uuid
             * @description null: not known yet.
             */
            tenantId: string | null;
            state: components["schemas"]["RecognitionState"];
            allowedStartNumbersRecognitionStrategies: components["schemas"]["Strategy"][];
            readonly allowedFaceProviders: components["schemas"]["FaceProviderOutput"][];
            /** @deprecated */
            readonly recognitionStrategy: components["schemas"]["RecognitionStrategyEnum"];
            /** @deprecated */
            readonly taggingStrategy: components["schemas"]["TaggingStrategyEnum"];
            /** @deprecated */
            allowedStrategies: components["schemas"]["Strategy"][];
        };
        /** @description Which tagators are invited to which album. */
        InvitationInput: {
            /** Format: uuid */
            albumId: string;
            /** @description One named twice gets one mail. */
            tagatorIds: string[];
            /** @description A part of the mail. */
            message?: string;
        };
        /** @description How many tagators are invited; blocked ones are not. */
        InvitedOutput: {
            invited: number;
        };
        /** @description What became of one item. */
        ItemOutput: {
            /** @description The item's place, from 0. */
            index: number;
            /**
             * Format: uuid
             * @description Null: the item has no readable id.
             */
            id: string | null;
            status: components["schemas"]["ItemOutputStatusEnum"];
            /** @description Of a refused item. */
            code: string | null;
            /** @description Of a refused item. */
            detail: string | null;
            errors: components["schemas"]["ErrorOutput"][];
        };
        /** @enum {string} */
        ItemOutputStatusEnum: "created" | "changed" | "unchanged" | "refused";
        /** @description The progress of a job; the counts are of its photos' present states. */
        JobOutput: {
            /** @description Finished: all photos are taken; recognising them goes on. */
            state: components["schemas"]["JobOutputStateEnum"];
            /** @description Photos taken so far. */
            selected: number;
            /** @description Those of them that are Processed now. */
            processed: number;
            /** @description Those of them that are Failed now, with no attempt planned. */
            failed: number;
            /** Format: date-time */
            startedOn: string | null;
            /** Format: date-time */
            finishedOn: string | null;
        };
        /** @enum {string} */
        JobOutputStateEnum: "Queued" | "Running" | "Finished" | "Failed";
        /** @enum {string} */
        LanguageEnum: "en" | "de" | "es" | "fr" | "ru";
        /** @description An activity with one of the largest differences. */
        LargestOutput: {
            /** Format: uuid */
            activityId: string;
            /** Format: uuid */
            participantId: string;
            /** Format: date-time */
            createdOn: string;
            live: string;
            liveVerdict: components["schemas"]["DryRunVerdict"];
            draft: string;
            draftVerdict: components["schemas"]["DryRunVerdict"];
            difference: string;
        };
        /** @description A limit as it was when it left less than the reward. */
        LimitCutOutput: {
            /** Format: uuid */
            limitId: string;
            scope: components["schemas"]["ScopeEnum"];
            /** @description Empty: all types. */
            activityType: string;
            period: components["schemas"]["PeriodEnum"];
            unit: components["schemas"]["UnitEnum"];
            /** @description What the limit allowed in a period. */
            most: string;
            /** @description What was left of it. */
            left: string;
            /** @description The period's first day; empty: the whole program. */
            begins: string;
        };
        /** @description A limit. Only `most` ever changes. */
        LimitInput: {
            /** @description Of each participant, or of all together: a budget. */
            scope: components["schemas"]["ScopeEnum"];
            /** @description Null: activities of all types. */
            activityType?: string | null;
            /** @description In the program's time zone; a week begins on Monday. */
            period: components["schemas"]["PeriodEnum"];
            unit: components["schemas"]["UnitEnum"];
            /**
             * Format: int64
             * @description What a period allows.
             */
            most: number;
        };
        /** @description A limit; of a budget, what is left of it now. */
        LimitOutput: {
            /** Format: uuid */
            limitId: string;
            /** Format: uuid */
            marketingProgramId: string;
            scope: components["schemas"]["ScopeEnum"];
            /** @description Null: activities of all types. */
            readonly activityType: string | null;
            period: components["schemas"]["PeriodEnum"];
            unit: components["schemas"]["UnitEnum"];
            most: number;
            /** @description Null: it is each participant's. */
            readonly current: components["schemas"]["BudgetUseOutput"] | null;
            /** Format: date-time */
            createdOn: string;
            /** Format: date-time */
            updatedOn: string;
        };
        /** @description A program; what is left out is as by default. */
        MarketingProgramInput: {
            name: string;
            /**
             * @description true: rewards and tasks are settled here; false: by task managers.
             * @default true
             */
            isNewScheme?: boolean;
            /** Format: date-time */
            startsOn?: string | null;
            /** Format: date-time */
            endsOn?: string | null;
            /**
             * @description Where the days, weeks and months of its limits begin.
             * @default UTC
             */
            timeZone?: string;
            /**
             * @description true: rewards of activities that are rejected later are taken back by itself.
             * @default false
             */
            takesBackRejected?: boolean;
            /**
             * @description true: activities that happened outside startsOn and endsOn are refused.
             * @default false
             */
            refusesOutsideDates?: boolean;
        };
        /** @description A program with its id. */
        MarketingProgramItemInput: {
            name: string;
            /**
             * @description true: rewards and tasks are settled here; false: by task managers.
             * @default true
             */
            isNewScheme?: boolean;
            /** Format: date-time */
            startsOn?: string | null;
            /** Format: date-time */
            endsOn?: string | null;
            /**
             * @description Where the days, weeks and months of its limits begin.
             * @default UTC
             */
            timeZone?: string;
            /**
             * @description true: rewards of activities that are rejected later are taken back by itself.
             * @default false
             */
            takesBackRejected?: boolean;
            /**
             * @description true: activities that happened outside startsOn and endsOn are refused.
             * @default false
             */
            refusesOutsideDates?: boolean;
            /** Format: uuid */
            marketingProgramId: string;
        };
        /** @description A program. */
        MarketingProgramOutput: {
            /** Format: uuid */
            marketingProgramId: string;
            name: string;
            isNewScheme: boolean;
            /** Format: date-time */
            startsOn: string | null;
            /** Format: date-time */
            endsOn: string | null;
            timeZone: string;
            takesBackRejected: boolean;
            refusesOutsideDates: boolean;
            /** Format: date-time */
            createdOn: string;
            /** Format: date-time */
            updatedOn: string;
        };
        /** @description Programs; each item is read and answered by itself. */
        MarketingProgramsInput: {
            items: components["schemas"]["MarketingProgramItemInput"][];
        };
        /** @description The person that remains. */
        MergeInput: {
            into: string;
        };
        /** @enum {string} */
        NormalizationPolicyEnum: "None" | "StripLeadingZeros" | "PadLeadingZeros";
        NullEnum: null;
        /** @description What the number provider calls back; both collections are required and may be empty. */
        NumberCallbackInput: {
            name?: string | null;
            /** @description Of each photo the first 1,000 are used. */
            persons: components["schemas"]["PersonItemInput"][];
            /** @description Of each photo the first 1,000 are used. */
            tags: components["schemas"]["TagItemInput"][];
            /** @description Left out: it was done. */
            error?: components["schemas"]["ErrorInput"] | null;
        };
        /** @enum {string} */
        NumberFormatEnum: "Digits" | "LettersAndDigits";
        /** @enum {string} */
        NumberSource: "Provider" | "Manual" | "Inferred";
        /** @description All numbers on the photo. */
        NumbersInput: {
            /** @default  */
            reason?: string;
            /** @description In any spelling; they need not be in the start list. Empty: there is none. */
            values: string[];
        };
        /** @description A task that waits for an activity: what is asked, and what is missing. */
        OpenTaskOutput: {
            /** Format: uuid */
            participantExerciseTaskId: string;
            exerciseName: string;
            type: components["schemas"]["ActivityType"];
            /** Format: date-time */
            startsOn: string | null;
            /** Format: date-time */
            finishesOn: string | null;
            /**
             * Format: uuid
             * @description The participant's newest activity of the type; null: there is none.
             */
            comparedWith?: string | null;
            checks: components["schemas"]["CheckOutput"][];
        };
        /** @description One change of a balance. */
        OperationOutput: {
            /** Format: uuid */
            operationId: string;
            /** Format: uuid */
            participantId: string;
            source: components["schemas"]["OperationOutputSourceEnum"];
            /**
             * Format: uuid
             * @description The activity; null: an adjustment for no activity.
             */
            sourceId: string | null;
            type: components["schemas"]["OperationOutputTypeEnum"];
            state: components["schemas"]["OperationOutputStateEnum"];
            /**
             * Format: decimal
             * @description What is added; negative: taken.
             */
            amount: string;
            /**
             * Format: decimal
             * @description The balance after it.
             */
            balance: string;
            /** @description Of an adjustment. */
            reason: string;
            /** @description Who made the adjustment. */
            createdBy: string;
            /**
             * Format: date-time
             * @description When it was ordered.
             */
            createdOn: string;
            /**
             * Format: date-time
             * @description Since when it is in the balance.
             */
            recordedOn: string;
        };
        /** @enum {string} */
        OperationOutputSourceEnum: "Activity" | "Adjustment";
        /** @enum {string} */
        OperationOutputStateEnum: "Accepted";
        /** @enum {string} */
        OperationOutputTypeEnum: "Refill" | "Adjustment";
        /** @description Why a selfie is to be erased, if that is said. */
        OptionalReasonInput: {
            /**
             * @description Stays after the erasure.
             * @default
             */
            reason?: string;
        };
        /** @description All formulas of a program and type, in the order in which they are tried. */
        OrderInput: {
            /** Format: uuid */
            marketingProgramId: string;
            activityType: string;
            formulaIds: string[];
        };
        /** @description The erasure that was ordered, or that is under way already. */
        OrderedErasureOutput: {
            /** Format: uuid */
            erasureId: string;
        };
        /** @description A revision of another formula of the same program and type; left out: the last one. */
        OtherDraftInput: {
            /** Format: uuid */
            formulaId: string;
            /** @description Left out: the one that was saved last. */
            revision?: number;
        };
        /** @description A draft of another formula that is tried together with the one of the run. */
        OtherDraftOutput: {
            formulaId: string;
            name: string;
            revision: number;
        };
        /** @description Another person of the album. */
        OtherPersonInput: {
            other: string;
        };
        /** @enum {string} */
        OutcomeEnum: "Credited" | "NotCredited" | "NoReward" | "Failed" | "NotCalculated";
        /** @description An activity, in words for the participant; `reward` is null until it is calculated. */
        OwnActivityOutput: {
            /** Format: uuid */
            activityId: string;
            type: components["schemas"]["ActivityType"];
            /** Format: date-time */
            createdOn: string;
            /** @description Its data. */
            what: string;
            state: components["schemas"]["ActivityState"];
            reward: number | null;
            why: string[];
        };
        /** @description The present password of the tagger, and a new one. */
        OwnPasswordInput: {
            password: string;
            oldPassword: string;
        };
        PaginatedAccountOperationOutputList: {
            /** @example 1 */
            count: number;
            /**
             * Format: uri
             * @example null
             */
            next: string | null;
            /**
             * Format: uri
             * @example null
             */
            previous: string | null;
            results: components["schemas"]["AccountOperationOutput"][];
        };
        PaginatedAccountOutputList: {
            /** @example 1 */
            count: number;
            /**
             * Format: uri
             * @example null
             */
            next: string | null;
            /**
             * Format: uri
             * @example null
             */
            previous: string | null;
            results: components["schemas"]["AccountOutput"][];
        };
        PaginatedActivationOutputList: {
            /** @example 1 */
            count: number;
            /**
             * Format: uri
             * @example null
             */
            next: string | null;
            /**
             * Format: uri
             * @example null
             */
            previous: string | null;
            results: components["schemas"]["ActivationOutput"][];
        };
        PaginatedActivityOutputList: {
            /** @example 1 */
            count: number;
            /**
             * Format: uri
             * @example null
             */
            next: string | null;
            /**
             * Format: uri
             * @example null
             */
            previous: string | null;
            results: components["schemas"]["ActivityOutput"][];
        };
        PaginatedAlbumStatisticOutputList: {
            /** @example 1 */
            count: number;
            /**
             * Format: uri
             * @example null
             */
            next: string | null;
            /**
             * Format: uri
             * @example null
             */
            previous: string | null;
            results: components["schemas"]["AlbumStatisticOutput"][];
        };
        PaginatedAlbumSummaryOutputList: {
            /** @example 1 */
            count: number;
            /**
             * Format: uri
             * @example null
             */
            next: string | null;
            /**
             * Format: uri
             * @example null
             */
            previous: string | null;
            results: components["schemas"]["AlbumSummaryOutput"][];
        };
        PaginatedAlbumTextOutputList: {
            /** @example 1 */
            count: number;
            /**
             * Format: uri
             * @example null
             */
            next: string | null;
            /**
             * Format: uri
             * @example null
             */
            previous: string | null;
            results: components["schemas"]["AlbumTextOutput"][];
        };
        PaginatedAssignmentOutputList: {
            /** @example 1 */
            count: number;
            /**
             * Format: uri
             * @example null
             */
            next: string | null;
            /**
             * Format: uri
             * @example null
             */
            previous: string | null;
            results: components["schemas"]["AssignmentOutput"][];
        };
        PaginatedAuditEntryOutputList: {
            /** @example 1 */
            count: number;
            /**
             * Format: uri
             * @example null
             */
            next: string | null;
            /**
             * Format: uri
             * @example null
             */
            previous: string | null;
            results: components["schemas"]["AuditEntryOutput"][];
        };
        PaginatedBalanceOutputList: {
            /** @example 1 */
            count: number;
            /**
             * Format: uri
             * @example null
             */
            next: string | null;
            /**
             * Format: uri
             * @example null
             */
            previous: string | null;
            results: components["schemas"]["BalanceOutput"][];
        };
        PaginatedClaimOutputList: {
            /** @example 1 */
            count: number;
            /**
             * Format: uri
             * @example null
             */
            next: string | null;
            /**
             * Format: uri
             * @example null
             */
            previous: string | null;
            results: components["schemas"]["ClaimOutput"][];
        };
        PaginatedCorrectionItemOutputList: {
            /** @example 1 */
            count: number;
            /**
             * Format: uri
             * @example null
             */
            next: string | null;
            /**
             * Format: uri
             * @example null
             */
            previous: string | null;
            results: components["schemas"]["CorrectionItemOutput"][];
        };
        PaginatedCorrectionOutputList: {
            /** @example 1 */
            count: number;
            /**
             * Format: uri
             * @example null
             */
            next: string | null;
            /**
             * Format: uri
             * @example null
             */
            previous: string | null;
            results: components["schemas"]["CorrectionOutput"][];
        };
        PaginatedDryRunOutputList: {
            /** @example 1 */
            count: number;
            /**
             * Format: uri
             * @example null
             */
            next: string | null;
            /**
             * Format: uri
             * @example null
             */
            previous: string | null;
            results: components["schemas"]["DryRunOutput"][];
        };
        PaginatedErasureOutputList: {
            /** @example 1 */
            count: number;
            /**
             * Format: uri
             * @example null
             */
            next: string | null;
            /**
             * Format: uri
             * @example null
             */
            previous: string | null;
            results: components["schemas"]["ErasureOutput"][];
        };
        PaginatedExerciseOutputList: {
            /** @example 1 */
            count: number;
            /**
             * Format: uri
             * @example null
             */
            next: string | null;
            /**
             * Format: uri
             * @example null
             */
            previous: string | null;
            results: components["schemas"]["ExerciseOutput"][];
        };
        PaginatedFormulaOutputList: {
            /** @example 1 */
            count: number;
            /**
             * Format: uri
             * @example null
             */
            next: string | null;
            /**
             * Format: uri
             * @example null
             */
            previous: string | null;
            results: components["schemas"]["FormulaOutput"][];
        };
        PaginatedMarketingProgramOutputList: {
            /** @example 1 */
            count: number;
            /**
             * Format: uri
             * @example null
             */
            next: string | null;
            /**
             * Format: uri
             * @example null
             */
            previous: string | null;
            results: components["schemas"]["MarketingProgramOutput"][];
        };
        PaginatedOpenTaskOutputList: {
            /** @example 1 */
            count: number;
            /**
             * Format: uri
             * @example null
             */
            next: string | null;
            /**
             * Format: uri
             * @example null
             */
            previous: string | null;
            results: components["schemas"]["OpenTaskOutput"][];
        };
        PaginatedOperationOutputList: {
            /** @example 1 */
            count: number;
            /**
             * Format: uri
             * @example null
             */
            next: string | null;
            /**
             * Format: uri
             * @example null
             */
            previous: string | null;
            results: components["schemas"]["OperationOutput"][];
        };
        PaginatedOwnActivityOutputList: {
            /** @example 1 */
            count: number;
            /**
             * Format: uri
             * @example null
             */
            next: string | null;
            /**
             * Format: uri
             * @example null
             */
            previous: string | null;
            results: components["schemas"]["OwnActivityOutput"][];
        };
        PaginatedParticipantOutputList: {
            /** @example 1 */
            count: number;
            /**
             * Format: uri
             * @example null
             */
            next: string | null;
            /**
             * Format: uri
             * @example null
             */
            previous: string | null;
            results: components["schemas"]["ParticipantOutput"][];
        };
        PaginatedPhotoSummaryOutputList: {
            /** @example 1 */
            count: number;
            /**
             * Format: uri
             * @example null
             */
            next: string | null;
            /**
             * Format: uri
             * @example null
             */
            previous: string | null;
            results: components["schemas"]["PhotoSummaryOutput"][];
        };
        PaginatedQuestionOutputList: {
            /** @example 1 */
            count: number;
            /**
             * Format: uri
             * @example null
             */
            next: string | null;
            /**
             * Format: uri
             * @example null
             */
            previous: string | null;
            results: components["schemas"]["QuestionOutput"][];
        };
        PaginatedSpaceOutputList: {
            /** @example 1 */
            count: number;
            /**
             * Format: uri
             * @example null
             */
            next: string | null;
            /**
             * Format: uri
             * @example null
             */
            previous: string | null;
            results: components["schemas"]["SpaceOutput"][];
        };
        PaginatedTagatorOutputList: {
            /** @example 1 */
            count: number;
            /**
             * Format: uri
             * @example null
             */
            next: string | null;
            /**
             * Format: uri
             * @example null
             */
            previous: string | null;
            results: components["schemas"]["TagatorOutput"][];
        };
        PaginatedTagatorStatisticOutputList: {
            /** @example 1 */
            count: number;
            /**
             * Format: uri
             * @example null
             */
            next: string | null;
            /**
             * Format: uri
             * @example null
             */
            previous: string | null;
            results: components["schemas"]["TagatorStatisticOutput"][];
        };
        PaginatedTaskOutputList: {
            /** @example 1 */
            count: number;
            /**
             * Format: uri
             * @example null
             */
            next: string | null;
            /**
             * Format: uri
             * @example null
             */
            previous: string | null;
            results: components["schemas"]["TaskOutput"][];
        };
        PaginatedTimesheetOutputList: {
            /** @example 1 */
            count: number;
            /**
             * Format: uri
             * @example null
             */
            next: string | null;
            /**
             * Format: uri
             * @example null
             */
            previous: string | null;
            results: components["schemas"]["TimesheetOutput"][];
        };
        /** @enum {string} */
        ParticipantExerciseTaskState: "Active" | "Completed" | "Cancelled";
        /** @description A participant. The program never changes. */
        ParticipantInput: {
            /** Format: uuid */
            marketingProgramId: string;
            /** @description Left out: a new participant is Active, a known one stays as they are. */
            state?: components["schemas"]["ActiveOrBlocked"];
            /** @description A name for people. Left out: a known participant's stays as it is. */
            label?: string;
            /** @description The id in your other system, once in a program. Left out: a known participant's stays as it is. */
            externalId?: string;
        };
        /** @description A participant with the id. */
        ParticipantItemInput: {
            /** Format: uuid */
            marketingProgramId: string;
            /** @description Left out: a new participant is Active, a known one stays as they are. */
            state?: components["schemas"]["ActiveOrBlocked"];
            /** @description A name for people. Left out: a known participant's stays as it is. */
            label?: string;
            /** @description The id in your other system, once in a program. Left out: a known participant's stays as it is. */
            externalId?: string;
            /** Format: uuid */
            participantId: string;
        };
        /** @description A participant. */
        ParticipantOutput: {
            /** Format: uuid */
            participantId: string;
            /** Format: uuid */
            marketingProgramId: string;
            state: components["schemas"]["ActiveOrBlocked"];
            label: string;
            externalId: string;
            /** Format: date-time */
            createdOn: string;
            /** Format: date-time */
            updatedOn: string;
        };
        /** @description Participants; each item is read and answered by itself. */
        ParticipantsInput: {
            items: components["schemas"]["ParticipantItemInput"][];
        };
        /** @description Participants whose sum the draft changes. */
        ParticipantsOutput: {
            winners: number;
            losers: number;
        };
        /** @description A new password. */
        PasswordInput: {
            password: string;
        };
        /** @description What the tagger gets for a month that was closed. */
        PaymentOutput: {
            /** Format: date-time */
            from: string;
            /** Format: date-time */
            to: string;
            timeZone: string;
            /** @description ISO 4217. */
            currency: string;
            /** @description With what came later for earlier months. */
            tasks: number;
            numbers: number;
            /** @description In the month. */
            earned: string;
            /** @description What came later for earlier months. */
            corrections: string;
            /** @description What earlier months left: parts of a cent, or a debt. */
            brought: string;
            /** @description The sum of the three in whole cents, never below 0. */
            paid: string;
            /**
             * Format: date-time
             * @description When it was signed off.
             */
            closedOn: string;
        };
        /** @enum {string} */
        PeriodEnum: "Day" | "Week" | "Month" | "Program";
        /** @description A person; `id` is the provider's id of this person. */
        PersonItemInput: {
            name?: string | null;
            /** Format: double */
            confidence?: number | null;
            box?: components["schemas"]["BoxInput"] | null;
            id: string;
            possible?: components["schemas"]["PossibleInput"][] | null;
        };
        /** @description How far a job is that changes a person's photos. */
        PersonJobOutput: {
            state: components["schemas"]["DryRunState"];
            /** @description Photos; null: not counted yet. */
            total: number | null;
            done: number;
            /** Format: date-time */
            startedOn: string | null;
            /** Format: date-time */
            finishedOn: string | null;
        };
        /** @description The persons that stay on the photo. */
        PersonsInput: {
            /** @default  */
            reason?: string;
            /** @description Ids of persons found on the photo, or removed by hand; the others are removed. */
            persons: string[];
        };
        /** @description How many photos an album has; a state that no photo is in is left out. */
        PhotoCountOutput: {
            /** Format: uuid */
            albumId: string;
            total: number;
            byState: {
                [key: string]: number;
            };
        };
        /** @description A photo as it stands, and everything that happened to it, in order. */
        PhotoHistoryOutput: {
            /** Format: uuid */
            photoId: string;
            /** Format: uuid */
            albumId: string;
            state: components["schemas"]["PhotoState"];
            reasonDescription: string;
            faceRecognized: boolean;
            numberRecognized: boolean;
            history: components["schemas"]["HappeningOutput"][];
        };
        /** @description A photo with everything found on it; boxes are in fractions of the image. */
        PhotoOutput: {
            /** Format: uuid */
            photoId: string;
            /** Format: uuid */
            albumId: string;
            /** Format: uuid */
            photographerId: string | null;
            /** Format: date-time */
            shootingDate: string | null;
            imageUrl: string;
            state: components["schemas"]["PhotoState"];
            /** @description Empty where it is processed. */
            reasonDescription: string;
            faceRecognized: boolean;
            numberRecognized: boolean;
            customTags: string[];
            /**
             * Format: date-time
             * @description When it was published.
             */
            createdOn: string;
            /** Format: date-time */
            updatedOn: string;
            persons: components["schemas"]["PhotoPersonOutput"][];
            tags: components["schemas"]["PhotoTagOutput"][];
            rejected: components["schemas"]["RejectedReadingOutput"][];
            personsDelivery: components["schemas"]["ResultDeliveryOutput"];
            tagsDelivery: components["schemas"]["ResultDeliveryOutput"];
        };
        /** @description A person whose face is on the photo. */
        PhotoPersonOutput: {
            personId: string;
            /** Format: double */
            confidence: number | null;
            box: components["schemas"]["BoxOutput"] | null;
            possible: components["schemas"]["PossiblePersonOutput"][];
        };
        /** @enum {string} */
        PhotoState: "New" | "AwaitingCallback" | "AwaitingTagging" | "Processed" | "Failed" | "Deleted";
        /** @description A photo in a list, with its tags and the ids of its persons. */
        PhotoSummaryOutput: {
            /** Format: uuid */
            photoId: string;
            /** Format: uuid */
            albumId: string;
            /** Format: uuid */
            photographerId: string | null;
            /** Format: date-time */
            shootingDate: string | null;
            imageUrl: string;
            state: components["schemas"]["PhotoState"];
            /** @description Empty where it is processed. */
            reasonDescription: string;
            faceRecognized: boolean;
            numberRecognized: boolean;
            customTags: string[];
            /**
             * Format: date-time
             * @description When it was published.
             */
            createdOn: string;
            /** Format: date-time */
            updatedOn: string;
            tags: string[];
            persons: string[];
        };
        /** @description A number on the photo. */
        PhotoTagOutput: {
            value: string;
            source: components["schemas"]["NumberSource"];
            /** Format: double */
            confidence: number | null;
            box: components["schemas"]["BoxOutput"] | null;
            /** @description The person of the photo who wears it, by its place below the face; null: that is not clear. */
            readonly personId: string | null;
        };
        /** @description Inputs as texts of the language, and what the formula gives for them. */
        PointOutput: {
            inputs: {
                [key: string]: string;
            };
            /** @description A reward, `no reward`, or `fails: …`. */
            got: string;
        };
        /** @description Another person that a face may be, less surely. */
        PossibleInput: {
            id: string;
            /** Format: double */
            confidence: number;
        };
        /** @description Another person of the album that the face may be: a suggestion, never sent. */
        PossiblePersonOutput: {
            personId: string;
            /** Format: double */
            confidence: number;
        };
        /** @description The new priority of an album, higher first. */
        PriorityInput: {
            priority: number;
        };
        /** @description What went wrong (RFC 9457). */
        ProblemOutput: {
            type: string;
            title: string;
            status: number;
            detail: string;
            /** @description Stable, for programs. */
            code: string;
            errors: components["schemas"]["ErrorOutput"][];
            /** @description That of `X-Request-Id`: finds the call in logs. */
            requestId: string;
        };
        /** @description How the album is to be processed again. */
        ProcessingInput: {
            /**
             * @description true: all photos, from scratch; false: only what is not recognised.
             * @default false
             */
            force?: boolean;
            /**
             * @description With `force`: also the numbers and persons that staff corrected. false: these stay.
             * @default false
             */
            overwriteCorrections?: boolean;
        };
        /** @enum {string} */
        ProgressEnum: "Failed" | "Retrying" | "Waiting" | "Settled";
        /** @enum {string} */
        ProviderEnum: "local" | "sandbox" | "compreface" | "rekognition";
        /** @description A question to the lead about a photo. */
        QuestionInput: {
            /**
             * Format: uuid
             * @description Chosen by the caller: the same question with the same id is stored once.
             */
            questionId: string;
            text: string;
        };
        /** @description A question of the tagger, and the lead's answer. */
        QuestionOutput: {
            /** Format: uuid */
            questionId: string;
            /** Format: uuid */
            taskId: string;
            /** Format: uuid */
            photoId: string;
            /** Format: uuid */
            albumId: string;
            albumName: string;
            text: string;
            /** Format: date-time */
            askedOn: string;
            /** @description Empty: there is none yet. */
            answer: string;
            /** Format: date-time */
            answeredOn: string | null;
        };
        /** @enum {string} */
        ReachEnum: "Reached" | "Never" | "Over" | "CannotTell";
        /** @description Whether a formula can decide a reward, from now on. */
        ReachedOutput: {
            /** Format: uuid */
            formulaId: string;
            name: string;
            revision: number;
            reach: components["schemas"]["ReachEnum"];
            sentence: string;
            /** @description Of an activity that the formula decides; null: none is known. */
            inputs: {
                [key: string]: string;
            } | null;
        };
        /** @description The activity's id and state. */
        ReceivedOutput: {
            /** Format: uuid */
            activityId: string;
            state: components["schemas"]["ActivityState"];
        };
        /** @description A change of an album to be previewed: either its settings or its state. */
        RecognitionPreviewInput: {
            settings?: components["schemas"]["RecognitionSettingsInput"] | null;
            state?: components["schemas"]["RecognitionState"] | components["schemas"]["NullEnum"];
        };
        /** @description A change of an album to be previewed: either its settings, as in version 1, or its state. */
        RecognitionPreviewInputV1: {
            settings?: components["schemas"]["RecognitionSettingsInputV1"] | null;
            state?: components["schemas"]["RecognitionState"] | components["schemas"]["NullEnum"];
        };
        /** @description The recognition settings of an album; the first four are required. */
        RecognitionSettingsInput: {
            /**
             * Format: double
             * @description How sure the provider must be of a number. null: the site's default; left out: it stays as it is.
             */
            minimumConfidence?: number | null;
            /** @description `LettersAndDigits`: up to three letters before or after the digits belong to the number. null or left out: it stays as it is. */
            numberFormat?: components["schemas"]["NumberFormatEnum"] | components["schemas"]["NullEnum"];
            /** @description Whether a runner's hidden number is taken from another photo of the same photographer within seconds. null or left out: it stays as it is. */
            inferNumbers?: boolean | null;
            /**
             * Format: uuid
             * @description null: no face provider.
             */
            providerId: string | null;
            startNumbersRecognitionStrategy: components["schemas"]["Strategy"];
            normalizationPolicy: components["schemas"]["NormalizationPolicyEnum"];
            startNumberCapacity: number;
            /**
             * Format: uuid
             * @description A space of that account; left out or null: its default space. Ignored if `providerId` is null.
             */
            providerSpaceId?: string | null;
        };
        /**
         * @description The recognition settings of an album in version 1; the last five may be null or left out.
         *
         *     Without a strategy only the face provider is changed, and the others are ignored. With a
         *     strategy, a policy or capacity of null stays as it is. The nil guid means null.
         */
        RecognitionSettingsInputV1: {
            /**
             * Format: double
             * @description How sure the provider must be of a number. null: the site's default; left out: it stays as it is.
             */
            minimumConfidence?: number | null;
            /** @description `LettersAndDigits`: up to three letters before or after the digits belong to the number. null or left out: it stays as it is. */
            numberFormat?: components["schemas"]["NumberFormatEnum"] | components["schemas"]["NullEnum"];
            /** @description Whether a runner's hidden number is taken from another photo of the same photographer within seconds. null or left out: it stays as it is. */
            inferNumbers?: boolean | null;
            /**
             * Format: uuid
             * @description null or nil: no face provider.
             */
            providerId: string | null;
            /**
             * Format: uuid
             * @description A space of that account; left out, null or nil: its default space. Ignored if `providerId` is null.
             */
            providerSpaceId?: string | null;
            /** @description null: only the face provider is changed. */
            startNumbersRecognitionStrategy?: components["schemas"]["Strategy"] | components["schemas"]["NullEnum"];
            /** @description null: stays as it is. */
            normalizationPolicy?: components["schemas"]["NormalizationPolicyEnum"] | components["schemas"]["NullEnum"];
            /** @description null: stays as it is. */
            startNumberCapacity?: number | null;
        };
        /** @enum {string} */
        RecognitionState: "On" | "Off";
        /** @description Whether photos are recognised. */
        RecognitionStateInput: {
            state: components["schemas"]["RecognitionState"];
        };
        /** @enum {string} */
        RecognitionStrategyEnum: "Disabled" | "Number" | "FaceNumber";
        /** @description A refresh token. */
        RefreshInput: {
            refreshToken: string;
        };
        /** @description A line of the list that gets no task. */
        RefusedLineOutput: {
            line: number;
            text: string;
            reason: string;
        };
        /** @description A place on the photo where a number may stand. */
        RegionOutput: {
            /** @description `Number`: read there, surely or weakly. `Unread`: digits that could not be read. `Person`: a face; the number is usually below it. */
            kind: components["schemas"]["RegionOutputKindEnum"];
            /** Format: double */
            confidence: number | null;
            box: components["schemas"]["BoxOutput"];
        };
        /** @enum {string} */
        RegionOutputKindEnum: "Number" | "Unread" | "Person";
        /** @description A text that was read and is none of the photo's tags. */
        RejectedReadingOutput: {
            value: string;
            source: components["schemas"]["NumberSource"];
            /** Format: double */
            confidence: number | null;
            box: components["schemas"]["BoxOutput"] | null;
            /** @description The person of the photo who wears it, by its place below the face; null: that is not clear. */
            readonly personId: string | null;
            rejection: components["schemas"]["RejectionEnum"];
            readonly verdict: string;
        };
        /** @enum {string} */
        RejectionEnum: "NotANumber" | "TooLong" | "NotInStartList" | "LowConfidence" | "PartlyLegible";
        /** @description Why the request is rejected. */
        RejectionInput: {
            reason: string;
        };
        /** @description The report's period, taggers and format. */
        ReportInput: {
            /**
             * Format: date-time
             * @description This moment is included.
             */
            from: string;
            /**
             * Format: date-time
             * @description This moment is not included.
             */
            to: string;
            /** @description Left out or null: all who did something in the period. */
            tagatorIds?: string[] | null;
            format: components["schemas"]["FormatEnum"];
        };
        /** @description The report, by name, with the sums of its rows. */
        ReportOutput: {
            /** Format: date-time */
            from: string;
            /** Format: date-time */
            to: string;
            /** @description Of every amount; ISO 4217. */
            currency: string;
            rows: components["schemas"]["ReportRowOutput"][];
            total: components["schemas"]["StatisticOutput"];
        };
        /** @description A row of the report. */
        ReportRowOutput: {
            tasksCompleted: number;
            numbersAdded: number;
            /** Format: double */
            activeSeconds: number;
            /**
             * Format: double
             * @description By active time, rounded to two places; null: there was none.
             */
            tasksPerHour: number | null;
            /** @description A decimal text: the rates of the moments of completion. */
            amount: string;
            tasksSkipped: number;
            /** Format: uuid */
            tagatorId: string;
            name: string;
            email: string;
        };
        /** @description How far the persons or the tags are on their way to the photo service. */
        ResultDeliveryOutput: {
            state: components["schemas"]["DeliveryState"];
            /** @description The last version that was to be sent; 0: none yet. */
            version: number;
            /**
             * Format: date-time
             * @description When it was delivered, given up or withdrawn, or since when it waits; null: not sent, or delivered so long ago that the message was deleted.
             */
            since: string | null;
            /** @description Of the last failed attempt, or of the withdrawal. */
            reason: string;
            /**
             * Format: date-time
             * @description Of `Waiting` alone.
             */
            nextAttemptOn: string | null;
        };
        /** @description The figures of the activities that the dry run has looked at by now. */
        ResultsOutput: {
            live: components["schemas"]["SideOutput"];
            draft: components["schemas"]["SideOutput"];
            activities: components["schemas"]["ActivitiesOutput"];
            participants: components["schemas"]["ParticipantsOutput"];
            /** @description Ascending, without gaps. */
            histogram: components["schemas"]["BinOutput"][];
            /** @description At most twenty, the largest first. */
            largest: components["schemas"]["LargestOutput"][];
            /** @description At most ten different reasons a side. */
            failures: components["schemas"]["FailureOutput"][];
            /** @description As if they cut no reward. */
            budgets: components["schemas"]["ComparedBudgetOutput"][];
        };
        /** @description How long an album keeps faces, selfies, callbacks and histories. */
        RetentionInput: {
            /** @description Days after the last photo; 0: for ever; null: the site's default. */
            keepDays: number | null;
        };
        /** @description A formula as it was saved once. */
        RevisionOutput: {
            number: number;
            /** @description Whether it calculates rewards. */
            isActive: boolean;
            expression: string;
            settings: {
                [key: string]: unknown;
            };
            coefficients: {
                [key: string]: string;
            };
            /** @description From the revision before, as a unified diff. */
            difference: string;
            createdBy: string;
            /** Format: date-time */
            createdOn: string;
        };
        /** @description A reward, calculated again from what was stored with it. */
        RewardCheckOutput: {
            /** Format: uuid */
            activityId: string;
            isEqual: boolean;
            reward: number;
            stored: string;
            calculated: string | null;
            /** Format: decimal */
            credited: string | null;
            differences: string[];
        };
        /** @description A reward beside that of another activity. */
        RewardComparisonOutput: {
            /** Format: uuid */
            activityId: string;
            /** Format: uuid */
            otherActivityId: string;
            reward: number | null;
            otherReward: number | null;
            /** @description Those that differ. */
            inputs: components["schemas"]["DifferingInputOutput"][];
            /** @description The first part of the formula with different values. */
            partsAt: string;
            sentences: string[];
        };
        /** @description Which credited rewards are compared with what the live formulas give. */
        RewardCorrectionInput: {
            /**
             * Format: uuid
             * @description Makes the request repeatable.
             */
            correctionId?: string;
            /** Format: uuid */
            marketingProgramId: string;
            activityType: string;
            /**
             * Format: uuid
             * @description Only rewards that it decided; null: all.
             */
            formulaId?: string | null;
            /**
             * Format: date-time
             * @description When the activities were created.
             */
            since: string;
            /**
             * Format: date-time
             * @description This moment is not included.
             */
            before: string;
            /** @description Only theirs; empty: of all. */
            participantIds?: string[];
            /** @description Only these; empty: all. */
            activityIds?: string[];
            /**
             * @description true: also rewards of activities whose data changed after the credit.
             * @default false
             */
            includesChangedData?: boolean;
            /**
             * @description true: what limits had cut is paid; formulas are not asked.
             * @default false
             */
            paysCuts?: boolean;
        };
        /** @description An operation on the balance, for this activity. */
        RewardOperationOutput: {
            /** Format: uuid */
            operationId: string;
            type: string;
            /** Format: decimal */
            amount: string;
            reason: string;
            createdBy: string;
            /** Format: date-time */
            createdOn: string;
        };
        /** @description A part of the formula and its value; the whole has level 0. */
        RewardStepOutput: {
            source: string;
            line: number;
            column: number;
            level: number;
            value: string;
        };
        /** @enum {string} */
        ScopeEnum: "Participant" | "All";
        /** @description The search for counter-examples: what was found, and how much was searched. */
        SearchedOutput: {
            sentence: string;
            /** @description How many inputs were calculated. It is never a proof. */
            tried: number;
            suiting: number;
            /** @description How many past activities were tried. */
            past: number;
            /** @description Whether all combinations of values were tried. */
            isWhole: boolean;
            ranOutOfTime: boolean;
            /** @description Empty: the formula does not use such a variable. */
            growing: string;
            cap: number | null;
            variables: components["schemas"]["TriedVariableOutput"][];
            counterExamples: components["schemas"]["CounterExampleOutput"][];
        };
        /** @description Participants of the exercise's program who meet all that is given; nothing: all of them. */
        SegmentInput: {
            state?: components["schemas"]["ActiveOrBlocked"] | components["schemas"]["NullEnum"];
            /** Format: date-time */
            createdFrom?: string | null;
            /**
             * Format: date-time
             * @description This moment is not included.
             */
            createdBefore?: string | null;
            /**
             * Format: uuid
             * @description With a completed task of this exercise.
             */
            completedExerciseId?: string | null;
            /**
             * Format: uuid
             * @description Without a completed task of this exercise.
             */
            notCompletedExerciseId?: string | null;
        };
        /** @description What the number provider calls back about a selfie: the same, named by the selfie. */
        SelfieCallbackInput: {
            name?: string | null;
            /** @description Of each photo the first 1,000 are used. */
            persons: components["schemas"]["PersonItemInput"][];
            /** @description Of each photo the first 1,000 are used. */
            tags: components["schemas"]["TagItemInput"][];
            /** @description Left out: it was done. */
            error?: components["schemas"]["ErrorInput"] | null;
        };
        /** @description A selfie at an address. */
        SelfieInput: {
            /**
             * Format: uuid
             * @description Makes the request repeatable; left out: a new one.
             */
            selfieId?: string;
            /** Format: uuid */
            albumId: string;
            /** @description Where the picture is: JPEG, PNG or WebP, over HTTP or HTTPS. */
            imageUrl: string;
        };
        /** @description A selfie, the persons on it, and the photos of the album with these persons. */
        SelfieOutput: {
            /** Format: uuid */
            selfieId: string;
            /** Format: uuid */
            albumId: string;
            state: components["schemas"]["SelfieOutputStateEnum"];
            persons: components["schemas"]["SelfiePersonOutput"][];
            photos: components["schemas"]["SelfiePhotoOutput"][];
        };
        /** @enum {string} */
        SelfieOutputStateEnum: "AwaitingCallback" | "Recognized" | "NotFound" | "Failed";
        /** @description A person who is on the selfie. */
        SelfiePersonOutput: {
            personId: string;
            /** Format: double */
            confidence: number | null;
        };
        /** @description A photo of the album with one of the persons. */
        SelfiePhotoOutput: {
            /** Format: uuid */
            photoId: string;
            imageUrl: string;
        };
        /** @description A selfie with its picture. */
        SelfieUploadInput: {
            /**
             * Format: uuid
             * @description Makes the request repeatable; left out: a new one.
             */
            selfieId?: string;
            /** Format: uuid */
            albumId: string;
            /**
             * Format: binary
             * @description The picture: JPEG, PNG or WebP.
             */
            image: Blob;
        };
        /** @description Tasks in hand whose photos show the same person, or are of one burst; the asked one too. */
        SeriesOutput: {
            taskIds: string[];
        };
        /** @description What became of one item. */
        SettledClaimOutput: {
            index: number;
            /** Format: uuid */
            claimId: string;
            status: components["schemas"]["SettledClaimOutputStatusEnum"];
            code: string | null;
            detail: string | null;
        };
        /** @enum {string} */
        SettledClaimOutputStatusEnum: "settled" | "refused";
        /** @description What became of each item, in their order. */
        SettledClaimsOutput: {
            results: components["schemas"]["SettledClaimOutput"][];
        };
        /**
         * @description The guide of an album as HTML, which was cleaned: it has no script, style or foreign picture.
         *
         *     An `img` has no address but the id of its photo in `data-photo`: its picture is that of
         *     `taggingGuide/pictures/{photoId}`.
         */
        ShownGuideOutput: {
            /** Format: uuid */
            albumId: string;
            /** @description It rises with each change of the guide. */
            version: number;
            /** @description Empty: the album has no guide. */
            html: string;
        };
        /** @enum {string} */
        SideEnum: "live" | "draft";
        /** @description What the activities get by one side. What is not rewarded counts as 0 in the total. */
        SideOutput: {
            total: string;
            rewarded: number;
            withoutReward: number;
            failed: number;
        };
        /** @enum {string} */
        SignEnum: " " | "-" | "+";
        /** @description A tagger's e-mail address and password. */
        SignInInput: {
            email: string;
            password: string;
        };
        /** @description An access token for `Authorization: Bearer`, and the refresh token for the next one. */
        SignInOutput: {
            accessToken: string;
            refreshToken: string;
            /** Format: date-time */
            expiresOn: string;
            tagator: components["schemas"]["SignedInTagatorOutput"];
        };
        /** @description What taggers change of their own account. */
        SignedInTagatorInput: {
            /** @description Of mails and of the workbench; empty: none was chosen, the browser's. */
            language: components["schemas"]["LanguageEnum"] | components["schemas"]["BlankEnum"];
        };
        /** @description The tagger who is signed in. */
        SignedInTagatorOutput: {
            /** Format: uuid */
            tagatorId: string;
            email: string;
            name: string;
            phone: string;
            state: components["schemas"]["ActiveOrBlocked"];
            /** @description A decimal text, in the currency of the pay. */
            ratePerTask: string;
            /** @description Beside it, for each number of a task. */
            ratePerNumber: string;
            /** @description Of mails and of the workbench; empty: none was chosen, the browser's. */
            language: string;
        };
        /** @enum {string} */
        SinceEnum: "Added" | "Changed";
        /** @description Why the task is skipped, for staff. */
        SkipInput: {
            /** @default  */
            reason?: string;
        };
        /** @enum {string} */
        SourceEnum: "Activity" | "Adjustment";
        /** @description What is to change about a space; what is left out stays. */
        SpaceChangeInput: {
            name?: string;
            externalId?: string;
            isDefault?: boolean;
        };
        /** @description A new space of an account. */
        SpaceInput: {
            /**
             * Format: uuid
             * @description Makes the request repeatable; left out: a new one.
             */
            accountSpaceId?: string;
            name: string;
            /** @description What the provider calls it. */
            externalId: string;
            /**
             * @description The account's default space, in place of the present one.
             * @default false
             */
            isDefault?: boolean;
        };
        /** @description A space of an account. */
        SpaceOutput: {
            /** Format: uuid */
            accountSpaceId: string;
            /** Format: uuid */
            accountId: string;
            name: string;
            externalId: string;
            isDefault: boolean;
            isActive: boolean;
            /** Format: date-time */
            createdOn: string;
            /** Format: date-time */
            updatedOn: string;
        };
        /** @description Where an activity is, and why. */
        StandingOutput: {
            progress: components["schemas"]["ProgressEnum"];
            reasons: string[];
        };
        /** @description A number of the start list. */
        StartListEntryOutput: {
            number: string;
            /** @description Empty where the list has none. */
            name: string;
        };
        /** @description Numbers of the start list that begin like this, the shortest first; at most eight. */
        StartListOutput: {
            entries: components["schemas"]["StartListEntryOutput"][];
        };
        /** @description The job that was started, or joined. */
        StartedJobOutput: {
            /** Format: uuid */
            jobId: string;
            /** @description Photos of the album that staff corrected. They stay as they are, but are overwritten with `overwriteCorrections`. */
            corrections: number;
        };
        /** @description What a tagator did and earned in the period. */
        StatisticOutput: {
            tasksCompleted: number;
            numbersAdded: number;
            /** Format: double */
            activeSeconds: number;
            /**
             * Format: double
             * @description By active time, rounded to two places; null: there was none.
             */
            tasksPerHour: number | null;
            /** @description A decimal text: the rates of the moments of completion. */
            amount: string;
            tasksSkipped: number;
        };
        /** @description A part of the expression that was computed. */
        StepOutput: {
            source: string;
            line: number;
            column: number;
            /** @description 0 is the whole. */
            level: number;
            /** @description Written as in the language. */
            value: string;
        };
        /** @enum {string} */
        Strategy: "Disabled" | "Manual" | "Number" | "FaceNumber" | "NumberThenManual";
        /** @description A number that may be on the photo. */
        SuggestionOutput: {
            /** @description `Rejected`: as read, so it need not be a number. */
            value: string;
            /** @description `Weak`: read on this photo, but not asked for. `SamePerson`: on another photo with a person of this one. `Rejected`: read on this photo, and rejected. */
            kind: components["schemas"]["SuggestionOutputKindEnum"];
            /** @description Why it was rejected. */
            rejection: components["schemas"]["RejectionEnum"] | components["schemas"]["NullEnum"];
            /**
             * Format: double
             * @description Of the reading; `SamePerson`: of the person on this photo.
             */
            confidence: number | null;
            /** @description Of the number; `SamePerson`: of the person on this photo. */
            box: components["schemas"]["BoxOutput"] | null;
            /**
             * Format: uuid
             * @description `SamePerson`: a photo with the number.
             */
            photoId: string | null;
            /** @description Of the face of who wears the number; `SamePerson`: of a number that the person wears on this photo. Null: that is not clear. */
            partnerBox: components["schemas"]["BoxOutput"] | null;
        };
        /** @enum {string} */
        SuggestionOutputKindEnum: "Weak" | "SamePerson" | "Rejected";
        /** @description Numbers that may be on the photo of a task, the best first; at most ten. */
        SuggestionsOutput: {
            suggestions: components["schemas"]["SuggestionOutput"][];
        };
        /** @description A tag: `value` is the number as read, `alternatives` are other readings of the same text. */
        TagItemInput: {
            name?: string | null;
            /** Format: double */
            confidence?: number | null;
            box?: components["schemas"]["BoxInput"] | null;
            id?: string | null;
            alternatives?: components["schemas"]["AlternativeInput"][] | null;
            phrase?: string | null;
            value: string;
        };
        /** @description A start number on the photo. */
        TagOutput: {
            value: string;
        };
        /** @description The tagger who is signed in, with their settings. */
        TagatorAccountOutput: {
            /** Format: uuid */
            tagatorId: string;
            email: string;
            name: string;
            phone: string;
            state: components["schemas"]["ActiveOrBlocked"];
            /** @description A decimal text, in the currency of the pay. */
            ratePerTask: string;
            /** @description Beside it, for each number of a task. */
            ratePerNumber: string;
            /** @description Of mails and of the workbench; empty: none was chosen, the browser's. */
            language: string;
            settings: components["schemas"]["AccountSettingsOutput"];
            today: components["schemas"]["TodayOutput"];
            /** @description Of the rates and of what is earned; ISO 4217. */
            currency: string;
        };
        /** @description Changes of a tagator; a field that is left out stays. */
        TagatorChangeInput: {
            /** Format: email */
            email?: string;
            name?: string;
            phone?: string;
            password?: string;
            /** @description A decimal text or a number from 0 on, with at most 4 places and 5 digits before them. */
            ratePerTask?: string | number;
            /** @description A decimal text or a number from 0 on, with at most 4 places and 5 digits before them. */
            ratePerNumber?: string | number;
            state?: components["schemas"]["ActiveOrBlocked"];
            /** @description Of mails and of the workbench; empty: none was chosen, the browser's. */
            language?: components["schemas"]["LanguageEnum"] | components["schemas"]["BlankEnum"];
        };
        /** @description The tagger's own figures of today, this week (from Monday) and this month, and the pay. */
        TagatorFiguresOutput: {
            /** @description The time zone of days, weeks and months. */
            timeZone: string;
            /** @description Of what is earned; ISO 4217. */
            currency: string;
            /** @description For the next completion: a decimal text. */
            ratePerTask: string;
            /** @description Beside it, for each of its numbers. */
            ratePerNumber: string;
            today: components["schemas"]["FiguresOfPeriodOutput"];
            week: components["schemas"]["FiguresOfPeriodOutput"];
            month: components["schemas"]["FiguresOfPeriodOutput"];
            /** @description Months that were closed, the last one first. */
            payments: components["schemas"]["PaymentOutput"][];
        };
        /** @description A new tagator. Without a password they get a mail with a link to set one. */
        TagatorInput: {
            /**
             * Format: uuid
             * @description Makes the request repeatable; left out: a new one.
             */
            tagatorId?: string;
            /**
             * Format: email
             * @description What the tagator signs in with.
             */
            email: string;
            name: string;
            phone?: string;
            password?: string;
            /** @description A decimal text or a number from 0 on, with at most 4 places and 5 digits before them. */
            ratePerTask?: string | number;
            /** @description A decimal text or a number from 0 on, with at most 4 places and 5 digits before them. */
            ratePerNumber?: string | number;
            state?: components["schemas"]["ActiveOrBlocked"];
            /** @description Of mails and of the workbench; empty: none was chosen, the browser's. */
            language?: components["schemas"]["LanguageEnum"] | components["schemas"]["BlankEnum"];
        };
        /** @description A tagator. */
        TagatorOutput: {
            /** Format: uuid */
            tagatorId: string;
            email: string;
            name: string;
            /** @description Empty: none is known. */
            phone: string;
            /** @description A decimal text. */
            ratePerTask: string;
            /** @description A decimal text. */
            ratePerNumber: string;
            state: components["schemas"]["ActiveOrBlocked"];
            /** @description Of mails and of the workbench; empty: none was chosen, the browser's. */
            language: string;
            /** Format: date-time */
            createdOn: string;
            /** Format: date-time */
            updatedOn: string;
        };
        /** @description How well a tagator reads: second readings that agree, known answers that were hit. */
        TagatorQualityOutput: {
            /** Format: uuid */
            tagatorId: string;
            /** @description Readings compared with another tagator's of the same photo. */
            compared: number;
            agreed: number;
            /** @description Disagreements that staff or evidence settled. */
            settled: number;
            /** @description Of these: where this tagator had read the right set. */
            settledRight: number;
            /** @description Readings of photos whose numbers staff know. */
            knownAnswers: number;
            /** @description Of these: where exactly the known set was read. */
            hits: number;
            /** @description Of the readings that were checked, those found right; null: there are none. */
            accuracy: string | null;
        };
        /** @description Changes of how a tagator works; a field that is left out stays. */
        TagatorSettingsInput: {
            tasksPerWork?: number;
            workTimeoutMinutes?: number;
            allAlbums?: boolean;
            /** @description All albums open to the tagator, in place of those before; they count where `allAlbums` is false. */
            albumIds?: string[];
            idleCapSeconds?: number;
            /** @description Whether the tagator needs no trial before other work. */
            trialWaived?: boolean;
        };
        /** @description How a tagator works, from the next work on. */
        TagatorSettingsOutput: {
            /** Format: uuid */
            tagatorId: string;
            tasksPerWork: number;
            workTimeoutMinutes: number;
            allAlbums: boolean;
            albumIds: string[];
            /** @description A longer pause between two completions counts as this much active time. */
            idleCapSeconds: number;
            /** @description Whether the tagator needs no trial before other work. */
            trialWaived: boolean;
        };
        /** @description What one of the tagators did and earned in the period. */
        TagatorStatisticOutput: {
            tasksCompleted: number;
            numbersAdded: number;
            /** Format: double */
            activeSeconds: number;
            /**
             * Format: double
             * @description By active time, rounded to two places; null: there was none.
             */
            tasksPerHour: number | null;
            /** @description A decimal text: the rates of the moments of completion. */
            amount: string;
            tasksSkipped: number;
            /** Format: uuid */
            tagatorId: string;
            name: string;
        };
        /**
         * @description The trial before other work, or how well the tagger read it, in works that are over.
         *
         *     What was skipped or read in part is not right.
         */
        TaggerTrialOutput: {
            asked: number;
            right: number;
            /**
             * Format: decimal
             * @description The share to be right, 0 to 1, for other work.
             */
            needed: string;
            /** @description How many are still to be read. */
            readonly photosLeft: number;
            /** @description Whether other work follows. */
            isPassed: boolean;
            /** @description Their pictures: `works/…/tasks/…/picture`. */
            photos: components["schemas"]["TrialPhotoOutput"][];
        };
        /** @description What a tagger must know to read the numbers of an album. */
        TaggingHintOutput: {
            /** Format: uuid */
            albumId: string;
            text: string;
            startNumberCapacity: number;
            normalizationPolicy: components["schemas"]["NormalizationPolicyEnum"];
            numberFormat: components["schemas"]["NumberFormatEnum"];
            customTags: components["schemas"]["CustomTagOutput"][];
        };
        /** @enum {string} */
        TaggingStrategyEnum: "Disabled" | "Manual";
        /** @description The outcome of a task: the numbers read, or that the service rejected it. */
        TaskCallbackInput: {
            /** Format: uuid */
            taskId: string;
            /** Format: uuid */
            photoId: string;
            state: components["schemas"]["TaskOutcome"];
            /** @description The start numbers read; empty: the photo has none. Required with `Completed`. */
            tags?: string[];
            /**
             * Format: date-time
             * @description By the service's own clock.
             */
            completedOn?: string | null;
        };
        /** @description A participant's task. The participant and the exercise never change. */
        TaskInput: {
            /** Format: uuid */
            participantId: string;
            /** Format: uuid */
            exerciseId: string;
            /** @description What an activity must meet; the keys are those of its type. */
            criteria?: {
                [key: string]: string | number | null;
            };
            /** Format: date-time */
            startsOn?: string | null;
            /** Format: date-time */
            finishesOn?: string | null;
        };
        /** @description A participant's task with its id. */
        TaskItemInput: {
            /** Format: uuid */
            participantId: string;
            /** Format: uuid */
            exerciseId: string;
            /** @description What an activity must meet; the keys are those of its type. */
            criteria?: {
                [key: string]: string | number | null;
            };
            /** Format: date-time */
            startsOn?: string | null;
            /** Format: date-time */
            finishesOn?: string | null;
            /** Format: uuid */
            participantExerciseTaskId: string;
        };
        /** @description A task and why it did or did not suit; `place` is its turn, from 1. */
        TaskLookedAtOutput: {
            place: number;
            /** Format: uuid */
            participantExerciseTaskId: string;
            exerciseName: string;
            state: components["schemas"]["ParticipantExerciseTaskState"];
            verdict: components["schemas"]["TaskLookedAtOutputVerdictEnum"];
            reason: string;
            /** @description What happened to the task after the activity was applied or skipped. */
            since: components["schemas"]["SinceEnum"] | components["schemas"]["BlankEnum"];
            checks: components["schemas"]["CheckOutput"][];
        };
        /** @enum {string} */
        TaskLookedAtOutputVerdictEnum: "Applied" | "Suits" | "CriteriaNotMet" | "NothingSuits" | "Taken" | "NotActive";
        /** @enum {string} */
        TaskOutcome: "Completed" | "Rejected";
        /** @description A participant's task. */
        TaskOutput: {
            /** Format: uuid */
            participantExerciseTaskId: string;
            /** Format: uuid */
            participantId: string;
            /** Format: uuid */
            exerciseId: string;
            activityType: string;
            state: components["schemas"]["ParticipantExerciseTaskState"];
            /** @description Exact texts. */
            criteria: {
                [key: string]: string;
            };
            /** Format: date-time */
            startsOn: string | null;
            /** Format: date-time */
            finishesOn: string | null;
            /** Format: date-time */
            completedOn: string | null;
            /**
             * Format: date-time
             * @description When an activity was applied to it; that happens once.
             */
            activityAppliedOn: string | null;
            /** Format: date-time */
            createdOn: string;
            /** Format: date-time */
            updatedOn: string;
        };
        /** @enum {string} */
        TaskState: "Open" | "Assigned" | "Completed" | "Cancelled";
        /** @description The tags of a task, in the order in which they were added. */
        TaskTagsOutput: {
            tags: components["schemas"]["TagOutput"][];
            customTags: string[];
            /** @description Numbers of which the tagger is sure, though they are not in the start list: kept for staff, never sent. Left out where there are none. */
            unlistedTags?: string[];
            /** @description Numbers that are only partly legible, a `?` for each digit that is not: kept for staff, never sent. Left out where there are none. */
            partialTags?: string[];
        };
        /** @description Participants' tasks; each item is read and answered by itself. */
        TasksInput: {
            items: components["schemas"]["TaskItemInput"][];
        };
        /** @description The tasks of the type as they are now: the first of `count`, and the activity's own. */
        TasksLookedAtOutput: {
            count: number;
            /** Format: date-time */
            decidedOn: string | null;
            /** @description Why no task suits, whatever its criteria. */
            whyNone: string;
            tasks: components["schemas"]["TaskLookedAtOutput"][];
        };
        /** @description A tenant. */
        TenantOutput: {
            /** Format: uuid */
            tenantId: string;
            recognitionState: components["schemas"]["RecognitionState"];
            /** Format: date-time */
            createdOn: string;
            /** Format: date-time */
            updatedOn: string;
        };
        /** @description The middle of the text and its height, in percent of the photo. */
        TextPlaceOutput: {
            x: number;
            y: number;
            height: number;
        };
        /** @description What a tagator did and earned in one interval. */
        TimesheetOutput: {
            tasksCompleted: number;
            numbersAdded: number;
            /** Format: double */
            activeSeconds: number;
            /**
             * Format: double
             * @description By active time, rounded to two places; null: there was none.
             */
            tasksPerHour: number | null;
            /** @description A decimal text: the rates of the moments of completion. */
            amount: string;
            /** Format: uuid */
            tagatorId: string;
            name: string;
            /**
             * Format: date-time
             * @description When the day, week or month begins; this may be before `from`.
             */
            intervalStart: string;
        };
        /** @description What the tagger did since midnight. */
        TodayOutput: {
            tasksCompleted: number;
            numbersAdded: number;
            /** @description What that earned. */
            amount: string;
        };
        /** @description An access token for `Authorization: Bearer`, and the refresh token for the next one. */
        TokensOutput: {
            accessToken: string;
            refreshToken: string;
            /** Format: date-time */
            expiresOn: string;
        };
        /** @description What the formula gives; nothing was written. */
        TrialOutput: {
            /** @description Why the formula is not for the activity; empty: it is. */
            whyNotSuitable: string;
            /** @description Where it fails for the activity. */
            fault: components["schemas"]["FaultOutput"] | null;
            /** @description Not rounded; null: it fails. */
            readonly result: string | null;
            /** @description Rounded; null: no reward. */
            readonly reward: string | null;
            whyNoReward: string;
            /** @description Innermost first. */
            trace: components["schemas"]["StepOutput"][];
            /** @description The program's active formulas in the order in which they are tried. */
            considered: components["schemas"]["ConsideredOutput"][];
        };
        /** @description What the tagger read of a photo of the trial, and what is on it. */
        TrialPhotoOutput: {
            /** Format: uuid */
            taskId: string;
            /** Format: uuid */
            workId: string;
            /** Format: uuid */
            photoId: string;
            isRight: boolean;
            /** @description As read. */
            numbers: string[];
            /** @description As set. */
            customTags: string[];
            /** @description All. */
            expectedNumbers: string[];
            expectedCustomTags: string[];
            /** @description By number where it stands, as far as that is known. */
            places: {
                [key: string]: components["schemas"]["BoxOutput"];
            };
        };
        /** @description An activity, and why the task did not take it. */
        TriedActivityOutput: {
            /** Format: uuid */
            activityId: string;
            state: components["schemas"]["ActivityState"];
            /** Format: date-time */
            createdOn: string;
            verdict: components["schemas"]["TriedActivityOutputVerdictEnum"];
            reason: string;
            checks: components["schemas"]["CheckOutput"][];
        };
        /** @enum {string} */
        TriedActivityOutputVerdictEnum: "Applied" | "AppliedElsewhere" | "TooEarly" | "NothingSuits" | "CriteriaNotMet" | "Waits" | "WouldSuit";
        /** @description A golden example, and what the revision gave for it. */
        TriedExampleOutput: {
            /** Format: uuid */
            exampleId: string;
            name: string;
            inputs: {
                [key: string]: string;
            };
            expectation: components["schemas"]["ExpectationEnum"];
            reward: number | null;
            /** @description The one that was tried. */
            revision: number;
            wanted: string;
            /** @description A reward, `no reward`, `does not suit`, or `fails: …`. */
            got: string;
            holds: boolean;
        };
        /** @description A formula by a revision, and why it did not suit; empty: it decided. */
        TriedFormulaOutput: {
            /** Format: uuid */
            formulaId: string;
            name: string;
            revision: number;
            reason: string;
        };
        /** @description How many values of a variable were tried; for numbers from `least` to `most`. */
        TriedVariableOutput: {
            name: string;
            count: number;
            least: string;
            most: string;
        };
        /** @enum {string} */
        UnitEnum: "Points" | "Activities";
        /** @description The activities of the last 30 days: how many no formula takes. */
        UntakenOutput: {
            sentence: string;
            /** Format: date-time */
            since: string;
            /** Format: date-time */
            before: string;
            count: number;
            /** @description At most 20,000, the oldest. */
            read: number;
            /** @description The type calculates no reward for their data. */
            notCalculated: number;
            taken: number;
            /** @description A `__where` fails for them. */
            failed: number;
            /** @description The first few. */
            failedIds: string[];
            untaken: number;
            /** @description The first few. */
            untakenIds: string[];
        };
        /** @description What a page that is open without work has to know. */
        WaitingOutput: {
            /** @description Whether taking work would give some now. */
            isWaiting: boolean;
            /**
             * Format: date-time
             * @description When the lead last answered a question of the tagger, about any photo.
             */
            lastAnswerOn: string | null;
        };
        /** @description What work is asked for. */
        WorkInput: {
            /**
             * Format: uuid
             * @description Of this album alone; left out: of all.
             */
            albumId?: string | null;
        };
        /** @description A work: tasks that the tagger took together. */
        WorkOutput: {
            /** Format: uuid */
            workId: string;
            state: components["schemas"]["WorkState"];
            /** Format: date-time */
            createdOn: string;
            /** Format: date-time */
            expiresOn: string;
            tasksTotal: number;
            tasksCompleted: number;
            /** @description The photos are known ones, for a new tagger, and earn nothing: `accounts/trial`. */
            isTrial: boolean;
            /**
             * Format: date-time
             * @description When the lead last answered a question of the tagger, about any photo.
             */
            lastAnswerOn: string | null;
        };
        /** @enum {string} */
        WorkState: "Active" | "Completed" | "Expired";
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    adminAlbumsRetrieveV1: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                albumId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The record's version. */
                    ETag?: string;
                    /** @description When this version of the endpoint was deprecated (RFC 9745). */
                    Deprecation?: string;
                    /** @description Its successor, `rel=successor-version`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlbumOutputV1"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminAlbumsUpdateV1: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                albumId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AlbumInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description When this version of the endpoint was deprecated (RFC 9745). */
                    Deprecation?: string;
                    /** @description Its successor, `rel=successor-version`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlbumOutputV1"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminAlbumsRecognitionPreviewCreateV1: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of the caller's own, as a new guid. The same call with the same key within a day has its effects once and the same answer; with another body it is 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                albumId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RecognitionPreviewInputV1"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description When this version of the endpoint was deprecated (RFC 9745). */
                    Deprecation?: string;
                    /** @description Its successor, `rel=successor-version`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlbumPreviewOutput"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminAlbumsRecognitionSettingsPartialUpdateV1: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version that the caller read, as an entity tag: `"7"`. Any other is 409. */
                "If-Match"?: string;
            };
            path: {
                albumId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecognitionSettingsInputV1"];
            };
        };
        responses: {
            /** @description Done, no body. */
            204: {
                headers: {
                    /** @description The record's version. */
                    ETag?: string;
                    /** @description When this version of the endpoint was deprecated (RFC 9745). */
                    Deprecation?: string;
                    /** @description Its successor, `rel=successor-version`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminAccountsListV2: {
        parameters: {
            query?: {
                isActive?: boolean;
                /** @description The first field counts most; a minus sign reverses the order. */
                ordering?: ("name" | "-name" | "createdOn" | "-createdOn" | "updatedOn" | "-updatedOn")[];
                /** @description Which page, from 1. */
                page?: number;
                /** @description How many results a page has. */
                pageSize?: number;
                provider?: "compreface" | "local" | "rekognition" | "sandbox";
                search?: string;
            };
            header?: {
                /** @description The tag of the answer that the caller has; while it is the same: 304. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description A weak tag of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedAccountOutputList"];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminAccountsCreateV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of the caller's own, as a new guid. The same call with the same key within a day has its effects once and the same answer; with another body it is 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccountInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountOutput"];
                };
            };
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountOutput"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminAccountsRetrieveV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version that the caller has; while it is current, the answer is 304. */
                "If-None-Match"?: string;
            };
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The record's version. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountOutput"];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminAccountsPartialUpdateV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version that the caller read, as an entity tag: `"7"`. Any other is 409. */
                "If-Match"?: string;
            };
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AccountChangeInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The record's version. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountOutput"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminAccountsActiveUpdateV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version that the caller read, as an entity tag: `"7"`. Any other is 409. */
                "If-Match"?: string;
            };
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ActiveInput"];
            };
        };
        responses: {
            /** @description Done, no body. */
            204: {
                headers: {
                    /** @description The record's version. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminAccountsSpacesListV2: {
        parameters: {
            query?: {
                isActive?: boolean;
                isDefault?: boolean;
                /** @description The first field counts most; a minus sign reverses the order. */
                ordering?: ("name" | "-name" | "createdOn" | "-createdOn" | "updatedOn" | "-updatedOn")[];
                /** @description Which page, from 1. */
                page?: number;
                /** @description How many results a page has. */
                pageSize?: number;
                search?: string;
            };
            header?: {
                /** @description The tag of the answer that the caller has; while it is the same: 304. */
                "If-None-Match"?: string;
            };
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description A weak tag of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedSpaceOutputList"];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminAccountsSpacesCreateV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of the caller's own, as a new guid. The same call with the same key within a day has its effects once and the same answer; with another body it is 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SpaceInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SpaceOutput"];
                };
            };
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SpaceOutput"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminAccountsSpacesRetrieveV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version that the caller has; while it is current, the answer is 304. */
                "If-None-Match"?: string;
            };
            path: {
                accountId: string;
                accountSpaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The record's version. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SpaceOutput"];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminAccountsSpacesPartialUpdateV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version that the caller read, as an entity tag: `"7"`. Any other is 409. */
                "If-Match"?: string;
            };
            path: {
                accountId: string;
                accountSpaceId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SpaceChangeInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The record's version. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SpaceOutput"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminAccountsSpacesActiveUpdateV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version that the caller read, as an entity tag: `"7"`. Any other is 409. */
                "If-Match"?: string;
            };
            path: {
                accountId: string;
                accountSpaceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ActiveInput"];
            };
        };
        responses: {
            /** @description Done, no body. */
            204: {
                headers: {
                    /** @description The record's version. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminActivitiesListV2: {
        parameters: {
            query?: {
                /** @description Created before then. */
                createdBefore?: string;
                /** @description Created then or later. */
                createdFrom?: string;
                marketingProgramId?: string;
                /** @description The first field counts most; a minus sign reverses the order. */
                ordering?: ("createdOn" | "-createdOn")[];
                /** @description Which page, from 1. */
                page?: number;
                /** @description How many results a page has. */
                pageSize?: number;
                participantId?: string;
                /** @description `set`; `failed`: the last calculation failed; `none`: neither. */
                reward?: "failed" | "none" | "set";
                state?: "Applied" | "Created" | "Skipped";
                type?: "GeoLocationActivity" | "InviteActivity" | "ParticipatingActivity" | "PartnersActivity" | "QuizActivity" | "RegistrationActivity" | "SporadicActivity" | "SportActivity" | "UploadImageActivity";
            };
            header?: {
                /** @description The tag of the answer that the caller has; while it is the same: 304. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description A weak tag of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedActivityOutputList"];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminActivitiesHistoryRetrieveV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The tag of the answer that the caller has; while it is the same: 304. */
                "If-None-Match"?: string;
            };
            path: {
                activityId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description A weak tag of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExplainedActivityOutput"];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminActivitiesRewardCalculateCreateV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of the caller's own, as a new guid. The same call with the same key within a day has its effects once and the same answer; with another body it is 422. */
                "Idempotency-Key"?: string;
                /** @description The version that the caller read, as an entity tag: `"7"`. Any other is 409. */
                "If-Match"?: string;
            };
            path: {
                activityId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The record's version. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivityOutput"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminActivitiesRewardCheckRetrieveV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The tag of the answer that the caller has; while it is the same: 304. */
                "If-None-Match"?: string;
            };
            path: {
                activityId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description A weak tag of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RewardCheckOutput"];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminActivitiesRewardComparisonRetrieveV2: {
        parameters: {
            query: {
                otherActivityId: string;
            };
            header?: {
                /** @description The tag of the answer that the caller has; while it is the same: 304. */
                "If-None-Match"?: string;
            };
            path: {
                activityId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description A weak tag of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RewardComparisonOutput"];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminActivitiesRewardExplanationRetrieveV2: {
        parameters: {
            query?: {
                /** @description The sentences name each part of the formula, with every digit. */
                technical?: boolean;
            };
            header?: {
                /** @description The tag of the answer that the caller has; while it is the same: 304. */
                "If-None-Match"?: string;
            };
            path: {
                activityId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description A weak tag of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExplainedRewardOutput"];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminActivitiesRewardCalculateBulkCreateV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of the caller's own, as a new guid. The same call with the same key within a day has its effects once and the same answer; with another body it is 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CalculateManyInput"];
            };
        };
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CalculateManyOutput"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminAlbumsListV2: {
        parameters: {
            query?: {
                /** @description The first field counts most; a minus sign reverses the order. */
                ordering?: ("createdOn" | "-createdOn" | "updatedOn" | "-updatedOn" | "eventDate" | "-eventDate" | "name" | "-name" | "priority" | "-priority")[];
                /** @description Which page, from 1. */
                page?: number;
                /** @description How many results a page has. */
                pageSize?: number;
                /** @description A part of the name, or the album's or tenant's id. */
                search?: string;
                state?: "Off" | "On";
                strategy?: "Disabled" | "FaceNumber" | "Manual" | "Number" | "NumberThenManual";
                tenantId?: string;
            };
            header?: {
                /** @description The tag of the answer that the caller has; while it is the same: 304. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description A weak tag of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedAlbumSummaryOutputList"];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminAlbumsRetrieveV2: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                albumId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The record's version. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlbumOutput"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminAlbumsUpdateV2: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                albumId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AlbumInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlbumOutput"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminAlbumsPersonJobsRetrieveV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The tag of the answer that the caller has; while it is the same: 304. */
                "If-None-Match"?: string;
            };
            path: {
                albumId: string;
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description A weak tag of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonJobOutput"];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminAlbumsPersonsEraseCreateV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of the caller's own, as a new guid. The same call with the same key within a day has its effects once and the same answer; with another body it is 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                albumId: string;
                personId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ErasingInput"];
            };
        };
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderedErasureOutput"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminAlbumsPersonsMergeCreateV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of the caller's own, as a new guid. The same call with the same key within a day has its effects once and the same answer; with another body it is 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                albumId: string;
                personId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MergeInput"];
            };
        };
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedPersonsOutput"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminAlbumsPersonsRefuseCreateV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of the caller's own, as a new guid. The same call with the same key within a day has its effects once and the same answer; with another body it is 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                albumId: string;
                personId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OtherPersonInput"];
            };
        };
        responses: {
            /** @description Done, no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminAlbumsPersonsSplitCreateV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of the caller's own, as a new guid. The same call with the same key within a day has its effects once and the same answer; with another body it is 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                albumId: string;
                personId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedPersonsOutput"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminAlbumsPersonsSuggestAgainCreateV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of the caller's own, as a new guid. The same call with the same key within a day has its effects once and the same answer; with another body it is 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                albumId: string;
                personId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OtherPersonInput"];
            };
        };
        responses: {
            /** @description Done, no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminAlbumsPriorityPartialUpdateV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version that the caller read, as an entity tag: `"7"`. Any other is 409. */
                "If-Match"?: string;
            };
            path: {
                albumId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PriorityInput"];
            };
        };
        responses: {
            /** @description Done, no body. */
            204: {
                headers: {
                    /** @description The record's version. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminAlbumsProcessingCreateV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of the caller's own, as a new guid. The same call with the same key within a day has its effects once and the same answer; with another body it is 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                albumId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ProcessingInput"];
            };
        };
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedJobOutput"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminAlbumsProcessingRetrieveV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The tag of the answer that the caller has; while it is the same: 304. */
                "If-None-Match"?: string;
            };
            path: {
                albumId: string;
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description A weak tag of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobOutput"];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminAlbumsRecognitionUpdateV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version that the caller read, as an entity tag: `"7"`. Any other is 409. */
                "If-Match"?: string;
            };
            path: {
                albumId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecognitionStateInput"];
            };
        };
        responses: {
            /** @description Done, no body. */
            204: {
                headers: {
                    /** @description The record's version. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminAlbumsRecognitionPreviewCreateV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of the caller's own, as a new guid. The same call with the same key within a day has its effects once and the same answer; with another body it is 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                albumId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RecognitionPreviewInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlbumPreviewOutput"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminAlbumsRecognitionSettingsPartialUpdateV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version that the caller read, as an entity tag: `"7"`. Any other is 409. */
                "If-Match"?: string;
            };
            path: {
                albumId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecognitionSettingsInput"];
            };
        };
        responses: {
            /** @description Done, no body. */
            204: {
                headers: {
                    /** @description The record's version. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminAlbumsRetentionUpdateV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version that the caller read, as an entity tag: `"7"`. Any other is 409. */
                "If-Match"?: string;
            };
            path: {
                albumId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RetentionInput"];
            };
        };
        responses: {
            /** @description Done, no body. */
            204: {
                headers: {
                    /** @description The record's version. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminAlbumsTaggingGuideRetrieveV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version that the caller has; while it is current, the answer is 304. */
                "If-None-Match"?: string;
            };
            path: {
                albumId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The record's version. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlbumGuideOutput"];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminAlbumsTaggingGuidePartialUpdateV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version that the caller read, as an entity tag: `"7"`. Any other is 409. */
                "If-Match"?: string;
            };
            path: {
                albumId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AlbumGuideInput"];
            };
        };
        responses: {
            /** @description Done, no body. */
            204: {
                headers: {
                    /** @description The record's version. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminAlbumsTaggingQualityRetrieveV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version that the caller has; while it is current, the answer is 304. */
                "If-None-Match"?: string;
            };
            path: {
                albumId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The record's version. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlbumQualityOutput"];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminAlbumsTaggingQualityPartialUpdateV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version that the caller read, as an entity tag: `"7"`. Any other is 409. */
                "If-Match"?: string;
            };
            path: {
                albumId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AlbumQualityInput"];
            };
        };
        responses: {
            /** @description Done, no body. */
            204: {
                headers: {
                    /** @description The record's version. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminAlbumsTextsListV2: {
        parameters: {
            query?: {
                /** @description The first field counts most; a minus sign reverses the order. */
                ordering?: ("foundOn" | "-foundOn")[];
                /** @description Which page, from 1. */
                page?: number;
                /** @description How many results a page has. */
                pageSize?: number;
            };
            header?: {
                /** @description The tag of the answer that the caller has; while it is the same: 304. */
                "If-None-Match"?: string;
            };
            path: {
                albumId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description A weak tag of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedAlbumTextOutputList"];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminAlbumsTextsWithdrawCreateV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of the caller's own, as a new guid. The same call with the same key within a day has its effects once and the same answer; with another body it is 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                albumId: string;
                textId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminAuditListV2: {
        parameters: {
            query?: {
                /** @description `Created`, `Changed` and the like. */
                action?: string;
                /** @description The whole name of a user or a token. */
                actor?: string;
                /** @description `csv`: all rows in a file, in plain words. */
                format?: "json" | "csv";
                /** @description From this moment on. */
                from?: string;
                /** @description Which page, from 1. */
                page?: number;
                /** @description How many results a page has. */
                pageSize?: number;
                recordId?: string;
                /** @description `Album`, `Photo`, `Tagator` and the like. */
                recordType?: string;
                /** @description … and before this one. */
                to?: string;
            };
            header?: {
                /** @description The tag of the answer that the caller has; while it is the same: 304. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description A weak tag of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedAuditEntryOutputList"];
                    "text/csv": Blob;
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminBalancesListV2: {
        parameters: {
            query?: {
                least?: number;
                marketingProgramId?: string;
                most?: number;
                /** @description The first field counts most; a minus sign reverses the order. */
                ordering?: ("updatedOn" | "-updatedOn" | "amount" | "-amount")[];
                /** @description Which page, from 1. */
                page?: number;
                /** @description How many results a page has. */
                pageSize?: number;
            };
            header?: {
                /** @description The tag of the answer that the caller has; while it is the same: 304. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description A weak tag of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedBalanceOutputList"];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminBalancesRetrieveV2: {
        parameters: {
            query?: {
                /** @description A moment until now; the balance as it was then. Left out: as it is. */
                at?: string;
            };
            header?: {
                /** @description The version that the caller has; while it is current, the answer is 304. */
                "If-None-Match"?: string;
            };
            path: {
                participantId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The record's version. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BalanceAtOutput"];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminBalancesAdjustmentsCreateV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of the caller's own, as a new guid. The same call with the same key within a day has its effects once and the same answer; with another body it is 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                participantId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdjustmentInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationOutput"];
                };
            };
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationOutput"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminBalancesOperationsListV2: {
        parameters: {
            query?: {
                createdBefore?: string;
                /** @description Who made the adjustment. */
                createdBy?: string;
                createdFrom?: string;
                marketingProgramId?: string;
                /** @description The first field counts most; a minus sign reverses the order. */
                ordering?: ("createdOn" | "-createdOn" | "amount" | "-amount")[];
                /** @description Which page, from 1. */
                page?: number;
                /** @description How many results a page has. */
                pageSize?: number;
                participantId?: string;
                source?: "Activity" | "Adjustment";
                sourceId?: string;
                state?: "Accepted";
                type?: "Adjustment" | "Refill";
            };
            header?: {
                /** @description The tag of the answer that the caller has; while it is the same: 304. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description A weak tag of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedOperationOutputList"];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminBalancesOperationsFileRetrieveV2: {
        parameters: {
            query?: {
                createdBefore?: string;
                /** @description Who made the adjustment. */
                createdBy?: string;
                createdFrom?: string;
                marketingProgramId?: string;
                participantId?: string;
                source?: "Activity" | "Adjustment";
                sourceId?: string;
                state?: "Accepted";
                type?: "Adjustment" | "Refill";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": Blob;
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminCorrectionsListV2: {
        parameters: {
            query?: {
                createdBefore?: string;
                createdFrom?: string;
                marketingProgramId?: string;
                /** @description The first field counts most; a minus sign reverses the order. */
                ordering?: ("createdOn" | "-createdOn")[];
                /** @description Which page, from 1. */
                page?: number;
                /** @description How many results a page has. */
                pageSize?: number;
                state?: "Cancelled" | "Failed" | "Finished" | "Running" | "Waiting";
            };
            header?: {
                /** @description The tag of the answer that the caller has; while it is the same: 304. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description A weak tag of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedCorrectionOutputList"];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminCorrectionsCreateV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of the caller's own, as a new guid. The same call with the same key within a day has its effects once and the same answer; with another body it is 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RewardCorrectionInput"];
            };
        };
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CorrectionOutput"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminCorrectionsRetrieveV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The tag of the answer that the caller has; while it is the same: 304. */
                "If-None-Match"?: string;
            };
            path: {
                correctionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description A weak tag of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CorrectionOutput"];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminCorrectionsApproveUpdateV2: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                correctionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CorrectionOutput"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminCorrectionsCancelUpdateV2: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                correctionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CorrectionOutput"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminCorrectionsItemsListV2: {
        parameters: {
            query?: {
                activityId?: string;
                cause?: "Data" | "Formula" | "Limit";
                change?: "Lowered" | "Raised";
                /** @description The first field counts most; a minus sign reverses the order. */
                ordering?: ("id" | "-id")[];
                /** @description Which page, from 1. */
                page?: number;
                /** @description How many results a page has. */
                pageSize?: number;
                participantId?: string;
                state?: "Applied" | "Pending" | "Refused";
            };
            header?: {
                /** @description The tag of the answer that the caller has; while it is the same: 304. */
                "If-None-Match"?: string;
            };
            path: {
                correctionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description A weak tag of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedCorrectionItemOutputList"];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminCorrectionsItemsFileRetrieveV2: {
        parameters: {
            query?: {
                activityId?: string;
                cause?: "Data" | "Formula" | "Limit";
                change?: "Lowered" | "Raised";
                participantId?: string;
                state?: "Applied" | "Pending" | "Refused";
            };
            header?: never;
            path: {
                correctionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": Blob;
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminCorrectionsRequestUpdateV2: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                correctionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CorrectionReasonInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CorrectionOutput"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminCorrectionsRunUpdateV2: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                correctionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CorrectionOutput"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminDryRunsRetrieveV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The tag of the answer that the caller has; while it is the same: 304. */
                "If-None-Match"?: string;
            };
            path: {
                dryRunId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description A weak tag of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRunWithResultsOutput"];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminDryRunsCancelUpdateV2: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                dryRunId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRunOutput"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminErasuresListV2: {
        parameters: {
            query?: {
                /** @description The first field counts most; a minus sign reverses the order. */
                ordering?: ("createdOn" | "-createdOn")[];
                /** @description Which page, from 1. */
                page?: number;
                /** @description How many results a page has. */
                pageSize?: number;
            };
            header?: {
                /** @description The tag of the answer that the caller has; while it is the same: 304. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description A weak tag of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedErasureOutputList"];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminErasuresRetrieveV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The tag of the answer that the caller has; while it is the same: 304. */
                "If-None-Match"?: string;
            };
            path: {
                erasureId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description A weak tag of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErasureOutput"];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminExercisesListV2: {
        parameters: {
            query?: {
                activityType?: string;
                marketingProgramId?: string;
                /** @description The first field counts most; a minus sign reverses the order. */
                ordering?: ("name" | "-name" | "activityType" | "-activityType" | "createdOn" | "-createdOn" | "updatedOn" | "-updatedOn")[];
                /** @description Which page, from 1. */
                page?: number;
                /** @description How many results a page has. */
                pageSize?: number;
                search?: string;
            };
            header?: {
                /** @description The tag of the answer that the caller has; while it is the same: 304. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description A weak tag of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedExerciseOutputList"];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminExercisesRetrieveV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version that the caller has; while it is current, the answer is 304. */
                "If-None-Match"?: string;
            };
            path: {
                exerciseId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The record's version. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExerciseOutput"];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminExercisesUpdateV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version that the caller read, as an entity tag: `"7"`. Any other is 409. */
                "If-Match"?: string;
            };
            path: {
                exerciseId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExerciseInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The record's version. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExerciseOutput"];
                };
            };
            /** @description Done. */
            201: {
                headers: {
                    /** @description The record's version. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExerciseOutput"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminExercisesBulkCreateV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of the caller's own, as a new guid. The same call with the same key within a day has its effects once and the same answer; with another body it is 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExercisesInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkOutput"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminFormulasListV2: {
        parameters: {
            query?: {
                activityType?: string;
                isActive?: boolean;
                marketingProgramId?: string;
                /** @description The first field counts most; a minus sign reverses the order. */
                ordering?: ("position" | "-position" | "name" | "-name" | "createdOn" | "-createdOn" | "updatedOn" | "-updatedOn")[];
                /** @description Which page, from 1. */
                page?: number;
                /** @description How many results a page has. */
                pageSize?: number;
                search?: string;
            };
            header?: {
                /** @description The tag of the answer that the caller has; while it is the same: 304. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description A weak tag of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedFormulaOutputList"];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminFormulasCreateV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of the caller's own, as a new guid. The same call with the same key within a day has its effects once and the same answer; with another body it is 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FormulaInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FormulaOutput"];
                };
            };
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FormulaOutput"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminFormulasRetrieveV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version that the caller has; while it is current, the answer is 304. */
                "If-None-Match"?: string;
            };
            path: {
                formulaId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The record's version. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FormulaOutput"];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminFormulasPartialUpdateV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version that the caller read, as an entity tag: `"7"`. Any other is 409. */
                "If-Match"?: string;
            };
            path: {
                formulaId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["FormulaChangeInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The record's version. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FormulaOutput"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminFormulasActivationsListV2: {
        parameters: {
            query?: {
                /** @description Which page, from 1. */
                page?: number;
                /** @description How many results a page has. */
                pageSize?: number;
            };
            header?: {
                /** @description The tag of the answer that the caller has; while it is the same: 304. */
                "If-None-Match"?: string;
            };
            path: {
                formulaId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description A weak tag of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedActivationOutputList"];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminFormulasActivationsCreateV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of the caller's own, as a new guid. The same call with the same key within a day has its effects once and the same answer; with another body it is 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                formulaId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ActivationInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivationOutput"];
                };
            };
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivationOutput"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminFormulasActivationsApproveCreateV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of the caller's own, as a new guid. The same call with the same key within a day has its effects once and the same answer; with another body it is 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                activationId: string;
                formulaId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApprovalInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivationOutput"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminFormulasActivationsRejectCreateV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of the caller's own, as a new guid. The same call with the same key within a day has its effects once and the same answer; with another body it is 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                activationId: string;
                formulaId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RejectionInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivationOutput"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminFormulasActivationsWithdrawCreateV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of the caller's own, as a new guid. The same call with the same key within a day has its effects once and the same answer; with another body it is 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                activationId: string;
                formulaId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivationOutput"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminFormulasActiveUpdateV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version that the caller read, as an entity tag: `"7"`. Any other is 409. */
                "If-Match"?: string;
            };
            path: {
                formulaId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FormulaActiveInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The record's version. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FormulaOutput"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminFormulasComparisonRetrieveV2: {
        parameters: {
            query?: {
                /** @description Left out: nothing. */
                against?: number;
                /** @description Left out: the one that was saved last. */
                revision?: number;
            };
            header?: {
                /** @description The tag of the answer that the caller has; while it is the same: 304. */
                "If-None-Match"?: string;
            };
            path: {
                formulaId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description A weak tag of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ComparisonOutput"];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminFormulasDryRunsListV2: {
        parameters: {
            query?: {
                /** @description The first field counts most; a minus sign reverses the order. */
                ordering?: ("createdOn" | "-createdOn")[];
                /** @description Which page, from 1. */
                page?: number;
                /** @description How many results a page has. */
                pageSize?: number;
                state?: "Cancelled" | "Failed" | "Finished" | "Running" | "Waiting";
            };
            header?: {
                /** @description The tag of the answer that the caller has; while it is the same: 304. */
                "If-None-Match"?: string;
            };
            path: {
                formulaId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description A weak tag of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedDryRunOutputList"];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminFormulasDryRunsCreateV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of the caller's own, as a new guid. The same call with the same key within a day has its effects once and the same answer; with another body it is 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                formulaId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DryRunInput"];
            };
        };
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRunOutput"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminFormulasExaminationCreateV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of the caller's own, as a new guid. The same call with the same key within a day has its effects once and the same answer; with another body it is 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                formulaId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ExaminationInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExaminationOutput"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminFormulasExamplesListV2: {
        parameters: {
            query?: {
                /** @description Left out: the one that was saved last. */
                revision?: number;
            };
            header?: {
                /** @description The tag of the answer that the caller has; while it is the same: 304. */
                "If-None-Match"?: string;
            };
            path: {
                formulaId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description A weak tag of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TriedExampleOutput"][];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminFormulasExamplesRetrieveV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version that the caller has; while it is current, the answer is 304. */
                "If-None-Match"?: string;
            };
            path: {
                exampleId: string;
                formulaId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The record's version. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExampleOutput"];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminFormulasExamplesUpdateV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version that the caller read, as an entity tag: `"7"`. Any other is 409. */
                "If-Match"?: string;
            };
            path: {
                exampleId: string;
                formulaId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExampleInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The record's version. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExampleOutput"];
                };
            };
            /** @description Done. */
            201: {
                headers: {
                    /** @description The record's version. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExampleOutput"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminFormulasExamplesDestroyV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version that the caller read, as an entity tag: `"7"`. Any other is 409. */
                "If-Match"?: string;
            };
            path: {
                exampleId: string;
                formulaId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, no body. */
            204: {
                headers: {
                    /** @description The record's version. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminFormulasRevisionsListV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The tag of the answer that the caller has; while it is the same: 304. */
                "If-None-Match"?: string;
            };
            path: {
                formulaId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description A weak tag of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevisionOutput"][];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminFormulasOrderUpdateV2: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderInput"];
            };
        };
        responses: {
            /** @description Done, no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminFormulasTryCreateV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of the caller's own, as a new guid. The same call with the same key within a day has its effects once and the same answer; with another body it is 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["FormulaTryInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrialOutput"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminFormulasValidationCreateV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of the caller's own, as a new guid. The same call with the same key within a day has its effects once and the same answer; with another body it is 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FormulaTextsInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FormulaCheckOutput"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminMarketingProgramsListV2: {
        parameters: {
            query?: {
                isNewScheme?: boolean;
                /** @description The first field counts most; a minus sign reverses the order. */
                ordering?: ("name" | "-name" | "startsOn" | "-startsOn" | "endsOn" | "-endsOn" | "createdOn" | "-createdOn" | "updatedOn" | "-updatedOn")[];
                /** @description Which page, from 1. */
                page?: number;
                /** @description How many results a page has. */
                pageSize?: number;
                search?: string;
            };
            header?: {
                /** @description The tag of the answer that the caller has; while it is the same: 304. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description A weak tag of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedMarketingProgramOutputList"];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminMarketingProgramsRetrieveV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version that the caller has; while it is current, the answer is 304. */
                "If-None-Match"?: string;
            };
            path: {
                marketingProgramId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The record's version. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MarketingProgramOutput"];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminMarketingProgramsUpdateV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version that the caller read, as an entity tag: `"7"`. Any other is 409. */
                "If-Match"?: string;
            };
            path: {
                marketingProgramId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MarketingProgramInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The record's version. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MarketingProgramOutput"];
                };
            };
            /** @description Done. */
            201: {
                headers: {
                    /** @description The record's version. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MarketingProgramOutput"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminMarketingProgramsLimitsListV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The tag of the answer that the caller has; while it is the same: 304. */
                "If-None-Match"?: string;
            };
            path: {
                marketingProgramId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description A weak tag of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LimitOutput"][];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminMarketingProgramsLimitsRetrieveV2: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                limitId: string;
                marketingProgramId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The record's version. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LimitOutput"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminMarketingProgramsLimitsUpdateV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version that the caller read, as an entity tag: `"7"`. Any other is 409. */
                "If-Match"?: string;
            };
            path: {
                limitId: string;
                marketingProgramId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LimitInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The record's version. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LimitOutput"];
                };
            };
            /** @description Done. */
            201: {
                headers: {
                    /** @description The record's version. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LimitOutput"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminMarketingProgramsLimitsDestroyV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version that the caller read, as an entity tag: `"7"`. Any other is 409. */
                "If-Match"?: string;
            };
            path: {
                limitId: string;
                marketingProgramId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, no body. */
            204: {
                headers: {
                    /** @description The record's version. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminMarketingProgramsBulkCreateV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of the caller's own, as a new guid. The same call with the same key within a day has its effects once and the same answer; with another body it is 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MarketingProgramsInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkOutput"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminParticipantExerciseTasksListV2: {
        parameters: {
            query?: {
                activityType?: string;
                exerciseId?: string;
                isApplied?: boolean;
                /** @description The first field counts most; a minus sign reverses the order. */
                ordering?: ("createdOn" | "-createdOn" | "updatedOn" | "-updatedOn" | "startsOn" | "-startsOn" | "finishesOn" | "-finishesOn" | "state" | "-state")[];
                /** @description Which page, from 1. */
                page?: number;
                /** @description How many results a page has. */
                pageSize?: number;
                participantId?: string;
                state?: "Active" | "Cancelled" | "Completed";
            };
            header?: {
                /** @description The tag of the answer that the caller has; while it is the same: 304. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description A weak tag of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedTaskOutputList"];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminParticipantExerciseTasksRetrieveV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version that the caller has; while it is current, the answer is 304. */
                "If-None-Match"?: string;
            };
            path: {
                participantExerciseTaskId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The record's version. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskOutput"];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminParticipantExerciseTasksUpdateV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version that the caller read, as an entity tag: `"7"`. Any other is 409. */
                "If-Match"?: string;
            };
            path: {
                participantExerciseTaskId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TaskInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The record's version. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskOutput"];
                };
            };
            /** @description Done. */
            201: {
                headers: {
                    /** @description The record's version. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskOutput"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminParticipantExerciseTasksCancelCreateV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of the caller's own, as a new guid. The same call with the same key within a day has its effects once and the same answer; with another body it is 422. */
                "Idempotency-Key"?: string;
                /** @description The version that the caller read, as an entity tag: `"7"`. Any other is 409. */
                "If-Match"?: string;
            };
            path: {
                participantExerciseTaskId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The record's version. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskOutput"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminParticipantExerciseTasksCompleteCreateV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of the caller's own, as a new guid. The same call with the same key within a day has its effects once and the same answer; with another body it is 422. */
                "Idempotency-Key"?: string;
                /** @description The version that the caller read, as an entity tag: `"7"`. Any other is 409. */
                "If-Match"?: string;
            };
            path: {
                participantExerciseTaskId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CompletionInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The record's version. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskOutput"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminParticipantExerciseTasksExplanationRetrieveV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The tag of the answer that the caller has; while it is the same: 304. */
                "If-None-Match"?: string;
            };
            path: {
                participantExerciseTaskId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description A weak tag of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExplainedTaskOutput"];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminParticipantExerciseTasksBulkCreateV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of the caller's own, as a new guid. The same call with the same key within a day has its effects once and the same answer; with another body it is 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TasksInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkOutput"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminParticipantsListV2: {
        parameters: {
            query?: {
                /** @description The whole external id. */
                externalId?: string;
                marketingProgramId?: string;
                /** @description The first field counts most; a minus sign reverses the order. */
                ordering?: ("createdOn" | "-createdOn" | "updatedOn" | "-updatedOn" | "state" | "-state")[];
                /** @description Which page, from 1. */
                page?: number;
                /** @description How many results a page has. */
                pageSize?: number;
                /** @description Words with which words of the label or of the external id begin. */
                search?: string;
                state?: "Active" | "Blocked";
            };
            header?: {
                /** @description The tag of the answer that the caller has; while it is the same: 304. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description A weak tag of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedParticipantOutputList"];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminParticipantsRetrieveV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version that the caller has; while it is current, the answer is 304. */
                "If-None-Match"?: string;
            };
            path: {
                participantId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The record's version. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParticipantOutput"];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminParticipantsUpdateV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version that the caller read, as an entity tag: `"7"`. Any other is 409. */
                "If-Match"?: string;
            };
            path: {
                participantId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ParticipantInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The record's version. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParticipantOutput"];
                };
            };
            /** @description Done. */
            201: {
                headers: {
                    /** @description The record's version. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParticipantOutput"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminParticipantsBlockCreateV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of the caller's own, as a new guid. The same call with the same key within a day has its effects once and the same answer; with another body it is 422. */
                "Idempotency-Key"?: string;
                /** @description The version that the caller read, as an entity tag: `"7"`. Any other is 409. */
                "If-Match"?: string;
            };
            path: {
                participantId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The record's version. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParticipantOutput"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminParticipantsEraseCreateV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of the caller's own, as a new guid. The same call with the same key within a day has its effects once and the same answer; with another body it is 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                participantId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ErasingInput"];
            };
        };
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderedErasureOutput"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminParticipantsLimitsListV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The tag of the answer that the caller has; while it is the same: 304. */
                "If-None-Match"?: string;
            };
            path: {
                participantId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description A weak tag of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AllowanceOutput"][];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminParticipantsUnblockCreateV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of the caller's own, as a new guid. The same call with the same key within a day has its effects once and the same answer; with another body it is 422. */
                "Idempotency-Key"?: string;
                /** @description The version that the caller read, as an entity tag: `"7"`. Any other is 409. */
                "If-Match"?: string;
            };
            path: {
                participantId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The record's version. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParticipantOutput"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminParticipantsBulkCreateV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of the caller's own, as a new guid. The same call with the same key within a day has its effects once and the same answer; with another body it is 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ParticipantsInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkOutput"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminPhotosListV2: {
        parameters: {
            query?: {
                albumId?: string;
                /** @description Published from this moment on. */
                from?: string;
                /** @description One of the photo's tags, in any spelling. */
                number?: string;
                /** @description Which page, from 1. */
                page?: number;
                /** @description How many results a page has. */
                pageSize?: number;
                personId?: string;
                /** @description A part of `reasonDescription`, which only photos not yet processed have. */
                reason?: string;
                /** @description The id of a photo, album or person, a number read, accepted or rejected, or the beginning of the file's name in the address, of three letters or more. */
                search?: string;
                /** @description `Deleted` only with `albumId`. */
                state?: "New" | "AwaitingCallback" | "AwaitingTagging" | "Processed" | "Failed" | "Deleted";
                /** @description … and before this one. */
                to?: string;
            };
            header?: {
                /** @description The tag of the answer that the caller has; while it is the same: 304. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description A weak tag of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedPhotoSummaryOutputList"];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminPhotosRetrieveV2: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                photoId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The record's version. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PhotoOutput"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminPhotosHistoryRetrieveV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The tag of the answer that the caller has; while it is the same: 304. */
                "If-None-Match"?: string;
            };
            path: {
                photoId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description A weak tag of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PhotoHistoryOutput"];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminPhotosPersonsUpdateV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version that the caller read, as an entity tag: `"7"`. Any other is 409. */
                "If-Match"?: string;
            };
            path: {
                photoId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PersonsInput"];
            };
        };
        responses: {
            /** @description Done, no body. */
            204: {
                headers: {
                    /** @description The record's version. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminPhotosTagsUpdateV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version that the caller read, as an entity tag: `"7"`. Any other is 409. */
                "If-Match"?: string;
            };
            path: {
                photoId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NumbersInput"];
            };
        };
        responses: {
            /** @description Done, no body. */
            204: {
                headers: {
                    /** @description The record's version. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminRewardClaimsListV2: {
        parameters: {
            query?: {
                activityId?: string;
                createdBefore?: string;
                createdFrom?: string;
                marketingProgramId?: string;
                /** @description The first field counts most; a minus sign reverses the order. */
                ordering?: ("createdOn" | "-createdOn")[];
                /** @description Which page, from 1. */
                page?: number;
                /** @description How many results a page has. */
                pageSize?: number;
                participantId?: string;
                state?: "Closed" | "Kept" | "Open" | "TakenBack";
            };
            header?: {
                /** @description The tag of the answer that the caller has; while it is the same: 304. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description A weak tag of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedClaimOutputList"];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminRewardClaimsRetrieveV2: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                claimId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The record's version. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClaimOutput"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminRewardClaimsSettleUpdateV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version that the caller read, as an entity tag: `"7"`. Any other is 409. */
                "If-Match"?: string;
            };
            path: {
                claimId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClaimDecisionInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The record's version. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClaimOutput"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminRewardClaimsSettleBulkCreateV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of the caller's own, as a new guid. The same call with the same key within a day has its effects once and the same answer; with another body it is 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClaimDecisionsInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettledClaimsOutput"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminSelfiesCreateV2: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SelfieInput"];
                "multipart/form-data": components["schemas"]["SelfieUploadInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Calls that are left, and for how many seconds: `"tagger";r=9;t=5`. */
                    RateLimit?: string;
                    /** @description Calls in a window of seconds: `"tagger";q=600;w=60`. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SelfieOutput"];
                };
            };
            /** @description Done. */
            201: {
                headers: {
                    /** @description Calls that are left, and for how many seconds: `"tagger";r=9;t=5`. */
                    RateLimit?: string;
                    /** @description Calls in a window of seconds: `"tagger";q=600;w=60`. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SelfieOutput"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminSelfiesRetrieveV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The tag of the answer that the caller has; while it is the same: 304. */
                "If-None-Match"?: string;
            };
            path: {
                selfieId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description A weak tag of the content. */
                    ETag?: string;
                    /** @description Calls that are left, and for how many seconds: `"tagger";r=9;t=5`. */
                    RateLimit?: string;
                    /** @description Calls in a window of seconds: `"tagger";q=600;w=60`. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SelfieOutput"];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminSelfiesEraseCreateV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of the caller's own, as a new guid. The same call with the same key within a day has its effects once and the same answer; with another body it is 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                selfieId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["OptionalReasonInput"];
            };
        };
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderedErasureOutput"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminSettingsChangeTagatorSettingsPartialUpdateV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version that the caller read, as an entity tag: `"7"`. Any other is 409. */
                "If-Match"?: string;
            };
            path: {
                tagatorId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["TagatorSettingsInput"];
            };
        };
        responses: {
            /** @description Done, no body. */
            204: {
                headers: {
                    /** @description The record's version. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminSettingsTagatorSettingsRetrieveV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version that the caller has; while it is current, the answer is 304. */
                "If-None-Match"?: string;
            };
            path: {
                tagatorId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The record's version. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TagatorSettingsOutput"];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminStatisticsByAlbumsListV2: {
        parameters: {
            query?: {
                albumId?: string;
                /** @description Photos received, and tasks created, from this moment on. */
                from?: string;
                /** @description The first field counts most; a minus sign reverses the order. */
                ordering?: ("createdOn" | "-createdOn" | "name" | "-name" | "eventDate" | "-eventDate")[];
                /** @description Which page, from 1. */
                page?: number;
                /** @description How many results a page has. */
                pageSize?: number;
                tenantId?: string;
                /** @description … and before this one. */
                to?: string;
            };
            header?: {
                /** @description The tag of the answer that the caller has; while it is the same: 304. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description A weak tag of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedAlbumStatisticOutputList"];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminStatisticsTimeSheetsByIntervalListV2: {
        parameters: {
            query: {
                /** @description This moment is included. */
                from: string;
                interval: "day" | "week" | "month";
                /** @description Which page, from 1. */
                page?: number;
                /** @description How many results a page has. */
                pageSize?: number;
                tagatorId?: string;
                /** @description An IANA time zone, at whose midnights intervals begin. */
                timeZone?: string;
                /** @description This moment is not included. */
                to: string;
            };
            header?: {
                /** @description The tag of the answer that the caller has; while it is the same: 304. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description A weak tag of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedTimesheetOutputList"];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminTagatorsListV2: {
        parameters: {
            query?: {
                /** @description The first field counts most; a minus sign reverses the order. */
                ordering?: ("name" | "-name" | "email" | "-email" | "state" | "-state" | "ratePerTask" | "-ratePerTask" | "createdOn" | "-createdOn" | "updatedOn" | "-updatedOn")[];
                /** @description Which page, from 1. */
                page?: number;
                /** @description How many results a page has. */
                pageSize?: number;
                /** @description A part of the e-mail address, the name or the phone number. */
                search?: string;
                state?: "Active" | "Blocked";
            };
            header?: {
                /** @description The tag of the answer that the caller has; while it is the same: 304. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description A weak tag of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedTagatorOutputList"];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminTagatorsCreateV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of the caller's own, as a new guid. The same call with the same key within a day has its effects once and the same answer; with another body it is 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TagatorInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TagatorOutput"];
                };
            };
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TagatorOutput"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminTagatorsRetrieveV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version that the caller has; while it is current, the answer is 304. */
                "If-None-Match"?: string;
            };
            path: {
                tagatorId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The record's version. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TagatorOutput"];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminTagatorsPartialUpdateV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version that the caller read, as an entity tag: `"7"`. Any other is 409. */
                "If-Match"?: string;
            };
            path: {
                tagatorId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["TagatorChangeInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The record's version. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TagatorOutput"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminTagatorsPasswordCreateV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of the caller's own, as a new guid. The same call with the same key within a day has its effects once and the same answer; with another body it is 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                tagatorId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordInput"];
            };
        };
        responses: {
            /** @description Done, no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminTagatorsQualityRetrieveV2: {
        parameters: {
            query?: {
                /** @description This moment is included. */
                from?: string;
                /** @description This moment is not included. */
                to?: string;
            };
            header?: {
                /** @description The tag of the answer that the caller has; while it is the same: 304. */
                "If-None-Match"?: string;
            };
            path: {
                tagatorId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description A weak tag of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TagatorQualityOutput"];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminTagatorsStatisticRetrieveV2: {
        parameters: {
            query: {
                /** @description This moment is included. */
                from: string;
                /** @description This moment is not included. */
                to: string;
            };
            header?: {
                /** @description The tag of the answer that the caller has; while it is the same: 304. */
                "If-None-Match"?: string;
            };
            path: {
                tagatorId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description A weak tag of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatisticOutput"];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminTagatorsInvitationTaggingCreateV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of the caller's own, as a new guid. The same call with the same key within a day has its effects once and the same answer; with another body it is 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvitationInput"];
            };
        };
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitedOutput"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminTagatorsTagatorReportCreateV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of the caller's own, as a new guid. The same call with the same key within a day has its effects once and the same answer; with another body it is 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReportInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportOutput"];
                    "text/csv": Blob;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": Blob;
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminTaskAssignmentsListV2: {
        parameters: {
            query?: {
                exerciseId?: string;
                /** @description The first field counts most; a minus sign reverses the order. */
                ordering?: ("createdOn" | "-createdOn")[];
                /** @description Which page, from 1. */
                page?: number;
                /** @description How many results a page has. */
                pageSize?: number;
                state?: "Cancelled" | "Failed" | "Finished" | "Running" | "Waiting";
            };
            header?: {
                /** @description The tag of the answer that the caller has; while it is the same: 304. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description A weak tag of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedAssignmentOutputList"];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminTaskAssignmentsCreateV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of the caller's own, as a new guid. The same call with the same key within a day has its effects once and the same answer; with another body it is 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AssignmentInput"];
            };
        };
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssignmentOutput"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminTaskAssignmentsRetrieveV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The tag of the answer that the caller has; while it is the same: 304. */
                "If-None-Match"?: string;
            };
            path: {
                assignmentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description A weak tag of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssignmentWithLinesOutput"];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminTaskAssignmentsCancelUpdateV2: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                assignmentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssignmentOutput"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminTaskAssignmentsPreviewCreateV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of the caller's own, as a new guid. The same call with the same key within a day has its effects once and the same answer; with another body it is 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AssignmentInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssignmentPreviewOutput"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminTasksCallbackCreateV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of the caller's own, as a new guid. The same call with the same key within a day has its effects once and the same answer; with another body it is 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TaskCallbackInput"];
            };
        };
        responses: {
            /** @description Done, no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminTenantsRetrieveV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version that the caller has; while it is current, the answer is 304. */
                "If-None-Match"?: string;
            };
            path: {
                tenantId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The record's version. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TenantOutput"];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminTenantsRecognitionUpdateV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version that the caller read, as an entity tag: `"7"`. Any other is 409. */
                "If-Match"?: string;
            };
            path: {
                tenantId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecognitionStateInput"];
            };
        };
        responses: {
            /** @description Done, no body. */
            204: {
                headers: {
                    /** @description The record's version. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminTokenCreateV2: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CredentialsInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Calls that are left, and for how many seconds: `"tagger";r=9;t=5`. */
                    RateLimit?: string;
                    /** @description Calls in a window of seconds: `"tagger";q=600;w=60`. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokensOutput"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    adminTokenRefreshCreateV2: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefreshInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Calls that are left, and for how many seconds: `"tagger";r=9;t=5`. */
                    RateLimit?: string;
                    /** @description Calls in a window of seconds: `"tagger";q=600;w=60`. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokensOutput"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    clientAccountsRetrieveV2: {
        parameters: {
            query?: {
                timeZone?: string;
            };
            header?: {
                /** @description The tag of the answer that the caller has; while it is the same: 304. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description A weak tag of the content. */
                    ETag?: string;
                    /** @description Calls that are left, and for how many seconds: `"tagger";r=9;t=5`. */
                    RateLimit?: string;
                    /** @description Calls in a window of seconds: `"tagger";q=600;w=60`. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TagatorAccountOutput"];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    clientAccountsPartialUpdateV2: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignedInTagatorInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Calls that are left, and for how many seconds: `"tagger";r=9;t=5`. */
                    RateLimit?: string;
                    /** @description Calls in a window of seconds: `"tagger";q=600;w=60`. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedInTagatorOutput"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    clientAccountsFiguresRetrieveV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The tag of the answer that the caller has; while it is the same: 304. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description A weak tag of the content. */
                    ETag?: string;
                    /** @description Calls that are left, and for how many seconds: `"tagger";r=9;t=5`. */
                    RateLimit?: string;
                    /** @description Calls in a window of seconds: `"tagger";q=600;w=60`. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TagatorFiguresOutput"];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    clientAccountsPasswordCreateV2: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OwnPasswordInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Calls that are left, and for how many seconds: `"tagger";r=9;t=5`. */
                    RateLimit?: string;
                    /** @description Calls in a window of seconds: `"tagger";q=600;w=60`. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInOutput"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    clientAccountsRefreshCreateV2: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefreshInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Calls that are left, and for how many seconds: `"tagger";r=9;t=5`. */
                    RateLimit?: string;
                    /** @description Calls in a window of seconds: `"tagger";q=600;w=60`. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInOutput"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    clientAccountsSigninCreateV2: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignInInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Calls that are left, and for how many seconds: `"tagger";r=9;t=5`. */
                    RateLimit?: string;
                    /** @description Calls in a window of seconds: `"tagger";q=600;w=60`. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInOutput"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    clientAccountsTrialRetrieveV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The tag of the answer that the caller has; while it is the same: 304. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description A weak tag of the content. */
                    ETag?: string;
                    /** @description Calls that are left, and for how many seconds: `"tagger";r=9;t=5`. */
                    RateLimit?: string;
                    /** @description Calls in a window of seconds: `"tagger";q=600;w=60`. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaggerTrialOutput"];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    clientAlbumsCustomTagsRetrieveV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The tag of the answer that the caller has; while it is the same: 304. */
                "If-None-Match"?: string;
            };
            path: {
                albumId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description A weak tag of the content. */
                    ETag?: string;
                    /** @description Calls that are left, and for how many seconds: `"tagger";r=9;t=5`. */
                    RateLimit?: string;
                    /** @description Calls in a window of seconds: `"tagger";q=600;w=60`. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomTagsOutput"];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    clientAlbumsTaggingGuideRetrieveV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The tag of the answer that the caller has; while it is the same: 304. */
                "If-None-Match"?: string;
            };
            path: {
                albumId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description A weak tag of the content. */
                    ETag?: string;
                    /** @description Calls that are left, and for how many seconds: `"tagger";r=9;t=5`. */
                    RateLimit?: string;
                    /** @description Calls in a window of seconds: `"tagger";q=600;w=60`. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShownGuideOutput"];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    clientAlbumsTaggingGuidePicturesRetrieveV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The tag of the answer that the caller has; while it is the same: 304. */
                "If-None-Match"?: string;
            };
            path: {
                albumId: string;
                photoId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    /** @description A weak tag of the content. */
                    ETag?: string;
                    /** @description Calls that are left, and for how many seconds: `"tagger";r=9;t=5`. */
                    RateLimit?: string;
                    /** @description Calls in a window of seconds: `"tagger";q=600;w=60`. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "image/jpeg": Blob;
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    clientAlbumsTaggingHintRetrieveV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The tag of the answer that the caller has; while it is the same: 304. */
                "If-None-Match"?: string;
            };
            path: {
                albumId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description A weak tag of the content. */
                    ETag?: string;
                    /** @description Calls that are left, and for how many seconds: `"tagger";r=9;t=5`. */
                    RateLimit?: string;
                    /** @description Calls in a window of seconds: `"tagger";q=600;w=60`. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaggingHintOutput"];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    clientAutoTaggingTasksCallbackCreateV2: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NumberCallbackInput"];
            };
        };
        responses: {
            /** @description Done, no body. */
            202: {
                headers: {
                    /** @description Calls that are left, and for how many seconds: `"tagger";r=9;t=5`. */
                    RateLimit?: string;
                    /** @description Calls in a window of seconds: `"tagger";q=600;w=60`. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    clientAvatarTasksCallbackCreateV2: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SelfieCallbackInput"];
            };
        };
        responses: {
            /** @description Done, no body. */
            202: {
                headers: {
                    /** @description Calls that are left, and for how many seconds: `"tagger";r=9;t=5`. */
                    RateLimit?: string;
                    /** @description Calls in a window of seconds: `"tagger";q=600;w=60`. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    clientBalancesRetrieveV2: {
        parameters: {
            query?: {
                /** @description A moment until now; the balance as it was then. Left out: as it is. */
                at?: string;
            };
            header?: {
                /** @description The version that the caller has; while it is current, the answer is 304. */
                "If-None-Match"?: string;
            };
            path: {
                participantId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The record's version. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BalanceAtOutput"];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    clientBalancesOperationsListV2: {
        parameters: {
            query?: {
                from?: string;
                /** @description Which page, from 1. */
                page?: number;
                /** @description How many results a page has. */
                pageSize?: number;
                to?: string;
            };
            header?: {
                /** @description The tag of the answer that the caller has; while it is the same: 304. */
                "If-None-Match"?: string;
            };
            path: {
                participantId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description A weak tag of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedAccountOperationOutputList"];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    clientParticipantsActivitiesListV2: {
        parameters: {
            query?: {
                from?: string;
                /** @description Which page, from 1. */
                page?: number;
                /** @description How many results a page has. */
                pageSize?: number;
                to?: string;
            };
            header?: {
                /** @description The tag of the answer that the caller has; while it is the same: 304. */
                "If-None-Match"?: string;
            };
            path: {
                participantId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description A weak tag of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedOwnActivityOutputList"];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    clientParticipantsLimitsListV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The tag of the answer that the caller has; while it is the same: 304. */
                "If-None-Match"?: string;
            };
            path: {
                participantId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description A weak tag of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AllowanceOutput"][];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    clientParticipantsTasksListV2: {
        parameters: {
            query?: {
                /** @description Which page, from 1. */
                page?: number;
                /** @description How many results a page has. */
                pageSize?: number;
            };
            header?: {
                /** @description The tag of the answer that the caller has; while it is the same: 304. */
                "If-None-Match"?: string;
            };
            path: {
                participantId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description A weak tag of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedOpenTaskOutputList"];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    clientQuestionsListV2: {
        parameters: {
            query?: {
                /** @description Which page, from 1. */
                page?: number;
                /** @description How many results a page has. */
                pageSize?: number;
            };
            header?: {
                /** @description The tag of the answer that the caller has; while it is the same: 304. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description A weak tag of the content. */
                    ETag?: string;
                    /** @description Calls that are left, and for how many seconds: `"tagger";r=9;t=5`. */
                    RateLimit?: string;
                    /** @description Calls in a window of seconds: `"tagger";q=600;w=60`. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedQuestionOutputList"];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    clientSelfiesCreateV2: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SelfieInput"];
                "multipart/form-data": components["schemas"]["SelfieUploadInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Calls that are left, and for how many seconds: `"tagger";r=9;t=5`. */
                    RateLimit?: string;
                    /** @description Calls in a window of seconds: `"tagger";q=600;w=60`. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SelfieOutput"];
                };
            };
            /** @description Done. */
            201: {
                headers: {
                    /** @description Calls that are left, and for how many seconds: `"tagger";r=9;t=5`. */
                    RateLimit?: string;
                    /** @description Calls in a window of seconds: `"tagger";q=600;w=60`. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SelfieOutput"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    clientSelfiesRetrieveV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The tag of the answer that the caller has; while it is the same: 304. */
                "If-None-Match"?: string;
            };
            path: {
                selfieId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description A weak tag of the content. */
                    ETag?: string;
                    /** @description Calls that are left, and for how many seconds: `"tagger";r=9;t=5`. */
                    RateLimit?: string;
                    /** @description Calls in a window of seconds: `"tagger";q=600;w=60`. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SelfieOutput"];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    clientSelfiesImageRetrieveV2: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                selfieId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    /** @description Calls that are left, and for how many seconds: `"tagger";r=9;t=5`. */
                    RateLimit?: string;
                    /** @description Calls in a window of seconds: `"tagger";q=600;w=60`. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "image/jpeg": Blob;
                    "image/png": Blob;
                    "image/webp": Blob;
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    clientWorksCreateV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of the caller's own, as a new guid. The same call with the same key within a day has its effects once and the same answer; with another body it is 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WorkInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Calls that are left, and for how many seconds: `"tagger";r=9;t=5`. */
                    RateLimit?: string;
                    /** @description Calls in a window of seconds: `"tagger";q=600;w=60`. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkOutput"];
                };
            };
            /** @description Done. */
            201: {
                headers: {
                    /** @description Calls that are left, and for how many seconds: `"tagger";r=9;t=5`. */
                    RateLimit?: string;
                    /** @description Calls in a window of seconds: `"tagger";q=600;w=60`. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkOutput"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    clientWorksRetrieveV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The tag of the answer that the caller has; while it is the same: 304. */
                "If-None-Match"?: string;
            };
            path: {
                workId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description A weak tag of the content. */
                    ETag?: string;
                    /** @description Calls that are left, and for how many seconds: `"tagger";r=9;t=5`. */
                    RateLimit?: string;
                    /** @description Calls in a window of seconds: `"tagger";q=600;w=60`. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkOutput"];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    clientWorksTasksListV2: {
        parameters: {
            query?: {
                /** @description Which page, from 1. */
                page?: number;
                /** @description How many results a page has. */
                pageSize?: number;
            };
            header?: {
                /** @description The tag of the answer that the caller has; while it is the same: 304. */
                "If-None-Match"?: string;
            };
            path: {
                workId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description A weak tag of the content. */
                    ETag?: string;
                    /** @description Calls that are left, and for how many seconds: `"tagger";r=9;t=5`. */
                    RateLimit?: string;
                    /** @description Calls in a window of seconds: `"tagger";q=600;w=60`. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientPaginatedTaskOutputList"];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    clientWorksTasksCompleteUpdateV2: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                taskId: string;
                workId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, no body. */
            204: {
                headers: {
                    /** @description Calls that are left, and for how many seconds: `"tagger";r=9;t=5`. */
                    RateLimit?: string;
                    /** @description Calls in a window of seconds: `"tagger";q=600;w=60`. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    clientWorksTasksPictureRetrieveV2: {
        parameters: {
            query?: {
                /** @description The longer side has at most 1280 or 2048 pixels. `imageUrl` is the original. */
                size?: "screen" | "large";
            };
            header?: {
                /** @description The tag of the answer that the caller has; while it is the same: 304. */
                "If-None-Match"?: string;
            };
            path: {
                taskId: string;
                workId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    /** @description A weak tag of the content. */
                    ETag?: string;
                    /** @description Calls that are left, and for how many seconds: `"tagger";r=9;t=5`. */
                    RateLimit?: string;
                    /** @description Calls in a window of seconds: `"tagger";q=600;w=60`. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "image/jpeg": Blob;
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    clientWorksTasksQuestionsCreateV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of the caller's own, as a new guid. The same call with the same key within a day has its effects once and the same answer; with another body it is 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                taskId: string;
                workId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["QuestionInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Calls that are left, and for how many seconds: `"tagger";r=9;t=5`. */
                    RateLimit?: string;
                    /** @description Calls in a window of seconds: `"tagger";q=600;w=60`. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuestionOutput"];
                };
            };
            /** @description Done. */
            201: {
                headers: {
                    /** @description Calls that are left, and for how many seconds: `"tagger";r=9;t=5`. */
                    RateLimit?: string;
                    /** @description Calls in a window of seconds: `"tagger";q=600;w=60`. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuestionOutput"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    clientWorksTasksReopenUpdateV2: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                taskId: string;
                workId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, no body. */
            204: {
                headers: {
                    /** @description Calls that are left, and for how many seconds: `"tagger";r=9;t=5`. */
                    RateLimit?: string;
                    /** @description Calls in a window of seconds: `"tagger";q=600;w=60`. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    clientWorksTasksSeriesRetrieveV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The tag of the answer that the caller has; while it is the same: 304. */
                "If-None-Match"?: string;
            };
            path: {
                taskId: string;
                workId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description A weak tag of the content. */
                    ETag?: string;
                    /** @description Calls that are left, and for how many seconds: `"tagger";r=9;t=5`. */
                    RateLimit?: string;
                    /** @description Calls in a window of seconds: `"tagger";q=600;w=60`. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeriesOutput"];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    clientWorksTasksSkipUpdateV2: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                taskId: string;
                workId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SkipInput"];
            };
        };
        responses: {
            /** @description Done, no body. */
            204: {
                headers: {
                    /** @description Calls that are left, and for how many seconds: `"tagger";r=9;t=5`. */
                    RateLimit?: string;
                    /** @description Calls in a window of seconds: `"tagger";q=600;w=60`. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    clientWorksTasksStartListRetrieveV2: {
        parameters: {
            query: {
                /** @description As typed so far; with letters where the album's numbers have some. */
                digits: string;
            };
            header?: {
                /** @description The tag of the answer that the caller has; while it is the same: 304. */
                "If-None-Match"?: string;
            };
            path: {
                taskId: string;
                workId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description A weak tag of the content. */
                    ETag?: string;
                    /** @description Calls that are left, and for how many seconds: `"tagger";r=9;t=5`. */
                    RateLimit?: string;
                    /** @description Calls in a window of seconds: `"tagger";q=600;w=60`. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartListOutput"];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    clientWorksTasksSuggestionsRetrieveV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The tag of the answer that the caller has; while it is the same: 304. */
                "If-None-Match"?: string;
            };
            path: {
                taskId: string;
                workId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description A weak tag of the content. */
                    ETag?: string;
                    /** @description Calls that are left, and for how many seconds: `"tagger";r=9;t=5`. */
                    RateLimit?: string;
                    /** @description Calls in a window of seconds: `"tagger";q=600;w=60`. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuggestionsOutput"];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    clientWorksTasksTagsCreateV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of the caller's own, as a new guid. The same call with the same key within a day has its effects once and the same answer; with another body it is 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                taskId: string;
                workId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AddTagsInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Calls that are left, and for how many seconds: `"tagger";r=9;t=5`. */
                    RateLimit?: string;
                    /** @description Calls in a window of seconds: `"tagger";q=600;w=60`. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskTagsOutput"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    clientWorksTasksTagsDestroyV2: {
        parameters: {
            query?: {
                /** @description A custom tag. */
                customTag?: string;
                /** @description A start number. */
                value?: string;
            };
            header?: never;
            path: {
                taskId: string;
                workId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Calls that are left, and for how many seconds: `"tagger";r=9;t=5`. */
                    RateLimit?: string;
                    /** @description Calls in a window of seconds: `"tagger";q=600;w=60`. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskTagsOutput"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    clientWorksCurrentRetrieveV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The tag of the answer that the caller has; while it is the same: 304. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description A weak tag of the content. */
                    ETag?: string;
                    /** @description Calls that are left, and for how many seconds: `"tagger";r=9;t=5`. */
                    RateLimit?: string;
                    /** @description Calls in a window of seconds: `"tagger";q=600;w=60`. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkOutput"];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    clientWorksWaitingRetrieveV2: {
        parameters: {
            query?: {
                /** @description Of this album alone; left out: of all. */
                albumId?: string;
            };
            header?: {
                /** @description The tag of the answer that the caller has; while it is the same: 304. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description A weak tag of the content. */
                    ETag?: string;
                    /** @description Calls that are left, and for how many seconds: `"tagger";r=9;t=5`. */
                    RateLimit?: string;
                    /** @description Calls in a window of seconds: `"tagger";q=600;w=60`. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WaitingOutput"];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    internalAlbumsRetrieveV1: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                albumId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The record's version. */
                    ETag?: string;
                    /** @description When this version of the endpoint was deprecated (RFC 9745). */
                    Deprecation?: string;
                    /** @description Its successor, `rel=successor-version`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalAlbumOutputV1"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    internalAlbumsRetrieveV2: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                albumId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The record's version. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalAlbumOutput"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    internalAlbumsCounterPhotosRetrieveV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The tag of the answer that the caller has; while it is the same: 304. */
                "If-None-Match"?: string;
            };
            path: {
                albumId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description A weak tag of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PhotoCountOutput"];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    internalPhotosTasksCancelCreateV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of the caller's own, as a new guid. The same call with the same key within a day has its effects once and the same answer; with another body it is 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                photoId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CancelTaskInput"];
            };
        };
        responses: {
            /** @description Done, no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    internalStatisticsTagatorsListV2: {
        parameters: {
            query: {
                /** @description This moment is included. */
                from: string;
                /** @description Which page, from 1. */
                page?: number;
                /** @description How many results a page has. */
                pageSize?: number;
                /** @description This moment is not included. */
                to: string;
            };
            header?: {
                /** @description The tag of the answer that the caller has; while it is the same: 304. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description A weak tag of the content. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaginatedTagatorStatisticOutputList"];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    internalTagatorsRetrieveV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version that the caller has; while it is current, the answer is 304. */
                "If-None-Match"?: string;
            };
            path: {
                tagatorId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The record's version. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TagatorOutput"];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    callbackActivitiesCreateV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of the caller's own, as a new guid. The same call with the same key within a day has its effects once and the same answer; with another body it is 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ActivityInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceivedOutput"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    callbackSporadicActivitiesCallbackActivityAcceptedCreateV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of the caller's own, as a new guid. The same call with the same key within a day has its effects once and the same answer; with another body it is 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CallbackInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceivedOutput"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    callbackSporadicActivitiesCallbackActivityRejectedCreateV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of the caller's own, as a new guid. The same call with the same key within a day has its effects once and the same answer; with another body it is 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CallbackInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceivedOutput"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    callbackSportActivitiesCallbackActivityAcceptedCreateV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of the caller's own, as a new guid. The same call with the same key within a day has its effects once and the same answer; with another body it is 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CallbackInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceivedOutput"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    callbackSportActivitiesCallbackActivityRejectedCreateV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of the caller's own, as a new guid. The same call with the same key within a day has its effects once and the same answer; with another body it is 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CallbackInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceivedOutput"];
                };
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
    activityActivitiesRetrieveV2: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version that the caller has; while it is current, the answer is 304. */
                "If-None-Match"?: string;
            };
            path: {
                activityId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The record's version. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivityOutput"];
                };
            };
            /** @description The caller has what it is now. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemOutput"];
                };
            };
        };
    };
}
