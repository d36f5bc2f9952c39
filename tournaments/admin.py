"""The admin shows the rows of clubs and tournaments and changes none."""

from django.contrib import admin

from matches.admin import ReadOnlyAdmin
from tournaments.models import (
    AnsweredName,
    Break,
    CasualMatch,
    CertificateTemplate,
    CheckInPage,
    Club,
    ClubLogEntry,
    Entry,
    Event,
    EventFileImport,
    ExpectedPlayer,
    FileImport,
    Invitation,
    InvitationUse,
    JournalEntry,
    MemberField,
    MemberFieldText,
    MemberMail,
    MemberRecord,
    Membership,
    MembershipFee,
    OfficeOffer,
    OwnYearFee,
    Pairing,
    PastEvening,
    PastImport,
    PastPlace,
    PastPoints,
    PastResult,
    PendingLineUp,
    RatingChange,
    RatingList,
    RatingListChange,
    RecordExport,
    Season,
    SeasonChange,
    SeasonPlayer,
    SkippedNight,
    SponsorLogo,
    TeamMember,
    Token,
    Tournament,
    TournamentAttachment,
    TournamentCover,
    TournamentPage,
    WeeklyNight,
    WinnerPhoto,
    YearFee,
)


@admin.register(Club)
class ClubAdmin(ReadOnlyAdmin):
    """Read-only clubs."""

    list_display = ["name", "slug", "joining", "casual", "archived_at", "created_at"]
    search_fields = ["name"]


@admin.register(Membership)
class MembershipAdmin(ReadOnlyAdmin):
    """Read-only memberships and offices."""

    list_display = ["club", "player", "user", "role", "joined_at", "left_at"]
    list_filter = ["role"]
    list_select_related = ["club", "player", "user"]
    search_fields = ["player__name"]


@admin.register(MemberRecord)
class MemberRecordAdmin(ReadOnlyAdmin):
    """Read-only records of members."""

    list_display = ["membership", "club", "number", "changed_at"]
    list_select_related = ["membership__player", "membership__user", "club"]


@admin.register(MemberField)
class MemberFieldAdmin(ReadOnlyAdmin):
    """Read-only fields of clubs in the records of members."""

    list_display = ["club", "name"]
    list_select_related = ["club"]


@admin.register(MemberFieldText)
class MemberFieldTextAdmin(ReadOnlyAdmin):
    """Read-only texts of the fields of clubs."""

    list_display = ["field", "record"]
    list_select_related = ["field", "record"]


@admin.register(MembershipFee)
class MembershipFeeAdmin(ReadOnlyAdmin):
    """Read-only fees of members, those taken back too."""

    list_display = ["membership", "year", "amount", "currency", "method", "paid_on", "by", "withdrawn_at"]
    list_select_related = ["membership__player", "membership__user", "by"]


@admin.register(YearFee)
class YearFeeAdmin(ReadOnlyAdmin):
    """Read-only amounts that the members of a club pay for a year."""

    list_display = ["club", "year", "amount", "currency"]
    list_select_related = ["club"]


@admin.register(OwnYearFee)
class OwnYearFeeAdmin(ReadOnlyAdmin):
    """Read-only amounts that single members pay for a year."""

    list_display = ["membership", "year", "amount", "currency"]
    list_select_related = ["membership__player", "membership__user"]


@admin.register(MemberMail)
class MemberMailAdmin(ReadOnlyAdmin):
    """Read-only e-mails to members."""

    list_display = ["club", "subject", "count", "by", "at"]
    list_select_related = ["club", "by"]


@admin.register(Season)
class SeasonAdmin(ReadOnlyAdmin):
    """Read-only seasons."""

    list_display = ["club", "name", "starts_on", "ends_on"]
    list_select_related = ["club"]


@admin.register(RatingList)
class RatingListAdmin(ReadOnlyAdmin):
    """Read-only rating lists."""

    list_display = ["club", "name", "system", "generation"]
    list_select_related = ["club"]


@admin.register(RatingChange)
class RatingChangeAdmin(ReadOnlyAdmin):
    """Read-only ledger rows, replaced ones included."""

    list_display = ["rating_list", "player", "match", "won", "before", "after", "generation", "replaced_in"]
    list_select_related = ["rating_list", "player", "match__white", "match__black"]
    search_fields = ["player__name"]


@admin.register(ClubLogEntry)
class ClubLogEntryAdmin(ReadOnlyAdmin):
    """Read-only audit log of clubs."""

    list_display = ["club", "kind", "user", "player", "by", "at"]
    list_filter = ["kind"]
    list_select_related = ["club", "user", "player", "by"]
    search_fields = ["club__name", "player__name", "user__username"]


@admin.register(Invitation)
class InvitationAdmin(ReadOnlyAdmin):
    """Read-only invitations, without their secrets."""

    exclude = ["nonce", "token_hash"]
    list_display = ["club", "role", "player", "email", "used", "most", "expires_at", "withdrawn_at", "by"]
    list_filter = ["role"]
    list_select_related = ["club", "player", "by"]
    search_fields = ["club__name", "email"]


