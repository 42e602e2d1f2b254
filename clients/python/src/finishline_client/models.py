# Made by `script/clients`; do not change it by hand.

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import AwareDatetime, ConfigDict, Field

from finishline_client.model import Model


class AccountSettingsOutput(Model):
    """How the tagger works; `albumIds` are the open albums, if not all are open."""

    tasks_per_work: int
    work_timeout_minutes: int
    all_albums: bool
    album_ids: list[UUID]
    idle_cap_seconds: int


class ActivationInput(Model):
    """Which revision others are asked to make active."""

    model_config = ConfigDict(extra="forbid")
    revision: Annotated[int | None, Field(ge=1, le=2147483647)] = None
    """Left out: the one that was saved last."""


class ActiveInput(Model):
    """Whether an account or a space may be used."""

    model_config = ConfigDict(extra="forbid")
    is_active: bool


class ActivitiesOutput(Model):
    """Activities by what the draft changes."""

    not_calculated: int
    """Their type gives no reward for them."""
    winners: int
    """Get more by the draft."""
    losers: int
    """Get less by the draft."""
    unchanged: int
    """Get the same amount, or nothing by either."""
    gained: int
    """Get a reward by the draft alone."""
    lost: int
    """Get a reward by the live formulas alone."""
    broken: int
    """Fail by the draft alone."""
    mended: int
    """Fail by the live formulas alone."""


class ActivityHistoryEntryOutput(Model):
    """Something that happened to an activity; `details` depend on its kind."""

    occurred_on: AwareDatetime
    kind: str
    source: str
    """Who asked for it; empty for messages."""
    text: str
    details: dict[str, Any]


class AddTagsInput(Model):
    """
    Start numbers as typed, with a `?` for a digit that cannot be read, and custom tags.

    One digit is read, two at most are not. The one number of the start list that fits is added in
    its place; if there is none or several, it is one of the `partialTags`.

    `unlistedTags`: numbers of which the tagger is sure, whether or not they are in the start list.
    """

    model_config = ConfigDict(extra="forbid")
    tags: Annotated[list[str] | None, Field(max_length=200)] = None
    custom_tags: Annotated[list[str] | None, Field(max_length=200)] = None
    unlisted_tags: Annotated[list[str] | None, Field(max_length=200)] = None


class AdjustmentInput(Model):
    """A correction of a balance."""

    model_config = ConfigDict(extra="forbid")
    operation_id: UUID | None = None
    """Makes the request repeatable."""
    amount: Decimal
    """What is added; negative: taken. Not 0."""
    reason: Annotated[str, Field(max_length=2000)]
    activity_id: UUID | None = None
    """The activity whose credited reward is corrected, if there is one."""


class AlbumGuideInput(Model):
    """The guide of an album, in Markdown; `![caption](photo:<id>)` shows a photo of the album."""

    model_config = ConfigDict(extra="forbid")
    text: Annotated[str, Field(max_length=10000)]
    """Empty: the album has no guide."""


class AlbumGuideOutput(Model):
    """The guide of an album, as it was written."""

    album_id: UUID
    text: str


class AlbumInput(Model):
    """An album, as `albums.album-created` has it."""

    model_config = ConfigDict(extra="forbid")
    tenant_id: UUID
    name: Annotated[str, Field(max_length=500)]
    event_date: AwareDatetime | None = None
    """When the event takes place."""


class AlbumPreviewOutput(Model):
    """What a change would do to an album's photos; each is in one of the first six counts."""

    processed: int
    """A provider is asked, or a tagging task created."""
    waiting: int
    """They go on waiting for a callback or a tagger."""
    finished: int
    """Nothing more is needed: they are Processed as they are."""
    resting: int
    """They are not processed, because recognition is off."""
    numbers_changed: int
    """Other numbers are accepted on them, and sent; nothing else happens to them."""
    unchanged: int
    """Nothing happens to them."""
    tasks_created: int
    tasks_cancelled: int
    judged_again: int
    """Their numbers are judged again, without a provider."""
    without_number: int
    """Their numbers were read before, and none was accepted: they get no tasks unless they are processed from scratch."""
    corrected: int
    """What staff entered on them stays."""
    numbers_lost: int
    """Numbers withdrawn at the photo service."""
    photos_losing: int
    """Photos that lose numbers."""
    numbers_gained: int
    """Numbers added at the photo service."""
    photos_gaining: int
    """Photos that gain numbers."""
    why_off: str
    """Why recognition is off then; empty: it is on."""
    why_not_judged: str
    """Why what was read is not judged again now; empty: it is."""
    surest: float | None
    """The highest confidence that was read, where the album requires more."""


class AlbumQualityInput(Model):
    """Changes of how an album's tagging is checked; a field that is left out stays."""

    model_config = ConfigDict(extra="forbid")
    second_reading_share: Decimal | None = None
    """0 to 1, at most 4 places: how many of the completed tasks are read twice."""
    known_answer_share: Decimal | None = None
    """0 to 1, at most 4 places: how many tasks of a work are known answers."""
    wanted_certainty: Decimal | None = None
    """0.5001 to 0.9999: photos are read again, by other tagators, until it is so sure what is on them. Null: none is read again because of doubt."""
    trial_share: Decimal | None = None
    """0 to 1: new tagators first read the album's known answers, unpaid; they get other work if this share is right, with 0 in any case. Null: the album is no trial."""
    no_number_if_all_skip: bool | None = None
    """A photo that all tagators who may read it have skipped has no number."""


class AlbumQualityOutput(Model):
    """How an album's tagging is checked; `0` and null: not at all."""

    album_id: UUID
    second_reading_share: Decimal
    known_answer_share: Decimal
    wanted_certainty: Decimal | None
    trial_share: Decimal | None
    no_number_if_all_skip: bool


class AlbumRecognitionOutput(Model):
    """Which face provider and which space of it an album uses; null: none."""

    face_provider_id: UUID | None
    face_provider_space_id: UUID | None


class AlbumStatisticOutput(Model):
    """The photos of an album received in the period, and its tasks created in it."""

    album_id: UUID
    tenant_id: UUID | None
    """null: not known yet."""
    name: str
    photos: dict[str, int]
    """Of New, AwaitingCallback, AwaitingTagging, Processed, Failed, Deleted; a state that none is in is left out."""
    face_recognized: int
    """Photos whose faces are recognised, or have none."""
    number_recognized: int
    """Photos whose numbers are read, or have none."""
    persons: int
    """Persons on these photos; on two photos: two."""
    tags: int
    """Accepted start numbers on these photos; on two photos: two."""
    tasks: dict[str, int]
    """Of Open, Assigned, Completed, Cancelled; a state that none is in is left out."""


class AllowanceOutput(Model):
    """A limit of a participant's program, and what is left of it now."""

    limit_id: UUID
    limit: str
    """In words."""
    is_budget: bool
    """Whether it is of all participants together."""
    most: int
    since: AwareDatetime
    """When the current period begins."""
    before: AwareDatetime | None
    """Null: the whole program."""
    used: int
    left: int


class AlternativeInput(Model):
    """Another reading of the same text."""

    value: Annotated[str, Field(max_length=200)]
    confidence: Annotated[float, Field(ge=0.0, le=1.0)]


class ApprovalInput(Model):
    """The revision that was looked at; another one than requested is refused."""

    model_config = ConfigDict(extra="forbid")
    revision: Annotated[int, Field(ge=1, le=2147483647)]


class AsIfValidOutput(Model):
    """A draft that is valid only later, and tried as if it were valid already."""

    formula_id: str
    name: str
    valid_from: str


class BalanceAtOutput(Model):
    """A participant's balance at a moment."""

    participant_id: UUID
    amount: Decimal
    updated_on: AwareDatetime
    """When its last operation was recorded."""
    as_of: AwareDatetime
    """The moment: asked for again by `at`, it is the same."""


class BalanceOutput(Model):
    """A participant's balance."""

    participant_id: UUID
    amount: Decimal
    updated_on: AwareDatetime
    """When its last operation was recorded."""


class BinOutput(Model):
    """How many activities get a difference from `least` to `most`."""

    least: str
    most: str
    count: int


class BoxInput(Model):
    """A rectangle in fractions of the image."""

    left: float
    top: float
    width: float
    height: float


class BoxOutput(Model):
    """A rectangle in fractions of the image."""

    left: float
    top: float
    width: float
    height: float


class BudgetPeriodOutput(Model):
    """What the activities of a budget's period take from it, by either side."""

    since: AwareDatetime
    """When the period begins."""
    live: str
    draft: str


class BudgetUseOutput(Model):
    """What is used and left of a budget in its current period."""

    since: AwareDatetime
    before: AwareDatetime | None
    """Null: the whole program."""
    used: int
    left: int


class CalculateManyInput(Model):
    """The activities whose rewards are to be calculated again."""

    model_config = ConfigDict(extra="forbid")
    activity_ids: Annotated[list[UUID], Field(max_length=1000, min_length=1)]


class CallbackBody(Model):
    """An activity of the participant `userId`."""

    model_config = ConfigDict(extra="forbid")
    tracker_id: UUID
    provider: str
    discipline: str
    start_date: AwareDatetime
    finish_date: AwareDatetime
    distance: float
    time_in_seconds: float
    average_pace: float | None = None
    average_speed: float | None = None
    is_manual: bool | None = None
    pulse: float | None = None
    height_difference: float | None = None
    activity_id: UUID
    user_id: UUID


class CallbackInput(Model):
    """A callback of an activity source."""

    model_config = ConfigDict(extra="forbid")
    body: CallbackBody


class CancelTaskInput(Model):
    """Why the photo's task is cancelled."""

    model_config = ConfigDict(extra="forbid")
    reason: Annotated[str, Field(max_length=500)]


class ChangeOutput(Model):
    """A field with what it was and what it is; of a secret, only that it is `changed`."""

    field: str
    old: Any
    new: Any


class ChangedPersonsOutput(Model):
    """Whom the person's faces are now, and the job that changes their photos."""

    person_id: str
    job_id: UUID | None = None
    """null: nothing is to change."""


class CheckOutput(Model):
    """One criterion of a task."""

    criterion: str
    wanted: str
    got: str
    is_met: bool


class ComparedBudgetOutput(Model):
    """A budget of the program, and what activities of the formula's type take from it."""

    limit_id: UUID
    budget: str
    most: str
    exceeded_live: int
    """Periods in which it is exceeded."""
    exceeded_draft: int
    """Periods in which it is exceeded."""
    periods: list[BudgetPeriodOutput]


class CompletionInput(Model):
    """When a task was completed."""

    model_config = ConfigDict(extra="forbid")
    completed_on: AwareDatetime | None = None
    """Left out or null: now."""


class ConsideredOutput(Model):
    """An active formula of the program, and whether it would decide."""

    formula_id: UUID
    name: str
    revision: int
    decides: bool
    reason: str


class CorrectionFiguresOutput(Model):
    """How many activities, and points, the preview has found by now."""

    raised: int
    lowered: int
    unchanged: int
    not_credited: int
    """Left out: the credit is not made yet."""
    adjusted_by_hand: int
    """Left out: adjusted by a person."""
    not_accepted: int
    """Left out: not accepted by the referees."""
    changed_data: int
    """Left out, unless asked for: the data changed after the credit."""
    failed: int
    """Left out: the formulas fail."""
    corrected: int
    """Left out of what limits cut: corrected by formulas since."""
    added: str
    """Points that would be added; limits may leave less."""
    taken: str
    """Points that would be taken."""


