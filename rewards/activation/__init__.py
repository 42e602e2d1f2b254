"""Activation: which revision calculates rewards, who requested it, and who approved."""
