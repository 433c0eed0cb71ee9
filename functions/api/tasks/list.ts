import * as z from "zod";
import { findingCursor } from "../../store/finding-index.ts";
import { listTasks } from "../../store/finding-lists.ts";
import { endpoint } from "../endpoint.ts";
import { linkHeader, paginationOfFindings } from "../fields.ts";
import { lambda } from "../lambda.ts";
import { asIs, listed } from "../list.ts";
import { moduleName } from "../schemas.ts";
import { task, taskPriority, taskStatus } from "../schemas-findings.ts";

export const listTasksEndpoint = endpoint({
  operationId: "listTasks",
  method: "GET",
  path: "/org/tasks",
  auth: "org",
  tag: "Tasks",
  summary: "List remediation tasks, newest first",
  description:
    "One for each finding of class `issue` or `should_not_be_public` that is at least of severity `low` and no duplicate. A task changes with its finding and in no other way. Filters are combined.",
  query: z.object({
    status: taskStatus.optional().meta({ description: "Tasks in this status only" }),
    priority: taskPriority.optional().meta({ description: "Tasks of this priority only" }),
    module: moduleName.optional().meta({ description: "Tasks from findings of this module only" }),
    ...paginationOfFindings(),
  }),
  responses: { 200: z.array(task) },
  responseHeaders: { 200: linkHeader },
  errors: {},
  grant: "read",
  async handle({ org, query }) {
    const { limit, offset, after, ...filter } = query;
    const tasks = await listTasks(org.id, filter, { limit, offset, after });
    return listed(tasks, limit, asIs, ({ created_at, finding_id }) =>
      findingCursor({ first_seen: created_at, id: finding_id }),
    );
  },
});

export const handler = lambda(listTasksEndpoint);
