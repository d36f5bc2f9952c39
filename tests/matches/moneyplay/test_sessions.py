"""The services of money play sessions: opening, joining, recording events, undoing and closing."""

from collections.abc import Callable
from typing import Any

import pytest

from matches.actors import SYSTEM, Identity
from matches.models import Notice, Player
from matches.moneyplay import queries, random_order, table_state
from matches.moneyplay.models import MoneySession, SessionEntry
from matches.moneyplay.services import sessions, table_events
from matches.moneyplay.views import ledger
from matches.services import badges
from rules.actions import Beavered, Doubled, Took
from rules.chouette import events
from rules.chouette.events import Dropped, Ended, Opened, Raised
from rules.errors import Refusal
from rules.money import DoubledAutomatically, Finished
from rules.options import CHOUETTES, ChouetteLaws, MoneyLaws
from rules.sides import Side
from tests.factories import a_desk, a_player, a_user, with_account
from tests.matches.moneyplay.sessions import (
    SIX,
    a_chouette,
    a_pair,
    a_running_chouette,
    get_state,
    invited,
    list_kinds,
    phone,
    record,
)

pytestmark = pytest.mark.django_db
W, B = Side.WHITE, Side.BLACK
FIRST_CAPTAIN = ChouetteLaws(box_keeps="beats_captain")


def refused(act: Callable[[], Any]) -> Refusal:
    with pytest.raises(Refusal) as caught:
        act()
    return caught.value


def opened(**fields: Any) -> MoneySession:
    arguments = {"kind": "money", "laws": {}, "identity": phone(), **fields}
    return sessions.open_session(**arguments)


def test_the_opener_of_a_session_is_its_keeper() -> None:
    session = opened(title="  Friday   money ", laws={"stake": 5, "unknown": 1})

    assert (session.title, session.host, session.host_device) == ("Friday money", None, phone().device)
    assert session.laws == MoneyLaws(stake=5).to_json()
    assert (session.status, session.version, len(session.seed)) == ("open", 0, 32)


def test_a_session_is_opened_once_however_often_the_form_is_sent() -> None:
    assert opened(key="form") == opened(key="form")
    assert refused(lambda: opened(key="form", title="Another")).code == "key_used_twice"
    assert refused(lambda: opened(key="form", identity=phone("other"))).code == "key_used_twice"


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"kind": "poker"}, "session_kind_unknown"),
        ({"identity": Identity()}, "session_without_keeper"),
        ({"laws": {"stake": 0}}, "laws_impossible"),
        ({"laws": {"stake": 1_000_001}}, "stake_impossible"),
        ({"kind": "chouette", "laws": {"money": {"stake": 1_000_001}}}, "stake_impossible"),
    ],
)
def test_invalid_sessions_are_not_opened(fields: dict[str, Any], code: str) -> None:
    assert refused(lambda: opened(**fields)).code == code
    assert not MoneySession.objects.exists()


def test_at_a_desk_an_official_opens_and_every_official_keeps() -> None:
    one, other = a_user(), a_user()
    desk = a_desk(one, other)
    session = opened(desk=desk, identity=with_account(one))
    sessions.add_guest(session=session, name="Ada", identity=with_account(other, "other laptop"))

    assert refused(lambda: opened(desk=desk)).code == "desk_only"
    assert refused(lambda: opened(desk=desk, identity=with_account(a_user()))).code == "desk_only"
    assert queries.get_latest_session(desk, "money") == session


def test_a_code_leads_to_the_session_until_another_is_shown() -> None:
    session = opened()
    first = sessions.create_invitation(session=session, identity=phone()).token
    assert sessions.redeem_code(token=first) == session
    second = sessions.create_invitation(session=session, identity=phone()).token

    session.refresh_from_db()
    assert first not in session.token_hash
    assert sessions.redeem_code(token=second) == session
    for token in (first, "", "x"):
        assert refused(lambda token=token: sessions.redeem_code(token=token)).code == "session_code_unknown"


def test_a_session_is_absent_for_an_outsider() -> None:
    session = a_pair()
    acts: list[Callable[[], Any]] = [
        lambda: sessions.create_invitation(session=session, identity=phone("stranger")),
        lambda: sessions.take_seat(session=session, name="Cy", identity=phone("stranger")),
        lambda: table_events.undo_last_entry(session=session, identity=phone("stranger")),
        lambda: record(session, DoubledAutomatically(), by=phone("stranger")),
    ]

    assert {refused(act).code for act in acts} == {"session_absent"}


