"""Events: their entries, pairings, teams and journal."""

from collections.abc import Iterable

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from matches.models import Announcement, Match, Player
from rules.match import LONGEST_MATCH
from tournaments.formats.event_format import BRACKET, CROSSTABLE, ROUNDS
from tournaments.formats.graph import CONSOLATION, LETTERS
from tournaments.formats.plan import PRESETS
from tournaments.formats.registry import EVENT_FORMATS
from tournaments.journal import team_facts
from tournaments.journal.entries import NewEntry, get_new_entries
from tournaments.journal.facts import (
    AWAY,
    HERE,
    HIGHEST_RATING,
    UNMARKED,
    WAITING,
)
from tournaments.journal.state import BY_ABSENCE, BY_BYE, BY_RESULT, BY_RULING, UNDECIDED
from tournaments.models.tournament import Tournament
from tournaments.name_lists.details import CLUB, COUNTRY, FAMILY, TEXTS

# The format of an event whose stages are in its journal; the other formats are presets of `formats.plan`.
PLANNED = "planned"
FORMAT_CHOICES = [(name, name) for name in (*PRESETS, PLANNED)]
HAS_VALID_LENGTHS = Q(main_length__gte=1, main_length__lte=LONGEST_MATCH) & Q(
    consolation_length__gte=1, consolation_length__lte=LONGEST_MATCH
)


LAYOUT_NAMES = {BRACKET: _("Bracket"), ROUNDS: _("Rounds"), CROSSTABLE: _("Crosstable")}


class Takes(models.TextChoices):
    """The kind of entries an event takes."""

    ANYBODY = team_facts.ANYBODY, _("players and pairs")
    PLAYERS = team_facts.PLAYERS, _("single players")
    PAIRS = team_facts.PAIRS, _("pairs")
    TEAMS = team_facts.TEAMS, _("teams")


class EventStatus(models.TextChoices):
    """Progress of an event."""

    DRAFT = "draft", _("open for entries")
    DRAWN = "drawn", _("drawn, not yet published")
    PUBLISHED = "published", _("in play")
    FINISHED = "finished", _("finished")


