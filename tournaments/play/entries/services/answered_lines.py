"""What the lines of the entry box say about the person whom they mean, recorded for later lists."""

from collections.abc import Collection, Mapping, Sequence

from django.db import transaction

from matches.models import Player, User
from tournaments.models import AnsweredName, Event, JournalEntry
from tournaments.name_lists.entry_details import MatchedLine
from tournaments.name_lists.line_labels import NEW_PERSON
from tournaments.permissions import must_direct
from tournaments.play.entrants.services.answered_names import (
    AnsweringList,
    AnswerToRecord,
    record_answers,
    withdraw_answers,
)


@transaction.atomic
def record_answered_lines(
    *,
    event: Event,
    lines: Sequence[MatchedLine],
    players: Sequence[Player],
    entered: JournalEntry,
    written_names: Mapping[int, str],
    by: User,
) -> None:
    """Record whom the names of these lines, which are of these players, were answered to mean.

    A line answers it by its `person`, or by standing in the place of a name that is written otherwise
    (`written_names`, by the number of the line). The lines of pairs do not. Nothing is recorded twice for the
    line of the journal that entered them.
    """
    must_direct(by, event)
    answers = []
    for line, player in zip(lines, players, strict=True):
        written_name = written_names.get(line.number, "")
        if not line.members and (written_name or line.about.person):
            is_new = line.about.person == NEW_PERSON
            name = written_name or line.written or line.name
            answers.append(AnswerToRecord(name, player, is_new=is_new))
    if answers and not AnsweredName.objects.filter(event=event, entered_line=entered.seq).exists():
        answering_list = AnsweringList(event.tournament.name, event=event, entered_line=entered.seq)
        record_answers(club=event.tournament.club, answers=answers, answering_list=answering_list, by=by)


@transaction.atomic
def withdraw_answered_lines(*, event: Event, number: int, entries: Collection[int], by: User) -> None:
    """Delete the answers of these entries of the list that line `number` of the journal has entered."""
    must_direct(by, event)
    payload = JournalEntry.objects.get(event=event, seq=number).new_entries
    codes = [new_entry.player for new_entry in payload if new_entry.entry in entries]
    answers = AnsweredName.objects.filter(event=event, entered_line=number, player__code__in=codes)
    withdraw_answers(answers=answers)
