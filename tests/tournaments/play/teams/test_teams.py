"""Team events in the database: entries, rosters, secret line-ups, boards as matches, corrections, undo."""

import pytest

from matches import states
from matches.actors import SYSTEM, Identity
from matches.models import Match
from matches.services import lifecycle, players, settling
from matches.states import Status
from rules.errors import Refusal
from tests.factories import a_user
from tests.factory_recordings import replayed
from tests.tournaments.club_evenings import a_club, rating_list_of, settle, settle_and_rate
from tests.tournaments.team_evenings import (
    KNOCKOUT,
    a_team_event,
    by,
    captain,
    codes,
    match_of,
    opened,
    row,
)
from tournaments.journal.team_facts import EntryType
from tournaments.models import Event, Pairing, PendingLineUp, RatingChange, TeamMember
from tournaments.play.changes.queries.previews import preview_correction
from tournaments.play.changes.services import corrections
from tournaments.play.entries.services import entries, entry_types
from tournaments.play.event_journal.queries.audit import find_disagreements
from tournaments.play.event_journal.services import journal, maintenance
from tournaments.play.events import event_state
from tournaments.play.teams import services as teams

pytestmark = pytest.mark.django_db


def members(event: Event) -> list[tuple[str, str, int | None, bool]]:
    rows = TeamMember.objects.filter(event=event).order_by("entry__number", "position")
    return [
        (member.entry.player.name, member.player.name, member.position, member.is_captain) for member in rows
    ]


def disagreements(event: Event) -> list[str]:
    return [refusal.code for refusal in find_disagreements(event)]


def test_a_pasted_list_enters_teams_with_members_and_captains() -> None:
    event = a_team_event(a_club(), size=2, is_drawn=False)
    assert members(event) == [
        ("Team A", "Anna A1", 1, True),
        ("Team A", "Anna A2", 2, False),
        ("Team B", "Bnna B1", 1, True),
        ("Team B", "Bnna B2", 2, False),
    ]
    assert (event.takes, event.boards, [entry.player.kind for entry in event.entries.all()]) == (
        "teams",
        2,
        ["team", "team"],
    )
    assert disagreements(event) == []


def test_a_roster_is_replaced_with_another_captain_and_order() -> None:
    event = a_team_event(a_club(), is_drawn=False)
    entry = event.entries.get(number=1)
    teams.set_roster(entry=entry, names="Anna A3\nAnna A1 (c)\nZoe New", by=by(event))
    assert members(event)[:3] == [
        ("Team A", "Anna A3", 1, False),
        ("Team A", "Anna A1", 2, True),
        ("Team A", "Zoe New", 3, False),
    ]
    assert event.tournament.club.memberships.filter(player__name="Zoe New").count() == 1


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Team C", "team_wrong"),
        ("Team C: ", "team_wrong"),
        ("Team C: Zoe, Zoe", "team_wrong"),
        ("Team C: Zoe\nTeam D: zoë", "team_wrong"),
        ("Team C: Anna A1", "team_member_twice"),
        ("Team A: Zoe", "already_entered"),
        ("", "names_missing"),
    ],
)
def test_an_invalid_list_enters_nobody(text: str, code: str) -> None:
    event = a_team_event(a_club(), is_drawn=False)
    with pytest.raises(Refusal) as refusal:
        teams.enter_teams(event=event, text=text, by=by(event), key="more")
    assert (refusal.value.code, event.entries.count()) == (code, 2)


def test_a_team_is_recognised_in_the_next_event_of_the_club() -> None:
    club = a_club()
    first, second = (a_team_event(club, is_drawn=False) for _ in range(2))
    assert list(first.entries.values_list("player", flat=True)) == list(
        second.entries.values_list("player", flat=True)
    )


def test_only_directors_enter_teams_set_rosters_and_open_line_ups() -> None:
    event, outsider = a_team_event(a_club()), a_user()
    for command in (
        lambda: teams.enter_teams(event=event, text="X: y", by=outsider, key="x"),
        lambda: teams.set_roster(entry=event.entries.get(number=1), names="y", by=outsider),
        lambda: teams.open_line_ups(pairing=row(event, "R1-1"), by=outsider),
        lambda: teams.change_line_ups(pairing=row(event, "R1-1"), sides={}, by=outsider),
    ):
        with pytest.raises(Refusal, match="directors_only"):
            command()


