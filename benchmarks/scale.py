"""A folder cut and embedded by one process, a pool and Dask, also with workers that are killed.

    python -m benchmarks.scale                     200 MB cut in five ways
    python -m benchmarks.scale --megabytes 20      the same with less
    python -m benchmarks.scale --embed 0.2         so many MB embedded, by a pool and by Dask
    python -m benchmarks.scale --kills 20          20 MB, each time with a worker killed at random

Each way runs in a process of its own. Processor time is that of all its processes together; memory
is the largest sum of what they hold, with shared pages counted once (PSS, by /proc).
"""

from __future__ import annotations

import argparse
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Timer
from time import perf_counter, sleep
from typing import Any

from benchmarks.chunkers import print_table
from benchmarks.texts import prose
from course_lib import MarkdownChunker
from course_lib.embeddings import MiniLM
from course_lib.guardrails import OWN
from course_lib.scale import DiesOnce, chunk_folder, embed_folder

FILE = 80_000  # characters of a file, more or less
WORKERS = 2
ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
CUT = ("one process", "executor", "pool", "Dask", "Dask, one killed")
EMBED = ("executor", "Dask")


def write_folder(folder: Path, megabytes: float) -> None:
    """Write files of different lengths, each with headings, until there are so many bytes."""
    random, left, number = Random(10), megabytes * 1e6, 0
    text = prose(4 * FILE)
    while left > 0:
        start = random.randrange(2 * FILE)
        length = int(min(left, random.uniform(0.2, 1.8) * FILE))
        parts = [text[at : at + 4_000] for at in range(start, start + length, 4_000)]
        body = "".join(f"\n\n## Part {part}\n\n{words}" for part, words in enumerate(parts))
        data = f"# File {number}{body}".encode()
        (folder / f"{number:05}.md").write_bytes(data)
        left -= len(data)
        number += 1


@contextmanager
def dask_client() -> Iterator[Any]:
    from dask.distributed import Client

    with Client(
        n_workers=WORKERS, threads_per_worker=1, dashboard_address="127.0.0.1:0", silence_logs=50
    ) as client:
        yield client


@contextmanager
def map_of(way: str) -> Iterator[Callable[..., Any]]:
    """The map of a way to run, as long as its processes live."""
    spawn = get_context("spawn")
    if way == "executor":
        with ProcessPoolExecutor(WORKERS, mp_context=spawn) as executor:
            yield executor.map
    elif way == "pool":
        with spawn.Pool(WORKERS) as pool:
            yield pool.imap_unordered
    elif way.startswith("Dask"):
        with dask_client() as client:
            yield lambda function, batches: client.gather(client.map(function, batches))
    else:
        yield map


def run(way: str, folder: Path, embed: bool) -> None:
    """Do the work and print its digest: what a process of its own is started for."""
    chunker: Any = MarkdownChunker(800)
    with TemporaryDirectory() as place, map_of(way) as map:
        if "killed" in way:
            chunker = DiesOnce(chunker, Path(place, "dead"))
        if embed:
            made = embed_folder(folder, chunker, OWN, MiniLM(), map)
        else:
            made = chunk_folder(folder, chunker, OWN, map)
    print(made.digest[:12], made.chunk_count, len(made.faults))


def measured(way: str, folder: Path, embed: bool) -> list[str]:
    """A row of the table: wall and processor seconds, the most memory at once, the digest."""
    import psutil

    command = [sys.executable, "-m", "benchmarks.scale", "--run", way, "--folder", str(folder)]
    before, start, most = _children_seconds(), perf_counter(), 0
    process = subprocess.Popen(
        command + ["--embedding"] * embed,
        env={**os.environ, **ONE_THREAD},
        stdout=subprocess.PIPE,
        text=True,
    )
    while process.poll() is None:
        held = 0
        for each in (psutil.Process(), *psutil.Process().children(recursive=True))[1:]:
            try:
                held += each.memory_full_info().pss
            except psutil.Error:  # it has just ended
                continue
        most = max(most, held)
        sleep(0.2)
    assert process.stdout
    said = process.stdout.read().split()
    seconds = perf_counter() - start, _children_seconds() - before
    return [way, *(f"{each:.1f}" for each in seconds), f"{most / 1e6:.0f}", *said]


def _children_seconds() -> float:
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


def compare(ways: tuple[str, ...], megabytes: float, embed: bool) -> None:
    with TemporaryDirectory() as name:
        write_folder(Path(name), megabytes)
        head = ["", "wall s", "processor s", "MB", "digest", "chunks", "faults"]
        print(f"{megabytes:g} MB {'embedded' if embed else 'cut'}, {WORKERS} workers")
        print_table([head, *(measured(way, Path(name), embed) for way in ways)])


def kill(times: int, megabytes: float) -> None:
    """Kill a worker of Dask at a random moment, so many times; count the digests that are right."""
    random, same, chunker = Random(times), 0, MarkdownChunker(800)
    with TemporaryDirectory() as name:
        write_folder(Path(name), megabytes)
        start = perf_counter()
        right = chunk_folder(name, chunker, OWN).digest
        long = perf_counter() - start
        for _ in range(times):
            with dask_client() as client:
                victim = random.choice(sorted(client.run(os.getpid).values()))
                timer = Timer(random.uniform(0, long), _kill, [victim])
                timer.start()
                made = chunk_folder(
                    name, chunker, OWN, lambda f, xs: client.gather(client.map(f, xs))
                )
                timer.join()
            same += made.digest == right and not made.faults
    print(f"{megabytes:g} MB, a worker killed at {times} random moments: {same} digests right")


def _kill(process: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(process, signal.SIGKILL)


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.scale")
    parser.add_argument("--megabytes", type=float, default=200)
    parser.add_argument("--embed", type=float, metavar="MEGABYTES")
    parser.add_argument("--kills", type=int)
    parser.add_argument("--run", choices=CUT, help=argparse.SUPPRESS)
    parser.add_argument("--folder", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--embedding", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.run:
        run(options.run, options.folder, options.embedding)
    elif options.kills:
        kill(options.kills, min(20, options.megabytes))
    elif options.embed:
        compare(EMBED, options.embed, embed=True)
    else:
        compare(CUT, options.megabytes, embed=False)


if __name__ == "__main__":
    main()
