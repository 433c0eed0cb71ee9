import { describe, expect, test } from "vitest";
import { Client } from "../../support/client.ts";
import { useService } from "../../support/service.ts";

const service = useService();

describe("200", () => {
  test("without any key", async () => {
    expect(await new Client(service().baseUrl, {}).get("/health")).toMatchObject({
      status: 200,
      body: { status: "ok" },
    });
  });
});
