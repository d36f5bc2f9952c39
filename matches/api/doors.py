"""What every door of the API does beside its deed: counts voices, repeats answers, knows versions."""

from collections.abc import Sequence
from typing import Any, ClassVar

from django.utils.cache import patch_cache_control, patch_vary_headers
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from matches.api import repeats, versions
from matches.api.parsers import PlainJSON
from matches.api.proofs import said_key
from matches.api.throttles import READS, UPLOADS, WRITES


class Door(APIView):
    """The base of all doors.

    `place` says what kind of thing the address names, so that a token of one club or event is kept to it.
    `secrets` are the members of its answers that are shown once. What writes nothing (`is_dry`) needs no key
    and is not kept: it answers as things stand, and holds no lock while it reads a long file. What writes
    much may have a `prepare`, called with a key before the transaction in which its answer is kept.
    """

    place: ClassVar[str] = "house"
    is_versioned: ClassVar[bool] = False
    is_dry: ClassVar[bool] = False
    secrets: ClassVar[tuple[str, ...]] = ()
    uploads: ClassVar[frozenset[str]] = frozenset()
    parser_classes: Sequence[Any] = [PlainJSON]

    def get_throttles(self) -> list[BaseThrottle]:
        """Reading is free but for tokens and badges; writing is counted, files more strictly."""
        if self.request.method in SAFE_METHODS:
            return [throttle() for throttle in READS]
        is_upload = getattr(self, "action", "post") in self.uploads
        return [throttle() for throttle in (UPLOADS if is_upload else WRITES)]

    def initial(self, request: Request, *args: Any, **more: Any) -> None:
        """Who asks and whether it may be asked, as the framework does; then the key of the request."""
        super().initial(request, *args, **more)
        if request.method in SAFE_METHODS or self.is_dry:
            return
        key, name = said_key(request), str(request.method).lower()
        if key:
            # The framework looks its handler up on the instance, after this.
            handler, prepare = getattr(self, name), getattr(self, "prepare", None)
            setattr(self, name, repeats.once(handler, key, self.secrets, prepare))

    def finalize_response(self, request: Request, response: Any, *args: Any, **more: Any) -> Any:
        """Every answer is its asker's own, in a language; what was read carries an ETag."""
        answer = super().finalize_response(request, response, *args, **more)
        patch_vary_headers(answer, ("Accept-Language", "Authorization", "Cookie"))
        patch_cache_control(answer, private=True, no_cache=True)
        if isinstance(answer, Response) and request.method in SAFE_METHODS and answer.status_code == 200:
            answer.add_post_render_callback(lambda shown: versions.mark(request, shown))
        return answer


def read(shape: type[Serializer[Any]], request: Request, *, version: int | None = None) -> dict[str, Any]:
    """The body in its shape. `version` is that of the thing asked for: If-Match is held against it.

    Raises ValidationError, and `version_outdated` for an If-Match of another version.
    """
    sent = shape(data=request.data)
    sent.is_valid(raise_exception=True)
    said = dict(sent.validated_data)
    if version is not None:
        seen = versions.seen(request, version, said.get("version"))
        if seen is not None and "version" in sent.fields:
            said["version"] = seen
    return said
