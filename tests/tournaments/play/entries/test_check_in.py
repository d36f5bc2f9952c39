"""Check-in before a draw, the waiting list, entry details, and the options of a draw."""

from datetime import UTC, datetime

import pytest

from matches import messages
from matches.models import User
from tests.factory_recordings import replayed
from tests.matches.refusals import refusal
from tests.tournaments import projection_check
from tests.tournaments.club_evenings import a_club, a_night, director_of, draw_again, play_out, rating_list_of
from tournaments.formats.event_format import FormatOptions
from tournaments.formats.registry import make_plan
from tournaments.journal.eligibility import eligible_entries
from tournaments.models import Club, Event, Pairing
from tournaments.name_lists.details import EntryDetails
from tournaments.play.changes.services import changes
from tournaments.play.desk.queries import next_step
from tournaments.play.draws import queries as draws
from tournaments.play.draws import services as draw_services
from tournaments.play.entries.services import entries
from tournaments.play.event_journal.queries import audit
from tournaments.play.event_journal.services import journal
from tournaments.play.events import event_state
from tournaments.play.tournaments.services import tournaments

pytestmark = pytest.mark.django_db

EIGHT = "\n".join(f"Player {number}; {1500 + number}" for number in range(1, 9))


@replayed
def an_event(
    club: Club, names: str = EIGHT, scheme: str = "knockout", options: FormatOptions | None = None
) -> Event:
    """Return a draft event of the club with these lines of entries."""
    event = tournaments.create_tournament_with_event(
        club=club,
        name="Sunday",
        starts_at=datetime(2026, 11, 29, 10, tzinfo=UTC),
        lengths=(7, 5),
        setup=tournaments.TournamentSetup(4),
        plan=make_plan(scheme, options or FormatOptions()),
        by=director_of(club),
    )
    entries.enter_names(event=event, names=names, by=director_of(club), key="names")
    event.refresh_from_db()
    return event


def by_of(event: Event) -> User:
    return director_of(event.tournament.club)


def presences(event: Event) -> dict[int, str]:
    """Return the presence of every entry by its number."""
    return dict(event.entries.order_by("number").values_list("number", "presence"))


def drawn(event: Event) -> set[int]:
    """Return the numbers of the entries in the draw."""
    return {number for number in event_state.get_event_state(event).lines if number}


def check_consistency(event: Event) -> None:
    """Check that the rows of the event agree with its journal."""
    event.refresh_from_db()
    projection_check.check(event)
    assert list(audit.find_disagreements(event)) == []


def test_all_entries_are_drawn_without_check_in() -> None:
    event = an_event(a_club())
    draw_services.draw(event=event, by=by_of(event))
    assert drawn(event) == set(range(1, 9))


def test_a_draw_lists_entries_without_attendance() -> None:
    event = an_event(a_club())
    by = by_of(event)
    entries.set_presence(event=event, entries=[1, 2, 3, 4, 5], presence="here", by=by)
    entries.set_presence(event=event, entries=[6], presence="away", by=by)
    error = refusal(draw_services.draw, event=event, by=by)
    assert (error.code, error.facts) == ("presence_open", {"entries": [7, 8], "count": 2})
    assert drawn(event) == set()


def test_an_entry_checked_in_and_then_withdrawn_does_not_require_check_in() -> None:
    event = an_event(a_club())
    by = by_of(event)
    entries.set_presence(event=event, entries=[1], presence="here", by=by)
    entries.withdraw(entry=event.entries.get(number=1), by=by)
    assert next_step.get_next_step(event).code == "draw"
    draw_services.draw(event=event, by=by)
    assert drawn(event) == set(range(2, 9))


def test_drawing_present_entries_marks_the_others_absent_and_is_one_undo() -> None:
    event = an_event(a_club())
    by = by_of(event)
    entries.set_presence(event=event, entries=[1, 2, 3, 4, 5], presence="here", by=by)
    line = entries.draw_present_entries(event=event, by=by, key="draw")
    assert entries.draw_present_entries(event=event, by=by, key="draw") == line
    assert drawn(event) == {1, 2, 3, 4, 5}
    assert presences(event) == {number: "here" if number < 6 else "away" for number in range(1, 9)}
    check_consistency(event)
    journal.undo(event=event, by=by)
    assert presences(event)[8] == ""
    check_consistency(event)


