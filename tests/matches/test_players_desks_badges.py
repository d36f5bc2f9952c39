"""Players, desks and badges: registration, opening a desk, issuing and revoking, identities."""

import pytest

from matches.actors import SYSTEM, Identity, device_hash
from matches.models import Badge, Desk, Player, Table
from matches.queries import badges as badge_queries
from matches.services import badges, desks, lifecycle, players
from rules.options import MatchLaws
from tests.factories import (
    a_called_match,
    a_desk,
    a_match,
    a_player,
    a_user,
    at_table,
    with_account,
    with_badge,
)
from tests.matches.refusals import refusal

pytestmark = pytest.mark.django_db


def test_a_player_is_registered_under_a_tidy_name() -> None:
    player = players.register_player(name="  Ada \t da\x00 Lovelace\n")
    assert (player.name, len(player.code), player.user) == ("Ada da Lovelace", 8, None)


def test_two_people_may_share_a_name_but_never_a_code() -> None:
    one, other = players.register_player(name="Ada"), players.register_player(name="Ada")
    assert (one.name == other.name, one.code == other.code) == (True, False)


@pytest.mark.parametrize(
    ("name", "code"), [("", "name_missing"), (" \n", "name_missing"), ("x" * 121, "name_too_long")]
)
def test_a_name_is_neither_empty_nor_too_long(name: str, code: str) -> None:
    assert refusal(players.register_player, name=name).code == code
    assert Player.objects.count() == 0


def test_a_badge_links_its_player_to_an_account_once() -> None:
    user = a_user()
    badge = badges.issue_badge(desk=a_desk(), player=a_player("Ada"), by=SYSTEM).badge
    assert players.claim_player(badge=badge, user=user).user == user
    assert players.claim_player(badge=badge, user=user).user == user
    assert refusal(players.claim_player, badge=badge, user=a_user()).code == "player_claimed"
    second = badges.issue_badge(desk=a_desk(), player=a_player("Other"), by=SYSTEM).badge
    assert refusal(players.claim_player, badge=second, user=user).code == "account_has_player"


def test_only_the_hash_of_a_badge_token_is_stored() -> None:
    issued = badges.issue_badge(desk=a_desk(), player=a_player("Ada"), by=SYSTEM)
    assert badges.redeem_badge(token=issued.token) == issued.badge
    assert len(issued.token) == 22
    assert issued.token not in str(Badge.objects.values().get())
    assert refusal(badges.redeem_badge, token=issued.token[:-1]).code == "badge_unknown"
    assert refusal(badges.redeem_badge, token="").code == "badge_unknown"


def test_a_revoked_badge_is_void() -> None:
    issued = badges.issue_badge(desk=a_desk(), player=a_player(), by=SYSTEM)
    assert badge_queries.get_valid_badge(issued.badge.pk) == issued.badge
    badges.revoke_badge(badge=issued.badge, by=SYSTEM)
    badges.revoke_badge(badge=issued.badge, by=SYSTEM)
    assert badge_queries.get_valid_badge(issued.badge.pk) is None
    assert refusal(badges.redeem_badge, token=issued.token).code == "badge_unknown"


def test_a_new_badge_replaces_the_old_one() -> None:
    desk, player = a_desk(), a_player()
    old = badges.issue_badge(desk=desk, player=player, by=SYSTEM)
    new = badges.issue_badge(desk=desk, player=player, by=SYSTEM)
    assert refusal(badges.redeem_badge, token=old.token).code == "badge_unknown"
    assert badges.redeem_badge(token=new.token) == new.badge


def test_badges_are_issued_and_revoked_by_officials() -> None:
    official = a_user()
    desk, player = a_desk(official), a_player()
    badge = badges.issue_badge(desk=desk, player=player, by=official).badge
    assert refusal(badges.issue_badge, desk=desk, player=player, by=a_user()).code == "desk_only"
    assert refusal(badges.revoke_badge, badge=badge, by=a_user()).code == "desk_only"
    badges.revoke_badge(badge=badge, by=official)
    assert badge_queries.get_valid_badge(badge.pk) is None


def test_a_desk_is_opened_with_tables_numbered_from_one() -> None:
    official = a_user()
    desk = desks.create_desk(name="Main hall", tables=3, officials=[official], confirm_policy="desk")
    assert [table.number for table in desk.tables.all()] == [1, 2, 3]
    assert (desk.confirm_policy, desk.laws, list(desk.officials.all())) == (
        "desk",
        MatchLaws().to_json(),
        [official],
    )
    assert len({table.code for table in Table.objects.all()}) == 3
    assert [table.number for table in desks.add_tables(desk=desk, count=2, by=official)] == [4, 5]


