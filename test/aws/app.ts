import { App } from "aws-cdk-lib";
import type { Plugin } from "esbuild";
import type { StandIns } from "../../lib/bundles.ts";
import { prepare, service } from "../../lib/service.ts";
import { readSettings } from "../../lib/settings.ts";
import { source } from "../../lib/sources.ts";
import { SCRIPTED_REGISTRY } from "./stand-ins.ts";

/**
 * The CDK app of a deployment under test: the service as `bin/app.ts` builds it, with stand-ins in its functions for what
 * is no part of it. Its environment says which: `INJECT` is a module that every function begins with, `SCRIPTED=true`
 * puts the scanners that tests write in place of the real ones.
 */
const { BUNDLES_FOLDER = "", INJECT, SCRIPTED } = process.env;

/** Gives the module of one source file in place of another's. */
const replace = (path: string, by: string): Plugin => ({
  name: "replace",
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, (file) =>
      file.path === source(path)
        ? { contents: `export * from ${JSON.stringify(source(by))};`, loader: "ts", resolveDir: "/" }
        : undefined,
    );
  },
});

const standIns: StandIns = {
  ...(INJECT ? { inject: [INJECT] } : {}),
  ...(SCRIPTED === "true" ? { plugins: [replace("functions/scanners/registry.ts", SCRIPTED_REGISTRY)] } : {}),
};

const app = new App();
service(
  app,
  readSettings((name) => app.node.tryGetContext(name)),
  await prepare(BUNDLES_FOLDER, standIns),
);
app.synth();
