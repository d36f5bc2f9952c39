"""Models of match files: transcripts, archives, drafts of the recorder, analyses and performance figures."""

from typing import get_args

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Length
from django.db.models.lookups import Exact

from matches.models import Desk, Match, Player
from matches.models.codes import new_code
from matches.records import (  # noqa: F401 - Django registers the models that these modules define
    declaration_models,
    video_models,
)
from matches.records.performance_sums import Tally
from matches.records.positions import KEY_BYTES
from rules.verdict import Status

VERDICTS = [(status, status) for status in get_args(Status)]
MAX_PLIES = 4
MAX_DECISIONS = 10_000
MAX_LOST = 10_000


class Transcript(models.Model):
    """An uploaded match file: its text, and the verdict of its replay. Without `match` it is unassigned.

    `white_score` and `black_score` are the final score for White and Black of the match; null if the file
    does not reach the end or contains awarded points. `swapped`: the file lists the players in reverse order;
    `names_fit` is false if the names did not decide this. `covers_match` is false if the file begins at
    another score than the match. `games` is the fingerprint of the moves, equal for two formats of one match;
    `digest` is the SHA-256 of the text; `played_on` is the date in the header. `fault` is the first fault of
    the verdict. `agrees`: whether the file confirms (true) or contradicts (false) the score of the match,
    null if neither. `mismatches` are the properties of the file that do not fit the match: "players",
    "length", "day". `names_others`: it names other players than those of the match, and nobody has confirmed
    that they are the same; then it proves nothing and its figures count for nobody. `identified_player`
    (None: the desk), with account and time, is who confirmed it.
    """

    match = models.ForeignKey(
        Match, null=True, blank=True, on_delete=models.PROTECT, related_name="transcripts"
    )
    name = models.CharField(max_length=200)
    text = models.TextField()
    format = models.CharField(max_length=16)
    digest = models.CharField(max_length=64)
    games = models.CharField(max_length=64, blank=True, default="")
    played_on = models.DateField(null=True, blank=True)
    verdict = models.JSONField()
    status = models.CharField(max_length=20, choices=VERDICTS)
    swapped = models.BooleanField(default=False)
    names_fit = models.BooleanField(default=True)
    white_score = models.PositiveSmallIntegerField(null=True, blank=True)
    black_score = models.PositiveSmallIntegerField(null=True, blank=True)
    covers_match = models.BooleanField(default=True)
    mismatches = models.JSONField(default=list, blank=True)
    names_others = models.BooleanField(default=False)
    identified_player = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    identified_user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    identified_at = models.DateTimeField(null=True, blank=True)
    fault = models.JSONField(default=dict, blank=True)
    agrees = models.BooleanField(null=True, blank=True)
    uploaded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="transcripts"
    )
    device = models.CharField(max_length=64, blank=True, default="")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]
        indexes = [models.Index(fields=["games"], name="transcript_by_games")]
        constraints = [
            models.UniqueConstraint(fields=["match", "digest"], name="transcript_once_per_match"),
            models.UniqueConstraint(
                fields=["digest", "uploaded_by"],
                condition=Q(match__isnull=True, uploaded_by__isnull=False),
                name="transcript_once_by_account",
            ),
            models.UniqueConstraint(
                fields=["digest", "device"],
                condition=Q(match__isnull=True, uploaded_by__isnull=True),
                name="transcript_once_by_device",
            ),
            models.CheckConstraint(
                condition=Q(status__in=[value for value, _ in VERDICTS]), name="transcript_status_is_known"
            ),
            models.CheckConstraint(
                condition=Q(white_score__isnull=True, black_score__isnull=True)
                | Q(white_score__isnull=False, black_score__isnull=False),
                name="transcript_score_whole_or_absent",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Certificate(models.Model):
    """A certificate of a match file: the file as this site signed it, and what the certificate states.

    `digest` is that of the match in the signed file, `source_digest` that of the uploaded file, so that both
    are recognised: of its bytes if they are stored, else of its text. `file` is empty once it is withdrawn.
    `transcript` is None when that upload was removed.
    """

    code = models.CharField(max_length=8, unique=True, default=new_code, editable=False)
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="certificates")
    transcript = models.ForeignKey(
        Transcript, null=True, blank=True, on_delete=models.SET_NULL, related_name="certificates"
    )
    file = models.BinaryField()
    digest = models.CharField(max_length=64, db_index=True)
    source_digest = models.CharField(max_length=64, db_index=True)
    content = models.JSONField()
    issued_at = models.DateTimeField()
    issued_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["transcript"],
                condition=Q(withdrawn_at__isnull=True),
                name="certificate_one_in_effect",
            )
        ]

    def __str__(self) -> str:
        return self.code