class Event(models.Model):
    """An event. The fields from `status` to `consolation_lengths` are derived from the journal.

    `plan_format` is the event format of the stages in the journal, "" for none; `main_lengths` and
    `consolation_lengths` are the match lengths by round there, empty where the columns of the event apply.

    `version` grows with every change, `boards` is the number of boards of a team meeting. `draw_seed` is
    secret until the draw. A cancelled event, or one of a cancelled tournament, is not played.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="events")
    name = models.CharField(max_length=120)
    slug = models.SlugField(max_length=60)
    format = models.CharField(max_length=30, choices=FORMAT_CHOICES)
    main_length = models.PositiveSmallIntegerField()
    consolation_length = models.PositiveSmallIntegerField()
    settings = models.JSONField(default=dict, blank=True)
    status = models.CharField(max_length=10, choices=EventStatus.choices, default=EventStatus.DRAFT)
    version = models.PositiveIntegerField(default=0)
    takes = models.CharField(max_length=7, choices=Takes.choices, blank=True, default=Takes.ANYBODY)
    boards = models.PositiveSmallIntegerField(default=1)
    # A league season: it runs for weeks, and its matches need no table.
    is_league = models.BooleanField(default=False, db_default=False)
    plan_format = models.CharField(max_length=30, blank=True, default="")
    main_lengths = models.JSONField(blank=True, default=list)
    consolation_lengths = models.JSONField(blank=True, default=list)
    draw_seed = models.CharField(max_length=32)
    draw_commitment = models.CharField(max_length=64)
    created_at = models.DateTimeField(auto_now_add=True)
    # In the schedule of the tournament; without it, the event starts with the tournament.
    starts_at = models.DateTimeField(null=True, blank=True)
    cancelled_at = models.DateTimeField(null=True, blank=True)
    cancel_reason = models.CharField(max_length=200, blank=True, default="")
    # Announcements for the players of this event only.
    announcements = models.ManyToManyField(Announcement, blank=True, related_name="events")

    class Meta:
        ordering = ["tournament", "id"]
        indexes = [models.Index(fields=["status", "tournament"], name="event_by_status")]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "slug"], name="event_slug_once_per_tournament"),
            models.CheckConstraint(condition=~Q(name="") & ~Q(slug=""), name="event_has_a_name"),
            models.CheckConstraint(
                condition=Q(format__in=[value for value, _ in FORMAT_CHOICES]), name="event_format_is_known"
            ),
            models.CheckConstraint(condition=Q(status__in=EventStatus.values), name="event_status_is_known"),
            models.CheckConstraint(
                condition=Q(takes__in=(Takes.ANYBODY, Takes.PLAYERS, Takes.PAIRS), boards=1)
                | Q(takes=Takes.TEAMS, boards__gte=team_facts.MIN_BOARDS, boards__lte=team_facts.MAX_BOARDS),
                name="event_teams_meet_at_boards",
            ),
            models.CheckConstraint(condition=HAS_VALID_LENGTHS, name="event_lengths_are_possible"),
            models.CheckConstraint(
                condition=Q(draw_seed__regex=r"^[0-9a-f]{32}$", draw_commitment__regex=r"^[0-9a-f]{64}$"),
                name="event_lots_are_committed",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def full_name(self) -> str:
        """Its tournament and its name, once if they are equal, for lists of several tournaments."""
        return " · ".join(dict.fromkeys((self.tournament.name, self.name)))

    @property
    def layout_name(self) -> str:
        """Return the name of the page of its pairings: a bracket, its rounds, or a crosstable."""
        event_format = EVENT_FORMATS.get(self.plan_format)
        layout = event_format.layout if event_format else CROSSTABLE if self.is_league else BRACKET
        return str(LAYOUT_NAMES[layout])

    @property
    def topic(self) -> str:
        """The topic of the change notices of the event."""
        return f"event:{self.pk}"

    @property
    def has_published_draw(self) -> bool:
        """Whether a draw of it is published, so that the public can read its pairings."""
        return self.status in PUBLISHED_STATUSES

    @property
    def is_closed(self) -> bool:
        """Whether nothing is played in it: it or its tournament is cancelled, or the tournament archived."""
        tournament = self.tournament
        return bool(self.cancelled_at or tournament.cancelled_at or tournament.archived_at)

    @property
    def public_format(self) -> str:
        """The event format as it is chosen: "planned" for stages that are of none."""
        return self.plan_format or self.format

    @property
    def public_main_lengths(self) -> list[int]:
        """The match lengths by round of the main stage; the last one applies to all later rounds."""
        return list(self.main_lengths) or [self.main_length]

    @property
    def public_consolation_lengths(self) -> list[int] | None:
        """The match lengths by round of the consolation, the backdraw or the groups; None without."""
        if self.format == PLANNED:
            return list(self.consolation_lengths) or None
        return [self.consolation_length] if CONSOLATION in PRESETS[self.format] else None


class EntryStatus(models.TextChoices):
    """Whether an entry is still playing."""

    ENTERED = "entered", _("entered")
    WITHDRAWN = "withdrawn", _("withdrawn")


class Presence(models.TextChoices):
    """Presence of an entry: checked in, absent or on the waiting list."""

    UNMARKED = UNMARKED, _("not stated")
    HERE = HERE, _("checked in")
    AWAY = AWAY, _("absent")
    WAITING = WAITING, _("on the waiting list")


HAS_NO_PLACES = Q(place_from__isnull=True, place_to__isnull=True)
# A comparison with NULL passes a CHECK, so NULL is tested separately.
HAS_PLACES = Q(
    place_from__isnull=False, place_to__isnull=False, place_from__gte=1, place_to__gte=F("place_from")
)


def make_code_constraints(model: str, names: Iterable[str]) -> list[models.CheckConstraint]:
    """Return a constraint for each of these details of an entry with a pattern: it is empty or matches."""
    return [
        models.CheckConstraint(
            condition=Q(**{name: ""}) | Q(**{f"{name}__regex": f"^{TEXTS[name].pattern}$"}),
            name=f"{model}_{name}_is_a_code",
        )
        for name in names
        if TEXTS[name].pattern
    ]


class Entry(models.Model):
    """An entry, derived from the journal; its places are those of the event, possibly shared.

    `flight_places` has those in consolations, last chances, side brackets and mini knockouts: [best, worst]
    by flight.
    `country` is a code of two or three capitals, `family` a tag shared by relatives, `rating` 0 if unknown.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="entries")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entries")
    number = models.PositiveSmallIntegerField()
    seed = models.PositiveSmallIntegerField(null=True, blank=True)
    status = models.CharField(max_length=10, choices=EntryStatus.choices, default=EntryStatus.ENTERED)
    presence = models.CharField(max_length=7, choices=Presence, blank=True, default=Presence.UNMARKED)
    club = models.CharField(max_length=TEXTS[CLUB].longest, blank=True, default="")
    country = models.CharField(max_length=TEXTS[COUNTRY].longest, blank=True, default="")
    family = models.CharField(max_length=TEXTS[FAMILY].longest, blank=True, default="")
    rating = models.PositiveSmallIntegerField(default=0)
    place_from = models.PositiveSmallIntegerField(null=True, blank=True)
    place_to = models.PositiveSmallIntegerField(null=True, blank=True)
    flight_places = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["event_id", "number"]
        verbose_name_plural = "entries"
        constraints = [
            models.UniqueConstraint(fields=["event", "player"], name="entry_once_per_player"),
            models.UniqueConstraint(fields=["event", "number"], name="entry_number_once"),
            models.UniqueConstraint(fields=["event", "seed"], name="entry_seed_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="entry_number_from_one"),
            models.CheckConstraint(
                condition=Q(seed__isnull=True) | Q(seed__gte=1), name="entry_seed_from_one"
            ),
            models.CheckConstraint(condition=Q(status__in=EntryStatus.values), name="entry_status_is_known"),
            models.CheckConstraint(condition=Q(presence__in=Presence.values), name="entry_presence_is_known"),
            *make_code_constraints("entry", TEXTS),
            models.CheckConstraint(condition=Q(rating__lte=HIGHEST_RATING), name="entry_rating_is_a_rating"),
            models.CheckConstraint(condition=HAS_NO_PLACES | HAS_PLACES, name="entry_places_run_upwards"),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.player}"


# A flight is one of the keys of `LETTERS`, alone or numbered: "group_3".
FLIGHT_PATTERN = rf"^({'|'.join(LETTERS)})(_[1-9][0-9]{{0,2}})?$"
DECISION_CHOICES = [(value, value) for value in (UNDECIDED, BY_BYE, BY_ABSENCE, BY_RESULT, BY_RULING)]
HAS_TWO_ENTRIES = Q(white_entry__isnull=False, black_entry__isnull=False)
HAS_DIFFERENT_ENTRIES = (
    Q(white_entry__isnull=True) | Q(black_entry__isnull=True) | ~Q(white_entry=F("black_entry"))
)
LOSER_PLACES_RUN_UPWARDS = Q(loser_place_from__isnull=True, loser_place_to__isnull=True) | Q(
    loser_place_from__isnull=False, loser_place_to__isnull=False, loser_place_to__gte=F("loser_place_from")
)
# A comparison with NULL passes a CHECK, so NULL is tested separately.
WINNER_IS_AN_ENTRY = (
    Q(winner_entry__isnull=True)
    | Q(white_entry__isnull=False, winner_entry=F("white_entry"))
    | Q(black_entry__isnull=False, winner_entry=F("black_entry"))
)

HAS_NO_BOARD_SCORE = Q(white_won__isnull=True, black_won__isnull=True)
HAS_BOARD_SCORE = Q(white_won__isnull=False, black_won__isnull=False)
HAS_TWO_PLAYERS = Q(white_player__isnull=False, black_player__isnull=False)
# A play-off is one board more than the meeting has.
MAX_BOARD = team_facts.MAX_BOARDS + 1
BOARD_CONSTRAINTS = [
    models.CheckConstraint(
        condition=Q(boards=0)
        | Q(board=0, boards__gte=team_facts.MIN_BOARDS, boards__lte=team_facts.MAX_BOARDS),
        name="pairing_boards_of_a_meeting",
    ),
    models.CheckConstraint(condition=Q(board__lte=MAX_BOARD), name="pairing_board_is_possible"),
    models.CheckConstraint(
        condition=Q(boards=0) | Q(match__isnull=True), name="pairing_meeting_is_played_at_boards"
    ),
    models.CheckConstraint(
        condition=Q(board__gte=1) | Q(white_player__isnull=True, black_player__isnull=True),
        name="pairing_players_sit_at_boards",
    ),
    models.CheckConstraint(
        condition=Q(board=0) | Q(match__isnull=True) | HAS_TWO_PLAYERS, name="pairing_board_needs_two_people"
    ),
    models.CheckConstraint(
        condition=~HAS_TWO_PLAYERS | ~Q(white_player=F("black_player")), name="pairing_board_of_two_people"
    ),
    models.CheckConstraint(
        condition=HAS_NO_BOARD_SCORE
        | (
            HAS_BOARD_SCORE
            & Q(boards__gte=team_facts.MIN_BOARDS)
            & Q(boards__gte=F("white_won") + F("black_won"))
        ),
        name="pairing_boards_won_are_there",
    ),
]


class Pairing(models.Model):
    """A pairing, written only by the projection. `label` is its name in the journal, for example "M1-3".

    An empty seat is open, or stays vacant (`white_is_vacant`, `black_is_vacant`). `feeds` is the source of
    the seats: {"white": {"origin", "entry", "pairing"}, "black": {...}}, with "flight" and "place" for a
    place of a flight. `head_start` are White's starting points.

    `loser_place_from` and `loser_place_to` are the places of its losers in the final list, as far as is known
    (`journal.final_places.find_loser_places`), null if they play on for places, or if there are none.

    A team meeting has `boards` and no match of its own, and `white_won`, `black_won` so far; each of its
    boards is a row with its number as `board` and its players.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="pairings")
    label = models.CharField(max_length=16)
    flight = models.CharField(max_length=20)
    round = models.PositiveSmallIntegerField()
    position = models.PositiveSmallIntegerField()
    white_entry = models.ForeignKey(Entry, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    black_entry = models.ForeignKey(Entry, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    white_is_vacant = models.BooleanField(default=False)
    black_is_vacant = models.BooleanField(default=False)
    winner_entry = models.ForeignKey(Entry, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    decided = models.CharField(max_length=8, choices=DECISION_CHOICES, blank=True, default=UNDECIDED)
    match = models.OneToOneField(
        Match, null=True, blank=True, on_delete=models.PROTECT, related_name="pairing"
    )
    winner_from = models.PositiveSmallIntegerField()
    winner_to = models.PositiveSmallIntegerField()
    loser_from = models.PositiveSmallIntegerField()
    loser_to = models.PositiveSmallIntegerField()
    loser_place_from = models.PositiveSmallIntegerField(null=True, blank=True)
    loser_place_to = models.PositiveSmallIntegerField(null=True, blank=True)
    feeds = models.JSONField(default=dict)
    head_start = models.PositiveSmallIntegerField(default=0)
    board = models.PositiveSmallIntegerField(default=0)
    boards = models.PositiveSmallIntegerField(default=0)
    white_player = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    black_player = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    white_won = models.PositiveSmallIntegerField(null=True, blank=True)
    black_won = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["event_id", "-flight", "round", "position"]
        constraints = [
            models.UniqueConstraint(
                fields=["event", "flight", "round", "position", "board"], name="pairing_once_per_place"
            ),
            models.UniqueConstraint(fields=["event", "label"], name="pairing_label_once"),
            models.CheckConstraint(
                condition=Q(round__gte=1, position__gte=1), name="pairing_counts_from_one"
            ),
            models.CheckConstraint(condition=HAS_DIFFERENT_ENTRIES, name="pairing_nobody_meets_himself"),
            models.CheckConstraint(condition=WINNER_IS_AN_ENTRY, name="pairing_winner_sits_here"),
            models.CheckConstraint(
                condition=Q(match__isnull=True) | HAS_TWO_ENTRIES, name="pairing_match_needs_two_players"
            ),
            models.CheckConstraint(
                condition=~Q(decided=UNDECIDED) | Q(winner_entry__isnull=True),
                name="pairing_winner_when_decided",
            ),
            *BOARD_CONSTRAINTS,
            models.CheckConstraint(condition=Q(flight__regex=FLIGHT_PATTERN), name="pairing_flight_is_known"),
            models.CheckConstraint(
                condition=Q(decided__in=[value for value, _ in DECISION_CHOICES]),
                name="pairing_decision_is_known",
            ),
            models.CheckConstraint(
                condition=Q(winner_from__gte=1, winner_to__gte=F("winner_from"))
                & Q(loser_from__gte=1, loser_to__gte=F("loser_from")),
                name="pairing_places_run_upwards",
            ),
            models.CheckConstraint(
                condition=LOSER_PLACES_RUN_UPWARDS, name="pairing_loser_places_run_upwards"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event} {self.label}"

    @property
    def is_drawn(self) -> bool:
        """Return whether two teams have won equally many boards and the pairing has no winner."""
        has_boards = bool(self.boards and self.white_won) and self.white_won == self.black_won
        return has_boards and self.decided == BY_RESULT and self.winner_entry_id is None

    @property
    def winners(self) -> tuple[int, int]:
        """Return the final places the winner plays for."""
        return self.winner_from, self.winner_to

    @property
    def losers(self) -> tuple[int, int]:
        """Return the final places the loser plays for."""
        return self.loser_from, self.loser_to

    @property
    def is_bye(self) -> bool:
        """Return whether it is decided by a bye."""
        return self.decided == BY_BYE


HAS_POSITION = Q(position__isnull=False, position__gte=1)


class TeamMember(models.Model):
    """A team member, derived from the journal.

    `position` is the board order from 1, reserves last; None for a captain who does not play.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="team_members")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="members")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="teams")
    position = models.PositiveSmallIntegerField(null=True, blank=True)
    is_captain = models.BooleanField(default=False)

    class Meta:
        ordering = ["entry_id", "position"]
        constraints = [
            models.UniqueConstraint(fields=["event", "player"], name="member_in_one_team"),
            models.UniqueConstraint(fields=["entry", "position"], name="member_position_once"),
            models.UniqueConstraint(
                fields=["entry"], condition=Q(is_captain=True), name="member_one_captain"
            ),
            models.CheckConstraint(
                condition=HAS_POSITION | Q(position__isnull=True, is_captain=True),
                name="member_plays_or_leads",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry} {self.position or '-'} {self.player}"


class PendingLineUp(models.Model):
    """A line-up submitted by one team, secret until the other team's is in.

    Both are then written to the journal and deleted here. `players` are the player codes by board, "" for an
    empty board. The submitter is stored as an account, if known, and as a name.
    """

    pairing = models.ForeignKey(Pairing, on_delete=models.CASCADE, related_name="pending_line_ups")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    players = models.JSONField(default=list)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    submitter = models.CharField(max_length=150, blank=True, default="")
    at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["pairing_id", "entry_id"]
        constraints = [
            models.UniqueConstraint(fields=["pairing", "entry"], name="sealed_once_per_team"),
        ]

    def __str__(self) -> str:
        return f"{self.pairing} {self.entry}"


IS_UNDO = Q(kind="undone")


class JournalEntry(models.Model):
    """One line of an event's journal.

    `seq` counts from 1 without a gap; `key` makes a repeated request harmless. `kind` is one of
    `journal.registry.KINDS`; a line is replayed before it is stored, which refuses any other.

    `command` is the first line of the user's command that wrote this one; a command is undone and redone as a
    whole. `effects` records, for undo, what the line did to matches outside the journal (see
    `play.event_journal.services.projection`); it is not exported.

    `signed` is the author of a line imported from another site, who has no account here.
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="journal")
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=20)
    payload = models.JSONField()
    command = models.PositiveIntegerField()
    effects = models.JSONField(default=dict, blank=True)
    undoes = models.PositiveIntegerField(null=True, blank=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="journal"
    )
    at = models.DateTimeField(auto_now_add=True)
    signed = models.CharField(max_length=150, blank=True, default="")
    reason = models.CharField(max_length=300, blank=True, default="")
    key = models.CharField(max_length=80)

    class Meta:
        ordering = ["event_id", "seq"]
        verbose_name_plural = "journal entries"
        constraints = [
            models.UniqueConstraint(fields=["event", "seq"], name="journal_seq_once"),
            models.UniqueConstraint(fields=["event", "key"], name="journal_key_once"),
            models.CheckConstraint(condition=Q(seq__gte=1) & ~Q(key=""), name="journal_seq_and_key_given"),
            models.CheckConstraint(
                condition=Q(command__gte=1, command__lte=F("seq")), name="journal_command_begins_before"
            ),
            models.CheckConstraint(condition=~Q(kind=""), name="journal_kind_given"),
            models.CheckConstraint(
                condition=(IS_UNDO & Q(undoes__isnull=False, undoes__gte=1, undoes__lt=F("seq")))
                | (~IS_UNDO & Q(undoes__isnull=True)),
                name="journal_undoes_an_earlier_row",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event} {self.seq} {self.kind}"

    @property
    def new_entries(self) -> tuple[NewEntry, ...]:
        """The entries that the line made; none for other kinds than `entered`."""
        return get_new_entries(self.kind, self.payload)


PUBLISHED_STATUSES = (EventStatus.PUBLISHED, EventStatus.FINISHED)
