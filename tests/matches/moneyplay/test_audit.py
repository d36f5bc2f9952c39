"""The audit of money play sessions: every row that its journal does not support is reported."""

from typing import Any

import pytest
from django.utils import timezone

from matches.moneyplay import queries
from matches.moneyplay.models import MoneySession
from rules.chouette.events import Ended
from tests.matches.moneyplay.sessions import a_pair, a_running_chouette, record
from tests.matches.test_commands import run

pytestmark = pytest.mark.django_db


def a_played_session() -> MoneySession:
    session = a_running_chouette("Ada", "Bo", "Cy")
    record(session, Ended("box", 1))
    return session


def found(session: MoneySession) -> list[str]:
    return [finding.code for finding in queries.find_disagreements(MoneySession.objects.get(pk=session.pk))]


def test_a_session_made_by_the_services_has_no_findings() -> None:
    a_pair()
    assert found(a_played_session()) == []
    assert run("audit_sessions", language="en") == (0, "2 sessions checked: all rows match\n")


def test_a_balance_that_contradicts_the_journal_is_reported() -> None:
    session = a_played_session()
    session.seats.filter(name="Bo").update(balance=7)

    code, printed = run("audit_sessions", language="en")
    assert (code, f"{session.code}: Bo is stored at 7; the activity log gives -1." in printed) == (1, True)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"version": 99}, "audit_journal_gap"),
        ({"status": "closed", "closed_at": timezone.now()}, "audit_session_status"),
    ],
)
def test_a_wrong_row_of_a_session_is_reported(changes: dict[str, Any], code: str) -> None:
    session = a_played_session()
    MoneySession.objects.filter(pk=session.pk).update(**changes)

    assert found(session) == [code]


def test_an_impossible_journal_is_reported() -> None:
    session = a_played_session()
    session.entries.filter(kind="opened").delete()

    assert found(session) == ["audit_journal_impossible"]
