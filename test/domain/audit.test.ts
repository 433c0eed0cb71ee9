import { expect, test } from "vitest";
import { auditedPath } from "../../functions/domain/audit.ts";

const key = `pal_org_0aB1cD2eF3gH_${"x".repeat(49)}`;

test.each([
  ["/api/v1/orgs/acme%20corp", "/api/v1/orgs/acme corp"],
  ["/api/v1/orgs/%zz", "/api/v1/orgs/%zz"],
  [`/api/v1/orgs/${key}/rotate-key`, "/api/v1/orgs/pal_org_0aB1cD2eF3gH_.../rotate-key"],
  [`/api/v1/orgs/${key.slice(0, 30)}`, "/api/v1/orgs/pal_org_0aB1cD2eF3gH_..."],
  [`/api/v1/orgs/${key.replaceAll("_", "%255F")}`, "/api/v1/orgs/pal_org_0aB1cD2eF3gH_..."],
  ["/api/v1/orgs/m%41ster/x", "/api/v1/orgs/.../x"],
  ["/api/v1/orgs/m%2541ster/x", "/api/v1/orgs/.../x"],
  ["/api/v1/orgs/previou%73", "/api/v1/orgs/..."],
])("%s is kept as %s", (path, kept) => {
  expect(auditedPath(path, ["m%41ster", "previous"])).toBe(kept);
});

test("a path of any length stays short", () => {
  expect(auditedPath(`/${"a".repeat(9000)}`, ["master"])).toHaveLength(500);
});
