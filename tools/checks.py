"""Runs the checks of the project, several at a time.

    python tools/checks.py check       style, types and the interpreted core
    python tools/checks.py test        everything that must hold before a change lands
    python tools/checks.py test-all    everything on both engines, and the long tests
    python tools/checks.py web         the browser client only
    python tools/checks.py docs        the documents as a site, in .cache/site

A check begins as soon as what it needs is set up, so that packages are installed and the engine is
compiled while other checks run already. What a check prints goes to `.cache/checks/NAME.log`; it is
shown if the check fails, else only its last line.
"""

from __future__ import annotations

import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from pathlib import Path

import environment
import static_site
from steps import CACHE, ROOT, Failure, progress, start

import web

LOGS = CACHE / "checks"
TOOLS = "test tools"
SERVER_TOOLS = "server test tools"


class NotPossible(Exception):
    """A check cannot be made on this machine; the text says why."""


@dataclass(frozen=True)
class Job:
    """One thing to set up or to check: a function, or a command whose output is kept."""

    name: str
    needs: tuple[str, ...] = ()
    action: Callable[[], object] | None = None
    command: Callable[[], list[str]] | None = None
    variables: Callable[[], dict[str, str]] = dict
    folder: Path = ROOT


# --- set-up --------------------------------------------------------------------------------------


def _client() -> None:
    obstacle = web.client_obstacle()
    if obstacle:
        raise NotPossible(f"there is no browser client: {obstacle}")
    web.get_browser()


def _compiled() -> None:
    obstacle = environment.compiled()
    if obstacle:
        raise NotPossible(obstacle)


def _quick() -> None:
    obstacle = environment.compiled(environment.QUICK)
    if obstacle:
        progress.say(f"Tests of the compiled engine run on the interpreted one: {obstacle}")


SETUP = (
    Job("compiler", action=environment.compiler),
    Job("pages", action=lambda: web.build(tests=True)),
    # The pages first: they are a part of the package that is compiled, if there are any.
    Job("quick engine", ("pages", "compiler"), _quick),
    Job(TOOLS, ("compiler",), environment.test_tools),
    Job("client", ("pages",), _client),
    Job("page", ("client", TOOLS), static_site.build_play),
    Job(SERVER_TOOLS, (TOOLS,), environment.server_test_tools),
    Job("packages", (SERVER_TOOLS,), environment.packages),
    Job("all packages", ("packages",), environment.all_packages),
    Job("compiled engine", ("pages", "all packages"), _compiled),
)


# --- checks --------------------------------------------------------------------------------------

# What stands on the engine without looking into it is tested on one engine.
LAB = ("lab", "envs", "test_bench.py", "test_examples_run.py")
AROUND = ("server", "remote", "cli", *LAB)
VIEWS = ("bots", "view", "record")
CRASHES = ("server/proof", "server/store")
# What compiling can break, and an interpreter alike: it is tested on both engines.
ON_BOTH = (
    "rules",
    "test_bad_input.py",
    "test_copies.py",
    "test_determinism.py",
    "test_events.py",
    "test_game_api.py",
    "test_generated_code.py",
    "test_golden.py",
    "test_long_seeds.py",
    "test_notation.py",
    "test_operations.py",
    "test_properties.py",
)
# What takes many games, and the compiled parts of bots, views, environments and the server:
# `make test` tries it on the compiled engine, which plays the same games in a fraction of the time,
# and on the interpreted one only where nothing can be compiled (`make check` does so everywhere).
ON_COMPILED = (
    "test_chance.py",
    "test_option_counts.py",
    "test_spending.py",
    "test_tutorial.py",
    "record/test_older_positions.py",
    "bots/test_explain.py",
    "bots/test_matches.py",
    "bots/test_mcts.py",
    "bots/test_win_probability.py",
    "envs/test_copies.py",
    "envs/test_encoding.py",
    "envs/test_observation.py",
    "envs/test_vector.py",
    "view/test_observe.py",
    "view/test_sentences.py",
    "view/test_story.py",
    "view/test_timeline.py",
    "table",
    "server/sessions/test_service.py",
    "server/web/test_limits.py",
)


def _tool(name: str, *arguments: str) -> Callable[[], list[str]]:
    return lambda: [str(environment.INTERPRETED.folder / "bin" / name), *arguments]


def _node(name: str, *arguments: str) -> Callable[[], list[str]]:
    return lambda: [web.node_tool(name), *arguments]


def _less(job: Job) -> Job:
    """The same without what the compiled engine is tested with."""
    command = job.command or list
    return replace(job, command=lambda: [*command(), *_ignoring(*ON_COMPILED)])


