"""Setting up an empty site: the first account, the site's settings and the first club.

The link that leads here is issued by `matches.accounts.services.issue_setup_link` and works once.
"""

from typing import NamedTuple

from django.db import transaction

from matches.accounts import services as accounts
from matches.models import User
from tournaments.models import Club
from tournaments.people.services.clubs import create_club
from tournaments.people.services.site_settings import save_site_settings


class SiteSetup(NamedTuple):
    """The first account of a site and its club."""

    user: User
    club: Club


@transaction.atomic
def set_up_site(
    *,
    token: str,
    username: str,
    password: str,
    club_name: str,
    site_name: str,
    time_zone: str,
    currency: str,
) -> SiteSetup:
    """Create the first account, an administrator of the site, its settings, and a club that it directs.

    If anything is refused, no account is created and the link can be used again. Raises `link_unknown`,
    `username_wrong`, and what `save_site_settings` and `create_club` raise.
    """
    user = accounts.create_first_account(token=token, username=username, password=password)
    save_site_settings(name=site_name, time_zone=time_zone, currency=currency, by=user)
    return SiteSetup(user, create_club(name=club_name, by=user))
