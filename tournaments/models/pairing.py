"""Pairing: one place of a bracket as last folded, and the match played for it."""

from django.db import models
from django.db.models import F, Q

from matches.models import Match, Player
from tournaments.formats.field import LETTERS
from tournaments.journal import formations
from tournaments.journal.placement import BY_ABSENCE, BY_BYE, BY_RESULT, BY_RULING, UNDECIDED
from tournaments.models.entry import Entry
from tournaments.models.event import Event

# A flight is one of the words of a draw, alone or numbered: "group_3".
A_FLIGHT = rf"^({'|'.join(LETTERS)})(_[1-9][0-9]{{0,2}})?$"
DECISIONS = [(value, value) for value in (UNDECIDED, BY_BYE, BY_ABSENCE, BY_RESULT, BY_RULING)]
NEEDS_TWO = Q(white_entry__isnull=False, black_entry__isnull=False)
TWO_DIFFERENT = Q(white_entry__isnull=True) | Q(black_entry__isnull=True) | ~Q(white_entry=F("black_entry"))
# A comparison with NULL passes a CHECK, so absence is said apart.
WINNER_SITS_HERE = (
    Q(winner_entry__isnull=True)
    | Q(white_entry__isnull=False, winner_entry=F("white_entry"))
    | Q(black_entry__isnull=False, winner_entry=F("black_entry"))
)

UNPLAYED = Q(white_won__isnull=True, black_won__isnull=True)
COUNTED = Q(white_won__isnull=False, black_won__isnull=False)
BOTH_PLAYERS = Q(white_player__isnull=False, black_player__isnull=False)
# A play-off is one board more than a meeting has.
MOST_BOARDS = formations.MOST + 1
BOARDS = [
    models.CheckConstraint(
        condition=Q(boards=0) | Q(board=0, boards__gte=formations.FEWEST, boards__lte=formations.MOST),
        name="pairing_boards_of_a_meeting",
    ),
    models.CheckConstraint(condition=Q(board__lte=MOST_BOARDS), name="pairing_board_is_possible"),
    models.CheckConstraint(
        condition=Q(boards=0) | Q(match__isnull=True), name="pairing_meeting_is_played_at_boards"
    ),
    models.CheckConstraint(
        condition=Q(board__gte=1) | Q(white_player__isnull=True, black_player__isnull=True),
        name="pairing_players_sit_at_boards",
    ),
    models.CheckConstraint(
        condition=Q(board=0) | Q(match__isnull=True) | BOTH_PLAYERS, name="pairing_board_needs_two_people"
    ),
    models.CheckConstraint(
        condition=~BOTH_PLAYERS | ~Q(white_player=F("black_player")), name="pairing_board_of_two_people"
    ),
    models.CheckConstraint(
        condition=UNPLAYED
        | (COUNTED & Q(boards__gte=formations.FEWEST) & Q(boards__gte=F("white_won") + F("black_won"))),
        name="pairing_boards_won_are_there",
    ),
]


class Pairing(models.Model):
    """Written by the projection only. `label` is its name in the journal, for example "M1-3".

    An empty seat is either open or closed for good: `white_is_vacant`, `black_is_vacant` tell which.
    `feeds` says where the seats come from: {"white": {"origin", "entry", "pairing"}, "black": {...}}, with
    "flight" and "place" too where that is a place of a flight. `head_start` are points white begins with.

    Where teams meet, the meeting has `boards` and no match of its own, and `white_won`, `black_won` of them
    so far; each of its boards is a row with its number as `board` and the players who sit there.
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
    decided = models.CharField(max_length=8, choices=DECISIONS, blank=True, default=UNDECIDED)
    match = models.OneToOneField(
        Match, null=True, blank=True, on_delete=models.PROTECT, related_name="pairing"
    )
    winner_from = models.PositiveSmallIntegerField()
    winner_to = models.PositiveSmallIntegerField()
    loser_from = models.PositiveSmallIntegerField()
    loser_to = models.PositiveSmallIntegerField()
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
            models.CheckConstraint(condition=TWO_DIFFERENT, name="pairing_nobody_meets_himself"),
            models.CheckConstraint(condition=WINNER_SITS_HERE, name="pairing_winner_sits_here"),
            models.CheckConstraint(
                condition=Q(match__isnull=True) | NEEDS_TWO, name="pairing_match_needs_two_players"
            ),
            models.CheckConstraint(
                condition=~Q(decided=UNDECIDED) | Q(winner_entry__isnull=True),
                name="pairing_winner_when_decided",
            ),
            *BOARDS,
            models.CheckConstraint(condition=Q(flight__regex=A_FLIGHT), name="pairing_flight_is_known"),
            models.CheckConstraint(
                condition=Q(decided__in=[value for value, _ in DECISIONS]), name="pairing_decision_is_known"
            ),
            models.CheckConstraint(
                condition=Q(winner_from__gte=1, winner_to__gte=F("winner_from"))
                & Q(loser_from__gte=1, loser_to__gte=F("loser_from")),
                name="pairing_places_run_upwards",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event} {self.label}"

    @property
    def is_drawn(self) -> bool:
        """Whether two teams have won as many boards each, and nobody goes on for it."""
        has_boards = bool(self.boards and self.white_won) and self.white_won == self.black_won
        return has_boards and self.decided == BY_RESULT and self.winner_entry_id is None

    @property
    def winners(self) -> tuple[int, int]:
        """The final places its winner plays for."""
        return self.winner_from, self.winner_to

    @property
    def losers(self) -> tuple[int, int]:
        """The final places its loser plays for."""
        return self.loser_from, self.loser_to

    @property
    def is_bye(self) -> bool:
        """Whether nobody can sit on one of the seats, so that nothing is played here."""
        return self.decided == BY_BYE