def test_a_phone_joins_with_the_code() -> None:
    session = a_chouette("Ada", "Bo")
    sessions.take_seat(session=session, name=" Cy ", stake=3, identity=invited(session, "Cy"))

    seat = get_state(session).seats[2]
    assert (seat.number, seat.name, seat.stake, seat.device) == (3, "Cy", 3, phone("Cy").device)
    assert table_state.list_present_players(get_state(session).table) == ("Ada", "Bo", "Cy")
    assert get_state(session).entries[-1].by == ""
    assert list(queries.list_sessions(phone("Cy"))) == [session]


def test_a_written_name_becomes_the_seat_of_the_phone_that_takes_it() -> None:
    session = a_chouette("Ada", "Bo", "Cy")
    sessions.take_seat(session=session, name="Cy", identity=invited(session, "Cy"))

    assert list_kinds(get_state(session).entries) == ["joined", "joined", "joined", "claimed"]
    again = sessions.take_seat
    assert refused(lambda: again(session=session, name="Cy", identity=phone("Cy"))).code == "already_present"
    assert refused(lambda: again(session=session, name="Di", identity=phone("Cy"))).code == "seated_already"
    other = invited(session, "Di")
    assert refused(lambda: again(session=session, name="Cy", identity=other)).code == "seat_taken"
    table_events.undo_last_entry(session=session, identity=phone())
    assert get_state(session).seats[2].device == ""
    assert table_state.list_present_players(get_state(session).table) == ("Ada", "Bo", "Cy")


def test_a_badge_or_account_joins_the_seat_to_its_player() -> None:
    session = a_chouette("Ada", "Bo")
    cy, di = a_player("Cy"), a_player("Di", a_user("di"))
    badge = badges.issue_badge(desk=a_desk(), player=cy, by=SYSTEM).badge
    by_badge = Identity(badge=badge, device="badge phone", invited=frozenset({session.pk}))
    assert di.user is not None
    by_account = Identity(user=di.user, device="laptop", invited=frozenset({session.pk}))
    sessions.take_seat(session=session, name="Cy", identity=by_badge)
    sessions.take_seat(session=session, name="Didi", identity=by_account)

    assert [seat.player for seat in get_state(session).seats] == [None, None, cy, di]
    assert [seat.session for seat in queries.list_visible_seats(cy, with_account(di.user))] == [session]
    assert [seat.session for seat in queries.list_visible_seats(cy, Identity(user=a_user()))] == []


@pytest.mark.parametrize(
    ("name", "stake", "code"),
    [
        ("", 0, "name_missing"),
        ("x" * 121, 0, "name_too_long"),
        ("Bo", 0, "already_present"),
        ("bo", 0, "player_spelt_alike"),
        ("Di", -1, "stake_impossible"),
        ("Di", 1_000_001, "stake_impossible"),
    ],
)
def test_invalid_guests_are_refused(name: str, stake: int, code: str) -> None:
    session = a_chouette("Ada", "Bo")
    act = sessions.add_guest

    assert refused(lambda: act(session=session, name=name, stake=stake, identity=phone())).code == code
    assert len(get_state(session).seats) == 2


def test_only_the_keeper_adds_other_players() -> None:
    session = a_chouette("Ada")
    by = invited(session, "Bo")
    assert refused(lambda: sessions.add_guest(session=session, name="Cy", identity=by)).code == "keeper_only"


def test_the_number_of_seats_is_limited() -> None:
    session = a_chouette(*(f"P{number}" for number in range(sessions.MAX_SEATS)))
    act = sessions.add_guest
    assert refused(lambda: act(session=session, name="One more", identity=phone())).code == "table_full"


def test_a_player_who_comes_back_goes_to_the_end_of_the_queue() -> None:
    session = a_running_chouette("Ada", "Bo", "Cy", "Di")
    record(session, Ended("box", 1))
    sessions.leave_seat(session=session, name="Cy", identity=phone())
    sessions.add_guest(session=session, name="Cy", identity=phone(), stake=4)

    assert table_state.list_present_players(get_state(session).table) == ("Ada", "Di", "Bo", "Cy")
    assert [(seat.name, seat.stake) for seat in get_state(session).seats] == [
        ("Ada", 1),
        ("Bo", 1),
        ("Cy", 4),
        ("Di", 1),
    ]


