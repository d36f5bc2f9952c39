"""Every request has an id, is timed and counted by the view that answered, and logged on request."""

import logging
import re
import time
import uuid
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from prometheus_client import CollectorRegistry, Counter, Histogram

from config import logs

HEADER = "X-Request-ID"
A_REQUEST = re.compile(r"[A-Za-z0-9-]{8,64}")
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
UNKNOWN = "unknown"

registry = CollectorRegistry()
TAKEN = Histogram(
    "crawford_request_seconds",
    "How long requests took, by the name of the view.",
    ["view", "method"],
    buckets=BUCKETS,
    registry=registry,
)
ANSWERED = Counter(
    "crawford_responses_total",
    "Answers by the name of the view and status.",
    ["view", "status"],
    registry=registry,
)
log = logging.getLogger("crawford.requests")


class Measured:
    """Middleware: gives every request an id, from the proxy or its own, which the answer tells; times it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on, and note how it went."""
        given = request.headers.get(HEADER, "")
        name = given if A_REQUEST.fullmatch(given) else uuid.uuid4().hex
        held, began = logs.current.set(name), time.perf_counter()
        try:
            answer = self.get_response(request)
            _note(request, answer, time.perf_counter() - began)
        finally:
            logs.current.reset(held)
        answer[HEADER] = name
        return answer


def _note(request: HttpRequest, answer: HttpResponse, seconds: float) -> None:
    view, method = view_of(request), _method(request)
    TAKEN.labels(view, method).observe(seconds)
    ANSWERED.labels(view, str(answer.status_code)).inc()
    facts = {"view": view, "method": method, "status": answer.status_code, "ms": round(seconds * 1000)}
    log.info("%(method)s %(view)s %(status)s %(ms)s ms", facts, extra={"facts": facts})


def view_of(request: HttpRequest) -> str:
    """The name of the view that answered: its route's, never the address, which may hold a code."""
    match = request.resolver_match
    return (match.view_name if match else "") or UNKNOWN


def _method(request: HttpRequest) -> str:
    return request.method if request.method in METHODS else UNKNOWN
