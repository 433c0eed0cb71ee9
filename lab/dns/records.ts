import type { Answer } from "dns-packet";

/** Seconds; short, so that a change in the lab is seen at once. */
export const TTL = 30;

export const a = (name: string, data: string): Answer => ({ type: "A", name, ttl: TTL, data });
export const cname = (name: string, data: string): Answer => ({ type: "CNAME", name, ttl: TTL, data });
/** A text record; what is longer than a character-string may be (RFC 1035, 3.3) goes into several. */
export const txt = (name: string, data: string): Answer => ({
  type: "TXT",
  name,
  ttl: TTL,
  data: data.match(/.{1,255}/g) ?? [],
});
export const mx = (name: string, preference: number, exchange: string): Answer => ({
  type: "MX",
  name,
  ttl: TTL,
  data: { preference, exchange },
});
export const caa = (name: string, value: string): Answer => ({
  type: "CAA",
  name,
  ttl: TTL,
  data: { flags: 0, tag: "issue", value, issuerCritical: false },
});
export const ns = (name: string, data: string): Answer => ({ type: "NS", name, ttl: TTL, data });
export const soa = (name: string, mname: string): Answer => ({
  type: "SOA",
  name,
  ttl: TTL,
  data: {
    mname,
    rname: `hostmaster.${name}`,
    serial: 2024010101,
    refresh: 3600,
    retry: 600,
    expire: 86400,
    minimum: TTL,
  },
});
