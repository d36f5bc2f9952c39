"""Match, with its games, reports, rulings, penalties and adjournments."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from matches.clocks import CLOCKS
from matches.models.codes import new_code
from matches.models.desk import CLOCK_CHOICES, Desk, Table
from matches.models.player import Player
from matches.states import (
    AT_A_TABLE,
    UNPLAYED_ENDINGS,
    Channel,
    Decision,
    Ending,
    ReportState,
    Status,
    get_shown_status,
)
from rules.match import LONGEST_MATCH

STATUSES = [(status.value, status.value) for status in Status]
ENDINGS = [(ending.value, ending.value) for ending in Ending]
SIDES = [("white", "white"), ("black", "black")]

SETTLED = Q(status=Status.SETTLED.value)
DOUBLE_WALKOVER = Q(ending=Ending.DOUBLE_WALKOVER.value)
WON_BY_PLAY = Q(winner="white", white_score=F("length"), black_score__lt=F("length")) | Q(
    winner="black", black_score=F("length"), white_score__lt=F("length")
)
OVER = Q(status__in=[Status.SETTLED.value, Status.VOID.value])
HEAD_START_KEPT = Q(white_score__gte=F("white_start"), black_score__gte=F("black_start"))


class Match(models.Model):
    """A match of two players at a desk. Only `matches.services` writes it, and always with its row locked.

    `white_score` and `black_score` are the final score of a settled match, the reported score while a report
    waits for confirmation, else (also in a dispute) the score by the games and penalties on the sheet.

    One side may begin with points (`white_start`, `black_start`), as the undefeated player in some finals
    does. `is_loser_score_known` is False where only the winner and the length are known, as in some results
    of earlier years: the loser's score is then stored as 0 and says nothing. `laws` are the optional rules
    (`MatchLaws`) as JSON; `clock` "" means that of the desk. `earlier_states` are the states that undo can
    restore (`services.settling.restore_match`). `white_rating` and `black_rating` are the FIBS ratings at
    seating, set by the app that seats the players.
    """

    code = models.CharField(max_length=8, unique=True, default=new_code, editable=False)
    desk = models.ForeignKey(Desk, on_delete=models.PROTECT, related_name="matches")
    title = models.CharField(max_length=120, blank=True, default="")
    white = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="matches_as_white")
    black = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="matches_as_black")
    length = models.PositiveSmallIntegerField()
    laws = models.JSONField(default=dict, blank=True)
    clock = models.CharField(max_length=8, choices=CLOCK_CHOICES, blank=True, default="")
    white_start = models.PositiveSmallIntegerField(default=0)
    black_start = models.PositiveSmallIntegerField(default=0)
    table = models.ForeignKey(Table, null=True, blank=True, on_delete=models.PROTECT, related_name="matches")
    status = models.CharField(max_length=10, choices=STATUSES, default=Status.SCHEDULED.value)
    white_score = models.PositiveSmallIntegerField(default=0)
    black_score = models.PositiveSmallIntegerField(default=0)
    is_loser_score_known = models.BooleanField(default=True)
    winner = models.CharField(max_length=5, choices=SIDES, blank=True, default="")
    ending = models.CharField(max_length=15, choices=ENDINGS, blank=True, default="")
    white_rating = models.FloatField(null=True, blank=True)
    black_rating = models.FloatField(null=True, blank=True)
    version = models.PositiveIntegerField(default=1)
    called_at = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    settled_at = models.DateTimeField(null=True, blank=True)
    changed_at = models.DateTimeField(auto_now_add=True)
    changed_by = models.CharField(max_length=150, blank=True, default="")
    created_at = models.DateTimeField(auto_now_add=True)
    earlier_states = models.JSONField(default=dict, blank=True, editable=False)

    # The status the row had when it was locked; `services.match_rows.lock_match` sets it.
    locked_status: str = ""

    class Meta:
        ordering = ["id"]
        verbose_name_plural = "matches"
        indexes = [
            models.Index(fields=["desk", "status"], name="match_by_desk_and_status"),
            models.Index(fields=["settled_at", "id"], name="match_by_settling"),
        ]
        constraints = [
            models.CheckConstraint(condition=~Q(white=F("black")), name="match_nobody_plays_himself"),
            models.CheckConstraint(
                condition=Q(length__gte=1, length__lte=LONGEST_MATCH), name="match_length_is_possible"
            ),
            models.CheckConstraint(condition=Q(clock__in=["", *CLOCKS]), name="match_clock_is_known"),
            models.CheckConstraint(
                condition=Q(status__in=[value for value, _ in STATUSES]), name="match_status_is_known"
            ),
            models.CheckConstraint(
                condition=Q(ending__in=["", *(value for value, _ in ENDINGS)]), name="match_ending_is_known"
            ),
            models.CheckConstraint(
                condition=Q(winner__in=["", "white", "black"]), name="match_winner_is_a_side"
            ),
            models.CheckConstraint(
                condition=(SETTLED & ~Q(ending="") & Q(settled_at__isnull=False))
                | (~SETTLED & Q(ending="", settled_at__isnull=True)),
                name="match_ending_exactly_when_settled",
            ),
            models.CheckConstraint(
                condition=(SETTLED & ~DOUBLE_WALKOVER & ~Q(winner=""))
                | ((~SETTLED | DOUBLE_WALKOVER) & Q(winner="")),
                name="match_winner_exactly_when_won",
            ),
            models.CheckConstraint(
                condition=Q(white_score__lte=F("length"), black_score__lte=F("length"))
                & (Q(white_score__lt=F("length")) | Q(black_score__lt=F("length"))),
                name="match_score_within_length",
            ),
            models.CheckConstraint(
                condition=Q(white_start__lt=F("length"), black_start__lt=F("length"))
                & (Q(white_start=0) | Q(black_start=0)),
                name="match_one_side_may_begin_ahead",
            ),
            models.CheckConstraint(
                condition=(OVER & ~Q(ending=Ending.PLAYED.value)) | HEAD_START_KEPT,
                name="match_score_from_its_start",
            ),
            models.CheckConstraint(
                condition=~Q(ending=Ending.PLAYED.value) | WON_BY_PLAY, name="match_won_at_its_length"
            ),
            models.CheckConstraint(
                condition=Q(is_loser_score_known=True)
                | (OVER & Q(ending__in=["", Ending.PLAYED.value]) & (Q(white_score=0) | Q(black_score=0))),
                name="match_unknown_score_of_an_ended_match",
            ),
            models.CheckConstraint(
                condition=Q(white_rating__isnull=True, black_rating__isnull=True)
                | Q(white_rating__isnull=False, black_rating__isnull=False),
                name="match_ratings_of_both_or_none",
            ),
            models.UniqueConstraint(
                fields=["table"],
                condition=Q(status__in=[status.value for status in AT_A_TABLE]),
                name="match_one_at_a_table",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.white} – {self.black}"

    @property
    def score_is_unconfirmed(self) -> bool:
        """Whether the score is a reported one that waits for confirmation."""
        return self.status == Status.REPORTED.value

    @property
    def is_contested(self) -> bool:
        """Whether its players met, or may still: not after a walk-over, whose score says nothing."""
        return self.ending not in UNPLAYED_ENDINGS

    @property
    def has_score(self) -> bool:
        """Whether its score says something: not after a walk-over, nor before a dispute is decided."""
        is_open = self.status == Status.DISPUTED.value and not (self.white_score or self.black_score)
        return self.is_contested and not is_open

    @property
    def shown_points(self) -> dict[str, str]:
        """The points of each side as pages show them: "–" without a score, "?" where they are not known."""
        points = {"white": str(self.white_score), "black": str(self.black_score)}
        if not self.has_score:
            return dict.fromkeys(points, "–")
        if not self.is_loser_score_known and self.winner:
            return {side: each if side == self.winner else "?" for side, each in points.items()}
        return points

    @property
    def shown_status(self) -> str:
        """The status as pages name it (`get_shown_status`)."""
        return get_shown_status(self.status, has_table=self.table_id is not None)


# Up to 128, which is more than the longest match needs.
CUBES = [2**turn for turn in range(8)]
GAME_KINDS = [(kind, kind) for kind in ("single", "gammon", "backgammon", "drop")]


class Game(models.Model):
    """A game on the score sheet, with the score after it (never above the match length).

    A game that was removed keeps its row, with the time in `struck_at`. `key` is the idempotency key of the
    request.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="games")
    number = models.PositiveSmallIntegerField()
    winner = models.CharField(max_length=5, choices=SIDES)
    kind = models.CharField(max_length=10, choices=GAME_KINDS)
    cube = models.PositiveSmallIntegerField(default=1)
    points = models.PositiveSmallIntegerField()
    is_crawford = models.BooleanField(default=False)
    white_after = models.PositiveSmallIntegerField()
    black_after = models.PositiveSmallIntegerField()
    key = models.CharField(max_length=64)
    device = models.CharField(max_length=64, blank=True, default="")
    scored_at = models.DateTimeField(auto_now_add=True)
    struck_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["match", "number", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["match", "number"], condition=Q(struck_at__isnull=True), name="game_number_once"
            ),
            models.UniqueConstraint(fields=["match", "key"], name="game_key_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="game_number_from_one"),
            models.CheckConstraint(condition=Q(winner__in=["white", "black"]), name="game_winner_is_a_side"),
            models.CheckConstraint(condition=Q(cube__in=CUBES), name="game_cube_is_a_power_of_two"),
            models.CheckConstraint(
                condition=Q(kind__in=["single", "drop"], points=F("cube"))
                | Q(kind="gammon", points=F("cube") * 2)
                | Q(kind="backgammon", points=F("cube") * 3),
                name="game_points_follow_cube_and_kind",
            ),
            models.CheckConstraint(
                condition=Q(is_crawford=False) | (Q(cube=1) & ~Q(kind="drop")),
                name="game_no_cube_in_crawford",
            ),
            models.CheckConstraint(
                condition=Q(winner="white", white_after__gte=1) | Q(winner="black", black_after__gte=1),
                name="game_winner_scored",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match} / {self.number}"

    @property
    def report_key(self) -> str:
        """The idempotency key of the report that this game makes if it ends the match."""
        return f"game-{self.pk}"


CHANNELS = [(channel.value, channel.value) for channel in Channel if channel is not Channel.SILENCE]
CONFIRMATION_CHANNELS = [(channel.value, channel.value) for channel in Channel]
# Confirmations that are neither a player's nor a phone's.
INDEPENDENT_CHANNELS = {Channel.DESK.value, Channel.SILENCE.value}

REPORT_STATES = [(state.value, state.value) for state in ReportState]


class Report(models.Model):
    """A reported final score: by which side ("" if unknown), and with which proof (`channel`).

    `answers` is the earlier report that this one disputes. The `confirmed_...` fields say who confirmed it.
    `contradicts_sheet`: the match cannot end at this score after the games on its sheet.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="reports")
    number = models.PositiveSmallIntegerField()
    side = models.CharField(max_length=5, choices=SIDES, blank=True, default="")
    channel = models.CharField(max_length=8, choices=CHANNELS)
    device = models.CharField(max_length=64, blank=True, default="")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="reports"
    )
    white_score = models.PositiveSmallIntegerField()
    black_score = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=REPORT_STATES, default=ReportState.OPEN.value)
    contradicts_sheet = models.BooleanField(default=False)
    answers = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.CASCADE, related_name="answered_by"
    )
    key = models.CharField(max_length=64)
    at = models.DateTimeField(auto_now_add=True)
    confirmed_at = models.DateTimeField(null=True, blank=True)
    confirmed_channel = models.CharField(max_length=8, choices=CONFIRMATION_CHANNELS, blank=True, default="")
    confirmed_side = models.CharField(max_length=5, choices=SIDES, blank=True, default="")
    confirmed_device = models.CharField(max_length=64, blank=True, default="")
    confirmed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="confirmations",
    )

    class Meta:
        ordering = ["match", "number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="report_number_once"),
            models.UniqueConstraint(fields=["match", "key"], name="report_key_once"),
            models.UniqueConstraint(
                fields=["match"], condition=Q(state=ReportState.CONFIRMED.value), name="report_one_confirmed"
            ),
            models.UniqueConstraint(
                fields=["match"], condition=Q(state=ReportState.OPEN.value), name="report_one_open"
            ),
            models.CheckConstraint(condition=Q(number__gte=1), name="report_number_from_one"),
            models.CheckConstraint(
                condition=Q(side__in=["", "white", "black"]), name="report_side_is_a_side"
            ),
            models.CheckConstraint(
                condition=Q(channel__in=[value for value, _ in CHANNELS]), name="report_channel_is_known"
            ),
            models.CheckConstraint(
                condition=Q(state__in=[value for value, _ in REPORT_STATES]), name="report_state_is_known"
            ),
            models.CheckConstraint(
                condition=~Q(white_score=F("black_score")), name="report_somebody_is_ahead"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match} / {self.white_score}–{self.black_score}"

    @property
    def is_confirmed_by_reporter(self) -> bool:
        """Whether the confirmation is only the report itself, which counted at once."""
        if self.confirmed_at is None or self.confirmed_channel in INDEPENDENT_CHANNELS:
            return False
        return self._author == (self.confirmed_side, self.confirmed_device, self.confirmed_by_id)

    @property
    def is_confirmed_by_other(self) -> bool:
        """Whether another side or another phone has confirmed the report."""
        if self.confirmed_at is None or self.confirmed_channel in INDEPENDENT_CHANNELS:
            return False
        return not self.is_confirmed_by_reporter

    @property
    def contradicts_own_report(self) -> bool:
        """Whether the report gives another score than an earlier one of the same author."""
        return self.answers is not None and self._author == self.answers._author

    @property
    def _author(self) -> tuple[str, str, int | None]:
        return self.side, self.device, self.by_id


DECISIONS = [(decision.value, decision.value) for decision in Decision]

# Walk-overs, changes of the players and resumptions need no reason.
NO_REASON_NEEDED = [Decision.AWARD.value, Decision.RESEATING.value, Decision.RESUMING.value]


class Ruling(models.Model):
    """A decision of the desk on a match, and the score after it; `by` is null if the system decided.

    `law` is the id of the rule it cites. `key` is the idempotency key of the request.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="rulings")
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=10, choices=DECISIONS)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="rulings"
    )
    law = models.CharField(max_length=60, blank=True, default="")
    reason = models.TextField(blank=True, default="")
    white_score = models.PositiveSmallIntegerField()
    black_score = models.PositiveSmallIntegerField()
    winner = models.CharField(max_length=5, choices=SIDES, blank=True, default="")
    key = models.CharField(max_length=64, blank=True, default="")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["match", "number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="ruling_number_once"),
            models.UniqueConstraint(fields=["match", "key"], condition=~Q(key=""), name="ruling_key_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="ruling_number_from_one"),
            models.CheckConstraint(
                condition=Q(kind__in=[value for value, _ in DECISIONS]), name="ruling_kind_is_known"
            ),
            models.CheckConstraint(
                condition=~Q(kind=Decision.RULING.value) | ~Q(law=""), name="ruling_cites_a_law"
            ),
            models.CheckConstraint(
                condition=Q(kind__in=NO_REASON_NEEDED) | ~Q(law="", reason=""), name="ruling_says_why"
            ),
            models.CheckConstraint(
                condition=Q(winner__in=["", "white", "black"]), name="ruling_winner_is_a_side"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match} / {self.kind}"


class Penalty(models.Model):
    """A penalty of `side`: the other side gets the points, after game `after_game` (0: before the first).

    A lifted penalty keeps its row, with the time in `struck_at`.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="penalties")
    ruling = models.OneToOneField(Ruling, on_delete=models.PROTECT, related_name="penalty")
    side = models.CharField(max_length=5, choices=SIDES)
    points = models.PositiveSmallIntegerField()
    after_game = models.PositiveSmallIntegerField()
    at = models.DateTimeField(auto_now_add=True)
    struck_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["match", "id"]
        verbose_name_plural = "penalties"
        constraints = [
            models.CheckConstraint(condition=Q(side__in=["white", "black"]), name="penalty_side_is_a_side"),
            models.CheckConstraint(
                condition=Q(points__gte=1, points__lte=LONGEST_MATCH), name="penalty_points_are_possible"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match} / {self.side} -{self.points}"

    @property
    def player(self) -> Player:
        """The player who is penalised."""
        return self.match.white if self.side == "white" else self.match.black

    @property
    def opponent(self) -> Player:
        """The player who gets the points."""
        return self.match.black if self.side == "white" else self.match.white


SECONDS_A_DAY = 24 * 60 * 60


class Adjournment(models.Model):
    """The postponement of a match, until `resumed_at`; the clocks are the seconds left to each side."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="adjournments")
    ruling = models.OneToOneField(Ruling, on_delete=models.PROTECT, related_name="adjournment")
    resumes_at = models.DateTimeField(null=True, blank=True)
    white_clock = models.PositiveIntegerField(null=True, blank=True)
    black_clock = models.PositiveIntegerField(null=True, blank=True)
    position = models.CharField(max_length=120, blank=True, default="")
    at = models.DateTimeField(auto_now_add=True)
    resumed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["match", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["match"], condition=Q(resumed_at__isnull=True), name="adjournment_one_open"
            ),
            models.CheckConstraint(
                condition=Q(white_clock__isnull=True, black_clock__isnull=True)
                | Q(
                    white_clock__isnull=False,
                    black_clock__isnull=False,
                    white_clock__lte=SECONDS_A_DAY,
                    black_clock__lte=SECONDS_A_DAY,
                ),
                name="adjournment_both_clocks_or_none",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match} / {self.at:%Y-%m-%d}"

    @property
    def is_described(self) -> bool:
        """Whether it says when the match resumes, what time is left, or the position."""
        return bool(self.resumes_at or self.white_clock is not None or self.position)
