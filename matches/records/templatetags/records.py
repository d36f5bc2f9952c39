"""Filters of records: names of transcripts, why one proves no result, sentences on analyses and unknowns."""

from django import template
from django.utils.formats import number_format
from django.utils.translation import gettext

from matches.messages import get_sentence
from matches.models import Match
from matches.records.models import Analysis, Transcript
from matches.records.queries.transcripts import get_public_name
from matches.records.source_signatures import describe_signature
from rules.analysis import BLUNDER, ERROR
from rules.formats.ogxm_signatures import SourceSignature
from rules.verdict import RESULT_CODES, Unknown

register = template.Library()
ILLEGAL_PLAY_LAWS = ("move.", "bearoff.")


@register.filter
def unknown_sentence(unknown: Unknown) -> str:
    """The sentence about something a file leaves open, with the numbers of the games."""
    return get_sentence(unknown.code, {"games": unknown.games})


@register.filter
def signature_sentence(signature: SourceSignature) -> str:
    """The sentence about a signature in a match file."""
    return describe_signature(signature)


@register.filter
def public_name(transcript: Transcript, match: Match) -> str:
    """The title of a transcript of this match, without names that its players do not show."""
    return get_public_name(match, transcript)


@register.filter
def no_proof_reason(transcript: Transcript) -> str:
    """Why a transcript with a fault proves no result, in a few words."""
    code, law = transcript.fault["code"], transcript.fault["law"]
    if code in RESULT_CODES:
        return gettext("proves no result: its score does not follow from the moves")
    if law == "dice.valid":
        return gettext("proves no result: impossible dice")
    if law.startswith(ILLEGAL_PLAY_LAWS):
        return gettext("proves no result: illegal play")
    return gettext("proves no result: a rule was broken")


@register.simple_tag
def describe_marks() -> str:
    """What the marks of errors and blunders stand for."""
    text = gettext(
        "?? marks a blunder: %(blunder)s points of equity or more lost. ? marks an error: %(error)s or more."
    )
    return text % {"blunder": number_format(BLUNDER, 2), "error": number_format(ERROR, 2)}


@register.filter
def problem_sentence(analysis: Analysis) -> str:
    """Why an analysis failed, in a sentence."""
    problem = analysis.problem
    return get_sentence(problem["code"], problem.get("facts", {})) if problem else ""
