#!/usr/bin/env python3
"""Forges logs at random, to see that the second referee tells every forgery.

    random_forgeries.py BOOK FILE COUNT SEED

FILE is what `croupier check --events` or `croupier log export` prints, and must agree with the book as it is (`-` is the standard input). Each forgery
changes one fact of one table: a card, a count, a winner, a pair, a draw, or what became of a wager. Ends with 0 if all of them were told.
"""

import copy
import random
import sys

import croupier_judge

ENDS = ("wins", "loses", "stands-off")
WINNERS = ("player", "banker", "tie")


def another(chance, values, than):
    return chance.choice([value for value in values if value != than])


def forge_card(book, chance, card):
    """A card that counts something else."""
    ranks = [rank for rank in croupier_judge.RANKS if book.counts[rank] != book.counts[card[0]]]
    return chance.choice(ranks) + card[1]


def forge_dealt(book, chance, fact):
    fact["card"] = forge_card(book, chance, fact["card"])


def forge_exposed(book, chance, fact):
    place = chance.randrange(len(fact["cards"]))
    fact["cards"][place] = forge_card(book, chance, fact["cards"][place])


def forge_result(book, chance, fact):
    key = chance.choice(("winner", "player", "banker", "natural", "player_pair", "banker_pair"))
    if key == "winner":
        fact[key] = another(chance, WINNERS, fact[key])
    elif key == "natural":
        fact[key] = not fact[key]
    elif key in ("player", "banker"):
        fact[key] = another(chance, range(10), fact[key])
    else:
        fact[key] = another(chance, (None, "mixed", "coloured", "perfect"), fact[key])


def forge_turn(book, chance, fact):
    if chance.random() < 0.5:
        fact["total"] = another(chance, range(10), fact["total"])
    else:
        fact["fact"] = another(chance, ("hand-draws", "hand-stands"), fact["fact"])


def forge_settled(book, chance, fact):
    key, result = chance.choice(("outcome", "live", "paid", "returned", "commission", "owed", "stays", "staked")), fact["result"]
    if key == "outcome":
        result[key] = another(chance, ENDS, result[key])
    elif key == "stays":
        result[key] = not result.get(key, False)
    elif key == "staked":
        fact[key] += chance.choice((1, 100, 10000))
    else:
        result[key] = result.get(key, 0) + chance.choice((1, 50, 100, 10000))


FORGERIES = {
    "card-dealt": forge_dealt,
    "exposed": forge_exposed,
    "coup-decided": forge_result,
    "hand-draws": forge_turn,
    "hand-stands": forge_turn,
    "wager-settled": forge_settled,
}


def can_tell(facts, place):
    """Can anybody tell a forgery here? A card only where its coup comes to a result as it lies."""
    fact = facts[place]
    if fact["fact"] not in FORGERIES or (fact["fact"] == "card-dealt" and fact["card"] is None):
        return False
    if fact["fact"] not in ("card-dealt", "exposed"):
        return True
    ends = ("coup-decided", "coup-ended", "coup-voided", "coup-invalidated", "coup-reconstructed", "coup-started")
    after = next((later["fact"] for later in facts[place + 1 :] if later["fact"] in ends), None)
    return after == "coup-decided"


def is_told(book, records, place, forged):
    judgement = croupier_judge.Judgement(book)
    try:
        for at, record in enumerate(records):
            judgement.take(forged if at == place else record)
    except croupier_judge.Bad:
        return True
    return bool(judgement.differences)


def main(arguments):
    try:
        path, file, count, seed = arguments
        count, chance = int(count), random.Random(int(seed))
    except ValueError:
        print(__doc__, file=sys.stderr)
        return 2
    book, streams = croupier_judge.read_book(path), {}
    for _, record, _ in croupier_judge.read_records(file):
        if record.get("kind") == "table-event-1":
            streams.setdefault(record.get("stream"), []).append(record)
    places = []
    for stream, records in streams.items():
        facts = [record["payload"]["fact"] for record in records]
        places += [(stream, place) for place in range(len(facts)) if can_tell(facts, place)]
    missed = 0
    for stream, place in chance.choices(places, k=count):
        records, forged = streams[stream], copy.deepcopy(streams[stream][place])
        fact = forged["payload"]["fact"]
        FORGERIES[fact["fact"]](book, chance, fact)
        if not is_told(book, records, place, forged):
            missed += 1
            print(f"not told: {stream}, event {place}: {records[place]['payload']['fact']} forged to {fact}")
    print(f"{count} forgeries under {book.id}, {count - missed} told")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
