"""Checks the draws of promotional prizes that Croupier publishes (croupier-promotion-1, see docs/promotions.md). Used by
croupier_verify.py as `promotion`."""

import itertools
import json
import time
from datetime import datetime, timezone
from decimal import Decimal

from croupier_draw import faults_of as draw_faults, list_root, seal_of, told_faults
from croupier_verify import inclusion_root, leaf_hash, read_json, read_text, sha256

METHOD = "croupier-promotion-1"
REASONS = ("already-won", "not-eligible", "not-present", "lapsed")
POSTPONED = ("promotion", "draw")
# A draw held so many milliseconds after it was due is worth a word.
LATE = 3_600_000
# Of what is missing so many are named, and the rest is counted.
MOST_NAMED = 20


def number_of(entry):
    """The number of a ticket from its line in the list; none if that is no ticket."""
    words = entry.split()
    return int(words[1]) if len(words) == 3 and words[0] == "ticket" and words[1].isdigit() else None


def seal_faults(public):
    sealed = public["sealed"]
    purpose = f"promotion {public['promotion']} terms "
    versions = public.get("versions", [])
    if sealed and not sealed["purpose"].startswith(purpose):
        yield "the seal is for something else"
    elif sealed and (versions[-1] if versions else sealed["purpose"][len(purpose) :]) != public["terms"]:
        yield "the terms are neither those that were sealed nor a later version"
    if not sealed and (public["issued"] or public["root"] or public["draw"]):
        yield "tickets were issued before anything was sealed"


def undone_faults(public):
    """A ticket is taken back only with the coup that brought it, so that everybody can look whether that still counts."""
    named = [one["ticket"] for one in public.get("undone") or []]
    if public.get("undone") is None:
        return
    for number in public["taken_back"]:
        if named.count(number) != 1:
            yield f"ticket {number} was taken back, and not one coup is named for it"
    for number in named:
        if number not in public["taken_back"]:
            yield f"a coup is named for ticket {number}, which was not taken back"


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
    issued = range(1, public["issued"] + 1)
    # However many are said to be issued: no more can be there than are named.
    missing = (number for number in issued if number not in listed and number not in taken_back)
    named = list(itertools.islice(missing, MOST_NAMED))
    for number in named:
        yield f"ticket {number} was issued and left out of the list"
    more = public["issued"] - sum(number in issued for number in listed | taken_back) - len(named)
    if more:
        yield f"{more} more tickets were issued and left out of the list"
    for number in sorted(listed & taken_back):
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
    entries = [draw["list"][index] if 0 <= index < len(draw["list"]) else None for index in draw["order"]]
    for index, entry in zip(draw["order"], entries):
        if entry is None:
            yield f"the order names place {index + 1} of a list of {len(draw['list'])}"
    for entry in entries[: len(named)]:
        if entry is not None and number_of(entry) not in named:
            yield f"`{entry}` was next in the order and neither won nor was passed over"
    if draw["apart"] != {"parts": [], "groups": []} or draw["passed_over"] != 0:
        yield "orders were passed over; a draw of prizes has but one"
    order = [number_of(entry) for entry in entries if entry is not None]
    yield from won_faults(public, order)
    yield from order_faults(public, order, len(named))


def won_faults(public, order):
    """Whoever is passed over as having won comes after somebody who had a prize."""
    won = {ticket for prize in public["prizes"] for ticket, why in prize["passed"] if why == "already-won"}
    named = {ticket for prize in public["prizes"] for ticket, _ in prize["passed"]}
    named |= {prize["ticket"] for prize in public["prizes"] if prize["ticket"] is not None}
    for ticket in order:
        if ticket in named and ticket not in won:
            return
        if ticket in won:
            yield f"ticket {ticket} was passed over as having won before anything was won"


def order_faults(public, order, named):
    """Prizes go down the order: the first time each is drawn for, in their turn; a redraw is always further down. A prize that
    nobody has is one that lapsed, or for which no ticket was left."""
    place = {number: at for at, number in enumerate(order)}
    first_time = []
    for at, prize in enumerate(public["prizes"]):
        came_up = [ticket for ticket, _ in prize["passed"]] + ([] if prize["ticket"] is None else [prize["ticket"]])
        reasons = [why for _, why in prize["passed"]]
        for why in reasons:
            if why not in REASONS:
                yield f"prize {at + 1} was passed on because of `{why}`; allowed are {', '.join(REASONS)}"
        places = [place.get(ticket, -1) for ticket in came_up]
        if any(one >= other for one, other in zip(places, places[1:])):
            yield f"prize {at + 1} did not go down the order"
        leading = next((n for n, why in enumerate(reasons) if why != "already-won"), len(reasons))
        first_time += came_up[: leading + 1]
        if prize["ticket"] is None and named < len(order) and reasons[-1:] != ["lapsed"]:
            yield f"prize {at + 1} has no winner though tickets were left"
    if first_time != order[: len(first_time)]:
        yield "the prizes were not drawn in their turn"


