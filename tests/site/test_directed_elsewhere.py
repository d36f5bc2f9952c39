"""A copy of a tournament that another site directs: every address that would change it refuses."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client

from tests.site.addresses import Address, Call, list_calls
from tests.site.requests import send_request
from tests.site.test_permissions import WRITES, get_form_values
from tests.site.two_clubs import SITUATIONS, Site
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lean_requests"), pytest.mark.second_stage]

# Names of an address that are of the tournament.
NAMES = re.compile(r"\{(event|competition|squads|squads_event|night|evening|match|desk|match_desk)\}")
# These change nothing of the tournament: texts of certificates are the club's, a copy of it and its weekly
# night are new tournaments, and the match files are downloaded.
OTHERS = {
    "/clubs/{competition}/desk/certificates/",
    "/clubs/{night}/again/",
    "/api/v1/clubs/{club}/tournaments/{evening}/copy/",
    "/clubs/{night}/weekly/",
    "/api/v1/clubs/{club}/tournaments/{evening}/repeat-weekly/",
    "/clubs/{night}/records/",
    "/api/v1/clubs/{club}/tournaments/{evening}/record-exports/",
}


@contextmanager
def copied(site: Site, call: Call) -> Iterator[None]:
    """Make the tournament a copy, in the situation of a call, until the end."""
    cache.clear()
    with transaction.atomic():
        if call.situation:
            SITUATIONS[call.situation](site)
        Tournament.objects.filter(club=site.club).update(is_directed_elsewhere=True)
        yield
        transaction.set_rollback(True)


def list_calls_about_the_tournament() -> list[tuple[str, Address, Call]]:
    return [
        (method, address, call)
        for method, address, call in list_calls(*WRITES)
        if NAMES.search(address.path)
        and address.path not in OTHERS
        and call.answers["director"] == str(call.status)
    ]


def test_nothing_of_a_copy_is_changed_by_any_address(subtests: pytest.Subtests, site: Site) -> None:
    client = Client()
    client.force_login(site.director)
    for method, address, call in list_calls_about_the_tournament():
        with subtests.test(method=method, address=address.path), copied(site, call):
            values = {"card": "", **get_form_values(site)}
            answer = send_request(client, method, address.path, site, **values)

            text = b"".join(answer) if answer.streaming else answer.content
            assert answer.status_code in (400, 404, 409), answer.status_code
            assert b"directed elsewhere" in text or b"directed_elsewhere" in text or call.status >= 400
