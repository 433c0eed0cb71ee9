import { join } from "node:path";
import { App } from "aws-cdk-lib";
import { prepare, service } from "../lib/service.ts";
import { readSettings } from "../lib/settings.ts";
import { ROOT } from "../lib/sources.ts";

const app = new App();
const settings = readSettings((name) => app.node.tryGetContext(name));
service(app, settings, await prepare(join(ROOT, "cdk.out", "bundles")));
app.synth();
