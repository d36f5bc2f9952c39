"""Changes to a published draw and rounds paired one by one: which matches stay, move or are replaced."""

from collections.abc import Sequence
from dataclasses import astuple

import pytest

from matches import states
from matches.actors import SYSTEM
from matches.models import Match
from matches.services import lifecycle, players
from matches.states import Status
from tests.factory_recordings import replayed
from tests.matches.refusals import refusal
from tests.tournaments import projection_check
from tests.tournaments.club_evenings import FIRST_NIGHT, a_club, director_of, match_at, settle
from tournaments.formats.graph import LAST_CHANCE, SWISS
from tournaments.formats.plan import FIRST_LOSSES, LATER, LOSERS, PLACES, Feed, Plan, Stage
from tournaments.importing.queries import exports
from tournaments.models import Event, JournalEntry, Pairing
from tournaments.play.changes.queries import previews
from tournaments.play.changes.queries.moved_pairings import PairingChange as Change
from tournaments.play.changes.services import changes, corrections
from tournaments.play.draws import services as draws
from tournaments.play.entries.services import entries
from tournaments.play.event_journal.queries import journal
from tournaments.play.event_journal.services import journal as journal_services
from tournaments.play.events.stages import get_event_plan
from tournaments.play.tournaments.services import tournaments
from tournaments.verification.checker.verify import check_file

pytestmark = pytest.mark.django_db

MAIN = Stage("main", "knockout", lengths=(5,))
CONSOLATION = Stage("consolation", "consolation", Feed(FIRST_LOSSES, "main"), lengths=(3,))
KNOCKOUT = Plan((MAIN, CONSOLATION))


@replayed
def an_event(plan: Plan, size: int) -> Event:
    """Return an event with this many entries, its first stage drawn and published."""
    club = a_club()
    by = director_of(club)
    event = tournaments.create_tournament_with_event(
        club=club,
        name="Open",
        starts_at=FIRST_NIGHT,
        lengths=(7, 7),
        setup=tournaments.TournamentSetup(20),
        plan=plan,
        by=by,
    )
    names = "\n".join(f"Player {number}" for number in range(1, size + 1))
    entries.enter_names(event=event, names=names, by=by, key="names")
    draws.draw(event=event, by=by)
    draws.publish(event=event, by=by)
    event.refresh_from_db()
    return event


def by_of(event: Event) -> dict[str, object]:
    """Return the arguments `event` and `by` of the services, by the director."""
    return {"event": event, "by": director_of(event.tournament.club)}


def get_matches(event: Event) -> dict[str, int]:
    """Return the primary key of every match by the label of its pairing."""
    return dict(Pairing.objects.filter(event=event, match__isnull=False).values_list("label", "match"))


def play(event: Event, flight: str, number: int) -> None:
    """Settle all matches of a round."""
    for pairing in Pairing.objects.filter(event=event, flight=flight, round=number, match__isnull=False):
        settle(pairing.match)


def get_entry_numbers(event: Event, label: str) -> Sequence[int | None]:
    """Return the entry numbers of White and Black of a pairing."""
    row = Pairing.objects.select_related("white_entry", "black_entry").get(event=event, label=label)
    return [entry.number if entry else None for entry in (row.white_entry, row.black_entry)]


def test_a_late_player_takes_a_bye_and_every_other_match_stays() -> None:
    event = an_event(KNOCKOUT, 7)
    before = get_matches(event)
    changes.enter_late(**by_of(event), player=players.register_player(name="Late"), flight="main")
    after = get_matches(event)
    new_labels = {label for label in after if label not in before}
    assert (len(new_labels), {label: after[label] for label in before if label in after}) == (1, before)
    assert 8 in get_entry_numbers(event, new_labels.pop())
    projection_check.check(event)


def test_without_a_bye_a_late_player_gets_a_new_line_and_results_move_with_players() -> None:
    event = an_event(KNOCKOUT, 8)
    played = match_at(event, "M1-1")
    settle(played)
    sitting = {played.white_id, played.black_id}
    changes.enter_late(**by_of(event), player=players.register_player(name="Late"), flight="main")
    pairing = Pairing.objects.get(match=played)
    assert (pairing.label, pairing.round, {played.white_id, played.black_id}) == ("M2-1", 2, sitting)
    assert Match.objects.get(pk=played.pk).status == Status.SETTLED.value
    projection_check.check(event)


