"""Stages and results for programs: rounds, corrections, figures, small knockouts as people come."""

from typing import Any

from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext

from matches import results
from matches.models import Match
from rules.errors import Refusal
from tournaments.api import shapes_desk as shapes
from tournaments.api.deeds import Asked, Deed, Look, event_path
from tournaments.api.desk_doors import match_of
from tournaments.forms import changes as change_forms
from tournaments.forms import figures as figure_forms
from tournaments.models import Event, JournalEntry
from tournaments.queries import corrections, measuring
from tournaments.queries import rolling as waiting
from tournaments.services import correcting, rolling, rounds, stages
from tournaments.services import measuring as measures

At = Asked[Event]


def _end(at: At) -> JournalEntry:
    return rounds.end_stage(event=at.of, flight=at.said["flight"], **at.signed)


def _pair(verb: Any) -> Any:
    def done(at: At) -> JournalEntry:
        line: JournalEntry = verb(
            event=at.of, flight=at.said["flight"], one=at.said["one"], other=at.said["other"], **at.signed
        )
        return line

    return done


def _rounds(at: At) -> JournalEntry:
    return stages.play_rounds(event=at.of, flight=at.said["flight"], rounds=at.said["rounds"], **at.signed)


def _start(at: At) -> JournalEntry:
    _must_roll(at)
    return rolling.start_knockout(event=at.of, points=at.said["points"], only=at.said["entries"], **at.signed)


def _rolled(verb: Any) -> Any:
    def done(at: At) -> JournalEntry:
        _must_roll(at)
        line: JournalEntry = verb(event=at.of, **at.signed)
        return line

    return done


def _must_roll(at: At) -> None:
    if not waiting.is_rolling(at.of):
        raise Http404


def _room(at: At) -> dict[str, Any]:
    _must_roll(at)
    return {"version": at.of.version, "room": waiting.room(at.of, timezone.now())}


def _wanted(at: At, match: Match) -> results.Result:
    said = at.said
    score = (said["white_score"], said["black_score"])
    return results.make(match.length, score, said["winner"], said["ending"])


def _foresee(at: At) -> corrections.Preview:
    match = match_of(at, at.said["match"])
    return corrections.preview(match=match, result=_wanted(at, match), choices=at.said["choices"])


def _correct(at: At) -> JournalEntry:
    match = match_of(at, at.said["match"])
    wanted, choices = _wanted(at, match), at.said["choices"]
    if at.said["reach"]:
        shown = corrections.preview(match=match, result=wanted, choices=choices)
        if shown.reach != at.said["reach"]:
            raise Refusal("reaches_further", reach=shown.reach)
    reason = at.said["reason"] or gettext("Entered wrongly")
    return correcting.correct(match=match, result=wanted, choices=choices, reason=reason, **at.signed)


def _measure(at: At) -> JournalEntry:
    pairing = at.said["pairing"]
    return measures.rule(event=at.of, pairing=pairing, measure=at.form.measure(), **at.signed)


WAITING = change_forms.Waiting
NOT_ASKED = ("names", "points", "entries")

urlpatterns = [
    event_path("end/", Deed(name="event_end_stage", form=change_forms.Ending, act=_end,
        about="No further round of a stage: its table stands.")),
    event_path("rounds/forbid/", Deed(name="event_forbid_pair", shape=shapes.PairIn,
        act=_pair(stages.forbid_pair), about="Two will not meet.")),
    event_path("rounds/allow/", Deed(name="event_allow_pair", shape=shapes.PairIn,
        act=_pair(stages.allow_pair), about="Two may meet after all.")),
    event_path("rounds/count/", Deed(name="event_set_rounds", shape=shapes.RoundsIn, act=_rounds,
        about="Change the number of rounds of a stage.")),
    event_path("corrections/", Deed(name="event_correct", shape=shapes.CorrectingIn, act=_correct,
        about="Give a settled match another result, and everything that hangs on it what follows.")),
    event_path("corrections/preview/", Deed(name="event_correct_preview", shape=shapes.CorrectingIn,
        act=_foresee, answer=shapes.CorrectionOut, status=200, is_dry=True,
        about="What a correction would reach, and what may be chosen there. Nothing is written.")),
    event_path("figures/",
        Look(name="event_figures", find=lambda at: measuring.ratings(at.of), answer=shapes.MeasuresOut,
            about="The matches whose performance ratings count, and what is missing."),
        Deed(name="event_rule_figures", form=figure_forms.Figures, act=_measure,
            about="Say how a match counts: by figures, by a ruling, or as its record says.")),
    event_path("rolling/", Look(name="event_waiting_room", find=_room, answer=shapes.RoomOut,
        about="Who waits for the next small knockout.")),
    event_path("rolling/start/", Deed(name="event_start_knockout", form=WAITING, act=_start,
        fixed={"deed": change_forms.START}, without=("names",), needed=("points", "entries"),
        about="Start a small knockout of those who are next.")),
    event_path("rolling/close/", Deed(name="event_close_knockouts", form=WAITING, act=_rolled(rolling.close),
        fixed={"deed": change_forms.CLOSE}, without=NOT_ASKED,
        about="No further knockout starts.")),
    event_path("rolling/open/", Deed(name="event_open_knockout", form=WAITING,
        act=_rolled(rolling.open_another), fixed={"deed": change_forms.OPEN}, without=NOT_ASKED,
        about="Another knockout can start.")),
]  # fmt: skip
