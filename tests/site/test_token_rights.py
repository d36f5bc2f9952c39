"""API tokens at every address that writes: limited to their club, and to reading if they may not write."""

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client

from tests.site.addresses import list_calls
from tests.site.requests import fill_in
from tests.site.two_clubs import Site
from tests.tournaments.club_evenings import a_club
from tournaments.models import Club
from tournaments.web.tokens import services as tokens

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lean_requests")]

WRITING = [
    (method, address.path) for method, address, _ in list_calls() if method != "GET" and address.is_api
]
# Addresses that belong to no club: for accounts, badges and devices only.
OF_THE_SITE = {
    "/api/v1/clubs/",
    "/api/v1/mail/",
    "/api/v1/transcripts/",
    "/api/v1/transcripts/{unassigned}/",
    "/api/v1/transcripts/{unassigned}/link/",
    "/api/v1/transcripts/{unassigned}/analysis/",
    "/api/v1/match-file-checks/",
    "/api/v1/sessions/",
    "/api/v1/sign-ups/{sign_up_token}/",
    "/api/v1/sign-ups/{sign_up_token}/events/",
    "/api/v1/sign-ups/{sign_up_token}/events/{signing_event}/",
    "/api/v1/sign-ups/{sign_up_token}/events/{signing_event}/return/",
    "/api/v1/players/{player}/display-name/",
    "/api/v1/players/{player}/forget/",
    "/api/v1/players/{player}/name/",
    "/api/v1/players/{player}/spellings/",
    "/api/v1/players/{player}/spellings/{namesake}/keep-apart/",
    "/api/v1/players/{player}/spellings/{namesake}/separate/",
}


def codes(site: Site, scope: Club, *, may_write: bool) -> dict[tuple[str, str], str]:
    """The error code with which each address answers a token of the director."""
    created_token = tokens.create_token(
        by=site.director, name="Rights", scope=scope, may_write=may_write, days=1
    )
    headers, answer_codes = {"Authorization": f"Bearer {created_token.secret}"}, {}
    for method, address in WRITING:
        cache.clear()
        with transaction.atomic():
            path, kind = fill_in(address, site), "application/json"
            answer = Client().generic(method, path, "{", kind, headers=headers)
            answer_codes[method, address] = answer.json().get("code", "") if answer.content else ""
            transaction.set_rollback(True)
    return answer_codes


@pytest.mark.second_stage
def test_a_token_of_a_club_is_refused_only_outside_clubs(site: Site) -> None:
    answer_codes = codes(site, site.club, may_write=True)
    assert {
        address for (_, address), code in answer_codes.items() if code == "token_elsewhere"
    } == OF_THE_SITE


@pytest.mark.second_stage
def test_a_token_of_another_club_of_the_same_director_writes_nowhere(site: Site) -> None:
    other = a_club("Next door", by=site.director)
    assert set(codes(site, other, may_write=True).values()) == {"token_elsewhere"}


@pytest.mark.second_stage
def test_a_read_only_token_writes_nowhere(site: Site) -> None:
    answer_codes = codes(site, site.club, may_write=False)
    assert {code for (_, address), code in answer_codes.items() if address not in OF_THE_SITE} == {
        "token_reads_only"
    }
