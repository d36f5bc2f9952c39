"""Rulings of the assistant stored for a match: permissions, visibility, precedents, the rules of a desk."""

from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from matches import permissions
from matches.actors import SYSTEM
from matches.conduct import services
from matches.conduct.models import ConductRuling
from matches.conduct.services import NewRuling
from matches.models import Match, User
from matches.queries import desks
from matches.queries.desks import get_conduct_laws
from matches.services.desks import set_laws
from matches.signals import player_anonymised
from rules.errors import Refusal
from rules.options import ConductLaws, MatchLaws
from tests import factories
from tests.matches.conduct.test_cases import ILLEGAL

pytestmark = pytest.mark.django_db

COCKED = {"roll": "31", "landing_1": "cocked"}
SECRET, NOTE, DECISION = "Bruno pushed the cup", "second time today", "Warning given"
ROW = {"case": "dice", "law": "conduct.dice", "decision": "x"}


def official_of(match: Match) -> User:
    return match.desk.officials.get()


@pytest.fixture
def match() -> Match:
    return factories.a_called_match(factories.a_desk(factories.a_user()))


def store(match: Match, **fields: Any) -> ConductRuling:
    texts: dict[str, Any] = {"happened": SECRET, "note": NOTE, "decision": DECISION}
    ruling = NewRuling(**{"case": "dice", "data": COCKED, **texts, **fields})
    return services.record_ruling(match=match, ruling=ruling, by=official_of(match), key="k1")


def test_a_ruling_is_worked_out_and_stored_once(match: Match) -> None:
    row = store(match, continuation="roll_again")
    assert store(match, continuation="roll_again") == row
    assert (row.number, row.code, row.law, row.continuation, row.data) == (
        1,
        "dice_rerolled",
        "conduct.dice",
        "roll_again",
        COCKED,
    )
    with pytest.raises(Refusal, match="key_used_twice"):
        store(match, note="another")


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"case": "nothing"}, "case_unknown"),
        ({"data": {"roll": "77"}}, "case_field_wrong"),
        ({"continuation": "game_anew"}, "continuation_impossible"),
        ({"case": "late", "data": {}, "decision": " "}, "decision_missing"),
        ({"note": "x" * 1001}, "ruling_text_long"),
    ],
)
def test_invalid_rulings_are_not_stored(match: Match, fields: dict[str, object], code: str) -> None:
    with pytest.raises(Refusal, match=code):
        store(match, **fields)
    assert not ConductRuling.objects.exists()


def test_only_officials_store(match: Match) -> None:
    outsider = factories.a_user()
    assert not permissions.may_rule(outsider, match.desk)
    for by in (outsider, factories.with_badge(match, "white")):
        with pytest.raises(Refusal, match="desk_only"):
            services.record_ruling(match=match, ruling=NewRuling(case="dice", data=COCKED), by=by)
    with pytest.raises(Refusal, match="not_signed_in"):
        services.record_ruling(match=match, ruling=NewRuling(case="dice", data=COCKED), by=None)  # type: ignore[arg-type]
    row = services.record_ruling(match=match, ruling=NewRuling(case="dice", data=COCKED), by=SYSTEM)
    assert (row.by, row.continuation) == (None, "roll_again")


def test_officials_and_the_two_players_see_it_and_nobody_else(client: Client, match: Match) -> None:
    store(match)
    address = reverse("match", args=[match.code])

    def shown(visitor: Client) -> list[bool]:
        page = visitor.get(address).content.decode()
        return [text in page for text in (DECISION, SECRET, NOTE)]

    assert shown(client) == [False, False, False]
    client.force_login(factories.a_user())
    assert shown(client) == [False, False, False]
    player = factories.a_user()
    match.white.user = player
    match.white.save()
    client.force_login(player)
    assert shown(client) == [True, False, False]
    client.force_login(official_of(match))
    assert shown(client) == [True, True, True]


def test_an_official_rules_at_the_table_and_finds_precedents(client: Client, match: Match) -> None:
    address = reverse("match-conduct", args=[match.code])
    client.force_login(official_of(match))
    page = client.get(address, {"case": "dice", "judge": "1", **COCKED})
    assert (page.context["texts"][0].code, page.context["precedents"]) == ("dice_rerolled", [])
    form_data = {"case": "dice", **COCKED, "continuation": "roll_again", "happened": SECRET, "key": "a"}
    assert client.post(address, form_data).status_code == 302
    assert client.post(address, form_data).status_code == 302
    row = ConductRuling.objects.get()
    assert (row.by, row.code, row.happened) == (official_of(match), "dice_rerolled", SECRET)

    page = client.get(address, {"case": "dice", "judge": "1", **COCKED})
    assert [row_context["ruling"] for row_context in page.context["precedents"]] == [row]
    listed = client.get(reverse("desk-conduct", args=[match.desk.code]), {"case": "dice"})
    assert [row_context["ruling"] for row_context in listed.context["rulings"]] == [row]
    assert client.get(reverse("desk-conduct", args=[match.desk.code]), {"case": "no"}).status_code == 404
    response = client.post(address, form_data | {"key": "b", "continuation": "game_anew"})
    assert (response.status_code, ConductRuling.objects.count()) == (409, 1)


