"""Messages of the tournaments package: a sentence for every refusal, and names of rounds and flights."""

import ast
import re

import pytest
from django.utils.translation import override

from matches import messages as match_messages
from matches.messages.texts import AUDITS, REFUSALS
from matches.templatetags.match_tags import titled
from rules import codes
from rules.errors import Refusal
from tests.site import source
from tournaments import messages, sentences
from tournaments.formats.graph import letters_of
from tournaments.importing.services import history_import
from tournaments.ladders import services as ladders
from tournaments.messages.names import StageLengths, describe_stages
from tournaments.people.messages import club_log_line
from tournaments.people.services import casual_matches
from tournaments.play.desk.queries import quick_lines

RAISERS = {"Refusal": 0, "must": 1, "_must": 1}


def get_strings(node: ast.expr) -> set[str]:
    """Return the strings that an argument can be: a constant or both values of a conditional."""
    if isinstance(node, ast.IfExp):
        return get_strings(node.body) | get_strings(node.orelse)
    return {node.value} if isinstance(node, ast.Constant) and isinstance(node.value, str) else set()


def find_raised_codes() -> set[str]:
    """Return the codes of all refusals raised in the package's source."""
    raised_codes: set[str] = set()
    for path in source.modules():
        if source.name(path).startswith("tournaments/"):
            for node in ast.walk(source.tree(path)):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in RAISERS:
                    raised_codes |= get_strings(node.args[RAISERS[node.func.id]])
    return raised_codes


def test_every_refusal_code_of_this_package_has_a_sentence() -> None:
    assert find_raised_codes() - set(match_messages.SENTENCES) == set()


def test_no_sentence_of_this_package_is_unused() -> None:
    by_choice = {"choices_needed", "match_begun"}
    # Written by the process that reads workbooks, and on an import that was given up.
    by_choice |= {
        "sheet_elements_many",
        "sheet_unpacks_too_large",
        "import_broke_off",
        "record_export_broke_off",
    }
    # Raised by the project itself, which stops its server.
    by_choice |= {"server_not_stoppable"}
    by_choice |= {*quick_lines.QUESTIONS, "line_of_another_match"}
    assert set(sentences.SENTENCES) - find_raised_codes() - by_choice == set()


def test_no_code_of_this_package_is_also_one_of_a_lower_package() -> None:
    assert set(sentences.SENTENCES) & {*REFUSALS, *AUDITS, *codes.CODES} == set()


def test_no_code_is_in_two_tables_of_sentences() -> None:
    assert len(sentences.SENTENCES) == sum(map(len, sentences.REFUSAL_TABLES))


def test_every_forbidden_code_has_a_sentence() -> None:
    assert sentences.FORBIDDEN - set(sentences.SENTENCES) == set()


def test_every_sentence_is_complete_without_context(subtests: pytest.Subtests) -> None:
    for code in sorted(sentences.SENTENCES):
        with subtests.test(code=code):
            assert re.search(r"%\(|^$", match_messages.get_sentence(code)) is None


def test_flights_have_names_even_if_numbered() -> None:
    assert [messages.flight_name(flight) for flight in ("main", "last_chance", "group_1", "group_28")] == [
        "Main",
        "Last chance",
        "Group A",
        "Group AB",
    ]


@pytest.mark.parametrize("flight", ["", "garden", "group_", "group_01", "group_x", "_1", "main_1_2"])
def test_an_unknown_flight_is_refused(flight: str) -> None:
    with pytest.raises(Refusal) as excinfo:
        letters_of(flight)
    assert (excinfo.value.code, excinfo.value.facts) == ("flight_unknown", {"flight": flight})


@pytest.mark.parametrize(
    ("winners", "losers", "expected"),
    [
        ((1, 1), (2, 2), "Final"),
        ((1, 2), (3, 4), "Semi-final"),
        ((1, 4), (5, 8), "Quarter-final"),
        ((1, 8), (9, 16), "Last 16"),
        ((1, 128), (129, 256), "Last 256"),
        ((1, 8), (1, 8), "Round 3"),
        ((1, 11), (12, 15), "Round 3"),
        ((3, 3), (4, 4), "Place 3"),
        ((5, 6), (7, 8), "Places 5–8"),
    ],
)
def test_rounds_have_their_usual_names(
    winners: tuple[int, int], losers: tuple[int, int], expected: str
) -> None:
    assert messages.round_name(3, winners, losers) == expected


