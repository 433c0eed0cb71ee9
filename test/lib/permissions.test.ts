import { describe, expect, test } from "vitest";
import { loadEndpoints } from "../../lib/endpoints.ts";
import { ofType, permissionsOf, synthesize, webhooks } from "./synthesized.ts";

const endpoints = await loadEndpoints();
const stacks = synthesize(endpoints);
const permissions = permissionsOf(stacks);
const roleActions = (role: RegExp) =>
  new Set(permissions.filter((entry) => role.test(entry.role)).flatMap(({ actions }) => actions));

const isAssumer = (role: string) => role.startsWith("Assumer");

/** Actions that know no resource. Nothing else may be allowed on `*`. */
const WITHOUT_RESOURCE = /^(logs:(\w*LogDelivery|ListLogDeliveries|\w*ResourcePolic\w+|DescribeLogGroups)|xray:\w+)$/;

describe.each(webhooks)("%s", (_, webhook) => {
  const deployed = synthesize(endpoints, { webhook });
  const allowed = permissionsOf(deployed);

  test("no action is a wildcard", () => {
    expect(allowed.flatMap(({ actions }) => actions).filter((action) => action.includes("*"))).toEqual([]);
  });

  test("no resource is everything, but for actions that know no resource", () => {
    const everything = allowed.filter(({ resources }) => resources.includes('"*"'));
    expect(everything.flatMap(({ actions }) => actions).filter((action) => !WITHOUT_RESOURCE.test(action))).toEqual([]);
  });

  test("the other wildcards are the executions of one state machine, for the sweeper to look at, and the assumer's roles", () => {
    const wildcards = allowed.filter(({ resources }) => resources.some((arn) => arn !== '"*"' && arn.includes("*")));
    const [sweeper, ...others] = wildcards.filter(({ role }) => !isAssumer(role));
    expect(others).toEqual([]);
    expect(sweeper?.actions).toEqual(["states:DescribeExecution"]);
    expect(sweeper?.resources).toEqual([expect.stringContaining(":execution:palisade-prod-scans-easm:*")]);
  });

  test("no role trusts anyone but the service that uses it", () => {
    const roles = deployed.flatMap(({ resources }) => Object.entries(resources)).filter(([id]) => !isAssumer(id));
    for (const [, { Type, Properties }] of roles) {
      if (Type !== "AWS::IAM::Role") continue;
      expect(JSON.stringify(Properties.AssumeRolePolicyDocument)).toMatch(
        /"Principal":\{"Service":"(lambda|states|apigateway|events)\.amazonaws\.com"\}/,
      );
    }
  });
});

test("nobody may scan the table, change it or delete it", () => {
  const actions = permissions.flatMap((entry) => entry.actions).filter((action) => action.startsWith("dynamodb:"));
  expect([...new Set(actions)].sort()).toEqual([
    "dynamodb:BatchGetItem",
    "dynamodb:BatchWriteItem",
    "dynamodb:ConditionCheckItem",
    "dynamodb:DeleteItem",
    "dynamodb:DescribeStream",
    "dynamodb:GetItem",
    "dynamodb:GetRecords",
    "dynamodb:GetShardIterator",
    "dynamodb:ListStreams",
    "dynamodb:PutItem",
    "dynamodb:Query",
    "dynamodb:UpdateItem",
  ]);
});

test("nobody may change or delete what stands in the audit log", () => {
  const changes = /^dynamodb:(UpdateItem|DeleteItem|BatchWriteItem)$/;
  const allowed = permissions.filter(
    ({ effect, actions }) => effect === "Allow" && actions.some((one) => changes.test(one)),
  );
  const anywhere = allowed.filter(({ condition }) => condition === undefined).map(({ role }) => role);
  const denied = permissions.filter(({ effect, role }) => effect === "Deny" && !isAssumer(role));
  expect(anywhere.length).toBeGreaterThan(2);
  expect(denied.map(({ role }) => role).sort()).toEqual(anywhere.sort());
  for (const { actions, condition } of denied) {
    expect(actions.filter((action) => changes.test(action))).toHaveLength(3);
    expect(condition).toEqual({ "ForAnyValue:StringEquals": { "dynamodb:LeadingKeys": ["$palisade_audit"] } });
  }
});

