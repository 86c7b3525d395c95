#!/usr/bin/env python3
"""Checks what Croupier publishes, without Croupier: only this file and Python's standard library are needed, and beside it
croupier_judge.py to judge coups, croupier_draw.py to check draws, croupier_promotion.py those of prizes and croupier_tournament.py tournaments.

    croupier_verify.py shoe FILE...                   finished shoes, each from its public record
    croupier_verify.py evidence [--key KEY] FILE...   files that prove one coup of a log, one dispute or one tournament, signed by this key
    croupier_verify.py judge BOOK FILE...             every coup of log exports or bundles, judged by this book file
    croupier_verify.py draw FILE...                   draws of seats or prizes, one record or a chain of them to a file
    croupier_verify.py promotion FILE... [--terms FILE] [--ticket FILE...]   draws of promotional prizes, the terms of the first, and proofs of its tickets
    croupier_verify.py vectors FILE...                this program itself against published test vectors

docs/sealed-shoe.md, docs/ledger.md, docs/evidence.md, docs/referee.md, docs/draw.md and docs/promotions.md describe what is checked. Ends with 0 if everything holds, with 1 if something does not,
with 2 if the command line is wrong, and with 3 if a file cannot be read.
"""

import hashlib
import json
import re
import struct
import sys
from collections import Counter

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


# ---------------------------------------------------------------- Ed25519 (RFC 8032)

