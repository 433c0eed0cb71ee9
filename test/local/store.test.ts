import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDataFolder } from "../../local/data-folder.ts";
import { dynamoClient, type LocalDynamo, startDynamo } from "../../local/dynamodb.ts";
import { claimStore } from "../../local/store-owner.ts";
import { createTable } from "../../local/table.ts";

const path = mkdtempSync(join(tmpdir(), "palisade-store-"));
const folder = openDataFolder(path);
let dynamo: LocalDynamo;
beforeAll(async () => {
  dynamo = await startDynamo(folder);
});
afterAll(async () => {
  await dynamo.stop();
  rmSync(path, { recursive: true });
});

const item = { pk: "a", sk: "b", text: "kept" };

test("the table is created once and outlives a restart", async () => {
  const before = dynamoClient(dynamo.endpoint);
  await createTable(before, "kept");
  await createTable(before, "kept");
  await before.send(new PutCommand({ TableName: "kept", Item: item }));
  before.destroy();
  await dynamo.stop();
  dynamo = await startDynamo(folder);
  const after = dynamoClient(dynamo.endpoint);
  const found = await after.send(new GetCommand({ TableName: "kept", Key: { pk: "a", sk: "b" } }));
  expect(found.Item).toEqual(item);
  after.destroy();
});

test("a database that a dead service left behind is ended before the next one starts", async () => {
  const dead = spawn("true");
  await once(dead, "exit");
  folder.write("dynamodb.pid", `${dynamo.pid} ${dead.pid}`);
  const next = await startDynamo(folder);
  expect(next.pid).not.toBe(dynamo.pid);
  await expect(fetch(dynamo.endpoint)).rejects.toThrow();
  dynamo = next;
});

test("a folder that a living service uses is refused, and its database left alone", async () => {
  const parent = process.ppid;
  folder.write("dynamodb.pid", `${dynamo.pid} ${parent}`);
  await expect(startDynamo(folder)).rejects.toThrow(`is in use by process ${parent}`);
  expect((await fetch(dynamo.endpoint)).status).toBe(400);
  claimStore(folder, dynamo.pid);
});

test("a process id that another program has by now is nobody's database", async () => {
  const stranger = spawn("sleep", ["600"]);
  folder.write("dynamodb.pid", `${stranger.pid} ${process.ppid}`);
  await dynamo.stop();
  dynamo = await startDynamo(folder);
  expect(stranger.exitCode).toBeNull();
  expect(stranger.signalCode).toBeNull();
  stranger.kill();
});

test("what it writes can be read by its owner alone", () => {
  folder.write("secret", "x");
  expect(statSync(folder.at("secret")).mode & 0o777).toBe(0o600);
});

test("a folder that cannot be written to is told in one line", () => {
  expect(() => openDataFolder("/proc/palisade")).toThrow(/^DATA_DIR \/proc\/palisade cannot be written to \(\w+\)$/);
});
