"""Taggers over real HTTP: how fast they take, tag and complete tasks, and what survives a break."""
