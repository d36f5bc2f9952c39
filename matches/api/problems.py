"""Every "no" of the API has one shape: code, sentence, law and facts."""

from collections.abc import Mapping
from typing import Any

from rest_framework.exceptions import APIException, Throttled, ValidationError
from rest_framework.response import Response
from rest_framework.views import exception_handler

from matches.phrases import sentence
from matches.refusals import status_of
from rules.errors import Refusal


def answer(exception: Exception, context: dict[str, Any]) -> Response | None:
    """The answer to a refusal or to a request the framework turns down; None (a crash) for anything else."""
    if isinstance(exception, Refusal):
        return Response(told(exception), status=status_of(exception))
    response = exception_handler(exception, context)
    if response is not None:
        response.data = _shaped(exception, response.data)
    return response


def told(refusal: Refusal) -> dict[str, Any]:
    """A refusal as data."""
    return {
        "code": refusal.code,
        "sentence": sentence(refusal.code, refusal.facts),
        "law": refusal.law,
        "facts": refusal.facts,
    }


def _shaped(exception: Exception, data: Any) -> dict[str, Any]:
    if isinstance(exception, Throttled):
        return told(Refusal("too_many_requests", "", wait=getattr(exception, "wait", None)))
    if isinstance(exception, ValidationError):
        return told(Refusal("request_invalid", "", problem=_first_problem(data), fields=data))
    code = exception.default_code if isinstance(exception, APIException) else "absent"
    text = data.get("detail", "") if isinstance(data, Mapping) else ""
    return {"code": str(code), "sentence": str(text), "law": "", "facts": {}}


def _first_problem(data: Any) -> str:
    if isinstance(data, Mapping):
        name, problems = next(iter(data.items()))
        return f"{name}: {_first_problem(problems)}"
    return _first_problem(data[0]) if isinstance(data, list) and data else str(data)
