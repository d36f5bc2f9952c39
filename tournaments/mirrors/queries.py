"""Queries of mirrors: copies of a club and of the site, and what is sent of an event to another site."""

import hashlib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

from django.db.models import Count, Max, QuerySet, Sum
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext

from matches.models import Match, Player, SiteSettings
from matches.queries.site_settings import get_site_settings
from matches.states import BEFORE_THE_END, Status
from tournaments.exchange.event_file import EventFile, SignedLine
from tournaments.importing.queries.exports import build_event_file
from tournaments.mirrors.copy_messages import LiveMatch, LivePart
from tournaments.mirrors.messages import PROBLEM_TEXTS
from tournaments.mirrors.models import CopiedEvent, CopiedTournament, Publication
from tournaments.models import Club, Event, JournalEntry, Pairing, Role, Tournament
from tournaments.models.event import PUBLISHED_STATUSES
from tournaments.name_lists.details import PRIVATE_DETAILS
from tournaments.play.entrants.queries.public_entries import find_unlisted_players
from tournaments.play.event_journal.queries.journal import DIRECTOR, PLAYER
from tournaments.play.event_pages import page_versions
from tournaments.play.schedule.queries.breaks import get_breaks
from tournaments.play.tournaments.queries.weekly_nights import get_desk_times

# The problem of a publication whose copy another director has taken over.
TAKEN_OVER = "copy_taken_over"
# A copy that has heard nothing for so long says so.
SILENCE = timedelta(minutes=2)
# A copy not heard of for so long after its last day is offered for deletion.
FORGOTTEN = timedelta(days=30)
OPEN_STATES = [status.value for status in BEFORE_THE_END if status != Status.SCHEDULED]


@dataclass(frozen=True, slots=True)
class ClubUsage:
    """The copies of a club: tournaments, events, their size in bytes, and when one was last heard of."""

    club: Club
    tournaments: int
    events: int
    size: int
    heard_at: datetime | None


def find_copy(tournament: Tournament) -> CopiedTournament | None:
    """Return the copy that a tournament is, if another site directs it. One query for a copy, else none."""
    if not tournament.is_directed_elsewhere:
        return None
    return CopiedTournament.objects.filter(tournament=tournament).first()


def describe_copy(tournament: Tournament) -> str:
    """Return the sentence that the pages of a copy show, "" for other tournaments."""
    copy = find_copy(tournament)
    if copy is None:
        return ""
    values = {"source": describe_source(copy), "time": format_moment(copy.heard_at)}
    if timezone.now() - copy.heard_at > SILENCE:
        sentence = gettext("Directed by %(source)s. Nothing has been heard from there since %(time)s.")
    else:
        sentence = gettext("Directed by %(source)s, as of %(time)s.")
    zone = tournament.desk.time_zone
    if not zone or zone == get_site_settings().time_zone:
        return sentence % values
    return " ".join([sentence % values, gettext("Times are local: %(zone)s.") % {"zone": zone}])


def describe_source(copy: CopiedTournament) -> str:
    """Return who directs a copy: the club and its site, or one of them where the other says nothing more."""
    if not copy.directed_by:
        return copy.origin
    if copy.origin in {SiteSettings().name, copy.directed_by}:
        return copy.directed_by
    return gettext("%(club)s at %(site)s") % {"club": copy.directed_by, "site": copy.origin}


def list_copies(club: Club) -> QuerySet[CopiedTournament]:
    """Return the copies of a club, newest first, those taken over included, with their events and size."""
    rows = CopiedTournament.objects.filter(club=club).select_related("tournament__club", "token__user")
    return rows.annotate(event_count=Count("events"), size=Sum("events__size")).order_by("-id")


def is_forgotten(copy: CopiedTournament) -> bool:
    """Return whether a copy has not been heard of for a month, and its last day is as long ago."""
    tournament, limit = copy.tournament, timezone.now() - FORGOTTEN
    last_day = tournament.ends_on or timezone.localdate(tournament.starts_at)
    return copy.taken_over_at is None and copy.heard_at < limit and last_day < timezone.localdate(limit)


def measure_copies(club: Club) -> tuple[int, int]:
    """Return how many copied events a club has, without those taken over, and their size in bytes."""
    rows = CopiedEvent.objects.filter(copy__club=club, copy__taken_over_at=None)
    counts = rows.aggregate(count=Count("pk"), size=Sum("size"))
    return counts["count"], counts["size"] or 0


def list_usage() -> list[ClubUsage]:
    """Return the usage of each club that has copies, the largest first. Two queries."""
    rows = CopiedTournament.objects.filter(taken_over_at=None).order_by().values("club")
    counts = rows.annotate(
        tournaments=Count("pk", distinct=True),
        event_count=Count("events"),
        size=Sum("events__size"),
        heard_at=Max("heard_at"),
    )
    clubs = Club.objects.in_bulk([row["club"] for row in counts])
    usage = [
        ClubUsage(
            clubs[row["club"]], row["tournaments"], row["event_count"], row["size"] or 0, row["heard_at"]
        )
        for row in counts
    ]
    return sorted(usage, key=lambda row: (-row.size, row.club.name))


