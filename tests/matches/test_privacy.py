"""The public name of a player, the download of one's data, and anonymising."""

import json

import pytest
from django.test import Client

from matches.accounts.data_export import get_own_data
from matches.actors import SYSTEM, Identity
from matches.models import Badge, Desk, Match, Player, PlayerChange
from matches.records.services import uploads
from matches.services import anonymising, badges, merging, players
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
from tests.matches.played_matches import played
from tests.matches.records import files
from tests.matches.refusals import refusal

pytestmark = pytest.mark.django_db


def anna() -> tuple[Player, Identity]:
    """Anna Bianchi and her account."""
    user = a_user("anna")
    return a_player("Anna Bianchi", user), with_account(user)


@pytest.mark.parametrize(
    ("text", "code_name", "name"),
    [("full", "", "Anna Bianchi"), ("initial", "", "Anna B."), ("code", " Red \n Fox ", "Red Fox")],
)
def test_a_player_has_the_chosen_public_name_and_the_desk_sees_the_full_name(
    text: str, code_name: str, name: str
) -> None:
    player, identity = anna()
    changed = players.set_public_name(player=player, shown=text, code_name=code_name, identity=identity)
    assert (changed.name, str(changed), changed.full_name, changed.shown) == (
        name,
        name,
        "Anna Bianchi",
        text,
    )
    change = PlayerChange.objects.get()
    assert (change.kind, change.player, change.payload, change.by) == (
        "shown",
        player,
        {"shown": text},
        "anna",
    )


def test_only_the_badge_or_account_of_a_player_chooses() -> None:
    match = a_match(white="Anna Bianchi")
    players.set_public_name(player=match.white, shown="initial", identity=with_badge(match, "white"))
    assert match.white.name == "Anna B."
    for outsider in (Identity(), with_badge(match, "black"), with_account(a_user())):
        error = refusal(players.set_public_name, player=match.white, shown="full", identity=outsider)
        assert error.code == "not_yourself"


def test_an_official_may_choose_for_a_player_of_their_desk() -> None:
    official = a_user()
    player = a_match(a_desk(official), white="Anna Bianchi").white
    assert (
        players.set_public_name(player=player, shown="initial", identity=with_account(official)).name
        == "Anna B."
    )


def known_at_two() -> tuple[Player, Identity, Identity, Match]:
    """Anna Bianchi, who has played at two desks; officials of the first and of both; and her match."""
    official_of_one, official_of_both = a_user("here"), a_user("both")
    match = a_match(a_desk(official_of_one), white="Anna Bianchi")
    played(a_desk(a_user("there"), name="Annex"), match.white, a_player("Bruno"))
    for desk in Desk.objects.all():
        desk.officials.add(official_of_both)
    return match.white, with_account(official_of_one), with_account(official_of_both), match


def test_an_official_of_one_desk_does_not_decide_for_a_player_of_two() -> None:
    player, official_of_one, official_of_both, _ = known_at_two()
    refusals = [
        refusal(players.set_public_name, player=player, shown="initial", identity=official_of_one),
        refusal(anonymising.anonymise, player=player, confirmation="Anna Bianchi", identity=official_of_one),
    ]
    assert [(error.code, error.facts) for error in refusals] == [
        ("known_elsewhere", {"player": "Anna Bianchi"})
    ] * 2
    assert Player.objects.get(pk=player.pk).name == "Anna Bianchi"
    assert (
        players.set_public_name(player=player, shown="initial", identity=official_of_both).name == "Anna B."
    )
    host = with_account(a_user("host", is_superuser=True))
    assert players.set_public_name(player=player, shown="full", identity=host).name == "Anna Bianchi"


def test_a_badge_of_one_desk_sets_no_code_name_for_a_player_of_two() -> None:
    player, _, both, match = known_at_two()
    match.desk.officials.remove(both.user)
    badge = with_badge(match, "white")
    error = refusal(players.set_public_name, player=player, shown="code", code_name="Goose", identity=badge)
    assert (error.code, players.set_public_name(player=player, shown="initial", identity=badge).name) == (
        "code_name_by_account",
        "Anna B.",
    )
    match.desk.officials.add(both.user)
    assert players.set_public_name(player=player, shown="code", code_name="Fox", identity=badge).name == "Fox"


def test_the_page_explains_why_an_official_of_one_desk_cannot_decide(client: Client) -> None:
    player, official_of_one, _, _ = known_at_two()
    client.force_login(official_of_one.user)
    page = client.get(f"/p/{player.code}/yours/").content.decode()
    assert [text in page for text in ("at desks you do not run", 'id="shown"', 'id="forget"')] == [
        True,
        False,
        False,
    ]


@pytest.mark.parametrize(
    ("text", "code_name", "code"),
    [
        ("shouted", "", "shown_unknown"),
        ("code", " ", "code_name_missing"),
        ("code", "x" * 41, "code_name_too_long"),
        ("code", "bruno", "code_name_taken"),
    ],
)
def test_an_invalid_choice_changes_nothing(text: str, code_name: str, code: str) -> None:
    a_player("Bruno")
    player, identity = anna()
    error = refusal(
        players.set_public_name, player=player, shown=text, code_name=code_name, identity=identity
    )
    assert (error.code, Player.objects.get(pk=player.pk).name) == (code, "Anna Bianchi")