def test_called_matches_stay_at_their_tables_when_a_late_player_gets_a_new_line() -> None:
    event = an_event(KNOCKOUT, 8)
    calls_before = set(Match.objects.values_list("pk", "table__number", "white", "black", "called_at"))
    changes.enter_late(**by_of(event), player=players.register_player(name="Late"), flight="main")
    calls_after = set(
        Match.objects.filter(status="called").values_list(
            "pk", "table__number", "white", "black", "called_at"
        )
    )
    ((_, table, *_),), ((_, new_table, *_),) = calls_before - calls_after, calls_after - calls_before
    assert table == new_table
    projection_check.check(event)


def test_the_new_pairings_of_a_late_entry_are_previewed() -> None:
    event = an_event(KNOCKOUT, 8)
    sorted_changes = previews.sort_changes(previews.preview_late_entry(event, "Late", "main"))
    affected_names = [{*(change.before or ()), *(change.after or ())} for change in sorted_changes.people]
    assert len(sorted_changes.people) <= 2
    assert any("Late" in names for names in affected_names)
    assert not any("Late" in (*(line.before or ()), *(line.after or ())) for line in sorted_changes.lines)
    assert len(sorted_changes.lines) > len(sorted_changes.people)


# The draw is random each time.
@pytest.mark.parametrize("attempt", range(2))
def test_a_larger_bracket_is_previewed_by_matches_not_by_their_labels(attempt: int) -> None:
    event = an_event(KNOCKOUT, 8)
    pairs = {frozenset((m.white.name, m.black.name)): m for m in Match.objects.filter(status="called")}
    changes_of_draw = previews.preview_late_entry(event, "Late", "main")
    people = previews.sort_changes(changes_of_draw, "Late").people
    (change,) = [one for one in people if one.before]
    parted = frozenset(change.before or ())
    assert (parted in pairs, change.table) == (True, str(pairs[parted].table))
    # Their match is that of the late player, unless the other of them has the bye under its label.
    (late_match,) = [one for one in people if "Late" in (one.after or ())]
    (opponent,) = parted & set(late_match.after or ())
    assert set(late_match.after or ()) == {opponent, "Late"}
    assert {name for one in people for name in one.after or ()} <= {*parted, "Late", "bye"}

    changes.enter_late(**by_of(event), player=players.register_player(name="Late"), flight="main")
    kept = [match for pair, match in pairs.items() if pair != parted]
    assert Match.objects.filter(pk__in=[match.pk for match in kept], status="called").count() == len(kept)


def test_what_moves_to_another_label_is_no_changed_match() -> None:
    def change(label: str, before: tuple[str, str] | None, after: tuple[str, str], table: str = "") -> Change:
        return Change(label, "", before, after, loses_result=False, table=table)

    moved = [
        change("M1-1", ("Marta", "Lucia"), ("Giovanni", "bye"), "2"),
        change("M1-2", ("Aldo", "Sara"), ("Marta", "Late")),
        change("M1-3", None, ("Lucia", "bye")),
        change("M2-1", ("none yet", "none yet"), ("Aldo", "Sara")),
        change("M2-2", None, ("none yet", "Lucia")),
    ]
    people, lines = astuple(previews.sort_changes(moved, "Late"))

    assert [one[:6] for one in people] == [("M1-2", "", ("Marta", "Lucia"), ("Marta", "Late"), False, "2")]
    assert [one[:4] for one in lines] == [
        ("M1-1", "", None, ("Giovanni", "bye")),
        ("M1-3", "", None, ("Lucia", "bye")),
        ("M2-1", "", ("Aldo", "Sara"), ("Aldo", "Sara")),
        ("M2-2", "", None, ("none yet", "Lucia")),
    ]


def test_the_journal_names_a_late_entry_or_the_lines_of_an_enlarged_draw() -> None:
    event = an_event(KNOCKOUT, 7)
    for name in ("Late", "Later"):
        changes.enter_late(**by_of(event), player=players.register_player(name=name), flight="main")
    assert [journal.describe_line(line) for line in journal.get_lines(event, 4)] == [
        "Late entry: 16 bracket lines",
        "Later entered",
        "Late entry: Late",
        "Late entered",
    ]


