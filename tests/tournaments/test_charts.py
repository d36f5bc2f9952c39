"""The rating chart: one step per match, markers before colours, nothing a strict policy would refuse."""

import re
from xml.etree import ElementTree

import pytest

from tournaments.charts import HEIGHT, MOST_MARKS, WIDTH, RatedPoint, rating_chart

SVG = "{http://www.w3.org/2000/svg}"
POINTS = [
    RatedPoint(1522.4, True, "Beat Bruno 5 : 3", "3 Oct"),
    RatedPoint(1510.1, False, "Lost to Carla & Co <7>", "10 Oct"),
    RatedPoint(1531.9, True, "Beat Dario 7 : 0", "17 Oct"),
]


def chart(points=POINTS, start=1500.0, **options):
    value = {"title": "Rating of Anna", "description": "From 1500 to 1532", "ids": "anna"} | options
    return ElementTree.fromstring(rating_chart(start, points, **value))


def texts(root, kind):
    return [item.text for item in root.iter(f"{SVG}text") if kind in item.get("class", "").split()]


def test_without_matches_there_is_no_chart():
    assert rating_chart(1500.0, [], title="Anna", description="", ids="anna") == ""


def test_the_chart_is_named_by_its_title_and_description():
    root = chart()
    result = root.get("aria-labelledby").split()
    mapping = {child.get("id"): child.text for child in root if child.get("id")}
    assert root.get("role") == "img"
    assert [mapping[name] for name in result] == ["Rating of Anna", "From 1500 to 1532"]


def test_wins_stand_up_and_losses_hang_down():
    root = chart()
    marks = [path for path in root.iter(f"{SVG}path") if "chart-mark" in path.get("class").split()]
    assert [mark.get("class").split()[1] for mark in marks] == ["chart-won", "chart-lost", "chart-won"]
    assert [mark.get("d").endswith(" -9z") for mark in marks] == [True, False, True]
    assert [mark.find(f"{SVG}title").text for mark in marks] == [point.label for point in POINTS]


def test_the_line_goes_from_the_start_through_every_match():
    (line,) = [path for path in chart().iter(f"{SVG}path") if path.get("class") == "chart-line"]
    assert len(re.findall(r"[ML]", line.get("d"))) == len(POINTS) + 1


def test_matches_stand_at_their_dates():
    days = [RatedPoint(1500.0, True, "", "", day) for day in (0.0, 10.0, 100.0)]
    (line,) = [path for path in chart(days).iter(f"{SVG}path") if path.get("class") == "chart-line"]
    xs = [float(pair.split()[0]) for pair in re.split(r"[ML]", line.get("d"))[1:]]
    first, second, third = xs[1:]
    assert (xs[0], round((second - first) / (third - first), 3)) == (58.0, 0.1)


def test_everything_is_drawn_inside_the_frame():
    points = [RatedPoint(rating, True, "", "") for rating in (900.0, 2400.0, 1499.999, 1500.0)]
    (line,) = [path for path in chart(points).iter(f"{SVG}path") if path.get("class") == "chart-line"]
    pairs = [tuple(map(float, pair.split())) for pair in re.split(r"[ML]", line.get("d"))[1:]]
    assert all(0 <= x <= WIDTH and 0 <= y <= HEIGHT for x, y in pairs)


@pytest.mark.parametrize(
    ("ratings", "levels"),
    [
        ([1500.0], ["1500", "1505"]),
        ([1522.4, 1510.1, 1531.9], ["1500", "1510", "1520", "1530", "1540"]),
        ([1800.0, 1300.0], ["1200", "1400", "1600", "1800", "2000"]),
    ],
)
def test_a_handful_of_round_levels_frames_the_ratings(ratings, levels):
    points = [RatedPoint(rating, True, "", "") for rating in ratings]
    assert texts(chart(points), "chart-level") == levels


def test_the_ends_are_dated_once_when_they_are_one_evening():
    assert texts(chart(), "chart-date") == ["3 Oct", "17 Oct"]
    assert texts(chart(POINTS[:1]), "chart-date") == ["3 Oct"]


def test_the_present_rating_stands_at_the_end_in_whole_points():
    assert texts(chart(), "chart-now") == ["1532"]


def test_a_long_history_is_a_line_without_marks():
    points = [RatedPoint(1500.0 + n, True, "", "") for n in range(MOST_MARKS + 1)]
    text = rating_chart(1500.0, points, title="", description="", ids="x")
    assert ("chart-mark" in text, text.count("chart-last")) == (False, 1)


def test_no_style_and_no_script_can_come_in():
    hostile = [RatedPoint(1501.0, True, '"><script>alert(1)</script>', '<b style="x">')]
    text = rating_chart(1500.0, hostile, title="</title><script>", description="&", ids='a"b')
    root = ElementTree.fromstring(text)
    assert {element.tag.removeprefix(SVG) for element in root.iter()} == {
        "svg",
        "title",
        "desc",
        "path",
        "text",
    }
    assert not any("style" in element.attrib for element in root.iter())
