"""Views of ladders: the board, challenges and their answers, and the desk."""

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
    """Show the ladder; ?why= explains the place of one player."""
    return page(request, ladder_at(club, ladder))


@require_safe
@for_readers
def table(request: HttpRequest, club: Club, ladder: str) -> HttpResponse:
    """Download the ladder as CSV."""
    heads = (gettext("Place"), gettext("Name"), gettext("Last match"), gettext("Protected until"))
    data = sheets.as_csv(facts.sheet(ladder_at(club, ladder), heads))
    answer = HttpResponse(data, content_type=sheets.CSV_TYPE)
    answer["Content-Disposition"] = f'attachment; filename="{ladder}.csv"'
    return answer


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def open_ladder(request: HttpRequest, club: str) -> HttpResponse:
    """Create a ladder."""
    ladder_club = club_at(club)
    if not may_direct(director(request), ladder_club):
        raise Http404
    proposal = forms.LadderForm.proposal(LadderRules(), gettext("Club ladder"))
    form = forms.NewLadder(request.POST or None, initial={**proposal, "members": "all"})
    refusal: Refusal | None = None
    if form.is_valid():
        try:
            ladder = _open(request, ladder_club, form)
        except Refusal as refused:
            refusal = refused
        else:
            return see(_address("ladder", ladder))
    context = {"form": form, "refusal": told(refusal) if refusal else None, "here": request.path}
    page_context = {**frame_of(request, ladder_club, "ladders"), **context}
    return render(request, "ladders/new.html", page_context, status=status_of(refusal, form))


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
    """Challenge a member above, for oneself or, from the desk, for another."""
    return _done(request, ladder_at(club, ladder), _challenge)


@require_POST
@for_readers
def answer(request: HttpRequest, club: Club, ladder: str) -> HttpResponse:
    """Accept, refuse or call off a challenge."""
    return _done(request, ladder_at(club, ladder), _answer)


@login_required
@require_POST
def act(request: HttpRequest, club: str, ladder: str, deed: str) -> HttpResponse:
    """Perform one action of the desk."""
    ladder_row = ladder_at(club_at(club), ladder)
    if not may_direct(director(request), ladder_row.club) or deed not in DEEDS:
        raise Http404
    return _done(request, ladder_row, DEEDS[deed])


@login_required
@require_POST
def badge(request: HttpRequest, club: str, ladder: str) -> HttpResponse:
    """Issue a badge of the club's desk for a member, shown once."""
    ladder_row = ladder_at(club_at(club), ladder)
    if not may_direct(director(request), ladder_row.club):
        raise Http404
    form = forms.Newcomer(request.POST)
    if not form.is_valid():
        return page(request, ladder_row, status=UNREADABLE)
    player = _member(ladder_row, form.cleaned_data["player"])
    back = (reverse("ladder", args=[ladder_row.club.slug, ladder_row.slug]), gettext("Back to the ladder"))
    return badges.handed(request, ladder_row.club, player, back)


def ladder_at(club: Club, slug: str) -> Ladder:
    """The ladder of a club at an address, or 404."""
    ladders = Ladder.objects.select_related("club__desk")
    return get_object_or_404(ladders, club=club, slug=slug)


def page(
    request: HttpRequest, ladder: Ladder, refusal: Refusal | None = None, status: int = 200
) -> HttpResponse:
    """Render the page of a ladder, with a refusal or without."""
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
    response = render(request, "ladders/ladder.html", {**frame, **context}, status=code)
    return remember_device(request, response)


class _UnreadableError(Exception):
    """The submitted form is invalid."""


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
    data = _read(forms.Call(request.POST))
    ladders.challenge(
        ladder=ladder,
        challenger=facts.player_of(ladder, data["challenger"]),
        holder=facts.player_of(ladder, data["holder"]),
        identity=identity_of(request),
        today=timezone.localdate(),
        key=data["key"],
    )
    return gettext("Challenge sent.")


def _answer(request: HttpRequest, ladder: Ladder) -> str:
    data = _read(forms.Answer(request.POST))
    ladders.answer(
        ladder=ladder,
        number=data["challenge"],
        answer=data["answer"],
        identity=identity_of(request),
        today=timezone.localdate(),
        key=data["key"],
    )
    return gettext("Challenge answered.")


def _put_on(request: HttpRequest, ladder: Ladder) -> str:
    data = _read(forms.Newcomer(request.POST))
    player = _member(ladder, data["player"])
    ladders.put_on(ladder=ladder, player=player, **_signed(request, data))
    return gettext("%(name)s has joined the ladder.") % {"name": player.name}


def _take_off(request: HttpRequest, ladder: Ladder) -> str:
    data = _read(forms.OneMember(request.POST))
    ladders.take_off(ladder=ladder, member=data["member"], **_signed(request, data))
    return gettext("Gaps in the ladder closed.")


def _move(request: HttpRequest, ladder: Ladder) -> str:
    data = _read(forms.Move(request.POST))
    move = {"member": data["member"], "place": data["place"], "reason": data["reason"]}
    ladders.move(ladder=ladder, **move, **_signed(request, data))
    return gettext("Place changed.")


def _undo(request: HttpRequest, ladder: Ladder) -> str:
    data = _read(forms.Strike(request.POST))
    ladders.undo(ladder=ladder, seq=data["seq"], by=director(request), key=data["key"])
    return gettext("Line %(seq)s undone") % {"seq": data["seq"]}


def _rule(request: HttpRequest, ladder: Ladder) -> str:
    form, data = forms.LadderForm(request.POST, prefix="rules"), _read(Acting(request.POST))
    _read(form)
    ladders.change_rules(ladder=ladder, rules=form.rules(), **_signed(request, data))
    return gettext("The new rules apply from today.")


def _signed(request: HttpRequest, data: Mapping[str, Any]) -> dict[str, Any]:
    return {"by": director(request), "today": timezone.localdate(), "key": data["key"]}


def _member(ladder: Ladder, code: str) -> Player:
    members = Player.objects.filter(memberships__club=ladder.club, memberships__left_at=None)
    return get_object_or_404(members, code=code)


def _address(name: str, ladder: Ladder) -> str:
    return reverse(name, args=[ladder.club.slug, ladder.slug])


DEEDS: Mapping[str, Deed] = {
    "put-on": _put_on,
    "take-off": _take_off,
    "move": _move,
    "undo": _undo,
    "rules": _rule,
}
