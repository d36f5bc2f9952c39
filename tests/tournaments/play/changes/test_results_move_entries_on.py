"""Results seat players in their next matches, in the transaction that settles them, exactly once."""

import pytest
from django.db import transaction
from django.utils import translation

from matches import states
from matches.actors import SYSTEM
from matches.models import Match, Notice, Outbox
from matches.services import lifecycle, reporting, rulings, settling
from matches.templatetags.match_tags import titled
from tests.factories import a_called_match, a_user, at_table
from tests.matches.refusals import refusal
from tests.tournaments import projection_check
from tests.tournaments.club_evenings import a_club, a_night, director_of, match_at, settle
from tournaments.models import Event, EventStatus, JournalEntry, Pairing
from tournaments.play.changes.services import corrections
from tournaments.play.draws import services as draws
from tournaments.play.entries.services import entries
from tournaments.play.event_journal.services import journal, projection
from tournaments.play.events import event_state
from tournaments.play.tournaments.services import tournaments

pytestmark = pytest.mark.django_db

EIGHT = [f"Player {number}" for number in range(1, 9)]


def kinds(event: Event) -> list[str]:
    return list(event.journal.order_by("seq").values_list("kind", flat=True))


def test_a_settled_match_seats_its_winner_and_its_loser() -> None:
    event = a_night(a_club(), EIGHT)
    first, second = settle(match_at(event, "M1-1")), settle(match_at(event, "M1-2"))
    semi, consolation = match_at(event, "M2-1"), match_at(event, "C1-1")
    assert (semi.white, semi.black) == (first.white, second.white)
    assert (consolation.white, consolation.black) == (first.black, second.black)
    assert (semi.length, consolation.length) == (event.main_length, event.consolation_length)
    projection_check.check(event)


def test_match_titles_are_stored_untranslated() -> None:
    with translation.override("it"):
        title = match_at(a_night(a_club(), EIGHT), "M1-1").title
        assert (title, titled(title)) == ("Main · Quarter-final", "Principale · Quarti")
        assert (titled(""), titled("Friendly")) == ("", "Friendly")
    assert titled(title) == title


def test_the_journal_row_of_a_result_names_both_entries_and_the_score() -> None:
    event = a_night(a_club(), EIGHT)
    match = settle(match_at(event, "M1-1"), "black", loser_score=2)
    row = event.journal.latest("seq")
    pairing = Pairing.objects.get(event=event, label="M1-1")
    assert row.kind == "settled"
    assert row.payload == {
        "pairing": "M1-1",
        "white": pairing.white_entry.number,
        "black": pairing.black_entry.number,
        "winner": "black",
        "white_score": 2,
        "black_score": match.length,
        "ending": "played",
    }


def test_a_result_confirmed_at_the_table_seats_the_winner_too() -> None:
    event = a_night(a_club(), EIGHT)
    match = match_at(event, "M1-1")
    report = reporting.report(match=match, white_score=5, black_score=1, identity=at_table(match, "one"))
    assert kinds(event)[-1] == "published"
    reporting.confirm(match=match, report=report, identity=at_table(match, "other"))
    assert kinds(event)[-1] == "settled"
    projection_check.check(event)


def test_a_casual_match_adds_no_journal_rows() -> None:
    match = a_called_match()
    rulings.walk_over(match=match, winner="white", by=SYSTEM)
    assert JournalEntry.objects.count() == 0


def test_an_error_in_the_projection_rolls_back_the_settling(monkeypatch: pytest.MonkeyPatch) -> None:
    event = a_night(a_club(), EIGHT)
    match = match_at(event, "M1-1")
    lines = event.journal.count()

    def raise_error(*_args: object, **_named: object) -> None:
        raise RuntimeError("the disk is full")

    monkeypatch.setattr(projection.EventProjection, "_write_event", raise_error)
    with pytest.raises(RuntimeError), transaction.atomic():
        rulings.award(match=match, white_score=5, black_score=0, winner="white", ending="played", by=SYSTEM)
    match.refresh_from_db()
    assert (match.status, match.winner, match.settled_at) == ("called", "", None)
    assert event.journal.count() == lines
    assert Outbox.objects.filter(kind="rate_match").count() == 0


def test_every_change_increments_the_version_and_notifies_screens() -> None:
    event = a_night(a_club(), EIGHT)
    settle(match_at(event, "M1-1"))
    event.refresh_from_db()
    assert event.version == event.journal.count()
    assert Notice.objects.filter(topic=f"event:{event.pk}").latest("id").data == {
        "event": event.pk,
        "version": event.version,
    }


