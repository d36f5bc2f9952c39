"""Every refusal and finding has a message, which uses only the context its code provides."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.utils import translation

import matches
from matches import messages
from matches.accounts.messages import ACCOUNTS
from matches.messages.texts import AUDITS, LAW_REFUSALS, PEOPLE, REFUSALS
from matches.moneyplay.messages import AUDITS as SESSION_AUDITS
from matches.moneyplay.messages import SESSIONS
from matches.records.messages import EXPECTED, FINDINGS, RECORDS
from matches.refusal_statuses import ABSENT, FORBIDDEN, MALFORMED, TOO_MANY, get_status
from matches.services.guards import REFUSAL_CODES
from matches.states import Channel, Decision, Ending, Policy, ReportState, Status
from rules import codes
from rules.errors import Refusal, Unreadable
from rules.formats import read
from rules.match import MULTIPLES

ROOT = Path(matches.__file__).parent
RAISERS = {"EngineError", "Refusal", "Unreadable", "Illegal", "Ambiguous"}


def strings(node: ast.expr) -> set[str]:
    """Every text that an argument can be: a constant, or both branches of a conditional."""
    if isinstance(node, ast.IfExp):
        return strings(node.body) | strings(node.orelse)
    return {node.value} if isinstance(node, ast.Constant) and isinstance(node.value, str) else set()


def codes_raised() -> set[str]:
    """The codes this package refuses with, read from its source."""
    raised: set[str] = set(REFUSAL_CODES.values())
    for path in ROOT.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in RAISERS:
                raised |= strings(node.args[0])
    return raised


def wanted(text: object) -> set[str]:
    return set(re.findall(r"%\((\w+)\)s", str(text)))


def test_every_refusal_code_of_this_package_has_a_sentence() -> None:
    assert codes_raised() - set(messages.SENTENCES) == set()


def test_every_code_of_the_rules_has_a_message_with_its_context_only() -> None:
    assert set(codes.CODES) - set(messages.SENTENCES) == set()
    assert {*LAW_REFUSALS, *FINDINGS} - set(codes.CODES) == set()
    unknown_names = {
        code: wanted(messages.SENTENCES[code]) - set(facts) for code, facts in codes.CODES.items()
    }
    assert {code: names for code, names in unknown_names.items() if names} == {}


def test_no_message_is_unused() -> None:
    raised_by_views = {"request_invalid", "too_many_requests", "match_absent", "table_absent"}
    # `refuse_unknown` is given the code; one is stored with a file of an archive, one shown to the host.
    raised_by_views |= {"unknown_field", "unknown_parameter", "record_removed", "signing_keys_missing"}
    sentences = {*REFUSALS, *RECORDS, *AUDITS, *PEOPLE, *ACCOUNTS, *SESSIONS, *SESSION_AUDITS}
    assert sentences - codes_raised() - raised_by_views == set()


def test_every_code_with_a_status_of_its_own_has_a_sentence() -> None:
    assert (FORBIDDEN | ABSENT | MALFORMED | TOO_MANY) - set(messages.SENTENCES) == set()


def test_every_state_and_kind_has_a_label() -> None:
    enums = (Status, Ending, ReportState, Channel, Policy, Decision)
    members = {member.value for enum in enums for member in enum} | set(MULTIPLES)
    assert {value for value in members if not messages.get_label(value).strip()} == set()


def test_context_is_formatted_and_missing_context_is_a_dash() -> None:
    sentence = messages.get_sentence("winner_wrong", {"computed": "white"})
    assert sentence == "The game was won by White, not by –."
    entered = messages.get_sentence("no_checker", {"start": 25})
    assert entered == "There is no checker to move from the bar."
    ended = messages.get_sentence("final_score_wrong", {"computed": [7, 3], "declared": (7, 4)})
    assert ended == "The match ends at 7–3, not 7–4."


def test_a_percent_sign_in_the_context_is_not_a_placeholder() -> None:
    assert messages.get_sentence("law_unknown", {"named": "100%(x)s"}) == "No rule is called “100%(x)s”."


def test_a_code_without_a_sentence_is_an_error() -> None:
    with pytest.raises(KeyError):
        messages.get_sentence("no_such_code")


def test_the_place_of_a_finding_is_given_by_game_action_and_side() -> None:
    assert messages.format_place(3, 11, "white") == "Game 3, action 12, White"
    assert messages.format_place(3, -1, "") == "Game 3"
    assert messages.format_place(0, -1, "") == "Whole match"


def test_the_expectation_of_a_reader_is_translated_into_the_active_language() -> None:
    with pytest.raises(Unreadable) as caught:
        read(b"no record at all")
    with translation.override("it"):
        assert messages.get_sentence(caught.value.code, caught.value.facts).endswith(
            "riga 1: una riga come «7 point match»."
        )


def test_all_that_readers_expect_can_be_translated() -> None:
    readers = (ROOT.parent / "rules" / "formats").glob("*.py")
    texts = {text for path in readers for text in expectations(ast.parse(path.read_text(encoding="utf-8")))}
    assert (len(texts) > 12, texts - {"JSON"} - set(EXPECTED)) == (True, set())


def expectations(module: ast.Module) -> Iterator[str]:
    """The texts that a reader states as expected, given as literals or as constants of its module."""
    constants = {
        target.id: node.value.value
        for node in module.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
        for target in node.targets
        if isinstance(target, ast.Name) and isinstance(node.value.value, str)
    }
    for call in ast.walk(module):
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") in {"_refuse", "Unreadable"}:
            arguments = [
                keyword.value for keyword in call.keywords if keyword.arg == "expected"
            ] or call.args[-1:]
            parts = (
                [arguments[0].body, arguments[0].orelse] if isinstance(arguments[0], ast.IfExp) else arguments
            )
            for part in parts:
                if isinstance(part, ast.Constant) and isinstance(part.value, str):
                    yield part.value
                elif isinstance(part, ast.Name) and part.id in constants:
                    yield constants[part.id]


def test_a_rule_is_in_the_active_language() -> None:
    with translation.override("it"):
        assert messages.law_title("record.readable") == "Una trascrizione dev'essere leggibile"
    with translation.override("en-gb"):
        assert messages.law_title("record.readable") == "A match file must be readable"
    assert (messages.law_title("no.law"), messages.law_text("no.law")) == ("no.law", "")
    assert messages.law_text("record.names").startswith("A match is played by the same two players")


@pytest.mark.parametrize(
    ("refusal", "status"),
    [
        (Unreadable("file_empty"), 400),
        (Refusal("request_invalid"), 400),
        (Refusal("desk_only"), 403),
        (Refusal("match_absent"), 404),
        (Refusal("already_settled"), 409),
        (Refusal("too_many_requests"), 429),
    ],
)
def test_a_refusal_has_the_status_of_its_kind(refusal: Refusal, status: int) -> None:
    assert get_status(refusal) == status


def test_another_app_may_add_messages_but_not_replace_any() -> None:
    messages.add_sentences({"test_only": "Room %(number)s is full."})
    try:
        with pytest.raises(ValueError, match="already_settled"):
            messages.add_sentences({"already_settled": "Said by somebody else."})
        assert messages.get_sentence("test_only", {"number": 7}) == "Room 7 is full."
    finally:
        del messages.SENTENCES["test_only"]
