"""Django configuration of the mailing app."""

from django.apps import AppConfig


class MailingConfig(AppConfig):
    name = "tournaments.mailing"
    verbose_name = "E-mail to players"
