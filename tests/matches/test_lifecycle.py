"""The services that seat, call, start, rename and void a match."""

import pytest

from matches.actors import SYSTEM
from matches.models import Match, Notice
from matches.queries import desks
from matches.services import lifecycle, match_rows, players, postponing, rulings, settling
from matches.signals import match_reopened
from rules.options import MatchLaws
from tests.factories import (
    a_called_match,
    a_desk,
    a_match,
    a_player,
    a_report,
    a_user,
    with_account,
    with_badge,
)
from tests.matches.refusals import refusal
from tests.matches.signals import sent_signals

pytestmark = pytest.mark.django_db


def test_a_match_is_seated_under_the_laws_of_its_desk_as_they_are_now() -> None:
    desk = a_desk()
    match = lifecycle.create_match(
        desk=desk, white=a_player("Ada"), black=a_player("Bruno"), length=5, title="Final", by=SYSTEM
    )
    assert (match.status, match.length, match.title, match.version) == ("scheduled", 5, "Final", 1)
    assert match.laws == MatchLaws().to_json()
    assert str(match) == "Ada – Bruno"
    assert len(match.code) == 8


def test_laws_may_be_given_as_a_value_or_as_stored_data() -> None:
    desk, ada, bruno = a_desk(), a_player(), a_player()
    by_value = lifecycle.create_match(
        desk=desk, white=ada, black=bruno, length=5, laws=MatchLaws(crawford=False), by=SYSTEM
    )
    by_data = lifecycle.create_match(
        desk=desk, white=ada, black=bruno, length=5, laws={"crawford": False}, by=SYSTEM
    )
    assert by_value.laws == by_data.laws == MatchLaws(crawford=False).to_json()


def test_an_own_opponent_or_an_impossible_length_is_refused() -> None:
    desk, ada = a_desk(), a_player("Ada")
    same = refusal(lifecycle.create_match, desk=desk, white=ada, black=ada, length=5, by=SYSTEM)
    assert (same.code, same.facts) == ("plays_himself", {"player": "Ada"})
    long = refusal(lifecycle.create_match, desk=desk, white=ada, black=a_player(), length=100, by=SYSTEM)
    assert (long.code, long.law) == ("match_length_invalid", "match.length")
    assert Match.objects.count() == 0


def test_several_matches_are_called_at_once_with_the_notices_of_each() -> None:
    desk = a_desk(tables=3)
    matches = [a_match(desk=desk) for _ in range(3)]
    one, two, three = (desk.tables.get(number=number) for number in (1, 2, 3))
    Notice.objects.all().delete()

    called = lifecycle.call_scheduled_matches(
        tables={matches[1]: two, matches[0]: one, matches[2]: None}, by=SYSTEM
    )

    stored = Match.objects.filter(desk=desk).order_by("pk")
    rows = [(match.pk, match.status, match.table, match.version) for match in stored]
    assert called == matches
    assert rows == [
        (matches[0].pk, "called", one, 2),
        (matches[1].pk, "called", two, 2),
        (matches[2].pk, "called", None, 2),
    ]
    assert list(Notice.objects.order_by("pk").values_list("topic", "data__version")) == [
        (topic, 2) for match in matches for topic in (f"match:{match.code}", f"desk:{desk.code}")
    ]
    assert three in desks.get_free_tables(desk)


def test_of_several_calls_none_is_made_if_one_is_impossible() -> None:
    desk = a_desk(tables=4)
    busy, free = a_called_match(desk), desk.tables.get(number=3)
    first = a_match(desk=desk)
    second = lifecycle.create_match(desk=desk, white=busy.white, black=a_player(), length=5, by=SYSTEM)
    third = desk.tables.get(number=4)

    taken = refusal(lifecycle.call_scheduled_matches, tables={first: busy.table}, by=SYSTEM)
    elsewhere = refusal(lifecycle.call_scheduled_matches, tables={first: free, second: third}, by=SYSTEM)
    again = refusal(lifecycle.call_scheduled_matches, tables={first: free, busy: third}, by=SYSTEM)

    assert (taken.code, taken.facts["match"]) == ("table_taken", busy.code)
    assert (elsewhere.code, elsewhere.facts["player"]) == ("player_at_another_table", busy.white.name)
    assert again.code == "not_begun_yet"
    assert set(Match.objects.exclude(pk=busy.pk).values_list("status", flat=True)) == {"scheduled"}


