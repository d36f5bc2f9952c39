"""Members of a club: their names and offices, officials of tournaments, and names to merge."""

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import F, Max, Q, QuerySet
from django.urls import reverse

from matches.models import Match, Player, User
from matches.names import NameKind, fold_name
from matches.queries import people
from matches.queries.people import NamesakePair, get_canonical_player, make_person_or_pair_q, make_person_q
from matches.registry import SectionLine
from rules.errors import Refusal
from tournaments.models import (
    Club,
    ClubLogEntry,
    Entry,
    JournalEntry,
    Membership,
    PastPlace,
    Role,
    TeamMember,
    Tournament,
)
from tournaments.queries.desk_search import matches_letters

SUGGESTIONS_SHOWN = 12
LOG_ENTRIES_PER_PAGE = 50


def get_members(club: Club) -> list[Membership]:
    """Return the current members by name, each person once under the canonical player."""
    return _one_per_person(club.memberships.filter(left_at=None))


def get_former_members(club: Club) -> list[Membership]:
    """Return the former members by name, each person once under the canonical player."""
    return _one_per_person(club.memberships.filter(left_at__isnull=False))


def find_members(rows: Iterable[Membership], letters: str) -> list[Membership]:
    """Return the memberships whose name has parts that begin with these letters; all without letters."""
    return [
        row for row in rows if not letters.strip() or matches_letters(letters, str(row.player or row.user))
    ]


def find_members_at_desk(rows: Iterable[Membership], letters: str) -> list[Membership]:
    """Search like `find_members`, also in full names and usernames, which only club officers see."""
    return [row for row in rows if not letters.strip() or matches_letters(letters, _names(row))]


def membership_of(club: Club, user: User) -> Membership | None:
    """Return a user's current membership, by account or by player."""
    current_memberships = club.memberships.filter(left_at=None).select_related("player", "user", "club")
    account_membership = current_memberships.filter(user=user).first()
    player = Player.objects.filter(user=user).first() if account_membership is None else None
    return (
        current_memberships.filter(make_person_q("player", player)).first()
        if player is not None
        else account_membership
    )


def is_own(membership: Membership, user: User) -> bool:
    """Return whether this is the membership of the user, or of their player."""
    if membership.user_id == user.pk:
        return True
    player = Player.objects.filter(user=user).first()
    return player is not None and membership.player is not None and player.is_one_with(membership.player)


def find_unclaimed_member(club: Club, name: str) -> Player | None:
    """Return the first member of this name without an account, ignoring case and accents."""
    unclaimed = club.memberships.filter(user=None, player__user=None, player__anonymised_at=None)
    memberships = unclaimed.exclude(player=None).select_related("player").order_by("pk")
    folded_name = fold_name(name)
    return next(
        (row.player for row in memberships if row.player and fold_name(row.player.full_name) == folded_name),
        None,
    )


def get_players_without_account(club: Club) -> list[Player]:
    """Return the club's players without an account, by name. One query."""
    club_players = Player.objects.filter(
        memberships__club=club, memberships__left_at=None, memberships__user=None
    )
    return list(club_players.filter(user=None, anonymised_at=None, first=None).order_by("full_name", "pk"))


def get_club_players(club: Club) -> list[Player]:
    """Return the club's players who can play, canonical and by name. One query."""
    memberships = club.memberships.filter(
        left_at=None, player__anonymised_at=None, player__kind=NameKind.PERSON.value
    )
    rows = memberships.select_related("player__person__face")
    people = {
        get_canonical_player(row.player).pk: get_canonical_player(row.player) for row in rows if row.player
    }
    return sorted(people.values(), key=lambda player: (player.full_name.casefold(), player.pk))


def officials_of(tournament: Tournament) -> list[tuple[User, bool]]:
    """Return the officials of a tournament by username, and whether each is a director of the club.

    Two queries.
    """
    directors = set(
        Membership.objects.filter(club=tournament.club_id, role=Role.DIRECTOR).values_list("user", flat=True)
    )
    return [(user, user.pk in directors) for user in tournament.desk.officials.order_by("username")]


def get_official(tournament: Tournament, username: str) -> User:
    """Return the official with this username. Raises `not_an_official`."""
    official = tournament.desk.officials.filter(username=username.strip()).first()
    if official is None:
        raise Refusal("not_an_official", name=username.strip())
    return official


