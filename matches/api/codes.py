"""What is known of a problem by its code: where the `type` of a problem document leads."""

import re
from http import HTTPStatus
from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.doors import Door
from matches.phrases import SENTENCES
from matches.refusals import status_of
from rules.errors import Refusal

FACT = re.compile(r"%\((\w+)\)s")
# What the framework turns down before any of our rooms is asked.
BY_FRAMEWORK = {
    "absent": HTTPStatus.NOT_FOUND,
    "authentication_failed": HTTPStatus.UNAUTHORIZED,
    "method_not_allowed": HTTPStatus.METHOD_NOT_ALLOWED,
    "not_acceptable": HTTPStatus.NOT_ACCEPTABLE,
    "not_authenticated": HTTPStatus.UNAUTHORIZED,
    "not_found": HTTPStatus.NOT_FOUND,
    "parse_error": HTTPStatus.BAD_REQUEST,
    "permission_denied": HTTPStatus.FORBIDDEN,
    "unsupported_media_type": HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
}


class CodeOut(serializers.Serializer[Any]):
    """A code, its usual status, and its sentence with the facts it tells in braces."""

    code = serializers.CharField()
    status = serializers.IntegerField()
    title = serializers.CharField()
    sentence = serializers.CharField()
    facts = serializers.ListField(child=serializers.CharField())


class ProblemCode(Door):
    """A kind of problem."""

    @extend_schema(operation_id="problem", responses={200: CodeOut})
    def get(self, request: Request, code: str) -> Response:
        """What a code of a problem means."""
        if code in BY_FRAMEWORK:
            status, text = BY_FRAMEWORK[code], BY_FRAMEWORK[code].description
        elif code in SENTENCES:
            status, text = HTTPStatus(status_of(Refusal(code, ""))), str(SENTENCES[code])
        else:
            raise Http404
        told = {
            "code": code,
            "status": status.value,
            "title": status.phrase,
            "sentence": FACT.sub(r"{\1}", text).replace("%%", "%"),
            "facts": list(dict.fromkeys(FACT.findall(text))),
        }
        return Response(CodeOut(told).data)
