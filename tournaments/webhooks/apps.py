"""Django configuration of the webhooks app."""

from django.apps import AppConfig


class WebhooksConfig(AppConfig):
    name = "tournaments.webhooks"
    verbose_name = "Webhooks"