def test_all_remaining_entries_are_checked_in_at_once() -> None:
    event = an_event(a_club())
    by = by_of(event)
    entries.set_presence(event=event, entries=[3], presence="away", by=by)
    entries.mark_all_present(event=event, by=by)
    assert presences(event) == {number: "away" if number == 3 else "here" for number in range(1, 9)}
    assert refusal(entries.mark_all_present, event=event, by=by).code == "presences_complete"


def test_an_absent_entry_added_late_takes_a_bye() -> None:
    event = an_event(a_club())
    by = by_of(event)
    entries.set_presence(event=event, entries=[8], presence="away", by=by)
    draw_services.draw(event=event, by=by)
    draw_services.publish(event=event, by=by)
    changes.add_to_flight(event=event, entry=8, flight="main", by=by)
    assert drawn(event) == set(range(1, 9))
    assert presences(event)[8] == ""
    check_consistency(event)


def test_the_waiting_list_is_not_drawn_and_replaces_absent_entries() -> None:
    event = an_event(a_club())
    by = by_of(event)
    entries.enter_waiting(event=event, names="Alternate; Roma; ITA", by=by, key="wait")
    assert presences(event)[9] == "waiting"
    draw_services.draw(event=event, by=by)
    draw_services.publish(event=event, by=by)
    assert drawn(event) == set(range(1, 9))
    entries.replace_absent(event=event, absent=3, alternate=9, flight="main", by=by)
    assert drawn(event) == {1, 2, 4, 5, 6, 7, 8, 9}
    assert presences(event)[9] == ""
    assert (
        Pairing.objects.filter(event=event, match__white__name="Alternate").count()
        + Pairing.objects.filter(event=event, match__black__name="Alternate").count()
        == 1
    )
    check_consistency(event)


def test_a_drawn_entry_cannot_be_put_on_the_waiting_list() -> None:
    event = an_event(a_club())
    by = by_of(event)
    draw_services.draw(event=event, by=by)
    error = refusal(entries.set_presence, event=event, entries=[1], presence="waiting", by=by)
    assert error.code == "already_joined"


def test_entering_on_the_waiting_list_twice_with_one_key_is_one_entry() -> None:
    event = an_event(a_club())
    by = by_of(event)
    first = entries.enter_waiting(event=event, names="Late", by=by, key="wait")
    assert entries.enter_waiting(event=event, names="Late", by=by, key="wait") == first
    assert event.entries.count() == 9


def test_outsiders_may_not_change_attendance_or_details() -> None:
    event = an_event(a_club())
    outsider = director_of(a_club())
    for act in (
        lambda: entries.set_presence(event=event, entries=[1], presence="here", by=outsider),
        lambda: entries.mark_all_present(event=event, by=outsider),
        lambda: entries.draw_present_entries(event=event, by=outsider),
        lambda: entries.enter_waiting(event=event, names="X", by=outsider, key="x"),
        lambda: entries.describe(event=event, details={1: EntryDetails(club="X")}, by=outsider),
        lambda: entries.replace_absent(event=event, absent=1, alternate=2, flight="main", by=outsider),
    ):
        assert refusal(act).code == "directors_only"


def test_entry_details_are_stored_corrected_and_undone() -> None:
    event = an_event(a_club(), "Anna; Roma; ITA; 1600; family: Rossi\nBruno")
    by = by_of(event)
    fields = ("club", "country", "family", "rating")
    assert list(event.entries.order_by("number").values_list(*fields)) == [
        ("Roma", "ITA", "Rossi", 1600),
        ("", "", "", 0),
    ]
    line = entries.describe(
        event=event, details={2: EntryDetails(club="Milano", country="SUI", rating=1700)}, by=by
    )
    assert event.entries.filter(number=2).values_list(*fields).get() == ("Milano", "SUI", "", 1700)
    check_consistency(event)
    journal.undo(event=event, command=line.seq, by=by)
    assert event.entries.filter(number=2).values_list(*fields).get() == ("", "", "", 0)
    assert refusal(entries.describe, event=event, details={5: EntryDetails()}, by=by).code == "entry_unknown"