def test_a_result_queues_an_update_of_the_ratings() -> None:
    event = a_night(a_club(), EIGHT)
    match = settle(match_at(event, "M1-1"))
    assert list(Outbox.objects.filter(kind="rate_match").values_list("payload", flat=True)) == [
        {"match": match.pk}
    ]


def test_a_result_synchronised_twice_is_written_once() -> None:
    event = a_night(a_club(), EIGHT)
    match = settle(match_at(event, "M1-1"))
    lines = event.journal.count()
    journal.sync_match_result(match=match, by=SYSTEM, reason="")
    assert event.journal.count() == lines


def test_a_repeated_key_writes_one_row_and_another_command_with_it_is_refused() -> None:
    event = a_night(a_club(), EIGHT)
    by = director_of(event.tournament.club)
    entry = event.entries.get(number=1)
    first = entries.withdraw(entry=entry, by=by, key="once")
    assert entries.withdraw(entry=entry, by=by, key="once") == first
    other = event.entries.get(number=2)
    assert refusal(entries.withdraw, entry=other, by=by, key="once").code == "key_used_before"


def test_an_action_on_a_stale_version_is_refused() -> None:
    event = a_night(a_club(), EIGHT)
    by = director_of(event.tournament.club)
    version = event.version
    match = match_at(event, "M1-1")
    settle(match)
    error = refusal(entries.withdraw, entry=event.entries.get(player=match.white), by=by, version=version)
    assert (error.code, error.facts["version"]) == ("event_changed_meanwhile", version + 1)


def test_a_reopened_result_unseats_the_players_it_had_seated() -> None:
    event = a_night(a_club(), EIGHT)
    first = settle(match_at(event, "M1-1"))
    settle(match_at(event, "M1-2"))
    semi = match_at(event, "M2-1")
    settling.reopen_match(match=first, by=director_of(event.tournament.club), reason="Wrong table")
    semi.refresh_from_db()
    assert semi.status == "void"
    assert Pairing.objects.get(event=event, label="M2-1").match is None
    projection_check.check(event)


def test_a_result_cannot_be_reopened_when_the_next_match_has_begun() -> None:
    event = a_night(a_club(), EIGHT)
    first = settle(match_at(event, "M1-1"))
    settle(match_at(event, "M1-2"))
    lifecycle.start_match(match=match_at(event, "M2-1"), by=SYSTEM)
    by = director_of(event.tournament.club)
    error = refusal(settling.reopen_match, match=first, by=by, reason="Wrong table")
    assert (error.code, error.facts["pairings"]) == ("choices_needed", ["M2-1"])
    first.refresh_from_db()
    assert first.status == "settled"
    projection_check.check(event)


def test_a_reversed_result_swaps_players_whose_match_has_not_begun() -> None:
    event = a_night(a_club(), EIGHT)
    first, second = settle(match_at(event, "M1-1")), settle(match_at(event, "M1-2"))
    settle(first, "black")
    semi = match_at(event, "M2-1")
    assert (semi.white, semi.black) == (first.black, second.white)
    assert kinds(event)[-1] == "corrected"
    projection_check.check(event)


def test_a_reversed_result_is_refused_when_the_next_match_has_begun() -> None:
    event = a_night(a_club(), EIGHT)
    first = settle(match_at(event, "M1-1"))
    settle(match_at(event, "M1-2"))
    settle(match_at(event, "M2-1"))
    lines = event.journal.count()
    by = director_of(event.tournament.club)
    error = refusal(
        settling.correct_result, match=first, white_score=2, black_score=5, by=by, reason="Swapped"
    )
    assert error.code == "choices_needed"
    first.refresh_from_db()
    assert (first.winner, event.journal.count()) == ("white", lines)
    projection_check.check(event)


def test_another_score_for_the_same_winner_moves_nobody() -> None:
    event = a_night(a_club(), EIGHT)
    first = settle(match_at(event, "M1-1"))
    settle(match_at(event, "M1-2"))
    settle(match_at(event, "M2-1"))
    settle(first, "white", loser_score=4)
    assert kinds(event)[-1] == "corrected"
    projection_check.check(event)


