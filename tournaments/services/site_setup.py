"""Setting up an empty site: the first account and the first club."""

from typing import NamedTuple

from django.db import transaction

from matches.accounts import services as accounts
from matches.models import User
from tournaments.models import Club
from tournaments.services.clubs import create_club


class SiteSetup(NamedTuple):
    """The first account of a site and its club."""

    user: User
    club: Club


@transaction.atomic
def set_up_site(*, token: str, username: str, password: str, club_name: str) -> SiteSetup:
    """Create the first account, an administrator of the site, and a club that it directs.

    If the club is refused, no account is created and the link can be used again. Raises `link_unknown`,
    `username_wrong`, and what `create_club` raises.
    """
    user = accounts.create_first_account(token=token, username=username, password=password)
    return SiteSetup(user, create_club(name=club_name, by=user))
