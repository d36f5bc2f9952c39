"""A field of the API that another field makes ineffective is refused, naming both."""

from typing import Any

import pytest
from django.test import Client

from tests.tournaments import club_evenings
from tournaments.formats.registry import EVENT_FORMATS
from tournaments.models import Event
from tournaments.play.api.silenced_fields import list_effective_fields
from tournaments.play.draws.forms import DrawForm
from tournaments.play.draws.plan_forms import FormatForm

pytestmark = pytest.mark.django_db

CLUB_PATH = "/api/v1/clubs/{club}/tournaments/"
NEW = {"name": "Open", "starts_at": "2026-12-05T10:00:00Z", "tables": 4, "policy": "trust"}
# A value of each option that is not its default.
VALUES: dict[str, Any] = {
    **{
        "fed": 1,
        "final": "advantage",
        "rounds": 7,
        "method": "random",
        "first_method": "random",
        "lives": 4,
        "paid": 3,
    },
    **{"size": 5, "best": 4, "cycles": 2, "third": "on", "ahead": 2, "apart": ["club"], "blocks": "on"},
    **{"pr_equal": "0", "pr_within": "0.5", "pr_best": 4, "seats": "4", "hours": "5 until 20:30"},
    **{"win": "2", "loss": "1", "bye": "1/2", "ties": "buchholz"},
}
# Their effect depends on other options.
MAY_CHANGE_NOTHING = {"apart", "first_method", "ahead", "bye", "paid", "rounds", "hours"}


@pytest.fixture
def event() -> Event:
    return club_evenings.a_night(club_evenings.a_club())


@pytest.mark.parametrize(
    ("method", "path", "body", "field", "other"),
    [
        ("put", "desk/times/", {"scale": "ukbgf", "grace": 10}, "grace", "scale"),
        ("put", "desk/times/", {"step": 5}, "step", "scale"),
        ("put", "desk/times/", {"scale": "nova", "loses": True}, "loses", "scale"),
        ("post", "draws/", {"seeding": "rating", "seeds": [1, 2]}, "seeds", "seeding"),
        ("post", "draws/", {"seeds": [1, 2], "count": 2}, "count", "seeding"),
        ("post", "rounds/", {"flight": "main", "mode": "late", "away": [1]}, "away", "mode"),
        ("post", "rounds/", {"flight": "main", "arrivals": [1]}, "arrivals", "mode"),
        ("post", "rounds/preview/", {"flight": "main", "arrivals": [1]}, "arrivals", "mode"),
        ("post", "changes/", {"act": "withdraw", "entry": 1, "flight": "main", "length": 3}, "length", "act"),
        (
            "post",
            "changes/preview/",
            {"act": "swap", "entry": 1, "other": 2, "flight": "main", "name": "X"},
            "name",
            "act",
        ),
        ("put", "plan/format/", {"format": "knockout", "lives": 4}, "lives", "format"),
        ("put", "plan/format/", {"format": "blitz", "shape": "knockout", "rounds": 7}, "rounds", "format"),
        ("put", "plan/format/", {"format": "swiss", "ties": "points", "tie_1": "score"}, "tie_1", "ties"),
    ],
)
def test_a_field_without_effect_is_refused(
    desk: Client, event: Event, method: str, path: str, body: dict[str, Any], field: str, other: str
) -> None:
    request = getattr(desk, method)
    response = request(f"/api/v1/events/{event.pk}/{path}", body, content_type="application/json")
    problem = response.json()
    assert (response.status_code, problem["code"], problem["context"]) == (
        400,
        "field_silenced",
        {"field": field, "other": other},
    )


@pytest.mark.parametrize(
    ("stated", "field"),
    [
        ({"format": "swiss"}, "format"),
        ({"format": "knockout_consolation", "anew": False}, "format"),
        ({"length": [7]}, "length"),
        ({"takes": "pairs"}, "takes"),
    ],
)
def test_a_weekly_tournament_takes_a_format_only_anew(
    desk: Client, event: Event, stated: dict[str, Any], field: str
) -> None:
    path = f"/api/v1/clubs/{event.tournament.club.slug}/weekly-tournaments/"
    body = {"name": "Monday", "weekday": 0, "begins": "20:00", "tables": 4, "policy": "trust"}
    night = desk.post(path, body, content_type="application/json").json()
    address = f"{path}{night['number']}/"
    problem = desk.put(address, {**body, **stated}, content_type="application/json").json()
    assert (problem["code"], problem["context"]) == ("field_silenced", {"field": field, "other": "anew"})
    for valid in ({**stated, "anew": True}, {"fee": 5}):
        assert desk.put(address, {**body, **valid}, content_type="application/json").status_code == 200


def test_boards_are_of_team_events(desk: Client, event: Event) -> None:
    path = CLUB_PATH.format(club=event.tournament.club.slug)
    body = {**NEW, "boards": 3}
    response = desk.post(path, body, content_type="application/json")
    assert (response.status_code, response.json()["context"]) == (400, {"field": "boards", "other": "takes"})
    assert (
        desk.post(path, {**NEW, "takes": "teams", "boards": 3}, content_type="application/json").status_code
        == 201
    )


@pytest.mark.parametrize("scheme", EVENT_FORMATS)
def test_exactly_the_options_that_are_refused_leave_the_plan_as_it_is(scheme: str) -> None:
    def make_plan(**values: Any) -> Any:
        form = FormatForm({**FormatForm.get_initial(), "scheme": scheme, **values})
        assert form.is_valid(), form.errors
        return form.plan()

    plain = make_plan()
    ineffective = {name for name, value in VALUES.items() if make_plan(**{name: value}) == plain}
    effective = set(list_effective_fields(scheme, FormatForm.get_initial()))
    assert ineffective.isdisjoint(effective - MAY_CHANGE_NOTHING), ineffective & effective
    assert set(VALUES) - effective <= ineffective


def test_numbers_of_seeds_need_the_choice_of_manual_seeding() -> None:
    numbers = {"flight": "main", "seed-3": "1", "seed-1": "2"}
    assert list(DrawForm(numbers).errors) == ["seeding"]
    form = DrawForm({**numbers, "seeding": "hand"})
    assert (form.is_valid(), form.cleaned_data["order"]) == (True, (3, 1))
