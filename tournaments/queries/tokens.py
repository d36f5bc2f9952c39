"""API tokens as listed on pages, and the scope of an address for checking a token."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Q, QuerySet
from django.utils import timezone

from matches.models import Desk, Match, User
from matches.moneyplay.models import MoneySession
from tournaments.models import Club, Event, Role, Token, Tournament

MOST_EVENTS = 50


@dataclass(frozen=True, slots=True)
class AddressScope:
    """Scope of an address: club, tournament and event keys; 0 if none."""

    club: int = 0
    tournament: int = 0
    event: int = 0


NOWHERE = AddressScope()


def covers(token: Token, place: AddressScope) -> bool:
    """Return whether a token's scope has this place: its whole club, or its event with the desk."""
    if token.club_id is not None:
        return token.club_id == place.club
    event = token.event
    if event is None or place.tournament != event.tournament_id:
        return False
    return place.event in (0, event.pk)


def of_club(slug: str) -> AddressScope:
    """Return the place of a club by slug."""
    return AddressScope(club=Club.objects.filter(slug=slug).values_list("pk", flat=True).first() or 0)


def of_event(pk: int) -> AddressScope:
    """Return the place of an event."""
    columns = Event.objects.filter(pk=pk).values_list("tournament__club", "tournament", "pk").first()
    return AddressScope(*columns) if columns else NOWHERE


def of_match(code: str) -> AddressScope:
    """Return the place of a match: its event, or its desk."""
    columns = Match.objects.filter(code=code).values_list("pairing__event", "desk").first()
    if columns is None:
        return NOWHERE
    return of_event(columns[0]) if columns[0] else _of_desk(columns[1])


def of_desk(code: str) -> AddressScope:
    """Return the place of a desk: a tournament, or a club."""
    return _of_desk(Desk.objects.filter(code=code).values_list("pk", flat=True).first())


def of_session(code: str) -> AddressScope:
    """Return the place of a session: that of its desk, if any."""
    return _of_desk(MoneySession.objects.filter(code=code).values_list("desk", flat=True).first())


def tokens_of(user: User) -> QuerySet[Token]:
    """Return an account's valid tokens, newest first."""
    return _valid().filter(user=user)


def still_good(tokens: Collection[int]) -> set[int]:
    """Return those tokens that are valid: not revoked or expired, and of an active account."""
    return set(_valid().filter(pk__in=tokens, user__is_active=True).values_list("pk", flat=True))


def within_reach(user: User) -> QuerySet[Token]:
    """Return the tokens an account may revoke: its own, and those for what it directs."""
    directed = Q(memberships__user=user, memberships__role=Role.DIRECTOR, memberships__left_at=None)
    clubs = Club.objects.filter(directed).values("pk")
    of_directed_clubs = Q(club__in=clubs) | Q(event__tournament__club__in=clubs)
    return Token.objects.filter(Q(user=user) | of_directed_clubs).select_related(
        "user", "club", "event__tournament__club", "event__tournament__desk"
    )


def scopes_of(user: User) -> list[tuple[str, str, Club | Event]]:
    """Return the scopes for which an account may create a token: key, label, and club or event.

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


def _of_desk(pk: int | None) -> AddressScope:
    if pk is None:
        return NOWHERE
    evening = Tournament.objects.filter(desk=pk).values_list("club", "pk").first()
    if evening is not None:
        return AddressScope(*evening)
    return AddressScope(club=Club.objects.filter(desk=pk).values_list("pk", flat=True).first() or 0)


def _valid() -> QuerySet[Token]:
    rows = Token.objects.filter(revoked_at=None, expires_at__gt=timezone.now())
    return rows.select_related("user", "club", "event__tournament__club").order_by("-id")
