"""Money: tills and cashiers, terms, charges, receipts and their lines, counts, lots and sales."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0012_announcements"),
        ("tournaments", "0006_leagues"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Cashier",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("given_at", models.DateTimeField(auto_now_add=True)),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "ordering": ["till", "id"],
            },
        ),
        migrations.CreateModel(
            name="Charge",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("fund", models.PositiveSmallIntegerField()),
                ("seq", models.PositiveSmallIntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("joined", "in the pool"),
                            ("left", "out of the pool"),
                            ("lowered", "fee lowered"),
                        ],
                        max_length=8,
                    ),
                ),
                ("amount", models.BigIntegerField(default=0)),
                ("note", models.CharField(blank=True, default="", max_length=200)),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("key", models.CharField(max_length=80)),
            ],
            options={
                "ordering": ["event", "id"],
            },
        ),
        migrations.CreateModel(
            name="Count",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[("float", "opening float"), ("counted", "counted")], max_length=8
                    ),
                ),
                ("amount", models.BigIntegerField()),
                ("note", models.CharField(blank=True, default="", max_length=200)),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("key", models.CharField(max_length=80)),
            ],
            options={
                "ordering": ["till", "id"],
            },
        ),
        migrations.CreateModel(
            name="Lot",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("fund", models.PositiveSmallIntegerField()),
                ("number", models.PositiveSmallIntegerField()),
            ],
            options={
                "ordering": ["event", "fund", "number"],
            },
        ),
        migrations.CreateModel(
            name="LotPlayer",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("fund", models.PositiveSmallIntegerField()),
            ],
            options={
                "ordering": ["lot", "id"],
            },
        ),
        migrations.CreateModel(
            name="Move",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("fund", models.PositiveSmallIntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("payment", "payment"),
                            ("return", "prize given back"),
                            ("refund", "refund"),
                            ("prize", "prize"),
                        ],
                        max_length=8,
                    ),
                ),
                ("amount", models.BigIntegerField()),
                ("is_counter", models.BooleanField(default=False)),
            ],
            options={
                "ordering": ["receipt", "id"],
            },
        ),
        migrations.CreateModel(
            name="Receipt",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                (
                    "method",
                    models.CharField(
                        choices=[
                            ("cash", "cash"),
                            ("card", "card"),
                            ("transfer", "transfer"),
                            ("voucher", "voucher"),
                        ],
                        max_length=8,
                    ),
                ),
                ("person", models.CharField(blank=True, default="", max_length=120)),
                ("note", models.CharField(blank=True, default="", max_length=200)),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("key", models.CharField(max_length=80)),
            ],
            options={
                "ordering": ["till", "number"],
            },
        ),
        migrations.CreateModel(
            name="Sale",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seq", models.PositiveSmallIntegerField()),
                ("buyer", models.CharField(blank=True, default="", max_length=120)),
                ("price", models.BigIntegerField(default=0)),
                ("bought_back", models.BooleanField(default=False)),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("key", models.CharField(max_length=80)),
            ],
            options={
                "ordering": ["lot", "seq"],
            },
        ),
        migrations.CreateModel(
            name="Terms",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("fund", models.PositiveSmallIntegerField()),
                ("seq", models.PositiveSmallIntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[("entry", "entry fees"), ("pool", "side pool"), ("auction", "auction")],
                        max_length=8,
                    ),
                ),
                ("name", models.CharField(blank=True, default="", max_length=60)),
                ("fee", models.BigIntegerField(default=0)),
                ("registration", models.BigIntegerField(default=0)),
                ("returned", models.PositiveSmallIntegerField(default=100)),
                ("added", models.BigIntegerField(default=0)),
                ("unit", models.BigIntegerField(default=1)),
                (
                    "sharing",
                    models.CharField(
                        choices=[("place", "place"), ("equal", "equal"), ("hort", "hort")], max_length=6
                    ),
                ),
                ("template", models.CharField(blank=True, default="", max_length=20)),
                ("parts", models.JSONField(blank=True, default=dict)),
                ("is_open", models.BooleanField(default=True)),
                ("is_shown", models.BooleanField(default=False)),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("key", models.CharField(max_length=80)),
            ],
            options={
                "verbose_name_plural": "terms",
                "ordering": ["event", "fund", "seq"],
            },
        ),
        migrations.CreateModel(
            name="Till",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("currency", models.CharField(max_length=3)),
                ("opened_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "ordering": ["tournament"],
            },
        ),
        migrations.AddField(
            model_name="cashier",
            name="ended_by",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="cashier",
            name="given_by",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="cashier",
            name="user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="cashiers",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="charge",
            name="by",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="charge",
            name="player",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="charges", to="matches.player"
            ),
        ),
        migrations.AddField(
            model_name="charge",
            name="event",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="charges", to="tournaments.event"
            ),
        ),
        migrations.AddField(
            model_name="count",
            name="by",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="count",
            name="operator",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="lot",
            name="event",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="lots", to="tournaments.event"
            ),
        ),
        migrations.AddField(
            model_name="lotplayer",
            name="event",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tournaments.event"
            ),
        ),
        migrations.AddField(
            model_name="lotplayer",
            name="player",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to="matches.player"
            ),
        ),
        migrations.AddField(
            model_name="lotplayer",
            name="lot",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="held", to="tournaments.lot"
            ),
        ),
        migrations.AddField(
            model_name="move",
            name="player",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="moves",
                to="matches.player",
            ),
        ),
        migrations.AddField(
            model_name="move",
            name="event",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="moves", to="tournaments.event"
            ),
        ),
        migrations.AddField(
            model_name="move",
            name="lot",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="moves",
                to="tournaments.lot",
            ),
        ),
        migrations.AddField(
            model_name="receipt",
            name="by",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="receipts",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="receipt",
            name="takes_back",
            field=models.OneToOneField(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="taken_back",
                to="tournaments.receipt",
            ),
        ),
        migrations.AddField(
            model_name="move",
            name="receipt",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="moves", to="tournaments.receipt"
            ),
        ),
        migrations.AddField(
            model_name="sale",
            name="by",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="sale",
            name="lot",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="sales", to="tournaments.lot"
            ),
        ),
        migrations.AddField(
            model_name="terms",
            name="by",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="terms",
            name="event",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="terms", to="tournaments.event"
            ),
        ),
        migrations.AddField(
            model_name="till",
            name="opened_by",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="till",
            name="tournament",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.PROTECT, related_name="till", to="tournaments.tournament"
            ),
        ),
        migrations.AddField(
            model_name="receipt",
            name="till",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="receipts", to="tournaments.till"
            ),
        ),
        migrations.AddField(
            model_name="count",
            name="till",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="counts", to="tournaments.till"
            ),
        ),
        migrations.AddField(
            model_name="cashier",
            name="till",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="cashiers", to="tournaments.till"
            ),
        ),
        migrations.AddConstraint(
            model_name="charge",
            constraint=models.UniqueConstraint(
                fields=("event", "fund", "player", "seq"), name="charge_seq_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="charge",
            constraint=models.UniqueConstraint(
                fields=("event", "fund", "player", "key"), name="charge_key_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="charge",
            constraint=models.CheckConstraint(
                condition=models.Q(("seq__gte", 1), models.Q(("key", ""), _negated=True)),
                name="charge_seq_and_key_given",
            ),
        ),
        migrations.AddConstraint(
            model_name="charge",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", ["joined", "left", "lowered"])), name="charge_kind_is_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="charge",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("kind", "lowered"), models.Q(("amount", 0), _negated=True)),
                    models.Q(("amount", 0), ("fund__gte", 1), ("kind__in", ("joined", "left"))),
                    _connector="OR",
                ),
                name="charge_amount_fits_its_kind",
            ),
        ),
        migrations.AddConstraint(
            model_name="lot",
            constraint=models.UniqueConstraint(fields=("event", "fund", "number"), name="lot_number_once"),
        ),
        migrations.AddConstraint(
            model_name="lot",
            constraint=models.CheckConstraint(
                condition=models.Q(("fund__gte", 1), ("number__gte", 1)), name="lot_counts_from_one"
            ),
        ),
        migrations.AddConstraint(
            model_name="lotplayer",
            constraint=models.UniqueConstraint(
                fields=("event", "fund", "player"), name="lot_player_in_one_lot"
            ),
        ),
        migrations.AddIndex(
            model_name="move",
            index=models.Index(fields=["event", "fund"], name="move_by_fund"),
        ),
        migrations.AddConstraint(
            model_name="move",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", ["payment", "return", "refund", "prize"])),
                name="move_kind_is_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="move",
            constraint=models.CheckConstraint(
                condition=models.Q(("player__isnull", False), ("lot__isnull", False), _connector="OR"),
                name="move_is_somebodys",
            ),
        ),
        migrations.AddConstraint(
            model_name="move",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("kind__in", ("payment", "return")), ("amount__gt", 0), ("is_counter", False)),
                    models.Q(
                        models.Q(("kind__in", ("payment", "return")), _negated=True),
                        ("amount__lt", 0),
                        ("is_counter", False),
                    ),
                    models.Q(("kind__in", ("payment", "return")), ("amount__lt", 0), ("is_counter", True)),
                    models.Q(
                        models.Q(("kind__in", ("payment", "return")), _negated=True),
                        ("amount__gt", 0),
                        ("is_counter", True),
                    ),
                    _connector="OR",
                ),
                name="move_goes_the_way_of_its_kind",
            ),
        ),
        migrations.AddConstraint(
            model_name="sale",
            constraint=models.UniqueConstraint(fields=("lot", "seq"), name="sale_seq_once"),
        ),
        migrations.AddConstraint(
            model_name="sale",
            constraint=models.UniqueConstraint(fields=("lot", "key"), name="sale_key_once"),
        ),
        migrations.AddConstraint(
            model_name="sale",
            constraint=models.CheckConstraint(
                condition=models.Q(("seq__gte", 1), models.Q(("key", ""), _negated=True)),
                name="sale_seq_and_key_given",
            ),
        ),
        migrations.AddConstraint(
            model_name="sale",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("price__gte", 1), models.Q(("buyer", ""), _negated=True)),
                    models.Q(("bought_back", False), ("buyer", ""), ("price", 0)),
                    _connector="OR",
                ),
                name="sale_has_buyer_and_price",
            ),
        ),
        migrations.AddConstraint(
            model_name="terms",
            constraint=models.UniqueConstraint(fields=("event", "fund", "seq"), name="terms_seq_once"),
        ),
        migrations.AddConstraint(
            model_name="terms",
            constraint=models.UniqueConstraint(fields=("event", "fund", "key"), name="terms_key_once"),
        ),
        migrations.AddConstraint(
            model_name="terms",
            constraint=models.CheckConstraint(
                condition=models.Q(("seq__gte", 1), models.Q(("key", ""), _negated=True)),
                name="terms_seq_and_key_given",
            ),
        ),
        migrations.AddConstraint(
            model_name="terms",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", ["entry", "pool", "auction"])), name="terms_kind_is_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="terms",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("fund", 0), ("kind", "entry")),
                    models.Q(("fund__gte", 1), models.Q(("kind", "entry"), _negated=True)),
                    _connector="OR",
                ),
                name="terms_fees_are_fund_zero",
            ),
        ),
        migrations.AddConstraint(
            model_name="terms",
            constraint=models.CheckConstraint(
                condition=models.Q(("fund", 0), models.Q(("name", ""), _negated=True), _connector="OR"),
                name="terms_pool_has_a_name",
            ),
        ),
        migrations.AddConstraint(
            model_name="terms",
            constraint=models.CheckConstraint(
                condition=models.Q(("returned__range", (0, 100))), name="terms_return_is_a_percentage"
            ),
        ),
        migrations.AddConstraint(
            model_name="terms",
            constraint=models.CheckConstraint(
                condition=models.Q(("added__gte", 0), ("fee__gte", 0), ("registration__gte", 0)),
                name="terms_nothing_below_zero",
            ),
        ),
        migrations.AddConstraint(
            model_name="terms",
            constraint=models.CheckConstraint(
                condition=models.Q(("unit__gte", 1)), name="terms_unit_of_a_coin"
            ),
        ),
        migrations.AddConstraint(
            model_name="terms",
            constraint=models.CheckConstraint(
                condition=models.Q(("sharing__in", ("place", "equal", "hort"))), name="terms_sharing_is_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="terms",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("kind", "auction"), _negated=True),
                    models.Q(("fee", 0), ("registration", 0)),
                    _connector="OR",
                ),
                name="terms_auction_has_no_fee",
            ),
        ),
        migrations.AddConstraint(
            model_name="till",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "currency__in",
                        (
                            "AED",
                            "AFN",
                            "ALL",
                            "AMD",
                            "ANG",
                            "AOA",
                            "ARS",
                            "AUD",
                            "AWG",
                            "AZN",
                            "BAM",
                            "BBD",
                            "BDT",
                            "BGN",
                            "BHD",
                            "BIF",
                            "BMD",
                            "BND",
                            "BOB",
                            "BRL",
                            "BSD",
                            "BTN",
                            "BWP",
                            "BYN",
                            "BZD",
                            "CAD",
                            "CDF",
                            "CHF",
                            "CLP",
                            "CNY",
                            "COP",
                            "CRC",
                            "CUP",
                            "CVE",
                            "CZK",
                            "DJF",
                            "DKK",
                            "DOP",
                            "DZD",
                            "EGP",
                            "ERN",
                            "ETB",
                            "EUR",
                            "FJD",
                            "FKP",
                            "GBP",
                            "GEL",
                            "GHS",
                            "GIP",
                            "GMD",
                            "GNF",
                            "GTQ",
                            "GYD",
                            "HKD",
                            "HNL",
                            "HTG",
                            "HUF",
                            "IDR",
                            "ILS",
                            "INR",
                            "IQD",
                            "IRR",
                            "ISK",
                            "JMD",
                            "JOD",
                            "JPY",
                            "KES",
                            "KGS",
                            "KHR",
                            "KMF",
                            "KPW",
                            "KRW",
                            "KWD",
                            "KYD",
                            "KZT",
                            "LAK",
                            "LBP",
                            "LKR",
                            "LRD",
                            "LSL",
                            "LYD",
                            "MAD",
                            "MDL",
                            "MGA",
                            "MKD",
                            "MMK",
                            "MNT",
                            "MOP",
                            "MRU",
                            "MUR",
                            "MVR",
                            "MWK",
                            "MXN",
                            "MYR",
                            "MZN",
                            "NAD",
                            "NGN",
                            "NIO",
                            "NOK",
                            "NPR",
                            "NZD",
                            "OMR",
                            "PAB",
                            "PEN",
                            "PGK",
                            "PHP",
                            "PKR",
                            "PLN",
                            "PYG",
                            "QAR",
                            "RON",
                            "RSD",
                            "RUB",
                            "RWF",
                            "SAR",
                            "SBD",
                            "SCR",
                            "SDG",
                            "SEK",
                            "SGD",
                            "SHP",
                            "SLE",
                            "SOS",
                            "SRD",
                            "SSP",
                            "STN",
                            "SVC",
                            "SYP",
                            "SZL",
                            "THB",
                            "TJS",
                            "TMT",
                            "TND",
                            "TOP",
                            "TRY",
                            "TTD",
                            "TWD",
                            "TZS",
                            "UAH",
                            "UGX",
                            "USD",
                            "UYU",
                            "UZS",
                            "VED",
                            "VES",
                            "VND",
                            "VUV",
                            "WST",
                            "XAF",
                            "XCD",
                            "XOF",
                            "XPF",
                            "YER",
                            "ZAR",
                            "ZMW",
                        ),
                    )
                ),
                name="till_currency_is_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="receipt",
            constraint=models.UniqueConstraint(fields=("till", "number"), name="receipt_number_once"),
        ),
        migrations.AddConstraint(
            model_name="receipt",
            constraint=models.UniqueConstraint(fields=("till", "key"), name="receipt_key_once"),
        ),
        migrations.AddConstraint(
            model_name="receipt",
            constraint=models.CheckConstraint(
                condition=models.Q(("number__gte", 1), models.Q(("key", ""), _negated=True)),
                name="receipt_number_and_key_given",
            ),
        ),
        migrations.AddConstraint(
            model_name="receipt",
            constraint=models.CheckConstraint(
                condition=models.Q(("method__in", ["cash", "card", "transfer", "voucher"])),
                name="receipt_method_is_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="count",
            constraint=models.UniqueConstraint(fields=("till", "key"), name="count_key_once"),
        ),
        migrations.AddConstraint(
            model_name="count",
            constraint=models.CheckConstraint(
                condition=models.Q(("amount__gte", 0), models.Q(("key", ""), _negated=True)),
                name="count_is_an_amount",
            ),
        ),
        migrations.AddConstraint(
            model_name="count",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", ["float", "counted"])), name="count_kind_is_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="cashier",
            constraint=models.UniqueConstraint(
                condition=models.Q(("ended_at", None)), fields=("till", "user"), name="cashier_once_at_a_time"
            ),
        ),
        migrations.AddConstraint(
            model_name="cashier",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("ended_at__isnull", True), ("ended_by__isnull", True)),
                    models.Q(
                        ("ended_at__gte", models.F("given_at")),
                        ("ended_at__isnull", False),
                        ("ended_by__isnull", False),
                    ),
                    _connector="OR",
                ),
                name="cashier_ends_by_somebody",
            ),
        ),
    ]
