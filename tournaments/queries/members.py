"""Who belongs to a club: each person once, and whose names may be two spellings of one."""

from collections.abc import Iterable, Sequence

from django.core.paginator import Page, Paginator
from django.db.models import Q, QuerySet

from matches.models import Player, User
from matches.queries import namesakes
from matches.queries.namesakes import NamesakePair
from matches.queries.people import get_canonical_player, is_person_in
from matches.spellings import Kind
from rules.errors import Refusal
from tournaments.entries_text import folded
from tournaments.models import Club, ClubDeed, Entry, Membership, Role, Tournament
from tournaments.queries.desk_search import matches_letters

SHOWN = 12
TRAIL = 50


def members(club: Club) -> list[Membership]:
    """Who belongs, by name; of a person known under several spellings one, by the spelling that shows."""
    return _once_each(club.memberships.filter(left_at=None))


def gone(club: Club) -> list[Membership]:
    """Who has left, in the same way."""
    return _once_each(club.memberships.filter(left_at__isnull=False))


def meant(rows: Iterable[Membership], letters: str) -> list[Membership]:
    """Those whose name, as everybody may read it, has words that begin like these; all without letters."""
    return [
        row for row in rows if not letters.strip() or matches_letters(letters, str(row.player or row.user))
    ]


def meant_at_desk(rows: Iterable[Membership], letters: str) -> list[Membership]:
    """The same for officers of the club, who also read full names and those of accounts."""
    return [row for row in rows if not letters.strip() or matches_letters(letters, _names(row))]


def membership_of(club: Club, user: User) -> Membership | None:
    """The membership an account has by itself or by its player, if it has not left."""
    current_memberships = club.memberships.filter(left_at=None).select_related("player", "user", "club")
    account_membership = current_memberships.filter(user=user).first()
    player = Player.objects.filter(user=user).first() if account_membership is None else None
    return (
        current_memberships.filter(is_person_in("player", player)).first()
        if player is not None
        else account_membership
    )


def is_own(membership: Membership, user: User) -> bool:
    """Whether this is the membership of the account, or of its player."""
    if membership.user_id == user.pk:
        return True
    player = Player.objects.filter(user=user).first()
    return player is not None and membership.player is not None and player.is_one_with(membership.player)


def called(club: Club, name: str) -> Player | None:
    """A member of this name, but for case and accents, to whom no account belongs; the first of several."""
    free = club.memberships.filter(user=None, player__user=None, player__anonymised_at=None)
    memberships = free.exclude(player=None).select_related("player").order_by("pk")
    folded_name = folded(name)
    return next(
        (row.player for row in memberships if row.player and folded(row.player.full_name) == folded_name),
        None,
    )


def without_account(club: Club) -> list[Player]:
    """The players of a club to whom no account belongs, by name. One query."""
    club_players = Player.objects.filter(
        memberships__club=club, memberships__left_at=None, memberships__user=None
    )
    return list(club_players.filter(user=None, anonymised_at=None, first=None).order_by("full_name", "pk"))


def playing(club: Club) -> list[Player]:
    """Who can sit down at the club: everybody who belongs, by the spelling that shows, by name. One query."""
    memberships = club.memberships.filter(
        left_at=None, player__anonymised_at=None, player__kind=Kind.PERSON.value
    )
    rows = memberships.select_related("player__person__face")
    people = {
        get_canonical_player(row.player).pk: get_canonical_player(row.player) for row in rows if row.player
    }
    return sorted(people.values(), key=lambda player: (player.full_name.casefold(), player.pk))


def officials_of(tournament: Tournament) -> list[tuple[User, bool]]:
    """Who runs a tournament, by user name, and whether he does as a director of the club. Two queries."""
    directors = set(
        Membership.objects.filter(club=tournament.club_id, role=Role.DIRECTOR).values_list("user", flat=True)
    )
    return [(user, user.pk in directors) for user in tournament.desk.officials.order_by("username")]


def official_named(tournament: Tournament, username: str) -> User:
    """The official of a tournament with this user name. Raises `not_an_official` for any other name."""
    official = tournament.desk.officials.filter(username=username.strip()).first()
    if official is None:
        raise Refusal("not_an_official", name=username.strip())
    return official


def of_name(club: Club, name: str) -> Player | None:
    """Somebody who belongs or belonged to the club under this name, but for case and accents."""
    memberships = club.memberships.filter(player__anonymised_at=None).exclude(player=None)
    rows = memberships.select_related("player__person__face").order_by("pk")
    folded_name = folded(name)
    matching_players = (
        row.player for row in rows if row.player and folded(row.player.full_name) == folded_name
    )
    first = next(matching_players, None)
    return get_canonical_player(first) if first is not None else None


def trail(club: Club, number: str) -> Page[ClubDeed]:
    """A page of a club's trail, the latest deed first. Two queries."""
    rows = ClubDeed.objects.filter(club=club).select_related("user", "player", "by").order_by("-pk")
    return Paginator(rows, TRAIL).get_page(number)


def _names(row: Membership) -> str:
    names = [row.player.full_name] if row.player else []
    return " ".join([*names, *([row.user.get_username()] if row.user else [])])


def _once_each(memberships: QuerySet[Membership]) -> list[Membership]:
    memberships_with_people = memberships.select_related("player__person__face", "says_player", "user")
    rows = sorted(memberships_with_people.order_by("player__name", "user__username"), key=_is_behind)
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


def suggestions(club: Club, user: User) -> list[NamesakePair]:
    """Members and players whose names are near, the most alike first, for this user who may join them.

    Two who have been entered in one event are two.
    """
    entered = Player.objects.filter(entries__event__tournament__club=club)
    pairs = entered.exclude(first=None).values_list("first", "second")
    members_of_pairs = {key for two in pairs for key in two}
    connected_to_club = (
        Q(memberships__club=club) | Q(entries__event__tournament__club=club) | Q(pk__in=members_of_pairs)
    )
    near = namesakes.get_suggestions(Player.objects.filter(connected_to_club).distinct(), user)
    together = _entered_together(near)
    return [each for each in near if frozenset((each.keep.pk, each.absorb.pk)) not in together][:SHOWN]


def _entered_together(near: Sequence[NamesakePair]) -> set[frozenset[int]]:
    player_ids = {player.pk for each in near for player in (each.keep, each.absorb)}
    events: dict[int, set[int]] = {}
    for event, player in Entry.objects.filter(player__in=player_ids).values_list("event", "player"):
        events.setdefault(event, set()).add(player)
    return {
        frozenset((one, other))
        for players_of_event in events.values()
        for one in players_of_event
        for other in players_of_event
        if one != other
    }


def _is_behind(row: Membership) -> bool:
    return row.player is not None and get_canonical_player(row.player) != row.player