def test_the_strongest_are_seeded_by_rating_up_to_the_requested_number() -> None:
    event = an_event(a_club())
    assert (draws.get_rated_seeds(event, None), draws.get_rated_seeds(event, 4)) == ((8, 7), (8, 7, 6, 5))
    draw_services.draw(event=event, by=by_of(event), seeds=draws.get_rated_seeds(event, 2))
    lines = event_state.get_event_state(event).lines
    assert (lines[0], lines[4]) == (8, 7)
    assert draws.get_current_seeds(event, "") == (8, 7)
    check_consistency(event)


def test_blocks_and_separation_may_be_set_just_before_the_draw() -> None:
    names = "\n".join(
        f"Player {number}; {1500 + number}; {'Roma' if number % 2 else 'Milano'}" for number in range(1, 9)
    )
    event = an_event(a_club(), names, "knockout_consolation")
    by = by_of(event)
    options = draws.get_draw_options(event, blocks="blocks", apart=("club",))
    draw_services.draw(event=event, by=by, seeds=draws.get_rated_seeds(event, 4), options=options)
    state = event_state.get_event_state(event)
    assert dict(state.plan["main"].options) == {"seeding": "blocks", "apart": {"club": 2}}
    assert {state.lines[0], state.lines[4]} == {8, 7}
    choices = draws.get_draw_choices(event)
    assert choices is not None
    assert (choices.blocks, choices.apart, choices.standing) == (True, ("club",), (8, 7, 6, 5))
    check_consistency(event)
    plain = draws.get_draw_options(event, blocks="fixed", apart=())
    draw_again(event, options=plain)
    assert dict(event_state.get_event_state(event).plan["main"].options) == {}
    check_consistency(event)


def test_a_draw_explains_every_line_and_the_missed_separations() -> None:
    names = "\n".join(f"Player {number}; Roma" for number in range(1, 9))
    event = an_event(a_club(), names, options=FormatOptions(apart=("club",)))
    by = by_of(event)
    draw_services.draw(event=event, by=by, seeds=(3,))
    event.refresh_from_db()
    trace = draws.get_traces(event)["main"]
    assert [reasons[0].code for reasons in trace.reasons.values()] == ["line_seeded", *["line_by_lot"] * 7]
    assert [(shortfall.facts["tag"], shortfall.facts["cause"]) for shortfall in trace.shortfalls] == [
        ("club:Roma", "size")
    ]
    draw_services.publish(event=event, by=by)
    event.refresh_from_db()
    (draw_page,) = draws.get_draws(event)
    assert draw_page.lines[0].why == ("Seed 1 is on the standard bracket line.",)
    assert draw_page.short == (
        (
            "8 players of “club Roma” were to be kept apart for 2 rounds; they are apart for "
            "0 of 0 possible rounds (too many of them)."
        ),
    )


def test_changes_after_the_draw_leave_its_explanation() -> None:
    event = an_event(
        a_club(), "A; Roma\nB; Roma\nC; Milano\nD; Milano", options=FormatOptions(apart=("club",))
    )
    by = by_of(event)
    draw_services.draw(event=event, by=by)
    draw_services.publish(event=event, by=by)
    event.refresh_from_db()
    before = draws.get_traces(event)["main"]
    entries.describe(event=event, details={1: EntryDetails(club="Milano")}, by=by)
    event.refresh_from_db()
    assert draws.get_traces(event)["main"] == before


def test_partners_of_another_event_are_separated_and_the_journal_records_it() -> None:
    club = a_club()
    event = an_event(club, "Anna\nBruno\nCarla\nDario", options=FormatOptions(apart=("partner",)))
    by = by_of(event)
    doubles = tournaments.add_event(
        tournament=event.tournament, name="Doubles", length=5, consolation_length=3, by=by
    )
    entries.enter_names(event=doubles, names="Anna / Bruno\nCarla / Dario", by=by, key="pairs")
    for _ in range(4):
        draw_again(event)
        lines = event_state.get_event_state(event).lines
        assert {frozenset(lines[:2]), frozenset(lines[2:])}.isdisjoint({frozenset({1, 2}), frozenset({3, 4})})
    assert event.journal.filter(kind="described").count() == 1
    check_consistency(event)


