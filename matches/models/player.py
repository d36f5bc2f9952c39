"""User accounts; players, the persons they are merged into, and their badges."""

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import F, Q
from django.utils.crypto import salted_hmac

from matches.models.codes import new_code
from matches.models.desk import Desk
from matches.names import (
    LONGEST_NAME,
    LONGEST_PAIR,
    LONGEST_PAIR_DISTINCTION,
    LONGEST_SHOWN_NAME,
    NameKind,
    Shown,
    add_distinction,
    remove_distinction,
)


class User(AbstractUser):
    """An account that can sign in.

    The session hash includes `stamp`, so changing it signs out every device. `closed_at` is set when the
    account is closed: the row stays, because decisions refer to it.
    """

    stamp = models.CharField(max_length=16, blank=True, default="", db_default="", editable=False)
    closed_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta(AbstractUser.Meta):
        constraints = [
            models.CheckConstraint(
                condition=models.Q(closed_at__isnull=True) | models.Q(is_active=False, email=""),
                name="user_closed_cannot_sign_in",
            ),
        ]

    @property
    def display_name(self) -> str:
        """The public name of the account's player, else the full name of the account or its username."""
        player = getattr(self, "player", None)
        return str(player.name) if player is not None else self.get_full_name() or self.get_username()

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        """Return the session hash, which depends on the password and the stamp."""
        salt = "django.contrib.auth.models.AbstractBaseUser.get_session_auth_hash"
        return salted_hmac(salt, self.password + self.stamp, secret=secret, algorithm="sha256").hexdigest()


PLAYER_KINDS = [(kind.value, kind.value) for kind in NameKind]
IS_PERSON, IS_PAIR = Q(kind=NameKind.PERSON.value), Q(kind=NameKind.PAIR.value)
IS_TEAM = Q(kind=NameKind.TEAM.value)
SHOWN_CHOICES = [(choice.value, choice.value) for choice in Shown]


class Person(models.Model):
    """One person with several spellings: the players that refer to it; `face` is the canonical one.

    Only merged players have a person. A player refers to at most one, so spellings cannot form a cycle. Pairs
    with the same two members under different spellings are merged in the same way.
    """

    face = models.OneToOneField("matches.Player", on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return str(self.face)


class Player(models.Model):
    """A name under which a person, a pair or a team plays; one spelling, if a person has several.

    `full_name` is the name as it was written. Another spelling than the canonical one is shown under the
    full name of that one, `person_name`, so that a person has one name everywhere. `name` is public. It is
    computed from these, which only officials see, by the person's choice `shown` (see
    `matches.names.get_shown_name`). `distinction` tells players of one name apart, "London" or
    "Leeds", once they are in one event; it stands behind both names wherever they are shown, and `full_name`
    is without it, so that it can be compared. A pair is two persons on one side of a board (`first`,
    `second`, by ascending key); both its names are computed from theirs, and it is anonymous if one of them
    is. A team has a name of its own and plays no match itself; the line-ups of each event say which members
    do.
    """

    code = models.CharField(max_length=8, unique=True, default=new_code, editable=False)
    kind = models.CharField(max_length=6, choices=PLAYER_KINDS, default=NameKind.PERSON.value)
    first = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="pairs_as_first"
    )
    second = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="pairs_as_second"
    )
    name = models.CharField(max_length=LONGEST_SHOWN_NAME)
    full_name = models.CharField(max_length=LONGEST_PAIR)
    person_name = models.CharField(
        max_length=LONGEST_NAME, blank=True, default="", db_default="", editable=False
    )
    distinction = models.CharField(
        max_length=LONGEST_PAIR_DISTINCTION, blank=True, default="", db_default="", editable=False
    )
    shown = models.CharField(max_length=7, choices=SHOWN_CHOICES, default=Shown.FULL.value)
    code_name = models.CharField(max_length=40, blank=True, default="")
    person = models.ForeignKey(
        Person, null=True, blank=True, on_delete=models.SET_NULL, related_name="spellings"
    )
    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="player"
    )
    anonymised_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name", "id"]
        constraints = [
            models.CheckConstraint(condition=~Q(name="") & ~Q(full_name=""), name="player_has_a_name"),
            models.CheckConstraint(
                condition=Q(shown__in=[value for value, _ in SHOWN_CHOICES]), name="player_shown_is_known"
            ),
            models.CheckConstraint(
                condition=~Q(shown=Shown.CODE.value) | ~Q(code_name=""), name="player_code_name_when_shown"
            ),
            models.CheckConstraint(
                condition=~Q(shown=Shown.FULL.value)
                | Q(person__isnull=False)
                | Q(name=F("full_name"))
                | ~Q(distinction="")
                | IS_PAIR,
                name="player_full_name_is_shown",
            ),
            models.CheckConstraint(
                condition=~Q(shown=Shown.CODE.value) | Q(person__isnull=False) | Q(name=F("code_name")),
                name="player_code_name_is_shown",
            ),
            models.CheckConstraint(
                condition=Q(anonymised_at__isnull=True) | Q(user__isnull=True, name=F("full_name")) | IS_PAIR,
                name="player_anonymous_has_no_login",
            ),
            models.CheckConstraint(condition=IS_PERSON | IS_PAIR | IS_TEAM, name="player_kind_is_known"),
            models.CheckConstraint(
                condition=((IS_PERSON | IS_TEAM) & Q(first__isnull=True, second__isnull=True))
                | (IS_PAIR & Q(first__isnull=False, second__isnull=False)),
                name="player_pair_has_two_members",
            ),
            models.CheckConstraint(
                condition=IS_PERSON | IS_TEAM | Q(first__lt=F("second"), second__lt=F("id")),
                name="player_pair_in_order_after_its_members",
            ),
            models.CheckConstraint(
                condition=IS_PERSON | Q(user__isnull=True, shown=Shown.FULL.value, code_name=""),
                name="player_pair_has_no_login_and_no_choice",
            ),
            models.CheckConstraint(
                condition=~IS_TEAM | Q(person__isnull=True, anonymised_at__isnull=True),
                name="player_team_is_nobody",
            ),
            models.UniqueConstraint(fields=["first", "second"], name="player_pair_once"),
        ]
        indexes = [models.Index(fields=["name"], name="player_by_name")]

    def __str__(self) -> str:
        return self.name

    @property
    def desk_name(self) -> str:
        """The name that officials see: the full name of the person with the distinction, if there is one."""
        return add_distinction(self.known_name, self.distinction)

    @property
    def known_name(self) -> str:
        """The full name of the person: that of the canonical spelling, also of another one."""
        return self.person_name or self.full_name

    @property
    def undistinguished_name(self) -> str:
        """The public name without the distinction."""
        return remove_distinction(self.name, self.distinction)

    @property
    def shows_distinction(self) -> bool:
        """Whether the distinction is part of the public name; it is not in a code name."""
        return self.name != self.undistinguished_name

    @property
    def is_pair(self) -> bool:
        """Whether this is a pair."""
        return self.kind == NameKind.PAIR.value

    @property
    def is_team(self) -> bool:
        """Whether this is a team."""
        return self.kind == NameKind.TEAM.value

    @property
    def is_person(self) -> bool:
        """Whether this is one person."""
        return self.kind == NameKind.PERSON.value

    @property
    def members(self) -> tuple["Player", ...]:
        """The two members of a pair, else empty."""
        return (self.first, self.second) if self.first is not None and self.second is not None else ()

    def is_one_with(self, other: "Player") -> bool:
        """Whether both are the same person or pair, possibly under different spellings."""
        return self.pk == other.pk or (self.person_id is not None and self.person_id == other.person_id)

    def may_act_for(self, other: "Player") -> bool:
        """Whether this player may act for `other`: the same person, or a member of that pair."""
        return self.is_one_with(other) or any(self.is_one_with(member) for member in other.members)


