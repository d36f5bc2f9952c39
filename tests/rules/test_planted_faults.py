"""Faults inserted into correct matches are all found in their place: none hides another."""

from dataclasses import replace
from random import Random

from rules.formats import read
from rules.notation import DANCE
from rules.replay import replay
from tests.rules.planted_faults import plant
from tests.rules.sample_records import manifest, sample, sheet

MATCHES = [
    entry["file"] for entry in manifest() if entry["length"] and entry["rules"].get("crawford") is not False
]


def errors(verdict):
    """The faults found as (game, action, code)."""
    return {
        (finding.game, finding.action, finding.code)
        for finding in verdict.findings
        if finding.severity == "error"
    }


def test_every_planted_fault_is_found_in_its_place_and_nothing_else(subtests):
    for seed in range(60):
        with subtests.test(seed=seed):
            random = Random(seed)
            record, value = plant(read(sample(random.choice(MATCHES)).encode()), random.randint(1, 9), random)
            assert errors(replay(record)) == value


def test_the_lawful_play_that_was_meant_is_named_for_each_of_them(subtests):
    for seed in range(60, 80):
        with subtests.test(seed=seed):
            random = Random(seed)
            original = read(sample(random.choice(MATCHES)).encode())
            record, _ = plant(original, 6, random)
            frames = {game.number: game.frames for game in replay(original).games}
            items = [finding for finding in replay(record).findings if "meant" in finding.facts]
            played = [frames[item.game][item.action + 1].text for item in items]
            assert [item.facts["meant"] in item.legal for item in items] == [True] * len(items)
            assert (
                sum(value.facts["meant"] == text for value, text in zip(items, played, strict=True))
                >= len(items) // 2
            )


def test_two_faults_of_one_turn_are_both_reported():
    record = sheet("31: 8/5 6/5 | Doubles => 4\nTakes | 64: 24/18 13/8\n61: 13/7 8/7")
    assert errors(replay(record)) == {(1, 1, "cube_value_wrong"), (1, 3, "not_the_dice")}


def test_faults_of_plays_cube_and_score_in_several_games_stand_side_by_side():
    record = read(sample("m054_7pt.mat").encode())
    games = list(record.games)
    first, third = games[0], games[2]
    dance = first.actions[3]._replace(written=DANCE)
    games[0] = replace(first, actions=(*first.actions[:3], dance, *first.actions[4:]))
    games[2] = replace(third, score_before=(third.score_before[0] + 1, third.score_before[1]))
    verdict = replay(replace(record, games=tuple(games)))
    assert errors(verdict) == {(1, 3, "play_missing"), (third.number, -1, "score_line_wrong")}
    assert verdict.status == "invalid"


def test_wrong_points_do_not_hide_a_wrong_play_later():
    record = read(sample("m054_7pt.mat").encode())
    games = list(record.games)
    index = next(number for number, game in enumerate(replay(record).games) if game.kind == "drop")
    games[index] = replace(games[index], points=5)
    spoiled, value = plant(replace(record, games=tuple(games)), 1, Random(3))
    result = errors(replay(spoiled))
    assert value < result
    assert result - value == {(games[index].number, -1, "points_wrong")}
