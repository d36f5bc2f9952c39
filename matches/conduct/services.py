"""Store rulings on irregularities, and erase their texts when a player is anonymised."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.db.models import Q

from matches.actors import Actor, account_of
from matches.conduct.cases import CASES, judge_case
from matches.conduct.models import MAX_KEY, MAX_POSITION, MAX_TEXT, ConductRuling
from matches.conduct.queries import get_rules_in_force
from matches.models import Match, Player
from matches.queries.people import include_pairs
from matches.services import live, match_rows
from matches.services.guards import get_match_context, require_official
from rules.errors import Refusal

MAX_RULINGS = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class NewRuling:
    """A ruling to store: a case of `matches.conduct.cases`, the fields entered for it, and the decision.

    `continuation` is the chosen one; if "", and the ruling has only one, that is taken. If the director
    decides otherwise, it is "" and `decision` says how.
    """

    case: str
    data: Mapping[str, Any] = field(default_factory=dict)
    continuation: str = ""
    decision: str = ""
    happened: str = ""
    note: str = ""


@transaction.atomic
def record_ruling(*, match: Match, ruling: NewRuling, by: Actor, key: str = "") -> ConductRuling:
    """Store a ruling, derived from its data by the rules of the match and its desk.

    The score does not change. Repeating a key returns the stored ruling. Raises `case_unknown`,
    `case_field_wrong`, `continuation_impossible`, `decision_missing`, `ruling_text_long`,
    `conduct_rulings_many`.
    """
    locked_match = match_rows.lock_match(match)
    require_official(by, locked_match.desk)
    texts = {
        name: " ".join(text.replace("\x00", "").split())
        for name, text in (
            ("decision", ruling.decision),
            ("happened", ruling.happened),
            ("note", ruling.note),
        )
    }
    content = {"case": ruling.case, **texts}
    existing_ruling = locked_match.conduct_rulings.filter(key=key).first() if key else None
    if existing_ruling is not None:
        return _require_same(existing_ruling, content)
    if ruling.case not in CASES:
        raise Refusal("case_unknown", case=ruling.case)
    if any(len(text) > MAX_TEXT for text in texts.values()) or len(key) > MAX_KEY:
        raise Refusal("ruling_text_long", most=MAX_TEXT)
    number = locked_match.conduct_rulings.count() + 1
    if number > MAX_RULINGS:
        raise Refusal("conduct_rulings_many", most=MAX_RULINGS)
    stored_ruling = ConductRuling.objects.create(
        match=locked_match,
        number=number,
        by=account_of(by),
        key=key,
        **content,
        **_derive_columns(locked_match, ruling, texts["decision"]),
    )
    _publish(locked_match)
    return stored_ruling


def _derive_columns(match: Match, new_ruling: NewRuling, decision: str) -> dict[str, Any]:
    """Return the columns that are derived from the data and the ruling."""
    rules_in_force = get_rules_in_force(match)
    case, data, continuation = new_ruling.case, new_ruling.data, new_ruling.continuation
    entered = {name: data[name] for name in CASES[case].fields if data.get(name) not in (None, "", False)}
    position = str(entered.get("position", "")).strip()
    if len(position) > MAX_POSITION:
        raise Refusal("case_field_wrong", field="position")
    ruling = judge_case(CASES[case], entered, rules_in_force.match, rules_in_force.conduct)
    codes = [each.code for each in ruling.continuations] if ruling else []
    if not continuation and not decision and len(codes) == 1:
        continuation = codes[0]
    if continuation and continuation not in codes:
        raise Refusal("continuation_impossible", continuation=continuation)
    if not continuation and not decision:
        raise Refusal("decision_missing")
    return {
        "data": {name: value if isinstance(value, bool) else str(value) for name, value in entered.items()},
        "facts": _facts_to_json(ruling.facts) if ruling else {},
        "position": position,
        "code": ruling.code if ruling else "",
        "law": ruling.law if ruling else CASES[case].law,
        "continuation": continuation,
    }


def _facts_to_json(facts: Mapping[str, object]) -> dict[str, Any]:
    return {name: list(value) if isinstance(value, tuple) else value for name, value in facts.items()}


def _require_same(ruling: ConductRuling, content: Mapping[str, str]) -> ConductRuling:
    """Return the ruling stored under a key; raise `key_used_twice` if its content differs."""
    if any(getattr(ruling, name) != value for name, value in content.items()):
        raise Refusal("key_used_twice", "", **get_match_context(ruling.match))
    return ruling


def _publish(match: Match) -> None:
    """Notify open pages of the match; the notice says nothing about the ruling, which is not public."""
    live.publish(
        topic=f"match:{match.code}",
        kind="match",
        data={"match": match.code, "status": match.status, "version": match.version},
    )


@transaction.atomic
def erase_texts(*, players: Mapping[int, str]) -> None:
    """Erase the texts of rulings on matches of these players (by key), who were anonymised."""
    seats = include_pairs(Player.objects.filter(pk__in=players))
    rulings = ConductRuling.objects.filter(Q(match__white__in=seats) | Q(match__black__in=seats))
    rulings.update(happened="", note="")
    rulings.exclude(continuation="").update(decision="")
    rulings.exclude(decision="").update(decision="–")
