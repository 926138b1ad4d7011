"""What the questions of 06 share: sources as they are stored."""

from __future__ import annotations

from typing import TypeAlias

Key: TypeAlias = tuple[str, str, str]
Stored: TypeAlias = tuple[Key, str, list[tuple[int, int, str]]]  # key, fingerprint and chunks
KEY = ("marrow-quill", "prod", "claim/88431")
NEIGHBOURS = [("puddlewick", *KEY[1:]), (KEY[0], "dev", KEY[2]), (*KEY[:2], "claim/88502")]


def source(key: Key, fingerprint: str, *texts: str) -> Stored:
    chunks, start = [], 0
    for text in texts:
        chunks.append((start, start + len(text), text))
        start += len(text) + 1
    return key, fingerprint, chunks
