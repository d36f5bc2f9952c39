"""Serializers of match files: uploads, transcripts, archives, figures, analyses and drafts."""

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from matches.api.serializers import (
    MatchSerializer,
    MatchVersionSerializer,
    NullableCharField,
    PlayerSerializer,
)
from matches.messages import get_sentence
from matches.records.models import (
    MAX_DECISIONS,
    MAX_LOST,
    Certificate,
    FileStatus,
    RecordedPosition,
    Transcript,
)
from matches.records.performance_sums import compute_equity_lost
from matches.records.queries import transcripts
from matches.records.queries.certificates import STATES, is_in_effect
from matches.records.services.drafts import MAX_LINES
from matches.records.services.uploads import Upload
from matches.records.signed_documents import CHECKSUM_WRONG, KNOWN_KEY
from rules.formats.ogxm_signatures import SignatureStatus
from rules.formats.ogxm_video import LATEST_MILLISECONDS, LONGEST_ADDRESS

# The other states of an event file are those of a match file.
EVENT_FILE_STATES = (CHECKSUM_WRONG, KNOWN_KEY)
MAX_NEW_LINES, MAX_LINE_LENGTH = 200, 100
SIGNATURE_STATUSES = [status.value for status in SignatureStatus]


class MatchFileSerializer(serializers.Serializer[Any]):
    """A match file to upload."""

    file = serializers.FileField(
        help_text="At most 1 MB (analysed .sgf, .xg, .bgf and .ogxm 4 MB), in any supported format."
    )


class MatchCodeSerializer(serializers.Serializer[Any]):
    """The match of a transcript."""

    match = serializers.CharField(max_length=16, help_text="The code of the match.")


class ArchiveUploadSerializer(serializers.Serializer[Any]):
    """A zip of match files to upload."""

    file = serializers.FileField()


class IdentificationSerializer(MatchVersionSerializer):
    """Who the players of a transcript are."""

    swapped = serializers.BooleanField(
        help_text="Whether the first player of the file is Black of the match."
    )


class TranscriptSerializer(serializers.Serializer[Any]):
    """A transcript, and whether it agrees with the score; scores are of White and Black of the match."""

    id = serializers.IntegerField()
    name = serializers.SerializerMethodField()
    format = NullableCharField()
    status = serializers.CharField()
    agrees = serializers.BooleanField(allow_null=True)
    swapped = serializers.BooleanField()
    white_score = serializers.IntegerField(allow_null=True)
    black_score = serializers.IntegerField(allow_null=True)
    fault = serializers.DictField(
        help_text="The first fault: rule, game, action, play and legal plays; empty without one."
    )
    mismatches = serializers.ListField(
        child=serializers.ChoiceField(choices=["players", "length", "day"]),
        help_text="The properties of the file that do not fit the match; it may belong to another one.",
    )
    names_others = serializers.BooleanField(
        help_text="Whether it names other players; then it proves nothing and its figures do not count."
    )
    identified_at = serializers.DateTimeField(
        allow_null=True, help_text="When somebody said who its players are; null if their names decide."
    )
    identified_by = serializers.CharField(
        source="identified_player.name",
        default="",
        help_text="The player who said who its players are; empty if the desk did, or nobody.",
    )
    at = serializers.DateTimeField()

    def get_name(self, row: Transcript) -> str:
        """The name, without names of players who do not show them."""
        return transcripts.get_public_name(row.match, row) if row.match else row.name


class SourceSignatureSerializer(serializers.Serializer[Any]):
    """A signature of the site that a file comes from."""

    subject = serializers.ChoiceField(
        choices=["match", "analysis"], help_text="Whether the match is signed or an analysis in its file."
    )
    status = serializers.ChoiceField(
        choices=SIGNATURE_STATUSES,
        source="status.value",
        help_text="Whether it fits, by a key known here or not, was changed, or cannot be checked.",
    )
    covers = serializers.ListField(
        child=serializers.CharField(), help_text="The sections of the file that are signed."
    )
    signer = serializers.CharField(help_text="The name that this site has for the key; empty if unknown.")


class TranscriptDetailSerializer(TranscriptSerializer):
    """A transcript with the verdict of its replay, in which White is the first player of the file."""

    verdict = serializers.SerializerMethodField()
    signatures = serializers.SerializerMethodField()

    @extend_schema_field(SourceSignatureSerializer(many=True))
    def get_signatures(self, row: Transcript) -> Any:
        """The signatures in the file, none of a file whose names are hidden."""
        signatures = transcripts.get_source_signatures(row.match, row) if row.match else ()
        return SourceSignatureSerializer(signatures, many=True).data

    def get_verdict(self, row: Transcript) -> dict[str, Any]:
        """The verdict, with the public names of the players."""
        return dict(transcripts.get_public_verdict(row.match, row).to_json() if row.match else row.verdict)


