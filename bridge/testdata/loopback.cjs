// Keeps a test server that knows only a port on this machine: it would listen on every network otherwise.
const net = require("net");
const listen = net.Server.prototype.listen;
net.Server.prototype.listen = function (port, ...rest) {
  return typeof port === "object" ? listen.call(this, port, ...rest) : listen.call(this, port, "127.0.0.1", ...rest.filter((r) => typeof r === "function"));
};

// Node.js 18, which Debian 12 ships, has what the server needs, but not under this name.
globalThis.crypto ??= require("crypto").webcrypto;
