"""An account in its clubs: what it is there, and whose people it is."""

from collections.abc import Collection
from typing import Any

from django.db.models import F, Max, Q, QuerySet
from django.urls import reverse

from matches.models import Match, Player, User
from matches.queries.people import is_person_or_pair_in
from matches.registry import SectionLine
from tournaments.models import (
    ClubDeed,
    Entry,
    JournalEntry,
    Membership,
    PastPlace,
    Role,
    TeamMember,
)


def offices_of(user: User) -> tuple[SectionLine, ...]:
    """A line for each club the account belongs to, with its office there."""
    rows = (
        Membership.objects.filter(user=user, left_at=None).select_related("club").order_by("club__name", "pk")
    )
    return tuple(
        SectionLine(f"{row.club.name} · {row.get_role_display()}", reverse("club", args=[row.club.slug]))
        for row in rows
    )


def is_one_of(by: User, user: User) -> bool | None:
    """Whether an account belongs to a club that `by` directs and has come there by itself.

    False when it has an office where he directs nothing, or when others alone have put it into his clubs:
    what was done to an account gives nobody a right to it. None when it is in none of his clubs.
    """
    directed = set(Membership.objects.filter(user=by, role=Role.DIRECTOR).values_list("club", flat=True))
    rows = list(Membership.objects.filter(user=user, left_at=None).values_list("club", "role"))
    if any(role != Role.MEMBER and club not in directed for club, role in rows):
        return False
    if not any(club in directed for club, _ in rows) and not _rules_in(user, directed):
        return None
    return _has_come(user, directed)


def are_known_here_alone(by: User, players: Collection[int]) -> bool | None:
    """False where one of these players belongs to, was entered or placed in, a club that `by` does not
    direct; None where they are known in no club at all.

    Where he runs the desk of an evening, who was entered there is not elsewhere.
    """
    directed = Membership.objects.filter(user=by, role=Role.DIRECTOR, left_at=None).values("club")
    member = Q(player__in=players) | Q(user__player__in=players)
    in_own_events = Q(event__tournament__club__in=directed) | Q(event__tournament__desk__in=by.desks.all())
    places: list[tuple[QuerySet[Any], Q]] = [
        (Membership.objects.filter(member, left_at=None), Q(club__in=directed)),
        (
            PastPlace.objects.filter(player__in=players, evening__batch__undone_at=None),
            Q(evening__batch__club__in=directed),
        ),
        *((rows.objects.filter(player__in=players), in_own_events) for rows in (Entry, TeamMember)),
    ]
    if any(queryset.exclude(in_own_clubs).exists() for queryset, in_own_clubs in places):
        return False
    return True if any(queryset.exists() for queryset, _ in places) else None


def _rules_in(user: User, clubs: Collection[int]) -> bool:
    return user.desks.filter(Q(club__in=clubs) | Q(tournament__club__in=clubs)).exists()


def _has_come(user: User, clubs: Collection[int]) -> bool:
    """Whether the account itself has done anything in these clubs since it left last, or has played there."""
    club_actions = ClubDeed.objects.filter(club__in=clubs, by=user).order_by().values("club")
    last = club_actions.annotate(last=Max("pk"), left=Max("pk", filter=Q(kind="left")))
    is_in_now = last.filter(Q(left=None) | Q(last__gt=F("left"))).exists()
    if is_in_now or JournalEntry.objects.filter(event__tournament__club__in=clubs, by=user).exists():
        return True
    player = Player.objects.filter(user=user).first()
    if player is None:
        return False
    at = Q(desk__club__in=clubs) | Q(desk__tournament__club__in=clubs)
    return Match.objects.filter(
        is_person_or_pair_in("white", player) | is_person_or_pair_in("black", player), at
    ).exists()
