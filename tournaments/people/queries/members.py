"""Members of a club: their names and offices, and names to merge."""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial

from django.core.paginator import Page, Paginator
from django.db.models import Q, QuerySet
from django.urls import reverse

from matches.models import Player, User
from matches.names import NameKind, fold_name, get_sort_key
from matches.queries import people
from matches.queries.people import NamesakePair, get_canonical_player, make_person_q
from matches.registry import SectionLine
from rules.errors import Refusal
from tournaments import registry
from tournaments.messages.line_labels import make_label_refusal
from tournaments.models import (
    Club,
    ClubLogEntry,
    Entry,
    Membership,
)
from tournaments.name_lists import entry_details
from tournaments.name_lists.entry_box import LineStatus
from tournaments.name_lists.entry_details import MatchedLine
from tournaments.permissions import Someone
from tournaments.play.desk.queries.desk_search import matches_letters
from tournaments.play.entrants.queries.namesake_facts import describe_namesakes
from tournaments.play.entrants.queries.namesakes import MemberNames

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


def is_own(membership: Membership, user: Someone) -> bool:
    """Return whether this is the membership of the user, or of their player; False for a visitor."""
    if user is None or not user.is_authenticated:
        return False
    if membership.user_id == user.pk:
        return True
    player = Player.objects.filter(user=user).first()
    return player is not None and membership.player is not None and player.is_one_with(membership.player)


def find_unclaimed_member(club: Club, name: str) -> Player | None:
    """Return the only member of this name without an account, ignoring case and accents.

    None if there are several: the name does not tell which of them it is.
    """
    unclaimed = club.memberships.filter(user=None, player__user=None, player__anonymised_at=None)
    memberships = unclaimed.exclude(player=None).select_related("player").order_by("pk")
    folded_name = fold_name(name)
    namesakes = [
        row.player for row in memberships if row.player and fold_name(row.player.full_name) == folded_name
    ]
    return namesakes[0] if len(namesakes) == 1 else None


def get_players_without_account(club: Club) -> list[Player]:
    """Return the club's players without an account, by name. One query."""
    club_players = Player.objects.filter(
        memberships__club=club, memberships__left_at=None, memberships__user=None
    )
    players = club_players.filter(user=None, anonymised_at=None, first=None)
    return sorted(players, key=lambda player: (get_sort_key(player.full_name), player.pk))


def get_club_players(club: Club) -> list[Player]:
    """Return the club's players who can play, canonical and by name. One query."""
    memberships = club.memberships.filter(
        left_at=None, player__anonymised_at=None, player__kind=NameKind.PERSON.value
    )
    rows = memberships.select_related("player__person__face")
    people = {
        get_canonical_player(row.player).pk: get_canonical_player(row.player) for row in rows if row.player
    }
    return sorted(people.values(), key=lambda player: (get_sort_key(player.full_name), player.pk))


def read_member_line(club: Club, text: str) -> tuple[MatchedLine, Player | None]:
    """Read the line of a new member: with it the former member it means, if any. Two queries, or three.

    Raises `already_member` for a current member, `namesakes_unclear`, `member_is_pair`, `name_missing`,
    `name_too_long`, `line_label_unknown` and `line_label_misspelt`.
    """
    memberships = club.memberships.filter(player__anonymised_at=None).exclude(player=None)
    rows = list(memberships.select_related("player__person__face").order_by("pk"))
    people = {row.player.pk: get_canonical_player(row.player) for row in rows if row.player}
    # Of spellings of one person that are written alike, one is enough.
    spellings = {
        (people[row.player.pk].pk, fold_name(row.player.full_name)): row.player for row in rows if row.player
    }
    names = {player.pk: player.full_name for player in spellings.values()}
    current = {people[row.player.pk].pk for row in rows if row.player and row.left_at is None}
    index = MemberNames(club.pk, names)
    entered_keys = [key for key in names if people[key].pk in current]
    line = _read_one_line(text, names, entered_keys, index)
    player = people[line.player] if line.player is not None else None
    if line.standing is LineStatus.ENTERED:
        namesakes = [people[key] for key in index.find(line.name) if people[key].pk in current]
        member_names = ", ".join(dict.fromkeys(each.desk_name for each in namesakes))
        raise Refusal("already_member", name=member_names or line.name)
    if line.standing is LineStatus.NAMESAKES:
        choices = describe_namesakes(club.pk, [key for _person, key in line.choices], with_records=True)
        raise Refusal("namesakes_unclear", name=line.name, choices="; ".join(choices.values()))
    if line.standing is LineStatus.UNKNOWN_LABEL:
        raise make_label_refusal(line.name, line.about.unknown_label)
    if line.standing is LineStatus.TOO_LONG:
        raise Refusal("name_too_long", longest=entry_details.LONGEST)
    return line, player


