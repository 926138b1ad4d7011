"""A chunker that kills its own process once: with it you try what your map does about that."""

from __future__ import annotations

import os
import signal
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from course_lib.chunk import Chunk
from course_lib.document import Document


@dataclass(frozen=True, slots=True)
class DiesOnce:
    """Cuts as `chunker` does; the first worker that is asked dies by SIGKILL, as out of memory.

    That it has happened is noted in the file `mark`, which must not be there before and which all
    workers must see. The process that made it is spared, so with Python's own `map` nobody dies.

    >>> from tempfile import TemporaryDirectory
    >>> from course_lib import NaiveChunker
    >>> with TemporaryDirectory() as folder:
    ...     chunker = DiesOnce(NaiveChunker(800), Path(folder, "dead"))
    ...     len(chunker.split(Document.of_text("Roof renewed."))), chunker.mark.exists()
    (1, False)
    """

    chunker: Any
    mark: Path
    spared: int = field(default_factory=os.getpid)

    def split(self, document: Document) -> list[Chunk]:
        """Return the document's chunks, or end the process."""
        if os.getpid() != self.spared and self._is_first():
            os.kill(os.getpid(), signal.SIGKILL)
        chunks: list[Chunk] = self.chunker.split(document)
        return chunks

    def _is_first(self) -> bool:
        """Whether nobody has died yet; of several processes that ask, one is told so."""
        try:
            self.mark.touch(exist_ok=False)
        except FileExistsError:
            return False
        return True