class CorrectionReasonInput(Model):
    """Why the rewards are adjusted: it stands with each operation."""

    model_config = ConfigDict(extra="forbid")
    reason: Annotated[str, Field(max_length=2000)]


class CredentialsInput(Model):
    """A name and its password."""

    model_config = ConfigDict(extra="forbid")
    username: Annotated[str, Field(max_length=150)]
    password: Annotated[str, Field(max_length=128)]


class CustomTagOutput(Model):
    """A tag that taggers may put on a photo beside start numbers."""

    name: str


class CustomTagsOutput(Model):
    """The custom tags of an album, by name."""

    custom_tags: list[CustomTagOutput]


class DifferingExampleOutput(Model):
    """A golden example, and what both revisions give for it."""

    name: str
    wanted: str
    old: str | None = None
    new: str


class DifferingFieldOutput(Model):
    """A setting or coefficient; null where a revision does not have it."""

    name: str
    old: str | None
    new: str | None


class DifferingInputOutput(Model):
    """A variable that differs, in words with its unit."""

    name: str
    one: str
    other: str


class ErasingInput(Model):
    """Why someone is to be erased."""

    model_config = ConfigDict(extra="forbid")
    reason: Annotated[str, Field(max_length=1000)]
    """Stays after the erasure, so it must not name the person."""


class ErasureOutput(Model):
    """An erasure: how far it is, and how much was erased, without naming whom."""

    erasure_id: UUID
    kind: str
    state: Literal["Waiting", "Running", "Finished", "Cancelled", "Failed"]
    what: dict[str, int]
    """How much was erased by now."""
    reason: str
    ordered_by: str
    created_on: AwareDatetime
    finished_on: AwareDatetime | None


class ErrorInput(Model):
    """What the provider could not do; the collections are empty then."""

    code: Annotated[str, Field(max_length=100)]
    detail: Annotated[str, Field(max_length=1000)]
    retriable: bool
    """false: trying again cannot help."""


class ErrorOutput(Model):
    """What is wrong with one field."""

    field: str | None
    """`persons.0.id`; null: the body."""
    code: str
    detail: str


class ExaminationInput(Model):
    """Which revision is examined, and what is wanted of its rewards."""

    model_config = ConfigDict(extra="forbid")
    revision: Annotated[int | None, Field(ge=1, le=2147483647)] = None
    """Left out: the one that was saved last."""
    cap: Annotated[int | None, Field(ge=0, le=1000000000000000)] = None
    """No reward should be above it."""
    growing: Annotated[str | None, Field(max_length=100)] = None
    """While this variable grows, no reward should fall. Left out: `distance`, if the type has it; empty: none."""


class ExerciseInput(Model):
    """An exercise. The program and the activity type never change."""

    model_config = ConfigDict(extra="forbid")
    marketing_program_id: UUID
    name: Annotated[str, Field(max_length=200)]
    activity_type: Annotated[str, Field(max_length=30)]


class ExerciseItemInput(Model):
    """An exercise with its id."""

    model_config = ConfigDict(extra="forbid")
    marketing_program_id: UUID
    name: Annotated[str, Field(max_length=200)]
    activity_type: Annotated[str, Field(max_length=30)]
    exercise_id: UUID


class ExerciseOutput(Model):
    """An exercise."""

    exercise_id: UUID
    marketing_program_id: UUID
    name: str
    activity_type: str
    created_on: AwareDatetime
    updated_on: AwareDatetime


class ExercisesInput(Model):
    """Exercises; each item is read and answered by itself."""

    model_config = ConfigDict(extra="forbid")
    items: Annotated[list[ExerciseItemInput], Field(max_length=1000, min_length=1)]


class FaceProviderOutput(Model):
    """A face provider that an album may use."""

    name: str
    provider_id: UUID


class FaultOutput(Model):
    """What is wrong in a text; null where it has no lines."""

    field: str
    """`expression`, `settings` or `coefficients`."""
    detail: str
    line: int | None
    column: int | None


class FiguresOfPeriodOutput(Model):
    """What the tagger did and earned in a day, week or month."""

    tasks_completed: int
    numbers_added: int
    active_seconds: float
    tasks_per_hour: float | None
    """By active time, rounded to two places; null: there was none."""
    amount: str
    """A decimal text: the rates of the moments of completion."""
    tasks_skipped: int
    from_: AwareDatetime
    to: AwareDatetime


class FormulaActiveInput(Model):
    """Which revision calculates rewards."""

    model_config = ConfigDict(extra="forbid")
    is_active: bool
    revision: Annotated[int | None, Field(ge=1, le=2147483647)] = None
    """Left out: the one that was saved last."""


class FormulaChangeInput(Model):
    """What is to change about a formula; what is left out stays."""

    model_config = ConfigDict(extra="forbid")
    name: Annotated[str | None, Field(max_length=200)] = None
    expression: Annotated[str | None, Field(max_length=4000)] = None
    settings: dict[str, Any] | None = None
    coefficients: dict[str, Any] | None = None
    valid_from: AwareDatetime | None = None
    valid_until: AwareDatetime | None = None


class FormulaCheckOutput(Model):
    """Everything that is wrong; nothing: the formula can be saved."""

    faults: list[FaultOutput]


class FormulaFailureOutput(Model):
    """Where the formula failed, and why."""

    part: str
    """`expression` or `__where`."""
    line: int
    column: int
    detail: str


class FormulaInput(Model):
    """A new formula."""

    model_config = ConfigDict(extra="forbid")
    activity_type: Annotated[str, Field(max_length=30)]
    expression: Annotated[str, Field(max_length=4000)]
    settings: dict[str, Any] | None = None
    """`__where`: for which activities."""
    coefficients: dict[str, Any] | None = None
    formula_id: UUID | None = None
    """Makes the request repeatable."""
    marketing_program_id: UUID
    name: Annotated[str, Field(max_length=200)]
    valid_from: AwareDatetime | None = None
    valid_until: AwareDatetime | None = None


class FormulaOutput(Model):
    """A formula, with the texts that were saved last."""

    formula_id: UUID
    marketing_program_id: UUID
    activity_type: str
    name: str
    position: int
    valid_from: AwareDatetime | None
    valid_until: AwareDatetime | None
    """This moment is not included."""
    revision: int
    """The one that was saved last."""
    active_revision: int | None = None
    """The one that calculates rewards; null: none."""
    activated_by: str
    activated_on: AwareDatetime | None
    expression: str
    settings: dict[str, Any]
    coefficients: dict[str, str]
    created_on: AwareDatetime
    updated_on: AwareDatetime


class FormulaTextsInput(Model):
    """What a formula would be, to be checked."""

    model_config = ConfigDict(extra="forbid")
    activity_type: Annotated[str, Field(max_length=30)]
    expression: Annotated[str, Field(max_length=4000)]
    settings: dict[str, Any] | None = None
    """`__where`: for which activities."""
    coefficients: dict[str, Any] | None = None


class FormulaTryInput(Model):
    """What is tried: a formula, or texts; for an activity, or for inputs."""

    model_config = ConfigDict(extra="forbid")
    formula_id: UUID | None = None
    revision: Annotated[int | None, Field(ge=1, le=2147483647)] = None
    """Left out: the one that was saved last."""
    marketing_program_id: UUID | None = None
    """Whose active formulas are considered; that of `formulaId`."""
    activity_type: Annotated[str | None, Field(max_length=30)] = None
    expression: Annotated[str | None, Field(max_length=4000)] = None
    settings: dict[str, Any] | None = None
    coefficients: dict[str, Any] | None = None
    activity_id: UUID | None = None
    inputs: dict[str, str] | None = None
    """As in the language: `10.5`, `'running'`, `false`, `null`."""


class HappeningOutput(Model):
    """Something that happened to a photo; `details` depend on its kind."""

    occurred_on: AwareDatetime
    kind: str
    text: str
    details: dict[str, Any]


class InvitationInput(Model):
    """Which tagators are invited to which album."""

    model_config = ConfigDict(extra="forbid")
    album_id: UUID
    tagator_ids: Annotated[list[UUID], Field(max_length=200)]
    """One named twice gets one mail."""
    message: Annotated[str | None, Field(max_length=2000)] = None
    """A part of the mail."""


class InvitedOutput(Model):
    """How many tagators are invited; blocked ones are not."""

    invited: int


class LargestOutput(Model):
    """An activity with one of the largest differences."""

    activity_id: UUID
    participant_id: UUID
    created_on: AwareDatetime
    live: str
    live_verdict: Literal["Rewarded", "NoReward", "Failed"]
    draft: str
    draft_verdict: Literal["Rewarded", "NoReward", "Failed"]
    difference: str


class MarketingProgramInput(Model):
    """A program; what is left out is as by default."""

    model_config = ConfigDict(extra="forbid")
    name: Annotated[str, Field(max_length=200)]
    is_new_scheme: bool = True
    """true: rewards and tasks are settled here; false: by task managers."""
    starts_on: AwareDatetime | None = None
    ends_on: AwareDatetime | None = None
    time_zone: Annotated[str, Field(max_length=50)] = "UTC"
    """Where the days, weeks and months of its limits begin."""
    takes_back_rejected: bool = False
    """true: rewards of activities that are rejected later are taken back by itself."""
    refuses_outside_dates: bool = False
    """true: activities that happened outside startsOn and endsOn are refused."""


class MarketingProgramItemInput(Model):
    """A program with its id."""

    model_config = ConfigDict(extra="forbid")
    name: Annotated[str, Field(max_length=200)]
    is_new_scheme: bool = True
    """true: rewards and tasks are settled here; false: by task managers."""
    starts_on: AwareDatetime | None = None
    ends_on: AwareDatetime | None = None
    time_zone: Annotated[str, Field(max_length=50)] = "UTC"
    """Where the days, weeks and months of its limits begin."""
    takes_back_rejected: bool = False
    """true: rewards of activities that are rejected later are taken back by itself."""
    refuses_outside_dates: bool = False
    """true: activities that happened outside startsOn and endsOn are refused."""
    marketing_program_id: UUID


class MarketingProgramOutput(Model):
    """A program."""

    marketing_program_id: UUID
    name: str
    is_new_scheme: bool
    starts_on: AwareDatetime | None
    ends_on: AwareDatetime | None
    time_zone: str
    takes_back_rejected: bool
    refuses_outside_dates: bool
    created_on: AwareDatetime
    updated_on: AwareDatetime


class MarketingProgramsInput(Model):
    """Programs; each item is read and answered by itself."""

    model_config = ConfigDict(extra="forbid")
    items: Annotated[list[MarketingProgramItemInput], Field(max_length=1000, min_length=1)]


class MergeInput(Model):
    """The person that remains."""

    model_config = ConfigDict(extra="forbid")
    into: Annotated[str, Field(max_length=200)]


class NumbersInput(Model):
    """All numbers on the photo."""

    model_config = ConfigDict(extra="forbid")
    reason: Annotated[str, Field(max_length=500)] = ""
    values: Annotated[list[str], Field(max_length=1000)]
    """In any spelling; they need not be in the start list. Empty: there is none."""


class OpenTaskOutput(Model):
    """A task that waits for an activity: what is asked, and what is missing."""

    participant_exercise_task_id: UUID
    exercise_name: str
    type: Literal[
        "GeoLocationActivity",
        "InviteActivity",
        "ParticipatingActivity",
        "PartnersActivity",
        "QuizActivity",
        "RegistrationActivity",
        "UploadImageActivity",
        "SportActivity",
        "SporadicActivity",
    ]
    starts_on: AwareDatetime | None
    finishes_on: AwareDatetime | None
    compared_with: UUID | None = None
    """The participant's newest activity of the type; null: there is none."""
    checks: list[CheckOutput]


