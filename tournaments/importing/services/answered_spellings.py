"""Names of a list that were answered to be somebody: spellings under which the person is found again."""

from collections.abc import Mapping, Sequence

from django.db import transaction
from django.utils.translation import gettext

from matches.actors import require_actor
from matches.models import Player, User
from matches.names import add_distinction, fold_name, sort_name_parts
from matches.services import merging
from matches.short_names import ShortNameIndex, split_short_name
from tournaments.exchange.lists.written_names import split_bracket
from tournaments.importing.queries.known_results import get_canonical_key
from tournaments.importing.queries.matched_names import NEW, MatchedNames
from tournaments.lookups import people_of
from tournaments.models import Club, Membership
from tournaments.permissions import must_manage
from tournaments.play.entrants.services.answered_names import (
    AnsweringList,
    AnswerToRecord,
    record_answers,
)


@transaction.atomic
def record_answered_names(
    *,
    matched_names: MatchedNames,
    players_by_number: Mapping[int, Player],
    answering_list: AnsweringList,
    by: User,
) -> None:
    """Record whom the names of a list mean that are not simply those of the players.

    The next list with such a name proposes the same (`get_name_answers`). A name that can mean nobody else
    becomes a spelling by which the person is found without a question (`_add_spellings`). Both go when the
    list is withdrawn, unless another one has used them.
    """
    require_actor(by)
    must_manage(by, matched_names.club)
    answers = list_answers(matched_names, players_by_number)
    spellings = _add_spellings(club=matched_names.club, answers=answers, by=by)
    record_answers(
        club=matched_names.club,
        answers=[one._replace(spelling=spellings.get(one.written_name)) for one in answers],
        answering_list=answering_list,
        by=by,
    )


def list_answers(
    matched_names: MatchedNames, players_by_number: Mapping[int, Player]
) -> list[AnswerToRecord]:
    """Return the names that were answered or are written otherwise than the player, and nicknames."""
    answers = []
    for one in (one for group, _player in matched_names.groups for one in group):
        player, person = players_by_number.get(one.number), matched_names.people[one.number]
        if player is None:
            continue
        choice = matched_names.choices.get(one.number, "") if one.has_question else ""
        if choice or not _is_name_of(one.name, player):
            written_name = add_distinction(one.name, person.mark)
            answers.append(AnswerToRecord(written_name, player, is_new=choice == NEW))
        if person.familiar_name:
            answers.append(AnswerToRecord(person.familiar_name, player))
    return answers


def _is_name_of(name: str, player: Player) -> bool:
    return fold_name(name) in {fold_name(player.full_name), fold_name(player.desk_name)}


def _add_spellings(*, club: Club, answers: Sequence[AnswerToRecord], by: User) -> dict[str, Player]:
    """Record that these people of a club are also written like this; return the new spellings by name.

    A name that may mean somebody else too, now or later, is not recorded, so that the next list asks again:
    one of a single part, one with initials or with brackets behind it, and one that several people of
    the club can be.
    """
    new_names = {
        (fold_name(one.written_name), one.player.pk): one
        for one in answers
        if not split_bracket(one.written_name)[1]
        and not _is_name_of(one.written_name, one.player)
        and len(fold_name(one.written_name).split()) > 1
    }
    spellings: dict[str, Player] = {}
    if not new_names:
        return spellings
    club_people = {player.pk: player for player in people_of(club)}
    index = ShortNameIndex({key: player.full_name for key, player in club_people.items()})
    used_names = {fold_name(player.full_name) for player in club_people.values()}
    for (folded_name, _key), (name, player, *_rest) in new_names.items():
        if folded_name in used_names or _may_mean_others(name, player, club_people, index):
            continue
        used_names.add(folded_name)
        reason = gettext("Written so in an imported list.")
        spelling = merging.add_spelling(player=player, name=name, by=by, reason=reason)
        if spelling is not None:
            Membership.objects.create(club=club, player=spelling)
            spellings[name] = spelling
    return spellings


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
