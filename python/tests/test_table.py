"""Tables that are played from Python."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from croupier import CARDS, Book, Refused, Table, run_transcript, shelf, verify_shoe

from .test_croupier import command

ROOT = Path(os.environ.get("CROUPIER_ROOT", Path(__file__).resolve().parents[2]))


@pytest.mark.parametrize("name", shelf())
def test_a_coup_is_played_and_its_transcript_passes(name: str) -> None:
    table = Table.open(Book(name))
    decided = table.decide("wager ann box 1 player 100")
    assert table.due.kind == "wagers"
    assert not any(event.name == "ann" for event in table.events)
    table.apply(decided)
    assert any(event.name == "ann" for event in table.events)
    table.play("deal 6h 6d 2c 2s")
    text = table.transcript()
    assert "expect" in text
    report = run_transcript(text)
    assert report.passed, report.failures
    assert report.covered


def test_what_is_refused_changes_nothing_and_names_its_clauses() -> None:
    table = Table.open(Book("act"))
    before = table.state
    with pytest.raises(Refused) as raised:
        table.decide("wager ann box 1 player 0.50")
    assert raised.value.clauses
    assert raised.value.reason
    with pytest.raises(ValueError, match="cannot read `ann flies`"):
        table.decide("ann flies")
    assert table.state == before


def test_acts_can_be_data() -> None:
    table = Table.open(Book("nz"))
    decided = table.decide({"act": "arrive"}, {"act": "buy-in", "cash": 10_000}, by=("bo", "player"))
    assert [event.name for event in decided] == ["bo", "bo"]
    table.apply(decided)
    with pytest.raises(ValueError, match="not decided from a line"):
        table.transcript()


def test_time_goes_on_at_the_table() -> None:
    table = Table.open(Book("nz"), {"from-back": 20})
    table.play("ann arrives", at=60_000)
    assert "time 00:01:00" in table.transcript()
    assert table.events[-1].at == 60_000


def test_a_real_record_is_proved_and_a_forged_one_is_not(tmp_path: Path) -> None:
    command("deal", "nz", "--seed", "5", "--coups", "90", "--shoes", str(tmp_path))
    record = sorted(tmp_path.iterdir())[0]
    shoe = verify_shoe(record)
    assert shoe.finished and shoe.decks == 8
    assert len(shoe.cards) == 416
    assert sorted(shoe.cards) == sorted(card for card in CARDS for _ in range(8))
    assert verify_shoe(record.read_text(encoding="utf-8")) == shoe
    assert verify_shoe(str(record)) == shoe
    lines = record.read_text(encoding="utf-8").splitlines()
    with pytest.raises(ValueError):
        verify_shoe("\n".join(lines[:-1] + lines[:1]))


def test_a_record_that_is_none_is_no_shoe() -> None:
    with pytest.raises(ValueError, match="found 'nonsense'; allowed are the lines of a public record"):
        verify_shoe("nonsense")
