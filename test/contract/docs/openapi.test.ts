import { describe, expect, test } from "vitest";
import { loadEndpoints } from "../../../lib/endpoints.ts";
import { openApiDocument } from "../../../openapi/document.ts";
import { answersConditionally } from "../../support/conditional.ts";
import { getPlain } from "../../support/plain.ts";
import { useService } from "../../support/service.ts";

const service = useService();

describe("200", () => {
  test("the document of all endpoints, without any key", async () => {
    const { status, headers, text } = await getPlain(service(), "/openapi.json");
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("application/json");
    expect(headers.get("cache-control")).toBe("no-cache");
    const endpoints = (await loadEndpoints()).map(({ endpoint }) => endpoint);
    expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(openApiDocument(endpoints))));
  });
});

answersConditionally(service, () => "/openapi.json");
