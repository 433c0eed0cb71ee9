import * as z from "zod";
import { listActivity } from "../../store/activity.ts";
import { endpoint } from "../endpoint.ts";
import { linkHeader, paginationById } from "../fields.ts";
import { lambda } from "../lambda.ts";
import { listed } from "../list.ts";
import { activityEvent, actorKind, eventKind, outcome, targetType } from "../schemas-trail.ts";
import { activityView } from "../views.ts";

export const listActivityEndpoint = endpoint({
  operationId: "listActivity",
  method: "GET",
  path: "/org/activity",
  auth: "org",
  tag: "Activity",
  summary: "List what happened in the org, newest first",
  description:
    "Filters are combined. With a filter the events are found by an index, which has an event some milliseconds after the change that it tells of; without one the list is up to date.",
  query: z.object({
    action: eventKind.optional().meta({ description: "Events of this kind only" }),
    actor_kind: actorKind.optional().meta({ description: "Events of this kind of actor only" }),
    target_type: targetType.optional().meta({ description: "Events about this kind of thing only" }),
    outcome: outcome.optional().meta({ description: "Events that ended like this only" }),
    ...paginationById(),
  }),
  responses: { 200: z.array(activityEvent) },
  responseHeaders: { 200: linkHeader },
  errors: {},
  grant: "read",
  async handle({ org, query }) {
    const { limit, offset, after, ...filter } = query;
    const events = await listActivity(org.id, filter, { limit, offset, after });
    return listed(events, limit, activityView, ({ id }) => id);
  },
});

export const handler = lambda(listActivityEndpoint);
