"""Checks the draws of promotional prizes that Croupier publishes (croupier-promotion-1, see docs/promotions.md). Used by
croupier_verify.py as `promotion`."""

import json

from croupier_draw import faults_of as draw_faults, list_root, seal_of
from croupier_verify import inclusion_root, leaf_hash, read_text, sha256

METHOD = "croupier-promotion-1"


def number_of(entry):
    """The number of a ticket from its line in the list; none if that is no ticket."""
    words = entry.split()
    return int(words[1]) if len(words) == 3 and words[0] == "ticket" and words[1].isdigit() else None


def seal_faults(public):
    sealed = public["sealed"]
    if sealed and not sealed["purpose"].startswith(f"promotion {public['promotion']} terms "):
        yield "the seal is for something else"
    if not sealed and (public["issued"] or public["root"] or public["draw"]):
        yield "tickets were issued before anything was sealed"


def list_faults(public):
    if public["root"] is None:
        return
    entries, taken_back = public["list"], set(public["taken_back"])
    if list_root(entries).hex() != public["root"]:
        yield "the root is not that of the list"
    numbers = [number_of(entry) for entry in entries]
    if None in numbers:
        yield "an entry of the list is no ticket"
        return
    if any(one >= other for one, other in zip(numbers, numbers[1:])):
        yield "the list is not in the order of its numbers, or a ticket stands twice"
    listed = set(numbers)
    for number in range(1, public["issued"] + 1):
        if number not in listed and number not in taken_back:
            yield f"ticket {number} was issued and left out of the list"
        if number in listed and number in taken_back:
            yield f"ticket {number} was taken back and is in the list"
    for number in sorted(listed):
        if not 1 <= number <= public["issued"]:
            yield f"ticket {number} is in the list and was never issued"


def prize_faults(public):
    """Whoever came up is the head of the order, without a gap."""
    draw = public["draw"]
    named = [ticket for prize in public["prizes"] for ticket, _ in prize["passed"]]
    named += [prize["ticket"] for prize in public["prizes"] if prize["ticket"] is not None]
    if len(set(named)) != len(named):
        yield "a ticket came up twice"
    for index in draw["order"][: len(named)]:
        entry = draw["list"][index]
        if number_of(entry) not in named:
            yield f"`{entry}` was next in the order and neither won nor was passed over"


def faults_of(public):
    """Everything that is wrong with what is published of one promotion."""
    if public["method"] != METHOD:
        yield f"it names another format than {METHOD}"
    yield from seal_faults(public)
    yield from list_faults(public)
    draw = public["draw"]
    if draw is None:
        if public["sealed"] and public["as_of"] >= public["due"] and not (public["cancelled"] or public["postponed"]):
            yield "the draw was due and was neither held, postponed nor cancelled"
        if any(prize["ticket"] is not None or prize["passed"] for prize in public["prizes"]):
            yield "a ticket has a prize and no draw was held"
        return
    yield from draw_faults(draw)
    if draw["sealed"] != public["sealed"]:
        yield "the draw is not the one that was sealed"
    if draw["list"] != public["list"] or draw["root"] != public["root"]:
        yield "it was drawn from another list than the published one"
    yield from prize_faults(public)


def chain_faults(published):
    """Draws of a house have numbers without a gap, and each names the seal of the one before."""
    sealed = sorted((public["sealed"]["number"], public["promotion"], public["sealed"]) for public in published if public["sealed"])
    for (number, first, one), (following, second, other) in zip(sealed, sealed[1:]):
        if number == following:
            yield f"{first} and {second} both are draw {number}: one was drawn again"
        elif following != number + 1:
            yield f"draws {number + 1} to {following - 1} are missing"
        elif other["previous"] != seal_of(one).hex():
            yield f"{second} does not name the seal of {first}"


def ticket_entry(promotion, ticket, salt):
    earned = ticket["earned"]
    how = "form" if earned["by"] == "form" else f"wager at {earned['table']} in coup {earned['coup']}"
    text = (
        f"croupier-ticket-1\npromotion {promotion}\nticket {ticket['number']}\nholder {ticket['holder']}\n"
        f"earned {how}\nat {ticket['at']}\n"
    )
    return f"ticket {ticket['number']} {sha256(b'croupier-ticket-1', salt, text.encode()).hex()}"


def proof_fault(proof, public):
    """What is wrong with the proof of one ticket; none if it holds."""
    if proof["promotion"] != public["promotion"]:
        return "the ticket is for another promotion"
    if proof["root"] != public["root"]:
        return "the proof leads to another root than the published one"
    leaf = leaf_hash(ticket_entry(proof["promotion"], proof["ticket"], bytes.fromhex(proof["salt"])).encode())
    path = [bytes.fromhex(node) for node in proof["path"]]
    if inclusion_root(leaf, proof["place"], proof["count"], path) != bytes.fromhex(proof["root"]):
        return "the ticket is not in the list that was drawn from"
    return None


def told(public):
    prizes = (
        f"prize {at + 1} to ticket {prize['ticket']}" for at, prize in enumerate(public["prizes"]) if prize["ticket"] is not None
    )
    return ", ".join(prizes) or "no prize is drawn"


def check_promotions(arguments):
    """Files of published promotions; after `--ticket`, files with the proofs of tickets, held against the first of them."""
    names, tickets = arguments, []
    if "--ticket" in arguments:
        at = arguments.index("--ticket")
        names, tickets = arguments[:at], arguments[at + 1 :]
    published = [json.loads(read_text(name)) for name in names]
    held = True
    for name, public in zip(names, published):
        faults = list(faults_of(public))
        held = held and not faults
        for fault in faults:
            print(f"{name}: {fault}")
        if not faults:
            print(f"{name}: {public['name']} holds: {told(public)}")
    for fault in chain_faults(published):
        held = False
        print(fault)
    for name in tickets:
        value = json.loads(read_text(name))
        for proof in value if isinstance(value, list) else [value]:
            fault = proof_fault(proof, published[0])
            held = held and fault is None
            print(f"{name}: ticket {proof['ticket']['number']}: {fault or 'is in the draw'}")
    return held
