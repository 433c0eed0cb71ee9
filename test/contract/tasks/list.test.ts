import { beforeAll, describe, expect, test, vi } from "vitest";
import { type Client, newOrg } from "../../support/client.ts";
import { refusesWrongKeys } from "../../support/refusals.ts";
import { scanNow } from "../../support/scans.ts";
import { script } from "../../support/scripted-scanners.ts";
import { useService } from "../../support/service.ts";

vi.mock("../../../functions/scanners/registry.ts", () => import("../../support/scripted-scanners.ts"));

interface Task {
  readonly id: string;
  readonly status: string;
  readonly finding_id: string;
  readonly created_at: string;
  readonly updated_at: string;
}

const HOSTS = 40;

const service = useService();
let client: Client;
beforeAll(async () => {
  ({ client } = await newOrg(service(), { domains: ["acme.test"] }));
  script.hosts = Array.from({ length: HOSTS }, (_, index) => `h${index}.acme.test`);
  script.weaknesses = new Map([
    ["weak", "critical"],
    ["weaker", "low"],
    ["listed", "info"],
  ]);
  await scanNow(client);
  const { body } = await client.get<{ id: string }[]>("/org/findings?severity=low&limit=6");
  const answers = ["in_progress", "resolved", "resolved", "accepted_risk", "accepted_risk", "accepted_risk"];
  const answer = (index: number) => client.patch(`/org/findings/${body[index]?.id}`, { status: answers[index] });
  await answer(2);
  await scanThatCannotCheck(client);
  for (const index of [0, 1, 3, 4, 5]) await answer(index);
});

/** A scan in which the scanner of the lesser weaknesses fails. */
async function scanThatCannotCheck(caller: Client): Promise<void> {
  script.failing.add("easm.headers");
  await scanNow(caller, { force: true });
  script.failing.clear();
}

const list = async (query = "", caller = client) => (await caller.get<Task[]>(`/org/tasks${query}`)).body;

refusesWrongKeys({ method: "GET", path: "/org/tasks", auth: "org", client: () => client });

describe("200", () => {
  test("every field of the specification, as the finding has it", async () => {
    const [task] = await list("?priority=urgent&limit=1");
    const { body: finding } = await client.get<{ first_seen: string }>(`/org/findings/${task?.finding_id}`);
    expect(task).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      title: "Weakness",
      description: "Change the test.",
      status: "open",
      priority: "urgent",
      assignee: null,
      due_date: new Date(Date.parse(finding.first_seen) + 7 * 86_400_000).toISOString(),
      finding_id: expect.any(String),
      created_at: finding.first_seen,
      updated_at: finding.first_seen,
    });
  });

  test.each([
    ["?limit=500", 2 * HOSTS],
    ["?status=open&limit=500", 2 * HOSTS - 6],
    ["?status=in_progress", 1],
    ["?status=done", 1],
    ["?status=blocked", 1],
    ["?status=wont_do", 3],
    ["?status=wont_do&offset=2", 1],
    ["?priority=urgent", HOSTS],
    ["?priority=low", HOSTS],
    ["?priority=medium", 0],
    ["?priority=low&status=open", HOSTS - 6],
    ["?module=easm&limit=500", 2 * HOSTS],
    ["?module=cloud", 0],
  ])("%s: %i", async (query, count) => {
    expect(await list(query)).toHaveLength(count);
  });

  test("newest first, and pages that follow the Link header are the whole list", async () => {
    const whole = await list("?limit=500");
    const order = whole.map(({ created_at, finding_id }) => `${created_at} ${finding_id}`);
    expect(order).toEqual(order.toSorted().toReversed());
    const rows: Task[] = [];
    let path: string | undefined = "/org/tasks?limit=30";
    while (path !== undefined) {
      const { body, headers }: Awaited<ReturnType<typeof client.get<Task[]>>> = await client.get<Task[]>(path);
      rows.push(...body);
      path = /<\/api\/v1([^>]+)>/.exec(headers.get("link") ?? "")?.[1];
    }
    expect(rows).toEqual(whole);
  });

  test("an answer to the finding is an update of its task, and ends that it is blocked", async () => {
    const { client: caller } = await newOrg(service(), { domains: ["acme.test"] });
    await scanNow(caller);
    const [before] = await list("?priority=low&limit=1", caller);
    const answer = (status: string) => caller.patch(`/org/findings/${before?.finding_id}`, { status });
    const tasks = async (status: string) =>
      (await list(`?status=${status}`, caller)).filter(({ id }) => id === before?.id);
    await answer("resolved");
    expect(await tasks("done")).toHaveLength(1);
    await scanThatCannotCheck(caller);
    const [blocked] = await tasks("blocked");
    expect(blocked).toEqual({ ...before, status: "blocked", updated_at: expect.any(String) });
    expect(Date.parse(blocked?.updated_at ?? "")).toBeGreaterThan(Date.parse(before?.updated_at ?? ""));
    await answer("in_progress");
    expect(await tasks("in_progress")).toHaveLength(1);
    await answer("resolved");
    expect(await tasks("done")).toHaveLength(1);
    expect(await tasks("blocked")).toEqual([]);
  });

  test("nothing of another org", async () => {
    const { client: other } = await newOrg(service());
    expect(await list("", other)).toEqual([]);
  });
});

describe("422", () => {
  test.each(["status=new", "priority=critical", "module=sast", "limit=501", "offset=-1", "after=%20"])(
    "%s",
    async (query) => {
      expect(await client.get(`/org/tasks?${query}`)).toMatchObject({
        status: 422,
        body: { detail: expect.stringContaining(`${query.split("=")[0]}: `) },
      });
    },
  );
});
