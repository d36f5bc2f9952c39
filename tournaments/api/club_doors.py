"""A club for programs: its page, evenings and their events, officials, casual matches, weekly nights."""

from typing import Any

from django.forms import Form
from django.http import Http404
from django.utils import timezone
from rest_framework.request import Request

from matches.api.authentication import PROOFS
from matches.api.shapes_out import MatchOut
from matches.models import Match, User
from matches.views import limits
from tournaments.api import shapes_clubs as shapes
from tournaments.api.deeds import Asked, Deed, Look, anybody, club_path
from tournaments.api.form_serializers import read_form
from tournaments.api.loading import account_of, found
from tournaments.api.shapes_out import EventOut
from tournaments.forms import clubs as club_forms
from tournaments.forms import desk as forms
from tournaments.forms import nights as night_forms
from tournaments.forms.plan_edits import NewEvent
from tournaments.forms.plans import SCHEME_NAMES, Format
from tournaments.forms.teams import Taking
from tournaments.models import Club, Event, Tournament, WeeklyNight
from tournaments.permissions import must_manage
from tournaments.queries import casual as played
from tournaments.queries import events, weekly
from tournaments.queries.members import official_named, officials_of, playing
from tournaments.queries.office_offers import offers_of_tournament
from tournaments.services import casual, clubs, evenings, nights, office_offers, officials
from tournaments.services.side_events import add_side_event

At = Asked[Club]
NAMES, TEN_MINUTES = 30, 600
SCHEMES = {name: str(label) for name, label, _meaning in SCHEME_NAMES}


def manager_of(request: Request, club: Club) -> User:
    """The account that asks, when it keeps the members of the club. Raises `club_officers_only`."""
    by = account_of(request, club.name)
    must_manage(by, club)
    return by


def _read(at: At, *parts: type[Form]) -> list[Any]:
    """What is said, as each of the forms reads it."""
    return [read_form(form, at.said) for form in parts]


def _start(at: At) -> Event:
    evening, chosen, taking = _read(at, forms.Evening, Format, Taking)
    told = evening.cleaned_data
    return evenings.start_planned(
        club=at.of,
        by=at.by,
        name=told["name"],
        starts_at=told["starts_at"],
        hall=evenings.Hall(told["tables"], told["policy"]),
        **_planned(chosen, taking),
    )


def _planned(chosen: Any, taking: Any) -> dict[str, Any]:
    said = chosen.cleaned_data
    return {
        "plan": chosen.plan(),
        "lengths": (said["length"][0], said["consolation_length"][0]),
        "formed": taking.formed(),
    }


def _evening(at: At) -> Tournament:
    return found(events.evening_by_slug(at.of, at.at["evening"]))


def _add(at: At) -> Event:
    tournament = _evening(at)
    form = read_form(NewEvent, at.said, events=events.standing_of(tournament))
    chosen, taking = _read(at, Format, Taking)
    return add_side_event(
        tournament=tournament,
        name=form.cleaned_data["name"] or SCHEMES[chosen.cleaned_data["scheme"]],
        by=at.by,
        guests=events.players_of(tournament, form.cleaned_data["players_of"]),
        **_planned(chosen, taking),
    )


def _present(at: At) -> Club:
    form = read_form(club_forms.PageForm, at.said)
    return clubs.present(club=at.of, page=clubs.Page(**form.cleaned_data), by=at.by)


def _officials(at: At) -> dict[str, Any]:
    tournament = _evening(at)
    return {
        "officials": [user.get_username() for user, _ in officials_of(tournament)],
        "offered": [one.username for one in offers_of_tournament(tournament).filter(kind="official")],
    }


def _name(at: At) -> dict[str, Any]:
    count_names(at)
    office_offers.offer_desk(tournament=_evening(at), username=at.said["username"], by=at.by)
    return _officials(at)


def _dismiss(at: At) -> dict[str, Any]:
    tournament = _evening(at)
    user = official_named(tournament, at.said["username"])
    officials.dismiss_official(tournament=tournament, user=user, by=at.by)
    return _officials(at)


def count_names(at: At) -> None:
    """Raise `too_many_requests` for an account that names one user after another, here and on the pages."""
    limits.knock("user-name", f"user {at.by.pk}", most=NAMES, seconds=TEN_MINUTES)


def _casual(at: At) -> dict[str, Any]:
    return {"open": [one.match for one in played.open_matches(at.of)]}


def _open_casual(at: At) -> Match:
    people = {player.code: player for player in playing(at.of)}
    white, black = (found(people.get(at.said[side])) for side in ("white", "black"))
    row = casual.open_match(
        club=at.of,
        white=white,
        black=black,
        length=at.said["length"],
        identity=at.identity,
        key=at.key,
    )
    return row.match


def _nights(at: At) -> dict[str, Any]:
    return {"nights": weekly.nights_of(at.of)}


