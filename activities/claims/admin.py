"""Staff's pages of claims to review: they keep rewards, or take them back, one or many at once."""

from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal
from functools import partial
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db import transaction
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from activities.claims.commands import (
    ClaimDecision,
    NothingToTakeBack,
    SettleClaimCommand,
    TakeRewardBackCommand,
    added_by,
    foresee_taking_back,
    settle_claim,
    take_reward_back,
)
from activities.explaining.progress import in_colour, link
from activities.records.models import Activity, ClaimState, RewardClaim
from foundation.records.audit import actor_of
from foundation.records.refusals import REASON_LENGTH, Refusal
from foundation.records.texts import counted
from foundation.staff.actions import action, button, say_for_how_many
from foundation.staff.command_admin import ReadOnlyAdmin
from foundation.staff.confirming import chosen_again, each_done
from foundation.staff.form_fields import LinesField
from foundation.staff.staff_admin import StaffAdmin
from programs.participants.models import Participant
from rewards.approvals.admin import ASK, requested, requested_already, requested_instead
from rewards.approvals.commands import needs_another
from rewards.approvals.models import Approval
from rewards.balances.commands import RewardNotCredited
from rewards.models import Balance

READERS = ("rewards.read", "rewards.adjust")
MOST_AT_ONCE = 200
MOST_SHOWN = 5
TITLES = {ClaimDecision.KEEP: "Keep the rewards", ClaimDecision.TAKE_BACK: "Take the rewards back"}
TEXTS = {
    ClaimDecision.KEEP: "The rewards stay, although the referees rejected the activities.",
    ClaimDecision.TAKE_BACK: "What each activity has added to the balance is taken back by an "
    "adjustment, with your name and the reason. It is refused where less than zero would be left.",
}
ASKED = "Ask to take the rewards back"
DECIDED = (
    "You ask that what each activity has added to the balance is taken back. Another person "
    "decides it, in that person's name and with your reason: until then nothing is changed."
)
SO_MUCH = "Where one person may not take so much, another one decides it first."


def _facts(claims: Sequence[RewardClaim], decision: ClaimDecision) -> list[str]:
    """Return how many rewards are kept or taken back, how much they are, and what is refused."""
    is_open = [each for each in claims if each.state == ClaimState.OPEN]
    if decision is ClaimDecision.KEEP:
        kept = [added_by(each.activity) for each in is_open]
        found = [_settled("kept", kept)] if kept else []
    else:
        found = _facts_of_taking(is_open)
    if over := len(claims) - len(is_open):
        stays = "is settled already: it stays" if over == 1 else "are settled already: they stay"
        found.append(f"{counted(over, 'claim')} {stays}.")
    return found


def _facts_of_taking(claims: Sequence[RewardClaim]) -> list[str]:
    foreseen = list(foresee_taking_back(claims))
    taken = [each.amount for each in foreseen if each.refusal is None]
    refused = [f"{each.claim.activity}: {each.refusal.detail}" for each in foreseen if each.refusal]
    found = [_settled("taken back", taken)] if taken else []
    if refused:
        found.append(f"{counted(len(refused), 'claim')} {'is' if len(refused) == 1 else 'are'} "
                     "refused:")  # fmt: skip
    return [*found, *refused[:MOST_SHOWN]]


def _settled(what: str, amounts: Sequence[Decimal]) -> str:
    total = f"{sum(amounts):,f}"
    if len(amounts) == 1:
        return f"1 reward is {what}: {total}."
    return f"{len(amounts):,} rewards are {what}: {total} in all."


def orders_about_claims(record: Balance | Activity) -> Q:
    """Return the condition for rows of the audit about claims of a balance or an activity."""
    claims = RewardClaim.objects.filter(
        Q(activity__participant_id=record.pk) | Q(activity_id=record.pk)
    )
    ids = {str(key) for key in claims.values_list("pk", flat=True)}
    return Q(record_type=RewardClaim.__name__, record_id__in=ids)


class SettlementForm(forms.Form):
    """Why the claims are settled so."""

    reason = LinesField(
        required=False,
        max_length=REASON_LENGTH,
        help_text="It stands with the claim, with the adjustment, and in the audit.",
    )


