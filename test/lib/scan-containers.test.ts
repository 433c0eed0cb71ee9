import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { wrappedScanners } from "../../functions/scanners/keys.ts";
import { toolNames } from "../../functions/tools/tool.ts";
import { loadEndpoints } from "../../lib/endpoints.ts";
import { source } from "../../lib/sources.ts";
import { toolModules } from "../../lib/tool-modules.ts";
import { CONTAINER_NAME } from "../../statemachines/containers.ts";
import { joined, ofType, permissionsOf, synthesize } from "./synthesized.ts";

const endpoints = await loadEndpoints();
const without = synthesize(endpoints);
const stacks = synthesize(endpoints, { ossScanners: true });
const propertiesOf = (type: string) => ofType(stacks, type).map(({ Properties }) => Properties);
const [machine] = propertiesOf("AWS::StepFunctions::StateMachine");
const { DefinitionString: definition } = z.object({ DefinitionString: z.unknown() }).parse(machine);

describe("without the switch", () => {
  test("there is no network, container or image, and no function is told of tools", () => {
    for (const type of ["AWS::EC2::VPC", "AWS::ECS::Cluster", "AWS::ECS::TaskDefinition"])
      expect(ofType(without, type)).toEqual([]);
    for (const { text } of without) expect(text).not.toMatch(/SCAN_TOOLS|ecs[:-]|in a container/);
  });

  test("what the two have in common is the same", () => {
    const changed = stacks.flatMap(({ name, resources }) => {
      const before = without.find((stack) => stack.name === name)?.resources ?? {};
      const differ = Object.keys(before).filter((id) => JSON.stringify(before[id]) !== JSON.stringify(resources[id]));
      return differ.map((id) => before[id]?.Type);
    });
    expect(new Set(changed)).toEqual(
      new Set(["AWS::Lambda::Function", "AWS::StepFunctions::StateMachine", "AWS::IAM::Policy"]),
    );
  });
});

