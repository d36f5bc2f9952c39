"""Correction of results of an event: its reason, and what happens to later matches."""

from collections.abc import Collection, Mapping
from typing import Any
from uuid import uuid4

from django.db import transaction

from matches.models import Match, User
from matches.states import MatchResult
from rules.errors import Refusal
from tournaments.journal.field_follow_ups import FieldChoices
from tournaments.journal.results import Settled
from tournaments.journal.team_facts import meeting_of
from tournaments.locks import lock_event
from tournaments.models import JournalEntry
from tournaments.payloads import make_payload
from tournaments.permissions import must_direct
from tournaments.play.changes.queries.previews import CorrectionPreview, preview_correction
from tournaments.play.event_journal.services import journal
from tournaments.play.events import event_state
from tournaments.play.events.event_state import pairing_of


@transaction.atomic
def correct_result(
    *,
    match: Match,
    result: MatchResult,
    choices: Mapping[str, str],
    by: User,
    reason: str,
    key: str = "",
    version: int | None = None,
) -> JournalEntry:
    """Replace the result of a settled match of an event, with the effect shown by the preview.

    `choices` has, for each begun pairing of the preview and each drawn stage whose players have played there,
    one of its allowed choices. Drawn stages follow in the same command. Raises `choices_needed` if one is
    missing or impossible. The `reason` may be blank.
    """
    pairing = pairing_of(match)
    if pairing is None:
        raise Refusal("not_in_event", match=match.code)
    must_direct(by, pairing.event)
    event = lock_event(pairing.event)
    preview = preview_correction(match=match, result=result, choices=choices)
    new_result = make_payload(Settled(pairing.label, preview.after))
    line = journal.find_line(event, key)
    if line is not None:
        return _require_same_correction(line, new_result, choices)
    linked_choices, field_choices = _split_choices(preview, _require_choices(preview, choices))
    payload = {**new_result, "choices": linked_choices}
    return journal.append(
        event=event,
        kind="corrected",
        payload=payload,
        by=by,
        key=key or uuid4().hex,
        reason=reason.strip(),
        version=version,
        field_choices=field_choices,
    )


def _split_choices(
    preview: CorrectionPreview, choices: Mapping[str, str]
) -> tuple[dict[str, str], FieldChoices]:
    """Return the choices about pairings linked to the corrected one, and those about drawn stages."""
    before = preview.states[0]
    linked_labels = set(before.index.find_all_dependents(meeting_of(preview.pairing.label)))
    field_choices = FieldChoices(
        _select(choices, {change.flight for change in preview.stage_changes}),
        _select(choices, set(before.board) - linked_labels),
        event_state.get_begun_pairings(preview.event),
    )
    return _select(choices, linked_labels), field_choices


def _select(choices: Mapping[str, str], labels: Collection[str]) -> dict[str, str]:
    return {label: choice for label, choice in choices.items() if label in labels}


def _require_same_correction(
    line: JournalEntry, result_data: Mapping[str, Any], choices: Mapping[str, str]
) -> JournalEntry:
    """Return the line if it is this correction with the relevant choices."""
    recorded_choices = line.payload.get("choices", {})
    relevant_choices = {label: choices.get(label) for label in recorded_choices}
    return journal.require_same_line(line, "corrected", {**result_data, "choices": relevant_choices})


def _require_choices(correction_preview: CorrectionPreview, choices: Mapping[str, str]) -> dict[str, str]:
    """Return the relevant choices. Raises `choices_needed` if one is missing or impossible."""
    open_questions = [
        label for label, choice in correction_preview.choices.items() if choices.get(label) != choice
    ]
    if open_questions:
        raise Refusal("choices_needed", pairings=open_questions)
    return correction_preview.choices
