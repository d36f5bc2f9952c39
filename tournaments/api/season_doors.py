"""Seasons and rating lists for programs: opened, changed with a look ahead, divided, and what was changed."""

from typing import Any

from django.db.models import Q

from matches.models import Player
from rules.errors import Refusal
from tournaments.api import shapes_seasons as shapes
from tournaments.api.club_doors import manager_of
from tournaments.api.deeds import Asked, Deed, Look, Rows, anybody, club_path
from tournaments.api.loading import found
from tournaments.api.shapes_out import RatingListOut
from tournaments.models import Club, RatingList, Season
from tournaments.queries import clubs
from tournaments.queries import rating_lists as lists
from tournaments.queries import seasons as queries
from tournaments.queries.nights import Span
from tournaments.queries.past import people_of
from tournaments.queries.predictions import calibration
from tournaments.ratings import fibs
from tournaments.ratings.systems import constants_of, parameters
from tournaments.services import rating_lists, seasons
from tournaments.standings.presets import PRESETS
from tournaments.standings.rules import SeasonRules

At = Asked[Club]


def _season(at: At, slug: str = "") -> Season:
    rows = clubs.seasons_of(at.of).select_related("club")
    return found(rows.filter(slug=slug or at.at["season"]).first())


def _open(at: At) -> Season:
    said = at.said
    rules = said["rules"] if "rules" in said else PRESETS[said["preset"]].to_data()
    given = {name: said[name] for name in ("name", "starts_on", "ends_on")}
    after = _season(at, said["after"]) if said["after"] else None
    return seasons.open_season(club=at.of, rules=rules, by=at.by, after=after, **given)


def _change(at: At) -> Season:
    season, said = _season(at), at.said
    given = {name: said.get(name) for name in ("starts_on", "ends_on")}
    seasons.change_season(
        season=season,
        rules=said.get("rules", season.rules),
        by=at.by,
        name=said["name"],
        reason=said["reason"],
        key=at.key,
        **given,
    )
    season.refresh_from_db()
    return season


def _divide(at: At) -> Season:
    season = _season(at)
    codes = {place["player"]: place["division"] for place in at.said["places"]}
    here = Q(pk__in=people_of(at.of).values("pk")) | Q(entries__event__tournament__club=at.of)
    held = dict(Player.objects.filter(here, code__in=codes).values_list("code", "pk"))
    if len(held) != len(codes):
        raise Refusal("not_a_member", player=", ".join(sorted(set(codes) - set(held)))[:80])
    numbers = {held[code]: division for code, division in codes.items()}
    seasons.divide(season=season, divisions=numbers, by=at.by)
    return season


def _list(at: At) -> RatingList:
    rows = clubs.rating_lists_of(at.of).select_related("club")
    return found(rows.filter(pk=at.at["rating_list"]).first())


def _open_list(at: At) -> RatingList:
    said = {**at.said, "system": at.said["system"] or fibs.SYSTEM}
    return rating_lists.open_rating_list(club=at.of, by=at.by, **said)


def _as_said(at: At, held: RatingList) -> dict[str, Any]:
    """The list as it is asked to be: what is left out stays as it is."""
    settings = lists.settings_of(held)
    return {**settings, **{name: at.said[name] for name in settings if name in at.said}}


def _change_list(at: At) -> RatingList:
    held = _list(at)
    rating_lists.change_list(rating_list=held, by=at.by, reason=at.said["reason"], **_as_said(at, held))
    held.refresh_from_db()
    return held


def _set_starting_ratings(at: At) -> RatingList:
    rating_list = _list(at)
    rating_lists.set_starting_ratings(
        rating_list=rating_list, ratings=at.said["ratings"], by=at.by, reason=at.said["reason"]
    )
    rating_list.refresh_from_db()
    return rating_list


def _foresee_list(at: At) -> dict[str, Any]:
    held = _list(at)
    said = _as_said(at, held)
    counting = parameters(said["system"], said["parameters"])
    return {"moved": lists.foreseen(held, counting, said["counts"], ladders=said["ladders"])}


