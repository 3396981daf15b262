"""For operators: addresses that are refused, and changes that running servers must notice."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Two new tables."""
    time = sa.Float(53)
    op.create_table(
        "bans",
        sa.Column("network", sa.Text, primary_key=True),
        sa.Column("why", sa.Text, nullable=False),
        sa.Column("made", time, nullable=False),
        sa.Column("until", time, nullable=True),
    )
    op.create_table(
        "admin_changes",
        sa.Column(
            "id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            primary_key=True,
            autoincrement=True,
        ),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("at", time, nullable=False),
        sqlite_autoincrement=True,
    )
