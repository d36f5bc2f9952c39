"""API tokens of an account, and the scope of a URL, with which a token is checked."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Q, QuerySet
from django.utils import timezone

from matches.models import Desk, Match, User
from matches.moneyplay.models import MoneySession
from tournaments.lookups import sort_by_name
from tournaments.models import Club, Event, Role, Token, Tournament

EVENTS_SHOWN = 50


@dataclass(frozen=True, slots=True)
class AddressScope:
    """The club, tournament and event to which a URL belongs, by key; 0 if none."""

    club: int = 0
    tournament: int = 0
    event: int = 0


NO_SCOPE = AddressScope()


def covers(token: Token, scope: AddressScope) -> bool:
    """Return whether a token is valid for this scope: for all of its club, or for its event and its desk."""
    if token.club_id is not None:
        return token.club_id == scope.club
    event = token.event
    if event is None or scope.tournament != event.tournament_id:
        return False
    return scope.event in (0, event.pk)


def get_club_scope(slug: str) -> AddressScope:
    """Return the scope of a club by slug."""
    return AddressScope(club=Club.objects.filter(slug=slug).values_list("pk", flat=True).first() or 0)


def get_event_scope(pk: int) -> AddressScope:
    """Return the scope of an event."""
    columns = Event.objects.filter(pk=pk).values_list("tournament__club", "tournament", "pk").first()
    return AddressScope(*columns) if columns else NO_SCOPE


def get_match_scope(code: str) -> AddressScope:
    """Return the scope of a match: that of its event, or of its desk."""
    columns = Match.objects.filter(code=code).values_list("pairing__event", "desk").first()
    if columns is None:
        return NO_SCOPE
    return get_event_scope(columns[0]) if columns[0] else _get_scope_of_desk(columns[1])


def get_certificate_scope(code: str) -> AddressScope:
    """Return the scope of a certificate: that of its match."""
    match_code = Match.objects.filter(certificates__code=code).values_list("code", flat=True).first()
    return get_match_scope(match_code) if match_code else NO_SCOPE


def get_desk_scope(code: str) -> AddressScope:
    """Return the scope of a desk: that of its tournament, or of its club."""
    return _get_scope_of_desk(Desk.objects.filter(code=code).values_list("pk", flat=True).first())


def get_session_scope(code: str) -> AddressScope:
    """Return the scope of a money session: that of its desk, if any."""
    return _get_scope_of_desk(MoneySession.objects.filter(code=code).values_list("desk", flat=True).first())


def get_tokens(user: User) -> QuerySet[Token]:
    """Return an account's valid tokens, newest first."""
    return _valid_tokens().filter(user=user)


def filter_valid(tokens: Collection[int]) -> set[int]:
    """Return those tokens that are valid: not revoked or expired, and of an active account."""
    return set(_valid_tokens().filter(pk__in=tokens, user__is_active=True).values_list("pk", flat=True))


def get_revocable_tokens(user: User) -> QuerySet[Token]:
    """Return the tokens an account may revoke: its own, and those for what it directs."""
    directed = Q(memberships__user=user, memberships__role=Role.DIRECTOR, memberships__left_at=None)
    clubs = Club.objects.filter(directed).values("pk")
    of_directed_clubs = Q(club__in=clubs) | Q(event__tournament__club__in=clubs)
    return Token.objects.filter(Q(user=user) | of_directed_clubs).select_related(
        "user", "club", "event__tournament__club", "event__tournament__desk"
    )


def get_possible_scopes(user: User) -> list[tuple[str, str, Club | Event]]:
    """Return the scopes for which an account may create a token: key, label, and club or event.

    Its clubs by name, then the latest events of these and of the desks it runs.
    """
    own_membership = Q(memberships__user=user) | Q(memberships__player__user=user)
    clubs = sort_by_name(Club.objects.filter(own_membership, memberships__left_at=None).distinct())
    at_desk = Q(tournament__desk__officials=user)
    events = Event.objects.filter(Q(tournament__club__in=clubs) | at_desk).distinct()
    latest = events.select_related("tournament__club", "tournament__desk").order_by(
        "-tournament__starts_at", "-id"
    )
    scopes: list[tuple[str, str, Club | Event]] = [(f"club-{club.pk}", club.name, club) for club in clubs]
    scopes += [(f"event-{event.pk}", _label_event(event), event) for event in latest[:EVENTS_SHOWN]]
    return scopes


def _label_event(event: Event) -> str:
    tournament = event.tournament
    names = dict.fromkeys((tournament.club.name, tournament.name, event.name))
    return f"{' · '.join(names)} ({timezone.localdate(tournament.starts_at).isoformat()})"


def _get_scope_of_desk(pk: int | None) -> AddressScope:
    if pk is None:
        return NO_SCOPE
    tournament = Tournament.objects.filter(desk=pk).values_list("club", "pk").first()
    if tournament is not None:
        return AddressScope(*tournament)
    return AddressScope(club=Club.objects.filter(desk=pk).values_list("pk", flat=True).first() or 0)


def _valid_tokens() -> QuerySet[Token]:
    rows = Token.objects.filter(revoked_at=None, expires_at__gt=timezone.now())
    return rows.select_related("user", "club", "event__tournament__club").order_by("-id")