def _foresee(at: At) -> dict[str, Any]:
    season, said = _season(at), at.said
    counting = SeasonRules.from_data(said.get("rules", season.rules))
    span = Span(said.get("starts_on", season.starts_on), said.get("ends_on", season.ends_on))
    return {"moved": queries.named(queries.foreseen(season, counting, span))}


def _changes(at: At) -> dict[str, Any]:
    return {"changes": queries.changes_of(_season(at))}


def _divisions(at: At) -> dict[str, Any]:
    season = _season(at)
    return {"names": season.rules.get("divisions", ()), "next": queries.next_season(season)}


def _about_list(at: At) -> dict[str, Any]:
    held = _list(at)
    return {
        "id": held.pk,
        **lists.data_of(held),
        "constants": {**constants_of(held.system), **held.parameters},
        "is_being_counted": held.is_owed,
        "calibration": calibration(held),
        "changes": lists.changes_of(held),
    }


ONE = shapes.SeasonDetailOut
SEASON, LIST = "seasons/<slug:season>/", "rating-lists/<int:rating_list>/"
NEWEST, OLDEST = ("-starts_on", "-id"), ("starts_on", "id")
urlpatterns = [
    club_path("seasons/",
        Rows(name="club_seasons", rows=lambda at: clubs.seasons_of(at.of), answer=ONE,
            orders={"-starts_on": NEWEST, "starts_on": OLDEST},
            about="The seasons of a club with their rules, the newest first."),
        Deed(name="club_open_season", shape=shapes.OpenSeasonIn, act=_open, answer=ONE, right=manager_of,
            about="Open a season.")),
    club_path(SEASON,
        Look(name="club_season", find=_season, answer=ONE, right=anybody,
            about="A season and how it counts."),
        Deed(name="club_change_season", shape=shapes.ChangeSeasonIn, act=_change, answer=ONE, status=200,
            right=manager_of,
            about="Count a season by other rules or days; whom that moves is written down.")),
    club_path(f"{SEASON}preview/", Deed(name="club_change_season_preview", shape=shapes.ChangeSeasonIn,
        act=_foresee, answer=shapes.SeasonForeseenOut, status=200, is_dry=True, right=manager_of,
        about="Whom other rules or days would move. Nothing is written.")),
    club_path(f"{SEASON}changes/", Look(name="club_season_changes", find=_changes,
        answer=shapes.SeasonChangesOut, right=anybody,
        about="The latest twenty changes of a season, and whom each moved.")),
    club_path(f"{SEASON}divisions/",
        Look(name="club_season_divisions", find=_divisions, answer=shapes.DivisionsOut, right=anybody,
            about="The divisions of a season, and where everybody would play in the next one."),
        Deed(name="club_divide_season", shape=shapes.DivideIn, act=_divide, answer=ONE, status=200,
            right=manager_of, about="Who plays in which division of a season.")),
    club_path("rating-lists/",
        Rows(name="club_rating_lists", rows=lambda at: clubs.rating_lists_of(at.of), answer=RatingListOut,
            orders={"id": ("id",), "-id": ("-id",)}, about="The rating lists of a club, the oldest first."),
        Deed(name="club_open_rating_list", shape=shapes.OpenListIn, act=_open_list, answer=RatingListOut,
            right=manager_of, about="A further rating list with constants of its own.")),
    club_path(LIST,
        Look(name="club_about_rating_list", find=_about_list, answer=shapes.RatingListDetailOut,
            right=anybody, about="How a list rates, how well it predicts, and what was changed in it."),
        Deed(name="club_change_rating_list", shape=shapes.ChangeListIn, act=_change_list,
            answer=RatingListOut, status=200, right=manager_of,
            about="Rate by another system or other constants from the first result on.")),
    club_path(f"{LIST}starting-ratings/", Deed(name="club_set_starting_ratings",
        shape=shapes.StartingRatingsIn, act=_set_starting_ratings, answer=RatingListOut, status=200,
        right=manager_of, about="Set the ratings that players bring along, and recalculate the list.")),
    club_path(f"{LIST}preview/", Deed(name="club_change_rating_list_preview", shape=shapes.ChangeListIn,
        act=_foresee_list, answer=shapes.ListForeseenOut, status=200, is_dry=True, right=manager_of,
        about="Where everybody would stand by another system or other constants. Nothing is written.")),
]  # fmt: skip