class PublicKey(models.Model):
    """The public half of a key that signs files: of this site (`site` is empty), or of a site known here.

    Those of this site are here too, so that they stay published when the file with the private keys is lost.
    `public_key` is in base64. A key without `until` is in use.
    """

    site = models.CharField(max_length=120, blank=True, default="")
    key_id = models.CharField(max_length=120)
    public_key = models.CharField(max_length=44, unique=True)
    since = models.DateTimeField(null=True, blank=True)
    until = models.DateTimeField(null=True, blank=True)
    added_at = models.DateTimeField(auto_now_add=True)
    added_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["site", "key_id"], name="public_key_name_once_per_site")
        ]

    def __str__(self) -> str:
        return self.key_id


class RecordedPosition(models.Model):
    """An entry of the position index: the board after an action of a transcript.

    `key` is the position from the view of the side to play (`positions.make_position_key`), so it is equal
    with colours exchanged. `turn` is the side to play, by the order of the players in the file.
    """

    transcript = models.ForeignKey(Transcript, on_delete=models.CASCADE, related_name="positions")
    game = models.PositiveSmallIntegerField()
    action = models.PositiveSmallIntegerField()
    key = models.BinaryField(max_length=KEY_BYTES)
    turn = models.CharField(max_length=5, choices=[("white", "white"), ("black", "black")])

    class Meta:
        ordering = ["id"]
        indexes = [models.Index(fields=["key"], name="recorded_position_by_key")]
        constraints = [
            models.UniqueConstraint(
                fields=["transcript", "game", "action"], name="recorded_position_once_per_action"
            ),
            models.CheckConstraint(
                condition=Q(turn__in=["white", "black"]), name="recorded_position_turn_is_known"
            ),
            models.CheckConstraint(
                condition=Exact(Length("key"), KEY_BYTES), name="recorded_position_key_is_whole"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.transcript_id} {self.game}:{self.action}"


class Archive(models.Model):
    """A zip of match files that an official uploaded for a desk; the zip itself is not stored."""

    code = models.CharField(max_length=8, unique=True, default=new_code, editable=False)
    desk = models.ForeignKey(Desk, on_delete=models.PROTECT, related_name="archives")
    name = models.CharField(max_length=200)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="archives")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return self.name


class FileStatus(models.TextChoices):
    """The status of a file of an archive."""

    PENDING = "pending"
    ATTACHED = "attached"
    UNASSIGNED = "unassigned"
    DUPLICATE = "duplicate"
    REJECTED = "rejected"


