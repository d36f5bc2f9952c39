"""Who is meant by the names of a file: players of the club, one another, or somebody new."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction

from matches.models import Player, User
from matches.services import players
from rules.errors import Refusal
from tournaments.entries_text import folded
from tournaments.models import Club, Membership
from tournaments.permissions import must_manage
from tournaments.queries.imports import KnownPeople, NamedPlayer, compare_names, get_known_people
from tournaments.services import club_log

NEW, HERE, OF_FILE = "new", "p", "f"
BATCH = 500


@dataclass(frozen=True, slots=True)
class MatchedNames:
    """Names of a file grouped by person, each group with its player or None.

    It counts as long as the club knows the same people under the same names.
    """

    club: Club
    names: tuple[str, ...]
    choices: Mapping[int, str]
    known: KnownPeople
    groups: tuple[tuple[tuple[str, ...], Player | None], ...]


def enrol_names(*, club: Club, names: Sequence[str], choices: Mapping[int, str], by: User) -> int:
    """Make everybody of a list a member, all of them or nobody, who has left too; how many were none before.

    Raises as `recognise`, and `past_nobody`.
    """
    must_manage(by, club)
    if not names:
        raise Refusal("past_nobody")
    matched_names = match_names(club=club, names=names, choices=choices)
    with transaction.atomic():
        return _enrol_all(matched_names, by)


def match_names(*, club: Club, names: Sequence[str], choices: Mapping[int, str]) -> MatchedNames:
    """Whom the names of a file mean; nothing is written or locked.

    Raises `past_names_open` while a name that is like another one has no choice, and `past_choice_unknown`
    for a choice that was not offered, or for names that are one and two at once.
    """
    known_names = get_known_people(club, names)
    named_players = compare_names(known_names, names)
    undecided_names = [one.name for one in named_players if one.near and one.number not in choices]
    if undecided_names:
        raise Refusal("past_names_open", names=", ".join(undecided_names[:3]), count=len(undecided_names))
    valid_choices = {one.number: _valid_choice(one, choices) for one in named_players}
    groups = tuple(
        (tuple(one.name for one in group), _find_player(group, valid_choices))
        for group in _group_names(named_players, valid_choices)
    )
    return MatchedNames(club, tuple(names), choices, known_names, groups)


@transaction.atomic
def get_or_create_players(*, matched_names: MatchedNames) -> dict[str, Player]:
    """The player behind every name (folded); new ones are registered, and all are members then.

    To be called under the lock of the club, by whoever has asked who may. Whom a name means is found anew
    where the club knows other people by now. Raises what `recognise` does.
    """
    if get_known_people(matched_names.club, matched_names.names).spelled != matched_names.known.spelled:
        matched_names = match_names(
            club=matched_names.club, names=matched_names.names, choices=matched_names.choices
        )
    new_players = players.register_players(
        names=[names[0] for names, player in matched_names.groups if player is None]
    )
    remaining_players = iter(new_players)
    people = {
        folded(name): player
        for names, known_player in matched_names.groups
        for player in [known_player or next(remaining_players)]
        for name in names
    }
    _add_missing_members(matched_names.club, people.values())
    return people


def _enrol_all(matched_names: MatchedNames, by: User) -> int:
    club = Club.objects.select_for_update().get(pk=matched_names.club.pk)
    must_manage(by, club)
    active_memberships = Membership.objects.filter(club=club, left_at=None)
    before = active_memberships.count()
    people = get_or_create_players(matched_names=matched_names).values()
    left_memberships = Membership.objects.filter(club=club, left_at__isnull=False)
    left_memberships.filter(player__in={player.pk for player in people}).update(left_at=None)
    count = active_memberships.count() - before
    if count:
        club_log.note(club=club, kind="listed", by=by, about={"count": count})
    return count


def _valid_choice(one: NamedPlayer, choices: Mapping[int, str]) -> str:
    choice = choices.get(one.number, NEW) if one.near else NEW
    if choice not in {NEW, *(like.value for like in one.near)}:
        raise Refusal("past_choice_unknown", choice=choice[:40])
    return choice


def _group_names(
    named_players: Sequence[NamedPlayer], valid_choices: Mapping[int, str]
) -> list[list[NamedPlayer]]:
    """The names that are one by these choices, each group in the order of the file."""
    heads = {one.number: one.number for one in named_players}
    for number, choice in valid_choices.items():
        if choice.startswith(f"{OF_FILE}:"):
            low, high = sorted((heads[number], heads[int(choice[2:])]))
            heads = {each: low if head == high else head for each, head in heads.items()}
    groups: dict[int, list[NamedPlayer]] = {}
    for one in named_players:
        groups.setdefault(heads[one.number], []).append(one)
    return list(groups.values())


def _find_player(group: Sequence[NamedPlayer], valid_choices: Mapping[int, str]) -> Player | None:
    """The one player of the club a group of names means, if any."""
    codes = [
        valid_choices[one.number][2:] for one in group if valid_choices[one.number].startswith(f"{HERE}:")
    ]
    candidates = [*(one.player for one in group if one.player), *Player.objects.filter(code__in=codes)]
    keys = {player.pk for player in candidates}
    if len(keys) > 1:
        raise Refusal("past_choice_unknown", choice=group[0].name[:40])
    return candidates[0] if candidates else None


def _add_missing_members(club: Club, people: Iterable[Player]) -> None:
    player_keys = {player.pk for player in people}
    member_keys = set(
        Membership.objects.filter(club=club, player__in=player_keys).values_list("player", flat=True)
    )
    Membership.objects.bulk_create(
        (Membership(club=club, player_id=player) for player in sorted(player_keys - member_keys)),
        batch_size=BATCH,
    )
