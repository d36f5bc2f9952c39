"""Django configuration of the verification app: two commands and the report for an arbiter, no tables."""

from django.apps import AppConfig


class VerificationConfig(AppConfig):
    name = "tournaments.verification"
    verbose_name = "Verification"