def test_an_unknown_site_setting_grants_no_desk() -> None:
    assert refusal(desks.create_desk, name="Hall", confirm_policy="dice").code == "policy_unknown"
    assert Desk.objects.count() == 0


def test_officials_set_up_and_change_their_desk() -> None:
    official, helper = a_user(), a_user()
    desk = a_desk(official)
    assert desks.set_policy(desk=desk, policy="trust", by=official).confirm_policy == "trust"
    assert refusal(desks.set_policy, desk=desk, policy="dice", by=official).code == "policy_unknown"
    laws = MatchLaws(crawford=False)
    assert desks.set_laws(desk=desk, laws=laws, by=official).laws == laws.to_json()
    desks.add_official(desk=desk, user=helper, by=official)
    desks.remove_official(desk=desk, user=official, by=helper)
    assert list(desk.officials.all()) == [helper]
    table = desk.tables.get(number=1)
    assert str(desks.label_table(table=table, label=" Stream ", by=helper)) == "Stream"
    assert str(desks.label_table(table=table, label="", by=helper)) == "1"


@pytest.mark.parametrize(
    ("label", "code", "named"),
    [
        ("Stream", "table_name_taken", "Stream"),
        (" stream ", "table_name_taken", "Stream"),
        ("2", "table_name_is_number", "2"),
    ],
)
def test_two_tables_of_a_desk_have_no_common_name(label: str, code: str, named: str) -> None:
    desk = desks.create_desk(name="Hall", tables=3)
    _first, second, third = desk.tables.order_by("number")
    desks.label_table(table=second, label="Stream", by=SYSTEM)

    refused = refusal(desks.label_table, table=third, label=label, by=SYSTEM)

    assert (refused.code, refused.facts) == (code, {"table": 2, "label": named})
    assert str(desks.label_table(table=third, label="3", by=SYSTEM)) == "3"
    other_desk = desks.create_desk(name="Other hall", tables=1).tables.get()
    assert str(desks.label_table(table=other_desk, label="Stream", by=SYSTEM)) == "Stream"


def test_no_table_is_added_whose_number_is_the_name_of_another() -> None:
    desk = desks.create_desk(name="Hall", tables=1)
    desks.label_table(table=desk.tables.get(), label="3", by=SYSTEM)

    refused = refusal(desks.add_tables, desk=desk, count=2, by=SYSTEM)

    assert (refused.code, refused.facts, desk.tables.count()) == (
        "table_name_taken",
        {"table": 1, "label": "3"},
        1,
    )


def test_only_officials_change_a_desk() -> None:
    outsider, desk = a_user(), a_desk()
    calls = {
        desks.set_policy: {"policy": "trust"},
        desks.set_laws: {"laws": MatchLaws()},
        desks.add_tables: {"count": 1},
        desks.add_official: {"user": outsider},
        desks.remove_official: {"user": outsider},
    }
    codes = {refusal(call, desk=desk, by=outsider, **facts).code for call, facts in calls.items()}
    table = desk.tables.get(number=1)
    codes.add(refusal(desks.label_table, table=table, label="Mine", by=outsider).code)
    assert codes == {"desk_only"}
    assert (desk.tables.count(), desk.officials.count()) == (2, 0)


def test_matches_already_seated_keep_the_laws_they_began_under() -> None:
    desk = a_desk()
    match = a_match(desk)
    desks.set_laws(desk=desk, laws=MatchLaws(crawford=False), by=SYSTEM)
    match.refresh_from_db()
    assert match.laws == MatchLaws().to_json()
    seated = lifecycle.create_match(
        desk=Desk.objects.get(), white=a_player(), black=a_player(), length=5, by=SYSTEM
    )
    assert seated.laws == MatchLaws(crawford=False).to_json()


def test_an_identity_is_labelled_by_its_credentials() -> None:
    match = a_called_match(white="Ada", black="Bruno")
    assert with_badge(match, "black").name_in(match) == "Bruno"
    assert with_account(a_user("maria")).name_in(match) == "maria"
    assert at_table(match).name_in(match) == "#1"
    assert Identity().name_in(match) == ""


def test_a_badge_is_valid_until_it_is_revoked() -> None:
    match = a_called_match(white="Ada")
    identity = with_badge(match, "white")
    assert identity.badge_player == match.white
    assert identity.badge is not None
    badges.revoke_badge(badge=identity.badge, by=SYSTEM)
    identity.badge.refresh_from_db()
    assert (identity.badge_player, identity.side_in(match)) == (None, "")


def test_the_secret_of_a_device_cannot_be_read_from_its_name() -> None:
    assert device_hash("") == ""
    assert len(device_hash("secret")) == 64
    assert device_hash("secret") == device_hash("secret") != device_hash("Secret")