def test_single_players_cannot_enter_a_team_event() -> None:
    event = a_team_event(a_club(), is_drawn=False)
    with pytest.raises(Refusal, match="takes_teams"):
        entries.enter_names(event=event, names="Zoe", by=by(event), key="zoe")


def test_a_team_cannot_play_a_match() -> None:
    event = a_team_event(a_club(), is_drawn=False)
    team, person = event.entries.get(number=1).player, players.register_player(name="Zoe")
    with pytest.raises(Refusal, match="team_at_board"):
        lifecycle.create_match(desk=event.tournament.desk, white=team, black=person, length=5, by=SYSTEM)


def test_line_ups_are_secret_until_both_are_submitted() -> None:
    event = a_team_event(a_club())
    meeting = row(event, "R1-1")
    white, black = meeting.white_entry, meeting.black_entry
    assert white is not None
    assert black is not None
    assert not teams.submit_line_up(
        pairing=meeting, entry=white, codes=codes(white)[1:3], identity=captain(white)
    )
    assert (PendingLineUp.objects.count(), Match.objects.count()) == (1, 0)
    assert event_state.get_event_state(event).teams.lineups == {}
    assert teams.submit_line_up(pairing=meeting, entry=black, codes=codes(black)[:2], identity=captain(black))
    lineup = event_state.get_event_state(event).teams.lineups["R1-1"]
    assert list(lineup.of(white.number)) == codes(white)[1:3]
    assert list(lineup.of(black.number)) == codes(black)[:2]
    assert PendingLineUp.objects.count() == 0
    boards = Pairing.objects.filter(event=event, board__gte=1).order_by("board")
    assert [
        (board.label, board.match.white.code, board.match.black.code, board.match.length)
        for board in boards
        if board.match
    ] == [
        ("R1-1.1", codes(white)[1], codes(black)[0], 5),
        ("R1-1.2", codes(white)[2], codes(black)[1], 5),
    ]
    assert row(event, "R1-1").match is None
    assert disagreements(event) == []


@pytest.mark.parametrize("submitter", ["member", "other", "nobody"])
def test_only_the_captain_or_the_desk_submits_a_line_up(submitter: str) -> None:
    event = a_team_event(a_club())
    meeting = row(event, "R1-1")
    white, black = meeting.white_entry, meeting.black_entry
    assert white is not None
    assert black is not None
    identities = {"member": Identity(), "other": captain(black), "nobody": Identity(user=a_user())}
    with pytest.raises(Refusal, match="not_the_captain"):
        teams.submit_line_up(
            pairing=meeting, entry=white, codes=codes(white)[:2], identity=identities[submitter]
        )
    teams.submit_line_up(
        pairing=meeting, entry=white, codes=codes(white)[:2], identity=Identity(user=by(event))
    )
    assert PendingLineUp.objects.count() == 1


def test_a_missing_line_up_is_filled_in_board_order_when_the_desk_opens() -> None:
    event = a_team_event(a_club())
    meeting = row(event, "R1-1")
    white, black = meeting.white_entry, meeting.black_entry
    assert white is not None
    assert black is not None
    teams.submit_line_up(pairing=meeting, entry=black, codes=["", codes(black)[2]], identity=captain(black))
    teams.open_line_ups(pairing=meeting, by=by(event))
    first, second = row(event, "R1-1.1"), row(event, "R1-1.2")
    assert (first.match, first.decided, first.winner_entry) == (None, "absence", white)
    assert second.match is not None
    assert second.match.black.code == codes(black)[2]
    meeting = row(event, "R1-1")
    assert (meeting.white_won, meeting.black_won, meeting.decided) == (1, 0, "")
    assert disagreements(event) == []


