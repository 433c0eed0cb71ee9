import { join } from "node:path";
import { App } from "aws-cdk-lib";
import { prepare, service } from "../lib/service.ts";
import { readSettings, refuseSlips, type Settings } from "../lib/settings.ts";
import { ROOT } from "../lib/sources.ts";

const app = new App();
const settings = settingsOf(app);
if (settings) {
  service(app, settings, await prepare(join(ROOT, "cdk.out", "bundles")));
  app.synth();
}

/** What the operator asks for; null, and a line that says so, when it is wrong. */
function settingsOf({ node }: App): Settings | null {
  try {
    refuseSlips(Object.keys(node.getAllContext()));
    return readSettings((name) => node.tryGetContext(name));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
    return null;
  }
}
