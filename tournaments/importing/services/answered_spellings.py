"""Names of a list that were answered to be somebody: spellings under which the person is found again."""

from collections.abc import Iterable, Mapping, Sequence
from operator import itemgetter

from django.db import transaction
from django.utils.translation import gettext

from matches.models import Player, User
from matches.names import fold_name
from matches.services import merging
from tournaments.exchange.lists.member_lists import ListedPerson
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

    A name of one part is not recorded, as it may be part of another one, nor is the name of somebody else.
    """
    must_manage(by, club)
    new_names = {
        (fold_name(name), player.pk): (name, player)
        for name, player in names
        if fold_name(name) not in {fold_name(player.full_name), fold_name(player.desk_name)}
        and len(fold_name(name).split()) > 1
    }
    if not new_names:
        return
    used_names = {fold_name(player.full_name) for player in people_of(club)}
    for (folded_name, _key), (name, player) in new_names.items():
        if folded_name in used_names:
            continue
        used_names.add(folded_name)
        reason = gettext("Written so in an imported list.")
        spelling = merging.add_spelling(player=player, name=name, by=by, reason=reason)
        if spelling is not None:
            Membership.objects.create(club=club, player=spelling)
