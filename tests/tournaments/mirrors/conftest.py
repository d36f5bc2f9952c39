"""Fixtures of mirrors: a club with a token for another site, and what that site sends."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client, override_settings

from matches.models import User
from tests.tournaments.club_evenings import a_club, director_of
from tests.tournaments.mirrors.other_site import Body
from tournaments.models import Club, Event, Token
from tournaments.web.tokens import services as tokens


@pytest.fixture(autouse=True)
def own_network() -> Iterator[None]:
    """Permit private addresses: the other sites of these tests are on this machine."""
    with override_settings(WEBHOOKS_PRIVATE=True):
        yield


@dataclass
class Follower:
    """A club that receives the tournaments of another site, with its director and the token."""

    club: Club
    by: User
    token: Token
    secret: str

    def put(self, keys: tuple[str, str], body: Body, secret: str = "") -> HttpResponse:
        """Send what the other site sends about an event."""
        return self.request("PUT", f"copies/{keys[0]}/events/{keys[1]}/", body, secret)

    def request(self, method: str, path: str, body: Any = None, secret: str = "") -> HttpResponse:
        """Send a request below the club to the API with the token."""
        headers = {"Authorization": f"Bearer {secret or self.secret}"}
        call: Callable[..., HttpResponse] = getattr(Client(), method.lower())
        address = f"/api/v1/clubs/{self.club.slug}/{path}"
        content = {} if body is None else {"data": body, "content_type": "application/json"}
        return call(address, headers=headers, **content)

    @property
    def event(self) -> Event:
        """The only event of the club."""
        return Event.objects.select_related("tournament__club", "tournament__desk").get(
            tournament__club=self.club
        )


@pytest.fixture
def follower() -> Follower:
    club = a_club("Riverside")
    by = director_of(club)
    new = tokens.create_token(by=by, name="Laptop", scope=club, may_write=False, may_publish=True, days=30)
    return Follower(club, by, new.token, new.secret)
