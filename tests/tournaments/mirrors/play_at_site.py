"""A program of `test_two_sites`, run at one of the two sites: it sets up clubs and plays."""

import json
import sys
from collections.abc import Callable, Mapping

import django

django.setup()

from matches.models import User  # noqa: E402
from tests.tournaments import club_evenings  # noqa: E402
from tournaments.mirrors import queries  # noqa: E402
from tournaments.mirrors.models import Publication  # noqa: E402
from tournaments.mirrors.services import publications  # noqa: E402
from tournaments.models import Event  # noqa: E402
from tournaments.people.services import clubs  # noqa: E402
from tournaments.web.tokens import services as tokens  # noqa: E402


def main(command: str, *arguments: str) -> None:
    """Run one command and print its result as JSON."""
    sys.stdout.write(json.dumps(COMMANDS[command](*arguments)))


def make_follower() -> str:
    """Create the club that receives tournaments; return a token to publish there."""
    by = User.objects.create_user("secretary")
    club = clubs.create_club(name="Riverside", by=by)
    new = tokens.create_token(by=by, name="Laptop", scope=club, may_write=False, may_publish=True, days=1)
    return new.secret


def publish(address: str, token: str) -> str:
    """Create an evening and publish it; return the path of its page on the other site."""
    by = User.objects.create_user("laptopdirector")
    event = club_evenings.a_night(clubs.create_club(name="The laptop", by=by))
    publications.publish_to(tournament=event.tournament, address=address, token=token, by=by)
    return f"/clubs/riverside/{event.tournament.slug}/{event.slug}/"


def settle(label: str) -> str:
    """Give a match its result."""
    event = Event.objects.get()
    return club_evenings.settle(club_evenings.match_at(event, label), loser_score=2).status


def describe() -> str:
    """Return what the director sees of the publication."""
    return queries.describe_publication(Publication.objects.get())


COMMANDS: Mapping[str, Callable[..., object]] = {
    "make_follower": make_follower,
    "publish": publish,
    "settle": settle,
    "describe": describe,
}

if __name__ == "__main__":
    main(*sys.argv[1:])
