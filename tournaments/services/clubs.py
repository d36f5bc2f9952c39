"""Clubs are founded, players join them, people take offices, seasons and rating lists are opened."""

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from django.db import transaction
from django.utils.text import slugify

from matches.models import Desk, Player, User
from matches.services import desks
from matches.services.players import tidy_name
from rules.errors import Refusal
from tournaments.models import Club, Membership, RatingList, Role, Season
from tournaments.permissions import AT_THE_DESK, may_manage
from tournaments.ratings.fibs import Parameters
from tournaments.services.rating import rebuild
from tournaments.standings.rules import SeasonRules

FIRST_LIST = "Rating"
# Addresses below /clubs/ that are pages of the house.
RESERVED = frozenset({"new"})


@transaction.atomic
def found(*, name: str, by: User, slug: str = "") -> Club:
    """A new club with a desk and a rating list, directed by its founder.

    Raises `slug_missing` when the name has no letters for an address, `slug_taken` when it is in use.
    """
    address = _address(slug or name)
    if address in RESERVED or Club.objects.filter(slug=address).exists():
        raise Refusal("slug_taken", slug=address)
    desk = desks.open_desk(name=name, officials=[by])
    club = Club.objects.create(name=tidy_name(name), slug=address, desk=desk)
    Membership.objects.create(club=club, user=by, role=Role.DIRECTOR)
    RatingList.objects.create(club=club, name=FIRST_LIST)
    return club


@transaction.atomic
def enrol(*, club: Club, player: Player, by: User) -> Membership:
    """Make a player a member; one who is a member already stays what he is."""
    _must_manage(by, club)
    membership, _ = Membership.objects.get_or_create(club=club, player=player)
    return membership


@transaction.atomic
def appoint(*, club: Club, user: User, role: str, by: User) -> Membership:
    """Give a user an office in the club, or take it back with the role "member".

    Directors and recorders rule at the club's desk, directors also at those of all its evenings. Raises
    `role_unknown`, and `last_director` rather than leave a club without one.
    """
    _must_manage(by, club)
    if role not in Role.values:
        raise Refusal("role_unknown", role=role)
    Club.objects.select_for_update().get(pk=club.pk)
    _must_keep_a_director(club, user, Role(role))
    membership, _ = Membership.objects.update_or_create(club=club, user=user, defaults={"role": role})
    _seat(user, [club.desk], role in AT_THE_DESK)
    _seat(user, Desk.objects.filter(tournament__club=club), role == Role.DIRECTOR)
    return membership


@transaction.atomic
def open_season(
    *, club: Club, name: str, starts_on: date, ends_on: date, rules: Mapping[str, Any], by: User
) -> Season:
    """A season that counts every evening from its first to its last day by `rules` (SeasonRules as data).

    Raises `season_dates_reversed`, `season_rules_wrong` with the reason, `slug_taken`.
    """
    _must_manage(by, club)
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
    _must_manage(by, season.club)
    season.rules = _checked_rules(rules)
    season.save(update_fields=["rules"])
    return season


@transaction.atomic
def open_rating_list(*, club: Club, name: str, parameters: Mapping[str, Any], by: User) -> RatingList:
    """A further rating list with constants of its own, folded at once from the club's first result.

    Raises `rating_constants_wrong` with the reason, `name_taken`.
    """
    _must_manage(by, club)
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


def _seat(user: User, at: Iterable[Desk], rules_there: bool) -> None:
    for desk in at:
        if rules_there:
            desks.add_official(desk=desk, user=user)
        else:
            desks.remove_official(desk=desk, user=user)


def _must_manage(by: User, club: Club) -> None:
    if not may_manage(by, club):
        raise Refusal("club_officers_only", club=club.name)


def _must_keep_a_director(club: Club, user: User, role: Role) -> None:
    others = club.memberships.filter(role=Role.DIRECTOR).exclude(user=user)
    if role != Role.DIRECTOR and not others.exists():
        raise Refusal("last_director", club=club.name)


def _checked_rules(rules: Mapping[str, Any]) -> dict[str, Any]:
    try:
        return SeasonRules.from_data(rules).to_data()
    except (TypeError, ValueError) as error:
        raise Refusal("season_rules_wrong", reason=str(error)) from error


def _address(text: str) -> str:
    slug = slugify(text)[:60].strip("-")
    if not slug:
        raise Refusal("slug_missing", name=text)
    return slug