def _night(at: At) -> WeeklyNight:
    rows = WeeklyNight.objects.select_related("club__desk").filter(club=at.of, pk=at.at["number"])
    return found(rows.first())


def _keep_new(at: At) -> WeeklyNight:
    parts = _read(at, night_forms.Night, Format, Taking)
    return nights.keep(club=at.of, template=night_forms.template_of(*parts), by=at.by)


def _change(at: At) -> WeeklyNight:
    night = _night(at)
    parts = _read(at, night_forms.Changing, Format, Taking)
    return nights.change(night=night, template=night_forms.changed_template(night, *parts), by=at.by)


def _keep(at: At) -> WeeklyNight:
    return nights.keep_from(tournament=_evening(at), by=at.by)


def _start_night(at: At) -> Event:
    tournament = nights.start(night=_night(at), by=at.by, now=timezone.now())
    first = tournament.events.select_related("tournament").order_by("id").first()
    if first is None:
        raise Http404
    return first


def _skip(at: At) -> dict[str, Any]:
    nights.skip(night=_night(at), day=at.said["day"], reason=at.said["reason"], by=at.by)
    return _nights(at)


def _restore(at: At) -> dict[str, Any]:
    nights.restore(night=_night(at), day=at.said["day"], by=at.by)
    return _nights(at)


def _end(at: At) -> dict[str, Any]:
    nights.end(night=_night(at), by=at.by)
    return _nights(at)


EVENING, NIGHT = "evenings/<slug:evening>/", "nights/<int:number>/"
urlpatterns = [
    club_path("start/", Deed(name="club_start_evening", shape=shapes.StartIn, act=_start,
        answer=shapes.StartedOut, about="Start an evening of one event: who, when, where, which format.")),
    club_path("page/",
        Look(name="club_page", find=lambda at: at.of, answer=shapes.PageOut, right=anybody,
            about="What the club says of itself."),
        Deed(name="club_present", shape=shapes.PresentIn, act=_present, answer=shapes.PageOut, status=200,
            right=manager_of, about="What the club says of itself, who may join, what casual play counts.")),
    club_path(f"{EVENING}events/", Deed(name="club_add_event", shape=shapes.AddIn, act=_add,
        answer=EventOut, about="One more event at the desk of an evening.")),
    club_path(f"{EVENING}weekly/", Deed(name="club_keep_night", act=_keep, answer=shapes.NightOut,
        about="Keep an evening as what is played every week.")),
    club_path(f"{EVENING}officials/",
        Look(name="club_officials", find=_officials, answer=shapes.OfficialsOut,
            about="Who runs an evening beside the directors."),
        Deed(name="club_name_official", shape=shapes.UserIn, act=_name, answer=shapes.OfficialsOut,
            about="Offer a user name to run this evening; it begins when the person accepts.")),
    club_path(f"{EVENING}officials/dismiss/", Deed(name="club_dismiss_official", shape=shapes.UserIn,
        act=_dismiss, answer=shapes.OfficialsOut, status=200, about="He runs it no more.")),
    club_path("nights/",
        Look(name="club_nights", find=_nights, answer=shapes.NightsOut, right=anybody,
            about="What is played every week."),
        Deed(name="club_keep_new_night", shape=shapes.NightIn, act=_keep_new, answer=shapes.NightOut,
            about="Play one event every week: day, hour, tables, format, entry fee.")),
    club_path(f"{NIGHT}change/", Deed(name="club_change_night", shape=shapes.ChangedNightIn, act=_change,
        answer=shapes.NightOut, status=200,
        about="Play it otherwise from now on; what is played stays, unless it is said `anew`.")),
    club_path(f"{NIGHT}start/", Deed(name="club_start_night", act=_start_night, answer=shapes.StartedOut,
        about="Start tonight's evening by its template; its first event is told.")),
    club_path(f"{NIGHT}skip/", Deed(name="club_skip_night", form=night_forms.Skipping, act=_skip,
        answer=shapes.NightsOut, about="Leave a week out.")),
    club_path(f"{NIGHT}restore/", Deed(name="club_restore_night", form=night_forms.Skipping, act=_restore,
        answer=shapes.NightsOut, status=200, about="Play a week after all.")),
    club_path(f"{NIGHT}end/", Deed(name="club_end_night", act=_end, answer=shapes.NightsOut, status=200,
        about="It is not played every week any more.")),
    club_path("casual/",
        Look(name="club_casual", find=_casual, answer=shapes.CasualsOut, right=anybody,
            about="The casual matches that are on."),
        Deed(name="club_open_casual", shape=shapes.CasualIn, act=_open_casual, answer=MatchOut,
            right=anybody, proofs=tuple(PROOFS),
            about="Two members play: opened by the desk, or by one of the two where members may.")),
]  # fmt: skip
