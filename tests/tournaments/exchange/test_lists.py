"""Lists that secretaries and directors have are read, queried about or refused as `expected.json` says."""

import json
import re
from dataclasses import fields
from datetime import date
from pathlib import Path

import pytest

from tournaments import countries
from tournaments.exchange.lists import files, reader
from tournaments.exchange.lists.reading import PersonRow

FOLDER = Path(__file__).parent.parent.parent / "data" / "lists"
SEED = re.compile(r" \(\d+\)$")
EXPECTED = json.loads((FOLDER / "expected.json").read_text())["files"]
TODAY = date(2026, 12, 1)
# Of `expected.json`, and the field of `PersonRow` that has it.
FIELDS = {"pr": "performance", "paid": "fee_paid", "paid_amount": "fee_paid_amount"}
# What a row may know besides: parts of the name that are stated by the list, a status, a note.
MAY_KNOW = {
    "first",
    "last",
    "title",
    "nickname",
    "status",
    "note",
    "active",
    "number",
    "other_phones",
    "unstored",
}  # Of a date whose order of day and month is queried, and cells that cannot be stored.
MAY_KNOW |= {"unclear_birth_year", "unstored", "listed_fee", "fee_paid_by"}
# The codes of questions and refusals by which each point of `must_ask` is queried or refused.
CODES = {
    "sheet": {"sheet"},
    "hidden rows": {"hidden_rows"},
    "two people?": {"same_person"},
    "one person?": {"same_person"},
    "columns": {"columns"},
    "sections": {"sections"},
    "row without a person": {"no_person"},
    "order of dates": {"date_order"},
    "score against winner": {"score_against_winner"},
    "score is a date": {"score_dates"},
    "sheets": {"sheets"},
    "two halves differ": {"halves_differ"},
    "form of the file": {"bracket"},
    "walk-over": {"walkover_winner"},
    "three sets": {"sets"},
    "0-0 with a winner": {"unplayed_with_winner"},
    "names": {"handles"},
    "walk-over without a winner": {"walkover_winner"},
    "unfinished": {"unfinished"},
    "impossible": {"above_length", "against_oneself", "score_level"},
    "score is a time": {"score_times"},
    "line 6": {"surname_alone"},
    "line 8": {"rating_unclear"},
    "line 10": {"number_behind"},
    "struck out": {"struck_out"},
    "+1": {"guest"},
    "me too": {"me_too"},
    "name": {"bracket_name"},
    "partner missing": {"partner_missing"},
    "part payment": {"part_payment"},
    "twice": {"twice"},
    "two names": {"two_names"},
    "partner": {"partner"},
    "test row": {"test_row"},
    "rating": {"rating_unclear"},
    "spectator": {"spectator"},
    "no real name": {"only_tag"},
}


def read(name, answers=None):
    given = answers or {}
    kind = EXPECTED[name]["kind"]
    return reader.read_list(files.read_file((FOLDER / name).read_bytes(), given), kind, given, TODAY)


def describe(person: PersonRow) -> dict[str, object]:
    """Everything that a row knows, as `expected.json` writes it."""
    known = {one.name: getattr(person, one.name) for one in fields(person)}
    known["number"] = known["number"] or known.pop("position")
    known.pop("position", None)
    return {
        key: value.isoformat() if isinstance(value, date) else value
        for key, value in known.items()
        if value not in (None, "", ()) and key != "is_incomplete"
    }


def check_person(person, expected):
    known = describe(person)
    wanted = {FIELDS.get(key, key): value for key, value in expected.items()}
    names = {wanted.pop("name"), *wanted.pop("name_also", ())}
    assert known.pop("name") in names
    wanted.pop("phone_also", None)
    if "number_also" in wanted:
        assert known.pop("number") in {wanted.pop("number"), *wanted.pop("number_also")}
    if "country" in wanted:
        assert known.pop("country") in {
            countries.code_of(wanted.pop("country")),
            *wanted.pop("country_also", ()),
        }
    for key in ("first", "last", "nickname", "title"):
        if key in wanted and key not in known:
            wanted.pop(key)
    unknown = known.keys() - wanted.keys()
    assert unknown <= MAY_KNOW
    assert not ("active" in unknown and known["active"] is False)
    assert {key: known.get(key) for key in wanted} == wanted


def check_match(match, expected):
    wanted = dict(expected)
    known = {
        "line": match.line,
        # The import drops the number of a seed, which may be that of a member.
        "a": SEED.sub("", match.one),
        "b": SEED.sub("", match.other),
        "winner": SEED.sub("", match.winner),
        "date": match.day and match.day.isoformat(),
        "score_a": match.score_one,
        "score_b": match.score_other,
        "length": match.length,
        "how": match.how,
        "event": match.event,
        "round": match.round,
        "sheet": match.sheet,
        "sets": [list(one) for one in match.sets],
    }
    assert {key: known[key] for key in wanted} == wanted
    for key in ("date", "score_a", "score_b", "length", "how", "sets"):
        assert (
            key in wanted
            or not known[key]
            or (key == "length" and known[key] == max(match.score_one, match.score_other))
        )


