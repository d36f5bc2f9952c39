"""Ladders for programs: who stands where, challenges and their answers, and the desk of a ladder."""

from typing import Any

from django.utils import timezone

from matches.api.authentication import PROOFS
from matches.models import Player
from matches.services import badges
from matches.services.badges import Issued
from rules.errors import Refusal
from tournaments.api.deeds import Asked, Deed, Look, anybody, club_path
from tournaments.api.loading import found
from tournaments.api.serializers_clubs import MemberBadgeSerializer
from tournaments.ladders import forms
from tournaments.ladders import queries as facts
from tournaments.ladders import serializers as shapes
from tournaments.ladders import services as ladders
from tournaments.ladders.models import Ladder
from tournaments.ladders.queries import Voice
from tournaments.models import Club
from tournaments.permissions import may_direct, speaks_at_club

At = Asked[Club]


def _ladder(at: At) -> Ladder:
    rows = Ladder.objects.select_related("club__desk")
    return found(rows.filter(club=at.of, slug=at.at["ladder"]).first())


def _told(at: At) -> dict[str, Any]:
    ladder, identity = _ladder(at), at.identity
    is_desk = may_direct(identity.user, at.of)
    voice = Voice(lambda player: speaks_at_club(identity, player, at.of), is_desk)
    board = facts.board(ladder, voice, timezone.localdate())
    rungs = [
        {
            "place": rung.place,
            "member": rung.member,
            "player": rung.player,
            "moved": rung.moved,
            "is_safe": rung.is_safe,
            "is_own": rung.is_own,
            "callers": [member.number for member in rung.challengers],
        }
        for rung in board.rungs
    ]
    return {
        "slug": ladder.slug,
        "name": ladder.name,
        "version": ladder.version,
        "rules": board.state.rules.to_data(),
        "rungs": rungs,
        "open": board.open,
        "latest": board.latest,
    }


def _open(at: At) -> Ladder:
    said = {"club": at.of, "name": at.said["name"], "rules": at.form.rules(), "today": timezone.localdate()}
    if at.said["members"] == "all":
        return ladders.open_with_members(by=at.by, **said)
    return ladders.open_ladder(by=at.by, **said)


def _challenge(at: At) -> dict[str, Any]:
    ladder = _ladder(at)
    ladders.challenge(
        ladder=ladder,
        challenger=_of(ladder, at.said["challenger"]),
        holder=_of(ladder, at.said["holder"]),
        identity=at.identity,
        today=timezone.localdate(),
        key=at.key,
    )
    return _told(at)


def _answer(at: At) -> dict[str, Any]:
    ladders.answer(
        ladder=_ladder(at),
        number=at.said["challenge"],
        said=at.said["answer"],
        identity=at.identity,
        today=timezone.localdate(),
        key=at.key,
    )
    return _told(at)


def _put_on(at: At) -> dict[str, Any]:
    ladders.put_on(ladder=_ladder(at), player=_member(at), **_signed(at))
    return _told(at)


def _take_off(at: At) -> dict[str, Any]:
    ladders.take_off(ladder=_ladder(at), member=at.said["member"], **_signed(at))
    return _told(at)


def _move(at: At) -> dict[str, Any]:
    about = {name: at.said[name] for name in ("member", "place", "reason")}
    ladders.move(ladder=_ladder(at), **about, **_signed(at))
    return _told(at)


def _undo(at: At) -> dict[str, Any]:
    ladders.undo(ladder=_ladder(at), seq=at.said["seq"], by=at.by, key=at.key)
    return _told(at)


def _rule(at: At) -> dict[str, Any]:
    ladders.change_rules(ladder=_ladder(at), rules=at.form.rules(), **_signed(at))
    return _told(at)


def _badge(at: At) -> Issued:
    _ladder(at)
    return badges.issue(desk=at.of.desk, player=_member(at), by=at.by)


def _signed(at: At) -> dict[str, Any]:
    return {"by": at.by, "today": timezone.localdate(), "key": at.key}


def _of(ladder: Ladder, member: int) -> Player:
    held = facts.state_of(ladder).members.get(member)
    if held is None:
        raise Refusal("not_on_ladder", member=member)
    return Player.objects.get(code=held.player)


def _member(at: At) -> Player:
    member = {"memberships__club": at.of, "memberships__left_at": None}
    return found(Player.objects.filter(**member, code=at.said["player"]).first())


PROVED = tuple(PROOFS)
LADDER = "ladders/<slug:ladder>/"

urlpatterns = [
    club_path("ladders/",
        Look(name="club_ladders", find=lambda at: {"ladders": facts.ladders_of(at.of)}, right=anybody,
            answer=shapes.LaddersOut, about="The ladders of a club, the oldest first."),
        Deed(name="club_open_ladder", form=forms.NewLadder, act=_open, answer=shapes.LadderLineOut,
            about="Open a ladder, with all members on it or nobody yet.")),
    club_path(LADDER, Look(name="ladder", find=_told, answer=shapes.LadderOut, right=anybody, proofs=PROVED,
        about="Who stands where today, who may challenge whom, and the challenges.")),
    club_path(f"{LADDER}challenge/", Deed(name="ladder_challenge", form=forms.Call, act=_challenge,
        answer=shapes.LadderOut, right=anybody, proofs=PROVED,
        about="Challenge somebody above, for oneself or, from the desk, for another.")),
    club_path(f"{LADDER}answer/", Deed(name="ladder_answer", form=forms.Answer, act=_answer,
        answer=shapes.LadderOut, right=anybody, proofs=PROVED,
        about="Take up, turn down or call off a challenge.")),
    club_path(f"{LADDER}put-on/", Deed(name="ladder_put_on", form=forms.Newcomer, act=_put_on,
        answer=shapes.LadderOut, about="A member of the club comes on the ladder.")),
    club_path(f"{LADDER}take-off/", Deed(name="ladder_take_off", form=forms.OneMember, act=_take_off,
        answer=shapes.LadderOut, about="A member leaves it, and it closes up.")),
    club_path(f"{LADDER}move/", Deed(name="ladder_move", form=forms.Move, act=_move,
        answer=shapes.LadderOut, about="Another place for a member, with the reason.")),
    club_path(f"{LADDER}undo/", Deed(name="ladder_undo", form=forms.Strike, act=_undo,
        answer=shapes.LadderOut, about="Strike a line of the ladder.")),
    club_path(f"{LADDER}rules/", Deed(name="ladder_change_rules", form=forms.LadderForm, act=_rule,
        answer=shapes.LadderOut, about="Other rules from today.")),
    club_path(f"{LADDER}badges/", Deed(name="ladder_issue_badge", form=forms.Newcomer, act=_badge,
        answer=MemberBadgeSerializer, about="A badge of the club's desk for a member."),
        secrets=("token",)),
]  # fmt: skip
