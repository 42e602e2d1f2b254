"""Replaying: a long job that posts again the steps that activities lack."""