class OptionalReasonInput(Model):
    """Why a selfie is to be erased, if that is said."""

    model_config = ConfigDict(extra="forbid")
    reason: Annotated[str, Field(max_length=1000)] = ""
    """Stays after the erasure."""


class OrderInput(Model):
    """All formulas of a program and type, in the order in which they are tried."""

    model_config = ConfigDict(extra="forbid")
    marketing_program_id: UUID
    activity_type: Annotated[str, Field(max_length=30)]
    formula_ids: Annotated[list[UUID], Field(max_length=1000)]


class OrderedErasureOutput(Model):
    """The erasure that was ordered, or that is under way already."""

    erasure_id: UUID


class OtherDraftInput(Model):
    """A revision of another formula of the same program and type; left out: the last one."""

    model_config = ConfigDict(extra="forbid")
    formula_id: UUID
    revision: Annotated[int | None, Field(ge=1, le=2147483647)] = None
    """Left out: the one that was saved last."""


class OtherDraftOutput(Model):
    """A draft of another formula that is tried together with the one of the run."""

    formula_id: str
    name: str
    revision: int


class OtherPersonInput(Model):
    """Another person of the album."""

    model_config = ConfigDict(extra="forbid")
    other: Annotated[str, Field(max_length=200)]


class OwnActivityOutput(Model):
    """An activity, in words for the participant; `reward` is null until it is calculated."""

    activity_id: UUID
    type: Literal[
        "GeoLocationActivity",
        "InviteActivity",
        "ParticipatingActivity",
        "PartnersActivity",
        "QuizActivity",
        "RegistrationActivity",
        "UploadImageActivity",
        "SportActivity",
        "SporadicActivity",
    ]
    created_on: AwareDatetime
    what: str
    """Its data."""
    state: Literal["Created", "Applied", "Skipped"]
    reward: int | None
    why: list[str]


class OwnPasswordInput(Model):
    """The present password of the tagger, and a new one."""

    model_config = ConfigDict(extra="forbid")
    password: Annotated[str, Field(max_length=128)]
    old_password: Annotated[str, Field(max_length=128)]


class ParticipantInput(Model):
    """A participant. The program never changes."""

    model_config = ConfigDict(extra="forbid")
    marketing_program_id: UUID
    state: Literal["Active", "Blocked"] | None = None
    """Left out: a new participant is Active, a known one stays as they are."""
    label: Annotated[str | None, Field(max_length=200)] = None
    """A name for people. Left out: a known participant's stays as it is."""
    external_id: Annotated[str | None, Field(max_length=100)] = None
    """The id in your other system, once in a program. Left out: a known participant's stays as it is."""


class ParticipantItemInput(Model):
    """A participant with the id."""

    model_config = ConfigDict(extra="forbid")
    marketing_program_id: UUID
    state: Literal["Active", "Blocked"] | None = None
    """Left out: a new participant is Active, a known one stays as they are."""
    label: Annotated[str | None, Field(max_length=200)] = None
    """A name for people. Left out: a known participant's stays as it is."""
    external_id: Annotated[str | None, Field(max_length=100)] = None
    """The id in your other system, once in a program. Left out: a known participant's stays as it is."""
    participant_id: UUID


class ParticipantOutput(Model):
    """A participant."""

    participant_id: UUID
    marketing_program_id: UUID
    state: Literal["Active", "Blocked"]
    label: str
    external_id: str
    created_on: AwareDatetime
    updated_on: AwareDatetime


class ParticipantsInput(Model):
    """Participants; each item is read and answered by itself."""

    model_config = ConfigDict(extra="forbid")
    items: Annotated[list[ParticipantItemInput], Field(max_length=1000, min_length=1)]


class ParticipantsOutput(Model):
    """Participants whose sum the draft changes."""

    winners: int
    losers: int


class PasswordInput(Model):
    """A new password."""

    model_config = ConfigDict(extra="forbid")
    password: Annotated[str, Field(max_length=128)]


class PaymentOutput(Model):
    """What the tagger gets for a month that was closed."""

    from_: AwareDatetime
    to: AwareDatetime
    time_zone: str
    currency: str
    """ISO 4217."""
    tasks: int
    """With what came later for earlier months."""
    numbers: int
    earned: str
    """In the month."""
    corrections: str
    """What came later for earlier months."""
    brought: str
    """What earlier months left: parts of a cent, or a debt."""
    paid: str
    """The sum of the three in whole cents, never below 0."""
    closed_on: AwareDatetime
    """When it was signed off."""


class PersonJobOutput(Model):
    """How far a job is that changes a person's photos."""

    state: Literal["Waiting", "Running", "Finished", "Cancelled", "Failed"]
    total: int | None
    """Photos; null: not counted yet."""
    done: int
    started_on: AwareDatetime | None
    finished_on: AwareDatetime | None


class PersonsInput(Model):
    """The persons that stay on the photo."""

    model_config = ConfigDict(extra="forbid")
    reason: Annotated[str, Field(max_length=500)] = ""
    persons: Annotated[list[str], Field(max_length=1000)]
    """Ids of persons found on the photo, or removed by hand; the others are removed."""


class PhotoCountOutput(Model):
    """How many photos an album has; a state that no photo is in is left out."""

    album_id: UUID
    total: int
    by_state: dict[str, int]


class PhotoSummaryOutput(Model):
    """A photo in a list, with its tags and the ids of its persons."""

    photo_id: UUID
    album_id: UUID
    photographer_id: UUID | None
    shooting_date: AwareDatetime | None
    image_url: str
    state: Literal["New", "AwaitingCallback", "AwaitingTagging", "Processed", "Failed", "Deleted"]
    reason_description: str
    """Empty where it is processed."""
    face_recognized: bool
    number_recognized: bool
    custom_tags: list[str]
    created_on: AwareDatetime
    """When it was published."""
    updated_on: AwareDatetime
    tags: list[str]
    persons: list[str]


class PhotoTagOutput(Model):
    """A number on the photo."""

    value: str
    source: Literal["Provider", "Manual", "Inferred"]
    confidence: float | None
    box: BoxOutput | None
    person_id: str | None
    """The person of the photo who wears it, by its place below the face; null: that is not clear."""


class PointOutput(Model):
    """Inputs as texts of the language, and what the formula gives for them."""

    inputs: dict[str, str]
    got: str
    """A reward, `no reward`, or `fails: …`."""


class PossibleInput(Model):
    """Another person that a face may be, less surely."""

    id: Annotated[str, Field(max_length=200)]
    confidence: Annotated[float, Field(ge=0.0, le=1.0)]


class PossiblePersonOutput(Model):
    """Another person of the album that the face may be: a suggestion, never sent."""

    person_id: str
    confidence: float


class PriorityInput(Model):
    """The new priority of an album, higher first."""

    model_config = ConfigDict(extra="forbid")
    priority: Annotated[int, Field(ge=0, le=100)]


class ProblemOutput(Model):
    """What went wrong (RFC 9457)."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    """Stable, for programs."""
    errors: list[ErrorOutput]
    request_id: str
    """That of `X-Request-Id`: finds the call in logs."""


class ProcessingInput(Model):
    """How the album is to be processed again."""

    model_config = ConfigDict(extra="forbid")
    force: bool = False
    """true: all photos, from scratch; false: only what is not recognised."""
    overwrite_corrections: bool = False
    """With `force`: also the numbers and persons that staff corrected. false: these stay."""


class QuestionInput(Model):
    """A question to the lead about a photo."""

    model_config = ConfigDict(extra="forbid")
    question_id: UUID
    """Chosen by the caller: the same question with the same id is stored once."""
    text: Annotated[str, Field(max_length=1000)]


class QuestionOutput(Model):
    """A question of the tagger, and the lead's answer."""

    question_id: UUID
    task_id: UUID
    photo_id: UUID
    album_id: UUID
    album_name: str
    text: str
    asked_on: AwareDatetime
    answer: str
    """Empty: there is none yet."""
    answered_on: AwareDatetime | None


class ReachedOutput(Model):
    """Whether a formula can decide a reward, from now on."""

    formula_id: UUID
    name: str
    revision: int
    reach: Literal["Reached", "Never", "Over", "CannotTell"]
    sentence: str
    inputs: dict[str, str] | None
    """Of an activity that the formula decides; null: none is known."""


class ReceivedOutput(Model):
    """The activity's id and state."""

    activity_id: UUID
    state: Literal["Created", "Applied", "Skipped"]


class RecognitionStateInput(Model):
    """Whether photos are recognised."""

    model_config = ConfigDict(extra="forbid")
    state: Literal["On", "Off"]


class RefreshInput(Model):
    """A refresh token."""

    model_config = ConfigDict(extra="forbid")
    refresh_token: Annotated[str, Field(max_length=4096)]


class RefusedLineOutput(Model):
    """A line of the list that gets no task."""

    line: int
    text: str
    reason: str


class RejectionInput(Model):
    """Why the request is rejected."""

    model_config = ConfigDict(extra="forbid")
    reason: Annotated[str, Field(max_length=2000)]


class ReportInput(Model):
    """The report's period, taggers and format."""

    model_config = ConfigDict(extra="forbid")
    from_: AwareDatetime
    """This moment is included."""
    to: AwareDatetime
    """This moment is not included."""
    tagator_ids: Annotated[list[UUID] | None, Field(max_length=1000, min_length=1)] = None
    """Left out or null: all who did something in the period."""
    format: Literal["json", "csv", "xlsx"]


class ReportRowOutput(Model):
    """A row of the report."""

    tasks_completed: int
    numbers_added: int
    active_seconds: float
    tasks_per_hour: float | None
    """By active time, rounded to two places; null: there was none."""
    amount: str
    """A decimal text: the rates of the moments of completion."""
    tasks_skipped: int
    tagator_id: UUID
    name: str
    email: str


class ResultDeliveryOutput(Model):
    """How far the persons or the tags are on their way to the photo service."""

    state: Literal["NotSent", "Waiting", "Delivered", "GivenUp", "Withdrawn"]
    version: int
    """The last version that was to be sent; 0: none yet."""
    since: AwareDatetime | None
    """When it was delivered, given up or withdrawn, or since when it waits; null: not sent, or delivered so long ago that the message was deleted."""
    reason: str
    """Of the last failed attempt, or of the withdrawal."""
    next_attempt_on: AwareDatetime | None
    """Of `Waiting` alone."""


class RetentionInput(Model):
    """How long an album keeps faces, selfies, callbacks and histories."""

    model_config = ConfigDict(extra="forbid")
    keep_days: Annotated[int | None, Field(ge=0, le=10000)]
    """Days after the last photo; 0: for ever; null: the site's default."""


class RevisionOutput(Model):
    """A formula as it was saved once."""

    number: int
    is_active: bool
    """Whether it calculates rewards."""
    expression: str
    settings: dict[str, Any]
    coefficients: dict[str, str]
    difference: str
    """From the revision before, as a unified diff."""
    created_by: str
    created_on: AwareDatetime


class RewardCheckOutput(Model):
    """A reward, calculated again from what was stored with it."""

    activity_id: UUID
    is_equal: bool
    reward: int
    stored: str
    calculated: str | None
    credited: Decimal | None
    differences: list[str]


