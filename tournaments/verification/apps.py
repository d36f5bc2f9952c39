"""Django configuration of the verification app: two commands, no tables and no pages."""

from django.apps import AppConfig


class VerificationConfig(AppConfig):
    name = "tournaments.verification"
    verbose_name = "Verification"
