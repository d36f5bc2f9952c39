"""Failures of other tournament programs, each made in an exported event, are found by the checker.

F1 to F32 are numbers of the list of failures in docs/proofs.md. Those that concern no engine (rights, mail,
names, browsers, backups) are tested with the code concerned.
"""

from copy import deepcopy
from typing import Any

import pytest

from rules.errors import Refusal
from tests.tournaments.checker.edited_exports import (
    LENGTH,
    Event,
    an_event,
    append,
    found,
    line,
    promises,
    shown,
)
from tournaments.exchange.event_file import build_document, export_projection
from tournaments.formats.random_order import compute_commitment
from tournaments.journal import commands
from tournaments.journal.draws import FieldRelined
from tournaments.journal.replay import fold
from tournaments.journal.undo import make_undo_row
from tournaments.payloads import make_payload


def test_f1_the_winner_changes_and_the_next_match_keeps_the_old_player() -> None:
    event = an_event("knockout", 8).play(1)
    event.append_row("corrected", {**event.result("M1-1", "black"), "choices": {}})
    file = event.file()
    shown(file, "M2-1")["white"] = shown(file, "M1-1")["white"]
    assert promises(file) == {("I4", "wrong_seats")}


def test_f2_a_corrected_winner_is_not_carried_on() -> None:
    event = an_event("knockout", 4).play(1)
    file = event.file()
    append(file, "corrected", {**event.result("M1-1", "black"), "choices": {}})
    assert promises(file) == {("I10", "wrong_winner"), ("I4", "wrong_seats"), ("I11", "wrong_places")}


def test_f3_a_new_entry_wipes_the_results_of_others() -> None:
    event = an_event("knockout", 7).play(1)
    file = event.file()
    shown(file, "M1-2").update(winner=None, decided="")
    assert ("I10", "wrong_winner") in promises(file)


@pytest.mark.parametrize("entrants", [5, 6, 7, 9, 11, 13])
def test_f4_a_loser_is_stuck_behind_a_bye(entrants: int) -> None:
    file = an_event("progressive", entrants).play().file()
    assert found(file) == []
    stuck = next(
        pairing
        for pairing in file["projection"]["pairings"]
        if pairing["id"][0] == "C" and 0 in pairing.values()
    )
    stuck.update(winner=None, decided="")
    assert {promise for promise, _ in promises(file)} >= {"I6"}


def test_f5_a_loser_falls_into_the_wrong_slot() -> None:
    file = an_event("progressive", 16).play(2).file()
    one, other = shown(file, "C2-1"), shown(file, "C2-2")
    one["black"], other["black"] = other["black"], one["black"]
    assert promises(file) == {("I19", "wrong_seats")}


def test_f6_a_winner_goes_on_to_two_places() -> None:
    file = an_event("knockout", 8).play(1).file()
    shown(file, "M2-2")["white"] = shown(file, "M2-1")["white"]
    assert promises(file) == {("I4", "wrong_seats"), ("I1", "twice_in_a_round")}


def test_f7_undoing_a_double_disqualification_invents_a_semifinal() -> None:
    event = an_event("knockout", 8).play(1)
    event.settle("M2-1", "", "double_walkover")
    row = make_undo_row(event.history.rows, event.history.rows[-1].seq)
    event.append_row(row.kind, dict(row.payload))
    file = event.file()
    assert found(file) == []
    file["projection"]["pairings"].append({**shown(file, "M2-2"), "id": "M2-3"})
    assert promises(file) == {("I4", "pairing_missing_or_invented")}


def test_f8_a_bye_wins_after_a_double_walkover() -> None:
    event = an_event("knockout_consolation", 8)
    event.settle("M1-1", "", "double_walkover")
    event.settle("M1-2")
    file = event.file()
    bye = next(pairing for pairing in file["projection"]["pairings"] if pairing["decided"] == "bye")
    bye["winner"] = 99
    assert ("I6", "bye_won") in promises(file)


def test_f9_a_walkover_is_given_before_the_opponent_is_known() -> None:
    event = an_event("knockout", 8)
    event.settle("M1-1")
    file = event.file()
    early = {**event.result("M1-2"), "pairing": "M2-1", "white": event.state.board["M2-1"].white}
    append(file, "settled", {**early, "ending": "walkover", "white_score": 0})
    assert ("I18", "wrong_players") in promises(file)


