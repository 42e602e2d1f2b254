"""A whole Finishline on one machine: embedded servers, and every process under one supervisor.

Imported by `manage.py` and `conftest.py`, never by an app.
"""
