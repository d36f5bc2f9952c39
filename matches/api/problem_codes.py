"""The view that documents problem codes; the `type` of a problem document links to it."""

import re
from http import HTTPStatus
from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.viewsets import ApiMixin
from matches.messages import SENTENCES
from matches.refusal_statuses import get_status
from rules.errors import Refusal

PLACEHOLDER = re.compile(r"%\((\w+)\)s")
# Codes of the exceptions of DRF.
FRAMEWORK_STATUSES = {
    "authentication_failed": HTTPStatus.UNAUTHORIZED,
    "method_not_allowed": HTTPStatus.METHOD_NOT_ALLOWED,
    "not_acceptable": HTTPStatus.NOT_ACCEPTABLE,
    "not_authenticated": HTTPStatus.UNAUTHORIZED,
    "not_found": HTTPStatus.NOT_FOUND,
    "parse_error": HTTPStatus.BAD_REQUEST,
    "permission_denied": HTTPStatus.FORBIDDEN,
    "unsupported_media_type": HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
}


class ProblemCodeSerializer(serializers.Serializer[Any]):
    """A problem code, its usual status, and its sentence with the names of its context in braces."""

    code = serializers.CharField()
    status = serializers.IntegerField()
    title = serializers.CharField()
    detail = serializers.CharField()
    context_names = serializers.ListField(child=serializers.CharField())


class ProblemCode(ApiMixin):
    """A kind of problem."""

    @extend_schema(operation_id="problem", responses={200: ProblemCodeSerializer})
    def get(self, request: Request, code: str) -> Response:
        """Read the meaning of a problem code."""
        if code in FRAMEWORK_STATUSES:
            status, text = FRAMEWORK_STATUSES[code], FRAMEWORK_STATUSES[code].description
        elif code in SENTENCES:
            status, text = HTTPStatus(get_status(Refusal(code, ""))), str(SENTENCES[code])
        else:
            raise Http404
        data = {
            "code": code,
            "status": status.value,
            "title": status.phrase,
            "detail": PLACEHOLDER.sub(r"{\1}", text).replace("%%", "%"),
            "context_names": list(dict.fromkeys(PLACEHOLDER.findall(text))),
        }
        return Response(ProblemCodeSerializer(data).data)