def test_f10_a_correction_leaves_the_old_loser_in_the_consolation() -> None:
    event = an_event("knockout_consolation", 8).play(1)
    event.append_row("corrected", {**event.result("M1-1", "black"), "choices": {"C1-1": "rename"}})
    file = event.file()
    assert found(file) == []
    shown(file, "C1-1")["white"] = shown(file, "M1-1")["black"]
    assert ("I5", "wrong_seats") in promises(file)


def test_f11_two_scores_entered_at_the_same_moment_both_count() -> None:
    event = an_event("knockout", 4)
    event.settle("M1-1")
    file = event.file()
    append(file, "settled", dict(line(file, "settled", pairing="M1-1")))
    assert promises(file) == {("I14", "settled_twice")}


def test_f12_a_table_counts_a_result_nobody_confirmed() -> None:
    file = an_event("round_robin", 4).play(1).file()
    row = file["projection"]["standings"]["league"][0]
    row["values"]["score"] = "2"
    assert promises(file) == {("I11", "wrong_figure")}


def test_f13_a_round_is_paired_with_results_missing() -> None:
    event = an_event("swiss", 6)
    event.pair("swiss")
    event.play(1)
    event.pair("swiss")
    file = event.file()
    file["journal"] = [row for row in file["journal"] if row["payload"].get("pairing") != "S1-1"]
    for seq, row in enumerate(file["journal"], start=1):
        row["seq"] = seq
    assert ("I14", "paired_too_early") in promises(file)


def test_f14_a_pairing_is_made_twice() -> None:
    file = an_event("knockout", 4).file()
    file["projection"]["pairings"].append(shown(file, "M1-1"))
    assert promises(file) == {("I4", "pairing_shown_twice")}


def test_f15_a_bye_is_given_twice_to_one_player() -> None:
    event = an_event("swiss", 5)
    event.pair("swiss")
    event.play(1)
    event.pair("swiss")
    file = event.file()
    assert found(file) == []
    first, second = (row["payload"] for row in file["journal"] if row["kind"] == "paired")
    again, had = second["byes"][0]["entry"], first["byes"][0]["entry"]
    for board in second["boards"]:
        for side in ("white", "black"):
            board[side] = again if board[side] == had else board[side]
    second["byes"][0]["entry"] = had
    assert ("I7", "bye_twice") in promises(file)


def test_f16_leaving_and_coming_back_collects_points() -> None:
    event = an_event("swiss", 6)
    event.append_row("withdrawn", {"entry": 1, "flight": ""})
    event.pair("swiss")
    event.play(1)
    event.append_row("reinstated", {"entry": 1, "flight": ""})
    file = event.file()
    assert found(file) == []
    row = next(row for row in file["projection"]["standings"]["swiss"] if row["entry"] == 1)
    row["values"]["score"] = "1"
    assert promises(file) == {("I11", "wrong_figure")}


def test_f17_withdrawn_players_are_paired() -> None:
    event = an_event("swiss", 4)
    event.pair("swiss")
    file = event.file()
    journal: list[Any] = file["journal"]
    leaving = [{"kind": "withdrawn", "payload": {"entry": entry, "flight": ""}} for entry in range(1, 5)]
    journal[-1:-1] = leaving
    for seq, row in enumerate(journal, start=1):
        row["seq"] = seq
    assert ("I18", "line_of_nobody") in promises(file)


def test_f18_a_withdrawn_player_wins_vanishes_or_is_their_own_opponent() -> None:
    event = an_event("round_robin", 5).play(3)
    event.append_row("withdrawn", {"entry": 2, "flight": ""})
    file = event.file()
    assert found(file) == []
    rows = file["projection"]["standings"]["league"]
    rows[:] = [row for row in rows if row["entry"] != 2]
    assert promises(file) == {("I11", "missing_from_table")}
    shown(file, "R1-2")["black"] = shown(file, "R1-2")["white"]
    assert ("I3", "met_himself") in promises(file)


def test_f19_a_player_is_entered_twice() -> None:
    file = an_event("knockout", 4).file()
    entries = line(file, "entered")["entries"]
    entries[1]["player"] = entries[0]["player"]
    assert promises(file) == {("I1", "entered_twice")}


def test_f20_a_player_beats_themselves() -> None:
    event = an_event("knockout", 4)
    event.settle("M1-1")
    file = event.file()
    payload = line(file, "settled")
    payload["black"] = payload["white"]
    assert {("I3", "met_himself"), ("I18", "wrong_players")} <= promises(file)


