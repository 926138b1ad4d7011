"""What a store holds of one origin, beside what is to be stored from there now.

An origin is what is indexed as one: a folder, whatever labels its texts have. A source is stored
under its scope and its name, and both may change from one run to the next. So whatever a store has
from an origin, and the origin no longer lists, was either

* *taken back*: it was stored under labels (a scope and roles) that the same file has no more, or
  under labels that nothing from there has any more. It must not stay visible under them.
* or it is *gone*: it left the folder, or the manifest.

And what another origin has stored under the same name is not this origin's to replace.
"""

import os
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TypeAlias

from course_lib.commands.options import name_some
from course_lib.document import Document
from course_lib.files import Entry
from course_lib.guardrails import Guarded, Guardrails, Scope
from course_lib.store import StoredSource

Address: TypeAlias = tuple[Scope, str]
Labels: TypeAlias = tuple[Scope, frozenset[str]]  # whose it is, and who may read it


class Origin:
    """The texts that are to be stored from one place, beside all that the store held before."""

    def __init__(
        self,
        name: str,
        folder: Path,
        entries: Sequence[Entry],
        stored: Iterable[StoredSource],
    ) -> None:
        self.name = name
        self.stored = {(source.scope, source.source_id): source for source in stored}
        self.listed = {entry.address: entry.guardrails for entry in entries}
        self._given = {_labels_of(entry.guardrails) for entry in entries}
        origins = {source.origin for source in self.stored.values()} - {name}
        self._vanished = {other for other in origins if _has_vanished(other)}
        self._labels: dict[str, set[Labels]] = {}  # of a file now, by what it may be stored as
        for address, source in self.stored.items():
            if address not in self.listed and source.origin in {name, *self._vanished}:
                self._labels |= {source.source_id: set(), source.doc_id: set()}
        for entry in entries:
            path = Path(os.path.relpath(entry.path, folder)).as_posix()
            self._note(entry.guardrails, entry.guardrails.source_id, path)

    def note(self, document: Document) -> None:
        """Remember the labels of a text, by which it is known under any name."""
        self._note(document, document.doc_id)

    def _note(self, thing: Guarded | Guardrails, *names: str) -> None:
        for name in names:
            if name in self._labels:
                self._labels[name].add(_labels_of(thing))

    def has_unlisted(self) -> bool:
        """Return whether something from here is stored that is not listed, under this name."""
        return bool(self._labels)

    def of_others(self) -> dict[str, list[Address]]:
        """What is listed and was stored from elsewhere, by its origin."""
        return self._by_origin(
            address
            for address in self.listed
            if address in self.stored and self.stored[address].origin != self.name
        )

    def left_of(self, others: Collection[str]) -> dict[str, list[Address]]:
        """What the store has from these origins, and is not listed here."""
        return self._by_origin(
            address
            for address, source in self.stored.items()
            if source.origin in others and address not in self.listed
        )

    def moved_from(self) -> set[str]:
        """The folders that are gone, and from which the store has a text that was read here."""
        return {
            source.origin
            for source in self.stored.values()
            if source.origin in self._vanished and self._labels.get(source.doc_id)
        }

    def taken_back(self, unread: Collection[Address] = ()) -> list[Address]:
        """What was stored from here under labels that it has no more."""
        return [address for address in self._own() if self._is_taken_back(address, unread)]

    def gone(self, there: Collection[Address]) -> list[Address]:
        """What was stored from here and is not there any more."""
        return [address for address in self._own() if address not in there]

    def count(self, deleted: Sequence[Address]) -> str:
        """Say how many sources and chunks that were."""
        chunks = sum(self.stored[address].chunks for address in deleted)
        return f"{len(deleted):,} deleted with {chunks:,} chunk{'' if chunks == 1 else 's'}"

    def _own(self) -> Iterator[Address]:
        return (at for at, source in self.stored.items() if source.origin == self.name)

    def _by_origin(self, addresses: Iterable[Address]) -> dict[str, list[Address]]:
        found: dict[str, list[Address]] = defaultdict(list)
        for address in addresses:
            found[self.stored[address].origin].append(address)
        return found

    def _is_taken_back(self, address: Address, unread: Collection[Address]) -> bool:
        source = self.stored[address]
        if address in self.listed:  # it is replaced, unless it could not be read
            return address in unread and self.listed[address].acl_roles != source.acl_roles
        same = self._labels[source.source_id] | self._labels[source.doc_id]
        return _labels_of(source) not in (same or self._given)


def name_sources(addresses: Iterable[Address]) -> str:
    """Name the first ten."""
    return name_some([f"{source_id} in {scope}" for scope, source_id in addresses])


def _has_vanished(origin: str) -> bool:
    """Whether it is the path of a folder, and nothing is there."""
    return Path(origin).is_absolute() and not Path(origin).exists()


def _labels_of(thing: Guarded | Guardrails) -> Labels:
    return thing.scope, thing.acl_roles
