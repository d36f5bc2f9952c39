"""How often one voice may write; a room behind one address is many voices."""

from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView

from matches.identity import device_hash
from matches.models import Badge, User


class _VoiceThrottle(SimpleRateThrottle):
    def get_cache_key(self, request: Request, view: APIView) -> str:
        """One count per account, badge, or device and address."""
        return self.cache_format % {"scope": self.scope, "ident": self._voice(request)}

    def _voice(self, request: Request) -> str:
        if isinstance(request.user, User):
            return f"user-{request.user.pk}"
        if isinstance(request.auth, Badge):
            return f"badge-{request.auth.pk}"
        # A client may put anything in a header; a cache key may not hold anything.
        return device_hash(f"{self.get_ident(request)} {request.headers.get('X-Device', '')}")


class WriteThrottle(_VoiceThrottle):
    """Reports, confirmations, disputes and games."""

    scope = "match-write"
    rate = "60/min"


class UploadThrottle(_VoiceThrottle):
    """Records: each one is replayed."""

    scope = "record-upload"
    rate = "20/hour"