def test_a_result_that_moves_with_its_players_is_not_listed_as_lost() -> None:
    event = an_event(KNOCKOUT, 8)
    settle(match_at(event, "M1-1"))
    sorted_changes = previews.sort_changes(previews.preview_late_entry(event, "Late", "main"))
    assert [change for change in (*sorted_changes.people, *sorted_changes.lines) if change.loses_result] == []
    assert len(sorted_changes.people) <= 2


def test_a_late_entry_that_would_lose_a_result_is_refused() -> None:
    event = an_event(Plan((MAIN,)), 2)
    settle(match_at(event, "M1-1"))
    late = players.register_player(name="Late")
    assert refusal(changes.enter_late, **by_of(event), player=late, flight="main").code == "no_line_free"
    assert not event.entries.filter(player=late).exists()


def test_two_entries_are_swapped_only_before_they_play() -> None:
    event = an_event(KNOCKOUT, 8)
    (one, _), (other, _) = get_entry_numbers(event, "M1-1"), get_entry_numbers(event, "M1-3")
    changes.swap(**by_of(event), flight="main", one=one, other=other)
    assert (get_entry_numbers(event, "M1-1")[0], get_entry_numbers(event, "M1-3")[0]) == (other, one)
    projection_check.check(event)
    settle(match_at(event, "M1-1"))
    error = refusal(changes.swap, **by_of(event), flight="main", one=one, other=other)
    assert (error.code, error.facts["pairings"]) == ("results_lost", ["M1-1"])


def test_players_of_a_match_in_play_cannot_be_swapped() -> None:
    event = an_event(KNOCKOUT, 8)
    lifecycle.start_match(match=match_at(event, "M1-1"), by=SYSTEM)
    (one, _), (other, _) = get_entry_numbers(event, "M1-1"), get_entry_numbers(event, "M1-3")
    assert refusal(changes.swap, **by_of(event), flight="main", one=one, other=other).code == "match_begun"
    assert get_entry_numbers(event, "M1-1")[0] == one


def test_an_alternate_takes_the_line_of_an_absent_entry() -> None:
    event = an_event(KNOCKOUT, 8)
    by = director_of(event.tournament.club)
    entries.enter_names(event=event, names="Alternate", by=by, key="alternate")
    absent = get_entry_numbers(event, "M1-2")[1]
    changes.step_in(**by_of(event), flight="main", absent=absent, alternate=9)
    assert get_entry_numbers(event, "M1-2")[1] == 9
    assert match_at(event, "M1-2").black.name == "Alternate"
    projection_check.check(event)


def test_a_substitute_plays_for_an_entry_until_it_has_played() -> None:
    event = an_event(KNOCKOUT, 4)
    entry = get_entry_numbers(event, "M1-1")[0]
    match = match_at(event, "M1-1")
    line = changes.substitute(**by_of(event), entry=entry, player=players.register_player(name="Stand-in"))
    assert (match_at(event, "M1-1").pk, match_at(event, "M1-1").white.name) == (match.pk, "Stand-in")
    projection_check.check(event)
    journal_services.undo(**by_of(event), command=line.seq)
    assert match_at(event, "M1-1").white.name == match.white.name
    settle(match_at(event, "M1-1"))
    late = players.register_player(name="Too late")
    assert refusal(changes.substitute, **by_of(event), entry=entry, player=late).code == "entry_has_played"


def test_a_withdrawn_entry_is_reinstated_if_no_match_depends_on_it() -> None:
    event = an_event(KNOCKOUT, 8)
    before = projection_check.shown(event)
    entry = get_entry_numbers(event, "M1-1")[0]
    entries.withdraw(entry=event.entries.get(number=entry), by=director_of(event.tournament.club))
    assert Pairing.objects.get(event=event, label="M1-1").decided == "absence"
    entries.reinstate(**by_of(event), entry=entry)
    assert projection_check.shown(event) == before
    projection_check.check(event)


