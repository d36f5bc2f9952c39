"""The form field of a position: an identifier, or points typed one by one, shown on a board."""

import pytest
from django.test import Client
from django.utils.http import urlencode

from matches.records.forms import PositionForm
from matches.widgets import PointEntry, PositionField
from rules.formats.xgid import read_xgid, write_xgid
from rules.position import Position
from rules.sides import Side
from tests.tournaments import club_evenings

START = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"
POINTS = "24x2 13x5 8x3 6x5"


def clean(**parts: str) -> PositionForm:
    form = PositionForm({f"id-{name}": text for name, text in parts.items()} | {"id": "ignored"})
    form.is_valid()
    return form


def test_points_of_both_sides_make_the_xgid_and_replace_the_identifier() -> None:
    assert clean(white=POINTS, black=POINTS).cleaned_data["id"] == START
    form = clean(white="6×3, 5:2 bar", black="BAR*2 1", turn="black", dice="3-1", cube="4", owner="white")
    standing = read_xgid(form.cleaned_data["id"])
    expected = Position.build({6: 3, 5: 2, 25: 1, 0: 9}, {25: 2, 1: 1, 0: 12}, Side.BLACK)
    assert standing.position == expected
    assert (standing.turn, standing.dice, standing.cube, standing.cube_owner) == (
        Side.BLACK,
        (3, 1),
        4,
        Side.WHITE,
    )
    assert write_xgid(standing) == form.cleaned_data["id"]


def test_points_of_one_side_leave_the_other_borne_off() -> None:
    standing = read_xgid(clean(white="1x2").cleaned_data["id"])
    assert standing.position == Position.build({1: 2, 0: 13}, {0: 15})


@pytest.mark.parametrize(
    ("parts", "sentence"),
    [
        ({"white": "24y2"}, "“24y2” is not a point such as 24, 13x5 or bar."),
        ({"white": "26x2"}, "“26x2” is not a point"),
        ({"white": "0"}, "“0” is not a point"),
        ({"white": "6x16"}, "“6x16” is not a point"),
        ({"white": "6x2 6"}, "“6” is not a point"),
        ({"white": "6", "black": "19"}, "Both sides have checkers on White's 6 point."),
        ({"white": "6", "dice": "70"}, "Dice are two numbers from 1 to 6, such as 31."),
        ({"white": "6", "cube": "3"}, "The cube cannot be at 3."),
    ],
)
def test_points_of_an_impossible_position_are_refused_and_shown_again(
    parts: dict[str, str], sentence: str
) -> None:
    form = clean(**parts)
    (error,) = form.errors["id"]
    assert error.startswith(sentence)
    page = str(form["id"])
    assert all(f'value="{text}"' in page for text in parts.values())
    assert "ignored" not in page


def test_the_widget_draws_the_position_that_was_entered() -> None:
    closed = "XGID=-b----E-C---eE---c-e----B-:1:1:-1:64:0:0:0:0:10"
    for identifier, cube in ((closed, ">2</text>"), ("", ">64</text>"), ("no position", ">64</text>")):
        page = str(PositionForm(initial={"id": identifier})["id"])
        assert cube in page
        assert page.count('<svg class="board"') == 1
        assert ("die-black" in page) is (identifier == closed)
    doubled = str(PositionForm(initial={"id": START.replace(":00:", ":D:")})["id"])
    assert 'class="cube cube-offered"' in doubled


def test_without_a_position_a_form_is_not_bound() -> None:
    field = PositionField(required=False)
    assert field.clean("") == field.clean(None) == ""
    assert field.has_changed("", PointEntry("6"))
    assert not field.has_changed("x", "x")
    widget = field.widget
    assert widget.value_omitted_from_data({}, {}, "id")
    assert not widget.value_omitted_from_data({"id-white": "6"}, {}, "id")


@pytest.mark.django_db
def test_points_show_a_position_and_its_plays_without_a_script(client: Client) -> None:
    query = urlencode({"id": "", "id-white": POINTS, "id-black": POINTS, "id-dice": "31"})
    page = client.get(f"/position/?{query}").content.decode()
    assert "16 legal plays" in page
    refused = client.get(f"/position/?{urlencode({'id-white': '6x99'})}")
    assert refused.status_code == 400
    assert "is not a point" in refused.content.decode()
    assert client.get("/position/?id=").status_code == 200


@pytest.mark.django_db
def test_the_rulings_assistant_accepts_typed_points(client: Client) -> None:
    after = "24x2 13x4 10 8x3 6x5"
    query = {
        "case": "illegal_play",
        "judge": "1",
        "position-white": POINTS,
        "position-black": POINTS,
        "roll": "31",
        "after-white": after,
        "after-black": POINTS,
    }
    page = client.get(f"/conduct/?{urlencode(query)}")
    assert page.status_code == 200, page.content.decode()
    assert page.context["texts"][0].continuations
    wrong = client.get(f"/conduct/?{urlencode(query | {'position-dice': '9'})}")
    assert wrong.status_code == 400


@pytest.mark.django_db
def test_the_search_of_a_club_accepts_typed_points(client: Client) -> None:
    address = f"/clubs/{club_evenings.a_club().slug}/positions/"
    query = urlencode({"id-white": POINTS, "id-black": POINTS})
    page = client.get(f"{address}?{query}")
    assert page.status_code == 200
    assert "This position is not in the club" in page.content.decode()
    assert client.get(f"{address}?{urlencode({'id-white': 'x'})}").status_code == 400


@pytest.mark.django_db
def test_what_a_query_does_not_say_clearly_is_refused(client: Client) -> None:
    unknown = client.get("/conduct/?case=doce")
    assert (unknown.status_code, "There is no case called “doce”." in unknown.content.decode()) == (400, True)
    assert client.get("/conduct/?case=").status_code == 200
    alone = client.get("/position/?dice=31")
    assert (alone.status_code, list(alone.context["form"].errors)) == (400, ["id"])
