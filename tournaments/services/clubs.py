"""Create, update and archive clubs."""

import re
from dataclasses import dataclass, fields
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify

from matches.models import Player, User
from matches.services import desks
from matches.services.players import normalise_name
from rules.errors import Refusal
from tournaments.models import Casual, Club, ClubDeed, Joining, Membership, RatingList, Role
from tournaments.permissions import may_found, must_host, must_manage
from tournaments.services import club_log

FIRST_LIST = "Rating"
# Addresses below /clubs/ that are pages of the site.
RESERVED = frozenset({"new"})
LONGEST_ABOUT, LONGEST_REASON = 6000, 200
MOST_FOUNDED, A_DAY = 20, timedelta(days=1)
CONTACT = re.compile(r"https?://[^\s<>\"']{3,190}|[^\s@<>\"']{1,64}@[^\s@<>\"']{3,128}")


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubPage:
    """Public page and settings of a club; `about` is Markdown, `contact` a web address or a mail address."""

    about: str = ""
    place: str = ""
    contact: str = ""
    joining: str = Joining.INVITED.value
    casual: str = Casual.NOTHING.value
    members_open: bool = True


CLUB_PAGE_FIELDS = tuple(each.name for each in fields(ClubPage))


@transaction.atomic
def create_club(*, name: str, by: User, slug: str = "") -> Club:
    """A new club with a desk and a rating list, directed by its founder.

    Raises `founding_by_host` where the host alone founds clubs, `founded_many` for too many in a day,
    `slug_missing` when the name has no letters for an address, `slug_taken` when it is in use.
    """
    if not may_found(by):
        raise Refusal("founding_by_host")
    _check_creation_limit(by)
    address = address_of(slug or name)
    if address in RESERVED or Club.objects.filter(slug=address).exists():
        raise Refusal("slug_taken", slug=address)
    desk = desks.create_desk(name=name, officials=[by])
    club, is_new = Club.objects.get_or_create(
        slug=address, defaults={"name": normalise_name(name), "desk": desk}
    )
    if not is_new:
        raise Refusal("slug_taken", slug=address)
    player = Player.objects.filter(user=by).first()
    Membership.objects.create(club=club, user=by, player=player, role=Role.DIRECTOR)
    RatingList.objects.create(club=club, name=FIRST_LIST)
    club_log.note(club=club, kind="founded", by=by)
    return club


@transaction.atomic
def update_page(*, club: Club, page: ClubPage, by: User) -> Club:
    """What the club says of itself, who may join, and what its casual matches count for from now on.

    Raises `about_too_long`, `contact_unreadable`.
    """
    must_manage(by, club)
    _check_page(page)
    locked_club = Club.objects.select_for_update().get(pk=club.pk)
    values = {name: getattr(page, name) for name in CLUB_PAGE_FIELDS}
    changed = sorted(name for name in CLUB_PAGE_FIELDS if getattr(locked_club, name) != values[name])
    if changed:
        Club.objects.filter(pk=club.pk).update(**values)
        club_log.note(club=club, kind="presented", by=by, about={"fields": changed})
    locked_club.refresh_from_db()
    return locked_club


@transaction.atomic
def archive(*, club: Club, by: User, reason: str = "") -> Club:
    """The host puts a club away: everything stays to be read, and nothing begins there."""
    return _set_archived_at(club, by, "archived", timezone.now(), reason)


@transaction.atomic
def reopen(*, club: Club, by: User, reason: str = "") -> Club:
    """The host lets an archived club play again."""
    return _set_archived_at(club, by, "reopened", None, reason)


def _set_archived_at(club: Club, by: User, kind: str, at: datetime | None, reason: str) -> Club:
    must_host(by)
    locked_club = Club.objects.select_for_update().get(pk=club.pk)
    if (locked_club.archived_at is None) != (at is None):
        locked_club.archived_at = at
        locked_club.save(update_fields=["archived_at"])
        club_log.note(club=locked_club, kind=kind, by=by, about={"reason": reason.strip()[:LONGEST_REASON]})
    return locked_club


def _check_creation_limit(by: User) -> None:
    User.objects.select_for_update().get(pk=by.pk)
    founded = ClubDeed.objects.filter(kind="founded", by=by, at__gt=timezone.now() - A_DAY)
    if not by.is_superuser and founded.count() >= MOST_FOUNDED:
        raise Refusal("founded_many", most=MOST_FOUNDED)


def _check_page(page: ClubPage) -> None:
    if len(page.about) > LONGEST_ABOUT:
        raise Refusal("about_too_long", most=LONGEST_ABOUT)
    if page.contact and not CONTACT.fullmatch(page.contact):
        raise Refusal("contact_unreadable", contact=page.contact)
    if page.joining not in Joining.values or page.casual not in Casual.values:
        raise Refusal("request_invalid", problem="joining, casual")


def address_of(text: str) -> str:
    """What an address is made of a name. Raises `slug_missing`."""
    slug = slugify(text)[:60].strip("-")
    if not slug:
        raise Refusal("slug_missing", name=text)
    return slug