def test_a_new_spelling_keeps_the_choice() -> None:
    player, identity = anna()
    players.set_public_name(player=player, shown="initial", identity=identity)
    renamed = merging.correct_name(player=player, name="Anna Maria Rossi", by=SYSTEM)
    assert (renamed.full_name, renamed.name) == ("Anna Maria Rossi", "Anna R.")


def test_a_merge_never_publishes_a_hidden_name_and_parting_restores_the_choices() -> None:
    player, identity = anna()
    players.set_public_name(player=player, shown="code", code_name="Fox", identity=identity)
    other = a_player("Anna Bianchi-Verdi")
    merge = merging.merge_players(keep=other, absorb=player, by=SYSTEM, reason="one")
    assert set(Player.objects.values_list("name", flat=True)) == {"Fox"}
    merging.undo_merge(merged=merge, by=SYSTEM, reason="two")
    assert set(Player.objects.values_list("name", flat=True)) == {"Fox", "Anna Bianchi-Verdi"}


def test_a_choice_applies_to_every_spelling() -> None:
    player, identity = anna()
    other = a_player("A. M. Bianchi")
    merging.merge_players(keep=player, absorb=other, by=SYSTEM, reason="one")
    player.refresh_from_db()
    players.set_public_name(player=player, shown="initial", identity=identity)
    assert set(Player.objects.values_list("name", flat=True)) == {"Anna B."}


def test_public_pages_and_the_api_show_the_chosen_name_alone(client: Client) -> None:
    desk = a_desk(a_user())
    player, identity = anna()
    match = played(desk, player, a_player("Bruno"))
    players.set_public_name(player=player, shown="code", code_name="Fox", identity=identity)
    rival = match.black.code
    addresses = (
        f"/p/{player.code}/",
        f"/p/{player.code}/vs/{rival}/",
        f"/p/{rival}/",
        f"/m/{match.code}/",
        f"/api/v1/matches/{match.code}/",
        "/api/v1/matches/",
    )
    pages = [client.get(address).content.decode() for address in addresses]
    assert [("Fox" in page, "Bianchi" in page) for page in pages] == [(True, False)] * len(addresses)


def test_the_download_has_all_data_and_no_secret(client: Client) -> None:
    desk = a_desk(a_user())
    player, identity = anna()
    match = played(desk, player, a_player("Bruno"))
    token = badges.issue_badge(desk=desk, player=player, by=SYSTEM).token
    players.set_public_name(player=player, shown="initial", identity=identity)
    client.force_login(identity.user)
    answer = client.get(f"/p/{player.code}/yours/data/")
    data = json.loads(answer.content)
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/json")
    assert sorted(data) == [
        "account",
        "badges",
        "conduct_rulings",
        "mail_subscriptions",
        "matches",
        "member_records",
        "money",
        "name_changes",
        "names_in_lists",
        "pairs",
        "performance_declarations",
        "player",
        "records",
        "reports",
        "sessions",
        "sign_ups",
        "spellings",
        "version",
        "weekly_nights",
        "winner_photos",
    ]
    assert [(row["code"], row["side"], row["score"]) for row in data["matches"]] == [
        (match.code, "white", [7, 3])
    ]
    assert (data["account"], len(data["badges"])) == ("anna", 1)
    assert [(row["kind"], row["by"]) for row in data["name_changes"]] == [("shown", "anna")]
    assert token not in answer.content.decode()
    assert Badge.objects.get(player=player).token_hash not in answer.content.decode()


def test_a_badge_alone_shows_no_money(client: Client) -> None:
    match = a_match(a_desk(a_user()), white="Anna Bianchi")
    token = badges.issue_badge(desk=match.desk, player=match.white, by=SYSTEM).token
    client.post("/b/", {"token": token})
    data = client.get(f"/p/{match.white.code}/yours/data/").json()
    assert (data["matches"][0]["code"], "money" in data) == (match.code, False)


def test_the_download_has_own_reports_only() -> None:
    from_white = a_called_match(white="Anna Bianchi")
    assert get_own_data(from_white.white)["reports"] == []


def test_anonymising_removes_the_name_and_keeps_the_results(client: Client) -> None:
    desk = a_desk(a_user())
    player, identity = anna()
    match = played(desk, player, a_player("Bruno"))
    badges.issue_badge(desk=desk, player=player, by=SYSTEM)

    anonymous = anonymising.anonymise(
        player=player, confirmation="Anna  Bianchi", identity=identity, reason=" left "
    )

    blank = f"N. N. {player.code[:4]}"
    assert (anonymous.name, anonymous.full_name, anonymous.user, anonymous.badges.count()) == (
        blank,
        blank,
        None,
        0,
    )
    match.refresh_from_db()
    assert (match.white_score, match.black_score, match.winner) == (7, 3, "white")
    assert "Bianchi" not in client.get(f"/m/{match.code}/").content.decode()
    change = PlayerChange.objects.get()
    assert (change.kind, change.reason, change.by) == ("anonymised", "left", "anna")
    again = refusal(anonymising.anonymise, player=anonymous, confirmation=blank, identity=identity)
    assert again.code == "player_anonymous"
    joined = refusal(merging.merge_players, keep=a_player("Anna"), absorb=anonymous, by=SYSTEM, reason="x")
    assert joined.code == "player_anonymous"


