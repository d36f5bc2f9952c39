"""What tells people of one name apart wherever somebody has to choose among them."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime

from django.db.models import Q, QuerySet
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext, ngettext

from matches.models import Match, Player
from matches.names import fold_name
from matches.states import Status
from tournaments.known_ratings import get_fibs_ratings
from tournaments.models import Entry, MemberRecord, Membership

# So many facts about each are shown, the first that differ.
MOST_FACTS = 3


@dataclass(slots=True)
class PersonFacts:
    """What a club knows of a person, the clearest first; `former` is shown whether it differs or not."""

    distinction: str = ""
    club: str = ""
    country: str = ""
    birth_year: int | None = None
    number: str = ""
    last_day: date | None = None
    matches: int = 0
    rating: float | None = None
    joined_on: date | None = None
    former: str = ""
    stated_texts: set[str] = field(default_factory=set)

    def list_texts(self) -> tuple[str, ...]:
        """Return each fact as it is shown, "" if it is not known."""
        matches = ngettext("%(count)s match", "%(count)s matches", self.matches) % {"count": self.matches}
        return (
            self.distinction if self.distinction not in {"", *self.stated_texts} else "",
            self.club,
            self.country,
            gettext("born %(year)s") % {"year": self.birth_year} if self.birth_year else "",
            gettext("no. %(number)s") % {"number": self.number} if self.number else "",
            gettext("came last on %(day)s") % {"day": date_format(self.last_day, "j F Y")}
            if self.last_day
            else gettext("has not played here"),
            matches if self.matches else "",
            gettext("rated %(rating)s") % {"rating": round(self.rating)} if self.rating is not None else "",
            gettext("member since %(day)s") % {"day": date_format(self.joined_on, "j F Y")}
            if self.joined_on
            else "",
        )


def describe_namesakes(
    club: int, players: Collection[int], *, with_records: bool = False, with_codes: bool = True
) -> dict[int, str]:
    """Return what tells players of one name apart (by key), with the code at the end unless it is left out.

    It is made of the first facts that differ among those of a name (`MOST_FACTS`), for one without a namesake
    of the first that are known, and of the end of a former membership. What only the records of members say
    (number, years of birth and of leaving, joining, home club) is for those who may read them
    (`with_records`). Ten queries at most.
    """
    rows = Player.objects.select_related("person").in_bulk(players)
    if not rows:
        return {}
    facts = _collect_facts(club, rows, with_records=with_records)
    groups: defaultdict[str, list[int]] = defaultdict(list)
    for key, player in sorted(rows.items()):
        groups[fold_name(player.full_name)].append(key)
    texts: dict[int, str] = {}
    for keys in groups.values():
        every_text = {key: facts[key].list_texts() for key in keys}
        places = _choose_facts(list(every_text.values()))
        for key in keys:
            parts = [every_text[key][place] for place in places]
            texts[key] = ", ".join(
                filter(None, [*parts, facts[key].former, rows[key].code if with_codes else ""])
            )
    return {key: texts[key] for key in sorted(texts)}


def describe_former_members(club: int, players: Collection[int], *, with_records: bool) -> dict[int, str]:
    """Return for those of these players (keys) whose membership has ended that it has, and when.

    The year that only a record says is for those who may read it (`with_records`). Three queries at most.
    """
    rows = Player.objects.select_related("person").in_bulk(players)
    if not rows:
        return {}
    facts = {key: PersonFacts() for key in rows}
    _add_memberships(club, facts, _map_spellings(rows), with_records=with_records)
    return {key: one.former for key, one in facts.items() if one.former}


def _choose_facts(every_text: Sequence[Sequence[str]]) -> list[int]:
    """Return the places of the first facts that differ among these people; of one, of those known."""
    is_alone = len(every_text) == 1
    places = [
        place
        for place, texts in enumerate(zip(*every_text, strict=True))
        if (bool(texts[0]) if is_alone else len(set(texts)) > 1)
    ]
    return places[:MOST_FACTS]


def _collect_facts(club: int, rows: Mapping[int, Player], *, with_records: bool) -> Mapping[int, PersonFacts]:
    """Return what is known of each of these players (by key), under all spellings of the person."""
    keys_by_spelling = _map_spellings(rows)
    facts = {key: PersonFacts(distinction=player.distinction) for key, player in rows.items()}
    for key, rating in get_fibs_ratings(club, rows.values()).items():
        facts[key].rating = rating
    entries = Entry.objects.filter(player__in=keys_by_spelling, event__tournament__club=club)
    for entry in entries.select_related("event__tournament").order_by("pk"):
        for key in keys_by_spelling[entry.player_id]:
            one = facts[key]
            one.club, one.country = entry.club or one.club, entry.country or one.country
            one.rating = one.rating if one.rating is not None or not entry.rating else float(entry.rating)
            _add_day(one, entry.event.tournament.starts_at)
    for white, black, settled_at in _get_matches(club, keys_by_spelling):
        for key in {*keys_by_spelling.get(white, ()), *keys_by_spelling.get(black, ())}:
            facts[key].matches += 1
            _add_day(facts[key], settled_at)
    _add_memberships(club, facts, keys_by_spelling, with_records=with_records)
    for key, one in facts.items():
        one.stated_texts |= {rows[key].code, one.club, one.country}
    return facts


def _map_spellings(rows: Mapping[int, Player]) -> Mapping[int, list[int]]:
    """Return for each spelling (key) of these people the keys of the players among them."""
    persons = [player.person_id for player in rows.values() if player.person_id is not None]
    spellings = Player.objects.filter(Q(pk__in=rows) | Q(person__in=persons)).values_list("pk", "person")
    keys_by_spelling: defaultdict[int, list[int]] = defaultdict(list)
    for spelling, person in spellings:
        keys_by_spelling[spelling] += [
            key
            for key, player in rows.items()
            if key == spelling or (person is not None and person == player.person_id)
        ]
    return dict(keys_by_spelling)


def _add_day(one: PersonFacts, at: datetime | None) -> None:
    if at is not None:
        day = localtime(at).date()
        one.last_day = max(one.last_day or day, day)


def _get_matches(club: int, players: Iterable[int]) -> Iterable[tuple[int, int, datetime | None]]:
    """Return both players and the time of each match of these players in a club. One query."""
    is_of_players = Q(white__in=list(players)) | Q(black__in=list(players))
    is_of_club = Q(pairing__event__tournament__club=club) | Q(
        past__evening__batch__club=club, past__evening__batch__undone_at=None
    )
    matches: QuerySet[Match] = Match.objects.filter(is_of_players, status=Status.SETTLED.value)
    columns = ("pk", "white", "black", "settled_at")
    rows = matches.filter(is_of_club).order_by().values_list(*columns).distinct()
    return [(white, black, settled_at) for _key, white, black, settled_at in rows]


def _add_memberships(
    club: int,
    facts: Mapping[int, PersonFacts],
    keys_by_spelling: Mapping[int, Sequence[int]],
    *,
    with_records: bool,
) -> None:
    """Add joining and leaving, and what the records say. Two queries."""
    memberships = list(Membership.objects.filter(club=club, player__in=keys_by_spelling).order_by("pk"))
    rows = MemberRecord.objects.filter(club=club, membership__in=memberships)
    records = {record.membership_id: record for record in rows}
    current: set[int] = set()
    for row in memberships:
        record = records.get(row.pk)
        for key in keys_by_spelling[row.player_id or 0]:
            one = facts[key]
            if row.left_at is None:
                current.add(key)
            else:
                one.former = one.former or _describe_leaving(row, record if with_records else None)
            if _is_joining_day_known(row, record):
                one.joined_on = one.joined_on or localtime(row.joined_at).date()
            if record is not None and with_records:
                one.joined_on = record.joined_on or one.joined_on
                one.number, one.birth_year = record.number, record.birth_year
                one.club = one.club or record.home_club
    for key in current:
        facts[key].former = ""


def _is_joining_day_known(row: Membership, record: MemberRecord | None) -> bool:
    """Return whether somebody joined on the day on which the membership was made.

    Those whom an import has added had joined before or never, and a record can state another day.
    """
    is_imported = row.list_import_id is not None or row.left_at == row.joined_at
    return not is_imported and (record is None or record.joined_on is None)


def _describe_leaving(row: Membership, record: MemberRecord | None) -> str:
    """Return that a membership has ended, and in which year if that is known."""
    year = record.left_on.year if record is not None and record.left_on else None
    if year is None and row.left_at is not None and row.left_at > row.joined_at:
        year = localtime(row.left_at).year
    if year is None:
        return gettext("former member")
    return gettext("former member, left %(year)s") % {"year": year}
