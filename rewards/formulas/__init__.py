"""Formulas: their texts, revisions and order, and the reward that they calculate."""
