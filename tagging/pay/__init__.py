"""Months that are paid, sheets and timesheets."""
