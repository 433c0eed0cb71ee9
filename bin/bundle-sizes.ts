import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { measure, writeSizes } from "../lib/bundle-sizes.ts";
import { bundle } from "../lib/bundles.ts";
import { functionSources } from "../lib/service.ts";
import { ROOT, source } from "../lib/sources.ts";

const document = source("docs/performance.md");
const files = await functionSources();
const sizes = measure(await bundle(ROOT, files, join(ROOT, "cdk.out", "bundles")), files);
writeFileSync(document, writeSizes(readFileSync(document, "utf8"), sizes));
const [largest] = sizes;
console.log(`${document}: ${sizes.size} functions, the largest ${largest?.[0]} with ${largest?.[1]} KB`);