class RewardComparisonOutput(Model):
    """A reward beside that of another activity."""

    activity_id: UUID
    other_activity_id: UUID
    reward: int | None
    other_reward: int | None
    inputs: list[DifferingInputOutput]
    """Those that differ."""
    parts_at: str
    """The first part of the formula with different values."""
    sentences: list[str]


class RewardCorrectionInput(Model):
    """Which credited rewards are compared with what the live formulas give."""

    model_config = ConfigDict(extra="forbid")
    correction_id: UUID | None = None
    """Makes the request repeatable."""
    marketing_program_id: UUID
    activity_type: Annotated[str, Field(max_length=30)]
    formula_id: UUID | None = None
    """Only rewards that it decided; null: all."""
    since: AwareDatetime
    """When the activities were created."""
    before: AwareDatetime
    """This moment is not included."""
    participant_ids: Annotated[list[UUID] | None, Field(max_length=10000)] = None
    """Only theirs; empty: of all."""
    activity_ids: Annotated[list[UUID] | None, Field(max_length=1000)] = None
    """Only these; empty: all."""
    includes_changed_data: bool = False
    """true: also rewards of activities whose data changed after the credit."""
    pays_cuts: bool = False
    """true: what limits had cut is paid; formulas are not asked."""


class RewardOperationOutput(Model):
    """An operation on the balance, for this activity."""

    operation_id: UUID
    type: str
    amount: Decimal
    reason: str
    created_by: str
    created_on: AwareDatetime


class RewardStepOutput(Model):
    """A part of the formula and its value; the whole has level 0."""

    source: str
    line: int
    column: int
    level: int
    value: str


class SegmentInput(Model):
    """Participants of the exercise's program who meet all that is given; nothing: all of them."""

    model_config = ConfigDict(extra="forbid")
    state: Literal["Active", "Blocked"] | None = None
    created_from: AwareDatetime | None = None
    created_before: AwareDatetime | None = None
    """This moment is not included."""
    completed_exercise_id: UUID | None = None
    """With a completed task of this exercise."""
    not_completed_exercise_id: UUID | None = None
    """Without a completed task of this exercise."""


class SelfieInput(Model):
    """A selfie at an address."""

    model_config = ConfigDict(extra="forbid")
    selfie_id: UUID | None = None
    """Makes the request repeatable; left out: a new one."""
    album_id: UUID
    image_url: Annotated[str, Field(max_length=4000, pattern="^https?://\\S+$")]
    """Where the picture is: JPEG, PNG or WebP, over HTTP or HTTPS."""


class SelfiePersonOutput(Model):
    """A person who is on the selfie."""

    person_id: str
    confidence: float | None


class SelfiePhotoOutput(Model):
    """A photo of the album with one of the persons."""

    photo_id: UUID
    image_url: str


class SelfieUploadInput(Model):
    """A selfie with its picture."""

    model_config = ConfigDict(extra="forbid")
    selfie_id: UUID | None = None
    """Makes the request repeatable; left out: a new one."""
    album_id: UUID
    image: bytes
    """The picture: JPEG, PNG or WebP."""


class SeriesOutput(Model):
    """Tasks in hand whose photos show the same person, or are of one burst; the asked one too."""

    task_ids: list[UUID]


class ShownGuideOutput(Model):
    """
    The guide of an album as HTML, which was cleaned: it has no script, style or foreign picture.

    An `img` has no address but the id of its photo in `data-photo`: its picture is that of
    `taggingGuide/pictures/{photoId}`.
    """

    album_id: UUID
    version: int
    """It rises with each change of the guide."""
    html: str
    """Empty: the album has no guide."""


class SideOutput(Model):
    """What the activities get by one side. What is not rewarded counts as 0 in the total."""

    total: str
    rewarded: int
    without_reward: int
    failed: int


class SignInInput(Model):
    """A tagger's e-mail address and password."""

    model_config = ConfigDict(extra="forbid")
    email: Annotated[str, Field(max_length=150)]
    password: Annotated[str, Field(max_length=128)]


class SignedInTagatorInput(Model):
    """What taggers change of their own account."""

    model_config = ConfigDict(extra="forbid")
    language: Literal["en", "de", "es", "fr", "ru"] | Literal[""]
    """Of mails and of the workbench; empty: none was chosen, the browser's."""


class SignedInTagatorOutput(Model):
    """The tagger who is signed in."""

    tagator_id: UUID
    email: str
    name: str
    phone: str
    state: Literal["Active", "Blocked"]
    rate_per_task: str
    """A decimal text, in the currency of the pay."""
    rate_per_number: str
    """Beside it, for each number of a task."""
    language: str
    """Of mails and of the workbench; empty: none was chosen, the browser's."""


class SkipInput(Model):
    """Why the task is skipped, for staff."""

    model_config = ConfigDict(extra="forbid")
    reason: Annotated[str, Field(max_length=500)] = ""


class SpaceChangeInput(Model):
    """What is to change about a space; what is left out stays."""

    model_config = ConfigDict(extra="forbid")
    name: Annotated[str | None, Field(max_length=200)] = None
    external_id: Annotated[str | None, Field(max_length=200)] = None
    is_default: bool | None = None


class SpaceInput(Model):
    """A new space of an account."""

    model_config = ConfigDict(extra="forbid")
    account_space_id: UUID | None = None
    """Makes the request repeatable; left out: a new one."""
    name: Annotated[str, Field(max_length=200)]
    external_id: Annotated[str, Field(max_length=200)]
    """What the provider calls it."""
    is_default: bool = False
    """The account's default space, in place of the present one."""


class SpaceOutput(Model):
    """A space of an account."""

    account_space_id: UUID
    account_id: UUID
    name: str
    external_id: str
    is_default: bool
    is_active: bool
    created_on: AwareDatetime
    updated_on: AwareDatetime


class StandingOutput(Model):
    """Where an activity is, and why."""

    progress: Literal["Failed", "Retrying", "Waiting", "Settled"]
    reasons: list[str]


class StartListEntryOutput(Model):
    """A number of the start list."""

    number: str
    name: str
    """Empty where the list has none."""


class StartListOutput(Model):
    """Numbers of the start list that begin like this, the shortest first; at most eight."""

    entries: list[StartListEntryOutput]


class StartedJobOutput(Model):
    """The job that was started, or joined."""

    job_id: UUID
    corrections: int
    """Photos of the album that staff corrected. They stay as they are, but are overwritten with `overwriteCorrections`."""


class StatisticOutput(Model):
    """What a tagator did and earned in the period."""

    tasks_completed: int
    numbers_added: int
    active_seconds: float
    tasks_per_hour: float | None
    """By active time, rounded to two places; null: there was none."""
    amount: str
    """A decimal text: the rates of the moments of completion."""
    tasks_skipped: int


class StepOutput(Model):
    """A part of the expression that was computed."""

    source: str
    line: int
    column: int
    level: int
    """0 is the whole."""
    value: str
    """Written as in the language."""


class TagItemInput(Model):
    """A tag: `value` is the number as read, `alternatives` are other readings of the same text."""

    name: str | None = None
    confidence: float | None = None
    box: BoxInput | None = None
    id: Annotated[str | None, Field(max_length=200)] = None
    alternatives: list[AlternativeInput] | None = None
    phrase: str | None = None
    value: Annotated[str, Field(max_length=200)]


class TagOutput(Model):
    """A start number on the photo."""

    value: str


class TagatorChangeInput(Model):
    """Changes of a tagator; a field that is left out stays."""

    model_config = ConfigDict(extra="forbid")
    email: Annotated[str | None, Field(max_length=150)] = None
    name: Annotated[str | None, Field(max_length=200)] = None
    phone: Annotated[str | None, Field(max_length=50)] = None
    password: Annotated[str | None, Field(max_length=128)] = None
    rate_per_task: Decimal | None = None
    """A decimal text or a number from 0 on, with at most 4 places and 5 digits before them."""
    rate_per_number: Decimal | None = None
    """A decimal text or a number from 0 on, with at most 4 places and 5 digits before them."""
    state: Literal["Active", "Blocked"] | None = None
    language: Literal["en", "de", "es", "fr", "ru"] | Literal[""] | None = None
    """Of mails and of the workbench; empty: none was chosen, the browser's."""


class TagatorFiguresOutput(Model):
    """The tagger's own figures of today, this week (from Monday) and this month, and the pay."""

    time_zone: str
    """The time zone of days, weeks and months."""
    currency: str
    """Of what is earned; ISO 4217."""
    rate_per_task: str
    """For the next completion: a decimal text."""
    rate_per_number: str
    """Beside it, for each of its numbers."""
    today: FiguresOfPeriodOutput
    week: FiguresOfPeriodOutput
    month: FiguresOfPeriodOutput
    payments: list[PaymentOutput]
    """Months that were closed, the last one first."""


class TagatorInput(Model):
    """A new tagator. Without a password they get a mail with a link to set one."""

    model_config = ConfigDict(extra="forbid")
    tagator_id: UUID | None = None
    """Makes the request repeatable; left out: a new one."""
    email: Annotated[str, Field(max_length=150)]
    """What the tagator signs in with."""
    name: Annotated[str, Field(max_length=200)]
    phone: Annotated[str | None, Field(max_length=50)] = None
    password: Annotated[str | None, Field(max_length=128)] = None
    rate_per_task: Decimal | None = None
    """A decimal text or a number from 0 on, with at most 4 places and 5 digits before them."""
    rate_per_number: Decimal | None = None
    """A decimal text or a number from 0 on, with at most 4 places and 5 digits before them."""
    state: Literal["Active", "Blocked"] | None = None
    language: Literal["en", "de", "es", "fr", "ru"] | Literal[""] | None = None
    """Of mails and of the workbench; empty: none was chosen, the browser's."""


class TagatorOutput(Model):
    """A tagator."""

    tagator_id: UUID
    email: str
    name: str
    phone: str
    """Empty: none is known."""
    rate_per_task: str
    """A decimal text."""
    rate_per_number: str
    """A decimal text."""
    state: Literal["Active", "Blocked"]
    language: str
    """Of mails and of the workbench; empty: none was chosen, the browser's."""
    created_on: AwareDatetime
    updated_on: AwareDatetime


class TagatorQualityOutput(Model):
    """How well a tagator reads: second readings that agree, known answers that were hit."""

    tagator_id: UUID
    compared: int
    """Readings compared with another tagator's of the same photo."""
    agreed: int
    settled: int
    """Disagreements that staff or evidence settled."""
    settled_right: int
    """Of these: where this tagator had read the right set."""
    known_answers: int
    """Readings of photos whose numbers staff know."""
    hits: int
    """Of these: where exactly the known set was read."""
    accuracy: str | None
    """Of the readings that were checked, those found right; null: there are none."""


class TagatorSettingsInput(Model):
    """Changes of how a tagator works; a field that is left out stays."""

    model_config = ConfigDict(extra="forbid")
    tasks_per_work: Annotated[int | None, Field(ge=1, le=200)] = None
    work_timeout_minutes: Annotated[int | None, Field(ge=5, le=480)] = None
    all_albums: bool | None = None
    album_ids: Annotated[list[UUID] | None, Field(max_length=1000)] = None
    """All albums open to the tagator, in place of those before; they count where `allAlbums` is false."""
    idle_cap_seconds: Annotated[int | None, Field(ge=30, le=3600)] = None
    trial_waived: bool | None = None
    """Whether the tagator needs no trial before other work."""