def find_publication(tournament: Tournament) -> Publication | None:
    """Return the publication of a tournament, if any."""
    return Publication.objects.filter(tournament=tournament).first()


def get_host(publication: Publication) -> str:
    """Return the name of the site that a tournament is published to."""
    return urlsplit(publication.address).hostname or ""


def get_club_page(publication: Publication) -> str:
    """Return the address of the club's page on the other site, as the director has entered it."""
    return publication.address.replace("/api/v1/clubs/", "/clubs/").removesuffix(f"copies/{publication.key}/")


def describe_publication(publication: Publication) -> str:
    """Return the sentence about a publication: until when it has been published, or why not."""
    sentences = []
    if publication.published_at is not None:
        time = date_format(timezone.localtime(publication.published_at), "j M, H:i")
        sentences.append(gettext("Published up to %(time)s.") % {"time": time})
    if publication.is_deleting:
        sentences.append(gettext("The copy there is being deleted."))
    elif publication.problem:
        outage = describe_outage(publication)
        return outage or " ".join([*sentences, get_problem_text(publication.problem)])
    elif publication.published_at is None:
        sentences.append(gettext("It is being published."))
    return " ".join(sentences)


def describe_outage(publication: Publication) -> str:
    """Return since when members see nothing new on the other site, and why; "" while what is sent arrives.

    Nothing is missing there once the copy was taken over: it is directed there.
    """
    if not publication.problem or publication.is_deleting or publication.problem == TAKEN_OVER:
        return ""
    reason = get_problem_text(publication.problem)
    if publication.published_at is None:
        return gettext("Members at home do not see this tournament yet. %(reason)s") % {"reason": reason}
    return gettext("Members at home have seen nothing new since %(time)s. %(reason)s") % {
        "time": format_moment(publication.published_at),
        "reason": reason,
    }


def list_desk_notices(tournament: Tournament) -> list[str]:
    """Return what the desk must know about the publication of a tournament. One query."""
    if tournament.is_directed_elsewhere:
        return []
    publication = find_publication(tournament)
    sentence = describe_outage(publication) if publication is not None else ""
    return [sentence] if sentence else []


def list_unsent_work() -> list[str]:
    """Return a sentence for each publication of which the other site lacks something."""
    rows = Publication.objects.select_related("tournament__club", "tournament__desk")
    return [sentence for row in rows.order_by("pk") if (sentence := _describe_unsent(row))]


def _describe_unsent(publication: Publication) -> str:
    names = {"name": publication.tournament.name, "host": get_host(publication)}
    if publication.is_deleting:
        return gettext("The copy of “%(name)s” at %(host)s has not been deleted yet.") % names
    if publication.problem == TAKEN_OVER or publication.tournament.is_draft:
        return ""
    versions = dict(publication.events.values_list("event", "seen_version"))
    events = list_published_events(publication)
    if all(versions.get(event.pk) == compute_page_version(event) for event in events):
        return ""
    sentence = gettext(
        "The newest changes of “%(name)s” have not been sent to %(host)s yet: that happens when Crawford is "
        "started again."
    )
    return sentence % names


def list_published_events(publication: Publication) -> list[Event]:
    """Return the events that are sent: not those of which names may not be shown yet."""
    return [event for event in _list_begun_events(publication) if not _has_unlisted_entries(event)]


def list_withheld_events(publication: Publication) -> list[Event]:
    """Return the events that are sent once their draw is published, as not all players agreed to be listed.

    A file has the names, clubs and ratings of all entries.
    """
    return [event for event in _list_begun_events(publication) if _has_unlisted_entries(event)]


def _list_begun_events(publication: Publication) -> list[Event]:
    """Return the events of a publication that have a journal; leagues are not published."""
    rows = Event.objects.filter(tournament=publication.tournament, is_league=False)
    events = rows.select_related("tournament__club", "tournament__desk").order_by("pk")
    return [event for event in events if count_lines(event)]


def _has_unlisted_entries(event: Event) -> bool:
    unlisted_keys = find_unlisted_players(event)
    return bool(unlisted_keys) and event.entries.filter(player__in=unlisted_keys).exists()


def get_problem_text(code: str) -> str:
    """Return why the last try to publish failed, as a sentence."""
    return str(PROBLEM_TEXTS.get(code, PROBLEM_TEXTS["answer"]))


