"""Permission predicates. Services enforce them; views only show or hide."""

from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db.models import F, Max, Q, QuerySet

from matches.actors import Identity
from matches.models import Match, Player, User
from matches.permissions import may_rule
from matches.queries.people import make_person_or_pair_in_any_q
from rules.errors import Refusal
from tournaments.models import (
    Club,
    ClubLogEntry,
    Entry,
    Event,
    JournalEntry,
    Membership,
    PastPlace,
    PastPoints,
    Role,
    TeamMember,
    Tournament,
)

Someone = User | AnonymousUser | None
MANAGERS = (Role.DIRECTOR, Role.SECRETARY)
# Officers who are officials of the club's desk. Tournaments are run only by their directors, since an
# official of a desk may also draw and undo.
AT_THE_DESK = frozenset({Role.DIRECTOR, Role.RECORDER})


# The tournament (key) whose copy is being written in this thread, as another site directs it; 0 for none.
_copy_being_written: ContextVar[int] = ContextVar("copy_being_written", default=0)


@contextmanager
def writing_copy(tournament: int) -> Iterator[None]:
    """Permit services to change a tournament that another site directs: what they write comes from there."""
    token = _copy_being_written.set(tournament)
    try:
        yield
    finally:
        _copy_being_written.reset(token)


def is_directed_elsewhere(of: Event | Tournament) -> bool:
    """Return whether another site directs a tournament and nothing else may change its copy here."""
    tournament = of.tournament if isinstance(of, Event) else of
    return tournament.is_directed_elsewhere and tournament.pk != _copy_being_written.get()


def must_be_directed_here(of: Event | Tournament) -> None:
    """Raise `directed_elsewhere` for a copy of a tournament that another site directs."""
    if is_directed_elsewhere(of):
        tournament = of.tournament if isinstance(of, Event) else of
        raise Refusal("directed_elsewhere", name=tournament.name)


def may_direct(user: Someone, of: Event | Tournament | Club) -> bool:
    """Return whether `user` may run an event, a tournament or a whole club.

    A director of the club may; an official of the tournament's desk may run that tournament.
    """
    if isinstance(of, Event):
        return may_direct(user, of.tournament)
    if isinstance(of, Tournament):
        return may_rule(user, of.desk) or is_director(user, of.club)
    return is_director(user, of)


def may_see(user: Someone, of: Event | Tournament) -> bool:
    """Return whether `user` may see a tournament or event: a draft is seen by its officials only."""
    tournament = of.tournament if isinstance(of, Event) else of
    return not tournament.is_draft or may_direct(user, tournament)


def is_director(user: Someone, club: Club) -> bool:
    """Return whether `user` is a director of the club (or a superuser)."""
    if user is None or not user.is_authenticated or not user.is_active:
        return False
    if user.is_superuser:
        return True
    return Membership.objects.filter(club=club, user=user.pk, role=Role.DIRECTOR).exists()


def may_manage(user: Someone, club: Club) -> bool:
    """Return whether `user` manages members, seasons and lists of a club, as director or secretary."""
    if user is None or not user.is_authenticated or not user.is_active:
        return False
    return user.is_superuser or club.memberships.filter(user=user.pk, role__in=MANAGERS).exists()


def may_read_records(user: Someone, club: Club) -> bool:
    """Return whether `user` may read the records of a club's members, and learn anything from them.

    Who runs a tournament without an office in the club may not: year of birth and home club are private.
    """
    return may_manage(user, club)


def may_invite(user: Someone, club: Club, role: str) -> bool:
    """Return whether `user` may grant this role by a link: officers that of member, directors all."""
    return may_manage(user, club) if role == Role.MEMBER else is_director(user, club)


def must_direct(user: Someone, of: Event | Tournament | Club) -> None:
    """Raise `directors_only` unless `user` may direct; None has no permission.

    Raises `directed_elsewhere` for a copy of a tournament that another site directs.
    """
    if not may_direct(user, of):
        raise only_directors(of)
    if isinstance(of, Club):
        must_be_open(of)
    else:
        must_be_directed_here(of)