def _compiled_tests() -> Job:
    """The tests of the compiled engine; on the interpreted one what would not be tested at all."""
    if environment.QUICK.is_ready():
        tests = _tests(*ON_BOTH, *ON_COMPILED)
        return _pytest("compiled", environment.QUICK, [], *tests)
    return _pytest("compiled", environment.INTERPRETED, [], *_tests(*ON_COMPILED))


def _command_of_compiled_tests() -> list[str]:
    return (_compiled_tests().command or list)()


def _long(job: Job) -> Job:
    """The same with the long tests."""
    return replace(job, variables=lambda: {**job.variables(), "QUARRIORS_LONG_TESTS": "1"})


def _pytest(name: str, env: environment.Environment, needs: list[str], *arguments: str) -> Job:
    engine = "interpreted" if env is environment.INTERPRETED else "compiled"
    return Job(
        name,
        tuple(needs),
        command=lambda: [str(env.python), "-m", "pytest", "-q", *arguments],
        variables=lambda: {"QUARRIORS_TEST_ENGINE": engine},
    )


def _interpreted(name: str, needs: str, *arguments: str) -> Job:
    return _pytest(name, environment.INTERPRETED, [needs], *arguments)


def _tests(*names: str) -> list[str]:
    return [f"tests/{name}" for name in names]


def _ignoring(*names: str) -> list[str]:
    return [f"--ignore=tests/{name}" for name in names]


STYLE = (
    Job("style", (SERVER_TOOLS,), command=_tool("ruff", "check", "--quiet", ".")),
    Job("format", (SERVER_TOOLS,), command=_tool("ruff", "format", "--quiet", "--check", ".")),
)
TYPES = Job("types", ("packages",), command=_tool("mypy"))
CORE = (
    _interpreted("games", TOOLS, "tests", *_ignoring("cards", "rules", *VIEWS, *AROUND)),
    _interpreted("cards and rules", TOOLS, *_tests("cards", "rules")),
    _interpreted("bots and views", TOOLS, *_tests(*VIEWS)),
)
SERVERS = (
    _interpreted("server", SERVER_TOOLS, "tests/server", *_ignoring(*CRASHES)),
    _interpreted("commands", SERVER_TOOLS, *_tests("cli", "remote")),
    _interpreted("crashes and floods", SERVER_TOOLS, *_tests(*CRASHES)),
)
RESEARCH = (_interpreted("lab and environments", "packages", *_tests(*LAB)),)
DOCUMENTS = (
    Job(
        "documents",
        ("packages",),
        command=_tool("python", "-m", "mkdocs", "build", "--strict"),
        variables=lambda: {"NO_MKDOCS_2_WARNING": "1"},  # a notice about a future version
    ),
)
COMPILED_ENGINE = Job(
    "compiled",
    ("quick engine", TOOLS),
    command=_command_of_compiled_tests,
    variables=lambda: _compiled_tests().variables(),
)
MESSAGE_TYPES = Job(
    "message types",
    ("client", TOOLS),
    command=lambda: ["node", "scripts/types.mjs", "--check"],
    folder=web.WEB,
    variables=web.test_variables,
)
CLIENT_TYPES = Job(
    "client types",
    ("client",),
    command=_node("svelte-check", "--fail-on-warnings"),
    folder=web.WEB,
)
COMPONENTS = Job("components", ("client",), command=_node("vitest", "run"), folder=web.WEB)
BROWSER = Job(
    "browser",
    ("page",),
    command=_node("playwright", "test"),
    folder=web.WEB,
    variables=web.test_variables,
)
CLIENT = (BROWSER, COMPONENTS, CLIENT_TYPES, MESSAGE_TYPES)


# --- what is run ---------------------------------------------------------------------------------

EVERYTHING = (
    _interpreted("everything, interpreted", "all packages", "tests"),
    _pytest("everything, compiled", environment.COMPILED, ["compiled engine"], "tests"),
)
# The longest first: what comes last decides when all is done.
SUITES = {
    "check": (*CORE, TYPES, *STYLE),
    "web": CLIENT,
    "docs": DOCUMENTS,
    # What is compiled first, as soon as it is: all of it is one chain. What is short fills the end.
    "test": (
        COMPILED_ENGINE,
        BROWSER,
        *map(_less, (SERVERS[0], CORE[0], *SERVERS[1:], *RESEARCH, *CORE[1:])),
        COMPONENTS,
        TYPES,
        CLIENT_TYPES,
        *DOCUMENTS,
        MESSAGE_TYPES,
        *STYLE,
    ),
    "test-all": (*map(_long, (*EVERYTHING, *CLIENT)), *DOCUMENTS, TYPES, *STYLE),
}


