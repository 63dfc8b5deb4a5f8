#!/usr/bin/env python3
"""Plays one whole hand on each of the four rule books of a card room.

It is written from docs/PROTOCOL.md and the JSON Schemas in golden/ alone, as an example for programs in any language:
sign in as a guest over HTTP, watch a table over the WebSocket, take a seat, wager, decide by the legal actions that the
view lists, and read the result. Where players bank, it declines the bank and plays against the bots that accept it.

    python play_hand.py http://127.0.0.1:8600

Needs Python 3.9 or later and the package `websockets` (see requirements.txt).
"""

import contextlib
import itertools
import json
import sys
import time
import urllib.request

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

PROTOCOL = 1
BOOKS = ["house", "washington", "california", "california-bad-beat"]
# A hand at a table with a clock takes its betting time and a decision of every bot.
TIMEOUT_S = 120
RECONNECT_PAUSE_S = 0.2
# Codes after which the same command may succeed when it is sent again.
RETRYABLE = {"too_fast", "busy", "unavailable", "outcome_unknown", "timeout", "not_ready"}
# No message of a card room is longer than 1 MiB.
SOCKET_OPTIONS = {"open_timeout": 30, "max_size": 2**20, "proxy": None}


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
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(request, timeout=30) as answer:
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
        self.room = room
        self.number = number
        self.view = None
        self.settings = None
        self.player = None
        # The last event that was seen, and its hash: after a lost connection the card room continues from there.
        self.position = None
        # The command without an answer. It is sent again under the same id, and so has one effect.
        self.unanswered = None
        self.ids = (f"{room.token[-16:]}-{number}-{count}" for count in itertools.count())
        self.connections = contextlib.ExitStack()
        self.socket = None
        self.connect()

    def connect(self):
        self.connections.close()
        url = "ws" + self.room.url.removeprefix("http") + "/ws"
        headers = {"Authorization": "Bearer " + self.room.token}
        self.socket = self.connections.enter_context(connect(url, additional_headers=headers, **SOCKET_OPTIONS))
        self.send({"type": "hello", "protocol": PROTOCOL})
        watch = {"type": "watch", "table": self.number}
        if self.position:
            watch["after"] = self.position
        self.send(watch)
        if self.unanswered:
            self.send(self.unanswered)

    def send(self, message):
        self.socket.send(json.dumps(message))

    def receive(self):
        """Takes the next message in, and returns it. Connects again if the connection is lost."""
        try:
            message = json.loads(self.socket.recv(timeout=TIMEOUT_S))
        except ConnectionClosed:
            time.sleep(RECONNECT_PAUSE_S)
            self.connect()
            return self.receive()
        if message["type"] == "hello":
            self.player = message["player"]["id"]
        elif message["type"] in ("snapshot", "update"):
            self.view = message["view"]
            self.settings = message.get("settings", self.settings)
            self.position = {"seq": message["seq"], "hash": message["hash"]}
        elif message["type"] == "error":
            raise RuntimeError(message["reason"])
        return message

    def command(self, kind, **fields):
        """Sends a command and waits for its answer. Returns whether it was done. A refusal is not an error, because
        the table may have moved on in the meantime."""
        command = {"type": kind, **fields}
        command_id, seen = next(self.ids), self.view["seq"]
        self.unanswered = {
            "type": "command", "id": command_id, "table": self.number, "seen": seen, "command": command,
        }
        self.send(self.unanswered)
        while True:
            message = self.receive()
            if message.get("id") != command_id:
                continue
            if message["type"] == "refused" and message["code"] in RETRYABLE:
                time.sleep(RECONNECT_PAUSE_S)
                self.send(self.unanswered)
                continue
            self.unanswered = None
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
    """Raises with an ace, a pair or at last a king, and otherwise checks or folds. The view says what is legal."""
    one, other = hand["hole"]
    is_strong = one[0] == other[0] or "A" in (one[0], other[0])
    raises = [action["times"] for action in hand["actions"] if action["type"] == "raise"]
    may_check = any(action["type"] == "check" for action in hand["actions"])
    is_better_than_folding = not may_check and "K" in (one[0], other[0])
    if raises and (is_strong or is_better_than_folding):
        return table.command("raise", seat=hand["seat"], times=max(raises))
    return table.command("check" if may_check else "fold", seat=hand["seat"])


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
        table.connections.close()


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
