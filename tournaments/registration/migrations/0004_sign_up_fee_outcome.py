"""A fee paid for a sign-up that has ended was refunded, or is retained."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0003_pair_distinction_lengths'),
        ('registration', '0003_sign_up_distinction'),
    ]

    operations = [
        migrations.AddField(
            model_name='eventsignup',
            name='fee_outcome',
            field=models.CharField(blank=True, choices=[('refunded', 'fee refunded'), ('retained', 'fee kept')], db_default='', default='', max_length=8),
        ),
        migrations.AddConstraint(
            model_name='eventsignup',
            constraint=models.CheckConstraint(condition=models.Q(('fee_outcome__in', ['', 'refunded', 'retained'])), name='sign_up_fee_outcome_is_known'),
        ),
    ]
