"""The rating chart on a player's page."""

from xml.etree import ElementTree

import pytest
from django.template import Context, Template

from matches.actors import SYSTEM
from matches.services import merging
from tests.factories import a_player
from tests.tournaments.club_evenings import a_club, a_night, match_at, rating_list_of, settle_and_rate
from tournaments.queries.careers import get_career

pytestmark = pytest.mark.django_db

SVG = "{http://www.w3.org/2000/svg}"


def rendered(club, player):
    page = Template("{% load ratings %}{% rating_figure career %}")
    return page.render(Context({"career": get_career(club, player, rating_list_of(club))}))


def test_a_win_is_labelled_with_opponent_and_change():
    club = a_club()
    match = settle_and_rate(match_at(a_night(club), "M1-1"))
    merging.correct_name(player=match.black, name="O'Hara & <Sons>", by=SYSTEM)
    root = ElementTree.fromstring(rendered(club, match.white))
    (mark,) = [path for path in root.iter(f"{SVG}path") if "chart-won" in path.get("class").split()]
    texts = mark.find(f"{SVG}title").text.split(" · ")
    assert texts[1:] == ["Won against O'Hara & <Sons>", "+22.4 → 1522.4"]
    assert root.find(f"{SVG}title").text == f"Rating of {match.white.name}"
    assert root.find(f"{SVG}desc").text == "From 1500 to 1522. Matches: 1. Highest: 1522. Lowest: 1500."


def test_without_rated_matches_there_is_no_chart():
    assert rendered(a_club(), a_player()) == ""