def test_a_call_takes_a_free_table_of_the_same_desk() -> None:
    match = a_match()
    table = match.desk.tables.get(number=2)
    called = lifecycle.call_match(match=match, table=table, by=SYSTEM)
    assert (called.status, called.table, called.version) == ("called", table, 2)
    assert called.called_at is not None


def test_a_match_may_be_called_without_a_table() -> None:
    called = lifecycle.call_match(match=a_match(), by=SYSTEM)
    assert (called.status, called.table) == ("called", None)


def test_players_change_without_history_before_the_call() -> None:
    match = a_match()
    seated = lifecycle.replace_players(match=match, white=match.black, black=match.white, by=SYSTEM)
    assert (seated.white, seated.rulings.count()) == (match.black, 0)


def test_a_stale_row_or_a_forbidden_transition_is_not_saved() -> None:
    match = a_called_match()
    old = Match.objects.get(pk=match.pk)
    lifecycle.start_match(match=match, by=SYSTEM)
    stale = refusal(match_rows.write_match, match=old, actor="", status="running")
    assert (stale.code, Match.objects.get().version) == ("changed_meanwhile", 3)
    unlawful = refusal(match_rows.write_match, match=Match.objects.get(), actor="", status="called")
    assert (unlawful.code, unlawful.facts["wanted"]) == ("state_forbids", "called")


def test_nobody_is_called_to_a_second_table_while_playing() -> None:
    playing = a_called_match(white="Carla", black="Dino")
    second = playing.desk.tables.get(number=2)
    waiting = lifecycle.create_match(
        desk=playing.desk, white=a_player("Elsa"), black=playing.white, length=7, by=SYSTEM
    )

    error = refusal(lifecycle.call_match, match=waiting, table=second, by=SYSTEM)

    assert (error.code, error.facts["player"], error.facts["match"]) == (
        "player_at_another_table",
        "Carla",
        playing.code,
    )
    assert error.facts["table"] == "1"
    postponing.postpone_match(match=playing, reason="Dinner", by=SYSTEM)
    assert lifecycle.call_match(match=waiting, table=second, by=SYSTEM).status == "called"


def test_a_player_of_a_playing_pair_is_not_called() -> None:
    desk = a_desk()
    anna, bruno = a_player("Anna"), a_player("Bruno")
    pair = players.get_or_create_pair(one=anna, other=bruno)
    doubles = lifecycle.create_match(desk=desk, white=pair, black=a_player("Carla"), length=7, by=SYSTEM)
    lifecycle.call_match(match=doubles, table=desk.tables.get(number=1), by=SYSTEM)
    alone = lifecycle.create_match(desk=desk, white=bruno, black=a_player("Dino"), length=7, by=SYSTEM)

    error = refusal(lifecycle.call_match, match=alone, table=desk.tables.get(number=2), by=SYSTEM)
    assert (error.code, error.facts["player"]) == ("player_at_another_table", "Bruno")


def test_a_match_does_not_start_while_a_player_plays_another() -> None:
    """Two earlier calls, or a reopened result that is played on."""
    first = a_called_match()
    lifecycle.start_match(match=first, by=SYSTEM)
    second = lifecycle.create_match(
        desk=first.desk, white=first.white, black=a_player("Elsa"), length=7, by=SYSTEM
    )
    Match.objects.filter(pk=second.pk).update(status="called", table=first.desk.tables.get(number=2))

    error = refusal(lifecycle.start_match, match=second, by=SYSTEM)
    assert (error.code, error.facts["match"]) == ("player_at_another_table", first.code)


@pytest.mark.parametrize("start", ["as an official", "at the table"])
def test_a_match_that_nobody_called_does_not_begin_while_a_player_is_called_elsewhere(start: str) -> None:
    called = a_called_match(white="Carla", black="Dino")
    waiting = lifecycle.create_match(
        desk=called.desk, white=a_player("Elsa"), black=called.white, length=7, by=SYSTEM
    )

    if start == "at the table":
        error = refusal(lifecycle.start_match_at_table, match=waiting, identity=with_badge(waiting, "white"))
    else:
        error = refusal(lifecycle.start_match, match=waiting, by=SYSTEM)

    facts = (error.facts["player"], error.facts["table"], error.facts["match"])
    assert (error.code, *facts) == ("player_at_another_table", "Carla", "1", called.code)
    assert Match.objects.get(pk=waiting.pk).status == "scheduled"


