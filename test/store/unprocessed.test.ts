import { afterEach, expect, test } from "vitest";
import { readCredentials } from "../../functions/store/credentials.ts";
import { createOrg, listOrgs } from "../../functions/store/orgs.ts";
import { documentClient } from "../../functions/store/table.ts";
import { testCaller } from "../support/caller.ts";
import { useService } from "../support/service.ts";

useService();

/** Makes the table leave all keys of the next `count` batch reads unprocessed, as a throttled one does. Tells how many are to come. */
function leaveUnprocessed(count: number): () => number {
  let left = count;
  documentClient.middlewareStack.add(
    (next, context) => async (args) => {
      if (context.commandName !== "BatchGetItemCommand" && context.commandName !== "BatchGetCommand") return next(args);
      if (left === 0) return next(args);
      left -= 1;
      const { RequestItems } = args.input as { readonly RequestItems: unknown };
      return { output: { $metadata: {}, Responses: {}, UnprocessedKeys: RequestItems }, response: undefined };
    },
    { step: "initialize", name: "leaveUnprocessed", override: true },
  );
  return () => left;
}
afterEach(() => void documentClient.middlewareStack.remove("leaveUnprocessed"));

const newOrg = (customer_id: string) =>
  createOrg(
    { customer_id, customer_name: "Acme", modules_enabled: ["easm"], scan_interval_days: 14, seeds: [] },
    testCaller(),
  );

test("orgs and credentials are read whole, whatever their names, when keys stay unprocessed at first", async () => {
  const names = ["plain", "a#b_c", "Ünï cödé", "$x#customer_id_y"];
  const orgs = [];
  for (const name of names) orgs.push(await newOrg(name));
  const ofOrgs = leaveUnprocessed(1);
  expect((await listOrgs({ limit: 10, offset: 0 })).map(({ customer_id }) => customer_id).sort()).toEqual(
    names.toSorted(),
  );
  const prefixes = orgs.map((org) => org?.api_key_prefix ?? "");
  const ofCredentials = leaveUnprocessed(1);
  expect([...(await readCredentials(prefixes)).keys()].sort()).toEqual(prefixes.toSorted());
  expect([ofOrgs(), ofCredentials()]).toEqual([0, 0]);
});
