"""Error responses of the API: problem documents (RFC 9457) with a code, a sentence, a rule and a context."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.http import JsonResponse
from rest_framework.exceptions import APIException, Throttled, ValidationError
from rest_framework.response import Response
from rest_framework.views import exception_handler

from matches.messages import get_sentence
from matches.refusal_statuses import get_status
from rules.errors import Refusal

MEDIA_TYPE = "application/problem+json"
TYPES = "/api/v1/problems/"
# Codes that are answered with 412 instead of 409 if the request has the header If-Match.
OUTDATED = frozenset({"changed_meanwhile", "event_changed_meanwhile", "session_changed"})


def handle_exception(exception: Exception, context: Mapping[str, Any]) -> Response | None:
    """Return the response to a refusal or an exception of DRF; None, a server error, for any other.

    This is the EXCEPTION_HANDLER of DRF.
    """
    if isinstance(exception, RequestDataTooBig):
        exception = Refusal("body_too_large")
    if isinstance(exception, Refusal):
        return _make_response(make_refusal_problem(exception, _get_status(exception, context)))
    response = exception_handler(exception, dict(context))
    if response is None:
        return None
    answer = _make_response(_make_exception_problem(exception, response.data, response.status_code))
    for name in ("WWW-Authenticate", "Retry-After", "Allow"):
        if name in response.headers:
            answer[name] = response.headers[name]
    return answer


def make_refusal_problem(refusal: Refusal, status: int | None = None) -> dict[str, Any]:
    """Return a refusal as a problem document."""
    detail = get_sentence(refusal.code, refusal.facts)
    return make_problem(refusal.code, detail, status or get_status(refusal), refusal.law, refusal.facts)


def make_problem(
    code: str, detail: str, status: int, rule: str = "", context: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """Return a problem document: the members of RFC 9457, then those of this API."""
    return {
        "type": f"{TYPES}{code}/",
        "title": HTTPStatus(status).phrase,
        "status": int(status),
        "detail": detail,
        "code": code,
        "rule": rule or None,
        "context": dict(context or {}),
    }


def make_problem_response(code: str, detail: str, status: int) -> JsonResponse:
    """Return a problem response outside the API views, for instance for an unknown address."""
    return JsonResponse(make_problem(code, detail, status), status=status, content_type=MEDIA_TYPE)


def _make_response(body: dict[str, Any]) -> Response:
    return Response(body, status=body["status"], content_type=MEDIA_TYPE)


def _get_status(refusal: Refusal, context: Mapping[str, Any]) -> int:
    request = context.get("request")
    if refusal.code in OUTDATED and request is not None and "If-Match" in request.headers:
        return HTTPStatus.PRECONDITION_FAILED
    return get_status(refusal)


def _make_exception_problem(exception: Exception, data: Any, status: int) -> dict[str, Any]:
    if isinstance(exception, Throttled):
        return make_refusal_problem(Refusal("too_many_requests", "", wait=getattr(exception, "wait", None)))
    if isinstance(exception, ValidationError):
        return make_refusal_problem(
            Refusal("request_invalid", "", problem=_get_first_problem(data), fields=data)
        )
    code = getattr(exception.detail, "code", "") if isinstance(exception, APIException) else "not_found"
    text = data.get("detail", "") if isinstance(data, Mapping) else ""
    return make_problem(str(code), str(text), status)


def _get_first_problem(data: Any) -> str:
    if isinstance(data, Mapping):
        name, problems = next(iter(data.items()))
        return f"{name}: {_get_first_problem(problems)}"
    return _get_first_problem(data[0]) if isinstance(data, list) and data else str(data)
