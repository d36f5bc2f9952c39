"""Base classes of all API views: rate limits, idempotency keys, ETags, the JSON parser, OPTIONS."""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from typing import IO, Any, ClassVar, TypeVar

from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.db.models import Model
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.http import parse_etags
from rest_framework import status
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser, MultiPartParser
from rest_framework.permissions import SAFE_METHODS
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView
from rest_framework.viewsets import GenericViewSet

from matches.api.authentication import get_credential, get_sent_idempotency_key
from matches.api.preconditions import is_precondition_read, read_version, require_precondition
from matches.api.throttles import READS, UPLOADS, WRITES
from matches.api.unknown_names import refuse_unknown_names
from matches.models import Match
from matches.queries import matches
from matches.services import idempotency_keys
from rules.errors import Refusal


def set_etag(request: Request, response: Response) -> None:
    """Set the ETag, which starts with the version; turn the response into 304 if the client has it."""
    tag = f'"{_version(response.data)}-{hashlib.sha256(response.content).hexdigest()[:16]}"'
    response["ETag"] = tag
    client_tags = parse_etags(request.headers.get("If-None-Match", ""))
    if tag in [each.removeprefix("W/") for each in client_tags]:
        response.status_code = status.HTTP_304_NOT_MODIFIED
        response.content = b""
        del response["Content-Type"]


def get_expected_version(request: Request, current: int, in_body: int | None = None) -> int | None:
    """Return the version a request is based on: that of If-Match, else the one in the body, else None.

    `current` is the version of the object. If-Match may be an earlier ETag, or the version alone in quotes;
    an ETag without a version is compared by `require_precondition` alone.
    Raises `version_outdated` if it names another version.
    """
    header = request.headers.get("If-Match", "")
    versions = {version for tag in parse_etags(header) if (version := read_version(tag))}
    if not versions:
        return in_body
    if current not in versions:
        raise Refusal("version_outdated", "", version=current)
    return current


def _version(data: Any) -> int | str:
    for part in (data, data.get("match") if isinstance(data, Mapping) else None):
        if isinstance(part, Mapping) and isinstance(part.get("version"), int):
            return int(part["version"])
    return 0


Handler = Callable[..., Response]
REPLAYED_HEADER = "Idempotency-Replayed"


def make_conditional(handler: Handler) -> Handler:
    """Wrap a view handler so that it runs in one transaction with the check of the header If-Match."""

    def handle(request: Request, *args: Any, **kwargs: Any) -> Response:
        with transaction.atomic():
            require_precondition(request)
            return handler(request, *args, **kwargs)

    return handle


def make_idempotent(
    handler: Handler, key: str, secrets: tuple[str, ...], prepare: Callable[..., None] | None = None
) -> Handler:
    """Wrap a view handler so that it runs once for an idempotency key.

    Its effect and its response are stored in one transaction; a repeated request gets the stored response.
    `secrets` are the members of a response that are not stored, so they are empty when it is replayed.
    `prepare` is called before the transaction, unless the key has been used.
    """

    def handle(request: Request, *args: Any, **kwargs: Any) -> Response:
        credential = get_credential(request)
        if prepare is not None and not idempotency_keys.is_key_used(caller=credential, key=key):
            prepare(request, *args, **kwargs)
        with transaction.atomic():
            stored = idempotency_keys.lock_idempotency_key(
                caller=credential, key=key, fingerprint=_fingerprint(request)
            )
            if stored.status:
                body = json.loads(idempotency_keys.get_response_body(stored))
                return Response(body, status=stored.status, headers={REPLAYED_HEADER: "true"})
            response = handler(request, *args, **kwargs)
            idempotency_keys.store_response(
                row=stored, status=response.status_code, body=_render_for_storage(response.data, secrets)
            )
            return response

    return handle


def _fingerprint(request: Request) -> str:
    """Return a hash of method, path and parsed content of a request."""
    data = request.data
    content = _form_fields(data) if hasattr(data, "lists") else data
    parts = [request.method, request.get_full_path(), content]
    return hashlib.sha256(json.dumps(parts, sort_keys=True, default=str).encode()).hexdigest()


def _form_fields(data: Any) -> list[Any]:
    return [[name, [_form_value(value) for value in values]] for name, values in sorted(data.lists())]


def _form_value(value: Any) -> Any:
    if not isinstance(value, UploadedFile):
        return value
    digest = hashlib.sha256()
    for chunk in value.chunks():
        digest.update(chunk)
    value.seek(0)
    return [value.name, digest.hexdigest()]


def _render_for_storage(data: Any, secrets: tuple[str, ...]) -> str:
    if isinstance(data, Mapping) and secrets:
        data = {name: "" if name in secrets else value for name, value in data.items()}
    return JSONRenderer().render(data).decode() or "null"


class PlainJSON(JSONParser):
    """A JSON parser that also rejects texts that cannot be encoded as UTF-8, and too deep nesting."""

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        """Return the parsed body. Raises ParseError, also for lone surrogates and too deep nesting."""
        try:
            value = super().parse(stream, media_type, parser_context)
            json.dumps(value, ensure_ascii=False).encode()
        except (RecursionError, UnicodeEncodeError) as error:
            raise ParseError from error
        return value


