"""Joining a chouette, dice for the order, leaving, and the partner of the box."""

from dataclasses import replace

import pytest

from rules.chouette.consultation import consultants, may_consult
from rules.chouette.events import (
    AnsweredAsPartner,
    Doubled,
    DoubledAutomatically,
    DrewPartner,
    Dropped,
    Ended,
    Joined,
    Left,
    Opened,
    PartnerRequested,
    Threw,
    Took,
)
from rules.chouette.partner import next_partner_candidate
from rules.chouette.replay import awaited_players, fold
from rules.chouette.seating import must_throw, split_table
from rules.errors import Illegal
from rules.options import CHOUETTES, ChouetteLaws, MoneyLaws
from tests.rules.chouettes import FREE, SINGLE, after, opened, refused, row
from tests.rules.sample_records import has_code

THREE = [Joined("a"), Joined("b"), Joined("c")]


@pytest.mark.law("chouette.order")
def test_the_highest_die_is_the_box_the_next_the_captain():
    evening = fold(FREE, [*THREE, Threw("a", 2), Threw("b", 6), Threw("c", 4)])
    assert (evening.queue, evening.box, evening.captain) == (("b", "c", "a"), "b", "c")
    assert (evening.phase, evening.team) == ("between", ("c", "a"))


@pytest.mark.law("chouette.order")
def test_those_who_tie_throw_again_among_themselves():
    tied = fold(FREE, [*THREE, Threw("a", 3), Threw("b", 5), Threw("c", 3)])
    assert (tied.phase, must_throw(tied), tied.box) == ("gathering", ("a", "c"), "")
    assert refused(tied, Threw("b", 6)) == ("throw_not_tied", "chouette.order", {"player": "b"})
    again = fold(FREE, [*THREE, Threw("a", 3), Threw("b", 5), Threw("c", 3), Threw("a", 1), Threw("c", 1)])
    assert must_throw(again) == ("a", "c")
    events = [Threw("a", 3), Threw("b", 5), Threw("c", 3), Threw("a", 1), Threw("c", 6)]
    assert fold(FREE, [*THREE, *events]).queue == ("b", "c", "a")


def test_everybody_throws_once_at_first():
    assert must_throw(fold(FREE, THREE)) == ("a", "b", "c")
    assert must_throw(fold(FREE, [*THREE, Threw("b", 4)])) == ("a", "c")
    assert must_throw(fold(FREE, THREE[:2])) == ()


def test_a_late_guest_throws_as_well_while_the_order_is_open():
    evening = fold(FREE, [*THREE, Threw("a", 3), Threw("b", 5), Joined("d"), Threw("c", 1), Threw("d", 6)])
    assert evening.queue == ("d", "b", "a", "c")


def test_whoever_leaves_takes_his_tie_along():
    events = [*THREE, Joined("d"), Threw("a", 3), Threw("b", 5), Threw("c", 3), Threw("d", 6), Left("c")]
    assert fold(FREE, events).queue == ("d", "b", "a")


@pytest.mark.law("chouette.players")
def test_a_chouette_takes_three():
    two = fold(FREE, THREE[:2])
    facts = {"players": 2, "fewest": 3}
    assert refused(two, Threw("a", 1)) == ("too_few_players", "chouette.players", facts)
    shrunk = after(FREE, 3, Left("c"))
    assert refused(shrunk, Opened()) == ("too_few_players", "chouette.players", facts)


@pytest.mark.law("chouette.joining")
@pytest.mark.parametrize(
    ("newcomers", "queue"), [("before_losers", ("a", "c", "z", "b")), ("last", ("a", "c", "b", "z"))]
)
def test_a_newcomer_stands_ahead_of_the_losers_of_the_game_or_behind_them(newcomers, queue):
    laws = replace(FREE, newcomers=newcomers)
    assert opened(laws, 3, Joined("z"), Ended("box")).queue == queue


@pytest.mark.law("chouette.joining")
def test_newcomers_join_at_the_end_also_during_a_game():
    evening = opened(FREE, 3, Joined("z"))
    assert (evening.queue, evening.team) == (("a", "b", "c", "z"), ("b", "c"))
    ended = opened(FREE, 3, Joined("z"), Ended("box"))
    assert (ended.queue, row(ended)) == (("a", "c", "z", "b"), {"a": 2, "b": -1, "c": -1})


@pytest.mark.law("chouette.joining")
def test_who_leaves_between_games_is_gone_and_the_line_closes_up():
    evening = after(FREE, 4, Left("a"))
    assert (evening.queue, evening.box, evening.captain) == (("b", "c", "d"), "b", "c")
    assert after(FREE, 4, Left("a"), Joined("a")).queue == ("b", "c", "d", "a")


@pytest.mark.law("chouette.joining")
def test_who_leaves_during_a_game_plays_it_to_its_end():
    evening = opened(FREE, 4, Left("b"))
    assert (evening.queue, evening.leaving) == (("a", "b", "c", "d"), ("b",))
    ended = opened(FREE, 4, Left("b"), Ended("team"))
    assert (ended.queue, ended.balance("b"), ended.leaving) == (("c", "d", "a"), 1, ())
    assert opened(FREE, 4, Left("b"), Joined("b"), Ended("team")).queue == ("b", "c", "d", "a")


