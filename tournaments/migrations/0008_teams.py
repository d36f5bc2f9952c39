"""Teams in events: what is taken, who belongs, line-ups not shown yet, meetings and their boards."""

import django.db.models.deletion
import django.db.models.expressions
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0013_teams'),
        ('tournaments', '0007_money'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='SealedLineUp',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('players', models.JSONField(default=list)),
                ('voice', models.CharField(blank=True, default='', max_length=150)),
                ('at', models.DateTimeField(auto_now=True)),
            ],
            options={
                'ordering': ['pairing', 'entry'],
            },
        ),
        migrations.CreateModel(
            name='TeamMember',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('position', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('is_captain', models.BooleanField(default=False)),
            ],
            options={
                'ordering': ['entry', 'position'],
            },
        ),
        migrations.RemoveConstraint(
            model_name='journalentry',
            name='journal_kind_is_known',
        ),
        migrations.RemoveConstraint(
            model_name='pairing',
            name='pairing_once_per_place',
        ),
        migrations.AddField(
            model_name='event',
            name='boards',
            field=models.PositiveSmallIntegerField(default=1),
        ),
        migrations.AddField(
            model_name='event',
            name='takes',
            field=models.CharField(choices=[('', 'players and pairs'), ('players', 'single players'), ('pairs', 'pairs'), ('teams', 'teams')], blank=True, default='', max_length=7),
        ),
        migrations.AddField(
            model_name='pairing',
            name='black_player',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='matches.player'),
        ),
        migrations.AddField(
            model_name='pairing',
            name='black_won',
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='pairing',
            name='board',
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='pairing',
            name='boards',
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='pairing',
            name='white_player',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='matches.player'),
        ),
        migrations.AddField(
            model_name='pairing',
            name='white_won',
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AlterField(
            model_name='journalentry',
            name='kind',
            field=models.CharField(choices=[('planned', 'planned'), ('entered', 'entered'), ('withdrawn', 'withdrawn'), ('reinstated', 'reinstated'), ('substituted', 'substituted'), ('described', 'described'), ('noted', 'noted'), ('committed', 'committed'), ('drawn', 'drawn'), ('published', 'published'), ('relined', 'relined'), ('joined', 'joined'), ('paired', 'paired'), ('lengthened', 'lengthened'), ('dated', 'dated'), ('formed', 'formed'), ('manned', 'manned'), ('fielded', 'fielded'), ('settled', 'settled'), ('reopened', 'reopened'), ('corrected', 'corrected'), ('undone', 'undone')], max_length=20),
        ),
        migrations.AddConstraint(
            model_name='event',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('boards', 1), ('takes__in', ('', 'players', 'pairs'))), models.Q(('boards__gte', 2), ('boards__lte', 8), ('takes', 'teams')), _connector='OR'), name='event_teams_meet_at_boards'),
        ),
        migrations.AddConstraint(
            model_name='journalentry',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['planned', 'entered', 'withdrawn', 'reinstated', 'substituted', 'described', 'noted', 'committed', 'drawn', 'published', 'relined', 'joined', 'paired', 'lengthened', 'dated', 'formed', 'manned', 'fielded', 'settled', 'reopened', 'corrected', 'undone'])), name='journal_kind_is_known'),
        ),
        migrations.AddConstraint(
            model_name='pairing',
            constraint=models.UniqueConstraint(fields=('event', 'flight', 'round', 'position', 'board'), name='pairing_once_per_place'),
        ),
        migrations.AddConstraint(
            model_name='pairing',
            constraint=models.CheckConstraint(condition=models.Q(('boards', 0), models.Q(('board', 0), ('boards__gte', 2), ('boards__lte', 8)), _connector='OR'), name='pairing_boards_of_a_meeting'),
        ),
        migrations.AddConstraint(
            model_name='pairing',
            constraint=models.CheckConstraint(condition=models.Q(('board__lte', 9)), name='pairing_board_is_possible'),
        ),
        migrations.AddConstraint(
            model_name='pairing',
            constraint=models.CheckConstraint(condition=models.Q(('boards', 0), ('match__isnull', True), _connector='OR'), name='pairing_meeting_is_played_at_boards'),
        ),
        migrations.AddConstraint(
            model_name='pairing',
            constraint=models.CheckConstraint(condition=models.Q(('board__gte', 1), models.Q(('black_player__isnull', True), ('white_player__isnull', True)), _connector='OR'), name='pairing_players_sit_at_boards'),
        ),
        migrations.AddConstraint(
            model_name='pairing',
            constraint=models.CheckConstraint(condition=models.Q(('board', 0), ('match__isnull', True), models.Q(('black_player__isnull', False), ('white_player__isnull', False)), _connector='OR'), name='pairing_board_needs_two_people'),
        ),
        migrations.AddConstraint(
            model_name='pairing',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('black_player__isnull', False), ('white_player__isnull', False), _negated=True), models.Q(('white_player', models.F('black_player')), _negated=True), _connector='OR'), name='pairing_board_of_two_people'),
        ),
        migrations.AddConstraint(
            model_name='pairing',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('black_won__isnull', True), ('white_won__isnull', True)), models.Q(('black_won__isnull', False), ('white_won__isnull', False), ('boards__gte', 2), ('boards__gte', django.db.models.expressions.CombinedExpression(models.F('white_won'), '+', models.F('black_won')))), _connector='OR'), name='pairing_boards_won_are_there'),
        ),
        migrations.AddField(
            model_name='sealedlineup',
            name='by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='sealedlineup',
            name='entry',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.entry'),
        ),
        migrations.AddField(
            model_name='sealedlineup',
            name='pairing',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sealed', to='tournaments.pairing'),
        ),
        migrations.AddField(
            model_name='teammember',
            name='entry',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='members', to='tournaments.entry'),
        ),
        migrations.AddField(
            model_name='teammember',
            name='event',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='team_members', to='tournaments.event'),
        ),
        migrations.AddField(
            model_name='teammember',
            name='player',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='teams', to='matches.player'),
        ),
        migrations.AddConstraint(
            model_name='sealedlineup',
            constraint=models.UniqueConstraint(fields=('pairing', 'entry'), name='sealed_once_per_team'),
        ),
        migrations.AddConstraint(
            model_name='teammember',
            constraint=models.UniqueConstraint(fields=('event', 'player'), name='member_in_one_team'),
        ),
        migrations.AddConstraint(
            model_name='teammember',
            constraint=models.UniqueConstraint(fields=('entry', 'position'), name='member_position_once'),
        ),
        migrations.AddConstraint(
            model_name='teammember',
            constraint=models.UniqueConstraint(condition=models.Q(('is_captain', True)), fields=('entry',), name='member_one_captain'),
        ),
        migrations.AddConstraint(
            model_name='teammember',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('position__gte', 1), ('position__isnull', False)), models.Q(('is_captain', True), ('position__isnull', True)), _connector='OR'), name='member_plays_or_leads'),
        ),
    ]