def test_f21_a_bye_is_not_credited() -> None:
    event = an_event("swiss", 5)
    event.pair("swiss")
    event.play(1)
    file = event.file()
    sat_out = line(file, "paired")["byes"][0]["entry"]
    row = next(row for row in file["projection"]["standings"]["swiss"] if row["entry"] == sat_out)
    row["values"]["score"] = "0"
    assert promises(file) == {("I11", "wrong_figure")}


def test_f22_a_tie_break_no_record_can_have() -> None:
    file = an_event("round_robin", 4).play(2).file()
    file["projection"]["standings"]["league"][1]["values"]["sonneborn_berger"] = "17"
    assert promises(file) == {("I11", "wrong_figure")}


def test_f29_a_decimal_comma_is_found() -> None:
    file = an_event("round_robin", 4).play(2).file()
    file["projection"]["standings"]["league"][0]["values"]["sonneborn_berger"] = "1,0"
    assert promises(file) == {("I15", "projection_unreadable")}


def test_f32_a_finished_event_can_be_corrected_and_finished_again() -> None:
    event = an_event("knockout", 4).play()
    row = make_undo_row(event.history.rows, event.history.rows[-1].seq)
    event.append_row(row.kind, dict(row.payload))
    assert event.waiting() == ["M2-1"]
    assert found(event.play(winner="black").file()) == []


def test_tampered_draws_lines_scores_and_tables_are_found() -> None:
    event = an_event("knockout", 6)
    event.settle("M1-2")
    for kind, change, expected in (
        ("committed", {"commitment": "0" * 64}, {("I16", "seed_not_promised")}),
        ("settled", {"white_score": 8}, {("I17", "result_score_wrong")}),
        ("settled", {"ending": "talked"}, {("I17", "result_ending_wrong")}),
    ):
        file = event.file()
        line(file, kind).update(change)
        assert expected <= promises(file)
    file = event.file()
    lines = line(file, "drawn")["lines"]
    lines[0], lines[2] = lines[2], lines[0]
    assert ("I16", "lines_not_by_lots") in promises(file)
    file = event.file()
    file["projection"]["tables"] = {"M1-1": 3, "M2-1": 3}
    assert ("I20", "table_taken_twice") in promises(file)


def test_an_engine_refuses_to_write_what_the_checker_would_find() -> None:
    event = an_event("knockout", 4)
    with pytest.raises(Refusal):
        event.append_row("settled", {**event.result("M1-1"), "white": 9999})


def with_last_chance() -> Event:
    """Eight players, the last chance drawn from losers of the consolation and not yet played."""
    event = an_event("progressive", 8)
    while True:
        waiting = [name for name in event.waiting() if name[0] == "M" or name.startswith(("C1", "C2"))]
        if not waiting:
            break
        event.settle(waiting[0])
    seed = "1a" * 16
    event.append_row("committed", {"commitment": compute_commitment(seed)})
    event.append_row("drawn", commands.draw(event.state, seed, flight="last_chance").payload)
    event.append_row("published", {"flight": "last_chance"})
    return event


def test_a_stage_drawn_from_results_keeps_a_player_after_a_correction() -> None:
    event = with_last_chance()
    assert found(event.file()) == []
    event.append_row("corrected", {**event.result("C2-1", "black"), "choices": {}})
    assert promises(event.file()) == {("I18", "field_of_other_results")}


def test_a_stage_drawn_from_results_stands_on_a_result_that_was_undone() -> None:
    event = with_last_chance()
    settled = next(
        row for row in event.history.rows if row.kind == "settled" and row.payload["pairing"] == "C2-1"
    )
    rows = [*event.history.rows, make_undo_row(event.history.rows, settled.seq)]
    journal = [{"seq": row.seq, "kind": row.kind, "payload": row.payload} for row in rows]
    file = deepcopy(build_document({"length": LENGTH}, journal, export_projection(fold(rows))))
    assert ("I18", "field_of_other_results") in promises(file)


@pytest.mark.parametrize("cause", ["qualified", "stands"])
def test_a_ruling_explains_the_players_of_a_stage_after_a_correction(cause: str) -> None:
    event = with_last_chance()
    placed = event.state.board["C2-1"]
    event.append_row("corrected", {**event.result("C2-1", "black"), "choices": {}})
    line = event.state.stages["last_chance"].lines.index(placed.black) + 1
    entries = {"qualified": (placed.white, placed.black), "stands": (placed.black, placed.white)}[cause]
    lines, instead = ({line: entry} for entry in entries)
    event.append_row("relined", make_payload(FieldRelined("last_chance", lines, cause, instead)))
    assert found(event.file()) == []