def test_the_length_of_a_round_changes_until_it_has_begun() -> None:
    event = an_event(KNOCKOUT, 4)
    line = draws.change_round_length(**by_of(event), flight="main", number=1, length=9)
    assert {match.length for match in Match.objects.filter(pairing__event=event)} == {9}
    settle(match_at(event, "M1-1"), loser_score=6)
    again = refusal(draws.change_round_length, **by_of(event), flight="main", number=1, length=11)
    back = refusal(journal_services.undo, **by_of(event), command=line.seq)
    assert (again.code, back.code) == ("round_begun", "undo_blocked")
    projection_check.check(event)


@pytest.mark.parametrize(("choice", "winner"), [("void", None), ("rule:white", 0), ("rule:black", 1)])
def test_a_match_played_by_the_wrong_players_is_voided_or_ruled(choice: str, winner: int | None) -> None:
    event = an_event(Plan((MAIN,)), 4)
    first = settle(match_at(event, "M1-1"))
    settle(match_at(event, "M1-2"))
    played = settle(match_at(event, "M2-1"))
    corrections.correct_result(
        match=first,
        result=states.make_result(5, (2, 5), "black", "played"),
        choices={"M2-1": choice},
        by=director_of(event.tournament.club),
        reason="Wrong sheet",
    )
    row = Pairing.objects.get(event=event, label="M2-1")
    seats = get_entry_numbers(event, "M2-1")
    number = row.winner_entry.number if row.winner_entry else None
    assert (row.decided, row.match, number) == ("ruling", None, None if winner is None else seats[winner])
    assert Match.objects.get(pk=played.pk).status == Status.VOID.value
    projection_check.check(event)


def swiss(best: int = 0) -> Plan:
    """Return a plan of a Swiss of three rounds, with a knockout of the best if their number is given."""
    last = Stage("main", "knockout", Feed(PLACES, SWISS, first=1, last=best))
    return Plan((Stage(SWISS, "swiss", options={"rounds": 3}), *((last,) if best else ())))


@pytest.mark.second_stage
def test_a_swiss_is_paired_round_by_round_and_followed_by_a_knockout() -> None:
    event = an_event(swiss(best=4), 9)
    for number in (1, 2, 3):
        draws.pair_round(**by_of(event), flight=SWISS)
        if number == 2:
            changes.enter_late(**by_of(event), player=players.register_player(name="Late"), flight=SWISS)
        play(event, SWISS, number)
        projection_check.check(event)
    assert refusal(draws.pair_round, **by_of(event), flight=SWISS).code == "rounds_over"
    assert event.entries.count() == 10
    draws.draw(**by_of(event), flight="main")
    draws.publish(**by_of(event), flight="main")
    assert Pairing.objects.filter(event=event, flight="main", round=1).count() == 2
    play(event, "main", 1)
    play(event, "main", 2)
    event.refresh_from_db()
    assert event.status == "finished"


def test_the_next_round_waits_for_the_last_result() -> None:
    event = an_event(swiss(), 6)
    draws.pair_round(**by_of(event), flight=SWISS)
    settle(match_at(event, "S1-1"))
    error = refusal(draws.pair_round, **by_of(event), flight=SWISS)
    assert (error.code, error.facts["pairings"]) == ("round_open", ["S1-2", "S1-3"])


def test_a_round_is_paired_again_until_a_match_is_settled() -> None:
    event = an_event(swiss(), 6)
    draws.pair_round(**by_of(event), flight=SWISS)
    draws.pair_again(**by_of(event), flight=SWISS, fixed=((1, 2),))
    assert sorted(get_entry_numbers(event, "S1-1")) == [1, 2]
    projection_check.check(event)
    settle(match_at(event, "S1-1"))
    assert refusal(draws.pair_again, **by_of(event), flight=SWISS).code == "round_begun"


def test_a_last_chance_is_drawn_when_its_entries_are_known() -> None:
    last = Stage(LAST_CHANCE, "knockout", Feed(LOSERS, "consolation"), {LATER: True, "apart": {"met": 9}})
    event = an_event(Plan((MAIN, CONSOLATION, last)), 8)
    assert refusal(draws.draw, **by_of(event), flight=LAST_CHANCE).code == "stage_open"
    for flight, number in (("main", 1), ("consolation", 1), ("consolation", 2)):
        play(event, flight, number)
    draws.draw(**by_of(event), flight=LAST_CHANCE)
    commitments = JournalEntry.objects.filter(event=event, kind="committed").count()
    assert (Pairing.objects.filter(event=event, flight=LAST_CHANCE).count(), commitments) == (3, 2)
    projection_check.check(event)


