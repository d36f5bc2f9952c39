"""Middleware: request ids, metrics, compression, time zone, addresses of forms, NUL characters refused."""

import logging
import re
import time
import uuid
from collections.abc import Callable, Iterable
from http import HTTPStatus

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.urls import is_valid_path, resolve
from django.utils import timezone
from prometheus_client import CollectorRegistry, Counter, Histogram

from config import logs
from matches.views.site_settings import get_request_settings

GetResponse = Callable[[HttpRequest], HttpResponse]

REQUEST_ID_HEADER = "X-Request-ID"
REQUEST_ID_PATTERN = re.compile(r"[A-Za-z0-9-]{8,64}")
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
UNKNOWN = "unknown"

UNUSED_FEATURES = (
    *("accelerometer", "autoplay", "browsing-topics", "camera", "display-capture", "encrypted-media"),
    *("geolocation", "gyroscope", "magnetometer", "microphone", "midi", "payment", "serial", "usb"),
    "xr-spatial-tracking",
)
PERMISSIONS_POLICY = ", ".join(f"{feature}=()" for feature in UNUSED_FEATURES)

NUL = "\x00"
FORM_CONTENT_TYPES = ("application/x-www-form-urlencoded", "multipart/form-data")
# Headers whose values are looked up in the database.
LOOKUP_HEADERS = ("X-Table",)

registry = CollectorRegistry()
REQUEST_SECONDS = Histogram(
    "crawford_request_seconds",
    "Duration of requests, by the name of the view.",
    ["view", "method"],
    buckets=BUCKETS,
    registry=registry,
)
RESPONSES = Counter(
    "crawford_responses_total",
    "Responses, by the name of the view and status.",
    ["view", "status"],
    registry=registry,
)
log = logging.getLogger("crawford.requests")


class RequestMetricsMiddleware:
    """Gives every request an id, the proxy's or a new one, repeats it in the response, and measures both."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on and record its duration and status."""
        header = request.headers.get(REQUEST_ID_HEADER, "")
        request_id = header if REQUEST_ID_PATTERN.fullmatch(header) else uuid.uuid4().hex
        context, start = logs.request_id.set(request_id), time.perf_counter()
        try:
            response = self.get_response(request)
            _record_request(request, response, time.perf_counter() - start)
        finally:
            logs.request_id.reset(context)
        response[REQUEST_ID_HEADER] = request_id
        return response


class TimeZoneMiddleware:
    """Uses the time zone of the site's settings for all dates and times of a response."""

    # Their answer does not wait for the database.
    EXEMPT_VIEWS = frozenset({"healthz", "readyz"})

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on, and leave no time zone to the next request of the thread."""
        try:
            return self.get_response(request)
        finally:
            timezone.deactivate()

    def process_view(self, request: HttpRequest, *_arguments: object) -> None:
        """Activate the time zone of the site."""
        if request.resolver_match and request.resolver_match.view_name not in self.EXEMPT_VIEWS:
            timezone.activate(get_request_settings(request).zone)


class CompressionMiddleware(GZipMiddleware):
    """Compresses responses, except those with no content (304) or a range (206) of a static file."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Return the response, compressed if it has a body and the client accepts it."""
        if response.status_code in (HTTPStatus.NOT_MODIFIED, HTTPStatus.PARTIAL_CONTENT):
            return response
        return super().process_response(request, response)


class PermissionsPolicyMiddleware:
    """Forbids pages, and scripts that got into one, what the site does not use: sensors, camera, payments."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Add the header to every response that has none of its own."""
        response = self.get_response(request)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS_POLICY)
        return response


class FormAddressMiddleware:
    """Redirects a browser that opens the address of a form to the page above it.

    Such an address, which only takes POST, is in the address bar after a form that was refused.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on; programs, which do not ask for HTML, get 405."""
        response = self.get_response(request)
        is_refused = request.method == "GET" and response.status_code == HTTPStatus.METHOD_NOT_ALLOWED
        if not is_refused or "text/html" not in request.headers.get("Accept", ""):
            return response
        return HttpResponseRedirect(find_page_above(request.path_info))


def find_page_above(path: str) -> str:
    """Return the nearest address above a path whose route begins that of the path, or the home page.

    `/clubs/ada/imports/7/` is not the page above `/clubs/ada/imports/7/undo/`, but an event.
    """
    route = resolve(path).route
    while len(path := path.rstrip("/").rpartition("/")[0] + "/") > 1:
        if is_valid_path(path) and route.startswith(resolve(path).route):
            return path
    return "/"


class RejectNulMiddleware:
    """Answers 400 if the path, a query or form field, or a header that is looked up contains a NUL character.

    No name or code contains one, and PostgreSQL fails on a query with it.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on, or refuse it before any database query."""
        if any(NUL in text for text in _iterate_texts(request)):
            raise BadRequest("A NUL in the request.")
        return self.get_response(request)


def get_view_name(request: HttpRequest) -> str:
    """Return the name of the view that answered, never the URL, which may contain a code."""
    match = request.resolver_match
    return (match.view_name if match else "") or UNKNOWN


def _record_request(request: HttpRequest, response: HttpResponse, seconds: float) -> None:
    view = get_view_name(request)
    method = request.method if request.method in METHODS else UNKNOWN
    REQUEST_SECONDS.labels(view, method).observe(seconds)
    RESPONSES.labels(view, str(response.status_code)).inc()
    facts = {"view": view, "method": method, "status": response.status_code, "ms": round(seconds * 1000)}
    log.info("%(method)s %(view)s %(status)s %(ms)s ms", facts, extra={"facts": facts})


def _iterate_texts(request: HttpRequest) -> Iterable[str]:
    yield request.path_info
    yield from _iterate_values(request.GET)
    if request.content_type in FORM_CONTENT_TYPES:
        yield from _iterate_values(request.POST)
    yield from (request.headers.get(name, "") for name in LOOKUP_HEADERS)


def _iterate_values(fields: QueryDict) -> Iterable[str]:
    return (value for _, values in fields.lists() for value in values)
