"""Importing participants and tasks from CSV."""