class PlayerChange(models.Model):
    """The log of decisions about the identity of players; rows are append-only.

    Persons are computed from the rows of kind "merged" (`other` into `player`) that no later row undoes.
    "apart" records that `player` and `other` are two people. `by` is the user name of the author.
    """

    MERGED, UNMERGED, SHOWN, ANONYMISED, APART = "merged", "unmerged", "shown", "anonymised", "apart"
    RENAMED = "renamed"
    KINDS = (MERGED, UNMERGED, SHOWN, ANONYMISED, APART, RENAMED)

    kind = models.CharField(max_length=10, choices=[(kind, kind) for kind in KINDS])
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="changes")
    other = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.PROTECT, related_name="changes_as_other"
    )
    undoes = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="undone_by"
    )
    payload = models.JSONField(default=dict, blank=True)
    reason = models.TextField(blank=True, default="")
    by = models.CharField(max_length=150, blank=True, default="")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(kind__in=["merged", "unmerged", "shown", "anonymised", "apart", "renamed"]),
                name="change_kind_is_known",
            ),
            models.CheckConstraint(
                condition=Q(kind__in=["merged", "unmerged", "apart"], other__isnull=False)
                | (~Q(kind__in=["merged", "unmerged", "apart"]) & Q(other__isnull=True)),
                name="change_names_both_spellings",
            ),
            models.CheckConstraint(condition=~Q(player=F("other")), name="change_merges_two"),
            models.CheckConstraint(
                condition=Q(kind="unmerged", undoes__isnull=False)
                | (~Q(kind="unmerged") & Q(undoes__isnull=True)),
                name="change_undoes_exactly_a_merge",
            ),
            models.CheckConstraint(
                condition=~Q(kind__in=["merged", "unmerged"]) | ~Q(reason=""),
                name="change_merge_has_a_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.player}"


class Badge(models.Model):
    """A secret token that lets a phone act for a player at one desk; valid until it is revoked."""

    desk = models.ForeignKey(Desk, on_delete=models.CASCADE, related_name="badges")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="badges")
    token_hash = models.CharField(max_length=64, unique=True)
    issued_at = models.DateTimeField(auto_now_add=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["desk", "player", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["desk", "player"], condition=Q(revoked_at__isnull=True), name="badge_one_valid"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player} @ {self.desk}"
