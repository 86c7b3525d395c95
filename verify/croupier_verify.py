#!/usr/bin/env python3
"""Checks what Croupier publishes, without Croupier: only this file and Python's standard library are needed.

    croupier_verify.py shoe FILE...      finished shoes, each from its public record
    croupier_verify.py vectors FILE...   this program itself against published test vectors

docs/sealed-shoe.md describes what is checked. Ends with 0 if everything holds, with 1 if something does not,
with 2 if the command line is wrong, and with 3 if a file cannot be read.
"""

import hashlib
import json
import re
import struct
import sys

# ---------------------------------------------------------------- hashes and trees (RFC 6962)

HEX = re.compile(r"[0-9a-f]{64}\Z")
NONE = bytes(32)


def sha256(*pieces):
    return hashlib.sha256(b"".join(pieces)).digest()


def leaf_hash(data):
    return sha256(b"\x00", data)


def node_hash(left, right):
    return sha256(b"\x01", left, right)


def tree_root(leaves):
    """The root over hashes of leaves."""
    if not leaves:
        return sha256()
    if len(leaves) == 1:
        return leaves[0]
    left = 1 << (len(leaves) - 1).bit_length() - 1
    return node_hash(tree_root(leaves[:left]), tree_root(leaves[left:]))


def inclusion_root(leaf, index, size, path):
    """The root to which a path leads from a leaf; nothing if the path is too short or too long."""
    if not 0 <= index < size:
        return None
    last, here = size - 1, leaf
    for beside in path:
        if last == 0:
            return None
        if index % 2 == 1 or index == last:
            here = node_hash(beside, here)
            while index % 2 == 0 and index != 0:
                index, last = index // 2, last // 2
        else:
            here = node_hash(here, beside)
        index, last = index // 2, last // 2
    return here if last == 0 else None


# ---------------------------------------------------------------- ChaCha20 (RFC 8439)


def chacha20_block(key, counter, nonce):
    def quarter(a, b, c, d):
        for left, right, other, turn in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            state[left] = (state[left] + state[right]) & 0xFFFFFFFF
            mixed = state[other] ^ state[left]
            state[other] = (mixed << turn | mixed >> 32 - turn) & 0xFFFFFFFF

    start = struct.unpack("<16I", b"expand 32-byte k" + key + struct.pack("<I", counter) + nonce)
    state = list(start)
    for _ in range(10):
        quarter(0, 4, 8, 12)
        quarter(1, 5, 9, 13)
        quarter(2, 6, 10, 14)
        quarter(3, 7, 11, 15)
        quarter(0, 5, 10, 15)
        quarter(1, 6, 11, 12)
        quarter(2, 7, 8, 13)
        quarter(3, 4, 9, 14)
    return struct.pack("<16I", *((a + b) & 0xFFFFFFFF for a, b in zip(state, start)))


def key_stream(key, nonce):
    """The blocks of the key stream, from block 0."""
    counter = 0
    while True:
        yield chacha20_block(key, counter, nonce)
        counter += 1


# ---------------------------------------------------------------- the shoe

ALGORITHM = "croupier-shoe-1"
MOST_DECKS = 100
CARDS = [rank + suit for rank in "A23456789TJQK" for suit in "SHDC"]


def words(key, nonce):
    """The key stream two bytes at a time, the low one first."""
    for block in key_stream(key, nonce):
        yield from struct.unpack("<32H", block)


def shuffled(seed, decks):
    """The order into which a seed puts so many decks, and how many words were passed over."""
    order = CARDS * decks
    source = words(seed, b"shoe 1 order")
    passed_over = 0
    for last in range(len(order) - 1, 0, -1):
        end = last + 1
        fair = 65536 - 65536 % end
        word = next(source)
        while word >= fair:
            passed_over += 1
            word = next(source)
        other = word % end
        order[last], order[other] = order[other], order[last]
    return order, passed_over


