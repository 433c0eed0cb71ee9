import { expect, test } from "vitest";
import { getPlain } from "../support/plain.ts";
import { startTestService } from "../support/service.ts";

test("without the documentation its addresses are unknown, and nothing is written for it", async () => {
  const service = await startTestService({ docs: false });
  try {
    for (const path of ["/docs", "/redoc", "/openapi.json", "/docs/assets/x.js"]) {
      const { status, text } = await getPlain(service, path);
      expect({ status, body: JSON.parse(text) }, path).toEqual({ status: 404, body: { detail: "Not Found" } });
    }
    expect(process.env.DOCS_FOLDER).toBeUndefined();
    expect((await getPlain(service, "/health")).status).toBe(200);
  } finally {
    await service.stop();
  }
});
