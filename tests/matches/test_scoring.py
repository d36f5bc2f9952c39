"""The live score sheet, game by game."""

import pytest

from matches.actors import SYSTEM
from matches.models import Game, Match
from matches.queries import matches
from matches.services import lifecycle, reporting, scoring
from rules.match import GameOutcome
from rules.sides import Side
from tests.factories import a_called_match, a_desk, a_match, a_report, a_user, at_table, with_account
from tests.matches.refusals import refusal

pytestmark = pytest.mark.django_db


def score(match: Match, winner: str = "white", kind: str = "single", cube: int = 1, **fields: object) -> Game:
    arguments = {"identity": at_table(match)} | fields
    return scoring.score_game(match=match, winner=winner, kind=kind, cube=cube, **arguments)


def test_a_game_is_written_and_the_match_runs() -> None:
    match = a_called_match()
    game = score(match, "black", "gammon", 2, key="g1")
    assert (game.number, game.points, game.is_crawford) == (1, 4, False)
    assert (game.white_after, game.black_after) == (0, 4)
    match.refresh_from_db()
    assert (match.status, match.white_score, match.black_score) == ("running", 0, 4)
    assert match.started_at is not None


def test_the_crawford_game_comes_once_and_without_cube() -> None:
    match = a_called_match(length=5)
    score(match, "white", "gammon", 2)
    doubled = refusal(score, match=match, winner="black", cube=2)
    assert (doubled.code, doubled.law) == ("crawford_cube", "match.crawford")
    assert refusal(score, match=match, winner="black", kind="drop").code == "crawford_cube"
    crawford = score(match, "black")
    after = score(match, "black", "single", 2)
    assert [crawford.is_crawford, after.is_crawford, after.black_after] == [True, False, 3]


def test_a_cube_that_cannot_be_at_this_score_is_refused() -> None:
    match = a_called_match(length=1)
    Match.objects.filter(pk=match.pk).update(laws={"dead_cube": "refuse"})
    match.refresh_from_db()
    error = refusal(score, match=match, cube=2)
    assert (error.code, error.law) == ("cube_unreachable", "cube.dead")
    assert refusal(score, match=a_called_match(length=1), cube=64).code == "cube_unreachable"
    assert refusal(score, match=match, cube=3).code == "cube_value_impossible"


def test_a_needless_cube_is_recorded() -> None:
    assert score(a_called_match(length=1), cube=2).cube == 2


@pytest.mark.parametrize(
    ("winner", "kind"), [("grey", "single"), ("white", "triple"), ("white", "resigned_gammon")]
)
def test_an_unknown_kind_of_game_is_refused(winner: str, kind: str) -> None:
    assert refusal(score, match=a_called_match(), winner=winner, kind=kind).code == "game_unknown"


def test_the_game_that_ends_the_match_reports_the_score() -> None:
    match = a_called_match(length=3)
    score(match, "black")
    score(match, "white", "gammon", 2, key="last")
    match.refresh_from_db()
    report = match.reports.get()
    assert (match.status, match.white_score, match.black_score) == ("reported", 3, 1)
    assert (report.white_score, report.black_score, report.state) == (3, 1, "open")
    assert (report.contradicts_sheet, report.device) == (False, at_table(match).device)
    settled = reporting.confirm(match=match, report=report, identity=at_table(match, "two"))
    assert (settled.status, settled.games.filter(struck_at=None).count()) == ("settled", 2)


def test_an_official_who_keeps_the_sheet_settles_with_the_last_game() -> None:
    official = a_user()
    match = a_called_match(a_desk(official), length=1)
    score(match, "black", identity=with_account(official))
    match.refresh_from_db()
    assert (match.status, match.winner, match.black_score) == ("settled", "black", 1)


def test_the_same_key_answers_with_the_same_line() -> None:
    match = a_called_match()
    first = score(match, key="g1")
    assert (score(match, key="g1"), Game.objects.count()) == (first, 1)
    assert refusal(score, match=match, winner="black", key="g1").code == "key_used_twice"


def test_the_last_game_is_struck_and_never_erased() -> None:
    match = a_called_match()
    score(match, "white", "gammon", 1)
    wrong = score(match, "black", "gammon", 2)
    back = scoring.strike_last_game(match=match, identity=at_table(match))
    assert (back.white_score, back.black_score, back.status) == (2, 0, "running")
    wrong.refresh_from_db()
    assert wrong.struck_at is not None
    assert score(match, "black").number == 2
    assert Game.objects.count() == 3


def test_striking_the_game_that_ended_the_match_takes_its_report_back() -> None:
    match = a_called_match(length=1)
    score(match)
    back = scoring.strike_last_game(match=match, identity=at_table(match))
    assert (back.status, back.white_score) == ("running", 0)
    assert [report.state for report in back.reports.all()] == ["withdrawn"]
    score(match, "black")
    back.refresh_from_db()
    assert (back.status, back.black_score) == ("reported", 1)


def test_a_report_typed_as_a_score_is_not_deleted_with_a_game() -> None:
    match = a_called_match()
    score(match)
    a_report(match, 7, 3)
    error = refusal(scoring.strike_last_game, match=match, identity=at_table(match))
    assert error.code == "already_reported"


def test_striking_on_an_empty_sheet_is_refused() -> None:
    match = lifecycle.start_match(match=a_called_match(), by=SYSTEM)
    assert refusal(scoring.strike_last_game, match=match, identity=at_table(match)).code == "sheet_is_empty"


def test_no_game_is_scored_before_the_call_or_after_the_end() -> None:
    official = a_user()
    match = a_match(a_desk(official))
    keeper = with_account(official)
    assert refusal(score, match=match, identity=keeper).code == "not_called_yet"
    a_report(match, identity=keeper)
    assert refusal(score, match=match, identity=keeper).code == "already_settled"
    assert refusal(scoring.strike_last_game, match=match, identity=keeper).code == "already_settled"


def test_an_outsider_scores_no_games() -> None:
    match = a_called_match()
    outsider = with_account(a_user())
    assert refusal(score, match=match, identity=outsider).code == "not_your_match"
    assert refusal(scoring.strike_last_game, match=match, identity=outsider).code == "not_your_match"


def test_a_line_written_on_an_older_sheet_is_refused() -> None:
    match = a_called_match()
    score(match)
    assert refusal(score, match=match, version=match.version).code == "changed_meanwhile"


def test_the_sheet_offers_exactly_what_can_be_at_its_score() -> None:
    match = a_called_match(length=2)
    score(match, "white")
    match.refresh_from_db()
    sheet = matches.get_sheet(match)
    assert sheet.score.is_crawford
    assert sheet.choices == tuple(
        GameOutcome(side, kind, 1)
        for side in (Side.WHITE, Side.BLACK)
        for kind in ("single", "gammon", "backgammon")
    )
