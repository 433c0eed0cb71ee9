import { isIP } from "node:net";
import { NetError } from "./net.ts";

/** A URL taken apart for the wire. */
export interface HttpUrl {
  readonly scheme: "http" | "https";
  /** Name, or address without brackets. */
  readonly host: string;
  readonly port: number;
  /** `https://host`, with the port when it is not the scheme's own. */
  readonly origin: string;
  /** Path and query as given, so that `/../` and `//` arrive; only what HTTP cannot carry is percent-encoded. */
  readonly path: string;
  readonly href: string;
}

/**
 * Takes a URL apart without normalising its path. Throws NetError `protocol_error` when it is no http(s) URL or carries
 * a user name: `http://good.example@evil.example/` is read as the one or the other by careless eyes.
 */
export function parseHttpUrl(url: string): HttpUrl {
  const [, schemeText = "", authority = "", rest = ""] = /^([a-z]+):\/\/([^/?#\\]*)([^#]*)/i.exec(url) ?? [];
  const scheme = schemeText.toLowerCase();
  const base = URL.parse(`${scheme}://${authority}/`);
  if (!base || (scheme !== "http" && scheme !== "https") || authority.includes("@")) {
    throw new NetError("protocol_error", `${JSON.stringify(url.slice(0, 200))} is not an http or https URL`);
  }
  const path = rest.startsWith("/") ? wirePath(rest) : wirePath(`/${rest}`);
  const bare = base.hostname.replace(/^\[|\]$/g, "");
  return {
    scheme,
    host: isIP(bare) === 0 ? base.hostname : bare,
    port: Number(base.port) || (scheme === "https" ? 443 : 80),
    origin: base.origin,
    path,
    href: `${base.origin}${path}`,
  };
}

/** A target in error messages: without the query, which holds what the scan injects, and not endless. */
export const describedUrl = ({ origin, path }: HttpUrl): string =>
  `${origin}${path.split("?", 1)[0] ?? ""}`.slice(0, 200);

/** Controls, spaces and non-ASCII would break the request line or be read differently by each server. */
const wirePath = (path: string): string =>
  path.toWellFormed().replace(/[^\x21-\x7e]+/g, (characters) => encodeURIComponent(characters));
