import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { decoys } from "../../lab/ground-truth.ts";
import { type Lab, startLab } from "../../lab/lab.ts";
import { send } from "./raw/http.ts";

describe("the hostile site", () => {
  let lab: Lab;
  beforeAll(async () => {
    lab = await startLab({ network: 76, singleAddress: false });
  });
  afterAll(() => lab.stop());

  const get = (path: string, bytesMax?: number) =>
    send(
      "https",
      lab.at("archive.acme.test", 8443),
      "archive.acme.test",
      path,
      bytesMax === undefined ? {} : { bytesMax },
    );

  it("has a sound front page and an honest 404", async () => {
    expect((await get("/")).status).toBe(200);
    expect((await get("/nobody-made-this")).status).toBe(404);
  });

  it("has a decoy for each of its misdeeds, and no other", () => {
    const paths = decoys.filter((decoy) => decoy.host === "archive.acme.test").map((decoy) => decoy.path);
    expect(paths.sort()).toEqual(["/.env", "/.git/HEAD", "/backup.sql", "/backup.zip", "/openapi.json"]);
  });

  it("drips blanks that are no dump", async () => {
    const { status, body } = await get("/backup.sql", 2);
    expect([status, body.toString()]).toEqual([200, "  "]);
  });

  it("never ends, and is no archive", async () => {
    const { body } = await get("/backup.zip", 8_388_608);
    expect(body.length).toBeGreaterThanOrEqual(8_388_608);
    expect(body.every((byte) => byte === 0)).toBe(true);
  });

  it("unpacks to a thousand times its size, and holds no setting", async () => {
    const { headers, body } = await get("/.env");
    expect(headers["content-encoding"]).toBe("gzip");
    const unpacked = gunzipSync(body);
    expect(unpacked.length).toBeGreaterThan(900 * body.length);
    expect(unpacked.toString().trim()).toBe("");
  });

  it("hangs up in the middle of an answer", async () => {
    await expect(get("/openapi.json")).rejects.toThrow("aborted");
  });

  it("hangs up instead of an answer", async () => {
    await expect(get("/.git/HEAD")).rejects.toThrow("socket hang up");
  });
});
