"""A stage drawn from earlier results follows them: the field of the last chance, of a final after a Swiss."""

from collections.abc import Callable

import pytest
from django.test import Client

from matches.models import Match
from rules.errors import Refusal
from tests.matches.refusals import refusal
from tests.tournaments import projection_check
from tests.tournaments.club_evenings import FIRST_NIGHT, a_club, director_of, match_at, settle
from tests.tournaments.test_result_corrections import correct, reversed_result, seats
from tournaments.formats.event_format import FormatOptions
from tournaments.formats.registry import make_plan
from tournaments.journal.eligibility import eligible_entries
from tournaments.models import Event, JournalEntry
from tournaments.queries import event_state, exports, previews
from tournaments.services import corrections, draws, entries, journal, tournaments
from tournaments.verification.checker.verify import check_file

pytestmark = pytest.mark.django_db

EIGHT = ["Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio", "Gina", "Hugo"]


def an_event(scheme: str, options: FormatOptions, names: list[str] = EIGHT) -> Event:
    """An event of a scheme, drawn and published."""
    club = a_club()
    by = director_of(club)
    event = tournaments.create_tournament_with_event(
        club=club,
        name="Weekend",
        starts_at=FIRST_NIGHT,
        lengths=(7, 5),
        setup=tournaments.TournamentSetup(8),
        plan=make_plan(scheme, options),
        by=by,
    )
    entries.enter_names(event=event, names="\n".join(names), by=by, key="names")
    draws.draw(event=event, by=by)
    draws.publish(event=event, by=by)
    return event


def by_of(event: Event) -> object:
    return director_of(event.tournament.club)


def can_be_drawn(event: Event, flight: str) -> bool:
    state = event_state.get_event_state(event)
    try:
        return bool(eligible_entries(state, state.plan[flight]))
    except Refusal:
        return False


def play_until_drawable(event: Event, flight: str) -> None:
    """Settle match after match, White winning, until the field of a stage is known."""
    by = director_of(event.tournament.club)
    while not can_be_drawn(event, flight):
        state = event_state.get_event_state(event)
        open_pairing = (
            event.pairings.filter(match__isnull=False, match__settled_at=None)
            .order_by("round", "-flight", "position")
            .first()
        )
        if open_pairing is not None:
            settle(match_at(event, open_pairing.label))
            continue
        stage = next(key for key, drawing in state.stages.items() if not drawing.lines or key == "swiss")
        draws.pair_round(event=event, flight=stage, by=by)


def draw_and_publish(event: Event, flight: str) -> None:
    by = director_of(event.tournament.club)
    draws.draw(event=event, by=by, flight=flight)
    draws.publish(event=event, by=by, flight=flight)


def with_last_chance() -> Event:
    """Eight players: the consolation played up to its semi-finals, the last chance of their losers drawn."""
    event = an_event("progressive", FormatOptions(fed=0))
    play_until_drawable(event, "last_chance")
    draw_and_publish(event, "last_chance")
    return event


def with_final_after_swiss() -> Event:
    """Eight players after a Swiss of two rounds; the final of the first two is drawn."""
    event = an_event("swiss_and_knockout", FormatOptions(rounds=2, best=2))
    play_until_drawable(event, "main")
    draw_and_publish(event, "main")
    return event


def field_of(event: Event, flight: str) -> set[int]:
    return set(event_state.get_event_state(event).stages[flight].members)


def expected_field(event: Event, flight: str) -> set[int]:
    state = event_state.get_event_state(event)
    return set(eligible_entries(state, state.plan[flight]))


def source_label(event: Event, flight: str) -> str:
    """The last settled pairing of its sources whose other result would change the field of a stage."""
    sources = event_state.get_event_state(event).plan[flight].feed.sources
    settled = event.pairings.filter(match__status="settled", flight__in=sources)
    for pairing in settled.order_by("-round", "position"):
        match = match_at(event, pairing.label)
        preview = previews.preview_correction(match=match, result=reversed_result(match))
        after = preview.states[1]
        try:
            if set(eligible_entries(after, after.plan[flight])) != expected_field(event, flight):
                return pairing.label
        except Refusal:
            continue
    raise AssertionError("no result decides the field")


def command_of(event: Event, label: str) -> int:
    """The number of the command by which a pairing was settled."""
    line = JournalEntry.objects.filter(event=event, kind="settled", payload__pairing=label).last()
    assert line is not None
    return line.command


def findings(event: Event) -> list[str]:
    return [str(finding) for finding in check_file(exports.write_event_file(event))]


LATER: dict[str, tuple[Callable[[], Event], str]] = {
    "last chance": (with_last_chance, "last_chance"),
    "final after a Swiss": (with_final_after_swiss, "main"),
}


@pytest.fixture(params=sorted(LATER))
def later(request: pytest.FixtureRequest) -> tuple[Event, str]:
    make_event, flight = LATER[request.param]
    return make_event(), flight


def test_the_undo_of_a_result_that_a_drawn_stage_stands_on_names_what_to_undo_first(
    later: tuple[Event, str],
) -> None:
    event, flight = later
    label = source_label(event, flight)
    before = projection_check.shown(event)
    error = refusal(
        journal.undo, event=event, by=director_of(event.tournament.club), command=command_of(event, label)
    )
    assert error.code == "undo_blocked"
    drawn = JournalEntry.objects.filter(event=event, kind="drawn", payload__flight=flight).last()
    assert drawn is not None
    assert error.facts["blocking"] == drawn.command
    assert projection_check.shown(event) == before


def test_a_correction_puts_the_right_player_on_the_line_of_the_wrong_one(later: tuple[Event, str]) -> None:
    event, flight = later
    label = source_label(event, flight)
    match = match_at(event, label)
    lines = event_state.get_event_state(event).stages[flight].lines
    preview = previews.preview_correction(match=match, result=reversed_result(match))
    [change] = preview.stage_changes
    [leaving], [coming] = change.leaving, change.coming
    assert leaving.number in field_of(event, flight)
    assert (change.flight, change.allowed) == (flight, ())
    correct(match, {})
    replaced = tuple(coming.number if entry == leaving.number else entry for entry in lines)
    assert event_state.get_event_state(event).stages[flight].lines == replaced
    assert field_of(event, flight) == expected_field(event, flight)
    projection_check.check(event)
    assert findings(event) == []
    journal.undo(event=event, by=director_of(event.tournament.club))
    assert event_state.get_event_state(event).stages[flight].lines == lines
    projection_check.check(event)
