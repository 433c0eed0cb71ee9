import { describe, expect, test } from "vitest";
import { loadEndpoints } from "../../lib/endpoints.ts";
import { deployments, ofType, permissionsOf, statementsOf, synthesize } from "./synthesized.ts";

const endpoints = await loadEndpoints();
const stacks = synthesize(endpoints);
const permissions = permissionsOf(stacks);
const roleActions = (role: RegExp) =>
  new Set(permissions.filter((entry) => role.test(entry.role)).flatMap(({ actions }) => actions));

const isAssumer = (role: string) => role.startsWith("Assumer");
/** A logical id without the hash at its end. */
const withoutHash = (id: string) => id.replace(/[0-9A-F]{8}$/, "");

/** Allowed wildcards in actions, each with the reason. */
const ACTION_WILDCARDS: Readonly<Record<string, string>> = {
  "AlarmTopicKey kms:*":
    "The account's own policies decide about the key: without this nobody could change it any more.",
};

/** Allowed on every resource, each with the reason. */
const EVERY_RESOURCE: readonly (readonly [user: RegExp, actions: RegExp, reason: string])[] = [
  [/^easmScansMachineRole/, /^logs:(\w+LogDelivery|ListLogDeliveries)$/, "Deliveries of logs know no resources."],
  [
    /^easmScansMachineRole/,
    /^logs:(\w+ResourcePolic\w+|DescribeLogGroups)$/,
    "Policies of log groups are the account's.",
  ],
  [/^easmScansMachineRole/, /^xray:(Put\w+|GetSampling\w+)$/, "X-Ray knows no resources for these."],
  [/^ContainersStartRole/, /^ecr:GetAuthorizationToken$/, "The token is the registry's, which knows no resources."],
  [/^AlarmTopicKey/, /^kms:(\*|Decrypt|GenerateDataKey)$/, "The policy of a key speaks of that key alone."],
];

/** Allowed wildcards within the name of a resource, each with the reason. */
const NAME_WILDCARDS: readonly (readonly [user: RegExp, resource: RegExp, reason: string])[] = [
  [/^SweepRole/, /:execution:palisade-prod-scans-easm:\*/, "Executions are named by scan ids."],
  [/^easmScansMachineRole/, /:task\/palisade-prod-scans-scanner\/\*/, "ECS names its tasks when they start."],
  [/^Assumer/, /:iam::\*:role\/\*/, "Customers name their accounts and roles."],
  [/^WebhookSenderRole/, /:secret:palisade\/webhook-\?{6}/, "Secrets Manager ends every name with six characters."],
];