class TagatorSettingsOutput(Model):
    """How a tagator works, from the next work on."""

    tagator_id: UUID
    tasks_per_work: int
    work_timeout_minutes: int
    all_albums: bool
    album_ids: list[UUID]
    idle_cap_seconds: int
    """A longer pause between two completions counts as this much active time."""
    trial_waived: bool
    """Whether the tagator needs no trial before other work."""


class TagatorStatisticOutput(Model):
    """What one of the tagators did and earned in the period."""

    tasks_completed: int
    numbers_added: int
    active_seconds: float
    tasks_per_hour: float | None
    """By active time, rounded to two places; null: there was none."""
    amount: str
    """A decimal text: the rates of the moments of completion."""
    tasks_skipped: int
    tagator_id: UUID
    name: str


class TaggingHintOutput(Model):
    """What a tagger must know to read the numbers of an album."""

    album_id: UUID
    text: str
    start_number_capacity: int
    normalization_policy: Literal["None", "StripLeadingZeros", "PadLeadingZeros"]
    number_format: Literal["Digits", "LettersAndDigits"]
    custom_tags: list[CustomTagOutput]


class TaskInput(Model):
    """A participant's task. The participant and the exercise never change."""

    model_config = ConfigDict(extra="forbid")
    participant_id: UUID
    exercise_id: UUID
    criteria: dict[str, str | Decimal | None] | None = None
    """What an activity must meet; the keys are those of its type."""
    starts_on: AwareDatetime | None = None
    finishes_on: AwareDatetime | None = None


class TaskItemInput(Model):
    """A participant's task with its id."""

    model_config = ConfigDict(extra="forbid")
    participant_id: UUID
    exercise_id: UUID
    criteria: dict[str, str | Decimal | None] | None = None
    """What an activity must meet; the keys are those of its type."""
    starts_on: AwareDatetime | None = None
    finishes_on: AwareDatetime | None = None
    participant_exercise_task_id: UUID


class TaskOutput(Model):
    """A participant's task."""

    participant_exercise_task_id: UUID
    participant_id: UUID
    exercise_id: UUID
    activity_type: str
    state: Literal["Active", "Completed", "Cancelled"]
    criteria: dict[str, str]
    """Exact texts."""
    starts_on: AwareDatetime | None
    finishes_on: AwareDatetime | None
    completed_on: AwareDatetime | None
    activity_applied_on: AwareDatetime | None
    """When an activity was applied to it; that happens once."""
    created_on: AwareDatetime
    updated_on: AwareDatetime


class TaskTagsOutput(Model):
    """The tags of a task, in the order in which they were added."""

    tags: list[TagOutput]
    custom_tags: list[str]
    unlisted_tags: list[str] | None = None
    """Numbers of which the tagger is sure, though they are not in the start list: kept for staff, never sent. Left out where there are none."""
    partial_tags: list[str] | None = None
    """Numbers that are only partly legible, a `?` for each digit that is not: kept for staff, never sent. Left out where there are none."""


class TasksInput(Model):
    """Participants' tasks; each item is read and answered by itself."""

    model_config = ConfigDict(extra="forbid")
    items: Annotated[list[TaskItemInput], Field(max_length=1000, min_length=1)]


class TenantOutput(Model):
    """A tenant."""

    tenant_id: UUID
    recognition_state: Literal["On", "Off"]
    created_on: AwareDatetime
    updated_on: AwareDatetime


class TextPlaceOutput(Model):
    """The middle of the text and its height, in percent of the photo."""

    x: int
    y: int
    height: int


class TimesheetOutput(Model):
    """What a tagator did and earned in one interval."""

    tasks_completed: int
    numbers_added: int
    active_seconds: float
    tasks_per_hour: float | None
    """By active time, rounded to two places; null: there was none."""
    amount: str
    """A decimal text: the rates of the moments of completion."""
    tagator_id: UUID
    name: str
    interval_start: AwareDatetime
    """When the day, week or month begins; this may be before `from`."""


class TodayOutput(Model):
    """What the tagger did since midnight."""

    tasks_completed: int
    numbers_added: int
    amount: str
    """What that earned."""


class TokensOutput(Model):
    """An access token for `Authorization: Bearer`, and the refresh token for the next one."""

    access_token: str
    refresh_token: str
    expires_on: AwareDatetime


class TrialOutput(Model):
    """What the formula gives; nothing was written."""

    why_not_suitable: str
    """Why the formula is not for the activity; empty: it is."""
    fault: FaultOutput | None
    """Where it fails for the activity."""
    result: str | None
    """Not rounded; null: it fails."""
    reward: str | None
    """Rounded; null: no reward."""
    why_no_reward: str
    trace: list[StepOutput]
    """Innermost first."""
    considered: list[ConsideredOutput]
    """The program's active formulas in the order in which they are tried."""


class TrialPhotoOutput(Model):
    """What the tagger read of a photo of the trial, and what is on it."""

    task_id: UUID
    work_id: UUID
    photo_id: UUID
    is_right: bool
    numbers: list[str]
    """As read."""
    custom_tags: list[str]
    """As set."""
    expected_numbers: list[str]
    """All."""
    expected_custom_tags: list[str]
    places: dict[str, BoxOutput]
    """By number where it stands, as far as that is known."""


class TriedExampleOutput(Model):
    """A golden example, and what the revision gave for it."""

    example_id: UUID
    name: str
    inputs: dict[str, str]
    expectation: Literal["Reward", "NoReward", "DoesNotSuit"]
    reward: int | None
    revision: int
    """The one that was tried."""
    wanted: str
    got: str
    """A reward, `no reward`, `does not suit`, or `fails: …`."""
    holds: bool


class TriedFormulaOutput(Model):
    """A formula by a revision, and why it did not suit; empty: it decided."""

    formula_id: UUID
    name: str
    revision: int
    reason: str


class TriedVariableOutput(Model):
    """How many values of a variable were tried; for numbers from `least` to `most`."""

    name: str
    count: int
    least: str
    most: str


class UntakenOutput(Model):
    """The activities of the last 30 days: how many no formula takes."""

    sentence: str
    since: AwareDatetime
    before: AwareDatetime
    count: int
    read: int
    """At most 20,000, the oldest."""
    not_calculated: int
    """The type calculates no reward for their data."""
    taken: int
    failed: int
    """A `__where` fails for them."""
    failed_ids: list[UUID]
    """The first few."""
    untaken: int
    untaken_ids: list[UUID]
    """The first few."""


class WaitingOutput(Model):
    """What a page that is open without work has to know."""

    is_waiting: bool
    """Whether taking work would give some now."""
    last_answer_on: AwareDatetime | None
    """When the lead last answered a question of the tagger, about any photo."""


class WorkInput(Model):
    """What work is asked for."""

    model_config = ConfigDict(extra="forbid")
    album_id: UUID | None = None
    """Of this album alone; left out: of all."""


class AccountChangeInput(Model):
    """What is to change about an account; what is left out stays."""

    model_config = ConfigDict(extra="forbid")
    name: Annotated[str | None, Field(max_length=200)] = None
    provider: Literal["local", "sandbox", "compreface", "rekognition"] | None = None
    base_url: Annotated[str | None, Field(max_length=200)] = None
    requests_per_second: Annotated[float | None, Field(ge=0.01, le=10000.0)] = None
    """How many the provider takes from all processes together; null: no limit."""
    credentials: dict[str, Any] | None = None
    """Stored encrypted and never shown again."""


class AccountInput(Model):
    """A new account at a face provider."""

    model_config = ConfigDict(extra="forbid")
    account_id: UUID | None = None
    """Makes the request repeatable; left out: a new one."""
    name: Annotated[str, Field(max_length=200)]
    provider: Literal["local", "sandbox", "compreface", "rekognition"]
    base_url: Annotated[str, Field(max_length=200)] = ""
    requests_per_second: Annotated[float | None, Field(ge=0.01, le=10000.0)] = None
    """How many the provider takes from all processes together; null: no limit."""
    credentials: dict[str, Any] | None = None
    """Stored encrypted and never shown again."""


class AccountOperationOutput(Model):
    """One change of a balance, as the event `rewards.balance-changed` has it."""

    operation_id: UUID
    type: Literal["Refill", "Adjustment"]
    amount: Decimal
    """What is added; negative: taken."""
    balance: Decimal
    """The balance after it."""
    source: Literal["Activity", "Adjustment"]
    source_id: UUID | None
    """The activity; null: an adjustment for no activity."""
    occurred_on: AwareDatetime


class AccountOutput(Model):
    """An account at a face provider."""

    account_id: UUID
    name: str
    provider: Literal["local", "sandbox", "compreface", "rekognition"]
    base_url: str
    """Empty: the provider has an address of its own."""
    requests_per_second: float | None
    """null: no limit."""
    is_active: bool
    created_on: AwareDatetime
    updated_on: AwareDatetime


class ActivationOutput(Model):
    """A request to make a revision active, and what became of it."""

    activation_id: UUID
    revision: int
    state: Literal["Requested", "Approved", "Rejected", "Withdrawn", "Outdated"]
    """`Requested` until it is approved, rejected or withdrawn. `Outdated`: the formula was changed."""
    requested_by: str
    requested_on: AwareDatetime
    settled_by: str
    settled_on: AwareDatetime | None
    reason: str
    """Why it was rejected."""
    ended_by: str
    ended_on: AwareDatetime | None
    """Until when the revision was active; null: it is, or never was."""


class ActivityInput(Model):
    """An activity of any type; `data` are the texts of its type's keys."""

    model_config = ConfigDict(extra="forbid")
    activity_id: UUID
    user_id: UUID
    type: Literal[
        "GeoLocationActivity",
        "InviteActivity",
        "ParticipatingActivity",
        "PartnersActivity",
        "QuizActivity",
        "RegistrationActivity",
        "UploadImageActivity",
        "SportActivity",
        "SporadicActivity",
    ]
    data: dict[str, str]


class ActivityOutput(Model):
    """An activity; `reward` is null until it is calculated."""

    activity_id: UUID
    participant_id: UUID
    marketing_program_id: UUID
    participant_exercise_task_id: UUID | None
    type: Literal[
        "GeoLocationActivity",
        "InviteActivity",
        "ParticipatingActivity",
        "PartnersActivity",
        "QuizActivity",
        "RegistrationActivity",
        "UploadImageActivity",
        "SportActivity",
        "SporadicActivity",
    ]
    state: Literal["Created", "Applied", "Skipped"]
    reward: int | None
    data: dict[str, str]
    created_on: AwareDatetime


class AlbumOutput(Model):
    """An album in version 2."""

    name: str
    start_numbers_recognition_strategy: Literal[
        "Disabled", "Manual", "Number", "FaceNumber", "NumberThenManual"
    ]
    start_number_capacity: int
    normalization_policy: Literal["None", "StripLeadingZeros", "PadLeadingZeros"]
    priority: int
    event_date: AwareDatetime | None
    recognition: AlbumRecognitionOutput
    created_on: AwareDatetime
    updated_on: AwareDatetime
    album_id: UUID
    tenant_id: UUID | None
    """null: not known yet."""
    state: Literal["On", "Off"]
    keep_days: int | None
    """Days after the last photo; 0: for ever; null: the default."""
    minimum_confidence: float | None
    """How sure the provider must be of a number; null: the site's default."""
    number_format: Literal["Digits", "LettersAndDigits"]
    """Whether letters belong to the start numbers."""
    infer_numbers: bool
    """Whether hidden numbers are taken from photos of the same burst."""
    allowed_start_numbers_recognition_strategies: list[
        Literal["Disabled", "Manual", "Number", "FaceNumber", "NumberThenManual"]
    ]
    allowed_face_providers: list[FaceProviderOutput]


