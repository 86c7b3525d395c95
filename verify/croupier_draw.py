"""Checks the draws that Croupier publishes (croupier-draw-1, see docs/draw.md). Used by croupier_verify.py as `draw`."""

import struct

from croupier_verify import NONE, key_stream, leaf_hash, read_json, sha256, tree_root

METHOD = "croupier-draw-1"
PROMOTION = "croupier-promotion-1"
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


def told_faults(method, found):
    """Faults one by one, and if it is not in the form, that as the last: what is broken is told, never a crash, and hides nothing that
    was found before."""
    faults = []
    try:
        for fault in found():
            faults.append(fault)
    except (ArithmeticError, AttributeError, LookupError, OSError, RecursionError, TypeError, ValueError) as error:
        faults.append(f"it is not in the form {method}: {type(error).__name__} {error}")
    return faults


def link_faults(record, before):
    """What is wrong with a draw that follows on this one in a chain."""
    number, previous = before
    if record["sealed"]["number"] != number + 1:
        yield "its number does not follow on the draw before"
    if record["sealed"]["previous"] != previous:
        yield "it does not name the seal of the draw before"


def stands(record, otherwise):
    """The number and the seal that a draw says it has, so that the next is held against them whatever is wrong with this one."""
    try:
        return record["sealed"]["number"], record["seal"]
    except (KeyError, TypeError):
        return otherwise


def drawn_in(value):
    """The draw in what is published of a promotion, of which `promotion` checks the rest; anything else is a draw itself."""
    is_promotion = isinstance(value, dict) and value.get("method") == PROMOTION
    return value.get("draw") if is_promotion else value


def check_draws(names):
    """Each file holds one draw or a list of draws, or what is published of a promotion; a list is a chain without a gap."""
    held = True
    for name in names:
        value = read_json(name)
        chain = isinstance(value, list)
        before = (0, NONE.hex())
        for at, one in enumerate(value if chain else [value]):
            record = drawn_in(one)
            if record is None and one is not None:
                held = False
                print(f"{name}: no draw was held yet; `promotion` checks what is published so far")
                continue
            faults = told_faults(METHOD, lambda: faults_of(record))
            if chain:
                faults += told_faults(METHOD, lambda: link_faults(record, before))
            held = held and not faults
            number, _ = before = stands(record, (at + 1, None))
            for fault in faults:
                print(f"{name}: draw {number}: {fault}")
            if record is not one:
                print(f"{name}: note: this is the draw alone; `promotion` checks everything that is published")
            if not faults:
                drawn = ", ".join(record["list"][index] for index in record["order"])
                print(f"{name}: draw {number} for {record['sealed']['purpose']} holds: {drawn}")
    return held
