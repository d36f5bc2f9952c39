"""The rating chart on a player's page."""

from datetime import timedelta
from xml.etree import ElementTree

import pytest
from django.template import Context, Template

from matches.actors import SYSTEM
from matches.models import Match
from matches.services import merging
from tests.factories import a_player
from tests.tournaments.club_evenings import a_club, a_night, match_at, rating_list_of, settle_and_rate
from tournaments.models import RatingChange
from tournaments.seasons.queries.careers import get_career

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


def places_of_marks(root):
    """The x of every mark, by the opponent."""
    marks = [path for path in root.iter(f"{SVG}path") if "chart-mark" in path.get("class")]
    return {
        path.find(f"{SVG}title").text.split("against ")[1].split(" ·")[0]: float(
            path.get("d").removeprefix("M").split()[0]
        )
        for path in marks
    }


def test_a_match_stands_on_its_day_and_not_on_that_of_its_typing():
    club = a_club()
    first, second, third = (
        match_at(a_night(club, ("Anna", opponent), week=week), "M1-1")
        for opponent, week in (("Bruno", 0), ("Carla", 10), ("Dora", 20))
    )
    for match in (first, second, third):
        settle_and_rate(match, "white" if match.white.name == "Anna" else "black")
    starts = {match: match.desk.tournament.starts_at for match in (first, second, third)}
    for match, at in {**starts, second: starts[second] + timedelta(weeks=8)}.items():
        Match.objects.filter(pk=match.pk).update(settled_at=at)
        RatingChange.objects.filter(match=match).update(at=at)
    anna = first.white if first.white.name == "Anna" else first.black
    places = places_of_marks(ElementTree.fromstring(rendered(club, anna)))

    assert places["Carla"] - places["Bruno"] == pytest.approx(places["Dora"] - places["Carla"], abs=5)
