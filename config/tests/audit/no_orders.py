"""Entrances that change nothing, or whose changes stand elsewhere; by the reason."""

from collections.abc import Mapping, Sequence


def _by_name(reasons: Mapping[str, Sequence[str]]) -> Mapping[str, str]:
    return {name: reason for reason, names in reasons.items() for name in names}


ASKS = "It asks; the action of the list that takes the answer is the order."
SHOWS = "It shows something, and changes nothing."

API = _by_name(
    {
        SHOWS: [
            "AlbumViews.preview",
            "AssignmentViews.preview",
            "ExaminationViews.examine",
            "FormulaViews.check",
            "TagatorStatisticViews.report",
            "TryingViews.create",
        ],
        "What services send stands in the histories.": [
            "ActivityCallbacks.create",
            "NumberCallbackViews.receive",
            "SelfieCallbackViews.receive",
            "SporadicActivityCallbacks.accepted",
            "SporadicActivityCallbacks.rejected",
            "SportActivityCallbacks.accepted",
            "SportActivityCallbacks.rejected",
            "TaskCallbackViews.receive",
        ],
        "A participant looks for themselves; the selfie is kept with its answer.": [
            "SelfieViews.create"
        ],
        "Sign-ins stand in the log of access.": [
            "SignInViews.refresh",
            "SignInViews.sign_in",
            "TokenViews.refresh",
            "TokenViews.sign_in",
        ],
        "The work of taggers stands in the history of tasks.": [
            "TaggingTaskViews.add_tags",
            "TaggingTaskViews.complete",
            "TaggingTaskViews.delete_tag",
            "TaggingTaskViews.reopen",
            "TaggingTaskViews.skip",
            "WorkViews.create",
        ],
    }
)
STAFF = _by_name(
    {
        SHOWS: [
            "activities.activity <path:object_id>/reward/",
            "activities.activity failures/",
            "activities.activity compare-former/",
            "exports.export <uuid:export_id>/file/",
            "rewards.rewardformula template/",
            "recognition.photo compare-former/",
            "recognition.account <path:object_id>/test-connection/",
            "recognition.album <path:object_id>/persons/",
            "recognition.album <uuid:album_id>/start-list/",
            "recognition.album <uuid:album_id>/persons/<path:person_id>/",
            "recognition.album <uuid:album_id>/runners/<uuid:selfie_id>/",
            "recognition.album <uuid:album_id>/standing/",
            "recognition.competitorinstance <path:object_id>/test-connection/",
            "recognition.numberproviderstanding <path:object_id>/test-connection/",
            "recognition.photo <uuid:photo_id>/face/<path:person_id>",
            "recognition.photo <uuid:photo_id>/picture/<str:size>",
            "rewards.balance <path:object_id>/statement/",
            "rewards.rewardcorrection <path:object_id>/csv/",
            "rewards.rewardformula <path:object_id>/correct/",
            "rewards.rewardformula faults/",
            "rewards.rewardformula try/",
            "tagging.albumguide preview/",
            "tagging.paidmonth <int:month_id>/sheet/",
            "tagging.taggingtask <path:object_id>/mark-known/",
            "tagging.taggingtask board/",
            "tagging.timesheet report/",
        ],
        ASKS: [
            "messaging.deadletter <path:object_id>/put-aside/",
            "messaging.deadletter <path:object_id>/send-again/",
            "messaging.outage <path:object_id>/end/",
            "messaging.outboxmessage <path:object_id>/send-again/",
            "recognition.account <path:object_id>/end-pause/",
            "recognition.album <path:object_id>/process-again/",
            "recognition.album <path:object_id>/process-from-scratch/",
            "recognition.album <path:object_id>/switch-recognition/",
            "recognition.competitorinstance <path:object_id>/end-pause/",
            "recognition.numberproviderstanding <path:object_id>/end-pause/",
            "recognition.photo <path:object_id>/process-again/",
            "recognition.photo <path:object_id>/process-from-scratch/",
            "recognition.photo failed-again/",
            "recognition.tenant <path:object_id>/switch-recognition/",
        ],
        "Expired attempts to sign in go by themselves.": [
            "axes.accessattempt action cleanup_expired_attempts"
        ],
        "There is no such page.": ["auth.user <id>/password/"],
        "All of its fields are only shown.": [
            "programs.participant change",
            "axes.accessattempt change",
            "axes.accessfailurelog change",
            "axes.accesslog change",
        ],
    }
)
PAGES = _by_name(
    {
        SHOWS: [
            "",
            "admin/",
            "admin/search/",
            "admin/autocomplete/",
            "admin/jsi18n/",
            "admin/password_change/done/",
            "admin/r/<path:content_type_id>/<path:object_id>/",
            "password/done",
            "password/sent",
            "workbench/",
            "workbench/catalogue.js",
            "workbench/worker.js",
        ],
        "It asks for a link; the page that the link opens is the order.": ["password/"],
        "Sign-ins stand in the log of access.": ["admin/login/", "admin/logout/", "second-step/"],
    }
)
COMMANDS = _by_name(
    {
        SHOWS: [
            "check_openapi",
            "compare_former",
            "explain_activity",
            "explain_photo",
            "export_all",
            "list_face_images",
            "verify_balances",
            "verify_limits",
            "verify_rewards",
            "version",
        ],
        "It runs a process.": ["consume_events"],
        "It declares queues; no record changes.": ["declare_bus"],
        "It publishes as another service would; what receives it changes records.": ["publish"],
        "It changes tables; Django notes each migration.": ["migrate"],
    }
)