FIELD = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
CURVE = -121665 * pow(121666, -1, FIELD) % FIELD
ROOT = pow(2, (FIELD - 1) // 4, FIELD)


def recover_x(y, odd):
    """The x of a point with this y, odd or even; nothing if there is none."""
    square = (y * y - 1) * pow(CURVE * y * y + 1, -1, FIELD) % FIELD
    x = pow(square, (FIELD + 3) // 8, FIELD)
    if (x * x - square) % FIELD:
        x = x * ROOT % FIELD
    if (x * x - square) % FIELD or (x == 0 and odd):
        return None
    return x if x % 2 == odd else FIELD - x


def read_point(data):
    """A point in extended coordinates from its 32 bytes; nothing if they are none."""
    whole = int.from_bytes(data, "little")
    y, odd = whole % 2**255, whole >> 255
    x = recover_x(y, odd) if y < FIELD else None
    return None if x is None else (x, y, 1, x * y % FIELD)


def add_points(p, q):
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % FIELD, (p[1] + p[0]) * (q[1] + q[0]) % FIELD
    c, d = 2 * p[3] * q[3] * CURVE % FIELD, 2 * p[2] * q[2] % FIELD
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % FIELD, g * h % FIELD, f * g % FIELD, e * h % FIELD


def times(number, point):
    sum_ = (0, 1, 1, 0)
    while number:
        if number % 2:
            sum_ = add_points(sum_, point)
        point, number = add_points(point, point), number // 2
    return sum_


def same_point(p, q):
    return (p[0] * q[2] - q[0] * p[2]) % FIELD == 0 and (p[1] * q[2] - q[1] * p[2]) % FIELD == 0


BASE_Y = 4 * pow(5, -1, FIELD) % FIELD
BASE = (recover_x(BASE_Y, 0), BASE_Y, 1, recover_x(BASE_Y, 0) * BASE_Y % FIELD)


def is_signed(key, message, signature):
    """Is this the signature of the key under the message?"""
    point, commitment = read_point(key), read_point(signature[:32])
    proof = int.from_bytes(signature[32:], "little")
    if len(signature) != 64 or len(key) != 32 or point is None or commitment is None or proof >= ORDER:
        return False
    challenge = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % ORDER
    return same_point(times(proof, BASE), add_points(commitment, times(challenge, point)))


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
        dealt = dict(dealt=is_number(65535)) if isinstance(value, dict) and "dealt" in value else {}
        fields(value, seed=is_hash, because=is_ending, **dealt)
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
        if reveal.get("dealt", len(self.drawn)) != len(self.drawn):
            self.fault(f"{reveal['dealt']} cards came out, but the record tells of {len(self.drawn)}", line)
        seed = bytes.fromhex(reveal["seed"])
        if seed_hash(seed).hex() != self.sealed["seed_hash"]:
            self.fault("the seed revealed is not the one that was sealed", line)
        order, _ = shuffled(seed, self.sealed["decks"])
        if shoe_root(order, salts(seed, len(order))).hex() != self.sealed["root"]:
            self.fault("the seed revealed leads to another root", line)
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


def read_json(name):
    """What a file of JSON says. A key that comes twice would be read otherwise by another program."""
    try:
        return json.loads(read_text(name), object_pairs_hook=no_twins)
    except (Bad, ValueError, RecursionError) as error:
        print(f"cannot read {name}: not JSON: {error}", file=sys.stderr)
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


# ---------------------------------------------------------------- evidence of a coup


def length_first(data):
    return struct.pack(">I", len(data)) + data


def record_hash(stream, record):
    texts = [record[key].encode() for key in ("actor", "role", "command")]
    hashes = [bytes.fromhex(record[key]) for key in ("request", "book")]
    places = [struct.pack(">Q", record["sequence"]), struct.pack(">q", record["time"])]
    told = [record["kind"].encode(), record["payload"].encode(), bytes.fromhex(record["previous"])]
    parts = [stream.encode(), *places, *texts, *hashes, *told]
    return sha256(b"croupier-ledger-1\n", *map(length_first, parts))


def head_leaf(head):
    place = struct.pack(">Q", head["length"]) + bytes.fromhex(head["hash"])
    return leaf_hash(b"croupier-head-1\n" + length_first(head["stream"].encode()) + place)


def is_list(value):
    return isinstance(value, list)


def is_hex(length):
    return lambda value: isinstance(value, str) and re.fullmatch(f"[0-9a-f]{{{length}}}", value) is not None


def is_time(value):
    return type(value) is int and -(2**63) <= value < 2**63


def is_texts(value):
    return is_list(value) and len(value) == 2 and all(map(is_text, value))


def is_places(value):
    return is_list(value) and len(value) == 2 and all(map(is_number(2**63), value))


def is_format(name, *numbers):
    return lambda value: value in [f"croupier-{name}-{number}" for number in numbers]


BUNDLE = dict(
    format=is_format("evidence", 1, 2),
    table=is_table,
    coup=is_number(2**32),
    events=is_places,
    book=is_texts,
    signed=lambda value: isinstance(value, dict),
    slices=is_list,
)
CASE = dict(
    format=is_format("case", 1, 2),
    table=is_table,
    dispute=is_number(2**32),
    frozen=lambda value: isinstance(value, dict),
    told=lambda value: is_list(value) and all(map(is_number(2**63), value)),
    coups=is_list,
    notes=lambda value: is_list(value) and all(map(is_text, value)) and len(set(value)) == len(value),
    book=is_texts,
    signed=lambda value: isinstance(value, dict),
    slices=is_list,
)
# What bundles and cases of the second form have besides: by which events the table was set, and where these stand.
SET = dict(in_force=lambda value: is_list(value) and all(map(is_number(2**63), value)), settings=is_list)
SIGNED = dict(size=is_number(2**63), root=is_hash, time=is_time, key=is_hex(64), signature=is_hex(128))
SLICE = dict(head=lambda value: isinstance(value, dict), index=is_number(2**63), path=is_path, records=is_list)
HEAD = dict(stream=is_text, length=is_number(2**63), hash=is_hash)
RECORD = dict(
    sequence=is_number(2**63),
    time=is_time,
    actor=is_text,
    role=is_text,
    command=is_text,
    request=is_hash,
    book=is_hash,
    kind=is_text,
    payload=is_text,
    previous=is_hash,
    hash=is_hash,
)


def payload_of(record):
    """What a record tells; its text has one spelling."""
    try:
        value = json.loads(record["payload"], object_pairs_hook=no_twins)
    except (ValueError, RecursionError) as error:
        raise Bad(f"the payload is not JSON: {error}") from None
    if json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False) != record["payload"]:
        raise Bad("the payload is not in its one spelling")
    return value


def check_slice(part, signed):
    """The records follow on one another up to where the signed root has their stream."""
    fields(part, **SLICE)
    fields(part["head"], **HEAD)
    head, before, sequence = part["head"], None, None
    for record in part["records"]:
        fields(record, **RECORD)
        where = f"{head['stream']}, sequence {record['sequence']}"
        if sequence is not None and record["sequence"] != sequence + 1:
            raise Bad(f"{where}: sequence {sequence + 1} is due")
        if before is not None and record["previous"] != before:
            raise Bad(f"{where}: it does not follow on the record before it")
        if record_hash(head["stream"], record).hex() != record["hash"]:
            raise Bad(f"{where}: its fields give another hash")
        try:
            record["told"] = payload_of(record)
        except Bad as bad:
            raise Bad(f"{where}: {bad}") from None
        before, sequence = record["hash"], record["sequence"]
    if (sequence, before) != (head["length"] - 1, head["hash"]):
        raise Bad(f"{head['stream']}: the records do not lead to where the checkpoint has it")
    path = [bytes.fromhex(beside) for beside in part["path"]]
    root = inclusion_root(head_leaf(head), part["index"], signed["size"], path)
    if root is None or root.hex() != signed["root"]:
        raise Bad(f"{head['stream']}: its head and path do not lead to the root that was signed")


def check_signed(signed, key):
    fields(signed, **SIGNED)
    text = f"croupier-checkpoint-1\nsize {signed['size']}\nroot {signed['root']}\ntime {signed['time']}\n"
    if key is not None and signed["key"] != key:
        raise Bad(f"signed with another key, {signed['key']}")
    if not is_signed(bytes.fromhex(signed["key"]), text.encode(), bytes.fromhex(signed["signature"])):
        raise Bad("the signature is not that of the key")


def cards_shown(record):
    """The cards that a table's record shows. A burnt card that a patron asks to see is not opened before the shoe is revealed."""
    fact = record["told"]["fact"]
    cards = fact.get("cards") if is_list(fact.get("cards")) else []
    return [card for card in [fact.get("card"), *cards] if card and fact["fact"] != "burnt-card-shown"]


# Records of a table's stream that tell no event: what was asked, which edition of the book was taken up, a clock that went back.
NO_EVENT = ("asked-1", "edition-1", "clock-went-back-1")


def check_coup(bundle, records):
    """The records of the coup are there, from the first to the last, under the book in the bundle."""
    first, last = bundle["events"]
    coup = [record for record in records if first <= record["sequence"] <= last]
    if len(coup) != last - first + 1 or not coup:
        raise Bad(f"events {first} to {last} are not all there")
    coup = [record for record in coup if record["kind"] not in NO_EVENT]
    book = sha256(*(text.encode() for text in bundle["book"])).hex()
    for record in coup:
        told = record["told"]
        if record["kind"] != "table-event-1" or not isinstance(told, dict) or not isinstance(told.get("fact"), dict):
            raise Bad(f"sequence {record['sequence']} is no event of a table")
        if record["book"] != book:
            raise Bad(f"sequence {record['sequence']} was recorded under another book than the one here")
    started = dict(fact="coup-started", number=bundle["coup"])
    if not any(started.items() <= record["told"]["fact"].items() for record in coup):
        raise Bad(f"the events are not those of coup {bundle['coup']}")
    return coup


def check_shoe(bundle, stream, records, book):
    """A shoe's record holds as far as it goes. Says what it opened under which command."""
    shoe = Shoe()
    for record in records:
        if record["kind"] != "shoe-line-1" or not is_text(record["told"]):
            raise Bad(f"{stream}, sequence {record['sequence']}: no line of a shoe's record")
        shoe.take(record["told"])
    if shoe.reveal:
        shoe.finish()
    for line, told in shoe.faults:
        raise Bad(f"{stream}, line {line} of its record: {told}")
    if shoe.sealed is None or shoe.sealed["table"] != bundle["table"] or shoe.sealed["book"] != book:
        raise Bad(f"{stream}: the shoe was sealed for another table or book")
    if stream != f"shoe/{shoe.sealed['table']}.{shoe.sealed['number']}":
        raise Bad(f"{stream}: the shoe was sealed under another number")
    lines = [(record["command"], *read_line(record["told"])) for record in records]
    return [(command, value["card"]) for command, word, value in lines if word == "card"]


def check_opened(coup, opened):
    """What the shoes opened under the coup's commands is what the coup's records show."""
    commands = {record["command"] for record in coup}
    shown = Counter(card for record in coup for card in cards_shown(record))
    here = Counter(card for command, card in opened if command in commands)
    for card in sorted(here - shown):
        raise Bad(f"the shoe opened {card} in this coup, which the coup's records do not show")
    # A card that left the shoe too early was opened before this coup.
    for card in sorted(set(shown) - {card for _, card in opened}):
        raise Bad(f"the coup's records show {card}, which the shoe has not opened")
    return sum(here.values())


def check_slices(bundle, others=()):
    """Every slice leads to the signed root; a slice of the table, perhaps some of its shoes, and the others that are named."""
    slices = {}
    for part in bundle["slices"]:
        check_slice(part, bundle["signed"])
        slices[part["head"]["stream"]] = part["records"]
    table = f"table/{bundle['table']}"
    shoes = [stream for stream in slices if stream.startswith("shoe/")]
    if table not in slices or len(slices) != len(bundle["slices"]) or set(slices) != {table, *shoes, *others}:
        raise Bad("it has a slice of its table, perhaps some of its shoes, and nothing that it does not name")
    return slices[table], slices


def is_second(bundle):
    """Does it tell how its table was set? The first form did not."""
    return bundle["format"].endswith("-2")


def fact_in(record):
    """The name of what happened, where a record says that something happened at a table."""
    fact = record["told"].get("fact") if record["kind"] == "table-event-1" and isinstance(record["told"], dict) else None
    return fact.get("fact") if isinstance(fact, dict) else None


def check_settings(bundle, records):
    """How the table was set where its records begin: each event that says so stands in a slice that leads to the signed root. That none is
    left out nobody can tell from a bundle. Where the records begin before the table was opened, they say it themselves."""
    if not is_second(bundle):
        return
    stream, wanted, found, first = f"table/{bundle['table']}", bundle["in_force"], [], records[0]["sequence"]
    for part in bundle["settings"]:
        check_slice(part, bundle["signed"])
        if part["head"]["stream"] != stream:
            raise Bad(f"settings: {part['head']['stream']} is not the stream of its table")
        found += [record for record in part["records"] if record["sequence"] in wanted]
    if [record["sequence"] for record in found] != wanted or wanted != sorted(wanted) or (wanted or [-1])[-1] >= first:
        raise Bad("settings: the events by which the table was set are not all there, once each and before its other records")
    kinds = list(map(fact_in, found))
    if not kinds and "table-opened" in map(fact_in, records):
        return
    if kinds.count("table-opened") != 1 or not set(kinds) <= {"table-opened", "change-made", "personal-limit-set"}:
        raise Bad("settings: they are the event that opened the table, and changes and personal limits since")


def check_shoes_of(bundle, slices):
    """Every card that the shoes opened, with its command; nothing where the cards are real."""
    book = sha256(*(text.encode() for text in bundle["book"])).hex()
    shoes = [stream for stream in slices if stream.startswith("shoe/")]
    return [pair for stream in shoes for pair in check_shoe(bundle, stream, slices[stream], book)]


def told_of(bundle, coup, opened):
    told = f"coup {bundle['coup']} of table {bundle['table']}: {len(coup)} records hold"
    if opened:
        told += f", {check_opened(coup, opened)} cards were sealed before the first wager"
    return told


def check_bundle(bundle, key):
    if isinstance(bundle, dict) and bundle.get("format") in ("croupier-case-1", "croupier-case-2"):
        return check_case(bundle, key)
    if isinstance(bundle, dict) and bundle.get("format") == "croupier-tournament-1":
        return check_tournament(bundle, key)
    if isinstance(bundle, dict) and not BUNDLE["format"](bundle.get("format")):
        raise Bad(f"format cannot be {json.dumps(bundle.get('format'))[:80]}")
    fields(bundle, **BUNDLE, **(SET if is_second(bundle) else {}))
    check_signed(bundle["signed"], key)
    records, slices = check_slices(bundle)
    check_settings(bundle, records)
    coup = check_coup(bundle, records)
    return told_of(bundle, coup, check_shoes_of(bundle, slices))


def check_case(case, key):
    """A dispute: the events that tell of it, the coups it concerns, and notes on it."""
    fields(case, **CASE, **(SET if is_second(case) else {}))
    fields(case["frozen"], by=is_text, role=is_text, at=is_time, why=is_text)
    check_signed(case["signed"], key)
    records, slices = check_slices(case, case["notes"])
    check_settings(case, records)
    opened = check_shoes_of(case, slices)
    by_sequence = {record["sequence"]: record["told"] for record in records}
    for sequence in case["told"]:
        fact = by_sequence.get(sequence, {}).get("fact", {})
        if not str(fact.get("fact")).startswith(("dispute-", "review-")) or fact.get("id") != case["dispute"]:
            raise Bad(f"event {sequence} does not tell of dispute {case['dispute']}")
    if not case["told"]:
        raise Bad("no event tells of the dispute")
    lines = [f"dispute {case['dispute']} of table {case['table']}: {len(case['told'])} events tell of it"]
    for coup in case["coups"]:
        fields(coup, coup=is_number(2**32), events=is_places)
        own = {**case, **coup}
        lines.append(told_of(own, check_coup(own, records), opened))
    for note in case["notes"]:
        if not note.startswith("watch/") or [record["kind"] for record in slices[note]] != ["watch-note-1"]:
            raise Bad(f"{note} is no note")
    if case["notes"]:
        lines.append(f"{len(case['notes'])} notes hold")
    return "; ".join(lines)


def check_evidence(arguments):
    key, names = None, arguments
    if arguments[:1] == ["--key"]:
        key, names = (arguments + [""])[1], arguments[2:]
    held = bool(names)
    for name in names:
        try:
            try:
                bundle = json.loads(read_text(name), object_pairs_hook=no_twins)
            except (ValueError, RecursionError) as error:
                raise Bad(f"not JSON: {error}") from None
            told = check_bundle(bundle, key)
            known = "" if key else f"; the key is not checked, compare it: {bundle['signed']['key']}"
            print(f"{name}: {told}{known}")
        except Bad as bad:
            held = False
            print(f"{name}: {bad}")
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            held = False
            print(f"{name}: something is not of the kind that a bundle has: {error}")
    return held


# ---------------------------------------------------------------- test vectors


def check_vectors(names):
    held = True
    for name in names:
        vectors = read_json(name)
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


# ---------------------------------------------------------------- coups judged by the book


def check_coups(arguments):
    try:
        import croupier_judge
    except ImportError as error:
        print(f"croupier_judge.py must lie beside this file, and Python be 3.11 or later: {error}", file=sys.stderr)
        sys.exit(3)
    if len(arguments) < 2:
        print("judge needs a book file and a file to judge", file=sys.stderr)
        sys.exit(2)
    try:
        return croupier_judge.judge(arguments)
    except croupier_judge.Unreadable as error:
        print(error, file=sys.stderr)
        sys.exit(3)
    except croupier_judge.Bad as bad:
        print(bad)
        return False


def check_draws(names):
    try:
        import croupier_draw
    except ImportError as error:
        print(f"croupier_draw.py must lie beside this file: {error}", file=sys.stderr)
        sys.exit(3)
    return croupier_draw.check_draws(names)


def check_promotions(arguments):
    try:
        import croupier_promotion
    except ImportError as error:
        print(f"croupier_promotion.py must lie beside this file: {error}", file=sys.stderr)
        sys.exit(3)
    return croupier_promotion.check_promotions(arguments)


TOURNAMENT = dict(format=is_text, tournament=is_text, book=is_texts, signed=lambda value: isinstance(value, dict), slices=is_list)


def check_tournament(bundle, key):
    """A tournament from its first record on: the records lead to the signed root, and everything in them follows."""
    import croupier_judge
    import croupier_tournament

    fields(bundle, **TOURNAMENT)
    if bundle["format"] != "croupier-tournament-1":
        raise Bad("it is no bundle of a tournament")
    check_signed(bundle["signed"], key)
    if [part["head"]["stream"] for part in bundle["slices"]] != [f"tournament/{bundle['tournament']}"]:
        raise Bad("it has the stream of its tournament and no other")
    part = bundle["slices"][0]
    check_slice(part, bundle["signed"])
    if not part["records"] or part["records"][0]["sequence"] != 0:
        raise Bad("it does not begin with the first record")
    try:
        return croupier_tournament.told(croupier_tournament.follow(bundle["tournament"], bundle["book"], part["records"]))
    except (croupier_tournament.Bad, croupier_judge.Bad) as bad:
        raise Bad(str(bad)) from None


COMMANDS = {
    "shoe": check_shoes,
    "evidence": check_evidence,
    "judge": check_coups,
    "draw": check_draws,
    "promotion": check_promotions,
    "vectors": check_vectors,
}


def main(arguments):
    if len(arguments) < 2 or arguments[0] not in COMMANDS:
        print(__doc__, file=sys.stderr)
        return 2
    return 0 if COMMANDS[arguments[0]](arguments[1:]) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
