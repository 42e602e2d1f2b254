"""A scenario for each order over the APIs: the ids in the address, and the body.

Without a body the operation's example is sent.
"""

from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID, uuid4

from django.contrib.auth.models import User
from django.utils import timezone

from activities.tests.calls.rewarded import claimed
from activities.tests.factories import ActivityFactory
from programs.tests.factories import (
    ExerciseFactory,
    MarketingProgramFactory,
    ParticipantExerciseTaskFactory,
    ParticipantFactory,
    waiting_assignment,
)
from recognition.models import AlbumText, PersonApart, PersonMerge, Photo, Selfie
from recognition.tests.factories import (
    AccountFactory,
    AccountSpaceFactory,
    AlbumFactory,
    PhotoFactory,
    TenantFactory,
)
from recognition.tests.play.selfie_pictures import picture_sent
from rewards.tests.corrections.corrected import staged
from rewards.tests.dry_runs.months import started
from rewards.tests.factories import (
    active_formula,
    credited,
    draft_formula,
    golden_example,
    limited,
    requested_activation,
)
from tagging.models import Tagator, TagatorSettings
from tagging.tests.factories import PASSWORD, new_tagator, taken_work, tasks_of, waiting_photo

Given = dict[str, Any]


def photo(**fields: Any) -> Given:
    found = PhotoFactory.create(**fields)
    return {"photo_id": found.pk, "album_id": found.album_id}


def photo_with_person() -> Given:
    given = photo()
    Photo.objects.get(pk=given["photo_id"]).persons.create(person_id="p1")
    return given


def person() -> Given:
    given = photo_with_person()
    return {"album_id": given["album_id"], "person_id": "p1"}


def two_persons() -> Given:
    given = photo_with_person()
    other = PhotoFactory.create(album_id=given["album_id"])
    other.persons.create(person_id="p2")
    return {"album_id": given["album_id"], "person_id": "p1"}


def merged_person() -> Given:
    given = two_persons()
    PersonMerge.objects.create(**given, into="p2", merged_on=timezone.now())
    return given


def persons_apart() -> Given:
    given = two_persons()
    PersonApart.objects.create(**given, other="p2")
    return given


def selfie() -> Selfie:
    return Selfie.objects.create(album=AlbumFactory.create(), state="NotFound")


def selfie_sent() -> Given:
    body = {"albumId": str(AlbumFactory.create(strategy="FaceNumber").pk), "image": picture_sent()}
    return {"body": body, "format": "multipart"}


def text_of_album() -> Given:
    found = AlbumText.objects.create(album=AlbumFactory.create(), value="21", words="#", photos=9)
    return {"album_id": found.album_id, "text_id": found.pk}


def album(**fields: Any) -> Given:
    return {"album_id": AlbumFactory.create(**fields).pk}


def space() -> Given:
    found = AccountSpaceFactory.create()
    return {"account_id": found.account_id, "account_space_id": found.pk}


def account() -> Given:
    return {"account_id": AccountFactory.create().pk}


def participant(**fields: Any) -> Given:
    return {"participant_id": ParticipantFactory.create(**fields).pk}


def formula(**fields: Any) -> Given:
    return {"formula_id": draft_formula(**fields).pk}


def activation(by: str = "cleo") -> Given:
    found = requested_activation(by)
    return {"formula_id": found.formula_id, "activation_id": found.pk}


def example() -> Given:
    found = golden_example()
    return {"formula_id": found.formula_id, "example_id": found.pk}


def ordered_formulas() -> Given:
    program = MarketingProgramFactory.create()
    first, second = (active_formula(program_id=program.pk, name=name) for name in "ab")
    ids = [str(second.pk), str(first.pk)]
    return {
        "body": {
            "marketingProgramId": str(program.pk),
            "activityType": "SportActivity",
            "formulaIds": ids,
        }
    }


def limit() -> Given:
    found = limited()
    return {"marketing_program_id": found.program_id, "limit_id": found.pk}


def correction_of(**stage: Any) -> Given:
    return {"correction_id": staged(**stage).pk}


def dry_run() -> Given:
    return {"dry_run_id": started(draft_formula()).pk}


def tagator(**fields: Any) -> Given:
    return {"tagator_id": new_tagator(**fields).pk}


