from collections.abc import Sequence
from typing import Protocol

class Refused(Exception):
    """The book does not allow what was asked."""

class BookFaults(ValueError):
    """A book file has faults; the message has a line for each."""

class _Table(Protocol):
    @property
    def settings(self) -> str | None: ...
    @property
    def method(self) -> str | None: ...
    @property
    def decks(self) -> int | None: ...
    @property
    def from_back(self) -> int | None: ...
    @property
    def chips(self) -> str | None: ...

class NativeBook:
    def __init__(self, name: str, text: str) -> None: ...
    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def instrument(self) -> str: ...
    @property
    def methods(self) -> list[str]: ...
    @property
    def decks(self) -> list[int]: ...
    def wagers(self, method: str | None) -> list[str]: ...
    def clauses(self, numbers: Sequence[str], words: Sequence[str]) -> str: ...
    def odds(
        self,
        method: str | None,
        decks: int | None,
        shoe: Sequence[int] | None,
        wagers: Sequence[str],
        stake: str | None,
        chip_list: str | None,
    ) -> str: ...
    def removals(
        self, method: str | None, decks: int | None, shoe: Sequence[int] | None, wagers: Sequence[str]
    ) -> str: ...
    def together(
        self,
        placed: str,
        method: str | None,
        decks: int | None,
        shoe: Sequence[int] | None,
        chip_list: str | None,
    ) -> str: ...
    def odds_many(
        self, counts: bytes, method: str | None, wagers: Sequence[str], threads: int | None
    ) -> bytes: ...
    def simulate(
        self,
        shoes: int,
        seed: int,
        table: _Table,
        wagers: Sequence[str],
        stake: str,
        shift: int,
        strategies: Sequence[tuple[str, str]],
        coups_only: bool,
        threads: int | None,
    ) -> str: ...
    def count(
        self,
        shoes: int,
        seed: int,
        table: _Table,
        depths: Sequence[int],
        wagers: Sequence[str],
        threads: int | None,
    ) -> str: ...
    def par(self, kind: str, method: str | None, decks: Sequence[int], chip_list: str) -> bytes: ...

def shelf_ids() -> list[str]: ...
def shelf_text(id: str) -> str | None: ...
def version() -> str: ...
def run_transcript(text: str) -> str: ...
def roads(results: str) -> str: ...
def verify_shoe(record: str) -> str: ...
