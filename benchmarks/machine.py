"""What the system says about processes and processors; zeros where it does not tell (no /proc)."""

from __future__ import annotations

import os
from pathlib import Path

PROC = Path("/proc")
STEAL = 7  # in the first line of /proc/stat: user nice system idle iowait irq softirq steal
COUNTED = 8  # later fields are parts of the first ones


def family_of(pid: int | None) -> list[int]:
    """A process and all that descend from it."""
    if pid is None:
        return []
    parents: dict[int, int] = {}
    for file in PROC.glob("[0-9]*/stat"):
        try:
            parents[int(file.parent.name)] = int(_after_name(file)[1])
        except OSError:
            continue  # it has ended meanwhile
    found = [pid]
    for one in found:
        found += [child for child, parent in parents.items() if parent == one]
    return found


def cpu_of(pids: list[int]) -> float:
    """Seconds of work of processes so far."""
    total = 0
    for pid in pids:
        try:
            fields = _after_name(PROC / str(pid) / "stat")
        except OSError:
            continue
        total += int(fields[11]) + int(fields[12])
    return total / os.sysconf("SC_CLK_TCK")


def memory_of(pids: list[int]) -> float:
    """The memory of the process that had the most at its highest, in MB."""
    found = [0.0]
    for pid in pids:
        try:
            lines = (PROC / str(pid) / "status").read_text().splitlines()
        except OSError:
            continue
        found += [int(line.split()[1]) / 1000 for line in lines if line.startswith("VmHWM")]
    return max(found)


def processor_times() -> tuple[int, int]:
    """All time of all processors so far, and what of it the host gave to other machines."""
    try:
        fields = (PROC / "stat").read_text().split("\n", 1)[0].split()[1:]
    except OSError:
        return 0, 0
    times = [int(field) for field in fields[:COUNTED]]
    return sum(times), times[STEAL] if len(times) > STEAL else 0


def stolen_since(before: tuple[int, int]) -> float:
    """The share of processor time that was stolen since `processor_times` said `before`."""
    now = processor_times()
    return (now[1] - before[1]) / max(now[0] - before[0], 1)


def _after_name(file: Path) -> list[str]:
    """The fields of a process's stat after its name, which may have spaces: state, parent, ..."""
    return file.read_text().rpartition(")")[2].split()