class ArchivedFile(models.Model):
    """A file of an archive: its bytes while it is pending; afterwards its transcript or its problem."""

    archive = models.ForeignKey(Archive, on_delete=models.CASCADE, related_name="files")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=200)
    data = models.BinaryField(null=True)
    status = models.CharField(max_length=10, choices=FileStatus.choices, default=FileStatus.PENDING)
    transcript = models.ForeignKey(
        Transcript, null=True, blank=True, on_delete=models.PROTECT, related_name="archived_files"
    )
    problem = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["archive", "number"], name="archived_number_once"),
            models.CheckConstraint(
                condition=Q(status__in=FileStatus.values), name="archived_status_is_known"
            ),
            models.CheckConstraint(
                condition=Q(status=FileStatus.PENDING, data__isnull=False)
                | (~Q(status=FileStatus.PENDING) & Q(data__isnull=True)),
                name="archived_data_while_pending",
            ),
            models.CheckConstraint(
                condition=Q(status__in=[FileStatus.PENDING, FileStatus.REJECTED], transcript__isnull=True)
                | Q(
                    status__in=[FileStatus.ATTACHED, FileStatus.UNASSIGNED, FileStatus.DUPLICATE],
                    transcript__isnull=False,
                ),
                name="archived_transcript_if_read",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class TranscriptDraft(models.Model):
    """A match that is being recorded with the recorder, before it is submitted as a transcript.

    `lines` are the legal actions, one per line. The author is an account, the player of a badge, or a device.
    `version` is incremented by every change; `transcript` is the latest submission. The first line belongs to
    game number `first_game`, which began at the score `white_before`-`black_before`.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="drafts")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="drafts"
    )
    player = models.ForeignKey(Player, null=True, blank=True, on_delete=models.CASCADE, related_name="drafts")
    device = models.CharField(max_length=64, blank=True, default="")
    lines = models.JSONField(default=list)
    first_game = models.PositiveSmallIntegerField(default=1)
    white_before = models.PositiveSmallIntegerField(default=0)
    black_before = models.PositiveSmallIntegerField(default=0)
    is_crawford = models.BooleanField(default=False)
    version = models.PositiveIntegerField(default=0)
    transcript = models.ForeignKey(
        Transcript, null=True, blank=True, on_delete=models.SET_NULL, related_name="drafts"
    )
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["match", "user"], condition=Q(user__isnull=False), name="draft_once_per_user"
            ),
            models.UniqueConstraint(
                fields=["match", "player"], condition=Q(player__isnull=False), name="draft_once_per_player"
            ),
            models.UniqueConstraint(
                fields=["match", "device"], condition=~Q(device=""), name="draft_once_per_device"
            ),
            models.CheckConstraint(
                condition=Q(user__isnull=False, player__isnull=True, device="")
                | Q(user__isnull=True, player__isnull=False, device="")
                | (Q(user__isnull=True, player__isnull=True) & ~Q(device="")),
                name="draft_has_one_author",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match} / {len(self.lines)}"


class AnalysisState(models.TextChoices):
    """The state of an analysis."""

    OPEN = "open"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


class HasAuthor(models.Model):
    """A row with the name under which somebody made it, `source`, and their account, if they had one."""

    source = models.CharField(max_length=150)
    user = models.ForeignKey(
        "matches.User", null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        abstract = True

    @property
    def author(self) -> str:
        """The public name of who made it: the username of an account is not public."""
        if self.user is not None and self.source == self.user.get_username():
            return str(self.user.display_name)
        return str(self.source)


class Analysis(HasAuthor):
    """An engine's analysis of a transcript: made by the engine of the site, or read from an analysed file.

    `source` is the name of the requester or uploader; `problem` is the code and context of a failure.
    `engine` is the name with the version, `settings` the level by the program's own count; `program` is the
    code of the engine that the site runs. `is_quick`: a first analysis at a low level, after which one at the
    level of the site follows; its figures are shown meanwhile and count for nothing else.
    """

    SITE, FILE = "site", "file"

    transcript = models.ForeignKey(Transcript, on_delete=models.PROTECT, related_name="analyses")
    origin = models.CharField(max_length=5, choices=[(SITE, SITE), (FILE, FILE)])
    state = models.CharField(max_length=9, choices=AnalysisState.choices, default=AnalysisState.OPEN)
    engine = models.CharField(max_length=60, blank=True, default="")
    settings = models.CharField(max_length=120, blank=True, default="")
    plies = models.PositiveSmallIntegerField(default=0, validators=[MaxValueValidator(MAX_PLIES)])
    program = models.CharField(max_length=20, blank=True, default="")
    is_quick = models.BooleanField(default=False)
    problem = models.JSONField(default=dict, blank=True)
    at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]
        verbose_name_plural = "analyses"
        indexes = [models.Index(fields=["id"], condition=Q(state=AnalysisState.OPEN), name="analysis_open")]
        constraints = [
            models.UniqueConstraint(
                fields=["transcript"], condition=Q(state=AnalysisState.OPEN), name="analysis_one_at_a_time"
            ),
            models.CheckConstraint(
                condition=Q(state__in=AnalysisState.values), name="analysis_state_is_known"
            ),
            models.CheckConstraint(condition=Q(origin__in=["site", "file"]), name="analysis_origin_is_known"),
            models.CheckConstraint(condition=Q(plies__lte=MAX_PLIES), name="analysis_plies_possible"),
            models.CheckConstraint(
                condition=Q(state=AnalysisState.OPEN, ended_at=None)
                | (~Q(state=AnalysisState.OPEN) & Q(ended_at__isnull=False)),
                name="analysis_ended_when_not_open",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.transcript_id} {self.state}"


class AnalysedGame(models.Model):
    """One game of an analysis; `result` is a `GameAnalysis` as JSON, null until the game is analysed.

    A worker leases the game with a `token` until `leased_until`; `attempts` counts the leases.
    """

    analysis = models.ForeignKey(Analysis, on_delete=models.CASCADE, related_name="games")
    number = models.PositiveSmallIntegerField()
    result = models.JSONField(null=True, blank=True)
    token = models.CharField(max_length=32, blank=True, default="")
    leased_until = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["analysis", "number"], name="analysed_game_once"),
            models.CheckConstraint(
                condition=Q(token="", leased_until=None)
                | (~Q(token="") & Q(leased_until__isnull=False, result__isnull=True)),
                name="analysed_game_leased_until_done",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.analysis_id}:{self.number}"


class PerformanceFigure(HasAuthor):
    """An engine's figures for one side; rows are append-only, the latest of its kind counts.

    `lost` is the equity lost in `decisions` counted decisions, in points. `cube_lost` and `cube_decisions`
    are the part of cube decisions in these; `take_lost` and `take_decisions` the part of takes and drops in
    the cube decisions; `luck` is in points too. Null means unknown. `source` is the name of the author,
    `analysis` the analysis these are the sums of, if any.
    """

    transcript = models.ForeignKey(Transcript, on_delete=models.PROTECT, related_name="figures")
    side = models.CharField(max_length=5, choices=[("white", "white"), ("black", "black")])
    engine = models.CharField(max_length=60)
    settings = models.CharField(max_length=120, blank=True, default="")
    lost = models.FloatField(validators=[MinValueValidator(0)])
    decisions = models.PositiveIntegerField()
    cube_lost = models.FloatField(null=True, blank=True)
    cube_decisions = models.PositiveIntegerField(null=True, blank=True)
    take_lost = models.FloatField(null=True, blank=True)
    take_decisions = models.PositiveIntegerField(null=True, blank=True)
    luck = models.FloatField(null=True, blank=True)
    analysis = models.ForeignKey(
        Analysis, null=True, blank=True, on_delete=models.PROTECT, related_name="figures"
    )
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(condition=Q(side__in=["white", "black"]), name="figure_side_is_known"),
            models.CheckConstraint(condition=~Q(engine=""), name="figure_has_an_engine"),
            models.CheckConstraint(
                condition=Q(lost__gte=0, lost__lte=MAX_LOST), name="figure_lost_is_possible"
            ),
            models.CheckConstraint(
                condition=Q(decisions__gte=1, decisions__lte=MAX_DECISIONS), name="figure_decisions_possible"
            ),
            models.CheckConstraint(
                condition=Q(cube_lost=None, cube_decisions=None)
                | Q(
                    cube_lost__gte=0,
                    cube_lost__lte=F("lost"),
                    cube_decisions__lte=F("decisions"),
                    cube_lost__isnull=False,
                    cube_decisions__isnull=False,
                ),
                name="figure_cube_is_a_part",
            ),
            models.CheckConstraint(
                condition=Q(take_lost=None, take_decisions=None)
                | Q(
                    take_lost__gte=0,
                    take_lost__lte=F("cube_lost"),
                    take_decisions__lte=F("cube_decisions"),
                    take_lost__isnull=False,
                    take_decisions__isnull=False,
                    cube_lost__isnull=False,
                    cube_decisions__isnull=False,
                ),
                name="figure_takes_are_a_part",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.engine} {self.side}"

    @property
    def tally(self) -> Tally:
        """Equity lost and number of all decisions."""
        return Tally(self.lost, self.decisions)

    @property
    def cube(self) -> Tally | None:
        """The cube decisions; None if unknown."""
        if self.cube_lost is None or self.cube_decisions is None:
            return None
        return Tally(self.cube_lost, self.cube_decisions)

    @property
    def checkers(self) -> Tally | None:
        """The checker plays; None if unknown."""
        cube = self.cube
        return cube and Tally(max(self.lost - cube.lost, 0.0), self.decisions - cube.decisions)

    @property
    def takes(self) -> Tally | None:
        """The takes and drops; None if unknown."""
        if self.take_lost is None or self.take_decisions is None:
            return None
        return Tally(self.take_lost, self.take_decisions)

    @property
    def doubles(self) -> Tally | None:
        """The cube decisions without takes and drops; None if unknown."""
        cube, takes = self.cube, self.takes
        if cube is None or takes is None:
            return None
        return Tally(max(cube.lost - takes.lost, 0.0), cube.decisions - takes.decisions)

    @property
    def is_quick(self) -> bool:
        """Whether it is of a quick analysis."""
        return self.analysis is not None and self.analysis.is_quick

    @property
    def origin(self) -> str:
        """The origin: that of its analysis, "site" or "file", or "entered" by a person."""
        return self.analysis.origin if self.analysis else "entered"