def test_a_player_of_a_match_begun_without_a_table_neither_begins_nor_is_called_to_another() -> None:
    playing = a_match(white="Carla", black="Dino")
    lifecycle.start_match(match=playing, by=SYSTEM)
    waiting = lifecycle.create_match(
        desk=playing.desk, white=a_player("Elsa"), black=playing.white, length=7, by=SYSTEM
    )
    table = playing.desk.tables.get(number=2)

    errors = [
        refusal(lifecycle.start_match, match=waiting, by=SYSTEM),
        refusal(lifecycle.call_match, match=waiting, table=table, by=SYSTEM),
    ]

    assert [(error.code, error.facts["match"]) for error in errors] == [
        ("player_in_another_match", playing.code)
    ] * 2


def test_a_call_to_a_taken_table_names_the_match_there() -> None:
    first = a_called_match(white="Carla", black="Dino")
    second = a_match(first.desk)
    error = refusal(lifecycle.call_match, match=second, table=first.table, by=SYSTEM)
    assert error.code == "table_taken"
    assert error.facts == {"table": "1", "match": first.code, "white": "Carla", "black": "Dino"}


def test_a_call_to_a_table_of_another_desk_is_refused() -> None:
    table = a_desk(name="Annex").tables.get(number=1)
    assert (
        refusal(lifecycle.call_match, match=a_match(), table=table, by=SYSTEM).code == "table_of_another_desk"
    )


def test_a_running_match_may_move_to_another_table_and_keeps_running() -> None:
    match = lifecycle.start_match(match=a_called_match(), by=SYSTEM)
    moved = lifecycle.call_match(match=match, table=match.desk.tables.get(number=2), by=SYSTEM)
    assert (moved.status, moved.table.number if moved.table else None) == ("running", 2)


def test_a_withdrawn_call_frees_the_table() -> None:
    match = a_called_match()
    table = match.table
    waiting = lifecycle.cancel_call(match=match, by=SYSTEM)
    assert (waiting.status, waiting.table, waiting.called_at) == ("scheduled", None, None)
    assert lifecycle.call_match(match=a_match(match.desk), table=table, by=SYSTEM).table == table


def test_a_call_cannot_be_withdrawn_after_the_start() -> None:
    match = lifecycle.start_match(match=a_called_match(), by=SYSTEM)
    assert refusal(lifecycle.cancel_call, match=match, by=SYSTEM).code == "still_running"


def test_starting_twice_leaves_the_match_as_it_is() -> None:
    first = lifecycle.start_match(match=a_called_match(), by=SYSTEM)
    second = lifecycle.start_match(match=first, by=SYSTEM)
    assert (second.status, second.version, second.started_at) == ("running", 3, first.started_at)


def test_a_settled_match_can_neither_be_called_nor_started() -> None:
    official = a_user()
    match = a_report(a_called_match(a_desk(official)), identity=with_account(official)).match
    assert refusal(lifecycle.call_match, match=match, by=SYSTEM).code == "already_settled"
    assert refusal(lifecycle.start_match, match=match, by=SYSTEM).code == "already_settled"


def test_changing_players_keeps_score_state_and_winning_side() -> None:
    official = a_user()
    match = a_report(a_called_match(a_desk(official)), identity=with_account(official)).match
    carla = a_player("Carla")
    seated = lifecycle.replace_players(
        match=match, white=carla, black=match.black, by=official, reason="wrong draw"
    )
    assert (seated.white, seated.status, seated.winner) == (carla, "settled", "white")
    assert (seated.white_score, seated.black_score) == (7, 3)
    decision = seated.rulings.get()
    assert (decision.kind, decision.reason, decision.by) == ("reseating", "wrong draw", official)


def test_setting_the_same_players_changes_nothing() -> None:
    match = a_called_match()
    again = lifecycle.replace_players(match=match, white=match.white, black=match.black, by=SYSTEM)
    assert again.version == match.version
    assert (
        refusal(lifecycle.replace_players, match=match, white=match.white, black=match.white, by=SYSTEM).code
        == "plays_himself"
    )


