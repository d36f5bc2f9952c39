"""The commands of a ladder: challenges and their answers, and what directors do with its members."""

from typing import Any

from django import forms
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from matches.actors import Identity
from matches.models import Player
from tournaments.ladders import queries, services
from tournaments.ladders.journal import ladder_settings
from tournaments.ladders.models import Ladder
from tournaments.web.command import Command

# Paths of the API; see `tournaments.web.command.Command.api`.
MEMBER = "members/(?P<member>[0-9]{1,15})"
CHALLENGE = "challenges/(?P<challenge>[0-9]{1,15})"


def make_number_field() -> forms.IntegerField:
    """Return a field for the number of a member or of a challenge."""
    return forms.IntegerField(min_value=1, max_value=99_999)


class LadderCommand(Command):
    """A command about one ladder."""

    about = "ladder"
    ladder: Ladder

    @property
    def service_arguments(self) -> dict[str, Any]:
        """The arguments that services for directors take besides the fields."""
        key, today = self.idempotency_key, timezone.localdate()
        return {"ladder": self.ladder, "by": self.actor, "today": today, "key": key}

    def get_service_arguments(self) -> dict[str, Any]:
        """Return the fields, and what all services take."""
        return {**self.get_values(), **self.service_arguments}


class AddLadderMember(LadderCommand):
    """Add a member of the club to a ladder."""

    name, api = "put-on", "POST members"
    player = forms.CharField(max_length=8)

    def get_player(self) -> Player:
        """Return the member of the club with this code, or raise Http404."""
        members = Player.objects.filter(memberships__club=self.ladder.club, memberships__left_at=None)
        return get_object_or_404(members, code=self.cleaned_data["player"])

    def run(self) -> None:
        """Add the member."""
        services.add_member(player=self.get_player(), **self.service_arguments)

    def describe(self, result: None) -> str:
        """Return who has joined."""
        return gettext("%(name)s has joined the ladder.") % {"name": self.get_player().name}


class RemoveLadderMember(LadderCommand):
    """Remove a member from a ladder; those below move up."""

    name, api, api_status = "take-off", f"DELETE {MEMBER}", 204
    service, sentence = staticmethod(services.remove_member), _("Gaps in the ladder closed.")
    member = make_number_field()


class MoveLadderMember(LadderCommand):
    """Move a member to another place, with the reason."""

    name, api = "move", f"PUT {MEMBER}"
    service, sentence = staticmethod(services.move_member), _("Place changed.")
    page_fields = ("version",)
    member = make_number_field()
    place = forms.IntegerField(min_value=1, max_value=ladder_settings.MAX_RUNGS)
    reason = forms.CharField(max_length=300)
    version = forms.IntegerField(min_value=0, required=False)


class UndoLadderLine(LadderCommand):
    """Undo an entry of the journal of a ladder."""

    name, api, api_status = "undo", "POST undo", 200
    seq = forms.IntegerField(min_value=1, max_value=999_999)

    def run(self) -> None:
        """Undo the line."""
        seq, key = self.cleaned_data["seq"], self.idempotency_key
        services.undo_line(ladder=self.ladder, seq=seq, by=self.actor, key=key)

    def describe(self, result: None) -> str:
        """Return which line was undone."""
        return gettext("Line %(seq)s undone") % self.cleaned_data


class ChallengeCommand(LadderCommand):
    """A command of a player, or of a director for a player: whoever `identity` proves."""

    def __init__(self, *args: Any, identity: Identity, **options: Any) -> None:
        super().__init__(*args, **options)
        self.identity = identity

    @property
    def service_arguments(self) -> dict[str, Any]:
        """The arguments that services for players take besides the fields."""
        key, today = self.idempotency_key, timezone.localdate()
        return {"ladder": self.ladder, "identity": self.identity, "today": today, "key": key}


class ChallengePlayer(ChallengeCommand):
    """Challenge a member above, for oneself or, as a director, for another member."""

    api, sentence = "POST challenges", _("Challenge sent.")
    holder = make_number_field()
    challenger = make_number_field()

    def run(self) -> None:
        """Send the challenge."""
        challenger = queries.get_player(self.ladder, self.cleaned_data["challenger"])
        holder = queries.get_player(self.ladder, self.cleaned_data["holder"])
        services.challenge(challenger=challenger, holder=holder, **self.service_arguments)


class AnswerChallenge(ChallengeCommand):
    """Answer a challenge; `name` is the answer."""

    challenge = make_number_field()
    api_status = 200

    def run(self) -> None:
        """Give the answer."""
        number = self.cleaned_data["challenge"]
        services.answer_challenge(number=number, answer=self.name, **self.service_arguments)


class AcceptChallenge(AnswerChallenge):
    """Accept a challenge."""

    name, api = services.ACCEPT, f"POST {CHALLENGE}/accept"
    sentence = _("Challenge accepted.")


class RefuseChallenge(AnswerChallenge):
    """Refuse a challenge."""

    name, api = services.REFUSE, f"POST {CHALLENGE}/refuse"
    sentence = _("Challenge declined.")


class CallOffChallenge(AnswerChallenge):
    """Call off a challenge."""

    name, api = services.CALL_OFF, f"POST {CHALLENGE}/call-off"
    sentence = _("Challenge called off.")


DESK_COMMANDS = (AddLadderMember, RemoveLadderMember, MoveLadderMember, UndoLadderLine)
ANSWERS = (AcceptChallenge, RefuseChallenge, CallOffChallenge)
