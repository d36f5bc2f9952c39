"""Answers whom a written name of a list means: recorded with their list, and withdrawn with it."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from django.db import transaction
from django.db.models import QuerySet

from matches.actors import require_actor
from matches.models import Player, User
from matches.services import merging
from tournaments.models import (
    AnsweredName,
    Club,
    ClubLogEntry,
    Event,
    Membership,
    PastImport,
    Role,
)
from tournaments.models.answered_name import LONGEST_LIST_NAME, LONGEST_WRITTEN
from tournaments.play.entrants.queries.answered_names import fold_written_name


class AnswerToRecord(NamedTuple):
    """A written name, the player it means, and whether the answer was that this is somebody new.

    `spelling` is the player under whose name the person is found from now on.
    """

    written_name: str
    player: Player
    is_new: bool = False
    spelling: Player | None = None


class AnsweringList(NamedTuple):
    """The list in which names were answered: an import of results, a list of members, or entries."""

    name: str
    results_import: PastImport | None = None
    member_list: ClubLogEntry | None = None
    event: Event | None = None
    entered_line: int | None = None


@transaction.atomic
def record_answers(
    *, club: Club, answers: Sequence[AnswerToRecord], answering_list: AnsweringList, by: User
) -> None:
    """Record whom the names of a list mean. The caller checks permission.

    A name that means several people in one list is left out. A spelling that an earlier list has brought is
    used by this one, too, and stays as long as one of them does.
    """
    require_actor(by)
    players_by_name: dict[str, set[int]] = {}
    for one in answers:
        key = one.player.person_id or -one.player.pk
        players_by_name.setdefault(fold_written_name(one.written_name), set()).add(key)
    unique_answers = {
        folded: one
        for one in answers
        if len(players_by_name[folded := fold_written_name(one.written_name)]) == 1
        and max(len(one.written_name), len(folded)) <= LONGEST_WRITTEN
    }
    earlier_rows = AnsweredName.objects.filter(club=club, folded__in=unique_answers, spelling__isnull=False)
    spellings = {row.folded: row.spelling for row in earlier_rows.select_related("spelling__person__face")}
    source = answering_list._asdict() | {"list_name": answering_list.name[:LONGEST_LIST_NAME]}
    del source["name"]
    AnsweredName.objects.bulk_create(
        AnsweredName(
            club=club,
            written_name=one.written_name,
            folded=folded,
            player=one.player,
            is_new=one.is_new,
            spelling=one.spelling or _select_same_person(spellings.get(folded), one.player),
            by=by,
            **source,
        )
        for folded, one in unique_answers.items()
    )


def _select_same_person(spelling: Player | None, player: Player) -> Player | None:
    """Return the spelling if it is one of this person."""
    return spelling if spelling is not None and spelling.is_one_with(player) else None


@transaction.atomic
def withdraw_answers(*, answers: QuerySet[AnsweredName]) -> int:
    """Delete answers, and the spellings that no other list uses; return the number of answers.

    The caller checks permission.
    """
    spelling_keys = set(answers.exclude(spelling=None).values_list("spelling", flat=True))
    count = answers.count()
    answers.delete()
    other_answers = AnsweredName.objects.filter(spelling__in=spelling_keys).values_list("spelling", flat=True)
    for spelling in Player.objects.filter(pk__in=spelling_keys - set(other_answers)).order_by("pk"):
        _remove_spelling(spelling)
    return count


def forget_players(*, keys: Collection[int], club: Club | None = None) -> None:
    """Delete the answers that name these players, in one club or everywhere."""
    answers = AnsweredName.objects.filter(player__in=keys)
    (answers if club is None else answers.filter(club=club)).delete()


def _remove_spelling(spelling: Player) -> None:
    """Delete a spelling of a list, if it is nothing but that."""
    memberships = Membership.objects.filter(player=spelling)
    plain = memberships.filter(user=None, role=Role.MEMBER, record=None, fees=None)
    is_plain = memberships.count() == plain.count()
    if is_plain and merging.can_remove_spelling(spelling, ignored=(Membership, AnsweredName)):
        memberships.delete()
        merging.remove_spelling(spelling=spelling)
