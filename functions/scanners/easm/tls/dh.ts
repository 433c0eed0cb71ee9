const SERVER_KEY_EXCHANGE = 12;

/**
 * Bits of the prime in the ServerKeyExchange of a DHE suite (RFC 5246, 7.4.3), from the server's first flight. Null when it
 * is not there or not whole.
 */
export function dhBits(flight: Buffer): number | null {
  const messages = handshakeMessages(flight);
  let at = 0;
  while (at + 4 <= messages.length) {
    const length = messages.readUIntBE(at + 1, 3);
    const body = messages.subarray(at + 4, at + 4 + length);
    if (body.length < length) return null;
    if (messages[at] === SERVER_KEY_EXCHANGE) return primeBits(body);
    at += 4 + length;
  }
  return null;
}

/** What the records of type handshake carry, joined. */
function handshakeMessages(flight: Buffer): Buffer {
  const parts: Buffer[] = [];
  let at = 0;
  while (at + 5 <= flight.length && flight[at] === 0x16) {
    const length = flight.readUInt16BE(at + 3);
    parts.push(flight.subarray(at + 5, at + 5 + length));
    at += 5 + length;
  }
  return Buffer.concat(parts);
}

function primeBits(body: Buffer): number | null {
  if (body.length < 2) return null;
  const length = body.readUInt16BE(0);
  const prime = body.subarray(2, 2 + length);
  if (prime.length < length) return null;
  const first = prime.findIndex((byte) => byte !== 0);
  return first < 0 ? null : (length - first - 1) * 8 + (32 - Math.clz32(prime[first] ?? 0));
}
