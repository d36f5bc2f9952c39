"""Teams: a name of its own that sits nowhere."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0012_announcements'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='player',
            name='player_kind_is_known',
        ),
        migrations.RemoveConstraint(
            model_name='player',
            name='player_pair_has_two_members',
        ),
        migrations.RemoveConstraint(
            model_name='player',
            name='player_pair_in_order_after_its_members',
        ),
        migrations.AlterField(
            model_name='player',
            name='kind',
            field=models.CharField(choices=[('person', 'person'), ('pair', 'pair'), ('team', 'team')], default='person', max_length=6),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.CheckConstraint(condition=models.Q(('kind', 'person'), ('kind', 'pair'), ('kind', 'team'), _connector='OR'), name='player_kind_is_known'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(models.Q(('kind', 'person'), ('kind', 'team'), _connector='OR'), ('first__isnull', True), ('second__isnull', True)), models.Q(('kind', 'pair'), ('first__isnull', False), ('second__isnull', False)), _connector='OR'), name='player_pair_has_two_members'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.CheckConstraint(condition=models.Q(('kind', 'person'), ('kind', 'team'), models.Q(('first__lt', models.F('second')), ('second__lt', models.F('id'))), _connector='OR'), name='player_pair_in_order_after_its_members'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind', 'team'), _negated=True), models.Q(('anonymised_at__isnull', True), ('person__isnull', True)), _connector='OR'), name='player_team_is_nobody'),
        ),
    ]
