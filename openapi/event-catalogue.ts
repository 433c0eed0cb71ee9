import { fileURLToPath } from "node:url";
import { eventTexts } from "../functions/domain/event-texts.ts";
import { type EventKind, eventKinds, levelOf } from "../functions/domain/events.ts";

/** The document that holds the catalogue of events. */
export const catalogueFile = fileURLToPath(new URL("../docs/siem.md", import.meta.url));

const BEGIN = "<!-- event catalogue: written by bin/openapi.ts -->";
const END = "<!-- end of event catalogue -->";

/** Puts the catalogue between its two marks. Throws an Error when the text has no such place. */
export function writeCatalogue(markdown: string): string {
  const begin = markdown.indexOf(BEGIN);
  const end = markdown.indexOf(END);
  if (begin < 0 || end < begin) throw new Error(`the text has no place marked by ${BEGIN}`);
  return `${markdown.slice(0, begin)}${BEGIN}\n\n${catalogue()}\n${markdown.slice(end)}`;
}

function catalogue(): string {
  const rows = (Object.keys(eventKinds) as EventKind[]).map((kind) => {
    const { outcomes, actors, target_type } = eventKinds[kind];
    const levels = outcomes.map((outcome) => (outcomes.length === 1 ? "" : `${outcome}: `) + levelOf(kind, outcome));
    return `| \`${kind}\` | ${levels.join(", ")} | ${outcomes.join(", ")} | ${actors.join(", ")} | ${target_type} | ${eventTexts[kind]} |`;
  });
  return [
    "| event | level | outcome | actor_kind | target_type | when, and what `detail` holds |",
    "| --- | --- | --- | --- | --- | --- |",
    ...rows,
    "",
  ].join("\n");
}
