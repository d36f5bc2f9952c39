"""Who won a match, by its score, its named winner and its remark; what does not fit is queried or refused."""

from dataclasses import dataclass, replace
from datetime import date

from matches.names import fold_name
from rules.match import LONGEST_MATCH
from tournaments.exchange.lists.reading import LEAVE_OUT, TAKE, Interview, MatchOfList
from tournaments.exchange.lists.written_scores import UNPLAYED, Score, WrittenScore, find_how

WALKOVER, RETIRED = "walkover", "retired"
WINNER_IS_RIGHT, SCORE_IS_RIGHT, WINNER_ONLY = "winner_is_right", "score_is_right", "winner_only"


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchDraft:
    """What a row says of a match, before it is decided who won; `named_winner` is "" or begins with "?"."""

    line: int
    one: str
    other: str
    as_written: WrittenScore
    length: int | None = None
    named_winner: str = ""
    remark: str = ""
    day: date | None = None
    unread_day: str = ""
    event: str = ""
    round: int | None = None
    sheet: str = ""
    # Which of the tables beside each other on the sheet.
    block: int = 0

    def make_match(
        self, winner: str, score: Score | None, how: str = "", sets: tuple[Score, ...] = ()
    ) -> MatchOfList:
        """Return the match with this winner and score."""
        return MatchOfList(
            line=self.line,
            one=self.one,
            other=self.other,
            winner=winner,
            day=self.day,
            score_one=score[0] if score else None,
            score_other=score[1] if score else None,
            length=self.length,
            how=how,
            event=self.event,
            round=self.round,
            sheet=self.sheet,
            sets=sets,
        )


def settle_match(draft: MatchDraft, interview: Interview) -> tuple[MatchOfList | None, str]:
    """Return the match, or None if it is left out, and the code of a refusal ("" if there is none)."""
    refusal = _find_refusal(draft)
    if refusal:
        return None, refusal
    how = find_how(draft.remark) or (
        draft.as_written.code if draft.as_written.code in (*UNPLAYED, RETIRED) else ""
    )
    if how in UNPLAYED:
        return _settle_walkover(draft, how, interview)
    if draft.as_written.sets:
        return _settle_sets(draft, interview)
    if draft.as_written.score is None:
        return _settle_without_score(draft)
    if draft.as_written.score == (0, 0) and draft.named_winner:
        answer = _ask(draft, interview, "unplayed_with_winner", (WALKOVER, LEAVE_OUT), WALKOVER)
        return (
            (draft.make_match(draft.named_winner, None, WALKOVER), "") if answer == WALKOVER else (None, "")
        )
    return _settle_score(draft, draft.as_written.score, how, interview)


def _find_refusal(draft: MatchDraft) -> str:
    if draft.unread_day:
        return "date_unreadable"
    if draft.named_winner.startswith("?"):
        return "winner_unknown"
    if draft.length is not None and not 1 <= draft.length <= LONGEST_MATCH:
        return "length_wrong"
    if draft.as_written.code == "date" and draft.as_written.score is None:
        return "score_became_date"
    if draft.as_written.code == "time" and draft.as_written.score is None:
        return "score_became_time"
    return {"unread": "score_unreadable", "half": "score_missing"}.get(draft.as_written.code, "")


def _settle_walkover(draft: MatchDraft, how: str, interview: Interview) -> tuple[MatchOfList | None, str]:
    """Return a match that was not played; its winner by name, by score, by who did not come, or by answer."""
    score = None if draft.as_written.code in UNPLAYED else draft.as_written.score
    winner = draft.named_winner
    if not winner and score and score[0] != score[1]:
        winner = draft.one if score[0] > score[1] else draft.other
    if winner:
        return draft.make_match(winner, score, how), ""
    absent = _find_absent(draft)
    guess = {draft.one: draft.other, draft.other: draft.one}.get(absent, LEAVE_OUT)
    answer = _ask(draft, interview, "walkover_winner", (draft.one, draft.other, LEAVE_OUT), guess)
    return (None, "") if answer == LEAVE_OUT else (draft.make_match(answer, None, how), "")