def test_dice_from_the_seed_are_thrown_until_the_order_is_decided() -> None:
    session = a_chouette()
    entry = table_events.draw_order(session=session, identity=phone())

    state = get_state(session)
    firsts = [data for data in entry.payload["events"] if data["kind"] == "Threw"][: len(SIX)]
    assert [data["die"] for data in firsts] == [random_order.roll_die(session.seed, name, 1) for name in SIX]
    assert (entry.payload["seed"], state.table.phase) == (session.seed, "between")
    assert refused(lambda: table_events.draw_order(session=session, identity=phone())).code == "throw_over"
    table_events.undo_last_entry(session=session, identity=phone())
    assert table_events.draw_order(session=session, identity=phone()).payload == entry.payload


def test_nothing_is_drawn_at_random_for_a_table_that_has_changed() -> None:
    session = a_chouette()
    seen = get_state(session).session.version
    table_events.draw_order(session=session, identity=phone(), version=seen)

    for draw in (table_events.draw_order, table_events.draw_partner):
        error = refused(lambda draw=draw: draw(session=session, identity=phone(), version=seen))
        assert error.code == "session_changed"


def test_a_random_order_requires_three_players_and_a_chouette() -> None:
    few, pair = a_chouette("Ada", "Bo"), a_pair()
    assert refused(lambda: table_events.draw_order(session=few, identity=phone())).code == "too_few_players"
    assert (
        refused(lambda: table_events.draw_order(session=pair, identity=phone())).code == "only_in_a_chouette"
    )


def test_a_partner_is_drawn_at_random_when_all_have_declined() -> None:
    laws = ChouetteLaws(partner_from=4)
    session = a_running_chouette("Ada", "Bo", "Cy", "Di", laws=laws)
    record(session, Ended("box", 1), events.PartnerRequested())
    early = refused(lambda: table_events.draw_partner(session=session, identity=phone()))
    record(session, *(events.AnsweredAsPartner(name, False) for name in ("Cy", "Di", "Bo")))
    entry = table_events.draw_partner(session=session, identity=phone())

    assert early.code == "partner_lot_early"
    assert (
        entry.who
        == get_state(session).table.partner
        == random_order.draw_name(session.seed, ("Cy", "Di", "Bo"), 2)
    )


def test_a_dropped_captain_passes_the_team_to_the_next_in_line() -> None:
    session = a_running_chouette()
    record(session, events.Doubled("Ada"), Dropped("Bo"))
    record(session, *(events.Took(name) for name in SIX[2:]))
    record(session, Ended("team", 2))

    state = get_state(session)
    assert state.balances == {"Ada": -15, "Bo": -1, "Cy": 4, "Di": 4, "Ed": 4, "Flo": 4}
    assert {seat.name: seat.balance for seat in state.seats} == state.balances
    assert state.table.rows[0].rotation == "captain_beat_box"
    assert (state.table.box, state.table.captain) == ("Cy", "Di")


def test_money_with_an_automatic_double_a_beaver_and_jacoby() -> None:
    session = a_pair(MoneyLaws(stake=2))
    record(session, DoubledAutomatically(), Finished(B, 3))
    record(session, Doubled(W, 2), Beavered(B, 4), Took(W), Finished(B, 2))

    assert get_state(session).balances == {"Ada": -20, "Bo": 20}
    table_events.undo_last_entry(session=session, identity=phone())
    assert get_state(session).balances == {"Ada": -4, "Bo": 4}
    assert [seat.balance for seat in get_state(session).seats] == [-4, 4]


def test_an_event_that_the_rules_refuse_changes_nothing() -> None:
    session = a_running_chouette()
    version = get_state(session).session.version
    no = refused(lambda: record(session, Raised("Bo")))

    assert (no.code, no.law) == ("nothing_to_answer", "cube.answer")
    assert get_state(session).session.version == version == SessionEntry.objects.count()


def test_only_its_own_phone_answers_for_a_seat() -> None:
    session = a_running_chouette("Ada", "Bo", "Cy")
    for name in ("Bo", "Cy"):
        sessions.take_seat(session=session, name=name, identity=invited(session, name))
    record(session, events.Doubled("Ada"), by=phone("Bo"))

    assert refused(lambda: record(session, events.Took("Bo"), by=phone("Cy"))).code == "not_your_seat"
    record(session, events.Took("Bo"), by=phone("Bo"))
    record(session, events.Took("Cy"))
    assert [entry.by for entry in get_state(session).entries[-3:]] == ["Bo", "Bo", ""]