class CertificateSerializer(serializers.Serializer[Any]):
    """A certificate: what it states, and whether it still holds."""

    code = serializers.CharField()
    match = serializers.CharField(source="match.code")
    content = serializers.JSONField(help_text="What the signed note in the file states.")
    issued_at = serializers.DateTimeField()
    withdrawn_at = serializers.DateTimeField(allow_null=True)
    is_in_effect = serializers.SerializerMethodField()

    def get_is_in_effect(self, row: Certificate) -> bool:
        """Whether it was not withdrawn and is still true."""
        return is_in_effect(row)


class CheckedMatchFileSerializer(serializers.Serializer[Any]):
    """What the check of a match file has shown."""

    state = serializers.ChoiceField(
        choices=(*STATES, *EVENT_FILE_STATES), help_text="The worst of what was found."
    )
    status = serializers.CharField(
        source="verdict.status",
        allow_null=True,
        default=None,
        help_text="The verdict of the replay; an event file has none.",
    )
    signatures = SourceSignatureSerializer(many=True)
    signer = serializers.CharField(
        source="signer.name",
        allow_null=True,
        default=None,
        help_text="The known key that has signed the certificate in the file.",
    )
    certificate = serializers.CharField(
        source="certificate.code", allow_null=True, default=None, help_text="Of this site, if there is one."
    )


class TranscriptFitsSerializer(serializers.Serializer[Any]):
    """The matches that a transcript may belong to, the most likely first."""

    fits = MatchSerializer(many=True)


class UnassignedTranscriptSerializer(TranscriptSerializer, TranscriptFitsSerializer):
    """A transcript without a match, and the matches it may belong to; the instance has both."""

    def to_representation(self, instance: Mapping[str, Any]) -> dict[str, Any]:
        """The fields of the transcript, then the matches."""
        transcript = TranscriptSerializer(instance["transcript"]).data
        return {**transcript, **TranscriptFitsSerializer(instance).data}


class UploadOutcomeSerializer(TranscriptFitsSerializer):
    """What became of an uploaded file."""

    match = serializers.CharField(source="transcript.match.code", allow_null=True, default=None)
    is_duplicate = serializers.BooleanField(help_text="Whether the same games had been uploaded before.")


class UploadSerializer(TranscriptSerializer, UploadOutcomeSerializer):
    """A transcript that was uploaded, and what became of it; the instance is the upload."""

    def to_representation(self, instance: Upload) -> dict[str, Any]:
        """The fields of the transcript, then the outcome."""
        transcript = TranscriptSerializer(instance.transcript).data
        return {**transcript, **UploadOutcomeSerializer(instance).data}


class ArchiveSerializer(serializers.Serializer[Any]):
    """An archive in a list."""

    code = serializers.CharField()
    name = serializers.CharField()
    by = serializers.CharField(source="by.username")
    at = serializers.DateTimeField()
    count = serializers.IntegerField(help_text="The number of files.")
    attached = serializers.IntegerField()


class ArchivedFileSerializer(serializers.Serializer[Any]):
    """A file of an archive; `problem` says why it was rejected."""

    number = serializers.IntegerField(source="file.number")
    name = serializers.CharField(source="file.name")
    status = serializers.ChoiceField(choices=FileStatus.values, source="file.status")
    match = serializers.CharField(source="transcript.match.code", allow_null=True, default=None)
    fits = MatchSerializer(many=True)
    problem = serializers.SerializerMethodField()

    def get_problem(self, row: dict[str, Any]) -> str | None:
        """The sentence of a refusal, None without one."""
        problem = row["file"].problem
        return get_sentence(problem["code"], problem.get("facts", {})) if problem else None


class ArchiveDetailSerializer(serializers.Serializer[Any]):
    """An archive and its progress."""

    code = serializers.CharField(source="archive.code")
    name = serializers.CharField(source="archive.name")
    by = serializers.CharField(source="archive.by.username")
    at = serializers.DateTimeField(source="archive.at")
    count = serializers.IntegerField()
    attached = serializers.IntegerField()
    done = serializers.IntegerField(source="progress.done", help_text="The number of files processed so far.")
    is_done = serializers.BooleanField(source="progress.is_done")
    files = ArchivedFileSerializer(many=True)