def _find_absent(draft: MatchDraft) -> str:
    """Return the only player whom the remark names, such as "Cora did not come"; "" if it is not one."""
    tokens = set(fold_name(draft.remark).split())
    winners = [name for name in (draft.one, draft.other) if tokens & set(fold_name(name).split())]
    return winners[0] if len(winners) == 1 and find_how(draft.remark) else ""


def _settle_sets(draft: MatchDraft, interview: Interview) -> tuple[MatchOfList | None, str]:
    """Return a match of several sets; it has a winner, but no score of points."""
    sets = draft.as_written.sets
    won = sum(one > other for one, other in sets), sum(one < other for one, other in sets)
    winner = draft.named_winner
    if not winner:
        if won[0] == won[1]:
            return None, "winner_missing"
        winner = draft.one if won[0] > won[1] else draft.other
    answer = _ask(draft, interview, "sets", (WINNER_ONLY, LEAVE_OUT), WINNER_ONLY)
    if answer == LEAVE_OUT:
        return None, ""
    return draft.make_match(winner, None, sets=sets), ""


def _settle_without_score(draft: MatchDraft) -> tuple[MatchOfList | None, str]:
    if not draft.named_winner:
        return None, "score_missing"
    return draft.make_match(draft.named_winner, None), ""


def _settle_score(
    draft: MatchDraft, score: Score, how: str, interview: Interview
) -> tuple[MatchOfList | None, str]:
    if score[0] == score[1]:
        return None, "score_level"
    higher = draft.one if score[0] > score[1] else draft.other
    if draft.named_winner and fold_name(draft.named_winner) != fold_name(higher) and how != RETIRED:
        return _settle_contradiction(draft, score, interview)
    if draft.length is not None and max(score) > draft.length:
        answer = _ask(draft, interview, "above_length", (LEAVE_OUT, TAKE), LEAVE_OUT)
        match = replace(draft.make_match(higher, score), length=max(score))
        return (match if answer == TAKE else None), ""
    if draft.length is not None and max(score) < draft.length:
        return _settle_unfinished(draft, score, how, interview), ""
    return draft.make_match(draft.named_winner or higher, score, how), ""


def _settle_unfinished(draft: MatchDraft, score: Score, how: str, interview: Interview) -> MatchOfList | None:
    """Return a match that ended before anybody had all points, if its winner is known or answered."""
    winner = draft.named_winner if how == RETIRED else ""
    if not winner:
        choices = (LEAVE_OUT, draft.one, draft.other)
        winner = _ask(draft, interview, "unfinished", choices, LEAVE_OUT)
    return None if winner == LEAVE_OUT else draft.make_match(winner, score, RETIRED)


def _settle_contradiction(
    draft: MatchDraft, score: Score, interview: Interview
) -> tuple[MatchOfList | None, str]:
    """Ask about a score that says that the named winner lost."""
    choices = (LEAVE_OUT, WINNER_IS_RIGHT, SCORE_IS_RIGHT)
    answer = _ask(draft, interview, "score_against_winner", choices, LEAVE_OUT)
    if answer == WINNER_IS_RIGHT:
        return draft.make_match(draft.named_winner, score[::-1]), ""
    if answer == SCORE_IS_RIGHT:
        winner = draft.one if score[0] > score[1] else draft.other
        return draft.make_match(winner, score), ""
    return None, ""


def _ask(draft: MatchDraft, interview: Interview, code: str, choices: tuple[str, ...], guess: str) -> str:
    score = draft.as_written.score
    facts = {
        "one": draft.one,
        "other": draft.other,
        "score": f"{score[0]}-{score[1]}"
        if score
        else ", ".join(f"{a}-{b}" for a, b in draft.as_written.sets),
        "length": str(draft.length or ""),
        "remark": draft.remark,
        "winner": draft.named_winner,
    }
    place = f"{draft.sheet}!{draft.line}" if draft.sheet else str(draft.line)
    place += f":{draft.block}" if draft.block else ""
    return interview.ask(code, place=place, lines=(draft.line,), facts=facts, choices=choices, guess=guess)
