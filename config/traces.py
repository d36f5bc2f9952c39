"""Traces for OpenTelemetry, where OTEL_EXPORTER_OTLP_ENDPOINT is set: how long views and tasks take.

A span has the name of a view or a task, its method, route and status, the number and duration of its queries.
It has no address, no header, no text of a query: these name people and contain tokens. Calls to other sites
carry no trace.
"""

import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from celery.signals import task_postrun, task_prerun
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import connection
from django.http import HttpRequest, HttpResponse

from config.logs import request_id
from config.middleware import METHODS, UNKNOWN, GetResponse, get_view_name

MISSING = (
    "OTEL_EXPORTER_OTLP_ENDPOINT is set, but the packages of OpenTelemetry are not installed. "
    "Install crawford[opentelemetry], or in a clone deploy/requirements-opentelemetry.txt."
)


def start_traces() -> None:
    """Send the spans of this process to a collector, by OTLP over HTTP.

    The exporter itself reads OTEL_EXPORTER_OTLP_ENDPOINT and further variables, such as
    OTEL_EXPORTER_OTLP_HEADERS. Raises ImproperlyConfigured if the packages are missing.
    """
    try:
        from opentelemetry import trace  # noqa: PLC0415 - an extra of the package
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter  # noqa: PLC0415
        from opentelemetry.sdk.resources import Resource  # noqa: PLC0415
        from opentelemetry.sdk.trace import TracerProvider  # noqa: PLC0415
        from opentelemetry.sdk.trace.export import BatchSpanProcessor  # noqa: PLC0415
    except ModuleNotFoundError as error:
        raise ImproperlyConfigured(MISSING) from error
    resource = Resource.create({"service.name": "crawford", "service.version": settings.VERSION})
    provider = TracerProvider(resource=resource)
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    trace.set_tracer_provider(provider)
    tasks = TaskSpans(trace.get_tracer("crawford"))
    task_prerun.connect(tasks.start, weak=False)
    task_postrun.connect(tasks.end, weak=False)


class TraceMiddleware:
    """Makes a span of each request; it is installed where traces are on."""

    def __init__(self, get_response: GetResponse) -> None:
        from opentelemetry import trace  # noqa: PLC0415 - an extra of the package

        self.get_response = get_response
        self._tracer = trace.get_tracer("crawford")

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on and describe the answer."""
        with self._start_span() as span:
            queries = QueryTimer()
            with connection.execute_wrapper(queries):
                response = self.get_response(request)
            self._describe(span, request, response)
            span.set_attribute("crawford.queries", queries.count)
            span.set_attribute("crawford.queries.ms", round(queries.seconds * 1000, 1))
        return response

    def _start_span(self) -> AbstractContextManager[Any]:
        from opentelemetry.trace import SpanKind  # noqa: PLC0415

        # The text of an exception may quote a row.
        span: AbstractContextManager[Any] = self._tracer.start_as_current_span(
            "request", kind=SpanKind.SERVER, record_exception=False, set_status_on_exception=False
        )
        return span

    @staticmethod
    def _describe(span: Any, request: HttpRequest, response: HttpResponse) -> None:
        method = request.method if request.method in METHODS else UNKNOWN
        span.update_name(f"{method} {get_view_name(request)}")
        match = request.resolver_match
        attributes = {
            "http.request.method": method,
            "http.route": match.route if match else "",
            "http.response.status_code": response.status_code,
            "crawford.request": response.headers.get("X-Request-ID", request_id.get()),
        }
        span.set_attributes(attributes)
        if response.status_code >= HTTPStatus.INTERNAL_SERVER_ERROR:
            _mark_failed(span)


@dataclass
class QueryTimer:
    """Counts the queries of a request and adds up their duration; it reads no query."""

    count: int = 0
    seconds: float = 0.0

    def __call__(self, execute: Callable[..., Any], *arguments: Any) -> Any:
        """Run one query."""
        start = time.perf_counter()
        try:
            return execute(*arguments)
        finally:
            self.count += 1
            self.seconds += time.perf_counter() - start


class TaskSpans:
    """Makes a span of each Celery task, of its name and outcome; never of its arguments."""

    def __init__(self, tracer: Any) -> None:
        self._tracer = tracer
        self._spans: dict[str, Any] = {}

    def start(self, *, task_id: str, task: Any, **_kwargs: Any) -> None:
        """Begin the span of a task."""
        self._spans[task_id] = self._tracer.start_span(task.name)

    def end(self, *, task_id: str, state: str | None = None, **_kwargs: Any) -> None:
        """End the span of a task."""
        span = self._spans.pop(task_id, None)
        if span is None:
            return
        span.set_attribute("celery.state", state or UNKNOWN)
        if state == "FAILURE":
            _mark_failed(span)
        span.end()


def _mark_failed(span: Any) -> None:
    from opentelemetry.trace import Status, StatusCode  # noqa: PLC0415

    span.set_status(Status(StatusCode.ERROR))