class Runner:
    """Runs jobs in the order of the list as soon as what they need is done, a few at a time."""

    def __init__(self, jobs: tuple[Job, ...], slots: int) -> None:
        self._waiting = list(jobs)
        self._slots = slots
        self._results: dict[str, str] = {}  # by name: "done", "failed" or why it is not possible
        self._children: set[subprocess.Popen[bytes]] = set()
        self._lock = threading.Lock()
        self._stopped = False

    def run(self) -> list[str]:
        """Run everything; the names of the jobs that failed."""
        LOGS.mkdir(parents=True, exist_ok=True)
        running: dict[Future[str], Job] = {}
        with ThreadPoolExecutor(self._slots) as pool:
            try:
                while self._waiting or running:
                    for job in self._ready(self._slots - len(running)):
                        running[pool.submit(self._do, job)] = job
                    done, _ = wait(running, return_when=FIRST_COMPLETED)
                    for future in done:
                        self._results[running.pop(future).name] = future.result()
            except BaseException:
                self._stop()
                raise
        return [name for name, result in self._results.items() if result == "failed"]

    def _ready(self, free: int) -> list[Job]:
        """The next jobs to begin; those whose needs cannot be met are done with."""
        chosen: list[Job] = []
        for job in list(self._waiting):
            needed = [self._results.get(name) for name in job.needs]
            missed = [result for result in needed if result not in (None, "done")]
            if missed:
                self._waiting.remove(job)
                self._results[job.name] = missed[0] or ""
                if missed[0] != "failed":
                    progress.say(f"{job.name}: not run, because {missed[0]}")
            elif len(chosen) < free and None not in needed:
                self._waiting.remove(job)
                chosen.append(job)
        return chosen

    def _do(self, job: Job) -> str:
        """Do one job; how it ended."""
        try:
            if job.action is not None:
                job.action()
                return "done"
            with progress.step(job.name):
                self._call(job)
        except NotPossible as reason:
            return str(reason)
        except Failure as failure:
            if failure.code:
                progress.say(str(failure.code))
            return "failed"
        return "done"

    def _call(self, job: Job) -> None:
        """Run the command of a job in a session of its own, so that all of it can be ended."""
        assert job.command is not None
        log = LOGS / f"{job.name.replace(' ', '-').replace(',', '')}.log"
        with log.open("wb") as output:
            child = subprocess.Popen(
                job.command(),
                cwd=job.folder,
                env=os.environ | job.variables(),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            with self._lock:
                self._children.add(child)
            code, seconds = _wait(child)
            with self._lock:
                self._children.discard(child)
        printed = log.read_text(encoding="utf-8", errors="replace").strip()
        used = f"{job.name}: {seconds:.0f} s of processor time"
        if code and not self._stopped:
            progress.say(f"\n--- {job.name} ---\n{printed}\n--- {used}, exit code {code} ---\n")
            raise Failure("")
        last = printed.rpartition("\n")[2]
        progress.say(f"{used}. {last}")

    def _stop(self) -> None:
        """End everything that runs."""
        self._stopped = True
        self._waiting.clear()
        with self._lock:
            for child in self._children:
                os.killpg(child.pid, signal.SIGTERM)


def _wait(child: subprocess.Popen[bytes]) -> tuple[int, float]:
    """Wait for a process; its exit code, and the processor time of it and all that it started."""
    if not hasattr(os, "wait4"):
        return child.wait(), 0.0
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    return child.returncode, used.ru_utime + used.ru_stime


def needed(jobs: tuple[Job, ...]) -> tuple[Job, ...]:
    """The set-up that jobs need, directly or not, and the jobs themselves."""
    wanted = {name for job in jobs for name in job.needs}
    for job in reversed(SETUP):
        if job.name in wanted:
            wanted.update(job.needs)
    return (*(job for job in SETUP if job.name in wanted), *jobs)


def main(arguments: list[str]) -> None:
    """Run a suite; the exit code is 1 if anything failed."""
    if len(arguments) != 1 or arguments[0] not in SUITES:
        raise SystemExit(f"usage: checks.py {' | '.join(SUITES)}")
    environment.require_venv()
    began = time.monotonic()
    # Tests of servers and processes wait a lot, so there are more checks at a time than cores.
    slots = int(os.environ.get("JOBS") or 2 * (os.cpu_count() or 1))
    failed = Runner(needed(SUITES[arguments[0]]), slots).run()
    minutes, seconds = divmod(round(time.monotonic() - began), 60)
    if failed:
        raise Failure(f"Failed: {', '.join(failed)}.")
    progress.say(f"All passed in {minutes} min {seconds} s.")


if __name__ == "__main__":
    start(main)
