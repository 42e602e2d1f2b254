from django.apps import AppConfig


class TaggingConfig(AppConfig):
    name = "tagging"
