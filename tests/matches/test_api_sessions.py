"""The JSON door of a session, by its effect."""

from typing import Any

import pytest
from django.test import Client

from matches.models import Session
from matches.services import sessions
from tests.matches.tables import a_chouette, a_running_chouette, phone, seen

pytestmark = pytest.mark.django_db

TOOK = {"kind": "Took", "by": "Bo", "against": []}
DOUBLED = {"kind": "Doubled", "by": "Ada", "against": []}


def ask(session: Session, path: str = "", body: Any = None, **headers: str) -> tuple[int, Any]:
    """Read or write as the keeper's phone, unless told otherwise."""
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


def test_a_table_is_told_whole() -> None:
    session = a_running_chouette("Ada", "Bo", "Cy")
    status, told = ask(session)

    assert (status, told["box"], told["captain"], told["line"]) == (200, "Ada", "Bo", ["Ada", "Bo", "Cy"])
    assert told["version"] == len(told["journal"]) == 7
    assert DOUBLED in told["choices"]
    assert told["seats"][1] == {"name": "Bo", "player": None, "stake": 1, "balance": 0}
    assert told["journal"][0]["events"] == [{"kind": "Joined", "player": "Ada", "stake": 0}]
    assert not {"device", "seed", "token_hash"} & {*told, *told["journal"][0], *told["seats"][0]}


def test_an_entry_is_written_once_and_undone() -> None:
    session = a_running_chouette("Ada", "Bo", "Cy")
    first = ask(session, "entries", {"event": DOUBLED, "version": 7}, Idempotency_Key="k")
    again = ask(session, "entries", {"event": DOUBLED, "version": 7}, Idempotency_Key="k")
    other = ask(session, "entries", {"event": TOOK}, Idempotency_Key="k")
    late = ask(session, "undo", {"version": 7})
    undone = ask(session, "undo", {"version": 8})

    assert (first, first[0], first[1]["kind"]) == (again, 201, "doubled")
    assert (other[0], other[1]["code"]) == (409, "key_used_twice")
    assert (late[0], late[1]["code"], late[1]["facts"]["version"]) == (409, "session_changed", 8)
    assert (undone[0], undone[1]["undoes"]) == (201, 8)


@pytest.mark.parametrize("event", [{}, {"kind": "Took"}, {"kind": "Left", "player": "Bo"}, "no", [1]])
def test_what_is_no_entry_is_refused(event: Any) -> None:
    session = a_running_chouette("Ada", "Bo", "Cy")

    assert ask(session, "entries", {"event": event})[0] == 400
    assert seen(session).session.version == 7


def test_a_refusal_carries_its_law() -> None:
    status, told = ask(a_running_chouette("Ada", "Bo", "Cy"), "entries", {"event": TOOK})

    assert (status, told["code"], told["law"]) == (409, "nothing_to_answer", "cube.answer")


def test_the_code_of_the_table_lets_a_device_in() -> None:
    session = a_chouette("Ada", "Bo")
    token = sessions.invite(session=session, identity=phone()).token
    guest = {"X_Device": "phone of Cy"}

    assert ask(session, **guest)[0] == 404
    assert ask(session, **guest, X_Session="wrong")[1]["code"] == "session_code_unknown"
    assert ask(session, **guest, X_Session=token)[0] == 200
    assert ask(session, "join", {"name": "Cy", "stake": 2}, **guest, X_Session=token)[1]["who"] == "Cy"
    assert ask(session, "lots", **guest)[0] == 201
    assert ask(session, "undo", X_Device="phone of Di")[1]["code"] == "session_absent"
