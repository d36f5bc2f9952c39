"""A ladder: who stands where and why, challenges and their answers, and the desk of the ladder."""

from collections.abc import Callable, Mapping
from typing import Any

from django import forms as django_forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from matches.models import Player
from matches.refusals import status_of as status_of_refusal
from matches.views.refusals import told
from matches.views.visitors import identity_of, remember_device, user_of
from rules.errors import Refusal
from tournaments.exchange import sheets
from tournaments.forms.desk import Acting, new_key
from tournaments.ladders import forms
from tournaments.ladders import queries as facts
from tournaments.ladders import services as ladders
from tournaments.ladders.journal.rules import LadderRules
from tournaments.ladders.models import Ladder
from tournaments.models import Club
from tournaments.permissions import may_direct
from tournaments.views import badges
from tournaments.views.answers import UNREADABLE, see, status_of
from tournaments.views.clubs import frame_of
from tournaments.views.doors import club_at, director, for_readers

Deed = Callable[[HttpRequest, Ladder], str]


@require_safe
@for_readers
def index(request: HttpRequest, club: Club) -> HttpResponse:
    """Show the ladders of a club, each with the place and the challenge of this reader."""
    identity, today = identity_of(request), timezone.localdate()
    rows = list(facts.ladders_of(club))
    has_player = identity.badge_player is not None or getattr(identity.user, "player", None) is not None
    boards = [facts.board(row, facts.reader_of(identity, club), today) for row in rows if has_player]
    context = {"ladders": rows, "boards": [board for board in boards if board.own]}
    return render(request, "ladders/index.html", {**frame_of(request, club, "ladders"), **context})


@require_safe
@for_readers
def show(request: HttpRequest, club: Club, ladder: str) -> HttpResponse:
    """The ladder on a day, for whoever looks; ?why= opens one player's way."""
    return page(request, ladder_at(club, ladder))


@require_safe
@for_readers
def table(request: HttpRequest, club: Club, ladder: str) -> HttpResponse:
    """The ladder for spreadsheets."""
    heads = (gettext("Place"), gettext("Name"), gettext("Last match"), gettext("Protected until"))
    data = sheets.as_csv(facts.sheet(ladder_at(club, ladder), heads))
    answer = HttpResponse(data, content_type=sheets.CSV_TYPE)
    answer["Content-Disposition"] = f'attachment; filename="{ladder}.csv"'
    return answer


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def open_ladder(request: HttpRequest, club: str) -> HttpResponse:
    """Open a ladder, with all members on it or nobody yet."""
    found = club_at(club)
    if not may_direct(director(request), found):
        raise Http404
    proposal = forms.LadderForm.proposal(LadderRules(), gettext("Club ladder"))
    form = forms.NewLadder(request.POST or None, initial={**proposal, "members": "all"})
    refusal: Refusal | None = None
    if form.is_valid():
        try:
            made = _open(request, found, form)
        except Refusal as refused:
            refusal = refused
        else:
            return see(_address("ladder", made))
    context = {"form": form, "refusal": told(refusal) if refusal else None, "here": request.path}
    shown = {**frame_of(request, found, "ladders"), **context}
    return render(request, "ladders/new.html", shown, status=status_of(refusal, form))


def _open(request: HttpRequest, club: Club, form: forms.NewLadder) -> Ladder:
    open_ladder = ladders.OPENINGS[form.cleaned_data["members"]]
    return open_ladder(
        club=club,
        name=form.cleaned_data["name"],
        rules=form.rules(),
        today=timezone.localdate(),
        by=director(request),
    )


@require_POST
@for_readers
def challenge(request: HttpRequest, club: Club, ladder: str) -> HttpResponse:
    """Challenge somebody above, for oneself or, from the desk, for another."""
    return _done(request, ladder_at(club, ladder), _challenge)


@require_POST
@for_readers
def answer(request: HttpRequest, club: Club, ladder: str) -> HttpResponse:
    """Take up, turn down or call off a challenge."""
    return _done(request, ladder_at(club, ladder), _answer)


@login_required
@require_POST
def act(request: HttpRequest, club: str, ladder: str, deed: str) -> HttpResponse:
    """One deed of the desk upon a ladder."""
    found = ladder_at(club_at(club), ladder)
    if not may_direct(director(request), found.club) or deed not in DEEDS:
        raise Http404
    return _done(request, found, DEEDS[deed])


@login_required
@require_POST
def badge(request: HttpRequest, club: str, ladder: str) -> HttpResponse:
    """A badge of the club's desk for a member, shown once: with it a phone challenges and reports."""
    found = ladder_at(club_at(club), ladder)
    if not may_direct(director(request), found.club):
        raise Http404
    form = forms.Newcomer(request.POST)
    if not form.is_valid():
        return page(request, found, status=UNREADABLE)
    player = _member(found, form.cleaned_data["player"])
    back = (reverse("ladder", args=[found.club.slug, found.slug]), gettext("Back to the ladder"))
    return badges.handed(request, found.club, player, back)


