"""Approvals: orders of money and rules that wait for a second person."""