ModelT = TypeVar("ModelT", bound=Model)


class ApiMixin(APIView):
    """Shared behaviour of all API views.

    `scope_kind`: the kind of object in the path (see `tournaments.web.api.permissions`), to which a token of
    one club or event is limited.
    `write_permission_classes`: further permissions of methods that write; `action_permissions` replaces them
    for single actions.
    `is_dry`: the view writes nothing although it is a POST, so it takes no idempotency key.
    `secrets`: members of responses that are shown once and not stored with an idempotency key.
    `prepare`: the name of a method that does the slow part of a request before its transaction begins.
    `is_public`: whether the schema says that reading needs no credentials; None: decided by the permissions.
    """

    scope_kind: ClassVar[str] = "site"
    is_dry = False
    is_public: bool | None = None
    prepare: str | None = None
    secrets: tuple[str, ...] = ()
    write_permission_classes: Sequence[Any] = ()
    action_permissions: ClassVar[Mapping[str, Sequence[Any]]] = {}
    parser_classes: Sequence[Any] = [PlainJSON]

    def get_permissions(self) -> Sequence[Any]:
        """The permissions of the view, and more for writing; OPTIONS asks for none."""
        method = self.request.method if self.request is not None else "GET"
        if method == "OPTIONS":
            return []
        action = getattr(self, "action", None)
        # Without an action the method is not allowed, and the response is 405 in any case.
        default = () if action is None or method in SAFE_METHODS else self.write_permission_classes
        extra_classes = self.action_permissions.get(action or "", default)
        return [*super().get_permissions(), *(permission() for permission in extra_classes)]

    def get_throttles(self) -> list[BaseThrottle]:
        """Limit reading for tokens and badges alone, and files more strictly than other writes."""
        if is_precondition_read(self.request._request):
            return []
        if self.request.method in SAFE_METHODS:
            return [throttle() for throttle in READS]
        return [throttle() for throttle in (UPLOADS if MultiPartParser in self.parser_classes else WRITES)]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Authenticate, authorise, throttle, refuse unknown names; wrap the handler for the headers."""
        super().initial(request, *args, **kwargs)
        refuse_unknown_names(self)
        method = str(request.method).lower()
        if request.method in SAFE_METHODS or not hasattr(self, method):
            return
        if "If-Match" in request.headers:
            setattr(self, method, make_conditional(getattr(self, method)))
        key = "" if self.is_dry else get_sent_idempotency_key(request)
        if key:
            # DRF finds the handler on the instance after `initial`, so replacing the attribute wraps it.
            prepare = getattr(self, self.prepare) if self.prepare else None
            setattr(self, method, make_idempotent(getattr(self, method), key, self.secrets, prepare))

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Make every response private, and add an ETag to reads."""
        answer = super().finalize_response(request, response, *args, **kwargs)
        patch_vary_headers(answer, ("Accept-Language", "Authorization", "Cookie"))
        patch_cache_control(answer, private=True, no_cache=True)
        if isinstance(answer, Response) and request.method in ("GET", "HEAD") and answer.status_code == 200:
            answer.add_post_render_callback(lambda rendered: set_etag(request, rendered))
        return answer

    def options(self, request: Any, *args: Any, **kwargs: Any) -> Response:
        """Return the allowed methods in the header Allow; the schema describes their parameters."""
        return Response(status=status.HTTP_204_NO_CONTENT)


class ApiViewSet(ApiMixin, GenericViewSet[ModelT]):
    """A resource of the API; its actions validate the request and call services, which write."""

    def validated(
        self, serializer_class: type[Serializer[Any]], *, version: int | None = None, partial: bool = False
    ) -> dict[str, Any]:
        """Return the validated body; `version` is that of the object, with which If-Match is compared.

        Raises ValidationError, and `version_outdated` for an If-Match of another version.
        """
        return validate_body(serializer_class, self.request, version=version, partial=partial)

    def page_response(self, rows: Any, serializer_class: type[Serializer[Any]], **context: Any) -> Response:
        """Return the response with one page of `rows`; `context` is for the serializer."""
        page = self.paginate_queryset(rows)
        return self.get_paginated_response(serializer_class(page, many=True, context=context).data)

    def page_of(self, rows: Any) -> dict[str, Any]:
        """Return a page of rows with its links, for a response that contains other data too."""
        page = self.paginate_queryset(rows)
        envelope = self.get_paginated_response([]).data
        return {**envelope, "results": page}


def validate_body(
    serializer_class: type[Serializer[Any]],
    request: Request,
    *,
    version: int | None = None,
    partial: bool = False,
) -> dict[str, Any]:
    """Return the validated body of a request; see `ApiViewSet.validated`."""
    serializer = serializer_class(data=request.data, partial=partial)
    serializer.is_valid(raise_exception=True)
    data = dict(serializer.validated_data)
    if version is not None:
        expected = get_expected_version(request, version, data.get("version"))
        if expected is not None and "version" in serializer.fields:
            data["version"] = expected
    return data


def get_match(code: str) -> Match:
    """Return the match with this code. Raises `match_absent`."""
    match = matches.get_match(code)
    if match is None:
        raise Refusal("match_absent")
    return match
