"""The SVG chart of a rating: one step per match, markers that differ in shape, no styles or scripts."""

import re
from xml.etree import ElementTree

import pytest

from tournaments.charts.rating_chart import MOST_MARKS, RatedPoint, draw_rating_chart
from tournaments.charts.svg import HEIGHT, WIDTH

SVG = "{http://www.w3.org/2000/svg}"
POINTS = [
    RatedPoint(1522.4, True, "Beat Bruno 5 : 3", "3 Oct"),
    RatedPoint(1510.1, False, "Lost to Carla & Co <7>", "10 Oct"),
    RatedPoint(1531.9, True, "Beat Dario 7 : 0", "17 Oct"),
]


def chart(points=POINTS, start=1500.0, **options):
    """Return the root element of a rating chart."""
    arguments = {"title": "Rating of Anna", "description": "From 1500 to 1532", "ids": "anna"} | options
    return ElementTree.fromstring(draw_rating_chart(start, points, **arguments))


def texts(root, kind):
    """Return the texts whose class is `kind`."""
    return [element.text for element in root.iter(f"{SVG}text") if kind in element.get("class", "").split()]


def test_without_matches_there_is_no_chart():
    assert draw_rating_chart(1500.0, [], title="Anna", description="", ids="anna") == ""


def test_the_chart_is_named_by_its_title_and_description():
    root = chart()
    label_ids = root.get("aria-labelledby").split()
    texts_by_id = {child.get("id"): child.text for child in root if child.get("id")}
    assert root.get("role") == "img"
    assert [texts_by_id[name] for name in label_ids] == ["Rating of Anna", "From 1500 to 1532"]


def test_markers_point_up_for_wins_and_down_for_losses():
    root = chart()
    marks = [path for path in root.iter(f"{SVG}path") if "chart-mark" in path.get("class").split()]
    assert [mark.get("class").split()[1] for mark in marks] == ["chart-won", "chart-lost", "chart-won"]
    assert [mark.get("d").endswith(" -9z") for mark in marks] == [True, False, True]
    assert [mark.find(f"{SVG}title").text for mark in marks] == [point.label for point in POINTS]


def test_the_line_goes_from_the_start_through_every_match():
    (line,) = [path for path in chart().iter(f"{SVG}path") if path.get("class") == "chart-line"]
    assert len(re.findall(r"[ML]", line.get("d"))) == len(POINTS) + 1


def test_matches_are_placed_by_their_dates():
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
def test_round_levels_frame_the_ratings(ratings, levels):
    points = [RatedPoint(rating, True, "", "") for rating in ratings]
    assert texts(chart(points), "chart-level") == levels


def test_the_ends_are_dated_once_if_on_the_same_day():
    assert texts(chart(), "chart-date") == ["3 Oct", "17 Oct"]
    assert texts(chart(POINTS[:1]), "chart-date") == ["3 Oct"]


def test_the_current_rating_is_shown_at_the_end_in_whole_points():
    assert texts(chart(), "chart-now") == ["1532"]


def test_a_long_history_is_a_line_without_marks():
    points = [RatedPoint(1500.0 + n, True, "", "") for n in range(MOST_MARKS + 1)]
    text = draw_rating_chart(1500.0, points, title="", description="", ids="x")
    assert ("chart-mark" in text, text.count("chart-last")) == (False, 1)


def test_hostile_texts_add_no_styles_or_scripts():
    hostile = [RatedPoint(1501.0, True, '"><script>alert(1)</script>', '<b style="x">')]
    text = draw_rating_chart(1500.0, hostile, title="</title><script>", description="&", ids='a"b')
    root = ElementTree.fromstring(text)
    assert {element.tag.removeprefix(SVG) for element in root.iter()} == {
        "svg",
        "title",
        "desc",
        "path",
        "text",
    }
    assert not any("style" in element.attrib for element in root.iter())