def test_the_same_key_is_recorded_once() -> None:
    session = a_running_chouette()

    def double(name: str = "Bo") -> SessionEntry:
        return table_events.record_event(
            session=session, event=events.Doubled(name), identity=phone(), key="tap"
        )

    assert double() == double()
    assert refused(lambda: double("Cy")).code == "key_used_twice"
    assert list_kinds(get_state(session).entries).count("doubled") == 1


@pytest.mark.parametrize("verb", ["join", "guest", "leave", "lots", "undo", "close"])
def test_every_action_is_idempotent_under_its_key(verb: str) -> None:
    session = a_chouette("Ada", "Bo", "Cy")
    new = invited(session, "Di")
    acts: dict[str, Callable[[], SessionEntry]] = {
        "join": lambda: sessions.take_seat(session=session, name="Di", identity=new, key="k"),
        "guest": lambda: sessions.add_guest(session=session, name="Di", identity=phone(), key="k"),
        "leave": lambda: sessions.leave_seat(session=session, name="Bo", identity=phone(), key="k"),
        "lots": lambda: table_events.draw_order(session=session, identity=phone(), key="k"),
        "undo": lambda: table_events.undo_last_entry(session=session, identity=phone(), key="k"),
        "close": lambda: sessions.close_session(session=session, identity=phone(), key="k"),
    }
    first = acts[verb]()

    assert acts[verb]() == first
    other = acts["lots" if verb != "lots" else "undo"]
    assert refused(other).code == "key_used_twice"
    assert get_state(session).session.version == 4


def test_two_members_may_answer_on_the_same_version() -> None:
    session = a_running_chouette("Ada", "Bo", "Cy")
    record(session, events.Doubled("Ada"))
    version = get_state(session).session.version
    by = phone()
    table_events.record_event(session=session, event=events.Took("Bo"), identity=by, version=version)
    table_events.record_event(session=session, event=Dropped("Cy"), identity=by, version=version)

    assert [(entry.kind, entry.who) for entry in get_state(session).entries[-2:]] == [
        ("took", "Bo"),
        ("dropped", "Cy"),
    ]


def test_an_action_on_a_stale_version_is_refused_and_names_the_earlier_actor() -> None:
    session = a_running_chouette("Ada", "Bo", "Cy")
    sessions.take_seat(session=session, name="Bo", identity=invited(session, "Bo"))
    version = get_state(session).session.version
    record(session, events.Doubled("Bo"), by=phone("Bo"))
    for event in (Ended("box", 1), events.Doubled("Bo")):
        no = refused(
            lambda event=event: table_events.record_event(
                session=session, event=event, identity=phone(), version=version
            )
        )
        assert (no.code, no.facts["by"], no.facts["version"]) == ("session_changed", "Bo", version + 1)
    for act in (table_events.undo_last_entry, sessions.close_session):
        late = refused(lambda act=act: act(session=session, identity=phone(), version=version))
        assert late.code == "session_changed"
    error = refused(
        lambda: table_events.undo_last_entry(session=session, identity=phone(), version=version + 2)
    )
    assert error.code == "session_changed"


def test_undoing_voids_lines_one_by_one_and_deletes_none() -> None:
    session = a_running_chouette("Ada", "Bo", "Cy")
    count = len(get_state(session).valid_entries)
    for _ in range(count):
        table_events.undo_last_entry(session=session, identity=phone())

    state = get_state(session)
    assert (state.valid_entries, len(state.entries)) == ((), 2 * count)
    assert [entry.undoes for entry in state.entries[count:]] == list(range(count, 0, -1))
    assert (
        refused(lambda: table_events.undo_last_entry(session=session, identity=phone())).code
        == "nothing_to_undo"
    )
    sessions.add_guest(session=session, name="Bo", identity=phone())
    assert get_state(session).balances == {"Bo": 0}


def test_only_the_writer_or_the_keeper_undoes_a_line() -> None:
    session = a_running_chouette("Ada", "Bo", "Cy")
    for name in ("Bo", "Cy"):
        sessions.take_seat(session=session, name=name, identity=invited(session, name))
    record(session, events.Doubled("Bo"), by=phone("Bo"))

    no = refused(lambda: table_events.undo_last_entry(session=session, identity=phone("Cy")))
    assert (no.code, no.facts["by"]) == ("not_your_line", "Bo")
    assert (
        table_events.undo_last_entry(session=session, identity=phone("Bo")).undoes
        == get_state(session).session.version - 1
    )


