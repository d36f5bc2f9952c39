"""The quiz of a club: blunders of its analysed matches as questions, with no state but the URL."""

from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from matches.records.presenting.questions import get_question
from matches.records.queries.analyses import Blunder, find_blunders_in_matches
from tournaments.models import Club
from tournaments.people.queries.quiz import matches_for_quiz, transcript_for_quiz
from tournaments.web.decorators import public_club_view

# The latest analysed transcripts whose blunders are questions.
MAX_TRANSCRIPTS = 12


@require_safe
@public_club_view
def show_quiz(request: HttpRequest, club: Club) -> HttpResponse:
    """Show a question, the first one if none is named, and the result of an answer."""
    blunders = find_blunders_in_matches(matches_for_quiz(club), limit=MAX_TRANSCRIPTS)
    name, answer = request.GET.get("question", ""), request.GET.get("answer", "")
    by_name = {_name_of(blunder): blunder for blunder in blunders}
    if name and name not in by_name:
        raise Http404
    context: dict[str, object] = {"club": club, "count": len(blunders)}
    if not blunders:
        return render(request, "tournaments/people/quiz.html", context)
    blunder = by_name[name] if name else blunders[0]
    transcript = transcript_for_quiz(club, blunder.transcript)
    question = get_question(transcript, blunder) if transcript else None
    if question is None:
        raise Http404
    place = blunders.index(blunder)
    next_blunder = blunders[(place + 1) % len(blunders)]
    is_answered = answer in question.choices
    context |= {
        "question": question,
        "decisions": [question.decision],
        "name": _name_of(blunder),
        "number": place + 1,
        "next": f"?{urlencode({'question': _name_of(next_blunder)})}",
        "answer": question.choices.get(answer, ""),
        "is_best": is_answered and question.is_best(answer),
    }
    return render(request, "tournaments/people/quiz.html", context)


def _name_of(blunder: Blunder) -> str:
    """Return the name of the question about a blunder in the URL."""
    return "-".join(map(str, blunder))
