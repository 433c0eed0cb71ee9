import { expect, test } from "vitest";
import { StateMachines, stateMachineArn } from "../../local/state-machines.ts";

const machine = stateMachineArn("easm");
const input = '{"org_id":"o","scan_id":"s"}';

test("a pipeline runs its tasks in order, with the execution's own ARN in the claim", async () => {
  const calls: { name: string; input: unknown }[] = [];
  const machines = new StateMachines(["easm"], async (name) => async (given) => {
    calls.push({ name, input: given });
    if (name === "claim") return { claimed: true };
    return name === "begin-stage" ? { cancelled: false, work: [{ scanner: "easm.dns", batch: 0 }] } : undefined;
  });
  const execution = machines.start(machine, "s", input);
  await expect.poll(() => execution?.status).toBe("SUCCEEDED");
  expect(calls[0]).toEqual({ name: "claim", input: { org_id: "o", scan_id: "s", execution: execution?.arn } });
  expect(calls.at(-1)?.name).toBe("finalize");
  expect(calls.filter(({ name }) => name === "run-scanner")).toHaveLength(5);
  expect(execution?.endedAt).toBeInstanceOf(Date);
});

test("stopping starts no more tasks, waits for the one at work, and tells that the execution was aborted", async () => {
  const calls: string[] = [];
  const claim = Promise.withResolvers<void>();
  const machines = new StateMachines(["easm"], async (name) => async () => {
    calls.push(name);
    await claim.promise;
    return { claimed: true };
  });
  const execution = machines.start(machine, "s", input);
  await expect.poll(() => calls).toEqual(["claim"]);
  const stopped = machines.stop();
  claim.resolve();
  await stopped;
  expect(calls).toEqual(["claim"]);
  expect(execution?.status).toBe("ABORTED");
});

test.each([
  ["fails", true],
  ["ends well", false],
])("an execution that %s is told of at once, or not at all", async (_, isFailing) => {
  const machines = new StateMachines(["easm"], async () => async () => {
    // Not even the task that records failures works.
    if (isFailing) throw new Error("out of memory");
    return { claimed: false };
  });
  let died = 0;
  machines.onDied = () => {
    died += 1;
  };
  const execution = machines.start(machine, "s", input);
  await expect.poll(() => execution?.status, { timeout: 50_000 }).toBe(isFailing ? "FAILED" : "SUCCEEDED");
  expect(died).toBe(isFailing ? 1 : 0);
});

test("input that is not JSON and machines that do not exist start nothing", () => {
  const machines = new StateMachines(["easm"], async () => async () => null);
  expect(() => machines.start(machine, "s", "{")).toThrow(SyntaxError);
  expect(() => machines.start(`${machine}x`, "s", input)).toThrow(RangeError);
  expect(machines.find(`${machine.replace(":stateMachine:", ":execution:")}:s`)).toBeNull();
});
