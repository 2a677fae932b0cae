"""Receives Chari's webhooks with nothing but Python 3.8 or later.

Run: WEBHOOK_SECRET=whsec_... python3 receiver.py
"""

import base64
import hashlib
import hmac
import json
import os
import queue
import re
import sys
import threading
import time
import traceback
from collections import OrderedDict
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = os.environ.get("WEBHOOK_SECRET", "")
PORT = int(os.environ.get("PORT", "3000"))
# How far the time of signing may be from our clock, in seconds; 0 does not look at it.
TOLERANCE_S = int(os.environ.get("WEBHOOK_TOLERANCE_SECONDS", "300"))
BODY_BYTES_MAX = 1024 * 1024
READ_PATIENCE_S = 10
REMEMBERED_MAX = 10_000

inbox = queue.Queue()


def say(line):
    print(line, flush=True)


def is_same(given, expected):
    """Takes the same time however much of it is right."""
    return hmac.compare_digest((given or "").encode("utf-8", "replace"), expected.encode())


def is_signed(headers, body):
    """X-Service-Signature, or the one by the secret before, for a day after a rotation."""
    expected = "sha256=" + hmac.new(SECRET.encode(), body, hashlib.sha256).hexdigest()
    now = is_same(headers.get("X-Service-Signature"), expected)
    before = is_same(headers.get("X-Service-Signature-Previous"), expected)
    return now or before


def is_fresh(headers, body):
    """Standard Webhooks: this signature covers the time too, so others can't send an old delivery again."""
    timestamp = headers.get("webhook-timestamp", "")
    if not (timestamp.isascii() and timestamp.isdigit() and len(timestamp) <= 12):
        return False
    if abs(time.time() - int(timestamp)) > TOLERANCE_S:
        return False
    key = base64.b64decode(SECRET[len("whsec_"):])
    content = f"{headers.get('webhook-id', '')}.{timestamp}.".encode("utf-8", "replace") + body
    expected = "v1," + base64.b64encode(hmac.new(key, content, hashlib.sha256).digest()).decode()
    return any(is_same(one, expected) for one in headers.get("webhook-signature", "").split(" "))


class Receiver(BaseHTTPRequestHandler):
    timeout = READ_PATIENCE_S

    def do_POST(self):
        length = self.headers.get("Content-Length", "")
        if self.path != "/webhooks":
            return self.refuse(404, "POST to /webhooks")
        if not (length.isascii() and length.isdigit()):
            return self.refuse(411, "the length of the body is missing")
        if len(length) > 9 or int(length) > BODY_BYTES_MAX:
            return self.refuse(413, "the body is too large")
        # The raw bytes: parsed and written again they would no longer be what was signed.
        body = self.rfile.read(int(length))
        if not is_signed(self.headers, body):
            return self.refuse(401, "the signature is not right")
        if TOLERANCE_S > 0 and not is_fresh(self.headers, body):
            return self.refuse(400, "the time of signing is not right")
        # Without it (a proxy may leave it out) nothing tells an older event from a newer one.
        sequence = self.headers.get("X-Service-Sequence", "")
        if not re.fullmatch("[1-9][0-9]{0,14}", sequence):
            return self.refuse(400, "X-Service-Sequence is missing or no number")
        # A real shop writes the event into a table with a unique id here, so that a crash loses nothing.
        inbox.put((json.loads(body), int(sequence)))
        self.send_response(204)
        self.end_headers()

    def refuse(self, status, why):
        text = why.encode()
        self.send_response(status)
        self.send_header("Content-Type", "text/plain")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)
        say(f"refused: {why}")

    def log_message(self, *_):
        """Our own lines say enough."""


def remember(kept, name, value):
    kept[name] = value
    if len(kept) > REMEMBERED_MAX:
        kept.popitem(last=False)


seen_ids, sequences = OrderedDict(), OrderedDict()


def handle_all():
    while True:
        event, sequence = inbox.get()
        try:
            handle(event, sequence)
        except Exception:
            # Without this the thread ends, and what comes later is answered and never handled.
            say(f"failed {event.get('id')}: send it again once this is mended\n{traceback.format_exc()}")


def handle(event, sequence):
    """Each event once, and never an older one after a newer one of the same session or transaction."""
    object_id = event["data"]["id"]
    if event["id"] in seen_ids:
        return say(f"duplicate {event['id']}")
    if sequence <= sequences.get(object_id, 0):
        remember(seen_ids, event["id"], True)
        return say(f"older {event['id']}")
    work(event)
    # After the work: what failed is done when it is sent again.
    remember(seen_ids, event["id"], True)
    remember(sequences, object_id, sequence)


def work(event):
    """Here the shop ships the order: only on payment_session.succeeded or transaction.success, for its amount."""
    data = event["data"]
    # A refund has no reference: it names the payment that it gives back.
    about = data.get("reference", data["id"])
    say(f"accepted {event['id']} {event['event']} {about} {data['status']}")


if __name__ == "__main__":
    if not SECRET.startswith("whsec_"):
        sys.exit("Set WEBHOOK_SECRET to the secret (whsec_...) that was shown with the endpoint.")
    threading.Thread(target=handle_all, daemon=True).start()
    server = ThreadingHTTPServer(("127.0.0.1", PORT), Receiver)
    say(f"waiting at http://127.0.0.1:{server.server_address[1]}/webhooks")
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass
