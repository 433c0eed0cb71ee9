/** One element of DER: its tag, its contents and where the next one starts. */
interface Element {
  readonly tag: number;
  readonly content: Buffer;
  readonly end: number;
}

/** What a stapled OCSP response says of one certificate; null when it says nothing of it. */
export type Revocation = { readonly revoked: false } | { readonly revoked: true; readonly since: string };

const CONSTRUCTED_0 = 0xa0;
const REVOKED = 0xa1;
const GOOD = 0x80;
const TIME = 0x18;

/**
 * Reads an OCSP response (RFC 6960, 4.2.1) for the certificate of a serial number, hex. Its signature is not checked: it
 * came from the holder of the certificate, who gains nothing by calling it revoked.
 */
export function revocationOf(response: Buffer, serialNumber: string): Revocation | null {
  const [status, bytes] = childrenOf(first(response)?.content);
  if (status?.tag !== 0x0a || status.content[0] !== 0 || bytes?.tag !== CONSTRUCTED_0) return null;
  const [, basic] = childrenOf(first(bytes.content)?.content);
  const [data] = childrenOf(first(basic?.content)?.content);
  const lists = childrenOf(data?.content).filter(({ tag }) => tag === 0x30);
  for (const single of childrenOf(lists[0]?.content)) {
    const [certificate, state] = childrenOf(single.content);
    const serial = childrenOf(certificate?.content)[3];
    if (serial?.tag !== 0x02 || !isSameNumber(serial.content, serialNumber)) continue;
    if (state?.tag === GOOD) return { revoked: false };
    const since = state?.tag === REVOKED ? first(state.content) : null;
    if (since?.tag === TIME) return { revoked: true, since: since.content.toString("latin1").slice(0, 20) };
  }
  return null;
}

const isSameNumber = (bytes: Buffer, hex: string): boolean =>
  bytes
    .toString("hex")
    .replace(/^(?:00)+/, "")
    .replace(/^0/, "") === hex.toLowerCase().replace(/^0+/, "");

function childrenOf(content: Buffer | undefined): readonly Element[] {
  const children: Element[] = [];
  let rest = content ?? Buffer.alloc(0);
  for (let element = first(rest); element !== null; element = first(rest)) {
    children.push(element);
    rest = rest.subarray(element.end);
  }
  return children;
}

/** The first element of the bytes; null when they hold no whole one. */
function first(bytes: Buffer | undefined): Element | null {
  const [tag, short] = bytes ?? [];
  if (bytes === undefined || tag === undefined || short === undefined) return null;
  const lengthBytes = short < 0x80 ? 0 : short & 0x7f;
  if ((short & 0x80) !== 0 && (lengthBytes < 1 || lengthBytes > 3)) return null;
  const start = 2 + lengthBytes;
  if (bytes.length < start) return null;
  const length = lengthBytes === 0 ? short : bytes.readUIntBE(2, lengthBytes);
  const end = start + length;
  return end > bytes.length ? null : { tag, content: bytes.subarray(start, end), end };
}