def salts(seed, count):
    blocks = key_stream(seed, b"shoe 1 salts")
    made = b"".join(next(blocks) for _ in range((count + 1) // 2))
    return [made[32 * number : 32 * number + 32] for number in range(count)]


def card_leaf(position, card, salt):
    return leaf_hash(ALGORITHM.encode() + struct.pack(">H", position) + card.encode() + salt)


def shoe_root(order, salts_of_cards):
    return tree_root([card_leaf(at, card, salt) for at, (card, salt) in enumerate(zip(order, salts_of_cards))])


def seed_hash(seed):
    return sha256(ALGORITHM.encode(), b" seed", seed)


def seal_of(sealed):
    keys = (("book", "book"), ("table", "table"), ("number", "number"), ("decks", "decks"))
    keys += (("previous", "previous"), ("seed-hash", "seed_hash"), ("root", "root"))
    lines = [f"{sealed['algorithm']} seal"] + [f"{name} {sealed[key]}" for name, key in keys]
    return sha256("".join(line + "\n" for line in lines).encode())


# ---------------------------------------------------------------- reading records


class Bad(Exception):
    """Something is wrong with one line of a record."""


def no_twins(pairs):
    """JSON lets a key come twice; a record does not."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise Bad("a key comes twice")
    return found


def read_line(text):
    def refuse(number):
        raise Bad(f"{number} is not a number of a record")

    try:
        line = json.loads(text, object_pairs_hook=no_twins, parse_constant=refuse)
    except (ValueError, RecursionError) as error:
        raise Bad(f"not JSON: {error}") from None
    if not isinstance(line, dict) or len(line) != 1:
        raise Bad("a line is an object with one key")
    if json.dumps(line, separators=(",", ":"), ensure_ascii=False) != text:
        raise Bad("not spelt as a record spells it: no blanks, small digits")
    return next(iter(line.items()))


def fields(value, **kinds):
    """Exactly these keys in this order, each of its kind."""
    if not isinstance(value, dict) or list(value) != list(kinds):
        found = list(value) if isinstance(value, dict) else value
        raise Bad(f"found {str(found)[:200]}; allowed are exactly {list(kinds)}, in this order")
    for key, kind in kinds.items():
        if not kind(value[key]):
            raise Bad(f"{key} cannot be {json.dumps(value[key])[:80]}")


def is_hash(value):
    return isinstance(value, str) and HEX.match(value) is not None


def is_number(most):
    return lambda value: type(value) is int and 0 <= value <= most


def is_text(value):
    return isinstance(value, str)


def is_table(value):
    return (
        isinstance(value, str)
        and 1 <= len(value) <= 64
        and value.strip() == value
        and not any(ord(letter) < 32 or 127 <= ord(letter) < 160 for letter in value)
    )


def is_path(value):
    return isinstance(value, list) and all(map(is_hash, value))


def is_ending(value):
    if value == "finished":
        return True
    return isinstance(value, dict) and set(value) == {"abandoned"} and is_text(value["abandoned"])


SEALED = dict(
    algorithm=is_text,
    book=is_hash,
    table=is_table,
    number=is_number(2**32 - 1),
    decks=is_number(255),
    previous=is_hash,
    seed_hash=is_hash,
    root=is_hash,
)
OPENING = dict(
    drawn=is_number(65535), position=is_number(65535), card=lambda card: card in CARDS, salt=is_hash, path=is_path
)


# ---------------------------------------------------------------- checking a shoe


class Shoe:
    """A record taken line by line."""

    def __init__(self):
        self.faults, self.sealed, self.cut, self.drawn, self.reveal = [], None, None, [], None
        self.line = 0

    def fault(self, told, line=None):
        self.faults.append((line or self.line, told))

    def take(self, text):
        self.line += 1
        try:
            word, value = read_line(text)
            takes = {
                "sealed": self.take_sealed,
                "cut": self.take_cut,
                "card": self.take_card,
                "unseen": self.take_unseen,
                "revealed": self.take_revealed,
            }
            if word not in takes:
                raise Bad(f"`{word[:40]}` is no line of a record; allowed are {', '.join(takes)}")
            if self.reveal:
                raise Bad(f"`{word}` after the shoe was revealed")
            if not self.sealed and word != "sealed":
                raise Bad(f"`{word}` before the shoe was sealed")
            takes[word](value)
        except Bad as bad:
            self.fault(str(bad))

    def take_sealed(self, value):
        if self.sealed:
            raise Bad("the shoe was sealed already")
        fields(value, seal=is_hash, of=lambda of: isinstance(of, dict))
        sealed = value["of"]
        fields(sealed, **SEALED)
        if sealed["algorithm"] != ALGORITHM:
            raise Bad(f"unknown algorithm; known is {ALGORITHM}")
        if not 1 <= sealed["decks"] <= MOST_DECKS:
            raise Bad(f"{sealed['decks']} decks; allowed are 1 to {MOST_DECKS}")
        self.sealed = sealed
        if sealed["number"] == 0:
            self.fault("shoes are numbered from 1")
        if sealed["number"] == 1 and sealed["previous"] != NONE.hex():
            self.fault("shoe 1 names a shoe before it")
        if seal_of(sealed).hex() != value["seal"]:
            self.fault("the seal is not that of what it stands for")

    @property
    def cards(self):
        return self.sealed["decks"] * 52

    def take_cut(self, value):
        fields(value, at=is_number(65535))
        if self.cut is not None:
            raise Bad("a second cut")
        if value["at"] >= self.cards:
            raise Bad(f"cut at {value['at']}; allowed are 0 to {self.cards - 1}")
        self.cut = value["at"]

    def take_drawn(self, drawn, card):
        due = len(self.drawn)
        self.drawn.append((self.line, card))
        if self.cut is None:
            raise Bad(f"card {drawn} before the cut")
        if drawn != due:
            raise Bad(f"card {drawn}, but card {due} is due")

    def take_unseen(self, value):
        fields(value, drawn=is_number(65535))
        self.take_drawn(value["drawn"], None)

    def take_card(self, value):
        fields(value, **OPENING)
        drawn, position, card = value["drawn"], value["position"], value["card"]
        self.take_drawn(drawn, card)
        due = (drawn + self.cut) % self.cards
        if position != due:
            raise Bad(f"card {drawn} opens position {position}, but position {due} is due")
        leaf = card_leaf(position, card, bytes.fromhex(value["salt"]))
        root = inclusion_root(leaf, position, self.cards, [bytes.fromhex(beside) for beside in value["path"]])
        if root is None or root.hex() != self.sealed["root"]:
            raise Bad(f"card {drawn} is {card}: card, salt and path do not lead to the root that was sealed")

    def take_revealed(self, value):
        fields(value, seed=is_hash, because=is_ending)
        if value["because"] != "finished" and not value["because"]["abandoned"].strip():
            self.fault("the shoe was abandoned without a reason")
        self.reveal = (self.line, value)

    def finish(self):
        if not self.sealed:
            if not self.faults:
                self.fault("the record is empty", 1)
            return
        if not self.reveal:
            self.fault("the record ends here, but the shoe has not been revealed: unfinished, or cut off")
            return
        line, reveal = self.reveal
        seed = bytes.fromhex(reveal["seed"])
        if seed_hash(seed).hex() != self.sealed["seed_hash"]:
            self.fault("the seed revealed is not the one that was sealed", line)
        order, _ = shuffled(seed, self.sealed["decks"])
        if shoe_root(order, salts(seed, len(order))).hex() != self.sealed["root"]:
            self.fault("the seed revealed leads to another root", line)
            return  # against the order of another shoe every card would be wrong
        cut = self.cut or 0
        order = order[cut:] + order[:cut]
        for drawn, (at, card) in enumerate(self.drawn):
            if drawn >= len(order):
                self.fault(f"card {drawn} of a shoe of {len(order)}", at)
            elif card not in (None, order[drawn]):
                self.fault(f"card {drawn} is {card}, but the seed revealed makes it {order[drawn]}", at)


def read_text(name):
    try:
        with open(name, encoding="utf-8", newline="") as file:
            return file.read()
    except (OSError, UnicodeDecodeError) as error:
        print(f"cannot read {name}: {error}", file=sys.stderr)
        sys.exit(3)


def check_sequence(shoes):
    """At each table: every number once, without a gap, each naming the seal of the one before."""
    faults = []
    shoes = sorted(shoes, key=lambda sealed: (sealed["table"], sealed["number"]))
    for before, after in zip(shoes, shoes[1:]):
        if before["table"] != after["table"]:
            continue
        where = f"table {after['table']}"
        if after["number"] == before["number"]:
            faults.append(f"{where}: there are two shoes {after['number']}")
        elif after["number"] > before["number"] + 1:
            faults.append(f"{where}: shoes {before['number'] + 1} to {after['number'] - 1} are missing")
        elif after["previous"] != seal_of(before).hex():
            faults.append(f"{where}: shoe {after['number']} names another seal before it")
    return faults


def check_shoes(names):
    held, shoes = True, []
    for name in names:
        shoe = Shoe()
        text = read_text(name)
        for line in text.removesuffix("\n").split("\n") if text else []:
            shoe.take(line)
        shoe.finish()
        for line, told in sorted(shoe.faults):
            print(f"{name}: line {line}: {told}")
        if shoe.faults:
            held = False
            continue
        sealed = shoe.sealed
        shoes.append(sealed)
        print(f"{name}: table {sealed['table']}, shoe {sealed['number']}: all {len(shoe.drawn)} cards dealt hold")
    faults = check_sequence(shoes)
    for fault in faults:
        print(fault)
    return held and not faults


# ---------------------------------------------------------------- test vectors


def check_vectors(names):
    held = True
    for name in names:
        vectors = json.loads(read_text(name))
        for number, vector in enumerate(vectors["shoes"]):
            found = shoe_vector(bytes.fromhex(vector["seed"]), vector["sealed"])
            for key in sorted(set(found) | set(vector)):
                if found.get(key) != vector.get(key):
                    held = False
                    print(f"{name}: shoe {number}: {key} is not what comes out here")
        print(f"{name}: {len(vectors['shoes'])} shoes compared")
    return held


def shoe_vector(seed, given):
    """Everything a test vector tells, worked out from a seed and what was fixed before the shuffle."""
    sealed = {key: given[key] for key in ("algorithm", "book", "table", "number", "decks", "previous")}
    order, passed_over = shuffled(seed, sealed["decks"])
    salted = salts(seed, len(order))
    sealed["seed_hash"] = seed_hash(seed).hex()
    sealed["root"] = shoe_root(order, salted).hex()
    return {
        "seed": seed.hex(),
        "sealed": sealed,
        "seal": seal_of(sealed).hex(),
        "passed_over": passed_over,
        "order": "".join(order),
        "first_salt": salted[0].hex(),
        "last_salt": salted[-1].hex(),
    }


COMMANDS = {"shoe": check_shoes, "vectors": check_vectors}


def main(arguments):
    if len(arguments) < 2 or arguments[0] not in COMMANDS:
        print(__doc__, file=sys.stderr)
        return 2
    return 0 if COMMANDS[arguments[0]](arguments[1:]) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
