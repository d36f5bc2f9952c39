"""The verification app as Django knows it: two commands, no tables and no pages."""

from django.apps import AppConfig


class VerificationConfig(AppConfig):
    name = "tournaments.verification"
    verbose_name = "Verification"
