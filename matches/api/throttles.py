"""Rate limits of the API: for each caller, and for all anonymous callers of one address together."""

from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView

from matches import rate_limits
from matches.actors import device_hash
from matches.api.authentication import get_credential
from matches.models import User


class _AtomicThrottle(SimpleRateThrottle):
    """Counts each request in one atomic step; the two steps of DRF let parallel requests exceed a limit."""

    def allow_request(self, request: Request, view: APIView) -> bool:
        """Count the request, and return whether it is within the limit."""
        self.key = self.get_cache_key(request, view)
        limit, seconds = self.parse_rate(self.rate)
        return not self.key or rate_limits.consume(
            str(self.scope), self.key, limit=limit or 0, seconds=seconds or 0
        )

    def wait(self) -> float | None:
        """The seconds until the next window begins."""
        return rate_limits.seconds_left(str(self.scope), str(self.key))

    def get_cache_key(self, request: Request, view: APIView) -> str | None:
        """One count per caller; None is not counted."""
        caller = self._get_caller(request)
        return self.cache_format % {"scope": self.scope, "ident": caller} if caller else None

    def _get_caller(self, request: Request) -> str:
        raise NotImplementedError


class _CallerThrottle(_AtomicThrottle):
    """One count per token, account, badge, or device and address."""

    def _get_caller(self, request: Request) -> str:
        if _is_authenticated(request):
            return get_credential(request)
        # Hashed, because a header may contain characters that are not allowed in a cache key.
        return device_hash(f"{_get_address(request)} {request.headers.get('X-Device', '')}")


class _AddressThrottle(_AtomicThrottle):
    """One count per address for all anonymous callers, because a client can invent devices."""

    def _get_caller(self, request: Request) -> str:
        return "" if _is_authenticated(request) else device_hash(_get_address(request))


class ReadThrottle(_AtomicThrottle):
    """Reads with a token or a badge; public reads without either are not counted."""

    scope = "read"
    rate = "600/min"

    def _get_caller(self, request: Request) -> str:
        return get_credential(request) if request.auth is not None else ""


class WriteThrottle(_CallerThrottle):
    """Writes of one caller."""

    scope = "match-write"
    rate = "60/min"


class WriteAddressThrottle(_AddressThrottle):
    """Writes of all anonymous callers of an address."""

    scope = "match-write-room"
    rate = "1200/min"


class UploadThrottle(_CallerThrottle):
    """Uploads of one caller; limited more strictly, because each file is replayed."""

    scope = "record-upload"
    rate = "20/hour"


class UploadAddressThrottle(_AddressThrottle):
    """Uploads of all anonymous callers of an address."""

    scope = "record-upload-room"
    rate = "400/hour"


def _is_authenticated(request: Request) -> bool:
    return request.auth is not None or isinstance(request.user, User)


def _get_address(request: Request) -> str:
    return rate_limits.get_network(str(request.META.get("REMOTE_ADDR", "")))


WRITES: list[type[SimpleRateThrottle]] = [WriteAddressThrottle, WriteThrottle]
UPLOADS: list[type[SimpleRateThrottle]] = [UploadAddressThrottle, UploadThrottle]
READS: list[type[SimpleRateThrottle]] = [ReadThrottle]
