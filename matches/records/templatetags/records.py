"""Filters of records: the public name of a transcript, sentences about analyses and unknown facts."""

from django import template

from matches.messages import get_sentence
from matches.models import Match
from matches.records.models import Analysis, Transcript
from matches.records.queries.transcripts import get_public_name
from rules.verdict import Unknown

register = template.Library()


@register.filter
def unknown_sentence(unknown: Unknown) -> str:
    """The sentence about something a file leaves open, with the numbers of the games."""
    return get_sentence(unknown.code, {"games": unknown.games})


@register.filter
def public_name(transcript: Transcript, match: Match) -> str:
    """The title of a transcript of this match, without names that its players do not show."""
    return get_public_name(match, transcript)


@register.filter
def problem_sentence(analysis: Analysis) -> str:
    """Why an analysis failed, in a sentence."""
    problem = analysis.problem
    return get_sentence(problem["code"], problem.get("facts", {})) if problem else ""
