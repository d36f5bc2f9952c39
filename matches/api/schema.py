"""How the description of the API is made: what all operations share is said here once."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension, OpenApiSerializerFieldExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter
from rest_framework.permissions import SAFE_METHODS

from matches.api.problems import MEDIA_TYPE
from matches.api.proofs import KEY, MATCH

Schema = dict[str, Any]
ROOT = "/api/v1/"
READING = (
    HTTPStatus.BAD_REQUEST,
    HTTPStatus.UNAUTHORIZED,
    HTTPStatus.FORBIDDEN,
    HTTPStatus.NOT_FOUND,
    HTTPStatus.METHOD_NOT_ALLOWED,
    HTTPStatus.NOT_ACCEPTABLE,
    HTTPStatus.TOO_MANY_REQUESTS,
)
WRITING = (
    *READING,
    HTTPStatus.CONFLICT,
    HTTPStatus.PRECONDITION_FAILED,
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
    HTTPStatus.UNPROCESSABLE_ENTITY,
)
MEANINGS = {
    HTTPStatus.BAD_REQUEST: "It cannot be read, or the laws do not know such a thing.",
    HTTPStatus.UNAUTHORIZED: "The token is unknown, has run out or was taken back.",
    HTTPStatus.FORBIDDEN: "Not yours to do.",
    HTTPStatus.NOT_FOUND: "Not there, or not for you.",
    HTTPStatus.METHOD_NOT_ALLOWED: "This address knows another method.",
    HTTPStatus.NOT_ACCEPTABLE: "Nothing is told in the wanted format.",
    HTTPStatus.CONFLICT: "Understood, but the state of things says no. Nothing was changed.",
    HTTPStatus.PRECONDITION_FAILED: "Decided on a version that has passed. Nothing was changed.",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "More than can be sent at once.",
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE: "The body is not in a format that is read here.",
    HTTPStatus.UNPROCESSABLE_ENTITY: "The idempotency key was used for another request.",
    HTTPStatus.TOO_MANY_REQUESTS: "Too many at once; `Retry-After` says how long to wait.",
}
PROBLEM: Schema = {
    "type": "object",
    "description": "Every refusal (RFC 9457): a code for programs, a sentence for people, the law behind it, "
    "the facts.",
    "required": ["type", "title", "status", "detail", "code", "sentence", "law", "facts"],
    "properties": {
        "type": {"type": "string", "format": "uri-reference", "description": "What is known of the code."},
        "title": {"type": "string", "description": "What the status means."},
        "status": {"type": "integer"},
        "detail": {"type": "string", "description": "The sentence."},
        "code": {"type": "string", "description": "For programs; it never changes."},
        "sentence": {"type": "string", "description": "For people, in their language."},
        "law": {"type": "string", "description": "The law that says no, if one does."},
        "facts": {"type": "object", "additionalProperties": {}},
    },
}
TAG = {"ETag": {"description": "The version and the content of what is told.", "schema": {"type": "string"}}}
SEEN = OpenApiParameter(
    "If-None-Match", str, OpenApiParameter.HEADER, description="An ETag: 304 as long as nothing has changed."
)


class BadgeScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """How the schema describes a badge."""

    target_class = "matches.api.proofs.BadgeAuthentication"
    name = "badge"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, str]:
        """A key in the Authorization header."""
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "Badge <token>: the token printed on a player's badge.",
        }


class GapsSchema(OpenApiSerializerFieldExtension):  # type: ignore[no-untyped-call]
    """How the schema describes a list with empty places."""

    target_class = "matches.api.shapes_out.Gaps"

    def map_serializer_field(self, auto_schema: AutoSchema, direction: Any) -> Schema:
        """Each place is a thing or null."""
        child = auto_schema.resolve_serializer(self.target.child, direction)
        return {"type": "array", "items": {"oneOf": [child.ref, {"type": "null"}]}}


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """How the schema describes a token."""

    target_class = "tournaments.api.tokens.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, str]:
        """A bearer token."""
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "A token of an account, for reading or writing in one club or event.",
        }


class HouseSchema(AutoSchema):
    """An operation with the headers that every operation of its method knows."""

    def get_override_parameters(self) -> list[Any]:
        """Those of the view, and keys and versions."""
        named = list(super().get_override_parameters())
        if self.method in SAFE_METHODS:
            return [*named, SEEN]
        key = [] if getattr(self.view, "is_dry", False) else [KEY]
        return [*named, *key, *([MATCH] if getattr(self.view, "is_versioned", False) else [])]

    def get_tags(self) -> list[str]:
        """The first word of the address."""
        return [self.path.removeprefix(ROOT).split("/")[0]]


def tell_problems(result: Schema, generator: Any, request: Any, public: bool) -> Schema:
    """Say at every operation how it may be refused, in one shape."""
    parts = result.setdefault("components", {})
    parts.setdefault("schemas", {})["Problem"] = PROBLEM
    parts["responses"] = {_name(status): _refusal(status) for status in WRITING}
    for path in result["paths"].values():
        for method, operation in path.items():
            _tell(operation, READING if method.upper() in SAFE_METHODS else WRITING)
            if method == "get":
                _tell_tags(operation["responses"])
    return result


def _tell(operation: Schema, statuses: tuple[HTTPStatus, ...]) -> None:
    done = {code: answer for code, answer in operation["responses"].items() if int(code) < 400}
    refused = {str(int(status)): {"$ref": f"#/components/responses/{_name(status)}"} for status in statuses}
    operation["responses"] = {**done, **refused}


def _tell_tags(responses: Schema) -> None:
    for answer in [answer for code, answer in responses.items() if code == "200"]:
        answer["headers"] = TAG
    responses["304"] = {"description": "Nothing has changed.", "headers": TAG}


def _name(status: HTTPStatus) -> str:
    return status.phrase.title().replace(" ", "")


def _refusal(status: HTTPStatus) -> Mapping[str, Any]:
    return {
        "description": MEANINGS[status],
        "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
    }
