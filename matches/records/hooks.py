"""What `records` adds to the core: messages, outbox handler, panels, receivers and hooks."""

from typing import Any

from django.db.models import Q
from django.dispatch import receiver
from django.http import HttpRequest

from matches import messages as match_messages
from matches import permissions, registry
from matches.models import Match, Player, User
from matches.queries import people
from matches.records import messages
from matches.records.forms import MatchFileForm
from matches.records.queries import declarations, transcripts
from matches.records.queries.analyses import get_figures_by_transcript
from matches.records.queries.performance_history import get_performance_history
from matches.records.services import analyses, archives, certificates, contradictions, drafts, videos
from matches.registry import Panel
from matches.services import outbox
from matches.signals import (
    account_closing,
    account_renamed,
    player_anonymised,
    score_changed,
    sides_exchanged,
)
from matches.states import Status
from matches.views import reporting
from matches.views.visitors import get_identity

MAX_LISTED = 50

match_messages.add_sentences(messages.RECORDS)
match_messages.add_sentences(messages.FINDINGS)
match_messages.add_sentences(messages.UNKNOWNS)
outbox.DATABASE_HANDLERS[archives.OUTBOX_KIND] = archives.read_archived_file


registry.contradictions.register(contradictions.find_contradiction)
registry.match_audits.register(transcripts.find_disagreements)


@registry.match_panels.register
def list_transcripts(request: HttpRequest, match: Match) -> Panel:
    """Show the transcripts of a match with their figures, and the upload form."""
    identity = get_identity(request, reporting.get_card(request.POST or request.GET))
    rows = transcripts.get_transcripts(match)
    figures = get_figures_by_transcript(match) if rows else {}
    context = {
        "transcript_rows": [
            {
                "transcript": row,
                "figures": figures.get(row.pk, []),
                "differs_from_sheet": contradictions.differs_from_sheet(match, row),
            }
            for row in rows
        ],
        "record_form": MatchFileForm(),
        "may_attach": match.status != Status.VOID.value and permissions.may_report(identity, match),
    }
    return Panel("records/match_panel.html", context)


@registry.match_panels.register
def list_match_declarations(request: HttpRequest, match: Match) -> Panel:
    """Show for which players the match was declared to count for performance ratings, and the buttons."""
    identity = get_identity(request, reporting.get_card(request.POST or request.GET))
    sides = declarations.list_declared_sides(match, identity)
    return Panel("records/declarations.html", {"declared_sides": sides})


@registry.player_panels.register
def list_transcripts_of_player(request: HttpRequest, player: Player) -> Panel:
    """Show the transcripts of a player's matches, and the average performance rating."""
    context = {
        "transcripts": list(transcripts.get_transcripts_of_player(player)[:MAX_LISTED]),
        "performance": get_performance_history(player),
    }
    return Panel("records/player_panel.html", context)


@registry.contradicted_matches.register
def make_contradicted_q() -> Q:
    """Return a condition on matches: a transcript contradicts the reported score."""
    return Q(transcripts__agrees=False)


@registry.played_data.register
def export_transcripts(player: Player) -> dict[str, Any]:
    """Export the transcripts of a person's matches, without their text, and their declarations."""
    return {
        "records": transcripts.export_transcripts(player),
        "performance_declarations": declarations.export_declarations(player),
    }


@receiver(score_changed, sender=Match)
def update_agreement(match: Match, score: tuple[int, int] | None, **_kwargs: Any) -> None:
    """Update whether the transcripts agree with the new score."""
    contradictions.update_agreement(match=match, score=score)


@receiver(sides_exchanged, sender=Match)
def exchange_sides(match: Match, **_kwargs: Any) -> None:
    """Exchange White and Black in transcripts, drafts and figures of a match."""
    contradictions.exchange_sides(match=match)
    drafts.exchange_sides(match=match)
    analyses.exchange_sides(match=match)


@receiver(player_anonymised, sender=Player)
def delete_drafts_of_player(former_names: dict[int, str], **_kwargs: Any) -> None:
    """Delete the drafts of an anonymised person and of their pairs."""
    spellings = Player.objects.filter(pk__in=former_names)
    drafts.delete_drafts_of_players(players=people.include_pairs(spellings))


@receiver(player_anonymised, sender=Player)
def withdraw_certificates_of_player(former_names: dict[int, str], **_kwargs: Any) -> None:
    """Withdraw the certificates with the former name of an anonymised person."""
    spellings = Player.objects.filter(pk__in=former_names)
    certificates.withdraw_certificates_of_players(players=people.include_pairs(spellings))


@receiver(player_anonymised, sender=Player)
def remove_videos_of_player(former_names: dict[int, str], **_kwargs: Any) -> None:
    """Remove the videos of matches of an anonymised person, who can be seen there."""
    spellings = Player.objects.filter(pk__in=former_names)
    videos.remove_videos_of_players(players=list(people.include_pairs(spellings)))


@receiver(account_closing, sender=User)
def delete_drafts_of_user(user: User, **_kwargs: Any) -> None:
    """Delete the drafts of an account that is being closed."""
    drafts.delete_drafts_of_user(user=user)


@receiver(account_renamed, sender=User)
def rename_source(user: User, was: str, name: str, **_kwargs: Any) -> None:
    """Replace the former user name as the source of figures and analyses."""
    analyses.rename_source(user=user, was=was, name=name)
