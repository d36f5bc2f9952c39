"""The rulings book: what the desks of an official have decided, and how they ruled by one law before."""

from django.db.models import QuerySet

from matches.models import Ruling, User
from matches.states import Decision

MAX_PRECEDENTS = 5
# What a desk only writes down decides nothing that could be asked again.
DECIDING_KINDS = [
    kind.value
    for kind in (Decision.RULING, Decision.CORRECTION, Decision.AWARD, Decision.PENALTY, Decision.VOIDING)
]


def get_rulings_of(user: User, law: str = "") -> QuerySet[Ruling]:
    """Decisions of the desks this user is an official of, the latest first; by one law when it is named."""
    rows = Ruling.objects.filter(kind__in=DECIDING_KINDS, match__desk__officials=user)
    if law:
        rows = rows.filter(law=law)
    return rows.select_related("by", "match__white", "match__black", "match__desk").order_by("-at", "-id")


def get_precedents(user: User | None, law: str) -> list[Ruling]:
    """How the desks of an official ruled by a law lately; nothing for anybody else."""
    return list(get_rulings_of(user, law)[:MAX_PRECEDENTS]) if user else []
