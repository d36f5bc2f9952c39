"""Every page of a match passes axe on phones and laptops, in light and dark, and never scrolls sideways, even
with longer words."""

from typing import Any

import pytest

from matches.actors import SYSTEM
from matches.records.services import uploads
from matches.services import lifecycle, reporting, scoring
from tests import factories
from tests.browser.axe import faults
from tests.browser.conftest import OpenDevice
from tests.browser.phones import PASSWORD
from tests.matches.records import files


@pytest.fixture
def pages() -> list[str]:
    """An address for every state of the pages of a match."""
    official = factories.a_user("director", password=PASSWORD)
    desk = factories.a_desk(official, tables=6)
    tables = {table.number: table for table in desk.tables.all()}

    def called(number: int, **fields: Any) -> Any:
        return lifecycle.call_match(match=factories.a_match(desk, **fields), table=tables[number], by=SYSTEM)

    called(1, white="Maximilian Featherstonehaugh-Cholmondeley", black="Łukasz Żółć")
    reported = called(2)
    factories.a_report(reported)
    disputed = called(3)
    other = factories.at_table(disputed, "other")
    report = factories.a_report(disputed)
    reporting.dispute(match=disputed, report=report, white_score=3, black_score=7, identity=other)
    running = called(4, length=3)
    scoring.score_game(
        match=running, winner="white", kind="single", cube=2, identity=factories.at_table(running)
    )
    lifecycle.store_ratings(ratings={running.pk: (1712.5, 1544.0)})
    trusted = factories.a_called_match(factories.a_desk(official, policy="trust", name="Side hall"))
    factories.a_report(trusted)
    settled = called(5)
    reporting.confirm(
        match=settled, report=factories.a_report(settled), identity=factories.at_table(settled, "other")
    )
    recorded = factories.a_match(desk, length=3, white="José-María", black="X")
    transcript = uploads.attach_file(
        match=recorded,
        name="final.mat",
        data=files.with_an_illegal_play(),
        identity=factories.with_account(official),
    )
    return [
        *(f"/t/{tables[number].code}/" for number in (1, 2, 3, 5)),
        f"/t/{tables[1].code}/score/",
        f"/t/{tables[4].code}/score/",
        f"/m/{settled.code}/report/",
        f"/t/{trusted.table.code if trusted.table else ''}/",
        f"/m/{trusted.code}/",
        f"/m/{running.code}/sheet/",
        *(f"/m/{match.code}/" for match in (running, disputed, settled, recorded)),
        f"/m/{recorded.code}/record/{transcript.pk}/",
        f"/m/{recorded.code}/record/{transcript.pk}/positions/1/",
        *(
            f"/m/{recorded.code}/record/{transcript.pk}/position/1/1/{part}"
            for part in ("", "share/", "embed/")
        ),
        f"/m/{running.code}/recorder/?table={tables[4].code}",
        f"/m/{running.code}/recorder/",
        f"/p/{settled.white.code}/",
        f"/p/{recorded.white.code}/performance/",
        "/b/",
        "/help/",
        "/laws/",
        "/laws/match.crawford/",
        "/laws/questions/",
        "/laws/questions/not-directly/",
        "/position/?id=XGID%3D-b----E-C---eE---c-e----B-%3A0%3A0%3A1%3A31%3A0%3A0%3A0%3A7%3A10",
        "/sign-in/",
        "/nothing-here/",
    ]


def test_public_pages_of_a_match_have_no_fault(open_device: OpenDevice, pages: list[str]) -> None:
    device = open_device()

    assert [line for path in pages for line in faults(device, path, is_lengthened=True)] == []


def test_pages_of_a_match_have_no_fault_for_an_official(open_device: OpenDevice, pages: list[str]) -> None:
    device = open_device()
    device.sign_in()

    assert [line for path in pages if path.startswith("/m/") for line in faults(device, path)] == []