def test_a_guest_not_in_the_game_leaves_at_once():
    assert opened(FREE, 3, Joined("z"), Left("z")).queue == ("a", "b", "c")


@pytest.mark.parametrize(
    ("event", "code", "facts"),
    [
        (Joined("a"), "already_present", {"player": "a"}),
        (Joined(""), "player_unnamed", {}),
        (Joined("z", -1), "stake_impossible", {"stake": -1}),
        (Left("z"), "not_present", {"player": "z"}),
        (Left("b"), "already_leaving", {"player": "b"}),
        (Threw("a", 1), "throw_over", {}),
        (Opened(), "not_between_games", {}),
        (PartnerRequested(), "not_between_games", {}),
    ],
)
def test_what_cannot_happen_while_a_game_is_played(event, code, facts):
    got = refused(opened(FREE, 4, Left("b")), event)
    assert (got[0], got[2]) == (code, facts)


@pytest.mark.parametrize(
    ("event", "code", "facts"),
    [
        (Threw("a", 7), "die_invalid", {"die": 7}),
        (Threw("z", 1), "not_present", {"player": "z"}),
        (Opened(), "not_between_games", {}),
        (Ended("box"), "no_game", {}),
    ],
)
def test_what_cannot_happen_before_the_order_stands(event, code, facts):
    got = refused(fold(FREE, THREE), event)
    assert (got[0], got[2]) == (code, facts)


@pytest.mark.law("chouette.stakes")
def test_a_member_and_the_box_play_for_the_members_stake():
    laws = ChouetteLaws(MoneyLaws(stake=2))
    events = [Joined("a", 50), Joined("b"), Joined("c", 5), Threw("a", 6), Threw("b", 5), Threw("c", 4)]
    evening = fold(laws, [*events, Opened(), Ended("box")])
    assert (row(evening), evening.stakes) == ({"a": 7, "b": -2, "c": -5}, {"a": 50, "b": 2, "c": 5})


def test_a_guest_who_comes_back_keeps_his_stake_and_balance():
    evening = opened(FREE, 4, Ended("team"), Left("b"), Joined("b"), Left("c"), Joined("c", 7))
    assert (evening.balance("b"), evening.stakes["b"], evening.stakes["c"]) == (1, 1, 7)


@pytest.mark.law("chouette.consultation")
@pytest.mark.parametrize(
    ("custom", "before", "turned"),
    [
        ("free", ("c", "d", "e"), ("c", "d")),
        ("never", (), ()),
        ("after_cube", (), ("c", "d")),
        ("after_own_cube", (), ("c",)),
    ],
)
def test_who_may_advise_the_captain(custom, before, turned):
    laws = ChouetteLaws(consultation=custom, lone_taker="free")
    assert consultants(opened(laws, 5)) == before
    doubled = (Doubled("a", ("c", "e")), Took("c"), Dropped("e"))
    evening = opened(laws, 5, *doubled)
    assert consultants(evening) == turned
    assert may_consult(after(laws, 5), "c") is False


@pytest.mark.law("chouette.consultation")
@pytest.mark.parametrize(
    ("events", "advisers"),
    [
        ((DoubledAutomatically(),), ()),
        ((Doubled("d"),), ("c", "d", "e")),
        ((Doubled("d"), Dropped("a")), ("c", "e")),
        ((Doubled("a", ("b",)),), ("c", "d", "e")),
        ((Doubled("a", ("b",)), Took("b")), ("c", "d", "e")),
        ((Doubled("a"), Dropped("c")), ("d", "e")),
    ],
)
def test_by_the_text_all_may_advise_once_anyone_has_doubled(events, advisers):
    laws = replace(CHOUETTES["text"], lone_taker="free")
    assert consultants(opened(laws, 5, *events)) == advisers


LARGE = ChouetteLaws(lone_taker="free", partner_from=5)


@pytest.mark.law("chouette.partner")
def test_partners_are_invited_in_order_from_the_captain_down():
    result = after(LARGE, 5, PartnerRequested())
    assert (result.phase, next_partner_candidate(result)) == ("choosing_partner", "b")
    facts = {"player": "c", "next": "b"}
    out_of_order = ("partner_out_of_order", "chouette.partner", facts)
    assert refused(result, AnsweredAsPartner("c", True)) == out_of_order
    evening = after(LARGE, 5, PartnerRequested(), AnsweredAsPartner("b", False), AnsweredAsPartner("c", True))
    assert (evening.phase, evening.partner, evening.team, evening.captain) == (
        "between",
        "c",
        ("b", "d", "e"),
        "b",
    )


@pytest.mark.law("chouette.partner")
def test_a_captain_who_becomes_partner_leaves_his_place_to_the_next():
    evening = after(LARGE, 5, PartnerRequested(), AnsweredAsPartner("b", True), Opened())
    assert (evening.captain, evening.team) == ("c", ("c", "d", "e"))
    assert consultants(evening) == ("b",)


