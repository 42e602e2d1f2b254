"""The codes of refusals stay as clients know them, also where a class gets another name."""

from collections.abc import Iterator
from importlib import import_module

from django.conf import settings

from foundation.records.refusals import Refusal

CODES = [
    "account-in-use", "account-name-taken", "account-not-found", "account-not-set-up",
    "account-space-in-use", "account-space-not-found", "account-taken", "activation-is-settled",
    "activation-not-found", "activator-is-author", "activator-is-requester",
    "activity-has-other-data", "activity-not-found", "activity-of-another-participant",
    "activity-of-another-type", "activity-replay-not-found", "activity-type-unknown",
    "activity-unfit", "album-not-found", "album-of-another-tenant", "album-text-not-found",
    "album-unknown", "albums-move-to-itself", "albums-move-under-way", "albums-not-moved",
    "another-person-needed", "another-revision-requested", "answer-empty", "approval-is-settled",
    "approval-not-found", "approval-rejected-without-reason", "approval-requester-differs",
    "approver-is-requester", "assignment-is-over", "assignment-unfinished",
    "balance-changed-meanwhile", "balance-not-found", "balance-out-of-range", "claim-is-settled",
    "claim-reason-too-long", "competitor-instance-not-found", "competitor-name-taken", "conflict",
    "correction-invalid", "correction-is-over", "correction-is-requested",
    "correction-not-approved", "correction-not-requested", "correction-reason-invalid",
    "criteria-invalid", "custom-tag-in-use", "custom-tag-unknown", "dead-letter-not-found",
    "disagreement-not-found", "disagreement-settled", "dry-run-is-over", "dry-run-not-found",
    "dry-run-unfinished", "email-taken", "ends-before-start", "erasure-not-found",
    "event-has-other-data", "event-unreadable", "exercise-not-found", "exercise-of-another-program",
    "external-id-in-use", "external-id-taken", "face-provider-unusable", "faces-not-recognised",
    "files-changed", "fixed-field-differs", "forbidden", "former-line-unreadable",
    "formula-always-fails", "formula-changed-since-request", "formula-invalid",
    "golden-example-invalid", "golden-example-name-taken", "golden-example-not-found",
    "golden-examples-broken", "guide-not-accepted", "id-is-nil", "id-repeated", "id-taken",
    "idempotency-key-reused", "image-unusable", "import-refused", "inputs-invalid", "invalid",
    "invalid-adjustment", "invalid-amount", "invalid-operation", "job-not-found",
    "known-answer-not-found", "known-answers-refused", "limit-invalid", "list-not-exported",
    "marketing-program-not-found", "moment-to-come", "month-not-next", "month-not-over",
    "no-disagreement", "no-mail-address", "no-tasks", "no-trial", "no-work", "not-a-tagator",
    "not-found", "nothing-to-correct", "nothing-to-read-again", "nothing-to-take-back",
    "number-not-accepted", "operation-exists-with-other-data", "operation-id-of-activity",
    "order-incomplete", "other-draft-invalid", "other-import-unfinished", "other-person-unknown",
    "outbox-message-not-found", "participant-blocked", "participant-erased",
    "participant-exercise-task-not-found", "participant-not-found", "password-link-used",
    "pay-changed", "period-invalid", "person-job-not-found", "person-merged-already",
    "person-not-found", "person-not-on-photo", "persons-merged", "photo-deleted",
    "photo-has-tagging-task", "photo-not-found", "photo-not-waiting", "photo-question-not-found",
    "photo-was-deleted", "picture-not-available", "picture-not-in-guide", "preview-unfinished",
    "reading-again-under-way", "recogniser-away", "rejection-without-reason", "request-not-found",
    "requester-differs", "revision-is-active", "reward-claim-not-found",
    "reward-correction-not-found", "reward-formula-not-found", "reward-is-set",
    "reward-limit-not-found", "reward-not-credited", "reward-not-set", "same-person",
    "search-invalid", "second-factor-set-up", "segment-invalid", "selfie-differs", "selfie-erased",
    "selfie-image-not-found", "selfie-not-found", "space-name-taken", "start-list-unavailable",
    "suitable-participant-exercise-task-not-found", "sweep-invalid", "tagator-blocked",
    "tagator-not-blocked", "tagator-not-found", "tagator-unknown", "task-already-used",
    "task-assignment-not-found", "task-cancelled", "task-completed", "task-id-taken",
    "task-is-cancelled", "task-managers-decide", "task-not-found", "task-of-another-exercise",
    "task-taken", "task-taken-by-another-activity", "tenant-not-found", "time-zone-unknown",
    "too-many-exports", "too-many-golden-examples", "too-many-limits", "too-many-pictures",
    "too-many-tags", "trial-not-passed", "try-unclear", "unavailable", "unknown-parameter",
    "unreadable-activity-event", "validity-invalid", "validity-is-live", "version-conflict",
    "weak-password", "work-completed", "work-expired", "work-not-found", "wrong-code",
    "wrong-password",
]  # fmt: skip


def refusals(of: type[Refusal] = Refusal) -> Iterator[type[Refusal]]:
    for kind in of.__subclasses__():
        yield kind
        yield from refusals(kind)


def test_every_code_is_one_that_clients_know():
    import_module(settings.ROOT_URLCONF)  # and with it every command that can refuse
    import_module("foundation.messaging.bus.intake")  # of events, which no address reaches

    ours = {kind.code for kind in refusals() if ".tests." not in kind.__module__}

    assert sorted(ours) == CODES
