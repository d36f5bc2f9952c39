"""The players of the people of a list or file: who is known, and who is registered and made a member."""

from collections.abc import Iterable

from django.db import transaction

from matches.models import Player
from matches.names import fold_name
from matches.services import players
from tournaments.importing.queries.listed_names import (
    get_known_people,
)
from tournaments.importing.queries.matched_names import MatchedNames, match_people
from tournaments.importing.services.past_places import (
    BATCH_SIZE,
)
from tournaments.models import (
    Club,
    Membership,
)
from tournaments.play.entrants.services import distinctions


@transaction.atomic
def get_or_create_players(*, matched_names: MatchedNames) -> dict[str, Player]:
    """Return the player of every (folded) name; register new ones and make all of them members.

    The caller checks permissions and locks the club. Names are matched again if the club's members have
    changed. Raises what `match_names` does.
    """
    players_by_number = register_people(matched_names)
    distinctions.update_distinctions_of_members(club=matched_names.club)
    return {
        fold_name(matched_names.people[number].name): player for number, player in players_by_number.items()
    }


def register_people(matched_names: MatchedNames) -> dict[int, Player]:
    """Return the player of every person of the file, by number, all of them members."""
    club = matched_names.club
    if get_known_people(club, matched_names.names).fingerprint != matched_names.known.fingerprint:
        matched_names = match_people(club, matched_names.people, matched_names.choices)
    new_players = players.register_players(
        names=[group[0].name for group, player in matched_names.groups if player is None]
    )
    remaining_players = iter(new_players)
    groups = [(group, player or next(remaining_players)) for group, player in matched_names.groups]
    people = {one.number: player for group, player in groups for one in group}
    _add_missing_members(club, people.values())
    return people


def _add_missing_members(club: Club, people: Iterable[Player]) -> None:
    player_keys = {player.pk for player in people}
    member_keys = set(
        Membership.objects.filter(club=club, player__in=player_keys).values_list("player", flat=True)
    )
    Membership.objects.bulk_create(
        (Membership(club=club, player_id=player) for player in sorted(player_keys - member_keys)),
        batch_size=BATCH_SIZE,
    )