class AlbumOutputV1(Model):
    """
    An album in version 1, with the deprecated fields.

    `allowedFaceProviders` has the choice `Disabled` with the nil guid; in version 2 the front end
    adds it.
    """

    name: str
    start_numbers_recognition_strategy: Literal[
        "Disabled", "Manual", "Number", "FaceNumber", "NumberThenManual"
    ]
    start_number_capacity: int
    normalization_policy: Literal["None", "StripLeadingZeros", "PadLeadingZeros"]
    priority: int
    event_date: AwareDatetime | None
    recognition: AlbumRecognitionOutput
    created_on: AwareDatetime
    updated_on: AwareDatetime
    allowed_start_numbers_recognition_strategies: list[
        Literal["Disabled", "Manual", "Number", "FaceNumber", "NumberThenManual"]
    ]
    allowed_face_providers: list[FaceProviderOutput]
    recognition_strategy: Annotated[
        Literal["Disabled", "Number", "FaceNumber"], Field(deprecated=True)
    ]
    tagging_strategy: Annotated[Literal["Disabled", "Manual"], Field(deprecated=True)]
    allowed_strategies: Annotated[
        list[Literal["Disabled", "Manual", "Number", "FaceNumber", "NumberThenManual"]],
        Field(deprecated=True),
    ]


class AlbumSummaryOutput(Model):
    """An album in a list."""

    name: str
    start_numbers_recognition_strategy: Literal[
        "Disabled", "Manual", "Number", "FaceNumber", "NumberThenManual"
    ]
    start_number_capacity: int
    normalization_policy: Literal["None", "StripLeadingZeros", "PadLeadingZeros"]
    priority: int
    event_date: AwareDatetime | None
    recognition: AlbumRecognitionOutput
    created_on: AwareDatetime
    updated_on: AwareDatetime
    album_id: UUID
    tenant_id: UUID | None
    """null: not known yet."""
    state: Literal["On", "Off"]


class AlbumTextOutput(Model):
    """A text that stands on many photos of an album, and is therefore no start number."""

    text_id: UUID
    value: str
    """What looks like a number."""
    text: str
    """With the words around it."""
    place: TextPlaceOutput | None
    """null: anywhere, among these words."""
    photos: int
    """On how many photos it was read when it was found, or more."""
    found_on: AwareDatetime
    withdrawn_on: AwareDatetime | None
    """null: it is no start number."""
    withdrawn_by: str
    """Who withdrew it; empty: no one."""


class AssignmentInput(Model):
    """A task, and who gets it: a segment, or the participants of a list."""

    model_config = ConfigDict(extra="forbid")
    assignment_id: UUID | None = None
    """Makes the request repeatable."""
    exercise_id: UUID
    criteria: dict[str, str | Decimal | None] | None = None
    """What an activity must meet; the keys are those of its type."""
    starts_on: AwareDatetime | None = None
    finishes_on: AwareDatetime | None = None
    segment: SegmentInput | None = None
    participant_ids: Annotated[list[str] | None, Field(max_length=20000, min_length=1)] = None
    """Instead of a segment. A text that is no participant's id is refused by itself."""


class AssignmentOutput(Model):
    """A task for many, and how far it is."""

    assignment_id: UUID
    exercise_id: UUID
    criteria: dict[str, str]
    """Exact texts."""
    starts_on: AwareDatetime | None
    finishes_on: AwareDatetime | None
    state: Literal["Waiting", "Running", "Finished", "Cancelled", "Failed"]
    looked_at: int
    """Participants by now."""
    total: int | None
    """Null: not counted yet."""
    created: int
    """How many got the task."""
    refused: int
    """How many lines or participants did not."""
    reason: str
    """Why it failed, who cancelled it, or the last try's error."""
    started_by: str
    created_on: AwareDatetime
    finished_on: AwareDatetime | None


class AssignmentPreviewOutput(Model):
    """How many participants would get the task; nothing is done."""

    count: int
    refused: int
    refused_lines: list[RefusedLineOutput]
    """The first 100."""


class AssignmentWithLinesOutput(Model):
    """A task for many with the lines that were refused."""

    assignment_id: UUID
    exercise_id: UUID
    criteria: dict[str, str]
    """Exact texts."""
    starts_on: AwareDatetime | None
    finishes_on: AwareDatetime | None
    state: Literal["Waiting", "Running", "Finished", "Cancelled", "Failed"]
    looked_at: int
    """Participants by now."""
    total: int | None
    """Null: not counted yet."""
    created: int
    """How many got the task."""
    refused: int
    """How many lines or participants did not."""
    reason: str
    """Why it failed, who cancelled it, or the last try's error."""
    started_by: str
    created_on: AwareDatetime
    finished_on: AwareDatetime | None
    refused_lines: list[RefusedLineOutput]
    """The first 100."""


class AuditEntryOutput(Model):
    """An order of a person or service."""

    occurred_on: AwareDatetime
    actor: str
    address: str
    request_id: str
    record_type: str
    record_id: str
    """Empty: the order is about many records."""
    record_name: str
    action: str
    changes: list[ChangeOutput]
    reason: str


class CalculateManyItemOutput(Model):
    """What becomes of one activity."""

    index: int
    """The id's place, from 0."""
    activity_id: UUID
    status: Literal["posted", "refused"]
    code: str | None
    """Of one that is refused."""
    detail: str | None
    """Of one that is refused."""


class CalculateManyOutput(Model):
    """What becomes of the activities, in the order of their ids in the request."""

    results: list[CalculateManyItemOutput]


class ClaimDecisionInput(Model):
    """What is decided about a claim."""

    model_config = ConfigDict(extra="forbid")
    decision: Literal["Keep", "TakeBack"]
    reason: Annotated[str, Field(max_length=2000)] = ""


class ClaimDecisionsInput(Model):
    """The same decision about many claims."""

    model_config = ConfigDict(extra="forbid")
    decision: Literal["Keep", "TakeBack"]
    reason: Annotated[str, Field(max_length=2000)] = ""
    claim_ids: Annotated[list[UUID], Field(max_length=1000, min_length=1)]


class ClaimOutput(Model):
    """A rewarded activity that was rejected afterwards, and what was decided."""

    claim_id: UUID
    activity_id: UUID
    participant_id: UUID
    marketing_program_id: UUID
    reward: int
    state: Literal["Open", "Kept", "TakenBack", "Closed"]
    """`Closed`: accepted again before it was settled."""
    taken: Decimal | None
    """What was taken back, by the operation that has the claim's id."""
    reason: str
    """Of an open one why it was not taken back by itself."""
    settled_by: str
    settled_on: AwareDatetime | None
    created_on: AwareDatetime
    """When the rejection came."""


class CorrectionItemOutput(Model):
    """A credited reward that differs from what the live formulas give."""

    activity_id: UUID
    participant_id: UUID
    created_on: AwareDatetime
    """Of the activity."""
    old: Decimal
    """What is credited."""
    new: Decimal
    """What the live formulas give, or limits cut of."""
    difference: str
    cause: Literal["Formula", "Data", "Limit"]
    """`Data`: they changed after the credit. `Limit`: limits had cut it."""
    state: Literal["Pending", "Applied", "Refused"]
    adjusted: Decimal | None
    """What was added; limits may have left less."""
    reason: str
    """Why it is refused, or less."""
    operation_id: UUID
    """Of the adjustment."""


class CorrectionRunOutput(Model):
    """The run that adjusts, or adjusted last."""

    state: Literal["Waiting", "Running", "Finished", "Cancelled", "Failed"]
    done: int
    """Activities by now, the refused ones too."""
    total: int | None
    """Null: not counted yet."""
    refused: int
    reason: str
    started_by: str
    created_on: AwareDatetime
    finished_on: AwareDatetime | None


class CounterExampleOutput(Model):
    """Inputs for which the formula gives an undesired result."""

    finding: Literal["Fails", "Negative", "AboveCap", "Falls", "Jumps"]
    sentence: str
    variable: str
    """In which two points differ; empty for one."""
    points: list[PointOutput]


class DifferenceLineOutput(Model):
    """A line of the expression."""

    sign: Literal[" ", "-", "+"]
    """A blank: both have it; `-`: only the older; `+`: only the newer."""
    text: str


class DryRunInput(Model):
    """Which revisions are compared, over the activities created in which period, and of whom."""

    model_config = ConfigDict(extra="forbid")
    dry_run_id: UUID | None = None
    """Makes the request repeatable."""
    since: AwareDatetime
    before: AwareDatetime
    """This moment is not included."""
    revision: Annotated[int | None, Field(ge=1, le=2147483647)] = None
    """Left out: the one that was saved last."""
    others: list[OtherDraftInput] | None = None
    """Tried together with it."""
    segment: SegmentInput | None = None
    participant_ids: Annotated[list[UUID] | None, Field(max_length=1000, min_length=1)] = None
    """Instead of a segment: only their activities."""


class DryRunOutput(Model):
    """A dry run, and how far it is."""

    dry_run_id: UUID
    formula_id: UUID
    revision: int
    since: AwareDatetime
    before: AwareDatetime
    others: list[OtherDraftOutput]
    as_if_valid: list[AsIfValidOutput]
    segment: dict[str, Any]
    """Whose activities; empty: of all participants."""
    notes: list[str]
    """The same in words."""
    state: Literal["Waiting", "Running", "Finished", "Cancelled", "Failed"]
    looked_at: int
    """Activities by now."""
    total: int | None
    """Null: not counted yet."""
    reason: str
    """Why it failed, who cancelled it, or the last try's error."""
    started_by: str
    created_on: AwareDatetime
    started_on: AwareDatetime | None
    finished_on: AwareDatetime | None


class ExampleInput(Model):
    """A golden example: inputs or the id of an activity, and what the formula must give."""

    model_config = ConfigDict(extra="forbid")
    name: Annotated[str, Field(max_length=200)]
    inputs: dict[str, Any] | None = None
    """Values by variable, as texts of the language: `10.5`, `'running'`, `true`. What is left out is null."""
    activity_id: UUID | None = None
    """Instead of `inputs`: those of an activity that came."""
    expectation: Literal["Reward", "NoReward", "DoesNotSuit"] | None = None
    """May be left out for an activity that has a reward."""
    reward: Annotated[int | None, Field(ge=0, le=999999999999999)] = None
    """A whole number from 0, where `expectation` is `Reward`."""


class ExampleOutput(Model):
    """A golden example."""

    example_id: UUID
    name: str
    inputs: dict[str, str]
    expectation: Literal["Reward", "NoReward", "DoesNotSuit"]
    reward: int | None
    changed_by: str
    created_on: AwareDatetime
    updated_on: AwareDatetime


class FailureOutput(Model):
    """A reason for which calculations fail, with the first activity that it was found on."""

    side: Literal["live", "draft"]
    reason: str
    count: int
    activity_id: UUID


