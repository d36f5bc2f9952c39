"""Every "no" of the API is a problem document (RFC 9457) that carries code, sentence, law and facts."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.http import JsonResponse
from rest_framework.exceptions import APIException, Throttled, ValidationError
from rest_framework.response import Response
from rest_framework.views import exception_handler

from matches.phrases import sentence
from matches.refusals import status_of
from rules.errors import Refusal

MEDIA_TYPE = "application/problem+json"
TYPES = "/api/v1/problems/"
# A deed decided on an older picture: what If-Match asks to be told by a status of its own.
OUTDATED = frozenset({"changed_meanwhile", "event_changed_meanwhile", "session_changed"})


def answer(exception: Exception, context: Mapping[str, Any]) -> Response | None:
    """The answer to a refusal or to a request the framework turns down; None (a crash) for anything else."""
    if isinstance(exception, RequestDataTooBig):
        exception = Refusal("body_too_large")
    if isinstance(exception, Refusal):
        return _response(told(exception, _status(exception, context)))
    response = exception_handler(exception, dict(context))
    if response is None:
        return None
    document = _shaped(exception, response.data, response.status_code)
    shown = _response(document)
    for name in ("WWW-Authenticate", "Retry-After", "Allow"):
        if name in response.headers:
            shown[name] = response.headers[name]
    return shown


def told(refusal: Refusal, status: int | None = None) -> dict[str, Any]:
    """A refusal as a problem document."""
    said = sentence(refusal.code, refusal.facts)
    return document(refusal.code, said, status or status_of(refusal), refusal.law, refusal.facts)


def document(
    code: str, said: str, status: int, law: str = "", facts: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """A problem document: the members of RFC 9457, then ours."""
    return {
        "type": f"{TYPES}{code}/",
        "title": HTTPStatus(status).phrase,
        "status": int(status),
        "detail": said,
        "code": code,
        "sentence": said,
        "law": law,
        "facts": dict(facts or {}),
    }


def plain(code: str, said: str, status: int) -> JsonResponse:
    """A problem told outside the framework of the API, such as an address nobody knows."""
    return JsonResponse(document(code, said, status), status=status, content_type=MEDIA_TYPE)


def _response(body: dict[str, Any]) -> Response:
    return Response(body, status=body["status"], content_type=MEDIA_TYPE)


def _status(refusal: Refusal, context: Mapping[str, Any]) -> int:
    request = context.get("request")
    if refusal.code in OUTDATED and request is not None and "If-Match" in request.headers:
        return HTTPStatus.PRECONDITION_FAILED
    return status_of(refusal)


def _shaped(exception: Exception, data: Any, status: int) -> dict[str, Any]:
    if isinstance(exception, Throttled):
        return told(Refusal("too_many_requests", "", wait=getattr(exception, "wait", None)))
    if isinstance(exception, ValidationError):
        return told(Refusal("request_invalid", "", problem=_first_problem(data), fields=data))
    code = getattr(exception.detail, "code", "") if isinstance(exception, APIException) else "absent"
    text = data.get("detail", "") if isinstance(data, Mapping) else ""
    return document(str(code), str(text), status)


def _first_problem(data: Any) -> str:
    if isinstance(data, Mapping):
        name, problems = next(iter(data.items()))
        return f"{name}: {_first_problem(problems)}"
    return _first_problem(data[0]) if isinstance(data, list) and data else str(data)
