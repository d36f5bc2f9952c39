"""Rate limits: for each caller, and for all anonymous callers of one address together."""

from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView

from matches import rate_limits
from matches.actors import device_hash
from matches.api.authentication import get_credential
from matches.models import User


class _Throttle(SimpleRateThrottle):
    """Counts atomically; DRF counts in two steps, which parallel requests overrun."""

    def allow_request(self, request: Request, view: APIView) -> bool:
        """Count the request; whether it is within the limit."""
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
        caller = self._caller(request)
        return self.cache_format % {"scope": self.scope, "ident": caller} if caller else None

    def _caller(self, request: Request) -> str:
        raise NotImplementedError


class _CallerThrottle(_Throttle):
    """One count per token, account, badge, or device and address."""

    def _caller(self, request: Request) -> str:
        if _is_known(request):
            return get_credential(request)
        # A client may put anything in a header; a cache key may not hold anything.
        return device_hash(f"{_address(request)} {request.headers.get('X-Device', '')}")


class _AddressThrottle(_Throttle):
    """One count per address for all without account and badge: a device is claimed, not proved."""

    def _caller(self, request: Request) -> str:
        return "" if _is_known(request) else device_hash(_address(request))


class ReadThrottle(_Throttle):
    """Reads with a token or a badge; public reads without either are not counted."""

    scope = "read"
    rate = "600/min"

    def _caller(self, request: Request) -> str:
        return get_credential(request) if request.auth is not None else ""


class WriteThrottle(_CallerThrottle):
    """Reports, confirmations, disputes and games."""

    scope = "match-write"
    rate = "60/min"


class WriteAddressThrottle(_AddressThrottle):
    """The same, for all anonymous callers of an address."""

    scope = "match-write-room"
    rate = "1200/min"


class UploadThrottle(_CallerThrottle):
    """Records: each one is replayed."""

    scope = "record-upload"
    rate = "20/hour"


class UploadAddressThrottle(_AddressThrottle):
    """The same, for all anonymous callers of an address."""

    scope = "record-upload-room"
    rate = "400/hour"


def _is_known(request: Request) -> bool:
    return request.auth is not None or isinstance(request.user, User)


def _address(request: Request) -> str:
    return str(request.META.get("REMOTE_ADDR", ""))


WRITES: list[type[SimpleRateThrottle]] = [WriteAddressThrottle, WriteThrottle]
UPLOADS: list[type[SimpleRateThrottle]] = [UploadAddressThrottle, UploadThrottle]
READS: list[type[SimpleRateThrottle]] = [ReadThrottle]
