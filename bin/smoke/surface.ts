import { once } from "node:events";
import { connect } from "node:tls";
import * as z from "zod";
import { type Caller, Unexpected } from "./caller.ts";
import type { Report } from "./report.ts";

const BODY_BYTES_TOO_MANY = 300_000;
const CERTIFICATE_DAYS_MIN = 14;
const HANDSHAKE_MILLISECONDS_MAX = 10_000;

/** Checks that change nothing: what answers there, and that it refuses as the API does. */
export async function checkSurface(master: Caller, report: Report): Promise<void> {
  const nobody = master.only({});
  const url = new URL(master.baseUrl);
  if (url.protocol === "https:") await report.check("TLS and certificate", () => checkCertificate(url));
  await report.check("health", () => nobody.get("/health", z.object({ status: z.literal("ok") })));
  await report.check("OpenAPI document, or 404 where it is off", () => checkDocument(nobody));
  await report.check("401 for a wrong master key", () =>
    master.with({ master: "wrong" }).refused(401, "GET", "/audit"),
  );
  await report.check("401 for a wrong admin key", () => master.with({ admin: "wrong" }).refused(401, "GET", "/orgs"));
  await report.check("422 for a missing key", () => nobody.refused(422, "GET", "/org"));
  await report.check("422 for a wrong parameter", () => master.refused(422, "GET", "/audit?limit=0"));
  await report.check("404 for an unknown path", () => nobody.refused(404, "GET", "/smoke"));
  await report.check("405 for another method", () => nobody.refused(405, "PUT", "/audit"));
  // The name alone is too long: a service that reads it all the same refuses it with 422 and mints nothing.
  const body = { name: "x".repeat(BODY_BYTES_TOO_MANY) };
  await report.check("413 for a large body", () => master.refused(413, "POST", "/admin-keys", body));
}

/** The handshake itself refuses a certificate that is not valid for the host, and TLS before 1.2. */
async function checkCertificate({ hostname, port }: URL): Promise<void> {
  const host = hostname.replace(/^\[|\]$/g, "");
  const signal = AbortSignal.timeout(HANDSHAKE_MILLISECONDS_MAX);
  const socket = connect({ host, port: Number(port || 443), minVersion: "TLSv1.2", ...serverName(host) });
  try {
    await once(socket, "secureConnect", { signal });
    const days = (Date.parse(socket.getPeerCertificate().valid_to) - Date.now()) / 86_400_000;
    if (days < CERTIFICATE_DAYS_MIN) throw new Unexpected(`the certificate ends in ${Math.floor(days)} days`);
  } finally {
    socket.destroy();
  }
}

/** An address cannot be a server name. */
const serverName = (host: string) => (/^[\d.]+$|:/.test(host) ? {} : { servername: host });

async function checkDocument(nobody: Caller): Promise<void> {
  const paths = z.record(z.string(), z.unknown());
  const document = z.looseObject({ openapi: z.string().startsWith("3."), paths });
  try {
    await nobody.get("/openapi.json", document);
  } catch (error) {
    await nobody.refused(404, "GET", "/openapi.json").catch(() => {
      throw error;
    });
  }
}
