"""Leagues for programs: seasons opened, placed, begun; last days, verdicts, play-offs; fixtures."""

from typing import Any

from django.http import Http404
from django.utils import timezone

from matches.api.authentication import PROOFS
from matches.models import Match
from rules.errors import Refusal
from tournaments.api.deeds import Asked, Deed, Look, anybody, club_path, event_path
from tournaments.api.loading import found
from tournaments.forms import desk as acting
from tournaments.leagues import forms
from tournaments.leagues import queries as facts
from tournaments.leagues import serializers as shapes
from tournaments.leagues.models import Arrangement, LeagueSeason
from tournaments.leagues.services import fixtures as league_desk
from tournaments.leagues.services import seasons as leagues
from tournaments.models import Club, Event, JournalEntry

At = Asked[Event]


def _league(at: At) -> LeagueSeason:
    held = found(LeagueSeason.objects.filter(event=at.of).select_related("before").first())
    held.event = at.of
    return held


def _page(at: At) -> facts.Page:
    at.of.refresh_from_db(fields=["status", "version"])
    return facts.page_of(_league(at), timezone.localdate())


def _open(at: Asked[Club]) -> LeagueSeason:
    form = at.form
    return leagues.open_league(
        club=at.of,
        name=at.said["name"],
        terms=form.terms(),
        span=form.span(),
        roster=form.roster(),
        by=at.by,
        policy=at.said["policy"],
    )


def _place(at: At) -> facts.Page:
    _league(at)
    where = {place["entry"]: place["division"] for place in at.said["places"]}
    leagues.place(event=at.of, where=where, by=at.by, version=at.said.get("version"))
    return _page(at)


def _span(at: At) -> facts.Page:
    _league(at)
    leagues.reschedule(event=at.of, span=at.form.span(), by=at.by)
    return _page(at)


def _begin(at: At) -> facts.Page:
    _league(at)
    leagues.begin(event=at.of, **at.signed)
    return _page(at)


def _extend(at: At) -> JournalEntry:
    _league(at)
    said = at.said
    if said["pairing"]:
        return league_desk.extend(event=at.of, pairing=said["pairing"], until=said["until"], **at.signed)
    if not (said["flight"] and said["round"]):
        raise Refusal("request_invalid", "", problem="pairing")
    return league_desk.move_deadline(
        event=at.of, flight=said["flight"], number=said["round"], until=said["until"], **at.signed
    )


def _decide(at: At) -> facts.Page:
    _league(at)
    said = at.said
    about = {"event": at.of, "pairing": said["pairing"], "by": at.by, "reason": said["reason"]}
    version = said.get("version")
    if said["verdict"] == "both":
        league_desk.lose_both(version=version, **about)
    elif said["verdict"] == "void":
        league_desk.set_aside(version=version, key=at.key, **about)
    else:
        league_desk.award(to=int(said["verdict"].removeprefix("entry-")), version=version, **about)
    return _page(at)


def _playoffs(at: At) -> facts.Page:
    _league(at)
    until, version = at.said["until"], at.said.get("version")
    leagues.draw_playoffs(event=at.of, until=until, by=at.by, version=version)
    return _page(at)


def _next(at: At) -> LeagueSeason:
    where = {place["entry"]: place["division"] for place in at.said["places"]}
    return leagues.start_next(league=_league(at), by=at.by, where=where)


def _mine(at: Asked[Club]) -> dict[str, Any]:
    return {
        "fixtures": facts.fixtures_of(facts.players_at_club(at.identity, at.of), at.of, timezone.localdate())
    }


def _propose(at: Asked[Club]) -> Arrangement:
    rows = Match.objects.filter(pairing__event__tournament__club=at.of, pairing__event__league__isnull=False)
    match = rows.filter(code=at.said["match"]).first()
    if match is None:
        raise Http404
    return league_desk.propose(
        match=match, identity=at.identity, play_at=at.said["play_at"], note=at.said["note"]
    )


def _agree(at: Asked[Club]) -> Arrangement:
    rows = Arrangement.objects.select_related("match", "by").filter(match__desk__tournament__club=at.of)
    held = found(rows.filter(pk=at.said["arrangement"]).first())
    return league_desk.agree(arrangement=held, identity=at.identity)


PROVED = tuple(PROOFS)

urlpatterns = [
    club_path("leagues/",
        Look(name="club_leagues", find=lambda at: {"leagues": facts.leagues_of(at.of)}, right=anybody,
            answer=shapes.LeaguesOut, about="The league seasons of a club, the newest first."),
        Deed(name="club_open_league", form=forms.LeagueForm, act=_open, answer=shapes.LeagueLineOut,
            about="Open a season: who plays, in which divisions, by which terms.")),
    event_path("league/", Look(name="event_league", find=_page, answer=shapes.LeagueOut, right=anybody,
        about="A season: divisions, open matches with their last days, and what follows.")),
    event_path("league/place/", Deed(name="league_place", shape=shapes.PlacementIn, act=_place,
        answer=shapes.LeagueOut, status=200, about="Which division everybody plays in, before it begins.")),
    event_path("league/span/", Deed(name="league_reschedule", form=forms.SpanForm, act=_span,
        answer=shapes.LeagueOut, status=200, about="From when to when the season is played.")),
    event_path("league/begin/", Deed(name="league_begin", form=acting.Acting, act=_begin,
        answer=shapes.LeagueOut, status=200, about="Draw and publish all divisions.")),
    event_path("league/extend/", Deed(name="league_extend", form=forms.LastDayForm, act=_extend,
        about="Another last day for one match (`pairing`), or for a `round` of a `flight`.")),
    event_path("league/decide/", Deed(name="league_decide", form=forms.VerdictForm, act=_decide,
        answer=shapes.LeagueOut, status=200,
        about='What becomes of a match nobody played: "both" lose, "void", or "entry-7" has it.')),
    event_path("league/playoffs/", Deed(name="league_draw_playoffs", form=forms.LastDayForm, act=_playoffs,
        without=("pairing", "flight", "round"), answer=shapes.LeagueOut, status=200,
        about="Draw the play-offs between divisions.")),
    event_path("league/next/", Deed(name="league_start_next", shape=shapes.PlacementIn, act=_next,
        answer=shapes.LeagueLineOut, about="Start the next season with the divisions this one ends in.")),
    club_path("fixtures/", Look(name="club_own_fixtures", find=_mine, answer=shapes.FixturesOut,
        right=anybody, proofs=PROVED, about="The open league matches of who asks, by account or badge.")),
    club_path("fixtures/propose/", Deed(name="club_propose_time", form=forms.ProposalForm, act=_propose,
        answer=shapes.ArrangementOut, right=anybody, proofs=PROVED,
        about="Propose a time to the other player of a league match, or write a word.")),
    club_path("fixtures/agree/", Deed(name="club_agree_time", form=forms.AgreementForm, act=_agree,
        answer=shapes.ArrangementOut, right=anybody, status=200, proofs=PROVED,
        about="Agree to the time the other player proposed.")),
]  # fmt: skip
