import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { KEY_ENTROPY_BYTES, type KeyKind, mintKey } from "../../functions/domain/keys.ts";
import type { Client, Keys, Method } from "./client.ts";

/** A well-formed key that nobody was given. */
export const strangerKey = (kind: KeyKind): string => mintKey(kind, randomBytes(KEY_ENTROPY_BYTES)).key;

interface Protected {
  readonly method: Method;
  readonly path: string;
  readonly auth: "master" | "admin" | "org";
  readonly body?: unknown;
  /** A client with every key the endpoint needs; called within tests, when the service is up. */
  readonly client: () => Client;
}

const headerOf = { master: "X-Master-Key", admin: "X-Admin-Key", org: "X-Org-Key" } as const;
const neededBy = { master: ["master"], admin: ["master", "admin"], org: ["master", "admin", "org"] } as const;

/** The refusals that every endpoint of an auth level shares, each under its status. */
export function refusesWrongKeys({ method, path, auth, body, client }: Protected): void {
  const needed = neededBy[auth];
  const call = (keys: Keys) => {
    const caller = client();
    const known: Keys = Object.fromEntries(needed.map((key) => [key, caller.keys[key]]));
    return caller.only({ ...known, ...keys }).call(method, path, body);
  };

  describe("422 missing header", () => {
    test.each(needed.map((key) => [headerOf[key], key] as const))("%s", async (header, key) => {
      const caller = client();
      const rest: Keys = Object.fromEntries(needed.filter((one) => one !== key).map((one) => [one, caller.keys[one]]));
      const answer = await caller.only(rest).call(method, path, body);
      expect(answer).toMatchObject({ status: 422, body: { detail: `Missing required header: ${header}` } });
    });
  });

  describe("401 wrong key", () => {
    test("master", async () => {
      expect(await call({ master: "wrong" })).toMatchObject({ status: 401, body: { detail: "Invalid master key" } });
    });

    if (auth !== "master")
      test.each([
        ["malformed", "nonsense"],
        ["unknown", strangerKey("adm")],
      ])("admin: %s", async (_, admin) => {
        expect(await call({ admin })).toMatchObject({ status: 401, body: { detail: "Invalid admin key" } });
      });

    if (auth === "org")
      test.each([
        ["malformed", "nonsense"],
        ["unknown", strangerKey("org")],
      ])("org: %s", async (_, org) => {
        expect(await call({ org })).toMatchObject({ status: 401, body: { detail: "Invalid org key" } });
      });
  });
}