@pytest.mark.parametrize(
    ("winners", "losers", "best", "english", "italian"),
    [
        ((1, 1), (2, 2), 1, "Final", "Finale"),
        ((1, 2), (3, 4), 1, "Semi-finals", "Semifinali"),
        ((1, 4), (5, 8), 1, "Quarter-finals", "Quarti"),
        ((1, 8), (9, 16), 1, "Last 16", "Ottavi"),
        ((2, 3), (4, 4), 2, "Semi-final", "Semifinale"),
        ((2, 5), (6, 7), 2, "Quarter-finals", "Quarti"),
        ((1, 4), (1, 4), 1, "Round 3", "Turno 3"),
        ((3, 3), (4, 4), 1, "Place 3", "Posto 3"),
        ((5, 6), (7, 8), 1, "Places 5–8", "Posti 5–8"),
    ],
)
def test_the_heading_of_a_round_with_several_matches_is_plural(
    winners: tuple[int, int], losers: tuple[int, int], best: int, english: str, italian: str
) -> None:
    headings = []
    for language in ("en", "it"):
        with override(language):
            headings.append(messages.round_heading(3, winners, losers, best))
    assert headings == [english, italian]


def test_a_knockout_with_consolation_is_named_as_one_format() -> None:
    swiss, main = StageLengths("swiss", "swiss", (5,)), StageLengths("main", "knockout", (7,))
    assert [
        describe_stages([main, StageLengths("consolation", "consolation", (7,))]),
        describe_stages([main, StageLengths("consolation", "consolation", (5,))]),
        describe_stages([swiss, main, StageLengths("consolation", "consolation", (5,))]),
    ] == [
        "Knockout with consolation, 7-point matches",
        "Knockout with consolation, 7-point matches; in the consolation 5-point matches",
        "Swiss, 5-point matches; Knockout, 7-point matches; Knockout for first-match losers, 5-point matches",
    ]


def test_the_number_of_rounds_is_part_of_the_format() -> None:
    assert [describe_stages([StageLengths("swiss", "swiss", (5,), rounds)]) for rounds in (4, 1, 0)] == [
        "Swiss, 4 rounds, 5-point matches",
        "Swiss, 1 round, 5-point matches",
        "Swiss, 5-point matches",
    ]


def test_last_chance_and_backdraw_keep_their_names_among_the_formats() -> None:
    main, consolation = StageLengths("main", "knockout", (7,)), StageLengths("consolation", "feed_in", (5,))
    assert [
        describe_stages([main, consolation, StageLengths("last_chance", "knockout", (3,))]),
        describe_stages(
            [main, StageLengths("backdraw", "feed_in", (5,)), StageLengths("final", "final", (9,))]
        ),
    ] == [
        "Knockout, 7-point matches; Progressive consolation, 5-point matches; Last chance, 3-point matches",
        "Knockout, 7-point matches; Backdraw, 5-point matches; Final, 9-point matches",
    ]


def test_the_backdraw_has_its_own_final() -> None:
    assert messages.round_title("backdraw", 6, (2, 2), (3, 3)) == "Backdraw · Final"
    assert messages.round_title("backdraw", 5, (2, 3), (4, 4)) == "Backdraw · Semi-final"


def test_a_title_is_translated_into_the_language_of_the_reader() -> None:
    assert messages.round_title("consolation", 2, (1, 2), (3, 4)) == "Consolation · Semi-final"
    titles = [
        messages.round_title("group_2", 3, (1, 4), (1, 4)),
        messages.round_title("main", 4, (5, 6), (7, 8)),
    ]
    with override("it"):
        assert [titled(title) for title in titles] == ["Girone B · Turno 3", "Principale · Posti 5–8"]


def test_open_seats_have_names() -> None:
    assert [messages.seat_name(origin, "M1-1") for origin in ("winner", "loser", "first_loss", "bye")] == [
        "Winner of M1-1",
        "Loser of M1-1",
        "First-match loser of M1-1",
        "Bye",
    ]


def test_titles_of_matches_outside_events_are_translated() -> None:
    with override("it"):
        titles = [
            titled(title) for title in (casual_matches.CASUAL_TITLE, history_import.TITLE, ladders.TITLE)
        ]
    assert titles == ["Amichevole", "Importato da un file", "Classifica a sfida"]


def test_a_break_in_the_audit_log_has_the_dates_of_the_language() -> None:
    one_day = {"name": "Cup", "begins": "2026-11-30 15:03", "ends": "2026-11-30 16:04"}
    night = one_day | {"ends": "2026-12-01 09:00"}
    sentences = []
    for language in ("en", "it"):
        with override(language):
            sentences += [
                club_log_line("break_announced", "", one_day, {}),
                club_log_line("break_removed", "", night, {}),
            ]
    assert sentences == [
        "Break in “Cup” from 30 November 2026, 15:03 to 16:04.",
        "The break in “Cup” from 30 November 2026, 15:03 to 1 December 2026, 09:00 was removed.",
        "Pausa in «Cup»: 30 novembre 2026, 15:03 – 16:04.",
        "La pausa in «Cup» (30 novembre 2026, 15:03 – 1 dicembre 2026, 09:00) è stata eliminata.",
    ]
