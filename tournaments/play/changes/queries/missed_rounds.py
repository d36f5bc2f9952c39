"""What a late entry into a stage of rounds has missed."""

from django.utils.translation import gettext, ngettext

from tournaments.formats.pairing import PAIRING_BYE
from tournaments.journal.standings import scoring_of, tie_breaks_of
from tournaments.messages.tie_break_texts import describe_points
from tournaments.models import Event
from tournaments.play.events import event_state, events


def describe_missed_rounds(event: Event, flight: str) -> list[str]:
    """Return what a late entry into a stage of rounds has missed, and if it can still play the last round.

    Empty before the first round, and for stages without rounds or without a score.
    """
    state = event_state.get_event_state(event)
    drawing = state.stages.get(state.index.stage_of.get(flight, flight))
    if drawing is None or not drawing.rounds or "score" not in tie_breaks_of(drawing.stage):
        return []
    last_round = drawing.rounds[-1]
    points = describe_points(scoring_of(drawing.stage).away)
    sentence = ngettext(
        "The newcomer has missed %(count)s round, which counts %(points)s.",
        "The newcomer has missed %(count)s rounds, each of which counts %(points)s.",
        len(drawing.rounds),
    )
    sentences = [sentence % {"count": len(drawing.rounds), "points": points}]
    labels = state.index.by_flight.get(flight, ())
    if all(state.board[label].is_decided for label in labels):
        return sentences
    names = {entry.number: entry.player.desk_name for entry in events.entries_of(event)}
    waiting = [names[bye.entry] for bye in last_round.byes if bye.kind == PAIRING_BYE]
    facts = {"round": last_round.round, "name": ", ".join(waiting)}
    if waiting:
        sentence = gettext(
            "Round %(round)s is in play: “Pairings for late arrivals” can pair the newcomer with %(name)s, "
            "who has the bye."
        )
    else:
        sentence = gettext(
            "Round %(round)s is in play: “Pairings for late arrivals” can add the newcomer to it, with a bye."
        )
    return [*sentences, sentence % facts]
