#!/usr/bin/env python3
"""Plays one whole hand on each of the four rule books of a card room.

It is written from docs/PROTOCOL.md and the JSON Schemas in golden/ alone, as an example for programs in any language:
sign in as a guest over HTTP, watch a table over the WebSocket, take a seat, wager, decide by the legal actions that the
view lists, and read the result. Where players bank, it declines the bank and plays against the bots that accept it.

    python play_hand.py http://127.0.0.1:8600

Needs Python 3.9 or later and the package `websockets` (see requirements.txt).
"""

import itertools
import json
import sys
import time
import urllib.request

from websockets.sync.client import connect

PROTOCOL = 1
BOOKS = ["house", "washington", "california", "california-bad-beat"]
# A hand at a table with a clock takes its betting time and a decision of every bot.
TIMEOUT_S = 120


class CardRoom:
    """The HTTP interface of a card room, for one guest."""

    def __init__(self, url):
        self.url = url.rstrip("/")
        self.token = None
        self.token = self.post("/api/guest", {"token": "play_hand.py"})["token"]

    def get(self, path):
        return self._request("GET", path, None)

    def post(self, path, body):
        return self._request("POST", path, json.dumps(body).encode())

    def _request(self, method, path, body):
        request = urllib.request.Request(self.url + path, data=body, method=method)
        request.add_header("Content-Type", "application/json")
        if self.token:
            request.add_header("Authorization", "Bearer " + self.token)
        with urllib.request.urlopen(request, timeout=10) as answer:
            return json.load(answer)

    def find_table(self, book):
        """Returns the number of an open table of that book with a free seat, preferably one that others play at."""
        free = [
            table
            for table in self.get("/api/tables")
            if table["settings"]["book"] == book and table["open"] and len(table["players"]) < table["places"]
        ]
        if not free:
            raise RuntimeError(f"no table of {book} has a free seat")
        return max(free, key=lambda table: len(table["players"]))["table"]


class Table:
    """One table, followed over the WebSocket: its last view, and one command at a time."""

    def __init__(self, room, number):
        self.number = number
        self.view = None
        self.settings = None
        self.player = None
        self.ids = (f"{room.token[-16:]}-{number}-{count}" for count in itertools.count())
        url = "ws" + room.url.removeprefix("http") + "/ws"
        self.socket = connect(url, additional_headers={"Authorization": "Bearer " + room.token})
        self.send({"type": "hello", "protocol": PROTOCOL})
        self.send({"type": "watch", "table": number})

    def send(self, message):
        self.socket.send(json.dumps(message))

    def receive(self):
        """Takes the next message in, and returns it."""
        message = json.loads(self.socket.recv(timeout=TIMEOUT_S))
        if message["type"] == "hello":
            self.player = message["player"]["id"]
        elif message["type"] in ("snapshot", "update"):
            self.view = message["view"]
            self.settings = message.get("settings", self.settings)
        elif message["type"] == "error":
            raise RuntimeError(message["reason"])
        return message

    def command(self, kind, **fields):
        """Sends a command and waits for its answer. Returns whether it was done; a refusal is not an error, because
        the table may have moved on in the meantime."""
        command_id = next(self.ids)
        command = {"type": kind, **fields}
        self.send(
            {"type": "command", "id": command_id, "table": self.number, "seen": self.view["seq"], "command": command}
        )
        while True:
            message = self.receive()
            if message.get("id") != command_id:
                continue
            if message["type"] == "refused":
                print(f"  {kind} was refused: {message['reason']}", file=sys.stderr)
            return message["type"] == "done"

    def own_seat(self):
        for seat in self.view["seats"]:
            if seat["player"] and seat["player"]["id"] == self.player:
                return seat
        return None

    def own_hand(self):
        round_ = self.view["round"]
        hands = round_["hands"] if round_ else []
        return next((hand for hand in hands if hand["player"] == self.player), None)

    def minimum_bet(self):
        """The least Ante that the layout takes."""
        ante = next(offer for offer in self.view["offers"] if offer["wager"] == "ante")
        return ante["amount"]["minimum"]


def take_step(table):
    """Does whatever the view asks of this player now. Returns whether a command was sent."""
    view, seat = table.view, table.own_seat()
    if seat is None:
        free = next(seat["seat"] for seat in view["seats"] if seat["player"] is None)
        return table.command("sit", seat=free)
    number = seat["seat"]
    bank = view["bank"]
    if bank["type"] == "offered" and bank["seat"] == number:
        return table.command("decline_bank", seat=number)
    hand = table.own_hand()
    is_running = view["round"] is not None and view["round"]["stage"] not in ("settled", "void")
    if hand is None or not is_running:
        if seat["may_wager"]:
            return table.command("wager", seat=number, ante=table.minimum_bet())
        return False
    if view["round"]["stage"] == "betting":
        if table.settings["mode"]["type"] == "solo":
            return table.command("no_more_bets")
        return False
    if hand["actions"]:
        return decide(table, hand)
    return False


def decide(table, hand):
    """Raises with an ace or a pair, and otherwise checks or folds: the actions of the view say what is legal."""
    one, other = hand["hole"]
    is_strong = one[0] == other[0] or "A" in (one[0], other[0])
    legal = {action["type"]: action for action in hand["actions"]}
    if "raise" in legal and (is_strong or "check" not in legal and other[0] in "KQJT"):
        return table.command("raise", seat=hand["seat"], times=legal["raise"]["times"])
    return table.command("check" if "check" in legal else "fold", seat=hand["seat"])


def play_hand(room, book):
    """Plays until one hand of this player is settled, and returns its round."""
    table = Table(room, room.find_table(book))
    try:
        while table.view is None or table.player is None:
            table.receive()
        deadline = time.monotonic() + TIMEOUT_S
        first_round = table.view["round"]["number"] if table.view["round"] else -1
        while time.monotonic() < deadline:
            round_ = table.view["round"]
            is_settled = round_ is not None and round_["stage"] == "settled"
            if is_settled and round_["number"] >= first_round and table.own_hand():
                table.command("leave", seat=table.own_seat()["seat"])
                return table.number, round_, table.player
            if not take_step(table):
                table.receive()
        raise RuntimeError(f"no hand was settled at table {table.number} in {TIMEOUT_S} s")
    finally:
        table.socket.close()


def describe(book, table, round_, player):
    """Returns one line about a settled hand, and checks that its wagers add up."""
    hand = next(hand for hand in round_["hands"] if hand["player"] == player)
    assert sum(wager["net"] for wager in hand["wagers"]) == hand["net"], hand
    assert len(round_["board"]) == 5 and round_["dealer"] is not None, round_
    play = "fold" if hand["play"] == 0 else f"{hand['play']}x"
    cards = " ".join(hand["hole"]) + " | " + " ".join(round_["board"]) + " | " + " ".join(round_["dealer"])
    return f"{book}: table {table}, round {round_['number']}: {cards}: {play}, {hand['result']}, {hand['net']:+} cents"


def main():
    url = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8600"
    room = CardRoom(url)
    for book in BOOKS:
        table, round_, player = play_hand(room, book)
        print(describe(book, table, round_, player), flush=True)


if __name__ == "__main__":
    main()
