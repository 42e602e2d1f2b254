"""A preset opens what this table says, and shows nothing that refuses."""

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.auth.models import Group, User
from django.db.models import Model
from django.test import Client, RequestFactory
from django.utils import timezone

from config.tests.test_every_list import MAKERS
from config.tests.walking import Walk
from foundation.records.audit import Actor
from foundation.rest.presets import PRESETS, ensure_presets
from foundation.rest.roles import grant_role
from foundation.staff.display import address_of_list, has_pages
from foundation.staff.tests.staff_pages import change_page
from programs.programs.models import MarketingProgram
from recognition.models import Photo
from rewards.formulas.commands import ChangeFormulaCommand, change_formula
from rewards.models import RewardFormula
from rewards.tests.factories import draft_formula, limited
from tagging.models import Comparison, TaggingTask

pytestmark = pytest.mark.django_db

MODELS = {each._meta.label: each for each in apps.get_models() if has_pages(each)}
# What a member may do with records: view, add, change, delete, and act (buttons, actions of lists).
RIGHTS = {"v": "view", "a": "add", "c": "change", "d": "delete", "x": "act"}
TABLE = """
                                      Albume Recogn Taggin Market Reward Suppor Audito Privac
auth.Group                            -      -      -      -      -      -      v      -
auth.User                             -      -      -      -      -      -      v      -
django_celery_beat.SolarSchedule      -      -      -      -      -      -      -      -
django_celery_beat.IntervalSchedule   -      -      -      -      -      -      v      -
django_celery_beat.ClockedSchedule    -      -      -      -      -      -      -      -
django_celery_beat.CrontabSchedule    -      -      -      -      -      -      v      -
django_celery_beat.PeriodicTask       -      -      -      -      -      -      v      -
axes.AccessFailureLog                 -      -      -      -      -      -      -      -
axes.AccessAttempt                    -      -      -      -      -      -      v      -
axes.AccessLog                        -      -      -      -      -      -      v      -
records.AuditEntry                    -      -      -      -      -      -      v      v
records.LeftOutRow                    -      -      -      -      -      v      v      -
messaging.OutboxMessage               v      vx     v      -      -      v      v      v
messaging.Outage                      v      vx     v      -      -      v      v      v
messaging.InboxMessage                -      -      -      -      -      v      v      -
messaging.DeadLetter                  -      -      -      -      -      v      v      -
exports.Export                        va     va     va     va     va     va     va     va
privacy.Erasure                       -      -      -      -      -      -      v      v
programs.MarketingProgram             -      -      -      vacx   v      v      v      v
programs.Exercise                     -      -      -      vacx   v      v      v      v
programs.Participant                  -      -      -      vacx   v      v      v      v
programs.ParticipantExerciseTask      -      -      -      vacx   v      v      v      v
programs.TaskAssignment               -      -      -      vx     v      v      v      v
rewards.Approval                      -      -      -      vx     vx     v      v      v
rewards.Balance                       -      -      -      v      vx     v      v      v
rewards.BalanceOperation              -      -      -      v      v      v      v      v
rewards.RewardFormula                 -      -      -      vac    vx     v      v      v
rewards.RewardCorrection              -      -      -      v      vx     v      v      v
rewards.FormulaDryRun                 -      -      -      vx     v      v      v      v
activities.Activity                   -      -      -      v      vx     v      v      -
activities.RewardClaim                -      -      -      v      vx     v      v      v
recognition.Account                   v      vacx   v      -      -      v      v      v
recognition.AccountSpace              v      vacx   v      -      -      v      v      v
recognition.CompetitorInstance        v      vacx   v      -      -      v      v      v
recognition.Tenant                    v      vacx   v      -      -      v      v      v
recognition.Album                     vcx    vcx    vc     -      -      v      v      v
recognition.Photo                     vx     vx     v      -      -      v      v      v
recognition.AlbumPhotosProcessingJob  vx     vx     v      -      -      v      v      v
recognition.AlbumsMove                v      vx     v      -      -      v      v      v
recognition.AlbumRejudging            v      vx     v      -      -      v      v      v
recognition.Selfie                    v      vx     v      -      -      v      v      v
recognition.NumberRequest             v      vx     v      -      -      v      v      v
recognition.Callback                  v      vx     v      -      -      v      v      v
recognition.NumberProviderStanding    v      vx     v      -      -      v      v      v
tagging.Tagator                       -      v      vacx   -      -      v      v      -
tagging.PaidMonth                     -      v      vx     -      -      v      v      -
tagging.Work                          -      v      vx     -      -      v      v      -
tagging.TaggingTask                   -      v      vx     -      -      v      v      -
tagging.AlbumGuide                    vac    vac    vacx   -      -      v      v      -
tagging.PhotoQuestion                 -      v      vx     -      -      v      v      -
tagging.SkippedTask                   -      v      vx     -      -      v      v      -
tagging.TimeSheet                     -      v      vx     -      -      v      v      -
tagging.AlbumQuality                  -      v      vacx   -      -      v      v      -
tagging.KnownAnswer                   -      v      vacx   -      -      v      v      -
tagging.Comparison                    -      v      vx     -      -      v      v      -
"""


