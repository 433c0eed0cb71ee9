import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { eventKinds } from "../../functions/domain/events.ts";
import { catalogueFile, writeCatalogue } from "../../openapi/event-catalogue.ts";
import { eventSchemaFile, eventSchemaText } from "../../openapi/event-schema.ts";
import { lineProblems } from "../support/event-lines.ts";

describe("what is generated from the kinds of events", () => {
  test("the schema of a line is as committed", () => {
    expect(readFileSync(eventSchemaFile, "utf8") === eventSchemaText(), "stale: npm run openapi").toBe(true);
  });

  test("the catalogue for SIEMs is as committed, and has every kind", () => {
    const text = readFileSync(catalogueFile, "utf8");
    expect(writeCatalogue(text) === text, "stale: npm run openapi").toBe(true);
    for (const kind of Object.keys(eventKinds)) expect(text).toContain(`| \`${kind}\` |`);
  });
});

describe("the schema", () => {
  const line = {
    ...{ ts: "2026-11-21T18:38:38.550Z", level: "INFO", name: "easm.activity", log_type: "easm.activity" },
    ...{ event: "org.created", outcome: "ok", org: "acme", customer_id: "acme", actor: "ui", actor_kind: "admin" },
    ...{ admin_key: "pal_adm_AAAAAAAAAAAA", target_type: "org", target_id: "1", target: null, ip: "", detail: {} },
    event_id: "01a1ff67-3e20-7385-a390-35c9240a8b6d",
  };

  test("takes a line", () => {
    expect(lineProblems(line)).toEqual([]);
  });

  test.each(Object.keys(line))("misses %s", (field) => {
    expect(lineProblems({ ...line, [field]: undefined })).not.toEqual([]);
  });

  test.each([{ level: "LOUD" }, { event: "org.exploded" }, { ts: "yesterday" }, { event_id: "1" }, { target: 1 }])(
    "refuses %j",
    (wrong) => {
      expect(lineProblems({ ...line, ...wrong })).not.toEqual([]);
    },
  );
});
