import { describe, expect, test } from "vitest";
import type { Service } from "./client.ts";
import { deployedService } from "./deployed.ts";
import { getPlain } from "./plain.ts";

/** What every answer with an entity tag has in common. `path` is called within tests, when the service is up. */
export function answersConditionally(service: () => Service, path: () => string | Promise<string>): void {
  const etag = async () => (await getPlain(service(), await path())).headers.get("etag") ?? "";
  const given = async (ifNoneMatch: string) => getPlain(service(), await path(), { "If-None-Match": ifNoneMatch });

  describe("304", () => {
    test.each([
      ["the tag itself", (tag: string) => tag],
      ["its strong form", (tag: string) => tag.replace("W/", "")],
      ["one of several", (tag: string) => `"other", ${tag}`],
      ["any", () => "*"],
    ])("when the caller has it: %s", async (_, spell) => {
      const tag = await etag();
      const answer = await given(spell(tag));
      expect(answer).toMatchObject({ status: 304, text: "" });
      expect(answer.headers.get("etag")).toBe(tag);
      // The emulator's front adds a length of its own to an answer that has no body.
      if (!deployedService()) expect(answer.headers.get("content-length")).toBeNull();
    });

    test("not when the caller has another", async () => {
      expect(await etag()).toMatch(/^W\/"[\w-]{22}"$/);
      expect((await given('W/"other"')).status).toBe(200);
    });
  });
}
