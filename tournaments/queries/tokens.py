"""Tokens as pages and programs show them, and what an address is part of, for a token to be held against."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Q, QuerySet
from django.utils import timezone

from matches.models import Desk, Match, User
from matches.moneyplay.models import MoneySession
from tournaments.models import Club, Event, Role, Token, Tournament

MOST_EVENTS = 50


@dataclass(frozen=True, slots=True)
class Place:
    """Where an address lies: in a club, at an evening of it, in one of its events; 0 where it is in none."""

    club: int = 0
    tournament: int = 0
    event: int = 0


NOWHERE = Place()


def covers(token: Token, place: Place) -> bool:
    """Whether a token is for this place: all of its club, or its event with the desk it is played at."""
    if token.club_id is not None:
        return token.club_id == place.club
    event = token.event
    if event is None or place.tournament != event.tournament_id:
        return False
    return place.event in (0, event.pk)


def of_club(slug: str) -> Place:
    """The place of a club by its address."""
    return Place(club=Club.objects.filter(slug=slug).values_list("pk", flat=True).first() or 0)


def of_event(pk: int) -> Place:
    """The place of an event."""
    columns = Event.objects.filter(pk=pk).values_list("tournament__club", "tournament", "pk").first()
    return Place(*columns) if columns else NOWHERE


def of_match(code: str) -> Place:
    """The place of a match: its event, or the desk it is played at."""
    columns = Match.objects.filter(code=code).values_list("pairing__event", "desk").first()
    if columns is None:
        return NOWHERE
    return of_event(columns[0]) if columns[0] else _of_desk(columns[1])


def of_desk(code: str) -> Place:
    """The place of a desk: an evening, or a club."""
    return _of_desk(Desk.objects.filter(code=code).values_list("pk", flat=True).first())


def of_session(code: str) -> Place:
    """The place of a session: that of its desk, nowhere without one."""
    return _of_desk(MoneySession.objects.filter(code=code).values_list("desk", flat=True).first())


def tokens_of(user: User) -> QuerySet[Token]:
    """The tokens an account has made, the newest first, but for those that are worth nothing."""
    return _valid().filter(user=user)


def still_good(tokens: Collection[int]) -> set[int]:
    """Those of these tokens that still open a door: not taken back, not run out, their account open."""
    return set(_valid().filter(pk__in=tokens, user__is_active=True).values_list("pk", flat=True))


def within_reach(user: User) -> QuerySet[Token]:
    """The tokens an account may take back: its own, and those for what it directs."""
    directed = Q(memberships__user=user, memberships__role=Role.DIRECTOR, memberships__left_at=None)
    clubs = Club.objects.filter(directed).values("pk")
    of_directed_clubs = Q(club__in=clubs) | Q(event__tournament__club__in=clubs)
    return Token.objects.filter(Q(user=user) | of_directed_clubs).select_related(
        "user", "club", "event__tournament__club", "event__tournament__desk"
    )


def scopes_of(user: User) -> list[tuple[str, str, Club | Event]]:
    """Where an account may make a token act: a key, what it is called, and the club or event.

    Its clubs by name, then the latest events of these and of the desks it runs.
    """
    own_membership = Q(memberships__user=user) | Q(memberships__player__user=user)
    clubs = list(
        Club.objects.filter(own_membership, memberships__left_at=None).distinct().order_by("name", "id")
    )
    at_desk = Q(tournament__desk__officials=user)
    events = Event.objects.filter(Q(tournament__club__in=clubs) | at_desk).distinct()
    latest = events.select_related("tournament__club", "tournament__desk").order_by(
        "-tournament__starts_at", "-id"
    )
    scopes: list[tuple[str, str, Club | Event]] = [(f"club-{club.pk}", club.name, club) for club in clubs]
    scopes += [(f"event-{one.pk}", _called(one), one) for one in latest[:MOST_EVENTS]]
    return scopes


def _called(event: Event) -> str:
    evening = event.tournament
    names = dict.fromkeys((evening.club.name, evening.name, event.name))
    return f"{' · '.join(names)} ({timezone.localdate(evening.starts_at).isoformat()})"


def _of_desk(pk: int | None) -> Place:
    if pk is None:
        return NOWHERE
    evening = Tournament.objects.filter(desk=pk).values_list("club", "pk").first()
    if evening is not None:
        return Place(*evening)
    return Place(club=Club.objects.filter(desk=pk).values_list("pk", flat=True).first() or 0)


def _valid() -> QuerySet[Token]:
    rows = Token.objects.filter(revoked_at=None, expires_at__gt=timezone.now())
    return rows.select_related("user", "club", "event__tournament__club").order_by("-id")
