"""The winning chances shown for a match in play."""

import re

import pytest
from django.template import Context, Template

from matches.queries.matches import get_sheet
from matches.services import lifecycle, scoring
from tests.factories import a_called_match, a_report, at_table

pytestmark = pytest.mark.django_db


def shown_chances(match):
    match.refresh_from_db()
    page = Template("{% load odds %}{% chances sheet %}")
    return page.render(Context({"sheet": get_sheet(match)})).strip()


def win(match, side, cube=1, kind="single"):
    key = f"{side}-{match.games.count()}"
    scoring.score_game(match=match, winner=side, kind=kind, cube=cube, identity=at_table(match), key=key)
    match.refresh_from_db()


def test_no_chances_are_shown_before_the_first_game():
    assert shown_chances(a_called_match()) == ""


def shares(match):
    """The shown chances by player, and the sentence on how they were estimated."""
    page = " ".join(shown_chances(match).split())
    figures = re.findall(r'<strong class="numeral (?:felt|oxblood)">(\d+)%</strong> (\w+)', page)
    sentences = [text.strip() for text in re.findall(r'muted small"[^>]*>([^<]+)', page)]
    return {name: int(share) for share, name in figures}, sentences


def test_the_score_gives_both_chances_and_the_table_is_named():
    match = a_called_match(length=5)
    win(match, "white", cube=2)
    sentence = "Winning chances from the score alone, without ratings."
    assert shares(match) == ({"Ada": 65, "Bruno": 35}, [sentence])
    assert '<rect class="chances-white" width="65" height="4"/>' in shown_chances(match)
    assert 'title="Kazaross XG2 25 point MET"' in shown_chances(match)


def test_ratings_move_the_chances_and_are_shown():
    match = a_called_match(length=5)
    lifecycle.store_ratings(ratings={match.pk: (1700, 1500)})
    text = "Winning chances from the score and both ratings, as they were entered for this event or match."
    assert shares(match) == ({"Ada": 63, "Bruno": 37}, [text])
    win(match, "white", cube=2)
    assert shares(match) == (
        {"Ada": 74, "Bruno": 26},
        [f"{text} Between equal players: 65% and 35%."],
    )


def test_no_chances_are_shown_while_a_result_waits_for_its_confirmation():
    match = a_called_match(length=7)
    lifecycle.store_ratings(ratings={match.pk: (1700, 1500)})
    a_report(match, 7, 2)
    assert shown_chances(match) == ""


def test_stored_ratings_do_not_change_the_version_of_a_match():
    match = a_called_match()
    lifecycle.store_ratings(ratings={match.pk: (1700, 1500)})
    lifecycle.store_ratings(ratings={match.pk: None})
    version = match.version
    match.refresh_from_db()
    assert (match.white_rating, match.black_rating, match.version) == (None, None, version)


def test_no_chance_is_shown_as_certain_before_the_end():
    match = a_called_match(length=25)
    lifecycle.store_ratings(ratings={match.pk: (2600, 1200)})
    assert shares(match)[0] == {"Ada": 99, "Bruno": 1}


def test_after_the_crawford_game_the_cube_is_free_again():
    match = a_called_match(length=3)
    win(match, "white", cube=2)
    in_the_crawford_game = shares(match)[0]
    win(match, "black")
    assert (in_the_crawford_game, shares(match)[0]) == ({"Ada": 75, "Bruno": 25}, {"Ada": 51, "Bruno": 49})


def test_no_chances_are_shown_once_the_games_have_decided():
    match = a_called_match(length=1)
    win(match, "black")
    assert shown_chances(match) == ""


def test_no_chances_are_shown_beyond_the_table():
    match = a_called_match(length=31)
    win(match, "white")
    assert shown_chances(match) == ""