def find_member_by_name(club: Club, name: str) -> Player | None:
    """Return a current or former member of this name, ignoring case and accents."""
    memberships = club.memberships.filter(player__anonymised_at=None).exclude(player=None)
    rows = memberships.select_related("player__person__face").order_by("pk")
    folded_name = fold_name(name)
    matching_players = (
        row.player for row in rows if row.player and fold_name(row.player.full_name) == folded_name
    )
    first = next(matching_players, None)
    return get_canonical_player(first) if first is not None else None


def get_log_page(club: Club, number: str) -> Page[ClubLogEntry]:
    """Return a page of a club's audit log, newest first. Two queries."""
    rows = ClubLogEntry.objects.filter(club=club).select_related("user", "player", "by").order_by("-pk")
    return Paginator(rows, LOG_ENTRIES_PER_PAGE).get_page(number)


def _names(row: Membership) -> str:
    names = [row.player.full_name] if row.player else []
    return " ".join([*names, *([row.user.get_username()] if row.user else [])])


def _one_per_person(memberships: QuerySet[Membership]) -> list[Membership]:
    memberships_with_people = memberships.select_related("player__person__face", "says_player", "user")
    rows = sorted(memberships_with_people.order_by("player__name", "user__username"), key=_is_other_spelling)
    listed_persons: set[int] = set()
    unique_memberships: list[Membership] = []
    for row in rows:
        person_id = get_canonical_player(row.player).pk if row.player else 0
        if person_id not in listed_persons or not person_id:
            unique_memberships.append(row)
        listed_persons.add(person_id)
    return sorted(
        unique_memberships,
        key=lambda row: (row.player is None, row.player.name.casefold() if row.player else ""),
    )


def suggest_merges(club: Club, user: User) -> list[NamesakePair]:
    """Return pairs of similar names that this user may merge, most similar first.

    Two players who have been in the same event are distinct.
    """
    entered = Player.objects.filter(entries__event__tournament__club=club)
    pairs = entered.exclude(first=None).values_list("first", "second")
    members_of_pairs = {key for two in pairs for key in two}
    connected_to_club = (
        Q(memberships__club=club) | Q(entries__event__tournament__club=club) | Q(pk__in=members_of_pairs)
    )
    similar_names = people.get_suggestions(Player.objects.filter(connected_to_club).distinct(), user)
    together = _entered_together(similar_names)
    return [pair for pair in similar_names if frozenset((pair.keep.pk, pair.absorb.pk)) not in together][
        :SUGGESTIONS_SHOWN
    ]


def _entered_together(similar_names: Sequence[NamesakePair]) -> set[frozenset[int]]:
    player_ids = {player.pk for pair in similar_names for player in (pair.keep, pair.absorb)}
    events: dict[int, set[int]] = {}
    for event, player in Entry.objects.filter(player__in=player_ids).values_list("event", "player"):
        events.setdefault(event, set()).add(player)
    return {
        frozenset((player, other))
        for players_of_event in events.values()
        for player in players_of_event
        for other in players_of_event
        if player != other
    }


def _is_other_spelling(row: Membership) -> bool:
    return row.player is not None and get_canonical_player(row.player) != row.player


def offices_of(user: User) -> tuple[SectionLine, ...]:
    """Return a line for each club of the account, with its office."""
    rows = (
        Membership.objects.filter(user=user, left_at=None).select_related("club").order_by("club__name", "pk")
    )
    return tuple(
        SectionLine(f"{row.club.name} · {row.get_role_display()}", reverse("club", args=[row.club.slug]))
        for row in rows
    )


def has_joined_own_clubs(by: User, user: User) -> bool | None:
    """Return whether `user` takes part in a club directed by `by`, so that `by` may manage the account.

    False if the account has an office in another club, or was only added by others and has never been active.
    None if it is in none of these clubs.
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
        (
            PastPlace.objects.filter(player__in=players, evening__batch__undone_at=None),
            Q(evening__batch__club__in=own_clubs),
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
    return Match.objects.filter(
        make_person_or_pair_q("white", player) | make_person_or_pair_q("black", player), at
    ).exists()
