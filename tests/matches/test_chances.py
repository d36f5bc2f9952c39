"""What watchers are told of the chances in a running match."""

import pytest
from django.template import Context, Template

from matches.queries.sheets import sheet_of
from matches.services import scoring
from tests.factories import a_called_match, at_table

pytestmark = pytest.mark.django_db


def told(match):
    match.refresh_from_db()
    page = Template("{% load odds %}{% chances sheet %}")
    return page.render(Context({"sheet": sheet_of(match)})).strip()


def win(match, side, cube=1, kind="single"):
    key = f"{side}-{match.games.count()}"
    scoring.score_game(match=match, winner=side, kind=kind, cube=cube, identity=at_table(match), key=key)
    match.refresh_from_db()


def test_before_the_first_game_nothing_is_told():
    assert told(a_called_match()) == ""


def test_the_score_gives_both_chances_in_whole_percent():
    match = a_called_match(length=5)
    win(match, "white", cube=2)
    assert told(match) == (
        '<figure class="chances"><svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">'
        '<rect class="chances-white" width="65" height="4"/>'
        '<rect class="chances-black" x="65" width="35" height="4"/></svg>'
        '<figcaption class="soft small">If both play equally well, the score gives: '
        "Ada 65 %, Bruno 35 %</figcaption></figure>"
    )


def test_after_the_crawford_game_the_cube_is_free_again():
    match = a_called_match(length=3)
    win(match, "white", cube=2)
    in_the_crawford_game = told(match)
    win(match, "black")
    assert ("Ada 75 %, Bruno 25 %" in in_the_crawford_game, "Ada 51 %, Bruno 49 %" in told(match)) == (
        True,
        True,
    )


def test_when_the_games_have_decided_nothing_is_told():
    match = a_called_match(length=1)
    win(match, "black")
    assert told(match) == ""


def test_beyond_the_table_nothing_is_told():
    match = a_called_match(length=31)
    win(match, "white")
    assert told(match) == ""