def check_rows(reading, expected, suffix=""):
    if f"persons{suffix}" in expected or not suffix:
        wanted = expected.get(f"persons{suffix}", [])
        assert [person.line for person in reading.persons] == [one["line"] for one in wanted]
        for person, one in zip(reading.persons, wanted, strict=True):
            check_person(person, one)
    pairs = [
        {"line": pair.line, "names": list(pair.names)}
        | ({"club": pair.club} if pair.club else {})
        | ({"team": pair.team} if pair.team else {})
        for pair in reading.pairs
    ]
    assert pairs == expected.get("pairs", [])
    season = [
        {"line": row.line, "name": row.name, "points": dict(row.points), "total": row.total}
        for row in reading.season
    ]
    assert season == expected.get("season", [])


def check_results(reading, wanted):
    assert [match.line for match in reading.results] == [one["line"] for one in wanted]
    for match, one in zip(reading.results, wanted, strict=True):
        check_match(match, one)


def check_question(reading, point):
    """A point is queried about, or its lines are refused, with each of its lines named."""
    codes = CODES[point["about"]]
    lines = {line for one in reading.questions if one.code in codes for line in one.lines}
    lines |= {one.line for one in reading.refusals if one.code in codes}
    assert any(one.code in codes for one in (*reading.questions, *reading.refusals)), point
    if point["about"] == "partner":
        # The first of its two lines is repeated by a later one.
        assert lines & set(point["lines"])
    else:
        assert set(point.get("lines", ())) <= lines


@pytest.mark.parametrize("name", EXPECTED)
def test_a_list_is_read_as_it_is_meant(name):
    expected, reading = EXPECTED[name], read(name)
    if expected["outcome"] == "refuse":
        assert [(one.code, one.line) for one in reading.refusals] == [("no_name_column", 1)]
        assert reading.persons == ()
        return
    check_rows(reading, expected)
    check_results(reading, expected.get("results", []))
    if expected["outcome"] == "read":
        assert reading.questions == ()
        assert reading.refusals == ()
    for point in expected.get("must_ask", []):
        check_question(reading, point)
    for fact in ("sheet", "heading_row", "encoding"):
        if fact in expected:
            assert getattr(reading, fact).__str__().removesuffix("-sig") == str(expected[fact]).removesuffix(
                "-sig"
            )
    if "separator" in expected:
        assert reading.separator == expected["separator"].replace("tab", "\t")
    taken = {row.line for row in (*reading.persons, *reading.season)}
    assert taken.isdisjoint(one["line"] for one in expected.get("not_persons", []))


def test_an_answer_takes_the_hidden_rows():
    name = "m10_hidden_formulas.xlsx"
    persons = read(name, {"hidden_rows": "take"}).persons
    hidden = [person for person in persons if person.line in (4, 7)]
    for person, expected in zip(hidden, EXPECTED[name]["persons_if_hidden_taken"], strict=True):
        check_person(person, expected)
    assert len(persons) == 6


def test_an_answer_says_the_order_of_day_and_month():
    name = "m17_dates_unclear.csv"
    assert [one.is_open for one in read(name).questions] == [True]
    reading = read(name, {"date_order": "day"})
    assert reading.is_ready
    for person, expected in zip(reading.persons, EXPECTED[name]["persons_if_day_first"], strict=True):
        check_person(person, expected)
    assert read(name, {"date_order": "month"}).persons[0].birth == date(1980, 3, 4)


def test_an_answer_restores_scores_that_became_dates():
    name = "r03_scores_became_dates.xlsx"
    results = {match.line: match for match in read(name, {"score_dates": "day"}).results}
    for expected in EXPECTED[name]["results_if_day_first"]:
        check_match(results[expected["line"]], expected)
    swapped = {match.line: match for match in read(name, {"score_dates": "month"}).results}
    assert (swapped[2].score_one, swapped[2].score_other) == (5, 7)


def test_two_rows_that_nobody_can_tell_apart_are_one_or_two_persons_by_answer():
    name = "m12_namesakes_duplicates.csv"
    (question,) = [one for one in read(name).questions if one.is_open]
    assert question.lines == (11, 12)
    assert [one.line for one in read(name, {question.key: "one_person"}).persons][-1] == 11
    assert [one.line for one in read(name, {question.key: "two_people"}).persons][-2:] == [11, 12]