def test_a_missing_rating_is_taken_from_the_rating_list_of_the_club() -> None:
    club = a_club()
    played = a_night(club)
    play_out(played)
    event = an_event(club, "Anna\nBruno; 1234\nStranger")
    ratings = dict(event.entries.values_list("player__name", "rating"))
    latest = rating_list_of(club).changes.filter(player__name="Anna").order_by("at", "match").last()
    assert latest is not None
    assert ratings == {"Anna": round(latest.after), "Bruno": 1234, "Stranger": 0}


@replayed
def an_event_before_its_last_chance() -> Event:
    """Return a progressive consolation without check-in, with every stage before the last chance played."""
    event = an_event(a_club(), scheme="progressive")
    by = by_of(event)
    draw_services.draw(event=event, by=by)
    draw_services.publish(event=event, by=by)
    play_out(event)
    return event


def test_absent_entries_are_left_out_of_a_last_chance() -> None:
    event = an_event_before_its_last_chance()
    by = by_of(event)
    losers = eligible_entries(
        event_state.get_event_state(event), event_state.get_event_state(event).plan["last_chance"]
    )
    entries.set_presence(event=event, entries=[losers[0]], presence="away", by=by)
    entries.draw_present_entries(event=event, flight="last_chance", by=by)
    assert set(event_state.get_event_state(event).stages["last_chance"].members) == set(losers[1:])
    assert set(presences(event).values()) == {"", "away"}
    check_consistency(event)
    draw_services.draw(event=event, flight="last_chance", by=by, version=event.version)
    assert set(event_state.get_event_state(event).stages["last_chance"].members) == set(losers[1:])


def test_a_last_chance_with_too_few_entries_is_refused_and_the_event_ends() -> None:
    event = an_event_before_its_last_chance()
    by = by_of(event)
    losers = eligible_entries(
        event_state.get_event_state(event), event_state.get_event_state(event).plan["last_chance"]
    )
    entries.set_presence(event=event, entries=losers[1:], presence="away", by=by)
    error = refusal(entries.draw_present_entries, event=event, flight="last_chance", by=by)
    assert (error.code, error.facts["entrants"]) == ("field_size", 1)
    event.refresh_from_db()
    assert event.status == "finished"
    entries.set_presence(event=event, entries=losers[1:], presence="here", by=by)
    draw_services.draw(event=event, flight="last_chance", by=by)
    check_consistency(event)


def test_a_second_draw_requires_no_check_in_of_entries_already_drawn() -> None:
    event = an_event(a_club(), scheme="mini", options=FormatOptions(seats=4))
    by = by_of(event)
    entries.set_presence(event=event, entries=[1, 2, 3, 4], presence="here", by=by)
    entries.set_presence(event=event, entries=[5, 6, 7, 8], presence="away", by=by)
    draw_services.draw(event=event, flight="mini_1", by=by)
    draw_services.publish(event=event, flight="mini_1", by=by)
    draw_services.open_another_knockout(event=event, by=by)
    entries.set_presence(event=event, entries=[5, 6, 7, 8], presence="here", by=by)
    entries.set_presence(event=event, entries=[1], presence="", by=by)
    draw_services.draw(event=event, flight="mini_2", by=by)
    assert set(event_state.get_event_state(event).stages["mini_2"].members) == {5, 6, 7, 8}


def test_a_refusal_about_an_entry_names_the_player() -> None:
    event = an_event(a_club())
    by = by_of(event)
    draw_services.draw(event=event, by=by)
    error = refusal(entries.set_presence, event=event, entries=[3], presence="waiting", by=by)
    assert (error.facts["entry"], error.facts["player"]) == (3, "Player 3")
    assert messages.get_sentence(error.code, error.facts) == "Entry 3 (Player 3) already plays in this stage."