def terms_faults(public, name):
    """What is published against the file of the terms: its hash, when the draw is due, and the prizes."""
    import tomllib

    text = read_text(name)
    if sha256(text.encode()).hex() != public["terms"]:
        yield "the terms are others than the published ones"
        return
    terms = tomllib.loads(text)
    if round(terms["award"]["when"].timestamp() * 1000) != public["due"]:
        yield "the draw is published as due at another time than the terms say"
    said = [(prize["what"], round(Decimal(str(prize["value"])) * 100)) for prize in terms["prize"]]
    if said != [(prize["what"], prize["value"]) for prize in public["prizes"]]:
        yield "the prizes are others than those of the terms"
    # After a change of terms, what lapsed may have lapsed under those before.
    if not public.get("versions"):
        yield from lapse_faults(public, terms)
        yield from reason_faults(public, terms)


def lapse_faults(public, terms):
    """A prize lapses, or goes to the next ticket, as the terms say, and never before their days have passed."""
    claim = terms.get("claim", {})
    days, lapses = claim.get("within_days", 28), claim.get("else", "next-ticket") == "lapses"
    drawn = len(public["draw"]["order"]) if public["draw"] else 0
    named = sum(len(prize["passed"]) + (prize["ticket"] is not None) for prize in public["prizes"])
    for at, prize in enumerate(public["prizes"]):
        reasons = [why for _, why in prize["passed"]]
        times = reasons.count("lapsed")
        # Clocks that change make a day shorter by an hour.
        earliest = round(terms["award"]["when"].timestamp() * 1000) + times * days * 86_400_000 - 3_600_000
        if times and public["as_of"] < earliest:
            yield f"prize {at + 1} lapsed before its {days} days had passed"
        at_the_end = prize["ticket"] is None and reasons[-1:] == ["lapsed"]
        if not lapses and at_the_end and named < drawn:
            yield f"prize {at + 1} lapsed; by the terms it goes to the next ticket, and one was left"
        if lapses and times > at_the_end:
            yield f"prize {at + 1} went to the next ticket; by the terms it lapses"


def reason_faults(public, terms):
    """Nobody is passed over for what the terms do not ask."""
    for ticket, why in (passed for prize in public["prizes"] for passed in prize["passed"]):
        if why == "not-present" and not terms["claim"]["present"]:
            yield f"ticket {ticket} was passed over as not there; the terms ask nobody to be there"
        if why == "already-won" and not terms.get("one_prize_each", False):
            yield f"ticket {ticket} was passed over as having won; the terms let one person win more than once"


def said(moment):
    return datetime.fromtimestamp(moment / 1000, timezone.utc).strftime("%Y-%m-%d %H:%M")


def notes_of(public):
    """What is no fault and still to be known: a draw that was held late, rests or was cancelled, and what is too old to tell of it."""
    due, held = public["due"], public.get("held")
    if held is not None and held - due >= LATE:
        yield f"the draw was due at {said(due)} UTC and was held at {said(held)} UTC"
    if public["draw"] is not None and held is None:
        yield "it does not say when the draw was held"
    if public.get("undone") is None and public["taken_back"]:
        yield "it does not say by which coups tickets were taken back"
    if public["cancelled"]:
        yield "the draw was cancelled; it awards nothing"
    for what in public["postponed"]:
        yield f"the {what} is postponed"
    if public["draw"] is None and not public["cancelled"] and public["as_of"] < due <= time.time() * 1000:
        yield (
            f"this was written at {said(public['as_of'])} UTC, before the draw, which was due at {said(due)} UTC: "
            "ask for what is published now"
        )


def faults_of(public):
    """Everything that is wrong with what is published of one promotion."""
    if public["method"] != METHOD:
        yield f"it names another format than {METHOD}"
    for what in public["postponed"]:
        if what not in POSTPONED:
            yield f"`{what}` is postponed; allowed are {', '.join(POSTPONED)}"
    yield from seal_faults(public)
    yield from undone_faults(public)
    yield from list_faults(public)
    draw = public["draw"]
    if draw is None:
        excused = public["cancelled"] or public["postponed"] or (public["root"] is not None and not public["list"])
        if public["sealed"] and public["as_of"] >= public["due"] and not excused:
            yield "the draw was due and was neither held, postponed nor cancelled"
        if any(prize["ticket"] is not None or prize["passed"] for prize in public["prizes"]):
            yield "a ticket has a prize and no draw was held"
        return
    yield from draw_faults(draw)
    if draw["sealed"] != public["sealed"]:
        yield "the draw is not the one that was sealed"
    if draw["list"] != public["list"] or draw["root"] != public["root"]:
        yield "it was drawn from another list than the published one"
    if min(public["as_of"], public.get("held") or public["as_of"]) < public["due"]:
        yield "the draw was held before it was due"
    yield from prize_faults(public)


