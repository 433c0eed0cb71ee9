import { DescribeEventBusCommand, EventBridgeClient, PutEventsCommand } from "@aws-sdk/client-eventbridge";
import {
  CreateSecretCommand,
  DescribeSecretCommand,
  GetSecretValueCommand,
  PutSecretValueCommand,
  ResourceExistsException,
  ResourceNotFoundException,
  SecretsManagerClient,
  UpdateSecretVersionStageCommand,
} from "@aws-sdk/client-secrets-manager";
import {
  DescribeExecutionCommand,
  ExecutionAlreadyExists,
  ExecutionDoesNotExist,
  ListStateMachinesCommand,
  SFNClient,
  StartExecutionCommand,
  StateMachineDoesNotExist,
} from "@aws-sdk/client-sfn";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AwsStandIn, startAwsStandIn } from "../../local/aws-json.ts";
import { localCredentials } from "../../local/aws-names.ts";
import { eventBridge } from "../../local/event-bridge.ts";
import { secretsManager } from "../../local/secrets-manager.ts";
import { StateMachines, stateMachineArn } from "../../local/state-machines.ts";
import { stepFunctions } from "../../local/step-functions.ts";

/** The stand-ins are spoken to by the clients that the functions use. */

const events: string[] = [];
const claimed = Promise.withResolvers<void>();
const machines = new StateMachines(["easm"], async (name) => async () => {
  if (name === "claim") await claimed.promise;
  return { claimed: false };
});

let standIn: AwsStandIn;
let secrets: SecretsManagerClient;
let states: SFNClient;
let bus: EventBridgeClient;
beforeAll(async () => {
  standIn = await startAwsStandIn({
    ...secretsManager({ "palisade/key": "first" }),
    ...stepFunctions(machines),
    ...eventBridge("palisade", (line) => events.push(line)),
  });
  const config = { endpoint: standIn.endpoint, region: "eu-west-1", credentials: localCredentials, maxAttempts: 1 };
  secrets = new SecretsManagerClient(config);
  states = new SFNClient(config);
  bus = new EventBridgeClient(config);
});
afterAll(async () => {
  for (const client of [secrets, states, bus]) client.destroy();
  await standIn.stop();
  await machines.stop();
});

describe("Secrets Manager", () => {
  test("a secret by name and by ARN, and its new value", async () => {
    const byName = await secrets.send(new GetSecretValueCommand({ SecretId: "palisade/key" }));
    expect(byName.SecretString).toBe("first");
    const put = await secrets.send(new PutSecretValueCommand({ SecretId: "palisade/key", SecretString: "second" }));
    const byArn = await secrets.send(new GetSecretValueCommand({ SecretId: byName.ARN }));
    expect(byArn).toMatchObject({ SecretString: "second", VersionId: put.VersionId, Name: "palisade/key" });
  });

  test("creating one, once", async () => {
    const command = new CreateSecretCommand({ Name: "new", SecretString: "x" });
    await secrets.send(command);
    await expect(secrets.send(command)).rejects.toBeInstanceOf(ResourceExistsException);
  });

  test("a new value makes the one before it the previous one, until that label is taken away", async () => {
    const id = { SecretId: "labelled" };
    const first = await secrets.send(new CreateSecretCommand({ Name: "labelled", SecretString: "first" }));
    const second = await secrets.send(new PutSecretValueCommand({ ...id, SecretString: "second" }));
    expect((await secrets.send(new DescribeSecretCommand(id))).VersionIdsToStages).toEqual({
      [second.VersionId ?? ""]: ["AWSCURRENT"],
      [first.VersionId ?? ""]: ["AWSPREVIOUS"],
    });
    const previous = new GetSecretValueCommand({ ...id, VersionStage: "AWSPREVIOUS" });
    expect((await secrets.send(previous)).SecretString).toBe("first");
    const take = (VersionStage: string, RemoveFromVersionId: string | undefined) =>
      secrets.send(new UpdateSecretVersionStageCommand({ ...id, VersionStage, RemoveFromVersionId }));
    await expect(take("AWSPREVIOUS", second.VersionId)).rejects.toMatchObject({ name: "InvalidParameterException" });
    await expect(take("AWSCURRENT", second.VersionId)).rejects.toMatchObject({ name: "InvalidParameterException" });
    await take("AWSPREVIOUS", first.VersionId);
    await expect(secrets.send(previous)).rejects.toBeInstanceOf(ResourceNotFoundException);
  });

  test("one that does not exist", async () => {
    const command = new GetSecretValueCommand({ SecretId: "nothing" });
    await expect(secrets.send(command)).rejects.toBeInstanceOf(ResourceNotFoundException);
  });
});