describe("with it", () => {
  const [task] = propertiesOf("AWS::ECS::TaskDefinition");
  const { ContainerDefinitions: containers } = z
    .object({
      ContainerDefinitions: z.array(z.looseObject({ Environment: z.array(z.looseObject({ Name: z.string() })) })),
    })
    .parse(task);
  const [container] = containers;

  test("one container, of an ordinary user, can write to one folder and has no secrets", () => {
    expect(task).toMatchObject({
      RequiresCompatibilities: ["FARGATE"],
      NetworkMode: "awsvpc",
      RuntimePlatform: { CpuArchitecture: "ARM64", OperatingSystemFamily: "LINUX" },
      Volumes: [{ Name: "scratch" }],
    });
    expect(containers).toHaveLength(1);
    expect(container).toMatchObject({
      Name: CONTAINER_NAME,
      Essential: true,
      User: "1000:1000",
      ReadonlyRootFilesystem: true,
      LinuxParameters: { InitProcessEnabled: true, Capabilities: { Drop: ["ALL"] } },
      MountPoints: [{ SourceVolume: "scratch", ContainerPath: "/scratch", ReadOnly: false }],
      LogConfiguration: { LogDriver: "awslogs" },
    });
    expect(container).not.toHaveProperty("Secrets");
    expect(container?.Environment.map(({ Name }) => Name).sort()).toEqual([
      "AWS_REGION",
      "CT_LOGS",
      "LOG_LEVEL",
      "POWERTOOLS_SERVICE_NAME",
      "SCAN_TOOLS",
      "TABLE_NAME",
    ]);
  });

  test("its log has an end", () => {
    for (const { RetentionInDays } of propertiesOf("AWS::Logs::LogGroup")) expect(RetentionInDays).toBeGreaterThan(0);
  });

  test("its network lets nothing in, and costs nothing while nothing runs", () => {
    expect(propertiesOf("AWS::EC2::NatGateway")).toEqual([]);
    expect(propertiesOf("AWS::EC2::SecurityGroupIngress")).toEqual([]);
    for (const group of propertiesOf("AWS::EC2::SecurityGroup"))
      expect(group).not.toHaveProperty("SecurityGroupIngress");
    for (const endpoint of propertiesOf("AWS::EC2::VPCEndpoint")) expect(endpoint.VpcEndpointType).toBe("Gateway");
    expect(propertiesOf("AWS::EC2::VPCEndpoint")).toHaveLength(2);
    expect(propertiesOf("AWS::ECS::Service")).toEqual([]);
  });

  test("the state machine starts it in the stage whose scanners run a tool, with the ids of the batch", () => {
    const text = JSON.stringify(definition);
    expect(text.match(/ecs:runTask\.sync/g)).toHaveLength(new Set(wrappedScanners.map(({ stage }) => stage)).size);
    expect(text).toContain("States.JsonToString($)");
    expect(joined.safeParse(definition).success).toBe(true);
  });

  test("the state machine may start this container, in this cluster, and nothing else", () => {
    const granted = permissionsOf(stacks).filter(({ actions }) =>
      actions.some((action) => /^(ecs|iam|events:Put(Rule|Targets))/.test(action)),
    );
    const byAction = Object.fromEntries(
      granted.flatMap(({ actions, ...rest }) => actions.map((action) => [action, rest] as const)),
    );
    expect(byAction["ecs:RunTask"]).toMatchObject({
      resources: [expect.stringContaining("ContainersTask")],
      condition: { ArnEquals: { "ecs:cluster": expect.anything() } },
    });
    expect(byAction["iam:PassRole"]).toMatchObject({
      condition: { StringEquals: { "iam:PassedToService": "ecs-tasks.amazonaws.com" } },
    });
    expect(byAction["iam:PassRole"]?.resources).toHaveLength(2);
    for (const action of ["ecs:StopTask", "ecs:DescribeTasks"])
      expect(byAction[action]?.resources.join()).toContain("task/palisade-prod-scans-scanner/*");
    expect(new Set(granted.map(({ role }) => role)).size).toBe(1);
  });

  test("tasks take over the tags of their definition, which the state machine may give them when it starts them", () => {
    expect(JSON.stringify(definition)).toMatch(/PropagateTags[\\":]+TASK_DEFINITION/);
    const tagging = permissionsOf(stacks).filter(({ actions }) => actions.includes("ecs:TagResource"));
    expect(tagging).toMatchObject([
      {
        effect: "Allow",
        role: expect.stringMatching(/^easmScansMachineRole/),
        actions: ["ecs:TagResource"],
        resources: [expect.stringContaining("task/palisade-prod-scans-scanner/*")],
        condition: { StringEquals: { "ecs:CreateAction": "RunTask" } },
      },
    ]);
  });

  test("the container may do with the table what the Lambda of the other batches may, and nothing else", () => {
    const rightsOf = (role: RegExp) =>
      permissionsOf(stacks)
        .filter((each) => role.test(each.role))
        .map(({ role: _, ...rest }) => JSON.stringify(rest))
        .sort();
    const containers = rightsOf(/^ContainersRole/);
    expect(containers.length).toBeGreaterThan(2);
    expect(containers).toEqual(rightsOf(/^TasksRole/));
  });

  test("every task of a scan and every endpoint that reads keys knows of the tools, and so does the container", () => {
    const functions = propertiesOf("AWS::Lambda::Function").map((properties) => JSON.stringify(properties));
    const told = functions.filter((text) => text.includes(`"SCAN_TOOLS":"${toolNames.join(",")}"`));
    expect(told.filter((text) => text.includes("Palisade: scan task"))).toHaveLength(7);
    expect(told.some((text) => text.includes("Palisade: POST /org/scans"))).toBe(true);
  });
});

describe("the image", () => {
  const dockerfile = readFileSync(source("containers/scanner/Dockerfile"), "utf8");

  test("has its tools from modules of a pinned version, under licences that allow it", () => {
    for (const { package: module, version, licence } of Object.values(toolModules)) {
      expect(module).toMatch(/^github\.com\/[\w./-]+$/);
      expect(version).toMatch(/^v\d+\.\d+\.\d+$/);
      expect(licence).toMatch(/^(MIT|Apache-2\.0|BSD-3-Clause|ISC)$/);
    }
    expect(dockerfile).not.toMatch(/GONOSUMDB|GOFLAGS=.*-insecure|GONOSUMCHECK|GOSUMDB=off|@latest/);
  });

  test("is that of an ordinary user, who finds the tools and the folder that can be written to", () => {
    expect(dockerfile).toMatch(/^USER node$/m);
    expect(dockerfile).toMatch(/^VOLUME \/scratch$/m);
    expect(dockerfile).toContain("TOOLS_PATH=/opt/tools/bin");
    expect(dockerfile).toMatch(/^COPY --from=tools --chown=node:node \/scratch \/scratch$/m);
  });

  test("runs nothing in a stage of another architecture than the machine's that builds it", () => {
    const stages = dockerfile.split(/^(?=FROM )/m).filter((stage) => stage.startsWith("FROM "));
    expect(stages).toHaveLength(2);
    for (const stage of stages.filter((text) => !text.startsWith("FROM --platform=$BUILDPLATFORM ")))
      expect(stage).not.toMatch(/^RUN /m);
  });
});