def member_of(preset: str) -> User:
    user = User.objects.create_user(preset, is_staff=True)
    user.groups.add(Group.objects.get(name=preset))
    return user


def rights_of(user: User, model: type[Model]) -> str:
    """Return the letters of what the user may do with records of the model."""
    request, options = RequestFactory().get("/"), admin.site.get_model_admin(model)
    request.user = user
    asked = {letter: getattr(options, f"has_{name}_permission", None)
             for letter, name in RIGHTS.items()}  # fmt: skip
    return "".join(letter for letter, ask in asked.items() if ask and ask(request)) or "-"


def written_table() -> str:
    """Return the table of the rights as they are: a column a preset, with its first letters."""
    members = [member_of(preset) for preset in PRESETS]
    heads = "".join(f"{preset.replace(' ', '')[:6]:7}" for preset in PRESETS)
    rows = [f"{label:38}" + "".join(f"{rights_of(member, model):7}" for member in members)
            for label, model in MODELS.items()]  # fmt: skip
    return "\n".join(row.rstrip() for row in [f"{'':38}{heads}", *rows])


def test_has_the_rights_of_the_table():
    assert written_table() == TABLE.strip("\n")


def make_records() -> RewardFormula:
    """Make records of each kind; return a formula with conditions and two revisions."""
    # Disagreements first: their taggers take the work that there is.
    for number, model in enumerate(sorted(MAKERS, key=lambda model: model is not Comparison)):
        MAKERS[model](number)
    for program in MarketingProgram.objects.all():
        limited(program.pk)
    chosen = {"__where": {"distance": {"gte": 5, "ne": 7}}}
    formula = draft_formula(settings=chosen)
    return change_formula(
        ChangeFormulaCommand(
            formula_id=formula.pk,
            settings={"__where": {"discipline": ["running"]}},
            by=Actor("ann"),
            now=timezone.now(),
        )
    )


@pytest.mark.usefixtures("one_frame")
def test_shows_nothing_that_refuses_no_word_of_a_machine_and_no_time_without_its_zone(
    client: Client, subtests: pytest.Subtests
):
    formula = make_records()

    for preset in PRESETS:
        with subtests.test(preset=preset):
            member = member_of(preset)
            client.force_login(member)

            first = [change_page(formula)] if rights_of(member, RewardFormula) != "-" else []
            walk = Walk(client).go(*first)

            assert walk.refused() == {}
            assert walk.misworded() == {}
            assert walk.unzoned() == {}
            assert walk.bare_ids() == {}
            assert len(walk.opened) > 20


@pytest.mark.usefixtures("one_frame")
def test_is_wider_than_a_single_role_which_shows_nothing_that_refuses_either(client: Client):
    make_records()
    member = User.objects.create_user("meg", is_staff=True)
    grant_role(member, "rewards.edit")
    client.force_login(member)

    walk = Walk(client).go()

    assert walk.refused() == {}
    assert "/admin/rewards/rewardformula/" in str(walk.opened)


@pytest.mark.usefixtures("one_frame")
def test_refuses_the_lists_that_it_does_not_open(client: Client):
    one_of_each_app = {model._meta.app_label: model for model in MODELS.values()}.values()
    for preset in PRESETS:
        member = member_of(preset)
        client.force_login(member)
        for model in one_of_each_app:
            opened = rights_of(member, model) != "-"

            answer = client.get(address_of_list(model), secure=True)

            assert answer.status_code == (200 if opened else 403), (preset, model)


def test_a_refusal_is_a_page_of_the_site_that_names_the_groups(client: Client):
    client.force_login(member_of("Tagging lead"))

    answer = client.get(address_of_list(RewardFormula), secure=True)

    page = answer.content.decode()
    assert answer.status_code == 403
    assert address_of_list(TaggingTask) in page  # the navigation
    assert "You may not see reward formulas." in page
    assert {group.name for group in answer.context["refusal"].groups} >= {"Marketing"}
    assert "rewards.edit" in page


def test_what_nobody_may_do_by_hand_is_said_to_an_administrator_too(client: Client):
    client.force_login(User.objects.create_superuser("boss"))

    answer = client.get(f"{address_of_list(Photo)}add/", secure=True)

    page = answer.content.decode()
    assert answer.status_code == 403
    assert "No person can add photos by hand" in page
    assert "an administrator can" not in page


def test_a_page_that_is_not_there_is_a_page_of_the_site(client: Client):
    client.force_login(member_of("Tagging lead"))

    answer = client.get("/admin/nowhere/", secure=True)

    assert answer.status_code == 404
    assert address_of_list(TaggingTask) in answer.content.decode()


def test_sign_in_without_a_next_page_ends_on_the_home_page(client: Client):
    User.objects.create_user("ann", password="long-enough-1", is_staff=True)
    typed = {"username": "ann", "password": "long-enough-1"}

    answer = client.post("/admin/login/", typed, secure=True)

    assert (answer.status_code, answer["Location"]) == (302, "/admin/")


def test_what_staff_change_in_a_preset_stays():
    Group.objects.get(name="Support").permissions.clear()
    Group.objects.get(name="Auditor").delete()

    ensure_presets()

    assert not Group.objects.get(name="Support").permissions.exists()
    assert Group.objects.get(name="Auditor").permissions.exists()