def only_directors(of: Event | Tournament | Club) -> Refusal:
    """Return the refusal `directors_only`, which names only the club."""
    if isinstance(of, Event):
        of = of.tournament
    return Refusal("directors_only", name=of.club.name if isinstance(of, Tournament) else of.name)


def must_manage(user: Someone, club: Club) -> None:
    """Raise `club_officers_only` unless `user` is a director or secretary.

    Raises `club_archived` for an archived club.
    """
    if not may_manage(user, club):
        raise Refusal("club_officers_only", club=club.name)
    must_be_open(club)


def must_be_open(club: Club) -> None:
    """Raise `club_archived` for an archived club."""
    if club.archived_at is not None:
        raise Refusal("club_archived", club=club.name)


def must_be_active(of: Event | Tournament) -> None:
    """Raise what `find_inactivity` returns."""
    refusal = find_inactivity(of)
    if refusal is not None:
        raise refusal


def find_inactivity(of: Event | Tournament) -> Refusal | None:
    """Return why nothing can be entered or played, None if something can.

    `directed_elsewhere`, `tournament_archived`, `tournament_cancelled` or `event_cancelled`.
    """
    tournament = of.tournament if isinstance(of, Event) else of
    if is_directed_elsewhere(tournament):
        return Refusal("directed_elsewhere", name=tournament.name)
    if tournament.archived_at is not None:
        return Refusal("tournament_archived", name=tournament.name)
    if tournament.cancelled_at is not None:
        return Refusal("tournament_cancelled", name=tournament.name)
    if isinstance(of, Event) and of.cancelled_at is not None:
        return Refusal("event_cancelled", name=of.name)
    return None


def may_host(user: Someone) -> bool:
    """Return whether `user` is the host of the site."""
    return user is not None and user.is_authenticated and user.is_active and user.is_superuser


def must_host(user: Someone) -> None:
    """Raise `host_only` unless `user` is the host of the site."""
    if not may_host(user):
        raise Refusal("host_only")


def may_create_club(user: Someone) -> bool:
    """Return whether `user` may create a club: any signed-in user, or only the host (FOUNDING)."""
    if user is None or not user.is_authenticated or not user.is_active:
        return False
    return user.is_superuser or settings.FOUNDING == "everybody"


def may_open_casual(identity: Identity, club: Club, players: Iterable[Player]) -> bool:
    """Return whether the identity may start a casual match of these two.

    The club's desk may, and one of the two if the club allows it.
    """
    if may_rule(identity.user, club.desk):
        return True
    return club.members_open and any(may_act_for_player(identity, player, club) for player in players)


def may_captain(identity: Identity, entry: Entry) -> bool:
    """Return whether the identity is the captain of a team, by a badge valid at its desk or by account."""
    is_at_desk = identity.has_badge_at(entry.event.tournament.desk_id)
    players = (identity.badge_player if is_at_desk else None, getattr(identity.user, "player", None))
    captain = entry.members.filter(is_captain=True).select_related("player").first()
    return captain is not None and any(
        player is not None and player.is_one_with(captain.player) for player in players
    )


def may_change_photo(identity: Identity, event: Event, player: Player) -> bool:
    """Return whether the identity may change the photograph: as director, or as the winner.

    A winner is known by a badge valid at the desk or by account; in a pair or a team each member may.
    """
    if may_direct(identity.user, event):
        return True
    is_at_desk = identity.has_badge_at(event.tournament.desk_id)
    persons = (identity.badge_player if is_at_desk else None, getattr(identity.user, "player", None))
    members = TeamMember.objects.filter(event=event, entry__player=player).select_related("player")
    players = [player, *(member.player for member in members)] if player.is_team else [player]
    return any(person is not None and person.may_act_for(one) for person in persons for one in players)