def test_a_closed_session_is_read_only_until_closing_is_undone() -> None:
    session = a_running_chouette("Ada", "Bo", "Cy")
    assert refused(lambda: sessions.close_session(session=session, identity=phone())).code == "game_open"
    record(session, Ended("box", 1))
    sessions.close_session(session=session, identity=phone())
    assert get_state(session).session.status == "closed"
    assert refused(lambda: record(session, Opened())).code == "session_closed"
    assert (
        refused(lambda: sessions.create_invitation(session=session, identity=phone())).code
        == "session_closed"
    )

    table_events.undo_last_entry(session=session, identity=phone())
    assert (get_state(session).session.status, get_state(session).session.closed_at) == ("open", None)
    record(session, Opened())


def test_seats_have_actions_of_their_own_and_a_manual_order_is_the_keepers() -> None:
    session = a_chouette("Ada", "Bo", "Cy", laws=CHOUETTES["los_angeles"])
    sessions.take_seat(session=session, name="Bo", identity=invited(session, "Bo"))

    assert refused(lambda: record(session, events.Joined("Di"))).code == "request_invalid"
    assert refused(lambda: record(session, events.DrewPartner("Cy"), by=phone("Bo"))).code == "keeper_only"


def test_the_length_of_a_journal_is_limited() -> None:
    session = a_running_chouette("Ada", "Bo", "Cy")
    MoneySession.objects.filter(pk=session.pk).update(version=5000)
    assert refused(lambda: record(session, events.Doubled("Bo"))).code == "session_full"


def test_every_event_is_published_to_open_pages() -> None:
    session = a_pair()
    record(session, DoubledAutomatically())

    notices = Notice.objects.filter(topic=f"session:{session.code}").order_by("id")
    assert [notice.data for notice in notices] == [{"version": 1}, {"version": 2}, {"version": 3}]


def test_the_table_state_takes_two_queries(django_assert_num_queries: Any) -> None:
    session = a_running_chouette()
    record(session, Ended("box", 1), Opened(), Ended("team", 2))
    with django_assert_num_queries(2):
        queries.get_session_state(session)
    assert Player.objects.count() == 0


@pytest.mark.parametrize(
    ("laws", "doubles", "sentence"),
    [
        (
            CHOUETTES["text"],
            [events.Doubled("Ada"), Dropped("Bo"), events.Took("Cy"), events.Took("Di")],
            "Bo is out of this game. Cy is captain for the rest of it and takes the box if the team wins.",
        ),
        (
            CHOUETTES["text"],
            [events.Doubled("Bo"), Dropped("Ada")],
            "Bo has won as captain and takes the box after this game. Cy is captain for the rest of it.",
        ),
        (
            FIRST_CAPTAIN,
            [events.Doubled("Ada", ("Bo",)), Dropped("Bo")],
            "Bo is out of this game, and Cy is captain for the rest of it. At this table only the captain "
            "who began the game can take the box.",
        ),
        (
            CHOUETTES["los_angeles"],
            [events.Doubled("Ada", ("Bo",)), Dropped("Bo")],
            "Bo is out of this game, and Cy is captain for the rest of it. The box passes on if it loses to "
            "the last player in the game.",
        ),
        (CHOUETTES["text"], [events.Doubled("Ada", ("Cy",)), Dropped("Cy")], ""),
    ],
)
def test_the_page_says_who_may_take_the_box_once_the_captain_has_changed(
    laws: ChouetteLaws, doubles: list[Any], sentence: str
) -> None:
    session = a_running_chouette("Ada", "Bo", "Cy", "Di", laws=laws)
    record(session, *doubles)
    assert ledger.describe_captain_change(get_state(session).table) == sentence


def test_a_conflict_names_the_other_player_not_the_one_whose_earlier_tap_was_sent_meanwhile() -> None:
    session = a_running_chouette("Ada", "Bo", "Cy")
    for name in ("Bo", "Cy"):
        sessions.take_seat(session=session, name=name, identity=invited(session, name))
    version = get_state(session).session.version
    record(session, events.Doubled("Bo"), by=phone("Bo"))
    record(session, events.Doubled("Cy"), by=phone("Cy"))

    error = refused(
        lambda: table_events.record_event(
            session=session, event=events.Doubled("Cy"), identity=phone("Cy"), version=version
        )
    )

    assert (error.code, error.facts["by"]) == ("session_changed", "Bo")
