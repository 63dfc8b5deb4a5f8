#!/usr/bin/env python3
"""Checks the shuffle of one hand, or the signature of a receipt.

A hand: the server's seed has the published commitment, and the deck follows from the seeds. Fields that do not belong to
the proof are ignored. A receipt, with --public-key: the card room with that key has signed it.
docs/FAIRNESS.md specifies every byte.

Exit code 0: verified. 1: something does not match. 2: not a hand proof or receipt."""

import argparse, hashlib, hmac, json, sys


def shuffled(seed, table, round_number, players):
    """Returns the deck of a round, by the same steps as the server."""
    message = b"uth/shuffle/1" + table.to_bytes(8, "big") + round_number.to_bytes(8, "big") + bytes([len(players)])
    for seat, player_seed in sorted(players.items()):
        message += bytes([seat]) + player_seed
    key = hmac.digest(seed, message, "sha256")
    blocks = (hmac.digest(key, counter.to_bytes(4, "big"), "sha256") for counter in range(2**32))
    stream = (byte for block in blocks for byte in block)
    deck = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    for left in range(52, 1, -1):
        # Bytes from the last incomplete multiple of `left` are skipped; otherwise low positions would be likelier.
        place = next(byte % left for byte in stream if byte < 256 - 256 % left)
        deck[left - 1], deck[place] = deck[place], deck[left - 1]
    return deck


# Ed25519, RFC 8032: points of the curve -x² + y² = 1 + D·x²·y² modulo P, as (X, Y, Z, T) with x = X/Z, y = Y/Z, xy = T/Z.
P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
NEUTRAL = (0, 1, 1, 0)


def add(one, two):
    a = (one[1] - one[0]) * (two[1] - two[0]) % P
    b = (one[1] + one[0]) * (two[1] + two[0]) % P
    c = 2 * one[3] * two[3] * D % P
    d = 2 * one[2] * two[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(factor, point):
    product = NEUTRAL
    while factor:
        if factor & 1:
            product = add(product, point)
        point = add(point, point)
        factor >>= 1
    return product


def are_equal(one, two):
    return (one[0] * two[2] - two[0] * one[2]) % P == 0 and (one[1] * two[2] - two[1] * one[2]) % P == 0


def read_point(data):
    """Returns the point that 32 bytes encode, or None."""
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & (1 << 255) - 1
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    # A second way to write the same number is refused, so that a point has one encoding.
    if y >= P or (x * x - square) % P or (x == 0 and sign):
        return None
    x = P - x if x & 1 != sign else x
    return x, y, 1, x * y % P


BASE = read_point((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))


def is_signed(key, message, signature):
    """Returns whether the owner of the public key has signed the message."""
    point, nonce, factor = read_point(key), read_point(signature[:32]), int.from_bytes(signature[32:], "little")
    if point is None or nonce is None or factor >= ORDER:
        return False
    # A point of small order would fit signatures that nobody made.
    if are_equal(times(8, point), NEUTRAL) or are_equal(times(8, nonce), NEUTRAL):
        return False
    digest = hashlib.sha512(signature[:32] + key + message).digest()
    challenge = int.from_bytes(digest, "little") % ORDER
    return are_equal(times(factor, BASE), add(nonce, times(challenge, point)))


def read_bytes(text, name, count=32):
    # bytes.fromhex alone also accepts white space, which the card room never writes.
    if not isinstance(text, str) or len(text) % 2 or set(text) - set("0123456789abcdefABCDEF"):
        raise ValueError(f"{name} must be pairs of hexadecimal digits")
    if len(text) != 2 * count:
        raise ValueError(f"{name} must have {count} bytes")
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
    commitment = read_bytes(proof["commitment"], "commitment")
    seed = read_bytes(proof["seed"], "seed")
    players = {}
    for player in proof["player_seeds"]:
        seat = read_number(player["seat"], "seat", 1, 8)
        if seat in players:
            raise ValueError(f"seat {seat} appears twice")
        players[seat] = read_bytes(player["seed"], f"the seed of seat {seat}")
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


def verify_receipt(receipt, key):
    """Returns a description of the receipt, and what is wrong with it or None."""
    message = b"uth/receipt/1"
    message += read_number(receipt["table"], "table", 0, 2**64 - 1).to_bytes(8, "big")
    message += read_number(receipt["seq"], "seq", 0, 2**64 - 1).to_bytes(8, "big")
    message += read_bytes(receipt["hash"], "hash")
    message += read_number(receipt["at_ms"], "at_ms", 0, 2**64 - 1).to_bytes(8, "big")
    signature = read_bytes(receipt["signature"], "signature", 64)
    subject = f"table {receipt['table']}, event {receipt['seq']}, hash {receipt['hash'][:16]}…"
    return subject, None if is_signed(key, message, signature) else "the card room with this key has not signed it"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", nargs="?", default="-", help="the hand proof as JSON; standard input by default, or if it is -")
    parser.add_argument("--public-key", metavar="HEX", help="the file has receipts, one on each line; check them with this key")
    arguments = parser.parse_args()
    path, key = arguments.file, arguments.public_key
    try:
        with sys.stdin.buffer if path == "-" else open(path, "rb") as file:
            if key is None:
                checked = [verify(json.load(file))]
            else:
                key = read_bytes(key, "the public key")
                checked = [verify_receipt(json.loads(line), key) for line in file if line.strip()]
                if not checked:
                    raise ValueError("there is nothing in it")
    except (AttributeError, KeyError, OSError, RecursionError, TypeError, ValueError) as error:
        missing = "missing field " if isinstance(error, KeyError) else ""
        print(f"not a {'hand proof' if key is None else 'receipt'}: {missing}{error}", file=sys.stderr)
        return 2
    for subject, mismatch in checked:
        print(f"does not match: {subject}: {mismatch}" if mismatch else f"verified: {subject}")
    return 1 if any(mismatch for _, mismatch in checked) else 0


if __name__ == "__main__":
    sys.exit(main())
