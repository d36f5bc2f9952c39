"""Clubs, their memberships, their casual matches and their audit log."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from matches.models import Desk, Match, Player
from matches.names import LONGEST_DISTINCTION


class Role(models.TextChoices):
    """Roles of members, highest first."""

    DIRECTOR = "director", _("director")
    SECRETARY = "secretary", _("secretary")
    RECORDER = "recorder", _("scorekeeper")
    HELPER = "helper", _("helper")
    MEMBER = "member", _("member")


class Joining(models.TextChoices):
    """How users can join by themselves."""

    INVITED = "invited", _("by invitation")
    OPEN = "open", _("any signed-in user")


class Casual(models.TextChoices):
    """For what the casual matches of a club count."""

    NOTHING = "nothing", _("nothing")
    RATINGS = "ratings", _("ratings")
    BOTH = "both", _("ratings and season")


class Club(models.Model):
    """A club. Its desk rules on casual matches; each tournament has its own desk.

    `about` is Markdown, `casual` says for what casual matches count. With `members_open` members may open
    casual matches themselves. With `shows_first_steps` its page proposes to managers
    what to do first. An archived club is read-only.
    """

    name = models.CharField(max_length=120)
    slug = models.SlugField(max_length=60, unique=True)
    desk = models.OneToOneField(Desk, on_delete=models.PROTECT, related_name="club")
    about = models.TextField(blank=True, default="", db_default="")
    place = models.CharField(max_length=200, blank=True, default="", db_default="")
    contact = models.CharField(max_length=200, blank=True, default="", db_default="")
    joining = models.CharField(
        max_length=7, choices=Joining.choices, default=Joining.INVITED, db_default=Joining.INVITED.value
    )
    casual = models.CharField(
        max_length=7, choices=Casual.choices, default=Casual.NOTHING, db_default=Casual.NOTHING.value
    )
    members_open = models.BooleanField(default=True, db_default=True)
    shows_first_steps = models.BooleanField(default=True, db_default=False)
    archived_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name", "id"]
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="club_has_a_name"),
            models.CheckConstraint(condition=~Q(slug=""), name="club_has_a_slug"),
            models.CheckConstraint(condition=Q(joining__in=Joining.values), name="club_joining_is_known"),
            models.CheckConstraint(condition=Q(casual__in=Casual.values), name="club_casual_is_known"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def topic(self) -> str:
        """The topic of the change notices of the club."""
        return f"club:{self.pk}"


class Membership(models.Model):
    """A membership: `user` is the account that may act, `player` the one who plays; one may be None.

    `says_player` is the player an account claims to be, until an officer decides. Former members keep their
    row, with `left_at`, and their results. `distinction` is what managers have typed, such as "jun.", to tell
    the member from another of the name; `Player.distinction` is what is shown.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    player = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.PROTECT, related_name="memberships"
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="memberships",
    )
    role = models.CharField(max_length=10, choices=Role.choices, default=Role.MEMBER)
    says_player = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.PROTECT, related_name="said_by"
    )
    # The import of a list of names that made them a member.
    list_import = models.ForeignKey(
        "ClubLogEntry", null=True, blank=True, on_delete=models.SET_NULL, related_name="listed_memberships"
    )
    distinction = models.CharField(max_length=LONGEST_DISTINCTION, blank=True, default="", db_default="")
    # What another spelling of the person has taken over from this one, to be given back when they are
    # separated: names of fields and keys of rows, see `carried_records`.
    carried = models.JSONField(null=True, blank=True, editable=False)
    # Since when the member agrees to be shown in the club's table of performance ratings.
    performance_shown_since = models.DateTimeField(null=True, blank=True)
    joined_at = models.DateTimeField(auto_now_add=True)
    left_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["club", "id"]
        constraints = [
            models.UniqueConstraint(fields=["club", "player"], name="membership_once_per_player"),
            models.UniqueConstraint(fields=["club", "user"], name="membership_once_per_user"),
            models.CheckConstraint(
                condition=Q(player__isnull=False) | Q(user__isnull=False), name="membership_is_somebodys"
            ),
            models.CheckConstraint(condition=Q(role__in=Role.values), name="membership_role_is_known"),
            models.CheckConstraint(
                condition=Q(role=Role.MEMBER) | Q(user__isnull=False), name="membership_office_needs_a_login"
            ),
            models.CheckConstraint(
                condition=Q(left_at__isnull=True) | Q(role=Role.MEMBER), name="membership_left_without_office"
            ),
            models.CheckConstraint(
                condition=Q(says_player__isnull=True) | Q(user__isnull=False, player__isnull=True),
                name="membership_only_an_account_says_who",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player or self.user} ({self.get_role_display()})"


LOG_KINDS = (
    "founded",
    "presented",
    "joined",
    "enrolled",
    "listed",
    "unlisted",
    "results_imported",
    "results_withdrawn",
    "name_corrected",
    "season_deleted",
    "left",
    "returned",
    "member_described",
    "member_deleted",
    "member_recorded",
    "member_unrecorded",
    "member_fee_paid",
    "member_fee_withdrawn",
    "year_fee_set",
    "year_fee_removed",
    "own_fee_set",
    "own_fee_removed",
    "performance_shown",
    "performance_hidden",
    "member_field_added",
    "member_field_renamed",
    "member_field_removed",
    "members_mailed",
    "appointed",
    "vouched",
    "declined",
    "invited",
    "withdrawn",
    "night_kept",
    "night_changed",
    "night_ended",
    "night_skipped",
    "night_restored",
    "night_started",
    "expected_removed",
    "check_in_opened",
    "check_in_closed",
    "office_offered",
    "office_declined",
    "office_withdrawn",
    "official_named",
    "official_dismissed",
    "casual_opened",
    "tournament_changed",
    "tournament_cancelled",
    "tournament_reinstated",
    "tournament_archived",
    "tournament_restored",
    "tournament_deleted",
    "tournament_described",
    "tournament_published",
    "tournament_hidden",
    "tournament_copied",
    "copy_received",
    "copy_replaced",
    "copy_taken_over",
    "copy_deleted",
    "publishing_begun",
    "publishing_replaced",
    "publishing_ended",
    "event_renamed",
    "break_announced",
    "break_ended",
    "break_removed",
    "event_cancelled",
    "event_reinstated",
    "event_deleted",
    "photo_added",
    "photo_removed",
    "registration_changed",
    "ways_to_pay_changed",
    "sign_ups_changed",
    "sign_ups_paid",
    "sign_up_fees_kept",
    "sign_up_fees_refunded",
    "sign_ups_entered",
    "archived",
    "reopened",
)


class ClubLogEntry(models.Model):
    """One entry of the audit log of a club.

    `user` and `player` are those it is about, `by` is who acted, `payload` has other data.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="log_entries")
    kind = models.CharField(max_length=24, choices=[(kind, kind) for kind in LOG_KINDS])
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    player = models.ForeignKey(Player, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    payload = models.JSONField(default=dict, blank=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["club", "-id"]
        indexes = [models.Index(fields=["club", "-id"], name="club_log_by_club")]
        constraints = [
            models.CheckConstraint(condition=Q(kind__in=LOG_KINDS), name="club_log_kind_is_known"),
        ]

    def __str__(self) -> str:
        return f"{self.club} {self.kind}"


class CasualMatch(models.Model):
    """A casual match of a club.

    `is_rated` and `is_counted` (for the season) are the settings of the club when it was opened. `by` is None
    if a player opened it with a badge. `key` is the idempotency key of the request.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="casual_matches")
    match = models.OneToOneField(Match, on_delete=models.PROTECT, related_name="casual")
    is_rated = models.BooleanField(default=False)
    is_counted = models.BooleanField(default=False)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    key = models.CharField(max_length=64)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["club", "-id"]
        verbose_name_plural = "casual matches"
        constraints = [
            models.UniqueConstraint(fields=["club", "key"], name="casual_key_once_per_club"),
            models.CheckConstraint(condition=~Q(key=""), name="casual_has_a_key"),
            models.CheckConstraint(
                condition=Q(is_counted=False) | Q(is_rated=True), name="casual_counted_is_rated"
            ),
        ]

    def __str__(self) -> str:
        return str(self.match)
