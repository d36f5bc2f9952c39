"""Clubs: creation, page and archiving."""

import re
from dataclasses import dataclass, fields
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from matches.actors import SYSTEM
from matches.models import Player, User
from matches.services import desks
from matches.services.players import normalise_name
from rules.errors import Refusal
from tournaments.club_log import log_action
from tournaments.models import Casual, Club, ClubLogEntry, Joining, Membership, RatingList, Role
from tournaments.models.rating import FIRST_RATING_LIST
from tournaments.permissions import may_create_club, must_host, must_manage
from tournaments.slugs import make_slug

# Slugs below /clubs/ that are pages of the site.
RESERVED = frozenset({"new"})
LONGEST_ABOUT, LONGEST_REASON = 6000, 200
MOST_CLUBS_PER_DAY = 20
CONTACT = re.compile(r"https?://[^\s<>\"']{3,190}|[^\s@<>\"']{1,64}@[^\s@<>\"']{3,128}")


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubPage:
    """Public page and settings of a club; an empty `name` keeps the current one.

    `about` is Markdown, `contact` a web address or a mail address.
    """

    name: str = ""
    about: str = ""
    place: str = ""
    contact: str = ""
    joining: str = Joining.INVITED.value
    casual: str = Casual.NOTHING.value
    members_open: bool = True
    shows_first_steps: bool = True


CLUB_PAGE_FIELDS = tuple(each.name for each in fields(ClubPage))


@transaction.atomic
def create_club(*, name: str, by: User, slug: str = "") -> Club:
    """Create a club with a desk and a rating list; its founder becomes director.

    Raises `founding_by_host` if only the host may create clubs, `founded_many` above the daily limit,
    `slug_missing` if the name has no usable letters, `slug_taken`.
    """
    if not may_create_club(by):
        raise Refusal("founding_by_host")
    _check_creation_limit(by)
    club_slug = make_slug(slug or name)
    if club_slug in RESERVED or Club.objects.filter(slug=club_slug).exists():
        raise Refusal("slug_taken", slug=club_slug)
    desk = desks.create_desk(name=name, officials=[by])
    club, is_new = Club.objects.get_or_create(
        slug=club_slug, defaults={"name": normalise_name(name), "desk": desk}
    )
    if not is_new:
        raise Refusal("slug_taken", slug=club_slug)
    player = Player.objects.filter(user=by).first()
    Membership.objects.create(club=club, user=by, player=player, role=Role.DIRECTOR)
    RatingList.objects.create(club=club, name=FIRST_RATING_LIST)
    log_action(club=club, kind="founded", by=by)
    return club


@transaction.atomic
def update_page(*, club: Club, page: ClubPage, by: User) -> Club:
    """Update a club's name, description, joining policy and casual match settings; its address stays.

    Raises `about_too_long`, `contact_unreadable`, `name_too_long`.
    """
    must_manage(by, club)
    _check_page(page)
    locked_club = Club.objects.select_for_update().get(pk=club.pk)
    values = {name: getattr(page, name) for name in CLUB_PAGE_FIELDS}
    values["name"] = normalise_name(page.name) if page.name else locked_club.name
    changed = sorted(name for name in CLUB_PAGE_FIELDS if getattr(locked_club, name) != values[name])
    if changed:
        Club.objects.filter(pk=club.pk).update(**values)
        about: dict[str, object] = {"fields": changed}
        if "name" in changed:
            desks.rename_desk(desk=locked_club.desk, name=values["name"], by=SYSTEM)
            about |= {"name": values["name"], "was": locked_club.name}
        log_action(club=club, kind="presented", by=by, about=about)
    locked_club.refresh_from_db()
    return locked_club


@transaction.atomic
def dismiss_first_steps(*, club: Club, by: User) -> None:
    """Hide the first steps from the page of a club, until its settings show them again."""
    must_manage(by, club)
    if Club.objects.filter(pk=club.pk, shows_first_steps=True).update(shows_first_steps=False):
        log_action(club=club, kind="presented", by=by, about={"fields": ["shows_first_steps"]})


@transaction.atomic
def archive(*, club: Club, by: User, reason: str = "") -> Club:
    """Archive a club, as the host: it becomes read-only."""
    return _set_archived_at(club, by, "archived", timezone.now(), reason)


@transaction.atomic
def reopen(*, club: Club, by: User, reason: str = "") -> Club:
    """Reopen an archived club, as the host."""
    return _set_archived_at(club, by, "reopened", None, reason)


def _set_archived_at(club: Club, by: User, kind: str, at: datetime | None, reason: str) -> Club:
    must_host(by)
    locked_club = Club.objects.select_for_update().get(pk=club.pk)
    if (locked_club.archived_at is None) != (at is None):
        locked_club.archived_at = at
        locked_club.save(update_fields=["archived_at"])
        log_action(club=locked_club, kind=kind, by=by, about={"reason": reason.strip()[:LONGEST_REASON]})
    return locked_club


def _check_creation_limit(by: User) -> None:
    # Locked, so that clubs created at the same time are counted.
    User.objects.select_for_update().get(pk=by.pk)
    created_today = ClubLogEntry.objects.filter(
        kind="founded", by=by, at__gt=timezone.now() - timedelta(days=1)
    )
    if not by.is_superuser and created_today.count() >= MOST_CLUBS_PER_DAY:
        raise Refusal("founded_many", most=MOST_CLUBS_PER_DAY)


def _check_page(page: ClubPage) -> None:
    if len(page.about) > LONGEST_ABOUT:
        raise Refusal("about_too_long", most=LONGEST_ABOUT)
    if page.contact and not CONTACT.fullmatch(page.contact):
        raise Refusal("contact_unreadable", contact=page.contact)
    if page.joining not in Joining.values or page.casual not in Casual.values:
        raise Refusal("request_invalid", problem="joining, casual")