def may_act_for_player(identity: Identity, player: Player, club: Club) -> bool:
    """Return whether the identity is the player, by account or by a badge of the club's desk."""
    account_player = getattr(identity.user, "player", None)
    if account_player is not None and account_player.is_one_with(player):
        return True
    badge_player = identity.badge_player
    is_here = identity.has_badge_at(club.desk_id)
    return badge_player is not None and is_here and badge_player.is_one_with(player)


def may_hold_token(user: Someone, of: Club | Event) -> bool:
    """Return whether `user` may have a token there: as director, member of the club, or player."""
    club = of.tournament.club if isinstance(of, Event) else of
    if may_direct(user, of) or may_manage(user, club):
        return True
    if user is None or not user.is_authenticated or not user.is_active:
        return False
    is_own = Q(user=user.pk) | Q(player__user=user.pk)
    return club.memberships.filter(is_own, left_at=None).exists()


def may_manage_account(by: User, user: User) -> bool | None:
    """Return whether `by`, a director, may make sign-in links for the account `user`.

    True if the account takes part in a club directed by `by`. False if it has an office in another club, or
    was only added by others and has never been active. None if it is in none of these clubs.
    """
    own_clubs = set(Membership.objects.filter(user=by, role=Role.DIRECTOR).values_list("club", flat=True))
    rows = list(Membership.objects.filter(user=user, left_at=None).values_list("club", "role"))
    if any(role != Role.MEMBER and club not in own_clubs for club, role in rows):
        return False
    if not any(club in own_clubs for club, _ in rows) and not _runs_desk_in(user, own_clubs):
        return None
    return _has_been_active(user, own_clubs)


def are_known_only_in_own_clubs(by: User, players: Collection[int]) -> bool | None:
    """Return whether these players are known only in clubs directed by `by`.

    False if one of them is a member of another club, or was entered in its events. None if they are known in
    no club. Tournaments of other clubs whose desk `by` runs count as own ones.
    """
    own_clubs = Membership.objects.filter(user=by, role=Role.DIRECTOR, left_at=None).values("club")
    member = Q(player__in=players) | Q(user__player__in=players)
    in_own_events = Q(event__tournament__club__in=own_clubs) | Q(event__tournament__desk__in=by.desks.all())
    sources: list[tuple[QuerySet[Any], Q]] = [
        (Membership.objects.filter(member, left_at=None), Q(club__in=own_clubs)),
        *(
            (
                rows.objects.filter(player__in=players, evening__batch__undone_at=None),
                Q(evening__batch__club__in=own_clubs),
            )
            for rows in (PastPlace, PastPoints)
        ),
        *((rows.objects.filter(player__in=players), in_own_events) for rows in (Entry, TeamMember)),
    ]
    if any(queryset.exclude(in_own_clubs).exists() for queryset, in_own_clubs in sources):
        return False
    return True if any(queryset.exists() for queryset, _ in sources) else None


def _runs_desk_in(user: User, clubs: Collection[int]) -> bool:
    return user.desks.filter(Q(club__in=clubs) | Q(tournament__club__in=clubs)).exists()


def _has_been_active(user: User, clubs: Collection[int]) -> bool:
    """Return whether the user has acted in these clubs since last leaving them, or has played there."""
    club_actions = ClubLogEntry.objects.filter(club__in=clubs, by=user).order_by().values("club")
    last = club_actions.annotate(last=Max("pk"), left=Max("pk", filter=Q(kind="left")))
    is_in_now = last.filter(Q(left=None) | Q(last__gt=F("left"))).exists()
    if is_in_now or JournalEntry.objects.filter(event__tournament__club__in=clubs, by=user).exists():
        return True
    player = Player.objects.filter(user=user).first()
    if player is None:
        return False
    at = Q(desk__club__in=clubs) | Q(desk__tournament__club__in=clubs)
    return Match.objects.filter(make_person_or_pair_in_any_q(("white", "black"), player), at).exists()
