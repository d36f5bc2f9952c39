"""Real files of many programs, and damaged copies of them, stored outside the repository."""

import json

import pytest

from rules.formats import read
from rules.formats.mat_writing import write_mat
from rules.replay import replay
from tests.rules.sample_records import shared
from tests.rules.test_formats import essence

KINDS = {
    "wrong-die": {"not_the_dice", "too_many_numbers"},
    "half-play": {"numbers_unused"},
    "false-dance": {"play_missing"},
    "blocked-point": {"blocked_point"},
    "ignore-bar": {"bar_first"},
    "early-bearoff": {"early_bear_off"},
    "bad-die": {"dice_invalid"},
    "cube-skips": {"cube_value_wrong"},
    "wrong-points": {"points_wrong"},
    "wrong-score-line": {"score_line_wrong"},
    "truncated": {"game_unfinished", "match_unfinished"},
    "missing-last-game": {"match_unfinished"},
}


def test_every_dialect_reads_with_the_known_games_and_points():
    folder = shared("dialects")
    data = json.loads((folder / "expected.json").read_text(encoding="utf-8"))
    assert len(data) == 112
    for entry in data:
        record = read((folder / entry["file"]).read_bytes())
        verdict = replay(record)
        assert verdict.status in ("certified", "certified_with_notes"), entry["file"]
        assert verdict.plays == entry["plays"], entry["file"]
        assert list(record.players) == [name.strip() for name in entry["players"]]
        assert _claims(record) == [_expected_claim(game) for game in entry["games"]], entry["file"]
        assert _credited(verdict, verdict.score) == _credited(verdict, entry["final_score"]), entry["file"]
        assert essence(read(write_mat(record).encode())) == essence(record), entry["file"]


def _claims(record):
    return [(game.score_before, game.winner and game.winner.index, game.points) for game in record.games]


def _expected_claim(game):
    return (tuple(game["score_before"]), game["winner"], game["points_declared"])


def _credited(verdict, score):
    return [min(points, verdict.length or points) for points in score]


def test_every_damaged_record_is_located_with_the_right_fault():
    folder = shared("mutants")
    data = json.loads((folder / "mutants.json").read_text(encoding="utf-8"))
    assert len(data) == 60
    for entry in data:
        verdict = replay(read((folder / entry["file"]).read_bytes()))
        first = next(finding for finding in verdict.findings if finding.severity != "inferred")
        assert first.code in KINDS[entry["mutation"]], entry["file"]
        assert first.game == entry.get("game", first.game), entry["file"]
        if "player" in entry:
            assert first.side.index == entry["player"], entry["file"]
        if "line" in entry:
            assert first.facts["line"] == entry["line"], entry["file"]
        if "was" in entry:
            assert len([finding for finding in verdict.findings if finding.severity == "error"]) == 1


@pytest.mark.parametrize("name", ["dialects", "mutants"])
def test_the_shared_records_stay_outside_the_repository(name):
    assert shared(name).is_dir()
