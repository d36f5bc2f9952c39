"""Seasons and rating lists for programs: opened, changed, divided."""

from typing import Any

from matches.models import Player
from rules.errors import Refusal
from tournaments.api import shapes_seasons as shapes
from tournaments.api.club_doors import manager_of
from tournaments.api.deeds import Asked, Deed, Look, anybody, club_path
from tournaments.api.loading import found
from tournaments.api.shapes_out import RatingListOut
from tournaments.models import Club, RatingList, Season
from tournaments.queries import clubs
from tournaments.ratings import fibs
from tournaments.services import rating_lists, seasons
from tournaments.standings.presets import PRESETS

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
    held = dict(Player.objects.filter(code__in=codes).values_list("code", "pk"))
    if len(held) != len(codes):
        raise Refusal("not_a_member", name=", ".join(sorted(set(codes) - set(held)))[:80])
    numbers = {held[code]: division for code, division in codes.items()}
    seasons.divide(season=season, divisions=numbers, by=at.by)
    return season


def _list(at: At) -> RatingList:
    rows = clubs.rating_lists_of(at.of).select_related("club")
    return found(rows.filter(pk=at.at["rating_list"]).first())


def _open_list(at: At) -> RatingList:
    said = {**at.said, "system": at.said["system"] or fibs.SYSTEM}
    return rating_lists.open_rating_list(club=at.of, by=at.by, **said)


def _change_list(at: At) -> RatingList:
    held = _list(at)
    said = {**at.said, "system": at.said["system"] or held.system}
    rating_lists.change_list(rating_list=held, by=at.by, **said)
    held.refresh_from_db()
    return held


def _seasons(at: At) -> dict[str, Any]:
    return {"seasons": clubs.seasons_of(at.of)}


ONE = shapes.SeasonDetailOut
urlpatterns = [
    club_path("seasons/",
        Look(name="club_seasons", find=_seasons, answer=shapes.SeasonsOut, right=anybody,
            about="The seasons of a club with their rules, the newest first."),
        Deed(name="club_open_season", shape=shapes.OpenSeasonIn, act=_open, answer=ONE, right=manager_of,
            about="Open a season.")),
    club_path("seasons/<slug:season>/", Deed(name="club_change_season", shape=shapes.ChangeSeasonIn,
        act=_change, answer=ONE, status=200, right=manager_of,
        about="Count a season by other rules or days; whom that moves is written down.")),
    club_path("seasons/<slug:season>/divisions/", Deed(name="club_divide_season", shape=shapes.DivideIn,
        act=_divide, answer=ONE, status=200, right=manager_of,
        about="Who plays in which division of a season.")),
    club_path("rating-lists/", Deed(name="club_open_rating_list", shape=shapes.OpenListIn, act=_open_list,
        answer=RatingListOut, right=manager_of, about="A further rating list with constants of its own.")),
    club_path("rating-lists/<int:rating_list>/", Deed(name="club_change_rating_list",
        shape=shapes.ChangeListIn, act=_change_list, answer=RatingListOut, status=200, right=manager_of,
        about="Rate by another system or other constants from the first result on.")),
]  # fmt: skip
