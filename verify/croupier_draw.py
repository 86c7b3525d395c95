"""Checks the draws that Croupier publishes (croupier-draw-1, see docs/draw.md). Used by croupier_verify.py as `draw`."""

import json
import struct

from croupier_verify import NONE, key_stream, leaf_hash, read_text, sha256, tree_root

METHOD = "croupier-draw-1"
NONCE = b"draw 1 order"
MOST_TRIES = 100_000


def seed_hash(seed):
    return sha256(b"croupier-draw-1 seed", seed)


def seal_of(sealed):
    text = (
        f"{METHOD}\nnumber {sealed['number']}\npurpose {sealed['purpose']}\n"
        f"previous {sealed['previous']}\nseed-hash {sealed['seed_hash']}\n"
    )
    return sha256(text.encode())


def list_root(entries):
    return tree_root([leaf_hash(entry.encode()) for entry in entries])


def words(key):
    """Four bytes of the key stream at a time, the low one first."""
    for block in key_stream(key, NONCE):
        yield from struct.unpack("<16I", block)


def below(stream, end):
    fair = 2**32 - 2**32 % end
    for word in stream:
        if word < fair:
            return word % end


def orders(seed, root, mix, count):
    """The orders that follow each other from one stream."""
    stream = words(sha256(b"croupier-draw-1 key", seed, root, sha256(mix.encode())))
    for _ in range(MOST_TRIES):
        order = list(range(count))
        for last in range(count - 1, 0, -1):
            other = below(stream, last + 1)
            order[last], order[other] = order[other], order[last]
        yield order


def keeps_apart(apart, entries, order):
    part_of, start = {}, 0
    for number, size in enumerate(apart["parts"]):
        part_of.update({entries[index]: number for index in order[start : start + size]})
        start += size
    for group in apart["groups"]:
        parts = [part_of[entry] for entry in group if entry in part_of]
        if len(set(parts)) != len(parts):
            return False
    return True


def faults_of(record):
    """Everything that is wrong with one draw."""
    entries, sealed, seed = record["list"], record["sealed"], bytes.fromhex(record["seed"])
    root = list_root(entries)
    if record["method"] != METHOD:
        yield f"it names another method than {METHOD}"
    if seal_of(sealed).hex() != record["seal"]:
        yield "the seal is not that of what was committed to"
    if seed_hash(seed).hex() != sealed["seed_hash"]:
        yield "the seed is not the one that was committed to"
    if root.hex() != record["root"]:
        yield "the root is not that of the list"
    tried = enumerate(orders(seed, root, record["mix"], len(entries)))
    first = next(((n, order) for n, order in tried if keeps_apart(record["apart"], entries, order)), None)
    if first != (record["passed_over"], record["order"]):
        yield "another order follows from seed, root and mix"


def check_draws(names):
    """Each file holds one draw or a list of draws; a list is a chain without a gap."""
    held = True
    for name in names:
        value = json.loads(read_text(name))
        records = value if isinstance(value, list) else [value]
        number, previous = (0, NONE.hex()) if isinstance(value, list) else (None, None)
        for record in records:
            faults = list(faults_of(record))
            if number is not None:
                if record["sealed"]["number"] != number + 1:
                    faults.append("its number does not follow on the draw before")
                if record["sealed"]["previous"] != previous:
                    faults.append("it does not name the seal of the draw before")
                number, previous = record["sealed"]["number"], record["seal"]
            held = held and not faults
            for fault in faults:
                print(f"{name}: draw {record['sealed']['number']}: {fault}")
            if not faults:
                drawn = ", ".join(record["list"][index] for index in record["order"])
                print(f"{name}: draw {record['sealed']['number']} for {record['sealed']['purpose']} holds: {drawn}")
    return held