describe("endpoints", () => {
  test("that read may change nothing but their own request counter", () => {
    const changes = permissions.filter(
      ({ role, actions }) =>
        /^Rolesread/.test(role) && actions.some((action) => /Put|Update|Delete|Write/.test(action)),
    );
    const table = changes.filter(({ actions }) => !actions.every((action) => action.startsWith("logs:")));
    expect(table.map(({ actions, condition }) => ({ actions, condition }))).toEqual([
      {
        actions: ["dynamodb:UpdateItem"],
        condition: {
          "ForAllValues:StringLike": { "dynamodb:LeadingKeys": ["$palisade_ratecounters#caller_*#minute_*"] },
          Null: { "dynamodb:LeadingKeys": ["false"] },
        },
      },
    ]);
  });

  test("without a grant may only log", () => {
    expect([...roleActions(/^Rolesnone/)].sort()).toEqual(["logs:CreateLogStream", "logs:PutLogEvents"]);
  });

  test("may start scans only where their grant says so", () => {
    const starters = permissions.filter(({ actions }) => actions.includes("states:StartExecution"));
    expect(starters.map(({ role }) => role.replace(/[0-9A-F]{8}$/, "")).sort()).toEqual([
      "Rolesscancontrol",
      "SweepRole",
    ]);
  });

  test("run with the role of their grant", () => {
    const functions = ofType(stacks, "AWS::Lambda::Function").map(({ Properties }) => Properties);
    for (const { endpoint } of endpoints) {
      const found = functions.find(
        ({ Description }) => Description === `Palisade: ${endpoint.method} ${endpoint.path}`,
      );
      expect(JSON.stringify(found?.Role)).toContain(`Roles${endpoint.grant.replace("-", "")}`);
    }
  });

  test("can be invoked by the gateway for their own route alone", () => {
    const allowed = ofType(stacks, "AWS::Lambda::Permission")
      .map(({ Properties }) => Properties)
      .filter(({ Principal }) => Principal === "apigateway.amazonaws.com")
      .map(({ SourceArn }) => JSON.stringify(SourceArn).match(/"(\/[^"]*)"\]\]\}$/)?.[1]);
    const routes = endpoints.map(
      ({ endpoint }) => `/api/${endpoint.method}/v1${endpoint.path.replaceAll(/\{[^}]+\}/g, "*")}`,
    );
    expect(allowed.sort()).toEqual([...routes, "/api/*/*"].sort());
  });
});

describe("the assumer role", () => {
  const [assumer] = Object.entries(stacks[0]?.resources ?? {}).filter(
    ([id, { Type }]) => isAssumer(id) && Type === "AWS::IAM::Role",
  );
  const arnOf = (account: string) => `{"Fn::Join":["",["arn:",{"Ref":"AWS::Partition"},${account}]]}`;

  test("is in the stack that outlives deployments, and outlives even that", () => {
    expect(stacks[0]?.name).toBe("palisade-prod-data");
    expect(assumer?.[1].DeletionPolicy).toBe("Retain");
    expect(assumer?.[1].Properties.MaxSessionDuration).toBe(3600);
  });

  test("may assume roles in every account but the service's own, and nothing else", () => {
    expect(
      permissions
        .filter(({ role }) => isAssumer(role))
        .map(({ effect, actions, resources }) => ({ effect, actions, resources })),
    ).toEqual([
      { effect: "Allow", actions: ["sts:AssumeRole"], resources: [arnOf('":iam::*:role/*"')] },
      {
        effect: "Deny",
        actions: ["sts:AssumeRole"],
        resources: [arnOf('":iam::",{"Ref":"AWS::AccountId"},":role/*"')],
      },
    ]);
  });

  test("is assumed by the endpoint that tests the trust of roles, and by nobody else", () => {
    const assuming = permissions.filter(({ role, actions }) => !isAssumer(role) && actions.includes("sts:AssumeRole"));
    expect(assuming.map(({ role, resources }) => [role.replace(/[0-9A-F]{8}$/, ""), resources])).toEqual([
      ["Rolescloudtrust", [expect.stringMatching(/StackName":"palisade-prod-data".*Assumer/)]],
    ]);
    const users = endpoints.filter(({ endpoint }) => endpoint.grant === "cloud-trust");
    expect(users.map(({ endpoint }) => endpoint.operationId)).toEqual(["validateCloudAccount"]);
  });

  test("trusts roles of the service's account that carry the tag of this deployment, which is one", () => {
    expect(assumer?.[1].Properties.AssumeRolePolicyDocument).toMatchObject({
      Statement: [
        {
          Effect: "Allow",
          Action: "sts:AssumeRole",
          Condition: { StringEquals: { "aws:PrincipalTag/palisade-assumer": "palisade-prod-data" } },
        },
      ],
    });
    const tagged = ofType(stacks, "AWS::IAM::Role").filter(({ Properties }) =>
      JSON.stringify(Properties.Tags).includes('{"Key":"palisade-assumer","Value":"palisade-prod-data"}'),
    );
    expect(tagged.map(({ Properties }) => Properties.Description)).toEqual([
      "Palisade: endpoints with grant cloud-trust",
    ]);
  });

  test("is named to the endpoints of the cloud module, and to no other function", () => {
    const told = ofType(stacks, "AWS::Lambda::Function").filter(({ Properties }) =>
      JSON.stringify(Properties.Environment).includes("ASSUMER_ROLE_ARN"),
    );
    const cloud = endpoints.filter(({ name }) => name.startsWith("cloud/"));
    expect(told.map(({ Properties }) => Properties.Description).sort()).toEqual(
      cloud.map(({ endpoint }) => `Palisade: ${endpoint.method} ${endpoint.path}`).sort(),
    );
  });
});

test("tasks of a scan can neither read the master key nor start scans", () => {
  const actions = roleActions(/^TasksRole/);
  expect(actions).not.toContain("secretsmanager:GetSecretValue");
  expect([...actions].filter((action) => action.startsWith("states:"))).toEqual([]);
});
