"""Exercises: what a program asks for."""
