"""The planning endpoints of the API: plans, draws, manual rounds, changes, previews, idempotency keys."""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from tests.factories import a_user
from tests.tournaments.play.draws.test_views_stages import NAMES, Chair
from tournaments.formats.registry import EVENT_FORMATS
from tournaments.models import Event
from tournaments.play.draws.forms import REQUIRED_FIELDS

pytestmark = pytest.mark.django_db

PAGE = (Path(__file__).parents[4] / "docs" / "api.md").read_text(encoding="utf-8")
ROUND = {"flight": "swiss", "away": [7], "boards": [[1, 4], [3, 0]]}
SWAP = {"act": "swap", "flight": "main", "entry": 1, "other": 3}


class Program:
    """An API client signed in as the director of an event."""

    def __init__(self, client: Client, event: Event) -> None:
        self.client, self.event = client, event

    def put(self, path: str, body: object) -> tuple[int, Any]:
        address = f"/api/v1/events/{self.event.pk}/{path}/"
        answer = self.client.put(address, data=json.dumps(body), content_type="application/json")
        return answer.status_code, answer.json()

    def post(self, path: str, body: object, key: str = "") -> tuple[int, Any]:
        answer = self.client.post(
            f"/api/v1/events/{self.event.pk}/{path}/",
            data=json.dumps(body),
            content_type="application/json",
            **({"HTTP_IDEMPOTENCY_KEY": key} if key else {}),
        )
        return answer.status_code, answer.json()

    def plan(self) -> list[dict[str, Any]]:
        stages: list[dict[str, Any]] = self.client.get(f"/api/v1/events/{self.event.pk}/plan/").json()[
            "stages"
        ]
        return stages


def a_program(client: Client, scheme: str = "swiss", names: Sequence[str] = NAMES) -> Program:
    """Return a client of an event with these entries and no draw."""
    chair = Chair(client, scheme, rounds=3)
    chair.post("names", enter=1, names="\n".join(names))
    return Program(client, chair.event)


def test_a_draw_is_refused_after_an_entry_that_was_not_seen(client: Client) -> None:
    program = a_program(client)
    address = f"/api/v1/events/{program.event.pk}/"
    seen = client.get(address)["ETag"]
    assert program.post("entries", {"names": ["Zeno Late"]})[0] == 201
    for body, headers, status in (
        ({}, {"If-Match": seen}, 412),
        ({"version": program.event.version - 1}, {}, 409),
        ({}, {"If-Match": client.get(address)["ETag"]}, 201),
    ):
        answer = client.post(f"{address}draws/", body, content_type="application/json", headers=headers)
        assert answer.status_code == status


def a_published_program(client: Client, scheme: str = "swiss") -> Program:
    """Return a client of an event with a published draw."""
    program = a_program(client, scheme)
    assert program.post("draws", {})[0] == 201
    assert program.post("publish", {})[0] == 201
    return program


def test_a_plan_is_read_changed_and_stored(client: Client) -> None:
    program = a_program(client)
    stages = program.plan()
    assert [(stage["key"], stage["lengths"]) for stage in stages] == [("swiss", [7])]
    stages[0]["lengths"] = [5, 7]
    status, line = program.put("plan", {"stages": stages})
    program.event.refresh_from_db()
    assert (status, line["kind"], line["version"]) == (200, "planned", program.event.version)
    assert program.plan()[0]["lengths"] == [5, 7]


def test_a_redraw_requires_the_version_of_the_current_draw(client: Client) -> None:
    program = a_program(client)
    first, line = program.post("draws", {})
    second, problem = program.post("draws", {})
    third, _ = program.post("draws", {"version": line["version"]})
    outdated, _ = program.post("draws", {"version": line["version"]})

    assert (first, second, problem["code"], third, outdated) == (201, 409, "draw_made_already", 201, 409)


@pytest.mark.parametrize("entrants", [0, 1])
@pytest.mark.parametrize("scheme", EVENT_FORMATS)
def test_fewer_than_two_entries_are_not_drawn(client: Client, scheme: str, entrants: int) -> None:
    chair = Chair(client, scheme, rounds=2, best=2, size=4)
    if entrants:
        chair.post("names", enter=1, names="Anna")
    program = Program(client, chair.event)

    status, problem = program.post("draws", {})

    assert (status, problem["code"]) == (409, "field_size")
    assert problem["detail"] == f"A draw needs from 2 to 1024 entries; there are {entrants}."
    assert program.post("publish", {})[0] == 409


@pytest.mark.parametrize("stages", [[{}], [{"key": "main"}], []])
def test_an_invalid_plan_is_refused(client: Client, stages: list[object]) -> None:
    program = a_program(client)
    status, problem = program.put("plan", {"stages": stages})
    assert (status, problem["code"]) == (400, "request_invalid")
    assert program.plan()[0]["key"] == "swiss"