def test_results_of_boards_decide_the_meeting_and_the_event() -> None:
    event = a_team_event(a_club())
    opened(event, "R1-1")
    settle(match_of(event, "R1-1.1"), "white")
    settle(match_of(event, "R1-1.2"), "white")
    meeting = row(event, "R1-1")
    assert (meeting.white_won, meeting.black_won, meeting.decided) == (2, 0, "result")
    assert meeting.winner_entry == meeting.white_entry
    event.refresh_from_db()
    assert event.status == "finished"
    places = {entry.number: (entry.place_from, entry.place_to) for entry in event.entries.all()}
    assert sorted(places.values()) == [(1, 1), (2, 2)]
    assert disagreements(event) == []


def test_a_drawn_meeting_shares_the_places() -> None:
    event = a_team_event(a_club())
    opened(event, "R1-1")
    settle(match_of(event, "R1-1.1"), "white")
    settle(match_of(event, "R1-1.2"), "black")
    meeting = row(event, "R1-1")
    assert (meeting.is_drawn, meeting.winner_entry, meeting.decided) == (True, None, "result")
    assert {(entry.place_from, entry.place_to) for entry in event.entries.all()} == {(1, 2)}


def test_a_reserve_replaces_a_player_whose_match_has_not_begun() -> None:
    event = a_team_event(a_club())
    opened(event, "R1-1")
    settle(match_of(event, "R1-1.1"), "white")
    white = row(event, "R1-1").white_entry
    assert white is not None
    match = match_of(event, "R1-1.2")
    people = codes(white)
    teams.change_line_ups(
        pairing=row(event, "R1-1"), sides={white.number: [people[0], people[2]]}, by=by(event)
    )
    assert match_of(event, "R1-1.2") == match
    assert match_of(event, "R1-1.2").white.code == people[2]
    with pytest.raises(Refusal, match="board_has_result"):
        teams.change_line_ups(
            pairing=row(event, "R1-1"), sides={white.number: [people[1], people[2]]}, by=by(event)
        )
    lifecycle.start_match(match=match_of(event, "R1-1.2"), by=SYSTEM)
    with pytest.raises(Refusal, match="match_begun"):
        teams.change_line_ups(
            pairing=row(event, "R1-1"), sides={white.number: [people[0], people[1]]}, by=by(event)
        )
    assert disagreements(event) == []


@replayed
def cup_with_a_final(play_off: bool = False) -> Event:
    event = a_team_event(a_club(), teams_in=4, boards=3, size=4, stage=KNOCKOUT)
    for label in ("M1-1", "M1-2"):
        opened(event, label)
        for board, winner in ((1, "white"), (2, "white"), (3, "black")):
            settle(match_of(event, f"{label}.{board}"), winner)
    return event


def test_a_corrected_board_reseats_a_final_that_has_not_begun() -> None:
    event = cup_with_a_final()
    first = row(event, "M1-1")
    opened(event, "M2-1")
    before = match_of(event, "M2-1.1")
    result = states.make_result(5, (2, 5), "black", "played")
    correction_preview = preview_correction(match=match_of(event, "M1-1.1"), result=result)
    assert [(affected.pairing.label, affected.allowed) for affected in correction_preview.affected] == [
        ("M2-1", ())
    ]
    corrections.correct_result(
        match=match_of(event, "M1-1.1"), result=result, choices={}, by=by(event), reason="Wrong sheet"
    )
    final = row(event, "M2-1")
    assert final.white_entry == first.black_entry
    assert (final.white_won, Pairing.objects.filter(event=event, label="M2-1.1").count()) == (None, 0)
    before.refresh_from_db()
    assert before.status == Status.VOID.value
    assert disagreements(event) == []
    journal.undo(event=event, command=event.journal.count(), by=by(event))
    assert row(event, "M2-1").white_entry == first.white_entry
    assert match_of(event, "M2-1.1").status != Status.VOID.value
    assert disagreements(event) == []


