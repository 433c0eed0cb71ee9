import { execFile } from "node:child_process";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { AwsError, type AwsStandIn, startAwsStandIn } from "../../local/aws-json.ts";
import { complaintOf } from "../../local/complaint.ts";

/** `npm run repair:ledger` where nothing can be repaired, and what operators are told of AWS. */

let refusal = new AwsError("", "");
const refuse = (): never => {
  throw refusal;
};
let standIn: AwsStandIn;
beforeAll(async () => {
  standIn = await startAwsStandIn({ "DynamoDB_20120810.GetItem": refuse, "DynamoDB_20120810.Query": refuse });
});
afterAll(() => standIn.stop());

const run = (endpoint: string, ...args: readonly string[]) =>
  new Promise<{ readonly code: unknown; readonly output: string }>((resolve) =>
    execFile(
      process.execPath,
      ["bin/repair-ledger.ts", ...args],
      {
        env: {
          ...process.env,
          AWS_REGION: "eu-west-1",
          AWS_ACCESS_KEY_ID: "local",
          AWS_SECRET_ACCESS_KEY: "local",
          AWS_MAX_ATTEMPTS: "1",
          AWS_ENDPOINT_URL_DYNAMODB: endpoint,
        },
      },
      (error, stdout, stderr) => resolve({ code: error?.code ?? 0, output: stdout + stderr }),
    ),
  );

test.each([
  ["ResourceNotFoundException", "Requested resource not found", "There is no such table"],
  ["ResourceNotFoundException", "Cannot do operations on a non-existent table", "There is no such table"],
  ["AccessDeniedException", "User: x is not authorized", "AccessDeniedException: User: x is not authorized"],
  ["ExpiredTokenException", "The security token\nhas expired", "ExpiredTokenException: The security token has expired"],
])("%s, %s: a line", async (code, message, line) => {
  refusal = new AwsError(code, message);
  expect(await run(standIn.endpoint, "--customer", "acme", "--table", "t")).toEqual({ code: 1, output: `${line}\n` });
});

test("nobody answers: a line", async () => {
  const gone = await startAwsStandIn({});
  await gone.stop();
  const { host } = new URL(gone.endpoint);
  expect(await run(gone.endpoint, "--customer", "acme", "--table", "t")).toEqual({
    code: 1,
    output: `connect ECONNREFUSED ${host}\n`,
  });
});

test("nobody answers at any of several addresses: a line", async () => {
  const gone = await startAwsStandIn({});
  await gone.stop();
  const addresses = ["127.0.0.1", "127.0.0.2"].map((address) => ({ address, family: 4 }));
  const socket = connect({
    host: "aws.test",
    port: Number(new URL(gone.endpoint).port),
    autoSelectFamily: true,
    lookup: (_host, _options, done) => done(null, addresses),
  });
  const error = await new Promise((resolve) => socket.once("error", resolve));
  expect(error).toBeInstanceOf(AggregateError);
  expect(complaintOf(error, "")).toMatch(/^connect ECONNREFUSED 127\.0\.0\.1:\d+$/);
});

test.each([
  [["--help"], 0, /^Usage: npm run repair:ledger/],
  [[], 1, /^Name the org: --customer\n\nUsage: npm run repair:ledger/],
  [["--customer", ""], 1, /^Name the org: --customer/],
  [["--costumer", "x"], 1, /^Unknown option '--costumer'/],
] as const)("%j ends with %d: %s", async (args, code, text) => {
  const { code: actual, output } = await run(standIn.endpoint, ...args);
  expect(output).toMatch(text);
  expect(actual).toBe(code);
  expect(output).not.toContain("    at ");
});

test("an error of the program itself is nothing to put right", () => {
  expect(complaintOf(new TypeError("x is not a function"), "")).toBeUndefined();
});
