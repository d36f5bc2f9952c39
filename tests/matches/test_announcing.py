"""Announcements: published by officials of the desk, shown while active, withdrawn once, logged."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.translation import override

from matches.models import Announcement, Desk, Notice, User
from matches.queries import announcements
from matches.services.announcements import create_announcement, withdraw_announcement
from matches.templatetags.announcing import announcement_language, announcement_text
from rules.errors import Refusal
from tests.factories import a_called_match, a_desk, a_user
from tests.matches.constraints import refuses

pytestmark = pytest.mark.django_db


@pytest.fixture
def official() -> User:
    return a_user("official")


@pytest.fixture
def desk(official: User) -> Desk:
    return a_desk(official)


def shown(desk: Desk) -> list[str]:
    return [
        str(announcement) for announcement in announcements.get_public_announcements(desk.pk, timezone.now())
    ]


def test_announcements_are_shown_latest_first_and_published_to_pages(desk: Desk, official: User) -> None:
    create_announcement(desk=desk, english="Dinner", by=official)
    create_announcement(desk=desk, italian="  Si  ricomincia ", by=official)

    assert shown(desk) == ["Si ricomincia", "Dinner"]
    assert list(Notice.objects.values_list("topic", "kind")) == [(f"news:{desk.code}", "news")] * 2


def test_an_announcement_is_shown_until_it_expires(desk: Desk, official: User) -> None:
    announcement = create_announcement(desk=desk, english="Dinner", minutes=10, by=official)

    assert announcement.until is not None
    assert list(
        announcements.get_active_announcements(desk.pk, announcement.until - timedelta(seconds=1))
    ) == [announcement]
    assert list(announcements.get_active_announcements(desk.pk, announcement.until)) == []


def test_screens_show_announcements_reserved_for_them(desk: Desk, official: User) -> None:
    announcement = create_announcement(desk=desk, english="Sound check", reach="screens", by=official)

    assert list(announcements.get_active_announcements(desk.pk, timezone.now())) == [announcement]
    assert shown(desk) == []


def test_a_withdrawn_announcement_is_hidden_and_stays_in_the_log(desk: Desk, official: User) -> None:
    announcement = create_announcement(desk=desk, english="Dinner", by=official)
    first = withdraw_announcement(announcement=announcement, by=official).taken_back_at
    again = withdraw_announcement(announcement=announcement, by=a_user("owner", is_superuser=True))

    assert shown(desk) == []
    assert (again.taken_back_at, again.taken_back_by) == (first, official)
    assert list(announcements.get_announcement_log(desk)) == [announcement]
    assert Notice.objects.filter(topic=f"news:{desk.code}").count() == 2


@pytest.mark.parametrize("act", ["announce", "take_back"])
def test_only_the_officials_of_the_desk_announce(desk: Desk, official: User, act: str) -> None:
    announcement = create_announcement(desk=desk, english="Dinner", by=official)
    outsider = a_user("stranger")
    actions = {
        "announce": lambda: create_announcement(desk=desk, english="Free beer", by=outsider),
        "take_back": lambda: withdraw_announcement(announcement=announcement, by=outsider),
    }

    with pytest.raises(Refusal) as caught:
        actions[act]()

    assert caught.value.code == "desk_only"
    assert shown(desk) == ["Dinner"]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({}, "announcement_empty"),
        ({"english": " \n "}, "announcement_empty"),
        ({"english": "x" * 301}, "announcement_too_long"),
        ({"english": "x", "minutes": 0}, "time_impossible"),
        ({"english": "x", "minutes": 1441}, "time_impossible"),
        ({"english": "x", "reach": "moon"}, "reach_unknown"),
    ],
)
def test_invalid_announcements_are_refused(
    desk: Desk, official: User, data: dict[str, Any], code: str
) -> None:
    with pytest.raises(Refusal) as caught:
        create_announcement(desk=desk, by=official, **data)

    assert caught.value.code == code
    assert not Announcement.objects.exists()


def test_five_announcements_are_active_at_once_and_a_withdrawn_one_frees_a_place(
    desk: Desk, official: User
) -> None:
    announcements = [
        create_announcement(desk=desk, english=f"No. {number}", by=official) for number in range(5)
    ]
    with pytest.raises(Refusal) as caught:
        create_announcement(desk=desk, english="One more", by=official)
    assert caught.value.code == "announcements_many"

    withdraw_announcement(announcement=announcements[0], by=official)

    assert create_announcement(desk=desk, english="One more", by=official).pk


@pytest.mark.parametrize(
    ("language", "texts", "expected"),
    [
        ("en", ("Dinner", "Cena"), ("Dinner", "en")),
        ("it", ("Dinner", "Cena"), ("Cena", "it")),
        ("it", ("Dinner", ""), ("Dinner", "en")),
        ("en", ("", "Cena"), ("Cena", "it")),
    ],
)
def test_readers_get_the_translation_of_an_announcement_if_there_is_one(
    language: str, texts: tuple[str, str], expected: tuple[str, str]
) -> None:
    announcement = Announcement(english=texts[0], italian=texts[1])
    with override(language):
        assert (announcement_text(announcement), announcement_language(announcement)) == expected


@pytest.mark.parametrize(
    ("changes", "constraint"),
    [
        ({"english": "", "italian": ""}, "announcement_says_something"),
        ({"reach": "moon"}, "announcement_reach_is_known"),
        ({"audience": "moon"}, "announcement_audience_is_known"),
        ({"match": "a match"}, "announcement_match_is_its_audience"),
        ({"until": timedelta(0)}, "announcement_ends_after_it_began"),
        ({"taken_back_at": timedelta(seconds=-1)}, "announcement_taken_back_later"),
        ({"taken_back_by": "official"}, "announcement_taken_back_by_somebody"),
    ],
)
def test_an_announcement_meets_its_constraints(
    desk: Desk, official: User, changes: dict[str, Any], constraint: str
) -> None:
    announcement = create_announcement(desk=desk, english="Dinner", by=official)
    columns = {
        name: announcement.at + value
        if isinstance(value, timedelta)
        else official
        if value == "official"
        else a_called_match(desk)
        if value == "a match"
        else value
        for name, value in changes.items()
    }

    refuses(
        constraint, lambda: Announcement.objects.filter(pk=announcement.pk).update(**columns), [Announcement]
    )


@pytest.mark.parametrize("page", ["/m/{match}/", "/m/{match}/report/", "/m/{match}/score/", "/t/{table}/"])
def test_phones_show_an_announcement_and_subscribe_to_more(
    client: Client, desk: Desk, official: User, page: str
) -> None:
    match = a_called_match(desk)
    create_announcement(desk=desk, english="Dinner & <drinks>", by=official)

    answer = client.get(
        page.format(match=match.code, table=match.table.code if match.table else ""), follow=True
    )

    assert "Dinner &amp; &lt;drinks&gt;" in answer.content.decode()
    assert f"news:{desk.code}" in answer.content.decode()
