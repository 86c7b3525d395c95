#!/usr/bin/env python3
"""Writes transcripts of random coups, so that Croupier and the second referee can be held against each other.

    random_transcripts.py BOOK FOLDER COUPS SEED

Chips, limits, methods, side options and stakes are drawn at random within the book. The referee says which third cards are due and who
wins; `croupier check --events FOLDER` plays them, fails where Croupier sees it otherwise, and prints what `croupier_verify.py judge` reads.
The same seed writes the same files.
"""

import os
import random
import sys

import croupier_judge

COUPS_A_SHOE = 40
CHIPS = ("1,5,25,100,500", "5,25,100", "0.50,1,5,25,100", "2.50,5,25,100", "1,5,25,100", "0.05,1,10,50", "2,5,20,100", "10,25,100")
NAMES = ("ann", "bob", "cat", "dan")


class Evening:
    """One table with one shoe."""

    def __init__(self, book, chance):
        self.book, self.chance = book, chance
        self.method = chance.choice(book.methods)
        self.options, self.layout = self.choose_options()
        self.chips_text = chance.choice(CHIPS)
        chips = [round(float(chip) * 100) for chip in self.chips_text.split(",")]
        self.chips = croupier_judge.Chips(chips)
        self.most = chance.choice((10000, 20000, 50000))
        self.option_most = chance.choice((5000, 10000))
        self.area_most = 15000 if book.one("limits.above_area") and chance.random() < 0.5 else None
        self.cards = [rank + suit for rank in croupier_judge.RANKS for suit in croupier_judge.SUITS] * 5
        chance.shuffle(self.cards)
        # Whose main wager rides after a tie.
        self.riding = set()

    def choose_options(self):
        """Options that may be offered together, and a cloth that has them all."""
        options = sorted(set(self.book.option_of.values()))
        for apart in self.book.list_of("sides.alternatives"):
            kept = self.chance.choice(apart["options"])
            options = [option for option in options if option == kept or option not in apart["options"]]
        layouts = self.book.list_of("sides.layouts")
        if not layouts:
            return options, None
        layout = self.chance.choice(sorted({layout for said in layouts for layout in said["layouts"]}))
        shut = {said["option"] for said in layouts if layout not in said["layouts"]}
        return [option for option in options if option not in shut], layout

    def lines(self, coups):
        yield f"book {self.book.id}, {self.method} method"
        yield f"setting chips {self.chips_text}"
        yield f"setting limits 10 to {self.most // 100}"
        if self.layout:
            yield f"setting layout {self.layout}"
        if self.options:
            yield f"setting options {' '.join(self.options)}"
        for option in self.options:
            yield f"setting option-limits {option} 5 to {self.option_most // 100}"
        if self.area_most:
            yield f"setting area-most {self.area_most // 100}"
        for name in NAMES:
            yield f"{name} arrives"
            yield f"{name} buys in 100000"
        for _ in range(coups):
            yield from self.coup()

    def coup(self):
        for box, name in enumerate(NAMES, 1):
            # Where an area has a maximum, two share one.
            box = 1 if self.area_most and box == 2 else box
            main = self.chance.choice(("player", "banker"))
            if self.area_most and name == "bob":
                main = self.last_main
            self.last_main = main
            if name not in self.riding:
                yield self.placed(name, box, main, 1000, self.most)
            # A stake that rides may be nothing where all of it was void, so that somebody must bet on something else.
            if self.chance.random() < 0.3 or (self.riding and name == NAMES[-1]):
                yield self.placed(name, box, "tie", 1000, self.most)
            for wager, option in self.book.option_of.items():
                if option in self.options and box == NAMES.index(name) + 1 and self.chance.random() < 0.12:
                    yield self.placed(name, box, wager, 500, self.option_most)
        hands = {"player": [], "banker": []}
        dealt = []
        while (due := self.book.due(hands["player"], hands["banker"])) in croupier_judge.SIDES:
            dealt.append(self.cards.pop())
            hands[due].append(dealt[-1])
        winner = croupier_judge.outcome_of(self.book, hands["player"], hands["banker"])["winner"]
        rides = winner == "tie" and self.book.one("betting.standoff_stake") == "stays-and-rides"
        self.riding = set(NAMES) if rides else set()
        yield f"deal {' '.join(dealt)}"
        yield "expect tie" if winner == "tie" else f"expect {winner} wins"

    def placed(self, name, box, wager, least, most):
        """A lawful stake; sometimes over the maximum, or one that chips cannot pay, where the book says what follows."""
        above = self.book.one("limits.above_maximum") == "settled-to-maximum" and self.chance.random() < 0.1
        stake = self.chips.up(self.chance.randint(least, most * 2 if above else most))
        while not above and stake > most:
            stake = self.chips.down(stake - 1)
        rules = self.book.wagers[self.method, wager]
        bound = self.book.inexact_for is None or wager in self.book.inexact_for
        exact = all((row.odds * stake).denominator == 1 and self.chips.make(int(row.odds * stake)) for row in rules.winning)
        if bound and not exact and self.book.one("settlement.inexact_offer") == "refuse":
            return f"dealer reports {name} box {box} {wager} {croupier_judge.money(stake)} accepted"
        return f"wager {name} box {box} {wager} {croupier_judge.money(stake)}"


def main(arguments):
    try:
        path, folder, coups, seed = arguments
        coups, seed = int(coups), int(seed)
    except ValueError:
        print(__doc__, file=sys.stderr)
        return 2
    book, chance = croupier_judge.read_book(path), random.Random(seed)
    os.makedirs(folder, exist_ok=True)
    for number, first in enumerate(range(0, coups, COUPS_A_SHOE)):
        many = min(COUPS_A_SHOE, coups - first)
        text = "".join(line + "\n" for line in Evening(book, chance).lines(many))
        with open(os.path.join(folder, f"random-{number:04}.txt"), "w", encoding="utf-8") as file:
            file.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