class InternalAlbumOutput(Model):
    """An album for services of the platform, in version 2."""

    name: str
    start_numbers_recognition_strategy: Literal[
        "Disabled", "Manual", "Number", "FaceNumber", "NumberThenManual"
    ]
    start_number_capacity: int
    normalization_policy: Literal["None", "StripLeadingZeros", "PadLeadingZeros"]
    priority: int
    event_date: AwareDatetime | None
    recognition: AlbumRecognitionOutput
    created_on: AwareDatetime
    updated_on: AwareDatetime
    album_id: UUID
    tenant_id: UUID | None
    """null: not known yet."""
    state: Literal["On", "Off"]
    keep_days: int | None
    """Days after the last photo; 0: for ever; null: the default."""
    minimum_confidence: float | None
    """How sure the provider must be of a number; null: the site's default."""
    number_format: Literal["Digits", "LettersAndDigits"]
    """Whether letters belong to the start numbers."""
    infer_numbers: bool
    """Whether hidden numbers are taken from photos of the same burst."""
    allowed_start_numbers_recognition_strategies: list[
        Literal["Disabled", "Manual", "Number", "FaceNumber", "NumberThenManual"]
    ]
    allowed_face_providers: list[FaceProviderOutput]


class InternalAlbumOutputV1(Model):
    """An album for services of the platform, in version 1 with the deprecated fields."""

    name: str
    start_numbers_recognition_strategy: Literal[
        "Disabled", "Manual", "Number", "FaceNumber", "NumberThenManual"
    ]
    start_number_capacity: int
    normalization_policy: Literal["None", "StripLeadingZeros", "PadLeadingZeros"]
    priority: int
    event_date: AwareDatetime | None
    recognition: AlbumRecognitionOutput
    created_on: AwareDatetime
    updated_on: AwareDatetime
    album_id: UUID
    tenant_id: UUID | None
    """null: not known yet."""
    state: Literal["On", "Off"]
    allowed_start_numbers_recognition_strategies: list[
        Literal["Disabled", "Manual", "Number", "FaceNumber", "NumberThenManual"]
    ]
    allowed_face_providers: list[FaceProviderOutput]
    recognition_strategy: Annotated[
        Literal["Disabled", "Number", "FaceNumber"], Field(deprecated=True)
    ]
    tagging_strategy: Annotated[Literal["Disabled", "Manual"], Field(deprecated=True)]
    allowed_strategies: Annotated[
        list[Literal["Disabled", "Manual", "Number", "FaceNumber", "NumberThenManual"]],
        Field(deprecated=True),
    ]


class ItemOutput(Model):
    """What became of one item."""

    index: int
    """The item's place, from 0."""
    id: UUID | None
    """Null: the item has no readable id."""
    status: Literal["created", "changed", "unchanged", "refused"]
    code: str | None
    """Of a refused item."""
    detail: str | None
    """Of a refused item."""
    errors: list[ErrorOutput]


class JobOutput(Model):
    """The progress of a job; the counts are of its photos' present states."""

    state: Literal["Queued", "Running", "Finished", "Failed"]
    """Finished: all photos are taken; recognising them goes on."""
    selected: int
    """Photos taken so far."""
    processed: int
    """Those of them that are Processed now."""
    failed: int
    """Those of them that are Failed now, with no attempt planned."""
    started_on: AwareDatetime | None
    finished_on: AwareDatetime | None


class LimitCutOutput(Model):
    """A limit as it was when it left less than the reward."""

    limit_id: UUID
    scope: Literal["Participant", "All"]
    activity_type: str
    """Empty: all types."""
    period: Literal["Day", "Week", "Month", "Program"]
    unit: Literal["Points", "Activities"]
    most: str
    """What the limit allowed in a period."""
    left: str
    """What was left of it."""
    begins: str
    """The period's first day; empty: the whole program."""


class LimitInput(Model):
    """A limit. Only `most` ever changes."""

    model_config = ConfigDict(extra="forbid")
    scope: Literal["Participant", "All"]
    """Of each participant, or of all together: a budget."""
    activity_type: Annotated[str | None, Field(max_length=30)] = None
    """Null: activities of all types."""
    period: Literal["Day", "Week", "Month", "Program"]
    """In the program's time zone; a week begins on Monday."""
    unit: Literal["Points", "Activities"]
    most: Annotated[int, Field(ge=1, le=999999999999999)]
    """What a period allows."""


class LimitOutput(Model):
    """A limit; of a budget, what is left of it now."""

    limit_id: UUID
    marketing_program_id: UUID
    scope: Literal["Participant", "All"]
    activity_type: str | None
    """Null: activities of all types."""
    period: Literal["Day", "Week", "Month", "Program"]
    unit: Literal["Points", "Activities"]
    most: int
    current: BudgetUseOutput | None
    """Null: it is each participant's."""
    created_on: AwareDatetime
    updated_on: AwareDatetime


class OperationOutput(Model):
    """One change of a balance."""

    operation_id: UUID
    participant_id: UUID
    source: Literal["Activity", "Adjustment"]
    source_id: UUID | None
    """The activity; null: an adjustment for no activity."""
    type: Literal["Refill", "Adjustment"]
    state: Literal["Accepted"]
    amount: Decimal
    """What is added; negative: taken."""
    balance: Decimal
    """The balance after it."""
    reason: str
    """Of an adjustment."""
    created_by: str
    """Who made the adjustment."""
    created_on: AwareDatetime
    """When it was ordered."""
    recorded_on: AwareDatetime
    """Since when it is in the balance."""


class PersonItemInput(Model):
    """A person; `id` is the provider's id of this person."""

    name: str | None = None
    confidence: float | None = None
    box: BoxInput | None = None
    id: Annotated[str, Field(max_length=200)]
    possible: list[PossibleInput] | None = None


class PhotoHistoryOutput(Model):
    """A photo as it stands, and everything that happened to it, in order."""

    photo_id: UUID
    album_id: UUID
    state: Literal["New", "AwaitingCallback", "AwaitingTagging", "Processed", "Failed", "Deleted"]
    reason_description: str
    face_recognized: bool
    number_recognized: bool
    history: list[HappeningOutput]


class PhotoPersonOutput(Model):
    """A person whose face is on the photo."""

    person_id: str
    confidence: float | None
    box: BoxOutput | None
    possible: list[PossiblePersonOutput]


class RecognitionSettingsInput(Model):
    """The recognition settings of an album; the first four are required."""

    model_config = ConfigDict(extra="forbid")
    minimum_confidence: Annotated[float | None, Field(ge=0.0, le=1.0)] = None
    """How sure the provider must be of a number. null: the site's default; left out: it stays as it is."""
    number_format: Literal["Digits", "LettersAndDigits"] | None = None
    """`LettersAndDigits`: up to three letters before or after the digits belong to the number. null or left out: it stays as it is."""
    infer_numbers: bool | None = None
    """Whether a runner's hidden number is taken from another photo of the same photographer within seconds. null or left out: it stays as it is."""
    provider_id: UUID | None
    """null: no face provider."""
    start_numbers_recognition_strategy: Literal[
        "Disabled", "Manual", "Number", "FaceNumber", "NumberThenManual"
    ]
    normalization_policy: Literal["None", "StripLeadingZeros", "PadLeadingZeros"]
    start_number_capacity: Annotated[int, Field(ge=1, le=9)]
    provider_space_id: UUID | None = None
    """A space of that account; left out or null: its default space. Ignored if `providerId` is null."""


class RecognitionSettingsInputV1(Model):
    """
    The recognition settings of an album in version 1; the last five may be null or left out.

    Without a strategy only the face provider is changed, and the others are ignored. With a
    strategy, a policy or capacity of null stays as it is. The nil guid means null.
    """

    minimum_confidence: Annotated[float | None, Field(ge=0.0, le=1.0)] = None
    """How sure the provider must be of a number. null: the site's default; left out: it stays as it is."""
    number_format: Literal["Digits", "LettersAndDigits"] | None = None
    """`LettersAndDigits`: up to three letters before or after the digits belong to the number. null or left out: it stays as it is."""
    infer_numbers: bool | None = None
    """Whether a runner's hidden number is taken from another photo of the same photographer within seconds. null or left out: it stays as it is."""
    provider_id: UUID | None
    """null or nil: no face provider."""
    provider_space_id: UUID | None = None
    """A space of that account; left out, null or nil: its default space. Ignored if `providerId` is null."""
    start_numbers_recognition_strategy: (
        Literal["Disabled", "Manual", "Number", "FaceNumber", "NumberThenManual"] | None
    ) = None
    """null: only the face provider is changed."""
    normalization_policy: Literal["None", "StripLeadingZeros", "PadLeadingZeros"] | None = None
    """null: stays as it is."""
    start_number_capacity: Annotated[int | None, Field(ge=1, le=9)] = None
    """null: stays as it is."""


class RegionOutput(Model):
    """A place on the photo where a number may stand."""

    kind: Literal["Number", "Unread", "Person"]
    """`Number`: read there, surely or weakly. `Unread`: digits that could not be read. `Person`: a face; the number is usually below it."""
    confidence: float | None
    box: BoxOutput


class RejectedReadingOutput(Model):
    """A text that was read and is none of the photo's tags."""

    value: str
    source: Literal["Provider", "Manual", "Inferred"]
    confidence: float | None
    box: BoxOutput | None
    person_id: str | None
    """The person of the photo who wears it, by its place below the face; null: that is not clear."""
    rejection: Literal["NotANumber", "TooLong", "NotInStartList", "LowConfidence", "PartlyLegible"]
    verdict: str


class ReportOutput(Model):
    """The report, by name, with the sums of its rows."""

    from_: AwareDatetime
    to: AwareDatetime
    currency: str
    """Of every amount; ISO 4217."""
    rows: list[ReportRowOutput]
    total: StatisticOutput


class ResultsOutput(Model):
    """The figures of the activities that the dry run has looked at by now."""

    live: SideOutput
    draft: SideOutput
    activities: ActivitiesOutput
    participants: ParticipantsOutput
    histogram: list[BinOutput]
    """Ascending, without gaps."""
    largest: list[LargestOutput]
    """At most twenty, the largest first."""
    failures: list[FailureOutput]
    """At most ten different reasons a side."""
    budgets: list[ComparedBudgetOutput]
    """As if they cut no reward."""


class SearchedOutput(Model):
    """The search for counter-examples: what was found, and how much was searched."""

    sentence: str
    tried: int
    """How many inputs were calculated. It is never a proof."""
    suiting: int
    past: int
    """How many past activities were tried."""
    is_whole: bool
    """Whether all combinations of values were tried."""
    ran_out_of_time: bool
    growing: str
    """Empty: the formula does not use such a variable."""
    cap: int | None
    variables: list[TriedVariableOutput]
    counter_examples: list[CounterExampleOutput]


class SelfieCallbackInput(Model):
    """What the number provider calls back about a selfie: the same, named by the selfie."""

    name: str | None = None
    persons: list[PersonItemInput]
    """Of each photo the first 1,000 are used."""
    tags: list[TagItemInput]
    """Of each photo the first 1,000 are used."""
    error: ErrorInput | None = None
    """Left out: it was done."""


class SelfieOutput(Model):
    """A selfie, the persons on it, and the photos of the album with these persons."""

    selfie_id: UUID
    album_id: UUID
    state: Literal["AwaitingCallback", "Recognized", "NotFound", "Failed"]
    persons: list[SelfiePersonOutput]
    photos: list[SelfiePhotoOutput]


class SettledClaimOutput(Model):
    """What became of one item."""

    index: int
    claim_id: UUID
    status: Literal["settled", "refused"]
    code: str | None
    detail: str | None


class SettledClaimsOutput(Model):
    """What became of each item, in their order."""

    results: list[SettledClaimOutput]


