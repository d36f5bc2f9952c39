"""An account in its clubs: what it is there, and whose people it is."""

from django.urls import reverse

from matches.models import User
from matches.signals import Line
from tournaments.models import Membership, Role


def offices_of(user: User) -> tuple[Line, ...]:
    """A line for each club the account belongs to, with its office there."""
    rows = (
        Membership.objects.filter(user=user, left_at=None).select_related("club").order_by("club__name", "pk")
    )
    return tuple(
        Line(f"{row.club.name} · {row.get_role_display()}", reverse("club", args=[row.club.slug]))
        for row in rows
    )


def is_one_of(by: User, user: User) -> bool | None:
    """Whether an account belongs to a club that `by` directs; False when it has an office where he directs
    nothing, None when it belongs to none of his clubs."""
    directed = set(Membership.objects.filter(user=by, role=Role.DIRECTOR).values_list("club", flat=True))
    rows = Membership.objects.filter(user=user, left_at=None).values_list("club", "role")
    if any(role != Role.MEMBER and club not in directed for club, role in rows):
        return False
    return True if any(club in directed for club, _ in rows) else None