def ladder_at(club: Club, slug: str) -> Ladder:
    """The ladder of a club at an address, or 404."""
    found = Ladder.objects.select_related("club__desk")
    return get_object_or_404(found, club=club, slug=slug)


def page(
    request: HttpRequest, ladder: Ladder, refusal: Refusal | None = None, status: int = 200
) -> HttpResponse:
    """The page of a ladder, with a refusal or without."""
    identity = identity_of(request)
    is_desk = may_direct(user_of(request), ladder.club)
    board = facts.board(ladder, facts.reader_of(identity, ladder.club, is_desk=is_desk), timezone.localdate())
    context: dict[str, Any] = {
        "ladder": ladder,
        "board": board,
        "rules": board.state.rules,
        "way": facts.way(ladder, board.state, request.GET.get("why", "")),
        "key": new_key(),
        "refusal": told(refusal) if refusal else None,
        "unread": status == UNREADABLE,
        "topics": f"desk:{ladder.club.desk.code}",
    }
    if is_desk:
        context |= {
            "history": facts.history(ladder, board.state),
            "newcomers": facts.newcomers(ladder, board.state),
            "rules_form": forms.LadderForm(
                initial=forms.LadderForm.proposal(board.state.rules, ladder.name), prefix="rules"
            ),
        }
    code = status_of_refusal(refusal) if refusal else status
    frame = frame_of(request, ladder.club, "ladders")
    shown = render(request, "ladders/ladder.html", {**frame, **context}, status=code)
    return remember_device(request, shown)


class _UnreadableError(Exception):
    """A form that does not read."""


def _done(request: HttpRequest, ladder: Ladder, deed: Deed) -> HttpResponse:
    try:
        said = deed(request, ladder)
    except Refusal as refusal:
        return page(request, ladder, refusal)
    except _UnreadableError:
        return page(request, ladder, status=UNREADABLE)
    messages.success(request, said)
    return see(_address("ladder", ladder))


def _read(form: django_forms.Form) -> dict[str, Any]:
    if not form.is_valid():
        raise _UnreadableError
    return form.cleaned_data


def _challenge(request: HttpRequest, ladder: Ladder) -> str:
    asked = _read(forms.Call(request.POST))
    ladders.challenge(
        ladder=ladder,
        challenger=facts.player_of(ladder, asked["challenger"]),
        holder=facts.player_of(ladder, asked["holder"]),
        identity=identity_of(request),
        today=timezone.localdate(),
        key=asked["key"],
    )
    return gettext("Challenge sent.")


def _answer(request: HttpRequest, ladder: Ladder) -> str:
    asked = _read(forms.Answer(request.POST))
    ladders.answer(
        ladder=ladder,
        number=asked["challenge"],
        answer=asked["answer"],
        identity=identity_of(request),
        today=timezone.localdate(),
        key=asked["key"],
    )
    return gettext("Challenge answered.")


def _put_on(request: HttpRequest, ladder: Ladder) -> str:
    asked = _read(forms.Newcomer(request.POST))
    player = _member(ladder, asked["player"])
    ladders.put_on(ladder=ladder, player=player, **_signed(request, asked))
    return gettext("%(name)s has joined the ladder.") % {"name": player.name}


def _take_off(request: HttpRequest, ladder: Ladder) -> str:
    asked = _read(forms.OneMember(request.POST))
    ladders.take_off(ladder=ladder, member=asked["member"], **_signed(request, asked))
    return gettext("Gaps in the ladder closed.")


def _move(request: HttpRequest, ladder: Ladder) -> str:
    asked = _read(forms.Move(request.POST))
    about = {"member": asked["member"], "place": asked["place"], "reason": asked["reason"]}
    ladders.move(ladder=ladder, **about, **_signed(request, asked))
    return gettext("Place changed.")


def _undo(request: HttpRequest, ladder: Ladder) -> str:
    asked = _read(forms.Strike(request.POST))
    ladders.undo(ladder=ladder, seq=asked["seq"], by=director(request), key=asked["key"])
    return gettext("Line %(seq)s undone") % {"seq": asked["seq"]}


def _rule(request: HttpRequest, ladder: Ladder) -> str:
    form, about = forms.LadderForm(request.POST, prefix="rules"), _read(Acting(request.POST))
    _read(form)
    ladders.change_rules(ladder=ladder, rules=form.rules(), **_signed(request, about))
    return gettext("The new rules apply from today.")


def _signed(request: HttpRequest, asked: Mapping[str, Any]) -> dict[str, Any]:
    return {"by": director(request), "today": timezone.localdate(), "key": asked["key"]}


def _member(ladder: Ladder, code: str) -> Player:
    found = Player.objects.filter(memberships__club=ladder.club, memberships__left_at=None)
    return get_object_or_404(found, code=code)


def _address(name: str, ladder: Ladder) -> str:
    return reverse(name, args=[ladder.club.slug, ladder.slug])


DEEDS: Mapping[str, Deed] = {
    "put-on": _put_on,
    "take-off": _take_off,
    "move": _move,
    "undo": _undo,
    "rules": _rule,
}
