"""A whole Finishline on one machine: embedded servers, and one supervisor for every process.

Imported by `manage.py` and `conftest.py`, never by an app.
"""
