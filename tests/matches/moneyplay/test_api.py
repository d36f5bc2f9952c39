"""The JSON API of money play sessions."""

from typing import Any

import pytest
from django.test import Client

from matches.moneyplay.models import MoneySession
from matches.moneyplay.services import sessions
from rules.options import ChouetteLaws
from tests.factories import a_desk
from tests.matches.moneyplay.sessions import a_chouette, a_running_chouette, get_state, phone

pytestmark = pytest.mark.django_db

TOOK = {"kind": "Took", "by": "Bo", "against": []}
DOUBLED = {"kind": "Doubled", "by": "Ada", "against": []}


def ask(session: MoneySession, path: str = "", body: Any = None, **headers: str) -> tuple[int, Any]:
    """Read or write as the keeper's phone, unless another identity is given."""
    proofs = {
        "X-Device": "phone of keeper",
        **{name.replace("_", "-"): text for name, text in headers.items()},
    }
    address = f"/api/v1/sessions/{session.code}/"
    client = Client()
    if not path:
        answer = client.get(address, headers=proofs)
    else:
        answer = client.post(f"{address}{path}/", body or {}, content_type="application/json", headers=proofs)
    return answer.status_code, answer.json()


def test_a_session_is_returned_in_full() -> None:
    session = a_running_chouette("Ada", "Bo", "Cy")
    status, body = ask(session)

    assert (status, body["box"], body["captain"], body["line"]) == (200, "Ada", "Bo", ["Ada", "Bo", "Cy"])
    assert body["version"] == len(body["journal"]) == 7
    assert DOUBLED in body["choices"]
    assert body["seats"][1] == {"name": "Bo", "player": None, "stake": 1, "balance": 0}
    assert body["journal"][0]["events"] == [{"kind": "Joined", "player": "Ada", "stake": 0}]
    assert not {"device", "seed", "token_hash"} & {*body, *body["journal"][0], *body["seats"][0]}


def test_players_who_leave_after_the_game_are_listed() -> None:
    session = a_running_chouette("Ada", "Bo", "Cy", "Di")
    before = ask(session)[1]["leaving"]
    sessions.leave_seat(session=session, name="Bo", identity=phone())
    after = ask(session)[1]

    assert (before, after["leaving"], after["line"]) == ([], ["Bo"], ["Ada", "Bo", "Cy", "Di"])


def test_an_entry_is_written_once_and_undone() -> None:
    session = a_running_chouette("Ada", "Bo", "Cy")
    first = ask(session, "entries", {"event": DOUBLED, "version": 7}, Idempotency_Key="k")
    again = ask(session, "entries", {"event": DOUBLED, "version": 7}, Idempotency_Key="k")
    other = ask(session, "entries", {"event": TOOK}, Idempotency_Key="k")
    late = ask(session, "undo", {"version": 7})
    undone = ask(session, "undo", {"version": 8})

    assert (first, first[0], first[1]["kind"]) == (again, 201, "doubled")
    assert (other[0], other[1]["code"]) == (422, "key_reused")
    assert (late[0], late[1]["code"], late[1]["context"]["version"]) == (409, "session_changed", 8)
    assert (undone[0], undone[1]["undoes"]) == (201, 8)


@pytest.mark.parametrize("event", [{}, {"kind": "Took"}, {"kind": "Left", "player": "Bo"}, "no", [1]])
def test_invalid_entries_are_refused(event: Any) -> None:
    session = a_running_chouette("Ada", "Bo", "Cy")

    assert ask(session, "entries", {"event": event})[0] == 400
    assert get_state(session).session.version == 7


def test_a_refusal_cites_its_rule() -> None:
    status, body = ask(a_running_chouette("Ada", "Bo", "Cy"), "entries", {"event": TOOK})

    assert (status, body["code"], body["rule"]) == (409, "nothing_to_answer", "cube.answer")


def test_the_code_of_the_session_admits_a_device() -> None:
    session = a_chouette("Ada", "Bo")
    token = sessions.create_invitation(session=session, identity=phone()).token
    guest = {"X_Device": "phone of Cy"}

    assert ask(session, **guest)[0] == 404
    assert ask(session, **guest, X_Session="wrong")[1]["code"] == "session_code_unknown"
    assert ask(session, **guest, X_Session=token)[0] == 200
    assert ask(session, "join", {"name": "Cy", "stake": 2}, **guest, X_Session=token)[1]["who"] == "Cy"
    assert ask(session, "lots", **guest)[0] == 201
    assert ask(session, "undo", X_Device="phone of Di")[1]["code"] == "session_absent"


def opened(body: Any, **headers: str) -> tuple[int, Any]:
    proofs = {
        "X-Device": "phone of keeper",
        **{name.replace("_", "-"): text for name, text in headers.items()},
    }
    answer = Client().post("/api/v1/sessions/", body, content_type="application/json", headers=proofs)
    return answer.status_code, answer.json()


def test_a_table_is_opened_filled_played_at_and_closed_over_http() -> None:
    request_data = {"kind": "chouette", "title": "Friday", "laws": ChouetteLaws().to_json()}
    first, again = opened(request_data, Idempotency_Key="k"), opened(request_data, Idempotency_Key="k")
    assert (first, first[0], first[1]["title"]) == (again, 201, "Friday")
    session = MoneySession.objects.get()
    for name in ("Ada", "Bo", "Cy"):
        assert ask(session, "guests", {"name": name}, Idempotency_Key=name)[0] == 201
    assert ask(session, "lots", {})[0] == 201
    assert ask(session, "leave", {"name": "Cy"})[1]["kind"] == "left"
    token = ask(session, "invite")[1]["token"]
    assert ask(session, "join", {"name": "Di"}, X_Device="phone of Di", X_Session=token)[0] == 201
    assert sorted(ask(session)[1]["line"]) == ["Ada", "Bo", "Di"]
    closed = [ask(session, "close", {}, Idempotency_Key="c") for _ in range(2)]
    assert (closed[0], ask(session)[1]["status"]) == (closed[1], "closed")


def test_the_list_has_only_the_sessions_of_the_principal() -> None:
    session = a_chouette("Ada", "Bo", "Cy")
    own_list = Client().get("/api/v1/sessions/", headers={"X-Device": "phone of keeper"}).json()
    other_list = Client().get("/api/v1/sessions/", headers={"X-Device": "another phone"}).json()
    assert ([one["code"] for one in own_list["results"]], other_list["results"]) == ([session.code], [])


@pytest.mark.parametrize(
    ("value", "status", "code"),
    [
        ({"kind": "poker"}, 400, "request_invalid"),
        ({"kind": "money", "laws": {"stake": -1}}, 409, "laws_impossible"),
        ({"kind": "money", "desk": "nowhere"}, 404, "desk_absent"),
    ],
)
def test_invalid_sessions_are_refused(value: Any, status: int, code: str) -> None:
    answered, body = opened(value)
    assert (answered, body["code"], MoneySession.objects.count()) == (status, code, 0)


def test_a_desk_opens_only_for_its_officials() -> None:
    assert opened({"kind": "money", "desk": a_desk().code})[1]["code"] == "desk_only"


def test_a_guest_at_the_table_does_not_keep_it() -> None:
    session = a_running_chouette("Ada", "Bo", "Cy")
    token = ask(session, "invite")[1]["token"]
    proofs = {"X_Device": "phone of Di", "X_Session": token}
    assert ask(session, "join", {"name": "Di"}, **proofs)[0] == 201
    for path, body in (("invite", {}), ("close", {}), ("guests", {"name": "Ed"})):
        assert ask(session, path, body, **proofs)[1]["code"] == "keeper_only"
