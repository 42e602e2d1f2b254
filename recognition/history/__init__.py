"""The history of a photo: everything that happened to it, gathered from the records that tell.

Nothing here is written for the history alone but the attempts that did not end well
(`recognition.models.PhotoAttempt`); the rest is read off requests, callbacks, numbers, persons,
jobs, the outbox, and whatever apps above add as a source of their own.
"""
