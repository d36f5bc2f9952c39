"""The base of every view of the API: rate limits, idempotency keys, ETags and versions, OPTIONS."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, TypeVar

from django.db.models import Model
from django.utils.cache import patch_cache_control, patch_vary_headers
from rest_framework import status
from rest_framework.parsers import MultiPartParser
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView
from rest_framework.viewsets import GenericViewSet

from matches.api import etags, idempotency
from matches.api.authentication import idempotency_key_sent
from matches.api.parsers import PlainJSON
from matches.api.throttles import READS, UPLOADS, WRITES
from matches.models import Match
from matches.queries import sheets
from rules.errors import Refusal

ModelT = TypeVar("ModelT", bound=Model)


class ApiMixin(APIView):
    """What every view of the API shares.

    `scope_kind` names the kind of object in the address (see `tournaments.api.permissions`), so that a token
    of one club or event is limited to it. Methods that write ask for `write_permission_classes` too, or for
    what `action_permissions` has for the action. `is_versioned` views take If-Match. `secrets` are members
    of answers that are shown once and not stored. A `is_dry` view writes nothing: it takes no idempotency
    key and holds no lock. `prepare` names a method that does the long work of a request before its
    transaction begins. `is_public` says whether no credentials are needed, for the description alone.
    """

    scope_kind: ClassVar[str] = "site"
    is_versioned: ClassVar[bool] = False
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
        # A method without an action is answered by 405, whoever asks.
        default = () if action is None or method in SAFE_METHODS else self.write_permission_classes
        more = self.action_permissions.get(action or "", default)
        return [*super().get_permissions(), *(permission() for permission in more)]

    def get_throttles(self) -> list[BaseThrottle]:
        """Limit reading for tokens and badges alone, and files more strictly than other writes."""
        if self.request.method in SAFE_METHODS:
            return [throttle() for throttle in READS]
        return [throttle() for throttle in (UPLOADS if MultiPartParser in self.parser_classes else WRITES)]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Authenticate, authorise and throttle; then answer once for each idempotency key."""
        super().initial(request, *args, **kwargs)
        if request.method in SAFE_METHODS or self.is_dry:
            return
        key, method = idempotency_key_sent(request), str(request.method).lower()
        if key:
            # The handler is looked up on the instance after this.
            prepare = getattr(self, self.prepare) if self.prepare else None
            setattr(self, method, idempotency.once(getattr(self, method), key, self.secrets, prepare))

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Make every answer private to its reader, and give what was read an ETag."""
        answer = super().finalize_response(request, response, *args, **kwargs)
        patch_vary_headers(answer, ("Accept-Language", "Authorization", "Cookie"))
        patch_cache_control(answer, private=True, no_cache=True)
        if isinstance(answer, Response) and request.method in ("GET", "HEAD") and answer.status_code == 200:
            answer.add_post_render_callback(lambda rendered: etags.set_etag(request, rendered))
        return answer

    def options(self, request: Any, *args: Any, **kwargs: Any) -> Response:
        """The methods of this address, in the header Allow; what they take is in the description."""
        return Response(status=status.HTTP_204_NO_CONTENT)


class ApiViewSet(ApiMixin, GenericViewSet[ModelT]):
    """A resource of the API: standard actions by router, verbs by `@action`, services as the only writers."""

    def validated(
        self, serializer_class: type[Serializer[Any]], *, version: int | None = None, partial: bool = False
    ) -> dict[str, Any]:
        """The validated body. `version` is that of the object: If-Match is compared with it.

        Raises ValidationError, and `version_outdated` for an If-Match of another version.
        """
        return read(serializer_class, self.request, version=version, partial=partial)

    def page_response(self, rows: Any, serializer_class: type[Serializer[Any]], **context: Any) -> Response:
        """A page of a list in its envelope."""
        page = self.paginate_queryset(rows)
        return self.get_paginated_response(serializer_class(page, many=True, context=context).data)

    def page_of(self, rows: Any) -> dict[str, Any]:
        """A page of rows and its links, for an answer that holds more than these."""
        page = self.paginate_queryset(rows)
        envelope = self.get_paginated_response([]).data
        return {**envelope, "results": page}


def read(
    serializer_class: type[Serializer[Any]],
    request: Request,
    *,
    version: int | None = None,
    partial: bool = False,
) -> dict[str, Any]:
    """The validated body of a request; see `ApiViewSet.validated`."""
    serializer = serializer_class(data=request.data, partial=partial)
    serializer.is_valid(raise_exception=True)
    data = dict(serializer.validated_data)
    if version is not None:
        expected = etags.expected_version(request, version, data.get("version"))
        if expected is not None and "version" in serializer.fields:
            data["version"] = expected
    return data


def get_match(code: str) -> Match:
    """The match of a code. Raises `match_absent`."""
    match = sheets.get_match(code)
    if match is None:
        raise Refusal("match_absent")
    return match
