#!/usr/bin/env python3
"""Checks the shuffle of one hand.

Checks that the server's seed has the published commitment, and that the deck follows from the seeds.
docs/FAIRNESS.md specifies every byte. Fields that do not belong to the proof are ignored.

Exit code 0: verified. 1: something does not match. 2: not a hand proof."""

import argparse, hashlib, hmac, json, sys


def shuffled(seed, table, round_number, players):
    """Returns the deck of a round, by the same steps as the server."""
    message = b"uth/shuffle/1" + table.to_bytes(8, "big") + round_number.to_bytes(8, "big") + bytes([len(players)])
    for seat, player_seed in sorted(players.items()):
        message += bytes([seat, len(player_seed)]) + player_seed
    key = hmac.digest(seed, message, "sha256")
    blocks = (hmac.digest(key, counter.to_bytes(4, "big"), "sha256") for counter in range(2**32))
    stream = (byte for block in blocks for byte in block)
    deck = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    for left in range(52, 1, -1):
        # Bytes from the last incomplete multiple of `left` are skipped; otherwise low positions would be likelier.
        place = next(byte % left for byte in stream if byte < 256 - 256 % left)
        deck[left - 1], deck[place] = deck[place], deck[left - 1]
    return deck


def read_bytes(text, name, fewest, most):
    # bytes.fromhex alone also accepts white space, which the card room never writes.
    if not isinstance(text, str) or len(text) % 2 or set(text) - set("0123456789abcdefABCDEF"):
        raise ValueError(f"{name} must be pairs of hexadecimal digits")
    if not fewest <= len(text) // 2 <= most:
        raise ValueError(f"{name} must have {'' if fewest else 'at most '}{most} bytes")
    return bytes.fromhex(text)


def read_number(value, name, lowest, highest):
    # isinstance would also accept True and False.
    if type(value) is not int or not lowest <= value <= highest:
        raise ValueError(f"{name} must be a whole number from {lowest} to {highest}")
    return value


def verify(proof):
    """Returns a description of the proof, and the first mismatch or None."""
    table = read_number(proof["table"], "table", 0, 2**64 - 1)
    round_number = read_number(proof["round"], "round", 0, 2**64 - 1)
    commitment = read_bytes(proof["commitment"], "commitment", 32, 32)
    seed = read_bytes(proof["seed"], "seed", 32, 32)
    players = {}
    for player in proof["player_seeds"]:
        seat = read_number(player["seat"], "seat", 1, 8)
        if seat in players:
            raise ValueError(f"seat {seat} appears twice")
        players[seat] = read_bytes(player["seed"], f"the seed of seat {seat}", 0, 64)
    deck = proof["deck"].split()
    if len(deck) != 52:
        raise ValueError(f"the deck must have 52 cards and has {len(deck)}")
    subject = f"table {table}, round {round_number}, player seeds of {len(players)} seats, 52 cards"
    if hashlib.sha256(seed).digest() != commitment:
        return subject, "the seed is not the one that the server committed to"
    for place, (card, found) in enumerate(zip(shuffled(seed, table, round_number, players), deck), 1):
        if card != found:
            return subject, f"card {place} of the deck should be {card} and is {found}"
    return subject, None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", nargs="?", default="-", help="the hand proof as JSON; standard input by default, or if it is -")
    path = parser.parse_args().file
    try:
        with sys.stdin.buffer if path == "-" else open(path, "rb") as file:
            subject, mismatch = verify(json.load(file))
    except (AttributeError, KeyError, OSError, RecursionError, TypeError, ValueError) as error:
        missing = "missing field " if isinstance(error, KeyError) else ""
        print(f"not a hand proof: {missing}{error}", file=sys.stderr)
        return 2
    print(f"does not match: {subject}: {mismatch}" if mismatch else f"verified: {subject}")
    return 1 if mismatch else 0


if __name__ == "__main__":
    sys.exit(main())