def format_moment(at: datetime) -> str:
    """Return the time of a moment, with the day unless that is today."""
    local_time, today = timezone.localtime(at), timezone.localdate()
    return date_format(local_time, "H:i" if local_time.date() == today else "j M Y, H:i")


def compute_page_version(event: Event) -> str:
    """Return a hash of what the public pages of an event depend on, breaks and clock too. Four queries."""
    tournament = event.tournament
    breaks = get_breaks(tournament).order_by("pk").values_list("event", "begins_at", "ends_at", "reason")
    settings = (get_desk_times(tournament.desk), tournament.desk.laws, tournament.desk.confirm_policy)
    version = (*page_versions.of_event_content(event), *breaks, *settings)
    return hashlib.sha256(repr(version).encode()).hexdigest()


def build_public_file(event: Event) -> EventFile:
    """Build the event file for another site: what the public pages show of it.

    It names no accounts: the journal says whether a director or a player acted. Families, which only the
    draw needs, are numbers. Cover and attachments of the tournament stay here, and before the draw is
    published all lines from the first draw on, which have its seed.
    """
    file = build_event_file(event, line_count=_count_public_lines(event))
    page = file.event.get("page")
    public_event = {**file.event}
    if page is not None:
        public_event["page"] = {**page, "cover": None, "attachments": []}
    return replace(file, event=public_event, lines=_hide_private_values(event, file.lines))


def _count_public_lines(event: Event) -> int | None:
    """Return how many lines come before the first draw of an event without a published one, else None."""
    if event.status in PUBLISHED_STATUSES:
        return None
    first_draw = JournalEntry.objects.filter(event=event, kind="drawn").order_by("seq").first()
    return first_draw.seq - 1 if first_draw is not None else None


def build_live_part(event: Event, now: datetime) -> LivePart:
    """Return the open matches of an event, and the names of the tables of its tournament. Two queries."""
    rows = Pairing.objects.filter(event=event, match__status__in=OPEN_STATES).select_related("match__table")
    matches = {
        row.label: _describe_match(row.match, now) for row in rows.order_by("pk") if row.match is not None
    }
    tables = event.tournament.desk.tables.exclude(label="").order_by("number")
    return LivePart(matches, dict(tables.values_list("number", "label")))


def count_lines(event: Event) -> int:
    """Return the number of lines of the journal of an event."""
    return JournalEntry.objects.filter(event=event).count()


def find_new_codes(codes: Collection[str]) -> set[str]:
    """Return those of these codes that no player of the site has."""
    return set(codes) - set(Player.objects.filter(code__in=codes).values_list("code", flat=True))


def _describe_match(match: Match, now: datetime) -> LiveMatch:
    return LiveMatch(
        match.status,
        match.table.number if match.table is not None else 0,
        match.white_score,
        match.black_score,
        *(
            None if at is None else max(0, int((now - at).total_seconds()))
            for at in (match.called_at, match.started_at)
        ),
    )


def _hide_private_values(event: Event, lines: tuple[SignedLine, ...]) -> tuple[SignedLine, ...]:
    roles = _find_roles(event)
    numbers: dict[tuple[str, Any], int] = {}
    return tuple(
        replace(
            line,
            # Somebody has written the first line of an event: by this a site knows that it is imported.
            by=roles.get(line.by, DIRECTOR) if line.by or line.row.seq == 1 else "",
            row=replace(line.row, payload=_hide_details(line.row.payload, numbers)),
        )
        for line in lines
    )


def _find_roles(event: Event) -> Mapping[str, str]:
    """Return the role of each account that has acted in an event, by its name."""
    lines = JournalEntry.objects.filter(event=event, by__isnull=False).order_by("by")
    tournament = event.tournament
    officials = set(tournament.desk.officials.values_list("pk", flat=True))
    officials |= set(tournament.club.memberships.filter(role=Role.DIRECTOR).values_list("user", flat=True))
    accounts = lines.values_list("by", "by__username").distinct()
    return {name: DIRECTOR if pk in officials else PLAYER for pk, name in accounts}


def _hide_details(value: Any, numbers: dict[tuple[str, Any], int]) -> Any:
    """Return a payload with a number in place of each private detail of an entry, such as the family.

    Equal values of a detail have equal numbers: the draw keeps families apart. A text becomes the digits of
    its number, a number another number; an empty detail stays empty.
    """
    if isinstance(value, Mapping):
        return {
            key: _replace_detail(key, inner, numbers)
            if key in PRIVATE_DETAILS and isinstance(inner, str | int) and inner
            else _hide_details(inner, numbers)
            for key, inner in value.items()
        }
    return [_hide_details(inner, numbers) for inner in value] if isinstance(value, list) else value


def _replace_detail(name: str, value: str | int, numbers: dict[tuple[str, Any], int]) -> str | int:
    number = numbers.setdefault((name, value), len(numbers) + 1)
    return str(number) if isinstance(value, str) else number