def test_anonymising_requires_the_typed_name_and_no_open_match() -> None:
    user = a_user()
    player = a_player("Anna Bianchi", user)
    error = refusal(anonymising.anonymise, player=player, confirmation="anna", identity=with_account(user))
    assert (error.code, error.facts) == ("confirmation_differs", {"name": "Anna Bianchi"})
    match = a_match(white="Carla")
    Player.objects.filter(pk=match.white.pk).update(user=(other := a_user()))
    seated = Player.objects.get(pk=match.white.pk)
    error = refusal(anonymising.anonymise, player=seated, confirmation="Carla", identity=with_account(other))
    assert (error.code, error.facts) == ("still_seated", {"match": match.code})


def test_a_badge_alone_cannot_anonymise() -> None:
    match = a_match(white="Anna")
    error = refusal(
        anonymising.anonymise, player=match.white, confirmation="Anna", identity=with_badge(match, "white")
    )
    assert error.code == "not_forgettable"


@pytest.mark.second_stage
def test_the_page_sets_the_public_name_and_anonymises(client: Client) -> None:
    player, identity = anna()
    client.force_login(identity.user)
    home = f"/p/{player.code}/yours/"
    assert client.get(home).status_code == 200
    assert client.post(f"{home}name/", {"shown": "code", "code_name": ""}).status_code == 409
    assert client.post(f"{home}name/", {"shown": "?"}).status_code == 400
    assert client.post(f"{home}name/", {"shown": "initial"}).status_code == 302
    assert Player.objects.get().name == "Anna B."
    assert client.get(f"{home}forget/").status_code == 405
    assert client.post(f"{home}forget/", {"confirmation": "Anna B."}).status_code == 409
    assert client.post(f"{home}forget/", {}).status_code == 400
    assert client.post(f"{home}forget/", {"confirmation": "Anna Bianchi"}).status_code == 302
    assert (Player.objects.get().user, client.get(home).status_code) == (None, 404)


def test_other_users_get_neither_the_page_nor_the_download(client: Client) -> None:
    player, _ = anna()
    official = a_user()
    a_match(a_desk(official), white="Carla")
    client.force_login(official)
    home = f"/p/{player.code}/yours/"
    answers = [client.get(home + end).status_code for end in ("", "data/")]
    posts = [client.post(home + end).status_code for end in ("name/", "forget/")]
    assert answers + posts == [404] * 4


def test_a_transcript_shows_public_names(client: Client) -> None:
    match = a_called_match(length=3, white="José-María", black="X")
    transcript = uploads.attach_file(
        match=match, name="José-María.mat", data=files.record(), identity=at_table(match)
    )
    home = f"/m/{match.code}/record/{transcript.pk}/"
    assert client.get(f"{home}text/").content.decode() == transcript.text
    players.set_public_name(
        player=match.white, shown="code", code_name="Fox", identity=with_badge(match, "white")
    )
    addresses = (
        f"/m/{match.code}/",
        home,
        f"{home}text/",
        f"{home}as/json/",
        f"{home}positions/1/",
        f"{home}position/1/3/",
        f"{home}position/1/3/share/",
        f"{home}position/1/3/embed/",
        f"/api/v1/matches/{match.code}/transcripts/{transcript.pk}/",
    )
    pages = [client.get(address).content.decode() for address in addresses]
    assert [("Fox" in page, "José" in page) for page in pages] == [(True, False)] * len(addresses)


def test_a_name_that_changes_inside_a_record_is_hidden_as_well(client: Client) -> None:
    match = a_called_match(length=3, white="José-María", black="X")
    lines = files.record().decode().splitlines()
    second = [at for at, line in enumerate(lines) if "José-María" in line and ":" in line][1]
    lines[second] = lines[second].replace("José-María", "J.M. Garcia")
    data = "\n".join(lines).encode()
    transcript = uploads.attach_file(match=match, name="x.mat", data=data, identity=at_table(match))
    addresses = (
        f"/m/{match.code}/record/{transcript.pk}/",
        f"/api/v1/matches/{match.code}/transcripts/{transcript.pk}/",
        f"/m/{match.code}/record/{transcript.pk}/text/",
    )
    assert ["Garcia" in client.get(address).content.decode() for address in addresses] == [True] * 3
    players.set_public_name(
        player=match.white, shown="code", code_name="Fox", identity=with_badge(match, "white")
    )
    pages = [client.get(address).content.decode() for address in addresses]
    assert [("Fox" in page, "Garcia" in page) for page in pages] == [(True, False)] * 3