def own_account() -> Given:
    """Make the caller a tagger."""
    user = User.objects.get(username="ann")
    # Always the same id: which tagger a user is, is remembered.
    Tagator.objects.create(id=UUID(int=7), user=user, email="ann@example.org", name="Ann")
    return {}


def task_in_own_hand() -> Given:
    """Return a task in the hand of the caller, who is a tagger."""
    own_account()
    waiting_photo()
    TagatorSettings.objects.create(tagator_id=UUID(int=7))
    work = taken_work(Tagator.objects.get(pk=UUID(int=7)))
    return {"work_id": work.pk, "task_id": tasks_of(work)[0].pk}


def task() -> Given:
    found = ParticipantExerciseTaskFactory.create()
    return {"participant_exercise_task_id": found.pk}


def new_task() -> Given:
    exercise = ExerciseFactory.create()
    participant = ParticipantFactory.create(program=exercise.program)
    body = {"participantId": str(participant.pk), "exerciseId": str(exercise.pk), "criteria": {}}
    return {"participant_exercise_task_id": uuid4(), "body": body}


def _program() -> str:
    return str(MarketingProgramFactory.create().pk)


def _items(given: Given, key: str, name: str) -> Given:
    """Return a bulk of one item, made of a single one."""
    return {"body": {"items": [{name: str(given[key]), **given["body"]}]}}


def new_participant() -> Given:
    return {
        "participant_id": uuid4(),
        "body": {"marketingProgramId": _program(), "state": "Active"},
    }


def new_exercise() -> Given:
    body = {"marketingProgramId": _program(), "name": "Run", "activityType": "SportActivity"}
    return {"exercise_id": uuid4(), "body": body}


def new_program() -> Given:
    return {"marketing_program_id": uuid4(), "body": {"name": "Spring", "isNewScheme": True}}


