import { Entity } from "electrodb";
import { actorKinds, suppressedStatuses, suppressMatches } from "../../domain/vocabulary.ts";
import { connection } from "../table.ts";

/** A suppression rule; its id follows from what it matches, so that a scan finds it by key. */
export const Suppression = new Entity(
  {
    model: { entity: "suppression", version: "1", service: "palisade" },
    attributes: {
      id: { type: "string", required: true },
      org_id: { type: "string", required: true },
      /** Stays while the row does; a rule that is made again after its removal has another. */
      life: { type: "string", required: true },
      match: { type: suppressMatches, required: true },
      value: { type: "string", required: true },
      status: { type: suppressedStatuses, required: true },
      finding_id: { type: "string", required: true },
      note: { type: "string" },
      actor: { type: "string", required: true },
      created_at: { type: "string", required: true },
      /** From then on it does not hold; the first scan after it takes it back. */
      expires_at: { type: "string" },
      hits: { type: "number", required: true },
    },
    indexes: {
      primary: {
        scope: "suppressions",
        pk: { field: "pk", composite: ["org_id"], casing: "none" },
        sk: { field: "sk", composite: ["id"], casing: "none" },
      },
    },
  },
  connection,
);

/** A finding that got its status from a rule: found when the rule is taken back. */
export const SuppressionHit = new Entity(
  {
    model: { entity: "suppressionhit", version: "1", service: "palisade" },
    attributes: {
      org_id: { type: "string", required: true },
      suppression_id: { type: "string", required: true },
      finding_id: { type: "string", required: true },
      /** That of the rule when it did so. */
      life: { type: "string", required: true },
      /** The status that the finding would have had without the rule. */
      returns_to: { type: ["new", "reopened"] as const, required: true },
    },
    indexes: {
      primary: {
        scope: "suppressionhits",
        pk: { field: "pk", composite: ["org_id", "suppression_id"], casing: "none" },
        sk: { field: "sk", composite: ["finding_id"], casing: "none" },
      },
    },
  },
  connection,
);

/** A life of a rule that is over, while there may be findings that have not got their status back. */
export const SuppressionRemoval = new Entity(
  {
    model: { entity: "suppressionremoval", version: "1", service: "palisade" },
    attributes: {
      org_id: { type: "string", required: true },
      life: { type: "string", required: true },
      suppression_id: { type: "string", required: true },
      /** Who removed it and why, for the history of the findings and the events of their tasks. */
      actor: { type: "string", required: true },
      actor_kind: { type: actorKinds, required: true },
      admin_key: { type: "string", required: true },
      ip: { type: "string", required: true },
      note: { type: "string", required: true },
    },
    indexes: {
      primary: {
        scope: "suppressionremovals",
        pk: { field: "pk", composite: ["org_id"], casing: "none" },
        sk: { field: "sk", composite: ["life"], casing: "none" },
      },
    },
  },
  connection,
);