def test_a_round_with_manual_pairings_is_previewed_and_then_paired(client: Client) -> None:
    program = a_published_program(client)
    status, preview = program.post("rounds/preview", ROUND)
    assert status == 200
    assert preview["boards"][0]["white"] == 1
    assert {bye["entry"]: bye["kind"] for bye in preview["byes"]}[3] == "full"
    assert not program.event.pairings.exists()
    status, line = program.post("rounds", ROUND)
    assert (status, line["kind"]) == (201, "paired")
    assert [(board["white"], board["black"]) for board in line["payload"]["boards"]] == [
        (board["white"], board["black"]) for board in preview["boards"]
    ]
    assert program.post("rounds", {"flight": "swiss"})[0] == 409


def test_a_swap_is_previewed_applied_and_undone(client: Client) -> None:
    program = a_program(client, "knockout", [*NAMES, "Hugo"])
    # The two who change places are seeded and nobody has a bye, so two first matches change and no other.
    assert program.post("draws", {"seeds": [1, 3]})[0] == 201
    assert program.post("publish", {})[0] == 201
    status, preview = program.post("changes/preview", SWAP)
    assert (status, preview["flights"]) == (200, [])
    before = {change["pairing"]: change["before"] for change in preview["pairings"]}
    assert len(before) == 2
    status, line = program.post("changes", SWAP)
    assert (status, line["kind"]) == (201, "relined")
    status, line = program.post("undo", {"command": line["command"]})
    assert (status, line["kind"]) == (201, "undone")


def test_a_split_is_previewed_flight_by_flight(client: Client) -> None:
    program = a_program(client, "knockout")
    status, preview = program.post("changes/preview", {"act": "split", "flight": "main", "entries": [6, 7]})
    assert (status, preview["pairings"]) == (200, [])
    assert preview["flights"][1] == {"name": "Main B", "names": ["Fabio", "Gina"]}


def test_a_repeated_key_pairs_the_round_once(client: Client) -> None:
    program = a_published_program(client)
    first = program.post("rounds", {"flight": "swiss"}, key="r1")
    assert program.post("rounds", {"flight": "swiss"}, key="r1") == first
    assert program.post("publish", {}, key="r1")[1]["code"] == "key_reused"


def test_a_stale_version_is_refused(client: Client) -> None:
    program = a_published_program(client)
    status, problem = program.post("rounds", {"flight": "swiss", "version": 1})
    assert (status, problem["code"]) == (409, "event_changed_meanwhile")


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("changes", {"act": "moon"}, 400),
        ("changes", {"act": "swap", "flight": "swiss"}, 400),
        ("changes", {"act": "withdraw", "flight": "swiss", "entry": 99}, 404),
        ("changes/preview", {"act": "withdraw", "flight": "swiss", "entry": 99}, 404),
        ("rounds", {"flight": "swiss", "boards": [[1]]}, 400),
        ("rounds", {"flight": "garden"}, 409),
        ("rounds", {"flight": "swiss", "boards": [[1, 1]]}, 409),
        ("undo", {"command": 0}, 400),
        ("draws", {}, 409),
    ],
)
def test_a_refused_request_changes_nothing(client: Client, path: str, body: object, status: int) -> None:
    program = a_published_program(client)
    before = program.event.journal.count()
    assert program.post(path, body)[0] == status
    assert program.event.journal.count() == before


@pytest.mark.parametrize(
    "path",
    ["plan", "draws", "publish", "rounds", "rounds/preview", "changes", "changes/preview", "undo", "redo"],
)
def test_outsiders_may_not_direct(client: Client, path: str) -> None:
    program = a_published_program(client)
    client.force_login(a_user())
    body = {"stages": program.plan(), "flight": "swiss", "act": "withdraw", "entry": 1, "command": 1}
    send = program.put if path == "plan" else program.post
    assert send(path, body)[0] == 403


def test_every_kind_of_change_is_documented() -> None:
    documented_names = set(re.findall(r"`(\w+)`", PAGE))
    assert set(REQUIRED_FIELDS) <= documented_names


def test_custom_tie_breaks_are_in_the_schema_and_stored(client: Client) -> None:
    program = a_program(client)
    body = {
        "format": "swiss",
        "rounds": 3,
        "ties": "own",
        "tie_1": "score",
        "tie_2": "koya",
        "tie_3": "lots",
    }
    status, _answer = program.put("plan/format", body)
    schemas = json.loads(
        client.get("/api/v1/schema/", HTTP_ACCEPT="application/vnd.oai.openapi+json").content
    )["components"]["schemas"]
    assert status == 200
    assert program.plan()[0]["options"]["criteria"] == ["score", "koya", "lots"]
    assert {f"tie_{place}" for place in range(1, 7)} <= set(schemas["FormatUpdate"]["properties"])


def test_an_unknown_tie_break_is_refused(client: Client) -> None:
    program = a_program(client)
    status, answer = program.put("plan/format", {"format": "swiss", "ties": "own", "tie_1": "luck"})
    assert (status, answer["code"]) == (400, "request_invalid")