def _read_one_line(
    text: str, names: Mapping[int, str], entered_keys: Iterable[int], index: MemberNames
) -> MatchedLine:
    """Return the only line of a text. "Bianchi, Anna" is Anna Bianchi here."""
    read = partial(
        entry_details.read,
        members=names,
        entered=list(entered_keys),
        codes=index.codes,
        marked_names=index.marked_names,
    )
    lines = read(" ".join(text.split()))
    if not lines or not lines[0].name:
        raise Refusal("name_missing")
    (line,) = lines
    if line.is_surname_alone:
        (line,) = read(line.text_with_first_name)
    if len(line.members) > 1 or line.standing in (LineStatus.NOT_TWO, LineStatus.SITS):
        raise Refusal("member_is_pair", name=line.name)
    return line


def has_namesake_with(membership: Membership, distinction: str) -> bool:
    """Return whether managers have given this distinction to another member of the same name."""
    others = Membership.objects.filter(club=membership.club_id, distinction__iexact=distinction)
    rows = others.exclude(pk=membership.pk).select_related("player")
    own_name = membership.player.full_name if membership.player is not None else ""
    return any(row.player and fold_name(row.player.full_name) == fold_name(own_name) for row in rows)


def get_log_page(club: Club, number: str) -> Page[ClubLogEntry]:
    """Return a page of a club's audit log, newest first. Two queries, three with sign-ups.

    Their names are added to the references: the log has none, as they are deleted after a time.
    """
    rows = ClubLogEntry.objects.filter(club=club).select_related("user", "player", "by").order_by("-pk")
    page = Paginator(rows, LOG_ENTRIES_PER_PAGE).get_page(number)
    entries = list(page)
    references = {key for entry in entries for key in _read_references(entry)}
    names = {
        key: name
        for names_of_app in (registry.sign_up_names(club, references) if references else ())
        for key, name in names_of_app.items()
    }
    for entry in entries:
        for key in _read_references(entry):
            if name := names.get((entry.payload.get("evening", ""), key)):
                entry.payload["references"] = entry.payload["references"].replace(key, f"{name} ({key})")
    page.object_list = entries
    return page


def _read_references(entry: ClubLogEntry) -> list[str]:
    """Return the references of the sign-ups that an entry of the log is about."""
    text = str(entry.payload.get("references", "")).rstrip("…")
    return [key for key in text.split(", ") if key]


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
        key=lambda row: (row.player is None, get_sort_key(row.player.name) if row.player else ("", "")),
    )


def suggest_merges(club: Club, user: User) -> list[NamesakePair]:
    """Return pairs of similar names that this user may merge, most similar first.

    Two players who have been in the same event are distinct, and so are members of one name whom the club
    tells apart by a text.
    """
    entered = Player.objects.filter(entries__event__tournament__club=club)
    pairs = entered.exclude(first=None).values_list("first", "second")
    members_of_pairs = {key for two in pairs for key in two}
    connected_to_club = (
        Q(memberships__club=club) | Q(entries__event__tournament__club=club) | Q(pk__in=members_of_pairs)
    )
    similar_names = people.get_suggestions(Player.objects.filter(connected_to_club).distinct(), user)
    distinct = _entered_together(similar_names) | _find_distinguished(club, similar_names)
    return [pair for pair in similar_names if frozenset((pair.keep.pk, pair.absorb.pk)) not in distinct][
        :SUGGESTIONS_SHOWN
    ]


def _find_distinguished(club: Club, similar_names: Sequence[NamesakePair]) -> set[frozenset[int]]:
    """Return the pairs of members of one name whom the club tells apart by a text. One query."""
    keys = [player.pk for pair in similar_names for player in (pair.keep, pair.absorb)]
    rows = Membership.objects.filter(club=club, player__in=keys)
    texts = dict(rows.values_list("player", "distinction"))
    return {
        frozenset((pair.keep.pk, pair.absorb.pk))
        for pair in similar_names
        if fold_name(pair.keep.full_name) == fold_name(pair.absorb.full_name)
        and {pair.keep.pk, pair.absorb.pk} <= texts.keys()
        and texts[pair.keep.pk] != texts[pair.absorb.pk]
    }


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
    rows = Membership.objects.filter(user=user, left_at=None).select_related("club")
    return tuple(
        SectionLine(f"{row.club.name} · {row.get_role_display()}", reverse("club", args=[row.club.slug]))
        for row in sorted(rows, key=lambda row: (get_sort_key(row.club.name), row.pk))
    )
