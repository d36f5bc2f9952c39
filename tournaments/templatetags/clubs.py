"""Template tags of club pages: Markdown, weekdays, audit log, status of invitations."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import template
from django.utils.translation import ngettext

from tournaments.formats.graph import CONSOLATION, MAIN
from tournaments.formats.plan import Plan
from tournaments.markdown import plain_text, render_markdown
from tournaments.messages.names import StageLengths, describe_stages
from tournaments.models import ClubLogEntry, Role, WeeklyNight
from tournaments.payloads import read_payload
from tournaments.people.messages import INVITATION_STATUSES, WEEKDAYS, club_log_line
from tournaments.play.tournaments.queries.expected_players import ExpectedList, OwnPlace
from tournaments.play.tournaments.queries.weekly_nights import UpcomingTournament
from tournaments.registry import weekly_night_extensions

register = template.Library()

register.filter("markdown", render_markdown)
register.filter("without_marks", plain_text)


@register.filter
def weekly_on(weekday: int) -> str:
    """Return the day of a weekly night: "every Monday"."""
    return str(WEEKDAYS[weekday])


@register.filter
def choices_of(namesakes: Mapping[int, Mapping[str, str]], number: int) -> Mapping[str, str]:
    """Return the members whom a name on a list can mean, if several have it."""
    return namesakes.get(number, {})


@register.filter
def open_list_of(
    open_lists: Mapping[int, ExpectedList] | str, upcoming: UpcomingTournament
) -> ExpectedList | None:
    """Return the open list of the weekly night of this date, None without one."""
    if isinstance(open_lists, str) or upcoming.night is None:
        return None
    open_list = open_lists.get(upcoming.night.pk)
    return open_list if open_list is not None and open_list.starts_at == upcoming.starts_at else None


@register.filter
def places_on(own_places: Mapping[int, Sequence[OwnPlace]], expected: ExpectedList) -> Sequence[OwnPlace]:
    """Return the places of the visitor on the list of a weekly night."""
    return own_places.get(expected.night.pk, ())


@register.filter
def event_format(event: Mapping[str, Any]) -> str:
    """Return the format of an event of a weekly night by stage: "Swiss, matches to 7 points, 5 rounds"."""
    main, consolation = event["lengths"]
    stage_lengths: list[StageLengths] = [
        StageLengths(MAIN, "knockout", (main,)),
        StageLengths(CONSOLATION, "consolation", (consolation,)),
    ]
    if event["plan"] is None:
        return describe_stages(stage_lengths)
    stages = read_payload(Plan, event["plan"]).stages
    text = describe_stages(
        [StageLengths(stage.key, stage.format, stage.lengths or (main,)) for stage in stages]
    )
    rounds = [int(stage.options["rounds"]) for stage in stages if stage.options.get("rounds")]
    texts = [ngettext("%(count)s round", "%(count)s rounds", count) % {"count": count} for count in rounds]
    return ", ".join([text, *texts])


@register.filter
def feature_descriptions(night: WeeklyNight) -> list[str]:
    """Return what feature apps add to the first event of a weekly night, one sentence each."""
    features = night.events[0]["features"]
    extensions = weekly_night_extensions.items()
    return [
        extension.describe(features[name], night.currency)
        for name, extension in extensions
        if name in features
    ]


@register.filter
def log_line(action: ClubLogEntry) -> str:
    """Return a line of a club's audit log."""
    subject = str(action.player or action.user or "")
    return club_log_line(action.kind, subject, action.payload, {role.value: str(role.label) for role in Role})


@register.filter
def invitation_status(status: str) -> str:
    """Return the status of an invitation."""
    return str(INVITATION_STATUSES[status])


@register.filter
def contact_url(contact: str) -> str:
    """Return the URL of the contact of a club: a web address, or a mailto link."""
    return contact if contact.startswith(("http://", "https://")) else f"mailto:{contact}"