def test_an_absent_player_does_not_enter_the_consolation() -> None:
    event = a_night(a_club(), EIGHT)
    settle(match_at(event, "M1-1"), "white", "walkover")
    settle(match_at(event, "M1-2"))
    settle(match_at(event, "M2-1"), "black")
    pairing = Pairing.objects.get(event=event, label="C1-1")
    opening = Pairing.objects.get(event=event, label="M1-1")
    assert pairing.white_entry == opening.white_entry
    projection_check.check(event)


def test_a_double_walkover_leaves_a_bye() -> None:
    event = a_night(a_club(), EIGHT)
    rulings.walk_over(match=match_at(event, "M1-1"), winner=None, by=SYSTEM, reason="Nobody came")
    settle(match_at(event, "M1-2"))
    semi = Pairing.objects.get(event=event, label="M2-1")
    assert (semi.white_is_vacant, semi.decided, semi.winner_entry) == (True, "bye", semi.black_entry)
    projection_check.check(event)


@pytest.mark.parametrize("is_settled", [False, True])
def test_a_voided_match_is_replaced_by_a_new_one(is_settled: bool) -> None:
    event = a_night(a_club(), EIGHT)
    match = match_at(event, "M1-1")
    if is_settled:
        settle(match)
    lifecycle.void_match(match=match, reason="Wrong length", by=director_of(event.tournament.club))
    again = match_at(event, "M1-1")
    assert again.pk != match.pk
    assert (again.white, again.black, again.status) == (match.white, match.black, "called")
    projection_check.check(event)


def test_directors_of_other_clubs_are_refused() -> None:
    event = a_night(a_club(), EIGHT)
    outsider = a_user()
    entry = event.entries.get(number=1)
    commands = [
        lambda: entries.withdraw(entry=entry, by=outsider),
        lambda: entries.enter_names(event=event, names="Ada", by=outsider, key="k"),
        lambda: draws.draw(event=event, by=outsider),
        lambda: draws.publish(event=event, by=outsider),
        lambda: journal.undo(event=event, command=1, by=outsider),
        lambda: corrections.correct_result(
            match=match_at(event, "M1-1"),
            result=states.make_result(5, (5, 0), "white", "played"),
            choices={},
            by=outsider,
            reason="r",
        ),
        lambda: tournaments.add_event(
            tournament=event.tournament, name="Side", length=3, consolation_length=1, by=outsider
        ),
    ]
    assert {refusal(command).code for command in commands} == {"directors_only"}


def test_an_invalid_journal_row_is_refused_and_changes_nothing() -> None:
    event = a_night(a_club(), EIGHT)
    state = event_state.get_event_state(event)
    payload = {"pairing": "M2-1", "white": 1, "black": 2, "winner": "white"}
    before = (event.journal.count(), event.version)
    error = refusal(journal.append, event=event, kind="settled", payload=payload, by=SYSTEM, key="k")
    event.refresh_from_db()
    assert (error.code, (event.journal.count(), event.version)) == ("journal_unreadable", before)
    assert event_state.get_event_state(event) == state


def test_two_events_of_a_tournament_share_tables_but_never_a_player_at_once() -> None:
    main = a_night(a_club(), EIGHT[:4])
    by = director_of(main.tournament.club)
    side = tournaments.add_event(
        tournament=main.tournament, name="Side event", length=3, consolation_length=1, by=by
    )
    entries.enter_names(event=side, names="\n".join(EIGHT[:4]), by=by, key="names")
    draws.draw(event=side, by=by)
    draws.publish(event=side, by=by)
    assert Match.objects.filter(pairing__event=side, status="called").count() == 0
    projection_check.check(side)
    while Match.objects.filter(status="called").exists():
        settle(Match.objects.filter(status="called").order_by("pk")[0])
        projection_check.check(main)
        projection_check.check(side)
    main.refresh_from_db()
    side.refresh_from_db()
    assert (main.status, side.status) == (EventStatus.FINISHED, EventStatus.FINISHED)


def test_a_match_voided_after_a_withdrawal_is_decided_by_absence() -> None:
    event = a_night(a_club(), EIGHT[:2])
    by, match = director_of(event.tournament.club), settle(match_at(event, "M1-1"))
    entries.withdraw(entry=event.entries.get(player=match.black), by=by)

    lifecycle.void_match(match=match, reason="Never played", by=by)

    (pairing,) = Pairing.objects.filter(event=event)
    assert (pairing.match, pairing.decided) == (None, "absence")
    projection_check.check(event)
