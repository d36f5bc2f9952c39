"""The app of the project itself: its management commands, and the start of all apps."""

from importlib import import_module

from django.apps import AppConfig
from django.conf import settings

from config.error_reports import start_error_reports


class ConfigConfig(AppConfig):
    name = "config"
    verbose_name = "Configuration"

    def ready(self) -> None:
        """Report errors if that is wanted, and import what every app adds: its receivers, hooks and tasks."""
        start_error_reports(settings.SENTRY_DSN)
        import_module("config.app_parts").import_parts()
        if settings.OTEL_EXPORTER_OTLP_ENDPOINT:
            import_module("config.traces").start_traces()
