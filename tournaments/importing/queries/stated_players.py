"""Players of the club whom somebody states for names of a list that resemble nobody."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from matches.models import Player
from matches.names import fold_name
from tournaments.importing.queries.known_results import get_canonical_key
from tournaments.importing.queries.named_players import NameCandidate, NamedPlayer
from tournaments.lookups import people_of
from tournaments.models import Club

# Of more players no list is sent to choose from: their names are typed.
MOST_OFFERED = 500


@dataclass(frozen=True, slots=True)
class StatedPlayers:
    """The names of a list with the players stated for them, and the choices that say so.

    `unclear_texts` are the texts that name no player, or several, by the number of the name, and
    `player_names` those of the players who can be stated.
    """

    names: tuple[NamedPlayer, ...]
    choices: dict[str, str]
    unclear_texts: Mapping[int, str]
    player_names: Sequence[str]


def add_stated_players(
    players: Iterable[Player], names: Sequence[NamedPlayer], choices: Mapping[int, str]
) -> tuple[NamedPlayer, ...]:
    """Return the names with the chosen players among their candidates, where they are of these players."""
    values = set(choices.values())
    players_by_value = {value: player for player in players if (value := f"p:{player.code}") in values}
    return tuple(_add_player(one, players_by_value, choices.get(one.number, "")) for one in names)


def _add_player(one: NamedPlayer, players_by_value: Mapping[str, Player], value: str) -> NamedPlayer:
    if (
        one.player is not None
        or value not in players_by_value
        or any(like.value == value for like in one.near)
    ):
        return one
    candidate = NameCandidate(value, players_by_value[value].desk_name, True, is_resembling=True)
    return replace(one, near=(*one.near, candidate))


def read_stated_players(
    club: Club, names: Sequence[NamedPlayer], choices: Mapping[str, str]
) -> StatedPlayers:
    """Return the players of a club who are stated for names by the answers `is_N`. One query."""
    new_numbers = [one.number for one in names if one.player is None]
    people = list(people_of(club).select_related("person")) if new_numbers else []
    codes_by_name: defaultdict[str, dict[int, str]] = defaultdict(dict)
    for player in people:
        for name in {fold_name(player.desk_name), fold_name(player.full_name)}:
            codes_by_name[name].setdefault(get_canonical_key(player), player.code)
    answers = {key: text for key, text in choices.items() if not key.startswith("is_")}
    unclear_texts: dict[int, str] = {}
    for number in new_numbers:
        text = choices.get(f"is_{number}", "").strip()
        codes = list(codes_by_name.get(fold_name(text), {}).values()) if text else []
        if len(codes) == 1:
            answers[f"who_{number}"] = f"p:{codes[0]}"
        elif text:
            unclear_texts[number] = text
    values = {number: answers.get(f"who_{number}", "") for number in new_numbers}
    player_names = sorted({player.desk_name for player in people}, key=fold_name)
    return StatedPlayers(
        add_stated_players(people, names, values),
        answers,
        unclear_texts,
        player_names if len(player_names) <= MOST_OFFERED else [],
    )
