"""A match may have a clock setting of its own."""


from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0014_head_start'),
    ]

    operations = [
        migrations.AddField(
            model_name='match',
            name='clock',
            field=models.CharField(blank=True, choices=[('us', 'us'), ('ukbgf', 'ukbgf'), ('nova', 'nova'), ('doubles', 'doubles')], default='', max_length=8),
        ),
        migrations.AddConstraint(
            model_name='match',
            constraint=models.CheckConstraint(condition=models.Q(('clock__in', ['', 'us', 'ukbgf', 'nova', 'doubles'])), name='match_clock_is_known'),
        ),
    ]
