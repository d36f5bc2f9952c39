"""Errors reported to Sentry, where SENTRY_DSN is set: what failed and where in the code, nothing of people.

A report is made anew from the few facts below. What Sentry collects besides (addresses, headers, bodies,
variables, messages of exceptions, users, earlier log lines) may name people or contain tokens.
"""

import logging
from pathlib import PurePath
from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from config.logs import mask_secrets, request_id

FACTS = ("event_id", "timestamp", "level", "platform", "logger", "release", "environment", "sdk")
FRAME_FACTS = ("function", "module", "lineno", "in_app", "pre_context", "context_line", "post_context")
MECHANISM_FACTS = ("type", "handled", "exception_id", "parent_id", "is_exception_group")
# A transaction is named after a view or a task; of these sources alone, as others take the address.
SAFE_SOURCES = {"component", "task"}
# What Sentry would collect of people is off at the source too.
COLLECTED: dict[str, Any] = {
    "user_info": False,
    "cookies": {"mode": "off"},
    "http_headers": {"request": {"mode": "off"}},
    "http_bodies": [],
    "url_query_params": {"mode": "off"},
    "database_query_data": False,
    "queues": False,
    "stack_frame_variables": False,
}
SITE_LOGGERS = {"config", "crawford", "matches", "rules", "tournaments"}

Event = dict[str, Any]


def start_error_reports(dsn: str) -> None:
    """Report unhandled errors and logged ones to the Sentry of a DSN; do nothing if it is empty.

    Raises ImproperlyConfigured if the package is missing or the DSN cannot be read.
    """
    if not dsn:
        return
    try:
        import sentry_sdk  # noqa: PLC0415 - an extra of the package
        from sentry_sdk.utils import BadDsn  # noqa: PLC0415
    except ModuleNotFoundError as error:
        raise ImproperlyConfigured(
            "SENTRY_DSN is set, but the package sentry-sdk is not installed. Install crawford[sentry], "
            "or in a clone deploy/requirements-sentry.txt."
        ) from error
    try:
        sentry_sdk.init(
            dsn=dsn,
            release=f"crawford@{settings.VERSION}",
            environment=settings.MODE,
            integrations=_make_integrations(),
            default_integrations=False,
            auto_enabling_integrations=False,
            before_send=remove_personal_data,
            before_send_transaction=_drop,
            data_collection=COLLECTED,
            max_breadcrumbs=0,
            server_name="",
            auto_session_tracking=False,
            send_client_reports=False,
            propagate_traces=False,
            spotlight=False,
        )
    except BadDsn as error:
        raise ImproperlyConfigured("SENTRY_DSN must be written as https://key@host/project.") from error


def _make_integrations() -> list[Any]:
    from sentry_sdk.integrations.atexit import AtexitIntegration  # noqa: PLC0415
    from sentry_sdk.integrations.celery import CeleryIntegration  # noqa: PLC0415
    from sentry_sdk.integrations.dedupe import DedupeIntegration  # noqa: PLC0415
    from sentry_sdk.integrations.django import DjangoIntegration  # noqa: PLC0415
    from sentry_sdk.integrations.excepthook import ExcepthookIntegration  # noqa: PLC0415
    from sentry_sdk.integrations.logging import LoggingIntegration  # noqa: PLC0415
    from sentry_sdk.integrations.threading import ThreadingIntegration  # noqa: PLC0415

    return [
        # Its callback would print how many reports are still to be sent.
        AtexitIntegration(callback=lambda _pending, _timeout: None),
        CeleryIntegration(propagate_traces=False),
        DedupeIntegration(),
        DjangoIntegration(transaction_style="function_name", middleware_spans=False, signals_spans=False),
        ExcepthookIntegration(),
        LoggingIntegration(level=None, event_level=logging.ERROR, sentry_logs_level=None),
        ThreadingIntegration(propagate_scope=False),
    ]


def remove_personal_data(event: Event, _hint: object = None) -> Event:
    """Return a report with the facts of an event that cannot name a person."""
    report = {name: event[name] for name in FACTS if name in event}
    if event.get("transaction_info", {}).get("source") in SAFE_SOURCES:
        report |= {name: event[name] for name in ("transaction", "transaction_info") if name in event}
    if message := _get_template(event):
        report["logentry"] = {"message": message}
    if request_id.get():
        # The log has the same id.
        report["tags"] = {"request": request_id.get()}
    exceptions = event.get("exception", {}).get("values", [])
    if exceptions:
        report["exception"] = {"values": [_describe_exception(value) for value in exceptions]}
    return report


def _get_template(event: Event) -> str:
    """Return the text of a log line without the values in it; empty where the two cannot be separated."""
    entry = event.get("logentry") or {}
    is_template = bool(entry.get("params")) or event.get("logger", "").partition(".")[0] in SITE_LOGGERS
    return mask_secrets(str(entry.get("message", ""))) if is_template else ""


def _describe_exception(value: Event) -> Event:
    """Return the type of an exception and where it was raised; its message may quote a row."""
    frames = (value.get("stacktrace") or {}).get("frames", [])
    mechanism = value.get("mechanism") or {}
    return {
        "type": value.get("type"),
        "module": value.get("module"),
        "mechanism": {name: mechanism[name] for name in MECHANISM_FACTS if name in mechanism},
        "stacktrace": {"frames": [_describe_frame(frame) for frame in frames]},
    }


def _describe_frame(frame: Event) -> Event:
    """Return a line of code; of an absolute path, which may contain the name of a user, only the file."""
    path = PurePath(frame.get("filename") or "")
    facts = {name: frame[name] for name in FRAME_FACTS if name in frame}
    return facts | {"filename": path.name if path.is_absolute() else str(path)}


def _drop(_event: Event, _hint: object) -> None:
    """Send no timings: these are the business of config.traces."""
