"""Runs docs/cookbook.md from the built packages, as one who has nothing else."""
