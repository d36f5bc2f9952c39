"""Clubs are founded, present themselves and are put away; seasons and rating lists are opened."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import date, datetime
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify

from matches.models import Player, User
from matches.services import desks
from matches.services.players import tidy_name
from rules.errors import Refusal
from tournaments.models import Casual, Club, Joining, Membership, RatingList, Role, Season
from tournaments.permissions import may_found, must_host, must_manage
from tournaments.ratings.fibs import Parameters
from tournaments.services import deeds
from tournaments.services.rating import rebuild
from tournaments.standings.rules import SeasonRules

FIRST_LIST = "Rating"
# Addresses below /clubs/ that are pages of the house.
RESERVED = frozenset({"new"})
LONGEST_ABOUT, LONGEST_REASON = 6000, 200
CONTACT = re.compile(r"https?://[^\s<>\"']{3,190}|[^\s@<>\"']{1,64}@[^\s@<>\"']{3,128}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """What a club says of itself; `about` is Markdown, `contact` a web address or a mail address."""

    about: str = ""
    place: str = ""
    contact: str = ""
    joining: str = Joining.INVITED.value
    casual: str = Casual.NOTHING.value
    members_open: bool = True


PAGE = tuple(each.name for each in fields(Page))


@transaction.atomic
def found(*, name: str, by: User, slug: str = "") -> Club:
    """A new club with a desk and a rating list, directed by its founder.

    Raises `founding_by_host` where the host alone founds clubs, `slug_missing` when the name has no letters
    for an address, `slug_taken` when it is in use.
    """
    if not may_found(by):
        raise Refusal("founding_by_host")
    address = _address(slug or name)
    if address in RESERVED or Club.objects.filter(slug=address).exists():
        raise Refusal("slug_taken", slug=address)
    desk = desks.open_desk(name=name, officials=[by])
    club = Club.objects.create(name=tidy_name(name), slug=address, desk=desk)
    player = Player.objects.filter(user=by).first()
    Membership.objects.create(club=club, user=by, player=player, role=Role.DIRECTOR)
    RatingList.objects.create(club=club, name=FIRST_LIST)
    deeds.note(club=club, kind="founded", by=by)
    return club


@transaction.atomic
def present(*, club: Club, page: Page, by: User) -> Club:
    """What the club says of itself, who may join, and what its casual matches count for from now on.

    Raises `about_too_long`, `contact_unreadable`.
    """
    must_manage(by, club)
    _must_be_readable(page)
    found = Club.objects.select_for_update().get(pk=club.pk)
    said = {name: getattr(page, name) for name in PAGE}
    changed = sorted(name for name in PAGE if getattr(found, name) != said[name])
    if changed:
        Club.objects.filter(pk=club.pk).update(**said)
        deeds.note(club=club, kind="presented", by=by, about={"fields": changed})
    found.refresh_from_db()
    return found


@transaction.atomic
def archive(*, club: Club, by: User, reason: str = "") -> Club:
    """The host puts a club away: everything stays to be read, and nothing begins there."""
    return _put(club, by, "archived", timezone.now(), reason)


@transaction.atomic
def reopen(*, club: Club, by: User, reason: str = "") -> Club:
    """The host lets an archived club play again."""
    return _put(club, by, "reopened", None, reason)


@transaction.atomic
def open_season(
    *, club: Club, name: str, starts_on: date, ends_on: date, rules: Mapping[str, Any], by: User
) -> Season:
    """A season that counts every evening from its first to its last day by `rules` (SeasonRules as data).

    Raises `season_dates_reversed`, `season_rules_wrong` with the reason, `slug_taken`.
    """
    must_manage(by, club)
    if ends_on < starts_on:
        raise Refusal("season_dates_reversed", starts_on=str(starts_on), ends_on=str(ends_on))
    slug = _address(name)
    if club.seasons.filter(slug=slug).exists():
        raise Refusal("slug_taken", slug=slug)
    kept = _checked_rules(rules)
    return Season.objects.create(
        club=club, name=tidy_name(name), slug=slug, starts_on=starts_on, ends_on=ends_on, rules=kept
    )


@transaction.atomic
def change_rules(*, season: Season, rules: Mapping[str, Any], by: User) -> Season:
    """Count a season by other rules; the table is folded again whenever it is read."""
    must_manage(by, season.club)
    season.rules = _checked_rules(rules)
    season.save(update_fields=["rules"])
    return season


@transaction.atomic
def open_rating_list(*, club: Club, name: str, parameters: Mapping[str, Any], by: User) -> RatingList:
    """A further rating list with constants of its own, folded at once from the club's first result.

    Raises `rating_constants_wrong` with the reason, `name_taken`.
    """
    must_manage(by, club)
    tidy = tidy_name(name)
    if club.rating_lists.filter(name=tidy).exists():
        raise Refusal("name_taken", name=tidy)
    try:
        Parameters(**parameters)
    except (TypeError, ValueError) as error:
        raise Refusal("rating_constants_wrong", reason=str(error)) from error
    rating_list = RatingList.objects.create(club=club, name=tidy, parameters=dict(parameters))
    rebuild(rating_list=rating_list)
    return rating_list


def _checked_rules(rules: Mapping[str, Any]) -> dict[str, Any]:
    try:
        return SeasonRules.from_data(rules).to_data()
    except (TypeError, ValueError) as error:
        raise Refusal("season_rules_wrong", reason=str(error)) from error


def _put(club: Club, by: User, kind: str, at: datetime | None, reason: str) -> Club:
    must_host(by)
    found = Club.objects.select_for_update().get(pk=club.pk)
    if (found.archived_at is None) != (at is None):
        found.archived_at = at
        found.save(update_fields=["archived_at"])
        deeds.note(club=found, kind=kind, by=by, about={"reason": reason.strip()[:LONGEST_REASON]})
    return found


def _must_be_readable(page: Page) -> None:
    if len(page.about) > LONGEST_ABOUT:
        raise Refusal("about_too_long", most=LONGEST_ABOUT)
    if page.contact and not CONTACT.fullmatch(page.contact):
        raise Refusal("contact_unreadable", contact=page.contact)
    if page.joining not in Joining.values or page.casual not in Casual.values:
        raise Refusal("request_invalid", problem="joining, casual")


def _address(text: str) -> str:
    slug = slugify(text)[:60].strip("-")
    if not slug:
        raise Refusal("slug_missing", name=text)
    return slug