def test_the_assistant_of_a_match_names_its_players(client: Client, match: Match) -> None:
    address = reverse("match-conduct", args=[match.code])
    play = {"roll": "31", "after": ILLEGAL, "lifted": "on"}
    ruling = client.get(address, {"case": "illegal_play", "judge": "1", **play})
    form = client.get(address, {"case": "double"}).content.decode()
    assert f"{match.black.name} chooses:" in ruling.content.decode()
    for player, side in ((match.white, "white"), (match.black, "black")):
        assert f'<option value="{side}">{player.name}</option>' in form


def test_others_read_the_assistant_but_store_nothing(client: Client, match: Match) -> None:
    address = reverse("match-conduct", args=[match.code])
    store(match)
    page = client.get(address, {"case": "dice", "judge": "1", **COCKED})
    assert (page.status_code, "record_form" in page.context) == (200, False)
    assert SECRET not in page.content.decode()
    form_data = {"case": "dice", **COCKED, "continuation": "roll_again"}
    assert client.post(address, form_data).status_code == 403
    for name in ("desk-conduct", "desk-laws"):
        assert client.get(reverse(name, args=[match.desk.code])).status_code == 404
    wrong = client.get(address, {"case": "dice", "judge": "1", "roll": "71"})
    assert (wrong.status_code, "Roll" in wrong.context["refusal"].sentence) == (409, True)


def test_the_rules_of_a_desk_are_chosen_and_followed(client: Client, match: Match) -> None:
    client.force_login(official_of(match))
    address = reverse("desk-laws", args=[match.desk.code])
    form = client.get(address).context["form"]
    initial = {field.name: field.value() for _heading, rows in form.groups() for field, _law in rows}
    form_data = {name: value for name, value in initial.items() if value is not False}
    assert client.post(address, form_data | {"dice_half": "either", "dead_cube": "refuse"}).status_code == 302
    desk = desks.get_desk(match.desk.code)
    assert desk is not None
    assert get_conduct_laws(desk) == ConductLaws(dice_half="either")
    assert MatchLaws.from_json(desk.laws) == MatchLaws(dead_cube="refuse")
    query = {"case": "dice", "judge": "1", "roll": "31", "landing_1": "wrong_half"}
    page = client.get(reverse("match-conduct", args=[match.code]), query)
    assert page.context["texts"][0].code == "dice_stand"
    # The rules of matches alone leave those of conduct as they were.
    desk = set_laws(desk=desk, laws=MatchLaws(), by=SYSTEM)
    assert get_conduct_laws(desk) == ConductLaws(dice_half="either")
    assert client.post(address, form_data | {"dice_half": "nowhere"}).status_code == 400


def test_the_api_lists_and_stores_the_rulings_of_a_desk(client: Client, match: Match) -> None:
    address = f"/api/v1/desks/{match.desk.code}/conduct-rulings/"
    assert client.get(address).status_code == 404
    client.force_login(official_of(match))
    body = {"match": match.code, "case": "dice", "data": COCKED, "note": NOTE}
    response = client.post(address, body, content_type="application/json")
    assert (response.status_code, response.json()["code"], response.json()["rule"]) == (
        201,
        "dice_rerolled",
        "conduct.dice",
    )
    listed = client.get(address, {"case": "dice"}).json()
    assert [row["note"] for row in listed["results"]] == [NOTE]
    assert client.get(address, {"case": "double"}).json()["results"] == []
    elsewhere = factories.a_called_match(factories.a_desk(factories.a_user()))
    foreign = client.post(address, body | {"match": elsewhere.code}, content_type="application/json")
    assert foreign.status_code == 404


def test_anonymising_a_player_removes_the_text_of_rulings(match: Match) -> None:
    row = store(match)
    player_anonymised.send(
        sender=type(match.white), former_names={match.white.pk: "Ada"}, placeholder="Player"
    )
    row.refresh_from_db()
    assert (row.happened, row.note, row.decision, row.continuation) == ("", "", "–", "")


@pytest.mark.parametrize(
    ("fields", "name"),
    [
        ({"number": 0}, "conduct_ruling_number_from_one"),
        ({"case": "nothing"}, "conduct_ruling_case_is_known"),
        ({"law": ""}, "conduct_ruling_cites_a_law"),
        ({"decision": ""}, "conduct_ruling_decides"),
        ({"continuation": "play_on"}, "conduct_ruling_continues_a_ruling"),
        ({"number": 1}, "conduct_ruling_number_once"),
        ({"key": "k"}, "conduct_ruling_key_once"),
    ],
)
def test_the_database_refuses(match: Match, fields: dict[str, object], name: str) -> None:
    ConductRuling.objects.create(match=match, number=1, key="k", **ROW)
    with pytest.raises(IntegrityError) as error, transaction.atomic():
        ConductRuling.objects.create(**{"match": match, "number": 2, "key": "", **ROW} | fields)
    assert name in str(error.value) or "UNIQUE" in str(error.value)
