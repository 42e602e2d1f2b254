"""Guides of albums and their pages for staff."""
