import type { Decoy, LabHost, Section } from "../model.ts";
import { type Answer, escapeHtml, type LabRequest, page, type Reply, type Responder, text } from "../web/reply.ts";
import { homeSite, type Route, site } from "../web/site.ts";
import { credentialLeaks, frameworkLeaks, type Leak, logLeaks, projectLeaks } from "./leaks.ts";
import { debugLeaks, openConsoleLeaks, panelLeaks, serverLeaks } from "./leaks-pages.ts";

const PORT = 8443;

const https = (name: string, respond: Responder): LabHost => ({
  names: [name],
  services: [{ kind: "https", port: PORT, respond }],
});

/** Where each group of leaks is. */
const leaking: readonly (readonly [host: string, title: string, leaks: readonly Leak[]])[] = [
  ["old.umbrella.test", "Umbrella, as it was", credentialLeaks],
  ["repo.umbrella.test", "Umbrella sources", projectLeaks],
  ["log.umbrella.test", "Umbrella logs", logLeaks],
  ["test.umbrella.test", "Umbrella test", frameworkLeaks],
  ["stats.umbrella.test", "Umbrella servers", serverLeaks],
  ["tools.umbrella.test", "Umbrella tools", openConsoleLeaks],
  ["manage.umbrella.test", "Umbrella administration", panelLeaks],
];

/** Hosts with one leak each, which shows on every path or on the first one. */
const single: readonly (readonly [host: string, leak: Leak | undefined])[] = [
  ["training.umbrella.test", debugLeaks[0]],
  ["dev1.umbrella.test", debugLeaks[1]],
  ["origin.umbrella.test", debugLeaks[2]],
];

/** Every leak that is shown here, with its near miss. */
export const depthLeaks: readonly Leak[] = [...leaking.flatMap(([, , leaks]) => leaks), ...debugLeaks];

const routesOf = (leaks: readonly Leak[], answer: (leak: Leak) => Route): Readonly<Record<string, Route>> =>
  Object.fromEntries(leaks.map((leak) => [leak.path.split("?")[0] ?? "", answer(leak)]));

/** An application that answers every unknown path as its framework does. */
const debugged =
  (leak: Leak) =>
  (request: LabRequest): Answer => {
    const home = page("Umbrella", "<h1>Umbrella</h1>");
    if (leak.path === "/") return request.path === "/" ? leak.leak : site({})(request);
    return request.path === "/" ? home : leak.leak;
  };

const bodyOf = ({ leak }: Leak): string => leak.body.toString();

/** A handbook whose articles have the names of leaks and quote them whole. */
const handbook = homeSite("Umbrella handbook", {
  ...routesOf(
    depthLeaks.filter(({ path }) => path !== "/"),
    (leak): Reply => page("What not to publish", `<h1>What not to publish</h1><pre>${escapeHtml(bodyOf(leak))}</pre>`),
  ),
});

/** Something harmless at each path, as close as it gets. */
const nearMisses = site({
  "/": page("Umbrella sandbox", "<h1>Sandbox</h1>"),
  ...routesOf(depthLeaks, ({ nearMiss }) => nearMiss),
});

/** A paste service that gives the same text, with every leak in it, under every name. */
const pastes = (request: LabRequest): Answer =>
  request.path === "/" ? page("Umbrella pastes", "<h1>Pastes</h1>") : text(depthLeaks.map(bodyOf).join("\n\n"));

const decoysAt = (host: string, why: (leak: Leak) => string): readonly Decoy[] =>
  depthLeaks.map((leak) => ({
    resembles: `easm.exposures.${leak.rule}`,
    host,
    port: PORT,
    path: leak.path,
    why: why(leak),
  }));

const truth = (host: string, { rule, path }: Leak, why: string) => ({
  rule: `easm.exposures.${rule}`,
  host,
  port: PORT,
  path,
  why,
});

/** Files, debug pages, consoles and panels beyond the usual ones. */
export const exposuresDepth: Section = {
  hosts: [
    ...leaking.map(([host, title, leaks]) =>
      https(
        host,
        homeSite(
          title,
          routesOf(leaks, ({ leak }) => leak),
        ),
      ),
    ),
    ...single.flatMap(([host, leak]) => (leak === undefined ? [] : [https(host, debugged(leak))])),
    https("kb.umbrella.test", handbook),
    https("sandbox.umbrella.test", nearMisses),
    https("upload.umbrella.test", pastes),
  ],
  truths: [
    ...leaking.flatMap(([host, , leaks]) => leaks.map((leak) => truth(host, leak, "Shown as its product shows it."))),
    ...single.flatMap(([host, leak]) =>
      leak === undefined ? [] : [truth(host, leak, "Shown as its product shows it.")],
    ),
  ],
  decoys: [
    ...decoysAt("kb.umbrella.test", () => "An article that quotes it."),
    ...decoysAt("sandbox.umbrella.test", ({ why }) => why),
    ...decoysAt("upload.umbrella.test", () => "One text with every marker under every name."),
    ...decoysAt("app.acme.test", () => "A single-page application gives its index for every path."),
  ],
};
