"""Badges that still count."""

from matches.models import Badge


def valid(badge_id: int) -> Badge | None:
    """The badge with its player and desk, unless it was revoked."""
    return Badge.objects.select_related("player", "desk").filter(pk=badge_id, revoked_at=None).first()
