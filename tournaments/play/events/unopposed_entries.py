"""Who advances without an opponent if a match has no winner."""

from collections.abc import Mapping

from django.utils.translation import gettext

from matches.models import Match
from tournaments.journal.commands import make_command
from tournaments.journal.correction import lenient_chooser
from tournaments.journal.facts import VOID, PairingResult, StoredRow
from tournaments.journal.replay import fold, fold_with_choices
from tournaments.journal.results import Corrected, Settled
from tournaments.journal.state import VACANT, Placement, board
from tournaments.journal.team_commands import result_at
from tournaments.messages import round_title
from tournaments.play.events import event_state, events


def list_unopposed_without_winner(match: Match) -> list[str]:
    """Return who would advance without an opponent if nobody wins this match, a sentence for each pairing.

    That happens if the match is void or both players are absent. Empty outside of brackets, and for a board
    of a team match. Three queries.
    """
    pairing = event_state.pairing_of(match)
    if pairing is None or pairing.board or pairing.white_entry is None or pairing.black_entry is None:
        return []
    no_winner = PairingResult(
        white=pairing.white_entry.number,
        black=pairing.black_entry.number,
        winner="",
        white_score=0,
        black_score=0,
        ending=VOID,
    )
    rows = event_state.get_journal_rows(pairing.event)
    before = fold(rows)
    change = Settled if result_at(before, pairing.label) is None else Corrected
    row = StoredRow(before.seq + 1, *make_command(change(pairing.label, no_winner)))
    old_board, after = board(before), fold_with_choices([*rows, row], lenient_chooser({}))
    names = {entry.number: entry.player.desk_name for entry in events.entries_of(pairing.event)}
    sentences = []
    for label, placed in board(after).items():
        effect = describe_unopposed(old_board[label], placed, names)
        if effect:
            place = after.graph.by_id[label]
            title = round_title(place.flight, place.round, place.winner_range, place.loser_range)
            sentences.append(f"{title}: {effect}")
    return sentences


def describe_unopposed(old: Placement, new: Placement, names: Mapping[int, str]) -> str:
    """Return who advances without an opponent in a pairing that has lost one; empty if nobody does."""
    if VACANT in old.seats or new.seats.count(VACANT) != 1:
        return ""
    entry = next(seat for seat in new.seats if seat != VACANT)
    if entry is None:
        return gettext("the player who gets there advances without playing")
    return gettext("%(name)s advances without playing") % {"name": names.get(entry, str(entry))}
