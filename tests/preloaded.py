"""What workers need, imported once by the process that tests fork them from (`conftest.py`)."""

from __future__ import annotations

import pytest  # noqa: F401 - the main module, which workers import as well

import quarriors.lab.executor_local
import quarriors.server.thinking  # noqa: F401
from quarriors.bots.brain.die_value import die_values
from quarriors.cards.load import default_catalog

die_values(default_catalog())
