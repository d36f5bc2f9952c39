"""The money desk of an event says the debts of a player in the other events of its tournament."""

import re

import pytest
from django.test import Client

from tests.tournaments import club_evenings
from tests.tournaments.finances import fee_factories
from tests.tournaments.play.event_pages.test_views_public import path_of
from tournaments.finances.services import funds
from tournaments.finances.services.funds import FundOptions
from tournaments.play.entries.services import entries
from tournaments.play.entries.services.entry_types import EntryType
from tournaments.play.tournaments.services import tournaments

pytestmark = pytest.mark.django_db


def test_a_debt_in_another_event_is_shown_with_its_amount(client: Client) -> None:
    event = fee_factories.a_paying_night()
    by = club_evenings.director_of(event.tournament.club)
    doubles = tournaments.add_event(
        tournament=event.tournament,
        name="Doubles",
        format="knockout",
        length=3,
        consolation_length=3,
        entry_type=EntryType("pairs"),
        by=by,
    )
    entries.enter_names(event=doubles, names="Anna / Bruno\nCarla / Dario", by=by, key="names")
    options = FundOptions(fee=10_00, registration=0, returned=90, template="winner")
    funds.set_fees(event=doubles, options=options, by=by, key="fees")
    client.force_login(by)

    def debts(page: str) -> dict[str, list[tuple[str, str]]]:
        payers = re.findall(
            r'<details class="payer".*?<span class="name">\s*(.*?)\s*</span>(.*?)</details>', page, re.S
        )
        return {
            name: re.findall(r'\?find=[^"]+">\s*(\w[^<]*)</a>\s*<span class="numeral">(.*?)</span>', body)
            for name, body in payers
        }

    of_singles = debts(client.get(path_of(event, "desk/money/")).content.decode())
    assert (of_singles["Anna"], of_singles["Elena"]) == ([("Doubles (Anna / Bruno)", "€10.00")], [])
    of_doubles = debts(client.get(path_of(doubles, "desk/money/")).content.decode())
    assert of_doubles["Anna / Bruno"] == [(f"{event.name} ({name})", "€60.00") for name in ("Anna", "Bruno")]

    fee_factories.everybody_pays(event)
    assert debts(client.get(path_of(doubles, "desk/money/")).content.decode())["Anna / Bruno"] == []
