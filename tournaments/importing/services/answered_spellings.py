"""Names of a list that were answered to be somebody: spellings under which the person is found again."""

from collections.abc import Iterable, Mapping, Sequence
from operator import itemgetter

from django.db import transaction
from django.utils.translation import gettext

from matches.models import Player, User
from matches.names import fold_name, sort_name_parts
from matches.services import merging
from matches.short_names import ShortNameIndex, split_short_name
from tournaments.exchange.lists.member_lists import ListedPerson
from tournaments.exchange.lists.written_names import split_bracket
from tournaments.importing.queries.known_results import get_canonical_key
from tournaments.lookups import people_of
from tournaments.models import Club, Membership
from tournaments.permissions import must_manage


def list_spellings(
    people: Sequence[ListedPerson], players_by_number: Mapping[int, Player]
) -> list[tuple[str, Player]]:
    """Return the names of the people of a list, also with their nicknames, each with the player meant."""
    return [
        (name, player)
        for number, player in sorted(players_by_number.items(), key=itemgetter(0))
        for name in (people[number].name, people[number].familiar_name)
        if name
    ]


@transaction.atomic
def record_spellings(*, club: Club, names: Iterable[tuple[str, Player]], by: User) -> None:
    """Record that these people of a club are also written like this.

    A name that may mean somebody else too, now or later, is not recorded, so that the next list asks again:
    one of a single part, one with initials or with brackets behind it, and one that several people of
    the club can be.
    """
    must_manage(by, club)
    new_names = {
        (fold_name(name), player.pk): (name, player)
        for name, player in names
        if not split_bracket(name)[1]
        and fold_name(name) not in {fold_name(player.full_name), fold_name(player.desk_name)}
        and len(fold_name(name).split()) > 1
    }
    if not new_names:
        return
    club_people = {player.pk: player for player in people_of(club)}
    index = ShortNameIndex({key: player.full_name for key, player in club_people.items()})
    used_names = {fold_name(player.full_name) for player in club_people.values()}
    for (folded_name, _key), (name, player) in new_names.items():
        if folded_name in used_names or _may_mean_others(name, player, club_people, index):
            continue
        used_names.add(folded_name)
        reason = gettext("Written so in an imported list.")
        spelling = merging.add_spelling(player=player, name=name, by=by, reason=reason)
        if spelling is not None:
            Membership.objects.create(club=club, player=spelling)


def _may_mean_others(
    name: str, player: Player, club_people: Mapping[int, Player], index: ShortNameIndex[int]
) -> bool:
    """Return whether a name has initials, or is a short or reordered form of the names of other people."""
    if split_short_name(name).shortened:
        return True
    parts = sort_name_parts(name)
    meant = [club_people[key] for key in index.find_full_names(name)]
    meant += [each for each in club_people.values() if sort_name_parts(each.full_name) == parts]
    return any(get_canonical_key(each) != get_canonical_key(player) for each in meant)
