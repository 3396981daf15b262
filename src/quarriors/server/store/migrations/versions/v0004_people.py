"""For people: one-time codes, reports, and limits that all processes share."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Three new tables."""
    time = sa.Float(53)
    op.create_table(
        "codes",
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("code_hash", sa.Text, nullable=False),
        sa.Column("token_hash", sa.Text, nullable=False),
        sa.Column("expires", time, nullable=False),
    )
    op.create_table(
        "reports",
        sa.Column(
            "id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            primary_key=True,
            autoincrement=True,
        ),
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("at", time, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("reporter", sa.Integer, nullable=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("line", sa.Text, nullable=True),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("note", sa.Text, nullable=False),
        sa.Column("closed", time, nullable=True),
        sqlite_autoincrement=True,
    )
    op.create_index("reports_table", "reports", ["table_id"])
    # Written often and worth nothing after a crash: PostgreSQL need not log it.
    unlogged = ["UNLOGGED"] if op.get_bind().dialect.name == "postgresql" else []
    op.create_table(
        "limits",
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("tokens", time, nullable=False),
        sa.Column("at", time, nullable=False),
        sa.Column("taken", sa.Boolean, nullable=False),
        prefixes=unlogged,
    )
