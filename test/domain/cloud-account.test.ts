import { describe, expect, test } from "vitest";
import {
  accountFor,
  type CloudAccount,
  newAccount,
  ROLE_ARN,
  unfitRole,
  updatedAccount,
  validatedAccount,
} from "../../functions/domain/cloud-account.ts";

const now = new Date("2026-01-01T00:00:00.000Z");
const later = new Date("2026-01-02T00:00:00.000Z");
const roleOf = (account: string, name = "Reader") => `arn:aws:iam::${account}:role/${name}`;
const account = (id: string, role_arn?: string): CloudAccount =>
  newAccount({ id, externalId: `external ID of ${id}` }, { role_arn }, now);

describe("an ARN of a role", () => {
  test.each([
    "arn:aws:iam::123456789012:role/Reader",
    "arn:aws:iam::123456789012:role/team/audit/Reader",
    "arn:aws-cn:iam::123456789012:role/Reader",
    "arn:aws-us-gov:iam::123456789012:role/a+=,.@-_9",
  ])("%s", (arn) => expect(arn).toMatch(ROLE_ARN));

  test.each([
    "",
    "Reader",
    "arn:aws:iam::12345678901:role/Reader",
    "arn:aws:iam::123456789012:user/Reader",
    "arn:aws:iam::123456789012:role/",
    "arn:aws:iam::123456789012:role/team/",
    "arn:aws:iam::*:role/Reader",
    "arn:aws:iam::123456789012:role/Rea*der",
    "arn:aws:iam::123456789012:role/te*m/Reader",
    "arn:aws:sts::123456789012:assumed-role/Reader/session",
    `arn:aws:iam::123456789012:role/${"x".repeat(65)}`,
    "arn:aws:iam::123456789012:role/Reader\n",
    "arn:azure:iam::123456789012:role/Reader",
  ])("%j is none", (arn) => expect(arn).not.toMatch(ROLE_ARN));
});

describe("the account that an input speaks of", () => {
  const one = account("one", roleOf("111111111111"));
  const two = account("two", roleOf("222222222222"));
  const waiting = account("waiting");

  test.each([
    ["the one with its id", [one, two], { id: "two" }, two],
    ["none, when the id is not there, whatever the role", [one], { id: "x", role_arn: roleOf("111111111111") }, null],
    [
      "the one with the account of the role, before one that waits",
      [waiting, one],
      { role_arn: roleOf("111111111111", "New") },
      one,
    ],
    ["the only one that waits for a role", [one, waiting], { role_arn: roleOf("333333333333") }, waiting],
    ["none, when several wait", [waiting, account("other")], { role_arn: roleOf("333333333333") }, null],
    ["none, without id and role", [waiting], { name: "new" }, null],
  ])("%s", (_, accounts, input, expected) => expect(accountFor(accounts, input)).toBe(expected));
});

describe("an account", () => {
  const validated = validatedAccount(account("one", roleOf("111111111111")), null, now);

  test("is pending at first, validated or invalid after a test", () => {
    expect(account("one")).toMatchObject({ status: "pending", reason: null, role_arn: null, last_validated_at: null });
    expect(validated).toMatchObject({ status: "validated", reason: null, last_validated_at: now.toISOString() });
    expect(validatedAccount(validated, "It is gone.", later)).toMatchObject({
      status: "invalid",
      reason: "It is gone.",
      last_validated_at: later.toISOString(),
    });
  });

  test("is pending again with a role, even the same; its external ID stays", () => {
    const again = updatedAccount(validated, { role_arn: validated.role_arn ?? "" }, later);
    expect(again).toEqual({
      ...validated,
      status: "pending",
      last_validated_at: null,
      updated_at: later.toISOString(),
    });
  });

  test("stays validated with another name", () => {
    expect(updatedAccount(validated, { name: "New" }, later)).toMatchObject({ name: "New", status: "validated" });
  });
});

describe("a role is unfit", () => {
  const assumer = roleOf("999999999999", "Assumer");
  test.each([
    ["in the account of the service", roleOf("999999999999"), /account of this service/],
    ["in a partition out of reach", roleOf("111111111111").replace("aws", "aws-cn"), /aws-cn.*from aws$/],
  ])("%s", (_, role, reason) => expect(unfitRole(role, assumer)).toMatch(reason));

  test("nowhere else, nor where the service has no role of its own", () => {
    expect(unfitRole(roleOf("111111111111"), assumer)).toBeNull();
    expect(unfitRole(roleOf("999999999999"), null)).toBeNull();
  });
});
