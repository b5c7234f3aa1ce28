#!/usr/bin/env python3
"""A small server in Python's standard library alone, as people write them: it lists a tool, and asks in the middle of a call."""

import json
import logging
import sys

logging.basicConfig(level=logging.INFO, format="%(levelname)s %(message)s")  # to standard error

TOOL = {
    "name": "measure",
    "title": "Measure",
    "inputSchema": {"type": "object", "properties": {"sample": {"type": "string"}}, "required": ["sample"]},
}
FORM = {
    "type": "object",
    "properties": {
        "seconds": {"type": "number", "title": "How long", "default": 0.1, "minimum": 0},
        "operator": {"type": "string", "title": "Who measures"},
    },
    "required": ["operator"],
}


def send(message):
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}, ensure_ascii=False) + "\n")
    sys.stdout.flush()


def measure(request):
    send({"id": "ask-1", "method": "elicitation/create", "params": {"message": "Ready to measure?", "requestedSchema": FORM}})
    for line in sys.stdin:
        answer = json.loads(line)
        if answer.get("id") == "ask-1" and "method" not in answer:
            break
    result = answer["result"]
    text = result["action"]
    if text == "accept":
        text = "%s measured %s for %r s" % (result["content"]["operator"], request["params"]["arguments"]["sample"], result["content"]["seconds"])
    send({"id": request["id"], "result": {"content": [{"type": "text", "text": text}]}})


def main():
    logging.info("measuring in %s", sys.argv[1])
    for line in sys.stdin:
        message = json.loads(line)
        method = message.get("method")
        if method == "initialize":
            send({"id": message["id"], "result": {
                "protocolVersion": message["params"]["protocolVersion"],
                "capabilities": {"tools": {}},
                "serverInfo": {"name": "lab", "version": "1"},
            }})
        elif method == "tools/list":
            send({"id": message["id"], "result": {"tools": [TOOL]}})
        elif method == "tools/call":
            measure(message)
        elif "id" in message:
            send({"id": message["id"], "error": {"code": -32601, "message": "Method not found: %s" % method}})


if __name__ == "__main__":
    main()