@pytest.mark.parametrize("stage", ["scheduled", "called", "running", "reported"])
def test_voiding_an_open_match_sends_the_signal(stage: str) -> None:
    match = a_match()
    if stage != "scheduled":
        match = lifecycle.call_match(match=match, table=match.desk.tables.get(number=1), by=SYSTEM)
    if stage == "running":
        match = lifecycle.start_match(match=match, by=SYSTEM)
    if stage == "reported":
        match = a_report(match).match
    with sent_signals(match_reopened) as rung:
        voided = lifecycle.void_match(match=match, reason="drawn by mistake", by=SYSTEM)
    assert (match.status, voided.status, len(rung)) == (stage, "void", 1)
    assert voided.rulings.get().reason == "drawn by mistake"
    assert [report.state for report in voided.reports.all()] == ["superseded"] * (stage == "reported")


def test_voiding_a_settled_match_removes_the_result_and_sends_the_signal() -> None:
    match = rulings.walk_over(match=a_called_match(), winner="black", by=SYSTEM)
    with sent_signals(match_reopened) as rung:
        voided = lifecycle.void_match(match=match, reason="replayed", by=SYSTEM)
    assert (voided.status, voided.winner, voided.ending, voided.settled_at) == ("void", "", "", None)
    assert [(signal["match"], signal["by"], signal["reason"]) for signal in rung] == [
        (voided, SYSTEM, "replayed")
    ]


def test_voiding_needs_a_reason_and_voiding_twice_is_harmless() -> None:
    match = a_match()
    assert refusal(lifecycle.void_match, match=match, reason=" ", by=SYSTEM).code == "reason_missing"
    voided = lifecycle.void_match(match=match, reason="twice in the draw", by=SYSTEM)
    assert lifecycle.void_match(match=voided, reason="again", by=SYSTEM).version == voided.version


def test_a_void_match_can_only_be_reinstated() -> None:
    match = lifecycle.void_match(match=a_match(), reason="drawn by mistake", by=SYSTEM)
    assert refusal(lifecycle.call_match, match=match, by=SYSTEM).code == "match_void"
    assert (
        refusal(lifecycle.replace_players, match=match, white=a_player(), black=a_player(), by=SYSTEM).code
        == "match_void"
    )
    assert refusal(rulings.walk_over, match=match, winner="white", by=SYSTEM).code == "match_void"
    assert settling.reopen_match(match=match, by=SYSTEM, reason="needed after all").status == "scheduled"


def test_only_officials_of_the_desk_move_its_matches() -> None:
    match, outsider = a_called_match(), a_user()
    table = match.desk.tables.get(number=2)
    people = {"white": match.white, "black": match.black}
    for service, arguments in (
        (lifecycle.call_match, {"table": table}),
        (lifecycle.cancel_call, {}),
        (lifecycle.start_match, {}),
        (lifecycle.replace_players, people),
        (lifecycle.void_match, {"reason": "because"}),
    ):
        error = refusal(service, match=match, by=outsider, **arguments)
        assert (error.code, error.facts) == ("desk_only", {"desk": "Main hall"})
    seating = refusal(lifecycle.create_match, desk=match.desk, length=5, by=outsider, **people)
    assert seating.code == "desk_only"
    match.refresh_from_db()
    assert (match.status, match.version) == ("called", 2)


def test_an_action_on_a_stale_version_is_refused_with_its_actor_and_time() -> None:
    official = a_user("maria")
    match = a_called_match(a_desk(official))
    lifecycle.start_match(match=match, by=official, version=match.version)
    error = refusal(lifecycle.void_match, match=match, reason="no show", by=official, version=match.version)
    assert error.code == "changed_meanwhile"
    match.refresh_from_db()
    assert error.facts == {
        "match": match.code,
        "status": "running",
        "version": 3,
        "white_score": 0,
        "black_score": 0,
        "winner": "",
        "by": "maria",
        "at": match.changed_at.isoformat(),
    }


def test_every_change_is_published_to_the_pages_of_the_match_and_of_its_desk() -> None:
    match = a_called_match()
    notices = list(Notice.objects.order_by("id").values_list("topic", "kind", "data"))
    data = {"match": match.code, "status": "called", "version": 2}
    assert notices == [(f"match:{match.code}", "match", data), (f"desk:{match.desk.code}", "match", data)]
