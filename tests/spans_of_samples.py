"""Where every chunker cuts every sample, as digests: the same on every Python.

After a change that is meant to move cuts, renew them: .venv/bin/python tests/spans_of_samples.py
"""

from __future__ import annotations

import json
from collections import defaultdict
from hashlib import sha256
from pathlib import Path

from course_lib import MarkdownChunker, NaiveChunker, ParagraphChunker, RecordChunker
from course_lib.chunk import Chunker
from course_lib.samples import load_documents

STORED = Path(__file__).with_suffix(".json")
SIZES = (40, 120, 400, 800, 2000)


def chunkers() -> dict[str, Chunker]:
    """Every chunker in every size, by a name."""
    made: dict[str, Chunker] = {}
    for size in SIZES:
        made[f"naive {size}"] = NaiveChunker(size, size // 8)
        made[f"paragraph {size}"] = ParagraphChunker(size)
        made[f"markdown {size}"] = MarkdownChunker(size)
        made[f"record {size}"] = RecordChunker(size)
    return made


def digests() -> dict[str, str]:
    """A digest for each chunker, over all samples, and for each sample, over all chunkers."""
    found = defaultdict(sha256)
    for name, chunker in chunkers().items():
        for document in load_documents():
            chunks = chunker.split(document)
            spans = [(chunk.char_start, chunk.char_end, *chunk.context) for chunk in chunks]
            for key in (name, document.source_id):
                found[key].update(json.dumps(spans).encode())
    return {key: digest.hexdigest()[:16] for key, digest in found.items()}


if __name__ == "__main__":
    STORED.write_text(json.dumps(digests(), indent=1) + "\n", "utf-8", newline="")
