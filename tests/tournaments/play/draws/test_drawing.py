"""Drawing and publishing: seeds committed to in advance, redraws, and the matches of the first round."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from matches.actors import SYSTEM
from matches.models import Match, User
from tests.factory_recordings import replayed
from tests.matches.refusals import refusal
from tests.tournaments import projection_check
from tests.tournaments.club_evenings import a_club, a_night, director_of, draw_again
from tests.tournaments.play.entries.test_entries import an_open_event
from tournaments.formats.random_order import compute_commitment, shuffle
from tournaments.models import Event, EventStatus, Pairing
from tournaments.play.draws import services as draws
from tournaments.play.entries.services import entries
from tournaments.play.event_journal.services import journal
from tournaments.play.events import event_state

pytestmark = pytest.mark.django_db


@replayed
def a_field(size: int) -> Event:
    """Return a draft event with this many entries."""
    club = a_club()
    event = an_open_event(club)
    text = "\n".join(f"Player {number}" for number in range(1, size + 1))
    entries.enter_names(event=event, names=text, by=director_of(club), key="k")
    return event


def director(event: Event) -> User:
    return director_of(event.tournament.club)


def payloads(event: Event, kind: str) -> list[dict[str, object]]:
    """Return the payloads of the journal entries of a kind."""
    return list(event.journal.filter(kind=kind).order_by("seq").values_list("payload", flat=True))


def test_the_commitment_is_in_the_journal_before_the_seed() -> None:
    event = a_field(8)
    assert payloads(event, "committed") == [{"commitment": event.draw_commitment}]
    assert event.draw_commitment == compute_commitment(event.draw_seed)
    draws.draw(event=event, by=director(event))
    (payload,) = payloads(event, "drawn")
    assert payload["seed"] == event.draw_seed
    assert [row.kind for row in event_state.get_journal_rows(event)] == ["committed", "entered", "drawn"]


def test_a_draw_is_reproducible_from_its_seed() -> None:
    event = a_field(8)
    draws.draw(event=event, by=director(event))
    (payload,) = payloads(event, "drawn")
    order = shuffle(range(1, 9), str(payload["seed"]))
    assert payload["lines"] == [order[place - 1] for place in (1, 8, 4, 5, 2, 7, 3, 6)]


def test_publishing_takes_as_many_queries_for_any_number_of_matches() -> None:
    counts = []
    for size in (16, 48):
        event = a_field(size)
        draws.draw(event=event, by=director(event))
        with CaptureQueriesContext(connection) as queries:
            draws.publish(event=event, by=director(event))
        counts.append((Match.objects.filter(pairing__event=event).count(), len(queries)))

    assert counts == [(8, counts[0][1]), (16, counts[0][1])]


def test_an_unpublished_draw_creates_no_matches() -> None:
    event = a_field(8)
    draws.draw(event=event, by=director(event))
    event.refresh_from_db()
    assert (event.status, Match.objects.count()) == (EventStatus.DRAWN, 0)
    projection_check.check(event)


def test_a_redraw_requires_the_version_of_the_current_draw() -> None:
    event = a_field(8)
    draws.draw(event=event, by=director(event))
    event.refresh_from_db()

    arguments = {"event": event, "by": director(event)}

    unnamed = refusal(draws.draw, **arguments)
    draws.draw(**arguments, version=event.version)
    outdated = refusal(draws.draw, **arguments, version=event.version)

    assert (unnamed.code, outdated.code) == ("draw_made_already", "event_changed_meanwhile")
    assert len(payloads(event, "drawn")) == 2


def test_an_undone_draw_needs_no_version_to_be_drawn_again() -> None:
    event = a_field(8)
    draws.draw(event=event, by=director(event))
    journal.undo(event=event, by=director(event))

    assert draws.draw(event=event, by=director(event)).kind == "drawn"


def test_publishing_creates_and_calls_the_matches_of_the_first_round() -> None:
    event = a_field(11)
    draws.draw(event=event, by=director(event))
    draws.publish(event=event, by=director(event))
    called = Match.objects.filter(status="called").order_by("table__number")
    assert [match.table.number for match in called] == [1, 2, 3, 4]
    assert Match.objects.filter(pairing__round=1).count() == 3
    assert set(Match.objects.values_list("length", flat=True)) == {5}
    projection_check.check(event)


def test_a_redraw_has_a_new_seed_and_both_draws_stay_in_the_journal() -> None:
    event = a_field(8)
    draws.draw(event=event, by=director(event))
    draw_again(event)
    first, second = payloads(event, "drawn")
    assert first["seed"] != second["seed"]
    assert [row.kind for row in event_state.get_journal_rows(event)][2:] == ["drawn", "committed", "drawn"]
    projection_check.check(event)


def test_a_published_seed_is_not_used_again_after_an_undo() -> None:
    event = a_field(8)
    first = draws.draw(event=event, by=director(event))
    journal.undo(event=event, command=first.seq, by=director(event))
    projection_check.check(event)
    assert Pairing.objects.filter(event=event).count() == 0
    second = draws.draw(event=event, by=director(event))
    assert second.payload["seed"] != first.payload["seed"]
    projection_check.check(event)


def test_a_draw_for_more_players_replaces_the_one_before() -> None:
    event = a_field(4)
    first = draws.draw(event=event, by=director(event))
    journal.undo(event=event, command=first.seq, by=director(event))
    entries.enter_names(event=event, names="Late One\nLate Two", by=director(event), key="late")
    draws.draw(event=event, by=director(event))
    assert Pairing.objects.filter(event=event, flight="main").count() == 7
    projection_check.check(event)


def test_seeds_are_separated_and_stored_with_the_entries() -> None:
    event = a_field(8)
    draws.draw(event=event, by=director(event), seeds=(5, 2))
    assert dict(event.entries.exclude(seed=None).values_list("number", "seed")) == {5: 1, 2: 2}
    lines = Pairing.objects.filter(event=event, round=1, flight="main").order_by("position")
    assert [lines[0].white_entry.number, lines[2].white_entry.number] == [5, 2]


def test_two_entries_can_swap_seeds_in_a_redraw() -> None:
    event = a_field(8)
    draws.draw(event=event, by=director(event), seeds=(5, 2))
    draw_again(event, seeds=(2, 5, 7))
    assert dict(event.entries.exclude(seed=None).values_list("number", "seed")) == {2: 1, 5: 2, 7: 3}
    projection_check.check(event)


def test_a_repeated_key_draws_once() -> None:
    event = a_field(8)
    first = draws.draw(event=event, by=director(event), key="draw")
    assert draws.draw(event=event, by=director(event), key="draw") == first


def test_one_player_cannot_be_drawn() -> None:
    event = a_field(1)
    error = refusal(draws.draw, event=event, by=director(event))
    assert (error.code, error.facts["entrants"]) == ("field_size", 1)


def test_a_published_draw_cannot_be_redrawn_or_published_again() -> None:
    event = a_night(a_club())
    assert refusal(draws.draw, event=event, by=director(event)).code == "already_published"
    assert refusal(draws.publish, event=event, by=director(event)).code == "already_published"


def test_publishing_without_a_draw_is_refused() -> None:
    event = a_field(4)
    assert refusal(draws.publish, event=event, by=director(event)).code == "not_drawn"


def test_lines_that_do_not_follow_from_the_seed_are_refused() -> None:
    event = a_field(4)
    event.refresh_from_db()
    payload = {"format": event.format, "seed": event.draw_seed, "seeds": [], "lines": [1, 2, 3, 4]}
    order = shuffle((1, 2, 3, 4), event.draw_seed)
    if [order[place - 1] for place in (1, 4, 2, 3)] == payload["lines"]:
        payload["lines"] = [2, 1, 3, 4]
    error = refusal(journal.append, event=event, kind="drawn", payload=payload, by=SYSTEM, key="forged")
    assert error.code == "draw_not_by_lots"


def test_a_seed_without_a_commitment_is_refused() -> None:
    event = a_field(2)
    payload = {"format": event.format, "seed": "0" * 32, "seeds": [], "lines": [1, 2]}
    error = refusal(journal.append, event=event, kind="drawn", payload=payload, by=SYSTEM, key="forged")
    assert error.code == "lots_not_committed"