describe("Step Functions", () => {
  const machineArn = stateMachineArn("easm");
  const start = (name: string, input: string, arn = machineArn) =>
    states.send(new StartExecutionCommand({ stateMachineArn: arn, name, input }));

  test("starting is idempotent by name and input while it runs, and refused afterwards", async () => {
    const first = await start("scan-1", '{"org_id":"o","scan_id":"scan-1"}');
    const again = await start("scan-1", '{"org_id":"o","scan_id":"scan-1"}');
    expect(again).toMatchObject({ executionArn: first.executionArn, startDate: first.startDate });
    await expect(start("scan-1", '{"org_id":"other","scan_id":"scan-1"}')).rejects.toBeInstanceOf(
      ExecutionAlreadyExists,
    );
    const describeIt = () => states.send(new DescribeExecutionCommand({ executionArn: first.executionArn }));
    expect(await describeIt()).toMatchObject({ status: "RUNNING", name: "scan-1", stateMachineArn: machineArn });
    claimed.resolve();
    await expect.poll(async () => (await describeIt()).status).toBe("SUCCEEDED");
    await expect(start("scan-1", '{"org_id":"o","scan_id":"scan-1"}')).rejects.toBeInstanceOf(ExecutionAlreadyExists);
  });

  test("an execution or a machine that does not exist", async () => {
    const executionArn = `${machineArn.replace(":stateMachine:", ":execution:")}:none`;
    await expect(states.send(new DescribeExecutionCommand({ executionArn }))).rejects.toBeInstanceOf(
      ExecutionDoesNotExist,
    );
    await expect(start("x", "{}", `${machineArn}-other`)).rejects.toBeInstanceOf(StateMachineDoesNotExist);
  });

  test("an operation that there is not is refused, not attempted elsewhere", async () => {
    await expect(states.send(new ListStateMachinesCommand({}))).rejects.toThrow("not available here");
  });
});

describe("EventBridge", () => {
  const entry = (Detail: string) => ({ EventBusName: "palisade", Source: "palisade", DetailType: "activity", Detail });

  test("one line for each event: `line` of its detail, else the detail", async () => {
    events.length = 0;
    const { FailedEntryCount, Entries } = await bus.send(
      new PutEventsCommand({
        Entries: [entry(JSON.stringify({ line: '{"event": "a"}' })), entry('{"event":\n"b"}')],
      }),
    );
    expect(FailedEntryCount).toBe(0);
    expect(Entries?.every(({ EventId }) => EventId)).toBe(true);
    expect(events).toEqual(['{"event":"a"}', '{"event":"b"}']);
  });

  test("a malformed entry is refused alone", async () => {
    events.length = 0;
    const { FailedEntryCount, Entries } = await bus.send(
      new PutEventsCommand({ Entries: [entry("no json"), entry('{"event":"c"}')] }),
    );
    expect([FailedEntryCount, Entries?.[0]?.ErrorCode]).toEqual([1, "MalformedDetail"]);
    expect(events).toEqual(['{"event":"c"}']);
  });

  test("describes the bus by its name and by its ARN", async () => {
    const byName = await bus.send(new DescribeEventBusCommand({ Name: "palisade" }));
    const byArn = await bus.send(new DescribeEventBusCommand({ Name: byName.Arn }));
    expect(byArn).toMatchObject({ Name: "palisade", Arn: byName.Arn });
  });

  test("another bus does not exist", async () => {
    const command = new PutEventsCommand({ Entries: [{ ...entry("{}"), EventBusName: "other" }] });
    await expect(bus.send(command)).rejects.toThrow("does not exist");
    for (const Name of ["other", undefined])
      await expect(bus.send(new DescribeEventBusCommand({ Name }))).rejects.toMatchObject({
        name: "ResourceNotFoundException",
      });
  });
});

test("what is not the protocol is refused", async () => {
  const post = (headers: Record<string, string>, body: string) =>
    fetch(standIn.endpoint, { method: "POST", headers, body });
  expect((await post({}, "{}")).status).toBe(400);
  const malformed = await post({ "X-Amz-Target": "AWSEvents.PutEvents" }, "{");
  expect([malformed.status, malformed.headers.get("x-amzn-errortype")]).toEqual([400, "SerializationException"]);
});