def test_a_corrected_board_requires_a_choice_for_a_final_in_play() -> None:
    event = cup_with_a_final()
    opened(event, "M2-1")
    settle(match_of(event, "M2-1.1"), "white")
    lifecycle.start_match(match=match_of(event, "M2-1.2"), by=SYSTEM)
    result = states.make_result(5, (2, 5), "black", "played")
    correction_preview = preview_correction(match=match_of(event, "M1-1.1"), result=result)
    assert [(affected.pairing.label, affected.allowed) for affected in correction_preview.affected] == [
        ("M2-1", ("replay",))
    ]
    with pytest.raises(Refusal, match="choices_needed"):
        settling.correct_result(
            match=match_of(event, "M1-1.1"),
            white_score=2,
            black_score=5,
            winner="black",
            by=by(event),
            reason="x",
        )
    assert row(event, "M1-1.1").match.winner == "white"  # type: ignore[union-attr]
    corrections.correct_result(
        match=match_of(event, "M1-1.1"),
        result=result,
        choices={"M2-1": "replay"},
        by=by(event),
        reason="Wrong sheet",
    )
    assert Pairing.objects.filter(event=event, round=2, board__gte=1).count() == 0
    assert disagreements(event) == []


def test_a_play_off_board_decides_a_tied_meeting() -> None:
    event = a_team_event(a_club(), stage=KNOCKOUT, ties=["points", "play_off"])
    opened(event, "M1-1")
    settle(match_of(event, "M1-1.1"), "white")
    settle(match_of(event, "M1-1.2"), "black")
    meeting = row(event, "M1-1")
    assert (meeting.white_won, meeting.black_won, meeting.decided) == (1, 1, "")
    white, black = meeting.white_entry, meeting.black_entry
    assert white is not None
    assert black is not None
    with pytest.raises(Refusal, match="boards_wrong"):
        teams.change_line_ups(pairing=meeting, sides={white.number: codes(white)}, by=by(event))
    teams.seat_play_off(pairing=meeting, white=codes(white)[0], black=codes(black)[2], by=by(event))
    settle(match_of(event, "M1-1.3"), "black")
    meeting = row(event, "M1-1")
    assert (meeting.winner_entry, meeting.white_won, meeting.black_won) == (black, 1, 1)
    assert disagreements(event) == []


def test_boards_have_their_own_match_lengths() -> None:
    event = a_team_event(a_club(), lengths=[3, 9])
    opened(event, "R1-1")
    assert [match_of(event, f"R1-1.{board}").length for board in (1, 2)] == [3, 9]


def test_boards_are_rated_and_teams_are_not() -> None:
    club = a_club()
    event = a_team_event(club)
    opened(event, "R1-1")
    settle_and_rate(match_of(event, "R1-1.1"), "white")
    rated = RatingChange.objects.filter(rating_list=rating_list_of(club))
    assert sorted(rated.values_list("player__kind", flat=True)) == ["person", "person"]


def test_open_boards_of_a_withdrawn_team_are_voided_until_it_is_reinstated() -> None:
    event = a_team_event(a_club())
    opened(event, "R1-1")
    settle(match_of(event, "R1-1.1"), "white")
    white = row(event, "R1-1").white_entry
    assert white is not None
    entries.withdraw(entry=white, by=by(event))
    labels = Pairing.objects.filter(event=event, board__gte=1).values_list("label", flat=True)
    assert list(labels) == ["R1-1.1"]
    assert disagreements(event) == []
    entries.reinstate(event=event, entry=white.number, by=by(event))
    settle(match_of(event, "R1-1.2"), "black")
    assert row(event, "R1-1").is_drawn
    assert disagreements(event) == []


def test_damaged_rows_of_teams_are_found_and_repaired() -> None:
    event = a_team_event(a_club())
    opened(event, "R1-1")
    settle(match_of(event, "R1-1.1"), "white")
    Pairing.objects.filter(event=event, label="R1-1").update(white_won=0, black_won=2)
    TeamMember.objects.filter(event=event, is_captain=True).update(is_captain=False)
    assert set(disagreements(event)) == {"audit_pairing", "audit_team"}
    maintenance.repair_event(event=event, reason="Damaged")
    assert disagreements(event) == []
    assert row(event, "R1-1").white_won == 1


def test_the_entry_type_cannot_change_after_the_first_entry() -> None:
    event = a_team_event(a_club(), is_drawn=False)
    with pytest.raises(Refusal, match="entries_there"):
        entry_types.set_entry_type(event=event, entry_type=EntryType("pairs"), by=by(event))
