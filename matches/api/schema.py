"""Extensions of drf-spectacular for the OpenAPI schema: parameters, errors and tags of all operations."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension, OpenApiSerializerFieldExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ComponentRegistry, force_instance
from drf_spectacular.utils import OpenApiParameter
from rest_framework.permissions import SAFE_METHODS
from rest_framework.views import APIView

from matches.api.authentication import IDEMPOTENCY_KEY_HEADER, IF_MATCH_HEADER
from matches.api.problems import MEDIA_TYPE

Schema = dict[str, Any]
ROOT = "/api/v1/"
READ_ERRORS = (
    HTTPStatus.BAD_REQUEST,
    HTTPStatus.UNAUTHORIZED,
    HTTPStatus.FORBIDDEN,
    HTTPStatus.NOT_FOUND,
    HTTPStatus.METHOD_NOT_ALLOWED,
    HTTPStatus.NOT_ACCEPTABLE,
    # Reads too: there is nothing to undo, or fees are off.
    HTTPStatus.CONFLICT,
    HTTPStatus.TOO_MANY_REQUESTS,
)
WRITE_ERRORS = (
    *READ_ERRORS,
    HTTPStatus.PRECONDITION_FAILED,
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
    HTTPStatus.UNPROCESSABLE_ENTITY,
)
STATUS_DESCRIPTIONS = {
    HTTPStatus.BAD_REQUEST: "The request cannot be read, or is impossible by the rules of play.",
    HTTPStatus.UNAUTHORIZED: "The token is unknown, has expired or was revoked.",
    HTTPStatus.FORBIDDEN: "Not allowed.",
    HTTPStatus.NOT_FOUND: "Not found, or not accessible to this caller.",
    HTTPStatus.METHOD_NOT_ALLOWED: "The method is not allowed here.",
    HTTPStatus.NOT_ACCEPTABLE: "No response in a format that the client accepts.",
    HTTPStatus.CONFLICT: "The state of the object does not allow it. Nothing was changed.",
    HTTPStatus.PRECONDITION_FAILED: "Based on an outdated version. Nothing was changed.",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "The request is too large.",
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE: "The body is in a format that is not supported.",
    HTTPStatus.UNPROCESSABLE_ENTITY: "The idempotency key was used for another request.",
    HTTPStatus.TOO_MANY_REQUESTS: "Too many requests; `Retry-After` says how long to wait.",
}
PROBLEM: Schema = {
    "type": "object",
    "description": "The body of every error response (RFC 9457): a code for programs, a sentence for people, "
    "the rule behind it, and its context.",
    "required": ["type", "title", "status", "detail", "code", "rule", "context"],
    "properties": {
        "type": {
            "type": "string",
            "format": "uri-reference",
            "description": "The address of the documentation of the code.",
        },
        "title": {"type": "string", "description": "The name of the HTTP status."},
        "status": {"type": "integer"},
        "detail": {"type": "string", "description": "A sentence for people, in the language of the request."},
        "code": {"type": "string", "description": "A stable code for programs."},
        "rule": {
            "type": ["string", "null"],
            "description": "The id of the rule of play that forbids the action, if any.",
        },
        "context": {"type": "object", "additionalProperties": {}},
    },
}
# Schemas of webhook messages by kind; the apps that send them add theirs.
WEBHOOKS: dict[str, Schema] = {}
# Path parameters that are integers.
INTEGER_PARAMETERS = frozenset({"id", "number", "rating_list", "transcript"})
ETAG_HEADERS = {
    "ETag": {"description": "The version and a digest of the content.", "schema": {"type": "string"}}
}
IF_NONE_MATCH = OpenApiParameter(
    "If-None-Match",
    str,
    OpenApiParameter.HEADER,
    description="The ETag of an earlier response; 304 if nothing has changed.",
)


class BadgeScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """The security scheme of badges."""

    target_class = "matches.api.authentication.BadgeAuthentication"
    name = "badge"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, str]:
        """A key in the Authorization header."""
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "Badge <token>: the token printed on a player's badge.",
        }


class ListOfNullablesExtension(OpenApiSerializerFieldExtension):  # type: ignore[no-untyped-call]
    """The schema of `NullableListField`."""

    target_class = "matches.api.serializers.NullableListField"

    def map_serializer_field(self, auto_schema: AutoSchema, direction: Any) -> Schema:
        """Return an array whose items are objects or null."""
        child = auto_schema.resolve_serializer(self.target.child, direction)
        return {"type": "array", "items": {"oneOf": [child.ref, {"type": "null"}]}}


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """The security scheme of API tokens."""

    target_class = "tournaments.web.api.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, str]:
        """A bearer token."""
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "An API token of an account, for reading or writing one club or event.",
        }


class ApiSchema(AutoSchema):
    """The schema of an operation, with the shared parameters, security schemes and tags."""

    def get_override_parameters(self) -> list[Any]:
        """Return the parameters of the view, and the headers for idempotency keys and versions."""
        parameters = list(super().get_override_parameters())
        if self.method in SAFE_METHODS:
            return [*parameters, IF_NONE_MATCH]
        key = [] if getattr(self.view, "is_dry", False) else [IDEMPOTENCY_KEY_HEADER]
        return [*parameters, *key, IF_MATCH_HEADER]

    def _resolve_path_parameters(self, variables: list[str]) -> list[Any]:
        """Path parameters of drf-spectacular, with number types, which it does not infer from regexes."""
        parameters: list[Any] = super()._resolve_path_parameters(variables)  # type: ignore[no-untyped-call]
        for parameter in parameters:
            if parameter["name"] in INTEGER_PARAMETERS:
                parameter["schema"] = {"type": "integer"}
        return parameters

    def get_query_names(self) -> frozenset[str]:
        """Return the names of the query parameters."""
        names = {each["name"] for each in self._get_filter_parameters()}  # type: ignore[no-untyped-call]
        names |= {each["name"] for each in self._get_pagination_parameters()}  # type: ignore[no-untyped-call]
        for parameter in self.get_override_parameters():
            if not isinstance(parameter, OpenApiParameter):
                names |= set(force_instance(parameter).fields)  # type: ignore[no-untyped-call]
            elif parameter.location == OpenApiParameter.QUERY:
                names.add(parameter.name)
        return frozenset(names)

    def get_body_serializer(self) -> Any:
        """Return an instance of the serializer of the body, or None if the operation takes no body."""
        serializer: Any = self.get_request_serializer()
        if isinstance(serializer, dict):
            serializer = next(iter(serializer.values()))
        return force_instance(serializer)  # type: ignore[no-untyped-call]

    def get_tags(self) -> list[str]:
        """Return the resource as the tag: the first collection of the path, or the one below it."""
        basename, collections = getattr(self.view, "basename", ""), getattr(self.view, "collections", ())
        return [tag_of(self.path, basename, collections)]

    def get_summary(self) -> str | None:
        """The first sentence of the description."""
        summary: str | None = super().get_summary()
        return summary or first_sentence(self.get_description())

    def get_auth(self) -> list[dict[str, Any]]:
        """Return the security schemes; public reads can also do without any."""
        schemes: list[dict[str, Any]] = super().get_auth()
        return [*schemes, {}] if self._is_public() and {} not in schemes else schemes

    def _is_public(self) -> bool:
        if self.method not in SAFE_METHODS:
            return False
        is_public: bool | None = getattr(self.view, "is_public", None)
        if is_public is not None:
            return is_public
        permissions = [type(each).__name__ for each in self.view.get_permissions()]
        return permissions == ["TokenScope"] or not permissions


@dataclass(frozen=True)
class AcceptedNames:
    """What an operation accepts: the names of its query parameters, and the serializer of its body."""

    parameters: frozenset[str]
    body: Any


def get_accepted_names(view: APIView) -> AcceptedNames | None:
    """Return what the requested operation of a view accepts, as its schema says; None for other methods."""
    method = str(view.request.method)
    handler = getattr(view, "action", None) or method.lower()
    if method == "OPTIONS" or not hasattr(view, handler):
        return None
    operation = (type(view), handler, method)
    if operation not in _accepted_names:
        _accepted_names[operation] = _read_accepted_names(view, handler, method)
    return _accepted_names[operation]


_accepted_names: dict[tuple[type[APIView], str, str], AcceptedNames] = {}


def _read_accepted_names(view: APIView, handler: str, method: str) -> AcceptedNames:
    schema_class = getattr(getattr(view, handler), "kwargs", {}).get("schema", ApiSchema)
    schema = schema_class()
    schema.view, schema.method, schema.path, schema.registry = view, method, "", ComponentRegistry()
    body = None if method in SAFE_METHODS else schema.get_body_serializer()
    return AcceptedNames(schema.get_query_names(), body)


def tag_of(path: str, basename: str, collections: Collection[str] = ()) -> str:
    """Return the resource of a path: its first collection, or the nested one.

    The nested one is the resource if `basename` names it or it is one of `collections`.
    """
    parts, name = path.removeprefix(ROOT).split("/"), basename.removeprefix("api-")
    nested = parts[2] if len(parts) > 2 else ""
    is_named = bool(name) and name in {nested.removesuffix("s"), nested.removesuffix("ies") + "y"}
    is_nested = is_named or nested in collections
    return nested if is_nested else parts[0] or "index"


def first_sentence(text: str) -> str:
    """The first sentence of a description, without its full stop."""
    paragraph = " ".join(text.split("\n\n", maxsplit=1)[0].split())
    return re.split(r"(?<=[^A-Z0-9.])\.\s", f"{paragraph} ")[0].strip().removesuffix(".")


def add_problems(result: Schema, generator: Any, request: Any, public: bool) -> Schema:
    """Add the error responses to every operation (a postprocessing hook of drf-spectacular)."""
    parts = result.setdefault("components", {})
    parts.setdefault("schemas", {})["Problem"] = PROBLEM
    parts["responses"] = {_name(status): _problem_response(status) for status in WRITE_ERRORS}
    for path in result["paths"].values():
        for method, operation in path.items():
            _add_problems(operation, READ_ERRORS if method.upper() in SAFE_METHODS else WRITE_ERRORS)
            if method == "get":
                _add_etags(operation["responses"])
    return result


def _add_problems(operation: Schema, statuses: tuple[HTTPStatus, ...]) -> None:
    successes = {code: answer for code, answer in operation["responses"].items() if int(code) < 400}
    for code, answer in successes.items():
        answer["description"] = answer.get("description") or HTTPStatus(int(code)).phrase
    problems = {str(int(status)): {"$ref": f"#/components/responses/{_name(status)}"} for status in statuses}
    operation["responses"] = {**successes, **problems}


def _add_etags(responses: Schema) -> None:
    for answer in [answer for code, answer in responses.items() if code == "200"]:
        answer["headers"] = ETAG_HEADERS
    responses["304"] = {"description": "Nothing has changed.", "headers": ETAG_HEADERS}


def _name(status: HTTPStatus) -> str:
    return status.phrase.title().replace(" ", "")


def _problem_response(status: HTTPStatus) -> Mapping[str, Any]:
    return {
        "description": STATUS_DESCRIPTIONS[status],
        "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
    }