def differs(one, other):
    """What two records of one draw, the earlier and the later, say otherwise; none if one goes on where the other was."""
    if one["sealed"] != other["sealed"] or one["promotion"] != other["promotion"]:
        return "one was drawn again"
    if one["root"] is not None and other["root"] is not None and one["root"] != other["root"]:
        return "their lists are not the same"
    if one["draw"] is not None and other["draw"] is not None and one["draw"] != other["draw"]:
        return "their orders are not the same"
    return None


def chain_faults(published):
    """Draws of a house have numbers without a gap, each names the seal of the one before, and no promotion is drawn under two of them.
    Records of one draw from several moments must agree."""
    sealed = sorted((public for public in published if public["sealed"]), key=lambda public: public["sealed"]["number"])
    first_number = {}
    for public in sealed:
        number = public["sealed"]["number"]
        before = first_number.setdefault(public["promotion"], number)
        if before != number:
            yield f"{public['promotion']} was sealed twice, as draw {before} and as draw {number}: a redraw is the next ticket"
    for earlier, later in zip(sealed, sealed[1:]):
        one, other, first, second = earlier["sealed"], later["sealed"], earlier["promotion"], later["promotion"]
        number, following = one["number"], other["number"]
        if number == following:
            what = differs(earlier, later)
            if what is not None:
                yield f"{first} and {second} both are draw {number}: {what}"
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
    if proof["count"] != len(public["list"]) or proof["ticket"].get("taken_back"):
        return "the proof was altered: its count or its ticket is not as published"
    leaf = leaf_hash(ticket_entry(proof["promotion"], proof["ticket"], bytes.fromhex(proof["salt"])).encode())
    path = [bytes.fromhex(node) for node in proof["path"]]
    if inclusion_root(leaf, proof["place"], proof["count"], path) != bytes.fromhex(proof["root"]):
        return "the ticket is not in the list that was drawn from"
    return None


def listed(published, proof):
    """The record that a proof is held against: the first of its promotion that has a list."""
    of = [public for public in published if isinstance(proof, dict) and public["promotion"] == proof.get("promotion")]
    with_list = [public for public in of if public["root"] is not None]
    return (with_list or of or published)[0]


def ticket_of(proof, at):
    """The ticket that a proof says it is for, or which proof of its file it is."""
    try:
        return f"ticket {proof['ticket']['number']}"
    except (KeyError, TypeError):
        return f"proof {at + 1}"


def told(public):
    if public["cancelled"]:
        return "the draw was cancelled, and no prize goes to anybody"
    prizes = (
        f"prize {at + 1} to ticket {prize['ticket']}" for at, prize in enumerate(public["prizes"]) if prize["ticket"] is not None
    )
    return ", ".join(prizes) or "no prize is drawn"


def holds(public):
    """What is said of a draw in which nothing is wrong."""
    yield f"{public['name']} holds as of {said(public['as_of'])} UTC: {told(public)}"
    for note in notes_of(public):
        yield f"note: {note}"


def check_promotions(arguments):
    """Files of published promotions; after `--terms` the file of the first one's terms; after `--ticket`, files with the proofs of
    tickets, each held against the first record of its promotion that has a list."""
    names, tickets, terms = list(arguments), [], None
    if "--terms" in names:
        at = names.index("--terms")
        terms = names[at + 1] if at + 1 < len(names) else None
        del names[at : at + 2]
    arguments = names
    if "--ticket" in arguments:
        at = arguments.index("--ticket")
        names, tickets = arguments[:at], arguments[at + 1 :]
    published = [read_json(name) for name in names]
    held = True
    for name, public in zip(names, published):
        faults = told_faults(METHOD, lambda: faults_of(public))
        if terms is not None and public is published[0]:
            faults += told_faults(METHOD, lambda: terms_faults(public, terms))
        lines = [] if faults else told_faults(METHOD, lambda: holds(public))
        # What cannot be said is not in the form either.
        faults += [line for line in lines if line.startswith("it is not in the form")]
        held = held and not faults
        for line in faults or lines:
            print(f"{name}: {line}")
    for fault in told_faults(METHOD, lambda: chain_faults(published)):
        held = False
        print(fault)
    for name in tickets:
        value = read_json(name)
        for at, proof in enumerate(value if isinstance(value, list) else [value]):
            fault = next(iter(told_faults(METHOD, lambda: [one for one in [proof_fault(proof, listed(published, proof))] if one])), None)
            held = held and fault is None
            print(f"{name}: {ticket_of(proof, at)}: {fault or 'is in the draw'}")
    return held
