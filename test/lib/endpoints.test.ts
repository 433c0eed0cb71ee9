import { expect, test } from "vitest";
import { loadEndpoints } from "../../lib/endpoints.ts";
import { loadFixtures } from "../openapi/fixtures/load.ts";

test("finds endpoints by folder, sorted, with the file that holds each", async () => {
  const loaded = await loadFixtures("api");
  expect(loaded.map(({ name }) => name)).toEqual(["things/list", "things/page", "things/remove", "things/start"]);
  expect(loaded.map(({ endpoint }) => endpoint.operationId)).toEqual([
    "listThings",
    "thingPage",
    "removeThing",
    "startThing",
  ]);
  expect(loaded[0]?.file).toMatch(/fixtures\/api\/things\/list\.ts$/);
});

test.each([
  ["double", /two\.ts must export exactly one endpoint/],
  ["bare", /no-handler\.ts must export a handler/],
  ["clash", /one\.ts and .*other\.ts both declare GET \/org\/things/],
])("refuses the folder %s", async (folder, message) => {
  await expect(loadFixtures(folder)).rejects.toThrow(message);
});

test("every endpoint of the service loads", async () => {
  const loaded = await loadEndpoints();
  expect(loaded.length).toBeGreaterThan(0);
});