class FigureEntrySerializer(serializers.Serializer[Any]):
    """An engine's figures for one side: the equity lost or the rating, and the number of decisions."""

    side = serializers.ChoiceField(choices=["white", "black"])
    engine = serializers.CharField(max_length=60, help_text="Name and version of the engine.")
    settings = serializers.CharField(max_length=120, required=False, help_text="Such as 2-ply.")
    decisions = serializers.IntegerField(min_value=1, max_value=MAX_DECISIONS)
    lost = serializers.FloatField(
        min_value=0, max_value=MAX_LOST, required=False, help_text="Equity lost in all decisions, in points."
    )
    rating = serializers.FloatField(
        min_value=0,
        max_value=500,
        required=False,
        help_text="The PR (500 times the equity lost per decision), instead of `lost`.",
    )
    cube_lost = serializers.FloatField(min_value=0, max_value=MAX_LOST, required=False)
    cube_decisions = serializers.IntegerField(min_value=0, max_value=MAX_DECISIONS, required=False)
    take_lost = serializers.FloatField(
        min_value=0,
        max_value=MAX_LOST,
        required=False,
        help_text="The part of `cube_lost` from takes and drops.",
    )
    take_decisions = serializers.IntegerField(min_value=0, max_value=MAX_DECISIONS, required=False)
    luck = serializers.FloatField(min_value=-MAX_LOST, max_value=MAX_LOST, required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Require the rating or the equity lost, and convert the rating to the equity lost."""
        rating = attrs.pop("rating", None)
        if (rating is None) == ("lost" not in attrs):
            raise serializers.ValidationError("Give either `lost` or `rating`.")
        return attrs if rating is None else attrs | {"lost": compute_equity_lost(rating, attrs["decisions"])}


class FigureSerializer(serializers.Serializer[Any]):
    """A stored performance figure."""

    side = serializers.CharField()
    engine = serializers.CharField()
    settings = NullableCharField()
    decisions = serializers.IntegerField()
    lost = serializers.FloatField()
    rating = serializers.FloatField(source="tally.rating")
    cube_lost = serializers.FloatField(allow_null=True)
    cube_decisions = serializers.IntegerField(allow_null=True)
    take_lost = serializers.FloatField(allow_null=True)
    take_decisions = serializers.IntegerField(allow_null=True)
    luck = serializers.FloatField(allow_null=True)
    origin = serializers.CharField(
        help_text="`entered` by a person, from an analysed `file`, or analysed by this `site`."
    )
    by = serializers.CharField(
        source="author", help_text="The name of the person who entered, uploaded or requested it."
    )
    at = serializers.DateTimeField()


class RecordedPositionSerializer(serializers.Serializer[Any]):
    """An occurrence of a position: the board after an action in a game of a transcript."""

    match = serializers.CharField(source="transcript.match.code")
    white = PlayerSerializer(source="transcript.match.white")
    black = PlayerSerializer(source="transcript.match.black")
    transcript = serializers.IntegerField(source="transcript_id")
    game = serializers.IntegerField()
    action = serializers.IntegerField()
    is_exchanged = serializers.SerializerMethodField(help_text="Whether the colours are exchanged.")

    def get_is_exchanged(self, row: RecordedPosition) -> bool:
        """Whether the occurrence has the other side to play."""
        return bool(row.turn != self.context["turn"])


class TallySerializer(serializers.Serializer[Any]):
    """Sums over decisions: PR, equity lost and number of decisions."""

    rating = serializers.FloatField(allow_null=True, help_text="The PR; null without decisions.")
    lost = serializers.FloatField()
    decisions = serializers.IntegerField()


class ErrorProfileSerializer(serializers.Serializer[Any]):
    """All decisions, and those by kind; null if unknown."""

    overall = TallySerializer()
    checkers = TallySerializer(allow_null=True)
    doubles = TallySerializer(allow_null=True)
    takes = TallySerializer(allow_null=True)


class PerformanceEntrySerializer(serializers.Serializer[Any]):
    """A player's figure in one match; `trend` is the PR over this match and the four before it."""

    match = serializers.CharField(source="match.code")
    transcript = serializers.IntegerField(source="figure.transcript_id")
    opponent = PlayerSerializer()
    at = serializers.DateTimeField()
    length = serializers.IntegerField(source="match.length")
    trend = serializers.FloatField(source="trend.rating", allow_null=True)
    is_declared = serializers.BooleanField(
        help_text="Whether the player declared before the match that it counts."
    )
    figure = FigureSerializer()


class PerformanceHistorySerializer(serializers.Serializer[Any]):
    """A player's performance ratings, the newest 300 matches first."""

    player = PlayerSerializer()
    engine = serializers.CharField(
        allow_blank=True, help_text="The engine the figures are limited to; blank for all."
    )
    engines = serializers.ListField(child=serializers.CharField())
    declared_only = serializers.BooleanField(
        help_text="Whether only matches count that were declared before they began."
    )
    profile = ErrorProfileSerializer()
    entries = PerformanceEntrySerializer(many=True)


class PerformanceTableRowSerializer(serializers.Serializer[Any]):
    """A player's place, matches and sum in a table of performance ratings."""

    place = serializers.IntegerField(help_text="Equal ratings share a place.")
    player = PlayerSerializer()
    matches = serializers.IntegerField()
    rating = serializers.FloatField(source="tally.rating")
    lost = serializers.FloatField(source="tally.lost")
    decisions = serializers.IntegerField(source="tally.decisions")


class PerformanceTableSerializer(serializers.Serializer[Any]):
    """A table of performance ratings, the lowest first; all its figures are by one engine."""

    engine = serializers.CharField(
        allow_blank=True, help_text="The engine with its settings; blank without figures."
    )
    engines = serializers.ListField(child=serializers.CharField())
    rows = PerformanceTableRowSerializer(many=True)
    without_figures = PlayerSerializer(many=True)


class DeclarationSerializer(serializers.Serializer[Any]):
    """A declaration, made before a match began, that it counts for the performance rating of a side."""

    side = serializers.ChoiceField(choices=["white", "black"])
    player = PlayerSerializer()
    is_by_desk = serializers.BooleanField(help_text="Whether an official made it, not the player.")
    at = serializers.DateTimeField()


class VideoMarkSerializer(serializers.Serializer[Any]):
    """When an action is to be seen in a video; games and actions are counted from 1."""

    game = serializers.IntegerField(min_value=1, max_value=1000)
    action = serializers.IntegerField(min_value=1, max_value=100_000)
    milliseconds = serializers.IntegerField(min_value=0, max_value=LATEST_MILLISECONDS)


class VideoSerializer(serializers.Serializer[Any]):
    """The video of a match: its address, and the marks that people have set."""

    address = serializers.CharField(max_length=LONGEST_ADDRESS, help_text="An https address of another site.")
    marks = VideoMarkSerializer(
        many=True,
        required=False,
        help_text="At most 2,000; without this field the marks stay as they are.",
    )


class VideoEntrySerializer(MatchVersionSerializer, VideoSerializer):
    """The video to set."""


class GammonviewSerializer(serializers.Serializer[Any]):
    """A link that opens a match in GammonView."""

    address = serializers.CharField(
        help_text="After `#` is the OGXM file, deflated, in base64 for addresses."
    )


class DeckSerializer(serializers.Serializer[Any]):
    """Which blunders become study cards."""

    since = serializers.DateField(required=False, help_text="Only of matches played on this day or later.")
    engine = serializers.CharField(
        required=False,
        allow_blank=True,
        help_text="An engine with its settings; default: the last of each match.",
    )


class AnalysisSerializer(serializers.Serializer[Any]):
    """The progress of an analysis."""

    state = serializers.CharField(source="latest.state")
    engine = serializers.CharField(source="latest.engine", help_text="The program, with its version.")
    settings = NullableCharField(source="latest.settings", help_text="The level, by the program's count.")
    is_quick = serializers.BooleanField(
        source="latest.is_quick", help_text="Whether another analysis, at the full level, follows."
    )
    done = serializers.IntegerField(help_text="The number of games analysed so far.")
    games = serializers.IntegerField()


class PrivateAnalysisSerializer(serializers.Serializer[Any]):
    """The progress of the analysis of a transcript without a match, and its figures so far."""

    state = serializers.CharField(source="progress.latest.state")
    engine = serializers.CharField(source="progress.latest.engine")
    settings = NullableCharField(source="progress.latest.settings")
    is_quick = serializers.BooleanField(
        source="progress.latest.is_quick", help_text="Whether another analysis, at the full level, follows."
    )
    done = serializers.IntegerField(source="progress.done", help_text="The number of games analysed so far.")
    games = serializers.IntegerField(source="progress.games")
    figures = FigureSerializer(many=True)


class DraftLinesSerializer(serializers.Serializer[Any]):
    """Lines that replace everything after the first `start` lines; without lines it is an undo."""

    start = serializers.IntegerField(min_value=0, max_value=MAX_LINES)
    lines = serializers.ListField(
        child=serializers.CharField(max_length=MAX_LINE_LENGTH), max_length=MAX_NEW_LINES, default=list
    )
    version = serializers.IntegerField(min_value=0, max_value=2**31 - 1, required=False)


class DraftSerializer(serializers.Serializer[Any]):
    """A draft, for its author."""

    version = serializers.IntegerField()
    lines = serializers.ListField(child=serializers.CharField())


class DraftVersionSerializer(serializers.Serializer[Any]):
    """The version of a draft."""

    version = serializers.IntegerField(min_value=0, max_value=2**31 - 1, required=False)