@pytest.mark.law("chouette.partner")
def test_when_all_decline_the_partner_is_found_by_lot():
    declined = [PartnerRequested(), *(AnsweredAsPartner(name, False) for name in "bcd")]
    early = after(LARGE, 5, *declined)
    assert refused(early, DrewPartner("d")) == ("partner_lot_early", "chouette.partner", {"next": "e"})
    ready = after(LARGE, 5, *declined, AnsweredAsPartner("e", False))
    assert (next_partner_candidate(ready), refused(ready, DrewPartner("a"))[0]) == ("", "not_in_team")
    assert refused(ready, AnsweredAsPartner("e", True))[0] == "partner_out_of_order"
    assert refused(ready, Opened()) == ("partner_undecided", "chouette.partner", {})
    assert after(LARGE, 5, *declined, AnsweredAsPartner("e", False), DrewPartner("d")).partner == "d"


@pytest.mark.law("chouette.partner")
@pytest.mark.parametrize(
    ("winner", "level", "amounts"),
    [
        ("box", 1, {"a": 2, "b": 1, "c": -1, "d": -1, "e": -1}),
        ("team", 1, {"a": -2, "b": -1, "c": 1, "d": 1, "e": 1}),
    ],
)
def test_the_odd_point_is_the_boxs_won_or_lost(winner, level, amounts):
    events = (PartnerRequested(), AnsweredAsPartner("b", True), Opened(), Ended(winner, level))
    assert row(after(LARGE, 5, *events)) == amounts


def test_a_partner_advises_the_box_where_talking_is_allowed():
    laws = ChouetteLaws(lone_taker="free", partner_from=5, consultation="free")
    evening = after(laws, 5, PartnerRequested(), AnsweredAsPartner("b", True), Opened())
    assert consultants(evening) == ("b", "d", "e")


def test_a_change_in_the_line_ends_the_search_for_a_partner():
    assert after(LARGE, 6, PartnerRequested(), Left("f")).phase == "between"


def test_partners_need_enough_players_and_are_invited_once():
    facts = {"players": 4, "least": 5}
    assert refused(after(LARGE, 4), PartnerRequested()) == ("partner_too_few", "chouette.partner", facts)
    never = ChouetteLaws(partner_from=0)
    assert refused(after(never, 9), PartnerRequested())[0] == "partner_not_played"
    assert refused(after(LARGE, 5, PartnerRequested()), PartnerRequested())[0] == "partner_asked"
    assert refused(after(LARGE, 5), AnsweredAsPartner("b", True))[0] == "partner_not_asked"
    evening = after(LARGE, 5, PartnerRequested(), AnsweredAsPartner("b", True))
    assert refused(evening, PartnerRequested()) == ("partner_chosen", "chouette.partner", {"player": "b"})


def test_the_default_gives_the_box_a_partner_from_eight():
    assert refused(after(ChouetteLaws(), 7), PartnerRequested())[2] == {"players": 7, "least": 8}
    assert after(ChouetteLaws(), 8, PartnerRequested()).phase == "choosing_partner"


def test_a_partner_may_be_compulsory():
    laws = ChouetteLaws(partner_from=6, partner_compulsory_from=7)
    assert after(laws, 6, Opened()).phase == "playing"
    facts = {"players": 7, "least": 7}
    assert refused(after(laws, 7), Opened()) == ("partner_missing", "chouette.partner", facts)


@pytest.mark.parametrize(
    "laws",
    [
        ChouetteLaws(MoneyLaws(stake=0)),
        ChouetteLaws(MoneyLaws(animals=0), lone_taker="must_beaver"),
        ChouetteLaws(partner_from=-1),
    ],
)
def test_impossible_laws_are_refused(laws):
    with pytest.raises(Illegal, check=has_code("laws_impossible")):
        fold(laws, [])


def test_laws_travel_as_plain_data():
    assert ChouetteLaws.from_json({**SINGLE.to_json(), "newer": 1}) == SINGLE


@pytest.mark.law("chouette.joining")
def test_a_full_table_and_one_more_make_two():
    laws = CHOUETTES["los_angeles"]
    full = after(laws, 7)
    facts = {"player": "z", "most": 7}
    assert refused(full, Joined("z")) == ("table_full", "chouette.joining", facts)
    assert split_table(full, "z") == (("a", "b", "c", "d"), ("e", "f", "g", "z"))
    assert split_table(after(FREE, 6), "z") == (("a", "b", "c", "d"), ("e", "f", "z"))
    with pytest.raises(Illegal) as caught:
        split_table(after(FREE, 4), "z")
    assert (caught.value.code, caught.value.facts) == ("too_few_players", {"players": 5, "fewest": 6})


def test_the_others_wait_for_who_has_to_throw_answer_or_say_yes():
    assert awaited_players(fold(FREE, THREE)) == ("a", "b", "c")
    assert awaited_players(after(LARGE, 5)) == ()
    assert awaited_players(after(LARGE, 5, PartnerRequested())) == ("b",)
    assert awaited_players(opened(FREE, 4, Doubled("a"), Took("c"))) == ("b", "d")
    assert awaited_players(opened(FREE, 4, Doubled("c"))) == ("a",)