def test_the_plan_names_the_rounds_whose_losers_have_a_last_chance() -> None:
    """Of nine players the first consolation round has byes only, as is known after two rounds."""
    last = Stage(LAST_CHANCE, "knockout", Feed(LOSERS, "consolation", rounds=2), {LATER: True})
    event = an_event(Plan((MAIN, CONSOLATION, last)), 9)
    sources = []
    for number in (1, 2):
        play(event, "main", number)
        sources.append(get_event_plan(event).stages[-1].feed)
    assert sources == [
        "losers of the first 2 rounds of Consolation with matches",
        "losers of round 2 of Consolation",
    ]


def test_a_match_moved_to_a_round_of_another_length_is_replaced_and_restored_by_undo() -> None:
    event = an_event(Plan((Stage("main", "knockout", lengths=(5, 7)),)), 8)
    before = get_matches(event)
    changes.enter_late(**by_of(event), player=players.register_player(name="Late"), flight="main")
    lengths = {
        row.label: row.match.length for row in Pairing.objects.filter(event=event, match__isnull=False)
    }
    assert {length for label, length in lengths.items() if label.startswith("M1")} == {5}
    assert {length for label, length in lengths.items() if label.startswith("M2")} == {7}
    # A match stays where its pairing still is in round 1, which only that of the first two lines can be.
    after = get_matches(event)
    unchanged = {before["M1-1"]} & {after.get("M1-1")}
    assert (len(unchanged), set(before.values()) & set(after.values())) == ("M1-1" in after, unchanged)
    replaced = Match.objects.filter(pk__in=set(before.values()) - unchanged)
    assert [match.status for match in replaced] == ["void"] * (4 - len(unchanged))
    projection_check.check(event)
    journal_services.undo(**by_of(event))
    assert get_matches(event) == before
    projection_check.check(event)


def test_a_result_moved_to_a_round_of_another_length_keeps_its_length_when_corrected() -> None:
    event = an_event(Plan((Stage("main", "knockout", lengths=(5, 7)),)), 8)
    played, retired = match_at(event, "M1-1"), match_at(event, "M1-2")
    settle(played)
    settle(retired, ending="retired")
    changes.enter_late(**by_of(event), player=players.register_player(name="Late"), flight="main")
    for match in (played, retired):
        match.refresh_from_db()
        assert (match.pairing.label[:2], match.length, match.status) == ("M2", 5, "settled")
        by = director_of(event.tournament.club)
        result = states.make_result(5, (2, 5), "", "played")
        corrections.correct_result(match=match, result=result, choices={}, by=by, reason="Other player")
        match.refresh_from_db()
        assert (match.winner, match.white_score, match.black_score) == ("black", 2, 5)
        projection_check.check(event)
    assert [str(finding) for finding in check_file(exports.write_event_file(event))] == []


# The draw is random each time.
@pytest.mark.parametrize("attempt", range(6))
def test_a_late_entry_takes_a_bye_whose_next_match_is_not_called(attempt: int) -> None:
    event = an_event(KNOCKOUT, 5)
    called = Match.objects.filter(pairing__event=event, status="called")
    calls = set(called.values_list("pk", "table__number", "white", "black"))
    # Two of the three byes meet, and are called.
    assert called.filter(pairing__round=2).count() == 1

    changes.enter_late(**by_of(event), player=players.register_player(name=f"Late {attempt}"), flight="main")

    assert calls < set(called.values_list("pk", "table__number", "white", "black"))
    assert [str(finding) for finding in check_file(exports.write_event_file(event))] == []
    projection_check.check(event)


def test_the_preview_names_the_table_of_a_called_match_that_a_late_entry_takes_back() -> None:
    event = an_event(KNOCKOUT, 7)
    play(event, "main", 1)
    changes_of_draw = previews.preview_late_entry(event, "Late", "main")
    (taken_back,) = (change for change in changes_of_draw if change.table)
    match = match_at(event, taken_back.label)
    assert (match.status, taken_back.table) == ("called", str(match.table))

    changes.enter_late(**by_of(event), player=players.register_player(name="Late"), flight="main")

    assert Match.objects.filter(pk=match.pk, status="called").exists() is False