@admin.register(InvitationUse)
class InvitationUseAdmin(ReadOnlyAdmin):
    """Read-only uses of invitations."""

    list_display = ["invitation", "membership", "at"]
    list_select_related = ["invitation__club", "membership__player", "membership__user"]


@admin.register(OfficeOffer)
class OfficeOfferAdmin(ReadOnlyAdmin):
    """Read-only offers of offices and their outcomes."""

    list_display = ["club", "kind", "role", "tournament", "username", "user", "state", "by", "at"]
    list_filter = ["kind", "state"]
    list_select_related = ["club", "tournament", "user", "by"]
    search_fields = ["club__name", "username"]


@admin.register(WeeklyNight)
class WeeklyNightAdmin(ReadOnlyAdmin):
    """Read-only templates of weekly nights."""

    list_display = ["name", "club", "weekday", "begins", "tables", "currency", "ended_at"]
    list_select_related = ["club"]
    search_fields = ["name", "club__name"]


@admin.register(SkippedNight)
class SkippedNightAdmin(ReadOnlyAdmin):
    """Read-only skipped weeks."""

    list_display = ["night", "day", "reason", "by"]
    list_select_related = ["night", "by"]


@admin.register(ExpectedPlayer)
class ExpectedPlayerAdmin(ReadOnlyAdmin):
    """Read-only people who come to weekly nights. What identifies a device is excluded."""

    list_display = ["night", "day", "player", "name", "by", "at"]
    list_select_related = ["night", "player", "by"]
    exclude = ["device"]


@admin.register(AnsweredName)
class AnsweredNameAdmin(ReadOnlyAdmin):
    """Read-only answers whom the names of lists mean."""

    list_display = ["club", "written_name", "player", "list_name", "by", "at"]
    list_select_related = ["club", "player", "by"]


@admin.register(CheckInPage)
class CheckInPageAdmin(ReadOnlyAdmin):
    """Read-only pages of check-in; what the secret address is made from is excluded."""

    list_display = ["tournament", "by", "opened_at", "closed_at"]
    list_select_related = ["tournament", "by"]
    exclude = ["nonce", "token_hash"]


@admin.register(CasualMatch)
class CasualMatchAdmin(ReadOnlyAdmin):
    """Read-only casual matches."""

    list_display = ["match", "club", "is_rated", "is_counted", "by", "at"]
    list_filter = ["is_rated", "is_counted"]
    list_select_related = ["match__white", "match__black", "club", "by"]
    search_fields = ["match__white__name", "match__black__name"]


@admin.register(Tournament)
class TournamentAdmin(ReadOnlyAdmin):
    """Read-only tournaments."""

    list_display = ["name", "club", "starts_at", "currency"]
    list_select_related = ["club"]
    search_fields = ["name", "club__name"]


@admin.register(Event)
class EventAdmin(ReadOnlyAdmin):
    """Read-only list of events. The seed of a pending draw is excluded here too."""

    list_display = ["name", "tournament", "format", "status", "version"]
    list_filter = ["status", "format"]
    list_select_related = ["tournament"]
    exclude = ["draw_seed"]


@admin.register(Entry)
class EntryAdmin(ReadOnlyAdmin):
    """Read-only entries."""

    list_display = ["event", "number", "player", "status", "place_from", "place_to"]
    list_select_related = ["event", "player"]
    search_fields = ["player__name"]


@admin.register(JournalEntry)
class JournalAdmin(ReadOnlyAdmin):
    """Read-only journal lines, undone ones included."""

    list_display = ["event", "seq", "kind", "by", "at", "reason"]
    list_filter = ["kind"]
    list_select_related = ["event", "by"]


@admin.register(Pairing)
class PairingAdmin(ReadOnlyAdmin):
    """Read-only pairings of the current projection."""

    list_display = ["event", "label", "white_entry", "black_entry", "winner_entry", "decided"]
    list_select_related = ["event", "white_entry__player", "black_entry__player", "winner_entry__player"]


@admin.register(TeamMember)
class TeamMemberAdmin(ReadOnlyAdmin):
    """Read-only team members of events."""

    list_display = ["event", "entry", "position", "player", "is_captain"]
    list_select_related = ["event", "entry__player", "player"]
    search_fields = ["player__name"]


@admin.register(PendingLineUp)
class PendingLineUpAdmin(ReadOnlyAdmin):
    """Read-only submitted line-ups that are not open yet, without their players."""

    list_display = ["pairing", "entry", "submitter", "at"]
    list_select_related = ["pairing__event", "entry__player"]
    exclude = ["players"]


@admin.register(SeasonPlayer)
class SeasonPlayerAdmin(ReadOnlyAdmin):
    """Read-only divisions of seasons."""

    list_display = ["season", "division", "player"]
    list_select_related = ["season", "player"]