API: Mapping[str, Callable[[], Given]] = {
    "ActivationViews.approve": lambda: {**activation(), "body": {"revision": 1}},
    "ActivationViews.create": lambda: {**formula(), "body": {"revision": 1}},
    "ActivationViews.reject": activation,
    "ActivationViews.withdraw": lambda: activation(by="ann"),
    "ActivityRewardViews.calculate": lambda: {"activity_id": ActivityFactory.create().pk},
    "ActivityRewardViews.calculate_many": lambda: {
        "body": {"activityIds": [str(ActivityFactory.create().pk)]}
    },
    "AlbumProcessingViews.start": album,
    "AlbumTextViews.withdraw": text_of_album,
    "AlbumViews.retention": lambda: {**album(), "body": {"keepDays": 30}},
    "AlbumGuideViews.change": lambda: {**album(), "body": {"text": "Red bibs."}},
    "AlbumQualityViews.change": album,
    "AlbumViews.priority": album,
    "AlbumViews.save": lambda: {"album_id": uuid4()},
    "AlbumViews.recognition": lambda: {**album(state="On"), "body": {"state": "Off"}},
    "AlbumViews.recognition_settings": lambda: {
        **album(strategy="Number"),
        "body": {
            "providerId": None,
            "startNumbersRecognitionStrategy": "Manual",
            "normalizationPolicy": "None",
            "startNumberCapacity": 5,
        },
    },
    "AssignmentViews.start": lambda: {
        "body": {"exerciseId": str(ExerciseFactory.create().pk), "criteria": {"minDistance": 5}}
    },
    "AssignmentViews.cancel": lambda: {"assignment_id": waiting_assignment().pk},
    "BalanceViews.adjust": lambda: {
        "participant_id": credited().balance_id,
        "body": {"amount": "1.5", "reason": "Forgotten."},
    },
    "ClaimViews.settle": lambda: {"claim_id": claimed().pk},
    "ClaimViews.settle_many": lambda: {
        "body": {"claimIds": [str(claimed().pk)], "decision": "Keep"}
    },
    "CorrectionViews.approve": lambda: correction_of(requested_by="bob"),
    "CorrectionViews.cancel": lambda: correction_of(is_run=True),
    "CorrectionViews.request_batch": lambda: {**correction_of(), "body": {"reason": "Wrong."}},
    "CorrectionViews.run": lambda: correction_of(is_run=True, is_stopped=True),
    "CorrectionViews.start": lambda: {
        "body": {
            "marketingProgramId": _program(),
            "activityType": "SportActivity",
            "since": "2026-05-01T00:00:00Z",
            "before": "2026-06-01T00:00:00Z",
        }
    },
    "DryRunViews.cancel": dry_run,
    "DryRunViews.start": lambda: {
        **formula(),
        "body": {"since": "2026-05-01T00:00:00Z", "before": "2026-06-01T00:00:00Z", "revision": 1},
    },
    "ErasingViews.person": person,
    "ErasingViews.selfie": lambda: {"selfie_id": selfie().pk},
    "ExampleViews.destroy": example,
    "LimitViews.destroy": limit,
    "LimitViews.save": lambda: {
        "marketing_program_id": MarketingProgramFactory.create().pk,
        "limit_id": uuid4(),
    },
    "ExampleViews.replace": lambda: {
        **formula(),
        "example_id": uuid4(),
        "body": {"name": "Ten", "inputs": {"distance": "10"}, "expectation": "NoReward"},
    },
    "ExerciseViews.save": new_exercise,
    "ExerciseViews.save_all": lambda: _items(new_exercise(), "exercise_id", "exerciseId"),
    "FaceAccountViews.active": lambda: {**account(), "body": {"isActive": False}},
    "FaceAccountViews.change": lambda: {**account(), "body": {"name": "Other"}},
    "FaceAccountViews.create": dict,
    "FormulaViews.active": lambda: {**formula(), "body": {"isActive": True}},
    "FormulaViews.change": lambda: {**formula(), "body": {"expression": "distance * 2"}},
    "FormulaViews.create": lambda: {
        "body": {
            "marketingProgramId": _program(),
            "activityType": "SportActivity",
            "name": "By distance",
            "expression": "distance",
        }
    },
    "FormulaViews.order": ordered_formulas,
    "InvitationViews.invite": lambda: {
        "body": {
            "albumId": str(AlbumFactory.create().pk),
            "tagatorIds": [str(new_tagator().pk)],
            "message": "",
        }
    },
    "MarketingProgramViews.save": new_program,
    "MarketingProgramViews.save_all": lambda: _items(
        new_program(), "marketing_program_id", "marketingProgramId"
    ),
    "ParticipantTaskViews.cancel": task,
    "ParticipantTaskViews.complete": task,
    "ParticipantTaskViews.save": new_task,
    "ParticipantTaskViews.save_all": lambda: _items(
        new_task(), "participant_exercise_task_id", "participantExerciseTaskId"
    ),
    "ParticipantViews.block": participant,
    "ParticipantViews.erase": participant,
    "ParticipantViews.save": new_participant,
    "ParticipantViews.save_all": lambda: _items(
        new_participant(), "participant_id", "participantId"
    ),
    "ParticipantViews.unblock": lambda: participant(state="Blocked"),
    "PersonViews.merge": lambda: {**two_persons(), "body": {"into": "p2"}},
    "PersonViews.refuse": lambda: {**two_persons(), "body": {"other": "p2"}},
    "PersonViews.split": merged_person,
    "PersonViews.suggest_again": lambda: {**persons_apart(), "body": {"other": "p2"}},
    "PhotoTaskViews.cancel": lambda: {
        "photo_id": waiting_photo().pk,
        "body": {"reason": "Blurred."},
    },
    "PhotoViews.correct_numbers": photo,
    "PhotoViews.correct_persons": lambda: {
        **photo_with_person(),
        "body": {"persons": [], "reason": "Not them."},
    },
    "SpaceViews.active": lambda: {**space(), "body": {"isActive": False}},
    "SpaceViews.change": lambda: {**space(), "body": {"name": "Other"}},
    "SpaceViews.create": account,
    "StaffSelfieViews.create": selfie_sent,
    "TagatorAccountViews.change": own_account,
    "TagatorAccountViews.password": lambda: {
        **own_account(),
        "body": {"oldPassword": PASSWORD, "password": "correct horse battery staple"},
    },
    "QuestionViews.create": task_in_own_hand,
    "TagatorSettingsViews.change": lambda: {**tagator(), "body": {"tasksPerWork": 7}},
    "TagatorViews.change": lambda: {**tagator(), "body": {"state": "Blocked"}},
    "TagatorViews.create": dict,
    "TagatorViews.password": tagator,
    "TenantViews.recognition": lambda: {
        "tenant_id": TenantFactory.create(recognition_state="On").pk,
        "body": {"state": "Off"},
    },
}
