"""What staff change about rewards: formulas, with their drafts and activations, and limits."""

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

from tools.bench.year import staff
from tools.bench.year.course import Course
from tools.bench.year.facts import Limit
from tools.bench.year.formulas import Rule, some_texts

PERIODS = ("Day", "Week", "Month", "Month", "Program", "Program")
MOSTS = (*range(1, 61, 3), 500, 20_000)  # the last are for all participants together


class Rules(Course):
    """Formulas and limits."""

    def formula(self) -> None:
        """Save a new formula, or other texts of one; then make it active, or leave it a draft."""
        is_new = len(self.drafts) < 3 and self.chance.random() < 0.6
        if is_new or not self.drafts:
            rule = self._new_rule()
        else:
            rule = self.chance.choice(list(self.drafts.values()))
            rule = replace(rule, **some_texts(self.chance))  # type: ignore[arg-type]
        staff.save_formula(self.world, rule, self.now, is_new=rule.formula_id not in self.drafts)
        self.drafts[rule.formula_id] = rule
        if self.chance.random() < 0.8:
            refused = staff.activate(self.world, rule.formula_id, self.now)
            self.expect("an activation", refused.replace("revision-is-active", ""), "")
            self._make_active(rule)

    def _new_rule(self) -> Rule:
        bounds = [None, None, self.midnight(self.now + timedelta(days=self.chance.randint(1, 90)))]
        until = self.chance.choice(bounds)
        texts = some_texts(self.chance)
        return Rule(formula_id=self.world.new_id(), valid_until=until, **texts)  # type: ignore[arg-type]

    def _make_active(self, rule: Rule) -> None:
        """Keep the order of the formulas, which is that of their creation."""
        active = {each.formula_id: each for each in self.model.rules} | {rule.formula_id: rule}
        self.model.rules = [active[known] for known in self.drafts if known in active]

    def limit(self) -> None:
        """Add a limit, change how much one allows, or remove one."""
        limits = self.model.limits
        if len(limits) < 3 and self.chance.random() < 0.6:
            limit = Limit(
                limit_id=self.world.new_id(),
                is_budget=self.chance.random() < 0.4,
                period=self.chance.choice(PERIODS),
                unit=self.chance.choice(["Points", "Points", "Activities"]),
                most=Decimal(self.chance.choice(MOSTS)),
            )
        elif limits:
            limit = self.chance.choice(list(limits.values()))
            if self.chance.random() < 0.3:
                staff.remove_limit(self.world, limits.pop(limit.limit_id).limit_id)
                return
            limit.most = Decimal(self.chance.choice(MOSTS))
        else:
            return
        staff.put_limit(self.world, limit, self.now)
        limits[limit.limit_id] = limit