class TakingBackForm(SettlementForm):
    """The same, where no referees have said why."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].required = True


@admin.register(RewardClaim)
class RewardClaimAdmin(ReadOnlyAdmin):
    filled_by = "A rewarded activity that the referees reject afterwards raises one."
    opened_by = {"view": READERS, "act": ("rewards.adjust",)}
    list_display = ("created_on", "of_activity", "participant", "program", "reward",
                    "shown_state", "taken", "settled_by", "reason")  # fmt: skip
    list_filter = ("state", "activity__marketing_program", "created_on")
    list_select_related = ("activity__marketing_program", "activity__participant")
    search_fields = ("id", "activity__id", "activity__participant__id")
    search_help_text = "Id of a claim, an activity or a participant"
    ordering = ("-created_on", "id")
    sortable_by = ()
    list_disable_select_all = True
    fields = ("id", "of_activity", "participant", "program", "reward", "shown_state", "taken",
              "reason", "settled_by", "settled_on", "created_on", "version")  # fmt: skip
    readonly_fields = fields
    actions = ("keep", "take_back")
    actions_detail = ("keep_one", "take_back_one")

    @admin.display(description="Activity")
    def of_activity(self, claim: RewardClaim) -> str:
        return link(Activity, claim.activity_id, str(claim.activity), self.reader)

    @admin.display(description="Participant")
    def participant(self, claim: RewardClaim) -> str:
        who = claim.activity.participant
        return link(Participant, who.pk, who.known_as, self.reader)

    @admin.display(description="Program")
    def program(self, claim: RewardClaim) -> str:
        return str(claim.activity.marketing_program)

    @admin.display(description="Reward")
    def reward(self, claim: RewardClaim) -> Decimal:
        return claim.activity.reward or Decimal(0)

    @admin.display(description="State")
    def shown_state(self, claim: RewardClaim) -> str:
        return in_colour(claim.state)

    @action("Keep the rewards…")
    def keep(self, request: HttpRequest, queryset: QuerySet[RewardClaim]) -> Any:
        return self._settle(request, queryset[:MOST_AT_ONCE], ClaimDecision.KEEP)

    @action("Take the rewards back…")
    def take_back(self, request: HttpRequest, queryset: QuerySet[RewardClaim]) -> Any:
        return self._settle(request, queryset[:MOST_AT_ONCE], ClaimDecision.TAKE_BACK)

    @button("Keep the reward…", "keep")
    def keep_one(self, request: HttpRequest, object_id: str) -> HttpResponse:
        return self.of_one(request, object_id, partial(self._settle, decision=ClaimDecision.KEEP))

    @button("Take the reward back…", "take-back")
    def take_back_one(self, request: HttpRequest, object_id: str) -> HttpResponse:
        settle = partial(self._settle, decision=ClaimDecision.TAKE_BACK)
        return self.of_one(request, object_id, settle)

    def _settle(
        self, request: HttpRequest, chosen: Iterable[RewardClaim], decision: ClaimDecision
    ) -> HttpResponse | None:
        now, by, claims = timezone.now(), actor_of(request), list(chosen)

        def settle(claim: RewardClaim, reason: str) -> None:
            given = {"decision": decision, "by": by, "now": now, "reason": reason}
            settle_claim(SettleClaimCommand(claim_id=claim.pk, **given))  # type: ignore[arg-type]

        title = TITLES[decision]
        ask = partial(self.ask, request, claims, title, TEXTS[decision])
        return settled(request, ask, claims, decision, settle, SettlementForm, title)


def _take_or_request(request: HttpRequest, order: TakeRewardBackCommand) -> Approval | None:
    """Take a reward back; return the request, if another person must approve it first."""
    with transaction.atomic():
        approval = requested_instead(request, order)
        if approval is None:
            take_reward_back(order)
    return approval


def _nothing_to_take(_: Any, __: HttpRequest, activity: Activity) -> str:
    [foreseen] = foresee_taking_back([RewardClaim(activity=activity)])
    is_none = isinstance(foreseen.refusal, RewardNotCredited | NothingToTakeBack)
    return foreseen.refusal.detail if foreseen.refusal and is_none else ""


@transaction.atomic
def _needs_another(
    claims: Sequence[RewardClaim], order: Callable[[RewardClaim], TakeRewardBackCommand]
) -> bool:
    return any(needs_another(order(claim)) for claim in claims)


class TakingBack(StaffAdmin):
    """Taking rewards back from activities that nothing was claimed about: one, or those chosen.

    Who may not adjust balances asks those who may.
    """

    opened_by = {"adjust": ("rewards.adjust",), "ask": (ASK,)}

    @admin.action(description="Take the rewards back…", permissions=["adjust"])
    def take_rewards_back(self, request: HttpRequest, queryset: QuerySet[Activity]) -> Any:
        return self._take_back(request, queryset[:MOST_AT_ONCE], _take_or_request)

    @admin.action(description="Ask to take the rewards back…", permissions=["ask"])
    def ask_to_take_back(self, request: HttpRequest, queryset: QuerySet[Activity]) -> Any:
        return self._take_back(request, queryset[:MOST_AT_ONCE], requested)

    @button("Take the reward back…", "take-back", "adjust", _nothing_to_take)
    def take_reward_back(self, request: HttpRequest, object_id: str) -> HttpResponse:
        return self.of_one(request, object_id, partial(self._take_back, do=_take_or_request))

    @button("Ask to take the reward back…", "ask-to-take-back", "ask", _nothing_to_take)
    def ask_to_take_one_back(self, request: HttpRequest, object_id: str) -> HttpResponse:
        return self.of_one(request, object_id, partial(self._take_back, do=requested))

    def _take_back(
        self, request: HttpRequest, chosen: Iterable[Activity], do: "Take"
    ) -> HttpResponse | None:
        activities = list(chosen)
        now, by, decision = timezone.now(), actor_of(request), ClaimDecision.TAKE_BACK

        def take_order(claim: RewardClaim, reason: str = "") -> TakeRewardBackCommand:
            key = claim.activity_id
            return TakeRewardBackCommand(activity_id=key, reason=reason, by=by, now=now)

        def take(claim: RewardClaim, reason: str) -> Approval | None:
            return do(request, take_order(claim, reason))

        # Claims as they will be: not stored.
        claims = [RewardClaim(activity=each) for each in activities]
        title, text = TITLES[decision], TEXTS[decision]
        if do is requested:
            title, text = ASKED, DECIDED
        elif _needs_another(claims, take_order):
            text = f"{text} {SO_MUCH}"
        ask = partial(self.ask, request, activities, title, text)
        ids = [str(each.pk) for each in activities]
        waiting = requested_already(Approval.objects.filter(command__activity_id__in=ids))
        return settled(request, ask, claims, decision, take, TakingBackForm, title, waiting)


Take = Callable[[HttpRequest, TakeRewardBackCommand], Approval | None]


def settled(
    request: HttpRequest,
    ask: Callable[..., HttpResponse],
    claims: Sequence[RewardClaim],
    decision: ClaimDecision,
    settle: Callable[[RewardClaim, str], Approval | None],
    form_class: type[SettlementForm],
    title: str,
    waiting: Sequence[str] = (),
) -> HttpResponse | None:
    """Return the page that asks first; None: it was confirmed, and is done or refused.

    :param settle: takes a claim and the reason, and raises a refusal; it returns the request, and
        says so, where another person decides.
    :param waiting: the facts about requests that were made before.
    """
    is_sent = "confirmed" in request.POST
    form = form_class(request.POST if is_sent else None)
    facts = [*_facts(claims, decision), *waiting]
    page = partial(ask, {"confirmed": title}, form, facts=facts, hidden=chosen_again(request))
    if not is_sent or not form.is_valid():
        return page()
    ended = list(each_done(claims, lambda claim: settle(claim, form.cleaned_data["reason"])))
    refused = [
        f"{each.activity}: {why.detail}" for each, why, _ in ended if isinstance(why, Refusal)
    ]
    if len(refused) == len(claims):
        form.add_error(None, refused[:MOST_SHOWN])
        return page()
    settled_here = [is_done for _, result, is_done in ended if result is None]
    if settled_here:
        done = sum(settled_here)
        say_for_how_many(request, title, done, len(settled_here) - done, len(refused))
    for text in refused[:MOST_SHOWN]:
        messages.error(request, text)
    return None