describe.each(deployments)("%s", (_, settings) => {
  const deployed = synthesize(endpoints, settings);
  const granted = permissionsOf(deployed);
  const allowed = statementsOf(deployed).filter(({ effect }) => effect === "Allow");
  const functions = ofType(deployed, "AWS::Lambda::Function").map(({ Properties }) => Properties);
  const everywhere = allowed.filter(({ resources }) => resources.includes('"*"'));

  test("no action is a wildcard, but for those with a reason", () => {
    const wildcards = allowed.flatMap(({ id, actions }) =>
      actions.filter((action) => action.includes("*")).map((action) => `${withoutHash(id)} ${action}`),
    );
    expect(wildcards.filter((wildcard) => !(wildcard in ACTION_WILDCARDS))).toEqual([]);
    expect(allowed.length).toBeGreaterThan(40);
  });

  test("no resource is everything, but for those with a reason", () => {
    const uses = everywhere.flatMap(({ id, actions }) => actions.map((action) => [id, action] as const));
    const unexplained = uses.filter(
      ([id, action]) => !EVERY_RESOURCE.some(([user, actions]) => user.test(id) && actions.test(action)),
    );
    expect(unexplained).toEqual([]);
  });

  test("no resource has a wildcard in its name, but for those with a reason", () => {
    const uses = allowed.flatMap(({ id, resources }) =>
      resources.filter((arn) => arn !== '"*"' && /[*?]/.test(arn)).map((arn) => [id, arn] as const),
    );
    const unexplained = uses.filter(
      ([id, arn]) => !NAME_WILDCARDS.some(([user, resource]) => user.test(id) && resource.test(arn)),
    );
    expect(unexplained).toEqual([]);
  });

  test("no role trusts anyone but the service that uses it", () => {
    const trust = allowed.filter(({ id, type }) => type === "AWS::IAM::Role" && !isAssumer(id));
    expect(trust.length).toBeGreaterThan(8);
    for (const { id, principal } of trust)
      expect(principal, id).toMatch(/^\{"Service":"(lambda|states|apigateway|events|ecs-tasks)\.amazonaws\.com"\}$/);
  });

  test("no role has a policy that AWS may change, but for the one that API Gateway insists on", () => {
    const roles = ofType(deployed, "AWS::IAM::Role").map(({ Properties }) =>
      JSON.stringify(Properties.ManagedPolicyArns),
    );
    const managed = roles.filter((policies) => policies !== undefined);
    expect(managed).toEqual([expect.stringContaining("AmazonAPIGatewayPushToCloudWatchLogs")]);
  });

  test("each function has a role of ours that says what it is for, and shares it with none of another purpose", () => {
    const roles = new Map(
      deployed
        .flatMap(({ resources }) => Object.entries(resources))
        .filter(([, { Type }]) => Type === "AWS::IAM::Role")
        .map(([id, { Properties }]) => [id, String(Properties.Description)]),
    );
    const used = functions.map(({ Role }) => roles.get(JSON.stringify(Role).match(/"(\w+)","Arn"/)?.[1] ?? ""));
    expect(new Set(used)).toEqual(
      new Set([
        ...["read", "write", "scan-control", "cloud-trust", "none"].map(
          (grant) => `Palisade: endpoints with grant ${grant}`,
        ),
        "Palisade: tasks of a scan",
        "Palisade: sweeper of scans",
        "Palisade: publisher of events",
        ...(settings.webhook?.form === "signed" ? ["Palisade: sender of the webhook"] : []),
      ]),
    );
  });

  test("no function can be called from the internet past the gateway, nor by any account", () => {
    expect(ofType(deployed, "AWS::Lambda::Url")).toEqual([]);
    for (const { Properties } of ofType(deployed, "AWS::Lambda::Permission")) {
      expect(Properties.Principal).toMatch(/^(apigateway|events)\.amazonaws\.com$/);
      expect(Properties.SourceArn).toBeDefined();
    }
  });

  test("only endpoints that check keys can read the master key, and only the sender the webhook's secret", () => {
    const readers = (secret: RegExp) =>
      granted
        .filter(({ actions }) => actions.some((action) => action.startsWith("secretsmanager:")))
        .filter(({ resources }) => resources.some((arn) => secret.test(arn)))
        .map(({ role, actions }) => `${withoutHash(role)} ${actions.join()}`)
        .sort();
    expect(readers(/MasterKey/)).toEqual(
      ["cloudtrust", "read", "scancontrol", "write"].map((grant) => `Roles${grant} secretsmanager:GetSecretValue`),
    );
    expect(readers(/palisade\/webhook/)).toEqual(
      settings.webhook?.form === "signed" ? ["WebhookSenderRole secretsmanager:GetSecretValue"] : [],
    );
    expect(readers(/(?:)/).length).toBe(readers(/MasterKey/).length + readers(/palisade\/webhook/).length);
  });

  test("nobody may scan the table, change it or delete it", () => {
    const actions = granted.flatMap((entry) => entry.actions).filter((action) => action.startsWith("dynamodb:"));
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
    const allowed = granted.filter(
      ({ effect, actions }) => effect === "Allow" && actions.some((one) => changes.test(one)),
    );
    const anywhere = allowed.filter(({ condition }) => condition === undefined).map(({ role }) => role);
    const denied = granted.filter(({ effect, role }) => effect === "Deny" && !isAssumer(role));
    expect(anywhere.length).toBeGreaterThan(2);
    expect(denied.map(({ role }) => role).sort()).toEqual(anywhere.sort());
    for (const { actions, condition } of denied) {
      expect(actions.filter((action) => changes.test(action))).toHaveLength(3);
      expect(condition).toEqual({ "ForAnyValue:StringEquals": { "dynamodb:LeadingKeys": ["$palisade_audit"] } });
    }
  });

  test("queues and topics are encrypted and take nothing but TLS, and there is no bucket", () => {
    expect(ofType(deployed, "AWS::S3::Bucket")).toEqual([]);
    const named = (type: string) =>
      deployed.flatMap(({ resources }) => Object.entries(resources)).filter(([, resource]) => resource.Type === type);
    for (const [id, { Properties }] of named("AWS::SQS::Queue")) expect(Properties.SqsManagedSseEnabled, id).toBe(true);
    for (const [id, { Properties }] of named("AWS::SNS::Topic")) expect(Properties.KmsMasterKeyId, id).toBeDefined();
    const insecure = statementsOf(deployed).filter(
      ({ effect, condition }) =>
        effect === "Deny" && JSON.stringify(condition) === '{"Bool":{"aws:SecureTransport":"false"}}',
    );
    for (const [id] of [...named("AWS::SQS::Queue"), ...named("AWS::SNS::Topic")])
      expect(
        insecure.filter(({ resources }) => resources.some((arn) => arn.includes(`"${id}"`))),
        id,
      ).toHaveLength(1);
  });

  test("every log has an end: groups expire, and no service has to make one by itself", () => {
    for (const { Properties } of ofType(deployed, "AWS::Logs::LogGroup"))
      expect(Properties.RetentionInDays).toEqual(expect.any(Number));
    for (const { LoggingConfig } of functions)
      expect(LoggingConfig).toMatchObject({ LogGroup: { Ref: expect.anything() } });
    const names = ofType(deployed, "AWS::Logs::LogGroup").map(({ Properties }) =>
      JSON.stringify(Properties.LogGroupName),
    );
    expect(names.filter((name) => /API-Gateway-Execution-Logs_.*\/api"/.test(name ?? ""))).toHaveLength(1);
  });
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
    expect(starters.map(({ role }) => withoutHash(role)).sort()).toEqual(["Rolesscancontrol", "SweepRole"]);
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

  test("may assume them without an external ID too, as their trust cannot be tested otherwise", () => {
    const conditions = permissions.filter(({ role }) => isAssumer(role)).map(({ condition }) => condition);
    expect(conditions).toEqual([undefined, undefined]);
  });

  test("is assumed by the endpoint that tests the trust of roles, and by nobody else", () => {
    const assuming = permissions.filter(({ role, actions }) => !isAssumer(role) && actions.includes("sts:AssumeRole"));
    expect(assuming.map(({ role, resources }) => [withoutHash(role), resources])).toEqual([
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