class SignInOutput(Model):
    """An access token for `Authorization: Bearer`, and the refresh token for the next one."""

    access_token: str
    refresh_token: str
    expires_on: AwareDatetime
    tagator: SignedInTagatorOutput


class SuggestionOutput(Model):
    """A number that may be on the photo."""

    value: str
    """`Rejected`: as read, so it need not be a number."""
    kind: Literal["Weak", "SamePerson", "Rejected"]
    """`Weak`: read on this photo, but not asked for. `SamePerson`: on another photo with a person of this one. `Rejected`: read on this photo, and rejected."""
    rejection: (
        Literal["NotANumber", "TooLong", "NotInStartList", "LowConfidence", "PartlyLegible"] | None
    )
    """Why it was rejected."""
    confidence: float | None
    """Of the reading; `SamePerson`: of the person on this photo."""
    box: BoxOutput | None
    """Of the number; `SamePerson`: of the person on this photo."""
    photo_id: UUID | None
    """`SamePerson`: a photo with the number."""
    partner_box: BoxOutput | None
    """Of the face of who wears the number; `SamePerson`: of a number that the person wears on this photo. Null: that is not clear."""


class SuggestionsOutput(Model):
    """Numbers that may be on the photo of a task, the best first; at most ten."""

    suggestions: list[SuggestionOutput]


class TagatorAccountOutput(Model):
    """The tagger who is signed in, with their settings."""

    tagator_id: UUID
    email: str
    name: str
    phone: str
    state: Literal["Active", "Blocked"]
    rate_per_task: str
    """A decimal text, in the currency of the pay."""
    rate_per_number: str
    """Beside it, for each number of a task."""
    language: str
    """Of mails and of the workbench; empty: none was chosen, the browser's."""
    settings: AccountSettingsOutput
    today: TodayOutput
    currency: str
    """Of the rates and of what is earned; ISO 4217."""


class TaggerTrialOutput(Model):
    """
    The trial before other work, or how well the tagger read it, in works that are over.

    What was skipped or read in part is not right.
    """

    asked: int
    right: int
    needed: Decimal
    """The share to be right, 0 to 1, for other work."""
    photos_left: int
    """How many are still to be read."""
    is_passed: bool
    """Whether other work follows."""
    photos: list[TrialPhotoOutput]
    """Their pictures: `works/…/tasks/…/picture`."""


class TaskCallbackInput(Model):
    """The outcome of a task: the numbers read, or that the service rejected it."""

    model_config = ConfigDict(extra="forbid")
    task_id: UUID
    photo_id: UUID
    state: Literal["Completed", "Rejected"]
    tags: Annotated[list[str] | None, Field(max_length=200)] = None
    """The start numbers read; empty: the photo has none. Required with `Completed`."""
    completed_on: AwareDatetime | None = None
    """By the service's own clock."""


class TaskLookedAtOutput(Model):
    """A task and why it did or did not suit; `place` is its turn, from 1."""

    place: int
    participant_exercise_task_id: UUID
    exercise_name: str
    state: Literal["Active", "Completed", "Cancelled"]
    verdict: Literal["Applied", "Suits", "CriteriaNotMet", "NothingSuits", "Taken", "NotActive"]
    reason: str
    since: Literal["Added", "Changed"] | Literal[""]
    """What happened to the task after the activity was applied or skipped."""
    checks: list[CheckOutput]


class TasksLookedAtOutput(Model):
    """The tasks of the type as they are now: the first of `count`, and the activity's own."""

    count: int
    decided_on: AwareDatetime | None
    why_none: str
    """Why no task suits, whatever its criteria."""
    tasks: list[TaskLookedAtOutput]


class TriedActivityOutput(Model):
    """An activity, and why the task did not take it."""

    activity_id: UUID
    state: Literal["Created", "Applied", "Skipped"]
    created_on: AwareDatetime
    verdict: Literal[
        "Applied",
        "AppliedElsewhere",
        "TooEarly",
        "NothingSuits",
        "CriteriaNotMet",
        "Waits",
        "WouldSuit",
    ]
    reason: str
    checks: list[CheckOutput]


class WorkOutput(Model):
    """A work: tasks that the tagger took together."""

    work_id: UUID
    state: Literal["Active", "Completed", "Expired"]
    created_on: AwareDatetime
    expires_on: AwareDatetime
    tasks_total: int
    tasks_completed: int
    is_trial: bool
    """The photos are known ones, for a new tagger, and earn nothing: `accounts/trial`."""
    last_answer_on: AwareDatetime | None
    """When the lead last answered a question of the tagger, about any photo."""


class BulkOutput(Model):
    """What became of the items, in their order."""

    results: list[ItemOutput]


class ClientTaskOutput(Model):
    """A task of a work."""

    task_id: UUID
    photo_id: UUID
    album_id: UUID
    image_url: str
    shooting_date: AwareDatetime | None
    priority: int
    number_format: Literal["Digits", "LettersAndDigits"]
    state: Literal["Open", "Assigned", "Completed", "Cancelled"]
    tags: list[TagOutput]
    custom_tags: list[str]
    unlisted_tags: list[str] | None = None
    """Numbers of which the tagger is sure, though they are not in the start list: kept for staff, never sent. Left out where there are none."""
    partial_tags: list[str] | None = None
    """Numbers that are only partly legible, a `?` for each digit that is not: kept for staff, never sent. Left out where there are none."""
    regions: list[RegionOutput]
    """The likeliest first; at most twelve."""


class ComparisonOutput(Model):
    """How a revision differs from another; what stays is listed, too."""

    revision: int
    against: int | None = None
    expression: list[DifferenceLineOutput]
    settings: list[DifferingFieldOutput]
    coefficients: list[DifferingFieldOutput]
    examples: list[DifferingExampleOutput]


class CorrectionOutput(Model):
    """A correction: its preview, who requested and approved it, and its run."""

    correction_id: UUID
    marketing_program_id: UUID
    activity_type: str
    formula_id: UUID | None
    since: AwareDatetime
    before: AwareDatetime
    participant_ids: list[str]
    activity_ids: list[str]
    includes_changed_data: bool
    pays_cuts: bool
    state: Literal["Waiting", "Running", "Finished", "Cancelled", "Failed"]
    """Of the preview."""
    looked_at: int
    """Activities by now."""
    total: int | None
    """Null: not counted yet."""
    reason: str
    """Why the preview failed, or who cancelled it."""
    started_by: str
    created_on: AwareDatetime
    finished_on: AwareDatetime | None
    figures: CorrectionFiguresOutput | None
    why: str
    """The reason of the adjustments."""
    requested_by: str
    requested_on: AwareDatetime | None
    approved_by: str
    approved_on: AwareDatetime | None
    run: CorrectionRunOutput | None


class DryRunWithResultsOutput(Model):
    """A dry run with its results."""

    dry_run_id: UUID
    formula_id: UUID
    revision: int
    since: AwareDatetime
    before: AwareDatetime
    others: list[OtherDraftOutput]
    as_if_valid: list[AsIfValidOutput]
    segment: dict[str, Any]
    """Whose activities; empty: of all participants."""
    notes: list[str]
    """The same in words."""
    state: Literal["Waiting", "Running", "Finished", "Cancelled", "Failed"]
    looked_at: int
    """Activities by now."""
    total: int | None
    """Null: not counted yet."""
    reason: str
    """Why it failed, who cancelled it, or the last try's error."""
    started_by: str
    created_on: AwareDatetime
    started_on: AwareDatetime | None
    finished_on: AwareDatetime | None
    results: ResultsOutput | None
    """Null: nothing is stored yet."""


class ExaminationOutput(Model):
    """All that is known of a revision before it is made active."""

    revision: int
    examples: list[TriedExampleOutput]
    search: SearchedOutput
    reach: list[ReachedOutput]
    untaken: UntakenOutput


class ExplainedActivityOutput(Model):
    """An activity, where it is, what happened to it in order, and the tasks looked at."""

    activity_id: UUID
    type: Literal[
        "GeoLocationActivity",
        "InviteActivity",
        "ParticipatingActivity",
        "PartnersActivity",
        "QuizActivity",
        "RegistrationActivity",
        "UploadImageActivity",
        "SportActivity",
        "SporadicActivity",
    ]
    state: Literal["Created", "Applied", "Skipped"]
    standing: StandingOutput
    history: list[ActivityHistoryEntryOutput]
    tasks: TasksLookedAtOutput


class ExplainedRewardOutput(Model):
    """A reward, and everything that it came from, as it was stored with it."""

    activity_id: UUID
    outcome: Literal["Credited", "NotCredited", "NoReward", "Failed", "NotCalculated"]
    sentences: list[str]
    calculated_on: AwareDatetime | None
    calculated_by: str
    reason: str
    """Why there is none, or why the calculation failed."""
    formula: TriedFormulaOutput | None
    passed_over: list[TriedFormulaOutput]
    expression: str
    coefficients: dict[str, str]
    inputs: dict[str, str]
    """The variables, written as in the language."""
    steps: list[RewardStepOutput]
    failure: FormulaFailureOutput | None
    unrounded: str
    """As a text, which loses no digit, as all that is calculated."""
    before_limits: str
    """Rounded, before limits of the program cut it."""
    limits: list[LimitCutOutput]
    """Those that cut it, the strictest first."""
    reward: int | None
    """Whole points; what is credited is an amount of a balance."""
    credit: RewardOperationOutput | None
    crediting: list[str]
    """What the step that credits waits for."""
    adjustments: list[RewardOperationOutput]
    total: Decimal
    """The credit with its adjustments."""


class ExplainedTaskOutput(Model):
    """A task, where it stands, and the newest of `count` activities of its type."""

    participant_exercise_task_id: UUID
    state: Literal["Active", "Completed", "Cancelled"]
    sentences: list[str]
    count: int
    tried: list[TriedActivityOutput]


class NumberCallbackInput(Model):
    """What the number provider calls back; both collections are required and may be empty."""

    name: str | None = None
    persons: list[PersonItemInput]
    """Of each photo the first 1,000 are used."""
    tags: list[TagItemInput]
    """Of each photo the first 1,000 are used."""
    error: ErrorInput | None = None
    """Left out: it was done."""


class PhotoOutput(Model):
    """A photo with everything found on it; boxes are in fractions of the image."""

    photo_id: UUID
    album_id: UUID
    photographer_id: UUID | None
    shooting_date: AwareDatetime | None
    image_url: str
    state: Literal["New", "AwaitingCallback", "AwaitingTagging", "Processed", "Failed", "Deleted"]
    reason_description: str
    """Empty where it is processed."""
    face_recognized: bool
    number_recognized: bool
    custom_tags: list[str]
    created_on: AwareDatetime
    """When it was published."""
    updated_on: AwareDatetime
    persons: list[PhotoPersonOutput]
    tags: list[PhotoTagOutput]
    rejected: list[RejectedReadingOutput]
    persons_delivery: ResultDeliveryOutput
    tags_delivery: ResultDeliveryOutput


class RecognitionPreviewInput(Model):
    """A change of an album to be previewed: either its settings or its state."""

    model_config = ConfigDict(extra="forbid")
    settings: RecognitionSettingsInput | None = None
    state: Literal["On", "Off"] | None = None


class RecognitionPreviewInputV1(Model):
    """A change of an album to be previewed: either its settings, as in version 1, or its state."""

    settings: RecognitionSettingsInputV1 | None = None
    state: Literal["On", "Off"] | None = None