@admin.register(SeasonChange)
class SeasonChangeAdmin(ReadOnlyAdmin):
    """Read-only changes of season tables."""

    list_display = ["season", "kind", "match", "signed", "at", "reason"]
    list_filter = ["kind"]
    list_select_related = ["season", "match__white", "match__black"]


@admin.register(RatingListChange)
class RatingListChangeAdmin(ReadOnlyAdmin):
    """Read-only changes of rating lists."""

    list_display = ["rating_list", "signed", "at", "reason"]
    list_select_related = ["rating_list"]


@admin.register(PastImport)
class PastImportAdmin(ReadOnlyAdmin):
    """Read-only imports of earlier years."""

    list_display = ["club", "name", "rows", "signed", "at", "undone_at"]
    list_select_related = ["club"]


@admin.register(EventFileImport)
class EventFileImportAdmin(ReadOnlyAdmin):
    """Read-only imports of event files."""

    list_display = ["event", "first_line", "last_line", "key_id", "signed", "at"]
    list_select_related = ["event"]


@admin.register(FileImport)
class FileImportAdmin(ReadOnlyAdmin):
    """Read-only file import tasks."""

    list_display = ["club", "name", "kind", "state", "rows", "at", "over_at"]
    list_select_related = ["club"]


@admin.register(PastEvening)
class PastEveningAdmin(ReadOnlyAdmin):
    """Read-only imported tournaments."""

    list_display = ["batch", "played_on", "name"]
    list_select_related = ["batch"]


@admin.register(PastResult)
class PastResultAdmin(ReadOnlyAdmin):
    """Read-only imported results."""

    list_display = ["evening", "line", "match"]
    list_select_related = ["evening", "match__white", "match__black"]


@admin.register(PastPlace)
class PastPlaceAdmin(ReadOnlyAdmin):
    """Read-only imported places."""

    list_display = ["evening", "flight", "first", "last", "field", "player"]
    list_filter = ["flight"]
    list_select_related = ["evening", "player"]


@admin.register(PastPoints)
class PastPointsAdmin(ReadOnlyAdmin):
    """Read-only imported points of seasons."""

    list_display = ["evening", "player", "points"]
    list_select_related = ["evening", "player"]


@admin.register(Token)
class TokenAdmin(ReadOnlyAdmin):
    """Read-only API tokens, invalid ones included."""

    list_display = ["name", "user", "club", "event", "may_write", "expires_at", "used_at", "revoked_at"]
    list_filter = ["may_write"]
    list_select_related = ["user", "club", "event"]
    search_fields = ["name", "user__username"]
    exclude = ["token_hash"]


@admin.register(TournamentPage)
class TournamentPageAdmin(ReadOnlyAdmin):
    """Read-only public pages of tournaments."""

    list_display = ["tournament", "venue", "version", "changed_at"]
    list_select_related = ["tournament"]


@admin.register(Break)
class BreakAdmin(ReadOnlyAdmin):
    """Read-only breaks of tournaments, the removed ones too."""

    list_display = ["tournament", "event", "begins_at", "ends_at", "reason", "by", "ended_by", "removed_at"]
    list_select_related = ["tournament", "event", "by", "ended_by"]


@admin.register(CertificateTemplate)
class CertificateTemplateAdmin(ReadOnlyAdmin):
    """Texts of the certificates of clubs."""

    list_display = ["club", "title", "at"]
    list_select_related = ["club"]
    search_fields = ["club__name"]


@admin.register(SponsorLogo)
class SponsorLogoAdmin(ReadOnlyAdmin):
    """Logos of sponsors, without their files."""

    list_display = ["name", "tournament", "place", "link", "at"]
    list_select_related = ["tournament"]
    search_fields = ["name", "tournament__name"]
    exclude = ["data"]


@admin.register(TournamentCover)
class TournamentCoverAdmin(ReadOnlyAdmin):
    """Read-only covers of tournaments, without their bytes."""

    exclude = ["data"]
    list_display = ["tournament", "width", "height", "alt"]
    list_select_related = ["tournament"]


@admin.register(RecordExport)
class RecordExportAdmin(ReadOnlyAdmin):
    """Read-only zips of match files, without their bytes."""

    exclude = ["data"]
    list_display = ["tournament", "format", "language", "state", "records", "at"]
    list_select_related = ["tournament"]


@admin.register(TournamentAttachment)
class TournamentAttachmentAdmin(ReadOnlyAdmin):
    """Read-only attachments of tournaments, without their bytes."""

    exclude = ["data"]
    list_display = ["tournament", "number", "name", "size", "by", "at"]
    list_select_related = ["tournament", "by"]


@admin.register(WinnerPhoto)
class WinnerPhotoAdmin(ReadOnlyAdmin):
    """Photographs of winners, without their bytes."""

    list_display = ["event", "player", "width", "height", "at"]
    list_select_related = ["event", "player"]
    exclude = ["data"]
