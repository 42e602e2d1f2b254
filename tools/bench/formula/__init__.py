"""How long reward formulas take, beside a hand-written function and other languages."""
