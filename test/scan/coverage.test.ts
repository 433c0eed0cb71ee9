import { expect, test } from "vitest";
import { hostOf } from "../../functions/scan/coverage.ts";

test.each([
  ["https://www.example.com:8443", "www.example.com"],
  ["www.example.com:22/tcp", "www.example.com"],
  ["192.0.2.1:6379/tcp", "192.0.2.1"],
  ["www.example.com", "www.example.com"],
])("%s is on %s", (value, host) => {
  expect(hostOf(value)).toBe(host);
});
