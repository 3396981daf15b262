"""For a club: members, seasons, ratings, and the games that have been rated."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Six new tables."""
    time = sa.Float(53)
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "members",
        sa.Column("id", number, primary_key=True, autoincrement=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("folded", sa.Text, nullable=False),
        sa.Column("key_hash", sa.Text, nullable=True),
        sa.Column("made", time, nullable=False),
        sa.Column("code_hash", sa.Text, nullable=True),
        sa.Column("code_expires", time, nullable=True),
        sqlite_autoincrement=True,
    )
    op.create_index("members_folded", "members", ["kind", "folded"], unique=True)
    op.create_index("members_key", "members", ["key_hash"], unique=True)
    op.create_table(
        "member_tables",
        sa.Column(
            "member", number, sa.ForeignKey("members.id"), primary_key=True, autoincrement=False
        ),
        sa.Column("table_id", sa.Text, primary_key=True),
    )
    op.create_index("member_tables_table", "member_tables", ["table_id"])
    op.create_table(
        "seasons",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("began", time, nullable=False),
    )
    op.create_table(
        "ratings",
        sa.Column(
            "season",
            sa.Integer,
            sa.ForeignKey("seasons.number"),
            primary_key=True,
            autoincrement=False,
        ),
        sa.Column(
            "member", number, sa.ForeignKey("members.id"), primary_key=True, autoincrement=False
        ),
        sa.Column("mu", time, nullable=False),
        sa.Column("sigma", time, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("wins", sa.Integer, nullable=False),
        sa.Column("last", time, nullable=False),
    )
    op.create_table(
        "rated_games",
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("season", sa.Integer, nullable=False),
        sa.Column("at", time, nullable=False),
    )
    op.create_table(
        "rated_seats",
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("member", number, sa.ForeignKey("members.id"), nullable=False),
        sa.Column("mu_before", time, nullable=False),
        sa.Column("sigma_before", time, nullable=False),
        sa.Column("mu", time, nullable=False),
        sa.Column("sigma", time, nullable=False),
    )
    op.create_index("rated_seats_member", "rated_seats", ["member"])
