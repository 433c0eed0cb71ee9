import { isBuiltin } from "node:module";
import type { Plugin } from "esbuild";

/**
 * Takes Node's own modules by `require`. An `import` of one reads each of its exports before anything else runs, and one
 * of those of node:http loads all of Node's `fetch`: 15 ms of a cold start, for a client that the SDK does not use.
 */
export const requireBuiltins: Plugin = {
  name: "require-builtins",
  setup(build) {
    build.onResolve({ filter: /^[a-z]/ }, ({ path, kind }) =>
      kind === "import-statement" && isBuiltin(path)
        ? { path, namespace: "require-builtins", sideEffects: false }
        : undefined,
    );
    build.onLoad({ filter: /./, namespace: "require-builtins" }, ({ path }) => ({
      contents: `module.exports = require(${JSON.stringify(path)});`,
    }));
  },
};

/** The part of the package jsonschema that ElectroDB uses, with all models right. */
const SATISFIED = `
exports.Validator = class { addSchema() {} validate() { return { errors: [] }; } };
exports.Validator.prototype.customFormats = {};
`;

/**
 * Leaves out ElectroDB's judgement of its models' form, which takes 20 ms of a cold start. The models are constants: whatever
 * loads them unbundled, every test and the bundler itself, has had them judged.
 */
export const trustModels: Plugin = {
  name: "trust-models",
  setup(build) {
    build.onResolve({ filter: /^jsonschema$/ }, ({ path, importer }) =>
      /[\\/]electrodb[\\/]/.test(importer) ? { path, namespace: "trust-models" } : undefined,
    );
    build.onLoad({ filter: /./, namespace: "trust-models" }, () => ({ contents: SATISFIED }));
  },
};
